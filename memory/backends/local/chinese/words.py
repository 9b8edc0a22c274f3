"""jieba's words and part-of-speech tags, loaded on first use.

Tags are those of ICTCLAS: n nouns, nr persons, ns places, nt organisations, v verbs, a adjectives,
m numerals, q measure words, t times, r pronouns, x punctuation.
"""

import functools
import threading
from dataclasses import dataclass
from typing import Any

from memory.backends.local.chinese.towns import TOWNS
from memory.segmenter import segmenter

_lock = threading.Lock()

# Words of everyday speech that jieba's dictionary lacks or tags as something else.
_ADDED = (
    ("海鲜", "n"),
    ("花生酱", "n"),
    *(
        (name, "nt")
        for name in (
            "字节跳动",
            "字节",
            "京东",
            "亚马逊",
            "美团",
            "滴滴",
            "拼多多",
            "顺丰",
            "海尔",
            "平安",
            "小红书",
            "快手",
            "理想汽车",
            "蔚来",
            "网易",
            "百度",
            "腾讯",
            "阿里",
            "阿里巴巴",
            "华为",
            "小米",
            "三星",
            "哔哩哔哩",
            "微软",
            "谷歌",
            "特斯拉",
            "饿了么",
            "得物",
            "大疆",
        )
    ),
    *((name, "ns") for name in sorted(TOWNS)),
    ("布偶猫", "n"),
    ("对象", "n"),
)


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    tag: str
    start: int
    end: int

    @property
    def is_noun(self) -> bool:
        return self.tag[0] in "nj" or self.tag in ("eng", "vn", "an", "l", "i", "s")


@functools.cache
def _tagger() -> Any:
    import jieba.posseg  # noqa: PLC0415 - loads models of its own: only where Chinese is read

    tokenizer = segmenter()
    for word, tag in _ADDED:
        tokenizer.add_word(word, tag=tag)
    return jieba.posseg.POSTokenizer(tokenizer)


def is_listed(word: str) -> bool:
    """Say whether a word is in jieba's dictionary, rather than put together by its model (妹学)."""
    return bool(segmenter().FREQ.get(word))


@functools.lru_cache(maxsize=8192)
def tag(text: str) -> tuple[Word, ...]:
    """Return the words of a simplified text with their tags and offsets."""
    with _lock:
        pairs = list(_tagger().cut(text))
    words, at = [], 0
    for pair in pairs:
        words.append(Word(pair.word, pair.flag, at, at + len(pair.word)))
        at += len(pair.word)
    return tuple(words)
