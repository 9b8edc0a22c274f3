"""Turns text into lexical terms: stems for English, words and character pairs for Chinese and
other scripts without spaces; names, numbers and codes as written."""

import re
import threading
from functools import lru_cache

import Stemmer

from memory.segmenter import segmenter

# Scripts written without spaces: Thai to Khmer, kana, CJK ideographs, Hangul (agglutinative).
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uac00-\ud7af"
)
_PIECE = re.compile(rf"[{UNSPACED}]+|[^\W{UNSPACED}]+(?:['’.\-_/:][^\W{UNSPACED}]+)*")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_PARTS = re.compile(r"['’.\-_/:]")
_POSSESSIVE = re.compile(r"['’]s?$")
_stem_lock = threading.Lock()  # PyStemmer objects are not safe in two threads at once
_stemmer = Stemmer.Stemmer("english")

_WORDS_EN = """
about above after again all also am an and any are as at be because been before being below between
both but by can cannot could did do does doing down during each few for from further get give got
had has have having he her here hers herself him himself his how if in into is it its itself just
let like may me might mine more most my myself no nor not now of off on once only or other our ours
ourselves out over own please same she should so some such tell than that the their theirs them
themselves then there these they this those through to too under until up us very was we were what
when where which while who whom whose why will with would you your yours yourself yourselves
a i m s t d ll re ve don doesn didn isn wasn aren im user
"""
_WORDS_ZH = """
的 了 是 在 我 你 他 她 它 们 我们 你们 他们 这 那 这个 那个 有 和 与 就 都 而 及 或 一个 没有
吗 呢 吧 啊 什么 怎么 怎样 如何 哪 哪里 哪儿 哪个 谁 几 多少 为什么 请 请问 一下 把 被 给 对 也
还 很 不 会 要 能 可以 用户 自己 呀 哦 嗯 之 着 过 得 地 上 下 里 中 说 去 来 到 从 让 跟 但
但是 因为 所以 如果 时候 时 个
"""
STOP_EN = frozenset(_WORDS_EN.split())
STOP_ZH = frozenset(_WORDS_ZH.split())


def terms(text: str) -> list[str]:
    """Return the terms of a text, repeats included, in the order of the text."""
    found: list[str] = []
    for piece in _PIECE.findall(text):
        found.extend(_unspaced(piece) if _UNSPACED.match(piece) else _spaced(piece))
    return found


def _spaced(piece: str) -> list[str]:
    word = _POSSESSIVE.sub("", piece.casefold())
    parts = [part for part in _PARTS.split(word) if part]
    kept = [stem(part) for part in parts if part not in STOP_EN]
    # A code or a date is also a term as a whole: "A-1203", "3/22".
    return [word, *kept] if len(parts) > 1 and any(c.isdigit() for c in word) else kept


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    if any(c.isdigit() for c in word):
        return word
    with _stem_lock:
        return str(_stemmer.stemWord(word))


def _unspaced(piece: str) -> list[str]:
    pairs = [piece[i : i + 2] for i in range(len(piece) - 1)] or [piece]
    kept = [pair for pair in pairs if not (pair[0] in STOP_ZH and pair[1:] in STOP_ZH)]
    if not _HAN.search(piece):
        return kept
    words = [w for w in segmenter().lcut_for_search(piece) if w not in STOP_ZH]
    return [pair for pair in kept if pair not in STOP_ZH] + ["w:" + word for word in words]


def plain_words(text: str) -> list[str]:
    """Return jieba's words as they are: what a plain search over words would compare."""
    return [word for word in segmenter().lcut(text.casefold()) if word.strip()]
