"""A conflict is asked about once, at the end of a reply."""

import uuid

import pytest
from django.utils import timezone

from chat import actions
from chat.asking import take_question
from memory import api
from memory.models import Conflict, MemoryItem

pytestmark = pytest.mark.django_db


@pytest.fixture
def conflict(owner):
    namespace, now = api.namespace_for(owner), timezone.now()
    old, new = (
        MemoryItem.objects.create(
            namespace=namespace, kind="fact", text=f"The user lives in {city}.", attribute="home",
            value=city, said_at=now, created_at=now, updated_at=now, chain=uuid.uuid4(),
            content_hash=city,
        )
        for city in ("Berlin", "Rome")
    )  # fmt: skip
    return Conflict.objects.create(
        namespace=namespace, old_item=old, new_item=new, reason="pinned", created_at=now,
        question="Earlier you said Berlin. Is that still right?",
    )  # fmt: skip


def begin(user, **options):
    given = {"conversation_id": None, "client_id": uuid.uuid4(), "now": timezone.now(), **options}
    return actions.start_turn(acting_user=user, text="hello", **given).request


def test_it_is_asked_once_and_knows_the_turn(owner, conflict):
    request = begin(owner)
    assert take_question(request) == conflict.question
    assert take_question(begin(owner)) == ""
    conflict.refresh_from_db()
    assert conflict.asked_turn_id == request.turn_id


def test_nobody_else_is_asked(colleague, conflict):
    assert take_question(begin(colleague)) == ""
