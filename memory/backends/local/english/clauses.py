"""Splits a parsed text into clauses and says of each what keeps it from being a plain fact."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from memory.backends.local.frame import words

Token = Any  # spacy.tokens.Token
Doc = Any  # spacy.tokens.Doc

_CLAUSAL = words("ROOT conj ccomp advcl relcl parataxis acl xcomp pcomp dep csubj appos intj")
_SUBJECTS = words("nsubj nsubjpass csubj expl")
_HYPOTHETICAL_MARKS = words("if unless whether suppose supposing provided lest")
_SUPPOSING = words("suppose imagine pretend assume wish wonder doubt dream hope guess hypothesize")
_TELLING = words("mention say add note tell point admit confess warn remind clarify")
_UNREAL_OPENINGS = (
    *("if ", "suppose", "imagine", "pretend", "unless", "maybe", "in case", "what if", "even if"),
    *("say i", "say you", "say we", "say my", "let's say", "let us say"),
    *("as if", "perhaps", "hypothetically", "had i ", "were i "),
)
_UNREAL = words("would could might may should ought 'd shall")
_HEARSAY = words("hear read learn see notice claim say tell think believe suggest argue report")
_HEDGES = {"think": 0.15, "guess": 0.25, "suppose": 0.25, "believe": 0.15, "suspect": 0.25}
_HEDGE_ADVERBS = words(
    "maybe perhaps possibly probably apparently presumably seemingly potentially"
)
_QUESTION_WORDS = words("what who whom whose which where when why how")
_FIRST = words("i we me us")
_INTENDED = words("going supposed meant due about hoping planning set")


# Lemmas that the model gets wrong.
_LEMMAS = {"hat": "hate", "'s": "be", "ha": "have", "'ve": "have", "'m": "be", "'re": "be"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseView:
    """A predicate with its subject. `subject` is None in imperatives and fragments."""

    head: Token
    subject: Token | None
    matrix: Token | None  # the verb that governs a complement clause
    is_question: bool = False
    is_hypothetical: bool = False
    is_hearsay: bool = False
    is_negated: bool = False
    is_ended: bool = False  # "no longer", "not ... any more", "stopped"
    is_past: bool = False
    used_to: bool = False
    is_future: bool = False
    hedge: float = 0.0

    @property
    def lemma(self) -> str:
        lemma = str(self.head.lemma_).casefold()
        return _LEMMAS.get(lemma, lemma)

    @property
    def is_first_person(self) -> bool:
        return self.subject is not None and is_first(self.subject)

    def children(self, *dependencies: str) -> list[Token]:
        return [child for child in self.head.children if child.dep_ in dependencies]

    def child(self, *dependencies: str) -> Token | None:
        found = self.children(*dependencies)
        return found[0] if found else None

    def prepositions(self, *names: str) -> list[Token]:
        """Return the objects of the prepositions `names` (any, if none given) of the predicate."""
        # "moved back to Cork", "off to Crete": the preposition hangs on the adverb.
        holders = [self.head, *self.children("advmod", "prt", "prep")]
        return [
            grandchild
            for holder in holders
            for child in holder.children
            if child.dep_ in ("prep", "agent", "dative") and (not names or child.lower_ in names)
            if not any(c.dep_ == "neg" for c in child.children)  # "at Philips, not at ASML"
            for grandchild in child.children
            if grandchild.dep_ in ("pobj", "pcomp")
        ]

    def far_prepositions(self, *names: str) -> list[Token]:
        """Return objects of prepositions anywhere in the predicate ("staying with Al in Bath")."""
        return [
            child
            for token in self.head.subtree
            if token.dep_ == "prep" and token.lower_ in names and token.i > self.head.i
            if not is_in_other_clause(token, self.head)
            for child in token.children
            if child.dep_ == "pobj"
        ]

    @property
    def text(self) -> str:
        """Return the words of the predicate from its verb on, in lower case."""
        tokens = [
            t
            for t in self.head.subtree
            if t.i >= self.head.i and not is_in_other_clause(t, self.head)
        ]
        return str(self.head.doc[self.head.i : tokens[-1].i + 1].text).casefold()

    def modals(self) -> frozenset[str]:
        return frozenset(c.lower_ for c in self.head.children if c.dep_ in ("aux", "auxpass"))


def is_in_other_clause(token: Token, head: Token) -> bool:
    """Say whether a token below `head` belongs to a clause coordinated with it."""
    while token != head and token.head != token:
        own = any(c.dep_ in ("nsubj", "nsubjpass") for c in token.children)
        if token.dep_ in ("conj", "parataxis") and token.pos_ in ("VERB", "AUX") and own:
            return True
        token = token.head
    return False


def is_first(token: Token) -> bool:
    """Say whether a subject is "I", "we" or a group with me in it ("my wife and I")."""
    if token.lower_ in _FIRST:
        return True
    return any(other.lower_ in _FIRST for other in token.conjuncts)


def clauses(doc: Doc) -> Iterator[ClauseView]:
    """Yield the clauses of a text in order."""
    for sentence in doc.sents:
        for token in sentence:
            if _is_head(token):
                yield _view(token)


def _is_head(token: Token) -> bool:
    if token.dep_ not in _CLAUSAL or token.is_punct:
        return False
    if token.pos_ in ("VERB", "AUX"):
        return True
    return bool(token.dep_ == "ROOT" or any(c.dep_ in _SUBJECTS for c in token.children))


def _view(head: Token) -> ClauseView:
    chain = list(_governors(head))
    matrix = chain[0] if chain and head.dep_ in ("ccomp", "xcomp", "pcomp") else None
    return ClauseView(
        head=head,
        subject=_subject(head),
        matrix=matrix,
        is_question=_is_question(head) or any(map(_asks, chain)),
        is_hypothetical=_is_hypothetical(head, chain),
        is_hearsay=_is_hearsay(head, chain),
        is_negated=_is_negated(head),
        is_ended=_is_ended(head),
        is_past=_is_past(head),
        used_to=_used_to(head),
        is_future=_is_future(head),
        hedge=_hedge(head, chain),
    )


def _governors(head: Token) -> Iterator[Token]:
    """Yield the predicates above a clause that it depends on in meaning, nearest first."""
    token = head
    while token.head != token:
        if token.dep_ in ("ccomp", "xcomp", "pcomp", "advcl", "acl", "relcl", "csubj", "dep"):
            token = token.head
            while token.pos_ not in ("VERB", "AUX") and token.head != token:
                token = token.head
            yield token
        else:
            token = token.head


def _subject(head: Token) -> Token | None:
    subjects = [c for c in head.children if c.dep_ in ("nsubj", "nsubjpass")]
    if len(subjects) > 1 and is_first(subjects[-1]):
        return subjects[-1]  # "my partner and I", read as two subjects
    for child in head.children:
        if child.dep_ in _SUBJECTS and child.dep_ != "expl":
            if child.lower_ in ("who", "that", "which") and head.dep_ == "relcl":
                is_predicate = head.head.dep_ in ("attr", "oprd")
                return _subject(head.head.head) if is_predicate else head.head
            return child
    if head.dep_ in ("acl", "relcl") and head.head.dep_ in ("attr", "oprd"):
        return _subject(head.head.head)  # "I'm an illustrator living in Ghent"
    if head.dep_ == "acl":
        return head.head
    if head.dep_ == "advcl" and head.tag_ == "VBG":
        return _subject(head.head)
    if head.dep_ == "pcomp" and head.head.lower_ in ("before", "after", "since"):
        governor = head.head.head
        return _subject(governor) if governor.pos_ in ("VERB", "AUX") else None
    if head.dep_ in ("conj", "xcomp") and head.head != head:
        if head.dep_ == "xcomp":
            objects = [c for c in head.head.children if c.dep_ == "dobj" and c.i < head.i]
            if objects:
                return objects[0]
        return _subject(head.head)
    return None


def _is_question(head: Token) -> bool:
    if _asks(head):
        return True
    sentence = head.sent
    if not _ends_with_question_mark(sentence):
        return False
    # "You live in Berlin?", "I'm right?": the last main clause of a sentence with a question mark.
    later = [t for t in sentence if t.i > head.i and _is_head(t) and t.dep_ in ("conj", "ccomp")]
    return not any(_asks(token) for token in later)


def _ends_with_question_mark(sentence: Any) -> bool:
    tail = [token for token in sentence if not token.is_space][-2:]
    return any("?" in token.text for token in tail)


def _asks(head: Token) -> bool:
    """Say whether the clause is a question by its form: a question word, or verb before subject."""
    before = [c for c in head.children if c.i < head.i]
    subject = next((c for c in head.children if c.dep_ in ("nsubj", "nsubjpass", "expl")), None)
    for child in before:
        asks = child.lower_ in _QUESTION_WORDS and child.dep_ in (
            *("advmod", "dobj", "attr", "nsubj", "pobj", "prep", "det", "acomp"),
        )
        if asks and head.dep_ not in ("relcl", "advcl", "acl", "xcomp"):
            return bool(child.i <= head.sent.start + 1 or head.dep_ == "ccomp")
    if subject is None:
        return False
    inverted = [c for c in head.children if c.dep_ == "aux" and c.i < subject.i]
    if inverted and head.dep_ not in ("advcl",):
        return True
    return bool(
        head.lemma_ == "be"
        and head.i < subject.i
        and subject.dep_ != "expl"
        and head.tag_ != "VB"
        and head.i == head.sent.start
    )


def _is_hypothetical(head: Token, chain: list[Token]) -> bool:
    if head.dep_ == "xcomp" and head.head.lower_ in _INTENDED and _is_past(head.head):
        return True  # "was going to", "was supposed to": it came to nothing
    for token in (head, *chain):
        marks = [c.lower_ for c in token.children if c.dep_ in ("mark", "advmod") and c.i < token.i]
        if any(mark in _HYPOTHETICAL_MARKS for mark in marks) or _is_likened(token):
            return True
        tells = token != head and token.lemma_ in _TELLING  # "I should mention that ..."
        if not tells and any(c.tag_ == "MD" and c.lower_ in _UNREAL for c in token.children):
            return True
    for token in chain:
        if token.lemma_ in _SUPPOSING and token.lemma_ not in ("guess", "hope"):
            return True
        if token.lemma_ == "say" and _subject(token) is not None and _is_lets(token):
            return True
    opening = head.sent[:3].text.casefold()
    return bool(opening.startswith(_UNREAL_OPENINGS))


def _is_likened(token: Token) -> bool:
    """Say whether a clause only compares ("explain it like I'm five", "as if I were rich")."""
    if token.head.lemma_ in ("sound", "look", "seem"):
        return False  # "it sounds like you prefer tea"
    marks = [c for c in token.children if c.i < token.i and c.dep_ in ("mark", "prep", "intj")]
    return any(mark.lower_ == "like" or mark.nbor(1).lower_ in ("if", "though") for mark in marks)


def _is_lets(token: Token) -> bool:
    return any(t.lower_ in ("let", "'s", "us") for t in token.sent[:2])


def _is_hearsay(head: Token, chain: list[Token]) -> bool:
    """Say whether the clause reports what somebody other than the user says or thinks."""
    if any(t.lower_ in ("according", "apparently") for t in head.sent[:1]):
        return True
    token = head
    for governor in chain:
        if token.dep_ in ("ccomp", "csubj") and governor.lemma_ in _HEARSAY:
            subject = _subject(governor)
            first = subject is not None and is_first(subject)
            if not first and subject is not None:
                return True
            if governor.lemma_ in ("hear", "read", "see", "learn", "notice"):
                return True
        token = governor
    return False


def _is_negated(head: Token) -> bool:
    for child in head.children:
        if child.dep_ in _SUBJECTS and any(c.lower_ == "neither" for c in child.children):
            return True
        if child.dep_ == "neg" or child.lower_ in ("never", "neither", "nor", "hardly", "rarely"):
            return True
    if head.dep_ in ("ccomp", "csubj") and head.head.lemma_ == "be" and _is_negated(head.head):
        true = [c for c in head.head.children if c.lower_ in ("true", "right", "correct", "case")]
        return bool(true)
    if head.dep_ == "xcomp" and head.head.lemma_ in ("allow", "suppose", "permit", "able"):
        return _is_negated(head.head)
    if head.dep_ == "conj" and head.head.pos_ in ("VERB", "AUX"):
        own = any(c.dep_ in ("aux", *_SUBJECTS) for c in head.children)
        coordinators = [c.lower_ for c in head.head.children if c.dep_ == "cc"]
        return not own and "or" in coordinators and _is_negated(head.head)
    return _has_no_longer(head)


def _has_no_longer(head: Token) -> bool:
    near = head.doc[max(head.sent.start, head.i - 4) : head.i + 3].text.casefold()
    return "no longer" in near


def _is_ended(head: Token) -> bool:
    if _has_no_longer(head):
        return True
    end = max(t.i for t in head.subtree) + 3
    text = head.doc[head.i : end].text.casefold()
    return _is_negated(head) and ("any more" in text or "any longer" in text)


def _is_past(head: Token) -> bool:
    auxiliaries = [c for c in head.children if c.dep_ in ("aux", "auxpass")]
    if any(c.lower_ in ("have", "has", "'ve", "'s", "will", "'ll") for c in auxiliaries):
        return False
    return head.tag_ == "VBD" or any(c.tag_ == "VBD" for c in auxiliaries)


def _used_to(head: Token) -> bool:
    return head.dep_ == "xcomp" and head.head.lower_ == "used" and head.head.tag_ in ("VBD", "VBN")


def _is_future(head: Token) -> bool:
    if any(c.dep_ == "aux" and c.lower_ in ("will", "'ll", "wo") for c in head.children):
        return True
    return bool(head.dep_ == "xcomp" and head.head.lower_ == "going")


def _hedge(head: Token, chain: list[Token]) -> float:
    hedge = max((_HEDGES.get(token.lemma_, 0.0) for token in chain), default=0.0)
    if any(token.lower_ in _HEDGE_ADVERBS for token in head.children):
        hedge = max(hedge, 0.2)
    return hedge
