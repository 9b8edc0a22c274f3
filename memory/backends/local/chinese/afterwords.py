"""What a clause adds to what the one before it told: when it was."""

import re
from dataclasses import replace
from datetime import datetime

from memory.backends.local.chinese.assemble import BEGUN
from memory.backends.local.chinese.dates import Time, TimeKind, find_times
from memory.backends.local.chinese.words import tag
from memory.domain.types import Candidate, Mode

_OF_THAT_DAY = re.compile(
    r"(?:那|这|都|也|就|好像|大概|应该|差不多)*是?(?:才|刚|就|在)*(?P<deed>[一-鿿]{0,3}?)的(?:事儿?|事情|时候)?"
)
_PARTICLES = re.compile(r"[\s。！!~～，,啊呀哦吧啦呢]+$")


def date_alone(text: str, now: datetime) -> Time | None:
    """Return the date in a clause that says nothing else: 是上个月搬的, 去年的事."""
    text = _PARTICLES.sub("", text.strip())
    times = [time for time in find_times(text, now) if time.kind is TimeKind.DATE]
    if len(times) != 1:
        return None
    rest = text[: times[0].start] + text[times[0].end :]
    match = _OF_THAT_DAY.fullmatch(rest)
    if match is None or not (rest.startswith("是") or text.endswith(("的", "事", "事儿"))):
        return None
    deed = match["deed"]
    is_deed = not deed or tag(deed)[0].tag[0] == "v"
    return times[0] if is_deed else None


def dated(told: Candidate, time: Time) -> Candidate:
    """Return what was told, from the day that `time` names where it may begin on one."""
    head = told.attribute.partition(":")[0]
    begins = head in BEGUN and told.mode in (Mode.STANDING, Mode.CORRECTION)
    if not begins or time.interval is None or told.valid_from is not None:
        return told
    return replace(told, valid_from=time.interval[0])
