"""Schools, subjects and degrees."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.found import Found, is_place, thing
from memory.backends.local.chinese.people import ME
from memory.backends.local.chinese.rules.jobs import is_job
from memory.backends.local.chinese.statement import Statement

_SCHOOL = (
    r"(?:大学|学院|中学|小学|高中|初中|一中|附中|幼儿园|职高|中专|大专|学校|清华|北大|"
    r"复旦|浙大|交大|哈佛|MIT|斯坦福|武大|华科|人大|南大|中大|川大|同济|剑桥|牛津|"
    r"[一-鿿]{1,3}大)"
)
_STUDY = (
    re.compile(
        r"(?:是)?(?:本科|硕士|博士|研究生|大学|高中)?(?:时候)?(?:是)?(?:毕业于|就读[于在]|"
        r"考(?:上|入)了?|保研到?了?|录取到)(?P<school>[^，的]+)"
    ),
    re.compile(
        rf"(?:是)?从?(?P<school>[^，从]{{0,10}}{_SCHOOL})[^，]{{0,8}}?(?:毕业|本科|硕士|博士|"
        r"研究生)(?:的)?(?:学生|生)?(?:已经|快|都)*(?:[\d一二两三四五六七八九十几]+多?年)?$"
    ),
    re.compile(
        r"在(?P<school>[^，]+?)(?:读|念|上|就读|(?<![小中大])学(?![校院])|攻读|求学)的?(?P<rest>[^，班]{0,12})$"
    ),
    re.compile(r"(?:是)?(?:的)?(?:学历|文化程度)是?(?P<school>[^，]+)$"),
    re.compile(
        r"(?:是|在)?(?:(?:读|念|上)的是|读|念|上|今年)?(?:了)?(?P<school>(?:小学|初中|高中|大学|"
        r"幼儿园)?[大高初研博][一二三四五]|(?:小学|初中|高中)?[一二三四五六]年级|"
        r"幼儿园[大中小]班|[大中小]班|幼儿园|初中|高中|小学|大学|研究生|研究所|博士|本科|"
        r"硕士|E?MBA|PhD|phd|[Mm]aster)(?:在读|了|的?学生|的)*$"
    ),
    re.compile(
        r"(?:是)?(?:大学|本科|硕士|研究生|博士)?(?:时|期间)?(?:读|念|学|主修|攻读|专业(?:是|"
        r"为)?|学的是|"
        r"读的是)(?:的)?(?:是)?(?P<school>[^，]{2,10}?)(?:专业|系)(?:的)?$|(?:大学|本科|硕士|"
        r"研究生|博士)?(?:的)?(?:专业|学的|读的|念的)(?:是)(?P<major>[^，]{2,10})$"
    ),
)
_AT_SCHOOL = re.compile(r".{0,4}?(?:毕业于|就读[于在])")
_HOW = re.compile(r".{0,4}?(毕业于|就读[于在]|考上|考入|保研到|录取到)")
_THERE = frozenset("那边 那里 这边 这里 国外 当地".split())
_LEARNS = re.compile(
    r"(?:大学|本科|硕士|研究生|博士)?(?:是)?(?:学|念|读|辅修|双修|选修)(?P<school>[^，的]{2,8})的$|(?:大学|本科|硕士|博士|高中|初中|"
    r"研究生)?(?:是)?(?:学|念|读|主修|辅修)的(?:是)?(?P<major>[^，的]{2,10})$|(?:辅修|双修)了?(?P<minor>[^，的]{2,8})$"
    r"|(?:大学|本科|硕士|博士|研究生|小学|初中|高中|中学|幼儿园)(?:就)?是?在(?P<place>[^，]{2,10}?)(?:念|读|上)的$"
)


_ABROAD = re.compile(
    r"(?:是)?(?:在|去|到)(?P<place>[^，]{1,8}?)(?P<how>留学|留过学|读(?:研究生|博士|硕士|大学|本科|[书研博])|念(?:大学|书)|上学|求学|做?交换(?:生)?)(?:过|了)?[^，]{0,5}$"
)
_SUBJECT = re.compile(
    r"(?:计算机|软件|电子|通信|自动化|机械|土木|建筑|材料|化学|化工|生物|医学|临床|护理|药学|法律|法学|金融|经济|会计|财务|"
    r"管理|工商|市场|新闻|传媒|广告|中文|英语|日语|外语|历史|哲学|心理|教育|数学|统计|物理|地理|地质|环境|农学|兽医|动物|"
    r"设计|美术|音乐|舞蹈|表演|导演|播音|动画|摄影|体育|师范|学前|电气|航空|汽修|厨师|幼师|国贸|外贸|AI|人工智能|大数据)"
    r"[^，的]{0,4}$"
)
_OF_SUBJECT = re.compile(
    r"是(?:一?[个名位])?(?P<school>[^，的]{2,12}(?:专业|系|学院))的?[^，的]{0,6}(?:生|学生|毕业的?)$"
)


_PUPIL = re.compile(
    r"是(?:一?[个名位])?(?P<school>[^，的我你他]{2,10}?)(?P<grade>[大研博高初][一二三四五六])?的?(?:学生|本科生|硕士生|博士生|在读生)$"
)


_LEVEL = (
    r"大学|大专|本科|硕士?|博士?|研究生|研|高中|初中|中专|职高|小学|幼儿园|"
    r"[大研博高初][一二三四五]|[一二三四五六]年级"
)
_IN_FULL = {"博": "博士", "硕": "硕士", "研": "研究生"}
_ENROLLED = re.compile(
    rf"(?:就|还|正)?在(?P<school>[^，在读念上]{{2,10}}?)(?:读|念|上)(?P<level>{_LEVEL})(?:呢|了)?$"
)


def enrolled(s: Statement) -> Iterator[Found]:
    """Read 在南开读大二, 我妹妹在北京读大学: the school, or the town, and how far."""
    match = _ENROLLED.match(s.core)
    if match is None or s.negation or s.is_request or s.hedge:
        return
    school, level = thing(match["school"]), _IN_FULL.get(match["level"], match["level"])
    if is_place(school) and not re.search(rf"(?:{_SCHOOL}|南开)$", school):
        text = f"{{who}}在{school}读{level}"
        yield Found(attribute="education", value=level, text=text, keeps_now=True)
        return
    yield Found(attribute="education", value=school, text=f"{{who}}在{school}读书", keeps_now=True)
    yield Found(attribute="education", value=level, text=f"{{who}}读{level}", keeps_now=True)


def education(s: Statement) -> Iterator[Found]:
    of_subject = _OF_SUBJECT.match(s.core)
    if of_subject and not s.negation:
        yield Found(attribute="education", value=thing(of_subject["school"]), keeps_now=True)
        return
    abroad = _ABROAD.match(s.core)
    if abroad and is_place(abroad["place"]) and not s.negation and not s.is_request:
        value = thing(abroad["place"]) + abroad["how"]
        yield Found(attribute="education", value=value)
        return
    pupil = _PUPIL.match(s.core)
    if pupil and (pupil["grade"] or re.search(_SCHOOL, pupil["school"])) and not s.negation:
        for value in filter(None, (thing(pupil["school"]), pupil["grade"])):
            yield Found(attribute="education", value=value, keeps_now=True)
        return
    degree = re.match(
        r"(?P<of>本科|硕士|博士|研究生|大学|大专|中专|高中|博士后)(?:还|快|马上|就要?|刚|没|即将|今年|明年|已经|正在)*(?:毕业|答辩|延毕|在读|肄业|读完)[^，]{0,3}$",
        s.core,
    )
    if degree and s.person in (ME, None) and not s.is_request:
        yield Found(attribute="education", value=degree["of"], keeps_now=True)
        return
    learns = _LEARNS.match(s.core)
    if learns:
        yield Found(
            attribute="education",
            value=thing(learns["school"] or learns["major"] or learns["minor"] or learns["place"]),
            keeps_now=True,
        )
        return
    for index, pattern in enumerate(_STUDY):
        match = pattern.match(s.core)
        if not match:
            continue
        value = thing(next((group for group in match.groups() if group), ""))
        if index == 2 and (is_place(value) or value in _THERE) and len(thing(match["rest"])) > 1:
            value = s.core.removeprefix("在")
        if index == 2 and (value.startswith("学校") or len(value) > 12):
            continue
        if index == 2 and not _tells_of_studies(value, match["rest"]):
            continue
        bare = re.fullmatch(r"[初高研博][一二三]", s.core) and (s.is_carried or not s.person)
        if (
            is_job(value)
            and index < 5
            and not _AT_SCHOOL.match(s.core)
            and not value.endswith(("生", "博士", "博士后"))
        ):
            yield Found(attribute="occupation", value=value, confidence=0.85)
            return
        if value and len(value) <= 16 and not bare and not re.search(r"我|你|什么", value):
            text = "" if index or not (how := _HOW.match(s.core)) else f"{{who}}{how[1]}{value}"
            yield Found(
                attribute="education", value=value, confidence=0.85, keeps_now=True, text=text
            )
            return


def _tells_of_studies(school: str, rest: str) -> bool:
    """Say whether 在……读…… is about a school: by its name, the degree or the subject."""
    foreign = re.fullmatch(r"[A-Z][A-Za-z ]+", school) and re.match("[A-Z]", rest)
    return bool(
        re.search(_SCHOOL, school)
        or re.search(r"(?:硕士|博士|本科|研究生|专业|预科|语言班|MBA|EMBA)$", rest)
        or _SUBJECT.match(thing(rest))
        or foreign
        or re.match(r"(?:本科|研|博|硕|大学|书|MBA|专业|[大高初])", rest)
    )
