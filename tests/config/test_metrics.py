"""/metrics speaks to loopback or to the bearer of the token, and counts what is there."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory.models import Episode, Namespace, RecallTrace

pytestmark = pytest.mark.django_db


def test_it_counts_what_is_there(client, owner):
    namespace = Namespace.objects.for_user(owner)
    Episode.objects.create(
        namespace=namespace, user_text="I live in Berlin", occurred_at=timezone.now()
    )
    for number, (injected, ms) in enumerate([(2, 30.0), (0, 10.0)]):
        RecallTrace.objects.create(
            namespace=namespace,
            trace_id=f"trace-{number}",
            query="where",
            policy="default",
            as_of=timezone.now(),
            created_at=timezone.now() - timedelta(hours=1),
            injected=injected,
            steps=[{"name": "score", "start_ms": 0, "ms": ms}],
        )
    text = client.get("/metrics").content.decode()
    assert 'palimpsest_episodes{state="pending"} 1.0' in text
    assert "palimpsest_recalls_day 2.0" in text
    assert "palimpsest_recall_hit_ratio 0.5" in text
    assert 'palimpsest_recall_milliseconds{quantile="0.99"} 30.0' in text


@pytest.mark.parametrize(
    "headers",
    [
        {"REMOTE_ADDR": "10.0.0.7"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "10.0.0.7"},
        {"REMOTE_ADDR": "10.0.0.7", "HTTP_AUTHORIZATION": "Bearer wrong"},
        {"REMOTE_ADDR": "10.0.0.7", "HTTP_AUTHORIZATION": "Bearer "},
    ],
    ids=["other machine", "through a proxy", "wrong token", "empty token"],
)
def test_it_refuses_others(client, settings, headers):
    settings.METRICS_TOKEN = "secret" if "wrong" in str(headers) else ""
    assert client.get("/metrics", **headers).status_code == 403


def test_it_answers_the_bearer_of_the_token(client, settings):
    settings.METRICS_TOKEN = "secret"
    headers = {"REMOTE_ADDR": "10.0.0.7", "HTTP_AUTHORIZATION": "Bearer secret"}
    assert client.get("/metrics", **headers).status_code == 200
