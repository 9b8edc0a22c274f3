"""A statement that a person rewrote, read again by the rules: which value does it tell now?"""

import re
from datetime import datetime

from django.utils.module_loading import import_string

from memory.backends.local.english.surface.verbs import guess
from memory.domain.language import language_of
from memory.domain.types import Candidate, ExtractionRequest, Mode

LOCAL = "memory.backends.local.extractor.LocalExtractor"  # loaded once something is reread
_BE = {"is": "am", "isn't": "am not", "was": "was"}
_CLAUSE = re.compile(
    r"\bThe user (?P<adverb>(?:no longer|currently|also|usually|really|never|always|often|"
    r"sometimes|still|just|recently|temporarily) )?(?P<verb>[A-Za-z']+)"
)


def told_value(standing: Candidate, text: str, *, now: datetime) -> str:
    """Return the value that `text` gives the attribute of a statement; "" when it is not read.

    `text` is in the third person ("The user lives in Porto."), as statements are kept. Read is what
    one single statement says of the same subject and attribute, for as long as that one does.
    """
    if not standing.attribute:
        return ""
    request = ExtractionRequest(text=as_said(text), said_at=now)
    found = {
        candidate.value
        for candidate in import_string(LOCAL)().extract(request).candidates
        if (candidate.subject, candidate.attribute) == (standing.subject, standing.attribute)
        and candidate.mode in (standing.mode, Mode.CORRECTION, Mode.STANDING)
    }
    return found.pop() if len(found) == 1 else ""


def as_said(text: str) -> str:
    """Turn a statement into what the user would have said: "I live in Porto.", 我住在波尔图。"""
    if language_of(text).startswith("zh"):
        return text.replace("该用户", "我").replace("用户", "我")
    text = re.sub(r"\bthe user's\b", "my", re.sub(r"\bThe user's\b", "My", text))
    text = _CLAUSE.sub(lambda found: f"I {found['adverb'] or ''}{_first(found['verb'])}", text)
    return re.sub(r"\btheir\b", "my", text) if text.startswith("I ") else text


def _first(verb: str) -> str:
    form = guess(verb)
    return _BE.get(verb) or (form.lemma if form.tense == "s" else verb)
