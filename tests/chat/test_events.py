"""Events for a user's tabs."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from chat import events

pytestmark = pytest.mark.django_db


async def test_an_idle_socket_outlives_the_layers_blocking_pop():
    layer = get_channel_layer()
    connection = layer.connection(0)
    timeout = connection.connection_pool.connection_kwargs["socket_timeout"]
    assert timeout > layer.brpop_timeout + 5


async def test_an_announced_event_arrives():
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(events.user_group(7), channel)
    events.announce(events.user_group(7), {"type": "turn.finished", "turn_id": 1})
    assert (await layer.receive(channel))["turn_id"] == 1


async def test_a_failed_announcement_harms_nothing(caplog, settings):
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            "CONFIG": {"hosts": ["unix:///nowhere.sock"]},
        }
    }
    events.announce("user-1", {"type": "turn.finished"})
    await asyncio.wait(list(events._sending))
    await asyncio.sleep(0)  # for the callbacks of the task
    assert "ConnectionError" in caplog.text
    assert not events._sending


async def test_operators_hear_of_changes_in_their_tenant_and_others_only_of_their_own(
    owner, operator, foreign_operator
):
    assert await sync_to_async(events.groups_of)(owner) == [events.user_group(owner.pk)]
    layer = get_channel_layer()
    channels = {}
    for person in (owner, operator, foreign_operator):
        channels[person.username] = await layer.new_channel()
        for group in await sync_to_async(events.groups_of)(person):
            await layer.group_add(group, channels[person.username])
    await sync_to_async(events.tell_tabs)(tenant_id=owner.tenant_id, user_id=owner.pk, item_ids=[5])
    for name in ("owner", "operator"):
        assert (await layer.receive(channels[name]))["item_ids"] == [5]
    # The operator of another tenant hears first what is said in theirs.
    foreign = foreign_operator.tenant_id
    await sync_to_async(events.tell_tabs)(tenant_id=foreign, user_id=None, item_ids=[6])
    assert (await layer.receive(channels["foreign_operator"]))["item_ids"] == [6]
