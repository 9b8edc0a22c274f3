"""What the words before a message bring to it: whom "she" means, what "not Berlin" corrects."""

import re
from collections.abc import Sequence
from dataclasses import replace

from memory.backends.local.english.lexicon import PETS, ROLES
from memory.domain.kinds import NAMED_KINDS, kind_of
from memory.domain.types import USER, Candidate, ExtractionRequest

_SWAPS = (
    (r"\byou are\b", "I am"),
    (r"\byou're\b", "I'm"),
    (r"\bare you\b", "am I"),
    (r"\byou were\b", "I was"),
    (r"\bwere you\b", "was I"),
    (r"\byou've\b", "I've"),
    (r"\byou'd\b", "I'd"),
    (r"\byou'll\b", "I'll"),
    (r"\byourself\b", "myself"),
    (r"\byours\b", "mine"),
    (r"\byour\b", "my"),
    (r"\byou\b", "I"),
)
# A question about the user, put as the statement that a "yes" makes of it.
_INVERTED = (
    (r"^\W*am I (still )?", r"I am \1"),
    (r"^\W*was I ", "I was "),
    (r"^\W*is ([A-Z]\w+) (?:still )?(my .*)", r"\1 is \2"),
    (r"^\W*do I (still |also |really )?", "I "),
    (r"^\W*did I (\w+)", r"I did \1"),
    (r"^\W*have I (got )?", r"I have \1"),
    (r"^\W*(?:is|are) (my (?:\w+ )?[\w-]+) ", r"\1 is "),
    (r"^\W*does (my (?:\w+ )?[\w-]+) ", r"\1 does "),
)
_TAG = re.compile(
    r",?\s*(?:right|correct|yes|no|is that (?:right|correct)|isn'?t it|don'?t you)\?$", re.I
)
_ASSISTANT = re.compile(r"\b(?:I|I'm|I've|I'll|me|my)\b")


def first_person(sentence: str) -> str:
    """Turn an assistant's sentence about "you" into one of the user; "" if it is about itself."""
    if _ASSISTANT.search(sentence) and not re.search(r"\byou(?:r|'re)?\b", sentence, re.I):
        return ""
    text = re.sub(r"\b(?:shall|should|can|may|let) I\b.*", "", _TAG.sub(".", sentence.strip()))
    text = re.sub(
        r"\bI (?:have )?(?:noted?|understand|see|remember|know|believe|think) that\b", "", text
    )
    text = re.sub(
        r"^(?:so|noted|got it|okay|ok|and|just to confirm|to confirm)[,:]?\s+", "", text, flags=re.I
    )
    for pattern, swapped in _SWAPS:
        text = re.sub(pattern, swapped, text, flags=re.I)
    for pattern, straight in _INVERTED:
        text = re.sub(pattern, straight, text, flags=re.I)
    return text


def of_reply(request: ExtractionRequest) -> Sequence[Candidate]:
    """Return what the assistant's last reply states of the user."""
    from memory.backends.local import english  # noqa: PLC0415 (the engine reads its own context)

    if not request.previous_reply:
        return ()
    bare = ExtractionRequest(text="", said_at=request.said_at, time_zone=request.time_zone)
    return english.restate(request.previous_reply, bare).candidates


def of_message(request: ExtractionRequest) -> Sequence[Candidate]:
    """Return what the user's message before this one states."""
    from memory.backends.local import english  # noqa: PLC0415
    from memory.backends.local.frame import Piece  # noqa: PLC0415

    text = request.previous_text
    if not text:
        return ()
    bare = ExtractionRequest(text=text, said_at=request.said_at, time_zone=request.time_zone)
    piece = Piece(text=text, start=0, language="en", message=text)
    return english.extract(piece, bare).candidates


def last_person(request: ExtractionRequest) -> str:
    """Return the third person that was named last before the message, "" if there is none."""
    if not (request.previous_reply or request.previous_text):
        return ""
    for candidate in reversed([*of_message(request), *of_reply(request)]):
        if candidate.subject != USER:
            return candidate.subject
    return ""


def known_names(request: ExtractionRequest) -> dict[str, str]:
    """Return what is said of whom by a name that is known: "ruth" -> "daughter".

    Where several fill a role, each is called by name.
    """
    named: list[tuple[str, str]] = []
    for subject, attribute, value in request.known:
        if attribute == "name" and subject != USER and subject != value:
            named.append((value, subject))
        elif attribute in NAMED_KINDS and subject == USER:
            kind = kind_of(value)
            names = re.findall(r"[A-Z][\w'’-]+", value[len(kind) :])
            is_one = len(names) == 1 or " and " not in value and "," not in value
            role = kind if kind in ROLES and is_one and kind not in PETS else ""
            named += [(name, role or name) for name in names]
    people: dict[str, set[str]] = {}
    for name, role in named:
        people.setdefault(role, set()).add(name.split()[0].casefold())
    return {
        name.casefold(): role if len(people[role]) == 1 else name for name, role in reversed(named)
    }


def corrected(
    request: ExtractionRequest, earlier: Sequence[Candidate], new: str, old: str
) -> tuple[str, str]:
    """Return (subject, attribute) of what "I meant `new`, not `old`" corrects, ("", "") if unknown.

    Looked for in what the message said before, in the last reply, in the message before, and in
    what is known.
    """
    pool = [*reversed(earlier), *of_reply(request), *of_message(request)]
    pairs = [(c.subject, c.attribute, c.value) for c in pool]
    pairs += list(request.known) if old else []
    for subject, attribute, value in pairs:
        if old and old.casefold() in value.casefold():
            return subject, attribute
    if old or not pairs:
        return "", ""
    alike = [p for p in pairs if _is_numeric(p[2]) == _is_numeric(new)]
    return (alike or pairs)[0][:2]


def _is_numeric(text: str) -> bool:
    return any(character.isdigit() for character in text)


def requoted(candidate: Candidate, quote: str) -> Candidate:
    return replace(candidate, quote=quote)
