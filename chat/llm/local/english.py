"""English questions about the user: their forms, and the attributes that they ask for. Pure."""

import re
from collections.abc import Iterator, Sequence

LANGUAGE = "en"

ROLES = (
    "sister|brother|mother|mom|mum|father|dad|wife|husband|partner|girlfriend|boyfriend|son|"
    "daughter|friend|boss|manager|colleague|grandmother|grandma|grandfather|grandpa|aunt|uncle|"
    "cousin|niece|nephew|roommate|neighbour|neighbor|flatmate|landlord|landlady|gp|doctor|dentist|"
    "teacher|therapist|coach"
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

_QUESTION_START = re.compile(
    r"^\W*(?:(?:and|but|so|ok(?:ay)?|hey|hi|hello|well|please|also|then|now)\W+)*"
    r"(?:what|where|who|whose|when|which|why|how|do|does|did|am|is|are|was|were|can|could|should|"
    r"shall|would|will|have|has|tell me|remind me (?:what|where|who|when|which|how)|"
    r"show me|list|name my|give me|do you (?:know|remember))\b",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|my|mine|myself|we|our)\b", re.IGNORECASE)
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
    r"\bwhat (?:do|must|should) i (?:have to|need to|still have to)? ?do\b(?! for (?:a living|work))|"
    r"\breminders?\b",
    re.IGNORECASE,
)
PAST = re.compile(
    r"\b(?:before|previous(?:ly)?|former(?:ly)?|used? to|earlier|last (?:job|city|employer|home)|"
    r"old (?:job|city|employer|home|address))\b",
    re.IGNORECASE,
)
WHEN = re.compile(r"\b(?:when|what (?:day|date|time|year)|since when|how long)\b", re.IGNORECASE)

FOOD = ("allergy", "diet", "avoids", "spice_level", "never", "dislikes", "religion")
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
    (r"\ballerg\w+\b|\bintoleran\w+\b", ("allergy",)),
    (r"\bspicy\b|\bspice\b", ("spice_level",)),
    (r"\bmedic(?:ine|ines|ation|ations)\b|\bpills?\b|\bdrugs?\b", ("medication",)),
    (
        r"\b(?:illness|disease|condition|diagnos\w+|health)\b",
        ("medical_condition", "allergy", "medication"),
    ),
    (r"\breligio\w+\b", ("religion",)),
    (
        r"\bwhere\b.*\b(?:live|living|based|reside|residing|home|staying|move|moved)\b|"
        r"\b(?:city|town|country|place)\b.*\blive\b|\bmy (?:\w+ )?(?:home|address|city|residence)\b|"
        r"\bdo i (?:still )?live\b|\bwhen did i move\b",
        ("home",),
    ),
    (r"\b(?:where|which \w+)\b.*\b(?:from|born|grow up|grew up)\b|\bhome ?town\b", ("hometown",)),
    (
        r"\bwhere\b.*\bwork\b|\bwho(?:m)?\b.*\bwork for\b|\bemployer\b|\bcompany\b",
        ("employer", "workplace"),
    ),
    (
        r"\b(?:do for (?:a living|work)|my (?:job|profession|occupation|work)|what (?:kind of )?work|"
        r"do i (?:do|work as))\b",
        ("occupation", "employer"),
    ),
    (rf"\bpets?\b|{_ANIMALS}", ("pet",)),
    (
        r"\bfamily\b|\bsiblings?\b|\bchild(?:ren)?\b|\bkids?\b|\bparents?\b|"
        r"\bgrand(?:children|kids|sons?|daughters?)\b|\btwins\b",
        ("family",),
    ),
    (
        r"\b(?:call me|address me)\b|\b(?:am i|i am|i'm|should i be|i get) (?:\w+ )?called\b",
        ("form_of_address", "name"),
    ),
    (r"\bmy (?:full |first |last )?name\b", ("name",)),
    (r"\bhow old\b|\bmy age\b", ("age", "birthday")),
    (r"\bbirthday\b|\bborn on\b|\bdate of birth\b", ("birthday",)),
    (r"\bmarried\b|\bmarital\b|\bsingle\b", ("marital_status", "family")),
    (r"\blanguages?\b.*\b(?:speak|know)\b|\bspeak\b", ("language",)),
    (r"\bfavou?rite\b", ("favorite:", "likes")),
    (
        r"\bbest (?:time|score|result)\b|\bpersonal best\b|\brecord\b|\bweigh\w*\b|\bheight\b|\btall\b",
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
    (r"\b(?:own|have i got|possess)\b|\bmy (?:car|bike|phone|laptop)\b", ("owns",)),
    (
        r"\bwhen\b.*\b(?:start|begin|join|leave)\b.*\b(?:job|work|at)\b",
        ("employer", "occupation"),
    ),
    (r"\b(?:stud(?:y|ied)|degree|school|university|college|education)\b", ("education",)),
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
    return sentence.rstrip(" \"'”)").endswith(("?", "？")) or bool(_QUESTION_START.match(sentence))


def split_parts(sentence: str) -> list[str]:
    """Split "What …, and where …?" into its questions."""
    return [part.strip(" ,") for part in _PART.split(sentence) if part and part.strip(" ,?")]


def subject_of(part: str, subjects: Sequence[str]) -> tuple[str, str]:
    """Return whom a question is about, and the question as if it were about the user."""
    role = re.search(rf"\bmy ({ROLES})(?:'s|’s)?\b", part, re.IGNORECASE)
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


def is_yes_no(part: str) -> bool:
    return bool(_YES_NO.match(part))
