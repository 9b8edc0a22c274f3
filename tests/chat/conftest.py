"""A scripted model behind real HTTP, and sockets that pass the real handshake."""

import json
import threading
import time
import uuid

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client

from config.asgi import application
from memory.models import Episode
from memory.tasks import absorb_episode


@pytest.fixture
def model(model_server, settings):
    """The model server, connected as the chat's model; extraction stays local."""
    model_server.clear()
    connect(settings, model_server.url)
    return model_server


def connect(settings, url, **options):
    given = {"base_url": url, "api_key": "k", "model": "test-model", "retries": 0, **options}
    chosen = {"BACKEND": "chat.llm.openai.OpenAIModel", "OPTIONS": given}
    settings.CHAT = {**settings.CHAT, "model": chosen}


WAIT = 30  # seconds for any frame, on a busy machine too


class Tab:
    """One browser tab: a websocket with the session cookie of a signed-in user."""

    def __init__(self, user, *, language="en", origin="http://localhost") -> None:
        headers = [(b"host", b"localhost"), (b"origin", origin.encode())]
        if user is not None:
            client = Client()
            client.force_login(user)
            cookie = client.cookies[django_settings.SESSION_COOKIE_NAME].value
            headers.append((b"cookie", f"{django_settings.SESSION_COOKIE_NAME}={cookie}".encode()))
            self.client = client
        self.socket = WebsocketCommunicator(
            application, f"/ws/chat/?language={language}", headers=headers
        )

    async def connect(self):
        connected, _ = await self.socket.connect(timeout=WAIT)
        return connected

    async def send(self, kind, **fields):
        await self.socket.send_to(text_data=json.dumps({"type": kind, **fields}))

    async def say(self, text, *, conversation=None, client_id=None, **fields):
        client_id = client_id or str(uuid.uuid4())
        await self.send(
            "message", client_id=client_id, conversation=conversation, text=text, **fields
        )
        return client_id

    async def receive(self):
        """Return the next frame: a dict, or HTML as text."""
        raw = await self.socket.receive_from(timeout=WAIT)
        return json.loads(raw) if raw.startswith("{") else raw

    async def until(self, kind):
        """Return the frames up to and with the first of a kind."""
        found = []
        while not (found and isinstance(found[-1], dict) and found[-1]["type"] == kind):
            found.append(await self.receive())
        return found

    async def whole_turn(self, text, **fields):
        """Say something and return all frames up to the end of the turn."""
        await self.say(text, **fields)
        return await self.until("turn.finished")

    async def close(self):
        await self.socket.disconnect()


@pytest.fixture
def tab():
    """Make tabs; call in synchronous set-up or through `sync_to_async`."""
    return Tab


@pytest.fixture
def worker():
    """Absorb what is recorded, as the Celery worker does, until the test ends."""
    stop = threading.Event()

    def work():
        while not stop.is_set():
            for episode in Episode.objects.filter(state="pending"):
                absorb_episode(episode_id=episode.pk, namespace_id=episode.namespace_id)
            time.sleep(0.05)
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    stop.set()
    thread.join(30)
