"""/healthz answers 200 only when every part does, and names the part that does not."""

import time

import pytest
from django.core.cache import cache

from config.health import HEARTBEAT_KEY

pytestmark = pytest.mark.django_db


def beat(age=0.0):
    cache.set(HEARTBEAT_KEY, time.time() - age)


def test_it_is_well_when_every_part_answers(client):
    beat()
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ok",
        "checks": {"database": "ok", "redis": "ok", "chroma": "ok", "worker": "ok"},
    }


@pytest.mark.parametrize("age", [None, 120.0], ids=["never", "long ago"])
def test_it_names_a_worker_without_heartbeat(client, age):
    if age is not None:
        beat(age)
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["checks"] == {
        "database": "ok",
        "redis": "ok",
        "chroma": "ok",
        "worker": "does not answer (TimeoutError)",
    }


def test_it_names_a_lost_chroma(client, settings):
    beat()
    settings.CHROMA_URL = "http://127.0.0.1:9"
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["checks"]["chroma"].startswith("does not answer")
    assert response.json()["checks"]["redis"] == "ok"


def test_it_names_a_lost_redis_soon(client, services):
    services.stop("redis")
    try:
        begun = time.monotonic()
        response = client.get("/healthz")
        assert time.monotonic() - begun < 10
        assert response.status_code == 503
        checks = response.json()["checks"]
        assert checks["redis"].startswith("does not answer")
        assert checks["chroma"] == "ok"
    finally:
        services.start_redis()
