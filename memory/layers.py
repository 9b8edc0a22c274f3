"""Words for the layers of memory and for what an erasure counts: one table for every page."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

LAYERS: dict[str, Promise] = {
    "window": gettext_lazy("Conversation window"),
    "working": gettext_lazy("Working memory"),
    "profile": gettext_lazy("Profile"),
    "long_term": gettext_lazy("Long-term memory"),
    "history": gettext_lazy("Earlier exchanges, word for word"),
    "experience": gettext_lazy("Experience"),
    "knowledge": gettext_lazy("Shared knowledge"),
    "graph": gettext_lazy("People and places"),
    # What the receipt of an erasure counts besides.
    "vectors": gettext_lazy("Search index"),
    "evidence": gettext_lazy("Quotes"),
    "summaries": gettext_lazy("Summaries"),
    "snapshots": gettext_lazy("Snapshots of working memory"),
    "traces": gettext_lazy("Traces of turns"),
    "candidates": gettext_lazy("Places in the traces of recall"),
    "decisions": gettext_lazy("Decisions"),
    "conflicts": gettext_lazy("Conflicts"),
    "proposals": gettext_lazy("Proposals"),
    "experiences": gettext_lazy("Experiences"),
    "audit": gettext_lazy("Texts in the audit"),
    "tombstones": gettext_lazy("Marks of what was erased before"),
    "job_runs": gettext_lazy("Runs of jobs"),
    "documents": gettext_lazy("Documents"),
    "uploads": gettext_lazy("Uploads"),
}


def layer_label(name: str) -> str:
    """Return the words for a layer."""
    return str(LAYERS.get(name, name))
