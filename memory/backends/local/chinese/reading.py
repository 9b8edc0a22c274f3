"""Reads a run of Chinese clause by clause and carries what one clause leaves for the next."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from memory.backends.local.chinese.assemble import Setting, candidate, passing_time
from memory.backends.local.chinese.clauses import (
    Sentence,
    read_clauses,
    simplified_sentences,
    strip_doctor,
)
from memory.backends.local.chinese.dates import Time, TimeKind
from memory.backends.local.chinese.found import Found, is_place, thing
from memory.backends.local.chinese.people import (
    ASSISTANT,
    ME,
    OTHERS,
    ROLE,
    ROLE_OF,
    Person,
    named_person,
    pet_person,
)
from memory.backends.local.chinese.rules import (
    family,
    identity,
    life,
    limits,
    memory_requests,
    replies,
    tastes,
    work,
)
from memory.backends.local.chinese.script import is_traditional, simplify
from memory.backends.local.chinese.statement import Statement, take_apart
from memory.backends.local.chinese.words import tag
from memory.backends.local.frame import Piece, Skip, local_time
from memory.domain.types import USER, Candidate, Extraction, ExtractionRequest, Mode, WorkingChange

Rule = Callable[[Statement], Iterable[Found]]

_CORRECTS = re.compile(
    r"^(?:哦|啊|哎|诶|呃|额|等等|抱歉|不好意思|对不起)*(?:不对|不+(?=$)|不是的?(?=$|我)|"
    r"(?:我|你)?(?:刚才|刚刚|刚|之前|上次)?(?:是)?(?:说|记|搞|弄|打|写)错了?(?:字)?|错了|"
    r"更正(?:一下)?|纠正(?:一下)?|"
    r"口误|应该是|其实(?:应该)?是(?=[\d周星])|准确(?:地|来)?说|改一下|"
    r"修正一下)(?:[的了啊哦]|我|是)*"
)
_CONTRAST = re.compile(
    r"^(?P<kept>.*?(?:是|叫|在|住|对|姓|到).+?)(?:[，, ]|而)?(?:而)?不(?:是|叫|在|住|对|"
    r"姓)(?P<other>[^，]+)$"
)
_AWAY = re.compile(
    r"(?:人)?(?:正)?在(?P<place>[^，]{1,10}?)(?:出差|旅游|旅行|度假|培训|玩儿?|考察|"
    r"出公差|开会|参加[^，]{1,6}|交流学习)(?:呢|了)?$"
)
_ASKED_WISH = re.compile(
    r"^(?:请问)?(?:你|您)?(?:以后|今后|下次)?(?:能不能|可不可以|可以|能否|可否|能|"
    r"是否可以|是不是可以)(?=.{3,})"
)
_NAMED_IN_PASSING = re.compile(
    rf"(?:带|陪|和|跟|给|送|帮|照顾|看望|有)(?:着|了|我)?(?P<role>{ROLE})"
)
_BARE_NAME = re.compile(r"[一-鿿]{2,3}")
_DENYING = frozenset("别 不 没 没有 勿 莫 甭 不要 未 请勿 不用 从不 不再".split())
_BEFORE_ME = re.compile(
    r"(?:因为|由于|作为|为了|毕竟|自从|出于|考虑到|有了|当初|其实|[^，]{1,8}(?:之?后|"
    r"的时候|时|以来|期间|开始|原因))[^，]*$|[^，我你他说问觉得认为]{1,6}(?:上|里|前|后)$"
)
_COMPANY = re.compile(
    r"^(?:跟|和|与|同|陪着?|带着?)(?:我(?:的)?)?[^，]{1,6}?(?:一起|都|也|俩|已经|一块儿?)+"
)
_JOB_CHANGE = re.compile(
    r"换了?(?:个|份)?(?:新)?工作|跳槽|新工作|换公司|换了东家|新公司|考上|入职|录用|录取|"
    r"offer"
)
_WISH = re.compile(
    r"(?:希望|想让|想要|要求|更?喜欢|需要|偏好|习惯)[^，]*(?:你|您|回答|回复|答案|解释|"
    r"语气)"
)
_PRAISE = re.compile(
    r"(?:回答|说|讲|解释|回复)(?:得|的)(?:很|真|太|非常|挺|好|不)|^你(?:的)?(?:回答|"
    r"回复)(?:很|真|太|非常|不)"
)

_FIRST: tuple[Rule, ...] = (
    limits.allergy,
    limits.diet,
    limits.spice,
    limits.medication,
    limits.health,
    tastes.favourite,
    identity.form_of_address,
    family.pet_named,
    family.pets,
    family.named_relative,
    family.relatives,
    identity.name,
    identity.age,
    identity.birthday,
    identity.gender,
    identity.belief,
    identity.marriage,
    identity.language,
    work.left,
    work.resigned,
)
_THEN: tuple[Rule, ...] = (
    tastes.hobby,
    tastes.practised,
    life.decision,
    life.commitment,
    life.goal,
    tastes.likes,
)
_LATER: tuple[Rule, ...] = (
    identity.left_home,
    identity.origin,
    identity.home,
    work.employment,
    work.education,
    work.project,
    work.occupation,
    tastes.quantities,
    tastes.skill,
    tastes.sold,
    tastes.owns,
    tastes.visited,
    limits.avoids,
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
    person: Person | None = None  # whom the last clause with a subject was about
    introduced: Person | None = None  # whom the last clause brought in: 有个姐姐, 养了只猫
    introduced_at: int = -1  # the candidate that did
    is_pivot: bool = False  # 我有个姐姐，在法国读书: what follows is about who was brought in
    third: Person | None = None  # whom 他, 她, 它 stand for
    has_subject: bool = False  # a clause of this sentence names its subject
    is_correction: bool = False
    passing: Time | None = None
    follows_reply: bool = False
    changed_job: bool = False
    changed_home: bool = False
    is_introduction: bool = False  # 自我介绍一下：……

    def read(self) -> Extraction:
        for sentence in simplified_sentences(simplify(self.piece.text)):
            self.passing, self.has_subject = None, False
            self._read_sentence(sentence)
        return Extraction(
            candidates=tuple(_settled(self.candidates)),
            working=tuple(self.working),
            skipped=tuple(self.skipped),
            extractor="local",
        )

    def _read_sentence(self, sentence: Sentence) -> None:
        clauses = read_clauses(sentence)
        for clause, reason in clauses:
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
            self._read_clause(clause.text, clause.start)
            if len(self.candidates) + len(self.working) == before:
                self.skipped.append((self.piece.quote(clause.start, clause.end), Skip.NO_RULE))

    def _read_clause(self, text: str, start: int) -> None:
        lead = len(text) - len(text.lstrip(" 　~～"))
        text, start = text[lead:], start + lead
        corrects = _CORRECTS.match(text)
        if self.is_introduction and _BARE_NAME.fullmatch(text.strip()):
            words = tag(text.strip())
            if words[0].tag.startswith("nr") and text.strip()[0] in identity.SURNAMES:
                text = "我叫" + text.strip()
                s = replace(take_apart(text, start - 2, self.now), start=start)
                self._keep(Found(attribute="name", value=text[2:]), ME, s, self._setting())
                return
        self.is_introduction = self.is_introduction or "介绍" in text
        if corrects:
            self.is_correction = True
            self.changed_job = bool(re.search(r"工作|公司|上班|单位", self.request.previous_reply))
            text, start = text[corrects.end() :], start + corrects.end()
            if not text.strip(" ，,。！!"):
                return
        contrast = _CONTRAST.match(text.rstrip("。！!了 "))
        if contrast and contrast["kept"].strip():
            self.is_correction = True
            text = contrast["kept"]
        doctor = strip_doctor(text)
        text, start = text[doctor:], start + doctor
        if self._read_request(text, start):
            return
        s = take_apart(text, start, self.now)
        self._read_statement(s)

    def _read_asked_wish(self, text: str, start: int) -> bool:
        """Read a wish in the form of a question (能不能说人话, 以后可以用英文回答吗)."""
        asked = _ASKED_WISH.match(text)
        if not asked:
            return False
        rest = re.sub(r"[吗么呢？?！!。\s]+$", "", text[asked.end() :])
        s = replace(take_apart(rest, start + asked.end(), self.now), is_request=True)
        before = len(self.candidates)
        if re.search(r"以后|今后|回答|回复|说话|说人话|聊天|交流|叫我|称呼", text):
            self._read_wishes(s)
            for found in identity.form_of_address(s):
                self._keep(found, ME, s, self._setting())
        return len(self.candidates) > before

    def _read_request(self, text: str, start: int) -> bool:
        """Read what is asked of the memory itself; say whether the clause was such a request."""
        bare = text.strip(" 　。！!~～，,；;")
        wanted = memory_requests.forget(bare)
        if wanted:
            self._forget(wanted, bare, start)
            return True
        change = memory_requests.done(bare)
        if change:
            self.working.append(change)
            return True
        return False

    def _forget(self, wanted: memory_requests.Forget, clause: str, start: int) -> None:
        words = re.sub(r"(?:的)?(?:这|那)?(?:件|回|个)?事(?:情|儿)?$", "", wanted.words)
        inner = take_apart(words, start + max(clause.find(words), 0), self.now)
        whole = replace(inner, start=start, end=start + len(clause), text=clause)
        person = self._whom(inner)
        setting = self._setting(Mode.FORGET)
        found = [f for f in self._found(inner, person) if f.attribute != "event"]
        if not found:
            attribute = memory_requests.topic_attribute(inner.core or words)
            value = next(
                (
                    v
                    for subject, name, v in self.request.known
                    if (subject, name) == (person.subject, attribute)
                ),
                "",
            )
            if not attribute:
                attribute, value = "fact", thing(words)
                if person.subject != USER and not inner.core:
                    attribute, value, person = (
                        "relationship",
                        thing(re.sub("^我的?", "", words)),
                        ME,
                    )
            found = [Found(attribute=attribute, value=value)]
        for each in found:
            self._keep(each, person, replace(whole, negation=""), setting)

    def _read_statement(self, s: Statement) -> None:
        passing = passing_time(s, self._setting())
        if passing and passing is not self.passing:
            self.passing = passing
        if self._read_wishes(s):
            return
        if s.person and s.person.subject in (ASSISTANT, OTHERS):
            if s.person.subject == OTHERS:
                self.person = s.person
            found = list(identity.form_of_address(s))
        elif s.is_request and not s.person:
            found = list(identity.form_of_address(s))
        else:
            found = None
        person = self._whom(s)
        if found is None:
            if person.subject == OTHERS:
                return
            if s.person is None and self.has_subject:
                s = replace(s, person=person, is_carried=True)
            last = self.candidates[-1].attribute if self.candidates else ""
            found = list(self._found(replace(s, after=last), person))
        self._notice_others(s)
        for each in found:
            owner = ME if each.attribute in ("form_of_address", "never") else person
            self._keep(each, owner, s, self._setting())

    def _notice_others(self, s: Statement) -> None:
        """Remember a relative who is named in passing: 带孩子去动物园，他今年六岁."""
        named = _NAMED_IN_PASSING.search(s.text[s.core_start :])
        if named and (s.person is None or s.person.subject == USER):
            self.third = named_person(ROLE_OF[named["role"]], named["role"], "")

    def _read_wishes(self, s: Statement) -> bool:
        to_assistant = s.person is None or s.person.subject == ASSISTANT or s.is_request
        asks = re.search(r"(?:别|不要|不许|不准)[^，]*(?:给|跟|对|向)我", s.text)
        if not to_assistant and not (s.person is ME and (_WISH.search(s.text) or asks)):
            return False
        if _PRAISE.search(s.text):
            return False
        temporary = passing_time(s, self._setting()) is not None
        found = list(replies.reply_wishes(s.text, follows_reply=self.follows_reply))
        found += [] if found else list(limits.never(s.text, is_temporary=temporary))
        for each in found:
            self._keep(each, ME, replace(s, negation=""), self._setting())
        self.follows_reply = bool(found)
        return bool(found)

    def _whom(self, s: Statement) -> Person:
        """Return whom a statement is about; remember them for the clauses that follow."""
        if s.person is None:
            named = re.match(r"(?:名字)?(?:就)?(?:叫|名叫)", s.core) or identity_of_age(s)
            if self.introduced and (named or self.is_pivot):
                return self.introduced
            return self.person or ME
        if not s.person.subject:  # 他, 她, 它
            if self.third:
                self.person, self.has_subject = self.third, True
            return self.third or Person(OTHERS, "")
        self.introduced = None
        self.has_subject = s.person.subject != ASSISTANT
        if s.person.subject not in (ASSISTANT,):
            self.person = s.person
        if s.person.subject not in (USER, ASSISTANT, OTHERS):
            self.third = s.person
        return s.person

    def _found(self, s: Statement, person: Person) -> Iterator[Found]:
        """Yield what the first rule that applies finds."""
        if not s.core and not s.times:
            return
        future = _is_future(s, self.now)
        rules: list[Rule] = [*_FIRST, *_THEN]
        if s.has_time(TimeKind.OFTEN):
            rules.append(life.habit)
        rules += [life.moved, self._away, lambda s: life.plan(s, is_future=future)]
        rules += [*_LATER, limits.vows, self._new_job, self._new_home, life.habit, life.event]
        for reading in (s, *self._other_readings(s)):
            found = next((f for rule in rules if (f := list(rule(reading)))), [])
            if found:
                yield from found
                break
        self.changed_home = bool(re.search(r"搬|新家|租了", s.text))
        self.changed_job = bool(_JOB_CHANGE.search(s.text))

    def _other_readings(self, s: Statement) -> Iterator[Statement]:
        """Yield the clause without the phrases that may stand before its predicate.

        因为痛风我不能…… (what stands before 我), 跟我先生都喜欢…… (company), 实在…… (adverbs).
        """
        later = re.search(r"(?<![给跟对和让帮叫请替向为])我(?![的们])", s.text[1:])
        if later and later.start() + 1 > s.core_start and not (s.person and s.person is not ME):
            at = later.start() + 1
            if _BEFORE_ME.match(s.text[:at]):
                moved = take_apart(s.text[at:], s.start + at, self.now)
                yield replace(moved, times=moved.times or s.times)
        alone = _COMPANY.sub("", s.core)
        if alone != s.core and alone:
            rest = take_apart(alone, s.end - len(alone), self.now)
            yield replace(
                rest, person=s.person, times=s.times, text=s.text, start=s.start, end=s.end
            )
        core = s.core
        words = tag(core)
        at = next((w.start for w in words if w.tag not in ("d", "ad") or w.text in _DENYING), 0)
        if len(core) - at < len(s.core) and core[at:]:
            gone = len(s.core) - len(core) + at
            yield replace(s, core=core[at:], core_start=s.core_start + gone)

    def _new_home(self, s: Statement) -> Iterator[Found]:
        match = re.match(r"在(?P<place>[^，]{2,10})$", s.core)
        if self.changed_home and match and is_place(match["place"]):
            yield Found(attribute="home", value=thing(match["place"]))

    def _new_job(self, s: Statement) -> Iterator[Found]:
        yield from work.new_employer(s, changed_job=self.changed_job)

    def _away(self, s: Statement) -> Iterator[Found]:
        """Read 这周我在北京出差: where they are for a while."""
        match = _AWAY.match(s.core)
        over = s.has_time(TimeKind.PAST, TimeKind.OFTEN) or s.ends_in_le or _is_over(s, self.now)
        if match and is_place(match["place"]) and not over:
            yield Found(attribute="home", value=thing(match["place"]), mode=Mode.TEMPORARY)

    def _keep(self, found: Found, person: Person, s: Statement, setting: Setting) -> None:
        names = found.attribute in ("pet", "family", "relationship", "name")
        if names and s.negation and self.introduced_at >= 0 and not s.is_denial:
            return  # 不叫小雨
        if found.attribute == "pet" and person.is_pet and self.introduced_at >= 0:
            self._complete_introduced(found)
            return
        if found.attribute in ("family", "relationship") and self._completes(found):
            self._complete_introduced(found)
            return
        if self.introduced and person is self.introduced and found.attribute == "name":
            term = person.words.removeprefix("用户的").removesuffix(person.name)
            found = replace(found, value=term + found.value)
            self._complete_introduced(found)
            return
        if found.mode is Mode.DENIAL and not found.value:
            found = self._named_by_memory(found, person)
        made = candidate(found, person, s, setting)
        if made is None:
            return
        self.candidates.append(made)
        if found.introduces:
            self.introduced, self.introduced_at = found.introduces, len(self.candidates) - 1
            self.third = found.introduces
            several = re.search(r"[两二三四五几]个|\d个|们", s.core)
            self.is_pivot = (
                s.person is ME and not s.is_carried and not found.introduces.is_pet and not several
            )

    def _named_by_memory(self, found: Found, person: Person) -> Found:
        """Fill what 我辞职了 ends from what is remembered; an event where nothing is."""
        known = [
            value
            for subject, name, value in self.request.known
            if (subject, name) == (person.subject, found.attribute)
        ]
        if known:
            return replace(found, value=known[-1])
        return Found(attribute="event", value=found.text, keeps_now=True)

    def _completes(self, found: Found) -> bool:
        if not self.introduced or self.introduced_at < 0 or found.introduces is None:
            return False
        return self.introduced.subject == found.introduces.subject and not self.introduced.name

    def _complete_introduced(self, found: Found) -> None:
        """Add the name that a later clause gives to whom an earlier one introduced."""
        earlier = self.candidates[self.introduced_at]
        name = found.value
        text = (
            earlier.text.rstrip("。")
            + f"，叫{name[len(earlier.value) :] if name.startswith(earlier.value) else name}。"
        )
        self.candidates[self.introduced_at] = replace(earlier, value=name, text=text)
        person = self.introduced
        if person and person.is_pet:
            term = person.words.removeprefix("用户的").removesuffix(person.name)
            self.introduced = pet_person(term, name.removeprefix(term))
            self.third = self.introduced
        elif found.introduces:
            self.introduced = self.third = found.introduces

    def _setting(self, forced: Mode | None = None) -> Setting:
        return Setting(
            piece=self.piece,
            now=self.now,
            is_traditional=self.is_traditional,
            is_correction=self.is_correction,
            passing=self.passing,
            forced_mode=forced,
        )


def identity_of_age(s: Statement) -> bool:
    return any(True for _ in identity.age(s))


def _is_future(s: Statement, now: datetime) -> bool:
    for time in s.times:
        if time.kind is TimeKind.DATE and time.interval:
            if time.interval[0] > now:
                return True
            if time.interval[1] > now and re.match(r"(?:要|得|会|将|准备|打算|必须)", s.core):
                return True
    return False


def _is_over(s: Statement, now: datetime) -> bool:
    return any(t.interval and t.interval[1] < now for t in s.times)


def _settled(candidates: list[Candidate]) -> Iterator[Candidate]:
    """Drop what other words of the message replace: a surname by the full name, 不是…… by 是……."""
    corrected = {(c.subject, c.attribute) for c in candidates if c.mode is Mode.CORRECTION}
    names = [c for c in candidates if c.attribute == "name" and c.subject == USER]
    for c in candidates:
        if c.mode is Mode.DENIAL and (c.subject, c.attribute) in corrected:
            continue
        if c in names and any(len(o.value) > len(c.value) and c.value in o.value for o in names):
            continue
        yield c


def read(piece: Piece, request: ExtractionRequest) -> Extraction:
    reader = Reader(
        piece=piece,
        request=request,
        now=local_time(request),
        is_traditional=is_traditional(piece.text),
    )
    return reader.read()
