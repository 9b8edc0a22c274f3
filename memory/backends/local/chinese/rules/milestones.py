"""What somebody achieved, and what falls due on a day: no date is needed for a first marathon."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import Found, deed, thing
from memory.backends.local.chinese.people import FAMILY, ME, ROLE
from memory.backends.local.chinese.statement import Statement
from memory.domain.types import USER

_PRIZE = (
    r"(?:offer|Offer|OFFER|录取通知书?|通知书|录取|奖学金|奖|冠军|亚军|季军|名次|第[一二三]名?|职称|"
    r"称号|资格|专利|绿卡|签证|营业执照)"
)
_GAINED = re.compile(
    rf"(?:也|又|终于)?(?:拿到|收到|获得|得到|领到|评上|拿下|斩获|拿|得)了?(?!的)(?P<what>[^，]{{0,14}}{_PRIZE})$"
)
_FIRST = re.compile(
    r"(?P<what>(?:跑|完成|参加|拍|写|发表|出版|开|举办|登上|爬|骑|走)[^，]{0,3}(?:人生|生平|自己的?)?"
    r"(?:第一|首)(?:个|次|部|本|篇|场|家|座)[^，]{1,12})$"
)
_DUE = (
    r"(?:高考|中考|考研|考公|结婚|订婚|办婚礼|办酒席?|毕业|退休|搬家|到期|过期|生(?:孩子|娃|产|[一二三四]胎|个?(?:儿子|女儿|闺女|宝宝|小孩))|有(?:个)?(?:儿子|女儿|闺女|孩子|宝宝|[二三]胎|二宝)|"
    r"做手术|动手术|住院|出院|开学|入学|上(?:小学|初中|高中|大学|幼儿园)|过生日|出国|回国|比赛|答辩|体检)"
)
_FALLS_DUE = re.compile(
    rf"(?:(?:和|跟|与|同)(?:我(?:的)?)?(?:{ROLE}|对象))?(?:[\d一二三四五六七八九十]+月份?|今年|明年|下个?月|年底)?"
    rf"(?:就|就要|要|会|即将|将|准备|打算)*(?P<what>{_DUE}[^，]{{0,6}})$"
)


_OCCASION = re.compile(
    r"(?:还|就|也)?(?:有|要|是)?(?:一?[个场次顿])?(?P<what>[^，有是]{0,8}?(?:典礼|婚礼|葬礼|家长会|运动会|年会|"
    r"例会|会议|聚会|聚餐|饭局|团建|面试|笔试|复试|考试|期末考|期中考|模考|[一二三]模|答辩|路演|汇报|"
    r"演出|比赛|音乐会|演唱会|体检|复查|复诊|产检|手术|航班|飞机|高铁|火车|[Dd]eadline|DDL|ddl|派对|"
    r"婚宴|满月酒|升学宴|公开课|讲座|培训|彩排|相亲|同学会|家宴|[Mm]eeting|[Ii]nterview|presentation|demo))$"
)


def occasion(s: Statement, *, is_future: bool) -> Iterator[Found]:
    """Read 我闺女下周二毕业典礼, 后天有个面试: an occasion on a coming day."""
    match = _OCCASION.match(s.core)
    if match is None or not is_future or s.negation or s.is_request or s.hedge or s.ends_in_le:
        return
    public = s.person is None and re.match(r"高考|中考|考研|国考|世界杯|奥运", s.core)
    if public or s.has_time(TimeKind.PAST, TimeKind.OFTEN):
        return
    theirs = s.person is not None and s.person.subject != USER
    if theirs and not _whose(s):
        return
    attribute = "event" if theirs else "plan"
    what = deed(match["what"])
    text = "" if re.match(r"[在去到办参]", what) else f"{{who}}有{what}"
    yield Found(attribute=attribute, value=what, is_dated=True, text=text)


def _whose(s: Statement) -> str:
    """Return the attribute of what falls due, "" when it is nobody's near."""
    if s.person is None or s.person.subject not in (USER, *FAMILY):
        return ""
    return "plan" if s.person.subject == USER else "event"


def achieved(s: Statement) -> Iterator[Found]:
    """Read 拿到了字节的实习offer, 跑完了人生第一个全马."""
    if s.negation or s.is_request or s.person is None or s.hedge:
        return
    gained, first = _GAINED.match(s.core) or _PASSED.match(s.core), _FIRST.match(s.core)
    if gained and "想" not in s.text:
        yield Found(attribute="event", value=deed(s.core), is_dated=True, keeps_now=True)
    elif first and re.search(r"了|过", s.text):
        yield Found(attribute="event", value=deed(first["what"]), is_dated=True, keeps_now=True)


_PASSED = re.compile(
    r"(?:考过|通过|考取|考下|考出来?)了?(?P<what>[^，]{0,12}?(?:考试|科目|认证|资格|证|证书|师|笔试|面试|答辩|试用期))$"
)


def due(s: Statement, *, is_future: bool) -> Iterator[Found]:
    """Read 我弟今年高考, 护照下个月到期: of others an event, of the user a plan."""
    born = re.search(r"预产期(?:就|大概|大约)*(?:是|在)?(?P<when>[^，]+)$", s.text)
    if born and not s.negation:
        yield Found(attribute="event", value="预产期" + thing(born["when"]), is_dated=True)
        return
    if s.core == "预产期" and s.times and not s.negation:
        when = "".join(time.text for time in s.times)
        yield Found(attribute="event", value="预产期" + when, is_dated=True)
        return
    around = any(t.kind is TimeKind.DATE and t.is_around_now and t.days > 2 for t in s.times)
    if not (is_future or around) or s.negation or s.is_request or s.hedge:
        return
    if s.ends_in_le and not re.match(r"(?:就|快|马上)*要|即将|快", s.core):
        return
    match = _FALLS_DUE.match(s.core)
    whose = _whose(s)
    if match and match["what"].startswith("上") and not is_future:
        return  # 今年上小学: a state
    if match and whose and not s.has_time(TimeKind.PAST, TimeKind.OFTEN):
        yield Found(attribute=whose, value=deed(match["what"]), is_dated=True)
        return
    runs_out = re.match(
        r"(?:的)?(?P<what>(?:护照|签证|驾照|驾驶证|身份证|合同|租约|房租|会员|保险|车险|医保|健身卡|房子))",
        s.text[s.core_start :],
    ) or re.search(
        r"(?:我的?)?(?P<what>护照|签证|驾照|身份证|合同|租约|租的房子|房子|会员|车险|健身卡)",
        s.text,
    )
    if runs_out and re.search(r"到期|过期", s.core) and s.person in (ME, None):
        yield Found(attribute="event", value=thing(runs_out["what"]) + "到期", is_dated=True)
