"""How a change is applied to the fields of working memory. Pure: state in, state out."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from memory.domain.types import WorkingChange, WorkingOp

# Every field, with the value that it has when nothing was written.
WORKING_FIELDS: dict[str, Any] = {
    "goal": "",
    "plan": [],  # [{"text", "done"}]
    "todos": [],  # [{"text", "done", "said_at"}]
    "confirmed": {},  # what the task needs and the user said
    "missing": [],  # names of what the task still needs
    "preferences": {},  # for now only
    "entities": [],
    "tool_results": [],  # [{"tool", "summary"}], condensed
    "notes": [],
}
STEP_FIELDS = ("plan", "todos")
MAX_ENTRIES = {
    "plan": 50,
    "todos": 100,
    "missing": 50,
    "entities": 50,
    "tool_results": 10,
    "notes": 30,
}
MATCH = 0.5  # share of the asked words that an entry must contain to be the one meant

Fields = dict[str, Any]


def apply_changes(
    fields: Mapping[str, Any], changes: Iterable[WorkingChange], *, said_at: datetime
) -> Fields:
    """Return the fields after the changes, empty ones left out. Later changes beat earlier ones.

    Applying the same changes twice gives the same as once. Raises ValueError for a field that
    working memory does not have.
    """
    state: Fields = {name: value for name, value in fields.items() if value}
    for change in changes:
        if change.op == WorkingOp.CLEAR and not change.field:
            state = {}
            continue
        if change.field not in WORKING_FIELDS:
            raise ValueError(f"working memory has no field {change.field!r}")
        state[change.field] = _changed(change, state, said_at)
        if change.field == "confirmed" and isinstance(change.value, Mapping):
            known = set(change.value)
            state["missing"] = [name for name in state.get("missing", []) if name not in known]
        state = {name: value for name, value in state.items() if value}
    return state


def difference(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    """Return the changed fields with their new values, and the names of those that are gone."""
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    return changed, [name for name in before if name not in after]


def best_match(asked: str, entries: Sequence[str]) -> int | None:
    """Return the index of the entry that `asked` names, by equality, containment or shared words.

    "milk" names "buy milk", 「牛奶」 names 「买牛奶」. None when no entry is near enough.
    """
    wanted = _terms(asked)
    scores = [_likeness(asked.casefold().strip(), wanted, entry) for entry in entries]
    best = max(scores, default=0.0)
    return scores.index(best) if best >= MATCH else None


def _changed(change: WorkingChange, state: Fields, said_at: datetime) -> Any:
    empty = WORKING_FIELDS[change.field]
    current = state.get(change.field, empty)
    if change.op == WorkingOp.CLEAR:
        return empty
    if isinstance(empty, str):
        return "" if change.op in (WorkingOp.REMOVE, WorkingOp.DONE) else str(change.value or "")
    if isinstance(empty, dict):
        return _changed_mapping(change, current)
    return _changed_list(change, current, said_at)


def _changed_mapping(change: WorkingChange, current: dict[str, Any]) -> dict[str, Any]:
    if change.op in (WorkingOp.REMOVE, WorkingOp.DONE):
        return {key: value for key, value in current.items() if key != change.value}
    merged = {**current, **change.value}
    return {key: value for key, value in merged.items() if value is not None}


def _changed_list(change: WorkingChange, current: list[Any], said_at: datetime) -> list[Any]:
    if change.op == WorkingOp.SET:
        given = change.value if isinstance(change.value, list | tuple) else [change.value]
        return [_entry(change.field, value, said_at) for value in given]
    if change.op == WorkingOp.APPEND:
        return _appended(change, current, said_at)
    position = best_match(text_of(change.value), _open_first(change, current))
    if position is None:
        return current
    if change.op == WorkingOp.DONE and change.field in STEP_FIELDS:
        ticked = {**current[position], "done": True}
        return [*current[:position], ticked, *current[position + 1 :]]
    return [*current[:position], *current[position + 1 :]]


def _appended(change: WorkingChange, current: list[Any], said_at: datetime) -> list[Any]:
    entry = _entry(change.field, change.value, said_at)
    named = text_of(entry).casefold()
    if any(text_of(one).casefold() == named and not _is_done(one) for one in current):
        return current
    return [*current, entry][-MAX_ENTRIES[change.field] :]


def _open_first(change: WorkingChange, current: list[Any]) -> list[str]:
    """Return the entries' texts; one that is ticked already cannot be ticked again."""
    skip_done = change.op == WorkingOp.DONE
    return ["" if skip_done and _is_done(one) else text_of(one) for one in current]


def _entry(field: str, value: Any, said_at: datetime) -> Any:
    if field in STEP_FIELDS:
        entry = dict(value) if isinstance(value, Mapping) else {"text": str(value)}
        entry.setdefault("done", False)
        if field == "todos":
            entry.setdefault("said_at", said_at.isoformat())
        return entry
    if field == "tool_results":
        return dict(value) if isinstance(value, Mapping) else {"tool": "", "summary": str(value)}
    return str(value)


def text_of(entry: Any) -> str:
    """Return what an entry, or the value of a change, says."""
    if isinstance(entry, Mapping):
        return str(entry.get("text") or entry.get("summary") or "").strip()
    return str(entry or "").strip()


def _is_done(entry: Any) -> bool:
    return isinstance(entry, Mapping) and bool(entry.get("done"))


def _likeness(asked: str, wanted: set[str], entry: str) -> float:
    text = entry.casefold().strip()
    if not text or not asked:
        return 0.0
    if text == asked:
        return 3.0
    if asked in text or text in asked:
        return 2.0
    own = _terms(entry)
    if (
        asked.isascii()
        and not _is_same_deed(asked, text)
        and len(wanted & own) * 3 < len(wanted) * 2
    ):
        return 0.0
    # Pairs of characters cross word borders: in 买好牛奶 only one of three is in 买牛奶.
    basis = len(wanted) if asked.isascii() else min(len(wanted), len(own))
    return len(wanted & own) / basis if basis else 0.0


_DEEDS = ("buy get order pick collect", "call ring phone", "email write message text", "see visit")


def _is_same_deed(asked: str, entry: str) -> bool:
    """Tell whether "get the shoes" may be "buy new shoes": the verbs agree, and more than they."""
    first, other = asked.split()[0], entry.split()[0]
    if first not in {word for deed in _DEEDS for word in deed.split()} and first != other:
        return True  # no verb, or one that any task may end with
    if not (_terms(asked) - {first}) & (_terms(entry) - {other}) and len(_terms(asked)) > 1:
        return False
    return first == other or any({first, other} <= set(deed.split()) for deed in _DEEDS)


def _terms(text: str) -> set[str]:
    """Return the words of a text; for scripts without spaces, its pairs of characters."""
    terms: set[str] = set()
    for word in text.casefold().split():
        if word.isascii():
            terms.add(word.strip(".,;:!?\"'"))
        else:
            terms |= {word[i : i + 2] for i in range(len(word) - 1)} or {word}
    return terms - {"", "the", "a", "an", "to", "my"}
