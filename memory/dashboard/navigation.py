"""The pages of the dashboard in their groups, and what waits on them."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from memory.dashboard import access, lists
from memory.domain.types import Status
from memory.models import Conflict, Episode, Experience, ReviewProposal

BADGE_CAP = 99


def _page(
    url: str, label: str, icon: str, key: str = "", also: tuple[str, ...] = ()
) -> dict[str, Any]:
    return {"url": f"dashboard:{url}", "label": label, "icon": icon, "key": key,
            "names": (url, *also)}  # fmt: skip


def groups(*, is_admin: bool) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return (group, pages); pages that only admins may open are left out for others."""
    govern = [
        _page("policies", _("Policies & experiments"), "adjustments", also=("policy",)),
        _page("evaluations", _("Evaluations"), "chart-bar"),
        _page("jobs", _("Jobs"), "list-check", "j"),
        _page("audit", _("Audit"), "shield-check", "a"),
        _page("erasure", _("Erasure & export"), "trash", also=("receipt",)),
    ]
    return [
        (
            _("Observe"),
            [
                _page("overview", _("Overview"), "gauge", "o"),
                _page("turns", _("Turns"), "message-circle", "t", also=("turn",)),
                _page("users", _("Users"), "users", "u", also=("user", "conversation", "entities")),
                _page("items", _("Memory items"), "brain", "i", also=("item",)),
            ],
        ),
        (
            _("Act"),
            [
                _page("review", _("Review"), "inbox", "r"),
                _page("conflicts", _("Conflicts"), "scale", "c", also=("conflict",)),
                _page("forgetting", _("Forgetting"), "hourglass", "f", also=("night",)),
            ],
        ),
        (
            _("Understand"),
            [
                _page("lab", _("Recall lab"), "flask", "l"),
                _page("experiences", _("Experiences"), "bulb", also=("experience",)),
                _page("knowledge", _("Knowledge"), "book", also=("document",)),
            ],
        ),
        (_("Govern"), [page for page in govern if is_admin or page["url"] not in ADMIN_PAGES]),
    ]


ADMIN_PAGES = {"dashboard:audit"}


def waiting(request: HttpRequest) -> dict[str, str]:
    """Return the badge of each page on which something waits, at most "99+"."""
    review = (
        lists.count_up_to(access.items_of(request).filter(status=Status.PENDING), BADGE_CAP)[0]
        + access.proposals_of(request).filter(state=ReviewProposal.State.WAITING).count()
        + access.experiences_of(request).filter(state=Experience.State.REVIEW).count()
    )
    conflicts = access.conflicts_of(request).filter(state=Conflict.State.OPEN)
    failed = access.episodes_of(request).filter(state=Episode.State.FAILED)
    numbers = {
        "dashboard:review": review,
        "dashboard:conflicts": lists.count_up_to(conflicts, BADGE_CAP + 1)[0],
        "dashboard:jobs": lists.count_up_to(failed, BADGE_CAP + 1)[0],
    }
    return {
        url: f"{BADGE_CAP}+" if number > BADGE_CAP else str(number)
        for url, number in numbers.items()
        if number
    }
