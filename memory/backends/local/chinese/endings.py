"""What a message ends of what memory knows: a habit given up, the old job of a new one."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import Found, deed
from memory.backends.local.chinese.people import ME
from memory.backends.local.chinese.rules.family import GONE
from memory.backends.local.chinese.statement import Statement
from memory.domain.kinds import names_of
from memory.domain.types import USER, Candidate, Mode

Known = Iterable[tuple[str, str, str]]

# What somebody may stop, in the words that they began it with.
_GIVEN_UP = frozenset("habit hobby likes goal plan project skill".split())
_WISHED = re.compile(r"^(?:想|打算|准备|要|去|再|用|玩儿?|做|练|学|搞)+(?=[一-鿿A-Za-z]{2})")
_NO_WISH = re.compile(r"不(?:想|打算|准备|要|考虑)再?")
_CHANGED = re.compile(
    r"(?P<trade>换了?(?:个|份)?新?(?:工作|职业|行当|行业)|转行|改行)|跳槽|换了?(?:个|家)?新?(?:公司|单位|东家)"
)
_NOT_YET = re.compile(r"想|打算|准备|考虑|计划|要(?!是)|机会|纠结|犹豫|能不能|希望|建议|劝")
_OF_A_JOB = ("employer", "workplace", "occupation")


def given_up(s: Statement, known: Known) -> Iterator[Found]:
    """Read 我不打麻将了, 我不想保研了 where memory knows of it."""
    refused = _NO_WISH.match(s.core)
    ends = (s.negation and s.is_denial) or (refused and s.ends_in_le)
    if not ends or s.is_request or s.person not in (ME, None):
        return
    what = deed(s.core[refused.end() :] if refused else s.core)
    bare = _WISHED.sub("", what)
    for subject, attribute, value in known:
        if subject != USER or attribute not in _GIVEN_UP:
            continue
        if any(len(words) > 1 and words in value for words in (what, bare)):
            act = bare if bare in value else what
            text = f"{{who}}不想{act}了" if refused else f"{{who}}不再{act}"
            yield Found(
                attribute=attribute, value=value, mode=Mode.DENIAL, reads_negation=True, text=text
            )


_NOT_AFTER_ALL = re.compile(
    r"(?P<what>[^，我你他她]{2,8}?)(?:已经|就|也|都)?(?P<deed>不[去学看做吃参考]|取消)(?:了|啦)"
)


def called_off(s: Statement, known: Known) -> Iterator[Found]:
    """Read 奥斯陆不去了, 聚会取消了 of a plan that memory knows."""
    match = _NOT_AFTER_ALL.fullmatch(s.text.strip(" 。！!~～，,"))
    if match is None or s.is_request:
        return
    for subject, attribute, value in known:
        if (subject, attribute) == (USER, "plan") and match["what"] in value:
            text = f"{{who}}{match['deed']}{match['what']}了"
            yield Found(attribute="plan", value=value, mode=Mode.DENIAL, text=text, subject=ME)


_PARTED = re.compile(r"(?:们)?(?:已经|刚|和平|还是|昨天|上周|最近)*(?:分手|分|掰|吹|散)(?:了|啦)?$")
_DIVORCED = re.compile(r"(?:们)?(?:已经|刚|还是)*(?:离婚|离|离异)(?:了|啦)?$")
_SWEETHEARTS = ("女朋友", "男朋友", "女友", "男友", "对象", "未婚妻", "未婚夫")
_SPOUSES = ("老婆", "老公", "妻子", "丈夫", "太太", "媳妇", "爱人", "先生")


def parted(s: Statement, known: Known) -> Iterator[Found]:
    """Read 我们分手了: whom memory knows as the other one is it no longer."""
    if s.negation or s.is_request or s.person not in (ME, None):
        return
    text = s.text.strip(" 。！!~～，,").removeprefix("我")
    roles: tuple[str, ...] = _SWEETHEARTS if _PARTED.match(text) else ()
    roles = _SPOUSES if _DIVORCED.match(text) else roles
    for subject, attribute, value in known:
        if subject == USER and attribute in ("family", "relationship") and value.startswith(roles):
            text = f"{{who}}跟{value}分开了"
            yield Found(attribute=attribute, value=value, mode=Mode.DENIAL, text=text)


def pet_lost(s: Statement, known: Known) -> Iterator[Found]:
    """Read 我的猫咪咪昨天走丢了, 我的狗去世了: when an animal that memory knows, by name or as the
    only one of its kind, went, and that it is kept no longer."""
    text = s.text.strip(" 。！!~～，,")
    for time in s.times:
        text = text.replace(time.text, "")
    lost = _LOST.fullmatch(text)
    pets = [v for who, attribute, v in known if who == USER and attribute == "pet"]
    if lost is None or s.negation or s.is_request:
        return
    named = [value for value in pets if names_of("pet", value)[0] in lost["who"]]
    alike = [value for value in pets if value.startswith(lost["who"])]
    for value in named or (alike if len(alike) == 1 else []):
        went = Found(
            attribute="event",
            value=value + lost["went"],
            text=f"{{who}}的{value}{lost['went']}",
            is_dated=True,
            subject=ME,
        )
        yield replace(went, attribute="pet", value=value, mode=Mode.DENIAL)
        if s.has_time(TimeKind.DATE):
            yield went


_LOST = re.compile(
    rf"(?:我们?家?的?|家里的?)?(?P<who>[^，我]{{1,8}}?)(?:已经|还是|就|也|不幸|突然)*(?P<went>{GONE})"
)


def job_changed(s: Statement) -> str:
    """Return what changed when the user says so of themself: "trade", "place", else ""."""
    if s.person not in (ME, None) or s.negation or s.is_request or s.hedge:
        return ""
    match = _CHANGED.search(s.text)
    done = s.ends_in_le or re.search(r"[换跳转改]了|刚|已经", s.text)
    if match is None or not done or _NOT_YET.search(s.text):
        return ""
    return "trade" if match["trade"] else "place"


def left_behind(
    changed: str, told: Sequence[Candidate], known: Known, now: datetime
) -> Iterator[Found]:
    """Yield what of the old job ends with a change of `job_changed`, or with a resignation.

    What begins on a later day ends nothing yet; what the message tells anew gives way to it.
    """
    mine = [c for c in told if c.subject == USER and c.attribute in _OF_A_JOB]
    if any(c.valid_from is not None and c.valid_from > now for c in mine):
        return
    resigned = any(c.attribute == "employer" and c.mode is Mode.DENIAL for c in mine)
    ends: tuple[str, ...] = ("workplace",) if resigned else ()
    if changed:
        ends = _OF_A_JOB if changed == "trade" else ("employer", "workplace")
    anew = {c.attribute for c in mine}
    for subject, attribute, value in known:
        if subject == USER and attribute in ends and attribute not in anew:
            yield Found(attribute=attribute, value=value, mode=Mode.DENIAL, reads_negation=True)
