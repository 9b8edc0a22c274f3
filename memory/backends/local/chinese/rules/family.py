"""Relatives, friends and pets of the speaker, and what they are called."""

import re
from collections.abc import Container, Iterator
from dataclasses import replace

from memory.backends.local.chinese.found import COUNTED, Found, thing
from memory.backends.local.chinese.people import (
    FAMILY,
    ME,
    ROLE,
    SURNAMES,
    named_person,
    pet_person,
)
from memory.backends.local.chinese.rules.identity import is_name
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.kinds import CHINESE_ROLES
from memory.domain.types import USER, Mode

ANIMAL = (
    r"(?:猫咪?|狗狗|狗子?|犬|兔子?|鹦鹉|仓鼠|乌龟|[陆水]?龟|金鱼|热带鱼|锦鲤|鱼|鸟|蜥蜴|"
    r"蛇|刺猬|柯基|金毛|拉布拉多|泰迪|哈士奇|二哈|柴犬|边牧|法斗|比熊|博美|雪纳瑞|萨摩耶|"
    r"三花猫?|奶牛猫|玳瑁|蓝猫|渐层|缅因|德文|田园[猫犬]|土[狗猫]|贵宾|秋田|阿拉斯加|吉娃娃|斗牛|腊肠|松狮|巴哥|约克夏|"
    r"马尔济斯|虎皮|玄凤|文鸟|画眉|蜜袋鼯|守宫|角蛙|金丝熊|蓝猫|"
    r"布偶|英短|美短|暹罗|狸花|橘猫|加菲|龙猫|荷兰猪|豚鼠|小猪|鸡|鸭子?|羊|马|鸽子|八哥|鹩哥|百灵|龙鱼|斗鱼|珍珠鸟|"
    r"蜘蛛|猫主子|毛孩子|宠物)"
)
_KEEPS = re.compile(
    r"(?:家[里中]?|鱼缸里?|院子里?|阳台上?|乡下|老家|宿舍里?|最近|新|还|也|一共|总共)*(?:养(?:着|了|过|有|的是)?|领养了?|收养了?|(?:领|抱|接|捡)回?了|捡了|"
    rf"有(?:着|了)?|买了)(?:{NUMERAL}多?个?(?:年|月)(?:多)?的?)?(?P<count>{COUNTED}|"
    rf"{NUMERAL}[只条个])?(?:(?:名字)?(?:名?叫做?)(?P<name1>[^，的]{{1,6}})的)"
    rf"?(?P<kind>[^，叫]{{0,6}}?{ANIMAL})(?:回家|回来)?(?:[，,]?(?:名字|名|"
    rf"它)?(?:叫做?|是)(?P<name>[^，]{{1,6}}))?$"
)
_PET_IS = re.compile(
    rf"(?:的)?(?P<kind>[^，叫]{{0,4}}?{ANIMAL})(?:的名字)?(?:叫做?|名叫|"
    rf"是)(?P<name>[^，是]{{1,6}})$"
)
_HAS_RELATIVE = re.compile(
    rf"(?:还|也|家里|一共|只)*(?:有|带着|带(?=[一两俩三]个?)|育有|生了)(?:了|着)?(?P<count>{COUNTED}|俩|仨|"
    rf"{NUMERAL}个?|一对|"
    rf"一双)?(?P<mod>[^，的]{{1,10}}的)?(?P<rank>双胞胎|龙凤胎|亲|大|小|最好的|好|异父|"
    rf"同父异母)?(?P<role>{ROLE}|"
    r"双胞胎|龙凤胎|男孩|女孩|男娃|女娃|女|儿女|兄弟姐妹)(?:[，,]?(?:名字|"
    rf"名)?叫做?(?P<name>[^，的]{{1,5}}))?$"
)
_ONLY_CHILD = re.compile(r"是(?:家里?的?)?独生(?:子女|女|子)")
_NAMED = re.compile(
    r"(?:的?名字)?(?:(?:就)?叫做?|名叫|是叫|名字是|小名叫?|大名叫?)(?P<name>[一-鿿]{1,4}|"
    r"[A-Z][A-Za-z]+)$"
)
_NOT_A_PET = re.compile(
    r"过敏|(?<!金)毛(?!孩)|粮|沙|玩具|肉|汤|票|视频|图|咖|尾|窝|车|场|店|人|喜欢"
)


_RAISED = re.compile(
    rf"(?P<kind>[^，养]{{0,3}}?{ANIMAL})(?:我|家里|都|已经)*养了(?:快|将近|有)?(?:{NUMERAL}|几|好几|半)(?:来|多)?个?(?:年|月)(?:多|半)?$"
)
# After 养了两只猫: 一只叫黑米, 一只叫白米
_EACH_CALLED = re.compile(
    r"(?:大的|小的|另一?只|另外一只|[一两]只|其中一只)(?:的?名字)?叫(?P<name>[^，]{1,6})$"
)
_TOPIC_PETS = re.compile(
    rf"[^，]{{0,8}}?(?:[那这])?(?:{NUMERAL}|俩|仨|几)[只条头匹个]?(?P<kind>[^，的只条]{{0,3}}?{ANIMAL})(?:呢|啊)?"
)
_BY_VESSEL = re.compile(
    rf"(?:家里|阳台上?|客厅里?|还有|我家)*(?:有|养)?(?:着|了)?(?:{NUMERAL}|一|满)?(?:缸|窝|笼|池)(?P<kind>[^，的]{{0,4}}?{ANIMAL})$"
)
_THEIRS = re.compile(
    rf"(?:家)?养的(?:那|这)?[只条头]?(?P<kind>[^，的]{{0,3}}?{ANIMAL})(?=会|是|今|已|都|很|特|叫|名|最|爱|喜|不|老|也|一)"
)
_KEPT_FOR = re.compile(
    rf"养(?P<kind>{ANIMAL})(?:已经|快|都)*(?:{NUMERAL}|几|好几|半)(?:来|多)?个?[年月](?:多|半)?$"
)
# What is kept by the head is an animal, whatever its breed is called: 养了条黑背.
_BY_HEAD = re.compile(
    rf"(?:家里?|还|也|一直)*养(?:着|了)(?:{NUMERAL}|几)?[只条头匹](?P<kind>[^，的叫A-Za"
    rf"-z]{{1,6}}|[A-Za-z][A-Za-z ]{{2,24}}?)(?:叫(?P<name>[^，]{{1,8}}))?$"
)
_COUNTED_AFTER = re.compile(rf"(?P<kind>{ANIMAL}){NUMERAL}[只条]$")
_KEPT_LIST = re.compile(r"(?:家[里中]?|还|一共|总共)*(?:养(?:着|了)?|有)(?P<list>[^，]+)$")
_KEPT_ONE = re.compile(
    rf"(?:{COUNTED}|{NUMERAL}?[只条头匹缸窝池对群])(?P<kind>[^，、和]{{0,4}}?{ANIMAL})$"
)


_COUNTED_BY = (
    ("条", r"[狗犬鱼蛇]|金毛|柯基|泰迪|哈士奇|柴犬|边牧|拉布拉多|比熊|博美"),
    ("匹", "马"),
    ("头", "[猪羊牛]"),
)


def _pet(kind: str, name: str = "", count: str = "") -> Found:
    """Return 用户养了一只叫汤圆的猫; without a name 用户养了一只猫."""
    unit = next((unit for unit, kinds in _COUNTED_BY if re.search(kinds, kind)), "只")
    several = re.match(rf"(?!一){NUMERAL}", count)
    called = f"叫{name}的" if name else ""
    kept = f"{count if several else '一' + unit}{called}{kind or '宠物'}"
    return Found(
        attribute="pet",
        value=kind + name,
        text=f"{{who}}养了{kept}",
        introduces=pet_person(kind, name),
    )


def pets_shown(s: Statement) -> Iterator[Found]:
    """Read 我养的猫叫花花, 一缸孔雀鱼, and 笼子里那俩仓鼠 before their names."""
    theirs = _THEIRS.match(s.core)
    if theirs and s.person is not None and s.person.subject in (USER, *FAMILY):
        named = re.match(r"(?:名?叫|名字叫)(?P<name>[^，]{1,6})$", s.core[theirs.end() :])
        yield replace(_pet(theirs["kind"], thing(named["name"]) if named else ""), subject=ME)
        return
    vessel = _BY_VESSEL.match(s.text.strip(" 。！!~～，,"))
    if vessel and not s.is_request and not s.negation:
        yield _pet(vessel["kind"])
        return
    topic = _TOPIC_PETS.fullmatch(s.text.strip(" 。！!~～，,"))
    if topic and _EACH_CALLED.match(s.following):
        yield _pet(topic["kind"])
        return


GONE = (
    r"(?:走丢|走失|丢|跑丢|跑|去世|过世|死|没|不在|送人|送走|离开我们?|去了?(?:汪星|喵星)球?|走)"
    r"(?:了|啦)"
)
_PET_GONE = re.compile(
    rf"(?:我们?家?的?|家里的?)?(?:养了?[^，]{{0,6}}的)?(?P<kind>[^，我养的]{{0,3}}?{ANIMAL})(?:已经|还是|就|也|不幸|突然)*(?P<went>{GONE})"
)


def pet_gone(s: Statement) -> Iterator[Found]:
    """Read 我家狗昨天去世了 of an animal that memory does not know."""
    text = s.text.strip(" 。！!~～，,")
    for time in s.times:
        text = text.replace(time.text, "")
    match = _PET_GONE.fullmatch(text)
    ours = s.person is not None or text.startswith(("我", "家里", "养"))
    if match and ours and not (s.negation or s.is_request):
        what = match["kind"] + match["went"]
        yield Found(
            attribute="event", value=what, is_dated=True, subject=ME, text=f"{{who}}的{what}"
        )


_CHILD = r"(?:儿子|女儿|闺女|孩子|小孩|娃|千金|双胞胎|龙凤胎|宝宝)"
_EACH_CHILD = re.compile(
    r"(?P<which>大的|小的|老大|老二|老三|大宝|二宝|哥哥|弟弟|姐姐|妹妹|一个|另外?一个)(?:[^，]{0,4}[一-鿿\d]岁)?(?:的?名字)?(?:叫|名叫)(?P<name>[^，]{1,4})$"
)


def each_child(s: Statement) -> Iterator[Found]:
    """Read 大的叫乐乐，小的叫明明 after 我们有两个儿子."""
    match = _EACH_CHILD.match(s.text.strip(" 。！!~～，,"))
    child = re.match(_CHILD, s.after_value) if s.after == "family" else None
    if match is None or child is None:
        return
    role = {"哥哥": "儿子", "弟弟": "儿子", "姐姐": "女儿", "妹妹": "女儿"}.get(match["which"])
    role = role or (child[0] if child[0] in ("儿子", "女儿", "闺女") else "孩子")
    name = thing(match["name"])
    yield Found(attribute="family", value=role + name, subject=ME, text=f"{{who}}的{role}叫{name}")


def pets(s: Statement) -> Iterator[Found]:
    several = _KEPT_LIST.match(s.core)
    parts = re.split(r"、|和|跟|还有|以及", several["list"]) if several else []
    kept_each = [_KEPT_ONE.match(part.strip()) for part in parts] if len(parts) > 1 else []
    if "养" in s.core[:5]:
        bare = re.compile(rf"(?P<kind>{ANIMAL})$")
        kept_each = [one or bare.match(part) for one, part in zip(kept_each, parts, strict=False)]
    if kept_each and all(kept_each):
        for one in kept_each:
            kind = thing(one["kind"]) if one else ""
            yield replace(_pet(kind), introduces=None)
        return
    raised = (
        _RAISED.match(s.core)
        or _COUNTED_AFTER.match(s.core)
        or _KEPT_FOR.match(s.core)
        or _BY_HEAD.match(s.core)
    )
    if raised and not s.negation and not _NOT_A_PET.search(raised["kind"]):
        kind = thing(raised["kind"])
        name = thing(raised.groupdict().get("name") or "")
        value = f"{kind} {name}" if name.isascii() and name else kind + name
        yield replace(_pet(kind, name), value=value)
        return
    each = _EACH_CALLED.match(s.core) if s.after == "pet" else None
    if each:
        name = thing(each["name"])
        of_kind = re.match(rf"(?P<kind>.*?{ANIMAL})", s.after_value)
        yield replace(_pet(of_kind["kind"] if of_kind else "", name), introduces=None)
        return
    match = _KEEPS.match(s.core)
    if match and not _NOT_A_PET.search(match["kind"]):
        kept = re.match(r"[^，养]{0,8}(?:养|领养|收养|捡|领|抱|接)", s.core)
        counted = match["count"] and re.search(r"[只条头匹个]$", match["count"])
        if not (kept or counted or (match["name"] and s.core.startswith("有"))):
            return
        kind = thing(match["kind"])
        kind = kind.rpartition("的")[2] if len(kind) > 5 else kind
        kind = re.sub(r"^(?:可爱|小小|很乖|超级可爱)的", "", kind)
        name = thing(match["name"] or match["name1"] or "")
        mode = Mode.PAST if re.search(r"养过", s.core) else None
        yield replace(_pet(kind, name, match["count"] or ""), mode=mode, confidence=0.9)
        return
    named = _PET_IS.match(s.core) if s.is_possessor or s.core[:1] in "猫狗小大" else None
    if named and not re.search(r"什么|谁|我|[一两三]", named["name"]):
        kind, name = thing(named["kind"]), thing(named["name"])
        yield _pet(kind, name)


# How an animal that was kept is lost: it dies, runs off, is given away.


def pet_named(s: Statement) -> Iterator[Found]:
    """Read 我家狗狗叫旺财: the subject is the pet."""
    if s.person and s.person.is_pet:
        named = _NAMED.match(s.core)
        if named:
            term = s.person.words.removeprefix("用户的").removesuffix(s.person.name)
            yield replace(_pet(term, named["name"]), subject=ME)


def relatives(s: Statement) -> Iterator[Found]:
    match = _HAS_RELATIVE.match(s.core)
    if match and match["role"] == "宝贝" and match["mod"]:
        return  # 有一个金色的宝贝: a treasure
    if match and match["role"] and not re.search(r"[我你他她]", match["mod"] or ""):
        role = CHINESE_ROLES.get(
            match["role"],
            "child"
            if match["role"] in ("双胞胎", "龙凤胎", "女", "儿女", "男孩", "女孩", "男娃", "女娃")
            else "sibling",
        )
        if role in ("boss", "teacher", "landlord", "client") and not match["name"]:
            return
        name = thing(match["name"] or "")
        term = (match["rank"] or "") + match["role"]
        person = named_person(role, term, name)
        yield Found(
            attribute="family" if role in FAMILY or role == "sibling" else "relationship",
            value=term + name,
            text=f"用户有{match['count'] or ''}{term}" + (f"，叫{name}" if name else ""),
            introduces=person,
            confidence=0.9,
        )
        if name and role in FAMILY:
            yield Found(attribute="name", value=name, subject=person, confidence=0.9)
        return
    bare = re.fullmatch(
        rf"(?:(?:我|咱)们?)?(?:家里?)?(?P<count>俩|两个|仨|三个)(?P<role>{ROLE}|男孩|女孩|娃|闺女|丫头|小子)",
        s.text.strip(" 。！!~～，,"),
    )
    if bare and s.person is ME:
        yield Found(attribute="family", value=bare["count"] + bare["role"])
        return
    household = re.match(
        rf"(?:家里?)?(?:一共|总共|就|是)*有?(?P<count>{NUMERAL}口)(?:人|之家)?$", s.core
    )
    if household and (s.person is ME or s.core.startswith("家")):
        value = household["count"] + "人"
        yield Found(attribute="family", value=value, text=f"用户家有{value}")
        return
    twins = re.fullmatch(
        rf"是(?P<value>(?:双胞胎|龙凤胎|俩|两个|三个)(?:{ROLE}|男孩|女孩))", s.core
    )
    if twins and s.person is ME:
        yield Found(attribute="family", value=twins["value"])
        return
    both = re.match(
        r"(?:家里?)?(?:有|育有)?(?P<value>一儿一女|儿女双全|一子一女|两儿一女)$", s.core
    )
    if both:
        yield Found(attribute="family", value=both["value"])
        return
    if _ONLY_CHILD.match(s.core):
        yield Found(attribute="family", value="独生子女", confidence=0.8)


def named_relative(s: Statement) -> Iterator[Found]:
    """Read 我女儿叫小雨: a fact about the user's family."""
    person = s.person
    match = _NAMED.match(s.core) or _is_person(s)
    named = match and is_name(match["name"], is_named=True)
    if named and match and person and person.subject != USER and not person.is_pet and person.words:
        role = person.subject
        term = person.words.removeprefix("用户的").removesuffix(person.name)
        name = match["name"]
        if role == person.name or not term or not person.words.startswith("用户的"):
            return
        attribute = "family" if role in FAMILY else "relationship"
        yield Found(
            attribute=attribute,
            value=term + name,
            subject=ME,
            text=f"用户的{term}叫{name}",
            introduces=named_person(role, term, name),
            confidence=0.9,
        )
        if role in FAMILY:
            yield Found(attribute="name", value=name, subject=person, confidence=0.9)


_WHO_IS = re.compile(rf"(?P<name>[^，我你您他她它这那谁的是]{{1,6}})是(?P<who>我(?:的|家)?{ROLE})")


def introduced(text: str, known: Container[str]) -> str:
    """Return 小宝是我侄子 as 我侄子叫小宝, "" when it is nothing of the sort.

    `known` are the names of those whom memory knows.
    """
    match = _WHO_IS.fullmatch(text)
    if match is None:
        return ""
    name = match["name"]
    words = tag(name)
    is_doubled = len(name) == 2 and name[0] == name[1]  # 朵朵
    is_surnamed = name[0] in SURNAMES and (len(words) > 1 or words[0].tag.startswith("nr"))
    is_listed = len(words) == 1 and words[0].tag in ("nr", "nrt", "nrfg", "eng")
    if name in known or is_doubled or is_surnamed or is_listed:
        return f"{match['who']}叫{name}"
    return ""


def _is_person(s: Statement) -> re.Match[str] | None:
    """Read 我的导师是李建国教授."""
    match = re.match(
        r"(?:就)?是(?P<name>[一-鿿]{2,3}?)(?P<title>教授|老师|博士|医生|先生|女士)?$", s.core
    )
    if match is None or match["name"][0] not in SURNAMES or s.negation:
        return None
    words = tag(match["name"])
    is_name = len(words) == 1 and words[0].tag.startswith("nr")
    one_of_many = s.person is not None and s.person.subject not in FAMILY
    long_enough = len(match["name"]) == 3 or (one_of_many and s.person is not ME)
    return match if is_name and (match["title"] or long_enough) else None
