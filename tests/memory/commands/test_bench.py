"""`bench` of what needs no stores of its own, and what the measuring commands refuse."""

import pytest
from django.core.management import CommandError, call_command

from memory.evaluation.bench_index import bench_index
from memory.evaluation.bench_write import bench_absorb, bench_forget

pytestmark = pytest.mark.django_db


def test_absorb_counts_the_items_that_it_wrote():
    found = bench_absorb(items=8, namespaces=2, held=3)
    assert (found["episodes"], found["namespaces"], found["held"]) == (8, 2, 3)
    assert 0 < found["items_written"] <= 8
    assert found["episodes_per_second"] > 0


def test_forget_archives_every_fifth_and_no_other():
    found = bench_forget(items=20, namespaces=2)
    assert found["archived"] == 4
    assert found["items_per_second"] > 0


def test_index_tells_time_and_size_of_one_pass():
    found = bench_index(items=500)
    assert found["items"] == 500
    assert found["pass_p50"] > 0
    assert found["bytes_per_item"] > 384 * 4


def test_more_namespaces_than_items_are_refused():
    with pytest.raises(CommandError, match="an item for each"):
        call_command("bench", "recall", items=1, namespaces=2)


def test_a_folder_that_is_not_there_is_named():
    with pytest.raises(CommandError, match="/nowhere is not a folder"):
        call_command("evaluate", "locomo", data="/nowhere")
