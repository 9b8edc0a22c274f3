"""Work and school: occupation, employer, workplace, education, projects."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import COUNTED, Found, is_organisation, is_place, thing
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.types import Mode

_JOB_END = re.compile(
    r"(?:师|[牙兽中西军校村]医|(?:班|系|院|科|部)?主任|书记|干事|"
    r"[院校店组队部处科局厂班行总镇村]长|医生|"
    r"大夫|学生|研究生|博士生|服务生|实习生|作家|画家|专家|科学家|企业家|"
    r"音乐家|作者|记者|学者|工作者|创业者|从业者|自由职业者|志愿者|译者|设计者|船长|校长|"
    r"店长|院长|组长|队长|董事长|工|农民|渔民|公务员|员|手|官|兵|警|商|编辑|教练|导演|"
    r"秘书|助理|会计|护士|警察|顾问|经理|总监|主管|老板|教授|讲师|博主|主播|up主|UP主|"
    r"司机|厨子|保安|保姆|军人|翻译|程序猿|码农|程序媛|产品|运营|销售|前端|后端|测试|算法|"
    r"开发|CEO|CTO|CFO|COO|SRE|PM|HR|HRBP|QA|BD|DBA|PMO|BI|UX|UI|AE|全职妈妈|全职爸爸|"
    r"全职太太|家庭主妇|家庭主夫|宝妈|自由职业|个体户|打工人|社畜|经纪人|主持人|媒体人|"
    r"投资人|合伙人|创始人|手艺人|音乐人|制片人|撰稿人|策划|出纳|文员|中介|外卖小哥|"
    r"快递小哥|店主|模特|演员|歌手|空姐|空乘|机长|飞行员|研究员|博士后|博后|法务|财务|"
    r"行政|人事|文案|编剧|保洁|月嫂|学徒|法官|检察官|engineer|manager|designer|developer|"
    r"analyst|scientist|consultant|teacher|doctor|nurse|lawyer|dev|sales)$",
    re.I,
)
_FIELD = re.compile(
    r"(?:工作|行业|研发|开发|设计|测试|产品|运营|销售|行政|财务|人事|市场|管理|客服|采购|"
    r"策划|咨询|科研|算法|数据|分析|维护|运维|安全|教学|研究|教育|翻译|贸易|外贸|内贸|"
    r"电商|自媒体|装修|餐饮|金融|会计|审计|建筑|媒体|物流|房产|保险|医疗|硬件|软件|嵌入式|"
    r"前端|后端|直播|公关|法务|生意|推广|投资|投研|品牌|文案|SRE|PM|HR|QA|BD|DevOps|"
    r"[A-Z]{2,5})$"
)
_AT = re.compile(
    r"(?:是)?在(?P<org>[^，]+?)(?:这家公司|那边)?(?:(?<!阿)里面?|内|总部)?(?P<verb>工作|上班|"
    r"任职|就职|供职|实习|打工|搬砖|当差|干活|做事|办公|谋生|任教|教书|执教|坐诊|服役|"
    r"当兵|打拼|发展)(?:过|了|的)?(?P<rest>.*)$"
)
_AT_AS = re.compile(
    r"(?:是)?在(?P<org>[^，]+?)(?:(?<!阿)里面?|内)?(?P<verb>担任|做|开|经营|卖|送|当过?|"
    r"任(?!何)|干|搞|负责|带|"
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
_NOW_AT = re.compile(r"(?:人)?在(?P<org>[^，]+)$")
_LEFT = re.compile(
    r"(?:从)?(?:离开了?(?P<org>[^，]+?)|(?P<org2>[^，]+?)(?:离职|辞职|离开|退休))(?:了|"
    r"啦)?$|辞(?:去|掉)了?(?P<org3>[^，]+?)的?(?:工作|职务|职位)(?:了)?$|"
    r"被(?P<org4>[^，]+?)(?:裁|优化|辞退|开除)(?:员)?(?:了|掉了)?$"
)
_IS = re.compile(
    r"(?:(?:的)?(?:职业|工作|本职工作|本职|职务|职位|岗位|title)(?:就)?(?:是|为|:|：)|"
    r"就?是(?:在)?|系|担任|任职(?:为)?)(?:一?[个名位])?(?P<job>[^，]+)$"
)
_OF_EMPLOYER = re.compile(
    r"是(?:在)?(?P<org>[^，的]{2,14}?)的(?:一?[个名位])?(?P<job>[^，的]{2,12})$"
)
_MANUAL = re.compile(
    r"是(?:一?[个名位])?(?P<job>(?:开|卖|修|教|跑|写|画|拍|唱|演|搬|种|养|送|管|带|"
    r"打)[^，的]{1,10})的$"
)
_RESIGNED = re.compile(
    r"(?:把)?(?:工作(?:给)?)?(?:辞职|离职|裸辞|辞|被裁员?|失业|被优化|被开除|被辞退)"
)
_TURNED = re.compile(
    r"(?:转行|改行|转岗|转型)(?:去|来)?(?:当|做|干|到|成为|为)了?(?P<job>[^，]{2,12})$"
)
_DOES = re.compile(
    r"(?:(?:是)?(?:做|搞|干|从事(?:于)?|跑)(?P<field>[^，]+?)(?:工作|行业|这一?行|方面|"
    r"相关)?的(?:工作)?$|从事(?P<field2>[^，]+?)(?:的?工作|行业|方面的?工作)?$)"
)
_AS = re.compile(
    rf"(?:当|做|干|担任)(?:上)?(?:了|着|过)?(?:{NUMERAL}多?个?(?:年|"
    r"月)(?:多)?的?)?(?:一?[个名位])?(?P<job>[^，]+)$"
)
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
        rf"(?:是)?(?P<school>[^，]{{0,10}}{_SCHOOL})[^，]{{0,8}}?(?:毕业|本科|硕士|博士|"
        r"研究生)(?:的)?(?:学生|生)?$"
    ),
    re.compile(r"在(?P<school>[^，]+?)(?:读|念|上|就读|学|攻读|求学)(?P<rest>[^，班]{0,12})$"),
    re.compile(r"(?:是)?(?:的)?(?:学历|文化程度)是?(?P<school>[^，]+)$"),
    re.compile(
        r"(?:是|在)?(?:读|念|上|今年)?(?:了)?(?P<school>(?:小学|初中|高中|大学|"
        r"幼儿园)?[大高初研博][一二三四五]|(?:小学|初中|高中)?[一二三四五六]年级|"
        r"幼儿园[大中小]班|[大中小]班|幼儿园|初中|高中|小学|大学|研究生|研究所|博士|本科|"
        r"硕士|MBA)(?:在读|了|的?学生|的)*$"
    ),
    re.compile(
        r"(?:是)?(?:大学|本科|硕士|研究生|博士)?(?:时|期间)?(?:读|念|学|主修|攻读|专业(?:是|"
        r"为)?|学的是|"
        r"读的是)(?:的)?(?:是)?(?P<school>[^，]{2,10}?)(?:专业|系)(?:的)?$|(?:大学|本科|硕士|"
        r"研究生|博士)?(?:的)?(?:专业|学的|读的|念的)(?:是)(?P<major>[^，]{2,10})$"
    ),
)
_IN_CHARGE = re.compile(r"(?:主要|目前|现在)?负责(?P<what>[^，]{2,16})$")
_HOME_OFFICE = re.compile(r"(?:都|一直)?(?:居家|在家|远程)(?:办公|上班|工作)")
_LEARNS = re.compile(
    r"(?:是)?(?:学|念|读)(?P<school>[^，的]{2,8})的$|(?:大学|本科|硕士|博士|"
    r"研究生)?(?:是)?(?:学|念|读|主修)的(?:是)?(?P<major>[^，的]{2,10})$"
    r"|(?:大学|本科|硕士|博士|研究生)是?在(?P<place>[^，]{2,10}?)(?:念|读|上)的$"
)
_PROJECT = re.compile(
    r"(?:(?:正)?在|最近在|一直在|着手|着?开始)?(?:(?:做|搞|开发|研发|写|筹备|设计|搭建|"
    rf"负责|主导|参与|撰写|创作|折腾|维护|跟进|带)(?:着|了)?)(?P<what>{COUNTED}?[^，]+)$"
)
_WORK_PRODUCT = re.compile(
    r"(?:项目|小说|系统|软件|论文|App|app|APP|网站|平台|课题|产品|小程序|画展|展览|婚礼|"
    r"演出|音乐会|比赛|沙龙|活动|游戏|书|模块|"
    r"业务|工程|插件|框架|博客|频道|播客|电影|剧本|专栏|毕设|毕业设计|工具|机器人)$"
)
_WITHOUT_JOB = re.compile(
    r"(?:已经)?退休(?:了|在家)?$|(?:在家)?待业|失业了?(?:在家)?$|(?:自己)?(?:在)?创业(?:了|中)?$"
)
_NO_EMPLOYER = re.compile(
    r"^(?:找|换|考虑|思考|准备|开始|努力|认真|讨论|面试|必须|应该|安排|寻找|这|那|一份|"
    r"新公司|新单位|新的|远程)"
    r"|(?:中|期间|时|行业|的)$"
)
_NOT_JOBS = re.compile(
    r"(?:我|你|他|什么|粉丝|好|主义者|素食者|爱好者|患者|吃货|独生|单亲|学渣|学霸|路痴|"
    r"新手|小白|老手|高手|左撇子|对手|一员|会员|成员|女生|男生|人员|单身|最|第|这|那|第一|"
    r"同学|左右手|话痨)|(?:饭|手工)$"
)


def _is_job(text: str) -> bool:
    return bool(_JOB_END.search(text)) and not _NOT_JOBS.search(text) and len(text) <= 16


def employment(s: Statement) -> Iterator[Found]:
    if _HOME_OFFICE.match(s.core):
        yield Found(attribute="workplace", value="家")
        return
    as_job, at, join = _AT_AS.match(s.core), _AT.match(s.core), _JOIN.match(s.core)
    serves, named = _SERVES.match(s.core), _EMPLOYER_IS.match(s.core)
    if at and not (as_job and as_job.end("org") < at.end("org")):
        yield from _place_or_employer(at["org"], s)
        if at["verb"] in ("任教", "教书", "执教"):
            yield Found(attribute="occupation", value=at["verb"], confidence=0.8)
        rest = re.match(r"(?:担任|做|当|任|是)(?:了)?(?:一?[个名位])?(?P<job>.+)$", at["rest"])
        if rest and _is_job(rest["job"]):
            yield Found(attribute="occupation", value=thing(rest["job"]), confidence=0.9)
    elif as_job and (
        as_job["verb"] in ("教", "开", "经营", "卖", "送", "当", "担任", "任")
        or _is_job(thing(as_job["job"]))
        or _FIELD.search(thing(as_job["job"]))
    ):
        yield from _place_or_employer(as_job["org"], s)
        if as_job["verb"] in ("教", "开", "经营", "卖", "送"):
            yield Found(
                attribute="occupation", value=as_job["verb"] + thing(as_job["job"]), confidence=0.85
            )
        if as_job["verb"] in ("做", "当", "担任", "任", "干", "搞"):
            yield Found(attribute="occupation", value=thing(as_job["job"]), confidence=0.9)
    elif serves:
        yield Found(
            attribute="employer", value=thing(serves["org"] or serves["org2"]), confidence=0.95
        )
    elif join and not re.search(r"讨论|群|会员|我们?$|他|你|游戏|话题|饭|梦", join["org"]):
        yield from _joined(join, s)
    elif named and not re.search(r"什么|附近|旁边|楼|市$", named["org"]):
        value = thing(named["org"])
        attribute = "workplace" if is_place(value) else "employer"
        yield Found(attribute=attribute, value=value, confidence=0.9)


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
    if job and _is_job(job):
        yield Found(attribute="occupation", value=job, confidence=0.9)


def _place_or_employer(text: str, s: Statement) -> Iterator[Found]:
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
        text = "辞职" if s.core.endswith("辞") else s.core
        yield Found(attribute="employer", value="", mode=Mode.DENIAL, text=text)


def _without_name(job: str) -> tuple[str, str]:
    """Split 骨科医生刘洋 into the job and the name behind it."""
    words = tag(job)
    last = words[-1]
    if len(words) > 1 and last.tag.startswith("nr") and 2 <= len(last.text) <= 3:
        return job[: last.start], last.text
    return job, ""


def _may_employ(name: str) -> bool:
    """Say whether a phrase may name an employer or a place, rather than an act (在考虑工作)."""
    if _NO_EMPLOYER.search(name):
        return False
    if is_organisation(name) or name.isascii():
        return True
    words = tag(name)
    return not (words[0].tag[0] in "drpcuym" or all(word.tag[0] in "vad" for word in words))


def left(s: Statement) -> Iterator[Found]:
    match = _LEFT.match(s.core)
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


def new_employer(s: Statement, *, changed_job: bool) -> Iterator[Found]:
    """Read 在京东 after a clause that tells of a new job."""
    match = _NOW_AT.match(s.core)
    called = re.match(r"(?:公司|名字)?叫做?(?P<org>[^，]{2,12})$", s.core)
    if changed_job and called and is_organisation(called["org"]):
        yield Found(attribute="employer", value=thing(called["org"]))
    elif changed_job and match and len(match["org"]) <= 12 and _may_employ(thing(match["org"])):
        value = thing(match["org"])
        yield Found(attribute="workplace" if is_place(value) else "employer", value=value)


def occupation(s: Statement) -> Iterator[Found]:
    turned = _TURNED.match(s.core)
    if turned:
        yield Found(attribute="occupation", value=thing(turned["job"]), confidence=0.85)
        return
    of = _OF_EMPLOYER.match(s.core)
    if of:
        job, named = _without_name(thing(of["job"]))
        if _is_job(job):
            yield Found(attribute="occupation", value=job, confidence=0.9)
            if is_organisation(of["org"]):
                yield Found(attribute="employer", value=thing(of["org"]), confidence=0.85)
            if named:
                yield Found(attribute="name", value=named)
            return
    for pattern in (_IS, _AS):
        match = pattern.match(s.core)
        job = thing(match["job"]) if match else ""
        job = re.sub(rf"^(?:{NUMERAL}多?年的?)|一?[枚名个只位]$", "", job)
        job = re.sub(r"^.{0,12}?(?:公司|医院|学校|集团|大学|银行|单位|局)(?:里)?的", "", job)
        stated = bool(
            match
            and re.match(r"(?:的)?(?:职业|工作|本职|职务|职位|岗位|当(?:过|兵|上)|担任)", s.core)
        )
        if job and (
            _is_job(job) or (stated and len(job) <= 12 and not is_place(job) and "忙" not in job)
        ):
            mode = Mode.PAST if re.match(r"(?:当|做|干)过", s.core) else None
            yield Found(attribute="occupation", value=job, mode=mode, confidence=0.9)
            return
    manual = _MANUAL.match(s.core)
    if manual:
        yield Found(attribute="occupation", value=manual["job"], confidence=0.8)
        return
    does = _DOES.match(s.core)
    if does:
        value = thing(does["field"] or does["field2"])
        if value and len(value) <= 12 and not re.search(r"对|错|什么|饭|菜|梦|我|你", value):
            yield Found(attribute="occupation", value=value, confidence=0.85)
    elif re.fullmatch(r"(?:一?[个名位])(?P<job>.+)|.+一[枚名个只位]", s.core):
        job = re.sub(r"一[枚名个只位]$", "", thing(s.core))
        if _is_job(job) and (s.person is None or s.is_carried):
            yield Found(attribute="occupation", value=job, confidence=0.8)
    elif _WITHOUT_JOB.match(s.core) and not s.has_time(TimeKind.VAGUE_FUTURE):
        value = re.sub(r"自己|在家|了|在(?=创)|中$", "", s.core)
        yield Found(attribute="occupation", value=value)


def education(s: Statement) -> Iterator[Found]:
    learns = _LEARNS.match(s.core)
    if learns:
        yield Found(
            attribute="education",
            value=thing(learns["school"] or learns["major"] or learns["place"]),
            keeps_now=True,
        )
        return
    for index, pattern in enumerate(_STUDY):
        match = pattern.match(s.core)
        if not match:
            continue
        value = thing(next((group for group in match.groups() if group), ""))
        if index == 2 and is_place(value) and len(thing(match["rest"])) > 1:
            value = thing(match["rest"])
        if index == 2 and not (
            re.search(_SCHOOL, value)
            or re.match(r"(?:本科|研|博|硕|大学|书|MBA|专业|[大高初])", match["rest"])
        ):
            continue
        bare = re.fullmatch(r"[初高研博][一二三]", s.core) and (s.is_carried or not s.person)
        if _is_job(value) and index < 5:
            yield Found(attribute="occupation", value=value, confidence=0.85)
            return
        if value and len(value) <= 16 and not bare and not re.search(r"我|你|什么", value):
            yield Found(attribute="education", value=value, confidence=0.85, keeps_now=True)
            return


def project(s: Statement) -> Iterator[Found]:
    match = _PROJECT.match(s.core)
    if (
        match
        and not s.is_request
        and (s.person or s.has_time(TimeKind.NOW, TimeKind.RECENT))
        and re.match(r"(?:正|最近|一直|开始|着手)?在|负责|主导|参与|带|维护", s.core)
    ):
        value = thing(match["what"])
        if _WORK_PRODUCT.search(value) and len(value) <= 24:
            value = re.sub(r"(?:的)?项目$", "", value) or value
            yield Found(attribute="project", value=value, confidence=0.8)
            return
    charge = _IN_CHARGE.match(s.core)
    if charge and s.person and not s.is_request and not re.search(r"任|到底|吗", charge["what"]):
        yield Found(attribute="project", value=thing(charge["what"]), confidence=0.75)


RULES = (employment, left, resigned, education, project, occupation)
