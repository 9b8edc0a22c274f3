"""Reads Chinese by its grammar: clauses, who does what, when, how sure; then rules by kind.

`extract`, `confirms` and `restate` are what memory.backends.local asks of a language.
"""

import re

from memory.backends.local.chinese.reading import read
from memory.backends.local.chinese.restating import as_user
from memory.backends.local.chinese.script import simplify
from memory.backends.local.frame import Piece
from memory.domain.types import Extraction, ExtractionRequest

_YES = re.compile(
    r"^\s*(?:(?:嗯|哈|哦|啊|呵|嘿)+[，, ]*)?(?:对(?:的|呀|啊|哦|对对?)?|没错(?:没错)?|"
    r"是(?:的|啊|呀|哒)|正是|"
    r"正确|完全正确|确实(?:是|如此)?|就是(?:这样|的)?|你说得?对|说得?对|嗯嗯?|记对了|"
    r"没有?[记说弄]?错)"
    r"(?=\s*(?:[，,。！!~～；;\s]|$|我|你))"
)
_NOT_YES = re.compile(r"对[^，,。！!~～；; ]*(?:过敏|来说|感兴趣)|^\s*对不")


def extract(piece: Piece, request: ExtractionRequest) -> Extraction:
    """Read one run of the user's words."""
    return read(piece, request)


def confirms(piece: Piece) -> str:
    """Return the words that say yes to what the assistant just stated, "" if there are none."""
    text = simplify(piece.text)
    match = _YES.match(text)
    if match is None or _NOT_YES.search(text[: match.end() + 8]):
        return ""
    return piece.quote(match.start(), match.end())


def restate(reply: str, request: ExtractionRequest) -> Extraction:
    """Read the assistant's reply as if the user had said it (您住在 -> 我住在)."""
    said = as_user(reply)
    if not said.strip():
        return Extraction(extractor="local")
    return read(Piece(text=said, start=0, language="zh", message=said), request)
