"""Decides whether a candidate may become a memory: kept, dropped with a reason, or in review."""

import enum
import re
from dataclasses import dataclass

from memory.domain.redaction import PLACEHOLDER
from memory.domain.types import Candidate, Mode

MIN_IMPORTANCE = 0.35
MIN_CONFIDENCE = 0.5
_WISHES = ("reply_", "form_of_address", "never")
PASTED_LENGTH = 1500  # characters; nobody types so much about themselves in one go


class GateOutcome(enum.StrEnum):
    KEPT = "kept"
    DROPPED = "dropped"
    REVIEW = "review"  # becomes a pending item that an operator decides about


class GateReason(enum.StrEnum):
    NO_QUOTE = "no_quote"
    ASSISTANT_WORDS = "assistant_words"  # only the user is a source
    REDACTED = "redacted"  # what is left of it is a placeholder
    TEMPLATE_TEXT = "template_text"  # prompts, schemas, markup of models
    TOMBSTONED = "tombstoned"  # erased, and said in the same message again
    QUESTION = "question"
    SMALL_TALK = "small_talk"
    LOW_IMPORTANCE = "low_importance"
    INSTRUCTION_LIKE = "instruction_like"
    LOW_CONFIDENCE = "low_confidence"


@dataclass(frozen=True, slots=True, kw_only=True)
class GateDecision:
    outcome: GateOutcome
    reason: str = ""


def gate(
    candidate: Candidate,
    message_text: str,
    *,
    is_tombstoned: bool = False,
    previous_reply: str = "",
) -> GateDecision:
    """Judge a candidate against the message that it was found in. The first reason counts."""
    dropped = _why_dropped(candidate, message_text, is_tombstoned, previous_reply)
    if dropped:
        return GateDecision(outcome=GateOutcome.DROPPED, reason=dropped)
    if is_instruction_like(candidate, message_text):
        return GateDecision(outcome=GateOutcome.REVIEW, reason=GateReason.INSTRUCTION_LIKE)
    if candidate.confidence < MIN_CONFIDENCE:
        return GateDecision(outcome=GateOutcome.REVIEW, reason=GateReason.LOW_CONFIDENCE)
    return GateDecision(outcome=GateOutcome.KEPT)


def _why_dropped(
    candidate: Candidate, message: str, is_tombstoned: bool, previous_reply: str
) -> GateReason | None:
    quote = _squeezed(candidate.quote)
    if not quote or quote not in _squeezed(message):
        said_before = bool(quote) and quote in _squeezed(previous_reply)
        return GateReason.ASSISTANT_WORDS if said_before else GateReason.NO_QUOTE
    if PLACEHOLDER.search(candidate.value) or PLACEHOLDER.fullmatch(candidate.quote.strip()):
        return GateReason.REDACTED
    if _TEMPLATE.search(candidate.quote) or _TEMPLATE.search(candidate.text):
        return GateReason.TEMPLATE_TEXT
    if is_tombstoned:
        return GateReason.TOMBSTONED
    if candidate.mode in (Mode.DENIAL, Mode.FORGET, Mode.CORRECTION):
        return None  # these change what is there; how much that mattered was judged then
    is_wish = candidate.attribute.startswith(_WISHES)  # "Could you answer in German?"
    if is_question(candidate.quote, message) and not is_wish:
        return GateReason.QUESTION
    # "Yes" alone is a source when it answers the assistant.
    is_chat = _SMALL_TALK.fullmatch(candidate.quote.strip()) and not previous_reply
    if is_chat or not candidate.text.strip():
        return GateReason.SMALL_TALK
    return GateReason.LOW_IMPORTANCE if candidate.importance < MIN_IMPORTANCE else None


def is_question(quote: str, message: str) -> bool:
    """Say whether the quoted words ask rather than state.

    A statement beside a question stays one: "I'm allergic to nuts, what can I eat?".
    """
    asked = quote.strip()
    following = message.partition(quote)[2].lstrip()
    ends_asking = asked.endswith(("?", "？")) or following.startswith(("?", "？"))
    if _CN_ASKS.search(asked):
        return ends_asking or asked.rstrip("?？。 ").endswith(("吗", "呢", "么"))
    return ends_asking and _EN_ASKS.match(asked) is not None


def is_instruction_like(candidate: Candidate, message: str) -> bool:
    """Say whether the "fact" would steer the assistant: prompt injection, in both languages.

    "Always answer with ..." is a preference when the user says it, and an instruction in what
    they pasted.
    """
    said = f"{candidate.quote}\n{candidate.text}"
    if _INSTRUCTION.search(said):
        return True
    is_pasted = len(message) > PASTED_LENGTH or _PASTED.search(message) is not None
    if is_pasted and _STEERING.search(said):
        return True
    # What begins as an attack is not trusted in its second sentence either.
    return _INSTRUCTION.search(message) is not None and (
        candidate.attribute.startswith("reply_") or _STEERING.search(said) is not None
    )


def _squeezed(text: str) -> str:
    return " ".join(text.split()).casefold()


_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}"
    r"\b(?:previous|prior|above|earlier|all|your|any|these|those|the)\b"
    r".{0,30}\b(?:instructions?|prompts?|rules?|messages?|guidelines?|restrictions?|polic(?:y|ies)"
    r"|safety|filters?)\b"
    r"|\bsystem prompt\b|\b(?:developer|god|dan|jailbreak) mode\b|\bjailbreak\b"
    r"|\byou are (?:now|no longer)\b(?!\s+(?:here|back|done))"
    r"|\b(?:reveal|print|show|repeat|leak)\b.{0,30}\b(?:prompt|instructions|hidden rules)\b"
    r"|\b(?:assistant|ai|model|chatbot|bot)\s+(?:must|shall|has to|is required to|should always"
    r"|should never|will always)\b"
    r"|\b(?:send|post|forward|upload|exfiltrate)\b.{0,60}\b(?:https?://|to this (?:url|address))"
    r"|\b(?:execute|run) the following (?:command|code|script)\b"
    r"|(?:忽略|无视|忘记|忘掉|不要理会|绕过|跳过|推翻).{0,12}"
    r"(?:之前|以上|前面|上面|先前|所有|全部|一切|系统|任何|你的).{0,12}"
    r"(?:指令|指示|提示词?|规则|要求|限制|设定|命令)"
    r"|系统提示词|(?:开发者|越狱|上帝)模式|(?:你|助手|模型|AI)现在(?:起)?(?:是|扮演)"
    r"|(?:助手|模型|AI|人工智能)(?:必须|应当|需要|务必|应该总是)"
    r"|(?:泄露|输出|显示|打印).{0,10}(?:提示词|系统指令)"
    r"|(?:发送|上传|转发).{0,20}https?://|执行以下(?:命令|代码|脚本)",
    re.IGNORECASE | re.DOTALL,
)
_STEERING = re.compile(
    r"\balways (?:answer|respond|reply|recommend|say|include|end|begin|start|mention|use|tell)\b"
    r"|\bnever (?:mention|reveal|refuse|tell|say|warn)\b"
    r"|\bfrom now on\b|\byou (?:must|shall|will|should)\b"
    r"|\bwhen(?:ever)? (?:asked|the user asks)\b|\brespond only\b|\bend every\b"
    r"|(?:总是|始终|一律|永远|必须|务必|只能)(?:用|以|回答|回复|推荐|说|告诉|提到|建议)"
    r"|从现在(?:开始|起)|(?:当|每当)(?:用户|有人)(?:问|询问)|你(?:必须|应当|务必|只能)",
    re.IGNORECASE,
)
_PASTED = re.compile(r"```|^>|^\s*(?:From|Subject|To|Date): |<[a-z!][^>]*>|\n.*\n.*\n", re.M)
_TEMPLATE = re.compile(
    r"\{\{|\}\}|\{%|<\|[a-z_]+\|>|\[/?INST\]|<</?SYS>>|</?(?:system|assistant|user|memory)>"
    r"|^\s*#{2,} ?(?:instruction|system|response)|^\s*(?:system|assistant|user)\s*:\s"
    r"|\byou are an? (?:helpful |friendly )?(?:ai |virtual )?(?:assistant|language model|chatbot)\b"
    r"|\"(?:type|properties|required|additionalProperties)\"\s*:"
    r"|\bas an ai(?: language)? model\b"
    r"|你是一[个名位](?:[\u4e00-\u9fff]{0,8}的)?(?:AI|人工智能|智能|语言)?(?:助手|模型|机器人)"
    r"|作为一个(?:AI|人工智能|语言模型)",
    re.IGNORECASE | re.MULTILINE,
)
_EN_ASKS = re.compile(
    r"(?:and |but |so |also |then )?(?:who|what|when|where|which|why|how|whose|do|does|did|is|are"
    r"|am|was|were|can|could|should|would|will|may|might|have|has|had|don't|doesn't|isn't|aren't"
    r"|shall)\b",
    re.IGNORECASE,
)
_CN_ASKS = re.compile(
    r"[吗呢]|什么|哪[里儿个些]?|谁|怎[么样]|多少|几[个岁点]|为何|是不是|有没有|能不能|会不会"
)
_SMALL_TALK = re.compile(
    r"(?:hi|hello|hey|thanks?|thank you|ok(?:ay)?|good (?:morning|evening|night|afternoon)|bye"
    r"|goodbye|see you|great|nice|cool|sure|yes|no|please|lol|haha|how are you|you're welcome"
    r"|你好|您好|嗨|谢谢你?|多谢|好的?|嗯+|早上好|晚上好|晚安|再见|拜拜|哈+|不客气|没事|行|可以|辛苦了)"
    r"[\s!！.。,，~～?？]*",
    re.IGNORECASE,
)
