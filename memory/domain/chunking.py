"""Cuts documents into chunks: Markdown by heading, tables by row, JSON by line. Pure."""

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_FENCE = re.compile(r"^\s*(```|~~~)")
FORMATS = {".md": "markdown", ".markdown": "markdown", ".csv": "csv", ".jsonl": "jsonl"}


class UnreadableDocument(ValueError):
    """The document is not of the form that its name says; the message names the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of a document. `heading` is the path of its headings, outermost first."""

    heading: str
    text: str

    @property
    def statement(self) -> str:
        """The text as it is remembered: with the headings that give it its meaning."""
        return f"{self.heading}\n{self.text}" if self.heading else self.text


def chunk_document(text: str, document_format: str, *, max_characters: int = 1200) -> list[Chunk]:
    """Return the chunks of a document in order; none is empty.

    Raises UnreadableDocument for a table or a JSON line that cannot be read.
    """
    readers = {"markdown": _markdown, "csv": _csv, "jsonl": _json_lines}
    chunks = readers[document_format](text)
    return [piece for chunk in chunks for piece in _within(chunk, max_characters)]


def _markdown(text: str) -> Iterator[Chunk]:
    path: list[tuple[int, str]] = []
    lines: list[str] = []
    in_fence = False
    for line in text.splitlines():
        if _FENCE.match(line):
            in_fence = not in_fence
        heading = None if in_fence else _HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        yield from _section(path, lines)
        level = len(heading.group(1))
        path = [entry for entry in path if entry[0] < level] + [(level, heading.group(2))]
        lines = []
    yield from _section(path, lines)


def _section(path: list[tuple[int, str]], lines: list[str]) -> Iterator[Chunk]:
    body = "\n".join(lines).strip()
    if body:
        yield Chunk(heading=" › ".join(title for _level, title in path), text=body)


def _csv(text: str) -> Iterator[Chunk]:
    reader = csv.DictReader(io.StringIO(text), strict=True)
    try:
        for row in reader:
            if None in row:
                raise UnreadableDocument(f"line {reader.line_num}: more cells than headings")
            yield from _record({str(key): value or "" for key, value in row.items()})
    except csv.Error as error:
        raise UnreadableDocument(f"line {reader.line_num}: {error}") from error


def _json_lines(text: str) -> Iterator[Chunk]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            raise UnreadableDocument(f"line {number}: {error.msg}") from error
        if isinstance(value, dict):
            yield from _record({str(key): _plain(part) for key, part in value.items()})
        elif str(value).strip():
            yield Chunk(heading="", text=_plain(value))


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _record(fields: dict[str, str]) -> Iterator[Chunk]:
    body = "\n".join(f"{key}: {value.strip()}" for key, value in fields.items() if value.strip())
    if body:
        yield Chunk(heading="", text=body)


def _within(chunk: Chunk, max_characters: int) -> Iterator[Chunk]:
    """Cut a long chunk at paragraphs, else at sentences, else at the limit."""
    if len(chunk.text) <= max_characters:
        yield chunk
        return
    current = ""
    for piece in _pieces(chunk.text, max_characters):
        if current and len(current) + len(piece) > max_characters:
            yield Chunk(heading=chunk.heading, text=current.strip())
            current = ""
        current += piece
    if current.strip():
        yield Chunk(heading=chunk.heading, text=current.strip())


def _pieces(text: str, limit: int) -> Iterator[str]:
    for paragraph in re.split(r"(?<=\n)\s*\n", text):
        if len(paragraph) <= limit:
            yield paragraph + "\n"
            continue
        for sentence in re.split(r"(?<=[.!?。！？\n])", paragraph):
            for start in range(0, len(sentence), limit):
                yield sentence[start : start + limit]
