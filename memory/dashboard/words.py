"""Words for the codes of the core: outcomes, actions, reasons, events. One place for all pages."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

# Outcomes and the reasons of drops, in the order of the page: what got in, then the nearest misses.
REASONS: dict[str, Promise] = {
    "injected": gettext_lazy("injected"),
    "revived": gettext_lazy("revived"),
    "outranked": gettext_lazy("outranked"),
    "over_budget": gettext_lazy("over budget"),
    "duplicate_of": gettext_lazy("duplicate"),
    "overridden_until": gettext_lazy("overridden"),
    "superseded": gettext_lazy("superseded"),
    "below_threshold": gettext_lazy("below the threshold"),
    "pending_review": gettext_lazy("waiting for review"),
    "not_yet_valid": gettext_lazy("not yet valid"),
    "expired": gettext_lazy("expired"),
    "archived": gettext_lazy("archived"),
    "excluded_by_user": gettext_lazy("excluded by the user"),
    "index_unavailable": gettext_lazy("index unavailable"),
}
PART_LABELS: dict[str, Promise] = {
    "relevance": pgettext_lazy("part of a score", "relevance"),
    "recency": pgettext_lazy("part of a score", "recency"),
    "importance": pgettext_lazy("part of a score", "importance"),
    "boost": pgettext_lazy("part of a score", "boost"),
}
ACTIONS: dict[str, Promise] = {
    "added": gettext_lazy("added"),
    "reinforced": gettext_lazy("reinforced"),
    "superseded": gettext_lazy("new version"),
    "overridden": gettext_lazy("overrides for now"),
    "closed": gettext_lazy("closed"),
    "to_review": gettext_lazy("to review"),
    "refused": gettext_lazy("refused"),
    "archived": gettext_lazy("archived"),
    "restored": gettext_lazy("restored"),
    "erased": gettext_lazy("erased"),
}

WAY_LABELS: dict[str, Promise] = {
    "better": gettext_lazy("▲ better"),
    "worse": gettext_lazy("▼ worse"),
    "same": gettext_lazy("= unchanged"),
    "missing": gettext_lazy("– no figure in one of them"),
}
ACTOR_LABELS: dict[str, Promise] = {
    "person": gettext_lazy("a person"),
    "system": gettext_lazy("the system"),
    "model": gettext_lazy("a model"),
}
# Why the write path did what it did, why an item has its status, why a conflict was opened.
DECISIONS: dict[str, Promise] = {
    "new": gettext_lazy("nothing like it was known"),
    "coexists": gettext_lazy("it can be true beside what was known"),
    "newer_value": gettext_lazy("the user said another value later"),
    "for_a_while": gettext_lazy("it holds only for a while"),
    "said_again": gettext_lazy("it was said again"),
    "said_earlier": gettext_lazy("something newer was known already"),
    "said_clearly": gettext_lazy("it was said clearly later"),
    "now_standing": gettext_lazy("what held for a while holds for good now"),
    "about_the_past": gettext_lazy("it is about the past"),
    "past_of_present": gettext_lazy("it was true before what is true now"),
    "known_history": gettext_lazy("it is known as history"),
    "corrected": gettext_lazy("the user corrected it"),
    "denied": gettext_lazy("the user said that it is not so"),
    "ended": gettext_lazy("the user said that it is over"),
    "opposite": gettext_lazy("it says the opposite of what was known"),
    "probable": gettext_lazy("it is probably in conflict with what was known"),
    "pinned": gettext_lazy("what it contradicts is pinned"),
    "protected": gettext_lazy("what it contradicts is protected"),
    "less_reliable": gettext_lazy("its source is less reliable"),
    "conflict_pinned": gettext_lazy("in conflict with something pinned"),
    "conflict_protected": gettext_lazy("in conflict with something protected"),
    "conflict_probable": gettext_lazy("probably in conflict with something"),
    "conflict_less_reliable": gettext_lazy("in conflict with a more reliable source"),
    "nothing_remembered": gettext_lazy("it names nothing that is remembered"),
    "asked_to_forget": gettext_lazy("the user asked to forget it"),
    "superseded": gettext_lazy("a newer version took its place"),
    "replaced": gettext_lazy("something else holds its place"),
    "edited": gettext_lazy("a person edited it"),
    "judged_wrong": gettext_lazy("a person judged it wrong"),
    "restored": gettext_lazy("a person restored it"),
    "merged": gettext_lazy("merged into another one"),
    "by_hand": gettext_lazy("archived by a person"),
    "approved": gettext_lazy("approved in review"),
    "rejected": gettext_lazy("rejected in review"),
    "returned": gettext_lazy("a person sent it back to review"),
    "new_wins": gettext_lazy("settled: the new one is right"),
    "old_wins": gettext_lazy("settled: the old one is right"),
    "both_true": gettext_lazy("settled: both are true"),
    "answered_in_words": gettext_lazy("the user answered in the chat"),
    "message_edited": gettext_lazy("its message was edited"),
    "message_deleted": gettext_lazy("its message was deleted"),
    "recalled_and_used": gettext_lazy("it was recalled and used"),
    "no_quote": gettext_lazy("no words of the user say it"),
    "assistant_words": gettext_lazy("only the assistant said it"),
    "redacted": gettext_lazy("what is left of it is a placeholder"),
    "template_text": gettext_lazy("text of a template, not of the user"),
    "tombstoned": gettext_lazy("it was erased before, from the same source"),
    "question": gettext_lazy("a question says nothing about the user"),
    "small_talk": gettext_lazy("small talk"),
    "low_importance": gettext_lazy("its importance is under the gate"),
    "low_confidence": gettext_lazy("the extractor was not sure"),
    "instruction_like": gettext_lazy("it reads like an instruction to the assistant"),
    "duplicate": gettext_lazy("it was known already"),
    "quotation": gettext_lazy("words of somebody else"),
    "pasted": gettext_lazy("pasted text"),
    "no_rule": gettext_lazy("no rule reads it"),
    "hypothetical": gettext_lazy("it was only supposed"),
    "faded": gettext_lazy("its retention fell below the line"),
    "weak": gettext_lazy("it was of little importance"),
    "unused": gettext_lazy("it was not used for long"),
    "expired": gettext_lazy("its time was over"),
    "removes_too_much": gettext_lazy("it would have removed too much"),
    "empty": gettext_lazy("it came out empty"),
    "shipped": gettext_lazy("as shipped"),
}
EVENTS: dict[str, Promise] = {
    "item.added": gettext_lazy("Item added"),
    "item.reinforced": gettext_lazy("Heard again"),
    "item.deprecated": gettext_lazy("Marked as no longer right"),
    "item.overridden": gettext_lazy("Overrides another for a while"),
    "item.ends": gettext_lazy("Given an end"),
    "item.archived": gettext_lazy("Archived"),
    "item.restored": gettext_lazy("Restored"),
    "item.revived": gettext_lazy("Revived by a recall"),
    "item.edited": gettext_lazy("Edited"),
    "item.linked": gettext_lazy("Linked to an older version"),
    "item.pinned": pgettext_lazy("memory item", "Pinned"),
    "item.unpinned": gettext_lazy("No longer pinned"),
    "item.protected": gettext_lazy("Protected"),
    "item.unprotected": gettext_lazy("No longer protected"),
    "item.weighed": gettext_lazy("Importance changed"),
    "item.expiry_changed": gettext_lazy("End changed"),
    "item.exempted": gettext_lazy("Exemption from forgetting changed"),
    "item.merged": gettext_lazy("Others merged into it"),
    "item.folded": gettext_lazy("Merged into another"),
    "item.confirmed": gettext_lazy("Confirmed as still right"),
    "item.quarantined": gettext_lazy("Sent to review"),
    "item.approved": gettext_lazy("Approved"),
    "item.rejected": gettext_lazy("Rejected"),
    "item.taken_back": gettext_lazy("Change taken back"),
    "item.returned": gettext_lazy("Sent back to review"),
    "item.erased": gettext_lazy("Erased"),
    "items.purged": gettext_lazy("Old versions purged"),
    "item.viewed": gettext_lazy("Item viewed"),
    "trace.viewed": gettext_lazy("Turn viewed"),
    "user.viewed": gettext_lazy("Person's memory viewed"),
    "conversation.viewed": gettext_lazy("Conversation viewed"),
    "turn.judged": gettext_lazy("Turn judged"),
    "job.started": gettext_lazy("Job started"),
    "job.stopped": gettext_lazy("Job stopped"),
    "alarm.acknowledged": gettext_lazy("Alarm acknowledged"),
    "lab.run": gettext_lazy("Recall tried in the lab"),
    "episode.absorbed": gettext_lazy("Turn read"),
    "episodes.retried": gettext_lazy("Failed turns tried again"),
    "queue.flagged": gettext_lazy("Flagged in its queue"),
    "queue.unflagged": gettext_lazy("Flag removed"),
    "queue.taken": gettext_lazy("Taken by a person"),
    "queue.released": gettext_lazy("Given back to its queue"),
    "conflict.opened": gettext_lazy("Conflict opened"),
    "conflict.settled": gettext_lazy("Conflict settled"),
    "conflict.reopened": gettext_lazy("Conflict opened again"),
    "experience.proposed": gettext_lazy("Experience suggested"),
    "experience.approved": gettext_lazy("Experience approved"),
    "experience.rejected": gettext_lazy("Experience rejected"),
    "experience.archived": gettext_lazy("Experience retired"),
    "experience.generalised": gettext_lazy("Put into general words"),
    "experience.split": gettext_lazy("Split off another experience"),
    "experience.merged": gettext_lazy("Other experiences merged into it"),
    "experience.folded": gettext_lazy("Experience merged into another"),
    "experience.returned": gettext_lazy("Change of an experience taken back"),
    "experience.edited": gettext_lazy("Experience edited"),
    "proposal.approved": gettext_lazy("Proposal approved"),
    "proposal.rejected": gettext_lazy("Proposal rejected"),
    "proposal.reopened": gettext_lazy("Proposal waits again"),
    "document.imported": gettext_lazy("Document imported"),
    "document.updated": gettext_lazy("Document read again"),
    "document.removed": gettext_lazy("Document removed"),
    "memory.exported": gettext_lazy("Memory exported"),
    "memory.erased": gettext_lazy("Memory erased"),
    "policy.saved": gettext_lazy("Policy saved"),
    "experiment.started": gettext_lazy("Experiment started"),
    "experiment.stopped": gettext_lazy("Experiment stopped"),
    "forgetting.changed": gettext_lazy("Parameters of forgetting changed"),
}

# Where an item comes from, what an event is about, what an erasure reached, states of experiments.
NAMES: dict[str, Promise] = {
    "chat": gettext_lazy("a conversation"),
    "edit": gettext_lazy("edited by the user"),
    "operator": gettext_lazy("edited by an operator"),
    "import": gettext_lazy("an import"),
    "working_memory": gettext_lazy("a finished task"),
    "consolidation": gettext_lazy("consolidation"),
    "item": gettext_lazy("memory item"),
    "conflict": gettext_lazy("conflict"),
    "experience": gettext_lazy("experience"),
    "proposal": gettext_lazy("proposal"),
    "document": gettext_lazy("document"),
    "conversation": gettext_lazy("conversation"),
    "messages": gettext_lazy("messages"),
    "episode": gettext_lazy("exchange"),
    "trace": gettext_lazy("turn"),
    "user": gettext_lazy("person"),
    "the_user": gettext_lazy("the user"),
    "tenant": gettext_lazy("the tenant"),
    "job": gettext_lazy("job"),
    "forget": gettext_lazy("Forgetting"),
    "consolidate": gettext_lazy("Consolidation"),
    "release": gettext_lazy("Release"),
    "alarm": gettext_lazy("alarm"),
    "policy": gettext_lazy("policy"),
    "experiment": gettext_lazy("experiment"),
    "forgetting_settings": gettext_lazy("parameters of forgetting"),
    "draft": gettext_lazy("not started"),
    "running": gettext_lazy("running"),
    "stopped": gettext_lazy("stopped"),
}


def reason_label(name: str) -> str:
    """Return the words for an outcome or the reason of a drop."""
    return str(REASONS.get(name, name.replace("_", " ")))


def name_of(code: str) -> str:
    """Return the words for the code of a source, a thing or a state."""
    return str(NAMES.get(code, code))


def decision_reason(code: str) -> str:
    """Return the words for a reason code; what a person wrote is shown as it is."""
    if not code:
        return "–"
    return str(DECISIONS.get(code, code.replace("_", " ") if " " not in code else code))


def event_label(action: str) -> str:
    """Return the words for an event; one without words is shown as "noun past tense"."""
    return str(EVENTS.get(action, action.replace(".", " ").replace("_", " ")))
