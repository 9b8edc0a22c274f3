"""Decides whether a candidate may become a memory: kept, dropped with a reason, or in review."""

import enum
import re
from dataclasses import dataclass

from memory.domain.types import Candidate, Mode

MIN_IMPORTANCE = 0.35
MIN_CONFIDENCE = 0.5
_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|all|your)\b"
    r".{0,30}\b(?:instructions?|prompts?|rules?|messages?)\b"
    r"|\bsystem prompt\b|\balways (?:answer|respond|reply|recommend|say) (?:with|that)\b"
    r"|(?:忽略|无视|忘记|不要理会).{0,12}(?:之前|以上|前面|上面|所有|系统).{0,12}(?:指令|提示|规则|要求)"
    r"|系统提示词",
    re.I | re.S,
)


class GateOutcome(enum.StrEnum):
    KEPT = "kept"
    DROPPED = "dropped"
    REVIEW = "review"  # becomes a pending item that an operator decides about


class GateReason(enum.StrEnum):
    NO_QUOTE = "no_quote"
    LOW_IMPORTANCE = "low_importance"
    TOMBSTONED = "tombstoned"
    INSTRUCTION_LIKE = "instruction_like"
    LOW_CONFIDENCE = "low_confidence"


@dataclass(frozen=True, slots=True, kw_only=True)
class GateDecision:
    outcome: GateOutcome
    reason: str = ""


def gate(candidate: Candidate, message_text: str, *, is_tombstoned: bool = False) -> GateDecision:
    """Judge a candidate against the message that it was found in."""
    if not candidate.quote.strip() or candidate.quote not in message_text:
        return GateDecision(outcome=GateOutcome.DROPPED, reason=GateReason.NO_QUOTE)
    if is_tombstoned:
        return GateDecision(outcome=GateOutcome.DROPPED, reason=GateReason.TOMBSTONED)
    closes = candidate.mode in (Mode.DENIAL, Mode.FORGET)
    if candidate.importance < MIN_IMPORTANCE and not closes:
        return GateDecision(outcome=GateOutcome.DROPPED, reason=GateReason.LOW_IMPORTANCE)
    if _INSTRUCTION.search(f"{candidate.quote}\n{candidate.text}"):
        return GateDecision(outcome=GateOutcome.REVIEW, reason=GateReason.INSTRUCTION_LIKE)
    if candidate.confidence < MIN_CONFIDENCE:
        return GateDecision(outcome=GateOutcome.REVIEW, reason=GateReason.LOW_CONFIDENCE)
    return GateDecision(outcome=GateOutcome.KEPT)
