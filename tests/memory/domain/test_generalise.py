"""A task's one-off details are abstracted; what solves it stays."""

import pytest

from memory.domain.generalise import generalise, is_confirmation, survivors


@pytest.mark.parametrize(
    ("text", "general"),
    [
        (
            "How do I export 25 invoices for Anna Schmidt by 3/4/2026?",
            "How do I export <number> invoices for <name> by <date>?",
        ),
        ("Send it to anna@example.org at 14:30", "Send it to <e-mail> at <time>"),
        ("open https://x.org/a?b=1 and /var/log/app.log", "open <link> and <path>"),
        ("It costs €1,200.50 in total", "It costs <amount> in total"),
        ("怎么给客户小雨导出25张发票？", "怎么给客户<name>导出<number>张发票？"),
        ("请在2026年3月4日前发给“张三”", "请在<date>前发给<detail>"),
        ("Choose Export, then save it for Anna", "Choose Export, then save it for <name>"),
        ("Use Python for it", "Use Python for it"),
        (
            "Run this:\n```\nsleep 30\n```\nin 30 minutes",
            "Run this:\n```\nsleep 30\n```\nin <number> minutes",
        ),
    ],
)
def test_details_become_placeholders(text, general):
    assert generalise(text, names=["小雨"]) == general


@pytest.mark.parametrize(
    "text",
    [
        "That worked, thanks!",
        "it works now",
        "Your fix did the trick",
        "problem solved",
        "解决了，谢谢",
        "搞定了！",
        "管用",
    ],
)
def test_it_hears_a_confirmation(text):
    assert is_confirmation(text)


@pytest.mark.parametrize(
    "text",
    [
        "that didn't work",
        "It still not works",
        "Has it worked?",
        "我还没解决",
        "解决了吗？",
        "不管用",
        "I work at Siemens",
        "if that worked I'd be happy",
    ],
)
def test_it_hears_no_confirmation_in_others(text):
    assert not is_confirmation(text)


@pytest.mark.parametrize(
    ("original", "general", "left"),
    [
        ("Send 25 invoices to Anna", "Send the invoices to a customer", []),
        ("Send 25 invoices to Anna", "Send 25 invoices to anna", ["Anna", "25"]),
        ("It takes 3 minutes", "1. Wait\n2. Look\n3. Go on", []),
        ('Choose "Export" on 2026-05-01', 'Choose "Export" on some day', []),
        ("给小雨发 25 张发票", "给小雨发若干发票", ["小雨"]),
        ("Call https://a.example/x", "Call https://a.example/x", ["https://a.example/x"]),
    ],
)
def test_it_names_what_a_general_form_keeps_of_the_case(original, general, left):
    assert sorted(survivors(original, general, ["Anna", "小雨"])) == sorted(left)
