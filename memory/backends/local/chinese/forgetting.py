"""What a request to forget names, where the rules of statements do not read it."""

import re
from collections.abc import Callable

from memory.backends.local.chinese.found import Found, thing
from memory.backends.local.chinese.people import FAMILY, ME, Person
from memory.backends.local.chinese.rules import health, memory_requests, quantities
from memory.backends.local.chinese.statement import Statement
from memory.domain.types import USER

Known = Callable[[str, str], list[str]]


def topic_named(
    words: str, inner: Statement, person: Person, known: Known
) -> tuple[list[Found], Person]:
    """Return what a noun phrase names (我的住址), and whose it is.

    `known` gives the remembered values of a subject's attribute.
    """
    about = inner.core or words
    if health.is_illness(about) and not re.fullmatch("[毛老]?病", about):
        return [Found(attribute="medical_condition", value=thing(about))], person
    attribute = memory_requests.topic_attribute(inner.core or words)
    if attribute:
        values = known(person.subject, attribute)
        named = [Found(attribute=attribute, value=values[0] if len(values) == 1 else "")]
        if attribute == "occupation" and "职业" not in words:  # 我的工作: where it is done as well
            named += [
                Found(attribute=other, value=value)
                for other in ("employer", "workplace")
                for value in known(person.subject, other)
            ]
        return named, person
    if person.subject != USER and not inner.core:
        term = thing(re.sub("^我的?", "", words))
        attribute = "family" if person.subject in FAMILY else "relationship"
        named = [Found(attribute=attribute, value=term, text=f"用户的{term}")]
        if known(person.subject, ""):  # what is remembered of them goes as well
            named.append(Found(attribute="", value="", subject=person))
        return named, ME
    measured = quantities.measured_thing(words)
    attribute = f"measure:{measured}" if measured else "fact"
    return [Found(attribute=attribute, value="" if measured else thing(words))], person
