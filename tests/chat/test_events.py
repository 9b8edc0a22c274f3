"""Events for a user's tabs."""

import asyncio

import pytest
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


def test_operators_hear_of_their_tenant_and_others_only_of_themselves(
    owner, operator, foreign_operator
):
    tenant = events.tenant_group(owner.tenant_id)
    assert events.groups_of(owner) == [events.user_group(owner.pk)]
    assert events.groups_of(operator) == [events.user_group(operator.pk), tenant]
    assert tenant not in events.groups_of(foreign_operator)
