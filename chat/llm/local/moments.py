"""How exactly a moment was said: to the day, the month or the year. Pure."""

import re
from datetime import datetime, time, timedelta
from enum import StrEnum

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_NAMES_DAY = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTHS})|\b(?:{_MONTHS})[a-z]* \d{{1,2}}\b(?!\d)"
    r"|\bthe \d{1,2}(?:st|nd|rd|th)\b|[\d一二三四五六七八九十][日号]",
    re.IGNORECASE,
)
_NAMES_MONTH = re.compile(
    rf"\b(?:{_MONTHS})[a-z]*\b|\bmonth\b|[\d一二三四五六七八九十个本上下]月", re.I
)
_NAMES_YEAR = re.compile(r"\b(?:19|20)\d\d\b|\byear\b|[\d今明后去前]年", re.IGNORECASE)


class Exactness(StrEnum):
    DAY = "day"
    MONTH = "month"
    YEAR = "year"


def exactness(moment: datetime, said: str) -> Exactness:
    """Return to what a moment is known: a month that was said is its first or last second."""
    if _NAMES_DAY.search(said):
        return Exactness.DAY
    after = moment + timedelta(seconds=1)
    first = after if after.time() == time.min else moment
    is_bound = first.day == 1 and first.time() == time.min
    if is_bound and _NAMES_MONTH.search(said):
        return Exactness.MONTH
    if is_bound and first.month == 1 and _NAMES_YEAR.search(said):
        return Exactness.YEAR
    return Exactness.DAY
