"""The kind before the names of a relative or an animal: "wife" of "wife Mia". Pure."""

import re

NAMED_KINDS = ("family", "relationship", "pet")  # values such as "wife Mia", "dog Rex"
ONLY_ROLES = frozenset(
    (
        "wife husband mother father fiancé fiancée fiance fiancee 老婆 妻子 太太 媳妇 老公 丈夫 "
        "妈妈 爸爸 母亲 父亲 未婚夫 未婚妻"
    ).split()
)
# Roles that several people fill: two statements need not be about one person.
SHARED_ROLES = frozenset(
    {"friend", "colleague", "coworker", "neighbor", "neighbour", "classmate", "roommate", "cousin"}
    | {"client", "customer", "student", "teacher", "someone", "somebody"}
    | {
        "朋友",
        "同事",
        "邻居",
        "同学",
        "室友",
        "客户",
        "学生",
        "老师",
        "表哥",
        "表弟",
        "表姐",
        "表妹",
    }
)


def kind_of(value: str) -> str:
    """Return the words before the names of "wife Mia", "two kids Tom and Ella", 女儿小雨."""
    if match := _CHINESE.fullmatch(value):
        return match["kind"]
    words = value.split()
    names = next((place for place, word in enumerate(words) if word[:1].isupper()), len(words))
    return " ".join(words[:names]).casefold()


def names_of(attribute: str, value: str) -> tuple[str, tuple[str, ...]]:
    """Return the name of the one whom a value names, and what else they are called by the user.

    "sister Clara" names Clara, who is "sister" too; "妹妹小雨" names 小雨, who is "妹妹" and, as
    facts about her are kept under the role, "sister". Several at once have one name together.
    """
    whole = " ".join(value.split())
    if attribute not in NAMED_KINDS:
        return whole, ()
    if match := _CHINESE.fullmatch(whole):
        kind, name = match["kind"], match["name"]
        role = CHINESE_ROLES.get(kind)
        others = (kind, role) if role else (kind,)
        return (name, others) if name else (whole, others[1:])
    kind = kind_of(whole)
    name = whole[len(kind) :].strip()
    if not kind or not name or _SEVERAL.search(name):
        return whole, ()
    last = kind.split()[-1]
    return name, (kind,) if last == kind else (kind, last)


_SEVERAL = re.compile(r",|、|和|\b(?:and|or)\b")

_ROLES_LISTED = {
    "mother": "mom mum 妈妈 老妈子 妈咪 老妈 母亲 妈 娘亲",
    "father": "dad daddy 爸爸 老爸 父亲 爸 爹 老爹 老爷子 老头子",
    "parents": "爸妈 父母 爸爸妈妈 双亲 爹妈",
    "wife": "老婆 妻子 太太 媳妇 媳妇儿 夫人 内人",
    "husband": "老公 丈夫 先生 孩子他爸 孩子爸",
    "spouse": "爱人 配偶 另一半 伴侣 那口子 那位 老伴 老伴儿",
    "partner": "对象",
    "daughter": "女儿 闺女 大女儿 小女儿 姑娘 丫头",
    "son": "儿子 大儿子 小儿子",
    "child": "孩子 小孩 小孩儿 宝宝 大宝 二宝 小宝 娃 娃娃 小朋友 宝贝 娃儿 老大 老二 老三",
    "sister": "姐姐 妹妹 姐 妹 大姐 二姐 姐妹 老妹 老姐",
    "brother": "哥哥 弟弟 哥 弟 大哥 二哥 老弟 老哥",
    "grandfather": "爷爷 姥爷 外公 祖父 外祖父 太爷爷",
    "grandmother": "奶奶 姥姥 外婆 祖母 外祖母 太奶奶",
    "uncle": "舅舅 叔叔 伯伯 大伯 姑父 姨父 姨夫 姑丈 二叔 小叔 舅 叔",
    "aunt": "阿姨 姑姑 姨妈 舅妈 婶婶 小姨 大姨 姑妈 伯母 姨 姑",
    "cousin": "表哥 表弟 表姐 表妹 堂哥 堂弟 堂姐 堂妹",
    "nephew": "侄子 外甥 侄儿",
    "niece": "侄女 外甥女",
    "grandson": "孙子 外孙 外孙子",
    "granddaughter": "孙女 外孙女",
    "boyfriend": "bf boyfriend 男朋友 男友",
    "girlfriend": "gf girlfriend 女朋友 女友",
    "fiance": "未婚夫",
    "fiancee": "未婚妻",
    "father-in-law": "岳父 公公 老丈人 丈人",
    "mother-in-law": "岳母 婆婆 丈母娘",
    "roommate": "室友 舍友 合租室友",
    "friend": "朋友 好友 好朋友 闺蜜 闺密 哥们 哥们儿 兄弟 死党 发小 网友 老友",
    "colleague": "同事 同僚 搭档",
    "classmate": "同学 同桌 学长 学姐 学弟 学妹 校友",
    "neighbor": "邻居",
    "boss": "老板 上司 领导 直属领导 主管 经理",
    "teacher": "老师 导师 班主任 教练",
    "landlord": "房东",
    "client": "客户 甲方",
    "parents-in-law": "公婆 公公婆婆 岳父岳母 岳父母",
    "brother-in-law": "妹夫 姐夫 大舅子 小舅子 小叔子 大伯子",
    "sister-in-law": "嫂子 嫂嫂 弟媳 弟妹 小姨子 大姨子 小姑子 大姑子",
    "son-in-law": "女婿",
    "daughter-in-law": "儿媳 儿媳妇",
    "stepfather": "继父 后爸",
    "stepmother": "继母 后妈",
    "mentor": "师傅 师父",
    "apprentice": "徒弟",
    "student": "学生",
    "teammate": "队友 合伙人 创业伙伴",
    "ex": "前任 前男友 前女友 前夫 前妻",
}
CHINESE_ROLES = {word: role for role, listed in _ROLES_LISTED.items() for word in listed.split()}
_ANIMALS = "猫 狗 猫咪 小猫 小狗 狗狗 兔子 鹦鹉 仓鼠 乌龟 金鱼"
_CHINESE = re.compile(
    "(?P<kind>"
    + "|".join(sorted({*CHINESE_ROLES, *_ANIMALS.split()}, key=len, reverse=True))
    + r")(?:[叫：:]|名叫)?(?P<name>[一-鿿·]{1,6}|[A-Z][\w-]*)?"
)
