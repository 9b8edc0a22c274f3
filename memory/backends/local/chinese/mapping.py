"""Which rules read a statement, in which order, and which other readings of it are tried."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import Found, is_place, thing
from memory.backends.local.chinese.people import ME, ROLE
from memory.backends.local.chinese.rules import (
    family,
    food,
    health,
    identity,
    jobs,
    life,
    milestones,
    pastimes,
    places,
    possessions,
    quantities,
    schooling,
    tastes,
    vows,
    ways,
    work,
)
from memory.backends.local.chinese.statement import Statement, take_apart
from memory.backends.local.chinese.words import tag
from memory.domain.types import Mode

Rule = Callable[[Statement], Iterable[Found]]

_AWAY = re.compile(
    r"(?:人)?(?:正)?在(?P<place>[^，]{1,10}?)(?:出差|旅游|旅行|度假|培训|玩儿?|考察|"
    r"出公差|开会|参加[^，]{1,6}|交流学习)(?:呢|了)?$"
)
_THERE = re.compile(r"(?:人)?在(?P<place>[^，在]{2,8}?)(?:待着|呆着|待|呆|这边|那边|住|呢)?$")
_DENYING = frozenset("别 不 没 没有 勿 莫 甭 不要 未 请勿 不用 从不 不再".split())
_BEFORE_ME = re.compile(
    r"(?:因为|由于|作为|为了|毕竟|自从|出于|考虑到|有了|当初|其实|[^，]{1,8}(?:之?后|"
    r"的时候|那会儿|那阵子?|那几年|那年|时|以来|期间|开始|原因))[^，]*$|[^，我你他说问觉得认为]{1,6}(?:上|里|前|后)$|"
    r"(?:听|看|吃|喝|穿|买|玩|点|坐|住|旅|运|健|读|选)[一-鿿]{1,3}$"
)
_COMPANY = re.compile(
    r"^(?:跟|和|与|同|陪着?|带着?)(?:我(?:的)?)?[^，]{1,6}?(?:一起|都|也|俩|已经|一块儿?)+"
)
_OF_THE_SORT = re.compile(
    r"(?:属于|是)(?:一?个?(?:那种|那类))(?P<what>[^，]{3,}?)的(?:人|体质|类型|性格|那种)?$"
)
_SCENE = re.compile(
    r"(?:出门|出去|外出|出行|在外|在家|旅游|旅行|出差|吃饭|下班|上班|周末|睡觉|运动|健身|开车|学习|看书|点餐|点菜|"
    r"点外卖|喝咖啡|买衣服|购物|做饭|看电影|洗澡|休息|放假|假期|冬天|夏天|早饭|早餐|午饭|晚饭|"
    r"出来玩|坐飞机|坐火车|住酒店|订酒店|办公|写代码){1,2}(?:的?时候|时|后|前|都|我|就|一般)*"
    r"(?=不(?:太|怎么|大)?(?:喜欢|爱|想)|喜欢|爱[吃喝看听住玩]|偏好|习惯|最爱|讨厌)"
)
_SCENE_NEVER = re.compile(
    r"(?:出门|出去|睡觉|吃饭|上班|下班|洗澡|看书|运动|开车|喝茶|喝咖啡|点餐|旅行|旅游|购物)(?:的时候|时)?(?:都)?(?:从不|从来不|从来都不)"
)
_DOING = re.compile(
    r"(?:写|看|听|吃|喝|买|坐|住|穿|用|玩|做|选|订|点|睡|学|读|聊|出|逛)[一-鿿]{1,3}(?:的时候|时|我)?(?:一般|都|比较|更|就|很)*"
    r"(?=(?:喜欢|习惯|偏爱|偏好|只|爱)[一-鿿])"
)
_PROVOKED = re.compile(
    r"一?(?:坐|跑|走|站|蹲|爬|躺|弯|熬|久|运动|上下|换季|下雨)[^，]{0,4}?(?:就|会|容易|老|总是?)+"
    r"(?=[^，]{1,4}(?:疼|痛|酸|晕|麻|不舒服)$|晕[车船机])"
)
_WITH_KIN = re.compile(
    rf"^(?:跟|和|与|同)(?:我(?:的)?)?{ROLE}(?=合租|住|在|打算|准备|计划|养|开|经营|喜欢|爱|定居|搬|买|去年|是\d)"
)
_JOB_CHANGE = re.compile(
    r"换了?(?:个|份|家)?(?:新)?(?:工作|东家|公司|单位)|跳槽|新工作|换公司|换了东家|新公司|考上|入职|录用|录取|"
    r"offer|onboard|离开了?[^，]{2,8}$|离职|辞职"
)
_HOME_CHANGE = re.compile(r"搬|新家|租了|合租")
_DECIDED = re.compile(
    r"(?:决定|想好|想清楚|考虑好|考虑清楚|商量好|拍板|敲定|说定|铁了心|定(?:下来)?|下定决心)(?:好)?了[吧呢啦！!。]*$"
)
_WEIGHED = re.compile(
    r"(?:商量|考虑|纠结|权衡|讨论|合计|琢磨|想)(?:来(?:商量|考虑|想)去|了(?:一?下|半天|[很好]久|一阵子?|几天|再三))$|"
    r"思来想去$|左思右想$|(?:考虑|思考)再三$|改(?:了)?主意(?:了)?|变卦了?$|想[通开]了$"
)
_TOPIC_FIRST = re.compile(r"[一-鿿A-Za-z]{1,6}$")
_CLEFT = re.compile(r"(?:都|一般|基本)*是(?P<what>[^，是的]{2,12})的$")

_FIRST: tuple[Rule, ...] = (
    health.allergy,
    food.diet,
    food.spice,
    food.treat,
    health.stopped,
    health.medication,
    health.health,
    tastes.favourite,
    tastes.leanings,
    identity.form_of_address,
    family.pet_gone,
    family.each_child,
    family.pet_named,
    family.pets_shown,
    family.pets,
    family.named_relative,
    family.relatives,
    identity.name,
    identity.age,
    identity.birthday,
    identity.gender,
    identity.belief,
    identity.marriage,
    identity.language,
    schooling.enrolled,
    work.left,
    work.resigned,
)
_THEN: tuple[Rule, ...] = (
    pastimes.hobby,
    pastimes.practised,
    ways.repeated,
    ways.experienced,
    ways.learning,
    ways.underway,
    life.decision,
    life.commitment,
    life.goal,
    tastes.lasting,
    tastes.likes,
)
_LATER: tuple[Rule, ...] = (
    places.left_home,
    places.stays_with,
    places.lived,
    places.origin,
    places.came,
    places.shares,
    places.home,
    work.stayed,
    work.employment,
    schooling.education,
    jobs.project,
    jobs.trade,
    jobs.promoted_or_manual,
    jobs.occupation,
    quantities.sizes,
    quantities.standing,
    quantities.progress,
    quantities.quantities,
    pastimes.tools,
    pastimes.skill,
    ways.belongs,
    possessions.given,
    possessions.sold,
    possessions.owns,
    possessions.in_use,
    possessions.visited,
    food.left_out_of_orders,
    food.refuses,
    food.avoids,
)


@dataclass(frozen=True, slots=True)
class Changes:
    """What the clause before told of: 换工作了 makes 在京东 an employer, 决定了 a decision."""

    job: bool = False
    home: bool = False
    decided: bool = False
    weighed: bool = False


def changes_told(s: Statement) -> Changes:
    return Changes(
        job=bool(_JOB_CHANGE.search(s.text)),
        home=bool(_HOME_CHANGE.search(s.text)),
        decided=bool(_DECIDED.search(s.text)) and s.person in (ME, None),
        weighed=bool(_WEIGHED.search(s.text)) and s.person in (ME, None),
    )


def find(s: Statement, now: datetime, changes: Changes) -> list[Found]:
    """Return what the first rule that applies finds, in the first reading in which one does."""
    if not s.core and not s.times:
        return []
    rules = _rules(s, now, changes)
    for reading in (s, *_other_readings(s, now)):
        for rule in rules:
            found = list(rule(reading))
            if found:
                return found
    return []


def _rules(s: Statement, now: datetime, changes: Changes) -> list[Rule]:
    is_future = _is_future(s, now)
    first = [rule for rule in _FIRST if not (is_future and rule is identity.marriage)]
    return [
        lambda s: life.decided(s, has_said_so=changes.decided or _is_outcome(s, changes)),
        *first,
        *_THEN,
        *([life.habit] if s.has_time(TimeKind.OFTEN) else []),
        life.moved,
        lambda s: _away(s, now),
        lambda s: work.starts(s, changed_job=changes.job, is_future=is_future),
        lambda s: milestones.due(s, is_future=is_future),
        lambda s: milestones.occasion(s, is_future=is_future),
        lambda s: life.plan(s, is_future=is_future),
        *_LATER,
        vows.vows,
        lambda s: work.new_employer(s, changed_job=changes.job),
        lambda s: _new_home(s, changes),
        places.whereabouts,
        life.habit,
        life.used_to,
        ways.commutes,
        ways.sometimes,
        ways.seldom,
        ways.rituals,
        ways.only,
        milestones.achieved,
        life.event,
    ]


def _is_outcome(s: Statement, changes: Changes) -> bool:
    """Say whether a clause tells what weighing came to (商量了一下，还是……)."""
    return changes.weighed and (s.is_denial or s.text.startswith(("还是", "最后", "就")))


def _other_readings(s: Statement, now: datetime) -> Iterator[Statement]:
    """Yield the clause without the phrases that may stand before its predicate.

    因为痛风我不能…… (what stands before 我), 跟我先生都喜欢…… (company), 实在…… (adverbs).
    """
    later = re.search(r"(?<![给跟对和让帮叫请替向为])我(?![的们])", s.text[1:])
    at = later.start() + 1 if later else 0
    if at and s.person in (ME, None) and _may_stand_before_me(s.text[:at], at > s.core_start):
        moved = take_apart(s.text[at:], s.start + at, now)
        if moved.person in (ME, None):
            yield replace(moved, times=moved.times or s.times)
    alone = _WITH_KIN.sub("", _COMPANY.sub("", s.core))
    if alone and alone != s.core:
        rest = take_apart(alone, s.end - len(alone), now)
        yield replace(rest, person=s.person, times=s.times, text=s.text, start=s.start, end=s.end)
    side = re.match(r"[一-鿿]{1,6}方面(?:我)?(?:都|就|比较|还是)*", s.core)
    if side and not s.is_request:
        yield take_apart(s.core[side.end() :], s.end - len(s.core) + side.end(), now)
    sort = _OF_THE_SORT.match(s.core)
    if sort:
        yield replace(s, core=sort["what"], core_start=s.core_start + sort.start("what"))
    scene = _SCENE.match(s.core) or _DOING.match(s.core)
    if scene and not s.is_request:
        yield _after(s, scene.end())
    never = _SCENE_NEVER.match(s.core)
    if never and not s.is_request:
        yield replace(
            s, core=s.core[never.end() :], negation="从不", core_start=s.core_start + never.end()
        )
    provoked = _PROVOKED.match(s.core)
    if provoked and not s.is_request:
        yield replace(s, core=s.core[provoked.end() :], core_start=s.core_start + provoked.end())
    cleft = _CLEFT.match(s.core)
    if cleft and s.has_time(TimeKind.OFTEN) and tag(cleft["what"])[0].tag[0] == "v":
        yield replace(s, core=cleft["what"], core_start=s.core_start + cleft.start("what"))
    words = tag(s.core)
    at = next((w.start for w in words if w.tag not in ("d", "ad") or w.text in _DENYING), 0)
    if at:
        yield replace(s, core=s.core[at:], core_start=s.core_start + at)


def _after(s: Statement, end: int) -> Statement:
    """Return the clause from `end` of its predicate on, with a 不 there as its negation."""
    refused = re.match(r"不(?:太|怎么|大)?", s.core[end:])
    end += refused.end() if refused else 0
    negation = refused[0] if refused else s.negation
    return replace(s, core=s.core[end:], core_start=s.core_start + end, negation=negation)


def _may_stand_before_me(text: str, is_after_core: bool) -> bool:
    """Say whether words before 我 are an adjunct or a topic (因为痛风我……, 火锅我……)."""
    if is_after_core and _BEFORE_ME.match(text):
        return True
    return bool(_TOPIC_FIRST.match(text)) and all(word.is_noun for word in tag(text))


def _new_home(s: Statement, changes: Changes) -> Iterator[Found]:
    match = re.match(r"在(?P<place>[^，]{2,10})$", s.core)
    if changes.home and match and is_place(match["place"]):
        yield Found(attribute="home", value=thing(match["place"]))


def _away(s: Statement, now: datetime) -> Iterator[Found]:
    """Read 这周我在北京出差: where they are for a while."""
    match = _AWAY.match(s.core)
    there = _THERE.match(s.core)
    ahead = [t for t in s.times if t.is_around_now or (t.interval and t.interval[0] > now)]
    around = any(1 < t.days < 100 for t in ahead)
    if there and (around or s.has_time(TimeKind.PASSING)) and s.person in (ME, None):
        place = thing(there["place"])
        if (place == "老家" or is_place(place)) and not s.has_time(TimeKind.PAST, TimeKind.OFTEN):
            yield Found(attribute="home", value=place, mode=Mode.TEMPORARY)
            return
    over = s.has_time(TimeKind.PAST, TimeKind.OFTEN) or s.ends_in_le or _is_over(s, now)
    if match and is_place(match["place"]) and not over:
        yield Found(attribute="home", value=thing(match["place"]), mode=Mode.TEMPORARY)


def _is_future(s: Statement, now: datetime) -> bool:
    for time in s.times:
        if time.kind is TimeKind.DATE and time.interval:
            if time.interval[0] > now:
                return True
            if time.interval[1] > now and re.match(
                r"(?:预约|约[了好]|挂了|要|得|会|将|准备|打算|必须|高考|中考|毕业|退休)", s.core
            ):
                return True
    return False


def _is_over(s: Statement, now: datetime) -> bool:
    return any(t.interval and t.interval[1] < now for t in s.times)
