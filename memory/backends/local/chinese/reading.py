"""Reads a run of Chinese clause by clause and carries what one clause leaves for the next."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from memory.backends.local.chinese import corrections
from memory.backends.local.chinese.acquaintances import acquaintances
from memory.backends.local.chinese.afterwords import date_alone, dated
from memory.backends.local.chinese.assemble import Setting, candidate, passing_time
from memory.backends.local.chinese.cast import Cast, term_of
from memory.backends.local.chinese.clauses import (
    Sentence,
    read_clauses,
    simplified_sentences,
    strip_doctor,
)
from memory.backends.local.chinese.dates import Time, TimeKind
from memory.backends.local.chinese.endings import given_up, job_changed, left_behind
from memory.backends.local.chinese.forgetting import topic_named
from memory.backends.local.chinese.found import Found
from memory.backends.local.chinese.mapping import Changes, changes_told, find
from memory.backends.local.chinese.people import (
    ASSISTANT,
    FAMILY,
    ME,
    OTHERS,
    ROLE,
    SURNAMES,
    Person,
)
from memory.backends.local.chinese.restating import as_user
from memory.backends.local.chinese.rules import (
    duties,
    food,
    identity,
    memory_requests,
    quantities,
)
from memory.backends.local.chinese.script import is_traditional, simplify
from memory.backends.local.chinese.settled import forgotten, settled
from memory.backends.local.chinese.statement import Statement, take_apart
from memory.backends.local.chinese.wishes import asked, wishes
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

_SAID_BEFORE = re.compile(r"我(?:之前|以前|上次)?(?:跟你)?(?:说|提|讲|告诉)(?:你)?过")
_BARE_NAME = re.compile(r"[一-鿿]{2,3}")
_WHOSE = re.compile(
    rf"(?P<what>[^，我是]{{1,8}})的(?:人)?是(?P<who>我(?:的)?{ROLE})(?:[，, ]?(?:而)?不是我)?$"
)
_HAS_ONE = re.compile(
    rf"[^，]{{0,4}}(?:我|俺|咱)(?:们|家)?有个(?:亲|大|小|双胞胎|龙凤胎|"
    rf"同卵双胞胎)?{ROLE}|"
    rf"(?:我们?家?|家里)?(?:俩|两个|仨|三个){ROLE}"
)
_NOT_THAT_NAME = re.compile(r"(?:别|不要|不用)(?:再)?(?:叫|喊|称呼)我")
_MUST = re.compile(
    r"(?:还|也|就|必须|只)?(?:得|要(?!是|不)|必须|需要)[请去交带买写做赶开回接送参办拿取陪][一-鿿]|(?:去|陪|当|请假)[一-鿿]"
)


@dataclass
class Reader:
    """The state of reading one piece."""

    piece: Piece
    request: ExtractionRequest
    now: datetime
    is_traditional: bool
    candidates: list[Candidate] = field(default_factory=list)
    working: list[WorkingChange] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    cast: Cast = field(default_factory=Cast)
    introduced_at: int = -1  # the candidate that brought somebody in
    is_correction: bool = False
    passing: Time | None = None
    ahead: Time | None = None  # a coming day that an earlier clause of the sentence names
    follows_reply: bool = False
    changes: Changes = Changes()
    stated_after: tuple[Time, ...] = ()  # 后天上午十点 as a clause of its own after this one
    last_core: str = ""
    refuses_a_name: bool = False  # 别叫我老王
    is_introduction: bool = False  # 自我介绍一下：……
    record: str = ""  # 那条关于我过敏的记录不对, for 删了吧 after it
    said_before: bool = False  # the clause before was 我刚才说……
    told_from: int = 0  # the candidates that the clause before told begin here
    has_duty: bool = False  # the clause before was 周五之前要交报告
    denies: bool = False  # the clause before was 不是……
    leads: bool = False  # the clause is the first of several, none of which asks
    job_change: str = ""  # of endings.job_changed
    job_change_said: Statement | None = None
    acquainted: Mapping[str, Person] = field(default_factory=dict)  # whom memory knows, by name

    def read(self) -> Extraction:
        for sentence in simplified_sentences(simplify(self.piece.text)):
            self.passing, self.ahead, self.cast.has_subject = None, None, False
            self.denies = self.has_duty = False
            if not self._amends(sentence):
                self._read_sentence(sentence)
        self._leave_the_old_job()
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
            rest = sentence.text[clause.start - sentence.start :]
            changes = [] if reason else list(memory_requests.todos(rest.strip()))
            ticked = memory_requests.done_list(rest.strip()) if not reason else None
            changes += [ticked] if ticked else []
            if changes:
                self.working += changes
                return
            if reason == Skip.QUESTION and self._read_asked_wish(clause.text, clause.start):
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

    def _read_clause(self, text: str, start: int) -> None:
        lead = len(text) - len(text.lstrip(" 　~～"))
        text, start = text[lead:], start + lead
        corrects = corrections.CORRECTS.match(text)
        if self.is_introduction and self._read_bare_name(text.strip(), start):
            return
        self.is_introduction = self.is_introduction or "介绍" in text
        if corrects:
            self.is_correction = True
            about_work = re.search(r"工作|公司|上班|单位", self.request.previous_reply)
            self.changes = Changes(job=bool(about_work))
            text, start = text[corrects.end() :], start + corrects.end()
            if not text.strip(" ，,。！!"):
                return
        if corrections.NOT_SO.fullmatch(text.strip(" 。！!~～，,")):
            self.is_correction = True
            return
        if corrections.NOT_THAT.fullmatch(text.strip(" 。！!~～，,")) and self._correct_last(
            start + len(text)
        ):
            return
        if self._dates_what_was_told(text) or self._sets_a_record(text):
            return
        contrast = corrections.CONTRAST.match(text.rstrip("。！!了 "))
        if contrast and contrast["kept"].strip():
            self.is_correction = True
            text = contrast["kept"]
        if self.said_before and text.startswith(("其实", "应该", "实际")):
            self.is_correction = True
        self.said_before = bool(corrections.TOLD.search(text))
        if self.denies and corrections.AFFIRMS.match(text.strip()):
            self.is_correction = True
        doctor = strip_doctor(text)
        text, start = text[doctor:], start + doctor
        if self._read_request(text, start):
            return
        whose = _WHOSE.match(text.strip(" 。！!~～，,"))
        said = whose["who"] + whose["what"] if whose else text
        s = take_apart(said, start, self.now, self.acquainted)
        if whose:
            s = replace(s, end=start + len(text.rstrip()))
        if self.stated_after and not s.has_time(TimeKind.DATE):
            s = replace(s, times=(*s.times, *self.stated_after))
        task = duties.duty(s, follows=self.has_duty)
        self.has_duty = bool(task)
        if task:  # with a day it is a plan too
            self.working.append(WorkingChange(op=WorkingOp.APPEND, field="todos", value=task))
        self._read_statement(s)

    def _amends(self, sentence: Sentence) -> bool:
        """Read 不对，不是成都，是重庆: it puts right what was told last."""
        wanted = corrections.amendment(sentence.text)
        if wanted is None:
            return False
        quote = self.piece.quote(sentence.start, sentence.end)
        found = corrections.amended(wanted, self.candidates, (), quote)
        if found:
            self.candidates = [c for c in self.candidates if not _stands_for(found[0], c)]
        else:
            found = corrections.amended(wanted, self._told_before(), self.request.known, quote)
        self.candidates += found
        return bool(found)

    def _told_before(self) -> list[Candidate]:
        """Return what the user's message before and the reply to it state, the newest last."""
        request = replace(self.request, previous_text="", previous_reply="")
        reply = as_user(corrections.without_notes(self.request.previous_reply))
        told: list[Candidate] = []
        for said in (self.request.previous_text, reply):
            if said.strip():
                piece = Piece(text=said, start=0, language="zh", message=said)
                told += read(piece, replace(request, text=said)).candidates
        return told

    def _correct_last(self, end: int) -> bool:
        """Take 不叫年糕 as what the clause before it corrects; say whether that told something."""
        told = self.candidates[self.told_from :]
        if not told or any(c.mode not in (Mode.STANDING, Mode.CORRECTION) for c in told):
            return False
        for place, each in enumerate(told, self.told_from):
            begin = self.piece.text.rfind(each.quote, 0, end)
            quote = self.piece.quote(begin, end) if begin >= 0 else each.quote
            self.candidates[place] = replace(each, mode=Mode.CORRECTION, quote=quote)
        return True

    def _notice_change_of_job(self, s: Statement) -> None:
        changed = job_changed(s)
        if changed and not self.job_change:
            self.job_change, self.job_change_said = changed, s

    def _leave_the_old_job(self) -> None:
        s = self.job_change_said
        found = left_behind(self.job_change, self.candidates, self.request.known, self.now)
        for each in list(found):
            quoted = s or take_apart(self.piece.text, 0, self.now)
            self._keep(each, ME, replace(quoted, negation=""), self._setting())

    def _dates_what_was_told(self, text: str) -> bool:
        """Give 我搬到杭州了 the date of 是上个月搬的; say whether the clause was such a date."""
        told = self.candidates[self.told_from :]
        time = date_alone(text, self.now) if told else None
        if time is None or time.interval is None or time.interval[0] > self.now:
            return False
        for place, each in enumerate(told, self.told_from):
            self.candidates[place] = dated(each, time)
        return True

    def _sets_a_record(self, text: str) -> bool:
        """Make the best result of what the clause before measured (又破纪录了)."""
        told = self.candidates[self.told_from :]
        measured = [c for c in told if c.attribute.startswith("measure:")]
        if not measured or not quantities.is_record(text):
            return False
        for place, each in enumerate(told, self.told_from):
            if each in measured:
                self.candidates[place] = quantities.as_record(each)
        return True

    def _read_bare_name(self, name: str, start: int) -> bool:
        """Read 自我介绍一下：林晓，……"""
        if not _BARE_NAME.fullmatch(name) or name[0] not in SURNAMES:
            return False
        if not tag(name)[0].tag.startswith("nr"):
            return False
        s = take_apart(name, start, self.now)
        self._keep(Found(attribute="name", value=name), ME, s, self._setting())
        return True

    def _read_asked_wish(self, text: str, start: int) -> bool:
        """Read a wish in the form of a question (能不能说人话, 以后可以用英文回答吗)."""
        wanted = asked(text)
        if not wanted:
            return False
        at = start + text.index(wanted)
        s = replace(take_apart(wanted, at, self.now), is_request=True)
        before = len(self.candidates)
        self.follows_reply = True
        self._read_wishes(s)
        for found in identity.form_of_address(s):
            self._keep(found, ME, s, self._setting())
        return len(self.candidates) > before

    def _read_request(self, text: str, start: int) -> bool:
        """Read what is asked of the memory itself; say whether the clause was such a request."""
        bare = text.strip(" 　。！!~～，,；;")
        if memory_requests.takes_back(bare):
            self._take_back(start, start + len(text))
            return True
        record = memory_requests.faulty_record(bare)
        if record:
            self.record = record
            return True
        wanted = memory_requests.forget(bare)
        if self.record and memory_requests.drops_it(bare):
            wanted = memory_requests.Forget(self.record)
        if wanted:
            if wanted.words:
                self._forget(wanted, bare, start)
            return True
        change = memory_requests.done(bare)
        if change:
            self.working.append(change)
            return True
        return False

    def _take_back(self, start: int, end: int) -> None:
        """Drop what the message told so far; else ask to forget what the one before it told."""
        if self.candidates and _SAID_BEFORE.search(self.piece.text):
            self.candidates = [forgotten(c, c.quote) for c in self.candidates]
            return
        if self.candidates:
            self.candidates.clear()
            return
        said = self.request.previous_text
        request = replace(self.request, text=said, previous_text="", previous_reply="")
        quote = self.piece.quote(start, end)
        told = read(Piece(text=said, start=0, language="zh", message=said), request)
        self.candidates += [
            forgotten(c, quote) for c in told.candidates if c.mode is not Mode.FORGET
        ]

    def _forget(self, wanted: memory_requests.Forget, clause: str, start: int) -> None:
        words = re.sub(r"(?:的)?(?:这|那)?(?:件|回|个)?事(?:情|儿)?$", "", wanted.words)
        inner = take_apart(words, start + max(clause.find(words), 0), self.now)
        whole = replace(inner, start=start, end=start + len(clause), text=clause)
        person = self.cast.whom(inner)
        setting = self._setting(Mode.FORGET)
        found = [f for f in find(inner, self.now, Changes()) if f.attribute != "event"]
        if not found:
            found, person = topic_named(words, inner, person, self._known)
        for each in found:
            self._keep(each, person, replace(whole, negation=""), setting)

    def _read_statement(self, s: Statement) -> None:
        passing = passing_time(s, self._setting())
        if passing and passing is not self.passing:
            self.passing = passing
        if self._read_new_name(s) or self._read_wishes(s):
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
            if s.person is None and self.cast.has_subject:
                s = replace(s, person=person, is_carried=True)
            last = self.candidates[-1].attribute if self.candidates else ""
            s = replace(s, after=last, before=self.last_core, is_correction=self.is_correction)
            s = replace(s, leads=self.leads)
            self.last_core = s.core
            self.denies = s.negation == "不" and s.core.startswith("是") and not s.ends_in_le
            found = find(s, self.now, self.changes)
            if not found and s.is_told_without_subject:
                s = replace(s, person=person, is_carried=True)
                found = find(s, self.now, self.changes)
            self.changes = changes_told(s)
            found += self._brought_in(s, person)
            if person is ME:
                found += given_up(s, self.request.known)
                self._notice_change_of_job(s)
        self.cast.notice(s)
        for each in found:
            if each.attribute == "age" and person.is_pet:
                continue
            owner = ME if each.attribute in ("form_of_address", "never") else person
            self._keep(each, owner, s, self._setting())

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
        if person.subject not in FAMILY or not _HAS_ONE.match(s.text):
            return []
        return [Found(attribute="family", value=term_of(person), subject=ME)]

    def _read_new_name(self, s: Statement) -> bool:
        """Read 叫王总 after 别叫我老王."""
        found = list(identity.renamed(s)) if self.refuses_a_name else []
        for each in found:
            self._keep(each, ME, s, self._setting())
        self.refuses_a_name = bool(_NOT_THAT_NAME.search(s.text))
        return bool(found)

    def _goes_on_as_often(self, s: Statement) -> bool:
        """Say whether 早上六点半起 goes on with what 一般十一点睡 says is the rule."""
        last = self.candidates[-1] if self.candidates else None
        if last is None or last.attribute != "habit" or last.mode is not Mode.STANDING:
            return False
        return bool(s.leading_times) and not s.times and self.cast.has_subject

    def _read_wishes(self, s: Statement) -> bool:
        temporary = passing_time(s, self._setting()) is not None
        found = wishes(s, follows_reply=self.follows_reply, is_temporary=temporary)
        for each in found:
            self._keep(each, ME, replace(s, negation=""), self._setting())
        self.follows_reply = bool(found)
        return bool(found)

    def _keep(self, found: Found, person: Person, s: Statement, setting: Setting) -> None:
        named = found.subject is not None and found.attribute == "name"
        names = found.attribute in ("pet", "family", "relationship", "name") and not named
        if names and self.introduced_at >= 0 and self._names_introduced(found, person, s):
            return
        if found.mode is Mode.DENIAL and not found.value:
            found = self._named_by_memory(found, person)
        made = candidate(found, person, s, setting)
        if made is None:
            return
        self.candidates.append(made)
        if found.introduces:
            self.introduced_at = len(self.candidates) - 1
            self.cast.introduce(found.introduces, s)

    def _names_introduced(self, found: Found, person: Person, s: Statement) -> bool:
        """Add the name that a later clause gives to whom an earlier one brought in."""
        if s.negation and not s.is_denial:
            return True  # 不叫小雨
        if found.attribute == "name" and person is self.cast.introduced:
            found = replace(found, value=term_of(person) + found.value)
        elif not (found.attribute == "pet" and person.is_pet) and not self.cast.is_named_now(found):
            return False
        earlier, name = self.candidates[self.introduced_at], found.value
        text = f"{earlier.text.rstrip('。')}，叫{name.removeprefix(earlier.value)}。"
        self.candidates[self.introduced_at] = replace(earlier, value=name, text=text)
        self.cast.name_introduced(found)
        who = self.cast.introduced
        if who and who.subject in FAMILY:
            named = Found(attribute="name", value=who.name or name, subject=who)
            made = candidate(named, who, s, self._setting())
            self.candidates += [made] if made else []
        return True

    def _named_by_memory(self, found: Found, person: Person) -> Found:
        """Fill what 我辞职了 ends from what is remembered; an event where nothing is."""
        known = self._known(person.subject, found.attribute)
        if known:
            return replace(found, value=known[0], text="")
        return Found(attribute="event", value=found.text, keeps_now=True)

    def _known(self, subject: str, attribute: str) -> list[str]:
        """Return the remembered values of an attribute (of all: ""), the newest first."""
        return [
            value
            for who, name, value in self.request.known
            if who == subject and attribute in ("", name)
        ]

    def _setting(self, forced: Mode | None = None) -> Setting:
        return Setting(
            piece=self.piece,
            now=self.now,
            is_traditional=self.is_traditional,
            is_correction=self.is_correction,
            passing=self.passing,
            forced_mode=forced,
        )


def _time_alone(clauses: list[tuple[Clause, str]], now: datetime) -> tuple[Time, ...]:
    """Return the day that the next clause names and says nothing of (约了牙医，后天上午十点)."""
    if not clauses or clauses[0][1]:
        return ()
    told = take_apart(clauses[0][0].text.strip("。！!，, "), 0, now)
    dated = tuple(replace(t, start=0, end=0) for t in told.times if t.kind is TimeKind.DATE)
    return dated if not told.core and told.person is None else ()


def _stands_for(right: Candidate, wrong: Candidate) -> bool:
    return (right.subject, right.attribute) == (wrong.subject, wrong.attribute)


def read(piece: Piece, request: ExtractionRequest) -> Extraction:
    reader = Reader(
        piece=piece,
        request=request,
        now=local_time(request),
        is_traditional=is_traditional(piece.text),
        acquainted=acquaintances(request.known),
    )
    return reader.read()
