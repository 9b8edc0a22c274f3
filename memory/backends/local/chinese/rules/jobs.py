"""What somebody does for a living, and the projects they work on."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import COUNTED, Found, is_organisation, is_place, thing
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.kinds import CHINESE_ROLES
from memory.domain.types import USER, Mode

_JOB_END = re.compile(
    r"(?:师|[牙兽中西军校村]医|(?:班|系|院|科|部)?主任|书记|干事|"
    r"[院校店组队部处科局厂班行总镇村士车厨事]长|医生|"
    r"大夫|学生|研究生|交换生|应届生|进修生|博士生|服务生|实习生|作家|画家|专家|科学家|企业家|"
    r"音乐家|作者|记者|学者|工作者|创业者|从业者|自由职业者|志愿者|译者|设计者|船长|校长|"
    r"店长|院长|组长|队长|董事长|工|农民|渔民|公务员|员|手|官|兵|警|商|编辑|教练|导演|"
    r"秘书|助理|会计|护士|警察|顾问|经理|总监|主管|老板|教授|讲师|博主|主播|up主|UP主|"
    r"司机|厨子|保安|保姆|军人|翻译|程序猿|码农|程序媛|产品|运营|销售|前端|后端|测试|算法|"
    r"开发|CEO|CTO|CFO|COO|SRE|PM|HR|HRBP|QA|BD|DBA|PMO|BI|UX|UI|AE|全职妈妈|全职爸爸|"
    r"全职太太|家庭主妇|家庭主夫|宝妈|自由职业|个体户|数字游民|打工人|社畜|经纪人|主持人|媒体人|"
    r"投资人|合伙人|创始人|手艺人|音乐人|制片人|撰稿人|策划|出纳|文员|中介|外卖小哥|"
    r"快递小哥|店主|模特|司仪|主持|门卫|代购|微商|代驾|家教|跟妆|荷官|陪诊|包工头|掌柜|演员|歌手|空姐|空乘|机长|飞行员|研究员|博士后|博后|法务|财务|"
    r"行政|人事|工人|收银|调度|客服|采购|仓管|质检|文案|编剧|裁缝|木匠|铁匠|石匠|花匠|骑手|保洁|月嫂|学徒|法官|检察官|engineer|manager|designer|developer|"
    r"analyst|scientist|consultant|teacher|doctor|nurse|lawyer|dev|sales|vlogger|blogger|"
    r"youtuber|streamer|freelancer|barista|chef|artist|writer|editor|producer|researcher|intern|architect|accountant|"
    r"recruiter|trader|banker|founder|coach|tutor|pilot|director|officer|specialist|associate|assistant|student)$",
    re.I,
)
_IS = re.compile(
    r"(?:(?:的)?(?:职业|工作|本职工作|本职|职务|职位|岗位|title)(?:就)?(?:是|为|:|：)|"
    r"就?是(?:在)?|系|担任|任职(?:为)?)(?:一?[个名位](?!体户))?(?P<job>[^，]+)$"
)
_OF_EMPLOYER = re.compile(
    r"是(?:在)?(?P<org>[^，的]{2,14}?)的(?:一?[个名位])?(?P<job>[^，的]{2,12})$"
)
_MANUAL = re.compile(
    r"(?P<is>是)?(?:一?[个名位])?(?:给人|替人|帮人)?(?P<job>(?:开|卖|修|教|跑|写|画|拍|唱|演|搬|种|养|送|管|带|"
    r"打)[^，的]{1,10})的$"
)
_THIS_TRADE = re.compile(
    r"(?:干|做|入|在)(?:了)?(?:这|那)(?:一)?行|吃这碗饭|靠这个(?:吃饭|养家|糊口)"
)
_FIGURATIVE = re.compile(r"打酱油|打杂的命|跑龙套|送人头|看热闹|搬砖|画大饼")
_TURNED = re.compile(
    r"(?:转行|改行|转岗|转型|(?:后来|又|现在)?转(?=[做成了去]))(?:去|来)?(?:当|做|干|到|成为|为|成|了)了?(?P<job>[^，]{2,12})$"
)
_TRADE = re.compile(
    r"(?:正?在|在[^，]{1,6}?)?(?P<job>务农|开(?:出租车?|网约车|滴滴|[大小]?货车|大货|公交车?|卡车|大巴|挖掘机|叉车|饭馆|饭店|小店|网店|淘宝店|超市|民宿|诊所)|"
    r"跑(?:长途|短途|专线)?(?:大?货车|货运|大车|客运)|跑(?:滴滴|外卖|网约车|运输|长途|业务|销售|保险)|送(?:外卖|快递|水)|卖(?:保险|房子?|车|衣服|水果|早点|海鲜|建材|家具)|"
    r"教(?![你他她它我会了孩学])[^，的了过\d一二两三四五六七八九十几]{1,8}|修(?:车|手机|电脑|家电|表)|种(?:地|田|菜|果树|茶)|养(?:猪|鸡|鱼|蜂|殖))"
    rf"(?:的|为生)?(?:已经|快|将近|差不多|整整)*(?:(?:{NUMERAL}|几|好几|十几)(?:来|多)?个?(?:年|月)多?)?$"
)
_DOES = re.compile(
    r"(?:(?:是)?(?:做|搞|干|从事(?:于)?|跑)(?P<field>[^，]+?)(?:工作|行业|这一?行|方面|"
    r"相关)?的(?:工作)?$|从事(?P<field2>[^，]+?)(?:的?工作|行业|方面的?工作)?$)"
)
_NOW_DOES = re.compile(
    r"(?:在)?(?:做|搞|干)(?P<field>[^，了着过]{0,6}?(?:设计|建筑|开发|前端|后端|运维|测试|运营|产品|销售|市场|财务|行政|人事|教育|培训|"
    r"外贸|电商|直播|自媒体|装修|餐饮|金融|保险|物流|房产|咨询|翻译|编辑|策划|新媒体|数据|算法|硬件|审核|报关|跟单|质检|理货|采购|客服|法务|审计|科研))$"
)
_PROMOTED = re.compile(
    r"(?:刚|终于|又|被)*(?:升(?:任|职)?|晋升|提拔?|评上?|荣升|混上|当选)(?:为|到|成|上|了)+(?P<job>[^，]{2,12})$"
)
_AS = re.compile(
    rf"(?:毕业(?:后|却|就)?)?(?:跑?去(?=[当做干]了))?(?:当|做|干|担任|任(?!何|务|性|凭|教|职)|出任|兼任)(?:上)?(?:了|着|过)?(?:(?:{NUMERAL}|几|十几|好几|半)多?个?(?:年|"
    r"月)(?:多)?的?)?(?:一?[个名位])?(?P<job>[^，]+)$"
)
_IN_CHARGE = re.compile(r"(?:主要|目前|现在)?负责(?P<what>[^，]{2,16})$")
_PROJECT = re.compile(
    r"(?:(?:正)?在|最近在|一直在|着手|着?开始)?(?:(?:做|搞|开发|研发|写|筹备|设计|搭建|"
    rf"负责|主导|参与|撰写|创作|折腾|维护|跟进|带)(?:着|了)?)(?P<what>{COUNTED}?[^，]+)$"
)
_MAKES = re.compile(
    r"(?:手头上?|手里|手上)?(?:正|一直)?在(?P<what>(?:翻译|编写?|写|画|拍|录|剪辑?|研究|开发|设计|策划|筹备|筹办|组织|改编|整理|翻新|装修|撰写|创作|制作|录制|排练?|搭|折腾|复刻|做)"
    r"(?:一|两|三|几)?(?:[本部篇个套款场张幅首台间栋档期季座])(?P<product>[^，了吗]{2,16}))$"
)
_WORK_PRODUCT = re.compile(
    r"(?:项目|小说|系统|软件|论文|App|app|APP|网站|平台|课题|产品|小程序|画展|展览|婚礼|"
    r"演出|音乐会|比赛|沙龙|活动|游戏|书|模块|"
    r"业务|工程|插件|框架|博客|频道|播客|电影|剧本|专栏|毕设|毕业设计|工具|机器人)$"
)
_MANAGES = re.compile(
    r"(?:在[^，]{2,8}?)?(?:主要|专门|现在|目前|一直)*(?:分管|主管|管|抓)(?P<what>[^，我你他她孩]{2,8}?)(?:这一?[块摊条][儿子]?|这条线|方面|这边|的活儿?|的?工作|的?业务)(?:的)?$"
)
_FREELANCE = re.compile(
    r"(?:自己)?(?:一直)?(?:在家|在网上|独立)?(?P<job>接(?:案子|单子?|活儿?|私活|外包|稿子?|零活|散单))(?:为生|过活|养家)?$"
)
_TRADE_TOLD = re.compile(r"(?:主要|专门)?(?:是)?(?:做|搞|画|写|拍|修|设计|翻译)[^，]{1,8}的$")
_STALL = re.compile(
    r"(?:在[^，]{1,10}?)?(?P<job>摆(?=[过了着]?(?:地|夜市|小吃|烧烤|水果)?摊)[过了着]?(?:地|夜市|小吃|烧烤|水果)?摊(?:儿|子)?|"
    r"(?:打|做)[过了着]?零工|收[过了着]?废品|拉[过了着]?(?:货|黄包车|板车)|跑[过了着]?(?:船|江湖|龙套|码头)|扛[过了着]?(?:活|大包)|种[过了着]?地|下[过了着]?(?:矿|井)|进[过了着]?厂|端[过了着]?盘子|刷[过了着]?盘子)"
    rf"(?:为生|谋生)?(?:已经|快|都)*(?:(?:{NUMERAL}|几|好几|十几|半)(?:来|多)?个?[年月]多?)?$"
)
_NO_PRODUCT = re.compile(r"作业|检查|饭|菜|题|手术|梦|实验室|会议|决定|[你您]")
_WITHOUT_JOB = re.compile(
    rf"(?:已经|都|就)*退休(?:了|在家)?(?:快|有|整)*(?:(?:{NUMERAL}|几|好几|十几|半)(?:来|多)?个?[年月]多?)?(?:了)?$|(?:在家)?(?:当|做)?全职(?:带(?:孩子|娃)|妈妈|爸爸|太太|主妇)?(?:在家)?$|在家(?:全职)?带(?:孩子|娃)$|(?:在家)?待业|失业了?(?:在家)?(?:快|有)?(?:[\d一二两三四五六七八九十几半]+个?多?[年月周])?$|(?:自己)?(?:在)?创业(?:了|中)?$"
)
_NOT_JOBS = re.compile(
    r"(?:我|你|他|什么|粉丝|好|主义者|素食者|爱好者|患者|吃货|独生|单亲|学渣|学霸|路痴|"
    r"新手|小白|老手|高手|左撇子|对手|一员|会员|党员|团员|成员|女生|男生|人员|单身|最|第|这|那|第一|"
    r"同学|左右手|话痨)|(?:饭|手工)$"
)


def is_job(text: str) -> bool:
    return (
        bool(_JOB_END.search(text))
        and not _NOT_JOBS.search(text)
        and len(text) <= (32 if text.isascii() else 16)
    )


def _without_name(job: str) -> tuple[str, str]:
    """Split 骨科医生刘洋 into the job and the name behind it."""
    words = tag(job)
    last = words[-1]
    if len(words) > 1 and last.tag.startswith("nr") and 2 <= len(last.text) <= 3:
        return job[: last.start], last.text
    return job, ""


def trade(s: Statement) -> Iterator[Found]:
    """Read 开出租车十五年, 教了三十年数学, 当班主任当了六年: verb and object that name a trade."""
    if _OF_EMPLOYER.match(s.core):
        return
    plied = _TRADE.match(re.sub(r"^(?:转行|改行)(?:去|来)?", "", s.core))
    passing = s.has_time(TimeKind.DATE, TimeKind.PASSING, TimeKind.OFTEN)
    served = re.match(
        rf"(?P<v>当|做|干|开)(?P<job>[^，了]{{2,10}})(?P=v)了(?:快|将近|有)?(?:{NUMERAL}|几|好几|十几|半)(?:来|多)?个?(?:年|月)",
        s.text[s.core_start :],
    )
    if served and s.person is not None and (is_job(served["job"]) or served["v"] == "当"):
        yield Found(attribute="occupation", value=thing(served["job"]))
        return
    taught = re.match(
        rf"教(?:过|了)?(?:{NUMERAL}|几|好几|十几)(?:来|多)?年(?!级)的?(?P<what>[^，了]{{1,6}})$",
        s.core,
    )
    if taught and s.person is not None:
        yield Found(attribute="occupation", value="教" + thing(taught["what"]))
        return
    stall = _STALL.match(s.core)
    if stall and s.person is not None and not (s.negation or s.is_request):
        job = re.sub(r"[过了着]", "", stall["job"])
        over = "过" in stall["job"] or s.has_time(TimeKind.PAST)
        yield Found(attribute="occupation", value=job, mode=Mode.PAST if over else None)
        return
    freelance = _FREELANCE.match(s.core)
    if _TRADE_TOLD.match(s.following):
        freelance = None  # 自己接活，做插画的: the trade follows
    if freelance and s.person is not None and not (passing or s.negation or s.ends_in_le):
        yield Found(attribute="occupation", value=freelance["job"], confidence=0.75)
        return
    manages = _MANAGES.match(s.core)
    if manages and s.person is not None and not (passing or s.negation or s.is_request):
        yield Found(attribute="occupation", value="管" + thing(manages["what"]), confidence=0.75)
        return
    if plied and s.person is not None and not (passing or s.negation or s.is_request):
        yield Found(attribute="occupation", value=plied["job"], confidence=0.8)


def _is_a_house(name: str) -> bool:
    """Say whether a word is the name of a firm or the like: 国航, 协和, 海底捞 (no 资深, 老家)."""
    words = tag(name)
    return 2 <= len(name) <= 6 and all(word.tag in ("nt", "nz", "j", "nrt") for word in words)


def promoted_or_manual(s: Statement) -> Iterator[Found]:
    """Read 升了车间主任, 给人修钢琴的."""
    promoted = _PROMOTED.match(s.core)
    if promoted and is_job(thing(promoted["job"])) and not s.negation:
        yield Found(attribute="occupation", value=thing(promoted["job"]))
        return
    manual = _MANUAL.match(s.core)
    in_trade = any(map(_THIS_TRADE.search, (s.following, s.before_text)))
    theirs = s.person is not None and s.person.subject not in (USER, "")
    if manual and not (manual["is"] or in_trade or (theirs and manual["job"][0] in "开卖修教")):
        manual = None
    if manual and not _FIGURATIVE.search(manual["job"]):
        yield Found(attribute="occupation", value=manual["job"], confidence=0.8)
        return


def _is_bare(s: Statement) -> bool:
    """Say whether a job stands alone as one more entry of a profile: 我是陈默，后端开发."""
    return s.person is None or (s.is_carried and tag(s.core)[0].tag[0] not in "vpmd")


def occupation(s: Statement) -> Iterator[Found]:
    turned = _TURNED.match(s.core)
    if turned:
        yield Found(attribute="occupation", value=thing(turned["job"]), confidence=0.85)
        return
    of = _OF_EMPLOYER.match(s.core)
    if of:
        job, named = _without_name(thing(of["job"]))
        if is_job(job):
            yield Found(attribute="occupation", value=job, confidence=0.9)
            if is_organisation(of["org"]) or _is_a_house(thing(of["org"])):
                yield Found(attribute="employer", value=thing(of["org"]), confidence=0.85)
            if named:
                yield Found(attribute="name", value=named)
            return
    for pattern in (_IS, _AS):
        match = pattern.match(s.core)
        job = thing(match["job"]) if match else ""
        job = re.sub(rf"^(?:{NUMERAL}多?年的?)|一?[枚名个只位]$", "", job)
        job = re.sub(rf"(?:已经|快)?(?:{NUMERAL}|几|十几|好几|半)多?年(?:多)?$", "", job)
        job = re.sub(r"^.{0,12}?(?:公司|医院|学校|集团|大学|银行|单位|局)(?:里)?的", "", job)
        stated = bool(
            match
            and re.match(
                r"(?:的)?(?:职业|工作|本职|职务|职位|岗位|当(?:过|兵|上)|担任|任|出任|兼任)", s.core
            )
        )
        if job in CHINESE_ROLES and job not in ("老师", "教练", "学生", "经理", "主管", "老板"):
            return  # 当上外公
        if job and (
            is_job(job) or (stated and len(job) <= 12 and not is_place(job) and "忙" not in job)
        ):
            mode = Mode.PAST if re.match(r"(?:当|做|干)过", s.core) else None
            yield Found(attribute="occupation", value=job, mode=mode, confidence=0.9)
            return
    does = _DOES.match(s.core)
    now_does = _NOW_DOES.match(s.core)
    of_somebody = s.person is not None and not s.times and not s.ends_in_le
    holds_now = s.has_time(TimeKind.NOW) or s.goes_on_as_profile or of_somebody
    if now_does and holds_now and not s.negation and not s.is_request:
        yield Found(attribute="occupation", value=thing(now_does["field"]), confidence=0.75)
        return
    if does:
        value = thing(does["field"] or does["field2"])
        if value and len(value) <= 12 and not re.search(r"对|错|什么|饭|菜|梦|我|你", value):
            yield Found(attribute="occupation", value=value, confidence=0.85)
    elif re.fullmatch(r"(?:一?[个名位])(?P<job>.+)|.+一[枚名个只位]", s.core):
        job = re.sub(r"一[枚名个只位]$", "", thing(s.core))
        if is_job(job) and (s.person is None or s.is_carried):
            yield Found(attribute="occupation", value=job, confidence=0.8)
    elif s.goes_on_as_profile and is_job(s.core) and _is_bare(s):
        yield Found(attribute="occupation", value=thing(s.core), confidence=0.8)
    elif _WITHOUT_JOB.match(s.core) and not s.has_time(TimeKind.VAGUE_FUTURE):
        value = re.sub(r"自己|在家|了|在(?=创)|中$", "", s.core)
        yield Found(attribute="occupation", value=value)


def project(s: Statement) -> Iterator[Found]:
    match = _PROJECT.match(s.core)
    if (
        match
        and not s.is_request
        and (
            s.person
            or s.core.startswith(("在写", "正在", "在做"))
            or s.has_time(TimeKind.NOW, TimeKind.RECENT)
        )
        and re.match(r"(?:正|最近|一直|开始|着手)?在|负责|主导|参与|带|维护", s.core)
    ):
        value = thing(match["what"])
        if _WORK_PRODUCT.search(value) and len(value) <= 24:
            value = re.sub(r"(?:的)?项目$", "", value) or value
            yield Found(attribute="project", value=value, confidence=0.8)
            return
    makes = _MAKES.match(s.core) or _MAKES.match("".join(s.adverbs[-1:]) + s.core)
    if makes and not s.is_request and not s.negation and not _NO_PRODUCT.search(makes["product"]):
        lately = s.person is not None or s.has_time(TimeKind.NOW, TimeKind.RECENT) or s.adverbs
        if lately:
            text = f"{{who}}在{makes['what']}"
            yield Found(attribute="project", value=makes["what"], confidence=0.75, text=text)
            return
    charge = _IN_CHARGE.match(s.core)
    if (
        charge
        and not s.is_request
        and (s.is_denial or not s.negation)
        and not re.search(r"任|到底|吗", charge["what"])
    ):
        yield Found(attribute="project", value=thing(charge["what"]), confidence=0.75)
