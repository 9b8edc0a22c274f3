"""Words for the names that the core gives to fields, values, steps, entities and relations.

Pages never show such a name: an operator reads words, in both languages.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from memory.dashboard.items import KINDS, STATUSES
from memory.dashboard.words import NAMES, decision_reason
from memory.domain.types import USER
from memory.ontology import attribute_label

FIELDS: dict[str, Promise] = {
    # Of an item, an experience, a conflict.
    "text": gettext_lazy("Text"),
    "subject": gettext_lazy("About"),
    "attribute": gettext_lazy("Attribute"),
    "value": gettext_lazy("Value"),
    "kind": gettext_lazy("Kind"),
    "status": gettext_lazy("Status"),
    "status_reason": gettext_lazy("Why this status"),
    "state": gettext_lazy("State"),
    "importance": gettext_lazy("Importance"),
    "confidence": gettext_lazy("Confidence"),
    "pinned": pgettext_lazy("memory item", "Pinned"),
    "protected": gettext_lazy("Protected"),
    "version": gettext_lazy("Version"),
    "mention_count": gettext_lazy("Times said"),
    "valid_from": gettext_lazy("True from"),
    "valid_to": gettext_lazy("True until"),
    "expires_at": gettext_lazy("Expires"),
    "exempt_until": gettext_lazy("Exempt until"),
    "supersedes_id": gettext_lazy("In place of"),
    "overrides_id": gettext_lazy("Overrides"),
    "retention": gettext_lazy("Retention"),
    "crossed_at": gettext_lazy("Fell below the line"),
    "run": gettext_lazy("Run"),
    "old": gettext_lazy("Before"),
    "new": gettext_lazy("New"),
    "into": gettext_lazy("Merged into"),
    "merged": gettext_lazy("Merged"),
    "general_task": gettext_lazy("Task"),
    "general_solution": gettext_lazy("Solution"),
    "is_wanted": gettext_lazy("Belongs here"),
    "receipt": gettext_lazy("Receipt"),
    # Of what is counted and where it comes from.
    "candidates": gettext_lazy("Statements found"),
    "extractor": gettext_lazy("Read by"),
    "path": gettext_lazy("File"),
    "chunks": gettext_lazy("Chunks"),
    "format": gettext_lazy("Format"),
    "characters": gettext_lazy("Characters"),
    "count": gettext_lazy("Number"),
    "exchanges": gettext_lazy("Exchanges"),
    "talks": gettext_lazy("Conversations"),
    "job": gettext_lazy("Job"),
    "alarm": gettext_lazy("Alarm"),
    "until": gettext_lazy("Until"),
    "archived": gettext_lazy("Archived"),
    "purged": gettext_lazy("Old versions purged"),
    "experiences": gettext_lazy("Experiences"),
    "rows": gettext_lazy("Rows"),
    "differences": gettext_lazy("Differences"),
    "kept": gettext_lazy("Kept"),
    "refused": gettext_lazy("Refused"),
    "suite": gettext_lazy("Set"),
    "limit": gettext_lazy("Cases at most"),
    "files": gettext_lazy("Files"),
    "release": gettext_lazy("Release"),
    "in_force": gettext_lazy("In force"),
    # Of working memory.
    "goal": gettext_lazy("Goal"),
    "plan": gettext_lazy("Steps"),
    "todos": gettext_lazy("To do"),
    "confirmed": gettext_lazy("Settled"),
    "missing": gettext_lazy("Still open"),
    "preferences": gettext_lazy("For now"),
    "entities": gettext_lazy("Spoken of"),
    "tool_results": gettext_lazy("Results of tools"),
    "notes": gettext_lazy("Notes"),
    # Of a policy of recall.
    "w_relevance": gettext_lazy("Weight of relevance"),
    "w_recency": gettext_lazy("Weight of recency"),
    "w_importance": gettext_lazy("Weight of importance"),
    "recency_base_per_day": gettext_lazy("Recency kept a day, as a power (0: exponential)"),
    "tau_episodic_hours": gettext_lazy("Time constant of conversations, hours"),
    "tau_hours": gettext_lazy("Time constant of everything else, hours"),
    "threshold": gettext_lazy("Threshold"),
    "enough": gettext_lazy("Relevance from which history and archive are not searched"),
    "history_threshold": gettext_lazy("Relevance from which past exchanges are quoted"),
    "history_floor": gettext_lazy("Least relevance of a further past exchange"),
    "strong": gettext_lazy("Relevance from which age does not count"),
    "duplicate_similarity": gettext_lazy("Similarity from which two texts are one"),
    "boost_pinned": gettext_lazy("Boost of what is pinned"),
    "boost_constraint": gettext_lazy("Boost of a constraint on the topic"),
    "boost_entity": gettext_lazy("Boost of what tells of an entity named"),
    "boost_time": gettext_lazy("Boost of a time that is asked for"),
    "boost_limit": gettext_lazy("Boosts together, at most"),
    "neighbour_threshold": gettext_lazy("Threshold beside an entity named"),
    "budget_tokens": gettext_lazy("Budget of recall, tokens"),
    "profile_budget_tokens": gettext_lazy("Budget of the profile, tokens"),
    "max_items": gettext_lazy("Items at most"),
    "max_history": gettext_lazy("Past exchanges at most"),
    "kept_candidates": gettext_lazy("Candidates kept in a trace"),
    # Of forgetting.
    "protected_importance": gettext_lazy("Never archive from this importance on"),
    "weak_importance": gettext_lazy("Archive first below this importance"),
    "unused_days": gettext_lazy("Archive when not used for, days"),
    "episodic_days": gettext_lazy("Half-life of abstracts of talks, days"),
    "fact_days": gettext_lazy("Half-life of facts and events, days"),
    "preference_days": gettext_lazy("Half-life of preferences, days"),
}
STEPS: dict[str, Promise] = {
    "window": gettext_lazy("Read the window"),
    "pending": gettext_lazy("Wait for the last message to be read"),
    "open": gettext_lazy("Open the memory"),
    "query": gettext_lazy("Understand the question"),
    "candidates": gettext_lazy("Search for candidates"),
    "rerank": gettext_lazy("Reorder"),
    "select": gettext_lazy("Score and choose"),
    "experiences": gettext_lazy("Search for experiences"),
    "history": gettext_lazy("Search past exchanges"),
    "recall": gettext_lazy("Recall"),
    "working": gettext_lazy("Read working memory"),
    "summary": gettext_lazy("Summarise what leaves the window"),
    "topic": gettext_lazy("Compare the topic"),
    "model": gettext_lazy("Wait for the model"),
}
ROLES: dict[str, Promise] = {
    "system": pgettext_lazy("role of a message", "System"),
    "user": pgettext_lazy("role of a message", "User"),
    "assistant": pgettext_lazy("role of a message", "Assistant"),
    "tool": pgettext_lazy("role of a message", "Tool"),
}
ENTITY_KINDS: dict[str, Promise] = {
    "person": pgettext_lazy("kind of entity", "person"),
    "place": pgettext_lazy("kind of entity", "place"),
    "organisation": pgettext_lazy("kind of entity", "organisation"),
    "occupation": pgettext_lazy("kind of entity", "occupation"),
    "pet": pgettext_lazy("kind of entity", "pet"),
    "language": pgettext_lazy("kind of entity", "language"),
    "project": pgettext_lazy("kind of entity", "project"),
    "activity": pgettext_lazy("kind of entity", "activity"),
    "skill": pgettext_lazy("kind of entity", "skill"),
    "thing": pgettext_lazy("kind of entity", "thing"),
    "substance": pgettext_lazy("kind of entity", "substance"),
    "religion": pgettext_lazy("kind of entity", "religion"),
}
RELATIONS: dict[str, Promise] = {
    "lives_in": pgettext_lazy("relation", "lives in"),
    "comes_from": pgettext_lazy("relation", "comes from"),
    "works_in": pgettext_lazy("relation", "works in"),
    "visited": pgettext_lazy("relation", "visited"),
    "is_national_of": pgettext_lazy("relation", "is a national of"),
    "works_at": pgettext_lazy("relation", "works at"),
    "studied_at": pgettext_lazy("relation", "studied at"),
    "works_as": pgettext_lazy("relation", "works as"),
    "has_family": pgettext_lazy("relation", "has in the family"),
    "knows": pgettext_lazy("relation", "knows"),
    "has_pet": pgettext_lazy("relation", "has the pet"),
    "speaks": pgettext_lazy("relation", "speaks"),
    "works_on": pgettext_lazy("relation", "works on"),
    "does": pgettext_lazy("relation", "does"),
    "can": pgettext_lazy("relation", "can"),
    "owns": pgettext_lazy("relation", "owns"),
    "is_allergic_to": pgettext_lazy("relation", "is allergic to"),
    "takes": pgettext_lazy("relation", "takes"),
    "follows": pgettext_lazy("relation", "follows"),
}
REFERENCES = {"supersedes_id", "overrides_id", "run", "old", "new", "into", "receipt"}
STATES: dict[str, Promise] = {
    "review": gettext_lazy("waiting for review"),
    "active": gettext_lazy("in use"),
    "archived": gettext_lazy("retired"),
    "rejected": gettext_lazy("rejected"),
    "approved": gettext_lazy("approved"),
    "open": pgettext_lazy("state of a conflict", "open"),
}


def field_label(name: str) -> str:
    return _words(FIELDS, name)


def step_label(name: str) -> str:
    return _words(STEPS, name)


def role_label(name: str) -> str:
    return _words(ROLES, name)


def entity_kind(name: str) -> str:
    return _words(ENTITY_KINDS, name)


def relation_label(predicate: str) -> str:
    return _words(RELATIONS, predicate)


def subject_label(subject: str) -> str:
    """Return who or what a statement is about; the person themself has a code of their own."""
    return str(NAMES["the_user"]) if subject == USER else subject


def coded_value(field: str, value: object) -> str | None:
    """Return the words for a value that is a code in this field, None for any other value."""
    if field in REFERENCES and isinstance(value, int):
        return f"#{value}"
    if not isinstance(value, str) or not value:
        return None
    if field == "attribute":
        return attribute_label(value)
    if field == "subject":
        return subject_label(value)
    if field == "status_reason":
        return decision_reason(value)
    tables: dict[str, Mapping[Any, object]] = {"status": STATUSES, "kind": KINDS, "state": STATES}
    table = tables.get(field, {})
    return str(table[value]) if value in table else None


def _words(table: Mapping[str, Promise], name: str) -> str:
    return str(table[name]) if name in table else name.replace("_", " ")
