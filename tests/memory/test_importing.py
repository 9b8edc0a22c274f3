"""Past talks become history: quoted with their date, redacted, learned from only when asked."""

from datetime import datetime, timedelta

import pytest

from memory.audit import SYSTEM
from memory.domain.types import Layer
from memory.importing import PastExchange, import_history
from memory.models import Episode, MemoryEvent, VectorOperation

pytestmark = pytest.mark.django_db


@pytest.fixture
def bring(namespace, frozen_now):
    def run(*texts, **options):
        exchanges = [
            PastExchange(
                text=text, occurred_at=frozen_now - timedelta(days=90 - place), talk=f"talk {place}"
            )
            for place, text in enumerate(texts)
        ]
        return import_history(
            namespace=namespace, exchanges=exchanges, author=SYSTEM, now=frozen_now, **options
        )

    return run


def test_a_past_talk_is_quoted_with_its_own_date(bring, ask):
    bring("The plumber is called Otto Brink.", "我们的小区叫翠湖花园。")
    english, chinese = ask("What is the plumber called?"), ask("我们的小区叫什么？")
    assert english.injected[0].layer == Layer.HISTORY
    assert "said on 2025-12-11" in english.block_text
    assert "Otto Brink" in english.block_text
    assert "翠湖花园" in chinese.block_text


def test_nothing_is_learned_from_it_unless_asked(bring):
    quoted = bring("I live in Bergen.")
    learned = bring("I live in Bergen.", learns=True)
    states = dict(Episode.objects.values_list("pk", "state"))
    assert [states[pk] for pk in quoted] == [Episode.State.DONE]
    assert [states[pk] for pk in learned] == [Episode.State.PENDING]


def test_secrets_do_not_come_in_with_it(bring):
    (pk,) = bring("My card is 4111 1111 1111 1111, keep it.")
    assert "4111" not in Episode.objects.get(pk=pk).user_text


def test_each_talk_is_one_of_its_own_and_none_of_the_chat(bring):
    first, second = bring("One.", "Two.")
    (third,) = bring("Three.")
    talks = [Episode.objects.get(pk=pk).conversation_id for pk in (first, second, third)]
    assert len(set(talks)) == 3
    assert max(talks) < 0


def test_it_waits_for_the_index_and_is_in_the_audit(bring):
    ids = bring("One.", "Two.")
    keys = VectorOperation.objects.values_list("key", flat=True)
    assert set(keys) == {f"episode:{pk}" for pk in ids}
    event = MemoryEvent.objects.get(action="history.imported")
    assert event.after == {"exchanges": 2, "talks": 2}


def test_a_date_without_a_zone_is_refused(namespace, frozen_now):
    naive = PastExchange(text="x", occurred_at=datetime(2026, 1, 1))  # noqa: DTZ001
    with pytest.raises(ValueError, match="aware"):
        import_history(namespace=namespace, exchanges=[naive], author=SYSTEM, now=frozen_now)
    assert not Episode.objects.exists()
