"""Likes, dislikes and favourites."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import Found, nouns, thing
from memory.backends.local.chinese.people import ME
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.types import Mode

_FAVOURITE = (
    re.compile(
        r"(?:心目中|心中|认为|觉得)(?:最好|最棒|最佳|最美|"
        r"第一)(?:[吃喝看听玩用])?的(?P<topic>[^，是]{1,8}?)(?:就|还|一直|永远|"
        r"应该)*是(?P<value>[^，]+)$"
    ),
    re.compile(
        r"(?:(?:平时)?喜欢(?=的[^，是]{1,6}(?:就|一直)?是)|最(?:喜欢|喜爱|爱|钟爱|欣赏|崇拜|中意|常(?=[去用看吃喝听穿玩逛]))|"
        r"最爱)(?P<verb>[吃喝看听玩用读穿去逛])?(?:过)?的(?P<topic>(?!就|还|当然|"
        r"永远)[^，是]{1,8}?)(?:就|还|一直|"
        r"当然|应该|肯定|永远)*(?:是|当属|非|要数|莫过于|：|:)(?P<value>[^，]+)$"
    ),
    re.compile(
        r"(?P<value>[^，]{1,12}?)是(?:我)?最(?:喜欢|喜爱|爱|钟爱|"
        r"崇拜)(?:[吃喝看听玩用读穿去])?的(?P<topic>[^，]{1,8})$"
    ),
)
_LIKE = (
    r"(?:喜欢(?:上|过)?|倾向于?|偏向于?|喜爱|享受|热衷于?|乐于|着迷于|爱死了?|爱惨了?|痴恋|热爱|酷爱|钟爱|"
    r"偏爱|偏好|迷恋|痴迷(?:于)?|沉迷(?:于)?|迷上|"
    r"爱上|中意|钟情于?|青睐|爱好|好(?=[听看喝吃玩]个)|欣赏|崇拜|"
    r"爱(?=[吃喝看听玩用读穿去逛做睡唱跳打写骑喝买拍画折种养旅下])|"
    r"爱(?![你我他她国心情好护惜人])|爱好)"
)
_LIKES = re.compile(
    r"(?:比起[^，]+?|相比[^，]+?|和[^，]+?相比)?(?:我)?(?:更加?|比较|还是|最|很|超|特别|"
    rf"非常|也|都)*(?P<verb>{_LIKE})(?:了)?(?P<what>[^，]+)$"
)
_FOND = (
    re.compile(
        r"对(?P<what>[^，]+?)(?:越来越|很|非常|特别|比较|挺|超级?|一直|都|也|十分|蛮|产生了?|"
        r"有着?)*(?:感兴趣|有兴趣|情有独钟|兴趣(?:很大|浓厚)|上瘾|着迷|痴迷|入迷)"
    ),
    re.compile(
        r"是(?:一?[个名位])?(?:个)?(?P<what>[^，]+?)(?:的|[\d一二两三四五六七八九十几好多]+年的?)*(?:资深|忠实|铁杆?|死忠|骨灰级|超级|"
        r"老|真爱|狂热)*(?:粉丝?|爱好者|[球歌影书戏车军舞]?迷|发烧友|控|拥趸)$"
    ),
    re.compile(r"(?:很|特别|超|超级)?迷(?!路|信|惑|茫|糊|恋|你|上|失|人)(?P<what>[^，的了]{2,8})$"),
    re.compile(
        r"(?:[春夏秋冬][天季]|每天|一天|顿顿|生活)?(?:都|也)?离不开(?P<what>[^，人家]{1,8})$"
    ),
    re.compile(r"(?:最近)?(?:迷上|入坑|种草|沉迷于?|粉上|爱上)了?(?P<what>[^，]+)$"),
    re.compile(
        r"(?P<what>[^，我你]{1,10}?)(?:我|是我的?)?(?:真的)?(?:特别|很|非常|超|都|也|"
        r"最)*(?:喜欢|爱[吃喝看听玩])$"
    ),
    re.compile(
        r"(?P<what>(?!在)[^，]{1,12})(?:(?<![风品内管总遥失数])控|重度爱好者|狂热爱好者|死忠粉)$"
    ),
)
_RATHER = re.compile(
    r"(?:更|宁愿|宁可|还是更?)(?:愿意|乐意|想|倾向于?|偏向于?|中意|习惯)?(?:往)?(?P<what>[^，了我你]{2,12})$"
)
_COMPARES = re.compile(r"(?:比起|相比|跟[^，]+比|和[^，]+比|与其)[^，]+$")
# After 螺蛳粉、臭豆腐、榴莲: what is listed is loved.
# 悬疑剧我能刷一宿, 偶像剧三分钟就关
_ENDLESS = re.compile(
    r"(?P<what>[^，我你他她能可]{2,8}?)(?:我)?(?:能|可以)(?:一口气|连着|一次)?(?:刷|看|吃|喝|玩|听|聊|逛|追|唱|打|啃)(?:一整?[天宿夜晚]|一下午|一上午|通宵|到(?:天亮|半夜|吐)|[一两三几]大?[碗盘斤盒桶]|个没完|不腻|个不停|上瘾)$"
)
_MISSES_NONE = re.compile(
    r"(?P<what>[^，我你他她]{2,8}?)(?:我)?(?:倒是|是|可是|都|就|基本|几乎)*(?:一|每)(?:集|期|场|本|话|回|章|部|季|局)(?:都|也)?(?:不|没|从不)(?:落|漏|差|缺|错过)(?:下)?(?:过|的)?$"
)
_AT_ONCE = re.compile(
    rf"(?P<what>[^，我你他她]{{2,8}}?)(?:我)?(?:看|听|吃|喝|玩|刷)?(?:不到|不出|没)?(?:{NUMERAL}(?:分钟|集|页|秒|口|眼)|两眼|一眼)(?:我)?(?:就|准|立马|马上)(?:想)?(?:关|弃|吐|睡着?|退|划走|放下|跑|犯困|换台|困)(?:掉|了)?$"
)
_FAVOURED_TOPIC = re.compile(
    r"(?:要说|要论|说到|说起|论|问我|若论)?(?:我)?(?:心目中|心里)?最(?:喜欢|中意|爱|偏爱|钟情|推荐|满意|常用|好[用吃喝看听玩])(?:[吃喝看听玩用逛去])?的(?P<topic>[^，是]{1,8})$"
)
_NAMED_AS_IT = re.compile(
    r"(?:我)?(?:还得是|那?(?:必须|肯定|当然|绝对|一定|只能|就|得)+是|非(?P<not>[^，]{1,10})莫属|当属|要数|首推|必须是)(?P<value>[^，]{1,12})?$"
)
_LOVES_THEM = re.compile(
    r"(?:我)?(?:[这那]些?|[两三几]样)?(?:我)?(?:全|都|统统|通通|一律|样样|哪个|哪样|一个|个个)*(?:都|也)?(?:特别|很|最|超)?(?:爱|喜欢|爱吃|爱喝|爱看|爱玩|来者不拒|百吃不厌|百看不厌|百听不厌|欲罢不能|戒不掉|吃不腻|是我的(?:最爱|心头好|命|快乐源泉))$|"
    r"[^，]{0,4}越[^，]{1,4}(?:我)?越(?:来劲|上头|喜欢|爱|过瘾|香|开心|兴奋)$"
)
_FAN = re.compile(
    r"(?:是)?(?:一?[个名位])?(?:资深|重度|忠实|铁杆|死忠|骨灰级|狂热|十级)*"
    r"(?P<what>[^，是的]{1,10}?)(?:资深|忠实|铁杆|死忠|骨灰级|狂热)?(?:爱好者|发烧友|狂魔|"
    r"十级选手|狂热粉)$"
)
_DISLIKE = (
    r"(?:烦死了?|讨厌死了?|恨死了?|讨厌|厌恶|反感|憎恨|恨|嫌弃|烦(?=[^，]{2,})|害怕|"
    r"怕(?=[^，])|恐惧|受不了|受不得|"
    r"接受不了|忍受不了|忍不了|看不惯|见不得|容不得|听不得|看不上|吃不惯|喝不惯|无法接受|"
    r"不能接受|无法忍受|"
    r"难以接受|排斥|抗拒|恶心)"
)
_DISLIKES = re.compile(rf"(?:最|很|超|特别|非常|也|都|真的)*(?P<verb>{_DISLIKE})(?P<what>[^，]+)$")
_OBJECT_FIRST = re.compile(
    r"(?P<what>[^，]{1,12}?)(?<!耐)(?:这(?:个)?(?:东西|玩意儿?|种东西)?)?(?:我)?(?:是)?(?:真的|"
    r"实在|完全|根本|真|就是)*(?:接受不了|受不了|吃不惯|喝不惯|爱不起来|喜欢不起来|"
    r"提不起兴趣|欣赏不来)$"
)
_BEST_LOVED = re.compile(
    r"最(?:喜欢|喜爱|爱|钟爱)(?:[吃喝看听玩用读穿去做])?的(?:就|还|当然|永远|"
    r"一直)*是(?P<what>[^，]+)$"
)
_TOP_OF_ALL = re.compile(
    r"(?P<what>[^，我]{1,12}?)是我最?(?P<verb>怕|讨厌|烦|不喜欢|受不了|喜欢|爱)的(?:东西|"
    r"事情?|一件事|活动)$"
)
# 甜的和咸的我选甜的, 猫和狗之间，我更喜欢狗
_CHOICE = re.compile(
    r"(?P<of>[^，]{1,8}?(?:和|跟|与|还是|[vV][sS]|或者?)[^，我]{1,8}?)(?:之间|里面?|"
    r"中间?|二选一|的话)?[，, ]?"
    r"我(?:一般|肯定|永远|还是|都|会|就|当然|绝对)*(?:选择?|站|要|更(?:喜欢|爱)|偏爱|偏向于?)(?P<what>[^，]{1,8}?)[。！!～~吧啦呀]*$"
)
_CRAVES = re.compile(
    r"(?:就|最|独|偏)*好(?:一口(?P<what>[^，]{1,8})|(?P<this>[^，这]{1,8})这一?口)$"
)
_OVER = re.compile(r"(?<=.)(?:胜过|多过|甚于|多于|大于|超过)[^，]+$")
# 茄子我不爱吃, 米饭无感
_UNLOVED = re.compile(
    r"(?P<what>(?!但|可|所以|就|也|都|还)[^，我你他她不对]{1,8}?)(?:我)?(?:这(?:种|个)?东西)?(?:我)?(?:从小|一直|真的|是|也|都|就|实在)*"
    r"(?:不(?:太|怎么|大|是很)?(?:爱|喜欢)(?:吃|喝|看|听|玩|用|穿|去)?|无感|不感冒|没兴趣)(?:的)?$"
)
_BODY = r"(?:我的?)?(?:肠?胃|身体|身子|心脏|耳朵|眼睛|腰|腿|膝盖|嗓子|皮肤|钱包|脑子|精神)"
_NO_INTEREST = re.compile(
    r"对(?P<what>[^，]+?)(?:完全|一点都?|根本|实在|真的|都|也|并|很|比较|非常|"
    r"特别)*(?:不感兴趣|一点儿?兴趣(?:都|也)没有?|没(?:有)?(?:什么|啥)?兴趣|无感|不感冒|提不起兴趣|反感|厌恶|很排斥|"
    r"没好感)"
)
_NOT_A_LIKE = re.compile(
    r"^(?:你(?!的)|您|我(?!自己)|他|她|它|就|谁|爱?了|了爱|爱$|[会也都]$|[看听跟和]你|[好真太超最很挺]$|吃?瓜$|第[一二三四五\d]+[个种版]|[上下前后]一?[个种版](?:方案|选项|版本)|这个?(?:回答|答案|建议|主意|点子)|上了?$|的|"
    r"什么|这样|那样|就好|吗)"
)


def favourite(s: Statement) -> Iterator[Found]:
    asked = _FAVOURED_TOPIC.match(s.before_text)
    named = _NAMED_AS_IT.match(s.text.strip(" 。！!~～，,")) if asked else None
    if asked and named and (named["value"] or named["not"]):
        value = thing(named["value"] or named["not"])
        yield Found(attribute=f"favorite:{thing(asked['topic'])}", value=value)
        return
    text = ("最" if s.adverbs and s.adverbs[-1] == "最" else "") + s.core
    text = re.sub(r"(?:已经|现在)?[改换变]成了?", "是", text)  # 最喜欢的颜色改成藏青了
    for pattern in _FAVOURITE:
        match = pattern.match(text)
        if match and not s.negation:
            topic = thing(match["topic"]).removeprefix("一个").removeprefix("一种")
            value = thing(re.split(r"[，,]", match["value"])[0])
            if value and topic and not re.match(r"什么|哪|谁|人$|东西$", topic + value[:2]):
                yield Found(attribute=f"favorite:{topic}", value=value, confidence=0.95)
                return


_FLAVOUR = re.compile(
    r"(?:的)?(?P<topic>口味)(?:比较|很|偏|挺|特别|都|一直)*(?P<value>清淡|重|淡|甜|咸|辣)$"
)
_LEANS = re.compile(
    r"(?:的|吃饭|吃东西)?(?P<topic>口味|穿搭|穿衣|风格|审美|饮食|吃的|装修|作息|性格)(?:风格)?(?:一向|一直|比较|都|也|更)*"
    r"(?:偏(?:向|好)?(?:于)?|走的?是?|(?:喜欢|要求|追求))(?P<value>[^，了]{1,8}?)(?:的|一点|一些|路线|风格?)*$"
)
_EATS = re.compile(
    r"(?:平时)?(?P<topic>[吃喝穿])(?:东西|饭|的东西)?得?(?:都|也)?(?:比较|很|挺|特别|偏|都|一直)*(?P<value>清淡|重油重盐|咸|甜|油|素|重口|简单|随意|素净|朴素|少|多)$"
)
_DEMANDS = re.compile(
    r"对(?P<topic>[^，]{1,8}?)的?要求(?:就|只|主要)*(?:是)?(?P<value>(?!高|很|不|严|低|比较)[^，]{2,10})$"
)
_ABOVE_ALL = re.compile(
    r"(?:尤其|特别|最|主要|其中|比如|像|包括)(?:喜欢|爱)?(?:就)?是(?P<what>[^，]{1,10})$"
)


def leanings(s: Statement) -> Iterator[Found]:
    """Read 口味偏清淡, 对居住环境要求安静; 尤其是早茶 after a liking."""
    if s.negation or s.is_request or (s.person is not None and not s.person.subject):
        return
    eats = _EATS.match(s.core)
    if eats and s.person is not None and not s.has_time(TimeKind.DATE, TimeKind.PASSING):
        topic = {"吃": "口味", "喝": "饮品", "穿": "穿衣"}[eats["topic"]]
        yield Found(attribute=f"preference:{topic}", value=eats["value"], text=f"{{who}}{s.core}")
        return
    match = _FLAVOUR.match(s.core) or _LEANS.match(s.core) or _DEMANDS.match(s.core)
    if match and s.person is not None:
        topic, value = match["topic"], thing(match["value"])
        yield Found(
            attribute=f"preference:{topic}", value=value, text=f"{{who}}的{topic}偏好：{value}"
        )
        return
    most = _ABOVE_ALL.match("".join(s.adverbs) + s.core)
    when = most and re.search(r"时候?$", most["what"])
    if most and not when and s.after in ("likes", "hobby", "dislikes"):
        for value in nouns(most["what"]):
            yield Found(attribute=s.after, value=value)


def lasting(s: Statement) -> Iterator[Found]:
    """Read 悬疑剧我能刷一宿, 纪录片一集不落, a list that is loved, 更愿意往山里跑."""
    if s.negation and not re.match(r"(?:没|无)", s.negation):
        return
    listed = re.fullmatch(r"[^，我你他她、]{1,8}(?:、[^，我你他她、]{1,8})+", s.before_text)
    if listed and _LOVES_THEM.match(s.text.strip(" 。！!~～，,")) and s.person in (ME, None):
        for value in nouns(listed[0]):
            yield Found(attribute="likes", value=value)
        return
    endless, at_once = _ENDLESS.match(s.text.strip(" 。！!~～，,")), _AT_ONCE.match(s.text)
    none_missed = _MISSES_NONE.match(s.text.strip(" 。！!~～，,"))
    told = ((endless, "likes"), (none_missed, "likes"), (at_once, "dislikes"))
    for match, attribute in told:
        if (
            match
            and not s.is_request
            and all(w.is_noun or w.tag[0] in "abn" for w in tag(match["what"]))
        ):
            yield Found(attribute=attribute, value=thing(match["what"]))
            return
    rather = _RATHER.match("".join(s.adverbs[-1:]) + s.core) or _RATHER.match(s.core)
    if rather and _COMPARES.match(s.before_text) and s.person in (ME, None):
        yield Found(attribute="likes", value=thing(rather["what"]))
        return


def likes(s: Statement) -> Iterator[Found]:
    if s.negation == "不" and s.core.startswith("感冒") and len(s.core) > 3:
        yield Found(attribute="dislikes", value=thing(s.core[2:]), reads_negation=True)
        return
    unloved = _UNLOVED.match(s.text.strip(" 。！!~～，,"))
    if unloved and s.person in (ME, None) and all(w.is_noun for w in tag(unloved["what"])):
        yield Found(attribute="dislikes", value=thing(unloved["what"]), reads_negation=True)
        return
    if s.negation and not re.match(r"(?:没|无)", s.negation):
        match = _LIKES.match(s.core)
        hard = re.match(r"(?:能|可以)接受(?P<what>[^，我你他]{2,10})$", s.core)
        if hard and _is_taste(hard["what"]):
            yield Found(attribute="dislikes", value=thing(hard["what"]), reads_negation=True)
            return
        if match and _is_taste(match["what"]):
            mode = Mode.DENIAL if s.is_denial else None
            for value in nouns(match["what"]):
                attribute = "likes" if mode else "dislikes"
                yield Found(attribute=attribute, value=value, mode=mode, reads_negation=True)
        return
    named = list(_singled_out(s))
    if named:
        yield from named
        return
    no_interest = _NO_INTEREST.match(s.core)
    if no_interest and not re.match(r"[他她它你这那]", no_interest["what"]):
        for value in nouns(no_interest["what"]):
            yield Found(attribute="dislikes", value=value)
        return
    chosen = _CHOICE.match(f"{s.before}，{s.text}") or _CHOICE.match(s.text)
    if chosen and thing(chosen["what"])[:2] in chosen["of"] and not s.negation:
        yield Found(attribute="likes", value=thing(chosen["what"]))
        return
    disliked = _DISLIKES.match(s.core) or _OBJECT_FIRST.match(s.core)
    if disliked and not s.negation and _is_taste(disliked["what"]):
        yield from _disliked(disliked)
        return
    for pattern in (_LIKES, _FAN, *_FOND):
        match = pattern.match(s.core)
        if match and _is_taste(match["what"]) and not s.negation and not s.is_request:
            for value in nouns(_OVER.sub("", match["what"])):
                yield Found(attribute="likes", value=value)
            return


def _singled_out(s: Statement) -> Iterator[Found]:
    """Read what is loved or loathed above all: 最讨厌的蔬菜是秋葵, 就好一口臭豆腐."""
    loathed = re.match(
        r"最?(?:讨厌|不喜欢|怕|烦|恨)的[^，是]{1,6}(?:就|一直|应该)?是(?P<what>[^，]{1,12})$",
        ("最" if "最" in s.adverbs else "") + s.negation + s.core,
    )
    if loathed and not s.is_request:
        yield Found(attribute="dislikes", value=thing(loathed["what"]), reads_negation=True)
        return
    craving = _CRAVES.match("".join(s.adverbs[-1:]) + s.core) or _CRAVES.match(s.core)
    if craving and not s.is_request:
        yield Found(attribute="likes", value=thing(craving["what"] or craving["this"]))
        return
    best = _BEST_LOVED.match(s.text[s.core_start :]) if s.person else None
    dearest = re.match(
        r"(?P<what>[^，]{1,10}?)(?:就|一直|永远)?是我(?:从小到大|这么多年|这些年|一直以来|多年|一辈子|永远|从小)?的(?:最爱|心头好|命|本命)$",
        s.text,
    )
    if best or dearest:
        yield Found(attribute="likes", value=thing((best or dearest)["what"]))  # type: ignore[index]
        return
    named = _TOP_OF_ALL.match(s.text)
    if named:
        attribute = (
            "likes"
            if re.search("喜|爱", named["verb"]) and "不" not in named["verb"]
            else "dislikes"
        )
        yield Found(attribute=attribute, value=thing(named["what"]))
        return


def _disliked(match: re.Match[str]) -> Iterator[Found]:
    if re.match(_BODY, match["what"]):
        return  # 胃受不了
    verb = match.groupdict().get("verb") or ""
    others = re.match(r"(?:别人|人家|有人|那种|人)[^，]{2,}", match["what"])
    fears = re.search(r"怕|恐惧|^烦$|^恨$", verb)
    most = match[0].startswith("最")
    if fears and not (others or most) and not _is_feared(match["what"]):
        return
    for value in nouns(match["what"]):
        text = "" if "怕" not in verb and "恐" not in verb else f"{{who}}怕{value}"
        yield Found(attribute="dislikes", value=value, text=text)


def _is_feared(what: str) -> bool:
    """Say whether what is feared is a thing, rather than an event that may come (怕说错话)."""
    words = tag(thing(what))
    if re.match(
        r"打雷|打针|坐飞机|开车|见人|开会|加班|应酬|排队|堵车|做饭|洗碗|社交|早起|出差", what
    ):
        return True
    return len(thing(what)) <= 6 and words[0].tag[0] not in "vrdca" or thing(what) in ("高", "黑")


def _is_taste(what: str) -> bool:
    if re.match(r"(?:这|那(?!种|样的|些)|里面|其中|它|上面|一下|着名)", what):
        return False  # points at something said elsewhere
    what = thing(what)
    return bool(what) and len(what) <= 24 and not _NOT_A_LIKE.match(what)
