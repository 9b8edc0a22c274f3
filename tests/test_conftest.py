"""The suite's own ground: real services, clean stores, ids that are never given twice."""

import httpx
import pytest
from django.core.cache import cache

from memory.models import Namespace, RecallPolicy

_seen_namespaces: set[int] = set()


def test_services_answer(services):
    assert services.redis.ping()
    assert httpx.get(f"{services.chroma_url}/api/v2/heartbeat").is_success


def test_the_cache_of_the_settings_is_the_suites_redis(services):
    cache.set("key", "value")
    assert any(b"key" in name for name in services.redis.scan_iter())


@pytest.mark.parametrize("_round", range(3))
@pytest.mark.django_db
def test_ids_are_not_given_twice(owner, services, _round):
    assert services.redis.dbsize() == 0
    namespace = Namespace.objects.for_user(owner)
    assert namespace.pk not in _seen_namespaces
    _seen_namespaces.add(namespace.pk)


@pytest.mark.parametrize("_round", range(2))
@pytest.mark.django_db(transaction=True)
def test_shipped_rows_are_there_with_real_transactions_too(operator, admin, _round):
    assert operator.is_operator
    assert not operator.is_admin
    assert admin.is_admin
    assert RecallPolicy.objects.filter(name="default", is_default=True).exists()


def test_the_stranger_is_of_another_tenant(owner, colleague, stranger):
    assert owner.tenant == colleague.tenant
    assert stranger.tenant != owner.tenant
