"""English questions about the user: their forms, and the attributes that they ask for. Pure."""

import re
from collections.abc import Iterator, Sequence

from chat.llm.local.frame import Frame

LANGUAGE = "en"

ROLES = (
    "sister|brother|mother|mom|mum|father|dad|wife|husband|partner|girlfriend|boyfriend|son|"
    "daughter|friend|boss|manager|colleague|grandmother|grandma|grandfather|grandpa|aunt|uncle|"
    "cousin|niece|nephew|roommate|neighbour|neighbor|flatmate|landlord|landlady|gp|doctor|dentist|"
    "teacher|therapist|coach|trainer|tutor|professor|supervisor|mentor|physio|lawyer|accountant|"
    "grandson|granddaughter|fiancée?|housemate|parents|stepson|stepdaughter|stepmother|stepfather|"
    "mother-in-law|father-in-law|sister-in-law|brother-in-law|son-in-law|daughter-in-law"
)
CANONICAL_ROLE = {
    "gp": "doctor",
    "children": "child",
    "grandchildren": "grandchild",
    "mom": "mother",
    "mum": "mother",
    "dad": "father",
    "grandma": "grandmother",
    "grandpa": "grandfather",
    "neighbor": "neighbour",
}

_LEAD = r"^\W*(?:(?:and|but|so|ok(?:ay)?|hey|hi|hello|well|please|also|then|now|oh|wait|sorry)\W+)*"
_QUESTION_START = re.compile(
    rf"{_LEAD}(?:what|where|who|whose|when|which|why|how|do|does|did|am|is|are|was|were|can|could|"
    r"should|shall|would|will|have|has|tell me|remind me (?!to\b)|"
    r"i (?:forgot|forget|can't remember|can not remember|don't remember) (?:what|where|who|when|"
    r"which|how|my)|show me|list|name my|give me|do you (?:know|remember))\b",
    re.IGNORECASE,
)
# What may stand around a question.
_ASKING = re.compile(
    rf"{_LEAD}(?:(?:(?:can|could|would|will) you )?(?:please )?(?:tell|remind) me"
    r"(?: again| once more)?(?: please)?,? (?:of )?(?!about\b|everything\b|what you\b|to\b)|"
    r"do you (?:still |happen to |actually )?(?:know|remember|recall) (?!about\b|me\b|anything\b)|"
    r"i (?:forgot|forget|can't remember|can not remember|don't remember)(?: again)? |"
    r"what (?:did|have) i (?:say|said|tell|told)(?: to)?(?: you)? (?=(?:my|our|the|i)\b))",
    re.IGNORECASE,
)
_TOLD = re.compile(
    rf"{_LEAD}(?:did|have) i (?:(?:ever|already|actually|not|never) )*(?:tell|told|mention(?:ed)?|"
    r"say|said|talk(?:ed)?)(?: to)?(?: you)?(?: that)?(?P<topic> (?:anything |something )?about| of)?"
    r" (?P<rest>\w.*)$",
    re.IGNORECASE,
)
_TOPIC = re.compile(
    rf"{_LEAD}(?:what (?:else )?(?:(?:did|have) i (?:(?:ever|already) )*(?:say|said|tell|told|"
    r"mention(?:ed)?)(?: to)?(?: you)?|do you (?:know|remember|recall|have))|"
    r"(?:(?:can|could) you )?tell me (?:everything |all |more |something )?(?:you know )?|"
    r"do you (?:know|remember) (?:anything )?|remind me (?:what (?:i said|i told you|you know) )?)"
    r"\s*(?:about|on|of|regarding) (?P<rest>\w.*)$",
    re.IGNORECASE,
)
_MYSELF = re.compile(r"^(?:me|myself|us)\b", re.IGNORECASE)
WHO = re.compile(r"\bwho(?:'s| is| are| was| were)\b", re.IGNORECASE)
LEFT = re.compile(r"\b(?:left|still|else|open|remaining|outstanding)\b", re.IGNORECASE)
# Words that stand for something said before, and questions that leave most of it out.
LEANS = re.compile(
    r"\b(?:it|that|there|then)\b|^\W*(?:and|what about|how about)\b|^\W*(?:when|where|who|why)\W*$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?P<own>his|her(?= \w)|their)\b|\b(?:he|she|they|him|her|them)\b", re.I)
_FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i've|i'd|my|mine|myself|we|our)\b|\b(?:call|address|for|about|with) me\b",
    re.IGNORECASE,
)
_REQUEST_ONLY = re.compile(
    r"^\W*(?:can|could|would|will) you\b(?!.*\b(?:remember|know|recall|tell me (?:what|where|when|"
    r"who|which|how) (?:i|my|am)|remind me)\b)",
    re.IGNORECASE,
)
_PART = re.compile(
    r"(?:,\s*|\s+)(?:and|or|&)\s+(?=(?:what|where|who|when|which|how|do|does|did|am|is|are|can|should)\b)|"
    r",\s+(?=(?:what|where|who|when|which|how)\b)",
    re.IGNORECASE,
)
_YES_NO = re.compile(
    r"^\W*(?:(?:and|but|so|hey|hi)\W+)*(?:do|does|did|am|is|are|was|were|can|could|should|have|has)\b"
    r"(?!\s+you\s+(?:know|remember))",
    re.IGNORECASE,
)

OVERVIEW = re.compile(
    r"\b(?:what|everything|anything|all)\b.*\b(?:know|remember(?:ed)?|learn(?:ed|t)|noted?|stored?|"
    r"memor\w+|have on)\b.*\b(?:about )?(?:me|us)\b|\bwho am i\b|\babout me\b|"
    r"\b(?:show|list|tell me)\b.*\b(?:memor\w+|you know about me)\b|\bwhat do you (?:know|remember)\b\W*$",
    re.IGNORECASE,
)
TODOS = re.compile(
    r"\b(?:what|anything)\b.*\b(?:left|need|have|got|still)\b.* to do\b|\bon my (?:\w+ )?list\b|"
    r"\bto-dos?\b|\btodos?\b|\bto do (?:list|items?)\b|\btask list\b|\bmy (?:open )?tasks?\b|\bleft to do\b|"
    r"\bwhat (?:do|must|should) i (?:still )?(?:have to|need to|got to) do\b|\bwhat must i do\b|"
    r"^\W*what(?:'s| is) (?:still )?left\W*$|^\W*what else\W*$|\bon (?:the|my) (?:\w+ )?list\b|"
    r"\bmy (?:errands|chores)\b|\b(?:my|the) list\b|"
    r"\banything (?:still |else )?(?:open|left|outstanding|missing)\b|"
    r"\breminders?\b",
    re.IGNORECASE,
)
EVER = re.compile(r"\b(?:did|have) i ever\b", re.IGNORECASE)
PAST = re.compile(
    r"\b(?:before|previous(?:ly)?|former(?:ly)?|used? to|earlier|last (?:job|city|employer|home)|"
    r"(?<!how )old (?!am\b|is\b|are\b|was\b)\w+)\b",
    re.IGNORECASE,
)
WHEN = re.compile(r"\b(?:when|what (?:day|date|time|year)|since when|how long)\b", re.IGNORECASE)

FOOD = ("allergy", "diet", "avoids", "spice_level", "never", "dislikes", "religion")
ADVICE = re.compile(
    r"\bwhat (?:should|could|can|shall|would) (?:i|we) (?:cook|make for|eat|order|have for)\b"
    r"|\b(?:recommend|suggest)\b.*\b(?:dinner|lunch|breakfast|restaurants?|recipes?|dish(?:es)?|meals?)\b"
    r"|\b(?:recipe|dinner|lunch|breakfast|meal|restaurant) (?:ideas?|suggestions?|tips?)\b"
    r"|\b(?:ideas?|suggestions?|tips?) for (?:dinner|lunch|breakfast|a meal)\b",
    re.IGNORECASE,
)
_ANIMALS = (
    r"\b(?:dog|cat|puppy|kitten|rabbit|hamster|parrot|budgie|fish|goldfish|snake|turtle|tortoise"
    r"|lizard|gecko|horse|pony|guinea pig|ferret|rat|mouse|bird|chicken|hen|duck|goat|bunny"
    r"|canary)s?\b"
)

# What a question says → what it asks for. First the more special.
_ATTRIBUTES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        r"\b(?:avoid|not|never|can't|cannot|mustn't|shouldn't)\b.*\b(?:eat|eating|drink|drinking|food|order|cook)\b|"
        r"\b(?:eat|eating|drink|food)\b.*\b(?:avoid|off limits|not allowed)\b|\bdiet(?:ary)?\b|"
        r"\bfood (?:restrictions?|constraints?)\b|\bam i (?:a )?(?:vegan|vegetarian)\b|\bcan i eat\b",
        FOOD,
    ),
    (r"\bhow old (?:is|are|was|were) (?:my|our)\b", ("age", "birthday")),
    (r"\ballerg\w+\b|\bintoleran\w+\b", ("allergy",)),
    (r"\bspicy\b|\bspice\b", ("spice_level",)),
    (r"\bcan i (?:still )?(?:have|drink)\b|\bam i allowed (?:to (?:eat|have|drink))?\b", FOOD),
    (
        r"\b(?:do|did) i take\b|\b(?:am|was|were) i taking\b|\bi(?:'m| am) (?:on|taking)\b.*\bfor\b",
        ("medication",),
    ),
    (r"\b(?:ok|okay|safe|fine|allowed) for me\b", FOOD),
    (r"\bmedic(?:ine|ines|ation|ations)\b|\b(?:pill|drug|tablet)s?\b", ("medication",)),
    (
        r"\b(?:illness(?:es)?|diseases?|conditions?|diagnos\w+|health|wrong with|ill|sick)\b",
        ("medical_condition", "allergy", "medication"),
    ),
    (r"\breligio\w+\b", ("religion",)),
    (
        r"\bwhere\b.*\b(?:lives?|living|based|reside|residing|home|staying|move|moved)\b|"
        r"\b(?:city|town|country|place)\b.*\blive\b|\bmy (?:\w+ )?(?:home|address|city|residence)\b|"
        r"\bdo i (?:still )?live\b|\bwhen did i move\b",
        ("home",),
    ),
    (r"\b(?:where|which \w+)\b.*\b(?:from|born|grow up|grew up)\b|\bhome ?town\b", ("hometown",)),
    (
        r"\bwhere\b.*\bwork(?:s|ed)?\b|\bwho(?:m)?\b.*\bwork for\b|\bemployer\b|\bcompany\b",
        ("employer", "workplace"),
    ),
    (
        r"\b(?:(?:do|does|did) for (?:a living|work)|my (?:job|profession|occupation|work)|what (?:kind of )?work|"
        r"do i work as|use to do|used to do)\b|\bwhat (?:do|does|did) i do\b\W*$",
        ("occupation", "employer"),
    ),
    (rf"\bpets?\b|{_ANIMALS}", ("pet",)),
    (
        r"\bfamily\b|\bsiblings?\b|\b(?:brothers|sisters|cousins|nephews|nieces|uncles|aunts)\b|"
        r"\bchild(?:ren)?\b|\bkids?\b|\bparents?\b|"
        r"\bgrand(?:children|kids|sons?|daughters?)\b|\btwins\b",
        ("family",),
    ),
    (
        r"\b(?:call me|address me)\b|\b(?:am i|i am|i'm|should i be|i get) (?:\w+ )?called\b",
        ("form_of_address", "name"),
    ),
    (r"\bmy (?:full |first |last )?name\b", ("name",)),
    (r"\bi (?:is|am|was) called\b|\b(?:is|am|was) i called\b", ("name", "form_of_address")),
    (r"\bhow old\b|\bmy age\b", ("age", "birthday")),
    (r"\bbirthday\b|\bborn on\b|\bdate of birth\b", ("birthday",)),
    (r"\bmarried\b|\bmarital\b|\bsingle\b", ("marital_status", "family")),
    (r"\blanguages?\b.*\b(?:speak|know)\b|\bspeak\b", ("language",)),
    (r"\bfavou?rite\b", ("favorite:",)),
    (r"\bweigh\w*\b", ("measure:weight",)),
    (r"\bheight\b|\btall\b", ("measure:height",)),
    (
        r"\bbest\b.*\b(?:time|score|result)\b|\bpersonal best\b|\brecord\b|\bpb\b|\bmy best\b",
        ("measure:",),
    ),
    (r"\bhow many\b", ("count:",)),
    (r"\bhow much\b", ("measure:", "count:")),
    (r"\b(?:don't|do not|doesn't|does not) (?:i )?like\b|\bdislikes?\b|\bhate\b", ("dislikes",)),
    (
        r"\b(?:like|love|enjoy|prefer|into|interests?)\b|\bpreferences?\b",
        ("likes", "hobby", "favorite:", "preference:"),
    ),
    (r"\babout (?:my )?(?:food|diet|eating)\b", FOOD),
    (r"\bhobb(?:y|ies)\b|\bfree time\b|\bfor fun\b", ("hobby", "likes")),
    (r"\bhabits?\b|\broutine\b|\busually\b|\bevery (?:day|morning|evening|week)\b", ("habit",)),
    (r"\bskills?\b|\bgood at\b|\bcan i (?:play|do)\b", ("skill",)),
    (r"\b(?:own|have i got|possess)\b|\b(?:my|which|what) (?:car|bike|phone|laptop)\b", ("owns",)),
    (
        r"\bwhen\b.*\b(?:start|begin|join|leave)\b.*\b(?:job|work|at)\b",
        ("employer", "occupation"),
    ),
    (r"\b(?:stud(?:y|ied|ying)|degree|school|university|college|education)\b", ("education",)),
    (r"\bgoals?\b", ("goal",)),
    (r"\bprojects?\b", ("project",)),
    (r"\bplans?\b|\bplanning\b|\bgoing to do\b|\bcoming up\b|\bupcoming\b", ("plan", "commitment")),
    (r"\bpromis\w+\b|\bcommit\w+\b", ("commitment",)),
    (r"\bdecid\w+\b|\bdecisions?\b", ("decision",)),
    (r"\b(?:visited|been to|travel\w*)\b", ("visited",)),
    (r"\be-?mail\b", ("email",)),
    (r"\bphone number\b", ("phone",)),
    (r"\bnationality\b|\bpassport\b", ("nationality",)),
    (
        r"\b(?:answers?|repl(?:y|ies))\b.*\b(?:want|like|prefer|short|long|style)\b",
        ("reply_length", "reply_style", "reply_language"),
    ),
)
_COMPILED = tuple((re.compile(pattern, re.IGNORECASE), names) for pattern, names in _ATTRIBUTES)


def is_question(sentence: str) -> bool:
    asks = sentence.rstrip(" \"'”)").endswith(("?", "？")) or _QUESTION_START.match(sentence)
    return bool(asks or _LIST.fullmatch(sentence.strip()))


_LIST = re.compile(r"(?:my )?(?:to-?do list|to-dos|todos|todo list|task list)[.!]?", re.IGNORECASE)


def split_parts(sentence: str) -> list[str]:
    """Split "What …, and where …?" into its questions."""
    return [part.strip(" ,") for part in _PART.split(sentence) if part and part.strip(" ,?")]


def framed(part: str) -> Frame:
    """Take "do you remember", "did I ever tell you", "what did I say about" from a question."""
    told = _TOLD.match(part)
    if told:
        rest = told["rest"]
        return Frame(rest=rest, is_told=True, is_topic=bool(told["topic"]))
    topic = _TOPIC.match(part)
    if topic:
        is_overview = bool(_MYSELF.match(topic["rest"]))
        return Frame(rest=topic["rest"], is_topic=not is_overview, is_overview=is_overview)
    asking = _ASKING.match(part)
    rest = part[asking.end() :] if asking else part
    return Frame(rest=rest)


# "my dentist appointment" is no dentist.
_NO_DATE = r"(?!\w|-| (?:appointment|visit|bill|meeting|interview|problem)s?\b)"


def subject_of(part: str, subjects: Sequence[str]) -> tuple[str, str]:
    """Return whom a question is about, and the question as if it were about the user."""
    role = re.search(rf"\b(?:my|our) ({ROLES})(?:'s|’s)?{_NO_DATE}", part, re.IGNORECASE)
    if role:
        name = role.group(1).lower()
        plain = part.replace(role.group(0), "my" if role.group(0)[-2] in "'’" else "i", 1)
        return CANONICAL_ROLE.get(name, name), plain
    for name in subjects:
        named = re.search(rf"\b{re.escape(name)}(?:'s|’s)?(?!\w)", part, re.IGNORECASE)
        if name != "user" and named:
            possessive = named.group(0)[-2:] in ("'s", "’s")
            return name, part.replace(named.group(0), "my" if possessive else "i", 1)
    return "user", part


def of_pronoun(part: str, last_person: str) -> tuple[str, str]:
    """Read "where does she live?" as about the person spoken of last."""
    found = _PRONOUN.search(part)
    if found is None or _FIRST_PERSON.search(part):
        return "user", part
    return last_person, part.replace(found[0], "my" if found["own"] else "i", 1)


def attributes_of(part: str) -> Iterator[str]:
    if not is_personal(part):
        return
    for pattern, names in _COMPILED:
        if pattern.search(part):
            yield from names
            return


def is_personal(part: str) -> bool:
    return bool(_FIRST_PERSON.search(part)) and not _REQUEST_ONLY.match(part)


_CHILDREN = frozenset(
    ["kid", "kids", "child", "children", "son", "sons", "daughter", "daughters", "boys", "girls"]
)
_KIN = re.compile(
    rf"\b(?:{ROLES}|kid|child|children|pet|grandchild|grandchildren|"
    r"grandkid|grandson|granddaughter|twin)s?\b",
    re.IGNORECASE,
)
_ANIMAL = re.compile(_ANIMALS, re.IGNORECASE)


def kinds_of(part: str) -> frozenset[str]:
    """Return the kinds of relatives and animals that a text names, one word for each kind."""
    words = [found.group().lower() for found in (*_KIN.finditer(part), *_ANIMAL.finditer(part))]
    kinds = {"child" if word in _CHILDREN else word.removesuffix("s") for word in words}
    kinds = {"grandchild" if kind.startswith("grandkid") else kind for kind in kinds}
    if re.search(r"\bmarried\b|\bmarital\b|\bsingle\b|\bspouse\b", part, re.IGNORECASE):
        kinds |= {"wife", "husband"}
    return frozenset(CANONICAL_ROLE.get(kind, kind) for kind in kinds) - {"pet"}


_STATED = re.compile(r"^(?:that )?(?:i|we) ", re.IGNORECASE)  # "did I tell you I smoke?"


def is_yes_no(part: str) -> bool:
    return bool(_YES_NO.match(part)) or bool(_STATED.match(part))
