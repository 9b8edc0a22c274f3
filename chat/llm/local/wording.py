"""The local engine's sentences in English and Chinese; their facts come from memory. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo

from chat.llm.local.moments import Exactness, exactness
from memory.api import chinese_roles, english_verb

_IRREGULAR = {
    "is": "are",
    "has": "have",
    "was": "were",
    "does": "do",
    "isn't": "aren't",
    "hasn't": "haven't",
    "wasn't": "weren't",
    "doesn't": "don't",
}
_EN_VERB = re.compile(
    r"\bThe user (?P<adverb>(?:no longer|currently|also|usually|really|once|never|always|often|"
    r"sometimes|still|just|recently|temporarily)\s+)?(?P<verb>[A-Za-z']+)",
)
# Verbs that go on about the same person ("… and works as a nurse"); nouns look like them, so that
# only these are taken for verbs, and none after a clause about something else.
_GOES_ON = re.compile(
    r"\b(?P<joint>and|but|or) (?P<verb>is|has|was|does|lives|works|likes|dislikes|loves|hates|"
    r"prefers|wants|needs|plays|speaks|studies|enjoys|owns|uses|avoids|drinks|eats|moved|plans)\b"
)
_OTHER_CLAUSE = re.compile(r"\b(?:who|whose|that|which|because|if|when|where|whether)\b")


def to_second_person(text: str, language: str) -> str:
    """Turn a stored statement ("The user lives in Berlin.") to the user ("You live in Berlin.")."""
    if language.startswith("zh"):
        text = _KIN.sub("你", text.replace("该用户", "用户"))
        return text.replace("用户的", "你的").replace("用户", "你")
    text = re.sub(r"\bThe user's\b", "Your", text)
    text = re.sub(r"\bthe user's\b", "your", text)
    if text.startswith("The user "):
        text = re.sub(r"\btheir(s?)\b", r"your\1", text)
        clause = _OTHER_CLAUSE.search(text)
        end = clause.start() if clause else len(text)
        text = _GOES_ON.sub(_second_joint, text[:end]) + text[end:]
    text = _EN_VERB.sub(_second_person, text)
    return re.sub(r"\bthe user\b", "you", re.sub(r"\bThe user\b", "You", text))


def as_past(text: str, language: str) -> str:
    """Turn what is told to the user ("You live in Berlin") into what is over ("used to live")."""
    if language.startswith("zh"):
        return _as_chinese_past(text)
    if re.match(r"You (?:used to|were|had|could|no longer|once|did|are not)\b", text):
        return text
    for now, then in _PAST:
        if now.match(text):
            return now.sub(then, text)
    if text.startswith("You "):
        return f"You used to {text.removeprefix('You ')}"
    return _THIRD_VERB.sub(_used_to, text, count=1)


# A relative's 的 is left out where one speaks to somebody: 你女儿.
_ROLE = f"[大小二三老]?(?:{'|'.join(sorted(chinese_roles, key=len, reverse=True))})"
_KIN = re.compile(rf"用户的(?={_ROLE})")
_OWNER = re.compile(rf"你{_ROLE}[^，]{{0,3}}?(?=[的是在有住喜爱上不对会去今养用叫\d])")


def _as_chinese_past(text: str) -> str:
    """Turn 你住在成都 into 你以前住在成都, 你的职业是医生 into 你以前的职业是医生."""
    if not text.startswith("你") or re.match(r"你[^，的]{0,8}(?:以前|之前|曾|原来|过去)", text):
        return text
    owner = _OWNER.match(text)
    at = owner.end() if owner else 1
    return f"{text[:at]}以前{text[at:]}"


_PAST = (
    (re.compile(r"^(Your [^.]*?) is "), r"\1 was "),
    (re.compile(r"^([A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?) is "), r"\1 was "),
    (re.compile(r"^You are "), "You were "),
    (re.compile(r"^You have "), "You had "),
    (re.compile(r"^You plan "), "You planned "),
    (re.compile(r"^You (?:want|wanted) "), "You wanted "),
)
_THIRD_VERB = re.compile(r"(?<=[a-z] )(?P<verb>[a-z]+s)\b(?= )")  # "Your daughter lives in Bristol"


def _used_to(match: re.Match[str]) -> str:
    form = english_verb(match["verb"])
    return f"used to {form.lemma}" if form and form.tense == "s" else match["verb"]


def _second_person(match: re.Match[str]) -> str:
    return f"You {match['adverb'] or ''}{_base_form(match['verb'])}"


def _second_joint(match: re.Match[str]) -> str:
    return f"{match['joint']} {_base_form(match['verb'])}"


def _base_form(verb: str) -> str:
    """Return the second-person form of a verb in the third person singular."""
    low = verb.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if low.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return low[:-2]
    if low.endswith("s") and not low.endswith(("ss", "us")) and low not in {"always"}:
        return low[:-1]
    return verb


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Templates of one language. Days are those of `zone`, the person's own."""

    noted: str
    noted_more: str
    before: str
    corrected: str
    forgetting: str
    review: str
    todo_added: str
    todo_done: str
    todo_removed: str
    todos: str
    no_todos: str
    said_on: str
    overview: str
    overview_empty: str
    nothing_about: str
    about_this: str
    yes: str
    no: str
    not_known: str
    before_that: str
    until: str
    by: str
    since: str
    on: str
    coming: str
    no_longer: str
    not_on_list: str
    on_list: str
    was_on_list: str
    nothing_planned: str
    nothing_to_forget: str
    nothing_to_change: str
    not_when: str
    several: str
    quoted: str
    forgetting_that: str
    no_model_advice: str
    no_model: str
    nothing_noted: str
    not_kept: str
    temporary: str
    learning_off: str
    question_answered: str
    hello: str
    welcome: str
    goodbye: str
    saving: str
    recall_failed: str
    joiner: str
    date: str
    month: str
    year: str
    within: str
    zone: tzinfo = UTC

    def day(self, moment: datetime) -> str:
        return _format(self.date, moment.astimezone(self.zone))

    def last_day(self, end: datetime) -> str:
        """Return the last day of what ends: the one before, where it ends at midnight."""
        return self.day(end - timedelta(seconds=1))

    def moment(self, moment: datetime, said: str) -> str:
        """Return a moment as exactly as it was said: a month is not made its first day."""
        local = moment.astimezone(self.zone)
        forms = {Exactness.MONTH: self.month, Exactness.YEAR: self.year}
        return _format(forms.get(exactness(local, said), self.date), local)

    def bullets(self, lines: Sequence[str]) -> str:
        return "\n".join(f"- {line}" for line in lines)


EN = Wording(
    noted="Noted: {facts}",
    noted_more="Noted:",
    before="before: {value}",
    corrected="Corrected: {facts}",
    forgetting="I am forgetting what you told me about {facts}.",
    review="This goes to a person for review before it counts: {facts}",
    todo_added="Added to your to-dos: {items}.",
    todo_done="Ticked off: {items}.",
    todo_removed="Taken off your to-dos: {items}.",
    todos="Your to-dos:",
    no_todos="Your to-do list is empty.",
    said_on="you said “{quote}” on {date}",
    overview="This is what I know about you:",
    overview_empty="I do not know anything about you yet. Tell me something, for instance where "
    "you live or what you cannot eat, and I will remember it.",
    nothing_about="You have not told me that, so I do not know: “{question}”",
    about_this="From memory, on this:",
    yes="Yes.",
    no="No.",
    not_known="Not that you told me.",
    before_that="Before that:",
    until="until {date}",
    by="by {date}",
    since="since {date}",
    on="on {date}",
    coming="from {date}",
    no_longer="Not any more.",
    not_on_list="That was not on your to-do list, so nothing changes: {items}.",
    on_list="On your to-do list: {items}.",
    was_on_list="On your to-do list, and done: {items}.",
    nothing_planned="You have told me of nothing that is planned for then.",
    nothing_to_forget="I remember nothing about {facts}, so there is nothing to forget.",
    nothing_to_change="I had noted nothing else of this, so nothing changes: {facts}",
    not_when="You have not told me when.",
    several="You told me of {count}:",
    forgetting_that="I am forgetting that {facts}.",
    quoted="I have no fact noted of this, but on {date} you said: “{quote}”",
    no_model_advice="Beyond that I cannot advise without a model.",
    no_model="I cannot answer that: no model is connected, and I only answer from what you told me. "
    "To connect one, set OPENAI_API_KEY (see “How to connect a model”).",
    question_answered="Thank you: I go by that from now on.",
    temporary="This conversation is temporary: nothing of it is remembered, and nothing is changed.",
    learning_off="Remembering is switched off in your settings: I have noted and changed nothing.",
    nothing_noted="I found nothing in that to remember. No model is connected, so I can note things "
    "about you, answer questions about them, and keep your to-dos, but not converse.",
    not_kept="That holds a secret or an address to reach somebody by (e-mail, phone): I keep none.",
    hello="Hello. No model is connected; I can remember what you tell me about yourself, answer "
    "questions about it, and keep your to-dos.",
    welcome="You are welcome.",
    goodbye="Goodbye.",
    saving="(just said, still being saved)",
    recall_failed="Memory could not be searched just now, so this may be incomplete.",
    joiner="; ",
    date="{d} {b} {y}",
    month="{month} {y}",
    year="{y}",
    within="in {date}",
)

ZH = Wording(
    noted="记下了：{facts}",
    noted_more="记下了：",
    before="之前是：{value}",
    corrected="已更正：{facts}",
    forgetting="好，我会忘掉：{facts}。",
    review="这条要先由人审核才会算数：{facts}",
    todo_added="已加入待办：{items}。",
    todo_done="已完成：{items}。",
    todo_removed="已从待办里去掉：{items}。",
    todos="你的待办：",
    no_todos="你的待办清单是空的。",
    said_on="你在{date}说过“{quote}”",
    overview="我知道的关于你的事：",
    overview_empty="我还不知道关于你的任何事。告诉我一些吧，比如你住在哪里、不能吃什么，我会记住。",
    nothing_about="你还没有告诉过我，所以我不知道：“{question}”",
    about_this="关于这个，我记得：",
    yes="是的。",
    no="不。",
    not_known="你没有说过。",
    before_that="在那之前：",
    until="到{date}为止",
    by="不晚于{date}",
    since="自{date}起",
    on="{date}",
    coming="{date}起",
    no_longer="现在不了。",
    not_on_list="待办里没有这一项，所以没有改动：{items}。",
    on_list="在你的待办里：{items}。",
    was_on_list="在你的待办里，已经完成：{items}。",
    nothing_planned="你没有跟我说过那时候有什么安排。",
    nothing_to_forget="我没有记过“{facts}”，所以没有什么要忘的。",
    nothing_to_change="我没有记过与此相关的内容，所以没有改动：{facts}",
    not_when="你没有说过是什么时候。",
    several="你说过的有{count}个：",
    forgetting_that="我会忘掉：{facts}。",
    quoted="我没有把这个记成一条事实，不过你在{date}说过：“{quote}”",
    no_model_advice="更多的建议需要连接模型。",
    no_model="这个问题我答不了：还没有连接模型，我只能根据你告诉过我的内容回答。"
    "要连接模型，请设置 OPENAI_API_KEY（见“如何连接模型”）。",
    question_answered="谢谢，我以后按这个来。",
    temporary="这是临时对话：其中的内容不会被记住，已记住的也不会改变。",
    learning_off="你在设置里关闭了记忆：我没有记下或更改任何内容。",
    nothing_noted="这句话里没有需要记住的内容。还没有连接模型，我可以记住关于你的事、回答与之有关的问题、"
    "管理待办，但不能聊天。",
    not_kept="这里面有密码之类的秘密，或邮箱、电话这样的联系方式：这些我一律不记。",
    hello="你好。还没有连接模型；我可以记住你告诉我的事，回答与之有关的问题，并管理你的待办。",
    welcome="不客气。",
    goodbye="再见。",
    saving="（刚说的，正在保存）",
    recall_failed="刚才没能查完记忆，下面的内容可能不全。",
    joiner="；",
    date="{y}年{m}月{d}日",
    month="{y}年{m}月",
    year="{y}年",
    within="{date}",
)


def wording_for(language: str, zone: tzinfo = UTC) -> Wording:
    return replace(ZH if language.startswith("zh") else EN, zone=zone)


def _format(template: str, moment: datetime) -> str:
    names = {"b": f"{moment:%b}", "month": f"{moment:%B}"}
    return template.format(y=moment.year, m=moment.month, d=moment.day, **names)
