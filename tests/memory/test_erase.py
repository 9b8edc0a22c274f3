"""Erasure reaches every layer and reads back; what others hold stays."""

import json
from datetime import timedelta

import pytest

from chat.models import Conversation, Message, Summary
from memory import backends, erase
from memory.audit import SYSTEM, person
from memory.changes import add_evidence, add_item, changing, deprecate
from memory.domain.types import Candidate, Solution, Triple, WorkingChange, WorkingOp
from memory.erase import Order
from memory.experience_edits import split_experience
from memory.experiences import propose_experience
from memory.models import (
    Decision,
    Entity,
    Episode,
    ErasureReceipt,
    Experience,
    MemoryEvent,
    MemoryItem,
    Namespace,
    Profile,
    ProfileVersion,
    RecallTrace,
    Tombstone,
)
from memory.outbox import write_vectors
from memory.working import change_working, load_working

pytestmark = pytest.mark.django_db
QUOTE = "I moved to Berlin"


@pytest.fixture
def order(owner, frozen_now):
    return Order(author=person(owner), reason="asked", now=frozen_now)


@pytest.fixture
def conversation(owner, frozen_now):
    return Conversation.objects.create(user=owner, updated_at=frozen_now)


@pytest.fixture
def remember(frozen_now):
    """Return a function that remembers a statement as the write path does, and indexes it."""

    def make(user, conversation, quote, text, attribute, value, *, again=None, **rest):
        namespace = Namespace.objects.for_user(user)
        message = Message.objects.create(
            conversation=conversation, role="user", content=f"{quote}.", created_at=frozen_now
        )
        episode = Episode.objects.create(
            namespace=namespace,
            conversation_id=conversation.pk,
            user_message_id=message.pk,
            user_text=f"{quote}.",
            occurred_at=frozen_now,
        )
        candidate = Candidate(text=text, attribute=attribute, value=value, quote=quote, **rest)
        with changing(namespace, author=SYSTEM, now=frozen_now, episode=episode) as change:
            if again is not None:
                add_evidence(change, again, candidate, said_at=frozen_now, reason="repeated")
                item = again
            else:
                item = add_item(change, candidate, source="chat", said_at=frozen_now)
            change.indexed.add(f"episode:{episode.pk}")
        Decision.objects.create(
            namespace=namespace,
            episode=episode,
            action="added",
            item=item,
            text=text,
            reason="new",
            created_at=frozen_now,
        )
        write_vectors()
        return item

    return make


@pytest.fixture
def berlin(owner, conversation, remember):
    triple = Triple(
        subject="user",
        subject_type="person",
        predicate="lives_in",
        object="Berlin",
        object_type="place",
    )
    return remember(
        owner,
        conversation,
        QUOTE,
        "The user lives in Berlin.",
        "home",
        "Berlin",
        triples=(triple,),
    )


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """Let what follows a commit happen within the test's own transaction."""

    def run(erasing, *args):
        with django_capture_on_commit_callbacks(execute=True):
            return erasing(*args)

    return run


def index_keys(namespace):
    return set(backends.vector_index().keys(namespace.pk))


def everything_stored(namespace):
    """Return every text that the database, Redis and Chroma hold of a namespace, as one string."""
    rows = [
        *MemoryItem.objects.filter(namespace=namespace).values_list("text", "quote", "value"),
        *Episode.objects.filter(namespace=namespace).values_list("user_text", "reply_text"),
        *Decision.objects.filter(namespace=namespace).values_list("text", "value"),
        *MemoryEvent.objects.filter(namespace=namespace).values_list("before", "after"),
        *RecallTrace.objects.filter(namespace=namespace).values_list("query", "messages"),
        *Profile.objects.filter(namespace=namespace).values_list("document", "text"),
        *ProfileVersion.objects.filter(profile__namespace=namespace).values_list("document"),
        *Entity.objects.filter(namespace=namespace).values_list("name"),
        *Summary.objects.filter(conversation__user=namespace.user).values_list("text"),
    ]
    state = [
        backends.state_store().load(k)[0] for k in backends.state_store().scan(f"{namespace.pk}:")
    ]
    return json.dumps([rows, state], default=str)


def test_an_erased_item_is_found_in_no_layer(
    owner, conversation, berlin, remember, order, frozen_now, committed
):
    seafood = remember(
        owner, conversation, "no seafood for me", "The user avoids seafood.", "avoids", "seafood"
    )
    namespace = berlin.namespace
    RecallTrace.objects.create(
        namespace=namespace,
        trace_id="t1",
        conversation_id=conversation.pk,
        query="where",
        policy="default",
        as_of=frozen_now,
        created_at=frozen_now,
        messages=[{"role": "system", "content": f"The user lives in Berlin. “{QUOTE}”"}],
    )
    change_working(
        namespace,
        conversation.pk,
        [WorkingChange(op=WorkingOp.APPEND, field="entities", value="Berlin")],
    )
    message = Message.objects.filter(conversation=conversation).last()
    Summary.objects.create(
        conversation=conversation,
        text=f"The user said: {QUOTE}. The user asked for tea.",
        up_to_message=message,
        created_at=frozen_now,
    )

    receipt = committed(erase.erase_items, namespace, [berlin.pk], order)

    assert receipt.state == ErasureReceipt.State.CLEAN, receipt.layers
    stored = everything_stored(namespace)
    assert "Berlin" not in stored
    assert "seafood" in stored
    assert "asked for tea" in stored
    assert index_keys(namespace) == {f"item:{seafood.pk}", f"episode:{seafood.episode_id}"}
    assert MemoryEvent.objects.filter(namespace=namespace, action="item.erased").count() == 1
    assert Tombstone.objects.get(namespace=namespace).content_hash == berlin.content_hash
    assert load_working(namespace, conversation.pk).fields.get("entities", []) == []


def test_an_erased_version_leaves_its_chain_whole(
    owner, conversation, berlin, order, frozen_now, committed
):
    with changing(berlin.namespace, author=SYSTEM, now=frozen_now) as change:
        new = Candidate(text="The user lives in Oslo.", attribute="home", value="Oslo", quote="q")
        oslo = add_item(change, new, source="chat", said_at=frozen_now, supersedes=berlin)
        rome = Candidate(text="The user lives in Rome.", attribute="home", value="Rome", quote="q")
        rome = add_item(change, rome, source="chat", said_at=frozen_now, supersedes=oslo)
    committed(erase.erase_items, berlin.namespace, [oslo.pk], order)
    rome.refresh_from_db()
    assert rome.supersedes_id == berlin.pk


def test_another_item_that_says_the_same_stays_and_is_no_mismatch(
    owner, conversation, berlin, order, frozen_now, committed
):
    with changing(berlin.namespace, author=SYSTEM, now=frozen_now) as change:
        deprecate(change, berlin, reason="denied", valid_to=frozen_now)
    with changing(berlin.namespace, author=SYSTEM, now=frozen_now) as change:
        again = Candidate(text=berlin.text, attribute="home", value="Berlin", quote="I am back")
        twin = add_item(change, again, source="chat", said_at=frozen_now)
    receipt = committed(erase.erase_items, berlin.namespace, [berlin.pk], order)
    assert (receipt.state, receipt.layers["profile"]["remaining"]) == ("clean", 0)
    document = Profile.objects.get(namespace=berlin.namespace).document
    assert [entry["item"] for entry in document["home"]] == [twin.pk]


def test_an_item_of_another_namespace_is_not_found(stranger, berlin, order, committed):
    foreign = Namespace.objects.for_user(stranger)
    with pytest.raises(MemoryItem.DoesNotExist):
        committed(erase.erase_items, foreign, [berlin.pk], order)
    with pytest.raises(MemoryItem.DoesNotExist):
        committed(erase.erase_items, berlin.namespace, [], order)
    assert MemoryItem.objects.filter(pk=berlin.pk).exists()


def test_a_conversation_takes_what_only_it_said(
    owner, conversation, berlin, remember, order, frozen_now, committed
):
    other = Conversation.objects.create(user=owner, updated_at=frozen_now)
    tea = remember(owner, conversation, "I like tea", "The user likes tea.", "likes", "tea")
    remember(owner, other, "tea again", "The user likes tea.", "likes", "tea", again=tea)
    namespace = berlin.namespace

    receipt = committed(erase.erase_conversation, namespace, conversation.pk, order)

    assert receipt.state == ErasureReceipt.State.CLEAN, receipt.layers
    assert not Conversation.objects.filter(pk=conversation.pk).exists()
    assert "Berlin" not in everything_stored(namespace)
    tea.refresh_from_db()
    assert (tea.quote, tea.conversation_id, tea.mention_count) == ("tea again", other.pk, 1)


def test_a_user_leaves_nothing_and_others_lose_nothing(
    owner, colleague, conversation, berlin, remember, order, frozen_now, committed
):
    theirs = Conversation.objects.create(user=colleague, updated_at=frozen_now)
    kept = remember(colleague, theirs, QUOTE, "The user lives in Berlin.", "home", "Berlin")
    namespace = berlin.namespace
    change_working(
        namespace, conversation.pk, [WorkingChange(op=WorkingOp.SET, field="goal", value="Berlin")]
    )

    receipt = committed(erase.erase_user, namespace, order)

    assert receipt.state == ErasureReceipt.State.CLEAN, receipt.layers
    assert receipt.layers["long_term"] == {"requested": 1, "removed": 1, "remaining": 0}
    assert "Berlin" not in everything_stored(namespace)
    assert index_keys(namespace) == set()
    assert not Conversation.objects.filter(user=owner).exists()
    assert index_keys(kept.namespace) == {f"item:{kept.pk}", f"episode:{kept.episode_id}"}
    assert "Berlin" in everything_stored(kept.namespace)
    assert Conversation.objects.filter(user=colleague).exists()


@pytest.mark.parametrize("scope", ["user", "conversation", "messages"])
def test_an_experience_goes_with_whoever_told_it_and_leaves_no_word_in_the_audit(
    scope, owner, operator, conversation, berlin, order, committed
):
    """The library is the tenant's, and so are its rows of the audit: they must be looked for."""
    episode = berlin.episode
    Episode.objects.filter(pk=episode.pk).update(turn_id=77)
    told = propose_experience(
        namespace=berlin.namespace,
        acting_user=owner,
        task="My tent leaks at the zirconium seam, what helps?",
        solution="Seal the zirconium seam from within with a brush and let it dry for a day.",
        turn_id=77,
        conversation_id=conversation.pk,
    )
    words = Solution(task="A zirconium seam leaks", solution="Seal the zirconium seam from within.")
    kept, split = split_experience(experience=told, acting_user=operator, first=words, second=words)

    receipt = committed(
        *{
            "user": (erase.erase_user, berlin.namespace, order),
            "conversation": (erase.erase_conversation, berlin.namespace, conversation.pk, order),
            "messages": (
                erase.erase_messages,
                berlin.namespace,
                [episode.user_message_id],
                order,
            ),
        }[scope]
    )

    assert receipt.state == ErasureReceipt.State.CLEAN, receipt.layers
    assert not Experience.objects.filter(pk__in=[kept.pk, split.pk]).exists()
    rows = MemoryEvent.objects.filter(object_type="experience")
    assert rows.count() >= 2  # that it happened stays
    assert "zirconium" not in json.dumps(list(rows.values("before", "after", "reason")))


def test_a_lost_index_is_a_mismatch_until_it_is_settled(
    berlin, order, settings, frozen_now, committed
):
    address = settings.MEMORY["index"]["OPTIONS"]["url"]
    broken = {**settings.MEMORY["index"]["OPTIONS"], "url": "http://127.0.0.1:9", "timeout": 1}
    settings.MEMORY = {
        **settings.MEMORY,
        "index": {**settings.MEMORY["index"], "OPTIONS": broken},
    }
    receipt = committed(erase.erase_items, berlin.namespace, [berlin.pk], order)
    assert receipt.state == ErasureReceipt.State.MISMATCH
    assert "error" in receipt.layers["vectors"]

    settings.MEMORY = {
        **settings.MEMORY,
        "index": {**settings.MEMORY["index"], "OPTIONS": {**broken, "url": address}},
    }
    assert erase.settle_erasures(now=frozen_now + timedelta(minutes=1)) == 1
    receipt.refresh_from_db()
    assert receipt.state == ErasureReceipt.State.CLEAN
    assert index_keys(berlin.namespace) == set()
