"""Rules for how the user wants to be answered and addressed, and for to-dos."""

import re
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.content import language_of
from memory.backends.local.english.identity import nickname
from memory.backends.local.english.lexicon import LANGUAGES, REPLY_NOUNS
from memory.backends.local.english.reading import Fact, Reading
from memory.backends.local.frame import words
from memory.domain.types import Mode

Token = Any  # spacy.tokens.Token


_SHORT = words(
    "short shorter brief briefer concise succinct terse snappy compact short-form tl;dr"
    " concisely briefly succinctly"
)


_LONG = words(
    "long longer detailed thorough in-depth elaborate extensive comprehensive lengthy"
    " exhaustive deeper"
)


_MEDIUM = words("medium medium-length moderate")


_STYLES = words(
    "formal informal casual polite friendly friendlier blunt direct honest simple plain technical"
    " funny humorous sarcastic professional warm warmer neutral gentle strict patient encouraging"
    " straightforward simpler plainer serious playful literal"
)


_FORMATS = words(
    "bullet bullets bullet-points points list lists table tables emoji emojis emoticons jargon"
    " markdown headings headers code examples example metaphors analogies sources citations links"
    " metric imperial units celsius fahrenheit steps slang acronyms abbreviations latex humor"
    " humour"
    " sarcasm exclamation capitals caps numbers diagrams disclaimers summaries summary pleasantries"
    " footnotes references english spelling language terms words sentences paragraphs swear"
)


_ANSWERING = words(
    "answer reply respond write speak talk communicate chat continue switch use keep"
    " say message text go"
)


_STYLING = words(
    "use avoid include give show add write make keep skip stop be explain format put"
    " answer reply respond cite drop sound talk speak leave want prefer like send"
)


_STANDING = re.compile(
    r"\b(?:from now on|from here on|always|in (?:the )?future|going forward|in general|every time"
    r"|whenever|generally|by default|never|don't ever)\b",
    re.I,
)


def is_request(clause: ClauseView) -> bool:
    """Say whether a clause asks for something: imperative, "can you ...", "I'd like you to ..."."""
    head = clause.head
    subjects = [c for c in head.children if c.dep_ in ("nsubj", "nsubjpass")]
    led = head.i > 0 and head.nbor(-1).lower_ == "so"
    if head.dep_ == "conj" and led and not subjects and head.tag_ in ("VB", "VBP"):
        return True  # "I'm colour-blind, so avoid red"
    polite = any(c.lower_ == "please" for c in head.children)
    if polite and not subjects and head.tag_ in ("VB", "VBP"):
        return True  # "I have ADHD so please use short paragraphs"
    if head.dep_ == "conj" and not subjects and not _is_imperative(head.head):
        return False
    if head.head.lemma_ == "let" and any(s.lower_ in ("'s", "us") for s in subjects):
        return True
    if (
        not subjects
        and head.tag_ in ("VB", "VBP")
        and head.dep_ in ("ROOT", "conj", "ccomp", "dep", "parataxis", "advcl")
    ):
        return not {"to", "could", "would", "should", "might"} & clause.modals()
    if any(s.lower_ == "we" for s in subjects) and "?" in head.sent.text:
        return bool({"can", "could", "shall"} & clause.modals())
    if any(s.lower_ == "you" for s in subjects):
        return bool({"can", "could", "would", "will", "may"} & clause.modals()) or _wanted(head)
    return False


def _is_imperative(head: Token) -> bool:
    return head.tag_ in ("VB", "VBP") and not any(
        c.dep_ in ("nsubj", "nsubjpass") for c in head.children
    )


def _wanted(head: Token) -> bool:
    """Say whether the clause is what the user wants of the assistant ("I'd like you to ...")."""
    governor = head.head
    return head.dep_ in ("ccomp", "xcomp", "advcl") and governor.lemma_ in (
        "like",
        "want",
        "need",
        "prefer",
        "love",
        "appreciate",
    )


def replying(reading: Reading, clause: ClauseView) -> list[Fact]:
    """Return what a request says about replies: language, length, style, form of address."""
    if clause.head.lemma_ in ("translate", "summarize", "summarise", "remind", "forget", "tell"):
        return []
    said = reading.openers + clause.head.sent.text
    facts = (
        _never(reading, clause)
        or _address(clause)
        or _language(clause)
        or _length(reading, clause)
        or _style(reading, clause)
    )
    once = re.search(r"\bjust (?:this|for) once\b|\bthis (?:time|once)\b|\bjust once\b", said, re.I)
    mode = Mode.TEMPORARY if once else None
    return [
        Fact(attribute=f.attribute, value=f.value, mode=f.mode or mode, predicate=f.predicate)
        for f in facts
    ]


def _never(reading: Reading, clause: ClauseView) -> list[Fact]:
    """Read "Never book me a flight before 9", "Don't ever call me Bobby"."""
    said = [c.lower_ for c in clause.head.children if c.dep_ in ("neg", "advmod")]
    forbids = "never" in said or "ever" in said and clause.is_negated
    if not forbids or clause.lemma in ("mind", "forget", "let"):
        return []
    value = reading.vp(clause.head, keep_times=True)
    if not clause.children("dobj", "ccomp", "xcomp", "oprd", "dative", "prep"):
        return []
    return [Fact(attribute="never", value=value, predicate=f"want the assistant never to {value}")]


def _address(clause: ClauseView) -> list[Fact]:
    name = nickname(clause)
    if clause.lemma in ("address", "refer") and any(t.lower_ == "me" for t in clause.head.subtree):
        names = clause.prepositions("as", "by", "with")
        name = names[0].text if names and names[0].pos_ == "PROPN" else ""
    return [Fact(attribute="form_of_address", value=name)] if name else []


def _language(clause: ClauseView) -> list[Fact]:
    wanted = clause.is_first_person and clause.lemma in ("like", "want", "prefer", "need")
    if clause.lemma not in _ANSWERING and not wanted or clause.is_negated:
        return []
    topic = clause.child("dobj")
    if (
        topic is not None
        and language_of(topic)
        and clause.lemma in ("speak", "use", "write", "talk", "switch")
    ):
        return [Fact(attribute="reply_language", value=LANGUAGES[topic.lower_])]
    general = topic is None or topic.lower_ in REPLY_NOUNS | words(
        "everything it conversation me us"
    )
    if not general or topic is not None and topic.lower_ in ("it", "text", "message"):
        return []
    named = [
        t
        for t in clause.head.subtree
        if t.lower_ in LANGUAGES and t.dep_ == "pobj" and t.head.lower_ in ("in", "to", "with")
    ]
    return [Fact(attribute="reply_language", value=LANGUAGES[t.lower_]) for t in named[:1]]


def _length(reading: Reading, clause: ClauseView) -> list[Fact]:
    said = list(clause.head.subtree)
    lengths = [t for t in said if t.lower_ in _SHORT | _LONG | _MEDIUM]
    limit = any(
        t.lower_ in ("sentence", "sentences", "words", "lines", "paragraph", "line") for t in said
    ) and any(t.like_num or t.lower_ in ("few", "one") for t in said)
    if not lengths and not limit:
        return []
    if not _concerns_replies(reading, clause, said):
        return []
    negated = clause.is_negated
    level = "short"
    if lengths:
        word = lengths[0].lower_
        level = "short" if word in _SHORT else "long" if word in _LONG else "medium"
        if negated and level != "medium":
            level = {"short": "long", "long": "short"}[level]
    return [Fact(attribute="reply_length", value=level)]


def _concerns_replies(reading: Reading, clause: ClauseView, said: list[Token]) -> bool:
    """Say whether a wish about form is for all replies, not for one text to be written now."""
    nouns = [t for t in said if t.lower_ in REPLY_NOUNS and t.pos_ in ("NOUN", "PROPN")]
    plural = any(t.tag_ == "NNS" or t.lower_ in ("output", "writing", "tone") for t in nouns)
    if plural or _STANDING.search(reading.openers + clause.head.sent.text):
        return True
    if clause.lemma == "make" and not nouns:
        return False  # "make it shorter" is about the text at hand
    if clause.lemma in ("keep", "be") and not nouns:
        objects = clause.children("dobj", "nsubj")
        return all(t.lower_ in ("it", "things", "everything", "you", "me") for t in objects)
    return clause.lemma in ("answer", "reply", "respond", "speak", "talk") and not (
        clause.child("dobj")
    )


_GENERAL = REPLY_NOUNS | _FORMATS | words("it things everything me stuff anything us this-way")


def _is_about_one_thing(reading: Reading, clause: ClauseView) -> bool:
    """Say whether a wish is for the text at hand ("explain photosynthesis in simple terms")."""
    objects = [t for t in clause.children("dobj") if t.lower_ not in _GENERAL]
    return bool(objects) and not _STANDING.search(reading.openers + clause.head.sent.text)


def _style(reading: Reading, clause: ClauseView) -> list[Fact]:
    if clause.lemma not in _STYLING or _is_about_one_thing(reading, clause):
        return []
    said = list(clause.head.subtree)
    if clause.lemma in (
        "write",
        "make",
        "give",
        "add",
        "send",
        "put",
        "show",
        "want",
        "like",
        "prefer",
        "include",
    ) and not (
        _STANDING.search(reading.openers + clause.head.sent.text)
        or _concerns_replies(reading, clause, said)
    ):
        return []
    no = (
        clause.is_negated
        or clause.lemma in ("avoid", "stop", "skip", "drop", "leave")
        or any(t.lower_ in ("no", "without", "fewer", "less") for t in said)
    )
    adjectives = [
        t
        for t in said
        if (t.lower_ in _STYLES or (clause.lemma in _ANSWERING and _style_of(t) in _STYLES))
        and t.dep_ in ("acomp", "amod", "oprd", "ccomp", "advmod", "attr")
    ]
    nouns = [t for t in said if t.lower_ in _FORMATS and t.pos_ in ("NOUN", "PROPN", "ADJ")]
    if clause.lemma == "be" and adjectives:
        value = reading.np(adjectives[0])
        value = value.removeprefix("more ").removeprefix("a bit more ")
        return [_styled(value, no=no)]
    absent = [g for t in said if t.lower_ == "without" for g in t.children if g.dep_ == "pobj"]
    if absent and (nouns or _STANDING.search(reading.openers + clause.head.sent.text)):
        return [_styled(reading.np(absent[0]), no=True)]
    if nouns:
        head = nouns[-1] if nouns[-1].dep_ in ("dobj", "pobj", "conj") else nouns[0]
        return [_styled(reading.np(head), no=no)]
    if adjectives and _concerns_replies(reading, clause, said):
        return [_styled(adjectives[0].text, no=no)]
    return []


def _style_of(adverb: Token) -> str:
    return str(adverb.lower_.removesuffix("ly"))


def _styled(value: str, *, no: bool) -> Fact:
    value = re.sub(r"^(?:no|fewer|less|more)\s+", "", value)
    value = f"no {value}" if no else value
    return Fact(attribute="reply_style", value=value)


_LIMIT = re.compile(
    r"\b(?:sentences?|words|lines?|paragraphs?) (?:max|maximum|at most|tops|per (?:reply|answer"
    r"|message))\b"
    r"|\b(?:max(?:imum)?|at most|no more than|under|up to) (?:of )?\w+ (?:sentences?|words|lines?"
    r"|paragraphs?)\b",
    re.I,
)


def bare_wish(reading: Reading, clause: ClauseView) -> list[Fact]:
    """Read a wish without a verb ("No emojis please", "Shorter answers, please")."""
    said = list(clause.head.subtree)
    if _LIMIT.search(clause.head.sent.text) and any(t.lower_ in REPLY_NOUNS for t in said):
        return [Fact(attribute="reply_length", value="short")]
    lengths = [t for t in said if t.lower_ in _SHORT | _LONG]
    nouns = [t for t in said if t.lower_ in REPLY_NOUNS and t.tag_ == "NNS"]
    if lengths and nouns:
        return [
            Fact(attribute="reply_length", value="short" if lengths[0].lower_ in _SHORT else "long")
        ]
    formats = [t for t in said if t.lower_ in _FORMATS]
    no = any(t.lower_ == "no" and t.dep_ == "det" for t in said)
    polite = any(t.lower_ == "please" for t in clause.head.sent)
    if formats and no and (polite or len(said) <= 4):
        return [_styled(reading.np(formats[-1]), no=True)]
    return []
