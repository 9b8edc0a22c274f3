"""Expressions of the calendar, and the interval that each means at a given moment."""

import re
from collections.abc import Callable
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
_FEASTS |= {"六一": (6, 1, 1), "妇女节": (3, 8, 1), "教师节": (9, 10, 1), "平安夜": (12, 24, 1)}
_FEASTS |= {"双十一": (11, 11, 1), "儿童节": (6, 1, 1), "寒假": (1, 15, 35)}


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


def _day_of_month(match: re.Match[str], now: datetime) -> Interval | None:
    """Return the coming 14号: of this month, else of the next one."""
    day = int(to_number(match["day"]) or 0)
    first = start_of_month(now, 0 if day >= now.day else 1)
    return _date(first.year, first.month, day, now)


def _few_days(match: re.Match[str], now: datetime) -> Interval | None:
    return start_of_day(now), end_of_day(now + timedelta(days=3))


def _coming(match: re.Match[str], now: datetime) -> Interval | None:
    """Return the stretch that begins now: 接下来一周, 未来三个月."""
    amount = 0.5 if match["amount"] == "半" else to_number(match["amount"].replace("几", "三"))
    if amount is None or amount > 100:
        return None
    days = {"天": 1, "周": 7, "星期": 7, "礼拜": 7, "月": 30}[match["unit"]]
    return start_of_day(now), end_of_day(now + timedelta(days=amount * days))


def _range_of_months(match: re.Match[str], now: datetime) -> Interval | None:
    """Return 四月到六月, of the year in which it is not over."""
    first, last = (int(to_number(match[name]) or 0) for name in ("first", "last"))
    if not (1 <= first <= 12 and 1 <= last <= 12):
        return None
    last += 12 if last < first else 0
    span = _months(now.year, first, last, now)
    return span if span[1] >= now else _months(now.year + 1, first, last, now)


def _range_of_years(match: re.Match[str], now: datetime) -> Interval | None:
    first, last = int(match["first"]), int(match["last"])
    if not 1900 <= first <= last <= 2200:
        return None
    return _months(first, 1, 1, now)[0], _months(last, 12, 12, now)[1]


DATED: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], datetime], Interval | None]], ...] = (
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
            rf"(?P<first>{NUMERAL})月?(?:份)?(?:初|底|中)?(?:到|至|[-–~～])(?P<last>{NUMERAL})月份?(?!\d)"
        ),
        _range_of_months,
    ),
    (
        re.compile(
            r"(?P<first>(?:19|20)\d\d)年?(?:到|至|[-–~～—]+)(?P<last>(?:19|20)\d\d)年?(?:间|期间)?"
        ),
        _range_of_years,
    ),
    (
        re.compile(
            rf"(?:(?P<year>(?:19|20)\d\d|[一二][零〇一二三四五六七八九]{{3}})年?"
            rf"|(?P<relative_year>大前|前|去|今|本|明|来|后)年)的?年?"
            rf"(?:(?P<month>{NUMERAL})月份?(?:(?P<day>{NUMERAL})[号日])?"
            rf"|(?P<season>[春夏秋冬](?=天|季)|上半|下半|[初底末尾]|中(?![考学秋]))[天季年]?)?"
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
    (
        re.compile(
            rf"(?:未来|接下来|往后|这(?=[几两三]个?(?:天|周|星期|礼拜)))的?这?(?P<amount>半|几|{NUMERAL})个?(?P<unit>天|周|星期|礼拜|月)"
        ),
        _coming,
    ),
    (
        re.compile(
            r"(?<![月\d第.一二三四五六七八九十])(?P<day>[1-3]?\d|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])号"
            r"(?!楼|线|院|店|馆|门|车|机|球|选|桌|座|窗|码|文|厅|字|人|种|病|位)"
        ),
        _day_of_month,
    ),
    (re.compile(r"(?:最近|未来|接下来|这)(?:这?几|两|[两三四五]|一两|两三)天"), _few_days),
)
