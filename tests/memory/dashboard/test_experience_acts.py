"""Editing, splitting and merging experiences; two writers at once; who else is here."""

from datetime import timedelta

import pytest
from django.urls import reverse

from memory import experience_edits
from memory.dashboard import presence
from memory.domain.types import Solution
from memory.experiences import propose_experience
from memory.models import Experience, MemoryEvent, MemoryItem

pytestmark = pytest.mark.django_db


@pytest.fixture
def experience(namespace, owner):
    return propose_experience(
        namespace=namespace,
        acting_user=owner,
        task="How do I export 25 invoices for Anna Schmidt?",
        solution="Open the report.\nChoose Export, then CSV. It takes 3 minutes.",
        turn_id=7,
    )


def act(client, name, experience, **data):
    address = reverse(f"dashboard:experience_{name}", args=[experience.pk])
    return client.post(address, {"reason": "clearer", "version": experience.version, **data})


def test_the_page_marks_what_was_abstracted(as_operator, experience):
    page = as_operator.get(reverse("dashboard:experience", args=[experience.pk]))
    taken_out = [c.text for c in page.context["abstracted"][0]["original"] if c.kind == "out"]
    came_in = "".join(c.text for c in page.context["abstracted"][0]["general"] if c.kind == "in")
    assert "25" in taken_out
    assert came_in.count("<") == 2
    assert page.context["left"] == []


def test_an_edit_accepts_it_at_the_same_time_and_says_what_stays(as_operator, experience):
    words = {"task": "Export 25 invoices", "solution": "Choose Export.", "accept": "on"}
    assert act(as_operator, "edit", experience, **words).status_code == 302
    experience.refresh_from_db()
    assert (experience.state, experience.general_task) == ("active", "Export 25 invoices")
    page = as_operator.get(reverse("dashboard:experience", args=[experience.pk]))
    assert page.context["left"] == ["25"]
    actions = MemoryEvent.objects.filter(object_type="experience").order_by("pk")
    assert [e.action for e in actions][-2:] == ["experience.edited", "experience.approved"]


def test_the_second_writer_keeps_their_words_and_sees_the_others(as_operator, experience):
    words = {"task": "Export invoices", "solution": "Choose Export."}
    act(as_operator, "edit", experience, **words)
    mine = {"task": "Exporting", "solution": "Choose Export."}
    refused = act(as_operator, "edit", experience, **mine)
    assert refused.status_code == 422
    (row,) = refused.context["form"].standing
    assert row["now"] == "Export invoices"
    assert b"Exporting" in refused.content
    again = refused.context["form"]["version"].value()
    act(as_operator, "edit", experience, **mine, version=again)
    experience.refresh_from_db()
    assert experience.general_task == "Exporting"


def test_secrets_are_refused_in_words(as_operator, experience):
    words = {"task": "Pay", "solution": "Use 4111 1111 1111 1111."}
    answer = act(as_operator, "edit", experience, **words)
    assert b"never kept" in answer.content
    experience.refresh_from_db()
    assert experience.general_task != "Pay"


def test_a_split_and_a_merge(as_operator, experience):
    form = as_operator.get(reverse("dashboard:experience_split", args=[experience.pk]))
    first = form.context["form"].initial
    assert first["solution"] == "Open the report."
    parts = {"task": "Open", "solution": "Open the report.",
             "second_task": "Export", "second_solution": "Choose Export."}  # fmt: skip
    act(as_operator, "split", experience, **parts)
    other = Experience.objects.exclude(pk=experience.pk).get()
    assert (other.general_task, other.split_from) == ("Export", experience)
    act(as_operator, "merge", experience, others=[other.pk])
    other.refresh_from_db()
    assert other.merged_into == experience
    assert act(as_operator, "edit", other, **{"task": "x", "solution": "y"}).status_code == 302


def standing():
    rows = Experience.objects.order_by("pk")
    return list(
        rows.values_list("state", "general_task", "general_solution", "merged_into", "helped")
    )


def undo(client):
    client.post(reverse("dashboard:undo"))


def test_edit_split_and_merge_are_taken_back(as_operator, experience):
    (begun,) = standing()
    words = {"task": "Export", "solution": "Choose Export.", "accept": "on"}
    act(as_operator, "edit", experience, **words)
    assert standing() != [begun]
    undo(as_operator)
    assert standing() == [begun]
    experience.refresh_from_db()
    parts = {"task": "Open", "solution": "Open the report.",
             "second_task": "Export", "second_solution": "Choose Export."}  # fmt: skip
    act(as_operator, "split", experience, **parts)
    split = standing()
    other = Experience.objects.exclude(pk=experience.pk).get()
    Experience.objects.filter(pk=other.pk).update(helped=3)
    act(as_operator, "merge", experience, others=[other.pk])
    merged = standing()
    assert (merged[0][4], merged[1][0], merged[1][3]) == (3, "archived", experience.pk)
    undo(as_operator)
    Experience.objects.filter(pk=other.pk).update(helped=0)
    assert standing() == split
    act(as_operator, "split", other, **parts, version=Experience.objects.get(pk=other.pk).version)
    undo(as_operator)
    assert standing()[:2] == split
    assert standing()[2][:4:3] == ("archived", other.pk)


def test_what_somebody_changed_since_is_not_taken_back(client, operator, admin, experience):
    client.force_login(operator)
    act(client, "edit", experience, task="Export", solution="Choose Export.")
    experience.refresh_from_db()
    again = experience_edits.edit_experience(
        experience=experience, acting_user=admin, words=Solution(task="Mine", solution="Choose.")
    )
    answer = client.post(reverse("dashboard:undo"), follow=True)
    assert b"could not be taken back" in answer.content
    experience.refresh_from_db()
    assert experience.general_task == again.general_task == "Mine"


def test_others_change_nothing(client, experience, owner, foreign_operator):
    before = Experience.objects.values().get()
    for person, status in ((owner, 403), (foreign_operator, 404)):
        client.force_login(person)
        for name in ("edit", "split", "merge"):
            assert act(client, name, experience, task="x", solution="y").status_code == status
    assert Experience.objects.values().get() == before


def edit_item(client, item, text, revision):
    address = reverse("dashboard:act", args=[item.pk, "edit"])
    data = {"text": text, "value": item.value, "revision": revision, "reason": "clearer"}
    return client.post(address, data)


def test_the_second_writer_of_an_item_is_told_and_can_save_over_it(as_operator, world):
    seen = world.lisbon.revision
    edit_item(as_operator, world.lisbon, "The user lives in Lisbon, Portugal.", seen)
    refused = edit_item(as_operator, world.lisbon, "The user lives in Porto.", seen)
    assert refused.status_code == 422
    (row,) = refused.context["form"].standing
    assert row["now"] == "The user lives in Lisbon, Portugal."
    assert b"lives in Porto" in refused.content
    data = {**refused.context["form"].data, "reason": "she moved"}
    as_operator.post(refused.context["url"], data)
    standing = MemoryItem.objects.get(chain=world.lisbon.chain, status="active")
    assert (standing.text, standing.version) == ("The user lives in Porto.", 4)


def test_a_change_of_the_same_version_is_told_too(as_operator, world):
    seen = world.lisbon.revision
    MemoryItem.objects.filter(pk=world.lisbon.pk).update(revision=seen + 1, pinned=True)
    refused = edit_item(as_operator, world.lisbon, "The user lives in Porto.", seen)
    assert refused.status_code == 422
    assert refused.context["form"]["revision"].value() == str(seen + 1)


def here(client, kind, pk, **query):
    return client.get(reverse("dashboard:presence", args=[kind, pk]), query)


def test_people_in_the_same_form_see_each_other(client, operator, admin, world):
    client.force_login(operator)
    assert here(client, "item", world.lisbon.pk).context["others"] == []
    client.force_login(admin)
    answer = here(client, "item", world.lisbon.pk)
    assert answer.context["others"] == ["operator"]
    assert b"operator is writing here too" in answer.content


def test_who_is_gone_is_no_longer_named(operator, admin, world):
    gone = timedelta(seconds=-1)
    presence.note("item", world.lisbon.pk, operator, gone)
    assert presence.note("item", world.lisbon.pk, admin, presence.WRITING) == []


def test_cards_name_who_looks_at_them(client, operator, admin, world):
    client.force_login(admin)
    here(client, "conflict", world.conflict.pk, deciding=1)
    client.force_login(operator)
    card = client.get(reverse("dashboard:conflicts")).context["cards"][0]
    assert card["others"] == ["admin"]


def test_presence_tells_nothing_of_other_tenants(client, foreign_operator, owner, world):
    for person, status in ((foreign_operator, 404), (owner, 403)):
        client.force_login(person)
        assert here(client, "item", world.lisbon.pk).status_code == status
    assert here(client, "nonsense", 1).status_code == 403
