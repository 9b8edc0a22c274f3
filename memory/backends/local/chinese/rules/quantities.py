"""Counts and measures that change: collections, records, weights, marks."""

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.backends.local.chinese.found import MEASURE, Found, thing
from memory.backends.local.chinese.people import FAMILY, ME, ROLE
from memory.backends.local.chinese.script import NUMERAL, plain_number
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.types import USER, Candidate

_UNIT = (
    r"(?:分(?:钟)?(?:\d+秒)?|秒|小时(?:\d+分钟?)?|公斤|千克|kg|KG|斤|cm|CM|厘米|米|公里|"
    r"km|KM|分|块钱?|元|万元?|千|%|度|毫米|mmHg|级|段|星|字|页|步|次|个|杯|mmol/L|k|K|w|W|"
    r"天|码|平米?|平方米?|岁)"
)
_COUNT_HAVE = re.compile(
    r"(?:[^，有我]{1,6}[里上中]|阳台|院子|客厅|书房|家里|手上|手里|一共|总共|目前|已经|现在|累计|手头|"
    r"共)*(?:有(?:了)?|攒(?:了|到|"
    r"够)?了?|收集了?|收藏了?|存了?|积累了?|集齐了?|拥有|攒到|种了|养了|学会了|背了|认识|[读看写跑追刷听拼画织考](?:完|过)?了)(?:大概|大约|差不多|快|"
    rf"将近|整整|超过|足足)*(?P<number>{NUMERAL})[多来余]?(?P<unit>{MEASURE}|本|枚|张|瓶|双|盘|"
    rf"粒|部|名|位|篇|款|盒|克|箱)(?P<what>[^，]{{1,12}})$"
)
_COUNT_TOPIC = re.compile(
    rf"(?:的)?(?P<what>[^，是有]{{1,12}}?)(?:数量|总数|个数)?(?:现在|目前|已经|一共|总共|"
    r"也|都)*(?:有|是|到|达到|达|增加到|涨到|变成|攒到|增长到|升到|破|突破|增至|减少到|"
    r"[收读看写拼攒画织追刷买活结孵存](?:完|到)?了|降到|剩|只剩|还剩|还有)(?:了)?(?:大概|大约|"
    rf"差不多)?(?P<number>{NUMERAL})(?:多)?(?P<unit>{MEASURE}|本|枚|张|瓶|双|盘|粒|部|名|"
    r"位|篇|款|盒|人|个)(?:了|啦)?$"
)
_DONE_SO_OFTEN = re.compile(r"[收读看写拼攒画织追刷活结孵](?:完|到)?了(?![^，]*[场次遍]$)")
_COUNT_PLAIN = re.compile(
    rf"(?:的)?(?P<what>[一-鿿]{{2,6}}?)(?:大概|大约|差不多|将近|"
    rf"超过)?(?P<number>{NUMERAL})多?(?P<unit>{MEASURE}|本|枚|张|瓶|双|盘|部|篇)$"
)
_MEASURE_TOPIC = re.compile(
    rf"(?:的)?(?P<topic>[^，是为到]{{1,14}}?)(?:的)?(?:时间|数值)?(?:现在|目前|已经|一般|"
    r"平均|大概|大约|差不多|最近|也|都|就|才|只)*(?:是|为|有|到|在|达到|降到|降至|升到|"
    r"升至|涨到|涨至|提高到|提升到|刷新到|刷新为|突破|减到|跑进|缩短到|增加到|掉到|"
    r"保持在|维持在|稳定在|考了|得了|拿了|跑了|：|:)?(?:了)?(?:大概|大约|差不多|将近|"
    rf"到)?(?P<value>(?:{NUMERAL}米{NUMERAL}|{NUMERAL}|\d+(?:[:：.]\d+)+|"
    rf"\d+/\d+)(?:\s?{_UNIT}|[:：\d])*半?)(?:了|"
    r"一个?月|每个?月|一年|"
    r"出头|左右|上下|多|不到|以内|之内|以下|以上)*$"
)
_VALUE_ALONE = re.compile(
    rf"(?:税后|税前|每个?月|一个月|现在|目前|才|都|已经|就|是|跑了|考了)*(?P<value>左[眼手耳]?{NUMERAL}[，、]?右[眼手耳]?{NUMERAL}|(?:{NUMERAL}{_UNIT}?)+|\d+(?:[:：]\d+)+)$"
)
_CHANGED_MEASURE = re.compile(
    r"(?:的)?(?P<topic>工资|月薪|年薪|薪水|房租|房贷|月供|体重|血压|血糖|配速|预算|存款|视力|度数|握力|骨密度|肺活量|听力)(?:又|也|都|终于|刚)*(?:测|量|查|掉|涨|降|调|变|跌|加|减)了?(?:一?下|些|点)?$|"
    r"(?:的)?(?P<exam>雅思|托福|GRE|GMAT|SAT|四级|六级|高考|考研|考试|期末考?|[NJ][1-5])(?:的)?(?:终于|已经|刚|又|再)*(?:考了(?:一|两|二|三|几)次|重考了?|考?过|通过|出分|出成绩|成绩出来|成绩下来|考完|出来)了?$"
)
_WEIGHT = re.compile(
    rf"(?:已经|终于)*(?:瘦|胖|减|掉|长)到了?(?P<value>{NUMERAL}(?:公斤|斤|千克|kg|KG))$"
)
_FOLLOWED = re.compile(
    rf"(?:的)?[^，有]{{0,6}}有(?P<number>\d+(?:\.\d+)?[万kKwW]?|{NUMERAL})多?(?:个|名)?(?P<what>粉丝|订阅者?|关注者?)$"
)
_RECORD = re.compile(
    rf"(?P<topic>[^，最我]{{2,6}})最[远高快好多长久](?:能|可以)?(?:扔|跳|跑|举|投|打|游|做|骑|潜|憋|拉|推)?(?:过|到|了|是)"
    rf"(?P<value>{NUMERAL}{_UNIT}\d*)$"
)
_ABLE = re.compile(
    rf"(?:一口气|一次|连续|已经|一分钟)*(?:能|可以)(?:一口气|连续)?(?:做|拉|跳|背|颠|转)到?了?(?P<number>{NUMERAL})(?P<unit>[个下圈])(?P<what>[一-鿿]{{2,6}})$"
)
_GROWN = re.compile(
    r"(?:的)?(?P<what>[一-鿿]{0,4}(?:粉丝|好友|订阅|播放量?|阅读量?|会员|客户))(?:数)?(?:已经|终于|刚)*"
    rf"(?:突?破|涨到|到|达到|有)了?(?P<number>{NUMERAL}[kKwW]?)(?:多)?$"
)
_FOLLOWED_ALSO = re.compile(
    rf"(?:的)?(?P<where>[^，的]{{0,8}}?)(?:账号|号|频道|主页|公众号|视频|店铺?)?(?:的)?(?:已经|终于|刚|快|也)*(?:突?破|涨到|到|达到|有|攒到?|积累)了?(?:快|将近)?"
    rf"(?P<number>{NUMERAL}[kKwW]?)多?(?:个|名|位|的)*(?P<what>关注|粉丝?|订阅|播放|点赞|收藏|会员|读者|听众)(?:者|量|数)?$"
)
_RANKED = re.compile(
    rf"(?:这[次回]|现在|目前|已经|终于|才|是|排|排名|考了|拿了|得了|到|进步到|升到|掉到|全[班校年]级?)*(?P<value>第{NUMERAL}名?)$"
)
_RANKING = re.compile(
    r"(?P<topic>(?:[^，我的]{0,4})(?:排名|名次|成绩))(?:又|还|也|总算|终于|已经)*(?:往前|往后|向前|前|后|上|下)?(?:挪|进|退|升|掉|降|涨|提|出|有|变|下来|公布)[^，]{0,4}$"
)
_SAVED = re.compile(
    rf"(?:已经|终于|一共|总共|目前)*(?:存|攒)(?:了|下了?|到了?|够了?)(?:快|差不多|大概)?(?P<value>{NUMERAL}(?:万|千|百)?(?:块|元|多)?)钱?$"
)
_BEST_OF = re.compile(
    rf"(?:的)?(?:个人)?(?:最好|最佳|最高|最快)?(?:成绩|纪录|记录|PB|PR|pb)(?:是|为|：|:)?(?P<topic>[一-鿿]{{2,6}}|\d+(?:公里|米|km))(?P<value>(?:{NUMERAL}{_UNIT})+|\d+(?:[:：]\d+)+)$"
)
_MEASURES = re.compile(
    r"(?:年假|打卡|围棋|象棋|跆拳道|油耗|电费|水费|学费|工龄|时薪|公积金|余额|负债|额度|胸围|臀围|肺活量|摄氧量|学分|排名|名次|阅读量|打字速度|身高|体重|血压|心率|血糖|体脂率?|腰围|鞋码|视力|度数|年薪|月薪|工资|薪水|收入|"
    r"存款|房租|房贷|月供|成绩|纪录|记录|PB|配速|分数|绩点|GPA|雅思|托福|GRE|GMAT|四级|"
    r"六级|高考|考试|N1|N2|分|时速|里程|步数|粉丝|积分|段位|等级|智商|卧推|深蹲|硬拉|跳绳|"
    r"马拉松|半马|全马|公里|千米|米|游泳|引体向上|俯卧撑|PR|预算|词汇量|血脂|尿酸|胆固醇|"
    r"BMI|bmi|用时|最好|最高|最快|均分)"
)
_TOPIC_ENDS = re.compile(
    r"^(?:的|跑(?=[半全]马)|一个月|每个?月|每年)+|从[\d.]+[^，]{0,3}$|(?:是|为|已经|今天|终于|能|可以|都|的|刷|还剩|只剩|还有|还差|又|再|也)+$|(?:现在)?(?:能|可以)(?:进|做|跑|举|游|跳|拉|推)到?$"
)
_DISTANCE = re.compile(
    rf"(?:跑|游|骑|走|滑|完成)(?:了|完了?)(?:一?[个次场趟])?(?P<topic>{NUMERAL}(?:公里|千米|米|km)|半马|全马|马拉松)$"
)
_TIME_TAKEN = re.compile(
    rf"(?:用时|用了|花了|成绩)?(?:{NUMERAL}小时)?(?:{NUMERAL}分钟?)(?:{NUMERAL}秒?)?|\d+[:：]\d\d(?:[:：]\d\d)?"
)
_NOT_COUNTED = re.compile(
    r"问题|建议|想法|疑问|办法|方案|小时|分钟|机会|经验|假|课|会议|事|孩子|儿子|女儿|朋友|"
    r"姐|哥|弟|妹|猫|狗|理由|要求|选择|苹果给|人$|部门|钱|优点|缺点|原因|时间|安排|任务|"
    r"公司|单位|学校|医院|工厂|团队|小组|班级?$|年级|宿舍|小区|村|"  # its people are not one's own
    r"行程|面试|标题|段落|章节|参数|字段|变量|函数|行$|列$|选项|题$|表$|按钮|页面|腿$|眼睛$|翅膀"
)


_SIZE = re.compile(
    r"(?:平时)?(?P<what>衣服|上衣|裤子|鞋子?|裙子|文胸|内衣|帽子|戒指|衬衫|外套|T恤)(?:的)?(?:尺码|码数|码)?(?:一般|都)?"
    r"(?:穿|是|要|选|戴|买)(?P<value>\d{1,3}(?:\.5)?|[XSML]{1,4}|\d[Xx][Ll]|[一-鿿]?码)(?P<unit>码|号)?(?:的)?$"
)
_BLOOD = re.compile(r"(?:血型)?(?:是)?(?P<value>(?:Rh阴性)?(?:AB|A|B|O)型)(?P<blood>血)?(?:的)?$")


_BEST = re.compile(
    r"(?:的)?(?:个人|我的?)?(?:历史|今年|目前)?(?:最好|最佳|最快|最高)?的?(?:成绩|纪录|记录|PB|PR)$",
    re.I,
)
_IS_RECORD = re.compile(
    r"(?:又|还|再次|再一次|终于|这次|也|算)*(?:是)?(?:我的?|个人)?(?:刷新|打破|破|创下?|创造)?了?(?:一个)?(?:我的?|自己的?|个人)?"
    r"(?:历史|今年|目前|迄今)?(?:最好|最佳|最快|最高|新)的?(?:成绩|纪录|记录|一次|高|PB)了?|"
    r"(?:又|再次|终于|也)*(?:刷新|打破|破|创)(?:了)?(?:我的?|自己的?|个人)?(?:的)?(?:历史|最好)?(?:成绩|纪录|记录|PB)了?|"
    r"(?:又|终于)?(?:PB|PR)(?:了|啦)?",
    re.I,
)


def topic_of(words: str) -> str:
    """Return what is measured, in one way: 5公里PB, 跑5公里最佳成绩 are 5公里最好成绩."""
    words = re.sub(r"^[跑游骑走](?=\d)", "", words)
    best = _BEST.search(words)
    if best is None or not (words[: best.start()] or re.search("最", best[0])):
        return words
    kept = re.fullmatch(r"(?:的)?(?:考试|测试)?成绩", best[0])
    return words if kept else words[: best.start()] + "最好成绩"


def is_record(text: str) -> bool:
    """Say whether a clause says no more than that a result is the best so far (又破纪录了)."""
    return bool(_IS_RECORD.fullmatch(text.strip(" 。！!~～，,啊呀哦")))


def as_record(told: Candidate) -> Candidate:
    """Return a measured result as the best one of what was measured."""
    topic = told.attribute.partition(":")[2]
    best = topic_of(topic) if _BEST.search(topic) else f"{topic}最好成绩"
    text = told.text.replace(f"{topic}是", f"{best}是")
    return replace(told, attribute=f"measure:{best}", text=text)


_WEIGHS = re.compile(
    rf"(?:只有|才|有)?(?P<value>{NUMERAL}(?:公斤|斤|千克|kg|KG))(?:左右)?"
)  # 我61公斤


def sizes(s: Statement) -> Iterator[Found]:
    """Read 鞋穿42的, 血型是O型."""
    size = _SIZE.match(s.core)
    if size and not s.negation and not s.is_request:
        topic = size["what"].removesuffix("子") + "码"
        yield Found(
            attribute=f"measure:{topic}",
            value=size["value"] + (size["unit"] or ""),
            text=f"{{who}}的{topic}是{size['value']}",
        )
    shoe = re.match(r"(?:平时|一般|都)*穿(?P<value>3[4-9]|4\d|5[0-2])(?:码|号)(?:的?鞋)?$", s.core)
    if shoe and not s.negation and not s.is_request:
        value = shoe["value"] + "码"
        yield Found(attribute="measure:鞋码", value=value, text=f"{{who}}的鞋码是{value}")
    weight = _WEIGHS.fullmatch(s.core)
    if weight and s.person is ME and s.text.startswith("我") and not s.negation:
        value = weight["value"]
        yield Found(attribute="measure:体重", value=value, text=f"{{who}}的体重是{value}")
    dress = re.match(
        r"(?:平时|一般|都|要)*穿(?P<value>[XSML]{1,4}|\d[Xx]?[Ll])码?的?(?P<what>衣服|上衣|裤子|裙子)?$",
        s.core,
    )
    if dress and not s.negation and not s.is_request:
        topic = (dress["what"] or "衣服").removesuffix("子") + "码"
        text = f"{{who}}的{topic}是{dress['value']}"
        yield Found(attribute=f"measure:{topic}", value=dress["value"], text=text)
    blood = _BLOOD.match(s.core) or re.match(
        r"(?P<blood>血型)(?:是|：|:)?(?P<value>(?:Rh阴性)?(?:AB|A|B|O))$", s.core
    )
    if blood and (blood["blood"] or s.core.startswith("血型")) and not s.negation:
        yield Found(
            attribute="measure:血型",
            value=blood["value"],
            text=f"{{who}}的血型是{blood['value']}",
        )


def _names_a_model(measured: re.Match[str], s: Statement) -> bool:
    """Say whether the number belongs to a name (小米SU7) rather than to what is measured."""
    at = measured.start("value")
    return bool(re.match(r"[A-Za-z][\s-]?$", s.core[max(at - 1, 0) : at])) and not re.search(
        r"(?:PB|PR|BMI|GPA|IQ|KPI)\s*$", measured["topic"], re.I
    )


def measured_thing(words: str) -> str:
    """Return what a noun phrase measures (我的工资 -> 工资), "" when it is no measure."""
    what = re.sub(r"^我的?", "", thing(words))
    return what if _MEASURES.fullmatch(what) else ""


def standing(s: Statement) -> Iterator[Found]:
    """Read 排名又往前挪了，这回第17, and an account's 粉丝破一万二."""
    if s.negation or s.is_request or s.person not in (ME, None):
        return
    ranking = _RANKING.search(s.before_text)
    ranked = _RANKED.match(s.core) if ranking else None
    if ranking and ranked:
        topic = ranking["topic"]
        text = f"用户的{topic}是{ranked['value']}"
        yield Found(attribute=f"measure:{topic}", value=ranked["value"], keeps_now=True, text=text)
        return
    followed = _FOLLOWED_ALSO.match(s.core)
    if followed:
        what = {"粉": "粉丝"}.get(followed["what"], followed["what"])
        topic = thing(followed["where"]) + what
        number = plain_number(followed["number"])
        text = f"用户的{topic}有{followed['number']}"
        yield Found(attribute=f"count:{topic}", value=number, keeps_now=True, text=text)
        return


def progress(s: Statement) -> Iterator[Found]:
    """Read a record, a sum that grew, and a value whose thing the clause before names."""
    if s.negation or s.is_request or s.person not in (ME, None):
        return
    best = _BEST_OF.match(s.core)
    if best:
        topic = best["topic"] + "最好成绩"
        text = f"用户的{topic}是{best['value']}"
        yield Found(attribute=f"measure:{topic}", value=best["value"], keeps_now=True, text=text)
        return
    changed = _CHANGED_MEASURE.match(s.before)
    now_at = _VALUE_ALONE.match(s.core) if changed else None
    if changed and now_at:
        topic = changed["topic"] or changed["exam"]
        text = f"用户的{topic}是{now_at['value']}"
        yield Found(attribute=f"measure:{topic}", value=now_at["value"], keeps_now=True, text=text)
        return
    done = _DISTANCE.search(s.before) if _TIME_TAKEN.fullmatch(s.core) else None
    if done:
        topic = done["topic"]
        text = f"用户的{topic}是{s.core}"
        yield Found(attribute=f"measure:{topic}", value=s.core, keeps_now=True, text=text)
        return
    saved = _SAVED.match(s.core)
    if saved:
        text = f"用户的存款是{saved['value']}"
        yield Found(attribute="measure:存款", value=saved["value"], keeps_now=True, text=text)
        return
    weight = _WEIGHT.match(s.core)
    if weight:
        text = f"用户的体重是{weight['value']}"
        yield Found(attribute="measure:体重", value=weight["value"], keeps_now=True, text=text)
        return
    grown = _GROWN.match(s.core) or _FOLLOWED.match(s.core)
    if grown:
        topic, number = grown["what"], plain_number(grown["number"])
        text = f"用户的{topic}有{grown['number']}"
        yield Found(attribute=f"count:{topic}", value=number, keeps_now=True, text=text)
        return
    record = _RECORD.match(s.core)
    if record:
        topic, value = record["topic"] + "最好成绩", record["value"]
        text = f"用户的{topic}是{value}"
        yield Found(attribute=f"measure:{topic}", value=value, keeps_now=True, text=text)
        return
    able = _ABLE.match(s.core)
    if able:
        topic, number = able["what"], plain_number(able["number"])
        text = f"用户能做{able['number']}{able['unit']}{topic}"
        yield Found(attribute=f"count:{topic}", value=number, keeps_now=True, text=text)
        return
    alone = _VALUE_ALONE.match(s.core) if s.after.startswith("measure:") and not s.times else None
    if alone:
        topic = s.after.partition(":")[2]
        text = f"用户的{topic}是{alone['value']}"
        yield Found(attribute=s.after, value=alone["value"], keeps_now=True, text=text)


def _how(words: str) -> str:
    """Return what was done so often (今年读了17本书: 读了), 有 where the things are there."""
    done = re.search(r"[读看写跑追刷听画考](?=(?:完|过)?了)", words)
    return f"{done[0]}了" if done else "有"


def quantities(s: Statement) -> Iterator[Found]:
    near = s.person is None or s.person.subject in (USER, *FAMILY)
    if s.negation or s.is_request or not near:
        return
    have = _COUNT_HAVE.match(s.core)
    if have and not _NOT_COUNTED.search(have["what"]) and plain_number(have["number"]) != "1":
        topic = thing(have["what"])
        small = re.search(r"[辆台套]", have["unit"]) or re.search(ROLE + "$", topic)
        if topic and not small:
            yield Found(
                attribute=f"count:{topic}",
                value=plain_number(have["number"]),
                keeps_now=True,
                text=f"用户{_how(have[0])}{have['number']}{have['unit']}{topic}",
            )
            return
    measured = _MEASURE_TOPIC.match(s.core)
    marked = measured and (_MEASURES.search(measured["topic"]) or "考了" in s.core)
    if measured and marked and not _names_a_model(measured, s):
        topic = topic_of(_TOPIC_ENDS.sub("", measured["topic"]).strip())
        topic += "最好成绩" if is_record(s.before) and topic and "最好" not in topic else ""
        topic = "" if re.search(r"^[考跑得拿]$|(?:能|可以)[一-鿿]{1,2}$", topic) else topic
        if topic:
            yield Found(
                attribute=f"measure:{topic}",
                value=measured["value"],
                keeps_now=True,
                text=f"用户的{topic}是{measured['value']}",
            )
            return
    counted = (
        _COUNT_TOPIC.match(s.core) if s.person is ME or _DONE_SO_OFTEN.search(s.core) else None
    )
    plain = _COUNT_PLAIN.match(s.core) if s.person is ME and not counted else None
    plain = plain if plain and plain_number(plain["number"]) != "1" else None
    whole = any(word.tag[0] in "il" for word in s.words)  # 五花八门
    if plain and not whole and all(word.tag[0] == "n" for word in tag(plain["what"])):
        counted = plain
    if counted and not _NOT_COUNTED.search(counted["what"]):
        topic = thing(counted["what"])
        online = re.match(r"微信|QQ|抖音|微博|朋友圈|钉钉", topic)
        if topic and (online or not re.search(ROLE + "$", topic)):
            yield Found(
                attribute=f"count:{topic}",
                value=plain_number(counted["number"]),
                keeps_now=True,
                text=f"用户的{topic}有{counted['number']}{counted['unit']}",
            )
