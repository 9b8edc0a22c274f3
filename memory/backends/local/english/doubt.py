"""What makes a reading doubtful: signs in the words around it that no single rule looks for.

A wrong memory is worse than a missing one. Each kind here asks the loose attributes (what is owned,
done, planned, liked) for a second sign, whichever reader found them.
"""

import re
from collections.abc import Callable

from memory.backends.local.english.evidence import SOFTWARE, SPEECH, TEXTS
from memory.backends.local.english.surface.segments import TASK
from memory.backends.local.english.surface.verbs import form_of
from memory.backends.local.frame import words
from memory.domain.types import USER, Candidate, Mode

_LOOSE = words(
    "habit hobby owns count event fact skill goal plan project decision likes dislikes never"
    " measure"
)
_DEEDS = words("habit hobby goal plan project skill never commitment decision avoids")
_FICTION = re.compile(
    r"\b(?:in|for) (?:the|my|this|our|a|that) (?:\w+ ){0,2}(?:game|novel|story|film|movie|show"
    r"|series"
    r"|role-?\s?play|dream|campaign|scene|song|poem|simulation|comic|manga|anime|sims|script"
    r"|musical"
    r"|screenplay|fanfic|sketch|trailer)\b"
    r"|\bmy (?:\w+ ){0,2}(?:character|protagonist|avatar|heroine|villain|persona|alter ego|oc)\b"
    r"|\bin (?:a|my) (?:previous|past|former|parallel|another) (?:life|lives|universe)\b"
    r"|\b(?:in|on) (?:minecraft|skyrim|stardew valley|animal crossing|fortnite|zelda|roblox|gta"
    r"|valheim"
    r"|terraria|factorio|cities skylines|rimworld|elden ring|dnd|d&d|second life)\b"
    r"|\bin another life\b|\bplot twist\b|\bpov\b",
    re.I,
)
_ALMOST = re.compile(r"\b(?:almost|nearly) (?:got |had |been )?(?P<v>[a-z]+)\b", re.I)
_GIVEN_UP = re.compile(
    r"(?<!have )(?<!'ve )\b(?:planned to|(?:was|were) (?:going|meaning|supposed|meant|about"
    r"|planning"
    r"|hoping|thinking|due|set|intending) (?:to|of|on)|(?:was|were) planning|meant to|intended to"
    r"|hoped to|wanted to"
    r"|had (?:planned|hoped|wanted|meant) to)\b",
    re.I,
)
_MARK = re.compile(
    r"\b(?:where|about|saying|says|in which|whose|who|as if|as an?|titled|that|when|from|of)\b"
    r"|[:\"]",
    re.I,
)
_REAL_IN_TASKS = ("family", "relationship", "pet", "reply_", "form_of_address", "never")
_DEFINITE = r"(?:the|this|that|these|those|your|its)"
_PRONOMINAL = re.compile(
    r"^(?:not )?[a-z]+(?: \w+)? (?:it|this|that|these|those|them|something|anything|stuff|things)"
    r"(?: \w+)?$",
    re.I,
)
_TECHNICAL = re.compile(
    r"\b(?:errors?|exceptions?|npm|pip|docker|sudo|kubernetes|sql|postgres|mysql|sqlite|redis|regex"
    r"|javascript|typescript|c\+\+|css|html|json|yaml|xml|csv|api|http|https|url|endpoint|localhost"
    r"|stack ?trace|traceback|segfault|null|undefined|boolean|variable|array|dict|dataframe|pandas"
    r"|database|quer(?:y|ies)|schema|deploy\w*|compile\w*|debug\w*|config|repo|pull request|ubuntu"
    r"|bash|vscode|vim|timeouts?|webpack|django|keyerror|typeerror|npx|yarn|makefile|dockerfile"
    r"|(?:in|with|using) (?:python|java|rust|go|excel|react|git))\b",
    re.I,
)
_OF_TECHNICAL = words("habit hobby owns count event plan measure goal likes")
_IDIOM = re.compile(
    r"\bmy (?:socks|butt|ass|arse|head|heart|guts|tail|face|fingers|lungs) (?:off|out|to the)\b"
    r"|\bliv(?:e|es|ing) (?:for|and breathe|rent[- ]free)\b|\b(?:driv|kill)\w* (?:me|us|him|her)\b"
    r"|\bdriv\w+ (?:[\w']+ ){1,3}(?:insane|mad|crazy|nuts|bonkers|wild|bananas|potty|up the wall)\b"
    r"|\bdrives? (?:me|us) \w+|\bto death\b|\bthe tables?\b(?= on)|\bfrom scratch\b"
    r"|\blike an? (?:bird|fish|horse|pig|log|baby|dog|trooper|king|queen|chimney|sailor)\b"
    r"|\btight ship\b|\bplay the field\b|\bdo\w* my best\b|\b(?:work|play) hard\b|\bmy part\b"
    r"|\bweak at the knees\b|\bover the moon\b|\bup the wall\b|\bfor granted\b|\bwith a grain of"
    r" salt\b|\binto account\b|\bbreak(?:s|ing)? the ice\b"
    r"|\bpull(?:ing)? (?:my|your|his|her) leg\b|\bhit the (?:sack|hay|road|gym wall)\b"
    r"|\b(?:lose|losing|lost) (?:my|our) (?:mind|temper|cool|head|way|train of thought|touch)\b"
    r"|\brun(?:ning)? (?:on|out of|late|into|circles|errands)\b|\bplay(?:ing)? (?:it by ear|dumb"
    r"|devil's advocate|catch-up|catch up|games with|along)\b|\bsit(?:ting)? on the fence\b"
    r"|\bwalk(?:ing)? on (?:eggshells|air|sunshine)\b|\bjuggl\w+ (?:too|so|a lot|work|everything)\b"
    r"|\bswim(?:ming)? in (?:debt|work|emails)\b|\bdrown\w* in\b|\bdanc\w+ around\b"
    r"|\bcook(?:ing)? the books\b|\bpaint(?:ing)? the town\b|\bsing(?:ing)? (?:your|his|her)"
    r" praises\b"
    r"|\b(?:climb|climbing) the walls?\b|\bthrow(?:ing)? (?:in the towel|shade)\b"
    r"|\b(?:eat|eating|ate) (?:my|his|her|your) (?:words|hat|heart)\b|\bcry(?:ing)? wolf\b"
    r"|\bburn(?:ing)? (?:the|my) (?:candle|bridges?|midnight)\b|\bspill\w* the (?:beans|tea)\b",
    re.I,
)
_ABSTRACT = words(
    "time story idea lie lies excuse argument nonsense hype dream dreams round drinks ticket"
    " tickets"
    " mistake mistakes problem problems decision failure part role process outcome responsibility"
    " stage room moment space narrative truth fact feelings flaws fault actions choices bs crap"
    " present presents gift gifts lunch dinner groceries milk bread eggs flowers coffee coffees"
    " snacks food wine beer water cake chocolate something nothing it this that stuff shit"
    " thoughts vibe energy friends day afternoon evening morning stake"
)


def is_doubtful(made: Candidate, text: str) -> bool:
    """Say whether the words around a candidate speak against it. `text` is what was read."""
    if made.mode in (Mode.FORGET, Mode.CORRECTION):
        return False
    sentence, before = _around(made.quote, text)
    return any(test(made, sentence, before) for test in _DOUBTS)


def _around(quote: str, text: str) -> tuple[str, str]:
    """Return the sentence that a quote is of, and what of it stands before the quote."""
    at = text.find(quote)
    if at < 0:
        return quote, ""
    start = max((m.end() for m in re.finditer(r"[.!?;\n]\s+", text[:at])), default=0)
    end = re.search(r"[.!?;\n](?:\s|$)", text[at + len(quote) :])
    stop = at + len(quote) + end.start() if end else len(text)
    return text[start:stop], text[start:at]


def _head(made: Candidate) -> str:
    return made.attribute.partition(":")[0]


def _is_fiction(made: Candidate, sentence: str, before: str) -> bool:
    return bool(_FICTION.search(sentence)) and _head(made) not in ("likes", "dislikes", "favorite")


def _is_material(made: Candidate, sentence: str, before: str) -> bool:
    """Say whether it is what a text should be about: "write a story where I'm a pirate"."""
    if not TASK.match(sentence.strip()) or made.attribute.startswith(_REAL_IN_TASKS):
        return False
    at = sentence.find(made.value) if made.value in sentence else len(before)
    return _MARK.search(sentence[:at]) is not None


def _is_almost(made: Candidate, sentence: str, before: str) -> bool:
    match = _ALMOST.search(made.quote)
    form = form_of(match["v"]) if match else None
    return form is not None and form.tense in ("past", "ing") and made.mode is not Mode.DENIAL


def _is_given_up(made: Candidate, sentence: str, before: str) -> bool:
    if _head(made) not in ("plan", "goal", "owns", "habit", "home", "employer", "pet"):
        return False
    match = _GIVEN_UP.search(made.quote)
    return match is not None and made.value.split(" ")[-1] in made.quote[match.end() :]


_AT_SCREENS = words(
    "install sort parse compile debug deploy merge import export configure connect download"
    ""
    " reproduce format convert print log click scroll refactor query render embed migrate"
)
_CHOICES = words(
    "option options logo design layout version draft font title approach variant choice wording"
    " heading template"
)
_WHOLE_GOALS = words("retire emigrate travel marry graduate relocate adopt move recover qualify")


def _is_at_hand(made: Candidate, sentence: str, before: str) -> bool:
    """Say whether it is about a text or choice of the conversation ("I prefer the first draft")."""
    head = _head(made)
    if head not in _LOOSE:
        return False
    about = made.attribute.partition(":")[2] if head == "count" else made.value
    said = re.findall(r"[a-z'-]+", about.casefold())
    if not said:
        return False
    pointed = rf"\b(?:this|that|these|those|your) (?:\w+ )?{re.escape(said[-1])}\b"
    if head in ("likes", "dislikes") and re.search(pointed, made.quote, re.I):
        return True
    if head == "goal" and said[0] in _AT_SCREENS:
        return True  # "trying to install numpy"
    chosen = re.search(r"\bthe (?:\w+ ){1,2}?(?P<v>\w+)(?: \w+)?\b", made.quote, re.I)
    if head in ("likes", "dislikes") and chosen and set(said) & _CHOICES:
        return True  # "I like the second option better"
    if head == "goal" and len(said) == 1 and form_of(said[0]) and said[0] not in _WHOLE_GOALS:
        return True  # "... that I want to squash"
    named = {said[-1], said[-1].removesuffix("s")} & (TEXTS | SPEECH) or (
        head == "count" and {said[-1], said[-1].removesuffix("s")} & SOFTWARE
    )
    definite = re.search(
        rf"\b{_DEFINITE} (?:\w+ ){{0,2}}?{re.escape(said[-1])}\b", made.quote, re.I
    )
    if re.search(r"\b(?:book|reserv)\w+\b", made.quote) or re.search(r" [A-Z]", made.value):
        return False  # "booked a table", "finish the Pennine Way in sections"
    if named and (definite or head in ("count", "goal", "plan", "habit")):
        return True
    return head in _DEEDS and bool(set(said) & SPEECH)


_OF_IT = re.compile(r"\b(?:it|that|this|them|those|these)\b", re.I)


def _is_pronominal(made: Candidate, sentence: str, before: str) -> bool:
    bare = " " not in made.value and _head(made) in ("plan", "commitment", "decision")
    if bare and _OF_IT.search(made.quote.partition(made.value[:4])[2]):
        return True
    return _head(made) in _DEEDS - {"avoids"} and bool(_PRONOMINAL.match(made.value))


def _is_technical(made: Candidate, sentence: str, before: str) -> bool:
    if _head(made) not in _OF_TECHNICAL or re.search(r"\blearn|\bteach|\bstudy", sentence, re.I):
        return False
    if _head(made) == "likes":
        return False
    return bool(_TECHNICAL.search(sentence))


def _is_idiom(made: Candidate, sentence: str, before: str) -> bool:
    return _head(made) in _LOOSE and bool(_IDIOM.search(made.quote))


_JESTED = words(
    "bullshit bs mornings mondays work people exercise maths math drama stupidity nonsense"
    " commitment"
    " housework effort fun gym losing idiots cleaning responsibility adulting truth feelings you me"
    " criticism praise news change stress pressure noise plot comments feedback"
    " him her cooking running chores politics small-talk humans everyone everything life"
)


_LOVED_SO = re.compile(
    r"\b(?:just|simply|really|so) (?:love|adore) (?:mondays|traffic|meetings|paperwork|taxes"
    r"|queu\w+|delays|waiting|rush hour|being (?:ignored|late|woken)|when (?:it|they|my))\b",
    re.I,
)


_WEEKDAYS = re.compile(
    r"(?:on )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?:, | and )?)+", re.I
)
# "I can't do Wednesdays, I look after my grandson then": the day is taken, not avoided.
_TAKEN_THEN = re.compile(r"\b(?:i|we) [^.!?;]+ (?:then|(?:that|those) days?)(?=\W*$|[,.;])", re.I)
_AGED = re.compile(r"^\W*[A-Z][\w'-]+, \d{1,3}, (?P<verb>[a-z]+)\b")


def _is_of_another(sentence: str) -> bool:
    """Say whether a named one is told of: "Ben, 12, plays football"."""
    aged = _AGED.match(sentence)
    form = form_of(aged["verb"]) if aged else None
    return form is not None and form.tense == "s" or bool(aged and aged["verb"] == "is")


def _is_jest(made: Candidate, sentence: str, before: str) -> bool:
    """Say whether it only sounds like a fact: "allergic to Mondays", "married to my job"."""
    if _head(made) == "likes" and _LOVED_SO.search(sentence):
        return True
    if _head(made) == "allergy":
        return made.value.casefold().split()[-1] in _JESTED
    if _head(made) == "marital_status":
        return (
            re.search(r"\bmarried to (?:my|the|this|his|her) (?!wife|husband)", made.quote)
            is not None
        )
    if _head(made) == "occupation" and re.search(r"\bfeels like\b|\bwork\w* as \w+ as\b", sentence):
        return True
    if _head(made) in ("name", "age") and made.subject == USER and _is_of_another(sentence):
        return True
    if _head(made) == "avoids" and _WEEKDAYS.fullmatch(made.value):
        return _TAKEN_THEN.search(sentence) is not None
    if _head(made) == "nationality":
        return re.search(r"lingual|\bspeak|\blanguage", made.quote) is not None
    if _head(made) == "medical_condition":
        return re.search(r"\b(?:half|practically|basically|legally dead)\b", made.value) is not None
    return False


_UNSAID = re.compile(
    r"\b(?:never|didn't|did not|don't|do not|not|wouldn't|won't) (?:said|say|saying|claim\w*|think"
    r"|thinking|believe|mention\w*|tell|told)\b",
    re.I,
)


def _is_unsaid(made: Candidate, sentence: str, before: str) -> bool:
    """Say whether it hangs on "I never said", "I don't think"."""
    if made.attribute.startswith(("reply_", "never", "form_of")):
        return False
    match = _UNSAID.search(sentence)
    at = sentence.find(made.value)
    return match is not None and at > match.end() and "," not in sentence[match.end() : at]


_RUMOUR = re.compile(
    r"^\W*(?:rumou?r has it|word (?:is|has it)|legend has it|supposedly|allegedly|reportedly"
    r"|(?:they|people|some) say|a little bird|(?P<own>apparently|i heard|i hear|i read))\b",
    re.I,
)


def _is_rumour(made: Candidate, sentence: str, before: str) -> bool:
    told = re.search(r"\b(?:said|says|told|used to say)\b", sentence)
    if made.attribute == "never" and made.subject != USER and told:
        return True  # "Dad always said never trust a skinny cook"
    match = _RUMOUR.match(sentence)
    return match is not None and (not match["own"] or made.subject != USER)


_BEASTS = re.compile(
    r"\bfrog in (?:my|the) throat\b|\bfish to fry\b|\bin (?:my|his|her) (?:bonnet|pants|belfry)\b"
    r"|\bcat (?:out of the bag|got)\b|\belephant in\b|\bmonkey on\b|\bin a row\b|\bby the horns\b"
    r"|\bwild goose\b|\bguinea pig for\b|\bblack sheep\b|\bcold turkey\b|\bdark horse\b"
    r"|\bhigh horse\b|\blone wolf\b|\bscaredy\b|\bbusy bee\b|\bearly bird\b",
    re.I,
)


def _is_beast(made: Candidate, sentence: str, before: str) -> bool:
    return made.attribute == "pet" and _BEASTS.search(sentence) is not None


def _is_abstract(made: Candidate, sentence: str, before: str) -> bool:
    if _head(made) != "owns":
        return False
    said = made.value.casefold().split()
    lent = {"hire", "rental", "borrowed", "company", "rented", "courtesy"} & set(said)
    return bool(said) and (said[-1] in _ABSTRACT or bool(lent))


_BELIEVED = re.compile(
    r"\b(?:i|we|everyone|they|he|she|people) (?:always |just |first |really )?(?:thought|assumed"
    r"|believed|figured|suspected|used to think) (?:that )?(?=(?:i|we|he|she|they|it|my)\b)"
    r"|\bi feel (?:like|as if|as though) (?=(?:i|we)\b)",
    re.I,
)
_TAKEN_BACK = re.compile(
    r"\bi (?:said|told you|wrote|mentioned|claimed|put) (?:that )?(?=(?:i|we|my)\b).*?"
    r"\b(?:but|actually|it's really)\b",
    re.I,
)
_MAYBE = re.compile(r"(?:^|[,;] |\band |\bbut )(?:maybe|perhaps|possibly)\b", re.I)
_RATHER = re.compile(r"\brather (?:die|starve|eat (?:glass|my own))\b", re.I)


def _is_mistaken(made: Candidate, sentence: str, before: str) -> bool:
    """Say whether it is what somebody only thought, or said and took back at once."""
    at = sentence.find(made.value.split(" ")[-1])
    believed = _BELIEVED.search(sentence)
    if believed and believed.end() <= at and "," not in sentence[believed.end() : at]:
        return re.search(r"\b(?:but|turns out)\b", sentence[believed.end() : at]) is None
    back = _TAKEN_BACK.search(sentence)
    return back is not None and back.start() < at < back.end()


_SELDOM = re.compile(
    r"\b(?:rarely|seldom|hardly(?: ever)?|barely|don't (?:often|usually|normally)"
    r"|don't \w+ much)\b",
    re.I,
)


def _is_seldom(made: Candidate, sentence: str, before: str) -> bool:
    """Say whether what is called avoided is only seldom done ("I rarely drink")."""
    return _head(made) in ("avoids", "never") and _SELDOM.search(made.quote) is not None


_WEIGHED = re.compile(r"\bweigh|\b(?:kilos?|kg|lbs|stone)\b", re.I)


def _is_weight(made: Candidate, sentence: str, before: str) -> bool:
    """Say whether the number of "I used to weigh 110 kilos, now I'm 84" is no age."""
    return _head(made) == "age" and _WEIGHED.search(before) is not None


def _is_maybe(made: Candidate, sentence: str, before: str) -> bool:
    if _RATHER.search(sentence) and _head(made) in ("likes", "dislikes", "goal", "plan"):
        return True
    match = _MAYBE.search(sentence)
    at = sentence.find(made.value.split(" ")[-1])
    return (
        _head(made) in ("plan", "goal", "decision", "commitment", "project", "event")
        and match is not None
        and match.end() < at
    )


_INTERJECTIONS = words("sorry thanks please wait well anyway okay lol haha yes no so then though")


_BY_THEN = re.compile(
    r"\b(?:before|until|till|by the time|once|when) (?:i|we)(?:'m| am| turn| hit| reach| get)", re.I
)


def _is_by_then(made: Candidate, sentence: str, before: str) -> bool:
    """Say whether it is an age to come: "before I'm fifty"."""
    match = _BY_THEN.search(sentence) if made.attribute == "age" else None
    return match is not None and sentence.find(made.value) > match.start()


def _is_aside(made: Candidate, sentence: str, before: str) -> bool:
    """Say whether it is a remark on the rest: "I enjoy a spreadsheet, sad as that sounds"."""
    said = re.escape(made.value)
    return (
        re.search(rf", {said} (?:as|though|but) (?:that|it|this|i)\b", sentence, re.I) is not None
    )


_ASKED_FOR = re.compile(
    r"^(?:suggest|recommend|give|make|plan|write|find|show|cook|tell|help|list|explain) |"
    r"\b(?:ideas?|recipes?|tips|suggestions?|help)$",
    re.I,
)
_NO_PLACE = words("rain snow sun cold wind heat dark field open area industry meantime")
_THEIR_NAMES = (
    r"\b(?:boys|girls|sons|daughters|kids|children|brothers|sisters|twins)\b[,:]? (?:[\w, ]* )?"
)
_EXPLAIN = re.compile(r"\b(?:can|could|would|will) you (?:please )?explain\b", re.I)


def _is_task(made: Candidate, sentence: str, before: str) -> bool:
    """Say whether a value is what is asked for now: "can't stand coriander, suggest a curry"."""
    head = _head(made)
    if head in ("likes", "dislikes", "family", "owns") and _ASKED_FOR.search(made.value):
        return True
    if head in ("workplace", "employer", "home") and made.value.casefold() in _NO_PLACE:
        return True
    if head == "reply_style" and _EXPLAIN.search(sentence):
        return True
    if head == "diet" and "%" in made.value:
        return True
    named = head == "owns" and made.value[:1].isupper()
    return named and re.search(_THEIR_NAMES + re.escape(made.value), sentence) is not None


_PRONOUNS = frozenset("i you he she it we they me him her us them this that".split())


def _is_hanging(made: Candidate, sentence: str, before: str) -> bool:
    """Say whether a value is a torn-off end: "to coffee" of "I prefer tea to coffee"."""
    head = _head(made)
    if made.value.casefold() in _PRONOUNS:
        return True
    beside = rf"\bprefer\w* [^.;!?]*\b(?:to|over|than) {re.escape(made.value)}"
    if head == "likes" and re.search(beside, sentence, re.I):
        return True  # "tea to coffee in the morning"
    torn = re.fullmatch(r"to ([a-z]+)", made.value)
    if head in ("likes", "dislikes") and torn:
        return form_of(torn[1]) is None
    if head in ("likes", "dislikes") and re.match(r"(?:more|less|better|worse) than\b", made.value):
        return True
    if head in _DEEDS - {"never"} and re.search(
        r"\byou\b|\bthat (?:library|app|site)\b", made.value
    ):
        return True
    if made.value.casefold() in _INTERJECTIONS:
        return True
    if head == "name":
        return re.fullmatch(r"[^\W\d_][\w'’.\- ]*", made.value) is None
    return head == "habit" and re.search(r"\b(?:is|was) been\b", made.value) is not None


_INTO_SPEECH = r"(?:(?:yeah|oh|no|well|hey|ok|okay|dude|mate|like|so|nah|yes)[, ]+)"
_QUOTED = re.compile(
    r"\b(?:he|she|they|mate|friend|guy|bloke|boss|mum|mom|dad|brother|sister|everyone|someone"
    rf"|(?-i:[A-Z])[a-z]+) (?:just |then |all )?(?:(?:goes|went|was like|were like|is like"
    rf"|was all)[ ,:]+"
    rf"{_INTO_SPEECH}*|(?:said|says)[ ,:]+{_INTO_SPEECH}+)['\"]?$",
    re.I,
)
_SUPPOSED = re.compile(
    r"^\W*(?:so |ok(?:ay)?,? )?(?:let'?s (?:say|pretend|imagine|suppose|assume)|suppose|imagine"
    r"|pretend|picture this|say (?:i|we"
    r"|you)\b)",
    re.I,
)


def _is_quoted(made: Candidate, sentence: str, before: str) -> bool:
    """Say whether somebody else says it: "so my mate goes yeah I'm basically vegan now"."""
    if made.subject != USER:
        return False
    for match in re.finditer(r"\b(?:I|I'm|I've|i|i'm|im)\b", sentence):
        if _QUOTED.search(sentence[: match.start()]):
            return made.value in sentence[match.start() :]
    return False


_OF_REPLIES = ("reply_", "form_of_address", "never")


def _is_supposed(made: Candidate, sentence: str, before: str) -> bool:
    return _SUPPOSED.match(sentence) is not None and not made.attribute.startswith(_OF_REPLIES)


_DOUBTS: tuple[Callable[[Candidate, str, str], bool], ...] = (
    _is_fiction, _is_material, _is_almost, _is_given_up, _is_at_hand, _is_pronominal,
    _is_technical, _is_idiom, _is_jest, _is_beast, _is_rumour, _is_unsaid, _is_abstract,
    _is_hanging, _is_quoted, _is_supposed, _is_aside, _is_by_then, _is_mistaken, _is_maybe,
    _is_seldom, _is_weight, _is_task,
)  # fmt: skip
