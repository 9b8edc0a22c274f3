"""Surface rules for "my X is Y", for names that are given, and for wishes about replies."""

import re

from memory.backends.local.english.lexicon import CONDITIONS, LANGUAGES, PETS
from memory.backends.local.english.reading import Fact
from memory.backends.local.english.surface.closed import FIRST_NAMES
from memory.backends.local.english.surface.facts import fact
from memory.backends.local.english.surface.plain import Plain
from memory.backends.local.english.surface.values import action, names, place, things
from memory.backends.local.frame import words
from memory.domain.types import USER, Mode

_POOR = words("rubbish bad terrible poor awful nonexistent shocking weak broken non-existent worse")


_BODY = words(
    "back knee knees hip hips shoulder shoulders neck ankle ankles wrist wrists eyesight"
    " hearing feet eyes"
)


_FORMS_OF_REPLY = (
    r"metric(?: units)?|imperial(?: units)?|celsius|fahrenheit|kilometres|kilometers|miles|"
    r"(?:british|american|uk|us|plain|simple) (?:english|spelling)"
    r"|simple (?:language|words)|bullet points|tables|short sentences|24-hour (?:time|clock)"
    r"|emojis|everyday language|euros|pounds|dollars"
)


CONTENT = words(
    "explanations explanation fluff preamble preambles intro intros introductions disclaimers"
    " caveats"
    " emojis emoji bullet bullets jargon pleasantries apologies filler lecture lectures waffle"
    " chitchat small-talk summary summaries headings markdown tables code examples sugarcoating"
    " flattery compliments hype exclamation buzzwords acronyms theory history details"
)


_KINDS = words(
    "code answer answers facts essentials result results points point bullets basics summary"
    " links numbers steps"
)


_HOME = re.compile(
    r"^(?:treat|set|consider|count|use|take|change|switch|make|update|put|have|pretend"
    r"|assume)\b.{0,12}"
    r"\bmy (?:home|location|city|home ?town|base|home city|current location|hometown|address)"
    r"(?: (?:is|as|to|=)| (?:down )?as)? "
    r"(?:being |in )?(?P<v>[A-Z][\w' -]+|[a-z]+)$",
    re.I,
)


_COMFORT = re.compile(
    r"^(?:comfort|go-to|all-time|desert island|current|number one) (?P<v>[a-z]+(?: [a-z]+)?)$", re.I
)
_PASTIMES = re.compile(
    r"^(?:my|our|his|her) (?:main |other |biggest )?(?:hobby|hobbies|interests|passions|pastimes?)"
    r" (?:is|are|include) (?P<v>.+)",
    re.I,
)


def owned(clause: Plain) -> list[Fact]:
    """Read a clause about something of somebody's."""
    if not clause.noun or not clause.subject or clause.is_future or clause.modals:
        return []
    rest, said = clause.rest, clause.noun.casefold().split()
    if any(word.endswith(("'s", "s'", "’s", "s’")) for word in said[:-1]):
        return []  # "my mum's birthday" is not the user's
    last, stands = said[-1], not clause.is_negated and not clause.is_past
    if last in LANGUAGES and clause.verb in ("be", "get") and stands:
        poor = rest.split(" ")[0].casefold() in _POOR
        return [] if poor else [fact(clause, "language", clause.noun, mode=None)]
    ill = _ailment(clause, said)
    if ill:
        return [fact(clause, "medical_condition", ill, mode=Mode.STANDING)]
    if last in ("name", "surname") and clause.subject == USER and not clause.is_negated:
        spelled = re.match(
            r"^(?:spelled|spelt|written) (?:as |like )?(?-i:(?P<v>[A-Z][\w'-]+))", rest
        )
        if spelled and clause.verb == "be":
            return [Fact(attribute="name", value=spelled["v"], mode=Mode.CORRECTION)]
    comfort = _COMFORT.match(clause.noun)
    if comfort and clause.verb == "be" and stands:
        topic = comfort["v"].casefold()
        return [fact(clause, f"favorite:{topic}", v, mode=None) for v in things(rest)[:1]]
    pastimes = _PASTIMES.search(clause.segment.text)
    if pastimes and not clause.is_past:
        found = things(pastimes["v"], at_prepositions=False)
        return [fact(clause, "hobby", v, mode=None) for v in found]
    animal = next((w for w in said if w in PETS), "")
    if animal and clause.verb in ("call", "name", "be"):
        named = next(names(re.sub(r"^(?:called|named) ", "", rest)), "")
        if named and clause.subject == USER and last in ("name", "names", animal):
            return [fact(clause, "pet", f"{animal} {named}", mode=None)]
    aim = re.match(r"^(?:to )?(?P<v>.+)", rest) if last in _AIMS and clause.verb == "be" else None
    if aim and stands and clause.subject == USER:
        value = action(aim["v"])
        return [fact(clause, "goal", value, mode=None, predicate=f"have the goal: {value}")]
    if last in ("dob", "birthday") and not rest:
        return _dated(clause, "birthday")
    return []


_AIMS = words("resolution resolutions ambition")
_NAMED_ILL = re.compile(
    r"\b(?:hay ?fever|(?:acid )?reflux|sleep apno?ea|tennis elbow|chronic pain|back pain|high blood"
    r" pressure|low blood pressure|iron deficiency|lactose intolerance|carpal tunnel|long covid)\b"
)


_WORN = re.compile(
    r"^(?:shot|bad|knackered|wrecked|gone|terrible|awful|dodgy|buggered|ruined|weak|messed up"
    r"|damaged|busted|bust|rubbish|poor|stiff|sore)\b"
)


_VAGUE_ILLS = words("add blind deaf pregnant depressed")


def _ailment(clause: Plain, said: list[str]) -> str:
    """Return what is wrong by "my asthma's acting up", "my knees are shot"."""
    if clause.is_negated:
        return ""
    named = _NAMED_ILL.search(" ".join(said))
    if named:
        return named[0]
    acts = clause.verb in ("be", "act", "get", "flare", "play", "have", "make")
    if acts and any(w in CONDITIONS - _VAGUE_ILLS for w in said):
        return clause.noun
    worn = said[-1] in _BODY and clause.verb == "be" and _WORN.match(clause.rest)
    return f"bad {clause.noun}" if worn and not clause.is_past else ""


def _dated(clause: Plain, attribute: str) -> list[Fact]:
    span = next((s for s in clause.segment.times if s.role == "at"), None)
    if span is None:
        return []
    offset = span.start - clause.segment.start
    said = clause.segment.said.strip(" ,")[max(0, offset) :][: span.end - span.start]
    value = re.sub(r"^(?:on|in|the) (?:the )?", "", said.strip(), flags=re.I)
    return [fact(clause, attribute, value, mode=None)] if re.search(r"\d", value) else []


def wishes(clause: Plain) -> list[Fact]:
    """Read how to answer, and what to take as true for now."""
    text = clause.segment.text
    match = _HOME.match(text)
    if match:
        where = place(match["v"])
        passing = any(s.role in ("at", "for_now", "until") for s in clause.segment.times)
        return (
            [Fact(attribute="home", value=where, mode=Mode.TEMPORARY if passing else None)]
            if where
            else []
        )
    match = re.match(
        r"^(?:assume|pretend|say|imagine) (?:that )?(?:i am|we are) (?:based |living )?in "
        r"(?P<v>.+)",
        text,
        re.I,
    )
    said = clause.segment.said.casefold()
    if match and re.search(
        r"\bfor (?:this|the rest of this) (?:chat|conversation|session|thread|one)\b|\bfor"
        r" now\b|\btoday\b",
        said,
    ):
        where = place(match["v"])
        return [Fact(attribute="home", value=where, mode=Mode.TEMPORARY)] if where else []
    match = re.match(
        r"^(?:do not|never|please do not)?(?: ever)? ?(?P<w>recommend|suggest|give"
        r"|include|offer|put|add|serve|bring|avoid|skip) (?:me )?(?P<no>nothing |no )?"
        r"(?:anything|things|stuff|recipes|dishes|food|meals|foods) (?:with|containing|that "
        r"(?:has|have|contains?)) (?P<v>.+)",
        text,
        re.I,
    )
    if match and (re.match(r"^(?:do not|never|please|avoid|skip)\b", text, re.I) or match["no"]):
        return [Fact(attribute="avoids", value=v) for v in things(match["v"])]
    match = re.match(
        r"^(?:please )?(?:answer|reply|respond|talk|speak|write)(?: to)?(?: me)?(?: only)? "
        r"(?P<v>like (?:an? )?[\w' -]{3,30}?)(?: from(?: now)? on| always| please)*$",
        text,
        re.I,
    )
    if match:
        return [Fact(attribute="reply_style", value=match["v"])]
    match = re.match(r"^use (?P<v>[A-Za-z]+)(?: (?:please|instead))?$", text)
    if match and match["v"].casefold() in FIRST_NAMES:
        return [Fact(attribute="form_of_address", value=match["v"])]
    return _replies(clause, text)


def _replies(clause: Plain, text: str) -> list[Fact]:
    said = re.sub(r"^(?:and|but|so|also) ", "", clause.segment.said.strip(" ,.!").casefold())
    plain = re.match(
        rf"^(?P<v>{_FORMS_OF_REPLY}),?(?: (?:please|pls|only|thanks|always"
        r"|from (?:now|here) on))+$",
        said,
    )
    if plain:
        return [Fact(attribute="reply_style", value=plain["v"])]
    match = re.match(
        r"^(?:just|only) (?:give me |show me |send me )?(?:the )?(?P<v>\w+)(?: (?:please|pls"
        r"|thanks|only))?$",
        said,
    )
    if match and match["v"] in _KINDS:
        return [Fact(attribute="reply_style", value=f"just {match['v']}")]
    match = re.match(
        r"^(?:please |pls )?(?:skip|drop|lose|spare me|cut|leave out|omit|no|without|enough"
        r"|ditch|go easy on|less|fewer) (?:with )?(?:the |all the |any )?(?P<v>\w+(?: "
        r"(?:points?|talk|marks?|words))?)(?: (?:please|pls|thx|thanks|when .+|in .+))?$",
        said,
    )
    if match and (
        match["v"].split()[0] in CONTENT
        or match["v"]
        in ("small talk", "bullet points", "exclamation marks", "buzz words", "filler words")
    ):
        return [Fact(attribute="reply_style", value=f"no {match['v']}")]
    match = re.match(
        rf"^(?:ok(?:ay)?,? )?(?:from now on,? |in future,? |please |can you |could you |always"
        rf" )*(?:use|stick to|switch to|stay with|give me|prefer)(?: to)? (?:only )?"
        rf"(?P<v>{_FORMS_OF_REPLY})(?: (?:please|from now on|always|only|for everything|in"
        rf" future))*$",
        said,
    )
    match = match or re.match(
        rf"^(?:please |from now on,? |always )*(?:answer|reply|respond|write|format|explain)(?:"
        rf" to)?"
        rf"(?: me| everything| things)? (?:in|with|using) (?:only )?(?P<v>{_FORMS_OF_REPLY})(?:"
        rf" (?:please|from now on|always|only))*$",
        said,
    )
    match = match or re.match(
        r"^(?:please |always |from now on,? )*(?:show|give|quote|list|state|write|express|put)"
        r"(?: me| all| the| any)* (?P<v>(?:prices?|distances?|temperatures?|dates?|times?|weights?"
        r"|amounts?|measurements?|money|costs?|recipes?) in [\w -]+?)(?: (?:please|always))?$",
        said,
    )
    if match and not re.search(r"\bthis\b|\ba table\b", said):
        return [Fact(attribute="reply_style", value=match["v"])]
    return _lengths(said)


def _lengths(said: str) -> list[Fact]:
    """Read how long replies should be: "the short version", "keep it under 100 words"."""
    match = re.match(
        r"^(?:please |just |can i (?:get|have) |i(?:'ll| will) take )*(?:(?:give|send|show"
        r"|tell) me )?"
        r"(?:just )?(?:the|a) (?:(?P<s>short|quick|brief|condensed|tl;?dr|one-line|abridged)"
        r"|long|full"
        r"|detailed|extended) (?:version|answer|reply|explanation)(?: (?:please|pls|thanks|for now"
        r"|today|only|will do|is fine))*$",
        said,
    )
    if match:
        return [Fact(attribute="reply_length", value="short" if match["s"] else "long")]
    match = re.match(
        r"^(?:can you |could you |please |try to )*(?:keep|stay|limit)\b.{0,25}\b(?:under|below"
        r"|to|within|at most|less than) (?:about |around )?(?P<n>\w+(?: or \w+)?) (?P<u>words?"
        r"|sentences?|lines?|paragraphs?)\b",
        said,
    )
    if match:
        return [Fact(attribute="reply_length", value="short")]
    return []
