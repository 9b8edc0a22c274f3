"""`manage.py up`: starts everything, stops everything, says in one line what is wrong."""

import signal
import socket

import psutil
import pytest

from tests.instance import Instance

pytestmark = [pytest.mark.pure, pytest.mark.faults, pytest.mark.timeout(300)]


@pytest.fixture
def make_instance():
    made = []

    def make(**options):
        made.append(Instance(**options))
        return made[-1]

    yield make
    for instance in made:
        instance.close()


def all_gone(processes, *, seconds=20):
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    return not alive


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


def test_it_starts_restarts_what_dies_and_leaves_nothing_behind(make_instance):
    instance = make_instance().start()
    assert instance.health() == (
        200,
        {"database": "ok", "redis": "ok", "chroma": "ok", "worker": "ok"},
    )
    assert any(line.split() == ["operator", instance.password] for line in instance.lines)

    second = Instance(var_dir=instance.var_dir)
    error = one_line_error(second, "already runs")
    assert instance.url in error

    family = instance.family()
    names = ("redis", "chroma", "worker", "web")
    killed = [instance.kill_child(name) for name in names]
    for name in names:
        assert any(f"{name} was ended by SIGKILL" in line for line in _lines(instance, name))
    instance.wait_until_healthy()
    assert not set(killed) & {instance.pid(name) for name in names}
    assert all_gone([process for process in family if process.pid in killed])

    family = instance.family()
    assert instance.health()[0] == 200
    assert len(family) >= 7  # four children, the worker's pool and beat
    assert instance.stop() == 0
    assert all_gone(family)
    assert instance.lines[-1] == "Stopped"


def test_a_killed_supervisor_does_not_hinder_the_next_one(make_instance, tmp_path):
    # A path too long for a Unix socket: Redis then listens below /tmp.
    first = make_instance(var_dir=tmp_path / ("long " * 12) / ("er" * 40)).start()
    assert first.health()[0] == 200
    family = first.family()
    stuck = psutil.Process(first.pid("worker"))
    stuck.suspend()  # it cannot follow the signal that its parent's death sends
    first.kill()
    second = make_instance(var_dir=first.var_dir).start()
    assert second.health()[0] == 200
    assert all_gone(family)
    assert any("an earlier run had left" in line for line in second.lines)
    assert second.end(signal.SIGINT) == 0


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


def _lines(instance, name, *, seconds=15):
    instance.wait_for_line(f"{name} started again", seconds=seconds + 45)
    return instance.lines
