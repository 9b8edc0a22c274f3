"""The verbs that the surface rules know: which verb a word is a form of, and in what tense."""

from dataclasses import dataclass
from functools import lru_cache

from memory.backends.local.english.language import verbs
from memory.backends.local.frame import words

# Base form -> past and past participle, where they are not regular.
_IRREGULAR = {
    "become": "became become", "begin": "began begun", "break": "broke broken",
    "bring": "brought brought", "build": "built built", "buy": "bought bought",
    "catch": "caught caught", "choose": "chose chosen", "come": "came come", "cost": "cost cost",
    "cut": "cut cut", "do": "did done", "draw": "drew drawn", "drink": "drank drunk",
    "drive": "drove driven", "eat": "ate eaten", "fall": "fell fallen", "feel": "felt felt",
    "find": "found found", "fly": "flew flown", "forget": "forgot forgotten", "get": "got got",
    "give": "gave given", "go": "went gone", "grow": "grew grown", "have": "had had",
    "hear": "heard heard", "hit": "hit hit", "keep": "kept kept", "know": "knew known",
    "leave": "left left", "lend": "lent lent", "lose": "lost lost", "make": "made made",
    "mean": "meant meant", "meet": "met met", "pay": "paid paid", "put": "put put",
    "quit": "quit quit", "read": "read read", "ride": "rode ridden", "run": "ran run",
    "say": "said said", "see": "saw seen", "sell": "sold sold", "set": "set set",
    "sing": "sang sung", "sleep": "slept slept", "speak": "spoke spoken", "spend": "spent spent",
    "stand": "stood stood", "swear": "swore sworn", "swim": "swam swum", "take": "took taken",
    "teach": "taught taught", "tell": "told told", "think": "thought thought",
    "understand": "understood understood", "wake": "woke woken", "wear": "wore worn",
    "win": "won won", "write": "wrote written", "hold": "held held", "split": "split split",
    "sweat": "sweated sweated", "bear": "bore borne", "let": "let let",
    "send": "sent sent", "tear": "tore torn", "shoot": "shot shot", "stick": "stuck stuck",
    "sit": "sat sat", "fit": "fitted fitted", "throw": "threw thrown", "feed": "fed fed",
    "lay": "laid laid", "creep": "crept crept", "rise": "rose risen", "sink": "sank sunk",
    "shrink": "shrank shrunk",
    "bake": "baked baked", "hide": "hid hidden", "steal": "stole stolen", "hurt": "hurt hurt",
}  # fmt: skip
_REGULAR = words(
    "live reside move relocate work study learn train play like love enjoy adore hate dislike"
    " detest loathe prefer want need plan hope aim intend try decide promise agree start stop"
    " finish join visit travel collect cook paint dance climb hike garden knit sew crochet walk"
    " jog cycle commute use own adopt rescue inherit call name suffer avoid skip switch change"
    " turn retire graduate marry divorce separate engage pass weigh measure follow believe miss"
    " volunteer freelance manage support raise settle base bear diagnose treat prescribe"
    " react struggle smoke handle tolerate touch digest stomach crave pick book order land accept"
    " foster breed save lift practise practice listen watch celebrate donate swap trade launch"
    " open close rent share propose expect train attend major minor specialise specialize"
    " happen look seem sound help ask answer reply stay return head emigrate immigrate hail cut"
    " consume mind respect earn owe pray fast meditate stretch swell itch cough wheeze renovate"
    " restore design develop record compose publish perform teach translate tutor consult code"
    " deliver handle serve identify fear dread worship despise resent resign hire promote fire"
    " cancel reschedule postpone arrange organise organize host act race row sail surf ski skate"
    " snowboard fish hunt camp photograph sketch blog juggle box fence swim bowl golf dive kayak"
    " forage brew ferment carry remain end appreciate recommend download subscribe"
    " retrain qualify reserve coach rehearse sponsor skate crochet organise attend host foster"
    " breed meditate"
    " register enrol enroll apply undergo recover heal stutter stammer snore limp commit vow"
    " abstain refrain manage steer ditch drop reside dwell lodge shift upgrade downsize break"
    " refuse bite bench squat deadlift wean sign expire inject dabble hit squash edit upload"
    " install fix"
    " hand jump defect pencil lodge arrive favour favor"
    " repair vape moderate treat splash invest splurge snap translate illustrate tutor groom"
    " captain skipper clean transfer assign second manage survive postpone renew install"
    " increase drop climb soar edge inch dip slip decrease double reach"
    " lapse"
    " upholster deliver inspect accept decline reject vote settle plump retrain"
)
_DOUBLED = words(
    "fit plan stop travel swap ship jog quit cut drop knit shop swim run get put set hit sit begin"
    " refer prefer commit skip trip dip slip"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form of a verb: `tense` is "base", "s", "past" (also the participle) or "ing"."""

    lemma: str
    tense: str


def forms_of(lemma: str) -> dict[str, Form]:
    """Return the forms of a verb by how they are written."""
    stem = lemma + lemma[-1] if lemma in _DOUBLED and lemma != "travel" else lemma
    ending_in_y = lemma.endswith("y") and lemma[-2] not in "aeiou"
    ing = lemma[:-1] if lemma.endswith("e") and not lemma.endswith(("ee", "ye")) else stem
    s = lemma[:-1] + "ies" if ending_in_y else lemma + "s"
    if lemma.endswith(("s", "sh", "ch", "x", "z", "o")):
        s = lemma + "es"
    past = (
        lemma + "d" if lemma.endswith("e") else lemma[:-1] + "ied" if ending_in_y else stem + "ed"
    )
    pasts = _IRREGULAR[lemma].split() if lemma in _IRREGULAR else [past]
    forms = {form: Form(lemma=lemma, tense="past") for form in pasts}
    forms |= {f"{ing}ing": Form(lemma=lemma, tense="ing"), s: Form(lemma=lemma, tense="s")}
    forms[lemma] = Form(lemma=lemma, tense="base")
    return forms


FORMS: dict[str, Form] = {}
for _lemma in sorted(_REGULAR | _IRREGULAR.keys()):
    for _word, _form in forms_of(_lemma).items():
        FORMS.setdefault(_word, _form)
FORMS |= {
    "has": Form(lemma="have", tense="s"),
    "travelling": Form(lemma="travel", tense="ing"),
    "travelled": Form(lemma="travel", tense="past"),
    "dying": Form(lemma="die", tense="ing"),
    "felt": Form(lemma="feel", tense="past"),
    "learnt": Form(lemma="learn", tense="past"),
    "born": Form(lemma="born", tense="past"),
    "gone": Form(lemma="go", tense="past"),
    "been": Form(lemma="been", tense="past"),
    "left": Form(lemma="leave", tense="past"),
}
BE = words("am is are was were be been being")
AUXILIARIES = BE | words(
    "have has had do does did will shall can could would should might may must"
)


def form_of(word: str) -> Form | None:
    """Return which form of which verb a word is; an unknown word is None."""
    return FORMS.get(word.casefold())


def guess(word: str) -> Form:
    """Return the likely form of a word that stands where a verb must stand."""
    lower = word.casefold()
    known = FORMS.get(lower) or rare(lower)
    if known:
        return known
    if lower.endswith("ing") and len(lower) > 5:
        return Form(lemma=lower[:-3], tense="ing")
    if lower.endswith("ed") and len(lower) > 4:
        return Form(lemma=lower.removesuffix("ed"), tense="past")
    if lower.endswith("s") and not lower.endswith("ss"):
        return Form(lemma=lower[:-1], tense="s")
    return Form(lemma=lower, tense="base")


@lru_cache(maxsize=4096)
def rare(word: str) -> Form | None:
    """Return which form of any verb of the language a word can be, None if of none.

    Half of these words are nouns as often: ask only where a verb is likely.
    """
    bases, irregular, adjectives = verbs()
    if word in adjectives:
        return None
    if word in irregular:
        return Form(lemma=irregular[word], tense="ing" if word.endswith("ing") else "past")
    for ending, tense in (("ing", "ing"), ("ed", "past"), ("es", "s"), ("s", "s"), ("", "base")):
        stem = word.removesuffix(ending) if ending else word
        if not word.endswith(ending) or len(stem) < 2:
            continue
        undoubled = stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] else ""
        for base in (undoubled, stem, f"{stem}e", f"{stem[:-1]}y" if stem.endswith("i") else ""):
            if base in bases and not (tense == "base" and base != word):
                return Form(lemma=base, tense=tense)
    return None
