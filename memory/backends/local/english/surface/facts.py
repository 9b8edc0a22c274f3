"""Makes facts of plain clauses: of whom, and whether denied, over, or as it is."""

from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.plain import Plain
from memory.domain.types import Mode


def mode_of(clause: Plain) -> Mode | None:
    """Return the mode of a state as the clause puts it: denied, over, or as it is."""
    if clause.is_negated:
        return Mode.DENIAL
    return Mode.PAST if clause.used_to or clause.is_past else None


def fact(clause: Plain, attribute: str, value: str, **fields: object) -> Fact:
    fields.setdefault("mode", mode_of(clause))
    return Fact(attribute=attribute, value=value, subject=clause.subject, **fields)  # type: ignore[arg-type]


def became(clause: Plain) -> Mode | None:
    if clause.verb in ("become", "turn") and not clause.is_negated and not clause.used_to:
        return None
    return mode_of(clause)
