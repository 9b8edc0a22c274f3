"""Who a Chinese clause is about: the user, the assistant, a relative or friend, or someone else."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from memory.backends.local.chinese.words import Word, is_listed
from memory.domain.kinds import CHINESE_ROLES
from memory.domain.types import USER

ASSISTANT = "assistant"
OTHERS = "others"  # people in general, strangers, things: nothing about them is kept

ROLE = "(?:" + "|".join(sorted(CHINESE_ROLES, key=len, reverse=True)) + ")"
# Relatives that need no 我的 before them to be the speaker's own.
_OWN_ROLES = frozenset(
    (
        "mother father parents wife husband daughter son boyfriend girlfriend grandson "
        "granddaughter son-in-law daughter-in-law grandmother grandfather"
    ).split()
)
_OWN_TERMS = frozenset(
    (
        "老大 老二 老三 老伴 老伴儿 公公 婆婆 岳父 岳母 丈母娘 老丈人 孩子 宝宝 大宝 二宝 "
        "娃 "
        "外甥女 侄女 侄子 外甥 对象 爱人 姐姐 哥哥 弟弟 妹妹 小舅子 大舅子 小叔子 大伯子 小姨子 "
        "大姨子 小姑子 大姑子 嫂子 弟媳 弟妹 妹夫 姐夫 女婿 儿媳 儿媳妇 舅舅 舅妈 姑姑 姑妈 姨妈 "
        "小姨 大姨 二叔 大伯 表哥 表弟 表姐 表妹 堂哥 堂弟 堂姐 堂妹 继父 继母 前夫 前妻"
    ).split()
)
_NOT_OWN = frozenset("先生 太太 夫人 姑娘 丫头 妈 爸 娘亲 爹".split())
FAMILY = frozenset(CHINESE_ROLES.values()) - frozenset(
    (
        "roommate friend colleague classmate neighbor boss teacher landlord client ex mentor "
        "apprentice student teammate"
    ).split()
)

_ACQUAINTED = frozenset(
    (
        "同事 朋友 好友 好朋友 闺蜜 闺密 室友 舍友 同学 同桌 邻居 老板 领导 上司 客户 甲方 房东 "
        "网友 哥们 发小 死党"
    ).split()
)
# Of these one has many: 我同事都…… is about people in general.
_CIRCLES = frozenset(
    "friend colleague classmate neighbor client student teammate teacher boss".split()
)
_MINE = (
    r"(?:[Mm]y |(?:还|家里)?有[一两]?个(?:亲|大|小|双胞胎)?(?=[一-鿿]{1,3}[在嫁去今住是做当读"
    r"上学刚从来开还也都])|(?:我|俺|咱)(?:们|自己)?(?:家里?)?(?:的|那个?|这个?|有个)?|"
    r"家里的?|家)"
)
_LONG_ROLE = "(?:" + "|".join(role for role in CHINESE_ROLES if len(role) > 2) + ")"
_AGE_RANK = (
    rf"(?:(?!{_LONG_ROLE})(?:俩|两个|仨|大|小|二|三|老|双胞胎|龙凤胎|亲|干|最好的|好|前(?!男友|女友|男朋友|女朋友|夫|妻|任)|现|大学|高中|初中|新|隔壁|"
    r"公司|单位))?"
)
_ROLE_PHRASE = re.compile(
    rf"(?P<mine>{_MINE})?(?P<rank>{_AGE_RANK})(?P<role>{ROLE})(?P<of>的|家的?|[他她](?={ROLE}))?"
)
_PETS = r"(?:小?[猫狗]+(?:咪|儿|子)?|猫咪|狗狗|狗子|兔子|鹦鹉|仓鼠|乌龟|宠物)"
_PET_PHRASE = re.compile(rf"{_MINE}(?:[那这]?[只条个])?(?P<pet>{_PETS})")
_ME = re.compile(
    r"(?:我们?全家|我们?家?(?:俩|[两二]口子|夫妻俩?)|我们?一家(?:人|[二两三四五六]口)?|我们?(?:自己|本人|个人|这个人|这人|这边)|"
    r"我们家里?(?!里|在|住)|我家里?(?!里|在|住)|我们|我"
    r"|(?:学生|晚辈|小弟|小妹|小女子)(?=(?:叫|姓|名叫|今年)(?![我他她]))|本人|俺们?|咱们?家?|鄙人|在下|笔者|人家)(?:的|呢|呀|啊|嘛)?"
)
_YOU = re.compile(r"(?:你们?|您|助手|机器人|AI)(?:的)?")
_THIRD = re.compile(r"(?:他们?|她们?|它们?|ta)(?:的)?(?![一-鿿]?国)")
_ANYONE = re.compile(
    r"该(?:用户|客户|员工|生|患者|男子|女子|作者|同学)|大家|(?:朋友|家人|同事|同学|亲戚)们|身边的?人|主角|男主角?|女主角?|主人公|角色|有人|"
    r"有些人|别人|人家|人们|很多人|不少人|"
    r"许多人|所有人|每个人|谁|某人|"
    r"一个人(?=[应会能])|网上|网友们?|专家|医生|新闻|书[里上中]|老师们?|老人"
    r"|这[些个种]?(?!期|学|份|班|门|年|季|次|周|月|几|两|回|趟|阵|段|边)|那[些个种]?(?!时|会)|有的人"
)
_NAME = re.compile(
    r"(?![是叫当做在有的和跟找请问像比])[一-鿿](?:阿姨|叔叔|大爷|大妈|奶奶|爷爷|大哥|大姐|总(?!是)|老师|师傅|工(?=[在是也])|"
    r"医生)|(?:小|阿|老|大)[一-鿿](?:[一-鿿](?=在|是|也|今|要|会|喜|叫|说|最|不|对|"
    r"有))?|"
    r"[A-Z][a-z]+"
)
# 王姐, 李叔: somebody of that surname, of whom nothing more is known.
_TITLED = re.compile(
    r"(?:[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁]|小[一-鿿]|老[一-鿿])"
    r"(?:姐|哥|叔|姨|婶|伯|总|工|阿姨|叔叔|大爷|大妈|老师|医生|师傅|经理|主任|校长)(?=[今在是有也都说的要对喜家又刚已去退做开])"
)
# Somebody known by where they are met: 合租的小姑娘, 隔壁的大爷.
_MET = re.compile(
    r"(?:(?:跟|和)?我)?(?P<where>合租|同屋|一起租房|隔壁|对门|楼[上下]|邻桌|同组|同一个组|组里|办公室|新来|带我|健身房|小区里?)的?"
    r"(?:那个|一个|那位)?(?:小姑娘|小伙子?|小哥|小姐姐|姑娘|女生|男生|女孩|男孩|哥们儿?|大哥|大姐|大爷|大妈|阿姨|叔叔|奶奶|爷爷|老太太|老爷子|邻居|同事|师傅|教练|实习生|人)"
)
_KIND_OF_PEOPLE = re.compile(
    r"(?:现在的?|如今的?|当代|很多|好多|大部分|多数|一般|正常)?(?:成年人|成人|婴儿|儿童|青少年|年轻人|大学生|中学生|小学生|学生党|打工人|女生们?|男生们?|女人|男人|老人家?|"
    r"老年人|孩子们|小孩子|外国人|中国人|南方人|北方人|上海人|东北人|家长们?|老师们|网友们?|客户们?|别人家)(?=[都也不很就爱喜会能应每该要需平一睡])"
)
# 我喜欢的人, 我关注的那个主播: somebody whom the speaker knows of.
_ADMIRED = re.compile(
    r"我(?:最|很|一直)?(?:喜欢|认识|关注|粉|追|暗恋|崇拜|讨厌|欣赏|爱)(?:过)?的(?:那个|一个|那位|几个)?[^，的是叫]{0,4}?"
    r"(?:人|主播|博主|明星|歌手|演员|偶像|作者|作家|导演|球星|球员|老师|女孩|男孩|女生|男生|姑娘|朋友)(?![^，]*(?:是|叫|：|:))"
)
SURNAMES = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁"
    "魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易"
    "常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐梅莫庄辛管祝"
    "左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲成游阳裴席卫查屈鲍位覃霍翁隋植甘景薄单包"
    "司柏宁柯阮桂"
    "闵解强柴华车冉房边辜吉饶刁瞿戚丘古米池滕晋苑邬臧畅宫来嵺苟全褚廉简娄盖符奚木穆党燕郎"
    "邸冀谈姬屠连"
    "郜晏栾郁商蒙计喻揭窦迟宇敖糜鄢冷卓花仇艾蓝都巩稽井练仲乐虞卞封竺冼原官衣楚佟栗匡宗应"
    "台巫鞠僧桑荆"
    "谌银扬明沙薄伏岑习胥保和蔺"
)
_FORMER_NAMES = frozenset("原名 本名 真名 字 号 笔名".split())
_GRADE = re.compile(r"[大高初研][一二三四](?!\w)")
_NO_NAME = frozenset("爱喜会不在是有要想去来做说吃喝看特很最都也还常每今明昨今")
_NAME_TAGS = ("nr", "nrt", "nrfg")


@dataclass(frozen=True, slots=True)
class Person:
    """Who is spoken about. `words` is how the sentence about them begins in the third person."""

    subject: str
    words: str
    name: str = ""
    is_pet: bool = False


ME = Person(USER, "用户")
YOU = Person(ASSISTANT, "助手")
SOMEONE = Person(OTHERS, "")
NOBODY: Mapping[str, Person] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Mention:
    person: Person | None  # None for 他, 她, 它: whoever was spoken of last
    length: int
    is_possessor: bool = False  # 我妈的…: what follows is a thing of theirs


def find_person(
    text: str, words: tuple[Word, ...], at: int, acquainted: Mapping[str, Person] = NOBODY
) -> Mention | None:
    """Return who is mentioned at offset `at` of a clause, None when nobody is.

    `acquainted` are those whom memory knows, by name.
    """
    named = next((name for name in acquainted if text.startswith(name, at)), "")
    if named:
        owned = text.startswith("的", at + len(named))
        return Mention(acquainted[named], len(named) + owned, is_possessor=owned)
    relative = _relative(text, words, at)
    if relative:
        return relative
    pet = _PET_PHRASE.match(text, at)
    if pet and re.match(
        r"(?:叫|名叫|的?名字|今年|已经|是[一只条]|[^，]{0,2}岁|特别|很|最|喜欢|爱|不|怕|对)",
        text[pet.end() :],
    ):
        return Mention(pet_person(pet["pet"]), pet.end() - at)
    met = _MET.match(text, at)
    if met:
        return _somebody_met(met, text, words, at)
    general = _KIND_OF_PEOPLE.match(text, at) or _TITLED.match(text, at) or _ADMIRED.match(text, at)
    if general:
        return Mention(SOMEONE, general.end() - at)
    if _ANYONE.match(text, at):
        return Mention(SOMEONE, len(_ANYONE.match(text, at)[0]))  # type: ignore[index]
    for pattern, person in ((_ME, ME), (_YOU, YOU), (_THIRD, None)):
        match = pattern.match(text, at)
        if match:
            owned = match[0].endswith("的")
            return Mention(person, match.end() - at, owned)
    return _stranger(words, at)


def _somebody_met(met: re.Match[str], text: str, words: tuple[Word, ...], at: int) -> Mention:
    """Return who lives with the user; who is met elsewhere is somebody, of whom nothing is kept."""
    if not met["where"].startswith(("合租", "同屋", "一起")):
        return Mention(SOMEONE, met.end() - at)
    name = _name_after(text, words, met.end())
    end = met.end() + len(name)
    return Mention(named_person("roommate", met[0], name), end - at, text.startswith("的", end))


def _stranger(words: tuple[Word, ...], at: int) -> Mention | None:
    """Return who is named at the head of a clause without a word of who they are (李华住在伦敦)."""
    if at or len(words) < 2:
        return None
    first, following = words[0], words[1]
    is_name = first.tag == "nr" and 2 <= len(first.text) <= 3 and first.text not in CHINESE_ROLES
    is_name = is_name and first.text[0] in SURNAMES and first.text[-1] not in "耳眼手脚腿"
    acts = following.tag[0] in "vpd" or following.text in _FORMER_NAMES | {"和", "与", "、"}
    if is_name and acts and following.text not in ("叫", "我"):
        return Mention(Person(OTHERS, "", first.text), first.end)
    return None


def _relative(text: str, words: tuple[Word, ...], at: int) -> Mention | None:
    match = _ROLE_PHRASE.match(text, at)
    if match is None:
        return None
    whole = (match["rank"] or "") + match["role"]  # 老妈 is one word
    term = whole if whole in CHINESE_ROLES else match["role"]
    role = CHINESE_ROLES[term]
    if not match["mine"]:
        following = text[match.end() : match.end() + 1]
        named = _name_after(text, words, match.end()) if not match["of"] else ""
        if not named and (
            (role not in _OWN_ROLES and term not in _OWN_TERMS)
            or term in _NOT_OWN
            or following in ("们", "节")
        ):
            return _somebody(text, words, match)
    if _splits_a_word(words, match.end("role"), match.start("role")):
        return None
    if role in _CIRCLES and re.match(r"(?:们|基本|全)?都|们|圈", text[match.end() :]):
        return Mention(SOMEONE, match.end() - at)
    full_term = whole
    end = match.end()
    if match["of"]:
        inner = _ROLE_PHRASE.match(text, end)
        if inner and not inner["mine"] and role in (*_CIRCLES, "ex"):
            return Mention(SOMEONE, inner.end() - at)
        if inner and not inner["mine"]:
            subject = f"{role}'s {CHINESE_ROLES[inner['role']]}"
            return Mention(Person(subject, f"用户的{full_term}的{inner['role']}"), inner.end() - at)
        return Mention(Person(role, f"用户的{full_term}"), end - at, is_possessor=True)
    name = _name_after(text, words, end)
    return Mention(named_person(role, full_term, name), end + len(name) - at)


_ONE_AT_A_TIME = frozenset("roommate boss landlord teacher mentor".split())
_IS_CALLED = re.compile(r"(?:就)?(?:是|叫)(?P<name>[一-鿿]{2,3})")


def _somebody(text: str, words: tuple[Word, ...], match: re.Match[str]) -> Mention | None:
    """Read 同事想吃辣: whoever it is, it is not the speaker."""
    if match["role"] not in _ACQUAINTED or match["of"]:
        return None
    called = _IS_CALLED.fullmatch(text[match.end() :])
    if called and called["name"][0] in SURNAMES and CHINESE_ROLES[match["role"]] in _ONE_AT_A_TIME:
        person = named_person(CHINESE_ROLES[match["role"]], match["role"], "")
        return Mention(person, match.end() - match.start())
    following = next((word for word in words if word.start == match.end()), None)
    acts = following is not None and (following.tag[0] in "vdptac" or following.text in "都也")
    to_me = re.match(r"[^，]{0,2}(?:叫|喊|称呼|管|说)我", text[match.end() :])
    return Mention(SOMEONE, match.end() - match.start()) if acts and not to_me else None


def _splits_a_word(words: tuple[Word, ...], end: int, start: int) -> bool:
    """Say whether the role is only a part of a longer word (弟 in 弟子, 姐 in 姐妹花)."""
    return any(
        word.start <= start
        and word.end > end
        and len(word.text) <= 4
        and word.text[-1] != "家"
        and is_listed(word.text)
        for word in words
    )


def _name_after(text: str, words: tuple[Word, ...], at: int) -> str:
    if _GRADE.match(text, at):
        return ""  # 我儿子高三
    match = _NAME.match(text, at)
    for word in words:
        if word.start == at and word.tag in _NAME_TAGS and 2 <= len(word.text) <= 4:
            return "" if word.text[0] in _NO_NAME else word.text
        if word.start == at and match and (word.end >= match.end() or match[0].isascii()):
            return match[0]
    if match and (match[0][0] in "小阿老" or len(match[0]) == 3):
        return match[0]
    return ""


def named_person(role: str, term: str, name: str) -> Person:
    """Return a third person: relatives go by their role, others by their name when it is known."""
    if name and role not in FAMILY:
        return Person(name, f"用户的{term}{name}", name)
    return Person(role, f"用户的{term}{name}", name)


def person_of(subject: str) -> Person:
    """Return the person whom the subject of a remembered fact stands for."""
    terms = (word for word, role in CHINESE_ROLES.items() if role == subject)
    term = next((term for term in terms if not term.isascii()), "")
    return Person(subject, f"用户的{term}" if term else subject, "" if term else subject)


def pet_person(term: str, name: str = "") -> Person:
    subject = name or ("cat" if "猫" in term else "dog" if "狗" in term else "pet")
    return Person(subject, f"用户的{term}{name}", name, is_pet=True)
