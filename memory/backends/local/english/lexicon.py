"""Closed word classes of English that the rules need: roles, diets, languages, trades."""

import re

from memory.backends.local.frame import words

FAMILY = {
    **{
        name: name
        for name in words(
            "mother father sister brother son daughter wife husband grandmother grandfather"
            " aunt uncle"
            " cousin niece nephew twin stepmother stepfather stepsister stepbrother stepson"
            " stepdaughter godmother godfather grandson granddaughter baby toddler fiancé fiancée"
            " mother-in-law father-in-law sister-in-law brother-in-law son-in-law daughter-in-law"
            " partner spouse child parent grandparent sibling kid grandchild parents kids children"
            " grandparents siblings twins sons daughters sisters brothers cousins triplets"
            " grandchildren in-laws stepkids nieces nephews aunts uncles"
        )
    },
    **{
        f"{name}s": f"{name}s"
        for name in words(
            "stepsister stepbrother stepson stepdaughter godson goddaughter grandson granddaughter"
            " baby toddler grandmother grandfather"
        )
    },
    **{name: name for name in words("grandkids babies stepchildren godchildren grandkid")},
    **{"youngest": "child", "eldest": "child", "oldest": "child", "newborn": "baby"},
    **{"mum": "mother", "mom": "mother", "mummy": "mother", "mam": "mother", "mama": "mother"},
    **{"dad": "father", "daddy": "father", "papa": "father", "hubby": "husband"},
    **{"grandma": "grandmother", "granny": "grandmother", "gran": "grandmother"},
    **{"nan": "grandmother", "nana": "grandmother", "grandpa": "grandfather"},
    **{"granddad": "grandfather", "grandad": "grandfather", "sis": "sister", "bro": "brother"},
    **{"fiance": "fiancé", "fiancee": "fiancée", "missus": "wife", "auntie": "aunt"},
    **{
        f"{name}xinxlaw": f"{name}-in-law"
        for name in words("mother father sister brother son daughter")
    },
    **{f"step-{kin}": f"step{kin}" for kin in words("mother father sister brother son daughter")},
    **{"lad": "son", "lass": "daughter"},
    **{"little one": "child", "other half": "partner", "better half": "partner"},
    **{"mil": "mother-in-law", "fil": "father-in-law", "folks": "parents"},
}


ACQUAINTANCE = {
    **{
        name: name
        for name in words(
            "friend girlfriend boyfriend colleague boss manager neighbour roommate flatmate"
            " housemate"
            " landlord landlady teacher doctor dentist therapist coach trainer tutor mentor"
            " classmate"
            " assistant client student employee coworker supervisor professor nanny babysitter"
            " friends colleagues neighbours roommates flatmates coworkers ex team-mate teammate"
            " bandmate ex-wife ex-husband ex-girlfriend ex-boyfriend lawyer accountant hairdresser"
            " psychologist psychiatrist physio gardener cleaner housekeeper team boss godson buddy"
        )
    },
    **{"neighbor": "neighbour", "neighbors": "neighbours", "mate": "friend", "pal": "friend"},
    **{"co-worker": "coworker", "bestie": "friend", "buddy": "friend", "gp": "doctor"},
}


ROLES = {**FAMILY, **ACQUAINTANCE}


_ANIMALS = words(
    "dog cat moggy moggies mutt mongrel pup kitty puppy kitten hamster rabbit parrot budgie"
    " canary goldfish fish snake turtle"
    " tortoise gecko lizard horse pony ferret chinchilla rat mouse bunny bird cockatiel dachshund"
    " labrador poodle beagle corgi collie terrier retriever pug bulldog greyhound spaniel husky"
    " whippet rottweiler dalmatian siamese tabby ragdoll chicken hen duck goat donkey alpaca iguana"
    " axolotl pet tarantula hedgehog cockatoo macaw chihuahua bee sheep pig goose parakeet llama"
    " cockapoo labradoodle goldendoodle cavapoo schnauzer lurcher weimaraner malamute pomeranian"
    " mastiff vizsla gerbil degu newt frog toad skink chameleon lovebird finch pigeon dove rooster"
    " cockerel mule foal mare cow lamb doodle lab staffie dane"
)
PETS = (
    _ANIMALS
    | frozenset(f"{name}s" for name in _ANIMALS)
    | words("guinea ant ants bunnies puppies kitties ponies canaries mice geese fishes huskies")
)


# Value by word; "gluten-free" and the like stay as they are.
DIETS = {
    **{name: name for name in words("vegetarian vegan pescatarian halal kosher flexitarian keto")},
    **{"veggie": "vegetarian", "plant-based": "vegan", "vegetarians": "vegetarian"},
    **{"ketogenic": "keto", "paleo": "paleo", "omnivore": "omnivore", "carnivore": "carnivore"},
    **{"pescetarian": "pescatarian", "omnivorous": "omnivore", "vegans": "vegan"},
    **{"fruitarian": "fruitarian"},
}


FREE_DIET = re.compile(
    r"\b(?:gluten|dairy|lactose|sugar|nut|meat|wheat|soy|egg|low)[- ]"
    r"(?:free|carb|fat|sodium|salt|fodmap|gi)\b",
    re.I,
)


RELIGIONS = words(
    "jain zoroastrian parsi rastafarian druze adventist"
    " muslim christian catholic protestant jewish buddhist hindu sikh atheist agnostic mormon"
    " orthodox anglican lutheran baptist quaker methodist presbyterian jew taoist pagan"
    " evangelical quaker shinto bahá'í unitarian wiccan"
)


CONDITIONS = words(
    "diabetic diabetes asthmatic asthma epileptic epilepsy anaemic anemic anemia dyslexic dyslexia"
    " autistic autism pregnant adhd add ocd ptsd hypertension migraine migraines arthritis coeliac"
    " celiac eczema psoriasis insomnia depression anxiety blind deaf colorblind colourblind"
    " color-blind colour-blind hypothyroidism hypertensive depressed bipolar dyspraxic cancer"
    " ibs crohn's endometriosis gout tinnitus vertigo fibromyalgia scoliosis osteoporosis lupus"
    " glaucoma pcos reflux gerd sciatica parkinson's alzheimer's dementia hiv nearsighted"
    " short-sighted farsighted immunocompromised haemophiliac hemophiliac paraplegic insomniac"
    " dyscalculia narcolepsy sinusitis rosacea"
)


CONDITION_HEADS = words(
    "disease disorder syndrome condition pressure pacemaker apnea apnoea intolerance deficiency"
    " flutter murmur arrhythmia palpitations hernia stutter tinnitus"
    " injury illness cholesterol impairment disability knee back heart palsy sclerosis reflux"
)


MEDICATION_HEADS = words(
    "medication medications medicine meds pill pills antibiotics tablets insulin inhaler aspirin"
    " ibuprofen paracetamol statins steroids supplement supplements antidepressants thinners"
    " vitamins antihistamine antihistamines thyroxine chemo warfarin metformin blockers"
)


MEDICATION_SUFFIX = re.compile(
    r"(?:pril|sartan|olol|statin|mab|cillin|mycin|cycline|oxacin|azole|pam|lam|done|etine|"
    r"pine|zine|formin|gliptin|parin|farin|profen|cetamol|phen|thyroxine|sone|solone|tide|"
    r"triptan|traline|opram|amine|idine|barbital|vir|xaban|prazole|tadine|trexate|mide)$"
)


LANGUAGES = {
    "english": "en",
    "chinese": "zh",
    "mandarin": "zh",
    "cantonese": "yue",
    "german": "de",
    "french": "fr",
    "spanish": "es",
    "portuguese": "pt",
    "italian": "it",
    "dutch": "nl",
    "russian": "ru",
    "japanese": "ja",
    "korean": "ko",
    "arabic": "ar",
    "hindi": "hi",
    "bengali": "bn",
    "turkish": "tr",
    "polish": "pl",
    "ukrainian": "uk",
    "czech": "cs",
    "slovak": "sk",
    "swedish": "sv",
    "norwegian": "no",
    "danish": "da",
    "finnish": "fi",
    "greek": "el",
    "hebrew": "he",
    "thai": "th",
    "vietnamese": "vi",
    "indonesian": "id",
    "malay": "ms",
    "tagalog": "tl",
    "filipino": "tl",
    "romanian": "ro",
    "hungarian": "hu",
    "bulgarian": "bg",
    "croatian": "hr",
    "serbian": "sr",
    "persian": "fa",
    "farsi": "fa",
    "urdu": "ur",
    "tamil": "ta",
    "telugu": "te",
    "swahili": "sw",
    "catalan": "ca",
    "welsh": "cy",
    "irish": "ga",
    "gaelic": "ga",
    "icelandic": "is",
    "latin": "la",
    "esperanto": "eo",
    "basque": "eu",
    "galician": "gl",
    "punjabi": "pa",
    "marathi": "mr",
    "gujarati": "gu",
    "latvian": "lv",
    "lithuanian": "lt",
    "estonian": "et",
    "slovenian": "sl",
    "albanian": "sq",
    "afrikaans": "af",
    "yoruba": "yo",
    "igbo": "ig",
    "hausa": "ha",
    "zulu": "zu",
    "amharic": "am",
    "nepali": "ne",
    "sinhala": "si",
    "burmese": "my",
    "khmer": "km",
    "lao": "lo",
    "mongolian": "mn",
    "georgian": "ka",
    "armenian": "hy",
    "maltese": "mt",
    "luxembourgish": "lb",
    "scots": "sco",
    "quechua": "qu",
    "guarani": "gn",
    "asl": "asl",
    "bsl": "bsl",
    "hokkien": "nan",
    "shanghainese": "wuu",
    "kannada": "kn",
    "malayalam": "ml",
    "somali": "so",
    "kurdish": "ku",
    "pashto": "ps",
    "uzbek": "uz",
    "frisian": "fy",
    "breton": "br",
    "corsican": "co",
    "sardinian": "sc",
    "occitan": "oc",
    "faroese": "fo",
    "greenlandic": "kl",
    "sami": "se",
    "yiddish": "yi",
    "ladino": "lad",
    "romani": "rom",
    "tibetan": "bo",
    "uyghur": "ug",
    "kyrgyz": "ky",
    "tajik": "tg",
    "turkmen": "tk",
    "wolof": "wo",
    "lingala": "ln",
    "shona": "sn",
    "xhosa": "xh",
    "tswana": "tn",
    "tigrinya": "ti",
    "oromo": "om",
    "kinyarwanda": "rw",
    "malagasy": "mg",
    "samoan": "sm",
    "tongan": "to",
    "maori": "mi",
    "māori": "mi",
    "hawaiian": "haw",
    "navajo": "nv",
    "inuktitut": "iu",
    "aymara": "ay",
    "cebuano": "ceb",
    "javanese": "jv",
    "sindhi": "sd",
    "assamese": "as",
    "dari": "prs",
    "aramaic": "arc",
    "tamazight": "zgh",
    "manx": "gv",
    "cornish": "kw",
    "flemish": "nl",
    "silesian": "szl",
    "sorbian": "hsb",
    "tatar": "tt",
    "kazakh": "kk",
    "macedonian": "mk",
    "bosnian": "bs",
    "belarusian": "be",
}


MARITAL = {
    "married": "married",
    "single": "single",
    "divorced": "divorced",
    "widowed": "widowed",
    "engaged": "engaged",
    "separated": "separated",
    "widow": "widowed",
    "widower": "widowed",
    "unmarried": "single",
    "bachelor": "single",
    "remarried": "married",
}


GENDERS = words("man woman male female nonbinary non-binary transgender trans guy girl")


OCCUPATIONS = words(
    "nurse chef cook pilot vet surgeon judge artist student pupil engineer architect carpenter"
    " plumber welder electrician waiter waitress barista soldier clerk cashier butcher baker tailor"
    " nanny scientist journalist dentist pharmacist therapist librarian musician mechanic"
    " technician analyst consultant accountant economist chemist physicist biologist coach guard"
    " postdoc intern apprentice trainee paramedic midwife doctor lawyer solicitor barrister cop"
    " sysadmin developer dev programmer designer copywriter dj model ceo cto cfo coo vp founder"
    " cofounder co-founder entrepreneur freelancer housewife househusband retiree pensioner priest"
    " rabbi imam monk nun pastor receptionist secretary hr recruiter athlete dancer singer"
    " photographer translator interpreter realtor banker broker diplomat professor lecturer"
    " researcher farmer fisherman firefighter policeman policewoman postman stewardess conductor"
    " curator mathematician statistician psychologist psychiatrist physio physiotherapist"
    " radiographer radiologist cardiologist anaesthetist anesthesiologist osteopath gp"
    " undergraduate undergrad grad freshman sophomore hairdresser barber bartender bouncer"
    " electrician stay-at-home actuary beekeeper sommelier sculptor potter blacksmith glazier"
    " roofer plasterer bricklayer astronaut spy detective barkeeper podcaster youtuber streamer"
    " head president treasurer principal paralegal courier lifeguard bodyguard chauffeur concierge"
    " roadie busker carer childminder valet jockey umpire referee guide captain"
    " sergeant colonel lieutenant marine medic agent rep merchant ambassador usher sexton scout"
    " aide"
    " caretaker caterer undertaker joiner miner teller trucker cabbie stylist surveyor buyer"
    " planner"
    " nutritionist dietitian dietician optician optometrist phlebotomist sonographer toolmaker"
    " handyman seamstress masseuse postgraduate scholar au-pair associate aide"
    " notary deputy secretary apothecary lorry-driver chaplain vicar curate deacon bishop nun abbot"
    " chancellor dean provost bursar registrar headmaster headmistress headteacher tutor governess"
    " sheriff constable bailiff magistrate prosecutor coroner ombudsman mayor councillor senator"
    " minister consul attache envoy paratrooper gunner corporal major brigadier admiral sapper"
    " docker stevedore longshoreman deckhand bosun skipper steward purser navigator signalman"
    " linesman lineman foreman ganger hod-carrier navvy mason stonemason thatcher cooper"
    " wheelwright"
    " farrier saddler cobbler milliner draper haberdasher upholsterer weaver dyer florist gardener"
    " groundsman greenkeeper gamekeeper arborist forester ranger shepherd drover dairyman vintner"
    " brewer distiller barista pastry-chef confectioner fishmonger greengrocer grocer chandler"
    " bookseller antiquarian auctioneer appraiser valuer underwriter adjuster trader quant auditor"
    " bookkeeper payroll controller comptroller cashier clerk typist stenographer archivist"
    " docent conservator taxidermist embalmer mortician crematorist"
    " geologist hydrologist botanist zoologist ecologist astronomer cartographer linguist"
    " anthropologist archaeologist historian philosopher theologian genealogist epidemiologist"
    " virologist immunologist oncologist neurologist urologist dermatologist paediatrician"
    " pediatrician obstetrician gynaecologist gynecologist geriatrician hematologist pathologist"
    " anaesthetist perfusionist orthoptist audiologist podiatrist chiropodist chiropractor"
    " acupuncturist herbalist homeopath doula health-visitor caseworker"
    " cellist violinist pianist organist drummer bassist guitarist percussionist luthier soprano"
    " tenor baritone composer lyricist arranger choreographer dramaturg playwright novelist poet"
    " essayist columnist cartoonist illustrator animator storyboarder gaffer grip"
    " cinematographer editor subeditor proofreader typesetter bookbinder printmaker engraver"
    " glassblower silversmith goldsmith jeweller watchmaker clockmaker locksmith gunsmith"
)


_TRADE_SUFFIX = re.compile(
    r"(?:er|or|ist|ian|yst|ress|man|woman|person|maker|smith|eer|(?<!pl)ant)$"
)


_NOT_TRADES = words(
    "beginner lover member user owner mother father brother sister person fan owl believer number"
    " eater drinker smoker sleeper swimmer cyclist morning optimist pessimist perfectionist"
    " feminist vegetarian libertarian millennial loner introvert extrovert newcomer foreigner"
    " stranger customer subscriber taurus cancer boomer winner loser survivor supporter sufferer"
    " human christian mathlete minimalist hoarder gamer procrastinator planner thinker"
    " overthinker talker player mess matter monster humanitarian italian brazilian canadian"
    " australian asian indian russian egyptian iranian ukrainian austrian hungarian norwegian"
    " californian lesbian libertarian early riser riser grandmother grandfather snorer starter"
    " giant elephant important disaster idealist realist socialist communist atheist traveller"
    " traveler breather commuter runner hiker follower hugger spender saver quitter learner"
    " adopter londoner yorker dubliner berliner gryffindor islander highlander northerner"
    " southerner"
    " villager"
    " westerner sucker goner keeper stickler fighter doer dreamer worrier hater joker cheater"
    " dabbler"
    " renter tinkerer crier cuddler complainer chatterbox homeowner newbie regular candidate eater"
    " believer carnivore omnivore sagittarius messenger helper driver's pleaser chancer lurker"
    " poser"
    " stoner toddler youngster oldtimer old-timer teenager preteen slacker go-getter early-riser"
    " multitasker workaholic shopaholic romantic mister sister-in-law visitor holder carrier"
    " outsider insider intolerant tolerant teetotaller teetotaler nationalist pacifist nudist"
    " tourist speaker offer order dinner number letter paper summer winter weather server"
    " computer printer"
    " left-hander right-hander hander"
    " charger corner dishwasher laser poster folder flower tower shower water border"
)


BUSINESSES = words(
    "shop bookshop business company cafe café restaurant bakery agency farm store startup salon"
    " studio"
    " practice hotel bar pub gallery firm charity team school vineyard winery brewery distillery"
    " gym"
    " nursery campsite b&b guesthouse hostel label magazine theatre theater clinic surgery"
    " consultancy"
    " foundation shelter sanctuary kennels stables dojo spa launderette laundrette kiosk stall"
    " truck"
    " garage newsletter deli butcher's barbershop orchard bistro diner takeaway franchise warehouse"
    " workshop lab department ward cafeteria canteen dairy ranch nightclub club"
)


HOBBY_VERBS = words(
    "play paint draw sing dance knit crochet sew hike climb surf ski snowboard sail fish garden"
    " swim cycle box fence row skate skateboard juggle sketch blog bake brew collect photograph"
    " woodwork bird-watch birdwatch scuba-dive dive kayak camp cook read write run jog bike bowl"
)


REPLY_NOUNS = words(
    "answer answers reply replies response responses explanation explanations message messages"
    " output outputs text texts writing tone"
)


def is_trade(noun: str) -> bool:
    """Say whether a noun names an occupation."""
    noun = noun.casefold()
    if noun in OCCUPATIONS:
        return True
    if noun.startswith("non-"):
        return False
    return noun not in _NOT_TRADES and len(noun) > 4 and bool(_TRADE_SUFFIX.search(noun))
