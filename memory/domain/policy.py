"""What a recall policy sets, and which policy a namespace gets. Pure."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The numbers of one recall. Relevances and scores are in [0, 1].

    Weights follow DESIGN section 5; the other defaults are argued in docs/adr/0006.
    """

    name: str = "default"
    version: int = 1
    w_relevance: float = 0.55
    w_recency: float = 0.25
    w_importance: float = 0.20
    recency_base_per_day: float = 0.0  # above 0: R = base ** days, in place of the exponential
    tau_episodic_hours: float = 72.0
    tau_hours: float = 720.0
    threshold: float = 0.42  # relevance below it never reaches the prompt
    enough: float = 0.5  # when no active item reaches it, history and archive are searched too
    history_threshold: float = 0.35  # when no past exchange reaches it, none is quoted
    history_floor: float = 0.12  # beside one that does, so much is enough
    strong: float = 0.75  # from here on, age takes nothing away
    duplicate_similarity: float = 0.97  # cosine from which two texts are folded into one
    boost_pinned: float = 0.05
    boost_constraint: float = 0.10  # a hard constraint that touches the topic of the query
    boost_entity: float = 0.08  # an entity named in the query
    boost_time: float = 0.05  # an item that tells a time, when the query asks for one
    neighbour_threshold: float = 0.3  # in place of `threshold` for what tells of an entity named
    boost_limit: float = 0.20
    budget_tokens: int = 1200  # of the recalled block
    profile_budget_tokens: int = 500
    max_items: int = 12
    max_history: int = 20
    kept_candidates: int = 50  # of each recall, in its trace

    def values(self) -> dict[str, Any]:
        """Return everything that an admin can edit, as it is kept in a trace."""
        return {k: v for k, v in asdict(self).items() if k not in ("name", "version")}


def policy_from(name: str, version: int, values: Mapping[str, Any]) -> Policy:
    """Build a policy from a stored row; keys that this release does not know are left out."""
    known = {field.name for field in fields(Policy)} - {"name", "version"}
    return Policy(name=name, version=version, **{k: v for k, v in values.items() if k in known})


def in_arm(experiment: str, namespace_id: int, share: float) -> bool:
    """Tell whether a namespace is in the arm that differs; the same answer in every process."""
    digest = hashlib.sha256(f"{experiment}:{namespace_id}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64 < share
