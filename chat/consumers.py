"""The chat socket of one tab: parse a frame, start or stop a turn, forward. Nothing else."""

import asyncio
from typing import Any

from channels.exceptions import DenyConnection
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone

from chat import actions, events, frames, handshake, socket_replies
from chat.accounts import is_signed_in
from chat.history import conversation_state
from chat.threads import in_thread
from chat.turn import launch

SIGNED_OUT = 4401


class ChatConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Serves the user's conversations, one shown at a time. See docs/protocol.md."""

    async def connect(self) -> None:
        self.is_open = True
        self.user = self.scope["user"]
        self.language = handshake.language(self.scope)
        self.heard: list[str] = []  # groups of the channel layer
        self.conversation_id: int | None = None
        self.turns: dict[int, asyncio.Task[Any] | None] = {}  # begun here; None: ended
        if not handshake.is_same_origin(self.scope):
            raise DenyConnection
        await self.accept()  # also for the anonymous: a failed handshake tells a browser nothing
        if not self.user.is_authenticated:
            await self.close(SIGNED_OUT)
            return
        self.heard = await in_thread(events.groups_of, self.user)
        for group in self.heard:
            await self.channel_layer.group_add(group, self.channel_name)

    async def disconnect(self, code: int) -> None:
        self.is_open = False  # the turns go on and are saved
        for group in self.heard:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        client_id = None
        try:
            frame = frames.parse(
                text_data or "", max_characters=settings.CHAT["max_message_characters"]
            )
            client_id = getattr(frame, "client_id", None)
            match frame:
                case frames.Open():
                    await self.open(frame)
                case frames.Send() | frames.Retry():
                    await self.start(frame)
                case frames.Stop():
                    await self.stop(frame)
                case frames.Ping():
                    await self.emit(frames.pong())
        except (frames.FrameError, actions.Refused) as error:
            await self.emit(socket_replies.refused(error.code, self.language, client_id))

    async def emit(self, frame: str) -> None:
        if self.is_open:
            await self.send(text_data=frame)

    async def open(self, frame: frames.Open) -> None:
        self.conversation_id, state = None, None
        if frame.conversation_id is not None:
            await in_thread(socket_replies.recover, frame.conversation_id)
            state = await in_thread(conversation_state, self.user, frame.conversation_id)
            if state is None:
                raise actions.Refused("not_found")
            self.conversation_id = frame.conversation_id
        await self.emit(socket_replies.ready(self.conversation_id, state))

    async def start(self, frame: frames.Send | frames.Retry) -> None:
        session_key = self.scope["session"].session_key
        if not await in_thread(is_signed_in, session_key=session_key, user_id=self.user.pk):
            await self.close(SIGNED_OUT)
            return
        started = await in_thread(socket_replies.accept, frame, self.user, timezone.now())
        if isinstance(frame, frames.Send):
            await self.emit(socket_replies.ack(frame, started))
        if started.is_repeat:
            return
        request = started.request
        self.conversation_id = request.conversation_id
        event = socket_replies.started_event(started, origin=self.channel_name)
        events.announce(events.user_group(self.user.pk), event)
        await self.turn_started({**event, "origin": ""})
        task = self.turns[request.turn_id] = launch(request, self.emit)
        task.add_done_callback(lambda _: asyncio.ensure_future(self.show_end(event)))

    async def stop(self, frame: frames.Stop) -> None:
        if task := self.turns.get(frame.turn_id):
            task.cancel()
        elif await in_thread(actions.turns_of(self.user).filter(pk=frame.turn_id).exists):
            events.announce(events.turn_group(frame.turn_id), {"type": "turn.stop"})
        else:
            raise actions.Refused("not_found")

    async def show_end(self, event: dict[str, Any]) -> None:
        await self.show(socket_replies.ended, event, was_streamed=True)
        self.turns[event["turn_id"]] = None

    async def show(self, make: Any, event: dict[str, Any], **how: Any) -> None:
        is_shown = event["conversation_id"] == self.conversation_id
        for frame in await in_thread(make, event, self.language, is_shown=is_shown, **how):
            await self.emit(frame)

    async def turn_started(self, event: dict[str, Any]) -> None:
        if event["origin"] != self.channel_name:
            await self.show(socket_replies.begun, event)

    async def turn_finished(self, event: dict[str, Any]) -> None:
        if event["turn_id"] not in self.turns:
            await self.show(socket_replies.ended, event, was_streamed=False)

    async def memory_changed(self, event: dict[str, Any]) -> None:
        await self.emit(frames.memory_changed(item_ids=event["item_ids"], by=event.get("by", "")))
