"""Allergies, medicine and illnesses."""

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import COUNTED, Found, nouns, thing
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import tag
from memory.domain.types import Mode

_ALLERGY = (
    re.compile(
        r"(?:从小)?对(?P<what>[^，]+?)(?P<not>不|没有?)?(?:严重|轻度|轻微|重度|有点儿?|有些|"
        r"会|都|特别|非常|很|中度|也|急性)*过敏(?P<end>.*)$"
    ),
    re.compile(r"(?:吃|喝|碰|用|闻|摸)(?:了)?(?P<what>[^，就会了]{1,6})过敏$"),
    re.compile(
        r"(?P<what>[一-鿿]{1,6}?)(?:我|她|他|俺)?(?:一|只要|每次)(?:吃|喝|打|碰|闻|用|沾|抹|涂|擦|戴|穿|挂|输)(?:到|了|上|点)*(?:就|便|准|肯定|必|会|都)+"
        r"(?:会|起|长|浑身|全身|满身|一身|嘴|脸)*(?:会|起|长)*(?:疙瘩|大包|过敏|疹子?|红疹|风团|荨麻疹|痒|肿|休克|红点|包)"
    ),
    re.compile(r"有(?P<what>[^，]+?)过敏(?:史|症|反应|的(?:毛病|问题|情况))?(?:了)?$"),
    re.compile(
        r"(?:一)?(?:吃|喝|碰|闻|接触|摸|用|吸|沾|打|注射)(?:到|了|点|"
        r"一?点儿?)?(?P<what>[^，就会]+?)(?:就|会|都|之后|后|也|容易)+(?:会|严重|容易|全身|"
        r"浑身|立刻|马上)*(?:过敏|起疹子|起红疹|长疹子|发疹|起荨麻疹|嘴肿|喉咙肿|呼吸困难|"
        r"浑身痒|全身痒|休克|起风团|发痒|皮肤痒|起红点)"
    ),
    re.compile(
        r"(?:一)?(?:吃|喝|碰|闻|摸|用)(?:到|了|点|一?点儿?)?(?P<what>[^，就会]{1,8}?)(?:就|会|都|之后|后|也|容易|总)*"
        r"(?:嘴唇?|嘴巴|喉咙|嗓子|脸|舌头|眼睛|皮肤|身上|全身|浑身)(?:就|会|都|也|容易|马上)*(?:红?肿|发?痒|起疹子|起红|发红|起泡)"
    ),
    re.compile(r"(?:就|原来)?是(?:对)?(?P<what>[^，对吃是有喝我你他她]{1,8}?)过敏(?P<end>)$"),
    re.compile(r"(?P<what>[^，对吃是有喝]{1,8}?)(?:重度|严重|轻度|轻微)?过敏(?P<end>.{0,6})$"),
    re.compile(
        r"(?:的)?过敏(?:原|源|的(?:东西|食物|药物?)?)(?:主要)?(?:是|有|包括|"
        r"为)(?P<what>[^，]+)$"
    ),
)
_TESTED = re.compile(
    r"(?:对)?(?P<what>[^，对]{1,8}?)(?:皮试|过敏原检测|测试|检测)(?:是|呈|结果)*阳性$"
)
# 布洛芬吃了喘不上气, before 大夫说是过敏
_REACTED = re.compile(
    r"(?:我|上次|那次|昨天|有一次|今天)*(?P<what>[^，我]{1,8}?)(?:我)?(?:一|刚)?(?:吃|喝|打|用|抹|涂|碰)(?:了|完|过|下去|后|就|之后)+[^，]*$"
)
_IS_ALLERGY = re.compile(
    r"(?:说|讲|告诉我)?(?:我)?(?:这|那|应该|就|原来|属于|算|可能)*是?(?:药物|食物)?过敏(?:反应|了|的)?"
)
_SEVERE = re.compile(
    r"^(?:(?:很|比较|非常)?(?:严重|轻微|轻度|重度)的?|一?(?:吃|喝|碰|闻)(?:到|了)?)"
)
_ALLERGY_NOT = re.compile(
    r"^(?:什么|我|任何|没有|皮肤|鼻子?|眼睛?|季节性|体质|易|抗|脱|防|治疗|很|容易|会|严重|"
    r"怎么|的|不|有点|春天|春季|换季)"
)
_MEDICINE = re.compile(
    r"(?:都|要|得|需要|必须|在|一直在?|长期|坚持|正在?|定期|按时|遵医嘱|每天|"
    r"目前在?)*(?:服用?|吃|喝|口服|注射|打|用|涂|喷)(?:着|了|的(?:药)?(?:是|"
    rf"叫)?)?(?:{COUNTED}|{NUMERAL}?(?:粒|片|颗|针|毫克|mg)|"
    r"一?点儿?)?(?:的)?(?P<what>[^，]+?)(?:了|控制.*|治疗.*|降[血尿][压糖脂酸].*|好几年|调理.*|调养.*|来.*|才.*|助眠.*|"
    rf"{NUMERAL}(?:片|粒|颗|次|"
    r"毫克).*)?$"
)
_TAKES = re.compile(
    r"(?:长期|一直|正|目前|现在|每天|按时|都|要|得|在)*(?P<verb>服用|吃|用)(?:着|"
    rf"了)?{COUNTED}?(?P<what>(?!不|得|完|饭|过)[^，]{{2,10}}?)(?:控制|治疗)?$"
)
# Medicine given up, or another taken in its place.
_STOPPED = (
    re.compile(
        r"(?:让我?|叫我)?(?:已经|先)?(?:停(?:用|服|掉|了)|断|戒)(?:了|掉)*(?:吃)?(?P<what>[^，停了]{2,12})$"
    ),
    re.compile(
        r"(?:的)?(?:把)?(?P<what>[^，把我你他她]{2,12}?)(?:就|都|也|已经|让我?|叫我|给我?|医生|大夫)*"
        r"(?:停(?:药|用|服|掉|了)?|断(?:了|药)?|不(?:用|必)?(?:再)?(?:吃|用|服|打))$"
    ),
)
_CANNOT_STOP = re.compile(
    r"(?P<what>[^，我你他她]{2,10}?)(?:我|现在|一天|一直)*(?:都|也)?(?:停不得|停不了|不能停|断不得|断不了|不敢停|离不了|不离身|随身带着?|没断过)$"
)
_NO_LONGER_TAKEN = re.compile(r"(?:用|必)?(?:吃|用|服用?|打)(?P<what>[^，]{2,12})$")
_STOPPED_IT = re.compile(r"(?:就|又)?(?:让我?|叫我|给我?)?(?:把[它这药]+)?停(?:药|用|掉|了)?$")
_IN_ITS_PLACE = re.compile(
    r"(?:现在|就|又|给我?|让我|叫我)*(?:改|换)(?:成|为|吃|用|服|打)*(?:了)?(?P<what>[^，了]{2,12})$"
)
_SWAPPED = re.compile(
    r"(?:把)?(?P<old>[^，把]{2,10}?)(?:给我?|已经)?(?:换|改)(?:成|为|用|吃)了?(?P<new>[^，了]{2,10})$"
)
_DOSE = re.compile(
    rf"(?:都|要|得|必须|还)*(?:吃|服用?|打|来)?(?:{NUMERAL}|半)(?:片|粒|颗|丸|针|毫克|mg)(?P<what>(?!面包|口香糖|糖|瓜|柠檬|姜|西瓜|橙|吐司|蒜|枣|葡萄|草莓|鸡蛋|核桃|坚果)[^，]{{2,10}})$"
)
_DRUG = re.compile(
    r"(?:药|药物|片|胶囊|抗生素|激素|胰岛素|维生素|维他命|霉素|甲状腺素|双胍|洛尔|地平|"
    r"沙坦|普利|他汀|西林|霉素|阿司匹林|布洛芬|"
    r"胰岛素|优甲乐|激素|孕酮|叶酸|华法林|氯雷他定|褪黑素|西汀|舍曲林|唑仑|沙星|替丁|拉唑|"
    r"列汀|格列净|抗体|喷雾|眼药水|维生素|钙片|中药|抗生素|靶向药|思诺思|安眠药|洛芬|"
    r"胺醇|特罗|奈德|颗粒|口服液|冲剂|软膏|药膏|滴丸|西泮|普坦|拉明|替尼|单抗|鲁肽|洛韦|硝唑|头孢|氨酚|舒利迭|孟鲁司特)$"
)
_NO_DRUGS = frozenset("药 毒药 火药 吃药 大片 薯片 麦片 元素 吃素 长素 素 疫苗".split())
_AIM = re.compile(r"(?:来|用来)?(?:降|控制|治疗?|调节?|补|缓解|预防|稳定)[^，]{1,5}$")
_ILLNESS = (
    r"(?:高血压|低血压|糖尿病|高血糖|低血糖|高血脂|心脏病|冠心病|心梗|心律不齐|房颤|哮喘|"
    r"鼻炎|过敏性鼻炎|荨麻疹|湿疹|胃炎|胃病|胃溃疡|胃食管反流|肠炎|肠易激|痛风|贫血|"
    r"地中海贫血|甲亢|甲减|抑郁|焦虑|双相|失眠|偏头痛|癫痫|近视|散光|色盲|色弱|关节炎|"
    r"类风湿|红斑狼疮|强直|腰突|颈椎病|腰椎|脂肪肝|乙肝|肝炎|肾炎|结石|肿瘤|癌|白血病|"
    r"多囊|骨质疏松|半月板|中风|脑梗|帕金森|阿尔茨海默|老年痴呆|(?:睡眠)?呼吸暂停|自闭症|多动症|ADHD|"
    r"乳糖不耐受?|晕[车船机血针]|血压偏?高|血糖偏?高|血脂偏?高|尿酸偏?高|恐高|麸质不耐受?|"
    r"耳背|耳聋|耳鸣|老花眼?|弱视|斜视|口吃|驼背|脱发|痔疮|静脉曲张|脚气|灰指甲|"
    r"肺?结核|水痘|麻疹|新冠|疟疾|登革热|蚕豆病|白癜风|银屑病|牛皮癣|青光眼|白内障|恐高|幽闭恐惧|"
    r"密集恐惧|夜盲|结节|心肌炎|肺炎|支气管炎|慢性[一-鿿]{1,4}|[一-鿿]{1,8}?(?:病|症|炎|"
    r"癌|瘤|疹|结节|结石|囊肿|积液|息肉|溃疡|反流|肥大|脱出|狭窄|斑块|综合征|综合症|不全|障碍|突出|骨折|损伤|不耐受|撕裂|增生|早搏|息肉|缺乏症|"
    r"恐惧症))"
)
_BODY = (
    r"膝盖?|关节|腰椎?|背|颈椎?|脊[椎柱]|尾椎|髋|胯|肩膀?|肩周|胳膊|手肘|脚踝?|脚|腿|手腕?|手指|心脏|心肺|"
    r"胆囊|阑尾|扁桃体|脾胃|胃|肠胃|肠|肝|肾|胆|肺|眼睛?|耳朵?|鼻子|牙齿?|牙龈|嗓子|喉咙|气管|皮肤|头|坐骨神经|神经|甲状腺|"
    r"乳腺|子宫|卵巢|前列腺|跟腱|听力|视力|记性|记忆力|免疫力|抵抗力|睡眠|消化|胃口|韧带|半月板|血管|身体|身子"
)
_HEALTH = (
    re.compile(r"(?:做|动|接受)[过了完](?:了|一次|两次|大|小)?(?P<what>[^，]{1,10}手术)$"),
    re.compile(rf"(?:一到.{{1,5}}?就|(?:老|总|常)?(?:爱|容易)?)(?:犯|得|闹)(?P<what>{_ILLNESS})$"),
    re.compile(
        r"(?:被)?(?:(?:确|初步|临床)?诊(?:断)?(?:出|为|过|是)?(?:了)?|查出(?:来)?了?|"
        r"检查出(?:来)?了?|体检(?:发现|查出)|得了?(?:过)?|患(?:有|上|了)?|有|犯过?|生过|落下|"
        r"遗传了?|查出)+(?:过|了|着)?(?:有|得了?|患有?)?(?P<what>(?:高度|轻度|轻微的?|中度|重度|"
        r"严重的?|一?点儿?|一次|两次|几次|先天性?|遗传性?|家族性?|老|多年的?|早期|很严重的|II型|2型|二型|"
        rf"1型|一型|妊娠期?)*{_ILLNESS})(?:病史|史|的毛病|的问题|好几年|{NUMERAL}年)?(?:了)?$"
    ),
    re.compile(
        rf"(?:是)?(?P<what>(?:轻度|中度|重度|先天性?|腰|颈)?{_ILLNESS})(?:患者|(?:一)?(?:发作|犯病)[^，]*|很严重|(?:犯|发作)[过了](?:[\d一二两三四几好多]+[次回])?(?:之后|以后|后)?|[一二三四1-4][期级]|[早中晚前]期|犯了[^，]*|老毛病|还没(?:好|痊愈|恢复)[^，]{{0,3}}|刚好|老犯|反复发作|好多年|好几年|很多年|比较严重|"
        rf"{NUMERAL}多?年)?(?:了)?$"
    ),
    re.compile(
        r"(?:是)?(?P<what>(?:过敏体质|易过敏体质|左撇子|色盲|色弱|轮椅使用者|听障人士|"
        r"视障人士|疤痕体质|瘢痕体质|[一-鿿]{1,2}性?体质|敏感肌|敏感皮|油皮|干皮|混[油干]皮|孕妇|Rh阴性血?|熊猫血))(?:了)?$"
    ),
    re.compile(
        rf"(?:已经|都)?(?P<what>怀孕|怀[二三双][胎孩胞宝]胎?|怀上(?:孩子|宝宝|二胎)?|孕[早中晚]期|孕(?=[\d一二三四五六七八九十]))(?:了)?(?:{NUMERAL}个?(?:多)?(?:月|周))?(?:了)?$"
    ),
    re.compile(
        rf"(?P<what>耳朵?(?:有点|越来越)?(?:背|聋)|眼睛?(?:有点)?花|(?:腿脚|手脚)不(?:太)?(?:便|好使)|(?:左|右|双|两)?[只条边]?(?:[耳眼](?=听|视))?(?:{_BODY}){{1,2}}(?:部|"
        r"上|里|这块儿?)?(?:也|都|一直|老|总|经常|有点儿?|不太?|特别|很)*(?:受过?伤|受了伤|不太?(?:好|行)|不利索|不灵便?|不方便|不利落|好使|(?:置换|切除|移植|缝合)(?:过|了)?|做[过了完][^，]{0,4}手术|"
        r"动过手术|骨折过?|骨裂过?|扭伤|崴过?|拉伤|劳损|发炎|囊肿|有(?:旧?伤|毛病|问题|结节|炎症?|积液|囊肿)|"
        r"疼|痛|酸痛|不舒服|弱|差|虚|敏感|退化|变形|脱臼过?|移位|损伤|撕裂|断过))(?:过|"
        r"了)?$"
    ),
    re.compile(
        r"(?:是)?(?P<what>[一-鿿]{1,6}(?:病|症|炎|癌)患者|高度近视|(?:[左右双]?眼睛?)?(?:近视|远视|散光)[\d一二三四五六七八九十百]+度)$"
    ),
    re.compile(
        r"(?:[^，]{1,4}[里上内]?)?(?:打|装|植入?|放|做)(?:了|过|着)(?:[一两三几][块根个颗])?"
        r"(?P<what>钢板|钢钉|支架|起搏器|人工关节|种植牙|烤瓷牙|搭桥)$"
    ),
    re.compile(
        r"(?:[左右双两][耳眼边]|耳朵)?(?:正|一直)?(?:在)?(?:戴|装|安)(?:着|了|过)?(?:一?[副个])?(?P<what>牙套|助听器|(?:心脏)?起搏器|(?:心脏)?支架|假牙|假肢|义肢|人工耳蜗|胰岛素泵)$"
    ),
)
_READINGS = re.compile(
    r"(?P<what>(?:血压|血糖|血脂|尿酸|胆固醇|眼压|转氨酶|心率|心跳|甘油三酯|血红蛋白)"
    r"(?:一直|一向|老是?|总是?|有点儿?|比较|稍微|偏|都|也|很|太|特别|挺)*(?:偏)?(?:高|低|快|慢))(?:了|的)?$"
)
_EXAMINED = re.compile(
    r"^(?:被)?(?:检查|体检|医院|医生)?(?:查出来?|检查出来?|查了说|体检发现)(?:了|说)?"
    rf"(?={_BODY})"
)
_PASSES = re.compile(r"(?:不舒服|疼|痛|酸痛|不行)$")
_OF_THE_MOMENT = re.compile(r"有点|好[疼痛]|突然|还|又")
_HEALTH_NOT = re.compile(
    r"^(?:生|得|犯|看|装|治)?(?:了)?(?:病|毛病)$|什么病|相思|公主病|懒癌|拖延症|"
    r"选择困难症|强迫症式|社恐"
)


def allergy(s: Statement) -> Iterator[Found]:
    named_before = _REACTED.match(s.before_text) if _IS_ALLERGY.fullmatch(s.core) else None
    if named_before and not s.negation:
        yield Found(attribute="allergy", value=thing(named_before["what"]), confidence=0.9)
        return
    tested = _TESTED.match(s.core)
    if tested and ("皮试" in s.core or "过敏" in s.core):
        yield Found(attribute="allergy", value=thing(tested["what"]), confidence=0.9)
        return
    reacts = re.fullmatch(
        r"(?:一?吃(?:了)?就|会|容易|严重)*(?:过敏|[起长](?:红?疹子?|荨麻疹)|"
        r"[浑全]身(?:发)?痒|呼吸困难)(?:的)?",
        s.core,
    )
    if reacts and s.after == "avoids" and not s.negation:
        named = re.search(
            r"(?:吃|喝|碰|沾|用|打)(?:不了|不得|不来|任何)?(?P<what>[^，吃喝碰沾了]{1,6})$",
            s.before,
        ) or re.match(r"(?P<what>[^，不]{1,6}?)(?:我|都|也)*不能(?:吃|喝|碰|沾|用|打)", s.before)
        if named:
            yield Found(attribute="allergy", value=thing(named["what"]), confidence=0.9)
            return
    if "过敏" not in s.core and not re.search(
        r"疹|荨麻疹|[嘴喉嗓脸舌唇].{0,3}肿|休克|痒|红点|风团|疙瘩|大包", s.core
    ):
        return
    for pattern in _ALLERGY:
        match = pattern.match(s.core)
        if match is None:
            continue
        groups = match.groupdict()
        what = _SEVERE.sub("", thing(match["what"])).removeprefix("是")
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


def _is_drug(what: str) -> bool:
    return bool(_DRUG.search(what)) and what not in _NO_DRUGS


def _drug_in(text: str) -> str:
    """Return the medicine that a clause speaks of (氨氯地平吃着腿肿), "" if it names none."""
    ends = [m.end() for m in re.finditer(_DRUG.pattern.removesuffix("$"), text)]
    names = [text[at:end] for end in ends for at in range(max(end - 8, 0), end - 1)]
    whole = [n for n in names if _is_drug(n) and all(w.tag[0] in "nvaxgijlz" for w in tag(n))]
    return max(whole, key=len, default="")


def _without_times(s: Statement) -> str:
    """Return the predicate without the dates inside it (优甲乐上个月停)."""
    core = s.core
    for time in s.times:
        core = core.replace(time.text, "")
    return core


def stopped(s: Statement) -> Iterator[Found]:
    """Read 停了氨氯地平, 降压药不吃了, 把二甲双胍换成胰岛素, 改吃缬沙坦."""
    if s.is_request or s.has_time(TimeKind.PASSING):
        return
    s = replace(s, core=_without_times(s))
    swapped = _SWAPPED.match(s.core)
    if swapped and not s.negation and _is_drug(thing(swapped["new"])):
        old = thing(swapped["old"])
        if _is_drug(old):
            yield Found(attribute="medication", value=old, mode=Mode.DENIAL)
            yield Found(attribute="medication", value=thing(swapped["new"]), confidence=0.9)
            return
    other = _IN_ITS_PLACE.match(s.core)
    what = thing(other["what"]) if other and not s.negation else ""
    if what and (_is_drug(what) or s.after == "medication"):
        yield Found(attribute="medication", value=what, confidence=0.9)
        return
    given_up = ""
    if s.negation and s.is_denial:
        match = _NO_LONGER_TAKEN.match(s.core)
        given_up = thing(match["what"]) if match else ""
    elif not s.negation:
        match = next((m for pattern in _STOPPED if (m := pattern.match(s.core))), None)
        given_up = thing(match["what"]) if match and s.ends_in_le | ("了" in s.text) else ""
        if not _is_drug(given_up) and _STOPPED_IT.match(s.core):
            given_up = _drug_in(s.before)
    if _is_drug(given_up):
        yield Found(attribute="medication", value=given_up, mode=Mode.DENIAL, reads_negation=True)


def medication(s: Statement) -> Iterator[Found]:
    lasting = _CANNOT_STOP.match(s.negation + s.core) or _CANNOT_STOP.match(s.core)
    if lasting and _is_drug(thing(lasting["what"])) and not s.is_request:
        yield Found(attribute="medication", value=thing(lasting["what"]), confidence=0.85)
        return
    taken = _TAKES.match(s.core)
    if taken and not s.negation and (taken["verb"] == "服用" or s.after == "medical_condition"):
        yield Found(attribute="medication", value=thing(taken["what"]), confidence=0.85)
        return
    dose = _DOSE.match(s.core) if s.has_time(TimeKind.OFTEN) else None
    if dose and not s.negation and not s.is_request:
        yield Found(attribute="medication", value=thing(dose["what"]), confidence=0.8)
        return
    match = _MEDICINE.match(re.sub(r"^[^，吃用]{1,10}?(?:的时候|时)", "", s.core))
    if match is None or s.is_request:
        return
    for value in nouns(match["what"]):
        aimless = _AIM.sub("", value)  # 氨氯地平降血压, not 降压药
        value = aimless if _is_drug(aimless) else value
        if _is_drug(value):
            yield Found(attribute="medication", value=value, confidence=0.9)


def is_illness(words: str) -> bool:
    return bool(re.fullmatch(_ILLNESS, thing(words)))


def health(s: Statement) -> Iterator[Found]:
    free_of = re.match(rf"没(?:有)?(?:得)?(?P<what>{_ILLNESS})$", s.negation + s.core)
    if free_of and s.person is not None and not s.is_request:
        what = thing(free_of["what"])
        yield Found(attribute="medical_condition", value=what, mode=Mode.DENIAL)
        return
    unwell = re.fullmatch(
        rf"(?:{_BODY})+不(?:太|怎么)?(?:好使?|行|利索|灵便?|方便|利落)(?:使|用)?", s.core
    )
    if (s.negation and not unwell) or s.is_request:
        return
    intolerant = re.fullmatch(
        r"(?P<of>乳糖|麸质|果糖|酒精|咖啡因)(?:完全|根本)?(?:耐受不了|不耐(?:受)?)", s.core
    )
    if intolerant:
        value = intolerant["of"] + "不耐受"
        yield Found(attribute="medical_condition", value=value, keeps_now=True)
        return
    s = replace(s, core=_EXAMINED.sub("", s.core))
    reading = _READINGS.match(s.core)
    if reading and s.person is not None and not s.has_time(TimeKind.DATE, TimeKind.PASSING):
        yield Found(attribute="medical_condition", value=thing(reading["what"]), keeps_now=True)
        return
    for index, pattern in enumerate(_HEALTH):
        match = pattern.match(s.core)
        if match is None or _HEALTH_NOT.search(s.core) or re.search("[我你他她它]", match["what"]):
            continue
        passing = s.has_time(TimeKind.DATE, TimeKind.PASSING) or _OF_THE_MOMENT.search(s.core)
        if index == 6 and _PASSES.search(s.core) and passing:
            continue  # 今天胃不舒服
        loose = (
            s.person is None
            and not s.has_time(TimeKind.RECENT)
            and "有点" not in "".join(s.adverbs)
            and not (s.leads and re.match(_ILLNESS, s.core))
            and not re.search(r"(?:[\d一二两三四五六七八九十几半]|好几|多)年", s.core)
        )
        if index == 3 and (
            loose or re.search(r"的|是|了|遇|怎么|犯|就|治|得了?|有", match["what"])
        ):
            continue
        parts = re.split(r"和|、|跟|以及|还有", thing(match["what"]))
        several = len(parts) > 1 and all(map(is_illness, parts))
        for value in parts if several else [thing(match["what"])]:
            yield Found(attribute="medical_condition", value=value, confidence=0.9, keeps_now=True)
        return
