"""Documents become what a tenant shares, once each, and go when they go."""

import pytest
from django.core.management import CommandError, call_command

from memory.audit import SYSTEM
from memory.knowledge import import_path
from memory.models import KnowledgeDocument, MemoryEvent, MemoryItem, Namespace

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "handbook"
    folder.mkdir()
    (folder / "returns.md").write_text("# Returns\nWithin 30 days.\n\n## Food\nNever.\n")
    (folder / "价格.csv").write_text("商品,价格\n茶,三元\n")
    return folder


@pytest.fixture
def shared(tenant):
    return Namespace.objects.shared(tenant)


@pytest.fixture
def load(shared, folder, frozen_now):
    return lambda: import_path(shared, folder, author=SYSTEM, now=frozen_now)


def texts(namespace):
    return set(MemoryItem.objects.of(namespace).active().values_list("text", flat=True))


def test_it_imports_each_chunk_with_its_headings(shared, load):
    report = load()
    assert (report.added, report.chunks_added) == (2, 3)
    assert texts(shared) == {
        "Returns\nWithin 30 days.",
        "Returns › Food\nNever.",
        "商品: 茶\n价格: 三元",
    }
    assert set(MemoryItem.objects.of(shared).values_list("language", flat=True)) == {"en", "zh"}


def test_the_same_again_changes_nothing(shared, load):
    load()
    before = MemoryItem.objects.of(shared).count(), MemoryEvent.objects.count()
    assert load().unchanged == 2
    assert (MemoryItem.objects.of(shared).count(), MemoryEvent.objects.count()) == before


def test_a_changed_chunk_leaves_the_others_alone(shared, load, folder):
    load()
    kept = MemoryItem.objects.of(shared).get(text__contains="Never").pk
    (folder / "returns.md").write_text("# Returns\nWithin 60 days.\n\n## Food\nNever.\n")
    report = load()
    assert (report.updated, report.chunks_added, report.chunks_removed) == (1, 1, 1)
    assert "Returns\nWithin 60 days." in texts(shared)
    assert "Returns\nWithin 30 days." not in texts(shared)
    assert MemoryItem.objects.of(shared).get(text__contains="Never").pk == kept


def test_a_removed_document_goes_with_its_chunks(shared, load, folder):
    load()
    (folder / "价格.csv").unlink()
    assert load().removed == 1
    assert not any("茶" in text for text in texts(shared))
    assert KnowledgeDocument.objects.get(path__contains="价格").state == "removed"


def test_a_document_that_cannot_be_read_keeps_what_was_there(shared, load, folder):
    (folder / "facts.jsonl").write_text('{"q": "open", "a": "nine"}\n')
    load()
    (folder / "facts.jsonl").write_text("{oops\n")
    ((name, error),) = load().failures
    assert name.endswith("facts.jsonl")
    assert "line 1" in error
    assert any("nine" in text for text in texts(shared))


def test_secrets_in_documents_are_not_stored(shared, load, folder):
    (folder / "keys.md").write_text("# Keys\nThe password is hunter2secret.\n")
    load()
    assert not any("hunter2secret" in text for text in texts(shared))


def test_another_tenant_has_none_of_it(shared, load, other_tenant):
    load()
    assert texts(Namespace.objects.shared(other_tenant)) == set()


def test_the_command_says_what_is_wrong(tenant, tmp_path, capsys):
    with pytest.raises(CommandError, match="no such tenant: nobody"):
        call_command("import_knowledge", str(tmp_path), tenant="nobody")
    with pytest.raises(CommandError, match=r"\.md, \.csv and \.jsonl files are read"):
        call_command("import_knowledge", str(tmp_path), tenant="acme")
    with pytest.raises(CommandError, match="no such file or folder"):
        call_command("import_knowledge", str(tmp_path / "none"), tenant="acme")


def test_the_command_counts(tenant, folder, capsys):
    call_command("import_knowledge", str(folder), tenant="acme")
    assert "2 added" in capsys.readouterr().out
