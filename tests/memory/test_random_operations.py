"""Random sequences of everything that can happen to a memory leave every projection true.

`RANDOM_OPERATIONS=10000 pytest tests/memory/test_random_operations.py` makes a long run of it.
"""

import contextlib
import itertools
import os
from datetime import timedelta
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from memory import absorb, api
from memory.audit import SYSTEM
from memory.consolidate import consolidate_namespace
from memory.domain.types import WorkingChange, WorkingOp
from memory.erase import Order, erase_conversation, erase_user
from memory.forget import forget_namespace
from memory.models import ErasureReceipt, MemoryItem, Tenant, User
from memory.outbox import write_vectors
from memory.rebuild import rebuild_index
from memory.verify import verify_elsewhere, verify_namespace

DEFAULT = 90
OPERATIONS = int(os.environ.get("RANDOM_OPERATIONS", DEFAULT))
STEPS = 30
CITIES = ["Berlin", "Lisbon", "Oslo"]
FOODS = ["seafood", "peanuts"]
SENTENCES = [
    *(f"I live in {city}." for city in CITIES),
    *(f"I moved to {city}." for city in CITIES),
    *(f"I used to live in {city}." for city in CITIES),
    *(f"No, I live in {city}." for city in CITIES),
    *(f"Today I am staying in {city}." for city in CITIES),
    *(f"I don't live in {city} any more." for city in CITIES),
    *(f"Please forget that I live in {city}." for city in CITIES),
    *(f"I'm allergic to {food}." for food in FOODS),
    *(f"I'm not allergic to {food}." for food in FOODS),
    *("I like green tea.", "I hate green tea.", "My sister lives in Rome."),
    *("我住在上海。", "我搬到杭州了。", "我对海鲜过敏。", "我不吃辣。", "今天想尝尝微辣的川菜。"),
    *("忘掉我住在上海。", "我妈住在成都。", "我以前住在北京。"),
]
_numbers = itertools.count(1)


class Memory(RuleBasedStateMachine):
    """One user's memory, changed in every way that the product has."""

    def __init__(self):
        super().__init__()
        number = next(_numbers)
        tenant, _ = Tenant.objects.get_or_create(slug="random", defaults={"name": "Random"})
        self.user = User.objects.create_user(f"random-{number}", tenant=tenant)
        self.namespace = api.namespace_for(self.user)
        self.now = SAID.now
        self.messages = []
        self.steps = 0
        # The one clock: what people do happens at the moment of the story too.
        self.clock = patch("django.utils.timezone.now", lambda: self.now)
        self.clock.start()

    def teardown(self):
        """Every story ends in an erasure: what is left behind would slow all rebuilds after it."""
        try:
            self.check()
            self.erase_all()
            self.check()
        finally:
            self.clock.stop()

    def check(self):
        write_vectors()
        shared = [None, self.namespace.pk]
        elsewhere = verify_elsewhere(now=self.now)
        assert verify_namespace(self.namespace, now=self.now) == []
        assert [one for one in elsewhere if one.namespace_id in shared] == []
        unclean = ErasureReceipt.objects.filter(namespace_ref=self.namespace.pk).exclude(
            state=ErasureReceipt.State.CLEAN
        )
        assert [receipt.layers for receipt in unclean] == []

    def tick(self, **span):
        self.now += timedelta(**span)
        self.steps += 1
        if self.steps % 10 == 0:
            self.check()

    def item(self, data, **filters):
        ids = list(
            MemoryItem.objects.of(self.namespace)
            .filter(**filters)
            .order_by("pk")
            .values_list("pk", flat=True)
        )
        return data.draw(st.sampled_from(ids)) if ids else None

    def act(self, action, item_id, **values):
        """Act as the user; what the rules refuse is refused, and changes nothing."""
        if item_id is None:
            return
        with contextlib.suppress(api.ActionRefused):
            action(
                namespace=self.namespace,
                item_id=item_id,
                acting_user=self.user,
                reason="random",
                **values,
            )
        self.tick(minutes=1)

    @rule(text=st.sampled_from(SENTENCES), conversation=st.integers(1, 2))
    def say(self, text, conversation):
        self.tick(minutes=7)
        number = next(_numbers)
        episode = api.record_episode(
            namespace=self.namespace,
            user_text=text,
            reply_text="",
            occurred_at=self.now,
            trace_id=f"random-{number}",
            conversation_id=self.namespace.pk * 10 + conversation,
            turn_id=10_000_000 + number,
            user_message_id=10_000_000 + number,
        )
        self.messages.append(episode.user_message_id)
        absorb.absorb_episode(episode.pk)
        absorb.absorb_episode(episode.pk)

    @rule(data=st.data(), city=st.sampled_from(CITIES))
    def edit(self, data, city):
        item_id = self.item(data, attribute="home")
        self.act(api.edit_item, item_id, text=f"The user lives in {city}.", value=city)

    @rule(data=st.data())
    def restore(self, data):
        self.act(api.restore_item, self.item(data, status__in=["deprecated", "archived"]))

    @rule(data=st.data(), name=st.sampled_from(["archive_item", "deprecate_item", "confirm_item"]))
    def put_aside(self, data, name):
        self.act(getattr(api, name), self.item(data, status="active"))

    @rule(data=st.data(), pinned=st.booleans())
    def pin(self, data, pinned):
        self.act(api.pin_item, self.item(data), pinned=pinned)

    @rule(data=st.data())
    def erase(self, data):
        self.act(api.forget_item, self.item(data))

    @precondition(lambda self: self.messages)
    @rule(data=st.data(), text=st.sampled_from(SENTENCES), deleted=st.booleans())
    def change_message(self, data, text, deleted):
        message = data.draw(st.sampled_from(self.messages))
        api.messages_changed(
            namespace=self.namespace, message_ids=[message], deleted=deleted, text=text
        )
        for episode in self.namespace.episodes.filter(state="pending"):
            absorb.absorb_episode(episode.pk)
        self.tick(minutes=1)

    @rule(conversation=st.integers(1, 2))
    def erase_conversation(self, conversation):
        order = Order(author=SYSTEM, reason="random", now=self.now)
        erase_conversation(self.namespace, self.namespace.pk * 10 + conversation, order)
        self.tick(minutes=1)

    @rule()
    def consolidate(self):
        goal = WorkingChange(op=WorkingOp.SET, field="goal", value="run ten kilometres")
        api.change_working(self.namespace, self.namespace.pk * 10 + 1, [goal])
        consolidate_namespace(self.namespace, now=self.now)
        consolidate_namespace(self.namespace, now=self.now)
        self.tick(minutes=1)

    @rule(days=st.integers(0, 60))
    def forget(self, days):
        self.tick(days=days)
        forget_namespace(self.namespace, now=self.now)
        assert forget_namespace(self.namespace, now=self.now) == []

    @rule()
    def rebuild(self):
        write_vectors()
        rebuild_index()
        self.tick(minutes=1)

    @rule()
    def erase_everything(self):
        self.erase_all()
        self.tick(minutes=1)

    def erase_all(self):
        erase_user(self.namespace, Order(author=SYSTEM, reason="random", now=self.now))
        self.messages.clear()
        assert not MemoryItem.objects.of(self.namespace).exists()


class SAID:
    now = None


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(7200)
def test_every_projection_stays_true(frozen_now):
    SAID.now = frozen_now
    run_state_machine_as_test(
        Memory,
        settings=settings(
            max_examples=max(1, OPERATIONS // STEPS),
            stateful_step_count=STEPS,
            derandomize=OPERATIONS == DEFAULT,  # the suite plays the same stories each time
            deadline=None,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
            database=None,
        ),
    )
