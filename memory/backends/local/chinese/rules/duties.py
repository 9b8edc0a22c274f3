"""What somebody has to do, for the list of to-dos: 还要给妈妈打电话, 周五之前要交报告."""

import re
from collections.abc import Iterable

from memory.backends.local.chinese.dates import Time, TimeKind, day_text
from memory.backends.local.chinese.statement import Statement
from memory.domain.types import USER

# Errands: done once and then done with. What one has to *be* or keep up is a plan or a habit.
_ERRAND = (
    r"(?:交(?![换流往朋际友])|缴|付|还(?![是有要得会能想])|寄|取|订|约|预约|预订|挂号|买|提交|报(?:名|销|税|修)|续(?:费|签|约)|办|打扫|收拾|"
    r"整理|洗|修|备份|复习|准备|写|改|填|打印|接(?!受)|送|拿|退|换(?!生)|搬|充值|充电|浇|喂|倒垃圾|扔|开会|面试|复查|体检|"
    r"打疫苗|打针|拔牙|看(?:牙|医生|病)|打(?:个)?电话|联系|通知|回(?:复|邮件|电话|信|消息)|发(?:邮件|消息|快递|给)|"
    r"汇款|转[^，。]{0,2}(?:账|钱|租|款)|签(?:合同|字)|领|查|问|对账|下单|遛|检查|更新|安装|拆)"
)
_OBJECT = (
    r"(?:去(?:(?![当读念])[^，。]){1,6}?)?"
    rf"(?:(?:把|给|跟|和|向|替|帮|带|陪)[^，。]{{1,10}}?)?{_ERRAND}[^，。]*"
)
_GOING = rf"去[^，。]{{1,10}}|{_OBJECT}"
_HURRY = r"(?:赶紧|赶快|尽快|马上|抽空|记得|先|再|顺便|一定)*"
# Before the core, "还要" is cut off as an adverb: the whole clause is read.
_HAS_TO = re.compile(
    rf"^(?:我|咱)?们?(?:还|也|再|另外|然后|顺便|接着)*(?:得|必须|需要|该|务必|还要|别忘了?|不要忘了?|记得)"
    rf"{_HURRY}(?P<what>{_GOING})$"
)
_WILL = re.compile(rf"^(?:我|咱)?们?(?:还|也|再|另外)*要{_HURRY}(?:去)?(?P<what>{_OBJECT})$")
_NEXT = re.compile(rf"^(?:还有|再|然后|顺便|另外|接着|也|还)*(?:要|得|去)?(?P<what>{_OBJECT})$")
_SLACK = re.compile(r"[吧了啊哦呢啦哈呀嘛。！!~～\s]+$")
_NOT_ONCE = re.compile(r"每|经常|天天|一直|总是|老是|吗|什么|怎么|哪|谁|如果|要是|的话")


def duty(s: Statement, *, follows: bool) -> str:
    """Return what the user has to do, with its day, else "".

    `follows`: the clause before was a duty, so that a bare errand (买两盒牛奶) is one more.
    """
    if s.negation or s.hedge or _NOT_ONCE.search(s.text):
        return ""
    if s.person is not None and s.person.subject != USER:
        return ""
    text = _SLACK.sub("", s.text)
    lead = _lead(s)
    bare = text.replace(lead, "", 1) if lead else text
    match = _HAS_TO.match(bare) or (_WILL.match(bare) if lead or follows else None)
    match = match or (_NEXT.match(bare) if follows else None)
    if match is None:
        return ""
    return lead + match["what"] + day_of(s.times)


def _lead(s: Statement) -> str:
    """Return the time that stands before what is to be done: 周五之前, 明天上午."""
    dated = [time for time in s.times if time.kind is TimeKind.DATE]
    if not dated or dated[0].start - s.start > 2:
        return ""
    first = dated[0]
    found = re.match(r"(?:之?前|以前|的时候)?", s.text[first.end - s.start :])
    return first.text + (found.group() if found else "")


def day_of(times: Iterable[Time]) -> str:
    """Return the date of one day that moves on (周五), in brackets, else ""."""
    times = [time for time in times if time.kind is TimeKind.DATE]
    interval = next((t.interval for t in times if t.interval), None)
    said = any(re.search(r"\d+[月号日]", t.text) for t in times)
    if interval is None or said or (interval[1] - interval[0]).days >= 1:
        return ""
    return f"（{day_text(interval[1])}）"
