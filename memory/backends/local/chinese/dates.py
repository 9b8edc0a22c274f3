"""Expressions of time in a clause: where they stand, and how they bear on what is said."""

import enum
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memory.backends.local.chinese.intervals import DATED, Interval
from memory.backends.local.chinese.script import NUMERAL, to_number
from memory.backends.local.frame import end_of_month, start_of_day


class TimeKind(enum.StrEnum):
    DATE = "date"  # an interval of the calendar
    NOW = "now"  # 现在, 目前, 如今
    PASSING = "passing"  # 暂时, 这次, 出差期间: holds for a while only
    PAST = "past"  # 以前, 小时候, 曾经
    RECENT = "recent"  # 刚, 最近, 前阵子: a change that still holds
    OFTEN = "often"  # 每天, 经常, 一般
    VAGUE_FUTURE = "vague_future"  # 以后 as a date, 将来, 过年


@dataclass(frozen=True, slots=True)
class Time:
    kind: TimeKind
    start: int
    end: int
    text: str
    interval: Interval | None = None  # None where the words name no date
    is_around_now: bool = False  # 今天, 这周, 这个月: the interval holds the message's time

    @property
    def days(self) -> float:
        """Return how long the interval is, 0 where there is none."""
        if self.interval is None:
            return 0.0
        return (self.interval[1] - self.interval[0]) / timedelta(days=1)


_CLOCK = (
    rf"(?P<part>早上|早晨|清晨|上午|中午|下午|傍晚|晚上|凌晨|夜里|深夜|晚|早)?的?"
    rf"(?:(?P<hour>{NUMERAL})(?:点钟?|时|[:：])(?P<minute>半|一刻|三刻|{NUMERAL}分?)?)?"
)
_LATER_HALF = ("下午", "傍晚", "晚上", "晚", "夜里", "深夜")
_WORDED: tuple[tuple[re.Pattern[str], TimeKind], ...] = (
    (
        re.compile(
            r"暂时|暂且|临时|(?:这一?|本)(?:次|回|趟|顿|餐)(?:出差|旅行|旅游|出行|聚餐|出门|行程|"
            r"聚会)?"
            r"|(?:这一?|最近一?)(?:阵子?|段时间|段日子)|(?:出差|旅行|旅游|住院|培训|实习|放假|"
            r"度假|隔离|备考|考试|减肥|孕|哺乳)"
            r"(?:期间|的时候|时)|孕期|哺乳期|生理期|经期|坐月子|术后|眼下这会儿|这会儿"
        ),
        TimeKind.PASSING,
    ),
    (
        re.compile(
            r"很?(?:久|早)以前|以前|曾经|曾(?=[在经是当做住有])|从前|当年|早年|过去|原先|"
            r"原来(?!如此)|早先|昔日|早[些几]年|头几年|当初|那会儿|那阵子|那时候|年少时|早些时候|几年前(?=在)|想当年"
            r"|上一?(?:份|家|个)(?:工作|公司|单位|东家)|前一份工作|前公司|前东家"
            r"|之前|小时候|小的时候|年轻(?:的?时候|时|那会儿|那阵)|(?:退休|结婚|毕业|离职|辞职|转行|跳槽|创业|出国|"
            r"生(?:孩子|娃|宝宝)|怀孕|婚|搬家|入伍)(?:之|以)?前|童年|儿时"
            r"|(?:上|读|念)?(?:小学|初中|高中|大学|中学|本科|研究生|幼儿园|学生时代)(?:时候?|"
            r"的时候|期间|那会儿)"
            r"|[一-鿿]{0,4}(?:那|前)(?:几|些)年"
        ),
        TimeKind.PAST,
    ),
    (
        re.compile(
            r"大学(?:毕业)?(?:之|以)?后|工作(?:之|以)后|婚后|(?:下岗|失业|离婚|辞职|转行|复员|退伍|离职|病)(?:之|以)?后|结婚(?:之|以)后|生完?孩子(?:之|以)?后|"
            r"最近这?[几两三五]年|刚刚|刚才|刚(?![好才需性果烈强刚])|最近|近来|近期|"
            r"前阵子|前[两三]天|前些日子|前些天|前几天|前不久"
            r"|年前(?=[从刚就在去买搬换])|不久前|近日|这[些几两]年|近[几两]年|新近|日前"
        ),
        TimeKind.RECENT,
    ),
    (
        re.compile(
            r"现在|目前|如今|眼下|当前|现今|当下|现(?![居年住场金成实])|(?:到|截至)?目前为止|至今|到现在|这辈子"
        ),
        TimeKind.NOW,
    ),
    (
        re.compile(
            r"每周[一二三四五六日](?:[、和]?周?[一二三四五六日])+(?:的?(?:早上|上午|中午|下午|"
            r"晚上))?|"
            rf"每隔?(?:{NUMERAL}|几|半)?个?(?:天|日|周末|周|星期|礼拜|月|年|晚|早|季度|季|小时|逢)"
            r"(?:(?<=[周期拜逢])[一二三四五六日末天](?![一-鿿]?[岁年]))?"
            r"(?:的?(?:早晚|早上|早晨|清晨|上午|中午|下午|傍晚|晚上|晚|早|睡前|饭后))?都?"
            r"|周[一二三四五六日](?:[、和]?周?[一二三四五六日])+(?:的?(?:早上|上午|中午|下午|"
            r"晚上))?"
            r"|(?:周末|(?:周|星期|礼拜)[一二三四五六日天])(?=我?(?:都|总|一般|通常))|顿顿"
            r"|(?:早上|上午|中午|下午|傍晚|晚上|夜里)(?=我?(?:都|一般|通常|基本|总是)[^，]{2})"
            r"|固定(?=[去做跑练上打吃喝学看])|天天|日日(?=都)|年年(?=都)|月月(?=都)|经常|常常|时常|通常|一般(?:来说|情况下)?|"
            r"平时|平常"
            r"|周一[到至]周[五六日](?!有|开|放|去)"
            rf"|一天(?=[抽喝吃跑走睡背写看]?{NUMERAL}[杯顿包根瓶支趟遍公个])|一周(?=[^，]{{0,4}}{NUMERAL}[次趟节顿])"
            r"|初一、?十五|逢年过节|平日里?|总是|老是|往往|隔三差五|隔天|隔周|工作日|睡前|(?:[早午晚中][饭餐]|饭)后|早起后"
            r"|(?:一到)?周末(?=都|就|一般|通常|经常|喜欢|总|基本|大多|大部分|我?一般|我?都)"
            r"|习惯(?:了|性地?|上)?(?=[在早晚用先每喝吃])"
        ),
        TimeKind.OFTEN,
    ),
    (
        re.compile(
            r"下个?季度|将来|未来|下学[期年]|下半年|年后|年前(?=[要得我把说无])|开春|入秋|(?:今年|明年)?[暑寒]假(?!作业|工|里)|以后|今后|日后|往后|过年|(?:春节|中秋|端午|清明)节?|有朝一日|有一天|"
            r"退休后|毕业后"
        ),
        TimeKind.VAGUE_FUTURE,
    ),
)
_CLOCK_PATTERN = re.compile(_CLOCK)
_LONE_CLOCK = re.compile(
    r"[春夏秋冬][天季]|(?:早上|早晨|清晨|上午|中午|下午|傍晚|晚上|凌晨|夜里|"
    rf"深夜)(?:的?{NUMERAL}(?:点钟?|"
    rf"时)(?:半|{NUMERAL}分?)?)?"
    rf"|{NUMERAL}(?:点钟|点半|点半?(?:之?[前后])?(?=[起睡开上下去出吃到准就才左]))"
)


# Said of what one does, in a clause of its own: 六点起来跑步，雷打不动.
_ALWAYS = re.compile(
    r"(?:也|都|就|还|几乎|基本上?|一直|真的|可以说|已经|这么多年|多少年)*(?:雷打不动|风雨无阻|天天如此|年年如此|每天如此|日复一日|十年如一日|多年如一日|"
    r"从(?:没|未|不)(?:有)?(?:间断|断|落下|中断|缺席|缺)过?|一天(?:都|也)?(?:没|不)(?:落|断|缺)(?:下|过)?|一次(?:都|也)?没(?:落|缺)下?过?|"
    r"(?:几十|十几|二十|十|好几|多)年(?:的)?(?:老)?(?:习惯|规矩|老规矩)|(?:这|那)?(?:都)?(?:已经)?(?:成|是)(?:了)?(?:我的?)?(?:一种|个)?(?:老)?(?:习惯|规矩|惯例)|(?:都|早就?|已经)?习惯|"
    r"(?:都|一直)?(?:是)?这样过来的|(?:都|几十年|十几年|多少年)(?:都|了)*(?:这样|如此|没变过?|没改过?)|(?:这)?(?:老|旧)(?:习惯|规矩)|改不(?:掉|了)|传了[两二三四五几]代(?:人)?|(?:这)?是?(?:我们?|俺)家的?(?:老)?(?:传统|规矩|惯例)|年年(?:都)?(?:这样|如此|去)|每年都(?:这样|如此|去))(?:了|的)?"
)


def is_regular(text: str) -> bool:
    """Say whether a clause tells no more than that something is always done."""
    return bool(_ALWAYS.fullmatch(text.strip(" 。！!~～，,啊呀哦")))


def find_times(text: str, now: datetime) -> list[Time]:
    """Return the expressions of time in simplified text, in order and without overlaps."""
    found: list[Time] = []
    taken = [False] * len(text)
    for match, kind, interval in _all_matches(text, now):
        if match.start() == match.end() or any(taken[match.start() : match.end()]):
            continue
        if kind is TimeKind.PAST and _is_a_limit(text, match, taken):
            continue
        end = match.end()
        if kind is TimeKind.DATE and interval is not None:
            interval, end = _with_clock(text, end, interval)
        taken[match.start() : end] = [True] * (end - match.start())
        is_now = interval is not None and interval[0] <= now <= interval[1]
        found.append(Time(kind, match.start(), end, text[match.start() : end], interval, is_now))
    return sorted(found, key=lambda time: time.start)


_BARE_MONTH = re.compile(
    rf"[\d一二三四五六七八九十]{{1,2}}月份?(?:{NUMERAL}[号日])?(?:[初中底末]|[上中下]旬)?"
)
# What a month without a year says of the next one (我三月搬家), and of the last (我三月搬了家).
_LIES_AHEAD = re.compile(
    r"要(?!是)|会(?!议)|将|打算|准备|计划|得(?!了|到)|办|搬|飞|回(?!忆|来了)|结婚|订婚|生(?!日|病|气|的|活|意|于)|考|开学|"
    r"开始|毕业|入职|出发|动身|参加|交(?!流)|体检|手术|出差|旅[行游]|到期|退休|满|举行"
)
_LIES_BEHIND = re.compile(
    r"了|过|的$|刚|曾|当时|以来|起(?!床|飞|来)|出生|是[^，]*的|一直|每年|生日|"
    r"(?:入职|买|搬|来|去|考|结|离|毕业|开|生)的(?=[一-鿿A-Za-z])"
)


def told_ahead(times: Iterable[Time], text: str, now: datetime) -> tuple[Time, ...]:
    """Return the times of a clause; a bare month that is over is the next such one where the clause
    is about what is to come (三月份要去深圳)."""
    if not _LIES_AHEAD.search(text) or _LIES_BEHIND.search(text):
        return tuple(times)
    return tuple(_next_such_month(time, now) for time in times)


def _next_such_month(time: Time, now: datetime) -> Time:
    if time.interval is None or time.interval[1] >= now or not _BARE_MONTH.fullmatch(time.text):
        return time
    begin, end = time.interval
    is_leap_day = (begin.month, begin.day) == (2, 29)
    first = begin.replace(year=begin.year + 1, day=28 if is_leap_day else begin.day)
    is_month = end - begin > timedelta(days=27)
    return replace(
        time, interval=(first, end_of_month(first) if is_month else first + (end - begin))
    )


def _is_a_limit(text: str, match: re.Match[str], taken: list[bool]) -> bool:
    """Say whether 之前 closes a phrase (明天之前, 睡觉之前) rather than meaning "formerly"."""
    if match[0] not in ("之前", "以前") or match.start() == 0:
        return False
    return taken[match.start() - 1] or text[match.start() - 1] in "觉饭班门床婚业试睡课学"


def _all_matches(text: str, now: datetime) -> list[tuple[re.Match[str], TimeKind, Interval | None]]:
    found: list[tuple[re.Match[str], TimeKind, Interval | None]] = []
    often = next(pattern for pattern, kind in _WORDED if kind is TimeKind.OFTEN)
    found += [(match, TimeKind.OFTEN, None) for match in often.finditer(text)]
    for pattern, resolve in DATED:
        for match in pattern.finditer(text):
            interval = resolve(match, now)
            if interval is not None:
                found.append((match, TimeKind.DATE, interval))
    for pattern, kind in _WORDED:
        if kind is not TimeKind.OFTEN:
            found += [(match, kind, None) for match in pattern.finditer(text)]
    return found


def _with_clock(text: str, end: int, interval: Interval) -> tuple[Interval, int]:
    """Narrow a day to the hour that follows it (明天下午三点)."""
    match = _CLOCK_PATTERN.match(text, end)
    if match is None or match.end() == end:
        return interval, end
    hour = to_number(match["hour"]) if match["hour"] else None
    if hour is None or hour > 24 or interval[1] - interval[0] > timedelta(days=1):
        return interval, match.end()
    if match["part"] in _LATER_HALF and hour < 12:
        hour += 12
    minute = {"半": 30, "一刻": 15, "三刻": 45}.get(match["minute"] or "")
    if minute is None:
        minute = int(to_number((match["minute"] or "0").rstrip("分")) or 0)
    moment = start_of_day(interval[0]) + timedelta(hours=hour, minutes=minute)
    return (moment, moment), match.end()


def skip_clock(text: str, at: int) -> int:
    """Return where an hour of the day that begins at `at` ends (早上六点), else `at`."""
    match = _LONE_CLOCK.match(text, at)
    return match.end() if match else at


def day_text(moment: datetime) -> str:
    """Return a day as it is written in a statement: 2026年3月13日."""
    return f"{moment.year}年{moment.month}月{moment.day}日"
