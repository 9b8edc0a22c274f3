"""Cuts a text into clauses by its surface and writes each in one plain way.

Contractions are written out, fillers, openings and expressions of time are taken away, so that the
rules see "I am allergic to latex" whatever was around it. Nothing here needs capital letters or a
correct parse.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory.backends.local.english.closing import correction_opening
from memory.backends.local.english.lexicon import FAMILY, ROLES
from memory.backends.local.english.surface.verbs import AUXILIARIES, form_of, rare
from memory.backends.local.english.times import TimeSpan, next_such_month
from memory.backends.local.frame import words

_SENTENCE_END = re.compile(
    r"(?<!\bMr)(?<!\bDr)(?<!\bSt)(?<!\bMs)(?<!\bMrs)(?<!\bvs)(?<!\be\.g)[.!?…]+(?=[\s)\"”]|$)"
    r"|[;\n]|\s[-–—]+\s|\s*—\s*|\s[:;]-?[)(DP](?=\s|$)|:(?=\s)|[\U0001F300-\U0001FAFF]"
)
_TOKEN = re.compile(r"[A-Za-zÀ-ÿ0-9$€£][\w'’&./:%-]*[\w%]|[\w$€£]|[,/]")
_JOINTS = words(
    "and but so because though although while whereas plus except then yet as or cos since however"
    " meaning bc"
)
_SUBJECTS = words("i we he she they you it there that this who which everyone nobody")
_DETERMINERS = words("my our his her their the")
_FRAGMENTS = words(
    "not no now currently originally formerly allergic married single divorced based born due"
    " never always usually never used called named from can't cannot don't won't can do trying"
    " working living studying learning saving training retired widowed engaged off also just"
    " please no nothing same"
)
_SUBORDINATE = words("when whenever after before once while until")
_AMBIGUOUS = words(
    "clean second"
    " work play walk run swim drink love hate dream plan travel cook dance hike climb cycle sleep"
    " study train cut fish sail golf drive ride visit break turn help sketch sound look box row"
    " hand jump fear tear book order hunt ski surf groom treat splash snap tutor fit lay feed set"
    " hit"
    " cost"
    " read"
    " drinks works plays walks runs fast land"
)
_CONTRACTIONS = (
    (re.compile(r"\b(?:can't|cannot|can not)\b", re.I), "can not"),
    (re.compile(r"\bwon't\b", re.I), "will not"),
    (re.compile(r"\bshan't\b", re.I), "will not"),
    (re.compile(r"\bain't\b", re.I), "am not"),
    (re.compile(r"n't\b", re.I), " not"),
    (re.compile(r"\bI'm\b", re.I), "I am"),
    (re.compile(r"'re\b", re.I), " are"),
    (re.compile(r"'ve\b", re.I), " have"),
    (re.compile(r"'ll\b", re.I), " will"),
    (re.compile(r"(\bmy favou?rite \w+)'s\b", re.I), r"\1 is"),
    (re.compile(r"(^\s*(?:my|our|the|his|her)(?: \w+)? \w+)'s(?=\s*$|\s{2,})", re.I), r"\1 is"),
    (re.compile(r"'d (?=been|got|had|never (?:been|had|\w+(?:ed|en)\b))", re.I), " had "),
    (
        re.compile(
            r"'s (?=(?:just |recently |finally |now )?(?:been|had|crept|risen|dropped|fallen"
            r"|climbed|jumped|shot|grown|shrunk|gone (?:up|down|from|vegan|vegetarian)|moved|become"
            r"|turned|started|stopped|quit|retired|passed|died|run out)\b)",
            re.I,
        ),
        " has ",
    ),
    (re.compile(r"'d\b", re.I), " would"),
    (re.compile(r"\b(it|he|she|that|there|who|what|where|here|how|this|name)'s\b", re.I), r"\1 is"),
    (
        re.compile(
            r"\b(?!(?:master|bachelor)\b)(\w+)'s (?=(?:an?|the|not|in|at|on|from|into|off|so|very"
            r"|really|also|always|been"
            r"|got|gone|just|all|my|our|allergic|vegan|vegetarian|fine|good|great|bad|terrible"
            r"|rubbish|booked|sorted|scheduled|sold|closed"
            r"|okay|ok|due|called|named|pregnant|acting|too)\b|\w{2,}ing\b)",
            re.I,
        ),
        r"\1 is ",
    ),
)
_OPENING = re.compile(
    r"^(?:[\s,.:;–—-]+|(?:and|but|so|because|also|plus|then|anyway|anyways|well|ok|okay|right|look"
    r"|listen|yeah|yep|yes|no(?=[,.!;:]|$| (?:i|it|my|we|that|he|she|they)\b)|nope|nah|just"
    r"|really|still|sorry|thanks|thank you|thx|cheers|please|(?:hi|hey|hello|morning|evening)(?:"
    r" (?:there|all|everyone|folks|guys|team|again))?"
    r"|morning|evening|good (?:morning|evening|afternoon)|actually|honestly|basically|obviously"
    r"|since|as|though|although|while|whereas|except|however|ugh|argh|wow|yay|oh|ah|hmm+|oops|lol"
    r"|haha+|guess what|fun fact|update|news|quick one|quick question|ps|p\.s|edit|note|fyi|btw"
    r"|by the way|the thing is|thing is|turns out|it turns out|to be fair|to be clear|for context"
    r"|(?:after|before|since|during|following|for|at|in) (?:the|my|our|a|much|long)(?: (?!i |we "
    r"|my )[\w-]+)"
    r"{1,6},?(?= (?:i|we) )"
    r"|(?:back )?(?:in|at) (?:uni|university|college|school|high school|those days),?"
    r"(?= (?:i|we) )|(?:many |a few )?(?:years|ages|decades|moons) ago,?(?= (?:i|we) )"
    r"|as an? (?:(?:small|young|little) )?(?:kid|child|teen(?:ager)?|student),?(?= (?:i|we) )"
    r"|back (?:then|in the day)|(?:one|some) ?day,?(?= (?:i|we) )"
    r"|context|background|in case (?:it|that) (?:matters|helps|is relevant)|if (?:it|that) helps"
    r"|for (?:the record|reference|info)|as (?:i|you) (?:said|know)|like i said|in fact"
    r"|unfortunately|luckily|sadly|fortunately|thankfully|finally|meanwhile|these days|nowadays"
    r"|for (?:this|the rest of this) (?:chat|conversation|session|thread)|at the moment|right"
    r" now|currently|lately|recently|now|today|personally|funny enough"
    r"|not gonna lie|i (?:should|must|forgot to|have to|need to|want to|wanted to|would like to)"
    r" (?:mention|say|add|admit|confess|tell you|note|point out|warn you)(?: that)?"
    r"|(?:did|have) i mention(?:ed)?(?: that)?|let me tell you(?: that)?"
    r"|(?:you should|please|just|you may want to)? ?(?:know|note|remember|bear in mind"
    r"|keep in mind)(?: that)? (?=(?:i|my|we|our)\b)|don't forget(?: that)? (?=(?:i|my|we)\b)"
    r"|just so you know|i can tell you(?: that)?|i am (?:afraid|pleased|happy|sad|sorry)(?: to"
    r" say)?"
    r"(?: that)? (?=(?:i|my|we)\b)|it is (?:true|a fact) that|which is why|the truth is"
    r"|one more thing|another thing|first(?:ly)?|second(?:ly)?|and yes|mind you"
    r"|i (?:know|realised|realized|noticed|swear|told you|said|mentioned)(?: you)?(?: that)?"
    r" (?=(?:i|my|we)\b)|same here|me too|to be honest|in short|long story short)\b[\s,:.!–—-]*)+",
    re.I,
)
_HEDGE = re.compile(
    r"^(?:i (?:think|guess|believe|suppose|reckon|suspect|am pretty sure|am sure"
    r"|would say)"
    r"(?: that)?|maybe|perhaps|probably)[\s,]+(?=\w)",
    re.I,
)
_WEAK = re.compile(
    r"(?<=\w) (?:really|also|just|still|actually|basically|currently|kinda|kind of|sort of"
    r"|pretty much|literally|definitely|totally|absolutely|only(?! child)|already|recently"
    r"|finally|quite"
    r"|honestly|obviously|sadly|unfortunately|luckily|very much|very|so|super|extremely|deeply"
    r"|officially|apparently|probably|simply|truly|genuinely|fairly|pretty|rather(?! than)|somehow"
    r"|nowadays|seriously|personally|technically|certainly|now|even|mostly|mainly|bloody|proper"
    r"|freaking|damn|lowkey|always(?= (?:loved|liked|hated|wanted|been))|big time|tbh|lol|haha"
    r"|these days|at the moment|right now|anyway|too|as well|though|by the way|strictly|severely"
    r"|deathly|highly|incredibly|temporarily|since(?=$|,)|ever|then|initially|gradually|both|all"
    r"(?= (?:vegan|vegetarian|allergic)))(?=[\s,]|$)",
    re.I,
)
_ASKS = re.compile(
    r"^(?:what|who|whose|where|why|how|which|whats|hows|wheres)\b(?! (?:a|an) )"
    r"|^(?:is|are|am|was|were|do|does|did|can|could|would|will|should|shall|have|has|may|might)"
    r"(?:n't| not)? (?:i|you|he|she|it|we|they|there|this|that|the|my|your|our|an?|any|anyone"
    r"|someone|people)\b"
    r"|^(?:any|anyone|anybody|got any|know any|know of|wanna|care to|thoughts on|ever) ",
    re.I,
)
_UNREAL = re.compile(
    r"^(?:if|unless|suppose|supposing|imagine|what if|pretend|say (?:i|we|you|that)|let(?:'s| us)"
    r"|in case|even if|as if|whether|assuming|assume|hypothetically|had i|were i|as though"
    r"|i (?:feel|felt) (?:like|as if|as though) (?:i|we)|say my"
    r"|i wish|wish|hopefully|whoever|until|once|when(?:ever)?|before|after|by the time|would)\b",
    re.I,
)
_CONDITIONAL = re.compile(
    r"^(?:if|suppose|supposing|imagine|what if|pretend|say (?:i|we|you)|let(?:'s| us) (?:say"
    r"|assume|imagine|pretend|suppose)|assuming"
    r"|assume|hypothetically|had i|were i|in case|even if)\b",
    re.I,
)
# "If you're picking a restaurant, I favour ...": true whether or not.
_IF_YOU = re.compile(
    r"^if (?:you (?:are|want|need|ask|pick|choose|suggest|recommend|book|plan|have to|must|look"
    r"|wonder|know|cook"
    r"|order)|(?:it|that) (?:helps|matters)|anyone)\b",
    re.I,
)
TASK = re.compile(
    r"^(?:please |can you |could you |would you |will you |now )*(?:write|draft|translate|explain"
    r"|summari[sz]e|compose|generate|create|describe|imagine|rewrite|proofread|paraphrase|tell me"
    r" (?:a|about)|how (?:do|would) (?:you|i|we|one) say|correct|define|roleplay|act as|pretend)\b",
    re.I,
)
_MODAL = re.compile(
    r"\b(?:would|could|might|may|should|ought)\b(?! (?:like|love|prefer|rather|never|not (?:eat"
    r"|touch"
    r"|live without)|appreciate|(?:always )?(?:take|choose|pick|have) [\w' -]+ (?:over|any day)))",
    re.I,
)


# "I promised Mum I would call": the promise is real.
_PROMISED = re.compile(
    r"^(?:i|we) (?:have )?(?:promised|sworn|swore|vowed|pledged|agreed|gave"
    r"|given)(?: [\w'À-ÿ]+){0,4} (?:i|we)"
    r" would\b",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A clause: `text` in plain spelling, `start`..`end` its characters in the parsed text."""

    text: str
    start: int
    end: int
    is_question: bool = False
    is_unreal: bool = False
    opens: bool = False  # of the message's first words, greetings aside
    is_listed: bool = False  # of a sentence without a verb: "41, two boys, living in Bath"
    is_corrected: bool = False  # after "no wait", "sorry"
    sentence: int = 0
    is_customary: bool = False  # after "before work", "whenever it rains": what is done as a rule
    is_task: bool = False  # of a sentence that asks for a text: "write a poem about ..."
    hedge: float = 0.0
    joint: str = ""  # the word or mark before it: "and", "who", ","; "" opens a sentence
    times: tuple[TimeSpan, ...] = ()
    ahead: tuple[TimeSpan, ...] = ()  # of those, what begins later than today, or ends later
    again: tuple[TimeSpan, ...] = ()  # months of this year that are over: when they come again
    said: str = ""  # as it was written
    whole: str = ""  # the text that it is of


_WHENEVER = re.compile(
    r"^(?:(?:before|after|whenever|as soon as) (?!(?:the|that|this|it)\b)|when (?:i"
    r"|we) (?:get (?:home|up|in|back)"
    r"|wake|come (?:home|in)|finish work|travel|fly)\b)"
    r"(?!.*\b(?:was|were|had|did|will|would|could)\b)",
    re.I,
)
_ASIDE = re.compile(r"\(([^()\n]{1,200})\)")


def _inline(match: re.Match[str]) -> str:
    """Return an aside without its brackets, as long as before: "Rolo (our beagle)", "Mia (8)"."""
    inner = match[1]
    if inner.strip().isdigit():
        return " " * len(match[0])
    mark = "," if re.match(r"(?:my|our|both|all|[A-Z])", inner) and len(inner.split()) < 5 else ";"
    return f"{mark}{inner}{mark}"


def segments(text: str, times: Sequence[TimeSpan], now: datetime) -> list[Segment]:
    """Return the clauses of a text in order; `now` is the user's local time."""
    text = _ASIDE.sub(_inline, text)
    found: list[Segment] = []
    position = 0
    for match in (*_SENTENCE_END.finditer(text), None):
        end = match.start() if match else len(text)
        mark = match[0] if match else ""
        if text[position:end].strip():
            found += _sentence(text, position, end, "?" in mark, times)
        position = match.end() if match else end
    if found:
        found[0] = replace(found[0], opens=True)
    return [
        replace(
            part,
            ahead=tuple(s for s in part.times if _is_ahead(s, now)),
            again=tuple(n for s in part.times if (n := next_such_month(s, text, now)) is not s),
        )
        for part in found
    ]


def _is_ahead(span: TimeSpan, now: datetime) -> bool:
    """Say whether a time is still to come; what began already, or ends tonight, is not."""
    if span.until is None or span.role not in ("at", "until"):
        return False
    begins = span.since is None or span.since > now
    return begins and span.until.date() > now.date()


def _sentence(
    text: str, start: int, end: int, asks: bool, times: Sequence[TimeSpan]
) -> Iterator[Segment]:
    cuts = [start, *_cuts(text, start, end, times), end]
    is_task = TASK.match(_opened(text[start:end])) is not None
    is_conditional = is_task
    raw = [t[0].casefold() for t in _TOKEN.finditer(text, start, end)]
    is_listed = _is_verbless(raw) or _is_bare(raw)
    opening, is_strong = correction_opening(text[start:end].strip())
    pieces = list(zip(cuts, cuts[1:], strict=False))
    before = ""
    waiting = -1  # where a time begins that stands alone ("just for today, no caffeine")
    for index, (first, last) in enumerate(pieces):
        while last > first and text[last - 1] in " ,\t":
            last -= 1
        joint = _joint(text, first, last, is_first=index == 0)
        first, waiting = (waiting, -1) if waiting >= 0 else (first, -1)
        plain, hedge = _plain(text, first, last, times)
        is_conditional = is_conditional and joint not in ("but",)
        if _IF_YOU.match(before) and re.match(r"(?:i|we|my|our)\b", plain, re.I):
            is_conditional = re.search(r"\bwill\b", plain) is not None
        is_conditional = is_conditional or _CONDITIONAL.match(plain) is not None
        is_last = index == len(pieces) - 1
        before, said_before = plain, before
        if not plain and any(first <= s.start < last for s in times):
            waiting = first
        if plain:
            yield Segment(
                text=plain,
                start=first + len(text[first:last]) - len(text[first:last].lstrip(" ,")),
                end=last,
                is_question=_ASKS.match(plain) is not None or (asks and is_last),
                is_unreal=is_conditional
                or _UNREAL.match(plain) is not None
                or _MODAL.search(_PROMISED.sub("", plain)) is not None,
                is_listed=is_listed,
                is_corrected=bool(opening) and is_strong,
                sentence=start,
                is_task=is_task and index == 0,
                is_customary=_WHENEVER.match(said_before) is not None,
                hedge=hedge,
                joint=joint,
                times=tuple(s for s in times if first <= s.start < last),
                said=text[first:last],
                whole=text,
            )


def _cuts(text: str, start: int, end: int, times: Sequence[TimeSpan]) -> Iterator[int]:
    """Yield where a new clause begins inside a sentence."""
    tokens = list(_TOKEN.finditer(text, start, end))
    busy = {i for span in times for i in range(span.start, span.end)}
    plain = [t[0].casefold().replace("’", "'") for t in tokens]
    last = 0
    if _is_verbless(plain):
        yield from (t.start() for t, w in zip(tokens[1:], plain, strict=False) if w == ",")
        return
    for index, token in enumerate(tokens):
        if index == 0 or token.start() in busy:
            continue
        before, word = plain[index - 1], plain[index]
        if word == ",":
            continue
        joined = word in _JOINTS
        after_comma = before == ","
        as_one = plain[last] == "as" and plain[last + 1 : last + 2] in (["a"], ["an"])
        lead = last + (plain[last] in ("back", "just", "right", "ever", "even"))
        later = (
            (plain[lead] in _SUBORDINATE or as_one)
            and index - last > 2
            and word in ("i", "we", "my")
        )
        later = later and tokens[last].start() not in busy
        if (
            later
            and before not in _JOINTS
            and index + 1 < len(plain)
            and (_is_verbal(plain[index + 1]) or plain[index + 1] in _ADVERBS)
        ):
            last = index
            yield token.start()
            continue
        if before in _JOINTS or not (joined or after_comma or word in ("who", "which")):
            continue
        follow = index + 1 if joined else index
        paired = word == "and" and plain[follow : follow + 1] == ["i"]
        if paired and not any(map(_is_verbal, plain[last:index])):
            continue  # "my partner and I are both teachers"
        is_aside = after_comma and "," in plain[max(0, index - 4) : index - 1]
        if is_aside and _is_finite(word) and not any(map(_is_finite, plain[last:index])):
            continue  # "my eldest, Noor, is deaf": the verb goes on from before the aside
        if follow < len(tokens) and _begins(plain, tokens, follow, after_comma, joined):
            last = index
            yield token.start()


def _begins(
    plain: list[str], tokens: list[re.Match[str]], i: int, after_comma: bool, joined: bool
) -> bool:
    """Say whether a clause begins at token `i`."""
    while i < len(plain) - 1 and plain[i] in _JOINTS | {"also", "then", "now", "actually"}:
        i += 1
    word, rest = plain[i], plain[i + 1 : i + 7]
    if not rest:
        return word in ("divorced", "single", "married", "retired") and after_comma
    if word in ("both", "neither") and rest[:2] == ["of", "us"]:
        return True
    if joined and _LEADS.match(" ".join(plain[i : i + 6])):
        return True
    if word.partition("'")[0] in _SUBJECTS:
        follows = rest[0] in _ADVERBS or rare(rest[0]) is not None
        return "'" in word or _is_verbal(rest[0]) or follows and rest[0] not in _NOT_AFTER
    if word in _DETERMINERS:
        near = re.sub(r" , \w+(?: \w+)? ,", "", f" {' '.join(rest)} ").split(" ,")[0].split()
        return near[:1] != [] and (
            near[0].endswith("'s") and len(near) > 1 or any(map(_is_finite, near[1:]))
        )
    said_so = plain[i - 1] in ("but", "so", "because")
    if said_so and (any(w in AUXILIARIES for w in rest) or word.endswith("'s")):
        return True  # "no fish, but eggs are ok"
    if word in ROLES or tokens[i][0][:1].isupper() and word not in ("i",):
        near = rest[:2]
        return any(_is_finite(w) and w not in _AMBIGUOUS for w in near) or word.endswith("'s")
    if word == "not" and len(rest) < 4 and not any(_is_verbal(w) for w in rest):
        return False  # "it's Jo, not Joe"
    if word in _FRAGMENTS:
        refused = word == "no" and plain[i - 1] == "so"
        return (
            after_comma
            or refused
            or joined
            and word not in ("no", "nothing", "from", "off", "not", "now", "also")
        )
    if word in AUXILIARIES:
        return True
    form = form_of(word)
    if form is None or form.tense == "ing":
        states = _is_state(plain, i)
        return form is not None and joined and (after_comma or states)
    if word in _AMBIGUOUS and not after_comma:
        return rest[0] not in (",", "and", "or", "but", "too", "a", "as")
    return True


def _is_state(plain: list[str], i: int) -> bool:
    """Say whether "I'm 17" stands before the "and doing" at `i`: a state, then what goes on."""
    before = plain[max(0, i - 6) : i - 1]
    be = next((k for k, w in enumerate(before) if w in _BE or w.endswith(("'m", "'re"))), None)
    if be is None or plain[i - 1] != "and":
        return False
    return not any(w.endswith("ing") for w in before[be:]) and len(before[be:]) > 1


_NOT_AFTER = words("and or to in on at of for with even like well own")
_BE = words("am is are was were")
_LEADS = re.compile(
    r"^(?:at the moment|right now|these days|for (?:now|\w+ \w+)|in (?:the )?\w+|after (?:that|\w+)"
    r"|before that|until (?:then|\w+)|since (?:then|\w+)|by \w+|on \w+) (?:i|i'm|i've|i'll|we"
    r"|we're|my)\b"
)
_ADVERBS = words(
    "really also just still actually never always usually often sometimes mostly rarely hardly"
    " only already recently finally both all currently now kinda absolutely definitely totally"
    " literally basically honestly"
)


def _is_verbal(word: str) -> bool:
    return word.partition("n't")[0] in AUXILIARIES or form_of(word) is not None or "'" in word


_STATES = words("separated married divorced retired widowed engaged based born named called single")


def _is_verbless(said: list[str]) -> bool:
    return "," in said and not any(
        (_is_finite(w) and w not in _STATES) or _is_base(w) or "'" in w for w in said
    )


def _is_bare(said: list[str]) -> bool:
    """Say whether a short sentence has no verb: "Retired teacher", "Three grandkids"."""
    return 0 < len(said) < 8 and not any(
        (_is_finite(w) and w not in _STATES) or _is_base(w) or "'" in w for w in said
    )


def _is_base(word: str) -> bool:
    form = form_of(word)
    return form is not None and form.tense == "base" and word not in _AMBIGUOUS | _STATES


def _is_finite(word: str) -> bool:
    if word.partition("n't")[0] in AUXILIARIES or word in ("won't", "can't"):
        return True
    form = form_of(word)
    return form is not None and form.tense in ("s", "past") and word not in _AMBIGUOUS


def _joint(text: str, start: int, end: int, *, is_first: bool) -> str:
    words_of = re.findall(r"[a-z']+", text[start:end].casefold())
    if words_of and words_of[0] in _JOINTS | {"who", "which"}:
        return str(words_of[0])
    return "" if is_first else ","


def _opened(text: str) -> str:
    return _OPENING.sub("", text.strip())


_ON_A = re.compile(r"\b(?:on|in|at|of|by) an? $", re.I)


def _plain(text: str, start: int, end: int, times: Sequence[TimeSpan]) -> tuple[str, float]:
    """Return the plain spelling of a clause and what its hedges take from the confidence."""
    characters = list(text[start:end])
    for span in times:
        leads = not text[start : span.start].strip() and re.match(
            r",? (?:I|we)\b", text[span.end :]
        )
        if start <= span.start < end and (span.role != "every" or leads):
            stop = min(span.end, end)
            own = (
                None
                if span.role == "for_now"
                else re.search(
                    r"(?<=\w)(?<!^since)(?<!^until)\s(?:I|we|my|he|she|they|our)\b",
                    text[span.start : stop],
                )
            )
            stop = span.start + own.start() if own else stop  # "until Sunday I'm ..."
            begin = max(start, len(_ON_A.sub("", text[: span.start])))  # "on a Friday night"
            characters[begin - start : stop - start] = " " * (stop - begin)
    plain = "".join(characters).replace("’", "'")
    for pattern, written in _CONTRACTIONS:
        plain = pattern.sub(written, plain)
    plain = " ".join(plain.split())
    plain = _opened(plain)
    hedged = _HEDGE.match(plain)
    if hedged:
        plain = plain[hedged.end() :]
    for _ in range(2):
        plain = _WEAK.sub("", plain)
    plain = re.sub(r"\s*,\s*not\s*$", "", plain)
    return plain.strip(" ,.!:"), 0.15 if hedged else 0.0


PARENTS = frozenset(name for name, role in FAMILY.items() if role in ("mother", "father"))
