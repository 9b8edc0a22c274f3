"""Reads a run of Chinese clause by clause and carries what one clause leaves for the next."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from memory.backends.local.chinese.assemble import Setting, candidate, passing_time
from memory.backends.local.chinese.cast import Cast, term_of
from memory.backends.local.chinese.clauses import (
    Sentence,
    read_clauses,
    simplified_sentences,
    strip_doctor,
)
from memory.backends.local.chinese.dates import Time, TimeKind
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
from memory.backends.local.chinese.rules import (
    duties,
    food,
    identity,
    memory_requests,
    replies,
    vows,
)
from memory.backends.local.chinese.script import is_traditional, simplify
from memory.backends.local.chinese.statement import Statement, take_apart
from memory.backends.local.chinese.words import tag
from memory.backends.local.frame import Clause, Piece, Skip, local_time
from memory.domain.types import (
    USER,
    Candidate,
    Extraction,
    ExtractionRequest,
    Mode,
    WorkingChange,
    WorkingOp,
)

_CORRECTS = re.compile(
    r"^(?:哦|啊|哎|诶|呃|额|等等|抱歉|不好意思|对不起)*(?:不对|不+(?=$)|不是的?(?=$|我)|"
    r"(?:我|你)?(?:刚才|刚刚|刚|之前|上次|上一?[条句]|前面|上面)?(?:是)?(?:说|记|搞|弄|打|写)错了?(?:字)?|错了|"
    r"更正(?:一下)?|纠正(?:一下)?|"
    r"(?:刚才|刚刚|上面)?(?:是)?口误|我说的是|应该是|其实(?:应该)?是(?=[\d周星])|准确(?:地|来)?说|改一下|"
    r"修正一下)(?:[的了啊哦]|我|是)*"
)
_CONTRAST = re.compile(
    r"^(?P<kept>.*?(?:是|叫|在|住|对|姓|到).+?)(?:[，, ]|而)?(?:而)?不(?:是|叫|在|住|对|"
    r"姓)(?P<other>[^，]+)$"
)
_NOT_THAT = re.compile(r"(?:而|可|已经)?不再?(?:是|叫|姓|在|住)[^，我你他她]{1,10}(?:了|啦|哦|啊)?")
_AFFIRMS = re.compile(r"(?:而|其实|应该)*是")
_SAID_BEFORE = re.compile(r"我(?:之前|以前|上次)?(?:跟你)?(?:说|提|讲|告诉)(?:你)?过")
_TOLD = re.compile(r"我(?:刚才|刚刚|之前|上次|前面)?说(?:的是|我|在|是|过)")
_NOT_SO = re.compile(r"不是[^，我你他她的]{2,8}(?:啦|了|哦|哈|啊|呀)?")
_ASKED_WISH = re.compile(
    r"想要?(?:用|说|讲)[^，]*(?:聊|交流|对话|说话)|^(?:请问)?(?:你|您)?(?:以后|今后|"
    r"下次)?(?:能不能|可不可以|可以|能否|可否|能|"
    r"是否可以|是不是可以)(?=.{3,})"
)
_ASKS_OF_REPLIES = re.compile(
    r"感叹号|表情|emoji|客气|废话|术语|以后|今后|回答|回复|说话|说人话|聊天|交流|叫我|称呼"
)
_FORBIDS_TO_ME = re.compile(r"(?:别|不要|不许|不准)[^，]*(?:给|跟|对|向)我")
_BARE_NAME = re.compile(r"[一-鿿]{2,3}")
_WISH = re.compile(
    r"想要?(?:用|说|讲)[^，]*(?:聊|交流|对话|说话)|(?:希望|想让|想要|要求|更?喜欢|需要|"
    r"偏好|习惯)[^，]*(?:你|您|回答|回复|答案|解释|"
    r"语气)"
)
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
_PRAISE = re.compile(
    r"(?:回答|说|讲|解释|回复)(?:得|的)(?:很|真|太|非常|挺|好|不)|^你(?:的)?(?:回答|"
    r"回复)(?:很|真|太|非常|不)"
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

    def read(self) -> Extraction:
        for sentence in simplified_sentences(simplify(self.piece.text)):
            self.passing, self.ahead, self.cast.has_subject = None, None, False
            self.denies = self.has_duty = False
            self._read_sentence(sentence)
        return Extraction(
            candidates=tuple(_settled(self.candidates)),
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
        corrects = _CORRECTS.match(text)
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
        if _NOT_SO.fullmatch(text.strip(" 。！!~～，,")):
            self.is_correction = True
            return
        if _NOT_THAT.fullmatch(text.strip(" 。！!~～，,")) and self._correct_last(
            start + len(text)
        ):
            return
        contrast = _CONTRAST.match(text.rstrip("。！!了 "))
        if contrast and contrast["kept"].strip():
            self.is_correction = True
            text = contrast["kept"]
        if self.said_before and text.startswith(("其实", "应该", "实际")):
            self.is_correction = True
        self.said_before = bool(_TOLD.search(text))
        if self.denies and _AFFIRMS.match(text.strip()):
            self.is_correction = True
        doctor = strip_doctor(text)
        text, start = text[doctor:], start + doctor
        if self._read_request(text, start):
            return
        whose = _WHOSE.match(text.strip(" 。！!~～，,"))
        said = whose["who"] + whose["what"] if whose else text
        s = take_apart(said, start, self.now)
        if whose:
            s = replace(s, end=start + len(text.rstrip()))
        if self.stated_after and not s.has_time(TimeKind.DATE):
            s = replace(s, times=(*s.times, *self.stated_after))
        task = duties.duty(s, follows=self.has_duty)
        self.has_duty = bool(task)
        if task:  # with a day it is a plan too
            self.working.append(WorkingChange(op=WorkingOp.APPEND, field="todos", value=task))
        self._read_statement(s)

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
        asked = _ASKED_WISH.match(text)
        if not asked:
            return False
        rest = re.sub(r"[吗么呢？?！!。\s]+$", "", text[asked.end() :])
        s = replace(take_apart(rest, start + asked.end(), self.now), is_request=True)
        before = len(self.candidates)
        if _ASKS_OF_REPLIES.search(text):
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
            self.candidates = [_forgotten(c, c.quote) for c in self.candidates]
            return
        if self.candidates:
            self.candidates.clear()
            return
        said = self.request.previous_text
        request = replace(self.request, text=said, previous_text="", previous_reply="")
        quote = self.piece.quote(start, end)
        told = read(Piece(text=said, start=0, language="zh", message=said), request)
        self.candidates += [
            _forgotten(c, quote) for c in told.candidates if c.mode is not Mode.FORGET
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
        to_assistant = s.person is None or s.person.subject == ASSISTANT or s.is_request
        asks = _FORBIDS_TO_ME.search(s.text)
        if not to_assistant and not (s.person is ME and (_WISH.search(s.text) or asks)):
            return False
        if _PRAISE.search(s.text):
            return False
        temporary = passing_time(s, self._setting()) is not None
        found = list(replies.reply_wishes(s.text, follows_reply=self.follows_reply))
        found += [] if found else list(vows.never(s.text, is_temporary=temporary))
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
            return replace(found, value=known[-1])
        return Found(attribute="event", value=found.text, keeps_now=True)

    def _known(self, subject: str, attribute: str) -> list[str]:
        """Return the remembered values of an attribute."""
        wanted = (subject, attribute)
        return [value for who, name, value in self.request.known if (who, name) == wanted]

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


def _forgotten(candidate: Candidate, quote: str) -> Candidate:
    return replace(candidate, mode=Mode.FORGET, text=f"请忘掉：{candidate.text}", quote=quote)


def _settled(candidates: list[Candidate]) -> Iterator[Candidate]:
    """Drop what other words of the message replace: a surname by the full name, 不是…… by 是……."""
    corrected = {(c.subject, c.attribute) for c in candidates if c.mode is Mode.CORRECTION}
    names = [c for c in candidates if c.attribute == "name" and c.subject == USER]
    renamed = any(c.attribute == "form_of_address" for c in candidates)
    family = [c for c in candidates if c.attribute == "family" and c.subject == USER]
    allergies = {(c.subject, c.value) for c in candidates if c.attribute == "allergy"}
    last_measured = {c.attribute: c for c in candidates if c.attribute.startswith("measure:")}
    for c in candidates:
        if last_measured.get(c.attribute, c) is not c and c.mode is Mode.STANDING:
            continue
        if c.mode is Mode.DENIAL and (c.subject, c.attribute) in corrected:
            continue
        if c.attribute == "avoids" and any(
            c.subject == who and what in c.value for who, what in allergies
        ):
            continue
        if c.attribute == "never" and renamed and re.match(r"[叫喊]我", c.value):
            continue
        if c in family and any(len(o.value) > len(c.value) and c.value in o.value for o in family):
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
