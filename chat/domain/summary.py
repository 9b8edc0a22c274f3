"""The running summary without a model: the sentences that matter, as they were said. Pure.

Kept are what the user needs or prefers, what was decided, what is still open, and sentences with
names, times and numbers; small talk is not. English and Chinese.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chat.domain.types import WindowMessage
from memory.domain.language import language_of

NEEDS, DECISIONS, OPEN, DETAILS = "needs", "decisions", "open", "details"
SECTIONS = (NEEDS, DECISIONS, OPEN, DETAILS)
TITLES = {
    "en": {
        NEEDS: "Needs and preferences",
        DECISIONS: "Decided",
        OPEN: "Open",
        DETAILS: "Details",
    },
    "zh": {NEEDS: "需求与偏好", DECISIONS: "已决定", OPEN: "未解决", DETAILS: "细节"},
}
SPEAKERS = {
    "en": {"user": "User", "assistant": "Assistant"},
    "zh": {"user": "用户", "assistant": "助手"},
}
MAX_SENTENCE = 240  # characters; a longer one is cut at its end and marked

_SENTENCE = re.compile(r"[^.!?。！？；\n]*(?:\.(?=\d)[^.!?。！？；\n]*)*[.!?。！？；]*[\s]*")
_CUES = {
    NEEDS: re.compile(
        r"\b(?:i(?:'m| am)? (?:need|want|prefer|like|love|hate|must|can(?:'t|not)|don't|allergic)"
        r"|i'd (?:like|prefer|rather)|allergic|please (?:keep|always|don't|never)|never|always"
        r"|my (?:budget|name|goal|deadline|favou?rite|diet))\b"
        r"|我(?:想|要|需要|希望|喜欢|不喜欢|讨厌|偏好|不能|必须|不吃|对.{1,12}过敏)|过敏"
        r"|我的(?:预算|名字|目标|截止)|请(?:务必|不要|别|一直|保持)|务必",
        re.IGNORECASE,
    ),
    DECISIONS: re.compile(
        r"\b(?:let's|let us|we(?:'ll| will)|i(?:'ll| will)|decided?|agreed|settled|chosen|go with"
        r"|going with|booked|confirmed|deal)\b"
        r"|决定|定了|就(?:这样|选|用|去|定)|选了|确定|同意|订了|敲定",
        re.IGNORECASE,
    ),
    OPEN: re.compile(
        r"\b(?:to ?do|remind me|still (?:need|have|waiting|open)|not yet|later|pending|next step)\b"
        r"|待办|提醒我|还没|尚未|稍后|之后再|下一步|待定",
        re.IGNORECASE,
    ),
}
# A number, a name in the middle of a sentence, a quoted name, money, a time.
_DETAIL = re.compile(
    r"\d|[«“\"「『《][^»”\"」』》]{2,}|(?<=[a-z,] )[A-Z][\w'-]+|[¥$€£]"
    r"|[一二两三四五六七八九十百]+(?:点|号|月|年|天|个|人|块|元)"
)
_SMALL_TALK = re.compile(
    r"^\W*(?:hi|hello|hey|thanks?|thank you|ok(?:ay)?|great|cool|bye|sure|yes|no"
    r"|你好|您好|谢谢|好的|嗯|再见)"
    r"[\W\s]*(?:there|you|so much|very much|again|了|啊|呀)?\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One kept sentence, with its place: later ones beat earlier ones when room is short."""

    section: str
    text: str
    place: int


def sentences(text: str) -> list[str]:
    """Split by the full stops of both languages; a point within a number is none."""
    return [found.strip() for found in _SENTENCE.findall(text) if found.strip()]


def section_of(sentence: str, role: str) -> str | None:
    """Return where a sentence belongs, or None when it is not worth keeping."""
    if _SMALL_TALK.match(sentence):
        return None
    is_user = role == "user"
    if is_user and _CUES[NEEDS].search(sentence):
        return NEEDS
    if _CUES[OPEN].search(sentence):
        return OPEN
    if _CUES[DECISIONS].search(sentence):
        return DECISIONS
    return DETAILS if _DETAIL.search(sentence) else None


def extend_summary(
    previous: str,
    messages: Sequence[WindowMessage],
    *,
    limit: int,
    count: Callable[[str], int],
) -> str:
    """Return the summary of what `previous` covers and of `messages`, within `limit` tokens.

    Only words that were said; a sentence that stood before is not repeated. When room is short,
    details go before what is open, that before decisions, needs last; older before newer.
    """
    lines = _previous_lines(previous)
    lines += _new_lines(messages, first_place=len(lines))
    lines = _without_repeats(lines)
    all_text = previous + "".join(message.content for message in messages)
    language = language_of(all_text)
    while lines and count(_render(lines, language)) > limit:
        lines.remove(max(lines, key=lambda line: (SECTIONS.index(line.section), -line.place)))
    return _render(lines, language)


def _new_lines(messages: Sequence[WindowMessage], *, first_place: int) -> list[Line]:
    lines: list[Line] = []
    for index, message in enumerate(messages):
        if message.role not in ("user", "assistant"):
            continue
        speaker = SPEAKERS[language_of(message.content)][message.role]
        is_answered = any(later.role == "assistant" for later in messages[index + 1 :])
        for sentence in sentences(message.content):
            section = section_of(sentence, message.role)
            is_question = sentence.endswith(("?", "？"))
            if message.role == "user" and is_question and not is_answered:
                section = OPEN
            if section:
                place = first_place + len(lines)
                text = f"{speaker}: {_shortened(sentence)}"
                lines.append(Line(section=section, text=text, place=place))
    return lines


def _previous_lines(previous: str) -> list[Line]:
    by_title = {title: key for titles in TITLES.values() for key, title in titles.items()}
    lines: list[Line] = []
    section = DETAILS
    for raw in previous.splitlines():
        text = raw.strip()
        if text.rstrip(":：") in by_title:
            section = by_title[text.rstrip(":：")]
        elif text:
            lines.append(Line(section=section, text=text.removeprefix("- "), place=len(lines)))
    return lines


def _without_repeats(lines: Sequence[Line]) -> list[Line]:
    """Keep the last of equal sentences."""
    return list({line.text.casefold(): line for line in lines}.values())


def _shortened(sentence: str) -> str:
    return sentence if len(sentence) <= MAX_SENTENCE else sentence[: MAX_SENTENCE - 1] + "…"


def _render(lines: Sequence[Line], language: str) -> str:
    parts = []
    for section in SECTIONS:
        own = [f"- {line.text}" for line in lines if line.section == section]
        if own:
            parts.append("\n".join([f"{TITLES[language][section]}:", *own]))
    return "\n".join(parts)
