"""Documents cut into chunks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.domain.chunking import Chunk, UnreadableDocument, chunk_document

MARKDOWN = """Preface.

# Returns
Within 30 days.

## Exceptions
Opened food.

```
# not a heading
```
# 保修
两年。
"""


def test_markdown_is_cut_by_heading():
    assert chunk_document(MARKDOWN, "markdown") == [
        Chunk(heading="", text="Preface."),
        Chunk(heading="Returns", text="Within 30 days."),
        Chunk(heading="Returns › Exceptions", text="Opened food.\n\n```\n# not a heading\n```"),
        Chunk(heading="保修", text="两年。"),
    ]


def test_a_table_gives_a_chunk_a_row():
    chunks = chunk_document("name,price\nTea,3\nCoffee,\n", "csv")
    assert [chunk.text for chunk in chunks] == ["name: Tea\nprice: 3", "name: Coffee"]


def test_json_lines_give_a_chunk_a_line():
    chunks = chunk_document('{"q": "开门时间", "hours": [9, 18]}\n\n"plain"\n', "jsonl")
    assert [chunk.text for chunk in chunks] == ["q: 开门时间\nhours: [9, 18]", "plain"]


@pytest.mark.parametrize(
    ("text", "form", "message"),
    [("a,b\n1,2,3\n", "csv", "line 2"), ('{"a": 1}\n{oops\n', "jsonl", "line 2")],
)
def test_an_unreadable_document_names_the_line(text, form, message):
    with pytest.raises(UnreadableDocument, match=message):
        chunk_document(text, form)


@given(st.text(alphabet="ab .。\n", max_size=600), st.integers(5, 60))
def test_nothing_is_lost_and_no_chunk_is_too_long(text, limit):
    chunks = chunk_document(text, "markdown", max_characters=limit)
    assert all(chunk.text.strip() and len(chunk.text) <= limit + 1 for chunk in chunks)
    kept = "".join(chunk.text for chunk in chunks)
    assert "".join(kept.split()) == "".join(text.split())
