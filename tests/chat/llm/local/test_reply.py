"""What the local engine says: from memory only, with the quote and the date, in both languages."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from chat.llm.local.reply import LocalRequest, compose_reply
from chat.llm.local.wording import to_second_person
from memory.domain.types import (
    Candidate,
    DropReason,
    Extraction,
    Layer,
    Mode,
    Outcome,
    RecalledItem,
    RecallResult,
    WorkingChange,
    WorkingOp,
)

SAID = datetime(2026, 3, 3, 12, tzinfo=UTC)


def item(text, attribute, value, quote="", *, language="en", outcome=Outcome.INJECTED, **rest):
    return RecalledItem(
        item_id=1,
        layer=rest.pop("layer", Layer.PROFILE),
        text=text,
        outcome=outcome,
        subject=rest.pop("subject", "user"),
        attribute=attribute,
        value=value,
        quote=quote,
        language=language,
        said_at=SAID,
        **rest,
    )


SEAFOOD = item("The user is allergic to seafood.", "allergy", "seafood", "I'm allergic to seafood")
LISBON = item("The user lives in Lisbon.", "home", "Lisbon", "I've moved to Lisbon")
BERLIN = item(
    "The user lives in Berlin.",
    "home",
    "Berlin",
    "I moved to Berlin",
    outcome=Outcome.DROPPED,
    reason=DropReason.SUPERSEDED,
)
HAIXIAN = item("用户对海鲜过敏。", "allergy", "海鲜", "我对海鲜过敏", language="zh")
SHANGHAI = item("用户住在上海。", "home", "上海", "上个月搬到了上海", language="zh")


def reply(text, injected=(), dropped=(), **rest):
    recall = RecallResult(
        trace_id="t", query=text, injected=tuple(injected), dropped=tuple(dropped)
    )
    return compose_reply(LocalRequest(text=text, recall=recall, **{"said_at": SAID, **rest})).text


def told_by(text, *, injected=(), dropped=()):
    """Return what of memory a reply says that it is made of."""
    recall = RecallResult(trace_id="t", query=text, injected=injected, dropped=dropped)
    return compose_reply(LocalRequest(text=text, recall=recall, said_at=SAID)).told


def test_it_answers_each_part_with_the_quote_and_the_date():
    text = reply("What should I avoid eating, and where do I live?", [SEAFOOD, LISBON], [BERLIN])
    assert "You are allergic to seafood (you said “I'm allergic to seafood” on 3 Mar 2026)." in text
    assert "You live in Lisbon (you said “I've moved to Lisbon” on 3 Mar 2026)." in text
    assert "Berlin" not in text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("Where do I live?", [LISBON], id="a value"),
        pytest.param("Where did I live before?", [BERLIN], id="what recall left out"),
        pytest.param("Do I still live in Berlin?", [BERLIN], id="what is over"),
        pytest.param("What do you know about me?", [SEAFOOD, LISBON], id="an overview"),
        pytest.param("What is my blood type?", [], id="nothing"),
        pytest.param("I live in Porto.", [], id="no question"),
    ],
)
def test_it_names_what_its_answer_is_made_of(text, told):
    assert list(told_by(text, injected=(SEAFOOD, LISBON), dropped=(BERLIN,))) == told


def test_it_answers_in_chinese():
    text = reply("我住在哪里？不能吃什么？", [HAIXIAN, SHANGHAI])
    assert "你住在上海（你在2026年3月3日说过“上个月搬到了上海”）。" in text
    assert "你对海鲜过敏" in text


def test_a_question_about_the_past_is_answered_from_what_was_superseded():
    text = reply("Where did I live before?", [LISBON], [BERLIN])
    assert text.startswith("You used to live in Berlin")
    assert "Lisbon" not in text


@pytest.mark.parametrize("text", ["Where do I live?", "我住在哪里？"])
def test_it_never_invents(text):
    told = reply(text, [SEAFOOD])
    assert "seafood" not in told
    assert "have not told me" in told or "没有告诉过我" in told


def test_a_question_of_the_world_needs_a_model():
    assert "OPENAI_API_KEY" in reply("What is the capital of France?", [SEAFOOD, LISBON])
    assert "OPENAI_API_KEY" in reply("法国的首都是哪里？", [HAIXIAN])


def test_yes_or_no():
    assert reply("Am I allergic to seafood?", [SEAFOOD]).startswith("Yes. You are allergic")
    assert reply("Am I allergic to peanuts?", [SEAFOOD]).startswith("Not that you told me.")


def test_it_lists_what_it_knows():
    text = reply("What do you know about me?", [SEAFOOD, LISBON], [BERLIN])
    assert text.count("\n- ") == 2
    assert reply("你知道关于我的什么？").startswith("我还不知道")


def test_a_third_persons_fact_does_not_answer_for_the_user():
    sister = item("The user's sister lives in Rome.", "home", "Rome", subject="sister")
    assert "have not told me" in reply("Where do I live?", [sister])
    assert "Your sister lives in Rome" in reply("Where does my sister live?", [sister, LISBON])


def test_it_acknowledges_what_it_noted_and_what_that_replaces():
    candidate = Candidate(
        text="The user lives in Lisbon.", attribute="home", value="Lisbon", quote="moved to Lisbon"
    )
    berlin = item("The user lives in Berlin.", "home", "Berlin")
    text = reply("I've moved to Lisbon", [berlin], extraction=Extraction(candidates=(candidate,)))
    assert text == "Noted: You live in Lisbon (before: Berlin)"


@pytest.mark.parametrize(
    ("mode", "start"),
    [
        (Mode.CORRECTION, "Corrected: "),
        (Mode.DENIAL, "Noted: "),
        (Mode.FORGET, "I am forgetting"),
    ],
)
def test_it_acknowledges_corrections_denials_and_forgetting(mode, start):
    candidate = Candidate(
        text="The user lives in Lisbon.", attribute="home", value="Lisbon", mode=mode
    )
    assert reply("…", extraction=Extraction(candidates=(candidate,))).startswith(start)


def test_it_keeps_to_dos():
    added = Extraction(
        working=(WorkingChange(op=WorkingOp.APPEND, field="todos", value="buy milk"),)
    )
    assert reply("remind me to buy milk", extraction=added) == "Added to your to-dos: buy milk."
    done = Extraction(working=(WorkingChange(op=WorkingOp.DONE, field="todos", value="buy milk"),))
    listed = {"todos": [{"text": "buy milk", "done": False}]}
    assert reply("Bought it", extraction=done, working=listed) == "Ticked off: buy milk."
    assert "Ticked off" not in reply("Bought it", extraction=done)
    assert "not on your to-do list" in reply("Bought it", extraction=done)
    todos = {"todos": [{"text": "buy milk", "done": True}, {"text": "call Anna", "done": False}]}
    text = reply("What's on my to-do list?", working=todos)
    assert "[x] buy milk" in text
    assert "[ ] call Anna" in text


BISCUIT = item("The user has a dog called Biscuit.", "pet", "dog Biscuit")
MAYA = item("The user has a wife called Maya.", "family", "wife Maya")
TWINS = item("The user has two kids called Tom and Ella.", "family", "two kids Tom and Ella")
LENA = item("The user's girlfriend works as a nurse.", "occupation", "nurse", subject="girlfriend")
GIRLFRIEND = item("The user has a girlfriend called Lena.", "family", "girlfriend Lena")
LACTOSE = item("The user is lactose intolerant.", "allergy", "lactose")
COFFEE = item("The user dislikes coffee.", "dislikes", "coffee")
NAME = item("The user is called Ann.", "name", "Ann")
VIOLIN = item("The user used to play the violin.", "habit", "play the violin", valid_to=SAID)
TEACHER = item(
    "The user works as a teacher.",
    "occupation",
    "teacher",
    valid_from=datetime(2026, 9, 1, tzinfo=UTC),
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What's my dog called?", "Biscuit"),
        ("What is the name of my dog?", "Biscuit"),
        ("What is my cat called?", "have not told me"),
        ("What's my wife's name?", "Maya"),
        ("Who is Maya?", "wife"),
        ("What's my husband's name?", "have not told me"),
        ("What are my kids' names?", "Tom and Ella"),
        ("How many children do I have?", "two kids"),
        ("What is my name?", "Ann"),
        ("Do I play the violin?", "Not any more"),
        ("What do I do for work?", "from 1 Sep 2026"),
        ("Where do I live?", "have not told me"),
    ],
)
def test_a_question_is_answered_from_what_it_names_and_from_nothing_else(question, told):
    known = [BISCUIT, MAYA, TWINS, NAME, VIOLIN, TEACHER]
    answered = reply(question, known)
    assert told in answered
    others = [entry for entry in known if told not in entry.text and told != "from 1 Sep 2026"]
    shown = [entry.value for entry in others if entry.text[9:].rstrip(".") in answered]
    assert shown == [] or told in ("Not any more",)


def test_a_third_person_is_known_by_role_and_by_name():
    answered = reply("What does Lena do?", [GIRLFRIEND, LENA])
    assert "Your girlfriend works as a nurse" in answered


def test_a_question_whether_one_may_eat_is_answered_with_what_binds():
    answered = reply("Can I eat cheese?", [LACTOSE, COFFEE])
    assert "lactose" in answered
    assert "coffee" not in answered
    assert "Not that you told me" not in answered


def test_one_correction_of_a_name_is_told_once():
    named = Candidate(
        text="The user's wife is called Maya.",
        subject="wife",
        attribute="name",
        value="Maya",
        mode=Mode.CORRECTION,
    )
    family = Candidate(
        text="The user has a wife called Maya.",
        attribute="family",
        value="wife Maya",
        mode=Mode.CORRECTION,
    )
    text = reply("…", extraction=Extraction(candidates=(named, family)))
    assert text == "Corrected: Your wife is called Maya"


OSLO = Candidate(text="The user lives in Oslo.", attribute="home", value="Oslo", quote="in Oslo")


def test_what_is_still_being_saved_counts_and_is_said_to_be():
    text = reply("Where do I live?", saving=[OSLO], said_at=SAID)
    assert "You live in Oslo" in text
    assert "still being saved" in text


def test_what_is_being_saved_takes_the_place_of_what_it_replaces():
    assert "Lisbon" not in reply("Where do I live?", [LISBON], saving=[OSLO], said_at=SAID)
    gone = Candidate(text="", attribute="home", value="Lisbon", quote="q", mode=Mode.DENIAL)
    assert "Lisbon" not in reply("Where do I live?", [LISBON], saving=[gone], said_at=SAID)
    assert "seafood" in reply("What can't I eat?", [SEAFOOD], saving=[OSLO], said_at=SAID)


@pytest.mark.parametrize(
    ("stored", "told"),
    [
        ("The user lives in Berlin.", "You live in Berlin."),
        ("The user is allergic to nuts.", "You are allergic to nuts."),
        ("The user has a dog called Rex.", "You have a dog called Rex."),
        ("The user no longer eats meat.", "You no longer eat meat."),
        ("The user's sister studies law.", "Your sister studies law."),
        ("The user watches films.", "You watch films."),
        ("The user used to live in Rome.", "You used to live in Rome."),
        ("The user does not eat pork.", "You do not eat pork."),
        ("The user lives in Rome and works as a nurse.", "You live in Rome and work as a nurse."),
        ("The user likes cats and dogs.", "You like cats and dogs."),
        (
            "The user has a son who lives in Rome and works.",
            "You have a son who lives in Rome and works.",
        ),
    ],
)
def test_statements_are_told_to_the_user(stored, told):
    assert to_second_person(stored, "en") == told
    assert to_second_person("用户的妈妈住在上海。", "zh") == "你妈妈住在上海。"


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("I live in Oslo.", "I have noted and changed nothing"),
        ("我住在杭州。", "没有记下或更改任何内容"),
    ],
    ids=["en", "zh"],
)
def test_nothing_is_said_to_be_noted_where_the_user_wants_nothing_noted(text, refusal):
    heard = Extraction(
        candidates=(
            Candidate(text="The user lives in Oslo.", quote=text, attribute="home", value="Oslo"),
        )
    )
    off = reply(text, extraction=heard, learns=False)
    assert refusal in off
    assert "Oslo" not in off
    temporary = reply(text, extraction=heard, is_temporary=True)
    assert "temporary" in temporary or "临时" in temporary


MARRIED = item("用户已婚。", "marital_status", "已婚", "我去年结婚了", language="zh")
WEIGHT = item("用户的体重是72公斤。", "measure:体重", "72公斤", language="zh")
RULE = item("The office closes at six.", "", "", layer=Layer.KNOWLEDGE)
DOG = item("用户的狗旺财去世了（2026年11月）。", "event", "狗旺财去世了", language="zh")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("我结婚了吗", "是的。 你已婚"),
        ("我结婚了没", "是的。 你已婚"),
        ("我多重", "72公斤"),
        ("旺财是什么时候走的", "2026年11月"),
        ("我还在上班吗", "你没有说过"),
    ],
)
def test_a_question_may_be_put_in_other_words(question, told):
    pet = item("用户养了一条叫旺财的狗。", "pet", "狗旺财", language="zh")
    assert told in reply(question, [MARRIED, WEIGHT, DOG, pet])


def test_an_overview_tells_of_the_person_only():
    text = reply("你都记得我什么", [MARRIED, RULE])
    assert "已婚" in text
    assert "office" not in text


@pytest.mark.parametrize(
    ("text", "before", "start"),
    [
        ("我的laptop是MacBook Pro", "", "这句话"),
        ("我的laptop是MacBook Pro", "I live here", "这句话"),
        ("I love 火锅 at home", "", "I found"),
        ("I love 火锅 at home", "我住在上海", "这句话"),
        ("Well", "我住在上海", "I found"),
    ],
)
def test_the_language_of_a_mixed_message_is_that_of_its_frame(text, before, start):
    assert reply(text, previous_text=before).startswith(start)


def test_a_plan_that_is_a_to_do_too_is_acknowledged_once():
    plan = Candidate(text="用户计划去看牙医。", attribute="plan", value="去看牙医", language="zh")
    trip = Candidate(text="用户计划去北京。", attribute="plan", value="去北京", language="zh")
    task = WorkingChange(op=WorkingOp.APPEND, field="todos", value="明天下午三点看牙医")
    told = reply("…我", extraction=Extraction(candidates=(plan, trip), working=(task,)))
    assert told == "记下了：你计划去北京\n\n已加入待办：明天下午三点看牙医。"


MARCH = {"valid_from": datetime(2027, 3, 1, tzinfo=UTC)}
SPRING = {"expires_at": datetime(2027, 3, 31, 23, 59, 59, tzinfo=UTC)}


@pytest.mark.parametrize(
    ("text", "attribute", "value", "times", "question", "told"),
    [
        pytest.param(
            "The user lives in Rome in March.", "home", "Rome", MARCH,
            "Where do I live?", "from March 2027", id="a beginning",
        ),
        pytest.param(
            "The user plans to move to Rome in March.", "plan", "move to Rome", SPRING,
            "When do I move to Rome?", "in March 2027", id="a plan",
        ),
        pytest.param(
            "The user plans to move to Rome by March.", "plan", "move to Rome", SPRING,
            "When do I move to Rome?", "by March 2027", id="a limit",
        ),
        pytest.param(
            "The user plans to move to Rome on the 31st.", "plan", "move to Rome", SPRING,
            "When do I move to Rome?", "31 Mar 2027", id="a day",
        ),
        pytest.param(
            "The user lives in Rome.", "home", "Rome", MARCH,
            "Where do I live?", "from 1 Mar 2027", id="no word of a month",
        ),
    ],
)  # fmt: skip
def test_what_was_said_to_the_month_is_told_to_the_month(
    text, attribute, value, times, question, told
):
    assert told in reply(question, [item(text, attribute, value, **times)])


def test_a_chinese_month_is_no_day():
    moving = item("用户计划搬去杭州（2027年3月）。", "plan", "搬去杭州", language="zh", **SPRING)
    text = reply("我有什么计划？", [moving])
    assert "2027年3月" in text
    assert "31日" not in text


def test_days_are_told_as_the_person_has_them():
    evening = replace(LISBON, said_at=datetime(2026, 3, 3, 20, tzinfo=UTC))
    assert "on 4 Mar 2026" in reply("Where do I live?", [evening], zone=ZoneInfo("Asia/Shanghai"))


def test_what_ends_at_midnight_ends_on_the_day_before():
    ends = datetime(2026, 3, 4, tzinfo=UTC)
    fact = item("The user eats no meat.", "diet", "no meat", expires_at=ends)
    assert "until 3 Mar 2026" in reply("What do I not eat?", [fact])


def planned(text, value, day, quote, **rest):
    ends = datetime(2026, 3, day, 23, 59, 59, tzinfo=UTC)
    return item(text, "plan", value, quote, expires_at=ends, **rest)


DENTIST = planned("The user sees the dentist.", "dentist", 6, "I see the dentist on Friday")
FILM = planned("用户计划去看电影（2026年3月7日）。", "去看电影", 7, "改去看电影", language="zh")
FAIR = planned("用户计划去书展。", "去书展", 8, "周末要去书展", language="zh")
TODOS = {
    "todos": [
        {"text": "call mum on Friday (6 Mar 2026)", "done": False},
        {"text": "周六买花（2026年3月7日）", "done": False},
        {"text": "buy milk", "done": False},
    ]
}


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("What am I doing on Friday?", ["dentist", "call mum"], ["电影", "milk"]),
        ("Am I free on Friday?", ["dentist", "call mum"], ["电影"]),
        ("What do I have tomorrow?", ["nothing that is planned"], ["dentist"]),
        ("周六我干什么？", ["看电影", "买花", "书展"], ["dentist", "mum"]),
        ("周日有什么安排？", ["书展"], ["看电影", "买花"]),
        ("明天我有空吗？", ["没有跟我说过那时候有什么安排"], ["电影"]),
        ("我几点睡觉？", [], ["电影", "书展"]),
    ],
)
def test_the_plans_of_a_day_are_told_with_its_to_dos(question, told, untold):
    text = reply(question, [DENTIST, FILM, FAIR], working=TODOS)  # on a Tuesday
    assert all(words in text for words in told)
    assert not any(words in text for words in untold)


WIFE = item("The user has a wife called Mia.", "family", "wife Mia")
TOM = item("The user has a child called Tom.", "family", "child Tom")
TOMS_AGE = item("Tom is 8 years old.", "age", "8", subject="Tom")
MY_AGE = item("The user is 41 years old.", "age", "41")
LAOPO = item("用户的老婆叫韩梅梅。", "family", "老婆韩梅梅", language="zh")
NVER = item("用户的女儿叫朵朵。", "family", "女儿朵朵", language="zh")
NVER_AGE = item("用户的女儿朵朵3岁。", "age", "3", subject="daughter", language="zh")
RUN = item("用户的10公里最好成绩是52分。", "measure:10公里最好成绩", "52分", language="zh")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How old are my kids?", "Tom is 8"),
        ("Did I ever tell you about my wife?", "Yes. You have a wife called Mia"),
        ("What should I cook tonight?", "allergic to seafood"),
        ("Any ideas for dinner?", "Beyond that I cannot advise"),
        ("我跟你说过我老婆吗？", "是的。 你老婆叫韩梅梅"),
        ("我结婚了吗？", "韩梅梅"),
        ("我孩子多大了", "3岁"),
        ("今晚吃什么好？", "海鲜"),
        ("我10公里跑多快？", "52分"),
    ],
)
def test_people_and_needs_are_found_by_what_a_question_means(question, told):
    english, chinese = [SEAFOOD, WIFE, TOM, TOMS_AGE, MY_AGE], [HAIXIAN, LAOPO, NVER, NVER_AGE, RUN]
    assert told in reply(question, english if question.isascii() else chinese)


@pytest.mark.parametrize("question", ["What should I cook tonight?", "今晚吃什么好？"])
def test_advice_without_anything_that_binds_needs_a_model(question):
    assert "OPENAI_API_KEY" in reply(question, [WIFE])


OPERA = item("The user dislikes opera.", "dislikes", "opera")
GEJU = item("用户不喜欢歌剧。", "dislikes", "歌剧", language="zh")


@pytest.mark.parametrize(
    ("question", "fact", "told"),
    [
        ("Do I like opera?", OPERA, "No. You dislike opera"),
        ("我喜欢歌剧吗？", GEJU, "你不喜欢歌剧"),
    ],
)
def test_what_one_dislikes_answers_whether_one_likes_it(question, fact, told):
    assert reply(question, [fact]).startswith(told)


def test_what_is_in_force_answers_before_what_it_replaced():
    old = item(
        "用户计划做手术（2027年1月）。", "plan", "做手术", language="zh",
        outcome=Outcome.DROPPED, reason=DropReason.SUPERSEDED,
    )  # fmt: skip
    new = item("用户的手术改到后天（2026年3月5日）。", "plan", "手术改到后天", language="zh")
    assert reply("我什么时候做手术？", [new], [old]).startswith("你的手术改到后天")


def test_a_request_to_note_something_is_no_question():
    vegan = Candidate(text="The user is vegan.", attribute="diet", value="vegan", quote="vegan")
    text = reply("Can you remember that I'm vegan?", extraction=Extraction(candidates=(vegan,)))
    assert text == "Noted: You are vegan"


def test_what_was_taken_off_the_list_is_said():
    todos = {"todos": [{"text": "bread", "done": False}]}
    off = WorkingChange(op=WorkingOp.REMOVE, field="todos", value="bread")
    assert "Taken off" in reply("…", working=todos, extraction=Extraction(working=(off,)))
    assert "nothing changes" in reply("…", extraction=Extraction(working=(off,)))


@pytest.mark.parametrize("text", ["待办清单", "我的待办", "my to-do list", "todos"])
def test_the_list_alone_asks_for_it(text):
    assert "bread" in reply(text, working={"todos": [{"text": "bread", "done": False}]})


@pytest.mark.parametrize(
    ("text", "told"),
    [("my email is sam@example.com", "I keep none"), ("我的邮箱是a@b.com", "一律不记")],
)
def test_what_is_never_kept_is_said(text, told):
    assert told in reply(text, has_secrets=True)
    assert told not in reply(text)


@pytest.mark.parametrize("text", ["在吗", "你好", "hey there"])
def test_a_greeting_is_greeted(text):
    assert reply(text).startswith(("你好", "Hello"))


MONZO = item("The user works for Monzo.", "employer", "Monzo")
WISE = item("The user works for Wise.", "employer", "Wise", valid_from=MARCH["valid_from"])
MORNINGS = item("The user dislikes mornings.", "dislikes", "mornings")
BED = item("The user goes to bed at 1am.", "habit", "go to bed at 1am")


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("When do I start my job at Wise?", "Wise", "Monzo"),
        ("What can't I eat?", "seafood", "mornings"),
        ("What do I dislike?", "mornings", "seafood"),
        ("When do I go to bed?", "1am", "not told me when"),
    ],
)
def test_an_answer_keeps_to_what_is_asked(question, told, untold):
    text = reply(question, [MONZO, WISE, SEAFOOD, MORNINGS, BED])
    assert told in text
    assert untold not in text


def test_words_about_another_are_not_quoted_for_the_person():
    earlier = [("我妈的生日是6月4号", SAID)]
    assert "6月4号" not in reply("我的生日呢？", earlier=earlier)


@pytest.mark.parametrize(("text", "told"), [("ok bye", "Goodbye."), ("好的，再见", "再见。")])
def test_a_goodbye_is_returned(text, told):
    assert reply(text) == told


THREE = item("用户有三个兄弟。", "relationship", "兄弟", language="zh")
BROTHERS = item("The user has 3 brothers.", "family", "3 brothers")
SMOKED = item("用户以前抽烟。", "habit", "抽烟", language="zh", valid_to=SAID)
KNEE = item("用户膝盖不太好。", "medical_condition", "膝盖不太好", language="zh")


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("我有几个兄弟？", "三个兄弟", "韩梅梅"),
        ("How many brothers do I have?", "3 brothers", "Mia"),
        ("我抽过烟吗？", "以前抽烟", "现在不了"),
        ("我膝盖怎么了？", "膝盖不太好", "连接模型"),
    ],
)
def test_a_count_a_past_and_a_state_are_answered_plainly(question, told, untold):
    english, chinese = [WIFE, BROTHERS], [LAOPO, THREE, SMOKED, KNEE]
    text = reply(question, english if question.isascii() else chinese)
    assert told in text
    assert untold not in text


def test_a_denial_of_what_was_never_told_is_no_change():
    sisters = Candidate(
        text="The user no longer has sisters.", attribute="family", value="sisters",
        quote="q", mode=Mode.DENIAL,
    )  # fmt: skip
    assert "You do not have sisters" in reply("…", unfounded=(sisters,))


SKODA = item("The user drives a Skoda.", "owns", "Skoda")
TESILA = item("用户开特斯拉。", "owns", "特斯拉", language="zh")


@pytest.mark.parametrize(
    ("question", "car", "told"),
    [("Do I have a car?", SKODA, "You drive a Skoda"), ("我有车吗？", TESILA, "你开特斯拉")],
)
def test_what_is_driven_is_a_car(question, car, told):
    sold = replace(car, outcome=Outcome.DROPPED, reason=DropReason.SUPERSEDED)
    assert told in reply(question, [car])
    assert reply(question, [], [sold]).startswith(("Not any more", "现在不了"))


@pytest.mark.parametrize(
    ("question", "known", "told"),
    [
        ("我对海鲜过敏吗？", SEAFOOD, "allergic to seafood"),
        ("Am I allergic to seafood?", HAIXIAN, "对海鲜过敏"),
    ],
)
def test_what_was_told_in_the_other_language_is_not_denied(question, known, told):
    answer = reply(question, [known])
    assert told in answer
    assert "没有说过" not in answer
    assert "Not that" not in answer
