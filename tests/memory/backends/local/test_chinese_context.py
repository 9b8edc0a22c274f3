"""Chinese read beside what was said and what is remembered: corrections, endings, names."""

from datetime import datetime

import pytest

from memory.backends.local.extractor import LocalExtractor
from memory.domain.types import Extraction, ExtractionRequest, Mode

SAID_AT = datetime.fromisoformat("2026-03-11T10:30:00+08:00")  # a Wednesday


def read(text: str, **fields) -> Extraction:
    request = ExtractionRequest(text=text, said_at=SAID_AT, time_zone="Asia/Shanghai", **fields)
    return LocalExtractor().extract(request)


def told(text: str, **fields) -> set[tuple[str, str, str, Mode]]:
    candidates = read(text, **fields).candidates
    return {(c.subject, c.attribute, c.value, c.mode) for c in candidates}


@pytest.mark.parametrize(
    ("text", "before", "expected"),
    [
        (
            "不对，不是成都，是重庆。",
            {
                "previous_text": "我家住哪儿？",
                "previous_reply": "你住在成都（你在2026年3月1日说过“我住成都”）。",
            },
            ("user", "home", "重庆"),
        ),
        ("不是成都，是重庆", {"known": (("user", "home", "成都"),)}, ("user", "home", "重庆")),
        (
            "不是568，是586。",
            {"previous_reply": "你的六级是568分。"},
            ("user", "measure:六级", "586分"),
        ),
        (
            "不对，是数据产品经理。",
            {"previous_reply": "你的女朋友的职业是产品运营。"},
            ("girlfriend", "occupation", "数据产品经理"),
        ),
        (
            "说错了，不是三年级，是四年级",
            {"previous_text": "我孙女上三年级"},
            ("granddaughter", "education", "四年级"),
        ),
    ],
)
def test_a_bare_correction_is_of_what_was_told_last(text, before, expected):
    assert told(text, **before) == {(*expected, Mode.CORRECTION)}


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("不对，是这样的", {"previous_text": "我住在成都"}),
        ("不是故意的，是不小心", {"previous_text": "我住在成都"}),
        ("不是北京，是上海", {"previous_text": "我喜欢喝茶"}),
        ("不对，是明天", {"previous_text": "我叫小雨"}),
    ],
)
def test_a_correction_that_fits_nothing_told_corrects_nothing(text, before):
    assert told(text, **before) == set()


def test_a_correction_in_the_same_message_leaves_only_what_is_right():
    assert told("我住在成都。不对，不是成都，是重庆。") == {
        ("user", "home", "重庆", Mode.CORRECTION)
    }


def test_a_name_that_memory_knows_is_who_bears_it():
    known = (("user", "family", "孙女朵朵"),)
    assert told("朵朵的生日是12月18号", known=known) == {
        ("granddaughter", "birthday", "12月18号", Mode.STANDING)
    }
    assert told("朵朵的生日是12月18号") == set()


@pytest.mark.parametrize(
    ("text", "stopped", "taken"),
    [
        ("医生让我停了氨氯地平，改吃缬沙坦。", "氨氯地平", "缬沙坦"),
        ("医生说氨氯地平吃着腿肿，让我停了，改吃缬沙坦。", "氨氯地平", "缬沙坦"),
        ("我把二甲双胍换成胰岛素了", "二甲双胍", "胰岛素"),
        ("优甲乐上个月停了", "优甲乐", None),
        ("降压药不吃了", "降压药", None),
    ],
)
def test_a_medicine_given_up_is_denied_and_the_new_one_taken(text, stopped, taken):
    expected = {("user", "medication", stopped, Mode.DENIAL)}
    if taken:
        expected.add(("user", "medication", taken, Mode.STANDING))
    assert told(text) == expected


def test_food_in_place_of_other_food_is_no_medicine():
    assert not any(c[1] == "medication" for c in told("早餐改吃燕麦了，奶茶也停了"))


@pytest.mark.parametrize(
    ("text", "attribute"),
    [("我搬到杭州了，是上个月搬的。", "home"), ("我换了辆比亚迪，上个月买的", "owns")],
)
def test_the_clause_after_dates_what_was_told(text, attribute):
    (candidate,) = read(text).candidates
    assert candidate.attribute == attribute
    assert candidate.valid_from == datetime.fromisoformat("2026-02-01T00:00:00+08:00")


@pytest.mark.parametrize(
    "text",
    [
        "我5公里最好成绩是24分50秒",
        "我5公里PB 24分50秒",
        "今天5公里跑了24分50秒，又破纪录了！",
        "今天跑了5公里，24分50秒，是我的最好成绩。",
    ],
)
def test_a_best_result_goes_by_one_name(text):
    assert told(text) == {("user", "measure:5公里最好成绩", "24分50秒", Mode.STANDING)}


JOB = (
    ("user", "employer", "腾讯"),
    ("user", "occupation", "前端工程师"),
    ("user", "workplace", "深圳"),
)


def test_a_new_job_ends_what_belonged_to_the_old_one():
    assert told("我换工作了，现在在京东", known=JOB) == {
        ("user", "employer", "京东", Mode.STANDING),
        ("user", "occupation", "前端工程师", Mode.DENIAL),
        ("user", "workplace", "深圳", Mode.DENIAL),
    }


def test_a_job_that_begins_later_ends_nothing_yet():
    found = read("我跳槽了，下周一去字节做架构师。", known=JOB).candidates
    assert {(c.attribute, c.value, c.mode) for c in found} == {
        ("employer", "字节", Mode.STANDING),
        ("occupation", "架构师", Mode.STANDING),
    }
    monday = datetime.fromisoformat("2026-03-16T00:00:00+08:00")
    assert all(c.valid_from == monday for c in found)


@pytest.mark.parametrize("text", ["我想换工作", "我打算跳槽", "我老公换工作了", "换工作好难"])
def test_a_job_that_has_not_changed_ends_nothing(text):
    assert not any(c[3] is Mode.DENIAL for c in told(text, known=JOB))


def test_what_memory_knows_is_given_up_by_its_own_words():
    known = (("user", "habit", "下午跟老姐妹打麻将"), ("user", "goal", "保研到浙大"))
    assert told("我不打麻将了", known=known) == {
        ("user", "habit", "下午跟老姐妹打麻将", Mode.DENIAL)
    }
    assert told("我不想保研了", known=known) == {("user", "goal", "保研到浙大", Mode.DENIAL)}
    assert not any(c[3] is Mode.DENIAL for c in told("我不打麻将", known=known))


def test_the_illness_of_a_relative_is_forgotten_by_whose_it_is():
    (candidate,) = read("忘掉我老伴的病。").candidates
    assert (candidate.subject, candidate.attribute) == ("spouse", "medical_condition")
    assert (candidate.value, candidate.mode) == ("", Mode.FORGET)


def test_two_reminders_are_two_to_dos():
    working = read("提醒我买牛奶，提醒我交电费。").working
    assert [change.value for change in working] == ["买牛奶", "交电费"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("六点半起来跑步，风雨无阻", "六点半起来跑步"),
        ("雷打不动，五点四十起来打太极", "五点四十起来打太极"),
        ("晚饭后散步一小时，十几年的老习惯了", "晚饭后散步一小时"),
    ],
)
def test_a_clause_of_its_own_says_that_it_is_always_so(text, value):
    assert told(text) == {("user", "habit", value, Mode.STANDING)}


def test_what_happened_once_is_no_habit_for_all_that():
    assert not any(c[1] == "habit" for c in told("我昨天去了公园，风雨无阻"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("我是高原，做测试的", "高原"),
        ("你好我是扎西次仁，来自拉萨", "扎西次仁"),
        ("我是欧阳娜，做设计的", "欧阳娜"),
        ("备注写端木青就行，这是我本名", "端木青"),
        ("早，本人覃海燕，覃念qín", "覃海燕"),
    ],
)
def test_a_name_is_known_by_its_make_or_by_what_goes_on_about_oneself(text, name):
    assert ("user", "name", name, Mode.STANDING) in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "我是金牛座，今年30岁",
        "我是马大哈，老丢东西",
        "我是白领，在上海",
        "我是江苏人，在南京",
        "我是老北京",
    ],
)
def test_what_one_is_is_no_name(text):
    assert not any(c[1] == "name" for c in told(text))


def test_two_animals_go_by_their_kind_and_name():
    found = read("我们养了两只猫，一只叫栈，一只叫队列").candidates
    assert [c.value for c in found] == ["猫栈", "猫队列"]
    assert found[0].text == "用户养了一只叫栈的猫。"


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("我有高血压", "用户有高血压。"),
        ("我孙女上三年级", "用户的孙女上三年级。"),
        ("我养了只猫叫汤圆", "用户养了一只叫汤圆的猫。"),
        ("我最近在学Rust", "用户在学Rust。"),
        ("我以前住在成都", "用户以前住在成都。"),
        ("我不在腾讯工作了", "用户不在腾讯工作。"),
    ],
)
def test_a_statement_reads_as_a_sentence(text, wording):
    assert [c.text for c in read(text).candidates] == [wording]


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("小宝是我侄子", "侄子小宝"),
        ("小宝是我的侄子，今年五岁", "侄子小宝"),
        ("张伟是我外甥", "外甥张伟"),
        ("朵朵是我孙女", "孙女朵朵"),
        ("医生是我爸爸", ""),
        ("房东是我舅舅", ""),
        ("最重要的是我妈妈", ""),
    ],
)
def test_who_somebody_is_may_stand_after_the_name(text, family):
    assert {value for _who, name, value, _mode in told(text) if name == "family"} == (
        {family} if family else set()
    )


def test_a_relation_is_put_right_after_the_first_clause():
    known = (("user", "family", "侄子小宝"),)
    corrected = ("user", "family", "外甥小宝", Mode.CORRECTION)
    assert corrected in told("不对，小宝是我外甥", known=known)


@pytest.mark.parametrize(
    ("text", "plan", "day"),
    [
        ("不去爬山了，改去看电影", "去看电影", 14),
        ("不去爬山了，改成去看电影", "去看电影", 14),
        ("不去爬山了，去看电影", "去看电影", 14),
        ("不去爬山了，周日改去看电影", "去看电影", 15),
    ],
)
def test_what_is_done_instead_takes_the_day_of_what_is_given_up(text, plan, day):
    before = {"previous_text": "周六去爬山", "known": (("user", "plan", "去爬山"),)}
    (new,) = [c for c in read(text, **before).candidates if c.mode is Mode.STANDING]
    assert (new.attribute, new.value) == ("plan", plan)
    assert (new.expires_at.month, new.expires_at.day) == (3, day)
    assert ("user", "plan", "去爬山", Mode.DENIAL) in told(text, **before)


def test_another_day_is_nothing_instead():
    assert told("改天去看电影") == set()


PETS = (("user", "pet", "狗旺财"), ("user", "pet", "猫咪咪"))


@pytest.mark.parametrize(
    ("text", "pet"),
    [
        ("旺财上个月去世了", "狗旺财"),
        ("我的狗旺财上个月走了", "狗旺财"),
        ("我的狗上个月去世了", "狗旺财"),
        ("我家猫咪咪上个月走丢了", "猫咪咪"),
        ("我的猫上个月不在了", "猫咪咪"),
    ],
)
def test_a_pet_that_is_lost_is_kept_no_longer_and_its_day_is_known(text, pet):
    ended, event = read(text, known=PETS).candidates
    assert (ended.attribute, ended.value, ended.mode) == ("pet", pet, Mode.DENIAL)
    assert event.attribute == "event"
    assert ended.text == event.text
    assert "（2026年2月）" in event.text


@pytest.mark.parametrize("text", ["我的狗跑了第一", "我爷爷去世了", "旺财走了五公里"])
def test_what_is_lost_is_no_pet_that_is_known(text):
    assert not any(mode is Mode.DENIAL for *_rest, mode in told(text, known=PETS))


@pytest.mark.parametrize(
    ("text", "told_as"),
    [
        ("我退休了", "用户退休了。"),
        ("我退休三年了", "用户退休三年了。"),
        ("我全职带娃", "用户全职带娃。"),
        ("我在教高中物理", "用户教高中物理。"),
        ("我最喜欢的颜色改成藏青了", "用户最喜欢的颜色是藏青。"),
        ("我是医生", "用户的职业是医生。"),
    ],
)
def test_what_is_no_trade_is_told_as_what_one_does(text, told_as):
    assert [c.text for c in read(text).candidates] == [told_as]


def test_whether_or_not_is_a_question():
    assert told("我结婚了没") == set()
    assert told("我结婚了没有") == set()


def test_where_one_moved_from_is_told_as_past():
    moved = told("我从苏州搬到了无锡")
    assert {("user", "home", "无锡", Mode.STANDING), ("user", "home", "苏州", Mode.PAST)} == moved
    assert told("我想从苏州搬到无锡") == set()


@pytest.mark.parametrize("text", ["忘掉小李的事", "把小李忘了吧", "删掉关于小李的信息"])
def test_somebody_is_forgotten_by_name(text):
    known = (("user", "family", "弟弟小李"), ("user", "family", "妹妹小红"))
    assert told(text, known=known) == {("user", "family", "弟弟小李", Mode.FORGET)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("把鸡蛋和面包加到待办", [("append", "鸡蛋"), ("append", "面包")]),
        ("把给妈妈打电话加到待办", [("append", "给妈妈打电话")]),
        ("把面包从待办里删掉", [("remove", "面包")]),
        ("提醒我周五交房租", [("append", "周五交房租（2026年3月13日）")]),
    ],
)
def test_things_of_a_list_are_taken_one_by_one(text, expected):
    assert [(change.op, change.value) for change in read(text).working] == expected


@pytest.mark.parametrize(
    ("text", "plan", "until"),
    [
        ("我二月份要去深圳", "去深圳", "2027-02-28"),
        ("二月我要做手术", "做手术", "2027-02-28"),
        ("我五月要去深圳", "去深圳", "2026-05-31"),
    ],
)
def test_a_month_of_what_is_to_come_is_the_next_such_one(text, plan, until):
    (made,) = read(text).candidates
    assert (made.attribute, made.value) == ("plan", plan)
    assert made.expires_at.date().isoformat() == until


def test_a_plan_is_called_off_by_what_it_is_about():
    known = (("user", "plan", "飞奥斯陆"), ("user", "plan", "去北京"))
    assert told("奥斯陆不去了", known=known) == {("user", "plan", "飞奥斯陆", Mode.DENIAL)}
    assert told("火锅不吃了", known=known) == set()


def test_a_weight_alone_is_the_speakers():
    assert told("我现在61公斤") == {("user", "measure:体重", "61公斤", Mode.STANDING)}
    assert told("我买了61公斤大米") == set()
    assert told("我有五斤苹果") == set()
    assert told("瘦到59公斤了") == {("user", "measure:体重", "59公斤", Mode.STANDING)}
    assert told("我读初中那会儿特别胖，160斤") == set()
