"""What the tests of memory share: storing an item, recalling, and saying what is absorbed."""

import itertools
import uuid
from datetime import timedelta

import pytest
from django.conf import settings as django_settings

from memory import absorb, api, backends
from memory.domain.types import Candidate, Extraction, Kind, Mode, WorkingChange
from memory.models import DecayState, MemoryItem, Namespace
from tests.memory.scripted import SETTING, ScriptedExtractor

_turns = itertools.count(1)


@pytest.fixture
def namespace(owner):
    return api.namespace_for(owner)


@pytest.fixture
def scripted(settings):
    """Put the scripted extractor in place; the rest is real."""
    settings.MEMORY = {**django_settings.MEMORY, "extractor": SETTING}
    ScriptedExtractor.found.clear()
    ScriptedExtractor.requests.clear()
    yield ScriptedExtractor
    backends.reset()


def words(text: str) -> int:
    return len(text.split()) + sum("\u4e00" <= c <= "\u9fff" for c in text)


@pytest.fixture
def remember(namespace, frozen_now):
    """Store an item as the write path does."""

    def store(text, *, half_life=720.0, days_ago=1.0, **fields):
        said_at = fields.pop("said_at", frozen_now - timedelta(days=days_ago))
        item = MemoryItem.objects.create(
            **{
                "namespace": namespace,
                "kind": Kind.FACT,
                "text": text,
                "said_at": said_at,
                "chain": uuid.uuid4(),
                "content_hash": uuid.uuid4().hex,
                "created_at": said_at,
                "updated_at": said_at,
            }
            | fields
        )
        DecayState.objects.create(item=item, half_life_hours=half_life, last_accessed_at=said_at)
        Namespace.objects.filter(pk=item.namespace_id).update(generation=uuid.uuid4().int % 10**12)
        return item

    return store


@pytest.fixture
def ask(namespace, frozen_now):
    def run(query, **options):
        options = {
            "now": frozen_now,
            "count_tokens": words,
            "trace_id": str(uuid.uuid4()),
        } | options
        return api.recall(namespace=options.pop("namespace", namespace), query=query, **options)

    return run


class Speaker:
    """Says things as one user, each an hour after the one before, and absorbs them at once."""

    def __init__(self, namespace, extractor, start):
        self.namespace, self.extractor, self.now = namespace, extractor, start

    def record(self, text, *candidates, working=(), **values):
        self.now += timedelta(hours=1)
        found = tuple(c if c.quote else _quoted(c, text) for c in candidates)
        changes = tuple(c for c in working if isinstance(c, WorkingChange))
        self.extractor.found[text] = Extraction(
            candidates=found, working=changes, extractor="scripted"
        )
        turn = next(_turns) + 10_000
        values = {"reply_text": "", "conversation_id": 7, "turn_id": turn, **values}
        values = {"occurred_at": self.now, "user_message_id": turn * 2, **values}
        return api.record_episode(
            namespace=self.namespace, user_text=text, trace_id=f"trace-{turn}", **values
        )

    def say(self, text, *candidates, **values):
        episode = self.record(text, *candidates, **values)
        absorb.absorb_episode(episode.pk)
        episode.refresh_from_db()
        return episode

    def items(self, **filters):
        return list(MemoryItem.objects.of(self.namespace).filter(**filters).order_by("pk"))

    def active(self, attribute):
        return [item.value for item in self.items(attribute=attribute, status="active")]


def _quoted(candidate, text):
    return Candidate(
        **{
            **{name: getattr(candidate, name) for name in candidate.__dataclass_fields__},
            "quote": text,
        }
    )


@pytest.fixture
def speaker(namespace, scripted, frozen_now):
    return Speaker(namespace, scripted, frozen_now)


@pytest.fixture
def make_speaker(scripted, frozen_now):
    return lambda user: Speaker(api.namespace_for(user), scripted, frozen_now)


def fact(attribute, value, **values):
    """A candidate about the user with an importance above the gate's."""
    values = {"importance": 0.8, "text": f"The user: {attribute} {value}", **values}
    return Candidate(attribute=attribute, value=value, **values)


def passing(attribute, value, **values):
    return fact(attribute, value, mode=Mode.TEMPORARY, **values)
