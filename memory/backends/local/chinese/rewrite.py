"""Says in the third person what was found: one sentence for each attribute, in Chinese."""

import re

from memory.backends.local.chinese.found import Found
from memory.backends.local.chinese.people import ASSISTANT, OTHERS, Person
from memory.domain.ontology import attribute_spec
from memory.domain.types import USER, Mode

# What follows the person.
_PREDICATES = {
    "name": "的名字是{value}",
    "form_of_address": "希望被称呼为{value}",
    "age": "{value}岁",
    "birthday": "的生日是{value}",
    "gender": "的性别是{value}",
    "nationality": "的国籍是{value}",
    "hometown": "的家乡是{value}",
    "home": "住在{value}",
    "occupation": "的职业是{value}",
    "employer": "在{value}工作",
    "workplace": "的工作地点是{value}",
    "marital_status": "{value}",
    "family": "有{value}",
    "relationship": "认识{value}",
    "language": "会{value}",
    "pet": "养了{value}",
    "likes": "喜欢{value}",
    "dislikes": "不喜欢{value}",
    "allergy": "对{value}过敏",
    "medication": "在用{value}",
    "never": "要求绝不{value}",
    "hobby": "的爱好是{value}",
    "skill": "会{value}",
    "owns": "有{value}",
    "visited": "去过{value}",
    "goal": "的目标是{value}",
    "project": "手头的项目是{value}",
    "plan": "计划{value}",
    "commitment": "承诺{value}",
    "decision": "决定{value}",
    "event": "{value}",
}
_VALUE_WORDS = {
    ("marital_status", "离婚"): "离婚了",
    ("diet", "vegetarian"): "吃素",
    ("diet", "vegan"): "是纯素食者",
    ("diet", "halal"): "只吃清真食品",
    ("diet", "kosher"): "只吃犹太洁食",
    ("diet", "pescatarian"): "是鱼素者",
    ("diet", "keto"): "吃生酮饮食",
    ("diet", "gluten_free"): "吃无麸质饮食",
    ("diet", "low_carb"): "吃低碳饮食",
    ("spice_level", "none"): "不吃辣",
    ("spice_level", "mild"): "吃微辣",
    ("spice_level", "medium"): "吃中辣",
    ("spice_level", "hot"): "很能吃辣",
}
_DATED = frozenset(("plan", "goal", "commitment", "decision", "event"))
_ACTS = re.compile(r"[喝抽吸熬坐看穿用玩去做闻碰洗打开养住戴涂晒跑拎提搬吹沾摸]")
_TIMED = re.compile(r"[每天早晚周睡饭从不只很常偶一上下中午夜凌平时\d]")
_STATE = re.compile(
    r"怀孕|孕|怀|晕|恐高|近视|远视|散光|[左右双两]?[眼耳手脚腿腰背肩颈膝胃肠心肺肝肾头牙嗓喉皮鼻]|血[压糖脂]|尿酸|胆固醇|心率"
    r"|视力|听力|睡眠|记性|身体|免疫|关节|韧带|做|动|戴|装|受|失眠|乳糖不耐|麸质不耐|过敏|骨折|脱发|耳|老花|口吃|驼背"
)
_ILLNESS_ENDS = re.compile(
    r"(?<!不耐受)(?:病|症|炎|癌|瘤|疹|综合征|结节|结石|囊肿|息肉|溃疡|高血压|低血压)$"
)
_IS_ONE = re.compile(r"(?:患者|体质|孕妇|左撇子|色盲|色弱|人士|使用者|敏感肌|[油干混]皮|血)$")
_GRADE = re.compile(r"(?:[小初高大中]学?|研|博)?[一二三四五六]年?级?$|幼儿园|[大中小]班$")
_SCHOOL = re.compile(
    r"(?:大学|学院|中学|小学|高中|初中|大专|中专|职高|附中|[一二三]中|[一-鿿]大|华科|清华|复旦|同济|哈佛|剑桥|牛津|MIT)$"
)
_DEGREE = re.compile(r"(?:本科|硕士|博士|研究生|大专|高中|初中|小学|MBA)$")
_NO_TRADE = re.compile(r"待业|失业|在家|在?创业|带(?:孩子|娃)|全职带|教(?![师授练员导务育])")
_WITH_A_VERB = re.compile(r"毕业|留学|读|念|学|交换|上|在|考|保研")


def sentence(found: Found, person: Person, mode: Mode, when: str = "") -> str:
    """Return the statement in the third person. `when` is the date, in words and resolved."""
    who = person.words if person.subject not in (ASSISTANT, OTHERS) and person.words else "用户"
    head, _, topic = found.attribute.partition(":")
    if found.text:
        wording = found.text.replace("{who}", who)
        if (
            who != "用户"
            and wording.startswith("用户")
            and "{who}" not in found.text
            and person.subject != USER
            and head != "family"
        ):
            wording = who + wording.removeprefix("用户")
    elif head == "favorite":
        wording = f"{who}最喜欢的{topic}是{found.value}"
    else:
        wording = who + _predicate(head, third_person(found.value))
    is_told = bool(found.text) and found.mode is Mode.DENIAL  # 咪咪走丢了
    if when and (head in _DATED or mode is Mode.TEMPORARY or is_told):
        wording += f"（{when}）"
    if mode is Mode.FORGET and head == "fact":
        wording = third_person(found.value)
    if mode is Mode.FORGET:
        label = topic or attribute_spec(found.attribute).label_zh
        about = f"{who}的{label}" if found.attribute else who
        return f"请忘掉：{wording if found.value else about}。"
    if mode is Mode.PAST:
        wording = _of_the_past(wording, who)
    if mode is Mode.DENIAL and not is_told:
        wording = _denied(wording, who)
    return f"{wording}。"


def _predicate(head: str, value: str) -> str:
    """Return what an attribute says of a person, in words that follow their name."""
    if (head, value) in _VALUE_WORDS:
        return _VALUE_WORDS[head, value]
    worded = {
        "medical_condition": _condition,
        "education": _education,
        "habit": _habit,
        "avoids": _avoided,
        "religion": _religion,
        "family": _family,
        "occupation": _occupation,
    }.get(head)
    if worded:
        return worded(value)
    return _PREDICATES.get(head, "：{value}").replace("{value}", value)


def _condition(value: str) -> str:
    if _IS_ONE.search(value):
        return f"是{value}"
    if _STATE.match(value) and not _ILLNESS_ENDS.search(value):
        return value
    return f"有{value}"


def _education(value: str) -> str:
    if _GRADE.search(value):
        return f"上{value}"
    if _SCHOOL.search(value):
        return f"的学校是{value}"
    if _DEGREE.search(value):
        return f"的学历是{value}"
    return value if _WITH_A_VERB.search(value) else f"的专业是{value}"


def _habit(value: str) -> str:
    return value if _TIMED.match(value) else f"习惯{value}"


def _avoided(value: str) -> str:
    return f"不{value}" if _ACTS.match(value) else f"不碰{value}"


def _religion(value: str) -> str:
    is_member = re.search(r"徒|穆斯林|回民|信徒|[党团]员|论者$", value)
    return f"是{value}" if is_member else f"信{value}"


def _occupation(value: str) -> str:
    """Return 退休了, 待业, 全职带娃: what is no trade is told as what one does."""
    if value.startswith("退休"):
        return f"{value}了"
    return value if _NO_TRADE.match(value) else f"的职业是{value}"


def _family(value: str) -> str:
    if value.startswith("独生"):
        return f"是{value}"
    return f"家有{value}" if value.endswith("口人") else f"有{value}"


def _of_the_past(wording: str, who: str) -> str:
    """Return 用户住在成都 as 用户以前住在成都."""
    rest = wording.removeprefix(who)
    if rest == wording or re.match(r"以前|之前|曾|原来", rest):
        return f"以前{wording}"
    return f"{who}以前{rest}"


def _denied(wording: str, who: str) -> str:
    """Return 用户住在成都 as 用户不住在成都."""
    rest = wording.removeprefix(who)
    if rest == wording or re.match(r"[不没]|已经|的[^是]*不是", rest):
        return wording
    named = re.match(r"的[^是]{1,8}是", rest)
    if named:
        return f"{who}{rest[: named.end() - 1]}不是{rest[named.end() :]}"
    if rest.startswith("有"):
        return f"{who}没{rest}"
    allergic = re.fullmatch(r"对(?P<what>.+)过敏", rest)
    if allergic:
        return f"{who}对{allergic['what']}不过敏"
    if rest.startswith("养了"):
        return f"{who}不再养{rest[2:]}"
    return f"{who}不再用{rest[2:]}" if rest.startswith("在用") else f"{who}不{rest}"


def third_person(words: str) -> str:
    """Return words of the user about themself as said of them (我的 -> 用户的)."""
    words = re.sub(r"我们|咱们|我|俺|咱", "用户", words)
    return re.sub(r"您|你(?!们)", "助手", words)
