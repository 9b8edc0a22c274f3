"""Where somebody works, and when that begins and ends."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import Found, is_organisation, is_place, thing
from memory.backends.local.chinese.rules.jobs import is_job
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.types import Mode

_FIELD = re.compile(
    r"(?:工作|行业|研发|开发|设计|测试|产品|运营|销售|行政|财务|人事|市场|管理|客服|采购|"
    r"策划|咨询|科研|算法|数据|分析|维护|运维|安全|教学|研究|教育|翻译|贸易|外贸|内贸|"
    r"电商|自媒体|装修|餐饮|金融|会计|审计|建筑|媒体|物流|房产|保险|医疗|硬件|软件|嵌入式|"
    r"前端|后端|风控|合规|信贷|质检|售后|招商|精算|理赔|招聘|培训|直播|公关|法务|生意|推广|外包|投资|投研|品牌|文案|SRE|PM|HR|QA|BD|DevOps|"
    r"[A-Z]{2,5}|工程|土木|(?i:front-?end|back-?end|full-?stack|data|design|marketing|sales|product|"
    r"infra|ios|android|growth|consulting|research|finance|legal|testing|ui|ux))$"
)
_AT = re.compile(
    r"(?:是)?在(?P<org>[^，]+?)(?:这家公司|那边)?(?:(?<!阿)里面?|内|总部)?(?P<verb>工作|上班|"
    r"任职|就职|供职|实习|兼职|打工|搬砖|当差|干活|做事|办公|谋生|任教|教书|执教|坐诊|服役|"
    r"当兵|打拼|发展|(?:干|待|呆)过(?!一?[天次会])|打过工|上过班|教过书|当过兵)(?:过|了|的)?(?P<rest>.*)$"
)
_AT_AS = re.compile(
    r"(?:是)?在(?P<org>[^，]+?)(?:(?<!阿)里面?|内)?(?P<verb>担任|做|开(?![心会始玩门灯学放车口])|经营|卖|送|当|"
    r"任(?!何)|干|搞|负责|带|修|酿|烧|刻|织|守|盖|挖|"
    rf"教)(?:了|着|过)?(?:{NUMERAL}个?(?:多)?(?:年|月)的?)?(?P<job>[^，]+)$"
)
_JOIN = re.compile(
    r"(?:从(?P<old>[^，]+?)(?:离职|辞职)?(?:后|之后)?)?(?:正式)?(?:入职|跳槽(?:到|去|至|"
    r"进)?|跳到|加入|加盟|进入?(?=[^，]{2,12}(?:工作|上班|公司|集团|银行|医院|$))|"
    r"去(?=[^，]{2,12}(?:工作|上班|任职|了$))|转(?:到|去)|换到)了?(?P<org>[^，]+?)(?:工作|"
    r"上班|任职|实习|当(?P<job>[^，]+)|做(?P<job2>[^，]+))?(?:了|啦)?$"
)
_SERVES = re.compile(
    r"(?:就职|任职|供职|任教|服务|受雇)(?:于|在)了?(?P<org>[^，的]+?)(?:的.*)?$|(?:是|"
    r"做)?[为给](?P<org2>[^，我]+?)(?:工作|供稿|打工|做事)$"
)
_EMPLOYER_IS = re.compile(
    r"(?:的)?(?:新|现|现任)?(?:公司|单位|东家|雇主|工作单位|老东家)(?:名字?)?(?:就)?(?:是|叫做?|在|"
    r"为)(?P<org>[^，]+)$"
)
_NOW_AT = re.compile(r"(?:人)?(?:在|去了|到了|进了)(?P<org>[^，]+)$")
_LEFT = re.compile(
    r"(?:从)?(?:离开了?(?P<org>[^，]+?)|(?P<org2>[^，]+?)(?:离职|辞职|离开|退休))(?:了|"
    r"啦)?$|辞(?:去|掉)了?(?P<org3>[^，]+?)的?(?:工作|职务|职位)(?:了)?$|"
    r"被(?P<org4>[^，]+?)(?:裁|优化|辞退|开除)(?:员)?(?:了|掉了)?$"
)
_RESIGNED = re.compile(
    r"(?:把)?(?:工作(?:给)?)?(?:辞职|离职|裸辞|辞|被裁员?|失业|被优化|被开除|被辞退)"
)
_HOME_OFFICE = re.compile(r"(?:都|一直)?(?:居家|在家|远程)(?:办公|上班|工作)")
_NO_EMPLOYER = re.compile(
    r"^[船车路海山街]上$|^(?:外地|当地|本地)$|^(?:找|换|考虑|思考|准备|开始|努力|认真|讨论|面试|必须|应该|安排|寻找|这|那|一份|"
    r"新公司|新单位|新的|远程)"
    r"|(?:(?<![一二三四五六七八九十])中|期间|时|行业|的)$"
)


_TELLS_A_JOB = re.compile(
    r"(?:主要|专门|一直|就)*(?:做|当|跑|管|搞|负责|教|干|修|开|守|画|写|担任|任)[^，了]{1,8}(?:的)?$|(?:是)?[^，]{2,8}(?:师|员|工|经理|主管|司机)$"
)
_OUR_PLACE = re.compile(
    r"(?:我们|咱们|我)(?:的)?(?P<of>厂|公司|单位|店|工厂|医院|所|局|学校|门店|总部|办公室|工作室|研究院|律所)(?:就|设|开)?在(?P<place>[^，]{2,8})$"
)
_TRANSFERRED = re.compile(
    r"(?:被|公司)?(?:已经|刚|又)?(?:调(?:动|岗|任)?|外派|派|借调)(?:到|去|回)了?(?P<place>[^，了]{2,6}?)(?:去|来|那边|工作|上班)?$"
)
_STARTS = re.compile(
    r"(?:就|要|会|将|正式|开始|准备)*(?:去|到|入职|加入|在|进)(?P<org>[^，]{2,10}?)"
    r"(?P<verb>上班|工作|报到|入职|任职)?(?:(?:做|当|任|担任)(?P<job>[^，]{2,10}))?$"
)
_STAYED = re.compile(
    rf"(?:是)?在(?P<org>[^，]+?)(?:里|里面)?(?:干|做|待|呆|工作)(?P<end>了|过|的)?(?:快|将近|差不多|整整)?"
    rf"(?:{NUMERAL}|几|好几|十几|半)(?:来|多)?个?(?:年|月)(?:多|半)?(?:了)?$"
)


def stayed(s: Statement) -> Iterator[Found]:
    """Read 在纺织厂干过二十年."""
    match = _STAYED.match(s.core) or _STAYED.match(s.text[s.core_start :])
    if match and _is_employer(match["org"]) and not s.negation:
        mode = Mode.PAST if match["end"] == "过" else None
        yield Found(attribute="employer", value=thing(match["org"]), mode=mode)


def employment(s: Statement) -> Iterator[Found]:
    ours = _OUR_PLACE.match(s.text.strip(" 。！!~～，,"))
    if ours and is_place(ours["place"]) and not s.times:
        yield Found(attribute="workplace", value=thing(ours["place"]), confidence=0.85)
        return
    moved = _TRANSFERRED.match(s.core)
    if moved and is_place(moved["place"]) and not s.negation and not s.is_request:
        yield Found(attribute="workplace", value=thing(moved["place"]))
        return
    if _HOME_OFFICE.match(s.core):
        yield Found(attribute="workplace", value="家")
        return
    as_job, at, join = _AT_AS.match(s.core), _AT.match(s.core), _JOIN.match(s.core)
    within = re.match(
        r"在(?P<org>海关|[一-鿿]{0,4}(?:税务局|法院|检察院|公安局|派出所|交警队|邮政局|供电局|水利局|教育局|气象局|规划局|街道办|居委会)|部队|国企|央企|外企|体制内|事业单位|机关|大厂|银行|铁路|医院系统)$",
        s.core,
    ) or _named_company(s)
    told_next = s.person is not None and _TELLS_A_JOB.match(s.following)
    there = re.match(r"在(?P<org>[^，]{2,10})$", s.core)
    there = there if s.after == "occupation" or told_next else None
    if there and is_organisation(there["org"]) and not s.negation:
        within = there
    if within and (s.person is not None or there):
        yield Found(attribute="employer", value=thing(within["org"]))
        return
    serves, named = _SERVES.match(s.core), _EMPLOYER_IS.match(s.core)
    served = at and at["verb"] in ("当兵", "服役")
    if served and at:
        yield Found(attribute="occupation", value=thing(at["org"]) + at["verb"])
    elif at and at["verb"] in ("待过", "呆过") and is_place(at["org"]):
        yield Found(attribute="home", value=thing(at["org"]), mode=Mode.PAST)
    elif at and not (as_job and as_job.end("org") < at.end("org")):
        yield from _place_or_employer(at["org"], s)
        if at["verb"] in ("任教", "教书", "执教"):
            yield Found(attribute="occupation", value=at["verb"], confidence=0.8)
        rest = re.match(r"(?:担任|做|当|任|是)(?:了)?(?:一?[个名位])?(?P<job>.+)$", at["rest"])
        if rest and is_job(rest["job"]):
            yield Found(attribute="occupation", value=thing(rest["job"]), confidence=0.9)
    elif as_job and re.search(r"(?:交换|留学|进修|研究|博士|硕士|学)生$", as_job["job"]):
        yield Found(attribute="education", value=as_job["org"] + thing(as_job["job"]))
    elif as_job and (
        as_job["verb"] in ("教", "开", "经营", "卖", "送", "当", "担任", "任", *_CRAFTS)
        or is_job(thing(as_job["job"]))
        or _FIELD.search(thing(as_job["job"]))
        or ((_is_employer(as_job["org"]) or is_place(as_job["org"])) and _is_trade(as_job))
    ):
        yield from _employed_as(as_job, s)
    elif serves:
        yield Found(
            attribute="employer", value=thing(serves["org"] or serves["org2"]), confidence=0.95
        )
    elif join and not re.search(r"讨论|群|会员|我们?$|他|你|游戏|话题|饭|梦", join["org"]):
        yield from _joined(join, s)
    elif named and not re.search(r"什么|附近|旁边|楼|市$", named["org"]):
        value = thing(named["org"])
        located = named.group(0)[: named.start("org")].endswith("在")
        attribute = "workplace" if located or is_place(value) else "employer"
        yield Found(attribute=attribute, value=value, confidence=0.9)


_CRAFTS = ("修", "酿", "烧", "刻", "织", "守", "盖", "挖")


def _employed_as(as_job: re.Match[str], s: Statement) -> Iterator[Found]:
    """Read 在银行做风控, 在义乌开小卖部: whose place it is depends on the verb."""
    verb, job = as_job["verb"], thing(as_job["job"])
    own = verb in ("开", "经营", "卖", "送", *_CRAFTS)
    if verb in _CRAFTS and (s.times or s.ends_in_le or not is_place(as_job["org"])):
        return
    if not own or is_place(as_job["org"]) or _is_employer(as_job["org"]):
        yield from _place_or_employer(as_job["org"], s)
    if own or verb == "教":
        yield Found(attribute="occupation", value=verb + job, confidence=0.85)
    short = len(job) <= 12 and not re.search(r"[、和]", job)
    if verb in ("做", "当", "担任", "任", "干", "搞") and (is_job(job) or short):
        yield Found(attribute="occupation", value=job, confidence=0.9)


def _named_company(s: Statement) -> re.Match[str] | None:
    """Read 我在字节: a company known by name."""
    match = re.match(r"在(?P<org>[^，]{2,8})$", s.core)
    known = match and all(word.tag == "nt" for word in tag(match["org"]))
    brand = match and re.fullmatch(r"[A-Z][A-Za-z]+", match["org"]) and not is_place(match["org"])
    known = known or (brand and s.after == "occupation")
    return match if known and not s.has_time(TimeKind.DATE, TimeKind.PASSING) else None


def _is_employer(org: str) -> bool:
    return is_organisation(org) or any(word.tag == "nt" for word in tag(org))


def _is_trade(as_job: re.Match[str]) -> bool:
    """Say whether 做…… in an organisation names a trade (在超市做收银) rather than one act."""
    job = thing(as_job["job"])
    if as_job["verb"] not in ("做", "干", "搞") or not 2 <= len(job) <= 4:
        return False
    unlike = r"作业|饭|菜|题|梦|事|活动|检查|手术|体检|核酸|项目|什么|按摩|瑜伽|指甲|兼职|美容"
    return not re.search(unlike, job) and all(w.tag[0] in "nv" for w in tag(job))


def _joined(join: re.Match[str], s: Statement) -> Iterator[Found]:
    org = thing(join["org"])
    joined = re.match(r"(?:从.+)?(?:正式)?(?:入职|跳|加盟)", s.core)
    if (
        not org
        or len(org) > 14
        or (not joined and not is_organisation(org) and not re.search(r"工作|上班|任职", s.core))
    ):
        return
    if not joined and is_place(org):
        return
    yield Found(attribute="employer", value=org, confidence=0.9)
    job = thing(join["job"] or join["job2"] or "")
    if job and is_job(job):
        yield Found(attribute="occupation", value=job, confidence=0.9)


def _place_or_employer(text: str, s: Statement) -> Iterator[Found]:
    text = re.sub(r"(?<=线|地|台)上$", "", text)
    value = thing(re.sub(r"(?:的)?(?:一家|一个|一所|某家?|某个)", "", text))
    if (
        not value
        or len(value) > 20
        or re.match(
            r"(?:家里?|外面|这里?|那里?|一起|晚上|早上|网上|线上|周|单位|公司|学校|努力|认真|拼命)",
            value,
        )
    ):
        return
    if not _may_employ(value):
        return
    city = re.match(r"(?P<city>[一-鿿]{2,4}?)(?:的)?(?:一家|一个|一所|某家?)(?P<org>.+)$", text)
    if city and is_place(city["city"]):
        value = thing(city["org"])
    elif is_place(value):
        yield Found(attribute="workplace", value=value, confidence=0.85)
        return
    yield Found(attribute="employer", value=value, confidence=0.9)


def resigned(s: Statement) -> Iterator[Found]:
    """Read 我辞职了, which names no employer."""
    if _RESIGNED.fullmatch(s.core) and s.ends_in_le and not s.negation:
        text = s.core if s.core != "辞" else "辞职"
        yield Found(attribute="employer", value="", mode=Mode.DENIAL, text=text)


def _may_employ(name: str) -> bool:
    """Say whether a phrase may name an employer or a place, rather than an act (在考虑工作)."""
    if _NO_EMPLOYER.search(name):
        return False
    if is_organisation(name) or name.isascii():
        return True
    words = tag(name)
    return not (words[0].tag[0] in "drpcuym" or all(word.tag[0] in "vad" for word in words))


def left(s: Statement) -> Iterator[Found]:
    gone = re.match(r"在(?P<org>[^，]{2,10}?)(?:工作|上班|干|做)?$", s.core)
    if gone and s.is_denial and _is_employer(gone["org"]):
        yield Found(attribute="employer", value=thing(gone["org"]), mode=Mode.DENIAL)
        return
    graduated = re.match(r"从(?P<org>[^，]{2,6})毕业$", s.core)
    if graduated and all(word.tag == "nt" for word in tag(graduated["org"])):
        yield Found(attribute="employer", value=graduated["org"], mode=Mode.DENIAL)
        return
    match = _LEFT.match(s.core)
    if match and match["org2"] and not (s.core.startswith("从") or _is_employer(match["org2"])):
        return  # 前台小姑娘辞职了
    if match:
        org = thing(next(group for group in match.groups() if group))
        org = re.sub(r"^从", "", org)
        if (
            org
            and not is_place(org)
            and _may_employ(org)
            and 1 < len(org) <= 12
            and not re.match(r"(?:家|我|你|他|这|那|已|刚|今)", org)
        ):
            yield Found(attribute="employer", value=org, mode=Mode.DENIAL, confidence=0.8)


def starts(s: Statement, *, changed_job: bool, is_future: bool) -> Iterator[Found]:
    """Read 下周一去字节做架构师 after a clause that tells of a new job: it begins on that day."""
    match = _STARTS.match(s.core)
    if match is None or not (changed_job and is_future) or s.negation or s.is_request:
        return
    org = thing(match["org"])
    if not (match["verb"] or _is_employer(org) or re.fullmatch(r"[A-Z][A-Za-z]+", org)):
        return
    if is_place(org) or not _may_employ(org):
        return
    yield Found(attribute="employer", value=org, begins_then=True)
    if match["job"]:
        yield Found(attribute="occupation", value=thing(match["job"]), begins_then=True)


def new_employer(s: Statement, *, changed_job: bool) -> Iterator[Found]:
    """Read 在京东 after a clause that tells of a new job."""
    match = _NOW_AT.match(s.core)
    called = re.match(r"(?:公司|名字)?叫做?(?P<org>[^，]{2,12})$", s.core)
    if changed_job and called and is_organisation(called["org"]):
        yield Found(attribute="employer", value=thing(called["org"]))
    elif changed_job and match and len(match["org"]) <= 12 and _may_employ(thing(match["org"])):
        value = thing(match["org"])
        yield Found(attribute="workplace" if is_place(value) else "employer", value=value)
