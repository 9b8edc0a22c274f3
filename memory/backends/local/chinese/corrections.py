"""Words that put right what was said before: in the clause, in the message, in the one before."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memory.backends.local.chinese.found import Found, is_organisation, is_place
from memory.backends.local.chinese.people import ME, person_of
from memory.backends.local.chinese.rewrite import sentence
from memory.backends.local.chinese.rules.identity import is_name
from memory.backends.local.chinese.rules.jobs import is_job
from memory.backends.local.chinese.words import tag
from memory.backends.local.frame import make_candidate
from memory.domain.types import USER, Candidate, Mode

CORRECTS = re.compile(
    r"^(?:哦|啊|哎呀?|诶|呃|额|等等|抱歉|不好意思|对不起)*(?:不对|不+(?=$)|不是的?(?=$|我)|"
    r"(?:我|你)?(?:刚才|刚刚|刚|之前|上次|上一?[条句]|前面|上面)?(?:是)?(?:说|记|搞|弄|打|写|讲)(?:错|岔|混|反|漏)了?(?:字)?|错了|"
    r"更正(?:一下)?|纠正(?:一下)?|"
    r"(?:刚才|刚刚|上面)?(?:是)?口误|我说的是|应该是|其实(?:应该)?是(?=[\d周星])|准确(?:地|来)?说|改一下|"
    r"修正一下)(?:[的了啊哦]|我|是)*"
)
CONTRAST = re.compile(
    r"^(?P<kept>.*?(?:是|叫|在|住|对|姓|到).+?)(?:[，, ]|而)?(?:而)?不(?:是|叫|在|住|对|"
    r"姓)(?P<other>[^，]+)$"
)
NOT_THAT = re.compile(r"(?:而|可|已经)?不再?(?:是|叫|姓|在|住)[^，我你他她]{1,10}(?:了|啦|哦|啊)?")
NOT_SO = re.compile(r"不是[^，我你他她的]{2,8}(?:啦|了|哦|哈|啊|呀)?")
AFFIRMS = re.compile(r"(?:而|其实|应该)*是")
TOLD = re.compile(r"我(?:刚才|刚刚|之前|上次|前面)?说(?:的是|我|在|是|过)")

_OPENS = (
    r"(?:(?:哦|啊|哎呀?|诶|呃|嗯|不好意思|抱歉|对不起)*(?:不对不?对?|不是不是|不不不?|"
    r"(?:你|我|您)?(?:刚才|刚刚|之前)?(?:说|记|搞|弄|打|写|听)错了?|错了|更正(?:一下)?|纠正(?:一下)?)"
    r"[啊哦呀了吧]?[，,。！!、 ]+)"
)
_VALUE = r"[^，,。！!？?；;是不我你他她]{1,16}?"
_ENDS = r"(?:才对|啦|了|的|哦|啊|呀|哈)*[。！!~～ ]*"
_GAP = r"[，,、 ]"
_AMENDS = (
    re.compile(
        rf"{_OPENS}?(?:并|也|其实)?不(?:是|叫|在|住|姓)(?P<wrong>{_VALUE}){_GAP}*(?:而|其实|应该)*"
        rf"(?:是|叫|在|住|姓)(?P<right>{_VALUE}){_ENDS}"
    ),
    re.compile(
        rf"(?:{_OPENS}|(?=是|叫|在|住|姓))(?:其实|应该)*(?:是|叫|在|住|姓)?(?P<right>{_VALUE}){_GAP}+"
        rf"(?:而|可)?不(?:是|叫|在|住|姓)(?P<wrong>{_VALUE}){_ENDS}"
    ),
    re.compile(rf"{_OPENS}(?:其实|应该|我说的)*(?:是|叫|在|住|姓)(?P<right>{_VALUE}){_ENDS}"),
    re.compile(rf"{_OPENS}(?P<right>\d[^，,。是不我你他她]{{0,11}}?){_ENDS}"),
)
_QUOTED_WITH_DATE = re.compile(r"（[^（）]*）")
_FIGURE = re.compile(r"\d|[一二三四五六七八九十百两半](?=[个只条岁号月点年级公斤分块])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """A message or sentence that is nothing but a correction: 不对，不是成都，是重庆."""

    right: str
    wrong: str = ""  # "" where only the right value is said


def amendment(text: str) -> Amendment | None:
    """Read a sentence that puts something right without saying what it is about."""
    for pattern in _AMENDS:
        match = pattern.fullmatch(text.strip())
        if match and _is_value(match["right"]):
            return Amendment(right=match["right"], wrong=match.groupdict().get("wrong") or "")
    return None


def _is_value(words: str) -> bool:
    """Say whether words may be the value of something, rather than a statement of their own."""
    named = [word.tag[0] for word in tag(words)]
    return not re.search(r"[了过着]|的$", words) and named[0] not in "rdcp" and "p" not in named


def without_notes(reply: str) -> str:
    """Return a reply without the notes behind its facts (你在……说过“……”)."""
    return _QUOTED_WITH_DATE.sub("", reply)


def amended(
    wanted: Amendment,
    told: Sequence[Candidate],
    known: Iterable[tuple[str, str, str]],
    quote: str,
) -> list[Candidate]:
    """Return what `wanted` makes of what was told last, else of what is remembered.

    `told` is what the messages before it state, the newest last; `known` the (subject, attribute,
    value) of memory, the newest first. [] when nothing there can be meant.
    """
    standing = [c for c in reversed(told) if c.mode in (Mode.STANDING, Mode.CORRECTION)]
    meant = [c for c in standing if _is_meant(wanted, c.attribute, c.value)]
    if not wanted.wrong and meant:
        meant = meant[:1]
    same = {(c.attribute, c.value) for c in meant[:1]}
    if meant:
        return [_put_right(c, wanted, quote) for c in meant if (c.attribute, c.value) in same][:1]
    if not wanted.wrong:
        return []
    remembered = [entry for entry in known if _is_meant(wanted, entry[1], entry[2])]
    return [_from_memory(entry, wanted, quote) for entry in remembered[:1]]


def _is_meant(wanted: Amendment, attribute: str, value: str) -> bool:
    if not value:
        return False
    if wanted.wrong:
        named = wanted.wrong == value or (len(wanted.wrong) > 1 and wanted.wrong in value)
        return named and value.replace(wanted.wrong, wanted.right) != value
    return wanted.right != value and _is_alike(wanted.right, attribute, value)


def _is_alike(right: str, attribute: str, value: str) -> bool:
    """Say whether a value may stand where another stood: a town for a town, a job for a job."""
    head = attribute.partition(":")[0]
    if _FIGURE.search(value) or _FIGURE.search(right):
        return bool(_FIGURE.search(value)) and bool(_FIGURE.search(right))
    if head in ("home", "hometown", "workplace", "visited"):
        return is_place(right)
    if head == "occupation":
        return is_job(right)
    if head in ("name", "form_of_address"):
        return is_name(right, is_named=False) and tag(right)[0].tag[0] not in "tdrvm"
    known = all(word.tag == "nt" for word in tag(right))
    return head == "employer" and (known or is_organisation(right))


def _put_right(told: Candidate, wanted: Amendment, quote: str) -> Candidate:
    value = _value(told.value, wanted)
    text = told.text.replace(told.value, value) if told.value in told.text else told.text
    return replace(told, value=value, text=text, quote=quote, mode=Mode.CORRECTION)


def _from_memory(entry: tuple[str, str, str], wanted: Amendment, quote: str) -> Candidate:
    subject, attribute, old = entry
    found = Found(attribute=attribute, value=_value(old, wanted))
    who = ME if subject == USER else person_of(subject)
    return make_candidate(
        attribute,
        found.value,
        text=sentence(found, who, Mode.CORRECTION),
        quote=quote,
        subject=subject,
        mode=Mode.CORRECTION,
        language="zh",
        confidence=0.85,
    )


def _value(old: str, wanted: Amendment) -> str:
    if wanted.wrong and wanted.wrong in old:
        return old.replace(wanted.wrong, wanted.right)
    unit = re.fullmatch(r"[\d.]+(?P<unit>\D+)", old)
    if unit and re.fullmatch(r"[\d.]+", wanted.right):
        return wanted.right + unit["unit"]  # 568分 put right by 586
    month = re.match(r"\d+月", old)
    if month and re.fullmatch(r"\d+[号日]", wanted.right):
        return month[0] + wanted.right  # 3月24号 put right by 25号
    return wanted.right
