"""What somebody says of themself, as a statement that is kept: "You live in Oslo." Pure.

The other way of `to_second_person`, for a person who corrects a memory in their own words.
"""

import re

from chat.llm.local.wording import to_second_person
from memory.api import english_third_person

_IRREGULAR = {
    "are": "is", "am": "is", "have": "has", "do": "does", "were": "was", "go": "goes",
    "aren't": "isn't", "haven't": "hasn't", "don't": "doesn't", "weren't": "wasn't",
}  # fmt: skip
_SHORT = {
    "'m": " are", "'re": " are", "'ve": " have", "'ll": " will", "'d": " would",
}  # fmt: skip
_UNCHANGED = frozenset(
    "can cannot can't could couldn't may might must should shouldn't will won't would wouldn't was "
    "wasn't had hadn't did didn't used went came saw took got made met began became bought brought "
    "built chose drank drove ate fell felt found flew forgot gave grew heard held kept knew left "
    "lost paid ran said sold sent slept spoke spent stood taught told thought understood won wore "
    "wrote broke caught drew led lent lit rode rose sang sat swam threw woke".split()
)
_ADVERB = (
    r"(?:no longer|currently|also|usually|really|once|never|always|often|sometimes|still|just|"
    r"recently|temporarily)"
)
_CLAUSE = re.compile(rf"\b(?:You|I|you) (?P<adverb>{_ADVERB} )?(?P<verb>[A-Za-z']+)")
_GOES_ON = re.compile(
    r"\b(?P<joint>and|but|or) (?P<verb>are|have|do|live|work|like|dislike|love|hate|prefer|want|"
    r"need|play|speak|study|enjoy|own|use|avoid|drink|eat|plan)\b"
)
_OTHER_CLAUSE = re.compile(r"\b(?:who|whose|that|which|because|if|when|where|whether)\b")
_OWN = re.compile(r"\b(?:your|my)\b", re.IGNORECASE)
_SELF = re.compile(r"\b(?:you|me|I)\b")


def to_third_person(told: str, *, stored: str, language: str) -> str:
    """Turn what a person wrote of themself into a statement ("The user lives in Oslo.").

    `stored` is the statement that they corrected: what they left as it was told keeps its words.
    """
    if told == to_second_person(stored, language):
        return stored
    if language.startswith("zh"):
        return re.sub(r"你们|您|你|我们|我", "用户", told)
    return _english(told, stored)


def _english(told: str, stored: str) -> str:
    for short, whole in _SHORT.items():
        told = re.sub(rf"\b(I|You|you){short}\b", rf"\1{whole}", told)
    told = told.replace("I am ", "I are ")
    known = _verbs(stored)
    if re.match(r"(?:You|I) ", told):
        clause = _OTHER_CLAUSE.search(told)
        end = clause.start() if clause else len(told)
        joined = _GOES_ON.sub(lambda m: f"{m['joint']} {_third(m['verb'], known)}", told[:end])
        told = joined + told[end:]
    told = _CLAUSE.sub(lambda m: f"the user {m['adverb'] or ''}{_third(m['verb'], known)}", told)
    told = _SELF.sub("the user", _OWN.sub("the user's", told))
    return re.sub(r"^the user", "The user", told)


def _verbs(stored: str) -> dict[str, str]:
    """Return the verbs of a statement by the form in which it tells them to the person."""
    pairs = zip(to_second_person(stored, "en").split(), stored.split()[1:], strict=False)
    return {new: old for new, old in pairs if new != old}


def _third(verb: str, known: dict[str, str]) -> str:
    """Return the third person singular of a verb as it is told to a person."""
    low = verb.casefold()
    if verb in known:
        return known[verb]
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low in _UNCHANGED or low.endswith("ed"):
        return verb
    return english_third_person(verb)
