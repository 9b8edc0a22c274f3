"""Chinese questions about the user: their forms, and the attributes that they ask for. Pure."""

import re
from collections.abc import Iterator, Sequence

from chat.llm.local.frame import Frame
from memory.api import chinese_roles

LANGUAGE = "zh"

# The longest word first: 岳父 before 父.
ROLES = dict(sorted(chinese_roles.items(), key=lambda entry: -len(entry[0])))

_QUESTION = re.compile(
    r"[?？]\s*$|[吗呢么]\s*[。.]?$|了没有?\s*$|什么(?![都也])|哪|谁|几(?!乎)|多少|多[大久高重长远]|怎么|为什么|"
    r"为啥|是不是|有没有|"
    r"能不能|会不会|可不可以|还记得|记不记得|你知道|告诉我|说说|列出|列一下"
)
_FIRST_PERSON = re.compile(r"我|咱")
_REQUEST_ONLY = re.compile(
    r"^(?:请|麻烦)?(?:你)?(?:帮我|给我|替我|为我)(?!.*(?:记得|知道|回忆|列出我))"
)
_PART = re.compile(r"[，,、；;]|(?:还有(?!什么|哪|啥|谁|多少|几)|以及|另外)(?=.{2,})")
_WHOSE = re.compile(rf"我(?:的|家)?(?:{'|'.join(ROLES)})?")
_YES_NO = re.compile(
    r"吗\s*[？?]?\s*$|[了婚]没有?\s*[？?]?\s*$|是不是|有没有|能不能|会不会|可不可以"
)

OVERVIEW = re.compile(
    r"(?:知道|记得|记住|了解|记录|记了)(?:了|过|的)?(?:关于)?我?(?:的)?(?:一?些)?(?:什么|哪些|多少|一切|所有)|"
    r"(?:关于我|对我).{0,8}(?:什么|哪些|了解|知道|记得)|"
    r"(?:列出|说说|告诉我|看看).{0,10}(?:记忆|你记得|你知道|关于我)"
)
TODOS = re.compile(
    r"待办|(?:要|该|得)(?:去)?(?:做|办|干|处理)(?:什么|的事|哪些|啥)|任务(?:清单|列表)|提醒(?:事项|列表)|"
    r"(?:还有|有)(?:什么|哪些|啥)(?:事情?|任务|活儿?)?(?:没|还没|要|该|得)(?:有)?(?:做|办|干|完成|处理|弄)|"
    r"还有(?:什么|哪些|啥)(?:事|任务)|(?:什么|哪些|啥)(?:事情?|任务)?(?:还没|没)(?:做|办|干|完成|处理)|"
    r"(?:清单|列表)(?:上|里)(?:还)?有(?:什么|哪些|啥)"
)
PAST = re.compile(r"以前|之前|过去|曾经|原来|原先|上一个|上一份|从前")
EVER = re.compile(r"[养住当做干抽喝玩练]过")
WHO = re.compile(r"谁")
# Of to-dos only what is left is told, unless what is done is asked for too.
LEFT = re.compile(r"^(?!.*(?:完成了|做完了|勾掉|办完了|全部|所有)).")
LEANS = re.compile(
    r"呢[？?]?$|^(?:那|那么|之前|以前|原来|现在|后来)|^(?:是)?(?:什么时候|哪天|哪年|几号|哪个?学院|哪里|哪儿)"
)
WHEN = re.compile(r"什么时候|何时|哪天|哪年|哪一年|几号|几月|多久|啥时候")

FOOD = ("allergy", "diet", "avoids", "spice_level", "never", "dislikes", "religion")
_MEAL = r"(?:今天|今晚|明天|中午|晚上|早上|早饭|午饭|晚饭|晚餐|午餐|早餐|宵夜)"
ADVICE = re.compile(
    rf"{_MEAL}[^，]{{0,4}}(?:吃|点|煮)(?:点|些)?(?:什么|啥)|(?:吃|点|煮)(?:点|些)?(?:什么|啥)(?:比较)?(?:好|合适)"
    r"|(?:做|煮|点)(?:点|些|个)?(?:什么|啥)(?:菜|饭|好吃的)|推荐[^，]{0,8}(?:菜|餐|吃|饭)"
)

_ATTRIBUTES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"(?:什么时候|哪天|几号|几月|何时)(?:要|会|该)?搬(?!.*[了的])", ("plan",)),
    (r"在学|(?<![大中小上])学(?:什么|哪)(?!专业|校)", ("project", "hobby", "language")),
    (r"[会擅]长?(?:用|写)?(?:什么|哪些)", ("skill", "language")),
    (r"吃[^，]{0,3}辣|辣", ("spice_level",)),
    (
        r"(?:不能|不可以|不该|不吃|避免|忌|别).{0,4}(?:吃|喝|食)?.{0,4}(?:什么|哪些|东西|吗|？)|忌口|"
        r"饮食(?:限制|禁忌|要求)|能吃.{1,8}吗|可以吃.{1,8}吗",
        FOOD,
    ),
    (r"过敏", ("allergy",)),
    (r"吃.{0,3}药|用药|药物", ("medication",)),
    (
        r"病|健康|身体|高血压|低血压|血脂|失眠|[一-鿿]{1,4}(?:症|炎|癌)(?!状)",
        ("medical_condition", "allergy", "medication"),
    ),
    (r"宗教|信仰|信什么", ("religion",)),
    (r"老家|家乡|哪里?人|哪儿人|出生在", ("hometown",)),
    (r"(?:在|去|到)哪.{0,6}(?:上班|工作|就职)|公司|单位|雇主|东家", ("employer", "workplace")),
    (r"住|家在哪|搬|定居|居住|哪个城市|在哪个?城市|在哪(?:里|儿)?[？?]?$", ("home", "workplace")),
    (r"职业|做什么工作|什么工作|做什么的|干什么的|干哪行", ("occupation", "employer")),
    (r"还(?:在)?(?:上班|工作)|有工作", ("occupation", "employer")),
    (r"宠物|猫|狗|兔|鸟|乌龟|仓鼠|鹦鹉|养(?:了|着)?(?:什么|啥|几)", ("pet",)),
    (r"叫我|称呼", ("form_of_address", "name")),
    (r"叫什么|名字|姓什么|姓名|是谁", ("name",)),
    (r"多大|几岁|年龄|年纪", ("age", "birthday")),
    (r"生日|出生日期", ("birthday",)),
    (r"婚(?!礼|纱)|单身", ("marital_status", "family")),
    (r"家人|家里(?:有谁|几口)|兄弟|姐妹|孩子|父母", ("family", "relationship")),
    (r"语言|会说|讲什么语", ("language",)),
    (r"最喜欢|最爱", ("favorite:", "likes")),
    (r"学校|大学|专业|学历|毕业|年级|学院|读几", ("education",)),
    (r"最好成绩|纪录|记录是|成绩|体重|身高|血压|多[快重高]|考了|多少分|第几", ("measure:",)),
    (r"多少|几(?:个|只|枚|本|辆|台|张|件)", ("count:", "measure:")),
    (r"不喜欢|讨厌|受不了", ("dislikes",)),
    (r"喜欢|爱吃|爱好|兴趣|偏好|偏爱", ("likes", "hobby", "favorite:", "preference:")),
    (r"习惯|每天|每周|平时|通常|几点", ("habit",)),
    (r"擅长|技能|会(?:弹|做|写|画|用)什么", ("skill",)),
    (r"(?:有|开)什么(?:车|手机|电脑)|拥有|(?:还|有|的)(?:没有)?车", ("owns",)),
    (r"目标|想去哪", ("goal", "decision")),
    (r"项目", ("project",)),
    (r"计划|打算|安排", ("plan", "commitment")),
    (r"答应|承诺", ("commitment",)),
    (r"决定", ("decision",)),
    (r"去过|去了(?:哪|什么|啥)|(?:哪里|哪儿|什么地方)玩", ("visited", "event")),
    (r"邮箱|邮件地址", ("email",)),
    (r"电话|手机号", ("phone",)),
    (r"国籍", ("nationality",)),
    (r"回答.{0,6}(?:风格|长短|要求|喜欢)", ("reply_length", "reply_style", "reply_language")),
)
_COMPILED = tuple((re.compile(pattern), names) for pattern, names in _ATTRIBUTES)


_LIST = re.compile(r"(?:看看?|查看|列出)?(?:我的)?(?:待办|任务)(?:清单|事项|列表)?[。！!]?")


def is_question(sentence: str) -> bool:
    return bool(_QUESTION.search(sentence) or _LIST.fullmatch(sentence.strip()))


_ASKING = re.compile(
    r"^(?:那|哎|对了|请问)?[，,]?(?:你|您)?(?:还)?(?:记得|知道|记不记得|知不知道|能告诉我|告诉我|说说)(?:吗)?[，,：:]?"
    r"(?=.*(?:什么|哪|谁|几|多[少大久高重快]|怎么|啥|吗))"
)
_WHICH = re.compile(r"什么|哪|谁|几(?!乎)|多[少大久高重快]|啥")
_TOLD = re.compile(
    r"^(?:我)(?:之前|以前|有没有|是不是|是否)*(?:跟你|和你|对你|给你)?(?:有没有|是不是)?(?:说过|提过|讲过|告诉过你|告诉你)(?P<rest>.+?)(?:吗|没有|没)?[？?]*$"
)
_TOPIC = re.compile(
    r"^(?:关于|有关)(?P<about>.+?)[，,]?(?:我)?(?:跟你|都|之前)*(?:说|讲|提|告诉)(?:过|了)?(?:你)?(?:些)?(?:什么|哪些|啥)"
)
_NOUN = re.compile(  # 我跟你说过我老婆吗: of whom, and nothing of them
    rf"(?:关于|有关)?(?:我(?:的|家)?(?:{'|'.join(ROLES)})|我的[^，是在有]{{1,6}})(?:的事)?"
)
_MYSELF = re.compile(r"^(?:请问)?我(?:到底)?是谁[？?。]?$")


# What is asked in other words than those in which it is kept.
_KEPT_AS = (
    (re.compile(r"(?:结了?婚|成家)了?(?=吗|没|[？?]|$)"), "已婚"),
    (re.compile(r"多重"), "体重多少"),
    (re.compile(r"多高"), "身高多少"),
)


def framed(part: str) -> Frame:
    """Take 你还记得……吗, 我跟你说过……吗, 关于……我说过什么 from a question."""
    for asked, kept in _KEPT_AS:
        part = asked.sub(kept, part)
    if _MYSELF.match(part) or OVERVIEW.search(part):
        return Frame(rest=part, is_overview=True)
    topic = _TOPIC.match(part)
    if topic:
        return Frame(rest=topic["about"], is_topic=True)
    told = _TOLD.match(part)
    if told and not _WHICH.search(told["rest"]):
        return Frame(rest=told["rest"], is_told=True, is_topic=bool(_NOUN.fullmatch(told["rest"])))
    asking = _ASKING.match(part)
    if asking is None:
        return Frame(rest=part)
    rest = part[asking.end() :]
    # 还记得我是哪里人吗 asks where, not whether
    return Frame(rest=re.sub(r"吗(?=[？?]*$)", "", rest) if _WHICH.search(rest) else rest)


def of_pronoun(part: str, last_person: str) -> tuple[str, str]:
    """Read 她喜欢什么 as a question about the person who was spoken of last."""
    if re.search(r"[他她它](?!们)", part) and not _FIRST_PERSON.search(part):
        return last_person, re.sub(r"[他她它]", "我", part, count=1)
    return "user", part


def _with_subject(parts: list[str]) -> list[str]:
    """Give 住哪儿 the 我女儿 of 我女儿叫什么 before it."""
    subject = ""
    whole: list[str] = []
    for part in parts:
        named = _WHOSE.search(part)
        if named:
            subject = named[0]
        elif subject and not re.search(r"[我咱你您他她它]", part):
            part = subject + part
        whole.append(part)
    return whole


def split_parts(sentence: str) -> list[str]:
    """Split a sentence into its questions; a part that asks nothing joins its neighbour."""
    parts: list[str] = []
    lead = ""
    for piece in _PART.split(sentence):
        piece = piece.strip()
        if not piece:
            continue
        if is_question(piece):
            parts.append(lead + piece)
            lead = ""
        else:
            lead = piece + "，"
    return _with_subject(parts) or [sentence]


def subject_of(part: str, subjects: Sequence[str]) -> tuple[str, str]:
    """Return whom a question is about, and the question as if it were about the user."""
    for word, role in ROLES.items():
        for form in (f"我的{word}", f"我家{word}", f"我{word}"):
            if form in part:
                return role, part.replace(form, "我", 1)
    for name in subjects:
        if name != "user" and name in part:
            return name, part.replace(name, "我", 1)
    return "user", part


def attributes_of(part: str) -> Iterator[str]:
    # A dropped subject is the speaker: 「不能吃什么？」; one with another subject is not.
    if _REQUEST_ONLY.match(part) or not (is_personal(part) or _drops_subject(part)):
        return
    for pattern, names in _COMPILED:
        if pattern.search(part):
            yield from names
            return


def _drops_subject(part: str) -> bool:
    return bool(
        re.match(r"^(?:那|那么|还有)?(?:不能|不可以|住|叫|喜欢|最喜欢|对什么|有什么|现在住)", part)
    )


def is_personal(part: str) -> bool:
    return bool(_FIRST_PERSON.search(part)) and not _REQUEST_ONLY.match(part)


_SPOUSES = ("老婆", "妻子", "太太", "媳妇", "爱人", "老公", "丈夫", "先生")


def kinds_of(part: str) -> frozenset[str]:
    """Return the animals that a text names, and whom one is married to where it asks for that."""
    spouses = _SPOUSES if re.search(r"婚|单身", part) else ()
    relatives = (word for group, words in _KIN.items() if group in part for word in words)
    animals = re.findall(r"猫|狗|兔|鸟|鱼|龟|仓鼠|鹦鹉|马", part)
    return frozenset([*animals, *spouses, *relatives])


_KIN = {
    "兄弟": ("兄", "哥", "弟"),
    "姐妹": ("姐", "妹"),
    "孩子": ("孩", "儿子", "女儿", "闺女", "娃"),
}


def is_yes_no(part: str) -> bool:
    return bool(_YES_NO.search(part))
