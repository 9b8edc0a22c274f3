"""The question that a conflict puts to the user, and how their answer is read. Pure."""

import re

_ENDINGS = ("Is the earlier one still right?", "之前的说法还对吗？")
OLD_WINS, NEW_WINS, BOTH_TRUE = "old_wins", "new_wins", "both_true"


def conflict_question(*, old: str, new: str, language: str) -> str:
    """Return the question, in the language of the newer statement.

    `old` is quoted as it was said; `new` is the statement that may contradict it.
    """
    old, new = (said.strip(" .。!！") for said in (old, new))
    if language.startswith("zh"):
        return f"您之前说过“{old}”，现在说“{new}”。{_ENDINGS[1]}"
    return f"Earlier you said “{old}”, and now “{new}”. {_ENDINGS[0]}"


def answers_question(text: str, previous_reply: str) -> bool:
    """Say whether a message answers the question at the end of the reply before it."""
    return previous_reply.rstrip().endswith(_ENDINGS) and bool(read_answer(text))


def read_answer(text: str, *, old: str = "", new: str = "") -> str:
    """Read a short answer: "old_wins", "new_wins", "both_true", or "" when it is none.

    `old` and `new` are the two values: naming one of them says more than yes or no. Otherwise only
    what begins with an answer counts: the question may also just be passed over.
    """
    said = text.strip().casefold()
    if len(said) > LONGEST_ANSWER or said.endswith(("?", "？")):
        return ""
    if _BOTH.match(said):
        return BOTH_TRUE
    named = _named(said, old.casefold(), new.casefold())
    if named:
        return named
    if _NO.match(said):
        return NEW_WINS
    return OLD_WINS if _YES.match(said) else ""


def _named(said: str, old: str, new: str) -> str:
    has_old, has_new = bool(old) and old in said, bool(new) and new in said
    if has_old == has_new:
        return ""
    if has_new:
        return OLD_WINS if _is_negated(said, new) else NEW_WINS
    return NEW_WINS if _is_negated(said, old) else OLD_WINS


def _is_negated(said: str, value: str) -> bool:
    before, _, after = said.partition(value)
    return _NOT_BEFORE.search(before) is not None or _NOT_AFTER.match(after) is not None


LONGEST_ANSWER = 100  # characters; what is longer speaks of something else
_NOT_BEFORE = re.compile(
    r"(?:\b(?:not|never|no longer|isn't|don't|doesn't|left|moved (?:away )?from)\b[^,.;]{0,24}"
    r"|(?:不|没|离开)[^，。；]{0,8})$"
)
_NOT_AFTER = re.compile(
    r"[^,.;]{0,12}\b(?:any ?more|no longer|wrong|outdated)\b|[^，。；]{0,6}(?:了不|不了|错)"
)
_BOTH = re.compile(
    r"(?:yes,? |well,? )?both(?: are| of them)?\b|they(?:'re| are) both\b"
    r"|两个都|都对|都是|都没错|两者都"
)
_NO = re.compile(
    r"(?:no|nope|nah|not any ?more|not any longer|no longer|that(?:'s| is| was) (?:not|no longer)"
    r"|that(?:'s| is| was) (?:wrong|outdated|old)|the (?:new|newer|latter|second)(?: one)?"
    r"|it(?:'s| has) changed|outdated)\b"
    r"|不(?:对|是|再)|不了|已经(?:不|变|改)|错了|(?:以)?(?:现在|新|后)(?:的|面|者|一个|说的)|变了|过时"
)
_YES = re.compile(
    r"(?:yes|yeah|yep|yup|still(?: (?:right|true|is))?|correct|right|true|it (?:is|still is)|sure"
    r"|the (?:old|older|former|first|earlier)(?: one)?)\b"
    r"|(?:是的?|对的?|没错|还是|仍然|依然|正确|嗯)(?=[，,。.!！\s]|$|一样|这样|对|以前|之前|原来)"
    r"|(?:以)?(?:之前|以前|原来|老|旧|前)(?:的|面|者|一个|说的)"
)
