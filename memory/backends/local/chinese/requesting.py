"""What a clause asks: of the memory itself, or how the assistant should answer."""

import re
from dataclasses import replace

from memory.backends.local.chinese.assemble import passing_time
from memory.backends.local.chinese.forgetting import topic_named
from memory.backends.local.chinese.found import Found
from memory.backends.local.chinese.mapping import Changes, find
from memory.backends.local.chinese.people import ME
from memory.backends.local.chinese.rules import identity, memory_requests
from memory.backends.local.chinese.settled import forgotten
from memory.backends.local.chinese.statement import Statement, take_apart
from memory.backends.local.chinese.telling import Telling
from memory.backends.local.chinese.wishes import asked, wishes
from memory.domain.kinds import names_of
from memory.domain.types import USER, Mode

_SAID_BEFORE = re.compile(r"我(?:之前|以前|上次)?(?:跟你)?(?:说|提|讲|告诉)(?:你)?过")
_NOT_THAT_NAME = re.compile(r"(?:别|不要|不用)(?:再)?(?:叫|喊|称呼)我")


def asks_of_memory(telling: Telling, text: str, start: int) -> bool:
    """Read what is asked of the memory itself; say whether the clause was such a request."""
    bare = text.strip(" 　。！!~～，,；;")
    removed = memory_requests.unlisted(bare)
    if removed:
        telling.working.append(removed)
        return True
    if memory_requests.takes_back(bare):
        _take_back(telling, start, start + len(text))
        return True
    record = memory_requests.faulty_record(bare)
    if record:
        telling.record = record
        return True
    if _forgets_somebody(telling, bare, start):
        return True
    wanted = memory_requests.forget(bare)
    if telling.record and memory_requests.drops_it(bare):
        wanted = memory_requests.Forget(telling.record)
    if wanted:
        if wanted.words:
            _forget(telling, wanted, bare, start)
        return True
    change = memory_requests.done(bare)
    if change:
        telling.working.append(change)
        return True
    return False


_FORGET_NAMED = re.compile(
    r"(?:请|麻烦|你|帮我)*(?:把|将)?(?:忘掉|忘了|忘记|删掉|删除)?(?:关于)?(?P<name>[^，的]{2,8}?)"
    r"(?:的(?:事情?|一切|所有.{0,4}|信息|记录))?(?:都)?(?:忘掉|忘了|忘记|删掉|删除)?(?:吧|了)?"
)


def _forgets_somebody(telling: Telling, bare: str, start: int) -> bool:
    """Read 忘掉小李的事 of somebody whom memory knows by name."""
    named = _FORGET_NAMED.fullmatch(bare) if re.search("忘|删", bare) else None
    if named is None or named["name"] not in telling.acquainted:
        return False
    said = take_apart(bare, start, telling.now)
    for subject, attribute, value in telling.request.known:
        if subject == USER and names_of(attribute, value)[0] == named["name"]:
            meant = Found(attribute=attribute, value=value)
            telling.keep(meant, ME, said, telling.setting(Mode.FORGET))
    return True


def _take_back(telling: Telling, start: int, end: int) -> None:
    """Drop what the message told so far; else ask to forget what the one before it told."""
    if telling.candidates and _SAID_BEFORE.search(telling.piece.text):
        telling.candidates = [forgotten(c, c.quote) for c in telling.candidates]
        return
    if telling.candidates:
        telling.candidates.clear()
        return
    quote = telling.piece.quote(start, end)
    told = telling.again(telling.request.previous_text)
    telling.candidates += [forgotten(c, quote) for c in told if c.mode is not Mode.FORGET]


def _forget(telling: Telling, wanted: memory_requests.Forget, clause: str, start: int) -> None:
    words = re.sub(r"(?:的)?(?:这|那)?(?:件|回|个)?事(?:情|儿)?$", "", wanted.words)
    inner = take_apart(words, start + max(clause.find(words), 0), telling.now)
    whole = replace(inner, start=start, end=start + len(clause), text=clause)
    person = telling.cast.whom(inner)
    setting = telling.setting(Mode.FORGET)
    found = [f for f in find(inner, telling.now, Changes()) if f.attribute != "event"]
    if not found:
        found, person = topic_named(words, inner, person, telling.known)
    for each in found:
        telling.keep(each, person, replace(whole, negation=""), setting)


def asks_a_wish(telling: Telling, text: str, start: int) -> bool:
    """Read a wish in the form of a question (能不能说人话, 以后可以用英文回答吗)."""
    wanted = asked(text)
    if not wanted:
        return False
    at = start + text.index(wanted)
    s = replace(take_apart(wanted, at, telling.now), is_request=True)
    before = len(telling.candidates)
    telling.follows_reply = True
    wishes_of(telling, s)
    for found in identity.form_of_address(s):
        telling.keep(found, ME, s, telling.setting())
    return len(telling.candidates) > before


def wishes_of(telling: Telling, s: Statement) -> bool:
    temporary = passing_time(s, telling.setting()) is not None
    found = wishes(s, follows_reply=telling.follows_reply, is_temporary=temporary)
    for each in found:
        telling.keep(each, ME, replace(s, negation=""), telling.setting())
    telling.follows_reply = bool(found)
    return bool(found)


def renames(telling: Telling, s: Statement) -> bool:
    """Read 叫王总 after 别叫我老王."""
    found = list(identity.renamed(s)) if telling.refuses_a_name else []
    for each in found:
        telling.keep(each, ME, s, telling.setting())
    telling.refuses_a_name = bool(_NOT_THAT_NAME.search(s.text))
    return bool(found)
