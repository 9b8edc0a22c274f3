"""Finds about whom a clause is: the user, a third person by role or name, or nobody we keep."""

from dataclasses import dataclass, field
from typing import Any

from memory.backends.local.english.clauses import is_first
from memory.backends.local.english.lexicon import FAMILY, PETS, ROLES
from memory.backends.local.frame import words
from memory.domain.types import USER

Token = Any  # spacy.tokens.Token


_MINE = words("my our")


_THIRD = words("he she they him her them his their")


_PLACE_LABELS = ("GPE", "LOC", "NORP", "FAC", "LANGUAGE", "WORK_OF_ART", "PRODUCT", "EVENT")


_NOT_NAMES = words(
    "god internet monday tuesday wednesday thursday friday saturday sunday january february march"
    " april may june july august september october november december christmas easter google"
    " python english"
)


@dataclass
class People:
    """Who was mentioned so far; pronouns refer to the last one."""

    last: str = ""
    names: dict[str, str] = field(default_factory=dict)  # name -> role ("Anna" -> "sister")

    def subject_of(self, token: Token | None) -> str:
        """Return USER, a role, a name, or "" for what is not a person to remember."""
        if token is None:
            return ""
        if is_first(token):
            return USER
        if token.lower_ in _THIRD:
            return self.last
        if token.dep_ == "appos":
            token = token.head
        if token.lower_ in ("both", "all"):  # "both of my parents"
            of = [g for c in token.children if c.lower_ == "of" for g in c.children]
            token = of[0] if of else token
        found = self._role(token) or self._name(token)
        if found:
            self.last = found
        return found

    def owner_of(self, noun: Token) -> str:
        """Return whose a noun is: "my name" -> USER, "my sister's name" -> sister, else ""."""
        for child in noun.children:
            if child.dep_ == "poss":
                if child.lower_ in _MINE:
                    return USER
                return self.subject_of(child)
        for child in noun.children if noun.pos_ == "NOUN" else ():
            if child.dep_ == "prep" and child.lower_ == "of":
                for owned in child.children:
                    if owned.lower_ in ("mine", "ours"):
                        return USER
                    found = self._role(owned)
                    if found:
                        return found
        return ""

    def _role(self, token: Token) -> str:
        role = role_of(token)
        if not role:
            return ""
        name = name_beside(token)
        if name:
            self.names[name.casefold()] = role
        return role

    def _name(self, token: Token) -> str:
        if token.pos_ != "PROPN" or token.lower_ in _NOT_NAMES or token.lower_ in PETS:
            return ""
        if token.ent_type_ in _PLACE_LABELS or any(
            c.dep_ in ("det", "poss") for c in token.children
        ):
            return ""
        if not token.text[0].isupper() or token.text.isupper() and len(token.text) > 2:
            return ""
        name = full_name(token)
        known = self.names.get(name.casefold())
        return known or name


def role_of(token: Token) -> str:
    """Return the role of a noun that is the user's ("my sister", "my sister Anna"), or ""."""
    for candidate in (
        token,
        *(c for c in token.children if c.dep_ in ("compound", "nmod", "appos")),
    ):
        role = ROLES.get(candidate.lower_) or ROLES.get(candidate.lemma_.casefold())
        if role and _is_mine(candidate, token):
            return _hyphenated(candidate, ROLES.get(candidate.lower_, role))
    return ""


def _hyphenated(token: Token, role: str) -> str:
    """Read "brother-in-law" and "ex-wife", which the tokenizer cuts, as one role."""
    doc, index = token.doc, token.i
    if doc[index + 1 : index + 5].text.casefold() == "-in-law":
        return f"{token.lower_}-in-law"
    before = doc[max(0, index - 2) : index].text.casefold()
    if before in ("ex-", "step-"):
        return f"{before}{role}"
    return role


def _is_mine(*tokens: Token) -> bool:
    for token in tokens:
        for child in token.children:
            if child.dep_ == "poss":
                return child.lower_ in _MINE
    first = tokens[-1]
    if first.dep_ in ("dobj", "attr") and first.head.lemma_ in ("have", "get"):
        return any(c.dep_ == "nsubj" and is_first(c) for c in first.head.children)
    start = min(t.i for t in first.subtree)
    doc = first.doc
    nearby = [t.lower_ for t in doc[max(0, start - 1) : first.i + 1]]
    if any(word in _MINE for word in nearby):
        return True
    # "Mum lives in Porto": a family word used like a name.
    return bool(
        first.lower_ in FAMILY
        and FAMILY[first.lower_] in ("mother", "father", "grandmother", "grandfather")
        and not any(c.dep_ in ("det", "poss") for c in first.children)
    )


def name_beside(token: Token) -> str:
    """Return the proper name given with a role ("my sister Anna", "my boss, Mr. Hughes"), or ""."""
    for child in token.children:
        if child.dep_ in ("appos", "compound", "nmod") and child.pos_ == "PROPN":
            return full_name(child)
    if token.pos_ == "PROPN" and token.lower_ not in ROLES:
        return full_name(token)
    following = token.doc[token.i + 1] if token.i + 1 < len(token.doc) else None
    if (
        following is not None
        and following.pos_ == "PROPN"
        and following.ent_type_ in ("", "PERSON")
    ):
        return full_name(following)
    return ""


def full_name(token: Token) -> str:
    """Return a name with its parts ("Dr. Ana Silva"), without roles that stand before it."""
    parts = [
        t
        for t in sorted([token, *token.children], key=lambda t: t.i)
        if t == token or t.dep_ in ("compound", "flat") and t.pos_ == "PROPN"
    ]
    parts = [t for t in parts if t.lower_ not in ROLES]
    return " ".join(t.text for t in parts)
