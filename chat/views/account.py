"""Settings of a person, and help."""

from django.conf import settings as django_settings
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from chat.context_processors import THEMES
from chat.requests import UserRequest
from chat.zones import known_zones

_SWITCHES = ("uses_memory", "learns")


@login_required
def settings(request: UserRequest) -> HttpResponse:
    """GET: the page. POST: change the settings that the form names; each saves on change."""
    if request.method != "POST":
        return render(request, "chat/settings.html", {"time_zones": _time_zones()})
    changed = _apply(request)
    if changed is None:
        error = gettext("This value cannot be used.")
        return HttpResponse(error, status=422, content_type="text/plain; charset=utf-8")
    request.user.save(update_fields=changed or None)
    if not request.htmx:
        return redirect("chat:settings")
    response = HttpResponse(status=204)
    response["HX-Trigger"] = "setting-saved"
    if "theme" in changed:
        response.set_cookie("theme", request.user.theme, max_age=31536000, samesite="Lax")
    return response


def _apply(request: UserRequest) -> list[str] | None:
    """Set what the form names on the user, unsaved; None when a value is not allowed."""
    user, changed = request.user, []
    if "theme" in request.POST:
        if request.POST["theme"] not in THEMES:
            return None
        user.theme = request.POST["theme"]
        changed.append("theme")
    if "time_zone" in request.POST:
        if request.POST["time_zone"] not in known_zones():
            return None
        user.time_zone = request.POST["time_zone"]
        changed.append("time_zone")
    if "first_name" in request.POST:
        user.first_name = " ".join(request.POST["first_name"].split())[:150]
        changed.append("first_name")
    switch = request.POST.get("switch", "")
    if switch in _SWITCHES:
        setattr(user, switch, request.POST.get(switch) == "on")
        changed.append(switch)
    return changed


def _time_zones() -> list[str]:
    return sorted(
        name
        for name in known_zones()
        if "/" in name and not name.startswith(("Etc/", "SystemV/", "posix/", "right/"))
    ) + ["UTC"]


@login_required
@require_GET
def help_page(request: UserRequest) -> HttpResponse:
    return render(
        request,
        "chat/help.html",
        {"model": django_settings.CHAT_MODEL, "base_url": django_settings.OPENAI_BASE_URL},
    )
