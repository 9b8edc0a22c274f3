"""Wishes of the user about the assistant's answers, stated or asked (能不能说人话)."""

import re

from memory.backends.local.chinese.found import Found
from memory.backends.local.chinese.people import ASSISTANT, ME
from memory.backends.local.chinese.rules import replies, vows
from memory.backends.local.chinese.statement import Statement

_ASKED_WISH = re.compile(
    r"想要?(?:用|说|讲)[^，]*(?:聊|交流|对话|说话)|^(?:请问)?(?:你|您)?(?:以后|今后|"
    r"下次)?(?:能不能|可不可以|可以|能否|可否|能|"
    r"是否可以|是不是可以)(?=.{3,})"
)
_ASKS_OF_REPLIES = re.compile(
    r"感叹号|表情|emoji|客气|废话|术语|以后|今后|回答|回复|说话|说人话|聊天|交流|叫我|称呼"
)
_FORBIDS_TO_ME = re.compile(r"(?:别|不要|不许|不准)[^，]*(?:给|跟|对|向)我")
_WISH = re.compile(
    r"想要?(?:用|说|讲)[^，]*(?:聊|交流|对话|说话)|(?:希望|想让|想要|要求|更?喜欢|需要|"
    r"偏好|习惯)[^，]*(?:你|您|回答|回复|答案|解释|"
    r"语气)"
)
_PRAISE = re.compile(
    r"(?:回答|说|讲|解释|回复)(?:得|的)(?:很|真|太|非常|挺|好|不)|^你(?:的)?(?:回答|"
    r"回复)(?:很|真|太|非常|不)"
)


def asked(text: str) -> str:
    """Return what is wished for in the form of a question, without 能不能 and 吗; "" if nothing.

    It is the end of `text` but for the particles.
    """
    match = _ASKED_WISH.match(text)
    if match is None or not _ASKS_OF_REPLIES.search(text):
        return ""
    return re.sub(r"[吗么呢？?！!。\s]+$", "", text[match.end() :])


def wishes(s: Statement, *, follows_reply: bool, is_temporary: bool) -> list[Found]:
    """Return what a statement asks of the answers, or forbids for good.

    `follows_reply`: the clause before was such a wish.
    """
    to_assistant = s.person is None or s.person.subject == ASSISTANT or s.is_request
    asks = _FORBIDS_TO_ME.search(s.text)
    if not to_assistant and not (s.person is ME and (_WISH.search(s.text) or asks)):
        return []
    if _PRAISE.search(s.text):
        return []
    found = list(replies.reply_wishes(s.text, follows_reply=follows_reply))
    return found or list(vows.never(s.text, is_temporary=is_temporary))
