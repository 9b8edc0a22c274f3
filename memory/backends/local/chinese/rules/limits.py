"""Hard constraints: allergies, diet, spice, what to avoid, medicine, health, never."""

import re
from collections.abc import Iterator

from memory.backends.local.chinese.found import COUNTED, Found, nouns, thing
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.domain.types import Mode

_ALLERGY = (
    re.compile(
        r"(?:从小)?对(?P<what>[^，]+?)(?P<not>不|没有?)?(?:严重|轻度|轻微|重度|有点儿?|有些|"
        r"会|都|特别|非常|很|中度|也|急性)*过敏(?P<end>.*)$"
    ),
    re.compile(r"有(?P<what>[^，]+?)过敏(?:史|症|反应|的(?:毛病|问题|情况))?(?:了)?$"),
    re.compile(
        r"(?:一)?(?:吃|喝|碰|闻|接触|摸|用|吸|沾|打|注射)(?:到|了|点|"
        r"一?点儿?)?(?P<what>[^，就会]+?)(?:就|会|都|之后|后|也|容易)+(?:会|严重|容易|全身|"
        r"浑身|立刻|马上)*(?:过敏|起疹子|起红疹|长疹子|发疹|起荨麻疹|嘴肿|喉咙肿|呼吸困难|"
        r"浑身痒|全身痒|休克|起风团|发痒|皮肤痒|起红点)"
    ),
    re.compile(r"(?P<what>[^，对吃是有喝]{1,8}?)(?:重度|严重|轻度|轻微)?过敏(?P<end>.{0,6})$"),
    re.compile(
        r"(?:的)?过敏(?:原|源|的(?:东西|食物|药物?)?)(?:主要)?(?:是|有|包括|"
        r"为)(?P<what>[^，]+)$"
    ),
)
_SEVERE = re.compile(
    r"^(?:(?:很|比较|非常)?(?:严重|轻微|轻度|重度)的?|一?(?:吃|喝|碰|闻)(?:到|了)?)"
)
_ALLERGY_NOT = re.compile(
    r"^(?:什么|我|任何|没有|皮肤|鼻子?|眼睛?|季节性|体质|易|抗|脱|防|治疗|很|容易|会|严重|"
    r"怎么|的|不|有点|春天|春季|换季)"
)
_DIET = (
    (
        re.compile(
            r"(?:是)?(?:一?[个名位])?(?:严格的?)?(?:纯素|全素|严格素食|维根)(?:主义者|食?者|主义|"
            r"食)?|(?:是)?(?:一?[个名位])?vegan",
            re.I,
        ),
        "vegan",
    ),
    (
        re.compile(
            r"(?:是)?(?:一?[个名位])?(?:吃)?(?:严格的?|半个)?(?:蛋奶素|奶蛋素|锅边素|素食主义者?|"
            r"素食者|素食|vegetarian)|"
            r"(?:一直|长期|常年|开始|改|只|都|坚持|在)*(?:吃(?:长)?素(?!食店|菜馆|包|鸡|面)|茹素|"
            r"食素)|(?:只)吃素",
            re.I,
        ),
        "vegetarian",
    ),
    (
        re.compile(
            r"(?:饮食|吃的|吃饭)?(?:只|都|也|要|得|必须|需要)*(?:吃|食|是)?(?:的是)?(?:清真)|halal",
            re.I,
        ),
        "halal",
    ),
    (re.compile(r"(?:只)?(?:吃)?(?:犹太洁食|洁食)|kosher", re.I), "kosher"),
    (
        re.compile(r"(?:是)?(?:一?[个名位])?(?:鱼素|海鲜素食)(?:者|主义者)?|pescatarian", re.I),
        "pescatarian",
    ),
    (re.compile(r"(?:在|开始|坚持|正在)*(?:吃|做|执行)?(?:生酮|keto)(?:饮食)?", re.I), "keto"),
    (
        re.compile(
            r"(?:在|开始|坚持|正在|要|得|只能)*(?:吃|执行)?(?:无麸质|无麸)(?:饮食|食物|食品)?|"
            r"gluten[- ]free",
            re.I,
        ),
        "gluten_free",
    ),
    (re.compile(r"(?:在|开始|坚持|正在|要|得|只能)*(?:吃|执行)?(?:低碳水?)(?:饮食)?$"), "low_carb"),
)
_FOOD_PLACE = re.compile(r"餐厅|店|馆|菜谱|食谱|怎么|推荐|有什么|附近")
_NO_SPICE = re.compile(
    r"(?:(?:能|会|敢|碰|沾|爱|喜欢|想)?(?:吃|碰|沾)(?:不了|不得|不来)?(?:一?点儿?|任何|"
    r"半点|一丁点|太|很)?(?:辣椒?的?|麻辣)(?:的?(?:东西|食物|菜))?(?:都|也)?(?:吃|沾|"
    r"碰)?(?:不了|不能|不得)?|辣(?:椒)?(?:的)?(?:东西)?(?:我)?(?:都|也|完全|根本|"
    r"一点)*(?:吃不了|不能吃|不吃|碰不得|不行)|(?:一?点儿?|半点)?辣(?:椒)?(?:都|"
    r"也)(?:吃不了|不能吃|不吃|不能碰|不沾|碰不得))"
)
_HOT = re.compile(
    r"(?:离不开|少不了)辣|无辣不欢|嗜辣|(?:能|会|爱|喜欢|敢|挺能|可能|超能|特别能|很能|最能|"
    r"想)*吃(?:得?了?)?(?:很|特别|非常|超|超级|重|特|爆|变态|巨|比较|更|"
    r"得)*辣(?:的)?(?:一点|一些|点|的菜|食物|东西)?(?:菜)?$|(?:重|特|爆|变态|超)辣|"
    r"吃辣(?:很|特别|超级?|非常)厉害|辣得?(?:越.*)?越辣越"
)
_SPICE_WORD = re.compile(
    r"(?P<level>微微?辣|少辣|小辣|微麻微辣|中辣|正常辣|重辣|特辣|大辣|爆辣|变态辣|不辣|"
    r"免辣|去辣|不要辣椒?|不放辣椒?)"
)
_LEVELS = {
    "微": "mild",
    "少": "mild",
    "小": "mild",
    "中": "medium",
    "正": "medium",
    "不": "none",
    "免": "none",
    "去": "none",
}
_INTAKE = r"(?:吃|喝|碰|沾|抽|食用|摄入|服用|用|接触|喷|闻)"
_AVOID = re.compile(
    r"(?:再)?(?P<can>能|可以|许|准|让我?|敢|得|适合|宜|应该|会|想|要|"
    rf"肯)?(?P<verb>{_INTAKE})(?:太多|过多|任何|一?点儿?|得了?|太|带|"
    r"含有?)*(?P<what>[^，]*)$"
)
_CANNOT = re.compile(
    rf"(?P<verb>{_INTAKE})(?:不了|不得|不惯|不来|不下)(?P<what>[^，]+)$|"
    rf"(?P<before>[^，]{{1,10}}?)(?:我|也|都|完全|根本|是|真的|"
    rf"一点)*(?P<verb2>{_INTAKE})(?:不了|不得|不惯)$"
)
_LEAVES_OUT = re.compile(
    r"(?:吃[饭面粉]?|做[菜饭]|点[餐菜]|喝[咖茶奶][啡水茶]?|饭菜里?|菜里)(?:的?时候)?(?:都|"
    r"从来|一概|一律)*"
    r"(?:不|别)(?:要|能|会)?(?:放|加|要|用|碰)(?P<what>[^，]{1,8})$"
)
_UNABLE = re.compile(
    r"(?P<verb>坐|乘|爬|跑|跳|游|骑|穿|戴|睡|晒|泡)(?:不了|不得|不惯)(?P<what>[^，]{1,8})$"
)
_BANNED = re.compile(
    r"(?:得|要|必须|需要|应该|在)?(?:忌(?:口|吃|食)?|戒(?:掉)?|禁(?:食|止|忌)?|避免|远离|"
    rf"少(?={_INTAKE}))(?:的(?:是|有)|了)?(?P<verb>{_INTAKE})?(?P<what>[^，]*)$"
)
_MUST_NOT = re.compile(
    r"(?:再)?(?:能|可以|许|准|宜|适合|让|建议)(?:再|做|进行|剧烈|过度|长时间|随便|"
    r"从事)?(?P<what>(?:跑步|运动|剧烈运动|熬夜|久坐|久站|开车|坐飞机|饮酒|喝酒|抽烟|吸烟|"
    r"负重|爬山|爬楼梯|游泳|潜水|献血|晒太阳|做核磁|提重物|吃|喝)[^，]*)$"
)
_MEDICINE = re.compile(
    r"(?:都|要|得|需要|必须|在|一直在?|长期|坚持|正在?|定期|按时|遵医嘱|每天|"
    r"目前在?)*(?:服用?|吃|口服|注射|打|用|涂|喷)(?:着|了|的(?:药)?(?:是|"
    rf"叫)?)?(?:{COUNTED}|{NUMERAL}?(?:粒|片|颗|针|毫克|mg)|"
    r"一?点儿?)?(?:的)?(?P<what>[^，]+?)(?:了|控制.*|治疗.*|来.*|才.*|助眠.*|"
    rf"{NUMERAL}(?:片|粒|颗|次|"
    r"毫克).*)?$"
)
_TAKES = re.compile(
    r"(?:长期|一直|正|目前|现在|每天|按时|都|要|得|在)*(?P<verb>服用|吃|用)(?:着|"
    rf"了)?{COUNTED}?(?P<what>(?!不|得|完|饭|过)[^，]{{2,10}}?)(?:控制|治疗)?$"
)
_DRUG = re.compile(
    r"(?:药|药物|片|胶囊|抗生素|激素|胰岛素|维生素|维他命|霉素|甲状腺素|双胍|洛尔|地平|"
    r"沙坦|普利|他汀|西林|霉素|阿司匹林|布洛芬|"
    r"胰岛素|优甲乐|激素|孕酮|叶酸|华法林|氯雷他定|褪黑素|西汀|舍曲林|唑仑|沙星|替丁|拉唑|"
    r"列汀|格列净|疫苗|抗体|喷雾|眼药水|维生素|钙片|中药|抗生素|靶向药|思诺思|安眠药|洛芬|"
    r"氨酚|舒利迭|孟鲁司特)$"
)
_ILLNESS = (
    r"(?:高血压|低血压|糖尿病|高血糖|低血糖|高血脂|心脏病|冠心病|心梗|心律不齐|房颤|哮喘|"
    r"鼻炎|过敏性鼻炎|荨麻疹|湿疹|胃炎|胃病|胃溃疡|胃食管反流|肠炎|肠易激|痛风|贫血|"
    r"地中海贫血|甲亢|甲减|抑郁|焦虑|双相|失眠|偏头痛|癫痫|近视|散光|色盲|色弱|关节炎|"
    r"类风湿|红斑狼疮|强直|腰突|颈椎病|腰椎|脂肪肝|乙肝|肝炎|肾炎|结石|肿瘤|癌|白血病|"
    r"多囊|骨质疏松|半月板|中风|脑梗|帕金森|阿尔茨海默|老年痴呆|自闭症|多动症|ADHD|"
    r"乳糖不耐受?|晕[车船机血针]|血压偏?高|血糖偏?高|血脂偏?高|尿酸偏?高|恐高|麸质不耐受?|"
    r"蚕豆病|白癜风|银屑病|牛皮癣|青光眼|白内障|恐高|幽闭恐惧|"
    r"密集恐惧|夜盲|结节|心肌炎|肺炎|支气管炎|慢性[一-鿿]{1,4}|[一-鿿]{1,8}?(?:病|症|炎|"
    r"癌|瘤|综合征|综合症|不全|障碍|突出|骨折|损伤|不耐受|撕裂|增生|早搏|息肉|缺乏症|"
    r"恐惧症))"
)
_HEALTH = (
    re.compile(r"(?:做|动|接受)[过了](?:一次|两次|大|小)?(?P<what>[^，]{1,10}手术)$"),
    re.compile(rf"(?:一到.{{1,5}}?就|(?:老|总|常)?(?:爱|容易)?)(?:犯|得|闹)(?P<what>{_ILLNESS})$"),
    re.compile(
        r"(?:被)?(?:(?:确|初步|临床)?诊(?:断)?(?:出|为|过|是)?(?:了)?|查出(?:来)?了?|"
        r"检查出(?:来)?了?|体检(?:发现|查出)|得了?(?:过)?|患(?:有|上|了)?|有|犯过?|生过|落下|"
        r"遗传了?|查出)+(?:过|了|着)?(?:有|得了?|患有?)?(?P<what>(?:轻度|轻微|中度|重度|"
        r"严重的?|一?点儿?|先天性?|遗传性?|家族性?|老|多年的?|早期|很严重的|II型|2型|二型|"
        rf"1型|一型|妊娠期?)*{_ILLNESS})(?:病史|史|的毛病|的问题|好几年|{NUMERAL}年)?(?:了)?$"
    ),
    re.compile(
        rf"(?P<what>(?:轻度|中度|重度|先天性?|腰|颈)?{_ILLNESS})(?:患者|很严重|比较严重|"
        rf"{NUMERAL}多?年)?(?:了)?$"
    ),
    re.compile(
        r"(?:是)?(?P<what>(?:过敏体质|易过敏体质|左撇子|色盲|色弱|轮椅使用者|听障人士|"
        r"视障人士|疤痕体质|瘢痕体质|孕妇|Rh阴性血?|熊猫血))(?:了)?$"
    ),
    re.compile(rf"(?:已经|都)?(?P<what>怀孕)(?:了)?(?:{NUMERAL}个?(?:多)?(?:月|周))?(?:了)?$"),
    re.compile(
        r"(?P<what>(?:左|右|双)?(?:[耳眼](?=听|视))?(?:膝盖?|腰|背|颈椎?|肩膀?|脚踝?|腿|手腕?|"
        r"心脏|胃|肝|肾|眼睛|"
        r"耳朵|跟腱|听力|视力|记忆力|免疫力|睡眠|肠胃|胃口|韧带|半月板|肺)(?:部|"
        r"上)?(?:一直)?(?:受过?伤|受了伤|不太?好|做过[^，]{0,4}手术|"
        r"动过手术|骨折过?|扭伤|拉伤|有伤|有旧伤|有毛病|有问题|疼|痛|损伤|撕裂|有结节))(?:过|"
        r"了)?$"
    ),
    re.compile(r"(?:是)?(?P<what>[一-鿿]{1,6}(?:病|症|炎|癌)患者|高度近视|近视\d+度)$"),
)
_HEALTH_NOT = re.compile(r"什么病|相思|公主病|懒癌|拖延症|选择困难症|强迫症式|社恐")
_NEVER = re.compile(
    r"(?P<word>(?:千万|绝对|永远|一定|任何时候都?|无论如何都?|不管怎样都?|务必|坚决|"
    r"绝)(?:也|都)?(?:不要|别|不能|不许|不可以?|勿|不准)|切勿|切记不要|严禁|禁止|"
    r"请?(?:永远)?不要再|(?:请)?别再|(?:暂时|以后|今后|请)?(?:都)?(?:别|不要|不许|不准|"
    r"请勿))(?P<what>[^，]+)$"
)
_NEVER_STRONG = re.compile(
    r"千万|绝对|永远|任何时候|无论如何|不管怎样|切勿|切记|严禁|坚决|绝不|一定不要|一定别|"
    r"禁止|务必|再"
)


def allergy(s: Statement) -> Iterator[Found]:
    if "过敏" not in s.core and not re.search(
        r"疹|荨麻疹|[嘴喉].{0,2}肿|休克|痒|红点|风团", s.core
    ):
        return
    for pattern in _ALLERGY:
        match = pattern.match(s.core)
        if match is None:
            continue
        groups = match.groupdict()
        what = _SEVERE.sub("", thing(match["what"]))
        if (
            not what
            or _ALLERGY_NOT.match(what)
            or re.match(r"的(?:人|症状|食物|药|话|孩子)|体质|性", groups.get("end") or "")
        ):
            continue
        denied = Mode.DENIAL if groups.get("not") or s.negation else None
        for value in nouns(re.sub(r"(?:这类?|这种|那种|之类的?)(?:东西|食物)?$|都$", "", what)):
            yield Found(
                attribute="allergy", value=value, mode=denied, reads_negation=True, confidence=0.95
            )
        return


def diet(s: Statement) -> Iterator[Found]:
    if _FOOD_PLACE.search(s.core) or s.is_request:
        return
    for pattern, value in _DIET:
        match = pattern.match(s.core)
        if match and match[0] and len(s.core) <= match.end() + 10:
            yield Found(attribute="diet", value=value, confidence=0.95)
            return


def spice(s: Statement) -> Iterator[Found]:
    if "辣" not in s.core or re.search(
        r"辣条|热辣|辛辣(?:讽|点评)|毒辣|泼辣|老辣|辣眼|辣妹", s.core
    ):
        return
    text = s.text
    word = _SPICE_WORD.search(s.text)
    level = ""
    if re.search(r"(?:别|不要|不用)(?:给我)?(?:放|加|搁)(?:任何)?辣椒?", text):
        level = "none"
    elif re.search(r"吃辣(?:的)?(?:能力|水平)(?:很|特别|非常|超|挺)?(?:强|高)", text):
        level = "hot"
    elif re.search(r"吃辣(?:的)?(?:能力)?(?:不太?行|不大行|一般|比较弱|很弱|菜)", text):
        level = "mild"
    elif word:
        level = _LEVELS.get(word["level"][0], "hot")
    elif (s.negation and _NO_SPICE.search(s.core)) or re.search(
        r"吃不了(?:一?点儿?|太|半点|任何)?辣|辣.{0,3}(?:吃不了|不能吃|不吃|碰不得|受不了)|"
        r"(?:怕|忌|戒|禁)辣|辣不得|沾不得辣",
        text,
    ):
        mild = (
            "太" in s.negation
            or "怎么" in s.negation
            or re.search(r"(?:太|很|大|特别)(?:能吃)?辣", text)
        )
        level = "mild" if mild else "none"
    elif not s.negation and (
        _HOT.search(s.core) or re.match(r"(?:能|爱|喜欢|会)*吃辣(?:的)?$", s.core)
    ):
        milder = re.search(r"[点些](?:了)?$", s.core) and not re.search(r"很|超|特|重|爆", s.core)
        level = "medium" if milder and "更" not in s.text else "hot"
        if re.search(r"辣(?:的)?一?点", s.core):
            level = "hot"
    if level:
        yield Found(attribute="spice_level", value=level, reads_negation=True, confidence=0.9)


def avoids(s: Statement) -> Iterator[Found]:
    abstains = re.search(r"(?:滴|烟)?(?P<what>酒|烟酒|荤腥?|咖啡|奶茶)(?:从来)?不(?:沾|碰)", s.text)
    if abstains:
        yield Found(attribute="avoids", value=abstains["what"], reads_negation=True)
        return
    if s.negation and not re.match(r"没|不是|并不|不太|不怎么|不很", s.negation):
        match = _AVOID.match(s.core)
        if match and match["verb"] in ("用", "接触", "闻", "喷") and not match["can"]:
            return
        if (
            match
            and match["can"] not in ("会", "想", "要")
            and not re.search(
                r"得起|得惯|完|饱|好$|早饭|早餐|午饭|晚饭|饭$|亏|苦$|醋$|惊$|力$|这套|哪",
                match["what"],
            )
        ):
            bare = thing(re.sub(r"(?:太多|过多)$", "", match["what"]))
            what = (
                bare
                if match["verb"] in ("吃", "碰", "沾", "食用", "摄入", "喝")
                else match["verb"] + bare
            )
            if bare == "" or bare in ("酒", "烟"):
                what = match["verb"] + bare if bare else ""
            if what and len(what) <= 16:
                yield from _avoided(what, s)
            return
        must = _MUST_NOT.match(s.core)
        if must:
            yield from _avoided(thing(must["what"]), s)
        return
    if s.negation:
        return
    leaves_out = _LEAVES_OUT.match(s.core)
    if leaves_out and not s.is_request:
        yield from _avoided(thing(leaves_out["what"]), s)
        return
    quit_it = re.match(
        r"(?:把)?(?P<what>烟酒?|酒|糖|咖啡|奶茶|可乐|甜食|[^，]{1,4}?)(?:都|也|已经|"
        r"给)*戒(?:掉|断)?$",
        s.core,
    )
    if quit_it and s.ends_in_le:
        yield from _avoided(thing(quit_it["what"]), s)
        return
    unable = _UNABLE.match(s.core)
    if unable:
        yield from _avoided(unable["verb"] + thing(unable["what"]), s)
        return
    cannot = _CANNOT.match(s.core)
    if cannot and "辣" not in s.core:
        what = thing(cannot["what"] or cannot["before"])
        yield from _avoided(re.sub(r"^太", "", what), s)
        return
    banned = _BANNED.match(s.core)
    if banned and not s.is_request and banned["what"] and len(banned["what"]) <= 12:
        verb = banned["verb"] or ""
        what = thing(banned["what"])
        yield from _avoided(what if verb in ("吃", "喝", "") else verb + what, s)


def _avoided(what: str, s: Statement) -> Iterator[Found]:
    if not what or re.match(r"(?:我|你|他|什么|这个|那个|东西|了)", what):
        return
    for value in nouns(what):
        yield Found(attribute="avoids", value=value, reads_negation=True, confidence=0.85)


def medication(s: Statement) -> Iterator[Found]:
    taken = _TAKES.match(s.core)
    if taken and not s.negation and (taken["verb"] == "服用" or s.after == "medical_condition"):
        yield Found(attribute="medication", value=thing(taken["what"]), confidence=0.85)
        return
    match = _MEDICINE.match(s.core)
    if match is None or s.is_request:
        return
    for value in nouns(match["what"]):
        if _DRUG.search(value) and value not in (
            "药",
            "毒药",
            "火药",
            "吃药",
            "大片",
            "薯片",
            "麦片",
            "元素",
            "吃素",
            "长素",
            "素",
        ):
            yield Found(attribute="medication", value=value, confidence=0.9)


def health(s: Statement) -> Iterator[Found]:
    if s.negation or s.is_request:
        return
    for index, pattern in enumerate(_HEALTH):
        match = pattern.match(s.core)
        if match is None or _HEALTH_NOT.search(s.core):
            continue
        loose = s.person is None and "有点" not in "".join(s.adverbs)
        if index == 3 and (loose or re.search(r"的|是|怎么|犯|就|治|得了?|有", match["what"])):
            continue
        yield Found(
            attribute="medical_condition",
            value=thing(match["what"]),
            confidence=0.9,
            keeps_now=True,
        )
        return


def never(text: str, *, is_temporary: bool) -> Iterator[Found]:
    """Read a prohibition addressed to the assistant (whole clause: the words before count)."""
    match = re.search(_NEVER, text)
    if not match or re.match(
        r"(?:提醒|忘|客气|担心|急|着急|误会|介意|说了|闹|逗|谢|这样|啰嗦|废话|太|用|加|带|"
        r"使用)",
        match["what"],
    ):
        return
    strong = _NEVER_STRONG.search(match["word"])
    to_me = re.search(
        r"给我|跟我|向我|对我|叫我|让我|我的|我面前|推荐|提到|提起|发|打电话|建议|联系",
        match["what"],
    )
    if strong or (
        to_me
        and (
            is_temporary
            or "再" in match["word"]
            or re.search(r"以后|今后", text)
            or re.match(r"(?:给我|跟我|对我|向我)", match["what"])
        )
    ):
        yield Found(
            attribute="never", value=thing(match["what"]), confidence=0.9, reads_negation=True
        )


def vows(s: Statement) -> Iterator[Found]:
    """Read 我绝不会买盗版书: what the speakers themselves never do."""
    firmly = re.search(r"绝对|永远|一辈子|这辈子", s.text[: s.core_start])
    if (
        s.person
        and not s.ends_in_le
        and (s.negation in ("绝不", "决不") or (firmly and s.negation))
    ):
        what = re.sub(r"^(?:会|能|要|想)", "", s.core)
        if len(what) > 1:
            yield Found(
                attribute="never",
                value=thing(what),
                text=f"{{who}}绝不{thing(what)}",
                reads_negation=True,
            )


RULES = (allergy, diet, spice, medication, health, avoids)
