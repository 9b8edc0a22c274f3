"""The system checks see a wrong setting at start, and a wrong index on request."""

import pytest
from django.core.checks import run_checks

from memory import backends


def ids(tag):
    return [message.id for message in run_checks(tags=[tag], databases=["default"])]


@pytest.fixture
def memory(settings):
    """Return a way to change entries of settings.MEMORY."""

    def change(**entries):
        settings.MEMORY = {**settings.MEMORY, **entries}

    yield change
    backends.reset()


def test_the_shipped_settings_are_sound(services):
    assert ids("memory") == []
    assert ids("services") == []


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ({"index": None}, "memory.E001"),
        ({"index": {"BACKEND": "memory.backends.nowhere.Index"}}, "memory.E002"),
        ({"index": {"BACKEND": "memory.backends.redis.RedisState"}}, "memory.E003"),
    ],
)
def test_a_wrong_entry_is_an_error(memory, entry, found):
    memory(**entry)
    assert ids("memory") == [found]


def test_an_index_of_another_model_is_named(memory, settings, services):
    backends.vector_index().reset()
    other = {"BACKEND": "tests.memory.backends.test_index_contract.OtherModel"}
    memory(embedder=other)
    assert ids("services") == ["memory.W002"]


def test_a_part_that_is_down_is_a_warning(memory, tmp_path):
    url = f"unix://{tmp_path}/none.sock"
    memory(state={"BACKEND": "memory.backends.redis.RedisState", "OPTIONS": {"url": url}})
    assert ids("services") == ["memory.W001"]


@pytest.mark.django_db  # from Django 6.1 on the checks of fields ask the database
def test_nothing_asks_the_network_unasked(memory):
    url = "http://127.0.0.1:9"
    memory(index={"BACKEND": "memory.backends.chroma.ChromaIndex", "OPTIONS": {"url": url}})
    assert [m.id for m in run_checks() if m.id.startswith("memory.")] == []
