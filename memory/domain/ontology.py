"""The attributes that facts are sorted under: how many values each can have, and how it is kept.

An attribute whose name ends in ":" is dynamic: the topic follows it ("favorite:colour").
Tenants add their own through `memory.models.AttributeDefinition`.
"""

from dataclasses import dataclass

from memory.domain.types import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeSpec:
    """`single`: at most one value is true at a time, so that a new value supersedes the old."""

    name: str
    single: bool
    kind: Kind
    importance: float
    label_en: str
    label_zh: str
    is_identity: bool = False  # never decays
    is_profile: bool = True  # has a place in the profile document


def _spec(
    name: str,
    cardinality: str,
    kind: Kind,
    importance: float,
    label_en: str,
    label_zh: str,
    *,
    is_identity: bool = False,
    is_profile: bool = True,
) -> AttributeSpec:
    return AttributeSpec(
        name=name,
        single=cardinality == "one",
        kind=kind,
        importance=importance,
        label_en=label_en,
        label_zh=label_zh,
        is_identity=is_identity,
        is_profile=is_profile,
    )


_F, _P, _C, _E, _D = Kind.FACT, Kind.PREFERENCE, Kind.CONSTRAINT, Kind.EVENT, Kind.DECISION

_SPECS = (
    # Identity
    _spec("name", "one", _F, 0.9, "name", "姓名", is_identity=True),
    _spec("form_of_address", "one", _P, 0.9, "form of address", "称呼", is_identity=True),
    _spec("age", "one", _F, 0.8, "age", "年龄", is_identity=True),
    _spec("birthday", "one", _F, 0.85, "birthday", "生日", is_identity=True),
    _spec("gender", "one", _F, 0.8, "gender", "性别", is_identity=True),
    _spec("nationality", "one", _F, 0.8, "nationality", "国籍", is_identity=True),
    _spec("hometown", "one", _F, 0.8, "home town", "家乡", is_identity=True),
    _spec("home", "one", _F, 0.85, "lives in", "居住地", is_identity=True),
    _spec("occupation", "one", _F, 0.8, "occupation", "职业", is_identity=True),
    _spec("employer", "one", _F, 0.8, "employer", "工作单位", is_identity=True),
    _spec("workplace", "one", _F, 0.7, "workplace", "工作地点"),
    _spec("education", "many", _F, 0.7, "education", "教育"),
    _spec("marital_status", "one", _F, 0.8, "marital status", "婚姻状况", is_identity=True),
    _spec("family", "many", _F, 0.8, "family", "家人", is_identity=True),
    _spec("relationship", "many", _F, 0.6, "people", "人际关系"),
    _spec("language", "many", _F, 0.8, "languages", "语言", is_identity=True),
    _spec("pet", "many", _F, 0.7, "pets", "宠物"),
    _spec("email", "one", _F, 0.8, "e-mail", "邮箱", is_identity=True),
    _spec("phone", "one", _F, 0.8, "phone", "电话", is_identity=True),
    # Preferences
    _spec("likes", "many", _P, 0.8, "likes", "喜欢"),
    _spec("dislikes", "many", _P, 0.8, "dislikes", "不喜欢"),
    _spec("favorite:", "one", _P, 0.8, "favourite", "最喜欢"),
    _spec("reply_length", "one", _P, 0.85, "reply length", "回答长度"),
    _spec("reply_language", "one", _P, 0.85, "reply language", "回答语言"),
    _spec("reply_style", "many", _P, 0.8, "reply style", "回答风格"),
    _spec("preference:", "one", _P, 0.8, "preference", "偏好"),
    # Hard constraints
    _spec("allergy", "many", _C, 1.0, "allergies", "过敏"),
    _spec("diet", "one", _C, 1.0, "diet", "饮食"),
    _spec("spice_level", "one", _C, 1.0, "spice level", "吃辣程度"),
    _spec("avoids", "many", _C, 1.0, "avoids", "忌口与禁忌"),
    _spec("religion", "one", _C, 0.9, "religion", "宗教", is_identity=True),
    _spec("medication", "many", _C, 1.0, "medication", "用药"),
    _spec("medical_condition", "many", _C, 1.0, "medical conditions", "健康状况"),
    _spec("never", "many", _C, 1.0, "never", "绝不"),
    # Life
    _spec("habit", "many", _F, 0.6, "habits", "习惯"),
    _spec("hobby", "many", _P, 0.7, "hobbies", "爱好"),
    _spec("skill", "many", _F, 0.6, "skills", "技能"),
    _spec("owns", "many", _F, 0.5, "owns", "拥有"),
    _spec("visited", "many", _E, 0.5, "visited", "去过", is_profile=False),
    _spec("goal", "many", _F, 0.7, "goals", "目标"),
    _spec("project", "many", _F, 0.7, "projects", "项目"),
    _spec("plan", "many", _E, 0.7, "plans", "计划", is_profile=False),
    _spec("commitment", "many", _E, 0.7, "commitments", "承诺", is_profile=False),
    _spec("decision", "many", _D, 0.7, "decisions", "决定", is_profile=False),
    _spec("event", "many", _E, 0.5, "events", "事件", is_profile=False),
    _spec("count:", "one", _F, 0.5, "count", "数量"),
    _spec("measure:", "one", _F, 0.6, "measure", "数值"),
    _spec("fact", "many", _F, 0.5, "other facts", "其他", is_profile=False),
)
SPECS = {spec.name: spec for spec in _SPECS}


def attribute_spec(attribute: str, extra: dict[str, AttributeSpec] | None = None) -> AttributeSpec:
    """Return the specification of an attribute; an unknown one is many-valued."""
    known = {**SPECS, **(extra or {})}
    if attribute in known:
        return known[attribute]
    head, colon, _topic = attribute.partition(":")
    if colon and head + ":" in known:
        return known[head + ":"]
    return AttributeSpec(
        name=attribute,
        single=False,
        kind=Kind.FACT,
        importance=0.5,
        label_en=attribute.replace("_", " "),
        label_zh=attribute,
        is_profile=False,
    )


def normalise_value(value: str) -> str:
    """Return a value in the form in which two values are compared."""
    return " ".join(value.casefold().split()).strip(" .。,，!！\"'“”「」")
