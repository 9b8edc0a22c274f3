"""What a message asks for: its parts, what it leans on, and whether it points to the past. Pure.

Rules only; a model may do better (`memory.questions` asks it first when there is one).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_QUESTION_EN = (
    r"what|where|who|whom|whose|when|which|why|how|do|does|did|is|are|was|were|can|could|should"
    r"|would|will|have|has|am|tell me|remind me|show me|list"
)
_BETWEEN_EN = re.compile(
    rf"(?<=[?!;])\s+|[,;]?\s+(?:and|or|also|but|plus)\s+(?:also\s+)?(?=(?:{_QUESTION_EN})\b)",
    re.IGNORECASE,
)
_BETWEEN_ZH = re.compile(
    r"[？?！!；;。]+|[，,](?:还有|以及|另外|并且|而且|同时)?|还有(?=[我你他她它])"
)
_ASKS_ZH = re.compile(
    r"[吗呢么]$|什么|哪|谁|几|多少|怎么|怎样|如何|为什么|是否|能不能|可不可以|有没有|是不是|多久|何时"
)
_NAME = re.compile(r"\b[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)*")
_NO_NAMES = frozenset({"I", "I'm", "I've", "I'd", "I'll", "OK"})
_ASKS_EN = re.compile(rf"\W*(?:{_QUESTION_EN})\b", re.IGNORECASE)
_SELF = re.compile(r"\b(?:i|me|my|mine|we|us|our|ours)\b|[我咱]", re.IGNORECASE)
BY_RULES = "rules"
SPLIT_CHARACTERS = 160
MOSTLY_ASKS = 0.5  # of the clauses of a message that puts several questions
_HAN = re.compile(r"[\u4e00-\u9fff]")

_PAST_EN = re.compile(
    r"\b(?:last time|as i (?:said|told|mentioned)|i (?:said|told you|mentioned|asked)"
    r"|we (?:talked|spoke|discussed|chatted)"
    r"|did (?:i|we) (?:say|tell|mention|talk|discuss|ask)"
    r"|you (?:said|told me|suggested|recommended|mentioned)"
    r"|(?:do|can) you (?:still )?remember|remember (?:when|that|what)"
    r"|previous(?:ly)?|earlier|back then|the other day|in our (?:last|previous|earlier)"
    r"|used to|use to live)\b",
    re.IGNORECASE,
)
_PAST_ZH = re.compile(
    r"上次|上回|之前|以前|曾经|刚才|那次|说过|提过|提到过|聊过|讲过|告诉过|还记得|记不记得|从前|原来说|当时"
)

_ELLIPSIS_EN = re.compile(
    r"^\W*(?:and|but|so|ok(?:ay)?|also|then|well)?[\s,]*(?:what|how) about\b"
    r"|^\W*(?:and|what about|how about|why|when|where|who|which(?: one)?|how so|really|same"
    r"|again)\W*$"
    r"|^\W*and\b"
    r"|\b(?:it|its|that|this|those|these|they|them|their|he|him|his|she|her|hers|there|then|one|ones"
    r"|the same|the other|the first|the second|the latter|the former)\b",
    re.IGNORECASE,
)
_ELLIPSIS_ZH = re.compile(
    r"^那(?!里|边|天)|^(?:还有|另外|然后|所以)|呢[？?]?$|它|他|她|这个|那个|这些|那些|这样|那样|上次|刚才|前者|后者|那里|那边|那家|那位|同样|其他的"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """A query made to stand alone, and what was added from where ("" when nothing was needed)."""

    text: str
    rewriter: str = ""


def is_question(text: str) -> bool:
    """Tell whether a message asks for something ("Where ...?", "tell me ...", ...吗)."""
    return bool("?" in text or "？" in text or _ASKS_EN.match(text) or _ASKS_ZH.search(text))


def speaks_of_self(text: str) -> bool:
    """Tell whether a message is about those who talk: "I", "our", 我."""
    return _SELF.search(text) is not None


def refers_to_past(text: str) -> bool:
    """Tell whether a message points to something said before ("as I told you", 上次说的)."""
    return bool(_PAST_EN.search(text) or _PAST_ZH.search(text))


def split_parts(text: str) -> tuple[str, ...]:
    """Return the questions that a message puts, each to be looked for; at least one.

    What is long, or tells more than it asks, is a story rather than a list of questions, and is
    looked for as a whole.
    """
    if len(text) > SPLIT_CHARACTERS:
        return (text,)
    parts = [part.strip(" ,;，；") for part in _pieces(text)]
    parts = [part for part in parts if part]
    return tuple(dict.fromkeys(parts)) if len(parts) > 1 else (text.strip() or text,)


def _pieces(text: str) -> list[str]:
    if not _HAN.search(text):
        return _BETWEEN_EN.split(text)
    clauses = [clause for clause in _BETWEEN_ZH.split(text) if clause.strip()]
    asking = [clause for clause in clauses if _ASKS_ZH.search(clause)]
    if len(asking) < max(2, MOSTLY_ASKS * len(clauses)):
        return [text]
    return asking if len(asking) == len(clauses) else [text, *asking]


def leans_on_context(text: str) -> bool:
    """Tell whether a message cannot be looked up by its own words alone."""
    return bool(_ELLIPSIS_EN.search(text) or _ELLIPSIS_ZH.search(text))


def rewrite(text: str, *, recent: Sequence[tuple[str, str]], entities: Sequence[str]) -> Rewritten:
    """Make an elliptic message stand alone by what the last turns and working memory speak of.

    `recent` is ((role, text), ...), oldest first, without the message itself.
    """
    if not leans_on_context(text):
        return Rewritten(text=text)
    said = [words for role, words in recent if role == "user" and words.strip() != text.strip()]
    context = [
        *(_topic(words) for words in said[-1:]),
        *(name for name in entities[-3:] if name.casefold() not in text.casefold()),
    ]
    context = [words for words in context if words]
    if not context:
        return Rewritten(text=text)
    return Rewritten(text=f"{text} ({'; '.join(context)})", rewriter=BY_RULES)


def _topic(text: str) -> str:
    """Return what a message is about: the names in it, else the message without its marks."""
    inner = text[:1].lower() + text[1:]  # the first word is large without being a name
    names = [name for name in _NAME.findall(inner) if name not in _NO_NAMES]
    return " ".join(dict.fromkeys(names)) if names else re.sub(r"[?？!！。]+", " ", text).strip()
