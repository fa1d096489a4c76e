"""What one client has open, what waits until it stops typing, and places in the units in which it counts."""

from __future__ import annotations

import asyncio
import tempfile
import threading
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

from checker.ask.game_session import Desk
from checker.editor import diagnostics
from checker.editor.beside import LOOKING, SECONDS, Beside, Difference, KeptFinding, Ways
from checker.editor.spans import word_at
from checker.editor.symbols import Use, named_at
from checker.editor.workspace import (
    NOTHING_OPEN,
    SCENE,
    Owner,
    Reading,
    Workspace,
    amends,
    owner,
    path_of_place,
    read,
    text_of,
    unread,
    word_of,
)
from checker.kernel.source import InputError, Place, Problem
from checker.load.formatter import GameAt
from checker.process.inputs import in_place

SOON = 0.04
"""Seconds without a further change after which a text is looked at."""
CALM = 0.25
"""Seconds without a further change after which the rules are read that a text belongs to."""
ROOM = 1 << 26
"""Bytes for the calls of the thread in which rules are read."""


T = TypeVar("T")


class Editor:
    """What a client has open, and the work that waits until it stops typing."""

    def __init__(self, server: LanguageServer, ways: Ways) -> None:
        self.server, self.ways = server, ways
        self._folder = tempfile.TemporaryDirectory(prefix="hexcheck-")
        self._desks: dict[Owner, tuple[Mapping[Path, str], Desk | None]] = {}
        self.workspace: Workspace = NOTHING_OPEN
        self.differences: dict[Path, Difference | None] = {}
        self._beside: dict[Path, Beside] = {}
        self._compared: set[Path] = set()
        self._found: dict[GameAt, tuple[KeptFinding, ...]] = {}
        self._said: dict[str, tuple[Problem, ...]] = {}
        self._closed = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: dict[tuple[str, str], asyncio.TimerHandle] = {}
        threading.stack_size(ROOM)
        self._reader = ThreadPoolExecutor(1)

    @property
    def folder(self) -> Path:
        """Where texts stand that are shown; it goes when the server goes."""
        return Path(self._folder.name)

    def changed(self, uri: str) -> None:
        """The text is another one: it is looked at soon, and the rules it belongs to are read when it is calm."""
        path = path_of(uri)
        if path is None:
            return
        text = self.server.workspace.get_text_document(uri).source
        self.workspace = self.workspace.opened(path, text)
        self._later("look", uri, SOON, lambda: self._look(uri, path))
        self._later("read", uri, CALM, lambda: self._begin(self._read(uri, path)))

    def closed(self, uri: str) -> None:
        """The file stands for itself again, and nothing is said of it."""
        path = path_of(uri)
        if path is not None:
            for what in ("look", "read"):
                self._cancel(what, uri)
            self.broken_off(path)
            self._closed += 1
            self.workspace = self.workspace.closed(path, text_of(NOTHING_OPEN, path))
            self._publish(uri, ())
            del self._said[uri]
            unknown = {owner(self.workspace, p): p for p in self.workspace.texts if self.reading(p) is None}
            for other in unknown.values():
                self._begin(self._read(other.as_uri(), other))

    def saved(self, uri: str) -> None:
        """What the erratum changes is worked out, if the text is one as it is saved, and else what was found of the rules
        is looked up; what was begun of the first before is broken off."""
        path = path_of(uri)
        if path is not None and amends(path, text_of(NOTHING_OPEN, path)):
            self.broken_off(path)
            self.differences.pop(path, None)
            self._compared.add(path)
            self._refresh()
            self._begin(self._compare(path))
        elif path is not None and path.suffix != SCENE:
            self._begin(self._look_up(path))

    async def _look_up(self, path: Path) -> None:
        """What the last check of the rules found is shown."""
        reading = await self.read_now(path)
        if reading is None:
            return
        try:
            found = await self.apart(partial(self.ways.findings, word_of(reading.known)))
        except InputError:  # they cannot be read as they are saved
            found = ()
        self._found[reading.known] = found
        for uri, problems in list(self._said.items()):
            self._publish(uri, problems)

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def broken_off(self, path: Path) -> None:
        """What is being worked out for the erratum is not wanted any more."""
        if (before := self._beside.pop(path, None)) is not None:
            before.break_off()

    async def _compare(self, path: Path) -> None:
        reading = await self.read_now(path)
        self._compared.discard(path)
        if reading is None or reading.problems:
            self.differences[path] = None
            return self._refresh()
        game = word_of(reading.known)
        begun = self._beside[path] = Beside(self.ways.difference, game, path, SECONDS)
        self.differences[path] = None
        while (found := await asyncio.to_thread(begun.next)) is not None:
            if self._beside.get(path) is not begun:
                return None
            self.differences[path] = found
            self._refresh()
        if self._beside.get(path) is begun:
            del self._beside[path]
            self._refresh()
        return None

    def _refresh(self) -> None:
        said = self.server.client_capabilities.workspace
        if said is not None and said.code_lens is not None and said.code_lens.refresh_support:
            self.server.workspace_code_lens_refresh(None)

    def lens(self, path: Path) -> str:
        """What stands above an erratum."""
        found = self.differences.get(path)
        if found is None and (path in self._beside or path in self._compared):
            return LOOKING
        if path not in self.differences:
            return "save to see what this changes"
        before = (
            "as it was saved: " if self.workspace.texts.get(path) not in (None, text_of(NOTHING_OPEN, path)) else ""
        )
        return "cannot be compared: see the problems" if found is None else f"{before}{found.title()}"

    def _later(self, what: str, uri: str, seconds: float, do: Callable[[], object]) -> None:
        self._cancel(what, uri)
        self._waiting[what, uri] = asyncio.get_running_loop().call_later(seconds, do)

    def _cancel(self, what: str, uri: str) -> None:
        if (waiting := self._waiting.pop((what, uri), None)) is not None:
            waiting.cancel()

    def _look(self, uri: str, path: Path) -> None:
        """What is wrong with the sentences of the text is shown."""
        reading = self.reading(path)
        if reading is not None and path in self.workspace.texts and path.suffix != SCENE:
            self._publish(uri, diagnostics.at_once(reading, path, self.workspace.texts[path]))

    async def _read(self, uri: str, path: Path) -> None:
        """The rules that the text belongs to are read, and what is wrong with them is shown wherever it is open."""
        await self.read_now(path)
        before, owned = self.workspace, owner(self.workspace, path)
        if owned is None:
            return
        if path.suffix == SCENE:
            desk = await self.desk(path)
            told = await self.apart(lambda: diagnostics.of_scenes(before, path, desk)) if desk is not None else ()
            if self.workspace.texts.get(path) == before.texts.get(path) is not None:
                self._publish(uri, told)
            return
        found = await self._read_of(owned)
        if self.workspace.texts.get(path) == before.texts.get(path):
            for other in [p for p in self.workspace.texts if owner(self.workspace, p) == owned]:
                self._publish(other.as_uri() if other != path else uri, diagnostics.of_file(found, other))

    async def apart(self, work: Callable[[], T]) -> T:
        """What the work gives, done beside what the client asks for, one such thing at a time."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, work)

    async def read_now(self, path: Path) -> Reading | None:
        """What was read of the rules that the text belongs to, if need be now."""
        for owned in unread(self.workspace, path):
            await self._read_of(owned)
        return self.reading(path)

    async def _read_of(self, owned: Owner) -> Reading:
        """What is read of the rules while no text is closed; it is known from now on."""
        while True:
            closed, before = self._closed, self.workspace
            found = await self.apart(partial(read, before, *owned))
            if closed == self._closed:
                self.workspace = self.workspace.with_reading(found)
                return found

    async def desk(self, path: Path) -> Desk | None:
        """The game that the text belongs to, laid ready as it stands now, or as it could be last."""
        owned, reading = owner(self.workspace, path), await self.read_now(path)
        if owned is None or reading is None:
            return None
        texts, desk = self._desks.get(owned, ({}, None))
        if texts != reading.texts:
            desk = await self.apart(partial(self._opened, {**self.workspace.texts, **reading.texts}, owned)) or desk
            self._desks[owned] = (reading.texts, desk)
        return desk

    def _opened(self, texts: Mapping[Path, str], owned: Owner) -> Desk | None:
        with in_place(texts), suppress(InputError):
            return self.ways.desk(word_of(owned.known), [owned.amendment] if owned.amendment is not None else [])
        return None

    async def named(self, uri: str, position: lsp.Position) -> tuple[Reading, Use] | None:
        """What the words at the position name, and the rules in which they do."""
        path = path_of(uri)
        reading = await self.read_now(path) if path is not None else None
        if path is None or reading is None:
            return None
        document = self.server.workspace.get_text_document(uri)
        at = document.position_codec.position_from_client_units(document.lines, position)
        found = named_at(reading, path, text_of(self.workspace, path), at.line, at.character)
        return None if found is None else (reading, found)

    def located(self, use: Use) -> lsp.Location:
        """The place, as the protocol names it."""
        uri = from_fs_path(str(use.path)) or use.path.as_uri()
        document = self.server.workspace.get_text_document(uri)
        return lsp.Location(uri, range_of(document, use.span.line, use.span.start, use.span.end))

    def reading(self, path: Path) -> Reading | None:
        """What was read last of the rules that the text belongs to."""
        owned = owner(self.workspace, path)
        return None if owned is None else self.workspace.readings.get(owned)

    def _publish(self, uri: str, problems: tuple[Problem, ...]) -> None:
        """The problems are shown, and what earlier checks found where that still stands."""
        document, path = self.server.workspace.get_text_document(uri), path_of(uri)
        self._said[uri] = problems
        said = [diagnostic(document, problem.place, problem.message, problem.hint) for problem in problems]
        for known, found in self._found.items() if path in self.workspace.texts else ():
            lines = document.source.split("\n")
            for one in (
                f for f in found if path_of_place(f.place, known) == path and diagnostics.stands(f.place, f.line, lines)
            ):
                said.append(diagnostic(document, one.place, one.message, "", one.severity, one.code))
        self.server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri=uri, diagnostics=said, version=document.version)
        )


def path_of(uri: str) -> Path | None:
    """The file that the address names; none for a text that has no file."""
    path = to_fs_path(uri)
    return Path(path) if path and uri.startswith("file:") else None


def range_of(document: TextDocument, line: int, start: int, end: int) -> lsp.Range:
    """The part of the line, in the units of the client."""
    codec, lines = document.position_codec, document.lines
    first, last = (codec.position_to_client_units(lines, lsp.Position(line, at)) for at in (start, end))
    return lsp.Range(first, last)


SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}


def diagnostic(
    document: TextDocument, place: Place, message: str, hint: str, severity: str = "error", code: str | None = None
) -> lsp.Diagnostic:
    """What is wrong at the place, as the protocol says it."""
    span = word_at(document.source, place)
    said = message + (f"\nhint: {hint}" if hint else "")
    where = range_of(document, span.line, span.start, span.end)
    return lsp.Diagnostic(where, said, SEVERITIES[severity], code, source="hexcheck")
