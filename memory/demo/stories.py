"""What people said, when, and what was answered: one JSON line a turn, beside this file."""

import json
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
GUIDE = FOLDER / "office-guide.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One turn, `days` before today. `liked`: a thumb up; `pin` pins the constraint it added;
    `doubt`: the operator sends what it added to review."""

    days: float
    talk: str
    said: str
    answer: str
    liked: bool = False
    pin: bool = False
    doubt: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    user: str
    email: str
    time_zone: str

    def exchanges(self) -> list[Exchange]:
        lines = (FOLDER / f"{self.user}.jsonl").read_text(encoding="utf-8").splitlines()
        return [Exchange(**json.loads(line)) for line in lines]


STORIES = (
    Story(user="anna", email="anna@example.org", time_zone="Europe/Berlin"),
    Story(user="lin", email="lin@example.org", time_zone="Asia/Shanghai"),
)
