"""Chinese talk through real turns of `manage.py say`: what is told, put right, ended, asked for."""

import pytest

from tests.chat.saying import say

pytestmark = pytest.mark.django_db(transaction=True)


def tell(*messages):
    """Say several things; return the last reply."""
    return [say("owner", message) for message in messages][-1]


def test_a_bare_correction_changes_what_was_told_last(owner, worker):
    tell("我住在成都。", "我家住哪儿？")
    assert "重庆" in tell("不对，不是成都，是重庆。")
    reply = say("owner", "我住在哪里？", "--new")
    assert "重庆" in reply
    assert "住在成都" not in reply


def test_a_correction_of_a_relative_is_about_the_relative(owner, worker):
    tell("我女儿叫建红，在大连。", "我女儿住哪儿？", "不对，不是大连，是丹东。")
    assert "丹东" in say("owner", "我女儿住在哪里？", "--new")
    assert "丹东" not in say("owner", "我住在哪里？")


def test_a_relative_is_known_by_name_in_another_conversation(owner, worker):
    tell("我孙女叫朵朵，上三年级。")
    say("owner", "朵朵的生日是12月8号。", "--new")
    tell("哎呀说错了，朵朵生日是12月18号。")
    reply = say("owner", "我孙女生日是哪天？", "--new")
    assert "12月18号" in reply
    assert "12月8号" not in reply.replace("12月18号", "")
    assert "三年级" in say("owner", "我孙女几年级？")


def test_a_medicine_that_is_replaced_is_taken_no_more(owner, worker):
    tell("我每天吃氨氯地平降血压。", "医生让我停了氨氯地平，改吃缬沙坦。")
    now = say("owner", "我现在吃什么药？", "--new")
    assert "缬沙坦" in now
    assert "氨氯地平" not in now
    assert "氨氯地平" in say("owner", "我以前吃什么药？")


def test_a_new_job_from_a_later_day_leaves_the_old_one_until_then(owner, worker):
    tell("我在腾讯做前端工程师。", "我跳槽了，下周一去字节做架构师。")
    reply = say("owner", "我在哪里上班？", "--new")
    assert "腾讯" in reply
    assert "字节" in reply
    assert "日起" in reply


def test_a_new_job_ends_the_old_one(owner, worker):
    tell("我在腾讯做前端工程师。", "我换工作了，现在在京东。")
    reply = say("owner", "我在哪里上班？我做什么工作？", "--new")
    assert "京东" in reply
    assert "腾讯" not in reply
    assert "前端" not in reply


def test_a_question_of_an_illness_is_answered_about_that_illness(owner, worker):
    tell("我有高血压，对青霉素过敏。")
    assert say("owner", "我有高血压吗？").startswith("是的。")
    assert say("owner", "我有糖尿病吗？").strip() == "你没有说过。"


def test_what_one_must_not_have_is_not_affirmed(owner, worker):
    tell("我不吃香菜。")
    reply = say("owner", "我能吃香菜吗？")
    assert "不吃香菜" in reply
    assert "是的" not in reply


def test_what_is_left_to_do_leaves_out_what_is_done(owner, worker):
    tell("提醒我买牛奶，提醒我交电费。", "牛奶买好了。")
    reply = tell("我还有什么事要做？")
    assert "交电费" in reply
    assert "牛奶" not in reply


def test_two_animals_of_a_kind_are_two(owner, worker):
    tell("我们养了两只猫，一只叫栈，一只叫队列。")
    reply = tell("我的猫叫什么？")
    assert "栈" in reply
    assert "队列" in reply


def test_who_was_left_and_who_was_forgotten_is_told_of_no_more(owner, worker):
    tell("我女朋友叫苏晴。", "我们分手了。")
    assert say("owner", "我有女朋友吗？", "--new").startswith("现在不了。")
    tell("我老伴有糖尿病。", "忘掉我老伴的病。")
    assert "糖尿病" not in tell("我老伴身体怎么样？")


def test_a_move_keeps_the_date_of_its_second_clause(owner, worker):
    tell("我搬到杭州了，是上个月搬的。")
    reply = tell("我住哪儿？什么时候搬的？")
    assert "杭州" in reply
    assert "自" in reply


def test_a_relation_that_is_corrected_takes_the_place_of_the_other(owner, worker):
    tell("小宝是我侄子", "小宝今年五岁", "不对，小宝是我外甥")
    who = say("owner", "小宝是谁？", "--new")
    assert "外甥" in who
    assert "侄子" not in who
    assert "5岁" in say("owner", "小宝多大了？")


def test_the_death_of_a_pet_is_told_once_and_asked_for_in_other_words(owner, worker):
    tell("我养了一只狗叫旺财")
    assert tell("旺财上个月去世了").count("旺财") == 1
    assert "去世了" in say("owner", "旺财是什么时候走的", "--new")
    assert "现在不了" in say("owner", "我还有狗吗？")


def test_chinese_with_english_words_is_answered_in_chinese(owner, worker):
    tell("我在Google做software engineer，base在Zurich")
    assert "记" in tell("我的laptop是MacBook Pro")
