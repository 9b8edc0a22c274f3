"""How somebody goes about things without saying how often: on the way, in training."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import Found, deed, thing
from memory.backends.local.chinese.people import FAMILY, ME
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.types import USER

_KEPT_UP = re.compile(
    rf"(?P<what>[^，]{{2,14}}?)(?:这件?事)?(?:我)?(?:已经|都|一直)*坚持了?(?:快|将近|差不多)?"
    rf"(?:{NUMERAL}|几|好几|十几|半)(?:来|多)?个?(?:年|月|周|天)(?:多)?$"
)
_DURATION = re.compile(rf"了?(?:快|将近|有)?(?:{NUMERAL}|几|好几|十几|半)(?:来|多)?个?[年月天]多?$")
_HOURS = re.compile(rf"{NUMERAL}点半?(?:就|才)?睡[，、 ]?(?:早上|早晨)?{NUMERAL}点半?(?:就)?起")
_COMMUTES = re.compile(
    r"(?P<what>(?:自己)?(?:骑|坐|乘|开|走|搭|挤|打车|步行|走路|跑步)[^，]{0,8}?"
    r"(?:上下班|上班|上学|通勤|去公司|去单位|去学校|接送孩子)|"
    r"(?:上下班|上班|上学|通勤)(?:都|一般|基本|基本上|就|靠)*(?:骑|坐|乘|开车|走路|步行|打车|挤|搭|地铁)[^，]{0,8})$"
)
_REPEATED = re.compile(
    rf"(?P<verb>打|踢|练|弹|拉|跳|画|玩|滑|骑|跑|唱|游|写|养|学|下|钓|集)(?P<what>[^，]{{1,6}})(?P=verb)了"
    rf"(?:快|将近|差不多|有)?(?:{NUMERAL}|几|好几|十几|半)(?:来|多)?个?(?:年|月)(?:多)?$"
)
_UNDERWAY = re.compile(
    r"(?:(?:正|一直)?在|正)(?P<what>减肥|减脂|减重|减糖|控糖|控碳水|断食|增肌|备孕|备考[^，]{0,8}|备战[^，]{1,8}|"
    r"准备[^，]{1,8}(?:考试|比赛|面试)|考研|考公|攒钱[^，]{0,8}|找工作|找房子?)$"
)
_KEEPS_TO = re.compile(
    r"(?:得|要|必须|开始|需要)*(?P<what>控(?:糖|盐|油|碳水?)|减(?:盐|油|糖)|低(?:盐|脂|糖)饮食)$"
)
_EXPERIENCED = re.compile(
    rf"有(?:着|了)?(?:{NUMERAL}|几|好几|十几|多)(?:来|多|余)?年(?:多|以上)?的?(?P<what>[^，]{{2,12}}?)的?(?:工作|从业|项目)?经验$"
)
_BELONGS = re.compile(
    r"(?:社团)?是(?P<what>[^，我你他的是]{1,8}(?<!团)(?:队|社|协会|社团|俱乐部|乐队|学生会|合唱团|志愿者团队)的?[^，的]{0,5})$"
)
_ONLY = re.compile(
    r"(?:[吃喝听看穿用买住坐玩][一-鿿]{1,3}?(?:我|就|一般)*)?(?P<how>只|从来只|一直|常|惯|都)(?P<verb>追|认|选|点|买|用|喝|吃|看|穿|听|去|住|坐|玩)(?:的是|的都是)?"
    r"(?P<what>(?!起来|上去|来|了|过|到|得|一|两|几|半|[\d]|完|不|着|东西|饭)[^，]{2,12})$"
)
_WITH_TOOL = re.compile(
    r"(?:都|一直|一般)?用(?![那这它他])(?P<tool>[A-Za-z][A-Za-z0-9 +#.]*|[一-鿿]{2,5})"
    r"(?P<act>(?:打字|做|写|画|剪|办公|记|管理|开发|建模|编程|听|看|拍|煮|泡)(?!得)[^，了过给吧很]{0,8})$"
)
_NOT_AFTER = re.compile(
    rf"(?P<what>(?:每天|一般|基本)?(?:晚上|下午|早上|中午|晚)?{NUMERAL}点半?(?:以后|之后|后|以前|之前|前)(?:我)?(?:就|都|从来)*"
    r"(?:不(?:再)?|绝不)(?:吃|喝|碰|看|玩|接|回|加|进食|工作|学)[^，]{0,8})$"
)
_LEARNS = re.compile(
    r"(?:(?:正|一直)?在|也|从小)*(?:自)?学(?:习)?(?P<what>[^，]{0,4}(?:舞蹈?|芭蕾|琴|吉他|鼓|笛子?|二胡|古筝|琵琶|画画?|素描|国画|书法|"
    r"棋|游泳|跆拳道|武术|太极拳?|空手道|拳击|瑜伽|编程|摄影|烘焙|滑雪|滑冰|轮滑|潜水|网球|高尔夫|羽毛球|乒乓球|篮球|足球|声乐|"
    r"唱歌|剪辑|插花|陶艺|茶艺|木工|手工))$"
)
_BY_HOUR = re.compile(
    rf"(?P<what>(?:每天|晚上|早上)?{NUMERAL}点半?(?:之前|以前|前)(?:必须|一定要?|肯定|都得?|准时)(?:会)?[一-鿿]{{2,6}})"
)
_LEARNT_FOR = re.compile(rf"学[^，]{{2,6}}?(?:快|有)?(?:{NUMERAL}|几|好几|半)多?个?[年月]")
_LEARNS_BY_NAME = re.compile(
    r"(?:正|一直)?在(?:(?:自)?学(?:习)?|learn|study) ?(?P<what>[A-Za-z][A-Za-z0-9+#. ]{0,14})$"
)
_LEARNS_ANY = re.compile(
    r"(?:还|又|正|一直|最近)*在(?:自)?学(?:习)?(?P<what>(?!习|校|会|生|位|期|历|问|着|怎么|如何|走路|说话|做人|英|日|韩|法|德)[一-鿿]{2,5})$"
)
_SOMETIMES = re.compile(r"偶尔|有时")


def commutes(s: Statement) -> Iterator[Found]:
    """Read 骑电动车上下班."""
    kept_up = _KEPT_UP.match(s.text[s.core_start :].rstrip("了。！!~～ "))
    if kept_up and s.person is ME and not s.negation:
        yield Found(attribute="habit", value=deed(kept_up["what"]))
        return
    kept = _DURATION.sub("", s.core) if "坚持" in "".join(s.adverbs) else ""
    if kept and kept != s.core and s.person in (ME, None) and not s.negation and not s.is_request:
        yield Found(attribute="habit", value=deed(kept))
        return
    keeps_up = "坚持" in "".join(s.adverbs) and s.core and tag(s.core)[0].tag[0] == "v"
    if keeps_up and s.person in (ME, None) and not (s.negation or s.is_request or s.ends_in_le):
        yield Found(attribute="habit", value="坚持" + deed(s.core))
        return
    hours = _HOURS.search(s.text)
    if hours and s.person in (ME, None) and not s.has_time(TimeKind.DATE, TimeKind.PAST):
        yield Found(attribute="habit", value=hours[0])
        return
    match = _COMMUTES.match(s.core)
    dated = s.has_time(TimeKind.DATE, TimeKind.PASSING)
    mine = s.person is not None or s.core.startswith(("上下班", "通勤"))
    if match and mine and not (dated or s.negation or s.is_request or s.ends_in_le):
        yield Found(attribute="habit", value=deed(match["what"]))


def repeated(s: Statement) -> Iterator[Found]:
    """Read 跳广场舞跳了十来年."""
    match = _REPEATED.match(s.text[s.core_start :].rstrip("了。！!~～ "))
    if match and s.person is not None and not s.negation and not s.is_request:
        yield Found(attribute="hobby", value=match["verb"] + thing(match["what"]))


def underway(s: Statement) -> Iterator[Found]:
    """Read 最近在减脂: an effort that goes on."""
    match = _UNDERWAY.match(s.core) or _KEEPS_TO.match(s.core)
    near = s.person is None or s.person.subject in (USER, *FAMILY)
    if match and near and not (s.negation or s.is_request):
        yield Found(attribute="goal", value=deed(match["what"]), keeps_now=True)


def experienced(s: Statement) -> Iterator[Found]:
    """Read 有八年Java开发经验."""
    match = _EXPERIENCED.match(s.core)
    if match and not s.negation and not s.is_request and match["what"] not in ("工作", "相关"):
        yield Found(attribute="skill", value=thing(match["what"]))


def belongs(s: Statement) -> Iterator[Found]:
    """Read 我是校篮球队的控卫: a team or a society that somebody is of."""
    match = _BELONGS.match(s.core)
    if match and s.person is not None and not s.negation and not s.is_request:
        what = thing(match["what"])
        if not re.search(
            r"公司|旅行社|报社|出版社|通讯社|杂志社|部队|军队|消防队|施工队|车队", what
        ):
            yield Found(attribute="fact", value=what, text=f"{{who}}是{what}的成员", confidence=0.7)


def only(s: Statement) -> Iterator[Found]:
    """Read 只买纯棉的衣服, 晚上十点以后不吃东西."""
    if s.is_request or s.person is not ME and not s.is_carried:
        return
    late = _NOT_AFTER.search(s.text.rstrip("。！!~～ ")) or _BY_HOUR.search(s.text)
    if late:
        yield Found(attribute="habit", value=deed(late["what"]), reads_negation=True)
        return
    tool = _WITH_TOOL.match(s.core)
    if tool and s.person is ME and not s.negation and not s.ends_in_le:
        dated = s.has_time(TimeKind.DATE, TimeKind.PASSING, TimeKind.PAST) or "想" in s.text
        if not dated:
            yield Found(attribute="habit", value=deed(s.core))
            return
    match = _ONLY.match("".join(s.adverbs[-1:]) + s.core) or _ONLY.match(s.core)
    passing = s.has_time(TimeKind.DATE, TimeKind.PASSING, TimeKind.PAST, TimeKind.RECENT)
    if match and not (passing or s.negation or s.ends_in_le or s.hedge):
        yield Found(attribute="habit", value=match["how"] + match["verb"] + thing(match["what"]))


_AT_TIMES = re.compile(
    r"(?P<what>(?<![\d一二两三四五六七八九十])(?:(?:喝|吃|点|买|看|坐|穿|写|听|住)[一-鿿]{1,3}|睡觉|睡|饭|早起|出门|吃饭|开车|上班|洗澡|看书|工作|学习|运动|跑步|下班|回家|起床|坐车|开会|做饭|喝水|写代码|办公)"
    r"(?:的时候|时|之?前|之?后)?(?:我)?(?:都|一般|通常)?(?:必须|一定要?|必|非得|总得|总要|都得|都要|都会|总会|习惯)[^，了]{2,12}|"
    r"(?:上下?班|下班|上学|放学|通勤|回家)(?:的)?路上(?:都|会|一般|总是?|就|喜欢|基本)*[听看刷玩背读][^，了]{1,8})$"
)
_HANDED = re.compile(
    r"(?:写字|吃饭|拿筷子|用筷子|打球|投篮|炒菜|切菜|刷牙|握笔|画画)(?:的时候|时)?(?:都|一般|一直|习惯)*用(?:的是)?[左右]手?$"
)
_ON_WAKING = re.compile(
    r"(?:早上|早晨|每天)?(?:起床|起来|睡醒|醒来|早起)(?:之?后|以后)?(?:的?第一件事(?:就是|是)?|都?会?先|都会?)[^，了]{2,10}$"
)
_MEALS = re.compile(
    r"(?P<what>[早午晚中][饭餐](?:我)?(?:从来|一般|都)?(?:不吃|只吃|只喝)[^，了吗]{1,8}|(?:早饭|早餐|午饭|午餐|中饭|晚饭|晚餐|夜宵)(?:我)?(?:一般|通常|基本|都|总是?)+[^，了吗]{2,10})$"
)
_RELIEF = re.compile(
    r"(?P<what>[^，我]{2,8}?)(?:就|一直|算)*是我(?:的)?(?:唯一的?|最大的?|主要)?(?:解压|放松|减压|消遣|娱乐|快乐|爱好|兴趣|日常)[^，]{0,4}$"
)
_INSTEAD = re.compile(
    r"改(?:成|为|了)?(?P<what>(?:坐|喝|吃|用|骑|走|跑|看|玩|练|穿)[^，了]{1,8})(?:了)?$"
)


_MUST_HAVE = re.compile(r"(?P<what>[^，我你他]{0,6}必(?:点|吃|喝|带|买|看|选)(?!须)[^，]{1,8})$")


def rituals(s: Statement) -> Iterator[Found]:
    """Read 睡觉必须戴耳塞, 跑步是我的解压方式, 改坐地铁."""
    text = s.text.strip(" 。！!~～，,")
    relief = _RELIEF.match(text)
    if relief and not s.negation and not s.is_request:
        yield Found(attribute="hobby", value=thing(relief["what"]))
        return
    dated = s.has_time(TimeKind.DATE, TimeKind.PASSING, TimeKind.PAST)
    mine = s.person in (ME, None)
    waking = _ON_WAKING.search(text)
    if waking and mine and not (dated or s.is_request or s.ends_in_le):
        yield Found(attribute="habit", value=deed(waking[0]), confidence=0.75)
        return
    handed = _HANDED.fullmatch(s.core)
    if handed and mine and not dated and not s.negation:
        yield Found(attribute="habit", value=s.core)
        return
    ritual = (
        _AT_TIMES.search(text) or _MEALS.match(text) or _MUST_HAVE.search(text) if mine else None
    )
    instead = _INSTEAD.match(s.core)
    if ritual and mine and not dated and not s.is_request and not s.hedge:
        yield Found(attribute="habit", value=deed(ritual["what"]), confidence=0.75)
    elif instead and not dated and not s.negation and not s.is_request:
        yield Found(attribute="habit", value=deed(instead["what"]), confidence=0.75)


def learning(s: Statement) -> Iterator[Found]:
    """Read 女儿最近在学芭蕾."""
    learnt_for = _LEARNT_FOR.match(s.core)
    core = re.sub(r"(?:快|有)?[\d一二两三四五六七八九十半几好]+多?个?[年月]多?$", "", s.core)
    going_on = learnt_for or re.match(r"(?:正|一直)?在", s.core)
    match = _LEARNS.match(core) if going_on else None
    match = match or _LEARNS_BY_NAME.match(s.core)
    other = _LEARNS_ANY.match(s.core) if match is None and s.person in (ME, None) else None
    if (
        other
        and all(word.is_noun for word in tag(other["what"]))
        and (s.adverbs or s.times or s.person)
    ):
        match = other
    lately = s.person is not None or s.adverbs or s.has_time(TimeKind.NOW, TimeKind.RECENT)
    if match and lately and not s.negation and not s.is_request:
        what = thing(match["what"])
        named = match.re is _LEARNS_BY_NAME  # a tool or a language of programming is no pastime
        yield Found(
            attribute="project" if named else "hobby",
            value=f"学{what}" if named else what,
            text=f"{{who}}在学{what}",
            confidence=0.75,
        )


_SELDOM = re.compile(r"(?:看|玩|喝|吃|去|逛|用|刷|坐|点|打|听)(?P<what>[^，我你他这那了得]{2,8})$")


def seldom(s: Statement) -> Iterator[Found]:
    """Read 不太看短视频, 很少吃夜宵: what somebody all but never does."""
    rarely = s.negation in ("不太", "不怎么", "不大") or any(
        re.match(r"几乎", adverb) for adverb in s.adverbs if s.negation
    )
    few = re.match(r"(?:很|极|比较)?少(?=[一-鿿]{2})", "".join(s.adverbs[-1:]) + s.core)
    core = re.sub(r"^少", "", s.core) if few else s.core
    match = _SELDOM.match(core) if rarely or few else None
    if match and s.person is ME and not s.is_request and "习惯" not in s.text and not s.ends_in_le:
        value = (s.negation or "很少") + deed(core)
        yield Found(attribute="habit", value=value, reads_negation=True, confidence=0.75)


def sometimes(s: Statement) -> Iterator[Found]:
    """Read 偶尔也游泳 after what else one likes to do."""
    if s.after not in ("likes", "hobby", "habit") or s.negation or s.is_request or s.times:
        return
    words = tag(s.core) if s.core else ()
    light = (
        not s.ends_in_le
        and "了" not in s.core
        and any(map(_SOMETIMES.match, s.adverbs))
        and len(s.core) <= 6
    )
    if light and words and words[0].tag[0] == "v" and s.person in (ME, None):
        yield Found(attribute="hobby", value=deed(s.core))
