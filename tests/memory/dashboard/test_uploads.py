"""Shared material from the page: looked at first, imported once, removed with its number typed."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from memory.audit import SYSTEM
from memory.knowledge import import_path
from memory.models import (
    JobRun,
    KnowledgeDocument,
    KnowledgeUpload,
    MemoryEvent,
    MemoryItem,
    Namespace,
)
from memory.tasks import run_job
from memory.uploads import prune
from tests.memory.dashboard.conftest import make_candidate, make_trace

pytestmark = pytest.mark.django_db
RETURNS = "# Returns\nWithin 30 days.\n\n## Food\nNever. Card 4111 1111 1111 1111.\n"


@pytest.fixture
def shared(tenant):
    return Namespace.objects.shared(tenant)


def choose(client, *files):
    chosen = [SimpleUploadedFile(name, text.encode()) for name, text in files]
    return client.post(reverse("dashboard:upload"), {"files": chosen})


def looked_at(client, *files):
    answer = choose(client, *files)
    return client.get(answer.url).context["previews"]


def imported(client, *files):
    batch = choose(client, *files).url.rstrip("/").rsplit("/", 1)[-1]
    client.post(reverse("dashboard:upload_import", args=[batch]), {"reason": "for everybody"})
    run = JobRun.objects.order_by("-pk")[0]
    run_job(run_id=run.pk, tenant_id=run.tenant_id)
    run.refresh_from_db()
    return run


def test_the_preview_shows_the_chunks_and_imports_nothing(as_operator, shared):
    (entry,) = looked_at(as_operator, ("returns.md", RETURNS))
    shown = entry["preview"]
    assert (shown.state, shown.title, shown.total, shown.redacted) == ("new", "Returns", 2, 1)
    assert [chunk.heading for chunk in shown.chunks] == ["Returns", "Returns › Food"]
    assert not MemoryItem.objects.of(shared).exists()
    assert "4111" not in KnowledgeUpload.objects.get().text


def test_an_import_does_what_the_command_does(as_operator, operator, shared, tmp_path, frozen_now):
    run = imported(as_operator, ("returns.md", RETURNS), ("价格.csv", "商品,价格\n茶,三元\n"))
    assert run.counts == {"added": 2, "chunks_added": 3, "chunks_removed": 0}
    texts = set(MemoryItem.objects.of(shared).values_list("text", flat=True))
    MemoryItem.objects.of(shared).delete()
    KnowledgeDocument.objects.all().delete()
    (tmp_path / "returns.md").write_text(RETURNS)
    (tmp_path / "价格.csv").write_text("商品,价格\n茶,三元\n")
    import_path(shared, tmp_path, author=SYSTEM, now=frozen_now)
    assert set(MemoryItem.objects.of(shared).values_list("text", flat=True)) == texts
    assert not KnowledgeUpload.objects.exists()


def test_the_same_content_changes_nothing_whatever_its_name(as_operator, shared):
    imported(as_operator, ("returns.md", RETURNS))
    before = MemoryItem.objects.of(shared).count()
    states = {
        entry["preview"].upload.name: entry["preview"].state
        for entry in looked_at(as_operator, ("returns.md", RETURNS), ("copy.md", RETURNS))
    }
    assert states == {"returns.md": "same", "copy.md": "elsewhere"}
    run = imported(as_operator, ("returns.md", RETURNS), ("copy.md", RETURNS))
    assert run.counts == {"unchanged": 2}
    assert MemoryItem.objects.of(shared).count() == before


def test_a_changed_file_says_how_many_chunks_come_and_leave(as_operator):
    imported(as_operator, ("returns.md", RETURNS))
    (entry,) = looked_at(as_operator, ("returns.md", RETURNS.replace("30", "60")))
    shown = entry["preview"]
    assert (shown.state, shown.added, shown.removed, shown.total) == ("changed", 1, 1, 2)


def test_what_cannot_be_read_is_named_and_the_others_go_on(as_operator):
    answer = as_operator.post(
        reverse("dashboard:upload"),
        {
            "files": [
                SimpleUploadedFile("a.pdf", b"%PDF"),
                SimpleUploadedFile("b.md", b"\xff\xfe"),
                SimpleUploadedFile("c.jsonl", b"{broken\n"),
            ]
        },
        follow=True,
    )
    said = [str(message) for message in answer.context["messages"]]
    assert ["a.pdf" in said[0], "b.md" in said[1], len(said)] == [True, True, 2]
    (entry,) = answer.context["previews"]
    assert entry["preview"].state == "unreadable"
    assert answer.context["importable"] == 0


def test_files_that_were_given_up_are_taken_up_again_for_a_day(as_operator, operator):
    batch = choose(as_operator, ("returns.md", RETURNS)).url.rstrip("/").rsplit("/", 1)[-1]
    page = reverse("dashboard:uploads", args=[batch])
    give_up = reverse("dashboard:upload_discard", args=[batch])
    assert as_operator.post(give_up, {"reason": ""}).status_code == 422
    for _again in range(2):
        as_operator.post(give_up, {"reason": "the wrong file"})
        assert as_operator.get(page).status_code == 404
        start = reverse("dashboard:upload_import", args=[batch])
        assert as_operator.post(start, {"reason": "yet"}).status_code == 404
        as_operator.post(reverse("dashboard:undo"))
        assert as_operator.get(page).status_code == 200
    events = MemoryEvent.objects.filter(object_type="upload").order_by("pk")
    assert [(e.action, e.actor, e.reason) for e in events][:2] == [
        ("uploads.given_up", operator, "the wrong file"), ("uploads.taken_up", operator, "undone"),
    ]  # fmt: skip
    as_operator.post(give_up, {"reason": "the wrong file"})
    prune(now=timezone.now() + timedelta(days=1, seconds=1))
    assert not KnowledgeUpload.objects.exists()
    answer = as_operator.post(reverse("dashboard:undo"), follow=True)
    assert "could not be taken back" in answer.content.decode()


def test_nothing_of_it_is_open_to_others(client, as_operator, owner, foreign_operator):
    batch = choose(as_operator, ("returns.md", RETURNS)).url.rstrip("/").rsplit("/", 1)[-1]
    imported(as_operator, ("other.md", "# Other\nText.\n"))
    document = KnowledgeDocument.objects.get()
    for person, status in ((owner, 403), (foreign_operator, 404)):
        client.force_login(person)
        for name, argument in (
            ("uploads", batch),
            ("upload_import", batch),
            ("document_remove", document.pk),
        ):
            address = reverse(f"dashboard:{name}", args=[argument])
            assert client.get(address).status_code == status, (person, name)
        client.post(reverse("dashboard:upload_discard", args=[batch]), {"reason": "not mine"})
    assert KnowledgeUpload.objects.get().given_up_at is None
    assert KnowledgeUpload.objects.count() == 1
    client.force_login(owner)
    assert choose(client, ("x.md", "x")).status_code == 403


def test_the_uses_of_a_document_are_turns_and_lead_to_them(as_operator, namespace):
    imported(as_operator, ("returns.md", RETURNS))
    chunks = list(MemoryItem.objects.filter(document__isnull=False))
    both, one = make_trace(namespace), make_trace(namespace)
    for trace, chunk in ((both, chunks[0]), (both, chunks[1]), (one, chunks[0])):
        make_candidate(trace, chunk)
    make_candidate(make_trace(namespace), chunks[0], outcome="dropped")
    (row,) = as_operator.get(reverse("dashboard:knowledge")).context["rows"]
    assert row["uses"] == 2
    assert as_operator.get(row["uses_url"]).context["page"].total == 2


def test_a_document_is_removed_when_its_number_of_chunks_is_typed(as_operator, operator, shared):
    imported(as_operator, ("returns.md", RETURNS))
    document = KnowledgeDocument.objects.get()
    address = reverse("dashboard:document_remove", args=[document.pk])
    wrong = as_operator.post(address, {"reason": "out of date", "confirmation": "7"})
    assert wrong.status_code == 422
    as_operator.post(address, {"reason": "out of date", "confirmation": "2"})
    document.refresh_from_db()
    assert (document.state, MemoryItem.objects.of(shared).count()) == ("removed", 0)
    event = MemoryEvent.objects.get(action="document.removed")
    assert (event.actor, event.reason) == (operator, "out of date")
    assert as_operator.get(address).status_code == 404
    assert imported(as_operator, ("returns.md", RETURNS)).counts["chunks_added"] == 2
