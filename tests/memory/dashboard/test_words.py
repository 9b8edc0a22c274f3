"""Every code that the core writes has words in the one table that the pages read."""

import ast
import re
from pathlib import Path

import pytest
from django.utils import timezone

from memory import erase
from memory.audit import person
from memory.dashboard.words import EVENTS, NAMES
from memory.domain.types import Layer
from memory.erase import Order
from memory.layers import LAYERS
from memory.models import ErasureReceipt, MemoryItem, Namespace
from tests import canary

CORE = Path(__file__).resolve().parents[3] / "memory"


def literals():
    """Return every constant text of the core with the keyword that it is given to, if any."""
    for path in CORE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.keyword) and isinstance(node.value, ast.Constant):
                yield node.arg, node.value.value
            elif isinstance(node, ast.Constant):
                yield "", node.value


@pytest.mark.pure
def test_every_event_and_what_it_is_about_has_words():
    subjects = {name.split(".")[0] for name in EVENTS} - {"memory"}  # "memory.user" is a model
    found = list(literals())
    events = {
        text
        for _keyword, text in found
        if isinstance(text, str)
        and re.fullmatch(r"[a-z]+\.[a-z_]+", text)
        and text.split(".")[0] in subjects
    }
    assert len(events) > 40
    assert events - set(EVENTS) == set()
    about = {value for keyword, value in found if keyword == "object_type"}
    assert about - set(NAMES) == set()


@pytest.mark.django_db
def test_every_layer_of_recall_and_of_a_receipt_has_words(
    owner, django_capture_on_commit_callbacks
):
    canary.plant(owner)
    order = Order(author=person(owner), reason="asked", now=timezone.now())
    namespace = Namespace.objects.for_user(owner)
    item = MemoryItem.objects.of(namespace).earliest("pk")
    with django_capture_on_commit_callbacks(execute=True):
        erase.erase_items(namespace, [item.pk], order)
        erase.erase_user(namespace, order)
    named = {name for receipt in ErasureReceipt.objects.all() for name in receipt.layers}
    assert {"uploads", "job_runs", "tombstones", "evidence", "candidates"} <= named
    assert (named | set(Layer)) - set(LAYERS) == set()
