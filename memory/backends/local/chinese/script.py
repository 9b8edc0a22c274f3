"""Chinese characters: traditional to simplified and back, one for one, and numerals.

A converted text is exactly as long as its source, so that offsets in one are offsets in the other.
"""

import functools
import importlib.util
import re
from pathlib import Path

_FULL_WIDTH = {
    code: code - 0xFEE0
    for first, last in ((0xFF10, 0xFF19), (0xFF21, 0xFF3A), (0xFF41, 0xFF5A))
    for code in range(first, last + 1)
}  # digits and letters; punctuation stays
_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "俩": 2, "三": 3, "仨": 3, "四": 4, "五": 5}
_DIGITS |= {"六": 6, "七": 7, "八": 8, "九": 9, "几": 3}
_UNITS = {"十": 10, "百": 100, "千": 1000, "万": 10000}
_TWENTIES = {"廿": "二十", "卅": "三十"}
_IN_BOTH = frozenset("著乾瞭徵藉夥於餘鍾麽祇後裡髮妳")  # also written in simplified texts
NUMERAL = r"(?:\d+(?:\.\d+)?|[零〇一二两三四五六七八九十百千万]+)"


@functools.cache
def _table(name: str) -> dict[int, str]:
    """Read a character table of jionlp without importing that package (its import prints)."""
    spec = importlib.util.find_spec("jionlp")
    if spec is None or not spec.origin:
        return {}
    path = Path(spec.origin).parent / "dictionary" / name
    pairs = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {ord(p[0]): p[1] for p in pairs if len(p) == 2 and len(p[0]) == len(p[1]) == 1}


def simplify(text: str) -> str:
    """Return the text in simplified characters and half-width digits, of the same length."""
    plain = text.translate(_FULL_WIDTH)
    return plain.translate(_table("tra2sim_char.txt")) if is_traditional(text) else plain


def is_traditional(text: str) -> bool:
    """Say whether any character is used in traditional writing only."""
    table = _table("tra2sim_char.txt")
    return any(table.get(ord(c), c) != c for c in text if c not in _IN_BOTH)


def to_traditional(text: str) -> str:
    """Return simplified text in traditional characters, one for one."""
    return text.translate(_table("sim2tra_char.txt"))


def to_number(numeral: str) -> float | None:
    """Return what a numeral in digits or characters says (二十八 -> 28), None if it is none."""
    numeral = numeral.strip()
    for sign, reading in _TWENTIES.items():
        numeral = numeral.replace(sign, reading)
    if re.fullmatch(r"\d+(?:\.\d+)?", numeral):
        return float(numeral)
    if not numeral or any(c not in _DIGITS and c not in _UNITS and c != "有" for c in numeral):
        return None
    numeral = numeral.replace("有", "")
    if "万" in numeral:
        return _with_ten_thousands(numeral)
    if not any(c in _UNITS for c in numeral):
        return float("".join(str(_DIGITS[c]) for c in numeral))
    total, digit = 0, 0
    for character in numeral:
        if character in _UNITS:
            total += (digit or 1) * _UNITS[character]
            digit = 0
        else:
            digit = _DIGITS[character]
    last_unit = _UNITS.get(numeral[-2], 0) if len(numeral) > 1 else 0
    return float(total + (digit * last_unit // 10 if last_unit >= 100 else digit))


def _with_ten_thousands(numeral: str) -> float | None:
    """Read 两万五 (25000) and 三万二千 (32000)."""
    head, _, tail = numeral.partition("万")
    high, low = to_number(head or "一"), to_number(tail) if tail else 0.0
    if high is None or low is None:
        return None
    return high * 10000 + (low * 1000 if tail and low < 10 else low)


def plain_number(numeral: str) -> str:
    """Return a numeral in digits ("二十八" -> "28"); what is none stays as it is."""
    number = to_number(numeral)
    if number is None:
        return numeral
    return str(int(number)) if number == int(number) else str(number)
