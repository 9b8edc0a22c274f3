"""Extraction from Chinese by rules: what a clause gives, of whom, in which mode, and from when."""

from datetime import datetime
from time import perf_counter

import pytest

from memory.backends.local.extractor import LocalExtractor
from memory.domain.types import Candidate, Extraction, ExtractionRequest, Mode, WorkingOp

SAID_AT = datetime.fromisoformat("2026-03-11T10:30:00+08:00")  # a Wednesday


def read(text: str, **fields) -> Extraction:
    request = ExtractionRequest(text=text, said_at=SAID_AT, time_zone="Asia/Shanghai", **fields)
    return LocalExtractor().extract(request)


def only(text: str, **fields) -> Candidate:
    candidates = read(text, **fields).candidates
    assert len(candidates) == 1, [(c.attribute, c.value) for c in candidates]
    return candidates[0]


def facts(text: str, **fields) -> set[tuple[str, str, str]]:
    return {(c.subject, c.attribute, c.value) for c in read(text, **fields).candidates}


def test_a_dropped_subject_is_carried_from_the_clause_before():
    assert facts("我对海鲜过敏，上个月搬到了上海，回答请简短。") == {
        ("user", "allergy", "海鲜"),
        ("user", "home", "上海"),
        ("user", "reply_length", "short"),
    }


def test_a_relative_keeps_the_clauses_that_follow():
    assert facts("我妈有高血压，对青霉素过敏") == {
        ("mother", "medical_condition", "高血压"),
        ("mother", "allergy", "青霉素"),
    }


def test_the_name_of_a_relative_is_the_users_family_and_the_age_is_hers():
    assert facts("我女儿叫小雨，今年5岁") == {
        ("user", "family", "女儿小雨"),
        ("daughter", "name", "小雨"),
        ("daughter", "age", "5"),
    }


def test_a_pronoun_stands_for_who_was_spoken_of_last():
    assert ("child", "age", "6") in facts("周末打算带孩子去动物园，他今年六岁")


def test_what_somebody_gave_the_user_is_the_users():
    assert facts("我闺蜜送了我一只布偶猫") == {("user", "pet", "布偶猫")}


def test_a_profile_in_single_words_is_read_word_by_word():
    assert facts("男 29 程序员 坐标深圳") == {
        ("user", "gender", "男"),
        ("user", "age", "29"),
        ("user", "occupation", "程序员"),
        ("user", "home", "深圳"),
    }


def test_a_town_that_the_dictionary_takes_for_a_name_is_a_home():
    assert facts("我儿子在合肥") == {("son", "home", "合肥")}


def test_an_illness_alone_counts_before_what_it_forbids_and_not_before_a_question():
    assert ("user", "medical_condition", "痛风") in facts("痛风，不能喝啤酒")
    assert facts("痛风，能吃豆腐吗") == set()


def test_a_record_called_wrong_is_forgotten_by_the_clause_after_it():
    candidate = only("那条关于我过敏的记录不对，删了吧")
    assert (candidate.attribute, candidate.mode) == ("allergy", Mode.FORGET)


def test_what_the_user_said_before_and_takes_back_is_to_be_forgotten():
    candidate = only("我说过我在腾讯上班，把这个忘了")
    assert (candidate.attribute, candidate.value) == ("employer", "腾讯")
    assert candidate.mode is Mode.FORGET


def test_a_stretch_that_begins_now_makes_a_constraint_temporary():
    candidate = only("接下来一周不吃辣")
    assert (candidate.value, candidate.mode) == ("none", Mode.TEMPORARY)
    assert candidate.expires_at == datetime.fromisoformat("2026-03-18T23:59:59+08:00")


def test_a_denial_followed_by_the_right_thing_is_a_correction():
    candidate = only("我老公不是医生，是药剂师")
    assert (candidate.value, candidate.mode) == ("药剂师", Mode.CORRECTION)


@pytest.mark.parametrize(
    "text",
    [
        "扮演一个30岁的律师，叫李明",
        "医生说每天要喝够八杯水，这是真的吗",
        "我又不是医生",
        "家里有个老人，八十岁了",
        "家里来了客人，叫小王",
        "我们公司来了个新同事，今年25岁",
        "我们公司有两百多人",
        "我喜欢的人结婚了",
        "写一份简历，姓名王强，现居上海",
        "不吃白不吃",
    ],
)
def test_parts_doubts_and_idioms_state_nothing(text):
    assert facts(text) == set()


def test_a_pet_of_the_house_gets_the_name_of_the_next_clause():
    assert [c.value for c in read("家里养了一只橘猫，叫芒果。").candidates] == ["橘猫芒果"]


@pytest.mark.parametrize(
    ("text", "jobs"),
    [
        ("我是小学语文老师，教三年级", ["小学语文老师"]),
        ("我教了三十年数学", ["教数学"]),
        ("我自己接活，做插画的", ["插画"]),
    ],
)
def test_a_trade_is_told_once(text, jobs):
    assert [c.value for c in read(text).candidates if c.attribute == "occupation"] == jobs


def test_a_colleague_goes_by_name():
    assert facts("同事小王对猫毛过敏") == {("小王", "allergy", "猫毛")}


@pytest.mark.parametrize(
    "text",
    [
        "我住在哪里？",
        "我是不是对花生过敏",
        "如果我对海鲜过敏，能吃虾片吗？",
        "要是我搬到上海就好了",
        "想象你是一个医生",
        "他说：“我喜欢北京。”",
        "请翻译：我叫小明，住在北京。",
        "听说吃素能长寿",
        "很多人不吃香菜",
        "你真聪明，什么都懂",
        "今天天气不错",
        "地球绕着太阳转",
        "写个段子，主角叫大壮，在工地上班",
        "不用谢",
    ],
)
def test_nothing_is_taken_from(text):
    extraction = read(text)
    assert extraction.candidates == ()
    assert extraction.working == ()


def test_a_statement_beside_a_question_is_taken():
    assert facts("我对海鲜过敏，能吃虾片吗？") == {("user", "allergy", "海鲜")}


@pytest.mark.parametrize(
    ("text", "attribute", "value", "mode"),
    [
        ("以前我住在武汉", "home", "武汉", Mode.PAST),
        ("我已经不住北京了", "home", "北京", Mode.DENIAL),
        ("我不再吃素了", "diet", "vegetarian", Mode.DENIAL),
        ("我早就不在腾讯上班了", "employer", "腾讯", Mode.DENIAL),
        ("我对海鲜不过敏了", "allergy", "海鲜", Mode.DENIAL),
        ("说错了，是28岁不是26岁", "age", "28", Mode.CORRECTION),
        ("不对，我住在上海浦东，不是浦西", "home", "上海浦东", Mode.CORRECTION),
        ("忘掉我说过的生日", "birthday", "", Mode.FORGET),
        ("把我喜欢爬山这件事忘掉吧", "likes", "爬山", Mode.FORGET),
        ("我不喝咖啡", "avoids", "咖啡", Mode.STANDING),
        ("我不喝咖啡了", "avoids", "咖啡", Mode.STANDING),
        ("我不吃辣", "spice_level", "none", Mode.STANDING),
    ],
)
def test_the_mode_is_read_off_the_grammar(text, attribute, value, mode):
    candidate = only(text)
    assert (candidate.attribute, candidate.value, candidate.mode) == (attribute, value, mode)


def test_a_passing_wish_of_today_ends_with_the_day():
    candidate = only("今天想尝尝微辣的川菜")
    assert (candidate.attribute, candidate.value) == ("spice_level", "mild")
    assert candidate.mode is Mode.TEMPORARY
    assert candidate.expires_at == datetime.fromisoformat("2026-03-11T23:59:59+08:00")


def test_a_state_begins_on_the_day_that_is_named():
    candidate = only("上个月我搬到了厦门")
    assert candidate.valid_from == datetime.fromisoformat("2026-02-01T00:00:00+08:00")


def test_a_plan_says_its_month_and_is_over_when_it_has_passed():
    candidate = only("下个月我要去日本旅游")
    assert candidate.value == "去日本旅游"
    assert "2026年4月" in candidate.text
    assert candidate.expires_at == datetime.fromisoformat("2026-04-30T23:59:59+08:00")


def test_dates_follow_the_users_time_zone():
    request = ExtractionRequest(
        text="今天回答详细点",
        said_at=datetime.fromisoformat("2026-03-11T17:30:00+00:00"),
        time_zone="Asia/Shanghai",  # the 12th has begun there
    )
    (candidate,) = LocalExtractor().extract(request).candidates
    assert candidate.expires_at == datetime.fromisoformat("2026-03-12T23:59:59+08:00")


def test_the_text_is_in_the_third_person_and_the_quote_verbatim():
    candidate = only("我對海鮮過敏")
    assert candidate.quote == "我對海鮮過敏"
    assert candidate.value == "海鮮"
    assert candidate.text == "用戶對海鮮過敏。"
    assert candidate.language == "zh"


def test_consent_makes_the_assistants_statement_the_users():
    reply = "我记下了：您对芒果过敏，是这样吗？"
    candidate = only("没错", previous_reply=reply)
    assert (candidate.attribute, candidate.value, candidate.quote) == ("allergy", "芒果", "没错")


def test_consent_to_a_statement_about_the_world_gives_nothing():
    assert facts("是的", previous_reply="巴黎是法国的首都。") == set()


def test_a_resignation_ends_the_employer_that_is_remembered():
    known = (("user", "employer", "腾讯"),)
    candidate = only("我辞职了", known=known)
    assert (candidate.attribute, candidate.value) == ("employer", "腾讯")
    assert candidate.mode is Mode.DENIAL


@pytest.mark.parametrize(
    ("text", "op", "value"),
    [
        ("提醒我买牛奶", WorkingOp.APPEND, "买牛奶"),
        ("帮我记一下待办：周一交房租", WorkingOp.APPEND, "周一交房租（2026年3月16日）"),
        ("牛奶买好了", WorkingOp.DONE, "买牛奶"),
        ("房租已经交了", WorkingOp.DONE, "交房租"),
    ],
)
def test_todos_go_to_working_memory(text, op, value):
    extraction = read(text)
    assert extraction.candidates == ()
    assert [(c.op, c.field, c.value) for c in extraction.working] == [(op, "todos", value)]


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        (
            "周五之前要交报告，还要给妈妈打电话。",
            ["周五之前交报告（2026年3月13日）", "给妈妈打电话"],
        ),
        ("记得明天去银行，买两盒牛奶", ["明天去银行（2026年3月12日）", "买两盒牛奶"]),
        ("我需要预约牙医", ["预约牙医"]),
        ("我得赶紧把作业写完", ["把作业写完"]),
        ("3月20日要续费健身卡", ["3月20日续费健身卡"]),
        ("明天要去医院复查，还得给房东转房租", ["明天去医院复查（2026年3月12日）", "给房东转房租"]),
        ("明天要去上海出差", []),
        ("我要买房", []),
        ("我每天都要遛狗", []),
        ("我妈要去医院体检", []),
        ("我得了流感", []),
        ("我必须戒烟", []),
        ("我不用交报告了", []),
    ],
)
def test_an_errand_that_has_to_be_done_is_a_todo_with_its_day(text, tasks):
    assert [change.value for change in read(text).working] == tasks


@pytest.mark.parametrize(
    ("text", "value", "wrong"),
    [
        ("其实我的猫叫汤圆，不叫年糕。", "猫汤圆", "年糕"),
        ("我住杭州，不住上海", "杭州", "上海"),
        ("我在腾讯上班，不在阿里了", "腾讯", "阿里"),
    ],
)
def test_what_is_denied_beside_a_statement_makes_it_a_correction(text, value, wrong):
    found = only(text)
    assert (found.value, found.mode) == (value, Mode.CORRECTION)
    assert wrong in found.quote  # it names which of several values was wrong


def test_to_forget_the_job_is_to_forget_where_it_is_done():
    known = (("user", "occupation", "产品经理"), ("user", "employer", "腾讯"))
    forgotten = read("忘掉我的工作。", known=known).candidates
    assert [(c.attribute, c.value) for c in forgotten] == [
        ("occupation", "产品经理"),
        ("employer", "腾讯"),
    ]
    assert {c.mode for c in forgotten} == {Mode.FORGET}
    assert len(read("忘掉我的职业。", known=known).candidates) == 1


def test_a_sentence_takes_milliseconds_once_the_dictionary_is_loaded():
    read("我住在上海")
    started = perf_counter()
    for _ in range(20):
        read("我对海鲜过敏，上个月搬到了上海，回答请简短。")
    assert (perf_counter() - started) / 20 < 0.1  # about 0.005 s; ten times that on a busy machine


@pytest.mark.parametrize("message", ["我住二十三楼", "我住在地铁站附近", "我住公司旁边"])
def test_a_floor_and_what_is_near_by_replace_no_town(message):
    assert [c.attribute for c in read(message).candidates if c.attribute == "home"] == []


def test_near_a_named_place_is_there():
    assert [c.value for c in read("我住在望京附近").candidates] == ["望京"]
