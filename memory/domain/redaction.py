"""Finds secrets and personal identifiers in text and puts typed placeholders in their place.

Pure. Phone numbers need the tables of a library: who has them gives their spans (see
`memory.redaction`). Redacting twice is the same as once.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

Span = tuple[int, int]

# Full-width forms are read as their plain ones, so that １３８ is seen as 138; lengths stay.
PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}

CONTACTS = ("email", "phone")
PLACEHOLDER = re.compile(r"\[redacted:[a-z_]+\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Redaction:
    """`found` says how many of each kind were replaced, in the order of first appearance."""

    text: str
    found: tuple[tuple[str, int], ...] = ()


def redact(text: str, *, contacts: bool = True, phones: Sequence[Span] = ()) -> Redaction:
    """Return the text with placeholders such as [redacted:card].

    `contacts` replaces e-mail addresses and the phone numbers whose spans are given; secrets,
    cards and national ids are always replaced.
    """
    plain = text.translate(PLAIN)
    spans = list(_secrets(plain))
    if contacts:
        spans += [(*match.span(), "email") for match in _EMAIL.finditer(plain)]
        spans += [(start, end, "phone") for start, end in phones]
    return _replace(text, spans)


def _replace(text: str, spans: Sequence[tuple[int, int, str]]) -> Redaction:
    kept = [match.span() for match in PLACEHOLDER.finditer(text)]
    counts: Counter[str] = Counter()
    pieces, position = [], 0
    # Of spans that overlap, the one that starts first wins; then a secret, then the longest.
    for start, end, kind in sorted(spans, key=lambda s: (s[0], s[2] in CONTACTS, -s[1])):
        if start < position or any(start < after and end > before for before, after in kept):
            continue
        pieces += [text[position:start], f"[redacted:{kind}]"]
        counts[kind] += 1
        position = end
    return Redaction(text="".join([*pieces, text[position:]]), found=tuple(counts.items()))


def _secrets(text: str) -> Iterator[tuple[int, int, str]]:
    for kind, pattern in _SHAPES:
        for match in pattern.finditer(text):
            yield (*match.span(match.lastindex or 0), kind)
    for kind, pattern, accepts in _NAMED:
        for match in pattern.finditer(text):
            if accepts(match["value"], text[match.end() :]):
                yield (*match.span("value"), kind)
    for kind, pattern, is_valid in _CHECKED:
        for match in pattern.finditer(text):
            if is_valid(match[0]):
                yield (*match.span(), kind)


# Shapes that are secrets wherever they stand. A group, where there is one, is what is hidden.
_SHAPES = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (
            "private_key",
            r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?"
            r"(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|\Z)",
        ),
        ("key", r"(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{12,}"),
        ("key", r"(?<![A-Za-z0-9])[srp]k_(?:live|test)_[A-Za-z0-9]{10,}"),
        ("key", r"(?<![A-Za-z0-9])(?:AKIA|ASIA|AGPA|AIDA|AROA)[0-9A-Z]{16}(?![A-Za-z0-9])"),
        ("key", r"(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{20,}"),
        ("key", r"(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{20,}"),
        ("key", r"(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{16,}"),
        ("key", r"(?<![A-Za-z0-9])AIza[0-9A-Za-z_-]{30,}"),
        ("key", r"(?<![A-Za-z0-9])ya29\.[0-9A-Za-z_-]{20,}"),
        ("key", r"(?<![A-Za-z0-9])GOCSPX-[0-9A-Za-z_-]{20,}"),
        ("key", r"(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,}"),
        ("key", r"(?<![A-Za-z0-9])xapp-[A-Za-z0-9-]{10,}"),
        ("key", r"https://hooks\.slack\.com/services/[A-Za-z0-9/]{20,}"),
        ("key", r"(?<![A-Za-z0-9])(?:hf|npm|dop_v1|shpat|LTAI)_?[A-Za-z0-9]{24,}(?![A-Za-z0-9])"),
        ("key", r"(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{30,}"),
        ("token", r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"),
        ("token", r"(?i:\bbearer\s+)([A-Za-z0-9._~+/-]{16,}=*)"),
        ("password", r"(?i:\b[a-z][a-z0-9+.-]*://)[^\s/:@]+:([^\s/@]+)@"),
    )
)

_QUOTES = "\"'“”‘’「」『』`"
_IS = r"(?:\s*(?:is|was|are|=|:|->|＝|'s|’s|to|改成了?|设置?为|设成了?|更新为|是|为)\s*)+"
_CN_IS = r"\s*(?:现在|还是|就|都)?(?:=|:|->|改成了?|改为|设置?为|设成了?|更新为|是|为)\s*"

# Words that may follow "password is" without being one.
_PLAIN_TEXT = """
    a an the to too not no never still now also already always my your our his her their its
    that this what which same different wrong right correct incorrect invalid valid expired
    expiring required needed missing forgotten lost weak strong secure insecure safe unsafe
    good bad short long simple complex hard easy important changed reset set stored saved
    encrypted hashed secret private public hidden visible old new case sensitive protected
    optional available unknown known compromised leaked stolen broken working empty blank
    written in on at for with by from stolen shared fine ok okay gone being been very so
    really probably maybe just only something someone nothing somewhere anything due
"""
_PLAIN_WORDS = frozenset(_PLAIN_TEXT.split())
_SENTENCE_STARTS = frozenset(
    ("a", "an", "in", "no", "not", "on", "the", "to", "too", "for", "what")
)
_CN_PLAIN = re.compile(
    r"^(?:什么|多少|不|错|对|啥|谁|几|哪|我|你|他|她|它|用|很|太|怎|如何|没|否|正确|必须|需要|"
    r"随机|一样|相同|新的|旧的|安全|机密|重要|保密|的|了|空|默认|由|在|有|要|可以|应该|指|一[个种组串])"
)


def _is_password(value: str, rest: str) -> bool:
    """Say whether what follows "password is" can be one, and not the sentence going on."""
    bare = value.strip(_QUOTES + ".,;!?")
    if not bare or PLACEHOLDER.match(value):
        return False
    if not bare.isascii():
        return _CN_PLAIN.match(bare) is None and len(bare) >= 2
    if bare.casefold().replace("-", " ").split(" ")[0] in _PLAIN_WORDS:
        return False
    if value[0] in _QUOTES or any(not c.isalpha() and c != "-" for c in bare):
        return True
    has_inner_capital = any(c.isupper() for c in bare[1:])
    ends_clause = re.match(r"\s*(?:$|[.,;!?\n]|\band\b|\bbut\b)", rest) is not None
    return len(bare) >= 3 and (has_inner_capital or ends_clause or value[-1] in ".,;!?")


def _is_pin(value: str, rest: str) -> bool:
    return PLACEHOLDER.match(value) is None


def _is_token(value: str, rest: str) -> bool:
    """Say whether a word is random enough to be a key: one long part of mixed characters."""
    bare = value.strip(_QUOTES + ".,;!?")
    if _UUID.fullmatch(bare):
        return True
    if not _HAS_LETTER.search(bare) or not _HAS_DIGIT.search(bare):
        return False
    longest = max(re.split(r"[-_./:]", bare), key=len)
    is_mixed = bool(_HAS_LETTER.search(longest) and _HAS_DIGIT.search(longest))
    return is_mixed and len(longest) >= 10 and entropy(bare) >= 3.0


def _is_random(value: str, rest: str) -> bool:
    """Say whether a word without any context is a key: long, mixed, and not a hash in hex."""
    if re.fullmatch(r"[0-9a-fA-F]+|[0-9A-F-]+", value):
        return False
    mixed = _HAS_DIGIT.search(value) and re.search("[a-z]", value) and re.search("[A-Z]", value)
    return bool(mixed) and value.count("/") <= 2 and entropy(value) >= 4.2


def entropy(text: str) -> float:
    """Return Shannon's entropy of the characters, in bits a character."""
    counts = Counter(text).values()
    return -sum(n / len(text) * math.log2(n / len(text)) for n in counts) if text else 0.0


_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_HAS_LETTER = re.compile("[A-Za-z]")
_HAS_DIGIT = re.compile("[0-9]")
_QUOTED = rf"[{_QUOTES}][^{_QUOTES}\n]{{2,60}}[{_QUOTES}]"
_PASSWORD_WORDS = r"(?i:pass(?:word|wd|code|phrase)s?|pwd|pass)"
_KEY_WORDS = (
    r"(?i:api[ _-]?keys?|access[ _-]?keys?(?:[ _-]?id)?|secret(?:[ _-]?(?:access[ _-]?)?keys?)?"
    r"|client[ _-]?secret|private[ _-]?key|auth(?:orization)?[ _-]?token|tokens?|credentials?"
    r"|keys?|密钥|秘钥|令牌|口令|凭证)"
)

# Secrets that are known by the word before them: kind, pattern, and what the value must satisfy.
_Accepts = Callable[[str, str], bool]
_NAMED: tuple[tuple[str, re.Pattern[str], _Accepts], ...] = (
    (
        "password",
        re.compile(
            rf"\b{_PASSWORD_WORDS}\b(?:\s+(?:for|of|to|on|at)\s+[\w .'-]{{1,40}}?)?{_IS}"
            rf"(?P<value>{_QUOTED}|[^\s，。；、]+)"
        ),
        _is_password,
    ),
    (
        "password",
        re.compile(rf"\b(?i:passphrase){_IS}(?P<value>[a-z]+(?: [a-z]+){{2,7}})(?=[.,;!\n]|$)"),
        lambda value, rest: value.split(" ")[0] not in _SENTENCE_STARTS,
    ),
    (
        "password",
        re.compile(r"\b(?i:use|with|enter|type)\s+(?P<value>\S+)\s+as (?i:the|my|a) (?i:password)"),
        lambda value, rest: value.casefold() not in _PLAIN_WORDS,
    ),
    (
        "password",
        re.compile(
            rf"(?:密码|口令|密匙|暗号){_CN_IS}"
            rf"(?P<value>{_QUOTED}|[!-~]{{3,}}|[\u4e00-\u9fff]{{2,12}}(?=[，。；！,.;!\s]|$))"
        ),
        _is_password,
    ),
    ("password", re.compile(r"(?:密码|口令)\s*(?P<value>[A-Za-z0-9!-~]{4,})"), _is_password),
    (
        "password",
        re.compile(r"(?i:\bpin(?:[ -]?(?:code|number))?|验证码|PIN码?)"
                   r"(?:\s*(?:is|was|=|:|是|为))?\s*(?P<value>\d{4,8})(?!\d)"),
        _is_pin,
    ),
    (
        "key",
        re.compile(rf"{_KEY_WORDS}[\"']?(?:{_IS}|{_CN_IS}|\s+)[{_QUOTES}]?"
                   r"(?P<value>[A-Za-z0-9+/_.=~-]{12,})"),
        _is_token,
    ),
    (
        "key",
        re.compile(r"(?<![A-Za-z0-9+/_=.:-])(?P<value>[A-Za-z0-9+/_-]{32,}={0,2})(?![A-Za-z0-9])"),
        _is_random,
    ),
)  # fmt: skip

_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,24}"
)


def is_card_number(text: str) -> bool:
    """Say whether the digits are a payment card: a known issuer, its length, Luhn's check."""
    digits = re.sub(r"\D", "", text)
    return _is_issuer(digits) and _passes_luhn(digits)


def _is_issuer(digits: str) -> bool:
    size, head2, head4 = len(digits), int(digits[:2]), int(digits[:4])
    if digits[0] == "4":
        return size in (13, 16, 19)
    if head2 in (34, 37):
        return size == 15
    if head2 == 62:
        return 16 <= size <= 19
    if 51 <= head2 <= 55 or 2221 <= head4 <= 2720:
        return size == 16
    if head2 in (36, 38, 39) or 300 <= int(digits[:3]) <= 305:
        return size in (14, 16)
    return head2 in (35, 60, 64, 65) and 16 <= size <= 19


def _passes_luhn(digits: str) -> bool:
    doubled = [int(d) * (2 if i % 2 else 1) for i, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def is_resident_id(text: str) -> bool:
    """Say whether it is a resident id of the PRC: birth date and check digit (GB 11643)."""
    body, check = text[:17], text[17].upper()
    try:
        born = date(int(body[6:10]), int(body[10:12]), int(body[12:14]))
    except ValueError:
        return False
    weights = [pow(2, 17 - i, 11) for i in range(17)]
    total = sum(int(d) * w for d, w in zip(body, weights, strict=True))
    return 1880 <= born.year <= 2100 and "10X98765432"[total % 11] == check


def is_social_security_number(text: str) -> bool:
    """Say whether it is in a range that the US issues (no 000, 666, 9xx; no zero group)."""
    digits = re.sub(r"\D", "", text)
    area, group, serial = digits[:3], digits[3:5], digits[5:]
    return area not in ("000", "666") and area[0] != "9" and group != "00" and serial != "0000"


_CHECKED: tuple[tuple[str, re.Pattern[str], Callable[[str], bool]], ...] = (
    (
        "resident_id",
        re.compile(r"(?<![0-9A-Za-z])[1-9]\d{16}[0-9Xx](?![0-9A-Za-z])"),
        is_resident_id,
    ),
    ("card", re.compile(r"(?<![\d.])(?<!\d-)\d(?:[ -]?\d){12,18}(?![\d])"), is_card_number),
    (
        "ssn",
        re.compile(r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])"),
        is_social_security_number,
    ),
    (
        "ssn",
        re.compile(
            r"(?<=ssn )\d{9}(?!\d)|(?<=SSN )\d{9}(?!\d)|(?<=SSN is )\d{3} ?\d{2} ?\d{4}(?!\d)"
            r"|(?<=SSN: )\d{3} ?\d{2} ?\d{4}(?!\d)|(?<=ecurity number is )\d{3} ?\d{2} ?\d{4}(?!\d)"
        ),
        is_social_security_number,
    ),
)
