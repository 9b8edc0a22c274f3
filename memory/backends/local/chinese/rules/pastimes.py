"""Hobbies and skills."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import Found, nouns, thing
from memory.backends.local.chinese.people import ME
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag

_HOBBY = (
    re.compile(
        r"(?:的)?(?:(?:业余|个人|主要|最大的?)?(?:兴趣)?爱好|兴趣|业余生活|消遣)(?:还|就|主要|"
        r"一直)*(?:是|有|包括|：|:)(?P<what>[^，]+)$"
    ),
    re.compile(
        r"(?:业余时间|业余|闲暇(?:时间?)?|空闲(?:时间?)?|闲(?:着|下来)?(?:的时候|时)?|"
        r"没事(?:的?时候)?|有空(?:的?时候)?|下班后?|课余(?:时间)?|休息(?:日|"
        r"时)?)(?:的?时候)?(?:我)?(?:就|会|都|最|一般|经常|也|还|总)*(?:喜欢|爱|"
        r"好)(?P<what>[^，]+)$"
    ),
    re.compile(
        r"(?:业余时间|业余|闲暇(?:时间?)?|空闲(?:时间?)?|没事(?:的?时候)?|有空(?:的?时候)?|"
        r"课余(?:时间)?)(?:的?时候)?(?:我)?(?:就|会|都|一般|经常|也|还|总)*(?P<what>[^，]+)$"
    ),
)
_SKILL = (
    re.compile(
        r"(?:会|能(?=[弹拉吹唱跳写画说用]))(?:一?点点|一?点儿?|一些|一手)?(?P<what>(?:弹|拉|吹|打|"
        r"敲|唱|跳|画|写|做|编|修|开|骑|滑|游|剪|下(?=[棋围象厨五])|用|玩|烤|烘|织|缝|拍|设计|"
        r"变|剪辑|摄影|"
        r"编程|游泳|书法|武术|PS|Python|Java|C|R|SQL|烹饪|潜水|冲浪|滑雪|木工|吉他|钢琴|"
        r"小提琴|手语|盲打|街舞|瑜伽|魔术|口琴|尤克里里|萨克斯)[^，]*)$",
        re.I,
    ),
    re.compile(
        r"(?:很|比较|特别|最|非常)?(?:擅长|精通|熟悉|善于|拿手(?:的)?(?:菜)?是?|熟练(?:掌握|"
        r"使用)|掌握(?:了)?|长于|专长是|特长是|强项是|的(?:特长|专长|强项|技能)(?:是|有)|"
        r"玩得转)(?:于|着|的是)?(?P<what>[^，]+)$"
    ),
    re.compile(
        r"(?P<what>[^，的]{2,6}?)(?:还行|还可以|还不错|很好|不错|很拿手|一流|十级|业余[一二三四五六]段)$"
    ),
)
_FLUENT = re.compile(
    r"(?P<what>[^，我]{1,8}?)(?:用|玩|弹|说|写|画|做|打|拉|唱|跳|滑|开|骑)得(?:还|也|"
    r"都)?(?:很|挺|特别|非常|贼|超)?(?:溜|好|熟练?|不错|六|6|棒|精|可以|专业|还行|还可以|凑合)$"
)
_KNOWS = re.compile(
    r"(?:略)?懂得?(?:一?点儿?|一些|些)?(?P<what>[^，]{2,10}?(?:知识|技术|编程|摄影|乐理|"
    r"设计|法律|急救|维修|投资|财务|医学|英语|代码))$"
)
_LEARNT = re.compile(
    r"自学的(?P<own>[^，了]{2,8})$|"
    rf"(?:自)?学(?:过|了|会了?)(?:{NUMERAL}|几|好几|半)?个?(?:多)?(?:年|月|"
    rf"天)?(?:的)?(?P<what>(?![\d一二两三四五六七八九十几好半]+年)[^，]{{2,8}})$"
)
_STUDIED = re.compile(
    rf"(?P<what>[^，我你他]{{2,6}}?)(?:也|都|还|我)*(?:自)?学过(?:{NUMERAL}|几|好几|半)?(?:个?多?[年月天]|一?点儿?|一阵子?|一段时间)?$"
)
_OWN_TOPIC = re.compile(r"(?:厨艺|书法|英语|球技|车技|手艺)")


def _is_pastime(what: str) -> bool:
    return tag(what)[0].tag[0] == "v" or what[0] in "画写看听玩打练做养种拍骑跑游唱跳弹刷"


def hobby(s: Statement) -> Iterator[Found]:
    whole = s.text[s.core_start :]
    for pattern in _HOBBY:
        match = pattern.match(s.core) or pattern.match(whole)
        if match and not s.negation:
            if pattern is _HOBBY[-1] and not _is_pastime(match["what"]):
                return
            for value in nouns(match["what"]):
                yield Found(attribute="hobby", value=value, confidence=0.9)
            return


_PRACTISED = re.compile(
    rf"(?P<verb>打|踢|练|弹|拉|跳|画|玩|滑|骑|跑|唱|游)了?(?:快|将近|差不多)?(?:{NUMERAL}|"
    rf"几|好几|十几|半)多?(?:年|个月)(?:的)?(?P<what>[^，了]{{1,8}})$"
)


_FOR_YEARS = re.compile(
    rf"(?P<verb>打|踢|练|弹|拉|跳|画|滑|唱)(?P<what>[^，了着过]{{1,5}}?)(?:已经|都|快|有)*"
    rf"(?:{NUMERAL}|几|好几|十几|半)(?:来|多)?年(?:多)?$"
)
_COLLECTS = re.compile(r"(?:收藏|收集)[^，了过\d一二两三四五六七八九十几的我你]{2,8}$")


def practised(s: Statement) -> Iterator[Found]:
    """Read 打了十年羽毛球."""
    match = _PRACTISED.match(s.core)
    match = match or _FOR_YEARS.match(s.text[s.core_start :].rstrip("了。！!~～ "))
    collected = _COLLECTS.match(s.core)
    if collected and s.person is ME and not (s.negation or s.is_request or s.times):
        yield Found(attribute="hobby", value=collected[0])
    elif match and s.person and not s.is_request:
        yield Found(attribute="hobby", value=match["verb"] + thing(match["what"]))


def tools(s: Statement) -> Iterator[Found]:
    """Read 主要写Go和Python."""
    if s.is_request or s.negation or s.hedge:
        return
    writes = re.match(
        r"(?:主要|平时|工作上?|一般|都)*(?:写|用)(?P<what>[A-Za-z+#]+(?:(?:和|、|跟|以及|,)[A-Za-z+#]+)*)(?:写代码|开发|编程)?$",
        "".join(s.adverbs[-1:]) + s.core,
    )
    if writes and s.person is ME and re.search("主要|平时|一般|工作", s.text):
        for value in re.findall(r"[A-Za-z+#]+", writes["what"]):
            yield Found(attribute="skill", value=value, confidence=0.75)
        return


def skill(s: Statement) -> Iterator[Found]:
    if s.is_request or s.negation or s.has_time(TimeKind.DATE, TimeKind.OFTEN):
        return
    can = re.match(
        r"(?P<what>(?!什么|啥|谁|一定|应|机|没|不)[^，我你他]{1,8}?)(?:也|都|还)*(?:会|"
        r"懂)(?:一?点儿?|一些|用)?$",
        s.core,
    )
    if can and can["what"].endswith(("的", "地", "点", "个", "场", "次")):
        return  # 偶尔要开夜里的会
    if can and (
        tag(can["what"])[0].tag[0] in "dla"
        or can["what"][-1] in "难易好不误聚开约体领理学社机宴晚年"
    ):
        return
    if can and s.person is None or (can and s.is_carried):
        yield Found(attribute="skill", value=thing(can["what"]), confidence=0.7)
        return
    both = re.match(
        r"(?P<what>[^，我你]{1,20}?)(?:我)?都(?:熟|精通|会用|玩得转)$", s.text.strip(" 。！!~")
    )
    if both:
        for value in nouns(both["what"]):
            yield Found(attribute="skill", value=value, confidence=0.75)
        return
    studied = _STUDIED.match(s.core)
    if studied and s.person in (ME, None) and all(w.is_noun for w in tag(studied["what"])):
        yield Found(attribute="skill", value=thing(studied["what"]), confidence=0.7)
        return
    fluent = _FLUENT.match(s.core)
    if fluent and s.person:
        yield Found(attribute="skill", value=thing(fluent["what"]))
        return
    known = _KNOWS.match(s.core) or _LEARNT.match(s.core)
    groups = known.groupdict() if known else {}
    what = groups.get("what") or groups.get("own") or ""
    counted = re.search(r"[会了过](?:\d|[一二两三四五六七八九十百]+个)", s.core)
    if known and (counted or re.match(r"(?:走路|说话|翻身|爬|站|叫)", what)):
        return  # 学会了300个单词: a count; 学会走路: what every infant learns
    if s.hedge:
        return
    if known and s.person:
        yield Found(attribute="skill", value=thing(what), confidence=0.75)
        return
    for index, pattern in enumerate(_SKILL):
        match = pattern.match(s.core)
        if not match or (index == 2 and not _OWN_TOPIC.search(match["what"])):
            continue
        what = thing(match["what"])
        if re.search(r"[很真]|确实", what):
            return
        if index == 0 and re.search(
            r"前提|用力|用心|(?:给|帮|把|来|去|一下|的时候|完|好)$|给|告诉|做到|做得|做好|写信|[吧]$|用到|打扰|"
            r"打算|开始|开心|说$",
            what,
        ):
            return
        for value in nouns(what):
            yield Found(attribute="skill", value=value)
        return
