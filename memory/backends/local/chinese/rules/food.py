"""What somebody eats: diet, spice, and what they must not or will not have."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import Found, deed, nouns, thing
from memory.backends.local.chinese.people import ME
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.types import Mode

_DIET = (
    (
        re.compile(
            r"(?:是)?(?:一?[个名位])?(?:吃|食)?(?:严格的?)?(?:纯素|全素|严格素食|维根)(?:主义者|食?者|主义|"
            r"食)?|(?:是)?(?:一?[个名位])?vegan",
            re.I,
        ),
        "vegan",
    ),
    (
        re.compile(
            r"(?:是)?(?:一?[个名位])?(?:吃)?(?:严格的?|半个)?(?:蛋奶素|奶蛋素|锅边素|素食主义者?|"
            r"素食者|素食|vegetarian)|"
            r"(?:一直|长期|常年|开始|改|只|都|坚持|在)*(?:吃(?:长)?素(?!食店|菜馆|包|鸡|面)|茹素|"
            r"食素)|(?:只)吃素",
            re.I,
        ),
        "vegetarian",
    ),
    (
        re.compile(
            r"(?:饮食|吃的|吃饭)?(?:只|都|也|要|得|必须|需要)*(?:吃|食|是)?(?:的是)?(?:清真)|halal",
            re.I,
        ),
        "halal",
    ),
    (re.compile(r"(?:只)?(?:吃)?(?:犹太洁食|洁食)|kosher", re.I), "kosher"),
    (
        re.compile(r"(?:是)?(?:一?[个名位])?(?:鱼素|海鲜素食)(?:者|主义者)?|pescatarian", re.I),
        "pescatarian",
    ),
    (re.compile(r"(?:在|开始|坚持|正在)*(?:吃|做|执行)?(?:生酮|keto)(?:饮食)?", re.I), "keto"),
    (
        re.compile(
            r"(?:在|开始|坚持|正在|要|得|只能)*(?:吃|执行)?(?:无麸质|无麸)(?:饮食|食物|食品)?|"
            r"gluten[- ]free",
            re.I,
        ),
        "gluten_free",
    ),
    (re.compile(r"(?:在|开始|坚持|正在|要|得|只能)*(?:吃|执行)?(?:低碳水?)(?:饮食)?$"), "low_carb"),
)
_ON_DAYS = re.compile(r"初一|十五|每周|每月|每逢|逢年|周[一二三四五六日末]")  # 初一十五吃素
_FOOD_PLACE = re.compile(r"餐厅|店|馆|菜谱|食谱|怎么|推荐|有什么|附近")
_NO_SPICE = re.compile(
    r"(?:(?:能|会|敢|碰|沾|爱|喜欢|想)?(?:吃|碰|沾)(?:不了|不得|不来)?(?:一?点儿?|任何|"
    r"半点|一丁点|太|很)?(?:辣椒?的?|麻辣)(?:的?(?:东西|食物|菜))?(?:都|也)?(?:吃|沾|"
    r"碰)?(?:不了|不能|不得)?|辣(?:椒)?(?:的)?(?:东西)?(?:我)?(?:都|也|完全|根本|"
    r"一点)*(?:吃不了|不能吃|不吃|碰不得|不行)|(?:一?点儿?|半点)?辣(?:椒)?(?:都|"
    r"也)(?:吃不了|不能吃|不吃|不能碰|不沾|碰不得))"
)
_HOT = re.compile(
    r"(?:离不开|少不了)辣|无辣不欢|嗜辣|(?:能|会|爱|喜欢|敢|挺能|可能|超能|特别能|很能|最能|"
    r"想)*吃(?:得?了?)?(?:很|特别|非常|超|超级|重|特|爆|变态|巨|比较|更|"
    r"得)*辣(?:的)?(?:一点|一些|点|的菜|食物|东西)?(?:菜)?$|(?:重|特|爆|变态|超)辣|"
    r"吃辣(?:很|特别|超级?|非常)厉害|辣得?(?:越.*)?越辣越"
)
_SPICE_WORD = re.compile(
    r"(?P<level>微微?辣|少辣|小辣|微麻微辣|中辣|正常辣|重辣|特辣|大辣|爆辣|变态辣|不辣|"
    r"免辣|去辣|不要辣椒?|不放辣椒?)"
)
_A_LITTLE_SPICE = re.compile(r"(?:能|可以|会)(?:吃|接受)一?(?:点点|点儿?|丢丢|些)的?辣")
_NOT_EVEN = re.compile(r"连(?P<what>[^，]{1,6}?)(?:都|也)(?:不|从不)(?:能|敢)?(?:吃|喝|碰|沾)")
_ABSTAINS = re.compile(r"(?:滴|烟)?(?P<what>酒|烟酒|荤腥?|咖啡|奶茶)(?:从来)?不(?:沾|碰)")
_NOT_STRICT = re.compile(r"没|不是|并不|不太|不怎么|不很")
_NO_FOOD = re.compile(
    r"得起|得惯|完|饱|好$|早饭|早餐|午饭|晚饭|饭$|亏|苦$|醋$|惊$|力$|这一?套|哪|^白"
)
_TOO_MUCH = re.compile(r"(?:太多|过多)$")
_QUIT = re.compile(
    r"(?:把)?(?P<what>烟酒?|酒|糖|咖啡|奶茶|可乐|甜食|[^，]{1,4}?)(?:都|也|已经|给)*戒(?:掉|断)?$"
)
_INTAKE = r"(?:吃|喝|碰|沾|抽|食用|摄入|服用|用|接触|喷|闻)"
_UPSETS = re.compile(
    rf"一?{_INTAKE}(?:了|到|点儿?)?(?P<what>(?!坏|多|了)[^，就会了坏]{{1,8}}?)(?:就|会|都|之后|后|容易|总是?|老)*(?:会|容易)?"
    r"(?:拉肚子|腹泻|肚子疼|肚子痛|胃疼|胃痛|胀气|反酸|烧心|恶心|头疼|头痛|头晕|想吐|心慌|失眠|睡不着|"
    r"上脸|长痘|爆痘|牙疼|上火|犯病)"
)
_UPSETS_FIRST = re.compile(
    rf"(?P<what>[^，我一就会]{{1,6}}?)(?:我)?一?{_INTAKE}(?:了|到|多了?)?就(?:会|容易)?"
    r"(?:拉肚子|腹泻|肚子疼|肚子痛|胃疼|胃痛|胀气|反酸|烧心|恶心|头疼|头晕|想吐|心慌|失眠|长痘|上火)"
)
_QUIT_SINCE = re.compile(
    rf"戒(?:掉|断)?了?(?P<what>烟酒?|酒|糖|咖啡|奶茶|可乐|甜食|游戏)(?:已经|快|都|有)*"
    rf"(?:{NUMERAL}|几|好几|半)(?:来|多)?个?(?:年|月|天|周)(?:多|半)?$"
)
_WHIM = re.compile(
    r"(?:就|也|还|突然|好|很|真|特别|破例)*(?:想|馋)(?:要|着)?(?:吃|尝|试|来|点|整|搞|喝)|破例|"
    r"(?:给我)?(?:来|整|搞|弄|点)(?:一|个|点|份|碗|顿|锅|盘|些|两)"
)
_HOT_WHIM = re.compile(
    r"(?:吃|来|整|搞|弄|尝|试)(?:一?(?P<some>[点些])|一?[个顿份])?(?:尝|试)?辣的?(?:菜|东西)?$"
)
_LEVELS = {
    "微": "mild",
    "少": "mild",
    "小": "mild",
    "中": "medium",
    "正": "medium",
    "不": "none",
    "免": "none",
    "去": "none",
}
_AVOID = re.compile(
    r"(?:再)?(?P<can>能|可以|许|准|让我?|敢|得|适合|宜|应该|会|想|要|"
    rf"肯)?(?P<verb>{_INTAKE})(?:太多|过多|任何|一?点儿?|得了?|太|带|"
    r"含有?)*(?P<what>[^，]*)$"
)
_CANNOT = re.compile(
    rf"(?P<verb>{_INTAKE})(?:不了|不得|不惯|不来|不下)(?P<what>[^，]+)$|"
    rf"(?P<before>[^，]{{1,10}}?)(?:我|也|都|完全|根本|是|真的|"
    rf"一点)*(?P<verb2>{_INTAKE})(?:不了|不得|不惯)$"
)
_LEAVES_OUT = re.compile(
    r"(?:吃[饭面粉]?|做[菜饭]|[点叫订](?:餐|菜|外卖)|喝[咖茶奶][啡水茶]?|饭菜里?|菜里)(?:的?时候)?(?:都|"
    r"从来|一概|一律|会|备注|要求|嘱咐)*"
    r"(?:不|别)(?:要|能|会)?(?:放|加|要|用|碰)(?P<what>[^，]{1,8})$"
)
_UNABLE = re.compile(
    r"(?P<verb>坐|乘|爬|跑|跳|游|骑|穿|戴|睡|晒|泡)(?:不了|不得|不惯)(?P<what>[^，]{1,8})$"
)
_FRONTED = re.compile(
    r"(?P<what>(?!连|也|都|所以|因此|基本|几乎)[^，我你他她一]{1,8}?)(?:我|是|这些|这种|之类的?)*(?:基本上?|几乎|完全|一概|一律|从来|从|绝对|坚决|真的?|实在|都|也|一口|一点)*"
    r"不(?:能|敢|会|可以)?(?P<verb>吃|喝|碰|沾|去|看|玩|坐|穿|用)的?$"
)
_ORDERS = re.compile(
    r"(?:点餐|点菜|点外卖|外卖|奶茶|炒菜|做菜|下单)[^，]{0,8}?(?:(?:不要|别)(?:放|加|要)?|不(?:放|加))(?P<what>[一-鿿]{1,4}?)(?:哈|啊|哦|谢谢)?$"
)
_KEPT_OFF = re.compile(
    r"(?P<what>[^，我你他她要得都]{1,8}?)(?:我|一律|全|都|也|通通|要|得|必须|需要)+(?:得|要|必须|需要|已经|给)*(?:避开|避免|忌口?|远离|戒掉?|禁掉?|少[吃喝碰])(?:了|的)?$"
)
_GIVEN_UP = re.compile(
    r"(?P<what>[^，我你他她把都就也]{2,8}?)(?:我|现在|已经|这些|之类的?)*(?:一概|一律|全部?|都|统统|通通|彻底|基本)+(?:给)?(?:戒|忌|断|不[吃喝碰沾])(?:掉|口)?$"
)
_NOT_LET_IN = re.compile(
    r"(?P<what>[^，我你他她]{1,8}?)(?:我们?家?|家里|俺家)?(?:从来|从|都|绝对|一律|坚决)*不(?:让)?(?:进(?:家?门|厨房|口|屋|嘴)|上桌|入口)$"
)
_REFUSES = re.compile(
    r"(?P<what>[^，我你他她都也]{1,8}?)(?:我)?(?:坚决|绝对|打死|死活|说什么|一概|一律|通通)(?:我)?(?:都|也)?不(?:要|做|打|用|去|碰|上|试|考虑|接受)(?:的|了)?$"
)
_SMOKE_GONE = re.compile(
    r"(?:我)?(?P<what>烟|酒|烟酒|槟榔|奶茶|咖啡)(?:我)?(?:早就?|已经|都|也|彻底|总算|终于)*(?:掐|断|不(?:抽|喝|沾|碰|嚼|吃))了?$"
)
_BY_THE_CLOCK = re.compile(r"点半?(?:以后|之后|后|以前|之前|前)")
_SHUNS = re.compile(r"(?P<verb>坐|看|玩|听|穿|打(?!扰|算|开)|戴)(?P<what>[^，我你他这那]{2,6})$")
_SO_LONG = re.compile(rf"(?:快|有|都|已经)*(?:{NUMERAL}|几|好几|半)多?个?(?:年|月|天|周)(?:多|半)?")
_BANNED = re.compile(
    r"(?:得|要|必须|需要|应该|在)?(?:忌(?:口|吃|食)?|戒(?:掉)?|禁(?:食|止|忌)?|避免|远离|"
    rf"少(?={_INTAKE}))(?:的(?:是|有)|了)?(?P<verb>{_INTAKE})?(?P<what>[^，]*)$"
)
_MUST_NOT = re.compile(
    r"(?:再)?(?:能|可以|许|准|宜|适合|让|建议)(?:再|做|进行|剧烈|过度|长时间|随便|"
    r"从事)?(?P<what>(?:跑步|运动|剧烈运动|熬夜|久坐|久站|开车|坐飞机|饮酒|喝酒|抽烟|吸烟|"
    r"负重|爬山|爬楼梯|游泳|潜水|献血|晒太阳|做核磁|提重物|吃|喝)[^，]*)$"
)


def diet(s: Statement) -> Iterator[Found]:
    if _FOOD_PLACE.search(s.core) or s.is_request:
        return
    for pattern, value in _DIET:
        match = pattern.match(s.core)
        if match and match[0] and len(s.core) <= match.end() + 10:
            if _ON_DAYS.search(s.text):
                yield Found(attribute="habit", value=deed(s.leading_times + s.core))
                return
            yield Found(attribute="diet", value=value, confidence=0.95)
            return


def spice(s: Statement) -> Iterator[Found]:
    if "辣" not in s.core or re.search(
        r"辣条|热辣|辛辣(?:讽|点评)|毒辣|泼辣|老辣|辣眼|辣妹", s.core
    ):
        return
    if _is_over(s) or "偶尔" in s.adverbs:
        return  # 上周吃了顿微辣的火锅
    level = _spice_level(s)
    whim = _HOT_WHIM.search(s.core) if not level and _is_a_whim(s) else None
    if whim:
        level = "medium" if whim["some"] else "hot"
    if level == "hot" and (s.negation or s.core.startswith("不想")):
        level = "none"  # 今天不想吃辣
    if level:
        yield Found(
            attribute="spice_level",
            value=level,
            reads_negation=True,
            confidence=0.9,
            mode=Mode.TEMPORARY if _is_a_whim(s) else None,
        )


def _spice_level(s: Statement) -> str:
    """Return how hot the clause says it may be, "" when it does not say."""
    text = s.text
    word = _SPICE_WORD.search(s.text)
    if re.search(r"(?:别|不要|不用)(?:给我)?(?:放|加|搁)(?:任何)?辣椒?", text) or re.search(
        r"辣椒?(?:都|也)(?:完全|根本)?(?:不能|不敢|不可以|没法|不)(?:吃|碰|沾)", text
    ):
        return "none"
    if _A_LITTLE_SPICE.search(text):
        return "mild"
    if re.search(r"吃辣(?:的)?(?:能力|水平)(?:很|特别|非常|超|挺)?(?:强|高)", text):
        return "hot"
    if re.search(r"吃辣(?:的)?(?:能力)?(?:不太?行|不大行|一般|比较弱|很弱|菜)", text):
        return "mild"
    if re.search(
        r"微辣(?:我)?(?:都|也|就)(?:完全|已经)?(?:吃不了|不能|不行|受不了|扛不住|不敢)", text
    ):
        return "none"
    if word:
        return _LEVELS.get(word["level"][0], "hot")
    if (
        (s.negation and _NO_SPICE.search(s.core))
        or re.search(
            r"(?:不|没法|别)(?:能|会|爱|敢|想|要)?(?:吃|碰|沾)(?:太|很|任何|一?点儿?)?辣", s.core
        )
        or re.search(
            r"吃不了(?:一?点儿?|太|半点|任何)?辣|辣.{0,5}(?:吃不了|不能[吃碰]|不吃|碰不得|受不了)|"
            r"(?:怕|忌|戒|禁)辣|辣不得|沾不得辣",
            text,
        )
    ):
        mild = (
            "太" in s.negation
            or "怎么" in s.negation
            or re.search(r"(?:太|很|大|特别)(?:能吃)?辣", text)
        )
        return "mild" if mild else "none"
    if not s.negation and (
        _HOT.search(s.core) or re.match(r"(?:能|爱|喜欢|会)*吃辣(?:的)?$", s.core)
    ):
        milder = re.search(r"[点些](?:了)?$", s.core) and not re.search(r"很|超|特|重|爆", s.core)
        if re.search(r"辣(?:的)?一?点", s.core):
            return "hot"
        return "medium" if milder and "更" not in s.text else "hot"
    return ""


def _is_over(s: Statement) -> bool:
    """Say whether the clause tells of one meal that was."""
    gone = re.match(r"(?:也|还|就)?(?:吃|点|尝|试|喝|要)(?:了|过)", s.core)
    return bool(gone) and not s.has_time(TimeKind.NOW)


def _is_a_whim(s: Statement) -> bool:
    """Say whether a wish is for this meal, named day or not: 想尝尝微辣的, 来份微辣的."""
    lasting = s.has_time(TimeKind.OFTEN, TimeKind.NOW) or re.search("以后|都|每次|一直", s.text)
    return (
        bool(_WHIM.match("".join(s.adverbs[-1:]) + s.core) or _WHIM.match(s.core)) and not lasting
    )


def refuses(s: Statement) -> Iterator[Found]:
    """Read 碘盐不进门, 烟早掐了, 输液坚决不要, 家里不杀生."""
    kept_out = _NOT_LET_IN.match(s.text.strip(" 。！!~～，,"))
    smoke = _SMOKE_GONE.match(s.text.strip(" 。！!~～，,"))
    refused = _REFUSES.match(s.text.strip(" 。！!~～，,"))
    refused = (
        refused
        if refused and all(w.is_noun or w.tag == "v" for w in tag(refused["what"]))
        else None
    )
    beside = re.match(
        r"(?P<what>[^，我你他她]{1,6}?)(?:也|都)(?:不(?:要|碰|沾|吃|喝))$", s.text.strip(" 。！!")
    )
    beside = beside if s.after == "diet" else None
    for match in (kept_out, smoke, refused, beside):
        if match and not s.is_request:
            yield from _avoided(thing(match["what"]), s)
            return
    pious = re.fullmatch(r"(?:家里|我们家)?不?(?P<what>杀生|沾荤腥?|吃荤腥?)", s.negation + s.core)
    if pious and "不" in s.negation + s.core:
        yield Found(attribute="avoids", value=pious["what"], reads_negation=True)
        return


def avoids(s: Statement) -> Iterator[Found]:
    """Read what somebody does not, must not or cannot have, most of all to eat and drink."""
    if _BY_THE_CLOCK.search(s.text):
        return  # 晚上九点以后不碰手机: a habit
    upset = _UPSETS.match(s.core) or _UPSETS_FIRST.match(s.core)
    if upset and not (s.negation or s.is_request or s.has_time(TimeKind.DATE) or s.ends_in_le):
        yield from _avoided(thing(upset["what"]), s)
        return
    daunted = re.match(r"敢(?P<what>(?:看|坐|玩|走|开|养|听|穿|乘)[^，了]{1,8})$", s.core)
    if daunted and s.negation in ("不", "不太", "从不", "从来不"):
        yield from _avoided(thing(daunted["what"]), s)
        return
    if s.after in ("medical_condition", "allergy") and s.negation in ("不", "不太"):
        unable = re.match(
            r"(?:能|可以|敢|宜|适合|建议)(?:再|做|进行)?(?P<what>[^，能]{2,8})$", s.core
        )
        if unable and not _AVOID.match(s.core):
            yield from _avoided(thing(unable["what"]), s)
            return
    refused = re.match(r"(?:考虑|接受)(?P<what>[^，我你他]{2,8})$", s.core)
    if refused and s.negation == "不" and (s.person is ME or s.is_carried):
        yield from _avoided(thing(refused["what"]), s)
        return
    shunned = _SHUNS.match(s.core)
    if shunned and s.negation == "不" and _is_shunned(shunned, s):
        yield from _avoided(shunned["verb"] + thing(shunned["what"]), s)
        return
    fronted = _FRONTED.match(s.text.strip(" 。！!~～，,"))
    if fronted and not s.is_request and (s.person in (ME, None) or s.is_carried) and not s.times:
        verb = fronted["verb"] if fronted["verb"] in "去看玩坐穿用" else ""
        what = thing(fronted["what"])
        named = bool(what) and all(word.is_noun or word.tag[0] in "avum" for word in tag(what))
        if (
            named
            and "辣" not in what
            and not re.search(r"[不没]|^(?:什么|啥|饭|东西|其他|别的)", what)
        ):
            yield from _avoided(what if verb in ("", "去") else verb + what, s)
            return
    idiom = _NOT_EVEN.search(s.text) or _ABSTAINS.search(s.text)
    if idiom:
        what = "" if "辣" in idiom["what"] else idiom["what"]
    elif not s.negation:
        what = _left_out(s)
    elif _NOT_STRICT.match(s.negation):
        weak = re.match(rf"能(?={_INTAKE})", s.core) and re.match("不太|不怎么|不大", s.negation)
        what = _denied_intake(s) if weak else ""
    else:
        what = _denied_intake(s)
    if what and len(what) <= 16:
        yield from _avoided(what, s)


_TREAT = re.compile(
    r"(?:就|也|想|要|可以)*(?:破例|破个例|开戒|放纵一下|例外)(?:一次|一回|一下)?(?:地)?(?:去|来)?(?P<what>(?:吃|喝|来|抽|尝)[^，]{1,8})$"
)


def treat(s: Statement) -> Iterator[Found]:
    """Read 今天破例吃点甜的: an exception of the day."""
    text = "".join(s.adverbs) + s.core
    match = _TREAT.match(text)
    around = any(t.is_around_now for t in s.times)
    if match and around and s.person in (ME, None) and not (s.negation or s.is_request):
        what = match["what"]
        yield Found(
            attribute="preference", value=what, mode=Mode.TEMPORARY, text=f"{{who}}今天破例{what}"
        )


def left_out_of_orders(s: Statement) -> Iterator[Found]:
    """Read 点外卖帮我备注不要香菜: a request, but of every meal."""
    match = _ORDERS.search(s.text.strip(" 。！!~～"))
    if match and not s.has_time(TimeKind.DATE, TimeKind.PASSING):
        yield from _avoided(thing(match["what"]), s)


def _is_shunned(match: re.Match[str], s: Statement) -> bool:
    """Say whether 不坐飞机 tells what somebody never does, rather than what they do not do now."""
    if s.is_request or s.ends_in_le or s.times or not (s.person is ME or s.is_carried):
        return False
    return all(word.tag[0] == "n" for word in tag(match["what"]))


def _denied_intake(s: Statement) -> str:
    """Return what 不吃……, 不能做…… keep away from."""
    if s.person is None and not s.is_carried and s.core.startswith("能再") and not s.after:
        return ""  # 不能再熬夜了: a resolution of the moment
    match = _AVOID.match(s.core)
    if match is None:
        must = _MUST_NOT.match(s.core)
        return thing(must["what"]) if must else ""
    verb, what = match["verb"], thing(_TOO_MUCH.sub("", match["what"]))
    unclear = match["can"] in ("会", "想", "要") or _NO_FOOD.search(match["what"])
    if unclear or not what or (verb in ("用", "接触", "闻", "喷") and not match["can"]):
        return ""
    if verb in ("吃", "碰", "沾", "食用", "摄入", "喝") and what not in ("酒", "烟"):
        return what
    return verb + what


def _left_out(s: Statement) -> str:
    """Return what is kept away from in words without 不: 戒了……, 吃不了……, 忌……."""
    given_up = _GIVEN_UP.match(s.core)
    if given_up and not s.is_request and s.ends_in_le and s.person in (ME, None):
        return thing(given_up["what"])
    leaves_out, quit_it = _LEAVES_OUT.match(s.core), _QUIT.match(s.core)
    kept_off = _KEPT_OFF.match(s.core)
    if kept_off and not s.is_request:
        return thing(kept_off["what"])
    unable, cannot = _UNABLE.match(s.core), _CANNOT.match(s.core)
    banned = _BANNED.match(s.core)
    if leaves_out and not s.is_request:
        return thing(leaves_out["what"])
    since = _QUIT_SINCE.match(s.text[s.core_start :].rstrip("了。！"))
    if since:
        return since["what"]
    if quit_it and s.ends_in_le:
        return thing(quit_it["what"])
    if unable:
        return unable["verb"] + thing(unable["what"])
    if cannot and "辣" not in s.core:
        return thing(cannot["what"] or cannot["before"]).removeprefix("太")
    if banned and not s.is_request and banned["what"] and len(banned["what"]) <= 12:
        verb, what = banned["verb"] or "", thing(banned["what"]).removesuffix("成功")
        if _SO_LONG.fullmatch(what):  # 以前抽烟，戒了三年了
            habit = re.search(r"[抽吸喝][一-鿿]?[烟酒]", s.before)
            return habit[0] if habit else ""
        return what if verb in ("吃", "喝") else verb + what
    return ""


def _avoided(what: str, s: Statement) -> Iterator[Found]:
    if (
        not what
        or re.search(r"不|没|只|^就", what)
        or re.match(r"(?:我|你|他|什么|这个|那个|东西|了)", what)
    ):
        return
    verb = re.search(r"(?P<can>能|敢|可以)?[^，]{0,2}(?P<verb>[吃喝])", s.core)
    for value in nouns(what):
        text = ""
        if re.match(r"(?:得|要|必须|需要|应该)*少[吃喝]", s.core):  # 医生让我少吃盐
            text = f"{{who}}要少{verb['verb'] if verb else '吃'}{value}"
        elif verb and verb["verb"] not in value and not re.match(r"[抽坐看穿用去]", value):
            taste = "的" if value in ("甜", "咸", "油", "生", "冷", "酸", "辛辣", "油腻") else ""
            text = f"{{who}}不{verb['can'] or ''}{verb['verb']}{value}{taste}"
        yield Found(
            attribute="avoids", value=value, reads_negation=True, confidence=0.85, text=text
        )
