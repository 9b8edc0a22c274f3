"""What a statement must be about before the loose attributes (owns, event, habit, fact) take it.

Nearly everything can be "had", "lost" or "done every day"; only what is listed is worth a memory.
"""

import re
from typing import Any

from memory.backends.local.english.clauses import ClauseView
from memory.backends.local.frame import words

Token = Any  # spacy.tokens.Token

# Things that people own for long; a name ("a Tesla") speaks for itself.
POSSESSIONS = words(
    "narrowboat barge dinghy tractor quad catamaran sailboat rowboat telly harpsichord oboe loom"
    " kiln easel"
    " car bike bicycle motorbike motorcycle scooter van truck boat yacht kayak canoe caravan camper"
    " campervan motorhome trailer moped suv convertible hatchback estate sedan pickup ebike e-bike"
    " skateboard snowboard surfboard skis tent canoe plane drone telescope microscope binoculars"
    " camera lens phone smartphone iphone laptop computer pc mac macbook tablet ipad kindle"
    " e-reader console playstation xbox switch watch smartwatch tv television projector printer"
    " keyboard monitor speaker speakers headphones turntable stereo guitar piano violin cello viola"
    " drum drums drumkit saxophone flute trumpet clarinet ukulele banjo harp synth synthesizer"
    " accordion harmonica organ bass house flat apartment condo cabin cottage villa bungalow"
    " houseboat garage garden greenhouse allotment balcony shed workshop studio farm vineyard"
    " land plot orchard pool sauna hot-tub treadmill rower dumbbells barbell bench loom spindle"
    " sewing-machine machine oven fryer cooker grill barbecue bbq smoker dishwasher dryer freezer"
    " fridge microwave blender mixer wok espresso grinder thermomix kitchenaid toaster vacuum"
    " roomba robot desk chair sofa couch bed mattress wardrobe bookshelf lamp rug"
    " painting sculpture"
    " collection library vinyl records coins stamps jewellery jewelry ring necklace rifle shotgun"
    " wheelchair crutches glasses contacts pacemaker prosthesis tattoo tattoos piercing piercings"
    " landline mobile sim server nas website blog podcast channel shares stocks crypto bitcoin"
    " mortgage pension shop bakery restaurant cafe business company startup store bookshop salon"
    " hotel bar pub gallery aquarium terrarium chickens hive hives tractor wagon bus horsebox"
    " pressure-cooker heat-pump panels tricycle unicycle pram stroller buggy instrument vespa"
)
SOFTWARE = words(
    "error errors exception exceptions warning warnings timeout timeouts bug bugs crash crashes"
    " segfault test tests build builds log logs message messages response table tables row rows"
    " node nodes column columns query function class method variable list array string"
    " server service cluster container containers pod pods endpoint request"
    " requests script loop thread process database"
    " code repo branch commit merge pipeline deployment prod production api json null value id"
    " undefined nan output input traceback stack commits branches repos functions methods classes"
    " variables arrays strings queries endpoints servers packages dependencies imports"
)
# What lies on the table of a conversation: texts, their parts, choices.
TEXTS = words(
    "draft drafts version versions option options answer answers reply replies message messages"
    " example examples sentence sentences paragraph paragraphs line lines title titles heading list"
    " lists file files column columns table tables row rows tab tabs page pages section sections"
    " chapter summary outline email emails letter essay report text cv resume poem story layout"
    " design approach solution suggestion suggestions idea ideas one ones plan plans chart image"
    " images screenshot picture attachment document documents document's slide slides result"
    " results"
    " output format wording tone way part article recipe question questions step steps link links"
)
SPEECH = words("word phrase sentence sentences wording difference spelling punctuation acronym")
# Verb -> what it must be done to, to be a turn in a life; None: it is one by itself.
_TURNS: dict[str, frozenset[str] | None] = {
    "break": words(
        "arm leg wrist ankle foot toe finger hand hip rib ribs collarbone nose jaw neck back elbow"
        " shoulder tooth phone laptop engagement up"
    ),
    "sprain": None, "fracture": None, "tear": None, "dislocate": None, "undergo": None,
    "lose": words(
        "job wallet phone keys passport luggage suitcase bag father mother dad mum mom brother"
        " sister husband wife grandmother grandfather grandma grandpa friend dog cat baby ring"
        " election case house home weight kilos pounds kg licence license"
    ),
    "win": words(
        "award prize medal lottery championship tournament cup race competition match scholarship"
        " grant election title bronze silver gold hackathon contest case trophy marathon"
    ),
    "pass": words("exam exams test driving-test bar finals interview boards cpa viva course"),
    "fail": words("exam exams test bar finals driving-test course year viva"),
    "crash": words("car bike van motorbike truck scooter"),
    "publish": words("book novel paper article album poem story thesis memoir game app"),
    "launch": words("company startup business book podcast product app website album shop brand"),
    "adopt": words("child boy girl baby son daughter"),
    "celebrate": words("anniversary birthday wedding graduation"),
    "promote": None, "fire": None, "graduate": None, "hospitalize": None, "evict": None,
    "burgle": None, "mug": None, "injure": None, "lay": None, "die": None, "welcome": None,
    "rob": None, "bury": None, "hire": None, "engage": None, "redundant": None,
}  # fmt: skip
_PASSIVE_ONLY = words("fire promote hospitalize evict burgle mug injure lay rob hire engage")


# "I never drink coffee after 3pm": not coffee is refused, but its hour.
LIMITED = re.compile(
    r"\b(?:after|before|past) (?:\d|noon|lunch|dinner|work|dark|midnight|bed|breakfast|training)"
    r"|\bat night\b|\bin the (?:mornings?|evenings?|afternoons?)\b|\bat (?:work|weekends)\b"
    r"|\bon (?:weekdays|school nights|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays"
    r"|sundays|weekends|planes|an empty stomach)\b|\bduring\b|\bwhile \w+ing\b",
    re.I,
)


def is_software(thing: Token) -> bool:
    return bool({thing.lower_, thing.lemma_.casefold()} & SOFTWARE)


def is_possession(thing: Token, *, is_bought: bool) -> bool:
    """Say whether a noun names something that one owns; buying and owning need less."""
    said = {thing.lower_, thing.lemma_.casefold()}
    if is_software(thing):
        return False
    if said & POSSESSIONS or is_bought:
        return True
    return bool(thing.pos_ == "PROPN" and thing.text[0].isupper())


def is_technical(clause: ClauseView) -> bool:
    """Say whether a clause is about software at work rather than about a life."""
    nouns = {
        t.lower_ for t in clause.head.subtree if t.dep_ in ("dobj", "pobj", "attr", "nsubj", "conj")
    }
    return bool(nouns & SOFTWARE)


def is_turn_of_life(clause: ClauseView) -> bool:
    """Say whether a past event is one that people remember."""
    objects = _TURNS.get(clause.lemma, frozenset())
    passive = clause.child("auxpass") is not None
    if clause.lemma in _PASSIVE_ONLY and not passive:
        return False
    if objects is None or passive and clause.lemma in _PASSIVE_ONLY:
        return True
    said = {t.lower_ for t in clause.head.subtree if t.dep_ in ("dobj", "compound", "pobj", "prt")}
    return bool(said & objects) or passive and clause.lemma in ("steal", "break")


_PERSON = re.compile(
    r"(?:person|owl|riser|eater|drinker|smoker|learner|beginner|traveller|traveler|introvert"
    r"|extrovert|ambivert|perfectionist|twin|minimalist|gamer|swimmer|runner|cyclist|climber|hiker"
    r"|sleeper|survivor|veteran|immigrant|expat|refugee|orphan|collector|donor|volunteer|native"
    r"|reader|player|sailor|skier|surfer|speaker|homeowner|procrastinator|aquarius|pisces|aries"
    r"|taurus|gemini|leo|virgo|libra|scorpio|sagittarius|capricorn|insomniac|mom|mum|dad|parent"
    r"|carer|caregiver|feminist|pacifist|democrat|republican|activist|blogger)"
)


def is_trait(noun: Token) -> bool:
    """Say whether "I'm a ..." with this noun says something lasting of a person."""
    leaning = noun.lower_ == "person" and any(
        c.dep_ == "compound" and c.lower_ not in ("morning", "night", "evening")
        for c in noun.children
    )  # "a dog person" likes dogs
    return bool(_PERSON.fullmatch(noun.lower_)) and not leaning
