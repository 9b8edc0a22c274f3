"""Which language a text is in, as far as memory has to know. Pure."""

import re

_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")
LETTERS_OF_A_HAN = 4  # about so many Latin letters say what one Han character says


def language_of(text: str) -> str:
    """Return "zh" when most of what is said is in Han characters, else "en"."""
    han = len(_HAN.findall(text))
    return "zh" if han and han * LETTERS_OF_A_HAN >= len(_LATIN.findall(text)) else "en"
