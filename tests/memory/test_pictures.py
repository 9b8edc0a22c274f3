"""Pictures are drawn with attributes only, and say in words what they show."""

import re

import pytest
from django.template import Context, Template

pytestmark = pytest.mark.pure


def draw(tag, **values):
    return Template("{% load pictures %}{% " + tag + " %}").render(Context(values))


def test_no_picture_has_a_style_attribute():
    html = "".join(
        [
            draw("token_bar tokens 100", tokens={"system": 10, "window": 5}),
            draw("score_bar parts weights 0.3", parts={"relevance": 0.5}, weights={"relevance": 1}),
            draw("sparkline values", values=[1, None, 3]),
            draw("meter 0.4 0.2"),
            draw("status_chip 'active'"),
        ]
    )
    assert "style=" not in html


def test_the_token_bar_keeps_its_order_and_says_its_numbers():
    html = draw("token_bar tokens 1000", tokens={"message": 10, "system": 300, "tools": 20})
    label = re.search(r'aria-label="([^"]+)"', html, re.DOTALL).group(1)
    assert label == "330 of 1000 tokens: System and tools 320, Message 10"
    assert html.index("layer-system") < html.index("layer-message")


def test_parts_without_tokens_are_listed_as_zero_and_not_drawn():
    html = draw("token_bar tokens 100", tokens={"system": 10})
    assert html.count('class="layer-profile"') == 1  # its swatch in the list


def test_the_smallest_part_stays_visible():
    html = draw("token_bar tokens 100000", tokens={"system": 1, "window": 90000})
    widths = [float(w) for w in re.findall(r'<svg x="[\d.]+%" width="([\d.]+)%"', html)]
    assert min(widths) > 0.5


def test_contributions_are_weight_times_value_and_never_leave_the_bar():
    html = draw(
        "score_bar parts weights 0.4",
        parts={"relevance": 0.8, "recency": 1.0, "boost": 0.9},
        weights={"relevance": 0.5, "recency": 0.5},
    )
    assert "Score 1.800" in html
    ends = [
        float(x) + float(w) for x, w in re.findall(r'x="([\d.]+)%" y="2" width="([\d.]+)%"', html)
    ]
    assert max(ends) <= 100.001


def test_a_status_is_a_glyph_and_a_word():
    html = draw("status_chip 'deprecated'")
    assert "#status-deprecated" in html
    assert "No longer right" in html


def test_a_small_line_says_its_range():
    html = draw("sparkline values 'Turns'", values=[4, None, 12, 7.5])
    assert 'aria-label="Turns: lowest 4, highest 12, last 7.5"' in html
    assert 'aria-label="Turns"' in draw("sparkline values 'Turns'", values=[None])
