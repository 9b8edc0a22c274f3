"""Says in the third person what was found: one sentence for each attribute, in Chinese."""

import re

from memory.backends.local.chinese.found import Found
from memory.backends.local.chinese.people import ASSISTANT, OTHERS, Person
from memory.domain.ontology import attribute_spec
from memory.domain.types import USER, Mode

_WORDING = {
    "name": "{who}的名字是{value}",
    "form_of_address": "{who}希望被称呼为{value}",
    "age": "{who}{value}岁",
    "birthday": "{who}的生日是{value}",
    "gender": "{who}的性别是{value}",
    "nationality": "{who}的国籍是{value}",
    "hometown": "{who}的家乡是{value}",
    "home": "{who}住在{value}",
    "occupation": "{who}的职业是{value}",
    "employer": "{who}在{value}工作",
    "workplace": "{who}的工作地点在{value}",
    "education": "{who}的教育经历：{value}",
    "marital_status": "{who}的婚姻状况：{value}",
    "family": "{who}的家人：{value}",
    "relationship": "{who}认识的人：{value}",
    "language": "{who}会{value}",
    "pet": "{who}养了{value}",
    "likes": "{who}喜欢{value}",
    "dislikes": "{who}不喜欢{value}",
    "allergy": "{who}对{value}过敏",
    "avoids": "{who}不能或不愿接触：{value}",
    "religion": "{who}的宗教信仰：{value}",
    "medication": "{who}在用药：{value}",
    "medical_condition": "{who}的健康状况：{value}",
    "never": "用户要求绝不：{value}",
    "habit": "{who}的习惯：{value}",
    "hobby": "{who}的爱好是{value}",
    "skill": "{who}会{value}",
    "owns": "{who}有{value}",
    "visited": "{who}去过{value}",
    "goal": "{who}的目标是{value}",
    "project": "{who}的项目：{value}",
    "plan": "{who}计划{value}",
    "commitment": "{who}承诺{value}",
    "decision": "{who}决定{value}",
    "event": "{who}{value}",
}
_VALUE_WORDS = {
    ("diet", "vegetarian"): "{who}吃素",
    ("diet", "vegan"): "{who}是纯素食者",
    ("diet", "halal"): "{who}只吃清真食品",
    ("diet", "kosher"): "{who}只吃犹太洁食",
    ("diet", "pescatarian"): "{who}是鱼素者",
    ("diet", "keto"): "{who}吃生酮饮食",
    ("diet", "gluten_free"): "{who}吃无麸质饮食",
    ("diet", "low_carb"): "{who}吃低碳饮食",
    ("spice_level", "none"): "{who}不吃辣",
    ("spice_level", "mild"): "{who}吃微辣",
    ("spice_level", "medium"): "{who}吃中辣",
    ("spice_level", "hot"): "{who}很能吃辣",
}
_MODES = {
    Mode.PAST: "以前：",
    Mode.DENIAL: "不再属实：",
    Mode.FORGET: "请忘掉：",
    Mode.CORRECTION: "",
    Mode.TEMPORARY: "",
    Mode.STANDING: "",
}
_DATED = frozenset(("plan", "goal", "commitment", "decision", "event"))


def sentence(found: Found, person: Person, mode: Mode, when: str = "") -> str:
    """Return the statement in the third person. `when` is the date, in words and resolved."""
    who = person.words if person.subject not in (ASSISTANT, OTHERS) and person.words else "用户"
    head, _, topic = found.attribute.partition(":")
    if found.text:
        wording = found.text.replace("{who}", who)
        if (
            who != "用户"
            and wording.startswith("用户")
            and person.subject != USER
            and head != "family"
        ):
            wording = who + wording.removeprefix("用户")
    elif head == "favorite":
        wording = f"{who}最喜欢的{topic}是{found.value}"
    else:
        pattern = _VALUE_WORDS.get((head, found.value)) or _WORDING.get(head) or "{who}：{value}"
        wording = pattern.format(who=who, value=third_person(found.value))
    prefix = _MODES[mode]
    if when and (head in _DATED or mode is Mode.TEMPORARY):
        wording += f"（{when}）"
    if mode is Mode.FORGET and not found.value:
        wording = f"{who}的{topic or attribute_spec(found.attribute).label_zh}"
    return f"{prefix}{wording}。"


def third_person(words: str) -> str:
    """Return words of the user about themself as said of them (我的 -> 用户的)."""
    words = re.sub(r"我们|咱们|我|俺|咱", "用户", words)
    return re.sub(r"您|你(?!们)", "助手", words)
