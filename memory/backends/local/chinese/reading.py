"""Reads a run of Chinese clause by clause and carries what one clause leaves for the next."""

import re
from dataclasses import replace
from datetime import datetime
from itertools import chain

from memory.backends.local.chinese import amending, requesting
from memory.backends.local.chinese.acquaintances import acquaintances
from memory.backends.local.chinese.assemble import passing_time
from memory.backends.local.chinese.cast import term_of
from memory.backends.local.chinese.clauses import (
    Sentence,
    read_clauses,
    simplified_sentences,
    strip_doctor,
)
from memory.backends.local.chinese.dates import Time, TimeKind, find_times, is_regular
from memory.backends.local.chinese.endings import called_off, given_up, parted, pet_lost
from memory.backends.local.chinese.found import Found
from memory.backends.local.chinese.mapping import changes_told, find
from memory.backends.local.chinese.people import (
    ASSISTANT,
    FAMILY,
    ME,
    OTHERS,
    ROLE,
    SURNAMES,
    Person,
)
from memory.backends.local.chinese.rules import (
    duties,
    family,
    food,
    identity,
    memory_requests,
)
from memory.backends.local.chinese.script import is_traditional, simplify
from memory.backends.local.chinese.settled import settled
from memory.backends.local.chinese.statement import Statement, take_apart
from memory.backends.local.chinese.telling import Telling
from memory.backends.local.chinese.words import tag
from memory.backends.local.frame import Clause, Piece, Skip, local_time
from memory.domain.types import (
    Candidate,
    Extraction,
    ExtractionRequest,
    Mode,
    WorkingChange,
    WorkingOp,
)

_BARE_NAME = re.compile(r"[一-鿿]{2,3}")
_WHOSE = re.compile(
    rf"(?P<what>[^，我是]{{1,8}})的(?:人)?是(?P<who>我(?:的)?{ROLE})(?:[，, ]?(?:而)?不是我)?$"
)
_HAS_ONE = re.compile(
    rf"[^，]{{0,4}}(?:我|俺|咱)(?:们|家)?有个(?:亲|大|小|双胞胎|龙凤胎|"
    rf"同卵双胞胎)?{ROLE}|"
    rf"(?:我们?家?|家里)?(?:俩|两个|仨|三个){ROLE}"
)
_MUST = re.compile(
    r"(?:还|也|就|必须|只)?(?:得|要(?!是|不)|必须|需要)[请去交带买写做赶开回接送参办拿取陪][一-鿿]|(?:去|陪|当|请假)[一-鿿]"
)


class Reader(Telling):
    """Reads one piece clause by clause."""

    def read(self) -> Extraction:
        for sentence in simplified_sentences(simplify(self.piece.text)):
            self.passing, self.ahead, self.cast.has_subject = None, None, False
            self.denies = self.has_duty = False
            if not amending.amends(self, sentence):
                self._read_sentence(sentence)
        amending.leave_the_old_job(self)
        return Extraction(
            candidates=tuple(settled(self.candidates)),
            working=tuple(self.working),
            skipped=tuple(self.skipped),
            extractor="local",
        )

    def _read_sentence(self, sentence: Sentence) -> None:
        clauses = read_clauses(sentence)
        asks = any(reason in (Skip.QUESTION, Skip.HYPOTHETICAL) for _clause, reason in clauses)
        for index, (clause, reason) in enumerate(clauses):
            self.leads = index == 0 and len(clauses) > 1 and not asks
            self.stated_after = _time_alone(clauses[index + 1 :], self.now)
            self.following = clauses[index + 1][0].text if index + 1 < len(clauses) else ""
            rest = sentence.text[clause.start - sentence.start :]
            changes = [] if reason else list(map(self._dated, memory_requests.todos(rest.strip())))
            ticked = memory_requests.done_list(rest.strip()) if not reason else None
            changes += [ticked] if ticked else []
            if changes:
                self.working += changes
                return
            if reason == Skip.QUESTION and requesting.asks_a_wish(self, clause.text, clause.start):
                continue
            if reason:
                self.skipped.append((self.piece.quote(clause.start, clause.end), reason))
                continue
            before = len(self.candidates) + len(self.working)
            told_before = len(self.candidates)
            self._read_clause(clause.text, clause.start)
            self.told_from = told_before
            if len(self.candidates) + len(self.working) == before:
                self.skipped.append((self.piece.quote(clause.start, clause.end), Skip.NO_RULE))

    def _dated(self, change: WorkingChange) -> WorkingChange:
        """Return a to-do with the date of a day that moves on (周五交房租)."""
        day = duties.day_of(find_times(str(change.value), self.now))
        return replace(change, value=f"{change.value}{day}")

    def _read_clause(self, text: str, start: int) -> None:
        lead = len(text) - len(text.lstrip(" 　~～"))
        text, start = text[lead:], start + lead
        if self._introduces_by_name(text, start):
            return
        text, start = amending.after_correction(self, text, start)
        bare = text.strip(" 。！!~～，,")
        if not bare or amending.amends_what_was_told(self, text, start):
            return
        if is_regular(text):
            self.is_regular = True
            return
        doctor = strip_doctor(text)
        text, start = text[doctor:], start + doctor
        if requesting.asks_of_memory(self, text, start):
            return
        self._read_what_is_said(text, start)

    def _introduces_by_name(self, text: str, start: int) -> bool:
        """Read a name that stands alone in an introduction, or that 这是我本名 points back to."""
        if self.is_introduction and self._read_bare_name(text.strip(), start):
            return True
        named = identity.name_before(text, self.last_text)
        if named:
            s = take_apart(text, start, self.now)
            self.keep(Found(attribute="name", value=named), ME, s, self.setting())
        self.is_introduction = self.is_introduction or "介绍" in text
        return bool(named)

    def _read_what_is_said(self, text: str, start: int) -> None:
        bare = text.strip(" 。！!~～，,")
        whose = _WHOSE.match(bare)
        named = family.introduced(bare, self.acquainted)
        said = whose["who"] + whose["what"] if whose else named or text
        s = take_apart(said, start, self.now, self.acquainted)
        if whose or named:
            s = replace(s, end=start + len(text.rstrip()))
        following = self.following.strip(" 。！!~～，,")
        s = replace(s, following=following, before_text=self.last_text)
        self.last_text = bare
        s = self._as_often_as_said(s)
        if self.stated_after and not s.has_time(TimeKind.DATE):
            s = replace(s, times=(*s.times, *self.stated_after))
        task = duties.duty(s, follows=self.has_duty)
        self.has_duty = bool(task)
        if task:  # with a day it is a plan too
            self.working.append(WorkingChange(op=WorkingOp.APPEND, field="todos", value=task))
        self._read_statement(s)
        self.is_regular = False

    def _as_often_as_said(self, s: Statement) -> Statement:
        """Give 五点四十起来打太极 the 雷打不动 that stands alone before or after it."""
        if re.search(r"雷打不动|风雨无阻", s.text):  # 周六上午雷打不动去图书馆
            weekly = [
                replace(t, kind=TimeKind.OFTEN) if re.match(r"周|星期|礼拜", t.text) else t
                for t in s.times
            ]
            return replace(s, times=(*weekly, Time(TimeKind.OFTEN, 0, 0, "每")))
        if not (self.is_regular or is_regular(s.following)):
            return s
        if s.has_time(TimeKind.OFTEN, TimeKind.DATE) or s.negation:
            return s
        return replace(s, times=(*s.times, Time(TimeKind.OFTEN, 0, 0, "每")))

    def _read_bare_name(self, name: str, start: int) -> bool:
        """Read 自我介绍一下：林晓，……"""
        if not _BARE_NAME.fullmatch(name) or name[0] not in SURNAMES:
            return False
        if not tag(name)[0].tag.startswith("nr"):
            return False
        s = take_apart(name, start, self.now)
        self.keep(Found(attribute="name", value=name), ME, s, self.setting())
        return True

    def _read_statement(self, s: Statement) -> None:
        passing = passing_time(s, self.setting())
        if passing and passing is not self.passing:
            self.passing = passing
        if requesting.renames(self, s) or requesting.wishes_of(self, s):
            return
        s = self._on_the_day_named(s)
        of_others = s.person is not None and s.person.subject in (ASSISTANT, OTHERS)
        if of_others or (s.is_request and not s.person):
            found = list(identity.form_of_address(s))
            found += () if of_others else food.left_out_of_orders(s)
            found += [f for f in food.spice(s) if f.mode is Mode.TEMPORARY and not of_others]
            if not (found and of_others):
                self.cast.whom(s)
            person = ME
        else:
            person = self.cast.whom(s)
            if person.subject == OTHERS:
                return
            if s.person is not None and not s.person.subject:
                s = replace(s, person=person)
            # 家里养了只猫，叫汤圆 has no subject, and yet tells who is called so
            brought_in = person is self.cast.introduced
            if s.person is None and (self.cast.has_subject or brought_in):
                s = replace(s, person=person, is_carried=True)
            if self.candidates:
                last = self.candidates[-1]
                s = replace(s, after=last.attribute, after_value=last.value)
            s = replace(s, before=self.last_core, is_correction=self.is_correction)
            s = replace(s, leads=self.leads)
            self.last_core = s.core
            self.denies = s.negation == "不" and s.core.startswith("是") and not s.ends_in_le
            found = find(s, self.now, self.changes)
            if not found and s.is_told_without_subject:
                s = replace(s, person=person, is_carried=True)
                found = find(s, self.now, self.changes)
            self.changes = changes_told(s)
            if not found and person is ME:
                found, s = amending.instead(self, s)
            found += self._brought_in(s, person)
            ended = pet_lost(s, self.request.known), called_off(s, self.request.known)
            found = list(chain(*ended)) or found
            if person is ME:
                found += given_up(s, self.request.known)
                found += parted(s, self.request.known)
                amending.notice_change_of_job(self, s)
                amending.leave_what_was_told(self, s)
        self.cast.notice(s)
        for each in found:
            if each.attribute == "age" and person.is_pet:
                continue
            owner = ME if each.attribute in ("form_of_address", "never") else person
            self.keep(each, owner, s, self.setting())

    def _on_the_day_named(self, s: Statement) -> Statement:
        """Give 我得请一天假 the day of 下周二毕业典礼 before it."""
        named = s.time(TimeKind.DATE)
        if named:
            coming = named.interval and named.interval[0] > self.now
            self.ahead = named if coming and not s.has_time(TimeKind.OFTEN) else None
        elif self._goes_on_as_often(s):
            return replace(s, times=(*s.times, Time(TimeKind.OFTEN, 0, 0, "每")))
        elif self.ahead and not s.times and _MUST.match(s.core):
            return replace(s, times=(replace(self.ahead, start=0, end=0),))
        return s

    def _brought_in(self, s: Statement, person: Person) -> list[Found]:
        """Read 我有个姐姐在法国: besides what is told of her, that there is a sister."""
        if person.subject not in FAMILY:
            return []
        if person.name and not s.core and s.person is not None:  # 我女儿小雨，八岁
            term = term_of(person)
            value, text = term + person.name, f"{{who}}的{term}叫{person.name}"
            return [Found(attribute="family", value=value, subject=ME, text=text)]
        if not _HAS_ONE.match(s.text):
            return []
        return [Found(attribute="family", value=term_of(person), subject=ME)]

    def _goes_on_as_often(self, s: Statement) -> bool:
        """Say whether 早上六点半起 goes on with what 一般十一点睡 says is the rule."""
        last = self.candidates[-1] if self.candidates else None
        if last is None or last.attribute != "habit" or last.mode is not Mode.STANDING:
            return False
        return bool(s.leading_times) and not s.times and self.cast.has_subject


def _time_alone(clauses: list[tuple[Clause, str]], now: datetime) -> tuple[Time, ...]:
    """Return the day that the next clause names and says nothing of (约了牙医，后天上午十点)."""
    if not clauses or clauses[0][1]:
        return ()
    told = take_apart(clauses[0][0].text.strip("。！!，, "), 0, now)
    dated = tuple(replace(t, start=0, end=0) for t in told.times if t.kind is TimeKind.DATE)
    return dated if not told.core and told.person is None else ()


def read(piece: Piece, request: ExtractionRequest) -> Extraction:
    alone = replace(request, previous_text="", previous_reply="")

    def again(text: str) -> list[Candidate]:
        other = Piece(text=text, start=0, language="zh", message=text)
        return list(read(other, replace(alone, text=text)).candidates)

    reader = Reader(
        again=again,
        piece=piece,
        request=request,
        now=local_time(request),
        is_traditional=is_traditional(piece.text),
        acquainted=acquaintances(request.known),
    )
    return reader.read()
