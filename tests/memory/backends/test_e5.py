"""The bundled embedder on texts that are longer than it was trained for."""

import pytest

from memory.backends.e5 import PASSAGE_CHARACTERS, QUERY_CHARACTERS, E5Embedder, clipped

pytestmark = pytest.mark.pure
PAGE = "The harbour was rebuilt after the storm, and the ferries run again. " * 300


@pytest.fixture(scope="module")
def embedder():
    return E5Embedder()


def test_what_is_short_is_embedded_as_it_is():
    assert clipped("Where do I live?", QUERY_CHARACTERS) == "Where do I live?"


def test_of_a_page_only_its_ends_count(embedder):
    ends = f"{PAGE[:400]} {PAGE[-400:]}"
    page, both = embedder.embed_queries([PAGE, ends])
    assert page @ both == pytest.approx(1, abs=1e-5)
    assert len(clipped(PAGE, PASSAGE_CHARACTERS)) == PASSAGE_CHARACTERS + 1


@pytest.mark.parametrize(
    "text", ["{question} {page}", "{page} {question}"], ids=["before", "after"]
)
def test_a_question_before_or_after_a_page_is_heard(embedder, text):
    (passage,) = embedder.embed_passages(["The user is allergic to seafood."])
    question = "Which seafood may I eat with my allergy?"
    asked, plain = embedder.embed_queries([text.format(question=question, page=PAGE), PAGE])
    assert asked @ passage > plain @ passage
