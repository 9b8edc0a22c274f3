"""What has been told so far in one piece of text, and the keeping of what is found in it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from memory.backends.local.chinese.assemble import Setting, candidate
from memory.backends.local.chinese.cast import Cast, term_of
from memory.backends.local.chinese.dates import Time
from memory.backends.local.chinese.found import Found
from memory.backends.local.chinese.mapping import Changes
from memory.backends.local.chinese.people import FAMILY, Person
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.frame import Piece
from memory.domain.types import Candidate, ExtractionRequest, Mode, WorkingChange

_MISTAKE = re.compile(r"[写弄搞叫听记打填算]错|忘[了记掉]?$")


@dataclass
class Telling:
    """The state of reading one piece. `again` reads another message for itself."""

    again: Callable[[str], list[Candidate]]
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
    last_text: str = ""
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
    following: str = ""  # the text of the clause after this one
    is_regular: bool = False  # the clause before was 雷打不动
    acquainted: Mapping[str, Person] = field(default_factory=dict)  # whom memory knows, by name

    def keep(self, found: Found, person: Person, s: Statement, setting: Setting) -> None:
        if found.attribute == "never" and _MISTAKE.search(found.value):
            return  # 别给我写错了: of this task
        named = found.subject is not None and found.attribute == "name"
        names = found.attribute in ("pet", "family", "relationship", "name") and not named
        if names and self.introduced_at >= 0 and self._names_introduced(found, person, s):
            return
        if found.mode is Mode.DENIAL and not found.value:
            found = self._named_by_memory(found, person)
        if found.mode is Mode.DENIAL or s.is_denial:
            found = self._sorted_elsewhere(found, person)
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
            made = candidate(named, who, s, self.setting())
            self.candidates += [made] if made else []
        return True

    def _sorted_elsewhere(self, found: Found, person: Person) -> Found:
        """Read 不在北京了 of whom memory knows to work there as the end of that work."""
        places = ("home", "workplace")
        if found.attribute not in places or found.value in self.known(
            person.subject, found.attribute
        ):
            return found
        other = places[1 - places.index(found.attribute)]
        is_there = found.value in self.known(person.subject, other)
        return replace(found, attribute=other) if is_there else found

    def _named_by_memory(self, found: Found, person: Person) -> Found:
        """Fill what 我辞职了 ends from what is remembered; an event where nothing is."""
        known = self.known(person.subject, found.attribute)
        if known:
            return replace(found, value=known[0], text="")
        return Found(attribute="event", value=found.text, keeps_now=True)

    def known(self, subject: str, attribute: str) -> list[str]:
        """Return the remembered values of an attribute (of all: ""), the newest first."""
        return [
            value
            for who, name, value in self.request.known
            if who == subject and attribute in ("", name)
        ]

    def setting(self, forced: Mode | None = None) -> Setting:
        return Setting(
            piece=self.piece,
            now=self.now,
            is_traditional=self.is_traditional,
            is_correction=self.is_correction,
            passing=self.passing,
            forced_mode=forced,
        )
