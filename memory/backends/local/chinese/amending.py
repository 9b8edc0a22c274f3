"""What a clause or a message does to what was told before it: puts right, dates, ends."""

import re
from dataclasses import replace

from memory.backends.local.chinese import corrections
from memory.backends.local.chinese.afterwords import date_alone, dated
from memory.backends.local.chinese.clauses import Sentence
from memory.backends.local.chinese.dates import Time, TimeKind, find_times
from memory.backends.local.chinese.endings import job_changed, left_behind
from memory.backends.local.chinese.found import Found, deed
from memory.backends.local.chinese.mapping import Changes, find
from memory.backends.local.chinese.people import ME, ROLE
from memory.backends.local.chinese.restating import as_user
from memory.backends.local.chinese.rules import quantities
from memory.backends.local.chinese.script import simplify
from memory.backends.local.chinese.statement import Statement, take_apart
from memory.backends.local.chinese.telling import Telling
from memory.domain.types import USER, Candidate, Mode


def amends(telling: Telling, sentence: Sentence) -> bool:
    """Read 不对，不是成都，是重庆: it puts right what was told last."""
    wanted = corrections.amendment(sentence.text)
    if wanted is None:
        return False
    quote = telling.piece.quote(sentence.start, sentence.end).rstrip("。！!~～ ")
    found = corrections.amended(wanted, telling.candidates, (), quote)
    if found:
        telling.candidates = [c for c in telling.candidates if not _stands_for(found[0], c)]
    else:
        found = corrections.amended(wanted, _told_before(telling), telling.request.known, quote)
    telling.candidates += found
    return bool(found)


def _told_before(telling: Telling) -> list[Candidate]:
    """Return what the user's message before and the reply to it state, the newest last."""
    reply = as_user(corrections.without_notes(telling.request.previous_reply))
    said = (telling.request.previous_text, reply)
    return [told for text in said if text.strip() for told in telling.again(text)]


def after_correction(telling: Telling, text: str, start: int) -> tuple[str, int]:
    """Return what follows 不对, 说错了 at the head of a clause, and where it begins."""
    corrects = corrections.CORRECTS.match(text)
    if corrects:
        telling.is_correction = True
        about_work = re.search(r"工作|公司|上班|单位", telling.request.previous_reply)
        telling.changes = Changes(job=bool(about_work))
        text, start = text[corrects.end() :], start + corrects.end()
    if telling.is_correction and re.match(rf"是(?=我(?:的)?{ROLE})", text):
        return text[1:], start + 1  # 说错了，是我表哥在海关
    contrast = corrections.CONTRAST.match(text.rstrip("。！!了 "))
    if contrast and contrast["kept"].strip():
        telling.is_correction = True
        text = contrast["kept"]
    if telling.said_before and text.startswith(("其实", "应该", "实际")):
        telling.is_correction = True
    telling.said_before = bool(corrections.TOLD.search(text))
    if telling.denies and corrections.AFFIRMS.match(text.strip()):
        telling.is_correction = True
    return text, start


def amends_what_was_told(telling: Telling, text: str, start: int) -> bool:
    """Say whether a clause does no more than put right, date or rank what the one before told."""
    bare = text.strip(" 。！!~～，,")
    if corrections.NOT_SO.fullmatch(bare):
        telling.is_correction = True
        return True
    if corrections.NOT_THAT.fullmatch(bare) and _correct_last(telling, start + len(text)):
        return True
    return _dates_what_was_told(telling, text) or _sets_a_record(telling, text)


def _correct_last(telling: Telling, end: int) -> bool:
    """Take 不叫年糕 as what the clause before it corrects; say whether that told something."""
    told = telling.candidates[telling.told_from :]
    if not told or any(c.mode not in (Mode.STANDING, Mode.CORRECTION) for c in told):
        return False
    for place, each in enumerate(told, telling.told_from):
        begin = telling.piece.text.rfind(each.quote, 0, end)
        quote = telling.piece.quote(begin, end) if begin >= 0 else each.quote
        telling.candidates[place] = replace(each, mode=Mode.CORRECTION, quote=quote)
    return True


def _dates_what_was_told(telling: Telling, text: str) -> bool:
    """Give 我搬到杭州了 the date of 是上个月搬的; say whether the clause was such a date."""
    told = telling.candidates[telling.told_from :]
    time = date_alone(text, telling.now) if told else None
    if time is None or time.interval is None or time.interval[0] > telling.now:
        return False
    for place, each in enumerate(told, telling.told_from):
        telling.candidates[place] = dated(each, time)
    return True


def _sets_a_record(telling: Telling, text: str) -> bool:
    """Make the best result of what the clause before measured (又破纪录了)."""
    told = telling.candidates[telling.told_from :]
    measured = [c for c in told if c.attribute.startswith("measure:")]
    if not measured or not quantities.is_record(text):
        return False
    for place, each in enumerate(told, telling.told_from):
        if each in measured:
            telling.candidates[place] = quantities.as_record(each)
    return True


_INSTEAD = re.compile(r"改(?:成|为)?(?=[去来看学吃做坐打玩练骑开住喝])")
_GIVEN_UP = ("plan", "goal", "project", "hobby", "habit")


def instead(telling: Telling, s: Statement) -> tuple[list[Found], Statement]:
    """Read 改去看电影, and 去上海 after 不去北京了: on the day of what was given up."""
    last = telling.candidates[-1] if telling.candidates else None
    given_up = last if last and last.mode is Mode.DENIAL and last.attribute in _GIVEN_UP else None
    turned = _INSTEAD.match(s.core)
    if not (turned or (given_up and s.core.startswith("去"))) or s.negation or s.is_request:
        return [], s
    end = turned.end() if turned else 0
    s = replace(s, core=s.core[end:], core_start=s.core_start + end, times=_day_then(telling, s))
    found = find(s, telling.now, telling.changes)
    return found or [Found(attribute="plan", value=deed(s.core), is_dated=True)], s


def _day_then(telling: Telling, s: Statement) -> tuple[Time, ...]:
    """Return when what a clause tells takes place: on the day of what the message before planned,
    where none is named."""
    if s.times:
        return s.times
    if telling.ahead:
        return (replace(telling.ahead, start=0, end=0),)
    given_up = telling.candidates[-1].value if telling.candidates else ""
    before = simplify(telling.request.previous_text)
    if not given_up or given_up not in before:
        return ()
    times = (t for t in find_times(before, telling.now) if t.kind is TimeKind.DATE)
    return tuple(replace(t, start=0, end=0) for t in times)


def notice_change_of_job(telling: Telling, s: Statement) -> None:
    changed = job_changed(s)
    if changed and not telling.job_change:
        telling.job_change, telling.job_change_said = changed, s


def leave_the_old_job(telling: Telling) -> None:
    s = telling.job_change_said
    found = left_behind(telling.job_change, telling.candidates, telling.request.known, telling.now)
    for each in list(found):
        quoted = s or take_apart(telling.piece.text, 0, telling.now)
        telling.keep(each, ME, replace(quoted, negation=""), telling.setting())


_WENT = re.compile(
    r"(?:就|才|刚|被|已经)*(?:离职|辞职|辞了|辞掉|跳槽|走人|裁|裁员|不干|退休|退下来)"
)
_SO_LONG_THERE = re.compile(r"(?:干|做|待|呆|工作|上班|教|开)(?:过|了)[^，]{0,6}[年月]")
_JOB = ("employer", "workplace", "occupation")


def leave_what_was_told(telling: Telling, s: Statement) -> None:
    """Read 我在华为干了五年，去年离职了: the job that the clause before tells is over."""
    gone = _WENT.match(s.core) and (s.ends_in_le or s.has_time(TimeKind.DATE))
    if not gone or s.person not in (ME, None) or s.is_request:
        return
    if not _SO_LONG_THERE.search(s.before):
        return
    ends = [t.interval[1] for t in s.times if t.interval and t.interval[1] < telling.now]
    for at, told in enumerate(telling.candidates):
        if told.subject == USER and told.attribute in _JOB and told.mode is Mode.STANDING:
            telling.candidates[at] = replace(
                told,
                mode=Mode.PAST,
                text=told.text.replace("用户", "用户以前", 1),
                valid_to=ends[0] if ends else telling.now,
            )


def _stands_for(right: Candidate, wrong: Candidate) -> bool:
    return (right.subject, right.attribute) == (wrong.subject, wrong.attribute)
