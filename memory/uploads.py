"""Documents that a person uploads: kept until they were looked at, then imported or given up.

The import is the one of `memory.knowledge`; an upload has no folder, so its path is its name.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import PurePath

from django.db import transaction
from django.utils import timezone

from memory.audit import SYSTEM, person, record_event
from memory.domain.chunking import FORMATS, Chunk, UnreadableDocument, chunk_document
from memory.knowledge import (
    MAX_BYTES,
    chunk_hash,
    content_digest,
    import_text,
    note_failure,
    title_of,
)
from memory.models import JobRun, KnowledgeDocument, KnowledgeUpload, Namespace, User
from memory.redaction import redact_text
from memory.runs import Outcome, Progress

KEPT = timedelta(days=1)  # what nobody decided on
CHUNKS_SHOWN = 5
PLACEHOLDER = "[redacted:"


class WrongKind(UnreadableDocument):
    """Its name does not end like one of the forms that are read."""


class TooLarge(UnreadableDocument):
    """It has more than MAX_BYTES."""


class NotText(UnreadableDocument):
    """It is not text in UTF-8."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What an import would do with one upload. `state`: new, changed, same, elsewhere, unreadable.

    `elsewhere`: the same content was imported under another name, and is not imported again.
    """

    upload: KnowledgeUpload
    state: str
    title: str = ""
    chunks: Sequence[Chunk] = ()
    total: int = 0
    added: int = 0
    removed: int = 0
    redacted: int = 0
    known: KnowledgeDocument | None = None
    error: str = ""

    @property
    def is_importable(self) -> bool:
        return self.state in ("new", "changed")


def keep_upload(
    *,
    namespace: Namespace,
    batch: uuid.UUID,
    name: str,
    data: bytes,
    acting_user: User,
    now: datetime,
) -> KnowledgeUpload:
    """Keep a file for its preview, redacted. Raises WrongKind, TooLarge or NotText."""
    prune(now=now)
    if PurePath(name).suffix.lower() not in FORMATS:
        raise WrongKind(name)
    if len(data) > MAX_BYTES:
        raise TooLarge(name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotText(name) from error
    if "\0" in text:
        raise NotText(name)
    upload, _ = KnowledgeUpload.objects.update_or_create(
        batch=batch,
        name=name[:300],
        defaults={
            "namespace": namespace,
            "text": redact_text(text, namespace.tenant).text,
            "uploaded_by": acting_user,
            "created_at": now,
            "given_up_at": None,
        },
    )
    return upload


def prune(*, now: datetime) -> None:
    """Drop what nobody decided on for a day, and what was given up."""
    KnowledgeUpload.objects.filter(created_at__lt=now - KEPT).delete()


class NothingWaits(ValueError):
    """No file of the batch waits: it was imported, given up, or its day is over."""


@transaction.atomic
def give_up(*, namespace: Namespace, batch: uuid.UUID, acting_user: User, reason: str) -> int:
    """Let the files of a batch wait no longer; return how many. Raises NothingWaits."""
    now = timezone.now()
    waiting = KnowledgeUpload.objects.filter(namespace=namespace, batch=batch, given_up_at=None)
    number = waiting.update(given_up_at=now)
    return _told(namespace, "uploads.given_up", number, acting_user, reason, now)


@transaction.atomic
def take_up_again(*, namespace: Namespace, batch: uuid.UUID, acting_user: User, reason: str) -> int:
    """Let files that were given up wait again; return how many. Raises NothingWaits."""
    now = timezone.now()
    rows = KnowledgeUpload.objects.filter(namespace=namespace, batch=batch)
    kept = rows.exclude(given_up_at=None).filter(created_at__gte=now - KEPT)
    number = kept.update(given_up_at=None)
    return _told(namespace, "uploads.taken_up", number, acting_user, reason, now)


def _told(
    namespace: Namespace, action: str, number: int, acting_user: User, reason: str, now: datetime
) -> int:
    if not number:
        raise NothingWaits("no file of this batch waits")
    record_event(
        namespace=namespace,
        action=action,
        author=person(acting_user),
        now=now,
        object_type="upload",
        after={"files": number},
        reason=reason,
    )
    return number


def preview(upload: KnowledgeUpload) -> Preview:
    """Say what an import would do, without doing it."""
    try:
        chunks = chunk_document(upload.text, FORMATS[PurePath(upload.name).suffix.lower()])
    except UnreadableDocument as error:
        return Preview(upload=upload, state="unreadable", error=str(error))
    documents = KnowledgeDocument.objects.filter(namespace=upload.namespace)
    ready = KnowledgeDocument.State.READY
    here = documents.filter(path=upload.name, state=ready).first()
    digest = content_digest(upload.text)
    same = documents.filter(content_hash=digest, state=ready).first()
    held = set(here.chunks.values_list("content_hash", flat=True)) if here else set()
    wanted = {chunk_hash(upload.name, chunk) for chunk in chunks}
    state = "changed" if here else "new"
    if same is not None:
        state = "same" if same.path == upload.name else "elsewhere"
    return Preview(
        upload=upload,
        state=state,
        title=title_of(chunks, upload.name),
        chunks=chunks[:CHUNKS_SHOWN],
        total=len(chunks),
        added=len(wanted - held),
        removed=len(held - wanted),
        redacted=upload.text.count(PLACEHOLDER),
        known=same or here,
    )


def import_job(run: JobRun, on_progress: Progress) -> Outcome:
    """Import the uploads of `parameters["batch"]`; each is gone once it was read."""
    uploads = KnowledgeUpload.objects.filter(
        batch=run.parameters["batch"], namespace__tenant=run.tenant, given_up_at=None
    )
    names = list(uploads.order_by("name").values_list("pk", flat=True))
    author = person(run.asked_by) if run.asked_by else SYSTEM
    counts: dict[str, int] = {}
    findings = []
    for done, pk in enumerate(names, start=1):
        upload = uploads.select_related("namespace__tenant").get(pk=pk)
        now = timezone.now()
        try:
            if preview(upload).state == "elsewhere":
                made = {"unchanged": 1}
            else:
                made = import_text(
                    upload.namespace, upload.name, upload.text, author=author, now=now
                )
        except UnreadableDocument as error:
            note_failure(upload.namespace, upload.name, str(error), author=author, now=now)
            made = {"failed": 1}
            findings.append({"check": "document", "subject": upload.name, "found": str(error)})
        for key, number in made.items():
            counts[key] = counts.get(key, 0) + number
        upload.delete()
        on_progress(done, len(names))
    return Outcome(counts=counts, findings=findings)
