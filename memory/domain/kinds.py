"""The kind before the names of a relative or an animal: "wife" of "wife Mia". Pure."""

NAMED_KINDS = ("family", "relationship", "pet")  # values such as "wife Mia", "dog Rex"
ONLY_ROLES = frozenset("wife husband mother father fiancé fiancée fiance fiancee".split())


def kind_of(value: str) -> str:
    """Return the words before the names of "wife Mia", "two kids Tom and Ella"."""
    words = value.split()
    names = next((place for place, word in enumerate(words) if word[:1].isupper()), len(words))
    return " ".join(words[:names]).casefold()
