"""Where somebody lives and comes from."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import Found, is_organisation, is_place, thing
from memory.backends.local.chinese.people import ROLE
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.types import USER, Mode

_NATION = re.compile(
    r"(?:是|国籍[是为]?|拿(?:的是)?|持有?)(?P<value>[一-鿿]{2,6}?)(?:国籍|人|护照|公民|绿卡)$|"
    r"国籍(?:是|为)?(?P<other>[一-鿿]{2,6})$"
)
_COUNTRIES = frozenset(
    (
        "中国 美国 英国 法国 德国 日本 韩国 加拿大 澳大利亚 新西兰 新加坡 马来西亚 俄罗斯 "
        "意大利 西班牙 印度 泰国 越南 巴西 墨西哥 荷兰 瑞士 瑞典 挪威 芬兰 丹麦 葡萄牙 希腊 "
        "波兰 乌克兰 土耳其 埃及 印尼 菲律宾 阿根廷 南非 爱尔兰 奥地利 比利时 以色列"
    ).split()
)
_NATIVE = re.compile(
    r"(?:是|系)?(?:一?[个名位])?(?:土生土长|地地道道|正宗|地道|典型|标准|"
    r"老)?的?(?P<person>[一-鿿]{1,10}?)(?:本地|土著|姑娘|妹儿|崽儿|崽崽|丫头|媳妇|爷们|老炮儿?|后生|囡囡|女子|妹子|小伙子?|汉子|娃|女孩|男孩|"
    r"女生|男生|妹|老)?[人银]?(?<=[人银娘子伙娃孩生妹儿崽头妇们炮囡])$"
)
_ORIGIN = re.compile(
    r"(?:老家|家乡|籍贯|祖籍|故乡|原籍)(?:就?[是在]|位于)?(?P<home>.+?)(?:的|人|那边)?$|"
    r"(?:来自|出生[于在])(?P<from>[^，的]+?)(?:的.*)?$"
    r"|(?:从小)?长在(?P<raised>[^，的]{2,8})$|(?:从小)?(?:就)?(?:是)?(?:跟着?[^，在]{1,6})?在(?P<grew>[^，]+?)(?:过的$|长起来|出生|长大|土生土长|出生长大)(?:的)?$"
)
_HOME = re.compile(
    r"(?:家)?(?:从.{1,10}?)?(?:搬家?(?:到|来|去|回|进|至)了?|移居到?了?|移民(?:到|去)?了?|嫁(?:到|去)了?|"
    r"(?:暂居|客居|蜗居|寓居|落脚)(?:在|于)?|迁居到?|迁到|落户(?:到|"
    r"在|于)?|安(?:了)?家(?:在|于)?|定居(?:在|于|到)?了?|常[驻住](?:在)?|现居住?(?:在|于)?|"
    r"(?:跑|来|移|回)到了?(?=[^，]{2,8}(?:生活|定居|居住|养老|安家))|"
    r"(?:待|呆|留)在|租的(?:房子?|公寓)(?:就)?在|房子?租在|住的(?:地方|小区)(?:就)?在|"
    r"居住(?:在|于)|旅居|回到?(?=.{2,8}(?:生活|定居|住))"
    r"|(?:的)?新?(?:住址|地址|家庭住址|居住地|住处|坐标|城市|所在地|base)(?:是|在|为|:|：)?|"
    r"家住(?:在)?|(?:家|住的)?(?:小区|楼盘)(?:的?名字?)?(?:叫做?|是)|"
    r"家(?:就)?在|(?:就)?住(?:在|到|进|于)?了?|人在|(?:合|整)?租住?(?:房)?(?:在|于)|"
    r"在(?=[^，]{1,10}?(?:生活|居住|定居|安家|安了家|落户|落了户|扎根|租房|租了|租的|买了套|买了?房|飘|漂|"
    r"住)))(?P<place>[^，]+)$"
)
_PLACE_TAIL = re.compile(
    rf"(?:(?:已经|都|也)?(?:有|快|整整)?(?:{NUMERAL}|好几|几|多|半)+(?:多)?个?(?:年|月|天|"
    r"周|星期).*|来了|去了?$|了|那边(?:儿)?|这边(?:儿)?|附近|这里|那里|生活.*|居住.*|"
    r"定居.*|安了?家.*|落了?户.*|扎根.*|租房.*|租了.*|买了?房.*|工作.*|发展.*|住.*|飘.*|漂.*|的(?:房子|小区|"
    rf"公寓|一个.*|.{{1,4}}区)?)$"
)
_LEFT_HOME = re.compile(
    r"(?:从)?(?P<place>[^，]{2,8}?)(?:搬走|搬离|搬出来?)$|(?:搬离|搬出|"
    r"离开)了?(?P<place2>[^，]{2,8})$"
)
_LODGING = re.compile(r"(?:酒店|民宿|宾馆|旅馆|青旅|客栈)$")
_NOT_HOME = re.compile(
    r"你|同一|心里|梦里|江湖|火星|月球|^[\d一二三四五六七八九十]+[楼层]|院|自己|新房|一起|^宿$|不下|不起|得|过|手|嘴|楼上|校$|\d+天|几天|哪|^址|^新[家房]|^回家"
)


def origin(s: Statement) -> Iterator[Found]:
    nation = _NATION.match(s.core)
    if nation:
        value = nation["value"] or nation["other"]
        if value in _COUNTRIES or not s.core.endswith("人"):
            if value in _COUNTRIES or "国籍" in s.core:
                yield Found(attribute="nationality", value=value, confidence=0.9)
            return
    match = _ORIGIN.match(s.core)
    if match:
        value = thing(match["home"] or match["from"] or match["grew"] or match["raised"])
        value = re.sub(r"(?:的|人)$", "", value)
        if re.match(r"[还有没种很冬夏春秋盖要都也今去]|那边", value):
            return  # 老家还有一栋房
        if value and (match["home"] or is_place(value) or (match["grew"] and len(value) <= 5)):
            kin = match["grew"] and (value.endswith("家") or not is_place(value))
            attribute = "home" if kin else "hometown"
            mode = Mode.PAST if kin else None
            yield Found(attribute=attribute, value=value, mode=mode, confidence=0.9)
        return
    of = re.match(r"是(?P<place>[一-鿿]{2,8})(?:那边)?的$", s.core)
    if of and s.person and is_place(of["place"]):
        yield Found(attribute="hometown", value=of["place"], confidence=0.85)
        return
    bare = re.fullmatch(r"(?P<place>[一-鿿]{2,6})人", s.core)
    if bare and (s.person is None or s.is_carried) and is_place(bare["place"]):
        yield Found(attribute="hometown", value=bare["place"], confidence=0.75)
        return
    native = _NATIVE.match(s.core) if s.core.startswith(("是", "系")) else None
    if native and (
        is_place(native["person"]) or native["person"] in ("东北", "西北", "南方", "北方")
    ):
        yield Found(attribute="hometown", value=native["person"], confidence=0.85)


_SHARES = re.compile(
    r"(?:跟|和|与|同)[^，]{1,10}?(?:一起|一块儿?)?(?:合租|同住|合住|租房住?)(?:着|了)?在(?P<place>[^，]{2,10})$"
)


def shares(s: Statement) -> Iterator[Found]:
    """Read 我和三个朋友合租在合肥."""
    match = _SHARES.match(s.core)
    if match and is_place(match["place"]) and not (s.negation or s.is_request):
        yield Found(attribute="home", value=thing(match["place"]), keeps_now=True)


def home(s: Statement) -> Iterator[Found]:
    theirs = s.is_possessor and s.text[: s.core_start].endswith("家")
    match = _HOME.match("家" + s.core if theirs and s.core.startswith("在") else s.core)
    if re.match(r"住的(?!是|(?:地方|小区)(?:就?在|叫|名字?叫|是))", s.core):
        return
    if not match or _NOT_HOME.search(match["place"][:3]):
        return
    value = thing(_PLACE_TAIL.sub("", thing(match["place"])))
    value = re.sub(r"^老家(?=.)", "", thing(_PLACE_TAIL.sub("", value)))
    if not value or len(value) > 20 or re.match(r"[\d一二三四五六七八九十]+$", value):
        return
    if _FLOOR.fullmatch(value) or (_NEAR.search(match["place"]) and not is_place(value)):
        return
    if _LODGING.search(value) and not s.has_time(TimeKind.DATE, TimeKind.PASSING):
        return
    moved = re.match(
        r"(?:从[^，]+[搬跑]|租的|房子?租|住的|在[^，]+租|(?:家|住的)?小区|[合整]租|搬|家住|(?:就)?住|定居|常|现居|居住|移居|移民|嫁|暂居|客居|"
        r"蜗居|落户|"
        r"安家)",
        s.core,
    )
    latin = re.match(r"[A-Z][A-Za-z .]+$", value) and re.match(r"base|坐标|现居|常[住驻]", s.core)
    if not moved and not (latin or is_place(value) or re.search(r"[区路街号楼市县镇村]", value)):
        return
    if is_organisation(value) and not s.core.startswith("住"):
        return
    yield Found(attribute="home", value=value, confidence=0.9)
    left = re.match(r"从(?P<place>[^，从]{2,8}?)(?:搬|移居|移民|迁)", s.core)
    if left and "了" in s.text and is_place(left["place"]):  # 从苏州搬到了无锡
        yield Found(attribute="home", value=left["place"], mode=Mode.PAST, confidence=0.9)


# Where in a house, and near what, is no place to live in: it would replace the town.
_FLOOR = re.compile(rf"第?(?:{NUMERAL})(?:楼|层)(?:楼)?")
_NEAR = re.compile(r"(?:附近|旁边?|隔壁|对面|边上|楼[上下]|跟前|后面|前面)$")


def came(s: Statement) -> Iterator[Found]:
    """Read 我十年前来的深圳: long ago enough to live there."""
    here = re.match(
        rf"来(?P<place>[^，了]{{2,6}}?)(?:已经|都|快|有)*(?:{NUMERAL}|几|好几|十几|半)多?年多?$",
        s.core,
    )
    if here and is_place(here["place"]) and s.ends_in_le:
        yield Found(attribute="home", value=thing(here["place"]), keeps_now=True)
        return
    match = re.match(r"(?:来|到|搬来|搬到)的(?P<place>[^，]{2,6})$", s.core)
    if match and "年" in s.leading_times and is_place(match["place"]):
        yield Found(
            attribute="home", value=thing(match["place"]), keeps_now=True, mode=Mode.STANDING
        )


_LIVED = re.compile(
    rf"(?:也)?在(?P<place>[^，]{{2,8}}?)(?:待|呆|住|生活|漂|飘|混|居住|打拼|奋斗)(?:过|了)(?:快|将近|差不多)?"
    rf"(?:{NUMERAL}|几|好几|十几|半|多)(?:来|多)?个?年(?:多|半)?$"
)
_THERE = re.compile(r"(?:人)?在(?P<place>[^，]{2,6}?)(?:呢|这边|那边)?$")


_NOW_THERE = re.compile(r"(?P<place>[一-鿿]{2,6})$")


def lived(s: Statement) -> Iterator[Found]:
    """Read 之前在杭州待过三年: long enough to have lived there."""
    match = _LIVED.match(s.core) or _LIVED.match(s.text[s.core_start :].rstrip("了。！!~～ "))
    over = "过" in s.core or s.has_time(TimeKind.PAST)
    stays = match and not over and s.ends_in_le and "了" in s.text[s.core_start : -2]
    if match and stays and is_place(match["place"]) and not s.negation:
        yield Found(attribute="home", value=thing(match["place"]), keeps_now=True)
        return
    if match and over and is_place(match["place"]) and not s.negation and not s.is_request:
        yield Found(attribute="home", value=thing(match["place"]), mode=Mode.PAST)


def whereabouts(s: Statement) -> Iterator[Found]:
    """Read 我姐在东莞: a town said of a relative without more is where they live."""
    now = _NOW_THERE.match(s.core) if s.has_time(TimeKind.NOW) else None
    match = _THERE.match(s.core) or now
    listed = s.goes_on_as_profile and s.after not in ("employer", "home")
    if match is None or s.negation or s.is_request or (s.person is None and not listed):
        return
    passing = s.has_time(TimeKind.DATE, TimeKind.PASSING, TimeKind.PAST, TimeKind.RECENT)
    place = match["place"]
    town = all(word.tag == "ns" for word in tag(place)) or place in ("养老院", "乡下", "老家")
    here = s.is_correction or "人" in s.adverbs or listed
    of_user = s.person is None or s.person.subject == USER
    known = here if of_user else bool(s.person and s.person.subject)
    if known and town and not passing:
        yield Found(attribute="home", value=place, confidence=0.7)


_STAYS_WITH = re.compile(
    rf"(?:先|都|就|只好|只能)*(?:挤|借住|寄住|寄宿|凑合|借宿|落脚|窝|暂住|蹭住|住)(?:在|到|进)(?P<place>(?:我)?(?:大学|高中|初中|老|以前)?(?:{ROLE}|同学|亲戚|战友|老乡|师兄|师姐)(?:[一-鿿]{{0,2}})?(?:家里?|那儿?|那里|这儿?|那边|宿舍))$"
)


def stays_with(s: Statement) -> Iterator[Found]:
    """Read 装修期间我暂时挤在我弟那儿."""
    match = _STAYS_WITH.match(s.core)
    if match and not s.negation and not s.is_request:
        yield Found(attribute="home", value=thing(match["place"]))


def left_home(s: Statement) -> Iterator[Found]:
    gone = re.fullmatch(r"在(?P<place>[^，]{2,6}?)(?:这边|那边)?", s.core) if s.is_denial else None
    if gone and is_place(gone["place"]):
        yield Found(attribute="home", value=thing(gone["place"]), mode=Mode.DENIAL)
        return
    match = _LEFT_HOME.match(s.core)
    if match:
        value = thing(match["place"] or match["place2"])
        if is_place(value):
            yield Found(attribute="home", value=value, mode=Mode.DENIAL)
