"""What somebody does and means to do: habits, plans, goals, commitments, decisions, events."""

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.backends.local.chinese.dates import Time, TimeKind
from memory.backends.local.chinese.found import COUNTED, Found, deed
from memory.backends.local.chinese.people import FAMILY, ME, ROLE
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.types import USER, Mode

_DECISION = re.compile(
    r"(?:公司|团队|部门|组|全家|家里人?|一家人|夫妻俩|两口子|最后|最终|经过考虑|(?:商量|讨论|考虑|权衡|研究|"
    r"开会)(?:之?后|过后|再三|了?一下|过了?)?|终于|想好了|已经|还是)*(?:决定|下定决心|"
    r"打定主意|拿定主意|铁了心|"
    r"决意|敲定|选定|选择|拍板|定下来|定了|选了|商量好)(?:了|要|是|"
    r"好)?(?P<what>[^，]+)$"
)
_COMMITMENT = re.compile(
    r"(?:已经)?(?:答应|承诺|保证|发誓|许诺|允诺|约定|说好|应承|向.{1,6}保证)(?:过|"
    r"了)?(?P<to>.{0,8}?)(?:了)?(?:要|会|一定)?(?P<what>[^，]{2,})$"
)
_AGREED = re.compile(
    r"(?:已经)?(?:跟|和|向|给|对)(?P<whom>[^，]{1,8}?)(?:说好|约好|约定|保证|承诺|答应|"
    r"讲好|说定)(?:了|过)?(?:要|会|一定)?(?P<what>[^，]{2,})$"
)
_PLEDGED = re.compile(
    r"(?:打[过了]?包票|拍[过了]?胸脯|立[过了]?军令状|下[过了]?保证|发[过了]?誓|打[过了]?保票|夸[过了]?海口|应[下承]了?|许[过了]愿|拉[过了]?勾|保证|答应|承诺|约定|说好|约好|讲好)(?:过|了|好)?$"
)
_SET_A_GOAL = re.compile(
    r"(?:定|立|设|许)(?:下|了|好|过)*(?:了)?(?:一?个|一?条)?(?:[^，]{0,4}的)?(?:小|新|大)?(?:目标|flag|FLAG|KPI|任务|心愿|愿望|规划)$",
    re.I,
)
_AFTER_WEIGHING = re.compile(
    r"(?:想来想去|思来想去|左思右想|考虑来考虑去|纠结(?:来纠结去|了?[^，]{0,3})|考虑再三|琢磨(?:来琢磨去|半天)|商量来商量去|权衡(?:再三|之下|利弊)|犹豫(?:再三|了?[^，]{0,3}))(?:之?后)?(?:我)?"
    r"(?:最后|最终|终于|到底)?(?:还是|决定|打算|就)+(?P<what>[^，]{2,}?)(?:了|吧|算了)*$"
)
_GOAL = (
    re.compile(
        r"(?:的)?(?:今年的?|长期|短期|最终|最大的?|人生)*(?:目标|梦想|愿望|心愿|理想|追求|KPI|goal|"
        r"[一二三五十\d]年(?:计划|规划)|目标[一-鿿]{2}|"
        r"目标[一-鿿]{2}|"
        r"小目标|flag)(?:就|一直|还)*(?:是|：|:|为|(?=\d))(?:想|要|能|在)?(?P<what>[^，]+)$"
    ),
    re.compile(
        r"(?:立志|梦想(?:着|能)?|争取|力争|立flag|致力于|渴望|一心想|努力(?![不总会是很就也都地的得过])(?=.{2,}))(?:要|能|"
        r"在)?(?P<what>[^，]{2,})$"
    ),
)
_WANT = re.compile(r"(?:想要?|希望(?:能)?|要|得|争取)(?:能|在)?(?P<what>[^，]{2,})$")
_BRINGS_ABOUT = re.compile(
    r"(?:[今明]年|年底|月底)?把[^，你]{1,8}?[一-鿿]{1,2}(?:起来|下来|上去|清|完|掉|过了?)$"
)
_GOAL_VERB = re.compile(
    r"(?:apply|减肥|减脂|保研|读研|读博|申请到?|申到|上岸|减掉|减重|减到|降到|瘦(?=[到\d一二两三四五六七八九十])|存(?=[\d一二两三四五六七八九十])|攒|存够|存到|存下|赚到|挣到|考上|考过|考到|考下|拿到|拿下|"
    r"通过|学会|读完|"
    r"完成|戒烟|戒酒|戒掉|增肌|成为|开一家|创业|升职|转(?:行|管理|岗|到|正)|当上|做到|"
    r"升到|学会|留学|转(?=[A-Za-z前后产算运开测]|做|成)|考(?=[研公托雅证]|[^，的]{1,5}(?:大|院|校)$|[^，]{1,8}(?:证书?|资格|师|编)$)|出国|跑完|达到|练出|实现|写完|还清|"
    r"买房|[突打]?破(?=[\d一二三四五六七八九十百]|纪录)|跑进|游进|刷到|冲(?=[上到进击刺\d]))"
)
_PLAN_VERB = re.compile(
    r"(?:正|已经|在)?(?:拟(?:于|在)?(?=[^定])|打算|计划|准备|预计|预定|筹划|安排|盘算|考虑好|想好(?!了?一?[些个])|约好|约了|筹备|"
    r"报名了?|预约了?|订了|订好)(?:着|好|在|了)?(?P<what>[^，]{2,})$"
)
_WILL = re.compile(
    r"(?:就|也|还|应该|大概|可能|必须|一定)*(?:要|得|会|将要?|需要|即将|去|"
    r"有)(?P<what>[^，]{2,})$"
)
_ACTIVITY = re.compile(
    r"^(?:去|请(?=[同朋客家老爸妈大])|约|聚|办|考|搬|换|拜访|探望|送|接|拍|取|跟|和|陪|带|"
    r"洗牙|拔牙|补牙|理发|产检|轮到我|值[班日]|移民|定居|留学|读(?=[A-Z研博硕书])|当(?=伴|主持|裁判|司仪|志愿|评委)|跑|爬|骑|学|写|打|练|动手术|领证|签|提车|卖|买|租|请年假|休|逛|滑|露营|复查|答辩|开庭|"
    r"参加|出发|飞|回|开会|考试|面试|体检|搬家|出差|旅游|结婚|毕业|"
    r"入职|过生日|见|看|做|上课|开学|交|到|有)"
)
_POSTED = re.compile(
    r"(?:开始|准备|要|会|正式)*(?P<what>(?:轮岗|外派|派驻|借调|挂职|支教|驻场|集训|交流|援[藏疆非]|下乡)(?:去|到|在|至)?[^，了]{0,10})$"
)
_JOURNEY = re.compile(
    r"(?:(?:我们?)?(?:一家(?:人|子|[三四五六]口)|全家(?:人|老小)?|一大家子|几个人|大家)(?:一起|都|要)?|(?:跟|和|带|陪)[^，]{1,8}?(?:一起|一块儿?)?)?"
    r"(?P<what>(?:开车|自驾|坐(?:飞机|火车|高铁|大巴|船|车)|骑(?:车|行)|徒步|飞|组团|跟团|自由行)(?:去|到|回|游)[^，了过]{1,10})$"
)
_NO_PLAN = re.compile(
    r"^(?:去?吃[早午中晚夜]?饭|睡觉?|休息|好|你|看看|说|问|知道|了解|想|"
    r"请(?![同朋客家老爸妈大]|[^，]{0,3}假)|麻烦|怎么|什么|"
    r"一份|一个|先|再|"
    r"试|查|找你|洗澡|上班|加班|的|不|算|早起|下雨|变|帮|求|更|是|有点|很|用|学习一下)|"
    r"(?:一下|看看|再说)$|[问跟找]问?你"
)
_MOVED = re.compile(
    r"(?P<what>[^，]{1,10}?)(?P<how>改到|改成|改在|推迟到|提前到|延期到|挪到|调到|延到|"
    r"顺延到)了?(?P<when>[^，]{1,12})$"
)
# 面试是14号, 是下周三开会: a day put right
_IS_ON = re.compile(
    r"(?:我的?)?(?P<what>[^，是]{2,10})(?:应该)?(?:是|在)(?P<when>[^，]{2,12}?)(?:[，,"
    r" ]?不是[^，]+)?$"
)
_ON_IS = re.compile(
    r"(?:应该)?是(?P<when>[^，是]*?[一二三四五六日天号日点])(?P<what>[^，是号]{2,8}?)"
    r"(?:[，, ]?不是[^，]+)?$"
)
_OCCASION_ENDS = re.compile(
    r"(?:面试|笔试|考试|开会|会议|例会|聚会|聚餐|吃饭|婚礼|航班|飞机|高铁|火车|体检|手术|复查|比赛|答辩|活动|课|演出|演唱会|"
    r"出发|出差|搬家|开学|截止|汇报|见面|约会|培训|典礼)$"
)
_FEAST = re.compile(r"过年|下学[期年]|下半年|年后|开春|入秋|[暑寒]假|春节|中秋|端午|清明")
_SOMETIMES = re.compile(r"有时|偶尔|再见|拜拜|[你您]")
_SIMPLE_HABIT = re.compile(
    r"(?:有|养成了?)(?P<what>[^，]{1,14}?)的(?:好|坏)?习惯$|(?:习惯(?:了|于|上)?|"
    r"惯于)(?P<what2>[^，]{2,})$|(?:生活|作息|饮食)习惯是(?P<what3>[^，]+)$"
)
_EVENT = re.compile(r"(?P<what>(?:[^，]{0,6}?)[一-鿿]{1,3}(?:了|完|到了?|过)[^，]*)$")
_NO_HABIT = re.compile(
    r"(?:都)?(?:在怀疑人生|在混日子|喜欢|用的是|开的是|骑的是|是|有点|觉得|感觉|在想|想|说|问|忘|被|很|都是|会觉得|不知道|"
    r"担心|怕|头疼|累|忙|在[^，]+(?:生活|居住|定居|工作|上班|住)$|住(?!酒店|民宿|宾馆|旅馆|青旅|校)|爱(?![吃喝看听玩]))"
)
_DAILY_ACT = re.compile(
    r"[吃喝跑看听做打练写读去坐骑走睡起喂洗带给用上学记冥健散遛游爬逛泡唱画弹下早晚加出回点熬]"
)
_LASTS = re.compile(
    rf"(?:{NUMERAL}个?半?|半个?)(?:小时|分钟|次|公里|杯|遍|页|组|趟|顿|圈|步)(?:以上|左右)?$"
)
_INDULGES = re.compile(
    r"(?:也|都|会|爱|天天|每天|常|经常|老|总)*(?:抽烟|喝酒|吃素|吃肉|吃辣|打游戏|熬夜|健身|跑步|"
    r"打篮球|踢足球|住校|喝咖啡|喝奶茶|赌|喝可乐|写日记|早起|通宵|点外卖|加班)[^，]{0,4}$"
)
_REGULAR = re.compile(r"每|天天|平时|周|一到")
_DEGREE = re.compile(r"很|非常|特别|超|太|挺|比较|有点|十分|极")
_SCENES = re.compile(
    r"通勤|上下班|出行|出门|早[餐饭]|午[餐饭]|晚[餐饭]|中饭|下午茶|夜宵|睡前|洗澡|做饭"
)
_VAGUELY = re.compile(
    r"^(?:经常|常常|时常|通常|一般(?:来说|情况下)?|平时|平常|平日里?|总是|老是|往往|习惯)"
)
_GRAVE = re.compile(
    r"(?:当[爸妈]{1,2}|退伍|升职|去世|过世|走丢|离世|分手|结婚|怀孕|住院|毕业|退休|出生|生宝宝|流产|离婚|失业|"
    r"做手术|失恋|不在)$"
)
_ACHIEVED = re.compile(
    r"(?:参加|通过|考上|考过|拿到|获得|毕业|升职|结束|完成|生了|出生|去世|分手|离职|"
    r"辞职|做了?手术|住院|出院|摔|受伤|失恋|入选|发表|面试|领到|拿了|获了|得了|举办|开了|"
    r"卖了|丢了|见到|跑完|确诊)"
)


def decision(s: Statement) -> Iterator[Found]:
    refused = re.match(
        r"(?:拒绝?|推掉?|放弃|辞掉?)了(?P<what>[^，我你他]{1,8}(?:offer|Offer|工作|机会|邀请|名额|婚约|保研))$",
        s.core,
    )
    if refused and s.person is ME and not s.negation:
        yield Found(attribute="decision", value=deed(s.core), is_dated=True)
        return
    weighed = _AFTER_WEIGHING.match(s.text.strip(" 。！!~～，,"))
    if weighed and s.person in (ME, None):
        yield Found(
            attribute="decision", value=deed(weighed["what"]), is_dated=True, reads_negation=True
        )
        return
    match = _DECISION.match(s.core)
    if match and not s.negation and not s.is_request:
        what = deed(match["what"])
        if len(what) >= 2 and not re.match(r"(?:你|于|权|性|个?小?目标|主意)|.*[你您]$", what):
            yield Found(attribute="decision", value=what, is_dated=True)


def decided(s: Statement, *, has_said_so: bool) -> Iterator[Found]:
    """Read 不考公了 after 我决定了."""
    if has_said_so and s.person in (ME, None) and not s.is_request and not s.hedge:
        what = deed(s.negation + s.core)
        if len(what) >= 2:
            yield Found(attribute="decision", value=what, is_dated=True, reads_negation=True)


def used_to(s: Statement) -> Iterator[Found]:
    """Read 以前抽烟: what somebody did for a time that is over."""
    if not s.has_time(TimeKind.PAST) or s.negation or s.is_request:
        return
    if _INDULGES.match(s.core):
        yield Found(attribute="habit", value=deed(s.core), mode=Mode.PAST)


def commitment(s: Statement) -> Iterator[Found]:
    promised = _PLEDGED.search(s.before)
    if promised and s.person in (ME, None) and len(s.core) >= 3 and not s.is_request:
        value = deed(s.leading_times + s.negation + s.core)
        yield Found(attribute="commitment", value=value, is_dated=True, reads_negation=True)
        return
    agreed = _AGREED.match(s.core)
    if agreed and s.person in (ME, None) and not s.negation:
        yield Found(attribute="commitment", value=deed(agreed["what"]), is_dated=True)
        return
    match = _COMMITMENT.match(s.core)
    if match and s.person in (ME, None) and not s.negation and not s.is_request:
        what = deed(s.core[match.start("to") :])
        elided = s.person is None and re.match(r"(?:已经)?(?:答应|说好|约好)", s.core)
        if what and (s.person is ME or elided) and not re.search(r"^[这那]是|[你您]$", what):
            yield Found(attribute="commitment", value=what, is_dated=True)


def goal(s: Statement) -> Iterator[Found]:
    aimed = re.match(r"(?:就是)?(?:奔|冲)着(?P<what>[^，]{3,14})去(?:的)?$", s.core)
    if aimed and s.person in (ME, None) and re.search(r"\d|[考瘦拿赢得升破过]", aimed["what"]):
        yield Found(attribute="goal", value=deed(aimed["what"]), is_dated=True)
        return
    bound = re.match(
        r"(?:今年|明年|这次|我)?(?:就)?非(?:要|得)?(?P<what>(?:把|考|拿|学|练|跑|写|赢|去)[^，]{2,12})不可$",
        s.core,
    )
    if bound and s.person in (ME, None) and not s.is_request:
        yield Found(attribute="goal", value=deed(bound["what"]), is_dated=True)
        return
    if _SET_A_GOAL.search(s.before) and s.person in (ME, None) and len(s.core) > 2:
        value = deed(s.leading_times + s.negation + s.core)
        yield Found(attribute="goal", value=value, is_dated=True, reads_negation=True)
        return
    for pattern in _GOAL:
        match = pattern.match(s.core)
        if match and not s.negation and "星辰大海" not in match["what"]:
            yield Found(attribute="goal", value=deed(match["what"]), is_dated=True)
            return
    hoped = re.match(r"(?:能够?|要)?(?P<what>.+)$", s.core)
    if "希望" in "".join(s.adverbs) and hoped and s.person is ME and not s.negation:
        if _GOAL_VERB.match(hoped["what"]) and "朋友" not in hoped["what"]:
            yield Found(attribute="goal", value=deed(hoped["what"]), is_dated=True)
        return
    mine = s.person is ME or (s.person is None and (s.has_time(TimeKind.DATE) or s.after != ""))
    aim = re.sub(r"^(?:考研|考公|毕业|保研)(?=想)", "", s.core)
    wanted = _WANT.match(aim) if mine and not s.negation else None
    if s.after == "goal" and s.person is None and _GOAL_VERB.match(s.core) and not s.ends_in_le:
        yield Found(attribute="goal", value=deed(s.core), is_dated=True)
        return
    if wanted and _BRINGS_ABOUT.match(wanted["what"]) and s.has_time(TimeKind.DATE):
        yield Found(attribute="goal", value=deed(wanted["what"]), is_dated=True)
        return
    if wanted and _GOAL_VERB.match(_without_lead(wanted["what"])) and s.hedge == 0:
        yield Found(attribute="goal", value=deed(wanted["what"]), is_dated=True)


def _without_lead(text: str) -> str:
    """Return a wish without its term and its 把: 今年把驾照考下来 -> 考下来."""
    return re.sub(
        r"^(?:在)?(?:今年|明年|年内|年底前?|月底前?)(?=[考学拿攒存瘦减跑读写还])|^(?:在)?(?:今年|明年|年底|月底|\d+岁|半年|一年|[^，]{0,6}?)(?:之?[前内]|之内|以前|"
        r"以内|内)|^(?:在)?(?:今年|明年|年底|月底)?把[^，]{1,8}?(?=考|还|戒|减|写|拿|学|读|攒|练)",
        "",
        text,
    )


def _arranged(s: Statement, *, is_future: bool) -> str:
    """Return what is booked or agreed (约了牙医, 报了瑜伽班, 明早六点的飞机去昆明), else ""."""
    if s.person not in (ME, None) or s.negation:
        return ""
    booked = re.match(r"(?:已经)?(?:约|预约|约好|挂)了(?:个)?(?P<what>[^，我你他]{2,16})$", s.core)
    if booked and is_future:
        return deed(s.core)
    ride = re.match(
        r"的?(?P<what>(?:飞机|航班|高铁|火车|动车|大巴|船|车)(?:票)?(?:去|到|回|飞)[^，了]{1,10})$",
        s.core,
    )
    if ride and is_future:
        return deed(ride["what"])
    invited = re.match(
        r"(?:已经)?约(?:了|好了?|上)(?P<who>[^，]{1,6}?)(?P<what>[一-鿿]{2,6})$", s.core
    )
    if invited and is_future:
        return deed(s.core)
    signed = re.match(
        r"(?:已经|刚|又)?报(?:名)?(?:参加)?了(?:个|一个)?(?P<what>[^，]{1,10}(?:课|班|团|营|赛|考试|马拉松|半马|全马|比赛))$",
        s.core,
    )
    if signed:
        return deed(signed["what"])
    return ""


def plan(s: Statement, *, is_future: bool) -> Iterator[Found]:
    if (
        s.is_request
        or s.hedge
        or (s.person and s.person.subject not in (USER, s.person.name, *FAMILY))
    ):
        return
    arranged = _arranged(s, is_future=is_future)
    if arranged:
        yield Found(attribute="plan", value=arranged, is_dated=True)
        return
    match = _PLAN_VERB.match(s.core)
    if match and not s.negation:
        what = deed(match["what"])
        if (
            what
            and _is_deed(_without_dates(what, s))
            and not (s.ends_in_le and _NO_PLAN.search(what))
            and not re.search(r"再说$|问问?[你您]|.就[下来有被]", what)
        ):
            yield Found(attribute="plan", value=what, is_dated=True)
        return
    trip = _JOURNEY.match(s.core) or _POSTED.match(s.core)
    if trip and is_future and not s.negation and not s.ends_in_le:
        yield Found(attribute="plan", value=deed(trip["what"]), is_dated=True)
        return
    feast = s.has_time(TimeKind.VAGUE_FUTURE) and _FEAST.search(s.text)
    intended = re.sub(r"^(?:要|会|得|准备|打算)(?=[去回带办考搬])", "", s.core)
    if feast and not s.negation and _ACTIVITY.match(intended):
        yield Found(attribute="plan", value=deed(intended), is_dated=True)
        return
    wished = re.match(r"想(?:要|着|趁)?(?P<what>[^，]{3,})$", s.core)
    if wished and is_future and s.person in (ME, None) and not s.negation:
        what = _without_dates(deed(wished["what"]), s)
        if _ACTIVITY.match(what) and not _NO_PLAN.search(what):
            yield Found(attribute="plan", value=what, is_dated=True)
        return
    if not is_future or s.negation or not s.has_time(TimeKind.DATE) or _SOMETIMES.search(s.text):
        return
    if re.match(r"周末|周[一二三四五六日]", s.leading_times) and (
        s.is_carried or s.after == "habit"
    ):
        return  # 平时在苏州，周末回上海
    will = _WILL.match(s.core)
    what = s.core if _ACTIVITY.match(s.core) else will["what"] if will else ""
    if will and s.core.startswith("去"):
        what = s.core
    what = deed(what)
    done = s.ends_in_le or re.match(r"[一-鿿]{1,2}了", what)
    if what and len(what) >= 2 and not _NO_PLAN.search(what) and not done:
        yield Found(attribute="plan", value=what, is_dated=True)


def _without_dates(what: str, s: Statement) -> str:
    """Drop the dates at the head of a phrase (五一带爸妈去桂林)."""
    for time in s.times:
        what = what.removeprefix(time.text)
    return re.sub(rf"^{NUMERAL}岁(?:之?前|以前)", "", what)


def _is_deed(what: str) -> bool:
    """Say whether a phrase is something one does (去旅游), not a thing (重要的演讲)."""
    if re.match(r"(?:问|你|好|不|工作(?!室)|一下|得)", what):
        return False
    head = next((word for word in tag(what) if word.tag[0] not in "tmfq"), None)
    if head is None:
        return False
    if len(head.text) >= 4 and tag(head.text[:2])[0].tag[0] == "v":
        return True  # 环游世界, a noun to the dictionary
    return head.tag[0] in "vpd" or bool(_ACTIVITY.match(head.text))


def moved(s: Statement) -> Iterator[Found]:
    """Read 会议改到周四: a date that changed."""
    if s.is_correction and s.has_time(TimeKind.DATE) and not s.is_request:
        named = _IS_ON.match(s.text.strip(" 。！!~～，,")) or _ON_IS.match(
            s.text.strip(" 。！!~～")
        )
        if named and _OCCASION_ENDS.search(named["what"]):
            value = deed(named["when"]) + named["what"]
            yield Found(attribute="plan", value=value, mode=Mode.CORRECTION, is_dated=True)
            return
    match = _MOVED.match(s.text[s.core_start :])
    if match and s.has_time(TimeKind.DATE) and not s.is_request:
        what = re.sub(r"^(?:的|我的)", "", match["what"])
        moved_to = what + match["how"] + deed(match["when"]).removesuffix("了")
        yield Found(
            attribute="plan",
            value=moved_to,
            mode=Mode.CORRECTION,
            is_dated=True,
            text=f"{{who}}的{moved_to}",
        )


def habit(s: Statement) -> Iterator[Found]:
    by_another = re.search(rf"是我(?:的|家)?{ROLE}", s.text)
    if s.is_request or s.negation.startswith(("没", "再也")) or by_another:
        return
    if re.search(rf"归(?:他|她|孩子)?(?:{ROLE}|[他她别])", s.core):
        return  # 周二周四归他爸
    match = _SIMPLE_HABIT.match(s.core)
    if match and not s.negation:
        what = deed(next(group for group in match.groups() if group))
        if not re.match(r"(?:一个人$|你|它|这|那)", what):
            yield Found(attribute="habit", value=what)
        return
    if s.negation in ("从不", "从来不") and s.person and len(s.core) > 1:
        yield Found(attribute="habit", value=s.negation + deed(s.core), reads_negation=True)
        return
    declared = re.match(r"(?:有|养成了?)(?:一?个|这么个|一些)?(?:小|坏|好|老|怪)?习惯$", s.before)
    if declared and s.person in (ME, None) and len(s.core) >= 3 and not s.ends_in_le:
        yield Found(
            attribute="habit",
            value=deed(s.leading_times + s.negation + s.core),
            reads_negation=True,
        )
        return
    often = s.time(TimeKind.OFTEN)
    s = replace(s, core=re.sub(r"^(?:得|必须|需要|一起|一块儿?)+(?=[一-鿿]{2})", "", s.core))
    if often is None or (s.negation and "习惯" in often.text) or not _is_habitual(s, often):
        return
    ended = Mode.DENIAL if "再" in s.negation else None
    negation = "" if ended else s.negation
    at_once = s.adverbs[-1] if s.adverbs and s.adverbs[-1] in ("就", "才") else ""
    value = deed(_frequency(s, often) + at_once + negation + deed(s.core).removeprefix("会"))
    yield Found(attribute="habit", value=value, mode=ended, reads_negation=True)


def _is_habitual(s: Statement, often: Time) -> bool:
    """Say whether what is done often is an act of somebody (每天跑步, 每天两杯美式)."""
    core = deed(s.core)
    if often.end > s.core_start and not s.person:
        return False  # 奥运会每四年举办一次
    if _DEGREE.search("".join(s.adverbs)):
        return False  # 每年春天都很难受
    timed = re.search(r"[点早晚午]", s.leading_times) is not None
    if often.text.startswith("每") and re.fullmatch(r"[A-Za-z][A-Za-z ]{1,14}", core):
        return True
    complains = re.match(r"总是|老是|总", often.text) and (
        s.person is not ME or re.search(r"[一-鿿]不[一-鿿]?", core)
    )
    if complains or re.search(r"[为给帮对向]我", core):
        return False  # 总是赢不了, 总是为我提供帮助
    if core.startswith(("让人", "令人")):
        return False  # 保护别人总是让人感觉很伟大
    if not core or (len(core) < 2 and not timed) or _NO_HABIT.match(core):
        return False
    if s.person is None and not timed and not _REGULAR.match(often.text):
        return False
    if often.text.startswith(("每", "一天", "一周")) and re.match(rf"{COUNTED}[一-鿿]", core):
        return True
    first = tag(core)[0]
    if _LASTS.search(core) and first.tag[0] in "nvsj":
        return True
    if _SCENES.match(core) and re.search(r"[坐骑乘开走吃喝听看带做]", core[2:]):
        return True
    return (
        first.tag[0] in "vpd"
        or core.startswith(("在", "和", "跟", "陪"))
        or bool(_DAILY_ACT.match(core))
        or bool(re.match(rf"{NUMERAL}点", core))
    )


def _frequency(s: Statement, often: Time) -> str:
    """Return how often and when, without the vague words (一般, 通常)."""
    at = s.leading_times.find(often.text)
    return _VAGUELY.sub("", s.leading_times[max(at, 0) :])


def event(s: Statement) -> Iterator[Found]:
    """Read something that happened to the speaker on a day that the clause names."""
    if not s.person or s.is_carried or s.negation or s.is_request:
        return
    if s.person.subject not in (USER, s.person.name, *FAMILY) or s.person.is_pet:
        return
    grave = _GRAVE.search(s.core)
    if grave and (s.ends_in_le or s.has_time(TimeKind.RECENT)) and len(s.core) <= 12:
        what = deed(s.core)
        text = f"{{who}}{what}了"
        yield Found(attribute="event", value=what, is_dated=True, keeps_now=True, text=text)
        return
    match = _EVENT.match(s.core)
    if match and _ACHIEVED.match(s.core) and s.has_time(TimeKind.DATE, TimeKind.RECENT):
        yield Found(attribute="event", value=deed(match["what"]), is_dated=True, keeps_now=True)
