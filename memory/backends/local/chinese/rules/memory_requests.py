"""Requests about memory itself: forget, remember, to-dos and what is done."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.backends.local.chinese.words import tag
from memory.domain.types import WorkingChange, WorkingOp

_DROP = (
    r"(?:忘掉|忘了(?!自我介绍|说|告诉|问|讲|跟|提)|忘记(?!自我介绍|说|告诉)|忘却|忘(?=吧)|(?:不要|别|不用|不必|甭|停止|请勿)再?(?:记(?:录|得|着|住|下来?)?|保存|储存|存)|"
    r"删掉|删除|删了|删(?=吧|除|去)|清除|清空|清掉|清了|抹掉|抹去|抹了|撤掉|移除|去掉|撤回|收回|作废|取消(?=.{0,4}记))"
)
_ASKING = (
    r"(?:好了|算了|那|请|麻烦|从(?:你的)?记忆[里中]|帮我|你|您|可以|能|给我|赶紧|直接|都|就|要|以后|以|希望|"
    r"全部?|彻底|也|还是|现在|我(?=撤回|收回|想撤回|要撤回)|想(?=撤|收))*"
)
_END = r"(?:吧|了|掉|好吗|可以吗|行吗|啦|哈|一下|，谢谢)*"
_FORGET = (
    re.compile(
        rf"^{_ASKING}(?:把|将)(?P<what>.+?){_ASKING}(?:从.{{0,6}}记忆[中里])?(?:给|都)*{_DROP}{_END}$"
    ),
    re.compile(rf"^{_ASKING}{_DROP}(?:掉|了|吧)?(?P<what>.+)$"),
    re.compile(rf"^(?P<what>(?:那条|这条)?(?:关于|有关).+?){_ASKING}{_DROP}{_END}$"),
    re.compile(
        r"^(?P<what>(?:我[^，的我]{1,8}的事(?:情|儿)?|我(?:之前|刚才|刚刚|上次|前面)*(?:跟你)?(?:说|提|讲|告诉)[过的]?[^，]+?|我的[^，]{2,6}?|"
        rf"[^，]{{2,14}}[那这]条(?:记忆|记录)?))(?:请|麻烦|你|可以|能|就|都|帮我|给我|还是|全)*(?!忘[了记]$){_DROP}{_END}$"
    ),
    re.compile(r"^(?:你)?(?:就|都)?当(?:作|做)?(?:我)?没(?:说|讲|提)过?(?P<what>(?!过).{2,})$"),
    re.compile(
        r"^我?不(?:想|希望|要)(?:让)?(?:你)(?:再)?(?:记(?:得|住|着|录)?|保存|知道)(?P<what>我.+)$"
    ),
)
_LAST_SAID = re.compile(
    rf"^(?:请|麻烦|你|就)*把?(?:这个?|那个?|它|这条|那条|这事儿?|这件事)(?:都|也|给|请)*{_DROP}{_END}$|"
    r"^(?:请|把|你|那|就|我)*(?:刚才|刚刚|刚|上面|前面|上一?)(?:我)?(?:说|讲|发)?的?(?:那|这)?"
    r"(?:句话?|条|个|些|话|一句|一条|的话?)?(?:都|就|请|你|可以|给)*"
    rf"(?:当我?没说过?|{_DROP}){_END}$|^(?:算了)?(?:这个?|这条|那个)?(?:你)?(?:别|不用|不要|不必)(?:帮我)?记(?:住|下来?)?"
    rf"(?:这个?|这条|那个)?{_END}$"
)
_REMINDER = re.compile(r"(?:别|不要|千万别|可别|记得别)(?:忘了?|忘记)")
_ABOUT = re.compile(
    r"^(?:你)?(?:记忆(?:里|中)|记录(?:里|中)?|之前)?(?:的)?(?:[那这]条)?(?:记忆|记录)?[：:]?"
    r"(?:之前|刚才|上次)?(?:记(?:录|下|住)?的)?(?:关于|有关|跟|"
    r"和)?(?P<topic>.+?)(?:的)?(?:所有|全部|一切|相关|有关)?(?:的)?(?:[那这]一?[条个点句段])?(?:记忆|记录|信息|内容|"
    r"这件事情?|这回事|这事儿?|那件事|那事儿?|资料|数据|相关)?(?:吧|了)?$"
)
_SAID = re.compile(
    r"^(?:我)?(?:之前|刚才|上次|以前|刚刚)?(?:跟你|和你|对你|告诉你|告诉过你)?(?:说|提|讲|"
    r"告诉)(?:过|到|了)?(?:你)?(?:的)?(?:[那这]个)?"
)
_OTHER_MATTER = re.compile(
    r"(?:微博|朋友圈|帖子?|评论|视频|照片|图片|消息|短信|微信|文件|文章|代码|链接|app|APP|软件|好友|表情)$"
)
_EVERYTHING = re.compile(
    r"(?:(?:你)?(?:对|关于|有关)?我(?:的|说过的)?)?(?:所有|全部|一切|整个)?(?:的)?(?:记忆|记录|信息|数据|资料|东西|事情?|一切)?$"
)
TOPICS = (
    ("birthday", r"生日|出生日期"),
    ("home", r"住址|地址|住哪|住处|住的地方|家庭住址|居住地"),
    ("name", r"名字|姓名"),
    ("age", r"年龄|年纪|岁数|几岁"),
    ("employer", r"公司|单位|雇主|在哪(?:里|儿)?(?:上班|工作)"),
    ("occupation", r"职业|工作"),
    ("allergy", r"过敏"),
    ("diet", r"饮食|吃素"),
    ("phone", r"电话|手机号|号码"),
    ("email", r"邮箱|邮件地址"),
    ("marital_status", r"婚姻|结婚|离婚"),
    ("hometown", r"老家|家乡|籍贯"),
    ("religion", r"宗教|信仰"),
    ("hobby", r"爱好|兴趣"),
    ("medical_condition", r"病|健康|身体状况"),
    ("medication", r"用药|吃药|吃的药"),
    ("pet", r"宠物|猫|狗"),
    ("form_of_address", r"称呼|外号|昵称"),
)
_TODO = re.compile(
    r"(?:(?:请|麻烦|帮忙|帮我|你|到时候?|记得|别忘了?|不要忘了?|千万别忘了?|可以|能|"
    r"设(?:置|个)|一个)*?(?:提醒(?:一下)?我(?:一下|要|去|记得|一声)?|(?:设|"
    r"定)(?:一)?个(?:提醒|闹钟)|添加(?:一个)?(?:待办|任务|提醒)|加(?:一个|个|到|"
    r"入)(?:待办|清单|任务)(?:清单|列表|事项)?)"
    r"|(?:请|麻烦|你)?帮我?(?:记|添|加)(?:一下|下|个|一个|上|一笔|一条)?(?:待办(?:事项)?|"
    r"代办|todo|任务|备忘|日程)?(?=[:：,，\s]|待办|.{2,})|(?:我的)?(?:待办(?:事项|清单)?|"
    r"代办|todo(?: list)?|TODO|备忘|任务清单)(?:里?(?:加|添)(?:一?条|上|"
    r"一个)?)?(?=[:：,，\s]))(?:一下|个)?[:：,，\s]*(?P<what>.+)$",
    re.I,
)
_REMIND = re.compile(r"提醒|待办|代办|todo|备忘|任务|闹钟|日程", re.I)
_NO_TODO = re.compile(r"[这那][个些条段]|以下|下面|什么|哪些|有没有|清单|列表")
_WAKE = re.compile(
    r"^(?:记得|请|麻烦|你|到时候?|帮忙)*(?P<what>[^，我]{0,12}(?:叫|喊|催)我(?:起床|出门|"
    r"吃药|睡觉|开会|下楼|喝水|休息|出发|去|早点)[^，]*)"
)
_REMIND_WHEN = re.compile(
    r"^(?:等会儿?|待会儿?|一会儿|过[^，]{1,6}|[明后今]天?|[每下]|周|\d|[早晚中]上?|"
    r"[一二三四五六七八九十]{1,3}[点分小])[^，把]{0,12}?(?:的?时候|记得)?(?=提醒我)"
)
_REMIND_AFTER = re.compile(
    r"^(?P<what>[^，我你,。]{2,20})[，, ]\s*(?:到时候?|到点)?(?:记得|麻烦|你|别忘了|帮忙|请)*"
    r"提醒(?:一下)?我(?:一下|一声|哈|啊|哦|吧|[。！!~])*$"
)
_TODO_INSIDE = re.compile(
    r"^(?:帮我|请|麻烦)*(?:把|将)(?P<what>.+?)(?:加|添|列|放|记|写)(?:到|进|入|上|"
    r"在)?(?:了)?(?:我的)?(?:待办|清单|任务|todo|备忘|日程)",
    re.I,
)
_DONE = (
    re.compile(
        r"^(?:我|已经|都|终于|刚刚?|今天)*(?:搞定|完成|做完|办完|办好|弄完|弄好|处理完|"
        r"解决)(?:了|掉了|好了)?(?P<what>[^，了]+)(?:了)?$"
    ),
    re.compile(
        r"^(?:我)?(?:已经|都|终于|刚刚?|今天)*(?:把)?(?P<what>[^，把]{1,12}?)(?:我)?(?:已经|"
        r"都|也|终于|刚刚?|今天|全|给)*(?P<verb>搞定|完成|做完|办完|办好|弄完|弄好|处理完|"
        r"处理好|解决|办妥)(?:了|啦)$"
    ),
    re.compile(
        r"^(?:我)?(?:已经|都|终于|刚刚?|今天)*(?:把)?(?P<what>[^，把我你他]{1,12}?)(?:我)"
        r"?(?:已经|都|也|终于|刚刚?|今天|全|给)*(?P<verb>买|订|约|预约|交|还|寄|写|洗|修|打|"
        r"付|取|转|发|填|改|看|读|收拾|打扫|定|办|递|提交|报|缴|续|预订|拿|送|退|签)(?:好|完|掉|"
        r"出去|过|上去|到|回来|妥|齐|上)*(?:了|啦)$"
    ),
    re.compile(
        r"^(?:我)?(?:已经|都|终于|刚刚?|今天)*(?P<verb>买|订|约|预约|交|还|寄|写|洗|修|付|取|"
        r"填|办|递交|提交|缴|预订|签)(?:好|完|掉|妥|齐)(?P<what>[^，]{1,12}?)(?:了|啦)$"
    ),
)
_DONE_WITH = re.compile(
    r"^(?:我)?(?:已经|都|终于|刚刚?|今天)*把(?P<what>[^，把我你他]{1,10}?)(?:给|都|也|全)?"
    r"(?P<verb>浇|喂|关|充|换|修|搬|挂|贴|打印|备份|复习|预习|下单|支付|买|订|约|预约|交|"
    r"还|寄|写|洗|打|付|取|发|填|看|收拾|打扫|办|递|提交|报|缴|续|拿|送|退|签)"
    r"(?:好|完|掉|出去|过|上去|到|回来|妥|齐)*了$"
)
_DONE_FOR = re.compile(
    r"^(?:我)?(?:已经|刚刚?)*(?P<whom>给[^，我你]{1,6}?)(?P<verb>[一-鿿])(?:完|好|"
    r"过)(?P<what>[^，]{1,6})了$"
)
_NO_TASK = re.compile(r"最近|今天|昨天|明天|现在|刚才|上周|这周|周末|终于|已经|早就?|都")
_DONE_LIST = re.compile(
    r"^(?:已?完成|搞定|done|办完|勾掉|划掉)(?:了)?[:：]\s*(?P<what>[^，。！!]{2,20})", re.I
)
_NOT_DONE = re.compile(
    r"(?:决|确|一|肯|稳|否)$|^(?:自己|没事|都|谁|搞|你|他|她|天|雨|作业太|时间|我们|大家|"
    r"钱|什么|饭|话|"
    r"电话打|会|人|问题|检查|核酸|头发|指甲)$|手术|不|"
    r"没|还(?!款|书|钱)|老婆|公司|爸|妈"
)


@dataclass(frozen=True, slots=True)
class Forget:
    """What is to be forgotten: a topic of the ontology, or a statement to be read by the rules."""

    words: str
    attribute: str = ""


def forget(text: str) -> Forget | None:
    """Read 忘掉我说过的生日, 把……删掉, 当我没说过……. None when the clause asks for no such thing.

    `words` is empty when all that is remembered is meant: that is asked for on the page of memory,
    where it is confirmed, and never done by a sentence.
    """
    if _REMINDER.search(text):
        return None
    match = next((m for pattern in _FORGET if (m := pattern.match(text))), None)
    if match is None:
        return None
    words = match["what"].strip('“”"「」 ')
    if not re.search(r"我|记忆|记录|这|关于|说过|信息|[那这]条", words + text) and not (
        match.re is _FORGET[0] and topic_attribute(words)
    ):
        return None
    if _EVERYTHING.fullmatch(words):
        return Forget("")
    about = _ABOUT.match(words)
    topic = _SAID.sub("", about["topic"] if about else words).strip('“”"「」 的')
    if (
        not topic
        or _OTHER_MATTER.search(topic)
        or re.match(
            r"(?:上面|之前|刚才|以上|所有)?(?:的)?(?:指令|提示|对话|文件|代码|这行|这段|那段|聊天)",
            topic,
        )
    ):
        return None
    return Forget(topic)


_FAULTY = re.compile(
    r"^(?:你)?(?:[那这]一?条)?(?:关于|有关)?(?P<what>我?[^，]{2,12}?)的?(?:那条|这条)?(?:记录|记忆|信息)(?:好像|是|已经|都)*(?:不对|不准确?|错了?|有误|有问题|过时了?|过期了?)$"
)
_MISREMEMBERED = re.compile(
    r"^你(?:之前|上次|以前)?(?:记|保存|存|记录)的(?:关于)?(?P<what>我?[^，]{2,10}?)(?:好像|是|已经|都)*(?:不对|不准确?|错的?了?|有误|有问题|过时了?|过期了?)$"
)
_NAMES_WHAT = re.compile(
    r"^(?:我)?(?:之前|刚才|上次|前面|以前|刚刚)(?:跟你)?(?:提到|说|讲|聊|提|告诉你?)过?的(?P<what2>[^，]{2,10})$|"
    r"^(?:所有|全部|一切)?(?:关于|有关|涉及|跟)(?P<what>我?[^，]{2,10}?)(?:有关|相关)?的?(?:所有|全部|一切)?(?:内容|事情?|信息|记录|部分|东西|话|记忆|那些|资料|一切)$"
)
_DROPS_IT = re.compile(
    rf"^(?:请|帮我|麻烦|你|把它们?|给我|可以|那就|就|直接|全部?|都|统统|通通|一律|一并|彻底|从(?:你|记忆|脑子|记录)[^，]{{0,4}})*{_DROP}{_END}$"
)


def faulty_record(text: str) -> str:
    """Return what a record is about that the clause calls wrong (关于我过敏的记录不对), else ""."""
    match = _FAULTY.match(text) or _MISREMEMBERED.match(text) or _NAMES_WHAT.match(text)
    if match is None:
        return ""
    return (match["what"] or match.groupdict().get("what2") or "").strip("的")


def drops_it(text: str) -> bool:
    """Say whether the clause asks to delete what the one before it named (删了吧)."""
    return bool(_DROPS_IT.match(text))


def takes_back(text: str) -> bool:
    """Say whether the clause unsays the message before it (刚才那句当我没说)."""
    return bool(_LAST_SAID.match(text))


def topic_attribute(words: str) -> str:
    """Return the attribute that a noun phrase names (我的住址 -> home), "" when there is none."""
    return next((name for name, pattern in TOPICS if re.search(pattern, words)), "")


_AND_ANOTHER = re.compile(
    r"[；;]|[，,]\s*(?:(?:还有|以及|再)(?:另外|也)*(?:提醒我|记得)?|"
    r"(?:另外|然后|也|还)*(?:请|麻烦)?(?:提醒我|帮我记(?:一下|上)?))(?:一下)?\s*"
)
_CONNECTS = re.compile(
    r"^(?:另外|还有|然后|对了|哦对|顺便|再|也|还)+[，, ]*(?=请|帮|提醒|记|麻烦|设|加)"
)


def todos(text: str) -> Iterator[WorkingChange]:
    """Read 提醒我……, 待办：…… in a whole sentence."""
    text = _CONNECTS.sub("", text.replace('"', ""))
    after = _REMIND_AFTER.match(text)
    if after and not re.search(r"[？?吗]|如果|要是", text):
        yield WorkingChange(op=WorkingOp.APPEND, field="todos", value=after["what"].strip())
        return
    when = _REMIND_WHEN.match(text)
    text = text[when.end() :] if when else text
    call = _WAKE.match(text)
    if call:
        yield WorkingChange(
            op=WorkingOp.APPEND,
            field="todos",
            value=re.sub(r"[。！!~～吧啊哦]+$", "", call["what"]),
        )
        return
    inside = _TODO_INSIDE.match(text)
    match = inside or _TODO.match(text)
    if not match:
        return
    if not inside and not _REMIND.search(text[: match.start("what")]):
        what = match["what"]
        if re.match(r"[住了]|我(?!要)|你", what) or not re.match(
            r"一?[下个笔条]|[:：,，\s]", text[text.find("记") + 1 :] or " "
        ):
            return
    what = re.sub(r"^(?:一下|要|去(?=.{3})|我要?|记得|[:：,，\s])+", "", match["what"])
    for part in _things(what) if inside else _AND_ANOTHER.split(what):
        value = re.split(r"[，,](?=谢谢|好吗|可以吗|拜托|别忘|免得|不然|我怕)", part)[0]
        value = re.sub(r"[\s。！!~～，,吧啊哦呢]+$|(?:好吗|谢谢)$", "", value.strip())
        if when and match is not inside:
            value = when[0].strip("，, ") + value
        if value and not _NO_TODO.match(value):
            yield WorkingChange(op=WorkingOp.APPEND, field="todos", value=value)


def _things(what: str) -> list[str]:
    """Return the things of a list (鸡蛋和面包), else the whole."""
    parts = re.split(r"[、，,]|和|跟|以及|还有", what)
    are_things = all(part and all(word.is_noun for word in tag(part)) for part in parts)
    return parts if are_things else [what]


_UNLISTED = re.compile(
    r"^(?:请|麻烦|你|帮我)*(?:把|将)?(?P<what>[^，把将]{1,16}?)(?:从)?(?:我的)?(?:待办|清单|任务|列表)"
    r"(?:清单|列表|事项)?(?:里面?|上|中)?(?:给)?(?:删掉|删除|删了?|去掉|划掉|移除|拿掉)(?:吧|了)?$"
)


def unlisted(text: str) -> WorkingChange | None:
    """Read 把面包从待办里删掉."""
    match = _UNLISTED.match(text)
    if match is None:
        return None
    return WorkingChange(op=WorkingOp.REMOVE, field="todos", value=match["what"].strip("从的"))


def done_list(text: str) -> WorkingChange | None:
    """Read 完成：提交周报."""
    match = _DONE_LIST.match(text)
    if match is None:
        return None
    return WorkingChange(op=WorkingOp.DONE, field="todos", value=match["what"].strip())


def done(text: str) -> WorkingChange | None:
    """Read 牛奶买好了, 搞定了X: the to-do that it names is ticked."""
    given = _DONE_FOR.match(text)
    if given:
        value = given["whom"] + given["verb"] + given["what"]
        return WorkingChange(op=WorkingOp.DONE, field="todos", value=value)
    for pattern in (_DONE_WITH, *_DONE):
        match = pattern.match(text)
        if match:
            what = match["what"].strip()
            verb = match.groupdict().get("verb") or ""
            if not what or _NO_TASK.fullmatch(what) or _NOT_DONE.search(what) or len(what) > 12:
                return None
            general = re.match(r"搞定|完成|做完|办完|办好|弄|处理|解决|办妥", verb)
            value = what if general or not verb or what.startswith(verb) else verb + what
            return WorkingChange(op=WorkingOp.DONE, field="todos", value=value)
    return None
