"""Secrets and identifiers are found in both languages; look-alikes stay."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.domain.redaction import entropy, is_card_number, is_resident_id, redact
from memory.redaction import redact_text, redact_value

# Made up for these tests; none belongs to anybody. Joined, so that no scanner takes them for real.
OPENAI = "sk-" + "proj-a1B2c3D4e5F6g7H8i9J0"
AWS = "AKIA" + "IOSFODNN7EXAMPLE"
AWS_SECRET = "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY"
GITHUB = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
GOOGLE = "AIza" + "SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY"
SLACK = "xoxb-" + "17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy"
JWT = "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0." + "dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"
PEM = "-----BEGIN RSA PRIVATE " + "KEY-----\nMIIEpAIBAAKCAQEA\nabc\n-----END RSA PRIVATE KEY-----"
CN_ID = "11010519491231002X"

SECRETS = [
    (f"my key is {OPENAI}, keep it", "key", OPENAI),
    (f"我的密钥是{OPENAI}", "key", OPENAI),
    (f"AWS: {AWS}", "key", AWS),
    (f"aws_secret_access_key = {AWS_SECRET}", "key", AWS_SECRET),
    (f"secret key {AWS_SECRET}", "key", AWS_SECRET),
    (f"token {GITHUB}", "key", GITHUB),
    (f"谷歌的 key：{GOOGLE}", "key", GOOGLE),
    (f"slack {SLACK}", "key", SLACK),
    (f"jwt {JWT}", "token", JWT),
    (f"use this\n{PEM}\nplease", "private_key", PEM),
    ("Authorization: Bearer abcdef0123456789abcdef", "token", "abcdef0123456789abcdef"),
    ("the api token is 9f8a7b6c5d4e3f2a1b0c", "key", "9f8a7b6c5d4e3f2a1b0c"),
    ("令牌是 9f8a7b6c5d4e3f2a1b0c", "key", "9f8a7b6c5d4e3f2a1b0c"),
    ("postgres://bob:hunter2@db.example.org/x", "password", "hunter2"),
    ("My password is hunter2", "password", "hunter2"),
    ("my Wi-Fi password is 'open sesame 9'", "password", "open sesame 9"),
    ("the password for the router is Tr0ub4dor&3 and it works", "password", "Tr0ub4dor&3"),
    ("My password is swordfish.", "password", "swordfish"),
    ("passphrase: correct horse battery staple", "password", "correct horse battery staple"),
    ("pwd=letmein99", "password", "letmein99"),
    ("please use hunter2 as the password", "password", "hunter2"),
    ("我的密码是abc12345，别告诉别人", "password", "abc12345"),
    ("密码是芝麻开门", "password", "芝麻开门"),
    ("WiFi密码：qwer!2#4", "password", "qwer!2#4"),
    ("银行卡密码改成了 837261", "password", "837261"),
    ("my PIN is 4821", "password", "4821"),
    ("验证码是 558213", "password", "558213"),
    ("card 4111 1111 1111 1111 exp 12/27", "card", "4111 1111 1111 1111"),
    ("卡号5500005555555559", "card", "5500005555555559"),
    ("amex 3782-822463-10005", "card", "3782-822463-10005"),
    ("银联卡 6212345678901232", "card", "6212345678901232"),
    ("full width ４１１１１１１１１１１１１１１１", "card", "４１１１１１１１１１１１１１１１"),
    ("my SSN is 536-90-4399", "ssn", "536-90-4399"),
    ("SSN 536904399", "ssn", "536904399"),
    (f"身份证号{CN_ID}", "resident_id", CN_ID),
    (f"我的身份证是{CN_ID.lower()}。", "resident_id", CN_ID.lower()),
]


@pytest.mark.parametrize(("text", "kind", "secret"), SECRETS, ids=[s[0][:24] for s in SECRETS])
def test_a_secret_is_replaced_by_its_kind(text, kind, secret):
    redaction = redact(text)
    assert secret not in redaction.text
    assert f"[redacted:{kind}]" in redaction.text
    assert redaction.found == ((kind, 1),)


@pytest.mark.parametrize(
    "text",
    [
        "My order number is 202409151234567, please check",
        "订单号 202409151234567 什么时候到？",
        "The meeting is on 2024-01-15 at 10:30",
        "We moved from 2019-03-01 to 2021-08-31.",
        "Python 3.11.9 and Django 5.2.19 work",
        "version 1.2.3-rc4 of key-value-store-2024",
        "my password is wrong again",
        "The password is required for the form",
        "my password is not working",
        "I forgot my password, what should I do?",
        "the password is case-sensitive",
        "我的密码是什么？",
        "密码是不是错了",
        "密码忘了怎么办",
        "The key is under the mat",
        "the key is to practise every day",
        "token economy is interesting",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b broke it",
        "4111 1111 1111 1112 is no card",
        "11010519491231002A 和 110105194912310021 都不是身份证",
        "ISBN 978-3-16-148410-0",
        "part 000-12-3456 and 123-00-4567",
        "call number 666-12-1234",
        "I have 25 stamps and 3 cats",
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
        "The ski resort in sk-SK locale",
        "pin the note to the board at 1030",
        "用户喜欢数字 888888",
    ],
)
def test_a_look_alike_stays(text):
    assert redact(text).text == text


@pytest.mark.parametrize("text", [s[0] for s in SECRETS])
def test_redacting_twice_is_redacting_once(text):
    once = redact(text).text
    assert redact(once).text == once


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("write to bob.smith+x@example.co.uk please", "email"),
        ("邮箱是wang@example.com。", "email"),
        ("call me at (415) 555-2671", "phone"),
        ("my phone is 4155552671", "phone"),
        ("+49 30 901820 is the office", "phone"),
        ("我的手机是13812345678", "phone"),
        ("13812345678，随时联系", "phone"),
        ("座机 010-62532345", "phone"),
    ],
)
def test_contacts_are_replaced_unless_the_tenant_keeps_them(text, kind):
    assert f"[redacted:{kind}]" in redact_text(text, None).text

    class Keeping:
        redact_contacts = False

    assert redact_text(text, Keeping()).text == text


@pytest.mark.parametrize(
    "text",
    [
        "order 4155552671 arrived",
        "订单号13812345678已发货",
        "2024-01-15 10:30 to 2024-01-16 11:30",
        "the population is 1411778724",
        "the numbers 1 2 3 4 5 6 7 8 9 10",
        "QQ 1381234567",
    ],
)
def test_a_number_that_is_no_phone_stays(text):
    assert redact_text(text, None).text == text


def test_secrets_go_even_where_contacts_are_kept():
    class Keeping:
        redact_contacts = False

    text = f"bob@example.com has the key {OPENAI}"
    assert redact_text(text, Keeping()).text == "bob@example.com has the key [redacted:key]"


def test_values_are_redacted_to_the_depth_of_their_nesting():
    value = {"result": [{"line": f"key {GITHUB}"}, 5, None], GITHUB: True}
    assert GITHUB not in str(redact_value(value, None))


def test_the_check_digits_decide():
    assert is_card_number("4242424242424242")
    assert not is_card_number("4242424242424241")
    assert not is_card_number("9999999999999995")  # Luhn holds, no issuer has it
    assert is_resident_id(CN_ID)
    assert not is_resident_id("110105194913310021")  # month 13


def test_entropy_is_in_bits_a_character():
    assert entropy("") == 0
    assert entropy("aaaa") == 0
    assert entropy("abcd") == 2


@given(st.text(max_size=200))
def test_redaction_is_idempotent_and_total(text):
    once = redact_text(text, None).text
    assert redact_text(once, None).text == once


@given(st.integers(0, 10**9))
def test_any_well_formed_card_is_found_in_running_text(seed):
    rng = random.Random(seed)
    body = "4" + "".join(str(rng.randrange(10)) for _ in range(14))
    number = next(body + str(d) for d in range(10) if is_card_number(body + str(d)))
    assert number not in redact(f"pay with {number} now").text
