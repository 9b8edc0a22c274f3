"""English extraction: what is found, about whom, in which mode, until when; and what is not."""

from datetime import UTC, datetime

import pytest

from memory.backends.local.extractor import LocalExtractor
from memory.domain.types import ExtractionRequest, Mode, WorkingOp

SAID_AT = datetime(2026, 3, 11, 10, 0, tzinfo=UTC)  # a Wednesday


@pytest.fixture(scope="module")
def read():
    extractor = LocalExtractor()

    def run(text, **context):
        return extractor.extract(ExtractionRequest(text=text, said_at=SAID_AT, **context))

    return run


def found(extraction):
    return {(c.subject, c.attribute, c.value, c.mode.value) for c in extraction.candidates}


def test_one_message_gives_each_of_its_statements(read):
    message = "I'm allergic to seafood and I moved to Berlin last month. Please keep answers short."
    extraction = read(message)
    assert found(extraction) == {
        ("user", "allergy", "seafood", "standing"),
        ("user", "home", "Berlin", "standing"),
        ("user", "reply_length", "short", "standing"),
    }
    assert {c.text for c in extraction.candidates} == {
        "The user is allergic to seafood.",
        "The user lives in Berlin.",
        "The user wants short replies.",
    }
    assert all(c.quote in message for c in extraction.candidates)
    (home,) = [c for c in extraction.candidates if c.attribute == "home"]
    assert home.valid_from == datetime(2026, 2, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("My sister is allergic to nuts.", ("sister", "allergy", "nuts", "standing")),
        ("My brother-in-law works for Tesla.", ("brother-in-law", "employer", "Tesla", "standing")),
        ("I'm allergic to latex and to cats.", ("user", "allergy", "cats", "standing")),
        ("We live in a flat in the north of Hull.", ("user", "home", "north of Hull", "standing")),
        (
            "Just for today, answer me in French please.",
            ("user", "reply_language", "fr", "temporary"),
        ),
        (
            "My exam is on the 12th, not the 10th.",
            ("user", "plan", "exam on the 12th", "correction"),
        ),
        ("I used to live in Paris.", ("user", "home", "Paris", "past")),
        ("I don't live in Berlin any more.", ("user", "home", "Berlin", "denial")),
        ("I'm no longer vegetarian.", ("user", "diet", "vegetarian", "denial")),
        ("No, I live in Lisbon, not in Porto.", ("user", "home", "Lisbon", "correction")),
        ("Forget that I'm vegetarian.", ("user", "diet", "vegetarian", "forget")),
        ("Forget my address please.", ("user", "home", "", "forget")),
        ("I'm vegetarian this week.", ("user", "diet", "vegetarian", "temporary")),
        (
            "Today I'd like something mildly spicy.",
            ("user", "spice_level", "mild", "temporary"),
        ),
        ("Just this once, reply in French.", ("user", "reply_language", "fr", "temporary")),
        ("My best time for 5k is 25:50.", ("user", "measure:5k", "25:50", "standing")),
        ("I now have 25 stamps.", ("user", "count:stamps", "25", "standing")),
        ("im based in amsterdam these days", ("user", "home", "amsterdam", "standing")),
        (
            "Since I'm lactose intolerant, which cheese can I eat?",
            ("user", "allergy", "lactose", "standing"),
        ),
    ],
)
def test_it_reads_subject_value_and_mode(read, message, expected):
    assert expected in found(read(message))


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("Where do I live?", "question"),
        ("If I were vegetarian, what would I eat?", "hypothetical"),
        ("I wish I lived in Hawaii.", "hypothetical"),
        ("Suppose I were diabetic, what could I eat?", "hypothetical"),
        ("I might adopt a dog.", "hypothetical"),
        ("My sister thinks I'm lazy.", "quotation"),
        ('He told me "I hate my job" yesterday.', "quotation"),
        ("> I live in Boston and work as a lawyer.", "quotation"),
        ("Translate this: I'm allergic to nuts.", "pasted"),
        ("User: I live in Rome\nAssistant: Nice!", "pasted"),
        ("You speak great English.", "about_assistant"),
        ("Tell me a joke.", "request"),
        ("I had a great time yesterday.", "small_talk"),
    ],
)
def test_what_is_not_a_statement_of_the_user_is_skipped_with_its_reason(read, message, reason):
    extraction = read(message)
    assert extraction.candidates == ()
    assert extraction.working == ()
    assert reason in {why for _text, why in extraction.skipped}


def test_a_yes_confirms_what_the_assistant_stated(read):
    extraction = read("Yes, exactly.", previous_reply="So you live in Berlin?")
    assert found(extraction) == {("user", "home", "Berlin", "standing")}
    assert extraction.candidates[0].quote == "Yes, exactly."


@pytest.mark.parametrize(
    "text", ["Please forget that I live in Berlin.", "Right now I am tired.", "I am from Chile."]
)
def test_what_only_begins_like_a_yes_confirms_nothing(read, text):
    candidates = read(text, previous_reply="So you live in Berlin?").candidates
    assert ("Berlin", "standing") not in {(c.value, c.mode.value) for c in candidates}


def test_a_no_denies_what_the_assistant_asked(read):
    extraction = read("No.", previous_reply="Do you live in Berlin?")
    assert found(extraction) == {("user", "home", "Berlin", "denial")}


def test_an_offer_that_is_accepted_says_nothing_of_the_user(read):
    assert read("Yes please!", previous_reply="Would you like some tea recipes?").candidates == ()


@pytest.mark.timeout(60)
def test_a_preposition_that_the_parser_takes_for_the_verb_ends_the_climb(read):
    extraction = read("for the time being we're living with my in-laws")
    assert all(c.subject == "user" for c in extraction.candidates)


def test_since_a_leap_day_still_to_come_means_the_one_before():
    request = ExtractionRequest(
        text="I've been vegan since February 29",
        said_at=datetime(2028, 1, 10, tzinfo=UTC),
    )
    (diet,) = LocalExtractor().extract(request).candidates
    assert diet.valid_from == datetime(2024, 2, 29, tzinfo=UTC)


@pytest.mark.parametrize(
    "message",
    [
        "Fix the punctuation: my brother who is a chef lives in Lyon and I live in Bern",
        "Dear Sir or Madam, I am a 30-year-old baker from Porto looking for work.",
        "I has lived in Oslo since 2010. Is this sentence correct?",
        "I was going to visit Rome next month but we cancelled",
        "I feel like I'm 90 today",
        "Say my name is Bob. How would I sign it in Russian?",
        "my class is at 6",
    ],
)
def test_drafts_and_what_was_only_intended_are_no_facts(read, message):
    assert found(read(message)) == set()


@pytest.mark.parametrize(
    ("message", "attribute", "value"),
    [
        ("My rent just jumped from £720 to £815", "measure:rent", "£815"),
        ("chess rating's crept up to 1388", "measure:chess rating", "1388"),
        ("the last test had my ferritin at 12", "measure:ferritin", "12"),
        ("I got my marathon time down to 3:28", "measure:marathon", "3:28"),
        ("My savings have reached 12,000 euros", "measure:savings", "12,000 euros"),
        ("my newsletter has 2,300 subscribers now", "count:subscribers", "2,300"),
        ("I'm up to 85 kg on the bench", "measure:bench", "85 kg"),
        ("I take a size 9 shoe", "measure:shoe size", "9"),
    ],
)
def test_a_measure_has_the_value_that_it_came_to(read, message, attribute, value):
    assert found(read(message)) == {("user", attribute, value, "standing")}


@pytest.mark.parametrize(
    ("message", "plan"),
    [
        ("the movers come on Friday", "movers come"),
        ("we close on the house on April 17", "close on the house"),
        ("my lease is up in September", "lease is up"),
        ("I'm on holiday from Friday", "be on holiday"),
        ("I've put my name down for the Dublin half in September", "Dublin half"),
        ("Mum and I are seeing Kodo on the 19th, row C!", "see Kodo"),
        ("I start chemo next week", "start chemo"),
        ("My flight to Oslo is on 14 May at 7am", "flight to Oslo on 14 May at 7am"),
        ("I'm quitting my job at the end of the year", "quit my job"),
    ],
)
def test_what_the_calendar_holds_is_a_plan(read, message, plan):
    assert found(read(message)) == {("user", "plan", plan, "standing")}


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("we called off the party", ("plan", "party", "denial")),
        ("I'm not going to Rome after all", ("plan", "go to Rome", "denial")),
        ("I can have milk again", ("avoids", "milk", "denial")),
        ("I hated olives as a child", ("dislikes", "olives", "past")),
        ("In my twenties I smoked a pack a day", ("habit", "smoke a pack a day", "past")),
        ("years ago I did judo", ("habit", "do judo", "past")),
    ],
)
def test_what_is_over_is_told_as_over(read, message, expected):
    assert ("user", *expected) in found(read(message))


@pytest.mark.parametrize(
    "message",
    [
        "I thought I was allergic to penicillin but it turns out I'm not",
        "Maybe we'll buy a car next year",
        "I'd rather die than eat that",
        "My flight got cancelled",
        "I'm two chapters in",
        "I'm not far from Ghent",
        "my car's in the garage this week",
    ],
)
def test_beliefs_given_up_and_what_merely_sounds_like_a_fact_are_left_out(read, message):
    assert found(read(message)) == set()


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Wasp stings send me into anaphylaxis", ("allergy", "Wasp stings")),
        ("lupin flour would put me in hospital", ("allergy", "lupin flour")),
        ("Practising Hindu here, so beef's off the table", ("religion", "Hindu")),
        ("two units of insulin before breakfast", ("medication", "two units of insulin")),
        ("we're about forty minutes from Inverness", ("home", "Inverness")),
        ("I'm Welsh by birth", ("nationality", "Welsh")),
        ("My favourite soup, hands down, is borscht", ("favorite:soup", "borscht")),
        ("I grew up with five sisters", ("family", "five sisters")),
    ],
)
def test_what_is_put_in_a_roundabout_way_is_read(read, message, expected):
    assert ("user", *expected, "standing") in found(read(message))


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("There's a sewing machine in my attic", ("owns", "sewing machine")),
        ("Lunch is usually a sandwich at my desk", ("habit", "Lunch is a sandwich at my desk")),
        ("Thirty-one years a firefighter and counting", ("occupation", "firefighter")),
        ("I'm raising my two granddaughters on my own", ("family", "two granddaughters")),
        ("only 4 of my 9 tomato plants survived the frost", ("count:tomato plants", "4")),
        ("nothing with gelatine please", ("avoids", "gelatine")),
        ("My cardiologist says I should avoid grapefruit", ("avoids", "grapefruit")),
        ("I rarely drink", ("habit", "rarely drink")),
        ("Could you use Ms rather than Mrs?", ("form_of_address", "Ms")),
        ("The only soft drink I ever want is ginger beer", ("likes", "ginger beer")),
        ("I won't get on a motorbike again", ("never", "get on a motorbike")),
    ],
)
def test_what_is_told_of_other_subjects_is_the_users(read, message, expected):
    assert found(read(message)) == {("user", *expected, "standing")}


def test_what_is_denied_of_oneself_may_be_true_of_another(read):
    assert found(read("I don't have asthma, that's my sister")) == {
        ("user", "medical_condition", "asthma", "denial"),
        ("sister", "medical_condition", "asthma", "standing"),
    }


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "I traded in my iPhone for a Pixel 9",
            {
                ("user", "owns", "Pixel 9", "standing"),
                ("user", "owns", "iPhone", "denial"),
            },
        ),
        ("my bike got stolen last night", {("user", "owns", "bike", "denial")}),
        ("My first car was a Fiat Panda", {("user", "owns", "Fiat Panda", "past")}),
        (
            "I picked up a second-hand Fender Strat",
            {("user", "owns", "second-hand Fender Strat", "standing")},
        ),
        ("I upgraded to Windows 11", set()),
        ("someone stole my heart", set()),
        ("I'm on crutches for six more weeks", {("user", "fact", "on crutches", "temporary")}),
        ("My boss is on maternity leave", {("boss", "fact", "on maternity leave", "standing")}),
        ("Tom's my brother", {("user", "family", "brother Tom", "standing")}),
        ("I break out in hives from kiwi", {("user", "allergy", "kiwi", "standing")}),
        ("lactose and I don't get along", {("user", "avoids", "lactose", "standing")}),
        ("I react strongly to criticism", set()),
        ("My sister just had twins", {("sister", "event", "had twins", "standing")}),
        ("I'm the only left-hander in my family", set()),
        ("I need step-free access", {("user", "fact", "needs step-free access", "standing")}),
    ],
)
def test_things_states_and_reactions_are_read_with_their_mode(read, message, expected):
    assert found(read(message)) == expected


def test_a_turn_in_the_life_of_a_relative_is_not_the_users(read):
    facts = found(read("My cousin Ben got engaged"))
    assert ("cousin", "marital_status", "engaged", "standing") in facts
    assert not any(who == "user" and what == "marital_status" for who, what, *_ in facts)


def test_a_time_that_stands_alone_bounds_what_follows(read):
    (refusal,) = read("Just for today, no caffeine").candidates
    assert (refusal.value, refusal.mode) == ("caffeine", Mode.TEMPORARY)


def test_what_was_meant_corrects_the_message_before(read):
    extraction = read("Sorry, I meant Nuremberg, not Munich.", previous_text="I live in Munich.")
    assert found(extraction) == {("user", "home", "Nuremberg", "correction")}


def test_what_was_meant_corrects_what_is_known(read):
    known = (("sister", "home", "Bonn"),)
    extraction = read("I meant Cologne, not Bonn.", known=known)
    assert found(extraction) == {("sister", "home", "Cologne", "correction")}


@pytest.mark.parametrize(
    ("message", "end"),
    [
        ("I'm vegetarian this week.", datetime(2026, 3, 15, 23, 59, 59, tzinfo=UTC)),
        ("I'm staying in Madrid until Sunday.", datetime(2026, 3, 15, 23, 59, 59, tzinfo=UTC)),
        ("I'm not drinking coffee today.", datetime(2026, 3, 11, 23, 59, 59, tzinfo=UTC)),
        ("I'm flying to Tokyo on 3 May.", datetime(2026, 5, 3, 23, 59, 59, tzinfo=UTC)),
        ("In two weeks I'm off to Kyoto.", datetime(2026, 3, 25, 23, 59, 59, tzinfo=UTC)),
        ("I'm going to Rome next week.", datetime(2026, 3, 22, 23, 59, 59, tzinfo=UTC)),
        ("I move to Rome in February.", datetime(2027, 2, 28, 23, 59, 59, tzinfo=UTC)),
        ("I'm moving to Rome in February.", datetime(2027, 2, 28, 23, 59, 59, tzinfo=UTC)),
        ("I move to Rome in May.", datetime(2026, 5, 31, 23, 59, 59, tzinfo=UTC)),
        ("I graduate in February.", datetime(2027, 2, 28, 23, 59, 59, tzinfo=UTC)),
        ("We marry in February.", datetime(2027, 2, 28, 23, 59, 59, tzinfo=UTC)),
    ],
)
def test_what_passes_expires_at_the_end_of_its_day(read, message, end):
    (candidate,) = read(message).candidates
    assert candidate.expires_at == end


def test_what_holds_from_a_month_on_begins_in_the_next_such_month(read):
    (candidate,) = read("I'll live in Rome from February.").candidates
    assert candidate.valid_from == datetime(2027, 2, 1, tzinfo=UTC)


def test_a_day_ends_by_the_clock_of_the_user(read):
    (candidate,) = read("I'm not drinking coffee today.", time_zone="Asia/Shanghai").candidates
    assert candidate.expires_at.astimezone(UTC) == datetime(2026, 3, 11, 15, 59, 59, tzinfo=UTC)


def test_a_hedge_lowers_the_confidence(read):
    (sure,) = read("I'm allergic to kiwis.").candidates
    (unsure,) = read("I think I'm allergic to kiwis.").candidates
    assert unsure.confidence < sure.confidence


def test_a_past_statement_has_an_end(read):
    (candidate,) = read("I used to work at Nokia.").candidates
    assert candidate.mode is Mode.PAST
    assert candidate.valid_to == SAID_AT


def test_to_dos_go_to_working_memory(read):
    (added,) = read("Remind me to buy milk.").working
    assert (added.op, added.field, added.value) == (WorkingOp.APPEND, "todos", "buy milk")
    (done,) = read("I bought the milk.").working
    assert (done.op, done.field, done.value) == (WorkingOp.DONE, "todos", "buy the milk")


def test_mixed_text_is_read_by_both_engines(read):
    extraction = read("I'm allergic to nuts. 我住在上海。")
    assert {("user", "allergy", "nuts", "standing"), ("user", "home", "上海", "standing")} <= found(
        extraction
    )
    assert {c.language for c in extraction.candidates} == {"en", "zh"}


def test_a_pronoun_means_the_person_named_before(read):
    extraction = read("My wife's name is Clara and she's a nurse.")
    assert ("wife", "occupation", "nurse", "standing") in found(extraction)


def test_a_stranger_of_general_knowledge_is_not_remembered(read):
    assert read("Einstein worked at the patent office in Bern.").candidates == ()
    assert read("Obama was born in Hawaii.").candidates == ()


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "relocated to Porto for the new gig at Farfetch",
            {("user", "home", "Porto", "standing"), ("user", "employer", "Farfetch", "standing")},
        ),
        (
            "I can't have gluten, I've got celiac disease",
            {
                ("user", "avoids", "gluten", "standing"),
                ("user", "medical_condition", "celiac disease", "standing"),
            },
        ),
        (
            "I used to live in Madrid before moving to Dublin",
            {("user", "home", "Madrid", "past"), ("user", "home", "Dublin", "standing")},
        ),
        (
            "We adopted a beagle, she's called Noodle",
            {("user", "pet", "beagle Noodle", "standing")},
        ),
        (
            "I'm into bouldering and board games",
            {
                ("user", "likes", "bouldering", "standing"),
                ("user", "likes", "board games", "standing"),
            },
        ),
        (
            "My wife is allergic to shellfish and peanuts",
            {
                ("wife", "allergy", "shellfish", "standing"),
                ("wife", "allergy", "peanuts", "standing"),
            },
        ),
        (
            "No, I'm not a doctor, I'm a dentist",
            {("user", "occupation", "dentist", "correction")},
        ),
        ("No, my dog is called Roxy, not Rex", {("user", "pet", "dog Roxy", "correction")}),
        ("Actually I'm 35, not 34", {("user", "age", "35", "correction")}),
    ],
)
def test_what_the_parser_misreads_is_mended(read, message, expected):
    assert found(read(message)) == expected


@pytest.mark.parametrize(
    "message",
    [
        "I got a segfault when I run the tests",
        "We use Kubernetes at work",
        "I have three nodes and one of them keeps dying",
        "I broke prod yesterday",
        "explain it like I'm five",
        "I swear this stroller is going to be the end of me",
        "My character in the novel is a widow who lives in Prague.",
        "Coach says I drop my hips too early",
    ],
)
def test_loose_attributes_ask_for_evidence(read, message):
    assert found(read(message)) == set()


def test_a_to_do_keeps_a_time_that_its_preposition_needs(read):
    (change,) = read("Remind me to book a table for Friday").working
    assert change.value == "book a table for Friday (13 Mar 2026)"


@pytest.mark.parametrize(
    "message",
    [
        "I nearly became a dentist, glad I didn't",
        "I planned to call the bank but the queue was an hour long",
        "I was planning a trip to Rome but it fell through",
        "Write a short story where I'm a pirate who lives in Tortuga",
        "In the game I'm a level 40 paladin",
        "I work my socks off and nobody notices",
        "I drive my colleagues insane with my humming",
        "I have bigger fish to fry",
        "I prefer the first draft",
        "I have two lists and want to merge them in Python",
        "I'm married to my job lol",
        "I'm allergic to Mondays",
        "Rumour has it our boss is leaving for Amazon",
        "I never said I was vegan",
        "My phone is at 5%",
    ],
)
def test_idioms_drafts_fiction_and_what_came_to_nothing_are_no_facts(read, message):
    assert found(read(message)) == set()


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Retired teacher. Widowed.", ("occupation", "Retired teacher")),
        ("New job: nurse at St Thomas.", ("employer", "St Thomas")),
        ("Allergies: nuts, eggs", ("allergy", "eggs")),
        ("35F, nurse, two cats", ("age", "35")),
        ("Off to Crete next Friday for two weeks!", ("plan", "go to Crete")),
        ("dentist at 4 tomorrow, wish me luck", ("plan", "dentist")),
        ("squat PR: 120kg", ("measure:squat", "120kg")),
        ("No meat, no fish, but eggs are ok", ("avoids", "fish")),
    ],
)
def test_what_is_said_without_a_verb_is_read(read, message, expected):
    assert ("user", *expected, "standing") in found(read(message))


@pytest.mark.parametrize(
    ("message", "end"),
    [
        ("no dairy this week, doctor's orders", datetime(2026, 3, 15, 23, 59, 59, tzinfo=UTC)),
        ("I'm off caffeine until Easter", datetime(2026, 4, 5, 23, 59, 59, tzinfo=UTC)),
    ],
)
def test_a_refusal_for_a_while_ends(read, message, end):
    (refused,) = read(message).candidates
    assert (refused.attribute, refused.mode, refused.expires_at) == ("avoids", Mode.TEMPORARY, end)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("I live in Leeds with my wife Mia.", "The user lives in Leeds."),
        ("We have a dog called Biscuit.", "The user has a dog called Biscuit."),
        ("I have two cats, Tom and Kit.", "The user has two cats called Tom and Kit."),
        ("I have two kids, Tom and Ella.", "The user has two kids called Tom and Ella."),
        ("I used to play the violin.", "The user used to play the violin."),
        ("My marathon PB is 3:45.", "The user's marathon time is 3:45."),
        ("I weigh 82 kg.", "The user's weight is 82 kg."),
        ("My favourite film is Alien.", "The user's favourite film is Alien."),
        ("I have a bad knee.", "The user has a bad knee."),
        ("I'm a retired postman.", "The user is a retired postman."),
        ("I prefer trains over planes.", "The user prefers trains over planes."),
        ("My wife Edith passed away in 2019.", "The user had a wife called Edith."),
        ("I'm Priya, a biology student at Leeds.", "The user is called Priya."),
        ("I quit my job last week.", "The user no longer has that job."),
    ],
)
def test_statements_are_natural_sentences(read, message, text):
    assert text in {candidate.text for candidate in read(message).candidates}


@pytest.mark.parametrize(
    "message",
    ["My best 10k is 46:30 now!", "My 10k PB is 46:30.", "My best time for 10k is 46:30."],
)
def test_a_record_has_one_attribute_however_it_is_put(read, message):
    assert found(read(message)) == {("user", "measure:10k", "46:30", "standing")}


def test_the_birthday_of_another_is_not_the_users(read):
    (birthday,) = read("My mum's birthday is on 4 May.").candidates
    assert birthday.subject == "mother"


@pytest.mark.parametrize(
    ("message", "tasks"),
    [
        (
            "I need to call the dentist on Friday and buy milk.",
            ["call the dentist on Friday (13 Mar 2026)", "buy milk"],
        ),
        (
            "I need to fix the login bug, review Tom's pull request and renew my passport.",
            ["fix the login bug", "review Tom's pull request", "renew passport"],
        ),
        ("I have an exam on Friday and need to book a train.", ["book a train"]),
    ],
)
def test_each_task_of_a_sentence_is_a_to_do_with_its_own_day(read, message, tasks):
    extraction = read(message)
    assert [change.value for change in extraction.working] == tasks
    assert not [c for c in extraction.candidates if c.attribute == "habit"]


@pytest.mark.parametrize(
    ("message", "attribute", "begins"),
    [
        ("I start as a teacher in September.", "occupation", datetime(2026, 9, 1, tzinfo=UTC)),
        ("I start as a teacher in February.", "occupation", datetime(2027, 2, 1, tzinfo=UTC)),
        ("I started as a teacher in February.", "occupation", datetime(2026, 2, 1, tzinfo=UTC)),
    ],
)
def test_what_begins_in_a_month_to_come_holds_from_then(read, message, attribute, begins):
    (job,) = [c for c in read(message).candidates if c.attribute == attribute]
    assert job.valid_from == begins


def test_leaving_in_time_to_come_is_a_plan(read):
    (plan,) = read("I'm leaving Acme at the end of April.").candidates
    assert (plan.attribute, plan.value, plan.mode) == ("plan", "leave Acme", Mode.STANDING)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("My dog's name is Rex, not Max.", ("user", "pet", "dog Rex", "correction")),
        ("My wife's name is Maya, not Mia.", ("user", "family", "wife Maya", "correction")),
    ],
)
def test_a_contrast_corrects_the_name_of_a_relative_or_an_animal(read, message, expected):
    assert expected in found(read(message))


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("I own two cars and an old boat.", "The user owns a boat."),
        ("I bought an electric guitar last week.", "The user owns an electric guitar."),
        ("I sold my boat with its sails.", "The user no longer owns a boat."),
        ("I sold my old skis.", "The user no longer owns old skis."),
        ("I own furniture.", "The user owns furniture."),
    ],
)
def test_a_thing_keeps_the_article_that_it_was_said_with(read, message, text):
    assert text in {candidate.text for candidate in read(message).candidates}


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("my boss Anna Schmidt is strict", "boss Anna Schmidt"),
        ("My friend Mary Ann Lee lives in Rome.", "friend Mary Ann Lee"),
        ("My uncle, Tom Baker, is a vet.", "uncle Tom Baker"),
        ("My sister Clara lives in Hamburg.", "sister Clara"),
    ],
)
def test_a_name_of_several_words_is_kept_whole(read, message, value):
    named = {c.value for c in read(message).candidates if c.attribute in ("family", "relationship")}
    assert named == {value}


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("I work as hard as I can.", set()),
        ("I work best in the mornings.", set()),
        ("I work as a nurse as well.", {("occupation", "nurse", "standing")}),
        ("I'm in Berlin right now.", set()),
        ("I'm in Berlin now.", {("home", "Berlin", "standing")}),
        ("I'm divorced from reality.", set()),
        ("I was called a liar.", set()),
        ("I got fired from Lidl.", {("employer", "Lidl", "denial")}),
        ("I was laid off by Siemens in May.", {("employer", "Siemens", "denial")}),
        ("I got promoted to team lead.", {("occupation", "team lead", "standing")}),
    ],
)
def test_what_has_one_value_is_not_replaced_by_words_that_only_look_like_it(
    read, message, expected
):
    single = {"occupation", "workplace", "home", "marital_status", "name", "employer"}
    made = read(message).candidates
    assert {(c.attribute, c.value, c.mode.value) for c in made if c.attribute in single} == expected


@pytest.mark.parametrize(
    "text",
    [
        "Can you remember that I'm vegan?",
        "Could you please note that I'm vegan?",
        "Will you keep in mind I'm vegan?",
        "Remember I'm vegan, ok?",
    ],
)
def test_a_request_to_note_something_is_a_statement(read, text):
    (candidate,) = read(text).candidates
    assert (candidate.attribute, candidate.value) == ("diet", "vegan")
    assert candidate.quote in text


@pytest.mark.parametrize("text", ["能记住我对芒果过敏吗？", "你能帮我记一下我对芒果过敏吗"])
def test_a_chinese_request_to_note_something_is_a_statement(read, text):
    assert found(read(text)) == {("user", "allergy", "芒果", "standing")}


@pytest.mark.parametrize("text", ["Can you remember my name?", "Can you remember where I live?"])
def test_a_question_of_memory_is_no_statement(read, text):
    assert found(read(text)) == set()


PETS = (("user", "pet", "dog Rex"), ("user", "pet", "cat Tilly"))


@pytest.mark.parametrize(
    "text", ["Rex died last night", "my dog passed away yesterday", "Rex has sadly been unwell"]
)
def test_an_animal_that_is_lost_is_kept_no_longer(read, text):
    ends = ("user", "pet", "dog Rex", "denial") in found(read(text, known=PETS))
    assert ends == ("unwell" not in text)


def test_a_relation_that_is_put_right_corrects_the_other(read):
    known = (("user", "family", "brother Leo"),)
    cousin = ("user", "family", "cousin Leo", "correction")
    assert found(read("no, Leo is my cousin", known=known)) == {cousin}
    friend = found(read("no, Leo is my friend", known=known))
    assert ("user", "family", "brother Leo", "denial") in friend


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add eggs, oat milk and bread to my list", ["eggs", "oat milk", "bread"]),
        ("add call the bank about the new card and wait to my list", None),
        ("take bread off my list", [("remove", "bread")]),
        ("remove the eggs from my shopping list", [("remove", "eggs")]),
    ],
)
def test_things_of_a_list_are_taken_one_by_one(read, text, expected):
    changes = read(text).working
    if expected is None:
        assert len(changes) == 1
        return
    wanted = [entry if isinstance(entry, tuple) else ("append", entry) for entry in expected]
    assert [(change.op, change.value) for change in changes] == wanted


def test_what_is_studied_has_no_month_and_a_quote_is_whole(read):
    (school,) = read("My daughter starts school in September").candidates
    assert (school.value, school.valid_from.month) == ("school", 9)
    (smoked,) = read("I used to smoke but I quit").candidates
    assert smoked.quote == "I used to smoke"
