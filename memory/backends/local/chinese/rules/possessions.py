"""What somebody owns or owned, and the places they have been to."""

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import COUNTED, Found, is_place, nouns, thing
from memory.backends.local.chinese.people import FAMILY, ME, pet_person
from memory.backends.local.chinese.rules.family import ANIMAL
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.types import Mode

_PRODUCT = (
    r"(?:单反|微单|折叠屏|老人机|车|[老祖旧]宅|老屋|商铺|铺面|车位|手机|电脑|相机|房|公寓|别墅|琴|吉他|平板|iPad|iPhone|MacBook|Mac|笔记本|耳机|"
    r"手表|自行车|单车|电动车|摩托车?|电瓶车|显卡|键盘|音箱|电视|冰箱|洗衣机|咖啡机|"
    r"跑步机|无人机|镜头|望远镜|帐篷|露营车|房车|特斯拉|比亚迪|宝马|奔驰|奥迪|蔚来|小米|"
    r"华为|丰田|本田|大众|大疆|Switch|PS5|Xbox|Kindle|打印机|扫地机器人|烤箱|店|馆|餐厅|修鞋摊|地摊|小摊|摊位|铺子?|档口|作坊|小卖部|农家乐|工坊|"
    r"工作室|民宿|诊所|公司|基金|"
    r"股票|黄金|船|农场|院子|花园|书房|空调|投影仪?|机器|乐器|望远镜|滑板|雪板|球拍|鱼竿|"
    r"缝纫机|钢琴|小提琴|大提琴|古筝|二胡|琵琶|长笛|口琴|架子鼓|手风琴|萨克斯|尤克里里|贝斯|扬琴|笛子|包|项链|戒指|西装|钢笔|茶具|模型|设备|会员|驾照|"
    r"[ABC][123]驾照|执照|护照|学位|证书|资格证)"
)
_MAKE = (
    r"特斯拉|比亚迪|宝马|奔驰|奥迪|蔚来|小鹏|理想|问界|极氪|吉利|长安|哈弗|五菱|丰田|本田|日产|大众|"
    r"别克|福特|沃尔沃|雷克萨斯|马自达|现代|起亚|路虎|保时捷|名爵|领克|小米|华为|荣耀|苹果|三星|"
    r"诺基亚|中兴|摩托罗拉|真我|OPPO|vivo|一加|红米|魅族|联想|戴尔|惠普|华硕|索尼|佳能|尼康|富士|松下|大疆|捷安特|美利达|"
    r"雅迪|爱玛|小牛|雅马哈|ThinkPad|iPhone|iPad|MacBook|Kindle|Switch|[A-Z][A-Za-z]{2,}"
)
_OWNS = re.compile(
    r"(?:在[^，有]{2,6})?(?:还|也|名下|手上|手里|家里|乡下|老家|村里|城里|客厅|阳台|书房|办公室|目前|一共)*(?:有(?:着|了)?|拥有|持有|买了|买(?:到|下|过)了?|"
    r"新?入手?了|淘了|新买了?|换了|添了|提了|购入了?|购置了?|贷款买了|攒钱买了|收到了?|开的是?|"
    r"开着?|用的是|开了|骑的是?|使用的?是?|刚买了?|租了|"
    rf"置办了|名下)(?P<count>{COUNTED})?(?P<what>[^，]+)$"
)
# A classifier tells what kind of thing it counts: vehicles, machines, instruments, homes.
_BY_CLASS = re.compile(
    r"(?:[^，有]{0,4}?(?:有|买|提|入手|添|换|购|收|淘|[开骑用]的是|[开骑]了?(?=一?辆(?!共享|滴滴|租|公共|别人|朋友)))(?:着|了|过)?)"
    rf"(?:{NUMERAL}|一)?(?P<class>辆|台|架|栋|艘|匹|幢)(?P<what>[^，]{{1,10}})$"
)
_HAS_A = re.compile(
    rf"(?:名下|手里|手上|家里)?有(?:着|了)?(?:{NUMERAL}|几)?[块台辆架支副双套部幅尊](?P<what>(?!肉|糖|地|心|戏|电影|小说|石头|方案|说辞|理论)[^，]{{2,10}})$"
)
_GIVEN = re.compile(
    r"(?:送|给|买|留|传|寄)(?:给)?(?:了|过)?我(?:买)?了?一?(?P<unit>[只条头匹台部辆个块把架双支套副])(?P<what>[^，]{1,12})$"
)
_CHANGED = re.compile(
    r"(?:[用开骑]?的|[这那][台部辆款个])?(?:笔记本|手机|电脑|车|相机|平板|耳机|手表|座驾|代步车|"
    r"iPhone|iPad|Mac(?:Book)?(?: ?Pro| ?Air)?|Kindle|Switch|"
    r"主力机)(?:是|换成了?|换了|用的是|"
    r"升级成了?)(?:一?[台部辆个])?(?P<what>[^，]{2,16})$"
)
_SOLD = re.compile(
    r"(?:已经)?(?:把|的)?(?P<what>[^，把]{1,14}?)(?:给|都|已经)?(?:卖掉?|弄丢|丢|送人|"
    r"扔掉?|转手|报废)$"
)
_VISITED = (
    re.compile(
        (
            r"(?:也|都|还|一共)*(?:去|到|游|飞|玩)过(?:了)?(?:(?:NUM|一|两|三|几|好几|很多|"
            r"多)[次趟回])?(?P<what>[^，]+?)(?:(?:NUM|一|两|三|四|五|几|好几|很多|多|"
            r"无数)[次趟回]|旅游|旅行|玩|出差|自驾|度假|了)*$"
        ).replace("NUM", NUMERAL)
    ),
    re.compile(
        r"(?:和.{1,6}?|跟.{1,6}?|带.{1,6}?|一个人|独自|全家)?(?:去|到|飞|"
        r"回)了(?:一?[趟次])?(?P<what>[^，]+?)(?:旅游|旅行|玩儿?|自驾|度假|出差|徒步|滑雪|"
        r"露营|参观)?(?:了)?(?:一?[趟次])?(?:.{1,4}天)?$"
    ),
    re.compile(r"在(?P<what>[^，]+?)(?:旅游过|旅行过|旅过游|玩过|度过蜜月|度的蜜月)"),
)
_TRIP = re.compile(
    r"(?:和[^，]{1,6}?|跟[^，]{1,6}?|带[^，]{1,6}?)?(?:一起)?去(?:了趟?)?(?P<place>[^，我]"
    r"{2,8}?)(?:玩|旅游|旅行|出差|度假|爬山|看展|逛|徒步|滑雪|露营|自驾)(?:了|"
    r"过)(?:[^，]{0,6})$"
)
_STAYED = re.compile(
    r"在(?P<place>[^，]{2,8}?)(?:待|呆|玩|旅居|游学|住|徒步|旅行|旅游|自驾|度假|骑行|滑雪|"
    r"出差)了(?:好?几|半|"
    r"[\d一二两三四五六七八九十])+个?(?:多)?(?:天|周|星期|月|礼拜|年)$"
)


_RIDES = re.compile(
    r"(?:平时|现在)?(?:代步|通勤|上下班|出行|接送孩子|拉货)(?:用|开|骑)?的?(?:就)?(?:是|靠)(?:一?[台辆部])(?P<what>[^，]{2,12})$"
)
_CARRIES = re.compile(
    r"(?:出门|平时|上班|现在|手上|手腕上|脚上|身上|家里)*(?:背|挎|拎|提|戴|穿|骑|开|用|弹|拉)的(?:一直|还|都|就)*是(?:一?[只个双台辆块条款顶副把部支架件套])"
    rf"(?:[用穿戴背开骑]了(?:{NUMERAL}|几|好几|十几|半)多?年的)?(?P<what>[^，的了]{{2,12}})$"
)
# What one points at as one's own: 家里那台缝纫机是我妈的陪嫁
_THAT_ONE = re.compile(
    r"(?:我|家里|我家|俺家|我们家)(?:的)?[那这](?:[台架套把辆口部支幅艘])(?P<what>[^，的是了]{2,8}?)(?=是|还|已经|都|买|用了|坏|修|有|跑|才|老|挺|特别)"
)
_NOT_MINE = re.compile(
    r"(?:[这那][台辆套部间])?(?P<what>[^，我你他她]{1,8}?)(?:其实|并|可|也)*不是我的(?:哦|啊|呀)?$"
)
_HANDED_DOWN = re.compile(
    r"(?:传|留|送)(?:给)?(?:了)?(?:我|我们|咱)?(?:下来)?(?:了)?(?P<count>一?[台部辆个块把架双支套副件枚只对幅本])(?P<what>[^，]{1,12})$"
)
_KEEPS = re.compile(
    r"(?:家里?|老家|书房|柜子?里|阁楼上?|床底下?|箱子?里|抽屉里|阳台上?|墙上|客厅里?|我|还|一直)*(?:存|收|藏|留|囤|摆|供|挂|珍藏|收藏)(?:着|了)"
    rf"(?:{NUMERAL}|几|一)?(?:多)?(?P<unit>[套台架把部支幅箱块尊对枚本张件双辆盒罐坛瓶])(?P<what>[^，了]{{2,14}})$"
)
_PARTED_WITH = re.compile(
    r"(?:那|这)?(?:[台辆套间栋部])?(?P<what>[^，把]{1,12}?)(?:已经|都|也|刚|给)*(?:过户|出手|转手|转让|转卖|脱手|盘|出|捐|抵押|当|处理|卖|送)(?:给?[^，]{1,6}?)?(?:出去|掉|了)+$"
)


def sold(s: Statement) -> Iterator[Found]:
    """Read 我车卖了: something that they no longer have."""
    parted = _PARTED_WITH.match(_without_times(s))
    if parted and s.person in (ME, None) and not s.negation and not s.is_request:
        what = thing(parted["what"])
        if re.search(rf"(?:{_PRODUCT}|房)$", what, re.I):
            yield Found(attribute="owns", value=what, mode=Mode.DENIAL)
            return
    other = _NOT_MINE.match(s.text.strip(" 。！!~～，,"))
    if other and re.search(rf"(?:{_PRODUCT}|房子?)$", other["what"], re.I):
        yield Found(
            attribute="owns", value=thing(other["what"]), mode=Mode.DENIAL, reads_negation=True
        )
        return
    match = _SOLD.match(s.core)
    driven = re.match(r"(?:把)?(?:[开骑用]了[^，]{1,4}年的)(?P<model>[^，的]{2,6})", s.core)
    if driven and match and s.ends_in_le and not s.negation:
        yield Found(attribute="owns", value=driven["model"], mode=Mode.DENIAL)
        return
    if match and s.ends_in_le and not s.negation and re.search(_PRODUCT, match["what"], re.I):
        yield Found(attribute="owns", value=thing(match["what"]), mode=Mode.DENIAL)


def _without_times(s: Statement) -> str:
    """Return the predicate with its 了 and without the dates inside it (学区房上周过户出去了)."""
    words = s.text[s.core_start :].rstrip("。！!~～，, ")
    for time in s.times:
        words = words.replace(time.text, "")
    return words


def given(s: Statement) -> Iterator[Found]:
    """Read 我闺蜜送了我一只布偶猫: what somebody gave the user is the user's."""
    match = _GIVEN.match(s.core)
    handed = _HANDED_DOWN.match(s.core)
    if handed and s.person is not None and s.person.subject in FAMILY and not s.negation:
        down = "下来" in s.core or re.search(r"[给我]", s.core[:4])
        what = thing(handed["what"])
        if down and not re.search(rf"{ANIMAL}$|话|教训|任务|债", what):
            yield Found(attribute="owns", value=what, subject=ME)
            return
    if match is None or s.negation or s.person is None or s.person is ME:
        return
    what = thing(match["what"])
    if re.search(rf"{ANIMAL}$", what) and match["unit"] in "只条头匹":
        yield Found(attribute="pet", value=what, subject=ME, introduces=pet_person(what))
    elif re.search(rf"{_PRODUCT}$", what, re.I) or re.match(_MAKE, what):
        yield Found(attribute="owns", value=what, subject=ME)


def in_use(s: Statement) -> Iterator[Found]:
    """Read 家里存着一套放映机, 代步的是台电动车, 家里那台缝纫机是……."""
    stored = _KEEPS.match(s.core)
    if stored and not (s.negation or s.is_request or s.times):
        yield Found(attribute="owns", value=thing(stored["what"]))
        return
    rides = _RIDES.match(s.core) or _CARRIES.match(s.core)
    that_one = _THAT_ONE.match(s.text)
    if that_one and not s.is_request and re.search(rf"{_PRODUCT}$", that_one["what"], re.I):
        yield Found(attribute="owns", value=thing(that_one["what"]))
        return
    if rides and not (s.negation or s.is_request):
        yield Found(attribute="owns", value=thing(rides["what"]))
        return


_DRIVES = re.compile(r"[^，]{0,4}?开(?:着|的是|一?辆)|[^，]{0,3}车是")


def _owned(what: str, s: Statement) -> Found:
    """Return what somebody has; a car is driven, by whatever name it goes."""
    text = f"{{who}}开{what}" if _DRIVES.match(s.core) else ""
    return Found(attribute="owns", value=what, text=text)


def owns(s: Statement) -> Iterator[Found]:
    certified = re.match(
        r"(?:刚|已经)?(?:考|拿)(?:了|到|下|取|过|出来?)+(?:一?[个本张])?(?P<what>[^，]{0,8}(?:证|证书|"
        r"执照|驾照|驾驶证|资格))$",
        s.core,
    )
    if certified:
        yield Found(attribute="owns", value=thing(certified["what"]))
        return
    changed = _CHANGED.match(s.core)
    dated = re.match(r"[去前今上]|[^，]*(?:[买送]的?|坏|修)$", changed["what"]) if changed else None
    made = changed and re.match(_MAKE, changed["what"])
    if changed and (s.person is not None or made) and not s.is_request and not dated:
        yield Found(attribute="owns", value=thing(changed["what"]))
        return
    counted = _BY_CLASS.match(s.core)
    driven = s.core.startswith(("开一辆", "骑一辆", "开辆"))
    owner = s.person is not None or (driven and not s.times)
    if counted and not (s.is_request or s.negation) and owner:
        kept = (
            re.match(r"[^，]{0,4}?有|.的是|[开骑]一?辆", s.core)
            or s.ends_in_le
            or re.match(r".{1,3}了", s.core)
        )
        what = thing(
            re.sub(r"^(?:全新的?|新的?|二手的?|崭新的?|小二手)", "", thing(counted["what"]))
        )
        if kept and what and not re.search(r"票$|撞|停|堵|追尾|路过", s.text):
            yield _owned(what, s)
            return
    both = re.match(r"有(?P<a>[^，有]{1,2})有(?P<b>[^，有]{1,2})$", s.core)
    if both and all(re.search(rf"{_PRODUCT}$", part) for part in both.groups()):
        yield from (Found(attribute="owns", value=part) for part in both.groups())
        return
    kept = _HAS_A.match(s.core)
    if kept and s.person is ME and not (s.negation or s.is_request):
        what = thing(re.sub(r"^(?:全新的?|新的?|二手的?)", "", kept["what"]))
        if all(word.tag[0] in "na" or word.tag in ("eng", "x", "uj") for word in tag(what)):
            yield Found(attribute="owns", value=what)
            return
    match = _OWNS.match(s.core)
    if not match or s.is_request or re.search(r"事$|空$|问题", s.core):
        return
    what = thing(match["what"])
    what = re.sub(r"^(?:全新的?|新的?|二手的?|崭新的?)", "", what)
    verb = s.core[: match.start("what")]
    bought = re.match(r"(?:刚|新)?(?:买|换|淘|入手|购|提了|添|置办)", s.core)
    made = re.search(_PRODUCT, what, re.I) or re.match(_MAKE, what)
    if (made or (bought and match["count"])) and len(what) <= 20:
        swapped = verb.startswith("换") and re.search(
            r"[台辆部副块把双架支款]", match["count"] or ""
        )
        used = re.match(r"(?:开|用|骑|使|换|租)", verb)
        if used and not (swapped or _is_model(verb, what)):
            return
        if not re.search(r"寂寞|过敏|菜$|水果|(?<!股)票|外卖|药", what):
            mode = Mode.PAST if re.match(r"[^，]{0,3}过", s.core) and "有过" in s.core else None
            yield replace(_owned(what, s), mode=mode)


def _is_model(verb: str, what: str) -> bool:
    """Say whether what is driven or used is a thing, by its noun or by its make (华为Mate60)."""
    if re.search(rf"{_PRODUCT}$", what, re.I):
        return True
    named = re.match(rf"(?:{_MAKE})[^，的是]{{0,10}}$", what, re.I)
    return bool(named) and ("的" in verb or verb.endswith(("换了", "换成了")))


def visited(s: Statement) -> Iterator[Found]:
    trip = _TRIP.match(s.core)
    if trip and not s.negation and s.has_time(TimeKind.DATE, TimeKind.RECENT, TimeKind.PAST):
        yield Found(attribute="visited", value=thing(trip["place"]), mode=Mode.STANDING)
        return
    stayed = _STAYED.match(s.core)
    if stayed and is_place(stayed["place"]):
        yield Found(attribute="visited", value=thing(stayed["place"]), mode=Mode.STANDING)
        return
    if s.negation.startswith(("没", "不", "从")):
        return
    for index, pattern in enumerate(_VISITED):
        match = pattern.match(s.core)
        if not match:
            continue
        if (
            index == 1
            and not s.has_time(TimeKind.DATE, TimeKind.RECENT, TimeKind.PAST)
            and s.person is not ME
        ):
            return
        place = thing(match["what"])
        if index == 1 and not _travels(s.core, place):
            return
        for value in nouns(place):
            if len(value) <= 14 and not re.match(r"(?:那|这|我|你|哪|医院|公司|学校|超市)", value):
                yield Found(attribute="visited", value=value, mode=Mode.STANDING, is_dated=False)
        return


def _travels(core: str, place: str) -> bool:
    if re.search(r"旅游|旅行|玩|自驾|度假|徒步|滑雪|出差|参观", core):
        return True
    return any(word.tag in ("ns", "nr", "nz", "nrt") for word in tag(place))
