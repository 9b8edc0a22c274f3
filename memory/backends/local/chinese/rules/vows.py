"""What must never be done: by the assistant, or by the speakers themselves."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.found import Found, thing
from memory.backends.local.chinese.statement import Statement

_NEVER = re.compile(
    r"(?P<word>(?:千万|绝对|永远|一定|任何时候都?|无论如何都?|不管怎样都?|务必|坚决|"
    r"绝)(?:也|都)?(?:不要|别|不能|不许|不可以?|勿|不准)|切勿|切记不要|严禁|禁止|"
    r"请?(?:永远)?不要再|(?:请)?别再|(?:暂时|以后|今后|请)?(?:都)?(?:别|不要|不许|不准|"
    r"请勿))(?P<what>[^，]+)$"
)
_NEVER_STRONG = re.compile(
    r"千万|绝对|永远|任何时候|无论如何|不管怎样|切勿|切记|严禁|坚决|绝不|一定不要|一定别|"
    r"禁止|务必|再"
)


_FRONTED = re.compile(r"\s*(?P<what>[一-鿿]{2,8}?)(?:都|也|就|这些|这种|之类的)*$")


def never(text: str, *, is_temporary: bool) -> Iterator[Found]:
    """Read a prohibition addressed to the assistant (whole clause: the words before count)."""
    match = re.search(_NEVER, text)
    if not match or re.match(
        r"(?:[一-鿿](?:了|吧|啊|哦)?$|说我|提醒|忘|客气|担心|急|着急|误会|介意|说了|闹|逗|谢|这样|啰嗦|废话|太|用(?![^，]{1,8}(?:称呼|叫|喊)我)|加|带|"
        r"使用)",
        match["what"],
    ):
        return
    strong = _NEVER_STRONG.search(match["word"])
    to_me = re.search(
        r"给我|跟我|向我|对我|称呼我|喊我|安排|叫我|让我|我的|我面前|推荐|提到|提起|发|打电话|建议|提(?![示醒供前])|联系|找我|催我|打扰我",
        match["what"],
    )
    if strong or (
        to_me
        and (
            is_temporary
            or "再" in match["word"]
            or re.search(r"以后|今后", text)
            or re.match(
                r"(?:在[^，]{1,10}?(?:时|后|前|的时候|点|里)|在?(?:周末|晚上|半夜|中午|工作日|节假日))?(?:推荐[含带有]|[叫喊]我|[总老]?提(?:我|起|到)|给我|跟我|对我|向我|联系我|找我|催我|打扰我|用[^，]{1,6}(?:称呼|叫|喊)我|安排(?![得太过]))",
                match["what"],
            )
        )
    ):
        fronted = _FRONTED.match(text[: match.start()])
        what = thing(match["what"])
        if fronted and re.search(r"(?:推荐|安排|提|发|买|点|说)$", what):
            what = what.removeprefix("给我") + fronted["what"]
        yield Found(attribute="never", value=what, confidence=0.9, reads_negation=True)


_NOT_AGAIN = re.compile(
    r"(?:我)?(?:打死|死|这辈子|再|绝|以后|永远|坚决|说什么)(?:我)?(?:也|都)?不(?:会)?(?:再)?(?:干|做|碰|来|沾|搞|信)(?:第二[回次遍])?了?$"
)
_FOREVER = re.compile(
    r"(?P<what>[一-鿿A-Za-z]{2,8}?)(?:这(?:种|类|个|些)?(?:东西|玩意儿?|事儿?|事情)?)?(?:我|俺)?(?:这辈子|一辈子|永远|绝对|打死|死|说什么|无论如何)(?:我)?(?:都|也)?(?:不会|不|绝不)(?:再)?"
    r"(?P<verb>碰|沾|吃|买|借|信|坐|去|做|抽|喝|用|玩|养|学|干|考虑)(?:的|了)?$"
)


def vows(s: Statement) -> Iterator[Found]:
    """Read 我绝不会买盗版书: what the speakers themselves never do."""
    this_deed = re.fullmatch(
        r"(?P<what>[^，我你他她]{2,12}?)(?:这种|这类|这样的|那种)(?:事情?|事儿|东西|活儿?)",
        s.before_text,
    )
    again = _NOT_AGAIN.match(s.text.strip(" 。！!~～，,")) if this_deed else None
    if this_deed and again:
        what = thing(this_deed["what"])
        text = f"{{who}}绝不再{what}"
        yield Found(attribute="never", value=what, text=text, reads_negation=True)
        return
    forever = _FOREVER.match(s.text.strip(" 。！!~～，,"))
    if forever and not s.is_request and forever["what"][0] not in "我你他她它这那":
        what = forever["verb"] + thing(forever["what"])
        text = f"{{who}}绝不{what}"
        yield Found(attribute="never", value=what, text=text, reads_negation=True)
        return
    firmly = re.search(r"坚决|打死|说什么也|绝对|永远|一辈子|这辈子", s.text[: s.core_start])
    again = firmly and re.match(r"(?:会|能|想|要)?再", s.core)
    if (
        s.person
        and (again or not s.ends_in_le)
        and (s.negation in ("绝不", "决不") or (firmly and s.negation))
    ):
        what = re.sub(r"^(?:会|能|要|想)*再?", "", s.core)
        if len(what) > 1:
            yield Found(
                attribute="never",
                value=thing(what),
                text=f"{{who}}绝不{thing(what)}",
                reads_negation=True,
            )
