"""How the assistant should answer: length, language, style."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.found import Found, thing

_REPLY = (
    r"(?:(?:简短|详细|简单|简要|简洁)(?:地)?(?:说|讲|写|回)|回答|回复|答复|答案|解答|作答|"
    r"回应|回话|说话|讲话|聊天?|交流|沟通|对话|交谈|解释|"
    r"答|讲解|表述|措辞|语气|输出|回|内容|文字|篇幅|语言|写(?=得|那么|这么|太)|说(?=得|的|"
    r"短|简|详|话)|讲(?=得|"
    r"话)|跟我(?:说|讲)|和我(?:说|讲)|对我说)"
)
_MENTIONS_REPLY = re.compile(_REPLY)
_SHORT = re.compile(
    r"(?:不用|别|不要)(?:解释|说|写|讲)得?(?:太|那么|这么)(?:多|细)|简短|简洁|精简|简练|"
    r"短小精悍|简明扼要|简要|简明|简单(?:点|些|一点|一些|明了|说|回答|回复)|"
    r"短(?:一)?[点些]|(?:不要|别|不用|不需要)(?:给我|跟我)?(?:回答|写|说|讲|回复)?(?:得|"
    r"的)?(?:太|那么|"
    r"这么|过于)?(?:长|啰嗦|罗嗦|详细|多|冗长|废话)|啰嗦|废话|长话短说|言简意赅|"
    r"一句话(?:回答|说|就)|三言两语|(?:控制|限制)在.{1,6}(?:字|句)(?:以?内)?|少说(?:点|"
    r"废话)|直奔主题|(?:不|别)(?:要)?超过.{1,5}(?:字|句)|"
    r"(?:越短越好)"
)
_LONG = re.compile(
    r"详细|详尽|细致|具体(?:一)?[点些]|展开(?:说|讲|来)|深入(?:一)?[点些]?|"
    r"长(?:一)?[点些]|完整(?:一)?[点些]|多说(?:一)?点|细(?:一)?[点些]|全面(?:一)?[点些]"
)
_MEDIUM = re.compile(r"(?:不长不短|长短适中|适中|中等(?:长度|篇幅))")
_LANGUAGES = {
    "英": "en",
    "中": "zh",
    "汉": "zh",
    "国": "zh",
    "普": "zh",
    "华": "zh",
    "日": "ja",
    "韩": "ko",
    "法": "fr",
    "德": "de",
    "西": "es",
    "俄": "ru",
    "葡": "pt",
    "意": "it",
    "阿": "ar",
    "粤": "yue",
    "繁": "zh",
    "简": "zh",
}
_LANGUAGE = re.compile(
    r"(?:用|说|讲|使用|以|换成|改成|切换成|切换到|改用|换)(?:回)?(?P<name>英|中|汉|国|"
    r"普通|上海|四川|东北|闽南|客家|潮汕|温州|重庆|天津|河南|山东|湖南|华|日|韩|法|德|西班牙|俄|葡萄牙|意大利|阿拉伯|粤|繁体中?|繁體中?|简体中?)(?:语|"
    r"文|话|字|国话|(?<=体))(?P<rest>.*)$|(?:in |用)(?P<english>English|Chinese|"
    r"Japanese)(?P<rest2>.*)$",
    re.I,
)
_LANGUAGE_ACT = re.compile(
    r"(?:来)?(?:写(?=就|吧|$)|回答|回复|答复|回应|作答|交流|沟通|聊|对话|交谈|跟我|和我|与我|同我|答|"
    r"回我|回(?!来|家)|讲话|说话|解释|就行|$|吧$)"
)
_STYLE = (
    re.compile(
        r"(?:回答|解释|讲解|说明|分析|讲|介绍)(?:问题|概念|代码|知识点?|东西)?(?:的时候|"
        r"时)(?:请|都|要|尽量|可以)*(?P<what>[^，]{2,12})$"
    ),
    re.compile(r"(?P<what>(?:不用|别|不要)(?:那么|这么|太)?(?:客气|正式|拘谨|严肃|官方|生硬))"),
    re.compile(r"(?P<what>(?:多|少|尽量|尽可能)(?:用|打(?=比方)|举|写|加|放|使用)[^，]{2,10})$"),
    re.compile(r"(?P<what>(?:挑|讲|说|抓|拣)重点(?:说|讲|回答)?)"),
    re.compile(
        r"(?P<what>(?:最后|结尾|开头|末尾|结束时)(?:再|都|要|请)?(?:给|附|加|来|"
        r"做)(?:我)?上?(?:一?[个句段])?[^，]{1,8})"
    ),
    re.compile(r"(?P<what>用(?:文言文|白话文?|顺口溜|打油诗|成语|东北话|四川话))"),
    re.compile(r"(?P<what>说人话|讲人话|(?:别|不要|少)铺垫|有话直说)"),
    re.compile(
        r"(?P<what>(?:语气|口吻|风格|措辞|态度)(?:要|请|可以|尽量|再)?(?:轻松|活泼|正式|严肃|"
        r"温柔|随意|亲切|幽默|专业|客气|友好|温和|俏皮|直接|自然|平和|热情|"
        r"委婉)(?:一?[点些])?)"
    ),
    re.compile(
        r"(?P<what>(?:用|以|按|按照|采用|使用)?(?:要点|列表|清单|表格|分点|分条|条目|逐条|"
        r"序号|小标题|Markdown|markdown|编号|思维导图|项目符号|步骤|口语化?|大白话|"
        r"通俗(?:易懂)?|比喻|例子|幽默|轻松|正式|严肃|亲切|温柔|专业|活泼|直白|委婉|"
        r"俏皮)(?:的)?(?:形式|格式|方式|的?语言|的?语气|的?口吻|一?[点些])*(?:来)?(?:列出来?|"
        r"列|展示|呈现|回答|回复|说明|给我|表达|列举|说)?)"
    ),
    re.compile(
        r"(?P<what>(?:别|不要|不用|请勿|无需|少|不需要|避免)(?:再|老|总)?(?:用|加|带|使用|出现|说|"
        r"讲)?(?:任何|太多|那么多|这么多)?(?:表情符?号?|emoji|敬语|敬称|颜文字|术语|专业词汇?|"
        r"套话|客套话?|英文单词|markdown|Markdown|列表|感叹号|网络用语|行话|官腔|说教|比喻|"
        r"黑话|废话|鸡汤|您))"
    ),
    re.compile(
        r"(?P<what>(?:多|要|记得|尽量|请|都)?(?:举|给|配|附|带|加)(?:上|几个|个|一些|"
        r"点)?(?:例子|实例|案例|代码示例|示例|出处|来源|参考文献|链接|表情|数据))"
    ),
    re.compile(
        r"(?P<what>(?:先|直接)(?:给|说|讲|上)(?:我)?(?:出)?(?:结论|答案|重点)(?:.{0,6}(?:原因|"
        r"理由|解释|分析))?)"
    ),
    re.compile(
        r"(?P<what>(?:像|跟|和)(?:个|一个)?(?:朋友|老朋友|老师|专家|哥们)(?:一样|那样|"
        r"似的)(?:跟我|和我|对我)?(?:说话|聊天?|交流|讲话|回答)?)"
    ),
    re.compile(
        r"(?P<what>(?:幽默|轻松|正式|严肃|亲切|温柔|专业|活泼|直白|直接|委婉|通俗|口语化?|"
        r"客观|坦率|随意|随便|自然|热情|口语)(?:易懂)?(?:一?[点些]))$"
    ),
)
# Said of answers without naming them.
_OF_ITSELF = re.compile(
    r"(?:请|以后|今后|都|就)*(?:长话短说|言简意赅|(?:短|长|简短|详细|简单|精简)一?[点些]$)"
)
_CODE_IN = re.compile(
    r"(?P<what>(?:代码|示例|例子|代码示例|举例子?|写代码)(?:的时候|时)?(?:都|请|一律|"
    r"默认|尽量)*用[A-Za-z][A-Za-z0-9+#. ]*(?:来写|写)?)$"
)
_GENERAL_WISH = re.compile(
    r"(?:回答|回复|答案|答复)(?:里|中|的时候|时|我)?(?:面)?(?:请)?"
    r"(?P<what>(?:先|不要|别|不用|请勿|少|多|要|能更|更|能|尽量|最好|记得|务必)[^，]{2,14})$"
)
_SPEAK_WITH = re.compile(
    r"(?P<what>用[^，]{1,8}?)(?:来)?(?:跟我|和我|对我|给我|向我)(?:说话|聊天|交流|回答|"
    r"回复|沟通|对话|讲解|说)"
)
_IN_THE_FORM = re.compile(
    r"用(?P<what>[^，语文话]{2,8}?(?:式|方式|形式|格式|体|口吻|语气)?)(?:来)?(?:回答|回复|答复|作答)(?:我|问题)?$"
)
_ONE_OFF = re.compile(
    r"(?:这|那|上面|刚才|前面|下面|上一?)(?:个|段|篇|句|条|些)?(?:回答|答案|内容|问题|"
    r"文字|话|文章|代码|邮件)|(?:(?:写|编|画)(?:一|个|份|出|点)|翻译|改写|总结|润色|"
    r"解释一下|介绍|(?<!简短)(?<!详细)讲讲|"
    r"(?<!简短)(?<!详细)(?<!简单)说说)[^，]{0,14}$|^太(?:长|短|啰嗦)|帮我(?:写|翻)|缩短|"
    r"给我(?:讲|写|出|做|推荐|"
    r"介绍)(?:一|个|份|点|几)|"
    r"一封|一首|一篇|一段|怎么说|怎么读|什么"
)
_FOR_GOOD = re.compile(r"以后|今后|所有|每次|都|一律|总是")
_NOT_SHORT = re.compile(r"(?:别|不要|不能|不用)(?:太|过于|那么)?(?:简短|简略|简单|短)")
_ABOUT_CONTENT = re.compile(r"步骤|计划|攻略|资料|地址|信息|情况|介绍|行程")
_INITIALS = {"E": "英", "C": "中", "J": "日"}
_IN_REPLIES = re.compile(r"在?(?:你的?)?(?:回答|回复|答案)(?:里|中)面?")
_PERSONAL_TASK = re.compile(r"^(?:太|有点)(?:长|短|啰嗦|简单|复杂)")


def reply_wishes(text: str, *, follows_reply: bool) -> Iterator[Found]:
    """Read a request about all answers. `follows_reply`: the clause before was such a request."""
    text = thing(text)
    if _PERSONAL_TASK.match(text) or (_ONE_OFF.search(text) and not _FOR_GOOD.search(text)):
        return
    about = follows_reply or bool(_MENTIONS_REPLY.search(text) or _OF_ITSELF.match(text))
    found = [*_language_wish(text), *(_length_wish(text) if about else ())]
    yield from found
    yield from _style_wish(text, about=about, has_other=bool(found))


def _language_wish(text: str) -> Iterator[Found]:
    match = _LANGUAGE.search(text)
    if match is None or not _speaks_to_me(text, match):
        return
    initial = (match["name"] or match["english"])[0].upper()
    dialect = re.fullmatch(
        r"上海|四川|东北|闽南|客家|潮汕|温州|重庆|天津|河南|山东|湖南", match["name"] or ""
    )
    code = dialect[0] + "话" if dialect else _LANGUAGES.get(_INITIALS.get(initial, initial))
    if code:
        rest = match["rest"] or match["rest2"] or ""
        name = match[0].removesuffix(rest)
        yield Found(
            attribute="reply_language", value=code, text=f"用户希望{name}回答", confidence=0.95
        )


def _length_wish(text: str) -> Iterator[Found]:
    if _ABOUT_CONTENT.search(text):
        return
    if _NOT_SHORT.search(text):
        length = "long"
    elif _MEDIUM.search(text):
        length = "medium"
    elif _SHORT.search(text):
        length = "short"
    elif _LONG.search(text):
        length = "long"
    else:
        return
    wording = {"short": "简短", "long": "详细", "medium": "长短适中"}[length]
    yield Found(
        attribute="reply_length", value=length, text=f"用户希望回答{wording}", confidence=0.95
    )


def _style_wish(text: str, *, about: bool, has_other: bool) -> Iterator[Found]:
    bare = _IN_REPLIES.sub("", text)
    styles = [match for pattern in _STYLE if (match := pattern.search(bare))]
    for style in styles if about or _is_wish(text) else ():
        value = thing(style["what"])
        if not (has_other and re.search(r"废话|啰嗦", value)):
            yield _style(value)
            return
    other = "" if has_other else _any_wish(text)
    if other:
        yield _style(other)


def _style(value: str) -> Found:
    return Found(
        attribute="reply_style", value=value, text=f"用户希望回答时{value}", confidence=0.9
    )


_UNITS = re.compile(
    r"(?:请|麻烦|一律|统一|一直|始终|尽量|以后|今后|都|只|直接|温度|长度|距离|重量|单位|时间|价格|金额|默认)*"
    r"(?P<what>(?:用|使用|采用|按|换算成|写成)(?:公制|英制|摄氏度?|华氏度?|公里|英里|公斤|千克|磅|24小时制|12小时制|"
    r"人民币|美元|欧元|北京时间)(?:的?单位)?)(?:吧|就好|就行|表示|来算|计算|谢谢)*$"
)


def _any_wish(text: str) -> str:
    """Return what is asked of the answers in words that no other pattern knows."""
    match = (
        _CODE_IN.match(text)
        or _UNITS.match(text)
        or _GENERAL_WISH.search(text)
        or _SPEAK_WITH.search(text)
        or _IN_THE_FORM.search(text)
    )
    return thing(match["what"]) if match else ""


def _is_wish(text: str) -> bool:
    return bool(re.search(r"以后|今后|都|每次|总是|一律|跟我|和我|给我", text)) or text.startswith(
        (
            "语气",
            "口吻",
            "风格",
            "先给",
            "直接给",
            "像",
            "说人话",
            "说重点",
            "挑重点",
            "别铺垫",
            "有话直说",
            "多用",
            "少用",
            "尽量用",
        )
    )


def _speaks_to_me(text: str, match: re.Match[str]) -> bool:
    rest = (match["rest"] or match["rest2"] or "").strip()
    if _LANGUAGE_ACT.match(rest) and (
        rest not in ("",)
        or _MENTIONS_REPLY.search(text)
        or re.search(r"以后|今后|跟我|和我|对我|请用|先用|请说|一律|改用|换", text)
    ):
        return not re.search(r"会不会|能不能|我(?:会|能|不会|在)(?:说|讲|用)", text)
    alone = re.fullmatch(
        r"(?:请|麻烦)?(?:全程|一律|一直|都|统一|直接)*(?:用|说|讲)(?:繁体|简体|中文|英文|英语|日语|普通话|粤语)(?:中文|字)?",
        text,
    )
    return alone is not None and (text.startswith("请") or "体" in text)
