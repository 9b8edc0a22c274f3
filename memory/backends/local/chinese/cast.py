"""Who is spoken of from clause to clause: the subject carried on, 他 and 她, who was brought in."""

import re
from dataclasses import dataclass

from memory.backends.local.chinese.found import Found
from memory.backends.local.chinese.people import (
    ASSISTANT,
    ME,
    OTHERS,
    ROLE,
    Person,
    named_person,
    pet_person,
)
from memory.backends.local.chinese.rules import identity
from memory.backends.local.chinese.statement import Statement
from memory.domain.kinds import CHINESE_ROLES
from memory.domain.types import USER

_NAMED_IN_PASSING = re.compile(
    rf"(?:带|陪|和|跟|比|给|送|帮|照顾|看望|有)(?:着|了|我)?(?P<role>{ROLE})"
)
_CALLED = re.compile(r"(?:大名|小名|名字|[取起]名字?)?(?:就)?(?:叫|名叫)")
_SOMEBODY = re.compile(
    r"^(?!我们?[^，]{0,4}[有是])[^，]*?(?:有|来|碰到|碰见|遇到|遇见|认识|见到|看到|看见|招|采访|面试|接待|收留|住着)(?:了|过)?"
    r"(?:(?:一|几|两)?[个位名些]|一对)?[^，我]{0,6}?(?:人|老人家?|客人|客户|同学|同事|男生|女生|男孩|女孩"
    r"|小孩|孩子|姑娘|小伙子?|邻居|网友|学生|老师|医生|师傅|病人|室友|租客|阿姨|大爷|大妈|大叔|奶奶|老太太|老头)$"
)
_SEVERAL = re.compile(r"[两二三四五几]个|\d个|们")


@dataclass
class Cast:
    """The persons of one piece of text, as they come up."""

    person: Person | None = None  # whom the last clause with a subject was about
    introduced: Person | None = None  # whom the last clause brought in: 有个姐姐, 养了只猫
    is_pivot: bool = False  # 我有个姐姐，在法国读书: what follows is about who was brought in
    third: Person | None = None  # whom 他, 她, 它 stand for
    has_subject: bool = False  # a clause of this sentence names its subject

    def whom(self, s: Statement) -> Person:
        """Return whom a statement is about; remember them for the clauses that follow."""
        if s.person is None:
            described = _CALLED.match(s.core) or any(True for _ in identity.age(s))
            if self.introduced and (described or self.is_pivot):
                return self.introduced
            if described and _SOMEBODY.match(s.before_text):
                return Person(OTHERS, "")  # 家里来了客人，叫小王
            return self.person or ME
        if not s.person.subject:  # 他, 她, 它
            self.person, self.has_subject = self.third or Person(OTHERS, ""), True
            return self.person
        known = s.person.name and self.third and self.third.name == s.person.name
        if known and self.third:
            self.person, self.has_subject = self.third, True
            return self.third
        self.introduced = None
        self.has_subject = s.person.subject != ASSISTANT
        if s.person.subject != ASSISTANT:
            self.person = s.person
        if s.person.subject not in (USER, ASSISTANT, OTHERS):
            self.third = s.person
        return s.person

    def notice(self, s: Statement) -> None:
        """Remember a relative who is named in passing: 带孩子去动物园，他今年六岁."""
        named = _NAMED_IN_PASSING.search(s.text[s.core_start :])
        if named and (s.person is None or s.person.subject == USER):
            self.third = named_person(CHINESE_ROLES[named["role"]], named["role"], "")

    def introduce(self, person: Person, s: Statement) -> None:
        """Remember who 有, 养 or 叫 brought in."""
        self.introduced = self.third = person
        if self.person and person.name and person.words == self.person.words + person.name:
            self.person = person  # 我闺蜜叫小雨，住在成都
        alone = not person.is_pet and not _SEVERAL.search(s.core)
        self.is_pivot = alone and s.person in (ME, None) and not s.is_carried

    def is_named_now(self, found: Found) -> bool:
        """Say whether a statement names a relative whom an earlier one brought in nameless."""
        if not self.introduced or found.introduces is None or self.introduced.name:
            return False
        return self.introduced.subject == found.introduces.subject

    def name_introduced(self, found: Found) -> None:
        """Give whom an earlier clause brought in the name that this one tells."""
        person = self.introduced
        if person and person.is_pet:
            term = term_of(person)
            self.introduced = self.third = pet_person(term, found.value.removeprefix(term))
        elif found.introduces:
            self.introduced = self.third = found.introduces


def term_of(person: Person) -> str:
    """Return what a person is to the user, in the words that were used (女儿, 猫)."""
    return person.words.removeprefix("用户的").removesuffix(person.name)
