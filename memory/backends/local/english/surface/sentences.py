"""Surface rules that need more than one clause: "crowded beaches? no thanks", "one bite and ...".

What they tell is spread over a sentence or two, so they read the whole text.
"""

import re
from collections.abc import Iterator

from memory.backends.local.english.evidence import POSSESSIONS
from memory.backends.local.english.lexicon import LANGUAGES, PETS
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.feelings import preferred
from memory.backends.local.english.surface.values import things
from memory.backends.local.frame import words
from memory.domain.types import Mode

Found = Iterator[tuple[int, int, Fact]]

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
_SCALES = re.compile(
    r"\b(?:down|up|lost|gained|shed|scales?|weigh\w*)\b.*?\b(?:that is|that's|i'm|now|to|say|says"
    r"|at|read) "
    r"(?P<v>\d{1,3}(?:[.,]\d)? ?(?:kg|kilos?|lbs?|stone(?: \d+)?))(?![\w%])(?! ago)",
    re.I,
)
_OTHER_WEIGHT = re.compile(
    r"\b(?:my|the|our) (?:[\w-]+ )?(?:dog|cat|bag|suitcase|luggage|baby|son|daughter|parcel)\b",
    re.I,
)
_LIKED_BEST = re.compile(
    r"\bthe (?P<t>[a-z]+(?: [a-z]+)?) (?:that )?(?:i|we) (?:like|love|enjoy) (?:the )?(?:best"
    r"|most)(?: of all)? (?:is|are)"
    r" (?P<v>[\w' -]{2,30})|\b(?P<w>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?"
    r"|[a-z]+) is the (?P<u>[a-z]+) "
    r"(?:that )?(?:i|we) (?:like|love|enjoy) (?:the )?(?:best|most)\b",
    re.I,
)
_AMONG = re.compile(r"\bof (?:all )?the (?P<t>[a-z]+)\b", re.I)
# "Crowded beaches, no thanks. Empty moorland, yes please."
_VERDICT = re.compile(
    r"(?:^|[.!?;\n] |, and |, but )(?P<v>(?!(?:no|yes|the|this|that|these|any|more|some|an?|it"
    r"|your|i|we"
    r"|if|when|for|so|ok|okay|well|oh)\b)[A-Za-z][\w'-]*(?: (?!for\b)[\w'-]+){0,3})[,?:]"
    r" (?:(?P<no>no(?:,? thanks|,? thank you"
    r"| way|,? never)|hard (?:pass|no)|never again|not for me|yuck|no chance)"
    r"|yes,? please|any day|every time|all day long|always a yes)(?=[.!,;]|$)",
    re.I,
)
_CALLED_FROM = re.compile(
    r"\b(?:this is|it's|it is) (?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?) (?:writing|calling|speaking"
    r"|messaging|here"
    r"|again)\b|\bit(?:'s| is) (?P<w>[A-Z][\w'-]+) (?:on (?:my|the) (?:passport|papers?|ID"
    r"|licence|license"
    r"|birth certificate|forms?)|officially)\b"
)
_DATA = re.compile(
    r"\b(?:dob|d\.o\.b\.?|date of birth)[ :]+(?P<v>\d{1,2}[/. -](?:\d{1,2}|[a-z]{3,9})[/. -]\d{2,4}"
    r"|\d{4}-\d\d-\d\d)",
    re.I,
)
_SHARED_DAY = re.compile(
    r"\bshare (?:a|our|my) birthday with [^,.;:!?]{2,30}[,:(] ?(?:the |on )?(?P<v>\d{1,2}(?:st|nd"
    r"|rd|th)?"
    r"(?: of)? [A-Z][a-z]+|[A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th)?)"
)
_POST_OF = (
    r"(?:firm|company|school|hospital|agency|charity|bank|start-?up|clinic|bakery|studio|paper"
    r"|university"
    r"|place|employer|council|hotel|restaurant|shop)"
)
_EMPLOYED = re.compile(
    rf"\b(?:the {_POST_OF} (?:that |where )?(?:i|we) work(?: at| for| in)?|my (?:employer|company"
    rf"|firm)), "
    r"(?P<v>(?-i:[A-Z])[\w&'-]*(?: (?:& )?(?-i:[A-Z])[\w&'-]*){0,3})(?=,)"
    r"|\b(?:signed|signed on|hired|taken on|recruited|employed) (?:with|by"
    r"|for) (?P<w>(?-i:[A-Z])[\w&'-]*"
    r"(?: (?-i:[A-Z])[\w&'-]*){0,2})(?: as (?:an? )?(?P<as>[a-z]+(?: [a-z]+)?))?",
    re.I,
)
_STATION = re.compile(
    r"\bmy (?:[a-z]+ )?(?:shifts?|job|desk|boss|manager|colleagues|contract|internship"
    r"|placement) at (?:the )?"
    r"(?P<v>[A-Z][\w&'-]*(?: [A-Z][\w&'-]*)*|(?:[a-z]+ )?(?:cent(?:re|er)|hospital|school|clinic"
    r"|factory"
    r"|warehouse|bakery|library|university|airport|council|supermarket|nursery|hotel|garage"
    r"|museum))"
    r"(?=[,.!?]| (?:is|are|was|has|have|starts?|ends?|says|keeps?|means|wants?|finishes)\b|$)"
)
_TOPICAL = re.compile(
    r"\b(?P<v>[A-Z][a-z]+(?:(?:, | and |, and )[A-Z][a-z]+)*),? (?:I'm|I am) (?:comfortable"
    r"|fluent|okay|ok|fine"
    r"|good|confident) in\b"
)
_PET_BESIDE = re.compile(
    rf"\b(?:my|our) (?:[\w-]+ ){{0,2}}?(?P<a>{'|'.join(sorted(PETS, key=len, reverse=True))}), "
    r"(?P<v>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?),",
    re.I,
)
_UNWINDING = re.compile(
    r"(?:^|[.!?;] )(?P<v>[A-Za-z]+ing\b[\w' -]{0,40}?) (?:is|are) (?:how|the way|my way"
    r"|what) (?:i|we|of) "
    r"(?:like to )?(?:unwind|relax|switch off|de-?stress|destress|decompress|chill|wind down"
    r"|recharge|stay"
    r" sane|unwinding|relaxing|switching off|keeps me sane)\b",
    re.I,
)
_SET_OFF = re.compile(
    r"\b(?:sets? off|triggers?|flares? up|aggravates?|brings? on|worsens?) my (?P<v>asthma|eczema"
    r"|migraines?|ibs"
    r"|hay ?fever|psoriasis|arthritis|reflux|epilepsy|rosacea|gout|crohn's|tinnitus|vertigo"
    r"|sciatica)\b",
    re.I,
)
_LIVED_WITH = re.compile(
    r"\b(?:living with|suffering from|managing) (?:my )?(?P<v>(?:type [12] )?diabetes"
    r"|crohn's(?: disease)?|lupus"
    r"|ms|multiple sclerosis|parkinson's|epilepsy|chronic (?:pain|fatigue)|arthritis"
    r"|bipolar(?: disorder)?"
    r"|depression|ptsd|ocd|adhd|asthma|ibs|endometriosis|fibromyalgia|copd|hiv|tinnitus|long covid)"
    r" (?:means|is|has|makes|taught|can)\b",
    re.I,
)
_STOLEN = re.compile(
    r"\b(?:someone|somebody|thieves|they|some \w+)(?:'s| has| have)? (?P<d>nicked|stole|stolen"
    r"|pinched|swiped)"
    r" (?:my|our) (?P<v>[a-z]+(?: [a-z]+)?)\b|\b(?:my|our) (?P<w>[a-z]+(?: [a-z]+)?) (?:was|were"
    r"|got|has been|has"
    r" just been|'s been) (?:nicked|stolen|pinched)\b",
    re.I,
)
_READ_OFF = re.compile(
    r"(?:^|[.!?;,] )(?:(?:my|the) )?[A-Za-z]+(?: [a-z]+)? (?:says|reckons|tells me|shows|claims"
    r"|puts) (?:that )?"
    r"my (?P<t>[A-Za-z][\w ]{1,20}?)(?: is|'s)? (?:now |at )*"
    r"(?P<v>\d[\d.,:/]*(?: ?(?:kg|bpm|%|mmol|cm|ms))?)",
    re.I,
)
_MAKES = re.compile(
    r"\bthat (?:makes|is|brings (?:me|it) to)(?: it)? (?P<n>\d+) (?P<v>[a-z]+s)\b(?=.*\b(?:for me"
    r"|so far|now|done"
    r"|i've|under my belt|in total)\b)",
    re.I,
)
_SWITCHED = re.compile(
    r"\b(?:switched|gone|went|moved|changed) from (?:being )?(?P<old>vegan|vegetarian|pescatarian"
    r"|keto|flexitarian)"
    r" (?:back )?to (?:being )?(?:plain |just |plain old |a |an )*(?P<v>vegan|vegetarian"
    r"|pescatarian|flexitarian"
    r"|omnivore|keto)\b",
    re.I,
)
_BY_BIRTH = re.compile(
    r"\b(?P<v>[A-Z][a-z]+) by (?:birth|passport|nationality|blood|descent)\b|\bmy (?:background"
    r"|heritage|roots|ancestry)"
    r" (?:is|are) (?P<w>[A-Z][a-z]+)\b"
)
_HOME_IS = re.compile(
    r"(?:^|[.!?;,] )(?i:(?:these days |now |currently )?home is (?:now "
    r"|currently )?)(?P<v>an? [\w' -]{3,40}|(?:near |in )?"
    r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)(?=[.,!;]|$| now\b| these\b)"
)
_SEEING = re.compile(
    r"\b(?:i'm|i am|i've been|i have been|been) (?:seeing|dating"
    r"|going out with) (?:an? )?(?:someone|somebody|guy|girl|man"
    r"|woman|bloke|lad)(?: called| named)? (?P<v>(?-i:[A-Z])[\w'-]+)",
    re.I,
)
_NOT_CAUGHT = re.compile(
    r"\byou (?:won't|will not|will never|'ll never) (?:catch|find|see) me (?P<v>(?:at|in|on|near"
    r"|wearing|eating|drinking"
    r"|using|doing|playing|watching|driving) [\w' -]{3,40})",
    re.I,
)
# Pattern -> attribute, where the value is what the pattern names.
_PLAIN: tuple[tuple[re.Pattern[str], str], ...] = (
    (_REACTION, "allergy"), (_RESCUE, "allergy"), (_BREAKS_OUT, "allergy"),
    (_DATA, "birthday"), (_SHARED_DAY, "birthday"),
    (_CALLED_FROM, "name"), (_STATION, "employer"), (_UNWINDING, "hobby"),
    (_SET_OFF, "medical_condition"), (_LIVED_WITH, "medical_condition"), (_SWITCHED, "diet"),
    (_BY_BIRTH, "nationality"), (_HOME_IS, "home"), (_SEEING, "relationship"),
    (_NOT_CAUGHT, "avoids"),
)  # fmt: skip


def sentences(text: str) -> Found:
    """Yield what a text tells across its clauses, and which characters tell it."""
    for rule in (_plainly, _tasted, _employed, _listed, _measured, liked_best, _only):
        yield from rule(text)


def _plainly(text: str) -> Found:
    for pattern, attribute in _PLAIN:
        for match in pattern.finditer(text):
            value = next(match[name] for name in ("v", "w") if match.groupdict().get(name))
            value = value.removesuffix(" allergy").strip()
            listed = things(value) if attribute == "allergy" else [value]
            for said in listed:
                yield match.start(), match.end(), Fact(attribute=attribute, value=said)


def _tasted(text: str) -> Found:
    for match in _VERDICT.finditer(text):
        for value in preferred(match["v"]):
            if not value.casefold().endswith("ly"):
                attribute = "dislikes" if match["no"] else "likes"
                yield match.start("v"), match.end(), Fact(attribute=attribute, value=value)
    for match in _HAPPY_WITH.finditer(text):
        for value in preferred(match["v"]):
            yield match.start(), match.end(), Fact(attribute="likes", value=value)


def _employed(text: str) -> Found:
    for match in _EMPLOYED.finditer(text):
        company = match["v"] or match["w"]
        yield match.start(), match.end(), Fact(attribute="employer", value=company)
        if match["as"]:
            yield match.start(), match.end(), Fact(attribute="occupation", value=match["as"])


_CARRIED = words("wallet purse bag handbag backpack rucksack passport keys suitcase luggage parcel")


def _listed(text: str) -> Found:
    for match in _TOPICAL.finditer(text):
        for word in re.findall(r"[A-Z][a-z]+", match["v"]):
            if word.casefold() in LANGUAGES:
                yield match.start(), match.end(), Fact(attribute="language", value=word)
    for match in _PET_BESIDE.finditer(text):
        value = f"{match['a'].casefold()} {match['v']}"
        yield match.start(), match.end(), Fact(attribute="pet", value=value)
    for match in _STOLEN.finditer(text):
        thing = match["v"] or match["w"]
        if thing.casefold().split()[-1] in POSSESSIONS | _CARRIED:  # no heart, no idea
            value, said = f"{thing} stolen", f"have had their {thing} stolen"
            fact = Fact(attribute="event", value=value, predicate=said, mode=Mode.STANDING)
            yield match.start(), match.end(), fact


def _measured(text: str) -> Found:
    for match in _SCALES.finditer(text):
        if not _OTHER_WEIGHT.search(text):
            yield match.start(), match.end(), Fact(attribute="measure:weight", value=match["v"])
    for match in _READ_OFF.finditer(text):
        topic = f"measure:{match['t'].strip()}"
        yield match.start(), match.end(), Fact(attribute=topic, value=match["v"])
    for match in _MAKES.finditer(text):
        topic = f"count:{match['v'].casefold()}"
        yield match.start(), match.end(), Fact(attribute=topic, value=match["n"])


def liked_best(text: str) -> Found:
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


def _only(text: str) -> Found:
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
