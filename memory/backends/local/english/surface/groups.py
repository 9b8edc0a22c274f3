"""Reads the auxiliaries and the verb at the front of a clause, from left to right."""

from memory.backends.local.english.surface.verbs import BE, Form, form_of, guess, rare
from memory.backends.local.frame import words

_FREQUENT = words("always usually often normally generally typically regularly mostly sometimes")


_NEVER = words("never hardly rarely seldom barely")


class VerbGroup:
    """Reads the auxiliaries and the verb from the front of a list of words."""

    def __init__(self, tokens: list[str], *, by_pronoun: bool = False) -> None:
        self.tokens = tokens
        self.by_pronoun = by_pronoun  # "I", "she": what follows can only be a verb
        self.at = 0
        self.verb = ""
        self.helped = False
        self.negated = self.past = self.perfect = self.progressive = self.future = False
        self.used_to = self.frequent = self.never = self.ended = False
        self.modals: set[str] = set()

    def read(self) -> None:
        seen_be = False
        while self.at < len(self.tokens):
            word = self.tokens[self.at].casefold().strip(",")
            following = [t.casefold().strip(",") for t in self.tokens[self.at + 1 : self.at + 4]]
            if self._skips(word, following):
                self.at += 1
                continue
            if word in BE:
                self.past = self.past or word in ("was", "were")
                seen_be = True
            elif word in ("have", "has", "had") and self._is_perfect(following):
                self.perfect = True
                self.past = self.past or word == "had"
            elif word in ("do", "does", "did") and self._helps(following):
                self.past = self.past or word == "did"
                self.helped = True
            elif word in ("will", "shall"):
                self.future = True
            elif word in ("would", "could", "should", "might", "may", "must", "can"):
                self.modals.add(word)
            elif word == "used" and following[:1] == ["to"] and not seen_be:
                self.used_to, self.at = True, self.at + 1
            elif (
                word == "going"
                and following[:1] == ["to"]
                and self._is_base(following[1:2])
                or (
                    word in _DUE
                    and following[:1] == ["to"]
                    and self._is_base(following[1:2])
                    and seen_be
                )
            ):
                self.future, self.at, seen_be = True, self.at + 1, False
            elif word in ("tend", "tends") and following[:1] == ["to"] and not seen_be:
                self.frequent, self.at = True, self.at + 1
            elif word == "gonna":
                self.future = True
            else:
                self._main(word, seen_be=seen_be)
                return
            self.at += 1
        self.verb = "be" if seen_be else self.verb

    def _skips(self, word: str, following: list[str]) -> bool:
        if word in ("not", "neither"):
            self.negated = True
        elif word == "no" and following[:1] == ["longer"]:
            self.negated = self.ended = True
        elif word in _NEVER:
            self.negated = True
            self.never = self.never or word == "never"
        elif word in _FREQUENT:
            self.frequent = True
        elif word not in ("longer", "both", "all"):
            return False
        return True

    @staticmethod
    def _is_perfect(following: list[str]) -> bool:
        rest = [w for w in following if w not in ("not", "never", "always", "been")]
        if "been" in following[:2]:
            return True
        form = form_of(rest[0]) if rest else None
        if rest and form is None:
            return rest[0].endswith("ed") and len(rest[0]) > 4
        return form is not None and form.tense == "past" or bool(rest and rest[0] in _UNCHANGED)

    @staticmethod
    def _helps(following: list[str]) -> bool:
        rest = [w for w in following if w not in ("not", "never", "always")]
        if following[:1] == ["not"]:
            return True
        form = form_of(rest[0]) if rest else None
        return form is not None and form.tense == "base" and rest[0] not in ("work",)

    @staticmethod
    def _is_base(words_: list[str]) -> bool:
        form = form_of(words_[0]) if words_ else None
        return words_ == ["be"] or form is not None and form.tense == "base"

    def _main(self, word: str, *, seen_be: bool) -> None:
        form: Form | None = form_of(word)
        if form is None and (seen_be and word.endswith("ing") or self.by_pronoun and not seen_be):
            form = rare(word)
        if seen_be:
            progressive = form is not None and form.tense == "ing"
            passive = form is not None and form.tense == "past" and form.lemma in _PASSIVES
            if form is None or not (progressive or passive):
                self.verb = "be"
                return
            self.progressive = progressive
        elif form is None and not (
            self.helped or self.perfect or self.modals or self.future or self.used_to
        ):
            self.verb = ""
            return
        form = form or guess(word)
        self.verb = form.lemma
        self.progressive = self.progressive or form.tense == "ing" and not self.at
        if form.tense == "past" and not self.perfect and not seen_be:
            self.past = True
        self.at += 1


_DUE = words("due set about scheduled hoping looking")


_PASSIVES = words(
    "give diagnose prescribe call name promote fire hire raise born teach treat train make base"
    " invite"
    " settle book enrol enroll"
)


_UNCHANGED = words(
    "become come run read put set cut quit hit cost let split hurt bet shut spread overcome"
)
