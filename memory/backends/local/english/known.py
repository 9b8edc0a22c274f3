"""Reads what makes sense only beside what is known: "switched from A to B", "sorry, 40".

Each rule looks for its old value among what is remembered, and says nothing without it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memory.backends.local.english import context
from memory.backends.local.english.closing import correction_opening
from memory.backends.local.english.language import written
from memory.backends.local.english.rewrite import statement
from memory.backends.local.english.surface.closed import FOODS
from memory.backends.local.english.surface.verbs import form_of
from memory.backends.local.frame import Piece, end_of_day, local_time, make_candidate, words
from memory.domain.kinds import names_of
from memory.domain.ontology import attribute_spec
from memory.domain.types import USER, Candidate, ExtractionRequest, Mode

_SWITCHED = re.compile(
    r"\b(?:switched|changed|swapped|moved|transferred|went) (?:over )?from (?P<old>[\w' -]{2,40}?)"
    r" to (?P<new>[\w' -]{2,40}?)"
    r"(?= (?:last|this|in|on|at|because|and|now|two|three|a)\b|[.,!;]|$)",
    re.I,
)
_NOT_ANY_MORE = re.compile(
    r"\b(?:(?:i|we) (?:do not|don't|no longer) (?P<does>[\w' -]{3,60}?)"
    r"|(?:i|we)(?:'m not| am not|(?: have|'ve)? (?:stopped|quit)) (?P<doing>\w+ing)\b"
    r" ?(?P<rest>[\w' -]{0,60}?))(?P<over> any more| any longer)?(?=[.,!;]|$)",
    re.I,
)
_INSTEAD = re.compile(
    r"\b(?:switched|changed|moved|transferred) to (?P<new>[\w' -]{2,40}?)"
    r"(?= (?:last|this|in|on|at|because|and|now|instead)\b|[.,!;]|$)",
    re.I,
)
_RATHER = re.compile(
    r"\b(?!(?:on|in|at|is|for|to) )(?P<new>[\w:.'-]+(?: (?!now\b)[A-Z][\w'-]+| (?:am|pm|o'clock))?)"
    r"(?: now)?,? (?:and )?not (?:on |in |at )?"
    r"(?P<old>[\w:.'-]+(?: [A-Z][\w'-]+| (?:am|pm|o'clock))?)(?: any more)?[.!]*$",
    re.I,
)
_FOR_ONCE = re.compile(
    r"\b(?:i'd (?:really )?(?:like|love|fancy)|let me have"
    r"|i(?:'m| am)? (?:want|fancy|having|going to have|eating)|i(?:'ll| will) (?:have|eat|try))"
    r"(?: to (?:eat|have|try))? (?P<what>(?:an? |some |the )?(?P<food>[\w' -]+?))"
    r"(?= (?:for once|just|today|tonight|this)\b|[.,!;]|$)",
    re.I,
)
_ONCE = re.compile(r"\b(?:for once|just this once|this once|today|tonight|this time)\b", re.I)
_MEATS = words(
    "meat steak beef burger hamburger pork bacon ham sausage chicken turkey duck lamb veal fish"
    " salmon tuna sushi seafood prawns shrimp kebab hotdog cheeseburger schnitzel ribs"
)
_DIETS_WITHOUT = {
    "vegetarian": _MEATS,
    "vegan": _MEATS
    | words("cheese milk eggs egg butter cream yoghurt yogurt honey ice-cream pizza omelette"),
    "pescatarian": _MEATS - words("fish salmon tuna sushi seafood prawns shrimp"),
}
_STOPPED = re.compile(r"\b(?:stopped|quit|come off|came off|off|dropped|no longer on)\b", re.I)
_VALUE = re.compile(
    r"^(?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?|[\w:./-]*\d[\w:./-]*(?: ?[a-z]{1,3})?)[.!]*$"
)

Known = tuple[str, str, str]  # subject, attribute, value


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    text: str  # in written spelling
    piece: Piece
    request: ExtractionRequest

    def known(self, old: str, subject: str = USER) -> Known | None:
        """Return the newest remembered value that has the words of `old`."""
        said = re.compile(rf"(?<!\w){re.escape(old.strip())}s?(?!\w)", re.I)
        values = (k for k in self.request.known if k[0] == subject)
        return next((k for k in values if k[2] and said.search(k[2])), None)

    def made(self, attribute: str, value: str, mode: Mode, **fields: object) -> Candidate:
        subject = str(fields.pop("subject", USER))
        return make_candidate(
            attribute,
            value,
            text=statement(attribute, value, subject, mode),
            quote=self.piece.quote(),
            subject=subject,
            mode=mode,
            language="en",
            confidence=0.8,
            **fields,
        )


def by_known(
    found: Sequence[Candidate], piece: Piece, request: ExtractionRequest
) -> list[Candidate]:
    """Return what was found, mended and added to by what is known."""
    reading = _Reading(text=written(piece.text).strip(), piece=piece, request=request)
    mended = [_refound(_stopped(candidate, reading), reading) for candidate in found]
    mended = [made for c in mended for made in _related_anew(c, reading)]
    mended += [c for c in _pet_lost(reading, mended) if not _has(mended, c)]
    mended += [c for c in _for_once(reading) if not _has(mended, c)]
    if mended:
        return mended
    for rule in (_switched, _rather, _not_any_more, _told_to_stop, _record, _value_only):
        added = list(rule(reading))
        if added:
            return added
    return mended


def _has(found: Sequence[Candidate], made: Candidate) -> bool:
    return any(c.mode is made.mode and made.value in c.value for c in found)


def _stopped(candidate: Candidate, reading: _Reading) -> Candidate:
    """Turn "I've stopped the ramipril" into the end of a medicine that is taken."""
    is_end = candidate.attribute == "avoids" and _STOPPED.search(candidate.quote)
    taken = reading.known(candidate.value) if is_end else None
    if taken is None or taken[1] != "medication":
        return candidate
    made = reading.made("medication", taken[2], Mode.DENIAL)
    return replace(made, quote=candidate.quote)


def _refound(candidate: Candidate, reading: _Reading) -> Candidate:
    """Let a denial end what is known in other words: "not in the pizzeria any more"."""
    slots = {(subject, attribute) for subject, attribute, _ in reading.request.known}
    slot = candidate.subject, candidate.attribute
    if candidate.mode is not Mode.DENIAL or slot in slots or not candidate.value:
        return candidate
    known = reading.known(candidate.value, candidate.subject)
    if known is None:
        return candidate
    made = reading.made(known[1], known[2], Mode.DENIAL, subject=known[0])
    return replace(made, quote=candidate.quote)


def _related_anew(candidate: Candidate, reading: _Reading) -> Iterator[Candidate]:
    """Take "no, Leo is my cousin" of somebody known as the brother as the correction that it is."""
    opening, is_strong = correction_opening(reading.text)
    if candidate.attribute not in ("family", "relationship") or not (opening and is_strong):
        yield candidate
        return
    name = names_of(candidate.attribute, candidate.value)[0]
    for subject, attribute, value in reading.request.known:
        is_same = subject == USER and value != candidate.value and name != candidate.value
        if is_same and name in (names_of(attribute, value)[0], value):
            if attribute != candidate.attribute:
                yield reading.made(attribute, value, Mode.DENIAL)
            yield replace(candidate, mode=Mode.CORRECTION)
            return
    yield candidate


_LOST = re.compile(
    r"\b(?:(?:my|our) (?P<kind>[a-z]+)|(?P<name>[A-Z]\w+)),?(?: (?:has|have|just|sadly|suddenly))*"
    r" (?:died|passed(?: away)?|was put (?:down|to sleep)|ran away|went missing|is (?:dead|gone))\b"
)


def _pet_lost(reading: _Reading, found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Read "Rex died last night" of an animal that is known: it is kept no longer."""
    lost = _LOST.search(reading.text)
    pets = [value for who, name, value in reading.request.known if (who, name) == (USER, "pet")]
    if lost is None or "?" in reading.text:
        return
    said = {word.casefold() for word in (lost["kind"], lost["name"]) if word}
    gone = [value for value in pets if said & set(value.casefold().split())]
    event = next((c.text for c in found if c.attribute == "event"), "")
    for value in gone if len(gone) == 1 else []:
        made = reading.made("pet", value, Mode.DENIAL)
        yield replace(made, text=event or made.text)  # told once


_TOLD_TO_STOP = re.compile(
    r"\b(?:told|asked|advised|ordered|wants|made) me (?:to )?(?:stop|come off|quit|drop)"
    r"(?: taking)? (?:the |my )?(?P<what>[\w-]+)",
    re.I,
)


def _told_to_stop(reading: _Reading) -> Iterator[Candidate]:
    match = _TOLD_TO_STOP.search(reading.text)
    known = reading.known(match["what"]) if match else None
    if known is not None and known[1] == "medication":
        yield reading.made("medication", known[2], Mode.DENIAL)


_RECORD = re.compile(r"\b(?:pb|pr|personal best|record|best)\b", re.I)
_TIME = re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?\b")


def _record(reading: _Reading) -> Iterator[Candidate]:
    """Read "new half marathon pb: 1:39:58" beside the time that it beats."""
    time = _TIME.search(reading.text)
    if time is None or not _RECORD.search(reading.text) or "?" in reading.text:
        return
    for subject, attribute, value in reading.request.known:
        head, _, topic = attribute.replace("_", " ").partition(":")
        told = head == "measure" and _TIME.search(value) and topic in reading.text.casefold()
        if told and subject == USER:
            yield reading.made(attribute, time[0], Mode.STANDING)
            return


def _switched(reading: _Reading) -> Iterator[Candidate]:
    match = _SWITCHED.search(reading.text)
    known = reading.known(match["old"]) if match else None
    if match is None or known is None:
        return
    subject, attribute, value = known
    new = re.sub(re.escape(match["old"].strip()), match["new"].strip(), value, flags=re.I)
    if attribute_spec(attribute).single:
        yield reading.made(attribute, new, Mode.STANDING, subject=subject)
        return
    yield reading.made(attribute, value, Mode.DENIAL, subject=subject)
    yield reading.made(attribute, new, Mode.STANDING, subject=subject)


def _rather(reading: _Reading) -> Iterator[Candidate]:
    """Read "the choir is on Wednesdays now, not Thursdays" of a value that has the Thursdays."""
    match = _RATHER.search(reading.text)
    known = reading.known(match["old"]) if match else None
    if match is None or known is None:
        return
    subject, attribute, value = known
    new = re.sub(re.escape(match["old"].rstrip("s")) + "s?", match["new"], value, flags=re.I)
    yield reading.made(attribute, new, Mode.CORRECTION, subject=subject)


def _not_any_more(reading: _Reading) -> Iterator[Candidate]:
    match = _NOT_ANY_MORE.search(reading.text)
    if match is None or not (match["over"] or "stop" in match[0] or "no longer" in match[0]):
        return
    doing = form_of(match["doing"] or "")
    said = match["does"] or f"{doing.lemma if doing else ''} {match['rest']}".strip()
    known = reading.known(said) or (reading.known(match["rest"]) if match["rest"] else None)
    if known is None:
        return
    yield reading.made(known[1], known[2], Mode.DENIAL)
    instead = _INSTEAD.search(reading.text)
    if instead and known[1] in ("education", "occupation", "hobby"):
        yield reading.made(known[1], instead["new"].strip(), Mode.STANDING)


def _for_once(reading: _Reading) -> Iterator[Candidate]:
    """Read "today I'd like a steak for once" of somebody whose diet has no steak."""
    match = _FOR_ONCE.search(reading.text)
    diet = next((k[2].casefold() for k in reading.request.known if k[:2] == (USER, "diet")), "")
    if match is None or not _ONCE.search(reading.text) or "?" in reading.text:
        return
    eaten = set(match["food"].casefold().split())
    if eaten & _DIETS_WITHOUT.get(diet, FOODS if diet else frozenset()):
        food = match["food"].strip()
        made = reading.made(
            "diet", food, Mode.TEMPORARY, expires_at=end_of_day(local_time(reading.request))
        )
        yield replace(made, text=f"The user is having {match['what']} today, as an exception.")


def _value_only(reading: _Reading) -> Iterator[Candidate]:
    """Read "sorry, 40" and "no, Hannah" as the value of what was said just before."""
    opening, is_strong = correction_opening(reading.text)
    rest = reading.text[opening:].strip()
    match = _VALUE.match(rest) if opening and is_strong else None
    match = match or _IT_IS.match(rest)
    if match is None:
        return
    said = [(c.subject, c.attribute, c.value) for c in context.of_message(reading.request)]
    told = [k for k in reading.request.known if k[2] and k[2] in reading.request.previous_reply]
    for subject, attribute, value in (*reversed(said), *told):
        alike = any(c.isdigit() for c in value) == any(c.isdigit() for c in match["v"])
        if alike and value[:1].isupper() == match["v"][:1].isupper():
            new = _in_unit(match["v"], value)
            yield reading.made(attribute, new, Mode.CORRECTION, subject=subject)
            return


_IT_IS = re.compile(
    r"^(?:now )?(?:it's|it is|that's)(?: now)? (?P<v>\d[\d.,:]*(?: ?(?!now)[a-z%€£$]{1,6})?)"
    r"(?: now)?[.!]*$"
)
_AMOUNT = re.compile(r"[\d.,]+(?P<unit> ?[a-zA-Z%€£$]+(?: (?:a|per) \w+)?)")


def _in_unit(new: str, old: str) -> str:
    """Return a bare number with the unit of the value that it corrects ("59" for "58 kilos")."""
    amount = _AMOUNT.fullmatch(old)
    return f"{new}{amount['unit']}" if amount and re.fullmatch(r"[\d.,]+", new) else new
