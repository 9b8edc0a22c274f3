"""Working memory in Redis: one hash a state, changed by a compare-and-set in a Lua script."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

import redis

from memory.backends.base import BackendUnavailable, StateStore, VersionConflict

VERSION_FIELD = "@version"
TTL_FIELD = "@ttl"

# KEYS[1] state. Returns the hash and renews its time to live.
LOAD = """
local ttl = redis.call('HGET', KEYS[1], '@ttl')
if ttl then redis.call('EXPIRE', KEYS[1], ttl) end
return redis.call('HGETALL', KEYS[1])
"""

# KEYS[1] state; ARGV: version, ttl, number of changed fields, (name, json)*, (removed name)*.
# Returns the new version, or -1 when another writer came first.
COMPARE_AND_SET = """
local current = tonumber(redis.call('HGET', KEYS[1], '@version') or '0')
if current ~= tonumber(ARGV[1]) then return -1 end
local changed = tonumber(ARGV[3])
for i = 1, changed do
  redis.call('HSET', KEYS[1], ARGV[2 + 2 * i], ARGV[3 + 2 * i])
end
for i = 4 + 2 * changed, #ARGV do redis.call('HDEL', KEYS[1], ARGV[i]) end
redis.call('HSET', KEYS[1], '@version', current + 1, '@ttl', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return current + 1
"""


@contextmanager
def _typed_errors() -> Iterator[None]:
    try:
        yield
    except redis.RedisError as error:
        raise BackendUnavailable(f"Redis: {error}") from error


class RedisState(StateStore):
    """Options: `url`, and `prefix`, which every key carries."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._client = redis.Redis.from_url(
            options["url"],
            decode_responses=True,
            socket_timeout=options.get("timeout", 5),
            socket_connect_timeout=options.get("timeout", 5),
        )
        self._prefix = options.get("prefix", "memory") + ":working:"
        self._load = self._client.register_script(LOAD)
        self._compare_and_set = self._client.register_script(COMPARE_AND_SET)

    def load(self, key: str) -> tuple[dict[str, Any], int]:
        with _typed_errors():
            flat = cast("list[str]", self._load(keys=[self._prefix + key]))
        stored = dict(zip(flat[::2], flat[1::2], strict=True))
        version = int(stored.pop(VERSION_FIELD, 0))
        stored.pop(TTL_FIELD, None)
        return {name: json.loads(text) for name, text in stored.items()}, version

    def compare_and_set(
        self,
        key: str,
        *,
        version: int,
        changes: Mapping[str, Any],
        removed: Sequence[str],
        ttl: int,
    ) -> int:
        arguments: list[str | int] = [version, ttl, len(changes)]
        for name, value in changes.items():
            arguments += [name, json.dumps(value, ensure_ascii=False)]
        with _typed_errors():
            reply = self._compare_and_set(keys=[self._prefix + key], args=[*arguments, *removed])
        new_version = int(cast(int, reply))
        if new_version < 0:
            raise VersionConflict(f"working memory {key} is no longer at version {version}")
        return new_version

    def time_to_live(self, key: str) -> int:
        with _typed_errors():
            return max(0, int(self._client.ttl(self._prefix + key)))

    def delete(self, keys: Sequence[str]) -> int:
        if not keys:
            return 0
        with _typed_errors():
            return int(self._client.delete(*(self._prefix + key for key in keys)))

    def scan(self, prefix: str) -> list[str]:
        # The prefix is meant as written: the wildcards of MATCH are escaped.
        escaped = "".join("\\" + c if c in "*?[]^-\\" else c for c in self._prefix + prefix)
        with _typed_errors():
            found = list(self._client.scan_iter(match=escaped + "*", count=1000))
        return sorted({key[len(self._prefix) :] for key in found})

    def check(self) -> None:
        with _typed_errors():
            self._client.ping()
