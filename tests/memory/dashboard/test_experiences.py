"""Whether experiences help: their rates with how sure they are, and the turns that got them."""

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.models import Experience, Namespace, RecallCandidate
from tests.memory.dashboard.conftest import make_trace

pytestmark = pytest.mark.django_db


@pytest.fixture
def library(tenant, owner):
    shared = Namespace.objects.shared(tenant)

    def add(task, helped, failed):
        return Experience.objects.create(
            namespace=shared, proposed_by=owner, state="active", task=task, general_task=task,
            solution="Try it.", general_solution="Try it.", language="en", content_hash=task,
            helped=helped, not_helped=failed,
            created_at=timezone.now(), updated_at=timezone.now(),
        )  # fmt: skip

    return add


def test_what_was_tried_is_sorted_by_how_often_it_helped(as_operator, library):
    library("never tried", 0, 0)
    library("hurts", 0, 9)
    library("helps", 18, 2)
    library("once", 1, 0)
    page = as_operator.get(reverse("dashboard:experiences"))
    rates = page.context["rates"]
    assert [rate["experience"].general_task for rate in rates] == ["once", "helps", "hurts"]
    assert rates[0]["picture"]["low"] < 50 < rates[1]["picture"]["low"]
    text = page.content.decode()
    assert "1 surely more often than not, 1 surely not; of 1 it is open." in text
    assert "90 % (70–97)" in text
    narrowed = as_operator.get(reverse("dashboard:experiences"), {"q": "hurts"})
    assert [rate["experience"].general_task for rate in narrowed.context["rates"]] == ["hurts"]


def test_only_the_best_are_drawn_and_the_page_says_of_how_many(as_operator, library):
    for number in range(23):
        library(f"task {number}", number, 1)
    page = as_operator.get(reverse("dashboard:experiences"))
    assert (len(page.context["rates"]), page.context["rates"].total) == (20, 23)
    assert b"first 20 of 23 shown" in page.content


def test_the_number_of_turns_that_got_it_is_that_of_their_list(as_operator, library, namespace):
    experience, other = library("helps", 1, 0), library("other", 1, 0)
    for outcome, got in (("injected", experience), ("dropped", experience), ("injected", other)):
        RecallCandidate.objects.create(
            trace=make_trace(namespace), experience=got, layer="experience", text="x",
            outcome=outcome, reason="relevant", score=0.5, relevance=0.5,
        )  # fmt: skip
    page = as_operator.get(reverse("dashboard:experience", args=[experience.pk]))
    assert page.context["uses_total"] == 1
    listed = as_operator.get(reverse("dashboard:turns"), {"experience": experience.pk})
    assert listed.context["page"].total == 1
    assert as_operator.get(reverse("dashboard:turns"), {"experience": "x"}).status_code == 200
    in_lab = f"{reverse('dashboard:lab')}?user={experience.proposed_by_id}&amp;q=helps"
    assert in_lab in page.content.decode()
