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
_HAPPY_WITH = re.compile(
    r"\bgive me (?P<v>(?!(?:a|an|the|some|any|five|ten|one|two|another|more|your|that|this|it)\b)"
    r"[\w' -]{3,30}?) and i(?:'m| am) (?:happy|set|good|sorted|content|in heaven)\b",
    re.I,
)
_REACTION = re.compile(
    r"\b(?:(?:(?:one|a|even a|the (?:tiniest|smallest|slightest)) (?:single )?(?:bite|sip|whiff"
    r"|trace"
    r"|crumb|taste|drop|hint|mouthful|touch|sniff|spoonful) of|too much|(?:if|when"
    r"|whenever) i (?:even )?"
    r"(?:eat|have|touch|drink|smell)|eating) )(?P<v>[a-z][\w -]{2,24}?),? (?:and )?(?:then )?"
    r"(?:my (?:throat|face|tongue|lips?|eyes|mouth|airways?) (?:swells?|clos|itch|puff|tingl"
    r"|goes? numb"
    r"|balloons?)"
    r"|i (?:swell up|(?:come|break) out in|go into (?:anaphylactic )?shock|can'?t breathe|get hives"
    r"|stop breathing))",
    re.I,
)
_BREAKS_OUT = re.compile(
    r"\bi (?:always |usually )?(?:(?:break|come|came) out in (?:hives|a rash|spots|welts)"
    r"|get (?:hives"
    r"|a rash|an itchy mouth)|swell up) (?:from|with|after(?: eating)?|(?:if"
    r"|when(?:ever)?) i (?:eat|have"
    r"|touch)) (?!(?:this|that|your|these) )(?P<v>[a-z][\w -]{2,24})",
    re.I,
)
_RESCUE = re.compile(
    r"\bi (?:always )?(?:carry|have|keep|need) (?:an |my |two )?(?:epi-?pens?|auto-?injectors?)"
    r"(?: \w+)? (?:because of|for|in case of|due to|on account of) (?:my )?(?P<v>[\w' -]{3,25})",
    re.I,
)
_GOOD = re.compile(r"heaven|delicious|elite|best|amazing|divine|life$", re.I)
_BEATS = re.compile(r"^nothing (?:beats|better than|comes close to) (?:an? |the )?(?P<v>.+)", re.I)


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


_LIKED_BEST = re.compile(
    r"\bthe (?P<t>[a-z]+(?: [a-z]+)?) (?:that )?(?:i|we) (?:like|love|enjoy) (?:the )?(?:best"
    r"|most)(?: of all)? (?:is|are)"
    r" (?P<v>[\w' -]{2,30})|\b(?P<w>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?"
    r"|[a-z]+) is the (?P<u>[a-z]+) "
    r"(?:that )?(?:i|we) (?:like|love|enjoy) (?:the )?(?:best|most)\b",
    re.I,
)
_AMONG = re.compile(r"\bof (?:all )?the (?P<t>[a-z]+)\b", re.I)


def liked_best(text: str) -> Iterator[tuple[int, int, Fact]]:
    """Yield the favourite of "the colour I like best is teal"."""
    for match in _LIKED_BEST.finditer(text):
        topic, value = (match["t"] or match["u"]).casefold(), match["v"] or match["w"]
        among = _AMONG.search(text[: match.start()]) if topic in ("one", "ones") else None
        topic = among["t"].casefold().removesuffix("s").replace("citie", "city") if among else topic
        found = things(value)[:1]
        if topic not in ("one", "ones", "thing") and found:
            yield match.start(), match.end(), Fact(attribute=f"favorite:{topic}", value=found[0])


_ONLY = re.compile(
    r"\bthe only (?P<t>[a-z]+(?: [a-z]+)?) (?:that )?(?:i|we) (?:(?:ever|really|actually|always"
    r"|truly|will) )*(?:want|like|love|drink|eat|enjoy|order|buy|watch|wear|trust|care for) (?:is"
    r"|are) (?P<v>[\w' -]{2,30})",
    re.I,
)


def _only(text: str) -> Iterator[tuple[int, int, Fact]]:
    """Yield what is liked in "the only soft drink I ever want is ginger beer"."""
    for match in _ONLY.finditer(text):
        found = things(match["v"])[:1]
        if found and match["t"].split()[-1] not in (
            "thing",
            "one",
            "reason",
            "problem",
            "question",
        ):
            yield match.start(), match.end(), Fact(attribute="likes", value=found[0])


def reactions(text: str) -> Iterator[tuple[int, int, Fact]]:
    """Yield what a whole sentence tells of a taste or an allergy, and which characters tell it."""
    yield from liked_best(text)
    yield from _only(text)
    for pattern, attribute in (
        (_REACTION, "allergy"),
        (_RESCUE, "allergy"),
        (_BREAKS_OUT, "allergy"),
        (_HAPPY_WITH, "likes"),
    ):
        for match in pattern.finditer(text):
            value = match["v"].removesuffix(" allergy")
            for said in things(value) if attribute == "allergy" else _preferred(value):
                yield match.start(), match.end(), Fact(attribute=attribute, value=said)


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
        yield from (
            Fact(attribute="likes", value=v) for v in _preferred(chosen["v"] or chosen["w"])
        )


def _preferred(text: str) -> list[str]:
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
