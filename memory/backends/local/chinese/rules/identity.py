"""Who somebody is: name, form of address, age, birthday, marriage, languages, belief."""

import re
from collections.abc import Iterator
from datetime import timedelta

from memory.backends.local.chinese.dates import TimeKind
from memory.backends.local.chinese.found import Found, nouns, thing
from memory.backends.local.chinese.people import FAMILY, ME, ROLE, SURNAMES, named_person
from memory.backends.local.chinese.script import NUMERAL, plain_number, to_number
from memory.backends.local.chinese.statement import Statement
from memory.backends.local.chinese.words import is_listed, tag
from memory.domain.kinds import CHINESE_ROLES

_NAME_WORD = r"(?:[一-鿿]{1,4}(?:·[一-鿿]{1,6})?|[A-Z][A-Za-z]*(?: [A-Z][a-z]+)?)"
_CALLED = re.compile(
    r"(?:[^，是叫]{1,6}[上里]的?)?(?:(?:全|大|本|真)?名字?(?:就)?(?:是|叫做?|为)|"
    r"姓名[是为:：]*|名叫|[取起]名(?:字)?(?:叫做?|为|是)?|叫做?|"
    rf"就?是叫)(?P<name>{_NAME_WORD})$"
)
_SURNAME = re.compile(r"(?:鄙|免贵)?姓(?P<name>[一-鿿]{1,2})$")
_FOREIGN_NAME = re.compile(
    rf"(?:(?:英文|中文|日文|韩文|法文)名字?|(?:的)?(?i:english ?name))(?:是|叫做?|"
    rf"为)?(?P<name>{_NAME_WORD})"
)
_REAL_NAME = re.compile(rf"(?:大名|真名|本名|全名|学名)(?P<name>{_NAME_WORD})$")
_NICKNAME = re.compile(
    rf"[^，我]{{0,4}}(?:昵称|网名|外号|小名|乳名|绰号|花名)(?:是|叫做?|为)?[“\"]?(?P<name>{_NAME_WORD})[”\"]?$"
)
_COMPOUND_SURNAME = re.compile(
    r"欧阳|端木|上官|司马|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|夏侯|轩辕|宇文|长孙|独孤|南宫|百里|呼延|西门|闻人|赫连|澹台|申屠|淳于|太史|钟离|第五"
)
# Names of other peoples in Chinese characters: 阿依古丽, 扎西次仁.
_TRANSLITERATED = re.compile(
    r"[阿艾买麦热古丽娜尼迪力努尔木江巴提吐逊依萨拉买合帕孜汗克迦扎西卓玛次仁多吉达娃央金桑格央嘎诺布旺堆洛桑其乌云苏日娜巴特其木格额呼和宝力德吉雅朝鲁孟哈萨别肯叶斯努玛沙吾尔古力波加]{3,6}"
)
_ANTECEDENT = re.compile(
    r"(?:(?:备注|落款|收件人?|名字)?(?:写|填|叫|署|登记|用)|(?:备注|落款|收件人)是?)(?:的是|个|上|成)?[“\"]?(?P<name>[一-鿿]{2,4}?)[”\"]?(?:就行|就好|即可|吧|就可以)?$"
)
_GOES_ON_ABOUT_ME = re.compile(
    r"(?:今年|刚满|马上|快)?[\d一二三四五六七八九十]{1,3}(?:岁|了)|[一-鿿]{2,6}人$|(?:现在|目前)?(?:人)?(?:在|住)[^，]{2,12}$|做[^，]{2,10}的$|来自|毕业于|"
    r"(?:是|当)(?:一?[个名位])[^，]{2,10}$|[^，]{2,10}专业|[男女](?:生|的)?$|(?:读|上|念)[^，]{1,8}$|很?高兴认识|请多关照|叫我"
)
_TITLE_ADDED = re.compile(
    r"(?:叫|称呼|喊)?我?(?:的)?(?:时候?|的话)?(?:就|请|麻烦|可以|要|得)*(?:在)?我?(?:的)?(?:名字|姓|全名|姓氏|大名)(?:后面?|之后|后头)(?:再|都|要|请|记得|得)*"
    r"(?:加|带|缀|跟)(?:上|个|一个|着)*[“\"「]?(?P<title>老师|同学|先生|女士|[总工哥姐]|大夫|医生|教授|师傅|叔叔?|阿姨|酱|君|律师|经理)[”\"」]?"
    r"(?:两个字|二字|这个字|俩字)?$"
)
_AM = re.compile(rf"(?:就?是|系)(?P<name>{_NAME_WORD})$")
_ADDRESS = re.compile(
    r"(?:可以|就|请|直接|都|能|一般|习惯)*(?:叫|喊|称呼?|管)我(?:一声)?(?:为|做|作|"
    r"叫)?(?P<name>[^，的]{1,14})$"
)
_CALLED_BY_ALL = re.compile(
    r"(?:[^，我你]{0,4}(?:大家|群里|班里|单位里?|厂里|街坊|邻里|网上|店里|队里|朋友|同事|家人|家里人?|同学|别人|身边的?人|周围的?人|人家|他们|亲戚|圈里))们?"
    r"(?:都|一般|平时|习惯|喜欢|就|一直)*(?:(?:管|把)我(?:叫|喊|称)(?:做|作|成)?|(?:叫|喊|称呼)我)[“\"「]?(?P<name>[^，的“”\"「」]{1,8})[”\"」]?$"
)
_AGE = re.compile(
    rf"(?:(?:年龄[:：]?|年纪|岁数|虚岁|周岁)?[是满刚有]?(?:今年|现在)?)(?P<age>{NUMERAL}|"
    r"[一二三四五六七八九]十有[一二三四五六七八九])(?P<unit>周?岁半?|多岁|岁零?(?:[一两二三四五六七八九十]+|\d+)个?月)?(?:高龄|出头|"
    r"有余)?(?:了|"
    r"的人了?)?(?:大?了)?$"
)
_BIRTHDAY = re.compile(
    r"(?:的?(?:公历|农历|阴历|阳历)?(?:生日|birthday)|出生日期|生辰)(?:是|在|为|:|：)?(?P<day>.*\d.*|"
    r".*[月年].*|七夕|中秋|元旦|国庆|除夕|端午|重阳|圣诞|平安夜|元宵|清明|立[春夏秋冬]|冬至|夏至|情人节|劳动节|儿童节|愚人节)(?:节|那天|当天)?$"
)
_BIRTH_YEAR = re.compile(
    r"(?P<copula>是)?(?P<year>(?:19|20)?\d\d年|[〇零一二三四五六七八九]{2}年(?=的|生|出生)|(?:19|20)?\d\d年[正腊冬一二三四五六七八九十]+月)(?P<end>的|生人?|生的|出生的?)?$"
)
_OF_A_RELATIVE = re.compile(
    rf"(?P<day>[^，我]{{2,10}}?)(?:就|刚好|正好)?是(?:我(?:们)?(?:家)?的?)(?:大|小)?(?P<role>{ROLE})的?(?:\d+岁)?生日"
)
_FEAST = (
    r"(?:元旦|春节|除夕|元宵节?|情人节|妇女节|愚人节|清明节?|劳动节|五一|青年节|儿童节|六一|端午节?|建党节|建军节|七夕|中秋节?|教师节|国庆节?|十一|重阳节?|"
    r"光棍节|双十一|平安夜|圣诞节?|冬至|夏至|立[春夏秋冬]|腊八|小年|[\d一二三四五六七八九十]+月[\d一二三四五六七八九十]+[日号]?)"
)
_SHARED_DAY = re.compile(
    rf"(?:的)?(?:生日)?(?:就|刚好|正好|恰好)*(?:跟|和|与|同)(?P<day>{_FEAST})(?:是)?(?:同)?一天"
    r"(?:过?生日|出?生(?:的)?)?"
)
_BORN_BEFORE = re.compile(r"我[^，]*(?:生日|同(?:一)?[天日](?:出|过)?生日?|过生日)$")
_LUNAR_DAY = (
    r"(?:[正腊冬一二三四五六七八九十]+月)(?:初[一二三四五六七八九十]|廿[一二三四五六七八九]?|卅|"
    r"[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])(?:[日号])?"
)
_LUNAR_BIRTHDAY = re.compile(
    rf"(?:农历|阴历|老历|旧历)?(?P<day>{_LUNAR_DAY})(?:那天)?(?:才)?(?:过|做|是)(?:我)?的?(?:生日|寿|生)"
)
_GENDER = re.compile(
    r"(?:是|性别[是为]?)?(?:一?[个名位])?(?P<value>男|女)(?:生|的|性|孩子?|人|士|孩儿)?$"
)
_MARRIAGE = (
    (
        re.compile(
            r"(?:是)?(?:个)?(?:单身|母胎单身|单身狗|没(?:有)?(?:对象|男朋友|女朋友|男友|女友)|"
            r"没谈恋爱)"
        ),
        "单身",
    ),
    (
        re.compile(
            r"(?:(?:和|跟|与).{1,8}?)?(?:已经)?(?:离婚|离异|离了婚|离过婚|离的婚|办了离婚)|(?:早就?|已经|都)?离(?:了|了?[\d一二两三四五六七八九十几]+多?年)?$"
        ),
        "离婚",
    ),
    (re.compile(r"(?:丧偶)"), "丧偶"),
    (re.compile(r"(?:未婚(?!妻|夫))"), "未婚"),
    (re.compile(r"(?:(?:和|跟|与)[^，]{1,8}?)?(?:刚|已经)?(?:订婚|订了婚|定了亲)"), "已订婚"),
    (
        re.compile(
            r"(?:(?:和|跟|与)?(?:我)?[^，不爱想要怕行着]{0,8}?|闪|裸)?(?:结婚(?!纪念|典礼|照|请柬)|已婚|成家|领证|领了证|领的证|结了婚|结的婚|"
            r"嫁人|隐婚|再婚)"
        ),
        "已婚",
    ),
)
_LANGUAGE = (
    r"(?:[一-鿿]{0,3}(?<![回答我用])(?:语|文)(?!言|法|学|气|文|化|件|章|调)|"
    r"[粤四东川闽客沪普上山广温潮台杭湖][一-鿿]{0,3}话|普通话|方言|English|Japanese|"
    r"French)"
)
_ONE_LANGUAGE = re.compile(
    r"[英日法德韩俄葡汉粤闽客中]语|西班牙语|葡萄牙语|意大利语|阿拉伯语|[中英日法德韩俄]文|普通话|"
    r"[一-鿿]{1,3}?[话语文]|[A-Z][a-z]+"
)
_SPEAKS = re.compile(
    r"(?:会(?:说|讲|用)?|能(?:说|讲|听懂)|听得懂|懂|精通|说(?:的是)?|讲|(?:的)?(?:母语|"
    r"第一语言)(?:是|为)|掌握|流利地?(?:说|讲)|学过)(?:一口)?(?:流利的?|一?点儿?|一些|"
    rf"基础的?|简单的?|地道的?)*(?P<list>{_LANGUAGE}(?:(?:、|和|跟|以及|还有|"
    rf"与)(?:一?点儿?)?{_LANGUAGE})*)(?:和|、)?[^，]{{0,4}}$"
)
_LANGUAGES_FIRST = re.compile(
    rf"(?P<list>{_LANGUAGE}(?:(?:、|和|跟|以及|还有|与)?{_LANGUAGE})*)(?:我)?(?:都|也|"
    r"还)*会(?:说|讲)?(?:一?点儿?|一些)?$"
)
_LANGUAGE_LEVEL = re.compile(
    r"(?:的)?(?P<language>[英日法德韩俄葡中汉粤西班牙泰]{1,3}[语文])(?:水平|口语)?"
    r"(?:是|有|过了?|考过了?|达到|说得|讲得|还)?(?:很|挺|比较|特别)?"
    r"(?:[四六八]级|[NBCA][1-5]|专[四八]|流利|母语水平|不错|雅思[\d.]+|托福\d+)(?:水平)?$"
)
_BETTER_THAN = re.compile(
    rf"(?P<language>{_LANGUAGE})(?:说|讲)得(?:还|很|挺|比[^，]{{1,4}})?(?:好|溜|流利|不错)$"
)
_LANGUAGE_LEARNT = re.compile(
    rf"(?:二外|第二外语|母语)(?:是|学的?是?)?(?P<second>{_LANGUAGE})$|"
    rf"(?P<native>{_LANGUAGE})是我的?(?:母语|第[一二三]语言)$|"
    rf"(?P<language>{_LANGUAGE})(?:我)?(?:也|都|倒是)*(?:还行|还可以|还不错|一般般?|马马虎虎|凑合|够用|只会[^，]{{1,5}}|"
    r"(?:能|可以|会)(?:聊|说|讲|听|看|唱|写|骂|扯|来)(?:上)?(?:个)?(?:几|两|三|一)(?:句|点|嗓子)|(?:能|可以)(?:跟|和|与)[^，]{1,6}?(?:谈|聊|吵|砍|沟通|交流|对话|讲)[^，]{0,3}|(?:能|可以|够)(?:日常|基本|简单|流利|正常|勉强)*(?:交流|沟通|对话|会话|读写|看书|看文献|听说)|(?:才)?刚?(?:入门|起步)|"
    rf"自?学到了?[初中高]级|自?学(?:过|了)(?:{NUMERAL}|几|好几|半)?个?(?:[年月]多?|一?点�?|一段时间)?|"
    r"(?:能|勉强能?|大概能?)?听得?懂)[^，]{0,3}$"
)
_BELIEF = re.compile(
    r"(?:信仰?(?:奉|的是)?|皈依了?)(?P<value>(?![你我他她它这那谁]|任|心|用|息|号|箱|件|誓|"
    r"了)[一-鿿]{1,5}教?)$|(?:是|作为)(?:一?[个名位])?(?:虔诚的)?(?P<noun>穆斯林|回民|"
    r"基督徒|佛教徒|天主教徒|道教徒|信徒|无神论者|犹太教徒|[一-鿿]{1,3}教徒)$|"
    r"宗教信仰是(?P<faith>[一-鿿]{2,5})$"
)
_TRAIT = re.compile(
    r"(?:的)?(?P<topic>口头禅|座右铭|星座|属相|生肖|MBTI|人格类型|人生信条|信条|幸运数字|幸运色)(?:就|一直)*(?:是|:|：)(?P<value>[^，]{1,14})$|"
    r"是(?:个|典型的?)?(?P<sign>[一-鿿]{2}座|[IE][NS][TF][JP])(?:人|的|男|女)?$",
    re.I,
)
_MY_OWN_NAME = re.compile(
    r"[这那](?:个|才|就)*是我(?:的)?(?:本名|真名|大名|全名|名字|身份证(?:上的?)?名字?|姓名)[啦呀啊哦。！!~]*"
)
_NOT_CALLED = re.compile(
    r"(?:我|你|他|什么|外卖|车|人|醒|停|苦|滴滴|救|不|起|上|出|了|过|着|个|一|老师来|家长|做)"
)


def name(s: Statement) -> Iterator[Found]:
    called = _CALLED.match(s.core)
    if (
        called
        and not s.is_request
        and is_name(called["name"], is_named=bool(s.person) and not s.is_carried)
    ):
        yield Found(attribute="name", value=called["name"], confidence=0.95)
        return
    apposed = s.person is ME and re.match(r"(?:本人|鄙人|在下|我)$", s.text[: s.core_start].strip())
    if apposed and 2 <= len(s.core) <= 4 and _is_whole_name(s.core):
        yield Found(attribute="name", value=s.core, confidence=0.8)
        return
    nick = _NICKNAME.match(s.core)
    if nick and (s.person is not None or s.is_carried):
        value = nick["name"]
        text = f"用户希望被称呼为{value}"
        yield Found(attribute="form_of_address", value=value, text=text, confidence=0.75)
        return
    surname = _SURNAME.match(s.core) or _FOREIGN_NAME.match(s.core) or _REAL_NAME.match(s.core)
    if surname:
        yield Found(attribute="name", value=surname["name"], confidence=0.8)
        return
    nickname = re.fullmatch(
        r"(?:就)?是(?P<name>阿[A-Z][a-z]+|[小阿][一-鿿]|[A-Z][a-z]{2,})", s.core
    )
    if nickname and s.person is ME and not (s.is_possessor or s.negation):
        word = nickname["name"]
        if not is_listed(word) or tag(word)[0].tag.startswith("nr"):
            yield Found(attribute="name", value=word, confidence=0.75)
            return
    am = _AM.match(s.core)
    if am and s.person is ME and not s.is_possessor:
        words = tag(am["name"])
        surnames = words[0].tag in ("nr", "nrt", "nrfg") and len(am["name"]) in (2, 3)
        if (
            surnames
            and "".join(w.text for w in words) == am["name"]
            and len(words) <= 2
            and not _NOT_A_NAME.search(am["name"])
        ):
            yield Found(attribute="name", value=am["name"], confidence=0.8)
        elif _is_strange_name(am["name"]) or _is_common_word_as_name(am["name"], s):
            yield Found(attribute="name", value=am["name"], confidence=0.75)


def _is_whole_name(word: str) -> bool:
    """Say whether a predicate is nothing but a full name: 本人覃海燕."""
    words = tag(word)
    surname = word[0] in SURNAMES and len(word) <= 3
    named = all(w.tag.startswith("nr") for w in words) and not is_listed(word)
    return (surname and named and not _NOT_A_NAME.search(word)) or _is_strange_name(word)


def _is_strange_name(word: str) -> bool:
    """Say whether a word is a name by its make: 端木青, 阿依古丽."""
    surname = _COMPOUND_SURNAME.match(word)
    if surname and 1 <= len(word) - surname.end() <= 2:
        return not _NOT_A_NAME.search(word[2:])
    return bool(_TRANSLITERATED.fullmatch(word)) and (len(word) > 3 or not is_listed(word))


def _is_common_word_as_name(word: str, s: Statement) -> bool:
    """Say whether 高原 in 我是高原，做测试的 is a name: a surname, and more about oneself."""
    shaped = len(word) in (2, 3) and word[0] in SURNAMES and not _NOT_A_NAME.search(word)
    noun = all(w.is_noun or w.tag[0] in "ntav" for w in tag(word))
    introduced = bool(_GOES_ON_ABOUT_ME.match(s.following)) and s.person is ME
    return shaped and noun and introduced and not _IS_A_KIND.search(word)


_IS_A_KIND = re.compile(
    r"[座型派党迷控粉狗猫吃货漂客友伙兵医工商民国省市县区校系班届级后前男女男岁]$|学|金牌|全职|单身|白领|蓝领|高[中考]|马大"
)


def name_before(text: str, before: str) -> str:
    """Return the name that 这是我本名 points back to, "" when it points to none."""
    named = _ANTECEDENT.search(before) if _MY_OWN_NAME.fullmatch(text.strip()) else None
    return named["name"] if named else ""


_NOT_A_NAME = re.compile(
    r"^(?:马大|白领|金牌|高冷|包工)|[北沪深广杭港]漂|[师员者家生人长的了我你他是不在有子族]$|^(?:什么|外卖|车|人|醒|停|好|苦|滴滴|救)"
)


def is_name(word: str, *, is_named: bool) -> bool:
    """Say whether a word may be a name. Without a subject (叫做清蒸鲈鱼) it must look like one."""
    if _NOT_CALLED.match(word):
        return False
    return is_named or word[0] in SURNAMES or tag(word)[0].tag in ("nr", "nrt", "nrfg", "eng")


def form_of_address(s: Statement) -> Iterator[Found]:
    added = _TITLE_ADDED.search(s.text.strip(" 。！!~～，,吧哦啊就好行可以"))
    if added and not s.negation:
        value = added["title"]
        yield Found(attribute="form_of_address", value=value, text=f"用户希望在名字后加上{value}")
        return
    called = (
        _ADDRESS.match(s.core)
        or _CALLED_BY_ALL.match(s.text.strip(" 。！!~～"))
        or re.match(r"(?:可以|就|请)?(?:叫|喊|称呼)(?P<name>[小老阿][一-鿿])$", s.core)
    )
    if not called or any(t.kind is TimeKind.DATE and not t.is_around_now for t in s.times):
        return
    value = thing(re.split(r"或者?|[都也](?:可以|行|好|成)", called["name"])[0])
    words = tag(value)
    if (
        not value
        or (words[0].tag[0] == "v" and len(words) > 1)
        or re.search(r"[去来做吃看写帮加交起把给别不]|^(?:名字|全名|本名|真名|大名|昵称)$", value)
    ):
        return
    if s.negation or re.search(r"别|不要|不用", "".join(s.adverbs)):
        return
    if "我" not in s.core and not re.search(r"可以|就|请|吧", s.text):
        return
    yield Found(
        attribute="form_of_address", value=value, text=f"用户希望被称呼为{value}", confidence=0.95
    )


def renamed(s: Statement) -> Iterator[Found]:
    """Read 叫王总 where another form of address was refused just before."""
    called = re.match(
        r"(?:就|请|改|还是|直接)*(?:叫|喊|称呼)(?:我)?(?P<name>[^，的我]{1,8}?)(?:就好|就行|吧|好了)?$",
        s.core,
    )
    named = called and re.match(r"(?:名字|全名|本名|真名|大名)", called["name"])
    if called and not (s.negation or named):
        value = thing(called["name"])
        yield Found(attribute="form_of_address", value=value, text=f"用户希望被称呼为{value}")


_YOUNG = frozenset("child son daughter grandson granddaughter nephew niece sister brother".split())
_CHILDS_AGE = re.compile(
    rf"(?:今年|都|才|刚|已经|也|满|快)*(?:(?P<age>{NUMERAL})(?:岁)?(?:了|多)?|(?:满|过)?(?:一)?周岁(?:了)?)"
)


def age(s: Statement) -> Iterator[Found]:
    turning = re.match(rf"(?:是|过(?:完|了)?)(?:我的?)?(?P<age>{NUMERAL})岁?(?:的)?生日", s.core)
    if turning and s.person in (ME, None):
        yield Found(attribute="age", value=plain_number(turning["age"]), keeps_now=True)
        return
    feast = re.match(rf"(?:过|办|满)?(?P<age>{NUMERAL})岁?大?(?:寿|寿辰|大寿)", s.core)
    if feast and s.person is not None:
        yield Found(attribute="age", value=plain_number(feast["age"]), keeps_now=True)
        return
    child = s.person is not None and s.person.subject in _YOUNG and not s.is_possessor
    of_child = _CHILDS_AGE.fullmatch("".join(s.adverbs) + s.core) if child else None
    if of_child:
        number = to_number(of_child["age"]) if of_child["age"] else 1
        if number and 0 < number < 40:
            value = plain_number(of_child["age"]) if of_child["age"] else "1"
            yield Found(attribute="age", value=value, confidence=0.85, keeps_now=True)
            return
    match = _AGE.match(s.core)
    if not match or s.is_possessor and not s.core.startswith(("年龄", "年纪")):
        return
    number = to_number(match["age"])
    this_year = "今年" in s.leading_times or "都" in s.adverbs or "已经" in s.adverbs
    if (
        number is None
        or not 0 < number < 120
        or not (
            match["unit"]
            or "有" in match["age"]
            or s.core.startswith("年龄")
            or (s.ends_in_le and s.person and number >= 10)
            or s.core.startswith(("虚岁", "周岁"))
            or (
                s.core.startswith("满")
                and number >= 10
                and s.has_time(TimeKind.RECENT, TimeKind.DATE)
            )
            or _stands_behind_a_relative(s, number)
            or (this_year and number > 2)
        )
    ):
        return
    yield Found(
        attribute="age",
        value=plain_number(match["age"]),
        confidence=0.9,
        keeps_now=True,
        begins_then=True,  # 我妈七月满七十
    )


def _stands_behind_a_relative(s: Statement, number: float) -> bool:
    """Say whether a bare number is an age: 我老公45，做销售."""
    of_kin = s.person is not None and s.person.subject in FAMILY and not s.is_possessor
    return of_kin and number >= 10 and bool(re.fullmatch(NUMERAL, s.core)) and not s.times


def _day_named(s: Statement) -> str:
    """Return the one day that the clause names as a date of the calendar, "" if it names none."""
    for time in s.times:
        if time.interval and time.interval[1] - time.interval[0] < timedelta(days=1):
            return f"{time.interval[0].month}月{time.interval[0].day}日"
    return ""


def birthday(s: Statement) -> Iterator[Found]:
    match = _BIRTHDAY.match(s.core)
    if match and match["day"]:
        value = re.split(r"[，,]|而?不是", match["day"])[0]
        yield Found(attribute="birthday", value=thing(value), confidence=0.95, keeps_now=True)
        return
    if re.match(r"(?:是)?(?:我的?)?(?:过)?生日$", s.core):
        time = s.time(TimeKind.DATE)
        if time and time.interval and (time.interval[1] - time.interval[0]).days < 2:
            day = time.interval[0]
            yield Found(attribute="birthday", value=f"{day.month}月{day.day}日", keeps_now=True)
        return
    if _BORN_BEFORE.search(s.before_text) and re.fullmatch(r"(?:都|就|也)*(?:是|在)?", s.core):
        value = "".join(t.text for t in s.times if t.kind is TimeKind.DATE)
        if value and s.person in (ME, None):
            yield Found(attribute="birthday", value=value, confidence=0.85, keeps_now=True)
            return
    lunar = _LUNAR_BIRTHDAY.search(s.text)
    if lunar and s.person is not None and not s.is_request:
        yield Found(attribute="birthday", value=lunar["day"], confidence=0.9, keeps_now=True)
        return
    theirs = _OF_A_RELATIVE.match(s.text)
    if theirs and not s.is_request:
        value = thing(theirs["day"])
        if not re.search(r"[月日号初]", value):
            value = _day_named(s)
        person = named_person(CHINESE_ROLES[theirs["role"]], theirs["role"], "")
        if value:
            yield Found(attribute="birthday", value=value, subject=person, keeps_now=True)
        return
    reverse = re.match(r"(?P<day>.*[月日号\d].*?)(?:就)?是(?:我的?)?生日", s.text)
    if reverse and s.person in (ME, None):
        yield Found(attribute="birthday", value=thing(reverse["day"]), keeps_now=True)
        return
    shared = _SHARED_DAY.fullmatch(s.core)
    if shared and s.person is not None and not s.negation:
        yield Found(attribute="birthday", value=shared["day"], confidence=0.85, keeps_now=True)
        return
    year = _BIRTH_YEAR.match(s.core) or (
        _BIRTH_YEAR.fullmatch(s.text.strip()) if not s.core else None
    )
    if year and (year["copula"] or year["end"] or s.is_carried or not s.person):
        yield Found(attribute="birthday", value=year["year"], confidence=0.8, keeps_now=True)
        return
    if re.search(r"[怀孕]|预产", s.before) and s.core.startswith("生") and s.times:
        due = "".join(time.text for time in s.times)
        yield Found(attribute="event", value=due + "生", is_dated=True, keeps_now=True)
        return
    born = re.search(r"出生(?:于|在)?(?P<after>.*)$|(?<=[年月日号])生(?:人|的)?$", s.core)
    dated = [t for t in s.times if t.kind is TimeKind.DATE and not re.search(r"[上去今前]", t.text)]
    if (born or s.core.startswith(("出生", "生"))) and dated:
        value = dated[0].text
        yield Found(attribute="birthday", value=value, confidence=0.9, keeps_now=True)


def gender(s: Statement) -> Iterator[Found]:
    profile = re.fullmatch(r"(?P<gender>男|女)(?:生)?[ ，,/]*(?P<age>[1-8]\d)岁?", s.core)
    if profile and s.person is None and not s.is_request:
        yield Found(attribute="gender", value=profile["gender"], confidence=0.8)
        yield Found(attribute="age", value=profile["age"], confidence=0.8, keeps_now=True)
        return
    match = _GENDER.match(s.core)
    if re.search(r"生|怀|胎", s.before):
        return  # 我姐生了个二胎，是个男孩
    boy_or_girl = re.fullmatch(r"(?:是)?(?:一?个)?(?P<child>[男女](?:孩儿?|娃儿?|宝))", s.core)
    if boy_or_girl and s.person is not None and s.person.subject == "child" and not s.person.name:
        yield Found(attribute="family", value=boy_or_girl["child"], subject=ME)
        return
    if match and (s.core.startswith(("是", "性别")) or len(s.core) <= 2):
        yield Found(attribute="gender", value=match["value"], confidence=0.9)


def marriage(s: Statement) -> Iterator[Found]:
    if s.has_time(TimeKind.DATE) and re.search(r"要|准备|打算|即将|快|下|明|后天", s.text):
        return
    for pattern, value in _MARRIAGE:
        match = pattern.match(s.core)
        if match is None or len(s.core) > match.end() + 8:
            continue
        if value == "单身" and s.person is None and s.core[match.end() :].strip("的狗一枚了"):
            continue  # 单身狗没有人权
        if s.negation.startswith(("没", "未", "不")) or re.search(r"还没|没有?结", s.text):
            value = "未婚" if value == "已婚" else ""
        if value:
            yield Found(
                attribute="marital_status", value=value, reads_negation=True, keeps_now=True
            )
        return
    if re.match(r"(?:没|未)(?:有)?(?:结婚|成家)", s.core):
        yield Found(attribute="marital_status", value="未婚", reads_negation=True)


def language(s: Statement) -> Iterator[Found]:
    first = _LANGUAGES_FIRST.match(s.core)
    if first and not s.negation:
        for value in re.findall(_ONE_LANGUAGE, first["list"]):
            yield Found(attribute="language", value=value)
        return
    level = (
        _LANGUAGE_LEVEL.match(s.core)
        or _BETTER_THAN.match(s.core)
        or _LANGUAGE_LEARNT.match(s.core)
    )
    groups = level.groupdict() if level else {}
    spoken = groups.get("language") or groups.get("second") or groups.get("native") or ""
    if spoken and not s.is_request and spoken not in ("口语", "语文", "作文", "书面语"):
        yield Found(attribute="language", value=spoken, confidence=0.8)
        return
    learning = re.match(rf"(?:正|一直)?在自?学(?P<language>{_LANGUAGE})$", s.core)
    if learning and not s.is_request and not s.negation:
        yield Found(attribute="language", value=learning["language"], confidence=0.7)
        return
    match = _SPEAKS.match(s.core)
    if match and not s.is_request:
        for value in nouns(match["list"]):
            value = re.sub(rf"^(?:一?点点|一?点儿?|一些|{NUMERAL}年)", "", value)
            if len(value) > 1:
                yield Found(attribute="language", value=value)


def belief(s: Statement) -> Iterator[Found]:
    member = re.match(
        r"是(?:一?[个名位])?(?P<of>(?:中共)?(?:预备)?(?:党员|团员|积极分子)|民主党派)$", s.core
    )
    if member:
        yield Found(attribute="fact", value=member["of"], text=f"{{who}}是{member['of']}")
        return
    title = re.match(
        r"(?:就|可|还|曾)*是(?P<of>[^，我你他她]{1,10}(?:冠军|亚军|季军|第一名|状元|标兵|劳模|先进个人|十佳[^，]{0,4}))$",
        s.core,
    )
    if title and s.person is ME and not s.negation:
        yield Found(attribute="fact", value=title["of"], text=f"{{who}}是{title['of']}")
        return
    temper = re.match(
        r"(?:的)?性格(?:比较|有点|偏|很|挺|特别|属于)*(?P<of>[^，是]{1,4}?)(?:的|型)?$", s.core
    )
    if temper and s.person is not None and not s.negation:
        value = "性格" + temper["of"]
        yield Found(attribute="fact", value=value, text=f"{{who}}{value}")
        return
    ethnic = re.fullmatch(
        r"(?:们)?(?:一?家(?:人|子)?)?(?:都|全)*(?:是)?(?P<of>满人|旗人|藏民|维族|回族|壮族|苗族)",
        s.core,
    )
    if ethnic and s.person is ME and not s.negation:
        yield Found(attribute="fact", value=ethnic["of"], text=f"{{who}}是{ethnic['of']}")
        return
    trait = _TRAIT.match(s.core)
    if trait and not s.is_request:
        value = thing(trait["value"] or trait["sign"])
        yield Found(
            attribute="fact",
            value=value,
            text=f"{{who}}的{trait['topic'] or '星座'}是{value}",
        )
        return
    people = re.match(r"(?:都)?是(?:一?[个名位])?(?P<of>[一-鿿]{1,4}族)(?:人)?$", s.core)
    if people and not re.search(
        r"月光|上班|打工|追星|低头|北漂|蚁|工薪|家|丁克|单身|贵|一|种", people["of"]
    ):
        yield Found(attribute="fact", value=people["of"], text=f"{{who}}是{people['of']}")
        return
    match = _BELIEF.match(s.core)
    if match:
        value = match["value"] or match["noun"] or match["faith"]
        yield Found(attribute="religion", value=value, confidence=0.9)
