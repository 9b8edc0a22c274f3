"""`manage.py up`: starts everything, stops everything, says in one line what is wrong."""

import signal
import socket

import psutil
import pytest

from tests.instance import Instance
from tests.watching import wait_for

pytestmark = [pytest.mark.pure, pytest.mark.faults, pytest.mark.timeout(300)]


@pytest.fixture
def make_instance():
    made = []

    def make(**options):
        made.append(Instance(WARM_UP="false", **options))  # nobody chats with it
        return made[-1]

    yield make
    for instance in made:
        instance.close()


def all_gone(processes, *, seconds=20):
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    return not alive


def has_line(instance, part):
    return any(part in line for line in instance.lines)


def one_line_error(instance, part):
    """Start, and return the only line of the error: no traceback, a non-zero exit."""
    with pytest.raises(RuntimeError):
        instance.start()
    assert instance.wait() != 0
    text = "\n".join(instance.lines)
    assert "Traceback" not in text
    errors = [line for line in instance.lines if part in line]
    assert len(errors) == 1, text
    return errors[0]


def test_it_starts_restarts_what_dies_survives_its_own_death_and_leaves_nothing_behind(
    make_instance, tmp_path
):
    # A path too long for a Unix socket: Redis then listens below /tmp.
    first = make_instance(var_dir=tmp_path / ("long " * 12) / ("er" * 40)).start()
    assert first.health() == (
        200,
        {"database": "ok", "redis": "ok", "chroma": "ok", "worker": "ok"},
    )
    assert any(line.split() == ["operator", first.password] for line in first.lines)
    assert first.url in one_line_error(Instance(var_dir=first.var_dir), "already runs")

    family = first.family()
    names = ("redis", "chroma", "worker", "web")
    killed = [first.kill_child(name) for name in names]
    wait_for(lambda: all(has_line(first, f"{name} started again") for name in names))
    assert all(has_line(first, f"{name} was ended by SIGKILL") for name in names)
    first.wait_until_healthy()
    assert not set(killed) & {first.pid(name) for name in names}
    assert all_gone([process for process in family if process.pid in killed])

    # Four children, the worker's pool and beat, which its heartbeat of before may outrun.
    wait_for(lambda: len(first.family()) >= 6)
    family = first.family()
    stuck = psutil.Process(first.pid("worker"))
    stuck.suspend()  # it cannot follow the signal that its parent's death sends
    first.kill()
    second = make_instance(var_dir=first.var_dir).start()
    assert second.health()[0] == 200
    assert all_gone(family)
    assert has_line(second, "an earlier run had left")
    family = second.family()
    assert second.end(signal.SIGINT) == 0
    assert all_gone(family)
    assert second.lines[-1] == "Stopped"


def test_a_busy_port_is_one_line(make_instance):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        instance = make_instance(PORT=str(taken.getsockname()[1]))
        error = one_line_error(instance, "is taken by another program")
        assert instance.environment["PORT"] in error


def test_a_directory_that_cannot_be_written_is_one_line(make_instance):
    # /sys refuses even root.
    error = one_line_error(make_instance(VAR_DIR="/sys/palimpsest"), "Cannot write below")
    assert "/sys/palimpsest" in error


def test_a_missing_binary_is_one_line(make_instance):
    error = one_line_error(make_instance(REDIS_SERVER="/nowhere/redis-server"), "/nowhere")
    assert "REDIS_SERVER" in error


def test_a_database_that_does_not_answer_is_one_line(make_instance):
    url = "postgres://nobody@127.0.0.1:9/none"
    assert one_line_error(make_instance(DATABASE_URL=url), "database cannot be used")
