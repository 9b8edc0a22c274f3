"""What a request to forget names, where the rules of statements do not read it."""

import re
from collections.abc import Callable

from memory.backends.local.chinese.found import Found, thing
from memory.backends.local.chinese.people import ME, Person
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
    if health.is_illness(words):
        return [Found(attribute="medical_condition", value=thing(words))], person
    attribute = memory_requests.topic_attribute(inner.core or words)
    if attribute:
        values = known(person.subject, attribute)
        named = [Found(attribute=attribute, value=values[-1] if values else "")]
        if attribute == "occupation" and "职业" not in words:  # 我的工作: where it is done as well
            named += [
                Found(attribute=other, value=value)
                for other in ("employer", "workplace")
                for value in known(person.subject, other)
            ]
        return named, person
    if person.subject != USER and not inner.core:
        about = thing(re.sub("^我的?", "", words))
        return [Found(attribute="relationship", value=about)], ME
    measured = quantities.measured_thing(words)
    attribute = f"measure:{measured}" if measured else "fact"
    return [Found(attribute=attribute, value="" if measured else thing(words))], person
