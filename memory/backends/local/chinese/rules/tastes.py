"""Likes, dislikes, favourites, hobbies, skills, possessions, places visited, counts."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import COUNTED, MEASURE, Found, is_place, nouns, thing
from memory.backends.local.chinese.people import ME, ROLE
from memory.backends.local.chinese.script import NUMERAL, plain_number
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.types import Mode

_FAVOURITE = (
    re.compile(
        r"(?:心目中|心中|认为|觉得)(?:最好|最棒|最佳|最美|"
        r"第一)(?:[吃喝看听玩用])?的(?P<topic>[^，是]{1,8}?)(?:就|还|一直|永远|"
        r"应该)*是(?P<value>[^，]+)$"
    ),
    re.compile(
        r"(?:最(?:喜欢|喜爱|爱|钟爱|欣赏|崇拜|中意|常(?=[去用看吃喝听穿玩逛]))|"
        r"最爱)(?P<verb>[吃喝看听玩用读穿去逛])?(?:过)?的(?P<topic>(?!就|还|当然|"
        r"永远)[^，是]{1,8}?)(?:就|还|一直|"
        r"当然|应该|肯定|永远)*(?:是|当属|非|要数|莫过于|：|:)(?P<value>[^，]+)$"
    ),
    re.compile(
        r"(?P<value>[^，]{1,12}?)是(?:我)?最(?:喜欢|喜爱|爱|钟爱|"
        r"崇拜)(?:[吃喝看听玩用读穿去])?的(?P<topic>[^，]{1,8})$"
    ),
)
_LIKE = (
    r"(?:喜欢(?:上|过)?|喜爱|享受|热衷于?|乐于|着迷于|爱死了?|爱惨了?|痴恋|热爱|酷爱|钟爱|"
    r"偏爱|偏好|迷恋|痴迷(?:于)?|沉迷(?:于)?|迷上|"
    r"爱上|中意|钟情于?|青睐|爱好|好(?=[听看喝吃玩]个)|欣赏|崇拜|"
    r"爱(?=[吃喝看听玩用读穿去逛做睡唱跳打写骑喝买拍画折种养旅下])|"
    r"爱(?![你我他她国心情好护惜人])|爱好)"
)
_LIKES = re.compile(
    r"(?:比起[^，]+?|相比[^，]+?|和[^，]+?相比)?(?:我)?(?:更加?|比较|还是|最|很|超|特别|"
    rf"非常|也|都)*(?P<verb>{_LIKE})(?:了)?(?P<what>[^，]+)$"
)
_FOND = (
    re.compile(
        r"对(?P<what>[^，]+?)(?:越来越|很|非常|特别|比较|挺|超级?|一直|都|也|十分|蛮|产生了?|"
        r"有着?)*(?:感兴趣|有兴趣|情有独钟|兴趣(?:很大|浓厚)|上瘾|着迷|痴迷|入迷)"
    ),
    re.compile(
        r"是(?:一?[个名位])?(?:个)?(?P<what>[^，]+?)的?(?:资深|忠实|铁杆|死忠|骨灰级|超级|"
        r"老)*(?:粉丝?|爱好者|迷|发烧友|控|拥趸)$"
    ),
    re.compile(r"(?:最近)?(?:迷上|入坑|种草|沉迷于?|粉上|爱上)了?(?P<what>[^，]+)$"),
    re.compile(
        r"(?P<what>[^，我]{1,10}?)(?:我|是我的?)?(?:真的)?(?:特别|很|非常|超|都|也|"
        r"最)*(?:喜欢|爱[吃喝看听玩])$"
    ),
    re.compile(r"(?P<what>[^，]{1,12})(?:控|重度爱好者|狂热爱好者|死忠粉)$"),
)
_FAN = re.compile(
    r"(?:是)?(?:一?[个名位])?(?:资深|重度|忠实|铁杆|死忠|骨灰级|狂热|十级)*"
    r"(?P<what>[^，是的]{1,10}?)(?:资深|忠实|铁杆|死忠|骨灰级|狂热)?(?:爱好者|发烧友|狂魔|"
    r"十级选手|狂热粉)$"
)
_DISLIKE = (
    r"(?:烦死了?|讨厌死了?|恨死了?|讨厌|厌恶|反感|憎恨|恨|嫌弃|烦(?=[^，]{2,})|害怕|"
    r"怕(?=[^，])|恐惧|受不了|受不得|"
    r"接受不了|忍受不了|忍不了|看不惯|见不得|容不得|听不得|看不上|吃不惯|喝不惯|无法接受|"
    r"不能接受|无法忍受|"
    r"难以接受|排斥|抗拒|恶心)"
)
_DISLIKES = re.compile(rf"(?:最|很|超|特别|非常|也|都|真的)*(?P<verb>{_DISLIKE})(?P<what>[^，]+)$")
_OBJECT_FIRST = re.compile(
    r"(?P<what>[^，]{1,12}?)(?:这(?:个)?(?:东西|玩意儿?|种东西)?)?(?:我)?(?:是)?(?:真的|"
    r"实在|完全|根本|真|就是)*(?:接受不了|受不了|吃不惯|喝不惯|爱不起来|喜欢不起来|"
    r"提不起兴趣|欣赏不来)$"
)
_BEST_LOVED = re.compile(
    r"最(?:喜欢|喜爱|爱|钟爱)(?:[吃喝看听玩用读穿去做])?的(?:就|还|当然|永远|"
    r"一直)*是(?P<what>[^，]+)$"
)
_TOP_OF_ALL = re.compile(
    r"(?P<what>[^，我]{1,12}?)是我最?(?P<verb>怕|讨厌|烦|不喜欢|受不了|喜欢|爱)的(?:东西|"
    r"事情?|一件事|活动)$"
)
_NO_INTEREST = re.compile(
    r"对(?P<what>[^，]+?)(?:完全|一点都?|根本|实在|真的|都|也|并|很|比较|非常|"
    r"特别)*(?:不感兴趣|没(?:有)?(?:什么|啥)?兴趣|无感|不感冒|提不起兴趣|反感|厌恶|很排斥|"
    r"没好感)"
)
_NOT_A_LIKE = re.compile(
    r"^(?:你(?!的)|您|我(?!自己)|他|她|它|这个?(?:回答|答案|建议|主意|点子)|上了?$|的|"
    r"什么|这样|那样|就好|吗)"
)
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
        r"(?:会|能(?=[弹拉吹唱跳写画说]))(?:一?点儿?|一些|一手)?(?P<what>(?:弹|拉|吹|打|"
        r"敲|唱|跳|画|写|做|编|修|开|骑|滑|游|剪|下(?=[棋围象厨五])|用|玩|烤|烘|织|缝|拍|设计|"
        r"变|剪辑|摄影|"
        r"编程|游泳|书法|武术|PS|Python|Java|C|R|SQL|烹饪|潜水|冲浪|滑雪|木工|吉他|钢琴|"
        r"小提琴|手语|盲打|街舞|瑜伽|魔术|口琴|尤克里里|萨克斯)[^，]*)$",
        re.I,
    ),
    re.compile(
        r"(?:很|比较|特别|最|非常)?(?:擅长|精通|熟悉|善于|拿手(?:的)?(?:菜)?是|熟练(?:掌握|"
        r"使用)|掌握(?:了)?|长于|专长是|特长是|强项是|的(?:特长|专长|强项|技能)(?:是|有)|"
        r"玩得转)(?:于|着|的是)?(?P<what>[^，]+)$"
    ),
    re.compile(r"(?P<what>[^，的]{2,6}?)(?:很好|不错|很拿手|一流|十级|业余[一二三四五六]段)$"),
)
_FLUENT = re.compile(
    r"(?P<what>[^，我]{1,8}?)(?:用|玩|弹|说|写|画|做|打|拉|唱|跳|滑|开|骑)得(?:还|也|"
    r"都)?(?:很|挺|特别|非常|贼|超)?(?:溜|好|熟练?|不错|六|6|棒|精|可以|专业)$"
)
_KNOWS = re.compile(
    r"(?:略)?懂得?(?:一?点儿?|一些|些)?(?P<what>[^，]{2,10}?(?:知识|技术|编程|摄影|乐理|"
    r"设计|法律|急救|维修|投资|财务|医学|英语|代码))$"
)
_LEARNT = re.compile(
    rf"(?:自)?学(?:过|了|会了?)(?:{NUMERAL}|几|好几|半)?个?(?:多)?(?:年|月|"
    rf"天)?(?:的)?(?P<what>(?![\d一二两三四五六七八九十几好半]+年)[^，]{{2,8}})$"
)
_OWN_TOPIC = re.compile(r"(?:厨艺|书法|英语|球技|车技|手艺)")
_PRODUCT = (
    r"(?:车|手机|电脑|相机|房|公寓|别墅|琴|吉他|平板|iPad|iPhone|MacBook|Mac|笔记本|耳机|"
    r"手表|自行车|单车|电动车|摩托车?|电瓶车|显卡|键盘|音箱|电视|冰箱|洗衣机|咖啡机|"
    r"跑步机|无人机|镜头|望远镜|帐篷|露营车|房车|特斯拉|比亚迪|宝马|奔驰|奥迪|蔚来|小米|"
    r"华为|丰田|本田|大众|大疆|Switch|PS5|Xbox|Kindle|打印机|扫地机器人|烤箱|店|馆|餐厅|"
    r"工作室|民宿|诊所|公司|基金|"
    r"股票|黄金|船|农场|院子|花园|书房|空调|投影仪?|机器|乐器|望远镜|滑板|雪板|球拍|鱼竿|"
    r"缝纫机|钢琴|小提琴|大提琴|古筝|二胡|包|项链|戒指|西装|钢笔|茶具|模型|设备|会员|驾照|"
    r"护照|学位|证书|资格证)"
)
_OWNS = re.compile(
    r"(?:名下|手上|手里|家里|目前|一共)*(?:有(?:着|了)?|拥有|买了|买(?:到|下|过)了?|"
    r"新?入手?了|淘了|新买了?|换了|添了|提了|购入了?|购置了?|贷款买了|攒钱买了|收到了?|开的是|"
    r"开着?|用的是|开了|骑的是|使用的?是?|刚买了?|租了|"
    rf"置办了)(?P<count>{COUNTED})?(?P<what>[^，]+)$"
)
_CHANGED = re.compile(
    r"(?:的|[这那][台部辆款个])?(?:笔记本|手机|电脑|车|相机|平板|耳机|手表|座驾|"
    r"主力机)(?:是|换成了?|换了|用的是|"
    r"升级成了?)(?:一?[台部辆个])?(?P<what>[^，]{2,16})$"
)
_SOLD = re.compile(
    r"(?:已经)?(?:把|的)?(?P<what>[^，把]{1,10}?)(?:给|都|已经)?(?:卖掉?|弄丢|丢|送人|"
    r"扔掉?|转手|报废)$"
)
_VISITED = (
    re.compile(
        (
            r"(?:也|都|还|一共)*(?:去|到|游|飞|玩)过(?:了)?(?:(?:NUM|一|两|三|几|好几|很多|"
            r"多)[次趟回])?(?P<what>[^，]+?)(?:(?:NUM|一|两|三|四|五|几|好几|很多|多|"
            r"无数)[次趟回]|旅游|旅行|玩|出差|自驾|度假|了)*$"
        ).replace("NUM", NUMERAL)
    ),
    re.compile(
        r"(?:和.{1,6}?|跟.{1,6}?|带.{1,6}?|一个人|独自|全家)?(?:去|到|飞|"
        r"回)了(?:一?[趟次])?(?P<what>[^，]+?)(?:旅游|旅行|玩儿?|自驾|度假|出差|徒步|滑雪|"
        r"露营|参观)?(?:了)?(?:一?[趟次])?(?:.{1,4}天)?$"
    ),
    re.compile(r"在(?P<what>[^，]+?)(?:旅游过|旅行过|旅过游|玩过|度过蜜月|度的蜜月)"),
)
_TRIP = re.compile(
    r"(?:和[^，]{1,6}?|跟[^，]{1,6}?|带[^，]{1,6}?)?(?:一起)?去(?:了趟?)?(?P<place>[^，我]"
    r"{2,8}?)(?:玩|旅游|旅行|出差|度假|爬山|看展|逛|徒步|滑雪|露营|自驾)(?:了|"
    r"过)(?:[^，]{0,6})$"
)
_STAYED = re.compile(
    r"在(?P<place>[^，]{2,8}?)(?:待|呆|玩|旅居|游学|住|徒步|旅行|旅游|自驾|度假|骑行|滑雪|"
    r"出差)了(?:好?几|半|"
    r"[\d一二两三四五六七八九十])+个?(?:多)?(?:天|周|星期|月|礼拜|年)$"
)
_UNIT = (
    r"(?:分(?:钟)?(?:\d+秒)?|秒|小时(?:\d+分钟?)?|公斤|千克|kg|KG|斤|cm|CM|厘米|米|公里|"
    r"km|KM|分|块钱?|元|万元?|千|%|度|毫米|mmHg|级|段|星|字|页|步|次|个|杯|mmol/L|k|K|w|W|"
    r"码|平米?|平方米?|岁)"
)
_COUNT_HAVE = re.compile(
    r"(?:[^，有我]{1,6}[里上中]|家里|手上|手里|一共|总共|目前|已经|现在|累计|手头|"
    r"共)*(?:有(?:了)?|攒(?:了|到|"
    r"够)?了?|收集了?|收藏了?|存了?|积累了?|集齐了?|拥有|攒到)(?:大概|大约|差不多|快|"
    rf"将近|整整|超过|足足)*(?P<number>{NUMERAL})多?(?P<unit>{MEASURE}|本|枚|张|瓶|双|盘|"
    rf"粒|部|名|位|篇|款|盒|克|箱)(?P<what>[^，]{{1,12}})$"
)
_COUNT_TOPIC = re.compile(
    rf"(?:的)?(?P<what>[^，是有]{{1,12}}?)(?:数量|总数|个数)?(?:现在|目前|已经|一共|总共|"
    r"也|都)*(?:有|是|到|达到|达|增加到|涨到|变成|攒到|增长到|升到|破|突破|增至|减少到|"
    r"降到|剩|只剩|还剩|还有)(?:了)?(?:大概|大约|"
    rf"差不多)?(?P<number>{NUMERAL})(?:多)?(?P<unit>{MEASURE}|本|枚|张|瓶|双|盘|粒|部|名|"
    r"位|篇|款|盒|人|个)(?:了|啦)?$"
)
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
    rf"\d+/\d+)(?:{_UNIT}|[:：\d])*)(?:了|"
    r"左右|上下|多|不到)*$"
)
_MEASURES = re.compile(
    r"(?:身高|体重|血压|心率|血糖|体脂率?|腰围|鞋码|视力|度数|年薪|月薪|工资|薪水|收入|"
    r"存款|房租|房贷|月供|成绩|纪录|记录|PB|配速|分数|绩点|GPA|雅思|托福|GRE|GMAT|四级|"
    r"六级|高考|考试|N1|N2|分|时速|里程|步数|粉丝|积分|段位|等级|智商|卧推|深蹲|硬拉|跳绳|"
    r"马拉松|半马|全马|公里|千米|米|游泳|引体向上|俯卧撑|PR|预算|词汇量|血脂|尿酸|胆固醇|"
    r"BMI|bmi|用时|最好|最高|最快|均分)"
)
_TOPIC_ENDS = re.compile(r"^(?:的|一个月|每个?月|每年)+|(?:是|为|已经|今天|终于|能|可以|都|的)+$")
_NOT_COUNTED = re.compile(
    r"问题|建议|想法|疑问|办法|方案|小时|分钟|机会|经验|假|课|会议|事|孩子|儿子|女儿|朋友|"
    r"姐|哥|弟|妹|猫|狗|理由|要求|选择|苹果给|人$|部门|钱|优点|缺点|原因|时间|安排|任务|"
    r"行程|面试"
)


def favourite(s: Statement) -> Iterator[Found]:
    text = ("最" if s.adverbs and s.adverbs[-1] == "最" else "") + s.core
    for pattern in _FAVOURITE:
        match = pattern.match(text)
        if match and not s.negation:
            topic = thing(match["topic"]).removeprefix("一个").removeprefix("一种")
            value = thing(re.split(r"[，,]", match["value"])[0])
            if value and topic and not re.match(r"什么|哪|谁|人$|东西$", topic + value[:2]):
                yield Found(attribute=f"favorite:{topic}", value=value, confidence=0.95)
                return


def likes(s: Statement) -> Iterator[Found]:
    if s.negation == "不" and s.core.startswith("感冒") and len(s.core) > 3:
        yield Found(attribute="dislikes", value=thing(s.core[2:]), reads_negation=True)
        return
    if s.negation and not re.match(r"(?:没|无)", s.negation):
        match = _LIKES.match(s.core)
        if match and _is_taste(match["what"]):
            mode = Mode.DENIAL if s.is_denial else None
            for value in nouns(match["what"]):
                attribute = "likes" if mode else "dislikes"
                value = _with_verb(match["verb"], value)
                yield Found(attribute=attribute, value=value, mode=mode, reads_negation=True)
        return
    best = _BEST_LOVED.match(s.text[s.core_start :]) if s.person else None
    dearest = re.match(
        r"(?P<what>[^，]{1,10}?)(?:就|一直|永远)?是我的(?:最爱|心头好|命|本命)$", s.text
    )
    if best or dearest:
        yield Found(attribute="likes", value=thing((best or dearest)["what"]))  # type: ignore[index]
        return
    named = _TOP_OF_ALL.match(s.text)
    if named:
        attribute = (
            "likes"
            if re.search("喜|爱", named["verb"]) and "不" not in named["verb"]
            else "dislikes"
        )
        yield Found(attribute=attribute, value=thing(named["what"]))
        return
    no_interest = _NO_INTEREST.match(s.core)
    if no_interest:
        for value in nouns(no_interest["what"]):
            yield Found(attribute="dislikes", value=value)
        return
    disliked = _DISLIKES.match(s.core) or _OBJECT_FIRST.match(s.core)
    if disliked and _is_taste(disliked["what"]) and not s.negation:
        verb = disliked.groupdict().get("verb") or ""
        if re.search(r"怕|恐惧|^烦$|^恨$", verb) and not _is_feared(disliked["what"]):
            return
        for value in nouns(disliked["what"]):
            text = "" if "怕" not in verb and "恐" not in verb else f"{{who}}怕{value}"
            yield Found(attribute="dislikes", value=value, text=text)
        return
    for pattern in (_LIKES, _FAN, *_FOND):
        match = pattern.match(s.core)
        if match and _is_taste(match["what"]) and not s.negation and not s.is_request:
            verb = match.groupdict().get("verb") or ""
            for value in nouns(match["what"]):
                yield Found(attribute="likes", value=_with_verb(verb, value))
            return


def _is_feared(what: str) -> bool:
    """Say whether what is feared is a thing, rather than an event that may come (怕说错话)."""
    words = tag(thing(what))
    if re.match(r"开会|加班|应酬|排队|堵车|做饭|洗碗|社交|早起|出差", what):
        return True
    return len(thing(what)) <= 6 and words[0].tag[0] not in "vrdc" or thing(what) in ("高", "黑")


def _with_verb(verb: str, value: str) -> str:
    return value


def _is_taste(what: str) -> bool:
    if re.match(r"(?:这|那(?!种|样的|些)|里面|其中|它|上面|一下|着名)", what):
        return False  # points at something said elsewhere
    what = thing(what)
    return bool(what) and len(what) <= 24 and not _NOT_A_LIKE.match(what)


def hobby(s: Statement) -> Iterator[Found]:
    whole = s.text[s.core_start :]
    for pattern in _HOBBY:
        match = pattern.match(s.core) or pattern.match(whole)
        if match and not s.negation:
            if pattern is _HOBBY[-1] and tag(match["what"])[0].tag[0] != "v":
                return
            for value in nouns(match["what"]):
                yield Found(attribute="hobby", value=value, confidence=0.9)
            return


_PRACTISED = re.compile(
    rf"(?P<verb>打|踢|练|弹|拉|跳|画|玩|滑|骑|跑|唱|游)了?(?:快|将近|差不多)?(?:{NUMERAL}|"
    rf"几|好几|十几|半)多?(?:年|个月)(?:的)?(?P<what>[^，了]{{1,8}})$"
)


def practised(s: Statement) -> Iterator[Found]:
    """Read 打了十年羽毛球."""
    match = _PRACTISED.match(s.core)
    if match and s.person and not s.is_request:
        yield Found(attribute="hobby", value=match["verb"] + thing(match["what"]))


def skill(s: Statement) -> Iterator[Found]:
    if s.is_request or s.negation or s.has_time(TimeKind.DATE, TimeKind.OFTEN):
        return
    can = re.match(
        r"(?P<what>(?!什么|啥|谁|一定|应|机|没|不)[^，我你他]{1,8}?)(?:也|都|还)*(?:会|"
        r"懂)(?:一?点儿?|一些|用)?$",
        s.core,
    )
    if can and s.person is None or (can and s.is_carried):
        yield Found(attribute="skill", value=thing(can["what"]), confidence=0.7)
        return
    fluent = _FLUENT.match(s.core)
    if fluent and s.person:
        yield Found(attribute="skill", value=thing(fluent["what"]))
        return
    known = _KNOWS.match(s.core) or _LEARNT.match(s.core)
    if s.hedge:
        return
    if known and s.person:
        yield Found(attribute="skill", value=thing(known["what"]), confidence=0.75)
        return
    for index, pattern in enumerate(_SKILL):
        match = pattern.match(s.core)
        if not match or (index == 2 and not _OWN_TOPIC.search(match["what"])):
            continue
        what = thing(match["what"])
        if index == 0 and re.search(
            r"(?:给|帮|把|来|去|一下|的时候|完|好)$|给|告诉|做到|做得|做好|写信|[吧]$|用到|打扰|"
            r"打算|开始|开心|说$",
            what,
        ):
            return
        for value in nouns(what):
            yield Found(attribute="skill", value=value)
        return


def sold(s: Statement) -> Iterator[Found]:
    """Read 我车卖了: something that they no longer have."""
    match = _SOLD.match(s.core)
    if match and s.ends_in_le and not s.negation and re.search(_PRODUCT, match["what"], re.I):
        yield Found(attribute="owns", value=thing(match["what"]), mode=Mode.DENIAL)


def owns(s: Statement) -> Iterator[Found]:
    certified = re.match(
        r"(?:刚|已经)?(?:考|拿)(?:了|到|下|取)+(?:一?[个本张])?(?P<what>[^，]{0,8}(?:证|证书|"
        r"执照|驾照|驾驶证|资格))$",
        s.core,
    )
    if certified:
        yield Found(attribute="owns", value=thing(certified["what"]))
        return
    changed = _CHANGED.match(s.core)
    if changed and s.person is not None and not s.is_request:
        yield Found(attribute="owns", value=thing(changed["what"]))
        return
    match = _OWNS.match(s.core)
    if not match or s.is_request or re.search(r"事$|空$|问题", s.core):
        return
    what = thing(match["what"])
    what = re.sub(r"^(?:全新的?|新的?|二手的?|崭新的?)", "", what)
    verb = s.core[: match.start("what")]
    bought = re.match(r"(?:刚|新)?(?:买|入手|购|提了|添|置办)", s.core)
    if (re.search(_PRODUCT, what, re.I) or (bought and match["count"])) and len(what) <= 20:
        if re.match(r"(?:开|用|骑|使|换|租)", verb) and not re.search(rf"{_PRODUCT}$", what, re.I):
            return
        if not re.search(r"过敏|票$|菜$|水果|票|外卖|药", what):
            mode = Mode.PAST if re.match(r"[^，]{0,3}过", s.core) and "有过" in s.core else None
            yield Found(attribute="owns", value=what, mode=mode)


def visited(s: Statement) -> Iterator[Found]:
    trip = _TRIP.match(s.core)
    if trip and not s.negation and s.has_time(TimeKind.DATE, TimeKind.RECENT, TimeKind.PAST):
        yield Found(attribute="visited", value=thing(trip["place"]), mode=Mode.STANDING)
        return
    stayed = _STAYED.match(s.core)
    if stayed and is_place(stayed["place"]):
        yield Found(attribute="visited", value=thing(stayed["place"]), mode=Mode.STANDING)
        return
    if s.negation.startswith(("没", "不", "从")):
        return
    for index, pattern in enumerate(_VISITED):
        match = pattern.match(s.core)
        if not match:
            continue
        if (
            index == 1
            and not s.has_time(TimeKind.DATE, TimeKind.RECENT, TimeKind.PAST)
            and s.person is not ME
        ):
            return
        place = thing(match["what"])
        if index == 1 and not _travels(s.core, place):
            return
        for value in nouns(place):
            if len(value) <= 14 and not re.match(r"(?:那|这|我|你|哪|医院|公司|学校|超市)", value):
                yield Found(attribute="visited", value=value, mode=Mode.STANDING, is_dated=False)
        return


def _travels(core: str, place: str) -> bool:
    if re.search(r"旅游|旅行|玩|自驾|度假|徒步|滑雪|出差|参观", core):
        return True
    return any(word.tag in ("ns", "nr", "nz", "nrt") for word in tag(place))


def quantities(s: Statement) -> Iterator[Found]:
    if s.negation or s.is_request or s.person not in (ME, None):
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
                text=f"用户有{have['number']}{have['unit']}{topic}",
            )
            return
    measured = _MEASURE_TOPIC.match(s.core) if s.person is ME or not s.person else None
    if measured and _MEASURES.search(measured["topic"]):
        topic = _TOPIC_ENDS.sub("", measured["topic"])
        if topic:
            yield Found(
                attribute=f"measure:{topic}",
                value=measured["value"],
                keeps_now=True,
                text=f"用户的{topic}是{measured['value']}",
            )
            return
    counted = _COUNT_TOPIC.match(s.core) if s.person is ME else None
    plain = _COUNT_PLAIN.match(s.core) if s.person is ME and not counted else None
    if plain and all(word.tag[0] == "n" for word in tag(plain["what"])):
        counted = plain
    if counted and not _NOT_COUNTED.search(counted["what"]):
        topic = thing(counted["what"])
        if topic and not re.search(ROLE + "$", topic):
            yield Found(
                attribute=f"count:{topic}",
                value=plain_number(counted["number"]),
                keeps_now=True,
                text=f"用户的{topic}有{counted['number']}{counted['unit']}",
            )


RULES = (practised, favourite, quantities, hobby, likes, skill, owns, visited)
