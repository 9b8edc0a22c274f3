"""Surface rules for what something does to somebody: "jazz leaves me cold", "kiwi makes me itch".

The subject of such a clause is the thing; the person is its object, or is left out.
"""

import re
from collections.abc import Iterator

from memory.backends.local.english.lexicon import ROLES
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.closed import FOODS
from memory.backends.local.english.surface.illness import medicine
from memory.backends.local.english.surface.owned import CONTENT
from memory.backends.local.english.surface.segments import Segment
from memory.backends.local.english.surface.values import things
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

_THING = (
    r"(?P<v>(?:the (?=(?:sound|smell|taste|texture|sight|thought|feel|idea"
    r"|noise) of ))?(?!(?:it|that|this|he|she|they|you|what|which|who|there|the|i|we|if|when|no"
    r"|not)\b)[\w' -]{2,40}?)"
)
_BE = r"(?:is|are|was|were|has been|have been)"
_TASTE = re.compile(
    rf"^{_THING} {_BE} (?P<not>not )?(?:for me|my (?:thing|jam|bag|cup of tea|style|scene"
    rf"|favou?rite|favou?rites|happy place|guilty pleasure"
    r"|go-to|weakness|kryptonite|comfort food|passion|obsession|idea of (?P<fun>fun|heaven"
    r"|hell)|pet peeve|nightmare))$",
    re.I,
)
_PEEVE = re.compile(r"(?:pet peeve|nightmare|idea of hell)$", re.I)
_HARM = re.compile(
    rf"^{_THING} (?P<how>makes? me (?:ill|sick|bloated|itch|itchy|sneeze|nauseous|swell(?: up)?"
    rf"|wheeze|unwell|vomit|throw up|feel (?:ill|sick|awful))"
    rf"|makes? my (?:throat|tongue|lips?|mouth|face|skin|eyes|nose) (?:swell|itch|itchy|tingle"
    rf"|close|run|stream|puff|burn|come out in)\w*"
    r"|gives? me (?:hives|a rash|rashes|migraines|headaches|heartburn|cramps|(?:heart"
    r" )?palpitations|indigestion|acne|nightmares|anxiety|insomnia|gas|a headache|bad"
    r" heartburn|stomach ?aches?)"
    r"|(?:does|do) (?:horrible|terrible|awful|bad|nasty) things to (?:me|my stomach)"
    r"|(?:wrecks?|destroys?|kills?|ruins?) my (?:stomach|guts?|gut|skin|sleep|digestion)"
    r"|does not agree with me|do not agree with me|upsets? my stomach|messes? with my stomach"
    r"|brings? me out in (?:hives|a rash)"
    r"|triggers? my (?:asthma|migraines?|eczema|ibs|allergies)"
    r"|(?P<shock>(?:(?:would|will|could|can) )?(?:sends?|puts?|lands?|puts?) me (?:straight "
    r"|right )?"
    r"(?:in|into|to) (?:hospital|the (?:hospital|er)|a&e|casualty|anaphyla\w+"
    r"|(?:anaphylactic )?shock|an ambulance)))",
    re.I,
)
_MOOD = re.compile(
    rf"^{_THING} (?:always |just |absolutely |never |also )*(?P<how>"
    r"(?:drives?|sends?) (?:me|us) (?:mad|nuts|crazy|bonkers|insane|(?:up|round) the \w+)"
    r"|leaves? me (?:cold|flat|unmoved|indifferent)|do(?:es)? (?:absolutely )?nothing for me"
    r"|(?:is|are) (?:wasted|lost) on me|puts? me off|turns? my stomach|winds? me up"
    r"|does my head in|do my head in|sets? my teeth on edge"
    r"|makes? (?:me|my \w+) (?:gag|heave|retch|cringe|queasy|shudder|squirm|anxious|uneasy|crawl"
    r"|boil|miserable|claustrophobic|grumpy)"
    r"|gives? me the (?:creeps|ick|willies|heebie-jeebies|shivers)|freaks? me out"
    r"|(?:terrif(?:y|ies)|scares?|bores?|irritates?|annoys?|exhausts?|stress(?:es)?|petrif(?:y"
    r"|ies))"
    r" me\b|creeps? me out|gets? on my (?:nerves|wick)"
    r"|(?P<good>makes? me (?:so |really )?(?:happy|smile|feel (?:alive|at home|calm))"
    r"|keeps? (?:me|us) (?:sane|going|grounded|calm|happy|young|fit|balanced|cheerful)"
    r"|cheers? me up|(?:calms?|relax(?:es)?|soothes?|delights?|fascinates?) me\b"
    r"|hits? the spot|gets? old for me|floats? my boat))",
    re.I,
)
_VERDICT = re.compile(
    rf"^{_THING} (?:tastes? like (?:soap|dirt|feet|cardboard|medicine|grass|poison|rubber|heaven)"
    r"|(?:is|are) (?:disgusting|gross|vile|revolting|yuck|foul|rank|grim|delicious|elite|the best"
    r"|amazing|heavenly|divine|life|(?:just |plain |simply )?wrong))(?P<me> to me| in my book"
    r"| imo| for me)?$",
    re.I,
)
_BANNED = re.compile(
    rf"^(?:even )?{_THING} (?:is|are) (?:off[ -]limits|an? no[ -](?:no|go)|off the (?:menu|table"
    rf"|cards)"
    r"|out of the question|not an option|forbidden|banned|out)(?P<me> for me)?$",
    re.I,
)
_CHOSEN = re.compile(
    r"^(?:give me |(?:i would|i will) (?:always )?(?:take|choose|pick|have) |it is )?"
    r"(?P<v>(?!(?:a|an|the|this|that|some|one|any|more|your|it)\b)[\w' -]+?)"
    r" (?:over (?:[\w' -]+? )?(?:any day|every time|anytime|always)|any day(?: of the week)?"
    r"|every time"
    r"|all the way|for the win)$|^give me (?P<w>[\w' -]+?) over (?!the\b)[\w' -]+$",
    re.I,
)
_GOOD = re.compile(r"heaven|delicious|elite|best|amazing|divine|life$", re.I)
_BEATS = re.compile(
    r"^(?:there (?:is|are) |there's )?(?:nothing|not much|not a lot|few things"
    r"|little)(?: else)? (?:beats?|better than|comes close to"
    r"|(?:that )?(?:i|we) (?:like|love|enjoy) (?:more|better) than) (?:an? |the )?(?P<v>.+)",
    re.I,
)


_BAD_FOR = re.compile(
    rf"^{_THING} (?:is|are) (?:an? (?:real |big |serious )?(?:problem|no-no|no-go|trigger|danger)"
    r"|deadly|dangerous|lethal|poison(?:ous)?|off[ -]limits|out|bad news) for (?P<w>me|(?:my|our)"
    r" (?:[\w-]+ )?(?P<r>[\w-]+))$",
    re.I,
)


_AT_ODDS = re.compile(
    rf"^{_THING} and (?:i|me) (?:do not|are not|never) (?:get (?:along|on)|agree|mix|friends)$"
    rf"|^(?:i|we) react (?:really |very |quite )?(?:badly|terribly|strongly|severely) to (?P<w>.+)",
    re.I,
)


def _at_odds(segment: Segment) -> Iterator[Fact]:
    """Read "lactose and I don't get along", "I react badly to ibuprofen"."""
    match = _AT_ODDS.match(segment.text)
    for value in things(match["v"] or match["w"]) if match else ():
        said = set(value.casefold().split())
        if said & (FOODS | _POISONS) or medicine(value):
            yield Fact(attribute="avoids", value=value, predicate=f"get ill from {value}")


def _bad_for(segment: Segment) -> Iterator[Fact]:
    """Read "sesame is a problem for my youngest"."""
    match = _BAD_FOR.match(segment.text)
    role = ROLES.get(match["r"].casefold()) if match and match["r"] else None
    if match and set(match["v"].casefold().split()) & (FOODS | _POISONS):
        subject = role or (USER if match["w"].casefold() == "me" else "")
        found = things(match["v"]) if subject else []
        yield from (Fact(attribute="avoids", value=v, subject=subject) for v in found)


_POISONS = words("latex penicillin pollen nickel aspirin ibuprofen wasps bees dust mould perfume")


def feelings(segment: Segment) -> Iterator[Fact]:
    """Yield what a thing that the clause is about does to the user."""
    for rule in (_taste, _harm, _mood, _bad_for, _at_odds):
        yield from rule(segment)


def _taste(segment: Segment) -> Iterator[Fact]:
    text = segment.text
    match = _TASTE.match(text)
    owned = text.casefold().startswith(("my ", "our ", "her ", "his "))
    if match and not owned and match["v"].split()[0].casefold() not in ROLES:
        peeve = bool(_PEEVE.search(text))
        attribute = "dislikes" if bool(match["not"]) != peeve else "likes"
        past = re.search(r"\b(?:was|were)\b", text) is not None
        if not past:
            yield from (Fact(attribute=attribute, value=v) for v in things(match["v"]))
    verdict = _VERDICT.match(text)
    if verdict and (verdict["me"] or set(verdict["v"].casefold().split()) & FOODS):
        attribute = "likes" if _GOOD.search(text) else "dislikes"
        yield from (Fact(attribute=attribute, value=v) for v in things(verdict["v"])[:1])
    banned = _BANNED.match(text)
    if banned and (banned["me"] or set(banned["v"].casefold().split()) & FOODS):
        yield from (Fact(attribute="avoids", value=v) for v in things(banned["v"]))
    match = _BEATS.match(segment.said.strip(" ,.!"))  # "a rainy Sunday" is no time here
    if match:
        yield Fact(attribute="likes", value=match["v"].strip(), mode=Mode.STANDING)
    chosen = _CHOSEN.match(text)
    if chosen:
        yield from (Fact(attribute="likes", value=v) for v in preferred(chosen["v"] or chosen["w"]))


def preferred(text: str) -> list[str]:
    return [v for v in things(text)[:1] if not set(v.casefold().split()) & (CONTENT | _MOMENTS)]


_MOMENTS = words("minute minutes moment second seconds hour hours day days week time yes no")


_ALLERGIC = ("hives", "rash", "swell", "itch", "sneeze", "wheeze", "tingl", "close", "puff")


def _harm(segment: Segment) -> Iterator[Fact]:
    match = _HARM.match(segment.text)
    if not match:
        return
    how = match["how"].casefold()
    allergic = bool(match["shock"]) or any(w in how for w in _ALLERGIC)
    for value in things(match["v"]):
        yield Fact(
            attribute="allergy" if allergic else "avoids",
            value=value,
            predicate=f"get ill from {value}",
            confidence=0.8,
        )


def _mood(segment: Segment) -> Iterator[Fact]:
    match = _MOOD.match(segment.text)
    if match and not segment.is_question:
        good = bool(match["good"])
        for value in things(match["v"]):
            yield Fact(attribute="likes" if good else "dislikes", value=value, confidence=0.75)
