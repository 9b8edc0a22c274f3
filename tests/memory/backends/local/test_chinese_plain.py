"""Plain Chinese statements: what each gives, from when, and in which words it is kept."""

from datetime import date, datetime

import pytest

from memory.backends.local.extractor import LocalExtractor
from memory.domain.types import ExtractionRequest, Mode

WEDNESDAY = datetime.fromisoformat("2026-03-11T10:30:00+08:00")
DECEMBER = datetime.fromisoformat("2026-12-01T10:30:00+08:00")


def read(text, at=WEDNESDAY):
    request = ExtractionRequest(text=text, said_at=at, time_zone="Asia/Shanghai")
    return LocalExtractor().extract(request).candidates


def day(moment):
    return moment.date() if moment else None


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("我在南开读大二", {("user", "education", "南开"), ("user", "education", "大二")}),
        ("我妹妹在北京读大学", {("sister", "education", "大学")}),
        ("我老公45，做销售", {("husband", "age", "45"), ("husband", "occupation", "销售")}),
        ("我女儿小雨，八岁", {("user", "family", "女儿小雨"), ("daughter", "age", "8")}),
        (
            "我们有两个儿子，大的叫乐乐，小的叫明明",
            {("user", "family", "儿子乐乐"), ("user", "family", "儿子明明")},
        ),
        (
            "我哥是国航的飞行员",
            {("brother", "occupation", "飞行员"), ("brother", "employer", "国航")},
        ),
        ("我和三个朋友合租在合肥", {("user", "home", "合肥")}),
        ("我是回民", {("user", "religion", "回民")}),
        ("我家初一十五吃素", {("user", "habit", "初一十五吃素")}),
        ("我家狗昨天去世了", {("user", "event", "狗去世了")}),
        ("请一直用公制单位", {("user", "reply_style", "用公制单位")}),
        ("我去年十月离的婚", {("user", "marital_status", "离婚")}),
        ("我和老公2015年领的证", {("user", "marital_status", "已婚")}),
        ("中专毕业，学的数控", {("user", "education", "中专"), ("user", "education", "数控")}),
        ("忘了自我介绍，我叫刘凯文", {("user", "name", "刘凯文")}),
        ("我姓欧阳，填表的时候别给我写错了", {("user", "name", "欧阳")}),
        ("我毕业于华南理工", {("user", "education", "华南理工")}),
        ("我考上公务员了", {("user", "occupation", "公务员")}),
        ("我在复旦读博", {("user", "education", "复旦"), ("user", "education", "博士")}),
        ("我以前抽烟，戒了三年了", {("user", "habit", "抽烟"), ("user", "avoids", "抽烟")}),
        ("我想减到60公斤", {("user", "goal", "减到60公斤")}),
        ("我穿M码的衣服", {("user", "measure:衣服码", "M")}),
    ],
)
def test_what_a_plain_statement_gives(text, facts):
    assert {(c.subject, c.attribute, c.value) for c in read(text)} == facts


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("今年我已经读了17本书", "用户读了17本书。"),
        ("医生让我少吃盐", "用户要少吃盐。"),
        ("我们六月二十号在苏州办婚礼", "用户计划在苏州办婚礼（2026年6月20日）。"),
        ("我和老公四月份要生二胎", "用户计划生二胎（2026年4月）。"),
        ("我妹妹在北京读大学", "用户的妹妹在北京读大学。"),
    ],
)
def test_in_which_words_it_is_kept(text, kept):
    assert [c.text for c in read(text)] == [kept]


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("我明年二月开始当老师", date(2027, 2, 1)),
        ("下个月我开始吃素", date(2026, 4, 1)),
        ("我妈七月满七十岁", date(2026, 7, 1)),
        ("我有一辆2009年的大众", None),
        ("我从2018年起在区政府上班", date(2018, 1, 1)),
    ],
)
def test_from_when_it_holds(text, begins):
    (told,) = read(text)
    assert day(told.valid_from) == begins


@pytest.mark.parametrize("text", ["我三月搬到里斯本", "我三月份要去罗马旅行", "我们三月办婚礼"])
def test_a_month_that_is_over_is_that_of_next_year_when_it_lies_ahead(text):
    (told,) = read(text, DECEMBER)
    assert (told.attribute, day(told.expires_at)) == ("plan", date(2027, 3, 31))


@pytest.mark.parametrize("text", ["我三月搬到了里斯本", "我从三月起吃素", "我三月入职的腾讯"])
def test_a_month_that_is_over_is_that_of_this_year_when_it_lies_behind(text):
    told = read(text, DECEMBER)
    assert {day(c.valid_from) for c in told} == {date(2026, 3, 1)}


def test_a_stretch_of_months_holds_until_the_last():
    (told,) = read("四月到六月我在巴黎")
    assert (told.attribute, told.value, told.mode) == ("home", "巴黎", Mode.TEMPORARY)
    assert (day(told.valid_from), day(told.expires_at)) == (date(2026, 4, 1), date(2026, 6, 30))


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("去年之前我一天抽一包烟", date(2025, 1, 1)),
        ("我2018年以前在深圳上班", date(2018, 1, 1)),
        ("2016到2019年我在日本工作", date(2019, 12, 31)),
    ],
)
def test_what_was_so_before_a_date_of_the_past_is_over_since_then(text, ended):
    (told,) = read(text)
    assert (told.mode, day(told.valid_to)) == (Mode.PAST, ended)


def test_an_exception_of_the_day_ends_with_it():
    (told,) = read("今天破例吃点甜的")
    assert (told.mode, day(told.expires_at)) == (Mode.TEMPORARY, WEDNESDAY.date())


def test_a_job_that_was_left_is_over_though_told_as_one_that_lasts():
    job = next(c for c in read("我在华为干了五年，去年离职了") if c.attribute == "employer")
    assert (job.value, job.mode, job.text) == ("华为", Mode.PAST, "用户以前在华为工作。")
    assert day(job.valid_to) == date(2025, 12, 31)
