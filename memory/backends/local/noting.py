"""A statement put as a request: "can you remember that I'm vegan?", 能记住我对芒果过敏吗."""

import re

_SELF = r"(?=(?:i|i'm|i’m|i've|i’ve|my|we|we're|our)\b)"
_ENGLISH = re.compile(
    r"^\W*(?:(?:hi|hey|ok(?:ay)?|so|also|and|please),?\s+)*(?:can|could|would|will) you"
    r"(?: please| also)* (?:(?:remember|save|store|record) that|(?:note(?: down)?|keep in mind"
    rf"|take note|make a note)(?: that)?)[:,]? {_SELF}",
    re.IGNORECASE,
)
_OK = re.compile(  # "remember I'm vegan, ok?"
    rf"^\W*(?:please )?(?:remember|note)(?: that)? {_SELF}"
    r"(?=.*,? (?:ok|okay|alright|please)\?\s*$)",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"^\s*(?:你|您|请|麻烦|能|可以|能不能|可不可以|能否|可否)+(?:帮我|给我|替我)?"
    r"(?:记住|记一下|记下来?|备注)(?:一下)?[：:，, ]?(?=我(?!说|讲|问))"
)
_TAIL = re.compile(
    r"(?:,? (?:ok(?:ay)?|alright|please|thanks))?\s*[?？]+\s*$"
    r"|(?:好吗|行吗|可以吗|吗)?\s*[?？]*\s*$"
)


def as_told(text: str) -> str:
    """Return what is to be noted as a statement, as long as the text: the rest is blanked."""
    asked = _ENGLISH.match(text) or _OK.match(text) or _CHINESE.match(text)
    if asked is None:
        return text
    rest = text[asked.end() :]
    tail = _TAIL.search(rest)
    end = tail.start() if tail else len(rest)
    ending = "." + " " * (len(rest) - end - 1) if end < len(rest) else ""
    return " " * asked.end() + rest[:end] + ending
