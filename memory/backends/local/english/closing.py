"""Rules for taking back: forget requests, corrections, denials by reference, saying yes or no."""

import re

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.english.lexicon import ACQUAINTANCE, CONDITIONS, PETS, ROLES
from memory.backends.local.frame import words

# What "my job", "where I live" stand for, when a user asks to forget it.
_TOPICS = {
    "job": "occupation", "work": "occupation", "profession": "occupation", "address": "home",
    "home": "home", "city": "home", "location": "home", "age": "age", "birthday": "birthday",
    "name": "name", "diet": "diet", "allergy": "allergy", "allergies": "allergy", "phone": "phone",
    "number": "phone", "email": "email", "e-mail": "email", "employer": "employer",
    "company": "employer", "religion": "religion", "medication": "medication",
    "meds": "medication", "health": "medical_condition", "illness": "medical_condition",
    "family": "family", "pets": "pet", "dog": "pet", "cat": "pet", "hobbies": "hobby",
    "hobby": "hobby", "trip": "plan", "plans": "plan", "marriage": "marital_status",
    "divorce": "marital_status", "relationship": "relationship", "school": "education",
    "weight": "measure:weight", "height": "measure:height", "goal": "goal", "goals": "goal",
    "salary": "measure:salary", "rent": "measure:rent",
    "vacation": "plan", "holiday": "plan", "wedding": "plan",
    "ex": "relationship",
}  # fmt: skip
_BODY = words("knee knees back hip shoulder neck ankle wrist heart eyes hearing elbow stomach")
_BARE = frozenset(_TOPICS) | words("my the current old new date of birth ex status issues details")
_FORGET = re.compile(
    r"\b(?:forget|erase|delete|remove|wipe|unlearn|scrub|purge|scrap|drop)\b"
    r"|(?<!\bi )(?<!\bwe )(?<!they )(?<!you )(?<!\bshe )(?<!\bhe )(?<!\bpeople )"
    r"\b(?:don'?t|do not|stop|no need to) (?:remember(?:ing)?|store|storing|keep(?:ing)?|save"
    r"|saving)\b",
    re.I,
)
_NOT_FORGET = re.compile(
    r"\b(?:don'?t|do not|never|didn'?t|let me|i|always|(?<!you )to|i'?ll|won'?t|can'?t)\s+"
    r"(?:ever\s+)?forget\b"
    r"|\b(?:i|we|he|she|they|people|it)\s+(?:\w+\s+)?(?:erase|delete|remove|wipe|scrub|purge|scrap"
    r"|drop)\b"
    r"|\bforget (?:it|to)\b|\bforget (?:previous|all|your|the above)|\bfile\b|\bfolder\b|\bcode\b"
    r"|\bline\b|\brows?\b|\bstains?\b",
    re.I,
)
_CAN_FORGET = re.compile(r"\byou (?:can|could|may|should) (?:just |now |please )?forget\b", re.I)
_OBJECT = re.compile(
    r"\b(?:forget|erase|delete|remove|wipe|unlearn|scrub|purge|scrap|drop|remember(?:ing)?|stor"
    r"(?:e|ing)"
    r"|keep(?:ing)?|sav(?:e|ing))\s+(?:about\s+)?(?P<what>.+)$",
    re.I,
)
_SAID = re.compile(
    r"^(?:the fact |everything |anything |all |what(?:ever)? |that )*(?:(?:that )?i (?:told"
    r"|said|mentioned)"
    r"(?: to)?(?: you)?|you (?:know|remember|have|learned|stored)|we (?:said|discussed))"
    r"(?: about| that| on)?\s*",
    re.I,
)
_YES = re.compile(
    r"^\W*(?:(?:(?:yes|yep|yeah|yup|yea|exactly|correct|indeed|absolutely|definitely|precisely"
    r"|that'?s (?:right|correct|true|it)|affirmative|of course|you got it|spot on"
    r"|still right|bingo|mhm|uh-huh)\b"
    # These begin other sentences ("please forget", "right now", "I am allergic"): alone only.
    r"|(?:right|sure|true|please(?: do)?|(?:i|we|she|he|they|it) (?:do|am|is|does|did|are|have))"
    r"(?=\s*(?:[,.!;]|$)))[\s,.!]*)+",
    re.I,
)
_NO = re.compile(
    r"^\W*(?:no|nope|nah|not (?:quite|really|exactly|true)|that'?s (?:wrong|not right|incorrect"
    r"|not true|false)|incorrect|wrong)\b[\s,.!]*(?:i (?:don'?t|do not|am not|'m not)[.!]*)?\s*$",
    re.I,
)
_CORRECTING = re.compile(
    r"^\W*(?:(?:no wait|no+(?=\s*(?:[,.!;:–—-]|$|(?:i|it|it's|she|he|we|they|that|that's|my|no)\b))"
    r"|nope|nah|wait|sorry|oops|actually|correction|scratch that|i mean|my mistake|my bad"
    r"|hang on|hold on|wrong|incorrect|that'?s (?:wrong|not right|incorrect|not true|not correct)"
    r"|that isn'?t (?:right|true|correct)|(?:forget|ignore|strike|scrap) that(?=\s*[,;:.–—-])"
    r"|you(?:'ve| have)? got (?:that|it) wrong|not quite"
    r"|let me correct (?:that|myself)|to correct myself|apologies)\b[\s,.:;!–—-]*)+",
    re.I,
)
_STRONG = words("no nope wrong incorrect correction scratch wait sorry oops mean mistake that's")
_MEANT = re.compile(
    r"\b(?:i meant|i mean|make (?:it|that)|should be|it'?s|it is|correction:?|should have said)\s+"
    r"(?:to say\s+)?(?P<new>[^,.;!?]+?)(?:,|;|\s+(?=not\b))?\s*(?:(?:and )?not\s+"
    r"(?P<old>[^,.;!?]+))?"
    r"(?:,?\s*sorry)?[.!]*$",
    re.I,
)


def is_forget_request(text: str) -> bool:
    named = _OBJECT.search(text)
    about_it = re.search(r"\b[Ff]orget about (?:the \w|[A-Z])", text)
    if named is None or not (about_it or _MEMORY_OBJECT.match(named["what"])):
        return False
    if re.match(r"(?:that|it|this)\s*[,;–—-]+\s*\w", named["what"], re.I):
        return False  # "scrap that, I'm flying on the 14th" corrects
    if _CAN_FORGET.search(text):
        return True
    return bool(_FORGET.search(text)) and not _NOT_FORGET.search(text) and "?" not in text


_MEMORY_OBJECT = re.compile(
    r"(?:about |the fact |it )?(?:that|what|whatever|everything|anything|all|about|my|our|where"
    r"|who|how|when|i|i'm|i've|me|we)\b",
    re.I,
)


def forgotten(text: str) -> str:
    """Return what a forget request names ("that I'm vegetarian", "my job", "everything")."""
    match = _OBJECT.search(text.strip(" .!"))
    if not match:
        return ""
    cut = r"\s+(?:from|in) (?:your|the) (?:memory|memories|records?|notes|database)\b.*$"
    named = re.sub(cut, "", match["what"], flags=re.I)
    named = re.split(
        r"[,;]\s*(?=(?:it|that|this|they|i|we|he|she|because|since)\b)", named, flags=re.I
    )[0]
    what = re.sub(r"[,.]?\s*(?:please|thanks|thank you)\s*$", "", named, flags=re.I)
    rest = _SAID.sub("", what).strip(" .!,")
    if re.match(r"(?:everything|anything|all|it all|me)\b", what, re.I) and rest.casefold() in (
        "",
        "me",
        "about me",
        "everything",
        "all",
        "it all",
        "about me and my life",
        "all of it",
    ):
        return "everything"
    return rest.removeprefix("about ").removeprefix("that ") if rest else what


def topic_attribute(what: str) -> tuple[str, str]:
    """Return (attribute, value) for a noun phrase such as "my job" or "my trip to Cuba"."""
    what = re.sub(r"^(?:about|on|that)\s+", "", what.strip(), flags=re.I)
    plain = re.sub(r"^(?:my|our|the|where|what|how|any)\s+", "", what.strip(), flags=re.I)
    plain_words = re.findall(r"[\w'-]+", plain)
    if re.match(r"where i live", what, re.I):
        return "home", ""
    if re.match(r"where i work", what, re.I):
        return "employer", ""
    animal = re.match(r"(?:my|our) (\w+)(?:['’]s? name)?$", what, re.I)
    if animal and animal[1].casefold() in PETS:
        return "pet", animal[1].casefold()
    if animal and animal[1].casefold() in ROLES:
        role = ROLES[animal[1].casefold()]
        return "relationship" if animal[1].casefold() in ACQUAINTANCE else "family", role
    done = re.match(r"(?:that )?i (?!am\b|was\b|have\b|had\b|like|love|hate)(\w+.*)", what, re.I)
    if done:
        return "", done[1]
    head = next((w.casefold() for w in plain_words if w.casefold() in _TOPICS), "")
    if not head and any(w.casefold() in CONDITIONS | _BODY for w in plain_words):
        return "medical_condition", re.sub(
            r"\s+(?:thing|stuff|issues?|problems?|business)$", "", plain
        )
    if not head:
        return "", plain
    bare = all(w.casefold() in _BARE for w in plain_words)
    return _TOPICS[head], "" if bare else plain


def yes_words(text: str) -> str:
    """Return the words that say yes at the start of a message, "" if it does not."""
    match = _YES.match(text)
    return match[0].strip() if match and match[0].strip(" .,!") else ""


def is_plain_no(text: str) -> bool:
    return bool(_NO.match(text.strip()))


def correction_opening(text: str) -> tuple[int, bool]:
    """Return where a correction begins after "no, actually", and whether the opening is strong."""
    match = _CORRECTING.match(text)
    if not match:
        return 0, False
    said = re.findall(r"[a-z']+", match[0].casefold())
    return match.end(), any(word in _STRONG for word in said)


def meant(text: str) -> tuple[str, str] | None:
    """Return (new, old) of "I meant Lisbon, not Berlin", None if it is no such correction."""
    match = _MEANT.search(text)
    if not match or re.search(r"\bmeant to\b", text):
        return None
    new = re.sub(r"^(?:the|a|an|in|at|on)\s+", "", match["new"].strip(), flags=re.I)
    old = re.sub(r"^(?:the|a|an|in|at|on)\s+", "", (match["old"] or "").strip(), flags=re.I)
    return (new, old) if new and len(new.split()) <= 6 else None


def contrasted(clause: ClauseView) -> str:
    """Return the Y of "I live in X, not (in) Y", "" if there is none."""
    match = re.search(
        r",?\s+(?:and )?not (?:in |at |for |to |on )?([A-Z\d][\w'-]*(?: [A-Z][\w'-]*)*)",
        clause.head.sent.text,
    )
    return match[1] if match else ""
