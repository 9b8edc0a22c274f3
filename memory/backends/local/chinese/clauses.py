"""Cuts Chinese text into sentences and clauses, and tells which of them state something."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.backends.local.frame import Clause, Skip

_SENTENCE = re.compile(r"[^。！？!?；;\n]*(?:[。！!；;\n]+|[？?]+[！!]*|$)")
_HAN_SPACE = re.compile(r"(?<=[一-鿿a-zA-Z0-9])\s+(?=[一-鿿])|(?<=[一-鿿])\s{2,}")
# Where spaces stand for commas (Han on both sides somewhere), one before a word in Latin script
# or a number parts clauses too, unless such words are set off by spaces on both sides.
_COMMA_SPACE = re.compile(r"[一-鿿]\s+[一-鿿]")
_SET_OFF = re.compile(r"[一-鿿]\s[A-Za-z0-9][A-Za-z0-9 .+-]*\s[一-鿿]")
_BEFORE_LATIN = re.compile(r"(?<=[一-鿿]{2})\s+(?=[A-Za-z0-9])")
_AWAITS = re.compile(
    r"(?:是|叫|在|有|用|到|做|为|姓|买|学|会|说|考|去|的|今年|现年|身高|体重|成绩|生日|电话|"
    r"目标|型号|版本|职位|公司)$"
)
_CLOSES = re.compile(r"(?:[过起到]?了|呢|吧|啦|啊|[一两三几]次)$")
# A second predicate without a subject: 不吃香菜|不吃葱, 喜欢猫|讨厌狗.
_NEXT_PREDICATE = re.compile(
    r"(?=只[吃喝用看听买穿][一-鿿]|(?:也|还|但)?不(?:吃|喝|碰|沾|抽|爱|喜欢|能|敢|会(?=[说讲喝抽做吃开打])|太(?=能|会|喜欢|爱))"
    r"|(?:讨厌|特别讨厌|最讨厌)[一-鿿])"
)
_FIRST_PREDICATE = re.compile(
    r"(?:不(?:吃|喝|碰|沾|抽|爱|喜欢|能|敢|会|太)|喜欢|讨厌|爱[吃喝看]|会[说讲做弹])[^的，]{1,6}(?<![也都还就又我他她你])$"
)
_BREAK = re.compile(
    r"[，,（）()…—]+|(?<!包括)(?<!记忆)(?<!记录)(?<!爱好)(?<!姓名)(?<!名字)(?<!职业)(?<!年龄)(?<!生日)(?<!住址)"
    r"(?<!目标)(?<!城市)(?<!爱好是)：+|(?<!爱好)(?<!姓名)(?<!名字)(?<!职业)(?<!年龄)(?<!生日)"
    r"(?<!城市):(?!\d)|\.{2,}|(?<=[一-鿿])\.(?=\D|$)|～+|~+"
    r"|(?<=[一-鿿]{2})(?=(?:但是|不过(?!敏|来|去|时|期)|可是|而且|并且|然后|所以|因此|"
    r"因为|同时(?!也?是)|另外|此外|虽然|以及(?=我))(?!的))"
    r"|(?<=[一-鿿]{2})(?:但|可|却)(?=[我也不没又还是]|特别|很)(?<!不但)"
    r"|(?<=[一-鿿]{3})(?=(?:也|还|又)(?:不|很|会|在|喜欢|讨厌|爱|有|"
    r"养)[一-鿿])(?<![我你他她它])(?<![爸妈])(?<![脏胃肝肾肺眼腿腰脚手耳膝背压糖])"
    r"|(?<=[一-鿿]{3})(?=(?:今年|现年)[\d二三四五六七八九]{1,3}十?[一二三四五六七八九]?岁)"
    r"|(?<=[一-鿿]{4})(?=(?:现在|目前)?(?:住在|毕业于|就职于|任职于|"
    r"来自)[一-鿿A-Z])(?<![我在是你他她妈爸友直曾经前己候])"
    r"|(?<=[一-鿿]{2})(?:和|跟|与|、)(?=我(?:女儿|儿子|爸|妈|老婆|老公)[一-鿿]{1,3}(?:是|"
    r"叫|住|在|喜))"
)
_NAMES = re.compile(r"叫|是|姓|名字")
_UNFINISHED = re.compile(
    r"[个位名]$|扮演|模仿|计划|打算|准备|希望|想要?|要[^，]*$|[在会能让把是的地得中]$"
)
_WH = re.compile(
    r"(?<!没)(?<!没有)(?<!没个)什么(?!都|也|的$|事都)|哪里|哪儿|"
    r"哪[个些种家位年天款本部一]|哪(?=[有能玩去吃买看住找办逛])|谁(?!都|也)|"
    r"怎么(?!也|都|吃|喝|说都)(?<!不怎么)|怎样|怎么样|咋|(?<!无论)如何|为什么|为啥|为何|干嘛|"
    r"干什么|多少(?!有)|几(?=[点个岁月号次种年天块斤]|千米)(?!个?(?:年|月|天|周|"
    r"小时)(?:前|后|来|以|里|内))(?<!十几)(?<!好几|这几|那几|前几|近几|"
    r"过几)|多久|多[大高远长重深贵](?=[了的吗呢？?]|$|才)|(?<!没)(?<!没有)啥(?!都|也)|吗(?!啡)|么$|难道|"
    r"请问|莫非|(?<!任)何时|何地|是否|能否|可否|有无"
)
_A_NOT_A = re.compile(
    r"(?P<verb>(?!不|没|(?<=[现正实存])在)[一-鿿])(?:不|没)(?P=verb)|(?P<word>(?!(?<=[现正实存])在)[一-鿿])[一-鿿]?不(?P=word)|有没有|"
    r"喜不喜欢|知不知道|介不介意|要不要|该不该"
)
_TAG = re.compile(
    r"^(?:好吗|好么|可以吗|行吗|好不好|行不行|可以不|ok吗|对吧|是吧|对不对|是不是|懂吗|"
    r"明白吗?|知道(?:了)?吗|(?:你)?(?:能)?记住了?(?:吗|没)|记得了吗|怎么样|如何|你呢|"
    r"你觉得呢)$",
    re.I,
)
_IF = re.compile(
    r"如果(?!可以|方便|可能)|要是|假如|假设|假使|假若|倘若|倘使|若是|若(?=我|能|有|你)|"
    r"万一|想象|设想|就算|即使|即便|哪怕|除非|只要|要不是|的话(?!题|语|剧|费)|比方说|"
    r"比如我(?=是|有|对)|本可以|本应该|要能|巴不得"
)
_POLITE_IF = re.compile(
    r"(?:如果)?(?:可以|方便|可能|有可能|不麻烦|没问题|行)的话|如果(?:可以|方便|可能)"
)
_WISH = re.compile(
    r"就好了|该多好|多好啊?$|本来(?:想|打算|要)|差点|恨不得|早知道|真想|好想(?:有|是|"
    r"成为)|但愿"
)
_SPEECH = re.compile(
    r"(?:说(?!错|岔|漏|反|话|说|明|法|服|起|得|什么也|什么都|实话)过?|问(?!题|候|号|路)过?|讲(?=[过道到，：:我]|$)|表示|"
    r"认为|觉得|以为|写道|写着|写过|提到|宣称|"
    r"回答说|告诉我们?|"
    r"劝我|喊道|喊(?!我[^，]{1,6}$)|骂我|让我猜|回复说?|声称|提醒我说)(?:了|的|我)?"
)
_SPEAKS_OFTEN = r"(?:曾经?|都|也|总|常|老|昨天|今天|刚才|经常|一直|跟我|对我|和我|给我)*"
_OTHER_SPEAKER = re.compile(
    rf"^[^，我]{{0,6}}?(?<!你){_SPEAKS_OFTEN}(?=说|问|讲|表示|认为|觉得|以为|写|提|宣称|"
    r"回答说|告诉|劝|喊|骂|让我猜|回复|声称)"
)
_OWN_SPEECH = re.compile(
    r"(?:[要若单]说最|长话短|麻烦|准确|严格|确切|换言|你|您|请|老实|坦白|实话|跟你|总的来|一般来|对我来|具体来|"
    r"比如|例如|换句话|会|能|不会|"
    r"可以|以后|回答|用|别|没|不"
    r"|上一?[条句次个]|上面|这[条句]|(?:我|已经|都|也)*[跟和与][^，]{1,6}(?:说好|讲好|说定|谈好)"
    r"|所以|因为|但|其实|我|之前|以前|上次|刚才|刚刚|前面|昨天|今天)"
)
_RELATIVE_SPEAKS = re.compile(
    r"^我(?:的)?(?:妈妈?|爸爸?|老婆|老公|朋友|同事|老板|领导|老师|女儿|儿子|姐姐?|哥哥?|"
    r"妹妹?|弟弟?|同学|室友|"
    r"奶奶|爷爷|闺蜜|上司|客户|邻居|男友|女友|男朋友|女朋友|父亲|母亲|孩子|导师)[一-鿿]{0,3}?"
    rf"{_SPEAKS_OFTEN}(?=说|问|讲|表示|认为|觉得|以为|写|提|宣称|回答说|告诉|劝|喊(?!我)|骂|"
    r"让我猜|回复|声称)"
)
_ASKS_A_LANGUAGE = re.compile(r"(?:跟|和|对|给)我(?:说|讲)[一-鿿]{1,3}[文语话]")
_HEARSAY = re.compile(
    r"听说|据说|传说|传闻|据报道|网传|据传|有人说|俗话说|常言道|古人云|人家说|"
    r"别人(?:都)?说|都说|研究(?:表明|显示|发现)|数据显示|资料显示|人们常?说|大家(?:都)?说|网上说|书上说|专家"
)
_DOCTOR = re.compile(
    r"^(?:急诊|门诊|社区|主治|[一-鿿]{1,2}科(?:的)?)?(?:医生|大夫|医院|医嘱|(?:体检|检查|化验)(?:报告|结果|单)?|检查|营养师|教练|[中西牙]医)(?:说|让|建议|叫|嘱咐|"
    r"诊断|要求|显示|提示|查出|告诉我|禁止|不让|不许|交代)+(?:过|了|我说)?"
)
_SMALL_TALK = re.compile(
    r"^(?:你好|您好|嗨|哈喽|早|早上好|早安|晚安|下午好|晚上好|在吗|在么|谢谢|多谢|感谢|"
    r"辛苦了|再见|拜拜|好的?|嗯+|哦+|行|可以|没事|不客气|哈+|嘿+|收到|明白|知道了|了解|"
    r"太棒了|厉害|棒|加油|抱歉|不好意思|对不起|继续|没问题|原来如此)+(?:你|您|啦|了|呀|啊|"
    r"哦|哈|呢|的)*$"
)
_MATERIAL = re.compile(
    r"(?:写|编|造句|扮演|模仿|续写|改写|润色|翻译|仿写|改成|改为|转换|朗读|总结|概括|校对|"
    r"转发|原文|歌词|台词|文案|剧本|题目|聊天记录|日志|代码|作文|例句|题目|标题|正文|摘要|"
    r"引文|摘录|摘抄|节选|病历|病例|案例|来信|简历|截图|原帖|帖子|内容|[学语理化文科]题$|考题$|试题|习题|急转弯|谜语|谜面|绕口令|笑话|段子|独白|弹幕|启事|对联|造句|开头|结尾)[^：:]*$|(?:有人|网友|读者|粉丝|听众)(?:发|投稿|来信|提问|求助|吐槽|爆料|私信)$|发了$|留言$|评论$|"
    r"(?:发来|发给我|发我|转|转来|写|留|回复?)的$"
)
_SPEAKER_LABEL = re.compile(
    r"^(?:网友|楼主|客户|顾客|老板|老师|学生|同事|同学|妈妈?|爸爸?|老婆|老公|医生|记者|"
    r"(?:用户|客户|嘉宾|选手|患者|受访者|考生|同学|网友)[A-Za-z甲乙丙0-9]|主持人|路人|甲|乙|丙|问|答|[小老阿大][一-鿿]|[A-Z][a-z]*)$"
)
_COMPOSE = re.compile(
    r"(?:请|帮我|帮忙|麻烦|你|给我)*(?:写|编|拟|起草|创作|构思|"
    r"讲)(?:一)?[个段篇首则份封条张句]?[^，]{0,6}(?:段子|故事|小说|剧本|笑话|剧情|童话|对话|简历|自我介绍|简介|介绍|请假条|"
    r"检讨书?|情书|邮件|信|短信|微信|文案|朋友圈|演讲稿|发言稿|日记|周记|作文|诗|歌词|广告|推文|好评|评价|贺词|祝福语?|通知|声明|启事|海报|标语|口号|"
    r"独白|台词|横幅|传单|感言|致辞|悼词|誓词|周报|日报|评语)$"
)
_INVENTED = re.compile(
    r"(?:随便|瞎|胡|乱)编|(?:内容|信息|情节|人物)(?:都)?是?(?:编|虚构|杜撰)|虚构(?:一个|的)|(?:我的)?人设是"
)
# Somebody is to be played: what follows is of the part, not of the speaker.
_PLAYS = re.compile(
    r"扮演|假装(?:你|我)?(?:是|在)|角色扮演|(?:你|我)来?演|(?:你|我)的?(?:角色|设定|人设)|"
    r"我玩的[^，]{0,4}(?:角色|英雄|职业)"
)
# The whole sentence is asked about: 医生说每天要喝八杯水，这是真的吗.
_DOUBTS = re.compile(
    r"^(?:这|那)?(?:话|种?说法)?(?:都|也)?是?(?:不是)?(?:真的?|对的?|靠谱|科学|可信|有道理|有(?:科学)?依据|谣言|有这回事)(?:假的|吗|么|不)"
)
_RHETORICAL = re.compile(r"^(?:我|他|她|你)?(?:们)?又(?:不|没)(?:是|有|说|让|叫)")
_STORY = re.compile(
    r"(?:以|用)[^，]*(?:造句|为题|开头|为开头|的口吻)|造个句|(?:剧本|文章|文|剧|电影|小说|"
    r"故事|书|歌|剧|"
    r"游戏|动漫)里(?!我(?:最|很|特别|超)?(?:喜欢|爱|讨厌))"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    start: int
    end: int
    text: str
    is_asked: bool  # ends in a question mark


def simplified_sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of simplified text with their offsets."""
    for match in _SENTENCE.finditer(text):
        if match[0].strip():
            asked = match[0].rstrip("！! \n").endswith(("？", "?"))
            yield Sentence(match.start(), match.end(), match[0], asked)


def read_clauses(sentence: Sentence) -> list[tuple[Clause, str]]:
    """Return the clauses of a sentence, each with why it states nothing ("" when it may)."""
    spans = list(_spans(sentence))
    read: list[tuple[Clause, str]] = []
    # Why the rest of the sentence is no statement of the user, "" while it may be.
    carried: str = Skip.HYPOTHETICAL if _INVENTED.search(sentence.text) else ""
    last = sentence.text[spans[-1][0] - sentence.start :] if spans else ""
    if _DOUBTS.match(last.strip()):
        carried = Skip.QUESTION
    for index, (start, end, mark) in enumerate(spans):
        text = sentence.text[start - sentence.start : end - sentence.start]
        bare = text.strip(" 　。！？!?；;\n，,~～")
        is_last = index == len(spans) - 1
        reason = carried or _why_not(bare, is_asked=is_last and sentence.is_asked)
        if not carried and _COMPOSE.match(bare):
            carried = (
                Skip.PASTED if not re.search("我", sentence.text[end - sentence.start :]) else ""
            )
        if not carried:
            alone = bare.startswith("谁说") or "差点" in bare
            if reason in (Skip.HYPOTHETICAL, Skip.QUOTATION) and not alone:
                carried = reason
            if _PLAYS.search(bare):
                reason = carried = Skip.PASTED
            if mark.startswith(("：", ":")) and _SPEAKER_LABEL.match(bare):
                carried = Skip.QUOTATION
            if mark.startswith(("：", ":")) and _MATERIAL.search(bare):
                carried = Skip.PASTED
        clause = Clause(
            text=text,
            start=start,
            end=end,
            is_question=reason == Skip.QUESTION,
            is_hypothetical=reason == Skip.HYPOTHETICAL,
        )
        read.append((clause, reason))
    return read


def _spans(sentence: Sentence) -> Iterator[tuple[int, int, str]]:
    cuts: list[tuple[int, int]] = []
    for pattern in (_BREAK, _HAN_SPACE):
        cuts += [match.span() for match in pattern.finditer(sentence.text)]
    cuts += _loose_cuts(sentence.text)
    at = 0
    for cut_start, cut_end in sorted(cuts):
        before = sentence.text[at:cut_start]
        following = sentence.text[cut_end : cut_end + 2]
        if following in ("今年", "现年") and cut_start == cut_end and not _NAMES.search(before):
            continue  # 我的猫今年五岁
        if cut_start < at or (cut_start == cut_end and _UNFINISHED.search(before)):
            continue
        if sentence.text[at:cut_start].strip():
            mark = sentence.text[cut_start:cut_end]
            yield sentence.start + at, sentence.start + cut_start, mark
        at = cut_end
    if sentence.text[at:].strip():
        yield sentence.start + at, sentence.end, ""


def _loose_cuts(text: str) -> Iterator[tuple[int, int]]:
    """Yield where clauses end without a mark: at a space, before a second predicate."""
    if not _SET_OFF.search(text):
        by_spaces = bool(_COMMA_SPACE.search(text))
        for match in _BEFORE_LATIN.finditer(text):
            before = text[: match.start()]
            if _CLOSES.search(before) or (by_spaces and not _AWAITS.search(before)):
                yield match.span()
    for match in _NEXT_PREDICATE.finditer(text):
        if _FIRST_PREDICATE.search(text[: match.start()]):
            yield match.span()


def _why_not(text: str, *, is_asked: bool) -> str:
    if not text or _SMALL_TALK.match(text) or _TAG.match(text):
        return Skip.SMALL_TALK
    plain = _POLITE_IF.sub("", text)
    if _IF.search(plain) or _WISH.search(plain):
        return Skip.HYPOTHETICAL
    if is_reported(text) or _STORY.search(text):
        return Skip.QUOTATION
    if _is_question(text, is_asked):
        return Skip.QUESTION
    return ""


def is_reported(text: str) -> bool:
    """Say whether the clause gives the words of somebody else (他说, 听说, 网上说)."""
    if _DOCTOR.match(text):
        return False
    if _HEARSAY.search(text):
        return True
    if _RELATIVE_SPEAKS.match(text):
        return True
    speaker = _OTHER_SPEAKER.match(text)
    if not speaker or not speaker[0] or _OWN_SPEECH.match(text) or _ASKS_A_LANGUAGE.match(text):
        return False
    return bool(_SPEECH.match(text, speaker.end()))


_OR_NOT = re.compile(r"了没有?$")  # 结婚了没


def _is_question(text: str, is_asked: bool) -> bool:
    text = re.sub(
        r"(?:好吗|可以吗|行吗|好不好|行不行|可以不|对吧|是吧|记住了吗|能记住吗)$", "", text
    )
    if not text:
        return False
    if _WH.search(text) or _OR_NOT.search(text) or _A_NOT_A.search(text) or _RHETORICAL.match(text):
        return True
    return is_asked and not text.endswith(("吧", "哦"))


def strip_doctor(text: str) -> int:
    """Return how long the words are that lay what follows in a doctor's mouth (医生说我……)."""
    match = _DOCTOR.match(text)
    return match.end() if match else 0
