"""What a rule finds in a statement, and the shaping of values that the rules share."""

import re
from dataclasses import dataclass

from memory.backends.local.chinese.people import Person
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.towns import ALSO_TOWNS, TOWNS
from memory.backends.local.chinese.words import tag
from memory.domain.types import Mode

MEASURE = (
    r"[个只条名位辆台部本枚张套件款双把支块棵间栋幅首杯瓶家所颗种样群对匹盆头份架艘门场座"
    r"片粒盒包袋碗道顿尊方册根团株口瓣组串段座]"
)
COUNTED = rf"(?:(?:{NUMERAL}|几|好几|一两|两三|这|那|某)?(?:多)?{MEASURE}(?![一-鿿]{{0,1}}$))"
_HEAD = re.compile(
    r"^(?:[了着到起得]|过(?!敏|年|节|夜|期|滤)|上(?![海饶虞杭])|的(?:是|就是)?|一下|一些|点儿?|些|很多|不少|许多|各种|"
    rf"{COUNTED}|这些?(?=个|种)|那些?(?=个|种)|[\s“”\"'‘’《》「」])+"
)
_BARE_MEASURE = re.compile(MEASURE)
_END = re.compile(
    r"(?:[了啦的呢吧啊呀哦嘛]|这件事情?|这回事|这一?点|这种(?:东西|事)|这(?:个)?东西|"
    r"的(?:那种|人|类型|东西)|之类的?|什么的|等等?|[\s“”\"'‘’《》「」、])+$"
)
_LIST = re.compile(r"、|(?<=[一-鿿])/(?=[一-鿿])|以及|还有|(?:和|与|及|跟)")
_PLACE_END = re.compile(
    r"(?:市|省|县|区|镇|村|乡|路|街|州|岛|湾|国|洲|岭|港|城|山|江|海|河|京|郊|乡下|农村|"
    r"国外|老家|小镇|宿舍|校区|小区|新区|家)$"
)
_ORGANISATION = re.compile(
    r"(?:公司|集团|银行|医院|学校|大学|小学|中学|幼儿园|学院|事务所|局|厅|部|所|院|店|厂|"
    r"社|科技|机构|单位|企业|工厂|餐厅|酒店|政府|机关|媒体|海关|时代|重工|动力|制药|药业|生物|能源|光电|股份|实业|传媒|影业|资本|软件|网络|电子|钢铁|石化|石油|电网|电信|联通|烟草|邮政|速运|电视台|报社|超市|平台|工作室|"
    r"一中|二中|三中|附中|高中|初中|职高|技校|党校|部队|团队|基金|证券|保险|物流|流水线|车间|工地|外企|国企|央企|私企|大厂|民企|创业公司|银行业|研究院|律所|"
    r"投行|券商|4S店|网站|航空|汽车|电器|地产)$"
)
_PLACE_TAGS = frozenset(("ns", "nr", "nz", "n", "nrt", "f"))
_FOREIGN_PLACES = frozenset(
    (
        "london newyork nyc sf tokyo paris berlin singapore boston seattle la sydney "
        "melbourne toronto vancouver losangeles sanfrancisco hongkong dubai munich amsterdam "
        "bayarea"
    ).split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """An attribute and its value, as a rule reads them off a statement.

    Unset fields are filled from the statement: subject, mode, dates. `text` is the sentence in
    the third person where the attribute's own wording does not do.
    """

    attribute: str
    value: str
    subject: Person | None = None
    mode: Mode | None = None
    text: str = ""
    confidence: float = 0.85
    reads_negation: bool = False
    introduces: Person | None = None  # a person or pet that the next clauses may speak of
    is_dated: bool = False  # the dates of the clause say when it happens, not since when
    begins_then: bool = False  # it will hold from the coming day that the clause names
    keeps_now: bool = False  # never "temporary", whatever the clause says of today


def thing(text: str) -> str:
    """Return the noun phrase or verb phrase of an object without counters, particles, marks."""
    text = text.strip()
    head = None if text.startswith("一个人") else _HEAD.match(text)
    if head and _BARE_MEASURE.fullmatch(head[0]) and len(tag(text)[0].text) > len(head[0]):
        head = None  # 支付宝, 台球
    text = _END.sub("", text[head.end() :] if head else text)
    return text.strip(" 　，。、！？!?~～“”\"'‘’《》「」")


def deed(text: str) -> str:
    """Return a verb phrase without particles and marks at its ends (起床跑步, 去日本旅游)."""
    return _END.sub("", text.strip().lstrip("了着")).strip(" 　，。、！？!?~～“”\"'‘’「」")


def things(text: str) -> list[str]:
    """Return the members of a list of objects (猫、狗和兔子)."""
    parts = [thing(part) for part in _LIST.split(thing(text))]
    return [part for part in parts if part] or [thing(text)]


def nouns(text: str) -> list[str]:
    """Like `things`, but leaves a phrase whole whose parts are not of the same make."""
    parts = things(text)
    if len(parts) == 1 or any(len(part) > 10 for part in parts):
        return [thing(text)]
    first = tag(parts[0])
    if first[0].tag == "p" or all(word.tag == "a" for word in first):
        return [thing(text)]  # 在海滩和湖边拍摄, 晴朗、温暖的天气
    if first[0].tag[0] == "v" and "的" in parts[-1] and "的" not in parts[0]:
        return [thing(text)]  # 富有启发性和深度的文学风格
    return parts


def is_place(text: str) -> bool:
    """Say whether a phrase names a place rather than an organisation."""
    text = thing(text)
    if not text or len(text) > 14:
        return False
    if text.replace(" ", "").casefold() in _FOREIGN_PLACES or text in TOWNS | ALSO_TOWNS:
        return True
    if _ORGANISATION.search(text):
        return False
    words = tag(text)
    if all(word.tag == "ns" or _PLACE_END.search(word.text) for word in words):
        return True
    if words[0].tag != "ns":
        return False
    return bool(_PLACE_END.search(text)) or all(w.tag in _PLACE_TAGS for w in words[1:])


def is_organisation(text: str) -> bool:
    return bool(_ORGANISATION.search(thing(text)))
