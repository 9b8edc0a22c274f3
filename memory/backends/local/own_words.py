"""Which words of a message are the user's own, and in which language each run of them is.

Quoted, pasted and forwarded text is not the user's word: it is blanked, never read.
"""

import re
from collections.abc import Iterator

from memory.backends.local.frame import Piece, Skip, words

_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]+`", re.S)
_BLOCKQUOTE = re.compile(r"^[ \t]*(?:>|＞)[^\n]*", re.M)
# A forwarded or answered mail: everything after its first line is another's.
_FORWARD = re.compile(
    r"^[ \t]*(?:-{2,}\s*(?:original message|forwarded message|forwarded by|原始邮件|转发)[^\n]*"
    r"|begin forwarded message:|on [^\n]{6,120} wrote:"
    r"|(?:from|sent|发件人|寄件人)\s*[:：][^\n]*\n"
    r"[ \t]*(?:to|sent|date|subject|cc|收件人|日期|主题|发送时间)\s*[:：]"
    r").*",
    re.I | re.M | re.S,
)
# A line of a copied dialogue: "User: ...", "[10:32] Anna: ...", 用户：……
_ROLE = (
    r"(?:user|assistant|system|human|ai|bot|chatgpt|claude|gpt|me|customer|agent|interviewer"
    r"|用户|助手|系统|客服|机器人|甲|乙|问|答|q|a)"
)
_ROLE_LINE = re.compile(rf"^[ \t]*[\[(<*]*{_ROLE}[\])>*]*\s*[:：][^\n]*", re.I | re.M)
_STAMPED_LINE = re.compile(
    r"^[ \t]*(?:\[?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?\]?|\[[^\]\n]{4,30}\])"
    r"\s*[^\n:：]{1,30}[:：][^\n]*",
    re.I | re.M,
)
_TEMPLATE_LINE = re.compile(
    r"^[^\n]*(?:<\|[a-z_]+\|>|\{\{[^\n]*\}\}|###\s*(?:instruction|response|system|input)\b"
    r"|\[/?INST\]|you are an? (?:\w+ )*(?:assistant|chatbot|language model)\b"
    r"|你是一[个位名][^\n]{0,20}助手)[^\n]*",
    re.I | re.M,
)
# A task about a text that follows: the text is material, not the user's statement.
_TASK_EN = (
    r"(?:translate|summari[sz]e|proofread|paraphrase|rephrase|rewrite|reword|transcribe|"
    r"(?:fix|correct|edit|improve|shorten|polish|check|review|explain|analy[sz]e|read|answer|"
    r"reply to|respond to|turn|convert|make|change|put|grade|draft|compose|write|send|comment on|"
    r"look at|make sense of|what"
    r" do you think (?:of|about)|"
    r"here(?:'s| is| are)|this is|i (?:got|received|found|read|saw)|"
    r"(?:he|she|they|\w+) (?:wrote|sent|texted|emailed|said|posted))"
    r"(?=[^.!?\n:：]{0,60}\b(?:this|these|following|below|text|e-?mail|message|paragraph|"
    r"commas?|punctuation|typos?|tenses?|wording|phrasing|caption|slogan|headline|"
    r"sentences?|letter|essay|article|draft|post|song|lyrics|poem|quote|dialogue|conversation|"
    r"transcript|code|log|error|bio|review|note|script|chat|reply|ad|story|from|me|grammar"
    r"|spelling)\b))"
)
_TASK_ZH = (
    r"(?:翻译|总结|概括|润色|改写|校对|修改|改一下|检查|解释|分析|点评|回复|缩写|扩写|看看|看一下|读一下|"
    r"以下|下面|如下|原文|内容是|收到|转发)"
)
_TASK = re.compile(
    rf"(?:\b{_TASK_EN}|{_TASK_ZH})[^.!?。！？\n:：]{{0,60}}[:：][ \t]*(?P<nl>\n*)", re.I
)
# 翻译一下 I am …: what is to be translated follows in the other script, without a colon.
_OTHER_SCRIPT = re.compile(
    r"(?:翻译|译|怎么翻|什么意思)[一-鿿]{0,6}\s+(?P<text>[A-Za-z][^\u4e00-\u9fff\n]{8,})"
)
_QUOTED = re.compile(
    r"“[^”\n]*”|\"[^\"\n]*\"|«[^»\n]*»|「[^」\n]*」|『[^』\n]*』|‘[^’\n]*’|(?<![\w])'[^'\n]{12,}'(?!\w)"
    r"|(?<!\w)'[A-Za-z][^'\n]*\s[^'\n]+'(?!\w)"
)
_PERSONAL = re.compile(
    r"\b(?:i|i'm|i've|i'd|me|us|my|we|our|you|your|he|she|they)\b"
    r"|[我你您他她]",
    re.I,
)
_LONG_PASTE = 400  # characters of one paragraph that follows a line ending in a colon

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_LATIN_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*")
_SEGMENT = re.compile(r"[^。！？!?；;\n，,、.]*[。！？!?；;\n，,、.]+|[^。！？!?；;\n，,、.]+")
_EN_FUNCTION = words(
    "i i'm i've i'd i'll im ive my me mine myself we our us you your he she his her they their it"
    " its it's is am are was were be been have has had do does did don't doesn't didn't not no"
    " never the a an and or but so because in on at to for from with of by as that this these"
    " those there please can could will would should may might just also yes yeah actually"
)
_ZH_FUNCTION = frozenset(
    "我你您他她它们的是了在不没吗呢吧也很都就和跟与有想要会能去到这那把被给对从还又再请别叫让做"
)


def own_words(message: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the message with others' words blanked (same length), and (text, reason) of those."""
    skipped: list[tuple[str, str]] = []
    text = message
    for start, end, reason in _foreign_spans(message):
        kept = text[start:end].strip()
        if kept:
            skipped.append((message[start:end].strip(), reason))
            text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    return text, skipped


# "My friend wrote: I've moved to Rome": what follows is the friend's.
_SPEECH = re.compile(
    r"\b(?!(?:i|we|you)\b)[A-Za-z]+ (?:wrote|said|says|texted|posted|replied|tweeted|messaged|asked"
    r"|answered|emailed)\s*[:：][ \t]*(?P<said>[^\n]+)",
    re.I,
)


# A letter that is drafted here, and words that the user then asks about.
_LETTER = re.compile(
    r"\bdear (?:sir|madam|(?:hiring|mr|ms|mrs|dr|prof)\b|team\b|editor|recruiter|colleagues?"
    r"|customers?|neighbou?rs?|landlord|all\b)[^\n?]*",
    re.I,
)
_TEXT = (
    r"(?:sentence|line|opening|paragraph|e-?mail|message|text|intro(?:duction)?|bio|letter|wording"
    r"|phrasing|translation|caption|slogan|reply|draft|statement|clause|answer)"
)
_ASKED_ABOUT = re.compile(
    rf"<-[^\n]*$"
    rf"|\b(?:does|do|is|are|would) (?:this|that|my)(?: \w+)? {_TEXT}s? (?:\w+ )?(?:sound|read|look"
    r"|seem|correct|right|ok|okay|grammatical|natural|formal|idiomatic|stiff|fine|good|make|work)"
    r"[^\n?]*\?"
    r"|\b(?:does|do) (?:this|that|it) (?:sound|read) (?:\w+ )?(?:stiff|natural|formal|native|polite"
    r"|rude|professional|english|fluent|awkward|idiomatic|grammatical)[^\n?]*\?"
    r"|\bis (?:this|that|it) (?:grammatical|idiomatic|correct english|good english|proper english)"
    r"[^\n?]*\?"
    rf"|\b(?:correct|fix|check|improve|shorten|polish|rephrase) (?:that|this) {_TEXT}"
    r"(?: please)?[.?!]*\s*$",
    re.I | re.M,
)


def _material_spans(message: str) -> Iterator[tuple[int, int, str]]:
    """Yield drafts: letters, and the words before or after a question about them."""
    for match in _LETTER.finditer(message):
        yield match.start(), match.end(), Skip.PASTED
    asked = _ASKED_ABOUT.search(message)
    if asked is None:
        return
    before, after = message[: asked.start()], message[asked.end() :]
    if len(before.split()) > 2:
        yield message.rfind("\n\n", 0, len(before)) + 1, len(before), Skip.PASTED
    elif after.strip():
        yield asked.end(), len(message), Skip.PASTED


def _foreign_spans(message: str) -> Iterator[tuple[int, int, str]]:
    for pattern in (_FORWARD, _CODE, _TEMPLATE_LINE, _STAMPED_LINE):
        yield from ((m.start(), m.end(), Skip.PASTED) for m in pattern.finditer(message))
    yield from ((m.start(), m.end(), Skip.QUOTATION) for m in _BLOCKQUOTE.finditer(message))
    yield from _dialogue_spans(message)
    yield from _task_spans(message)
    yield from _material_spans(message)
    for match in _OTHER_SCRIPT.finditer(message):
        yield match.start("text"), match.end("text"), Skip.PASTED
    for match in _SPEECH.finditer(message):
        yield match.start("said"), match.end("said"), Skip.QUOTATION
    for match in _QUOTED.finditer(message):
        if _is_speech(match[0][1:-1]) and not _is_to_be_forgotten(message, match):
            yield match.start(), match.end(), Skip.QUOTATION


def _is_to_be_forgotten(message: str, quoted: re.Match[str]) -> bool:
    """Say whether the quoted words name a memory that is to go (把“我对花生过敏”这条删掉)."""
    after = re.match(r"\s*[这那]?[条句个]?(?:记忆|记录|话)?", message[quoted.end() :])
    following = message[quoted.end() + (after.end() if after else 0) :]
    return bool(
        re.search(r"(?:把|将)\s*$", message[: quoted.start()])
        and re.match(r"(?:也|都|给|请|从[^，]{0,6})*(?:删|忘|去掉|清除|撤|抹)", following)
    )


def _dialogue_spans(message: str) -> Iterator[tuple[int, int, str]]:
    lines = list(_ROLE_LINE.finditer(message))
    if not lines:
        return
    yield from ((m.start(), m.end(), Skip.PASTED) for m in lines)


def _task_spans(message: str) -> Iterator[tuple[int, int, str]]:
    match = _TASK.search(message)
    if match:
        end = len(message)
        if not match["nl"]:
            blank = message.find("\n\n", match.end())
            end = blank if blank >= 0 else end
        yield match.end(), end, Skip.PASTED
        return
    for line in re.finditer(r"[:：][ \t]*\n+", message):
        end = message.find("\n\n", line.end())
        end = end if end >= 0 else len(message)
        if end - line.end() >= _LONG_PASTE:
            yield line.end(), end, Skip.PASTED


def _is_speech(words: str) -> bool:
    """Say whether quoted words are a statement rather than a name, a title or a single term."""
    length = len(_LATIN_WORD.findall(words)) + len(_HAN.findall(words)) / 2
    return length >= 6 or (length >= 2 and bool(_PERSONAL.search(words)))


def pieces(message: str, text: str) -> list[Piece]:
    """Cut `text` (the message with foreign words blanked) into runs of one language."""
    runs: list[tuple[int, int, str]] = []
    for match in _SEGMENT.finditer(text):
        language = _language(match[0]) or (runs[-1][2] if runs else _script(match[0]))
        if runs and (runs[-1][2] == language or not match[0].strip()):
            runs[-1] = (runs[-1][0], match.end(), runs[-1][2])
        else:
            runs.append((match.start(), match.end(), language))
    return [
        Piece(text=text[start:end], start=start, language=language, message=message)
        for start, end, language in runs
        if text[start:end].strip()
    ]


def _language(segment: str) -> str:
    """Return the language whose function words carry the segment, "" when neither does."""
    han = _HAN.findall(segment)
    words = [word.casefold().replace("’", "'") for word in _LATIN_WORD.findall(segment)]
    english = sum(word in _EN_FUNCTION for word in words)
    chinese = sum(character in _ZH_FUNCTION for character in han)
    if english != chinese:
        return "en" if english > chinese else "zh"
    if (len(han) >= 4 and len(han) >= 2 * len(words)) or (len(han) >= 2 and not words):
        return "zh"
    return "en" if len(words) >= 2 and not han else ""


def _script(segment: str) -> str:
    return "zh" if _HAN.search(segment) else "en"
