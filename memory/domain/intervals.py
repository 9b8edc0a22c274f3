"""How sure a figure is: confidence intervals of shares and means. Pure."""

import math
from dataclasses import dataclass

Z = 1.959964  # standard normal quantile of 95 % confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A value with its 95 % interval and the number of observations."""

    value: float
    low: float
    high: float
    n: int


def share(hits: int, n: int) -> Estimate | None:
    """Return hits / n with Wilson's score interval; None without observations.

    E. B. Wilson, Probable inference, JASA 22 (1927). It stays within [0, 1] and holds for few
    observations and for shares near 0 and 1, where the usual interval does not.
    """
    if n <= 0:
        return None
    p = hits / n
    divisor = 1 + Z**2 / n
    centre = (p + Z**2 / (2 * n)) / divisor
    half = Z / divisor * math.sqrt(p * (1 - p) / n + Z**2 / (4 * n**2))
    # The value itself is an end at 0 and 1, where rounding may leave it out by the last digit.
    return Estimate(value=p, low=max(min(centre - half, p), 0.0),
                    high=min(max(centre + half, p), 1.0), n=n)  # fmt: skip


def mean(value: float | None, deviation: float | None, n: int) -> Estimate | None:
    """Return a mean with its normal interval, None for fewer than two observations; `deviation`
    is that of the n observations themselves (divided by n)."""
    if value is None or deviation is None or n < 2:
        return None
    half = Z * deviation / math.sqrt(n - 1)
    return Estimate(value=value, low=value - half, high=value + half, n=n)


def difference(first: Estimate, second: Estimate) -> Estimate:
    """Return second − first of two independent estimates with its interval.

    R. G. Newcombe, Interval estimation for the difference between independent proportions,
    Statistics in Medicine 17 (1998), method 10: the distances to the ends of the two intervals are
    combined by squares. For means it is the usual interval of a difference.
    """
    value = second.value - first.value
    down = math.hypot(second.value - second.low, first.high - first.value)
    up = math.hypot(second.high - second.value, first.value - first.low)
    return Estimate(value=value, low=value - down, high=value + up, n=first.n + second.n)


def is_decided(found: Estimate) -> bool:
    """Tell whether an interval of a difference leaves zero out."""
    return found.low > 0 or found.high < 0


def placed(found: Estimate, *, bottom: float = 0.0, top: float = 1.0) -> dict[str, float]:
    """Return where value and ends lie between `bottom` and `top`, in per cent, cut at both."""

    def x(number: float) -> float:
        return 100 * (min(max(number, bottom), top) - bottom) / (top - bottom)

    return {"x": x(found.value), "low": x(found.low), "high": x(found.high)}
