"""Abstracts a task and its solution from the one case they come from. Pure.

Names, numbers, dates, addresses and quoted details become placeholders; what is left says how such
a task is solved.
"""

import re
from collections.abc import Callable, Collection

_RULES = (
    (re.compile(r"https?://\S+|www\.\S+"), "<link>"),
    (re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+"), "<e-mail>"),
    (re.compile(r"\[redacted:[a-z_]+\]"), "<detail>"),
    (
        re.compile(
            r"\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\d{4}年\d{1,2}月(?:\d{1,2}[日号])?|"
            r"\d{1,2}月\d{1,2}[日号]|"
            r"\b(?:January|February|March|April|May|June|July|August|September|October|November|"
            r"December) \d{1,2}(?:, \d{4})?\b"
        ),
        "<date>",
    ),
    (re.compile(r"(?:/[\w.-]+){2,}/?|[A-Za-z]:\\[\w\\.-]+"), "<path>"),
    (re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?\b"), "<time>"),
    (re.compile(r"[$€£¥￥]\s?\d[\d,.]*|\d[\d,.]*\s?(?:元|dollars|euros|USD|EUR|CNY)"), "<amount>"),
    (re.compile(r"(?<![\w.])#?\d[\d,.]*\d(?![\w])|(?<![\w.])#?\d(?![\w.])"), "<number>"),
    (re.compile(r"(?<=[\u4e00-\u9fff])\d+(?:\.\d+)?"), "<number>"),
)
_QUOTED = re.compile(r"“[^”]{1,80}”|\"[^\"]{1,80}\"|「[^」]{1,80}」")
# Two capitalised words inside a sentence, or one after a word that names whom: a person. A single
# capitalised word elsewhere may be a button ("choose Export").
_NAMES = (
    re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]+(?: [A-Z][a-z]+)+\b"),
    re.compile(r"(?:(?<=\bfor )|(?<=\bwith )|(?<=\bfrom ))[A-Z][a-z]+\b"),
)
_FENCE = re.compile(r"(```.*?```)", re.DOTALL)
_COMMON = frozenset({"I", "English", "Chinese", "Python", "Django", "Redis", "Excel", "Word"})


def generalise(text: str, names: Collection[str] = ()) -> str:
    """Return the text without one-off details. `names` are those that memory knows of the person.

    Code blocks keep their text: a solution's code is the solution.
    """
    return _abstracted(text, names, [])


def survivors(original: str, general: str, names: Collection[str] = ()) -> list[str]:
    """Return the names, numbers, dates and places of the original that a general form still has.

    What merely stood in quotation marks may stay: it is often the name of a button.
    """
    found: list[tuple[str, str]] = []
    _abstracted(original, names, found)
    kept = _LIST_MARK.sub("", general)
    return list(
        dict.fromkeys(
            detail for kind, detail in found if kind != "<detail>" and _stands_in(detail, kept)
        )
    )


_LIST_MARK = re.compile(r"^\s*\d{1,2}[.)、]", re.MULTILINE)


def _stands_in(detail: str, text: str) -> bool:
    wanted = re.escape(detail)
    edges = (r"(?<![\w.])", r"(?![\w])") if detail.isascii() else ("", "")
    return re.search(f"{edges[0]}{wanted}{edges[1]}", text, re.IGNORECASE) is not None


def _abstracted(text: str, names: Collection[str], found: list[tuple[str, str]]) -> str:
    parts = _FENCE.split(text)
    return "".join(
        part if part.startswith("```") else _abstract(part, names, found) for part in parts
    )


def is_confirmation(text: str) -> bool:
    """Tell whether a message says that the answer before it solved the task."""
    return bool(_CONFIRMS.search(text)) and not _DENIES.search(text)


_CONFIRMS = re.compile(
    r"\b(?:that|it|this|which|your (?:fix|solution|suggestion|answer|advice))"
    r"(?:'s| has| did| just)? "
    r"(?:really |totally |finally )?(?:worked|works|solved|fixed|did the trick|did it)\b|"
    r"\b(?:problem|issue) (?:is )?(?:solved|fixed|resolved)\b|^\W*(?:worked|solved|fixed)\b|"
    r"解决了|搞定了|好使了?|管用了?|成功了|可以了|有效果?了|奏效",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:not|n't|never|no longer|still|if|whether|hope|hopefully|only half)\b|"
    r"没有?解决|没搞定|不管用|不好使|没成功|不可以|[吗?？]|如果|还没|希望",
    re.IGNORECASE,
)


def _abstract(text: str, names: Collection[str], found: list[tuple[str, str]]) -> str:
    """Replace the details of a text, and note in `found` the placeholder and what it stands for."""

    def put(placeholder: str) -> Callable[[re.Match[str]], str]:
        def replaced(match: re.Match[str]) -> str:
            if placeholder == "<name>" and match[0] in _COMMON:
                return match[0]
            if "<" not in match[0]:
                found.append((placeholder, match[0].strip()))
            return placeholder

        return replaced

    for name in sorted(names, key=len, reverse=True):
        if len(name) > 1:
            edge = r"\b" if name.isascii() else ""
            text = re.sub(rf"{edge}{re.escape(name)}{edge}", put("<name>"), text)
    text = _QUOTED.sub(put("<detail>"), text)
    for pattern, placeholder in _RULES:
        text = pattern.sub(put(placeholder), text)
    for pattern in _NAMES:
        text = pattern.sub(put("<name>"), text)
    return text
