"""One sentence for each way in which a turn, or a request of the browser, can fail."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

_LINES = {
    # Of the model (chat.llm.base.ModelError).
    "no_network": _("The model could not be reached. Check the network and the model's address."),
    "unauthorized": _("The model refused the key. Check OPENAI_API_KEY."),
    "rate_limited": _("The model is busy or its quota is used up. Wait a moment, then try again."),
    "timeout": _("The model was silent for too long, so the reply was given up."),
    "cut_stream": _("The connection to the model broke off in the middle of the reply."),
    "server_error": _("The model's server failed."),
    "bad_request": _("The model did not accept the request. Check its name and settings."),
    "context_too_long": _("The message is too long for the model. Shorten it."),
    # Of a turn.
    "lost": _("The server stopped while it was answering. Your message is saved."),
    "internal": _("Something went wrong on the server. Your message is saved."),
    # Of a request of the browser.
    "bad_frame": _("The page sent something that the server does not understand. Load it again."),
    "unknown_frame": _("The page is older than the server. Load it again."),
    "empty_message": _("Write something first."),
    "message_too_long": _("The message is too long."),
    "not_found": _("This conversation does not exist."),
    "turn_running": _("A reply is still being written. Wait for it, or stop it."),
    "too_many_turns": _("Too many messages in a minute. Wait a little."),
    "not_last_turn": _("Only the last reply can be tried again."),
}
CODES = frozenset(_LINES)


def line(code: str) -> str:
    """Return the sentence for a code, in the active language."""
    return str(_LINES[code]) if code in _LINES else gettext("Something went wrong.")
