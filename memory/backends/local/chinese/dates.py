"""Expressions of time in a Chinese clause: where they stand, what they say, which interval.

Own rules rather than jionlp's parser, which knows neither 上个月 nor 下个月 and prints.
Every moment is on the user's clock (`now` carries the zone).
"""

import enum
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.backends.local.chinese.script import NUMERAL, to_number
from memory.backends.local.frame import (
    end_of_day,
    end_of_month,
    end_of_week,
    start_of_day,
    start_of_month,
)

Interval = tuple[datetime, datetime]


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


_WEEKDAYS = {day: index for index, day in enumerate("一二三四五六日")} | {"天": 6, "末": 5}
_DAYS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "当": 0, "明": 1, "后": 2, "大后": 3}
_YEARS = {"大前": -3, "前": -2, "去": -1, "今": 0, "本": 0, "明": 1, "来": 1, "后": 2}
_SHIFT = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_SEASONS = {"春": (3, 5), "夏": (6, 8), "秋": (9, 11), "冬": (12, 14)}
_SEASONS |= {"上半": (1, 6), "下半": (7, 12), "初": (1, 2), "中": (5, 7), "底": (11, 12)}
_SEASONS |= {"末": (11, 12), "尾": (11, 12)}
_FEASTS = {"元旦": (1, 1, 1), "情人节": (2, 14, 1), "劳动节": (5, 1, 5), "五一": (5, 1, 5)}
_FEASTS |= {
    "十一(?=[准打去回要放长假期])": (10, 1, 7),
    "国庆": (10, 1, 7),
    "十一假期": (10, 1, 7),
    "圣诞": (12, 25, 1),
    "暑假": (7, 1, 62),
}
_FEASTS |= {"双十一": (11, 11, 1), "儿童节": (6, 1, 1), "寒假": (1, 15, 35)}

_CLOCK = (
    rf"(?P<part>早上|早晨|清晨|上午|中午|下午|傍晚|晚上|凌晨|夜里|深夜|晚|早)?的?"
    rf"(?:(?P<hour>{NUMERAL})(?:点钟?|时|[:：])(?P<minute>半|一刻|三刻|{NUMERAL}分?)?)?"
)
_LATER_HALF = ("下午", "傍晚", "晚上", "晚", "夜里", "深夜")


def _day(moment: datetime, days: int = 0) -> Interval:
    day = start_of_day(moment + timedelta(days=days))
    return day, end_of_day(day)


def _months(year: int, first: int, last: int, now: datetime) -> Interval:
    base = datetime(year, 1, 1, tzinfo=now.tzinfo)
    return start_of_month(base, first - 1), end_of_month(base, last - 1)


def _relative_day(match: re.Match[str], now: datetime) -> Interval:
    return _day(now, _DAYS[match["day"]])


def _week(match: re.Match[str], now: datetime) -> Interval | None:
    shift, name = match["shift"], match["weekday"]
    monday = start_of_day(now - timedelta(days=now.weekday()))
    if not name:
        monday += timedelta(weeks=_SHIFT[shift])
        return monday, end_of_week(monday)
    day = monday + timedelta(days=_WEEKDAYS[name], weeks=_SHIFT[shift] if shift else 0)
    if not shift and end_of_day(day) < now:
        day += timedelta(weeks=1)
    return day, end_of_day(day + timedelta(days=1 if name == "末" else 0))


def _month(match: re.Match[str], now: datetime) -> Interval | None:
    first = start_of_month(now, _SHIFT[match["shift"]])
    part, day = match["part_of_month"], match["day_of_month"]
    if day:
        number = to_number(day)
        return _date(first.year, first.month, int(number or 1), now)
    if part:
        offset = {"初": 0, "中": 10, "底": 20, "末": 20}[part]
        return first + timedelta(days=offset), (
            end_of_month(first) if offset == 20 else end_of_day(first + timedelta(days=offset + 9))
        )
    return first, end_of_month(first)


def _date(year: int, month: int, day: int, now: datetime) -> Interval | None:
    try:
        moment = datetime(year, month, day, tzinfo=now.tzinfo)
    except ValueError:
        return None
    return moment, end_of_day(moment)


def _year(match: re.Match[str], now: datetime) -> Interval | None:
    if match["year"]:
        number = to_number(match["year"])
        if number is None or not 1900 <= number <= 2200:
            return None
        year = int(number)
    elif match["relative_year"]:
        year = now.year + _YEARS[match["relative_year"]]
    else:
        year = now.year
    if match["month"]:
        month = int(to_number(match["month"]) or 0)
        if not 1 <= month <= 12:
            return None
        if match["day"]:
            return _date(year, month, int(to_number(match["day"]) or 0), now)
        return _months(year, month, month, now)
    if match["season"]:
        return _months(year, *_SEASONS[match["season"]], now)
    return _months(year, 1, 12, now)


def _offset(match: re.Match[str], now: datetime) -> Interval | None:
    amount = 0.5 if match["amount"] == "半" else to_number(match["amount"].replace("几", "三"))
    if amount is None:
        return None
    days = {"天": 1, "日": 1, "周": 7, "星期": 7, "礼拜": 7, "月": 30, "年": 365, "小时": 1 / 24}
    distance = timedelta(days=amount * days[match["unit"]])
    try:
        if match["side"] in ("后", "之后", "以后"):
            return _day(now + distance)
        if match["side"] in ("内", "之内", "以内"):
            return now, end_of_day(now + distance)
        return _day(now - distance)
    except OverflowError:
        return None


def _feast(match: re.Match[str], now: datetime) -> Interval | None:
    name = next(key for key in _FEASTS if match[0].startswith(key.partition("(")[0]))
    month, day, length = _FEASTS[name]
    first = datetime(now.year, month, day, tzinfo=now.tzinfo)
    if end_of_day(first + timedelta(days=length - 1)) < now:
        first = first.replace(year=now.year + 1)
    return first, end_of_day(first + timedelta(days=length - 1))


def _edge(match: re.Match[str], now: datetime) -> Interval | None:
    if match["unit"] == "年":
        return _months(now.year, *_SEASONS[match["edge"]], now)
    first = start_of_month(now)
    offset = {"初": 0, "中": 10, "底": 20, "末": 20}[match["edge"]]
    return first + timedelta(days=offset), end_of_month(first)


def _few_days(match: re.Match[str], now: datetime) -> Interval | None:
    return start_of_day(now), end_of_day(now + timedelta(days=3))


_DATED: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], datetime], Interval | None]], ...] = (
    (
        re.compile(r"(?P<day>大前|大后|前|昨|今|当|明|后)(?:天|日|儿(?!子|女)|(?=[晚早夜]))"),
        _relative_day,
    ),
    (
        re.compile(
            r"(?P<shift>上上|下下|上|这|本|下)?个?(?:周|星期|"
            r"礼拜)(?P<weekday>[一二三四五六日天末])(?!个)"
        ),
        _week,
    ),
    (
        re.compile(
            r"(?P<shift>上上|下下|上|这|本|下)个?(?P<weekday>(?!))?(?:周(?![一-鿿]年)|星期|礼拜)"
        ),
        _week,
    ),
    (
        re.compile(
            rf"(?P<shift>上上|下下|上|这|本|下)个?月份?(?P<part_of_month>[初中底末])?"
            rf"(?:(?P<day_of_month>{NUMERAL})[号日])?"
        ),
        _month,
    ),
    (
        re.compile(
            rf"(?:(?P<year>(?:19|20)\d\d|[一二][零〇一二三四五六七八九]{{3}})年?"
            rf"|(?P<relative_year>大前|前|去|今|本|明|来|后)年)的?年?"
            rf"(?:(?P<month>{NUMERAL})月份?(?:(?P<day>{NUMERAL})[号日])?"
            rf"|(?P<season>[春夏秋冬](?=天|季)|上半|下半|[初中底末尾])[天季年]?)?"
        ),
        _year,
    ),
    (
        re.compile(
            r"(?P<year>(?!))?(?P<relative_year>(?!))?(?<![\d.])(?P<month>\d\d?|"
            r"十?[一二三四五六七八九十])月份?"
            rf"(?:(?P<day>{NUMERAL})[号日])?(?P<season>(?!))?(?:[初中底末](?![一-鿿]?学)|"
            r"[上中下]旬)?"
        ),
        _year,
    ),
    (
        re.compile(
            rf"(?P<amount>半|几|{NUMERAL})个?多?(?P<unit>天|周|星期|礼拜|月|年|小时)"
            rf"(?P<side>之后|以后|后|之内|以内|内|之前|以前|前)"
        ),
        _offset,
    ),
    (re.compile("|".join(f"{name}(?:节|假期|长假|期间)?" for name in _FEASTS)), _feast),
    (re.compile(r"(?P<unit>[年月])(?P<edge>[初中底末])(?:之?前)?"), _edge),
    (re.compile(r"(?:最近|未来|接下来|这)(?:这?几|两|[两三四五]|一两|两三)天"), _few_days),
)
_WORDED: tuple[tuple[re.Pattern[str], TimeKind], ...] = (
    (
        re.compile(
            r"暂时|暂且|临时|(?:这|本)(?:次|回|趟|顿|餐)(?:出差|旅行|旅游|出行|聚餐|出门|行程|"
            r"聚会)?"
            r"|(?:这一?|最近一?)(?:阵子?|段时间|段日子)|(?:出差|旅行|旅游|住院|培训|实习|放假|"
            r"度假|隔离|备考|考试|减肥|孕|哺乳)"
            r"(?:期间|的时候|时)|眼下这会儿|这会儿"
        ),
        TimeKind.PASSING,
    ),
    (
        re.compile(
            r"很?(?:久|早)以前|以前|曾经|曾(?=[在经是当做住有])|从前|当年|早年|过去|原先|"
            r"原来(?!如此)|早先|昔日"
            r"|之前|小时候|小的时候|年轻(?:的?时候|时)|童年|儿时"
            r"|(?:上|读|念)?(?:小学|初中|高中|大学|中学|本科|研究生|幼儿园|学生时代)(?:时候?|"
            r"的时候|期间|那会儿)"
            r"|[一-鿿]{0,4}(?:那|前)(?:几|些)年"
        ),
        TimeKind.PAST,
    ),
    (
        re.compile(
            r"刚刚|刚才|刚(?![好才需性果烈强刚])|最近|近来|近期|"
            r"前阵子|前[两三]天|前些日子|前些天|前几天|前不久"
            r"|不久前|近日|这些年|这几年|近几年|新近|日前"
        ),
        TimeKind.RECENT,
    ),
    (
        re.compile(
            r"现在|目前|如今|眼下|当前|现今|当下|现|(?:到|截至)?目前为止|至今|到现在|这辈子"
        ),
        TimeKind.NOW,
    ),
    (
        re.compile(
            rf"每隔?(?:{NUMERAL}|几|半)?个?(?:天|日|周末|周|星期|礼拜|月|年|晚|早|季度|季|小时|逢)"
            r"(?:[一二三四五六日末天](?![一-鿿]?[岁年]))?"
            r"(?:的?(?:早晚|早上|早晨|清晨|上午|中午|下午|傍晚|晚上|晚|早|睡前|饭后))?都?"
            r"|每?周[一二三四五六日](?:[、和]?周?[一二三四五六日])+(?:的?(?:早上|上午|中午|下午|"
            r"晚上))?"
            r"|(?:周末|(?:周|星期|礼拜)[一二三四五六日天])(?=我?(?:都|总|一般|通常))|顿顿"
            r"|天天|日日(?=都)|年年(?=都)|月月(?=都)|经常|常常|时常|通常|一般(?:来说|情况下)?|"
            r"平时|平常"
            r"|平日里?|总是|老是|往往|隔三差五|隔天|隔周|工作日|睡前|饭后|早起后"
            r"|(?:一到)?周末(?=都|一般|通常|经常|喜欢|总|我?一般|我?都)"
            r"|习惯(?:了|性地?|上)?(?=[在早晚用先每喝吃])"
        ),
        TimeKind.OFTEN,
    ),
    (
        re.compile(
            r"将来|未来|以后|今后|日后|往后|过年|(?:春节|中秋|端午|清明)节?|有朝一日|有一天|"
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
    rf"|{NUMERAL}(?:点钟|点半|点(?=[起睡开上下去出吃到]))"
)


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


def _is_a_limit(text: str, match: re.Match[str], taken: list[bool]) -> bool:
    """Say whether 之前 closes a phrase (明天之前, 睡觉之前) rather than meaning "formerly"."""
    if match[0] not in ("之前", "以前") or match.start() == 0:
        return False
    return taken[match.start() - 1] or text[match.start() - 1] in "觉饭班门床婚业试睡课学"


def _all_matches(text: str, now: datetime) -> list[tuple[re.Match[str], TimeKind, Interval | None]]:
    found: list[tuple[re.Match[str], TimeKind, Interval | None]] = []
    often = next(pattern for pattern, kind in _WORDED if kind is TimeKind.OFTEN)
    found += [(match, TimeKind.OFTEN, None) for match in often.finditer(text)]
    for pattern, resolve in _DATED:
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
