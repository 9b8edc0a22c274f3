"""The assistant's words as if the user had said them (您住在 -> 我住在)."""

import re

from memory.backends.local.chinese.script import simplify

_TAGS = re.compile(
    r"[，,]?\s*(?:对吗|对吧|是吗|是吧|是这样吗|没错吧|对不对|是不是|正确吗|我(?:记|说|"
    r"理解)得?(?:对|没错)吗?|我?没(?:记|说|弄)错吧)?\s*[？?]"
)
_LEAD = re.compile(
    r"(?:所以|那么?|也就是说|看来|听起来|这么说|原来|也就是|您是说|您是想说|你是说|"
    r"你是想说|您的意思是|你的意思是|我(?:已经)?(?:记下|记住|了解|知道|明白)了?[，,:：]?|"
    r"好的[，,]?|我记得|(?:我)?确认一下[，,:：]?)+"
)


def as_user(reply: str) -> str:
    """Return the sentences of a reply that speak of the user, in the user's own person."""
    text = simplify(reply)
    sentences = [s for s in re.split(r"(?<=[。！？!?\n])", text) if re.search(r"[您你]", s)]
    return "".join(_as_user(sentence) for sentence in sentences)


def _as_user(sentence: str) -> str:
    sentence = _LEAD.sub("", _TAGS.sub("。", sentence), count=1)
    sentence = re.sub(r"是不是|是否", "是", sentence)
    sentence = re.sub(r"吗(?=。|$)", "", sentence.replace("我", "助手"))
    return re.sub(r"您们?|你(?!们)", "我", sentence)
