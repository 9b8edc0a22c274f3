"""Knowledge that a tenant shares: documents imported into its namespace, chunk by chunk.

Importing the same content again changes nothing; what left a document, or the folder, is removed.
"""

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePath

from memory.audit import Author
from memory.changes import Change, changing
from memory.domain.chunking import FORMATS, Chunk, UnreadableDocument, chunk_document
from memory.domain.language import language_of
from memory.domain.types import Kind, Status
from memory.erasure.items import forget_vectors
from memory.models import DecayState, KnowledgeDocument, MemoryEvent, MemoryItem, Namespace
from memory.redaction import redact_text

IMPORTANCE = 0.6
CONFIDENCE = 0.9
MAX_BYTES = 20_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import did: documents by outcome, chunks added and removed, and what failed."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    removed: int = 0
    chunks_added: int = 0
    chunks_removed: int = 0
    failures: tuple[tuple[str, str], ...] = ()


class NothingToImport(ValueError):
    """The path has no readable document; the message says which forms are read."""


def find_documents(path: Path) -> list[Path]:
    """Return the documents at a path, a file or a folder with its subfolders, in order."""
    candidates = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    found = [file for file in candidates if file.suffix.lower() in FORMATS]
    if not found:
        raise NothingToImport(
            f"no document at {path}: .md, .csv and .jsonl files are read"
            if path.exists()
            else f"no such file or folder: {path}"
        )
    return found


def import_path(
    namespace: Namespace,
    path: Path,
    *,
    author: Author,
    now: datetime,
    on_progress: Callable[[str], None] = lambda _name: None,
) -> ImportReport:
    """Import a file or a folder; documents that an earlier import of the folder had are removed."""
    counts: dict[str, int] = {}
    failures: list[tuple[str, str]] = []
    names: set[str] = set()
    root = path if path.is_dir() else path.parent
    for file in find_documents(path):
        name = f"{root.name}/{file.relative_to(root).as_posix()}"
        names.add(name)
        try:
            done = import_text(namespace, name, _read(file), author=author, now=now)
            for key, number in done.items():
                counts[key] = counts.get(key, 0) + number
        except (UnreadableDocument, UnicodeDecodeError, OSError) as error:
            note_failure(namespace, name, str(error), author=author, now=now)
            failures.append((name, str(error)))
        on_progress(name)
    if path.is_dir():
        for key, number in _remove_missing(namespace, root.name, names, author, now).items():
            counts[key] = counts.get(key, 0) + number
    return ImportReport(failures=tuple(failures), **counts)


def remove_document(
    document: KnowledgeDocument, *, author: Author, now: datetime, reason: str
) -> int:
    """Remove a document with its chunks; return how many chunks there were."""
    with changing(document.namespace, author=author, now=now, reason=reason) as change:
        chunks = list(document.chunks.all())
        _remove_chunks(change, chunks)
        document.state = KnowledgeDocument.State.REMOVED
        document.content_hash = ""
        document.save(update_fields=["state", "content_hash"])
        _document_event(change, document, "document.removed", chunks=len(chunks))
    return len(chunks)


def import_text(
    namespace: Namespace, path: str, text: str, *, author: Author, now: datetime
) -> dict[str, int]:
    """Import a document under its path; the same content again changes nothing.

    Returns what was done by name: added, updated or unchanged, chunks_added, chunks_removed.
    Raises UnreadableDocument.
    """
    clean = redact_text(text, namespace.tenant).text
    digest = content_digest(clean)
    known = KnowledgeDocument.objects.filter(namespace=namespace, path=path).first()
    ready = KnowledgeDocument.State.READY
    if known and known.content_hash == digest and known.state == ready:
        return {"unchanged": 1}
    form = FORMATS[PurePath(path).suffix.lower()]
    chunks = chunk_document(clean, form)
    with changing(namespace, author=author, now=now) as change:
        document, is_new = KnowledgeDocument.objects.update_or_create(
            namespace=namespace,
            path=path,
            defaults={
                "title": title_of(chunks, path),
                "format": form,
                "content_hash": digest,
                "state": ready,
                "error": "",
                "imported_by": author.user,
                "imported_at": now,
            },
        )
        added, removed = _match_chunks(change, document, chunks)
        _document_event(
            change,
            document,
            "document.imported" if is_new else "document.updated",
            chunks=len(chunks),
        )
    return {
        "added" if is_new else "updated": 1,
        "chunks_added": added,
        "chunks_removed": removed,
    }


def note_failure(
    namespace: Namespace, path: str, error: str, *, author: Author, now: datetime
) -> None:
    """Keep the failure for people to see; chunks of an earlier import stay."""
    KnowledgeDocument.objects.update_or_create(
        namespace=namespace,
        path=path,
        defaults={
            "title": PurePath(path).stem[:300],
            "format": FORMATS[PurePath(path).suffix.lower()],
            "state": KnowledgeDocument.State.FAILED,
            "error": error[:2000],
            "imported_by": author.user,
            "imported_at": now,
        },
    )


def content_digest(text: str) -> str:
    """Return what tells the content of a document, as it is kept (redacted), from any other."""
    return hashlib.sha256(text.encode()).hexdigest()


def _read(file: Path) -> str:
    if file.stat().st_size > MAX_BYTES:
        raise UnreadableDocument(f"larger than {MAX_BYTES // 1_000_000} MB: split it")
    return file.read_text("utf-8-sig")


def _match_chunks(
    change: Change, document: KnowledgeDocument, chunks: list[Chunk]
) -> tuple[int, int]:
    """Add the chunks that are new and remove those that are gone; the others keep their history."""
    wanted = {chunk_hash(document.path, chunk): chunk for chunk in chunks}
    held = {item.content_hash: item for item in document.chunks.filter(status=Status.ACTIVE)}
    gone = [item for key, item in held.items() if key not in wanted]
    _remove_chunks(change, gone)
    new = [
        _chunk_item(change, document, chunk, key)
        for key, chunk in wanted.items()
        if key not in held
    ]
    items = MemoryItem.objects.bulk_create(new)
    DecayState.objects.bulk_create(
        DecayState(item=item, half_life_hours=None, last_accessed_at=change.now, protected=True)
        for item in items
    )
    change.touched |= {item.pk for item in items}
    change.indexed |= {f"item:{item.pk}" for item in items}
    return len(new), len(gone)


def _chunk_item(
    change: Change, document: KnowledgeDocument, chunk: Chunk, content_hash: str
) -> MemoryItem:
    return MemoryItem(
        namespace=change.namespace,
        kind=Kind.KNOWLEDGE,
        text=chunk.statement,
        subject=document.title[:120],
        language=language_of(chunk.text),
        importance=IMPORTANCE,
        confidence=CONFIDENCE,
        source="import",
        document=document,
        author=change.author.user,
        said_at=change.now,
        chain=uuid.uuid4(),
        content_hash=content_hash,
        created_at=change.now,
        updated_at=change.now,
    )


def _remove_chunks(change: Change, items: list[MemoryItem]) -> None:
    ids = [item.pk for item in items]
    forget_vectors(item.text for item in items)
    MemoryItem.objects.filter(pk__in=ids).delete()
    change.touched |= set(ids)
    change.removed |= {f"item:{pk}" for pk in ids}


def _remove_missing(
    namespace: Namespace, root: str, names: set[str], author: Author, now: datetime
) -> dict[str, int]:
    gone = KnowledgeDocument.objects.filter(
        namespace=namespace, path__startswith=f"{root}/"
    ).exclude(state=KnowledgeDocument.State.REMOVED)
    removed = chunks = 0
    for document in gone.exclude(path__in=names).select_related("namespace__tenant"):
        chunks += remove_document(document, author=author, now=now, reason="left the folder")
        removed += 1
    return {"removed": removed, "chunks_removed": chunks}


def _document_event(
    change: Change, document: KnowledgeDocument, action: str, *, chunks: int
) -> MemoryEvent:
    return change.event(
        action,
        object_type="document",
        object_id=document.pk,
        after={"path": document.path, "chunks": chunks},
    )


def title_of(chunks: list[Chunk], path: str) -> str:
    """Return the first heading of a document, else its name without the ending."""
    heading = chunks[0].heading.split(" › ")[0] if chunks else ""
    return heading[:300] or PurePath(path).stem[:300]


def chunk_hash(path: str, chunk: Chunk) -> str:
    """Return what tells a chunk of the document at `path` from any other."""
    return hashlib.sha256(f"knowledge\0{path}\0{chunk.statement}".encode()).hexdigest()
