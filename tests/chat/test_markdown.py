"""What a model or a user wrote becomes HTML that can do nothing."""

import pytest

from chat import markdown

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        "[x](vbscript:x)",
        "<a href='javascript:alert(1)'>x</a>",
        "![x](https://evil.example/pixel.png)",
        '![x](https://evil.example/pixel.png "t")',
        "<iframe src=https://evil.example></iframe>",
        "<style>*{display:none}</style>",
        '```"><script>alert(1)</script>\ncode\n```',
        "```python onclick=alert(1)\nx\n```",
        "<svg/onload=alert(1)>",
        '[x](https://a.b/"onmouseover=alert(1))',
        "| a |\n|:-:|\n| <b onclick=x>b</b> |",
    ],
)
def test_nothing_active_and_nothing_from_outside_gets_through(text):
    html = markdown.render(text).lower()
    for bad in (
        "<script",
        "<img",
        "<iframe",
        "<style",
        "<svg",
        "style=",
        '<a href="javascript',
        '<a href="data',
        "<b ",
    ):
        assert bad not in html
    assert (
        " onclick=" not in html.replace("&quot;", '"').replace("&lt;b onclick", "")
        or "&lt;" in html
    )


def test_links_say_nothing_about_where_they_were_followed():
    html = markdown.render("[x](https://example.org)")
    assert html == '<p><a href="https://example.org" rel="noopener nofollow noreferrer">x</a></p>\n'


def test_an_image_becomes_a_link_to_it():
    html = markdown.render("![A cat](https://example.org/cat.png)")
    assert 'href="https://example.org/cat.png"' in html
    assert "A cat" in html


def test_code_is_coloured_by_classes_only():
    html = markdown.render("```python\nprint('<x>')\n```")
    assert '<span class="hl-nb">print</span>' in html
    assert 'data-language="python"' in html
    assert "style=" not in html
    assert "&lt;x&gt;" in html


def test_an_unknown_language_is_shown_plain():
    assert "<code>x &lt; y\n</code>" in markdown.render("```nolang\nx < y\n```")


def test_a_table_and_chinese_emphasis_are_rendered():
    html = markdown.render("| 名 | 值 |\n|---|---|\n| 一 | **二** |\n")
    assert "<td><strong>二</strong></td>" in html
