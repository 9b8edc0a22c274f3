"""One clause of Chinese taken apart: who, when, how sure, negated or not, and the predicate."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memory.backends.local.chinese.dates import Time, TimeKind, find_times, skip_clock, told_ahead
from memory.backends.local.chinese.people import ME, NOBODY, Mention, Person, find_person
from memory.backends.local.chinese.script import NUMERAL
from memory.backends.local.chinese.words import Word, tag

_OPENERS = re.compile(
    r"(?:因为|由于|所以|因此|但是|但(?!愿)|不过|可是|可(?=[我他她是])|然而|而且|而(?=我)|"
    r"并且|并(?=[在且])|另外|此外|还有就是|还有(?![一两三四五几半\d]?[只条个辆台部家匹口])"
    r"|其实|事实上|实际上|对了|话说|顺便(?:说|提|问)?一?[下句嘴]?|说实话|讲真|老实说|"
    r"坦白说|首先|其次|最后|最终(?=我)|然后|接着|后来|再说|总之|毕竟|虽然|尽管"
    r"|既然|同时|只是|于是|结果|哦|噢|嗯+|啊|唉|哎呀?|诶|欸|嘿|嗨|哈喽|hi|hello|你好呀?|"
    r"您好|大家好|那个?(?=我)|就是(?=我)|反正|不瞒你说|众所周知"
    r"|跟你(?:说|讲)(?:一下|个事)?|我跟你(?:说|讲)|告诉你(?:一下|个事)?|我告诉你|"
    r"补充(?:一下|一点)?|提一下|说一下|自我介绍一下|介绍一下"
    r"|(?:请|麻烦|烦请|帮我|你)?(?:你|您)?(?:要|得|可以|先)?(?:帮我)?(?:务必)?(?:记住|"
    r"记一下|记下来?|记得|记着|注意|知道|备注)(?:了|一下|哈|哦|啊)?(?=我|本人|，|,|\s|这)"
    r"|(?:你|您)(?:要|得|应该)?知道(?:的|吗)?|如你所知|我说过|我(?:之前|上次)?(?:说过|"
    r"提过|讲过)|我想说的?是?|我的意思是|我是说|比如说?|例如|第[一二三四]|"
    r"[一二三四1234][、.]"
    r"|而是|也就是说|换句话说|具体来说|总的来说|一般来说|对我来说|对于我来说|就我而言|"
    r"作为[^，]{1,10}(?=我)|哈哈+|嘿嘿|呵呵|说起来|说来惭愧|说到这里?|没错|是的|对的"
    r"|如果(?:可以|方便|可能)的?话?|可以的话|方便的话|身为[^，]{1,8}(?=我)|目前为止|"
    r"关于[^，]{1,6}(?=我))"
)
_ADVERBS = re.compile(
    r"(?:打死我?[也都]|死[也都](?=不)|说啥也|雷打不动地?|先(?=不)|说什么也|无论如何也?|怎么(?:着)?也|准时|按时|定时|坚持(?!不)|(?:坚决|死活)(?=不)|手头上?|手上|手里|早晚各?|各(?=[吃服喝打])|"
    r"分别|空腹|还是(?=决定|想|"
    r"要|喜|会|选|打)|实在|着实|"
    r"确确实实|就是(?=有点|太|不|很)|"
    r"是(?=住在|来自|对|喜欢|想|会(?![计长员所])|要|很|不|从|养)|已经|早就?已?经?(?=不|没|就)|早已|"
    r"已(?!婚)|也|都|就(?!职|业|读|医)|还(?!款|钱|书|没|债)|其实|特别|非常|十分|相当|极其|"
    r"极度|很|超级?(?!市)|超(?!市)|真的?(?=[很不喜爱讨是的挺超])|真心"
    r"|一直(?:以来)?|一向|向来|始终|从小(?!米|鹏|红书)就?|打小就?|仍然?|依然|依旧|特(?=喜|爱|讨|别|烦|"
    r"想|怕|恨|能|不)|又|"
    r"再(?=也|次)|"
    r"也?确实|的确|确|大概|大约|差不多|好像|似乎|应该|估计|貌似|可能|或许|也许|说不定|"
    r"恐怕|多半|正好|恰好|刚好|终于|总算|居然|竟然"
    r"|更加?|比较|挺|蛮|颇|格外|尤其|有点儿?|有些|稍微|略微|太|个人|本来|本身|自己|一个人|"
    r"单独|平均|主要|基本上?|几乎|完全|根本|绝对(?=喜|讨|不|没)|至少|起码|最多|只(?=喜|爱|"
    r"会|能)|光|仅仅|全都|全(?=是|靠)|统统|偶尔|有时候?|希望能?|"
    r"才(?=[睡起到吃下回])|可(?=不(?:是|会|吃|喝)|没(?:有)?(?!有))|人(?=在)|打心底|发自内心|无比|巨|贼|老(?=喜|"
    r"爱|想)|可(?=喜|爱|讨|能))"
)
_HEDGES = re.compile(r"^(?:大概|好像|似乎|应该|估计|貌似|可能|或许|也许|说不定|恐怕|多半)$")
_NEGATION = re.compile(
    r"(?:再也不|再也没|不再|从来不|从来没有?|从不|从没|绝不|决不|并不|并没有?|不太|"
    r"不大(?=[能喜爱吃])|不怎么|不是很|没有?(?=再|[在住养])|没(?=[在住养])|"
    r"不(?![只仅但光管过错同满幸少得久想客耐]))"
)
_TAIL = re.compile(
    r"(?:[\s~～^_。！!？?…、，,.;；:：)）(（]|[啊呀呢哦哈吧啦嘛哟呗噢喔耶咯哒捏]|h{2,}|"
    r"\(|哈哈+|笑死|orz|"
    r"(?:就|就可以|就|即)(?:行|好|可|可以|成|ok|OK)了?|好吗|可以吗|行吗|好不好|行不行|"
    r"可以不|对吧|是吧|来着|而已|之类的|什么的|等等|谢谢你?您?|多谢|拜托了?|"
    r"[\U0001F300-\U0001FAFF☀-➿️])+$"
)
_LEADING_SPACE = re.compile(r"[\s~～…、，,:：\"'“”‘’()（）*·\-—]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A clause ready for the rules. Offsets count in the simplified text of the piece.

    `core` is the predicate without negation, adverbs, times at its head and particles at its end.
    """

    text: str
    start: int
    end: int
    core: str
    core_start: int
    words: tuple[Word, ...]
    person: Person | None  # None: no subject in the clause
    is_possessor: bool = False
    is_carried: bool = False  # the subject is that of an earlier clause of the sentence
    negation: str = ""
    adverbs: tuple[str, ...] = ()
    times: tuple[Time, ...] = ()
    hedge: float = 0.0
    before: str = ""  # the predicate of the clause before
    after: str = ""  # the attribute that the clause before gave
    ends_in_le: bool = False
    is_correction: bool = False
    after_value: str = ""  # the value of that attribute
    before_text: str = ""  # the clause before in full
    following: str = ""  # the clause after it, "" at the end of a sentence
    leads: bool = False  # the first of several clauses, none of which asks anything
    is_request: bool = False  # 请, 帮我, 希望你: said to the assistant
    leading_times: str = field(default="")

    @property
    def goes_on_as_profile(self) -> bool:
        """Follows age, marriage, home or the like with no subject: 33岁 单身 在杭州 做设计."""
        told = self.after in _OF_A_PROFILE and self.person in (ME, None)
        return told and not (self.negation or self.is_request)

    @property
    def is_denial(self) -> bool:
        """Said of something that held before and no longer does (不……了, 不再……)."""
        return bool(self.negation) and (self.ends_in_le or "再" in self.negation)

    @property
    def is_told_without_subject(self) -> bool:
        """Said of somebody whom the clause need not name: 换了台车, 最近在学车 (no 写首诗)."""
        if self.person is not None or self.is_request or not self.core:
            return False
        head = next((word for word in self.words if word.start >= self.core_start), None)
        marked = (
            self.times or self.adverbs or self.negation or re.search(r"[了过着只必总]", self.text)
        )
        return head is not None and head.tag[0] in "vp" and bool(marked)

    def has_time(self, *kinds: TimeKind) -> bool:
        return any(time.kind in kinds for time in self.times)

    def time(self, kind: TimeKind) -> Time | None:
        return next((time for time in self.times if time.kind is kind), None)


_OF_A_PROFILE = frozenset(
    "age gender marital_status home hometown occupation employer education name birthday".split()
)
_SINCE = re.compile(r"从|自从|打从|自|打(?!算)")
_AFTER_TIME = re.compile(
    r"(?:之前|以前|之后|以后|之内|以内|前(?=[我他她你要得想把必就]|$)|"
    r"内(?=[我要得想把必就]|$)|那一?天|当天|后(?=[我他她要得想就])|起|开始|左右|期间|的时候)?"
)
_LASTING = re.compile(
    rf"(?<=[一-鿿A-Za-z]{{2}})(?:已经?|都|快|整整|差不多|大概)+(?:有|是)?(?:{NUMERAL}|几|"
    r"好几|十几)多?个?(?:年|月|天|周|星期)(?:多|半)?$"
)
_PARTS_OF_DAY = frozenset("早上中下傍晚凌夜深春夏秋冬")
_THINKS = re.compile(r"(?:知道|觉得|认为|发现|记得|听说|感觉|相信|看到|听到|担心|希望|确定|猜)")
_REQUEST = re.compile(
    r"(?:请(?!(?:[^，你您]{1,6}(?:吃|喝|看电影|客)|假))你?您?们?|麻烦你?您?|烦请|劳驾|"
    r"拜托你?您?|帮我|帮忙|给我|"
    r"希望你?您?们?(?=能?[回答用说跟别不把叫给以讲尽])|(?:想|要)让?(?:你|"
    r"您)(?=[回答用说跟别不把叫给以讲])"
    r"|(?:你|您)?(?:最好|可以|能|应该|得|要|务必|尽量|直接|一律|统一|只要|"
    r"需要)(?=[回答用说跟别不把叫喊给以讲称尽简详])|以后|今后|从今(?:往后|以后|天起)|"
    r"从现在(?:开始|起)|下次|往后)"
)


def take_apart(
    text: str, start: int, now: datetime, acquainted: Mapping[str, Person] = NOBODY
) -> Statement:
    """Read one clause (simplified text that begins at `start` of its piece).

    `acquainted` are those whom memory knows, by name.
    """
    body = _TAIL.sub("", text)
    peeler = _Peeler(
        body=body,
        words=tag(body),
        times=told_ahead(find_times(body, now), body, now),
        acquainted=acquainted,
    )
    while peeler.at < len(body) and peeler.peel():
        pass
    return Statement(
        text=text,
        start=start,
        end=start + len(body),
        core=_LASTING.sub("", _without_le(body[peeler.at :])),
        core_start=peeler.at,
        words=peeler.words,
        person=peeler.person,
        is_possessor=peeler.is_possessor,
        negation=peeler.negation,
        adverbs=tuple(peeler.adverbs),
        times=peeler.times,
        hedge=0.25 if any(map(_HEDGES.match, peeler.adverbs)) else 0.0,
        ends_in_le=body.endswith("了") or text.rstrip("！!。~～").endswith(("啦", "咯")),
        is_request=peeler.is_request,
        leading_times="".join(peeler.leading_times),
    )


def _without_le(core: str) -> str:
    """Drop the 了 of a change at the end, not that of 受不了."""
    return core if core.endswith("不了") else core.removesuffix("了")


@dataclass
class _Peeler:
    """Takes from the head of a clause, piece by piece, what stands before its predicate."""

    body: str
    words: tuple[Word, ...]
    times: tuple[Time, ...]
    acquainted: Mapping[str, Person] = field(default_factory=dict)
    at: int = 0
    person: Person | None = None
    is_possessor: bool = False
    is_request: bool = False
    negation: str = ""
    adverbs: list[str] = field(default_factory=list)
    leading_times: list[str] = field(default_factory=list)

    def peel(self) -> bool:
        """Take one piece; False when the predicate has been reached."""
        mention = (
            None
            if self.person or self.negation
            else find_person(self.body, self.words, self.at, self.acquainted)
        )
        return (
            self._peel_opener(mention)
            or self._peel_time(mention)
            or self._peel_request()
            or self._peel_thought(mention)
            or self._peel_person(mention)
            or self._peel_adverb()
        )

    def _skip(self, pattern: re.Pattern[str]) -> str:
        """Move past the pattern and return what it matched, "" when it does not."""
        match = pattern.match(self.body, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match[0]

    def _peel_opener(self, mention: Mention | None) -> bool:
        if self._skip(_LEADING_SPACE):
            return True
        opener = None if self.person else _OPENERS.match(self.body, self.at)
        if opener is None or (mention and mention.length >= len(opener[0])):
            return False
        self.at = opener.end()
        return True

    def _peel_time(self, mention: Mention | None) -> bool:
        time = next((t for t in self.times if t.start <= self.at < t.end), None)
        if time and not (mention and mention.length > 2):
            self.leading_times.append(time.text)
            self.at = time.end
            self._skip(_AFTER_TIME)
            return True
        hour_ends = skip_clock(self.body, self.at)
        placed = self.leading_times or self.person or self.body[self.at] in _PARTS_OF_DAY
        if hour_ends > self.at and placed:
            self.leading_times.append(self.body[self.at : hour_ends])
            self.at = hour_ends
            return True
        since = _SINCE.match(self.body, self.at)
        if since and any(t.start == since.end() for t in self.times):
            self.at = since.end()
            return True
        return False

    def _peel_request(self) -> bool:
        asked = None if self.person is ME else _REQUEST.match(self.body, self.at)
        if asked is None or (self.leading_times and asked[0] in ("得", "要")):
            return False  # 月底前得把稿子交了: the speaker's own duty
        self.at = asked.end()
        self.is_request = True
        return True

    def _peel_thought(self, mention: Mention | None) -> bool:
        """Read 我知道他喜欢…… as a statement about him."""
        if mention or self.person is not ME or self.negation:
            return False
        thinks = _THINKS.match(self.body, self.at)
        if thinks is None or find_person(self.body, self.words, thinks.end()) is None:
            return False
        self.at, self.person = thinks.end(), None
        return True

    def _peel_person(self, mention: Mention | None) -> bool:
        if mention is None:
            return False
        self.person = mention.person or Person("", "")
        self.is_possessor = mention.is_possessor
        self.at += mention.length
        return True

    def _peel_adverb(self) -> bool:
        if self.negation:
            return False
        adverb = self._skip(_ADVERBS)
        if adverb:
            self.adverbs.append(adverb)
            return True
        self.negation = self._skip(_NEGATION)
        return bool(self.negation)
