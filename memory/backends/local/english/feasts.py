"""On which day the feasts fall that people name: Christmas, Easter, Thanksgiving, Lent."""

import re
from datetime import date, datetime, timedelta

from memory.backends.local.frame import end_of_day, start_of_day

_FEASTS = {
    "christmas": (12, 25), "christmas eve": (12, 24), "xmas": (12, 25), "boxing day": (12, 26),
    "new year": (1, 1), "new year eve": (12, 31), "nye": (12, 31), "new year day": (1, 1),
    "halloween": (10, 31), "valentine": (2, 14), "valentine day": (2, 14),
}  # fmt: skip


def feast(match: re.Match[str], now: datetime) -> tuple[datetime, datetime] | None:
    """Return the coming day of a feast; "Christmas day" is the same as "Christmas"."""
    name = match["feast"].casefold().replace("'s", "").replace("valentines", "valentine")
    for year in (now.year, now.year + 1):
        if name.startswith("easter"):
            day = _easter(year) + timedelta(days=1 if name.endswith("monday") else 0)
        elif name == "thanksgiving":  # the fourth Thursday of November
            first = date(year, 11, 1)
            day = first + timedelta(days=(3 - first.weekday()) % 7 + 21)
        else:
            month, number = _FEASTS.get(name) or _FEASTS[name.removesuffix(" day")]
            day = date(year, month, number)
        if day >= now.date():
            return _whole(datetime.combine(day, now.timetz()))
    return None


def _easter(year: int) -> date:
    """Return Easter Sunday of the Gregorian calendar (Meeus/Jones/Butcher, Meeus 1991, ch. 8)."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    f = (b + 8) // 25
    h = (19 * a + b - d - (b - f + 1) // 3 + 15) % 30
    i, k = divmod(c, 4)
    weekday = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * weekday) // 451
    month, day = divmod(h + weekday - 7 * m + 114, 31)
    return date(year, month, day + 1)


def lent(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    """Return what is left of Lent, or a fortnight where it is not Lent."""
    easter = datetime.combine(_easter(now.year), now.timetz())
    is_lent = timedelta(0) < easter - now < timedelta(days=47)
    return start_of_day(now), end_of_day(easter if is_lent else now + timedelta(days=14))


def _whole(moment: datetime) -> tuple[datetime, datetime]:
    return start_of_day(moment), end_of_day(moment)
