"""The text by which a past exchange is found, and the one in which it is quoted."""

from memory.models import Episode

REPLY_CHARACTERS = 600  # of a reply by which an exchange is found; the rest drowns what was said
QUOTED_CHARACTERS = 1200  # of a reply within a quotation


def exchange_text(episode: Episode) -> str:
    """Return by what an exchange is found. Who spoke is left out: that is compared by name."""
    return joined(episode.user_text, episode.reply_text[:REPLY_CHARACTERS])


def quotation(episode: Episode) -> str:
    """Return an exchange word for word, a long reply cut."""
    reply = episode.reply_text[:QUOTED_CHARACTERS]
    return joined(episode.user_text, f"[reply] {reply}" if reply else "")


def joined(user_text: str, reply_text: str) -> str:
    return f"{user_text}\n{reply_text}" if reply_text else user_text
