"""Mends what the small parser gets wrong in sentences that matter here, before the rules read it.

Each repair is a class of error (a noun read as a verb, an apposition taken for an adverbial), told
by the grammar around it and never by a single sentence.
"""

from typing import Any

from memory.backends.local.english.lexicon import ROLES
from memory.backends.local.frame import words

Token = Any  # spacy.tokens.Token
Doc = Any  # spacy.tokens.Doc

_SENSITIVE = words(
    "allergic intolerant sensitive hypersensitive addicted averse allergy allergies aversion"
    " intolerance"
)
_BASE_PARTICIPLES = words("come become run put let set cut hit hurt read quit cost shut split bet")
_PARTICIPLE_ENDINGS = ("ed", "en", "wn", "ne", "ung", "unk", "ght", "lt", "pt", "ld")


def repair(doc: Doc) -> Doc:
    """Correct the tree in place and return it."""
    for token in doc:
        _subject_of_auxiliary(token)
        _infinitive_of_noun(token)
        _noun_after_modal(token)
        _noun_as_predicate(token)
        _gerund_beside_noun(token)
        _coordinated_gerund(token)
        _name_of_role(token)
        _place_before_time(token)
        _contrast(token)
    return doc


def _attach(token: Token, head: Token, dependency: str) -> None:
    token.head = head
    token.dep_ = dependency


def _make_noun(token: Token) -> None:
    token.pos_ = "NOUN"
    token.tag_ = "NNS" if token.lower_.endswith("s") else "NN"
    token.lemma_ = token.lower_


def _subject_of_auxiliary(auxiliary: Token) -> None:
    """Mend "my cousin Ben got engaged": the subject was hung on "got" instead of the verb."""
    verb = auxiliary.head
    if auxiliary.dep_ not in ("aux", "auxpass") or verb == auxiliary:
        return
    if any(c.dep_ in ("nsubj", "nsubjpass") for c in verb.children):
        return
    for subject in [c for c in auxiliary.children if c.dep_ in ("nsubj", "nsubjpass")]:
        _attach(subject, verb, "nsubj")


def _infinitive_of_noun(to: Token) -> None:
    """Mend "allergic to shellfish", read like "eager to please"."""
    noun = to.head
    if to.lower_ != "to" or to.dep_ != "aux" or noun.i != to.i + 1 or noun == to:
        return
    holder = noun.head
    if holder.lower_ not in _SENSITIVE or holder.i != to.i - 1:
        return
    others = [t for t in noun.conjuncts if t.i > noun.i and t.pos_ == "VERB"]
    _attach(to, holder, "prep")
    to.pos_, to.tag_ = "ADP", "IN"
    _attach(noun, to, "pobj")
    for other in (noun, *others):
        _make_noun(other)
    joined = next((c for c in noun.children if c.dep_ == "cc" and c.i == noun.i + 1), None)
    if joined is not None and joined.i + 1 < noun.sent.end:
        second = joined.nbor(1)
        if second.pos_ == "NOUN" and second.dep_ == "conj" and second.head.i < noun.i:
            _attach(second, noun, "conj")  # "... and peanuts", left to the verb


def _noun_after_modal(auxiliary: Token) -> None:
    """Mend "I can't have gluten", "we can't do shellfish": the noun was read as a participle."""
    noun = auxiliary.head
    if auxiliary.dep_ != "aux" or auxiliary.lower_ not in ("have", "do", "eat"):
        return
    if noun.i != auxiliary.i + 1 or noun.pos_ != "VERB":
        return
    modal = any(c.tag_ == "MD" and c.i < auxiliary.i for c in noun.children)
    if not modal or any(c.dep_ in ("dobj", "xcomp", "ccomp") for c in noun.children):
        return
    regular = noun.lower_.endswith(_PARTICIPLE_ENDINGS) and noun.lemma_ != noun.lower_
    if auxiliary.lower_ == "have" and (regular or noun.lower_ in _BASE_PARTICIPLES):
        return
    _demote(noun, auxiliary, "dobj")


def _demote(noun: Token, verb: Token, dependency: str) -> None:
    """Make `verb` the head of the clause that `noun` was taken for the head of."""
    governor, kind = noun.head, noun.dep_
    others = [c for c in noun.children if c != verb and (c.i < noun.i or c.dep_ != "prep")]
    _attach(verb, verb if governor == noun else governor, "ROOT" if governor == noun else kind)
    _attach(noun, verb, dependency)
    _make_noun(noun)
    verb.pos_ = "VERB"
    for other in others:
        if other.dep_ not in ("det", "amod", "compound", "poss", "nummod", "conj", "cc"):
            other.head = verb


def _noun_as_predicate(auxiliary: Token) -> None:
    """Mend "I have type 1 diabetes": "have" taken for the auxiliary of a noun."""
    noun = auxiliary.head
    if auxiliary.dep_ != "aux" or auxiliary.lower_ not in ("have", "has"):
        return
    if noun.pos_ not in ("NOUN", "PROPN", "ADJ") or noun.i < auxiliary.i:
        return
    if not any(c.dep_ == "nsubj" and c.i < auxiliary.i for c in noun.children):
        return
    topic = next((c for c in noun.children if c.dep_ == "dobj"), None)
    _demote(noun, auxiliary, "dobj")
    if topic is not None and topic.pos_ in ("NOUN", "PROPN"):
        _attach(topic, auxiliary, "dobj")
        _attach(noun, topic, "compound")


def _gerund_beside_noun(noun: Token) -> None:
    """Mend "into bouldering and board games": the gerund taken for a modifier of "games"."""
    if noun.dep_ not in ("pobj", "dobj") or noun.pos_ != "NOUN":
        return
    for first in noun.children:
        inner = [c for c in first.children if c.dep_ == "conj" and c.i < noun.i]
        is_thing = first.lower_.endswith("ing") or first.tag_ == "NNS"
        if first.dep_ in ("nmod", "compound", "amod") and inner and is_thing:
            _attach(first, noun.head, noun.dep_)
            first.pos_ = "NOUN"
            _attach(noun, first, "conj")
            _attach(inner[0], noun, "compound")
            return


def _coordinated_gerund(noun: Token) -> None:
    """Mend "majoring in maths and minoring in music": the second gerund taken for a noun."""
    if noun.dep_ != "conj" or noun.pos_ != "NOUN" or not noun.lower_.endswith("ing"):
        return
    verb = noun.head.head
    while verb.pos_ == "ADP" and verb.head != verb:
        verb = verb.head
    prepositions = [c.lower_ for c in noun.children if c.dep_ == "prep"]
    same = {c.lower_ for c in verb.children if c.dep_ == "prep"} & set(prepositions)
    if verb.tag_ == "VBG" and same:
        coordinators = [c for c in noun.head.children if c.dep_ == "cc" and c.i < noun.i]
        _attach(noun, verb, "conj")
        noun.pos_, noun.tag_ = "VERB", "VBG"
        noun.lemma_ = noun.lower_.removesuffix("ing")
        for coordinator in coordinators:
            coordinator.head = verb


def _name_of_role(name: Token) -> None:
    """Mend "my trainer Yusuf used to ...": the role taken for an adverbial of the verb."""
    if name.dep_ not in ("nsubj", "nsubjpass") or name.pos_ != "PROPN" or name.i == 0:
        return
    role = name.nbor(-1)
    if role.lower_ not in ROLES or role.head != name.head or role.dep_ in ("nsubj", "poss"):
        return
    _attach(role, name.head, name.dep_)
    _attach(name, role, "appos")


def _place_before_time(noun: Token) -> None:
    """Mend "moved out of Lyon ages ago": the place taken for a modifier of the time."""
    if noun.dep_ != "pobj" or noun.lower_ not in ("ages", "years", "months", "weeks", "days"):
        return
    name = next((c for c in noun.children if c.dep_ == "compound" and c.pos_ == "PROPN"), None)
    if name is not None and name.i == noun.i - 1:
        preposition = noun.head
        _attach(name, preposition, "pobj")
        _attach(noun, preposition.head, "npadvmod")


def _contrast(no: Token) -> None:
    """Set aside the "not 34" of "I'm 35, not 34": it denies what follows, not the clause."""
    if (
        no.dep_ != "neg"
        or no.lower_ != "not"
        or no.i < 2
        or no.nbor(-1).text not in (",", "–", "-")
    ):
        return
    if no.head.i > no.i or no.i + 1 >= no.sent.end:
        return
    root = no.sent.root
    denied = next(
        (t for t in no.doc[no.i + 1 : no.sent.end] if t.pos_ in ("NOUN", "PROPN", "NUM", "ADJ")),
        None,
    )
    if denied is None or denied.pos_ == "VERB" or root in (no, denied):
        return
    while denied.head.i > no.i and denied.head != denied and denied.head != root:
        denied = denied.head
    if denied.pos_ in ("VERB", "AUX") or denied == root:
        return
    _attach(denied, root, "dep")
    _attach(no, denied, "neg")
