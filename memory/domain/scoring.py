"""The score of a recall candidate and its parts (DESIGN section 5). Pure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.domain.policy import Policy

Floats = NDArray[np.floating]

# Cosines of unrelated and of clearly matching texts: each model squeezes them differently.
CALIBRATIONS = {"e5": (0.77, 0.90)}
DEFAULT_CALIBRATION = (0.15, 0.65)


def calibration_of(model: str) -> tuple[float, float]:
    """Return the cosines of an embedding model that count as no match and as a full match."""
    return next(
        (bounds for part, bounds in CALIBRATIONS.items() if part in model.casefold()),
        DEFAULT_CALIBRATION,
    )


def calibrate(cosines: Floats, model: str) -> Floats:
    """Map cosines to [0, 1], where 0 is unrelated and 1 a clear match, for any model."""
    low, high = calibration_of(model)
    return np.asarray(np.clip((cosines - low) / (high - low), 0.0, 1.0))


def fuse(semantic: Floats, lexical: Floats) -> Floats:
    """Return relevance in [0, 1]: either kind of match counts, both count more.

    The noisy-or of two witnesses that are each believed only in part (0.9 and 0.6).
    """
    return 1.0 - (1.0 - 0.9 * semantic) * (1.0 - 0.6 * lexical)


def recency(
    hours: Floats, recalls: Floats, tau_hours: Floats, *, base_per_day: float = 0.0
) -> Floats:
    """Return exp(-hours / (tau * (1 + ln(1 + recalls)))), or base ** days; 1 where tau is inf."""
    hours = np.maximum(hours, 0.0)
    if base_per_day > 0.0:
        return np.where(np.isinf(tau_hours), 1.0, base_per_day ** (hours / 24.0))
    return np.exp(-hours / (tau_hours * (1.0 + np.log1p(recalls))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The parts of one score; all in [0, 1] but `total`, which the boost may lift above 1."""

    semantic: float
    lexical: float
    relevance: float
    recency: float
    importance: float
    boost: float
    total: float


def total(
    relevance: Floats, recent: Floats, importance: Floats, boost: Floats, policy: Policy
) -> Floats:
    """Return the final scores. From `policy.strong` on, relevance stands in for lost recency,
    so that age never sinks a strong match."""
    fresh = np.where(relevance >= policy.strong, np.maximum(recent, relevance), recent)
    return (
        policy.w_relevance * relevance
        + policy.w_recency * fresh
        + policy.w_importance * importance
        + np.minimum(boost, policy.boost_limit)
    )
