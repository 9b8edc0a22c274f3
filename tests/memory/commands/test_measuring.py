"""`evaluate` and `bench recall` as they are called: processes and stores of their own."""

import json
import os
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from tests.test_architecture import ROOT

pytestmark = pytest.mark.pure  # what they need they start themselves

MEMORIES = (
    {"m1": {"time": "2025-01-05", "event": "小林在公园里捡到一只流浪猫，取名叫年糕。"}},
    {"m2": {"time": "2025-02-11", "event": "小林去医院看望了生病的外婆。"}},
    {"m3": {"time": "2025-03-20", "event": "小林第一次参加马拉松，跑完了全程。"}},
    {"m4": {"time": "2025-04-02", "event": "小林学会了做糖醋排骨。"}},
)
DIALOGUE = {
    "dialogue": [
        "主题",
        "小林：今天好累啊。",
        "助手：怎么了？",
        "小林：想起那次跑马拉松，腿都抬不起来。",
    ],
    "test-turn": [4],
    "relevant-id": ["m3"],
}


@pytest.fixture(scope="module")
def manage(tmp_path_factory):
    var = tmp_path_factory.mktemp("measuring")
    settings = {**os.environ, "VAR_DIR": str(var)}
    for name in ("REDIS_URL", "CHROMA_URL"):
        settings.pop(name, None)

    def run(*arguments):
        command = [sys.executable, "-W", "ignore", "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False
        )
        return done

    return run


def figures(done):
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "madial"
    folder.mkdir()
    for name, records in (("memory", MEMORIES), ("dialogue", (DIALOGUE,))):
        lines = "\n".join(json.dumps(record, ensure_ascii=False) for record in records)
        (folder / f"MADial-Bench-zh-{name}.json").write_text(lines, encoding="utf-8")
    return tmp_path


def test_evaluate_prints_its_figures_beside_those_of_the_baselines(manage, data):
    found = figures(manage("evaluate", "chinese", "--data", str(data), "--json", "--no-save"))
    assert (found["suite"], found["n"]) == ("chinese", 1)
    assert found["metrics"]["recall@5"] == 100.0
    assert {"bm25", "bm25_words", "vector"} <= set(found["baselines"])


def test_a_policy_is_in_force_for_every_recall_of_a_suite(manage):
    script = (
        "from memory.domain.policy import Policy\n"
        "from memory.evaluation.harness import new_namespace\n"
        "from memory.evaluation.stores import temporary_stores\n"
        "from memory.policies import policy_for\n"
        "with temporary_stores(policy=Policy(name='default', max_items=3)):\n"
        "    print(policy_for(new_namespace())[0].max_items)\n"
    )
    done = manage("shell", "--no-imports", "-c", script)
    assert done.stdout.split()[-1:] == ["3"], done.stderr


@pytest.mark.django_db
def test_a_policy_that_is_not_there_is_named(data):
    with pytest.raises(CommandError, match="there is no policy 'nonesuch'"):
        call_command("evaluate", "chinese", policy="nonesuch", data=str(data))


def test_bench_recall_measures_every_way_in_one_run(manage):
    sizes = ("--items", "30", "--namespaces", "2", "--repeats", "3")
    found = figures(manage("bench", "recall", *sizes, "--json", "--no-save"))
    assert (found["items"], found["namespaces"], found["items_of_namespace"]) == (30, 2, 15)
    for way in ("hot", "after_write", "with_history", "cold", "naive", "floor"):
        assert found[way]["p99"] >= found[way]["p50"] > 0
        assert found[way]["p99_without_embedding"] > 0
    assert found["queries_per_turn"] <= 8
    assert found["bytes_per_item"] > 384 * 4


@pytest.mark.parametrize(
    "command", [("bench", "recall"), ("evaluate", "seeds")], ids=lambda c: c[0]
)
def test_a_database_that_keeps_no_runs_is_told_before_anything_is_measured(monkeypatch, command):
    monkeypatch.setattr(f"memory.management.commands.{command[0]}.can_be_kept", lambda: False)
    with pytest.raises(CommandError, match="--no-save"):
        call_command(*command)
