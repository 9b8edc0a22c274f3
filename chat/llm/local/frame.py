"""What stands around a question: "do you remember …", "did I ever tell you …". Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A question without its frame. `is_told` asks whether something was said at all."""

    rest: str
    is_told: bool = False
    is_topic: bool = False  # all that was said of `rest`
    is_overview: bool = False
