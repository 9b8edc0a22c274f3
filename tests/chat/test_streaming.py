"""A streamed reply becomes finished blocks and one open tail."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat import markdown
from chat.streaming import BlockSplitter, ReplyStream

pytestmark = pytest.mark.pure

REPLY = """# Plan

Two **bold** words and `code`, then a [link](https://example.org).

- one
- two

  still two
3. not a list of its own

```python
def f():

    return "|a|"
```

| a | b |
|---|---|
| 1 | 2 |

结尾是中文。**重点**在这里。
"""


def page_after(frames: list[str]) -> tuple[str, str]:
    """Do what the browser does; return (HTML of the blocks, tail)."""
    html, tail = "", ""
    for number, raw in enumerate(frames, start=1):
        frame = json.loads(raw)
        assert frame["n"] == number
        if frame["type"] == "delta":
            tail += frame["text"]
        else:
            html, tail = html + frame["html"], frame["tail"]
    return html, tail


def stream(pieces) -> list[str]:
    reply = ReplyStream(turn_id=1)
    frames = [frame for piece in pieces for frame in reply.feed(piece)]
    assert reply.text == "".join(pieces)
    return frames + reply.close()


@given(cuts=st.lists(st.integers(0, len(REPLY)), max_size=60))
def test_however_the_text_is_cut_the_page_ends_as_the_whole_rendered(cuts):
    edges = [0, *sorted(cuts), len(REPLY)]
    pieces = [REPLY[a:b] for a, b in zip(edges, edges[1:], strict=False) if a < b]
    html, tail = page_after(stream(pieces))
    assert html == markdown.render(REPLY)
    assert tail == ""


def test_the_same_character_by_character():
    html, _ = page_after(stream(list(REPLY)))
    assert html == markdown.render(REPLY)


def test_a_closed_block_is_sent_once_and_the_tail_stays_text():
    frames = [json.loads(frame) for frame in stream(["First.\n\nSec", "ond **bo", "ld** word"])]
    assert frames[0]["html"] == "<p>First.</p>\n"
    assert frames[0]["tail"] == "Sec"
    assert frames[1] == {"type": "delta", "turn": 1, "n": 2, "text": "ond "}
    assert frames[2]["text"] == "**bold** word"
    assert frames[3]["html"] == "<p>Second <strong>bold</strong> word</p>\n"


def test_code_is_shown_as_code_from_its_first_line():
    splitter = BlockSplitter()
    splitter.feed("Look:\n\n``")
    assert splitter.visible() == ""
    splitter.feed("`python\nprint(1)\n")
    assert (splitter.kind, splitter.language, splitter.visible()) == (
        "code",
        "python",
        "print(1)\n",
    )


def test_a_table_is_named_until_it_is_closed():
    splitter = BlockSplitter()
    splitter.feed("| a | b |\n|--")
    assert splitter.kind == "table"


@pytest.mark.parametrize("half", ["**", "`", "[", "*"])
def test_half_a_marker_is_held_back_for_forty_characters(half):
    splitter = BlockSplitter()
    splitter.feed(f"Words {half}not closed")
    assert splitter.visible() == "Words "
    splitter.feed(" but going on for much longer than that")
    assert splitter.visible().startswith(f"Words {half}not closed but")


def test_a_long_code_block_is_not_parsed_line_by_line(monkeypatch):
    parsed = []
    monkeypatch.setattr(markdown, "closed_length", lambda text: parsed.append(text) or 0)
    splitter = BlockSplitter()
    splitter.feed("```python\n")
    for number in range(200):
        splitter.feed(f"x = {number}\n")
    assert len(parsed) <= 2
