"""The language server: messages of the protocol to functions of the workspace, and their results to messages."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument

from checker.editor import diagnostics
from checker.editor.spans import word_at
from checker.editor.workspace import NOTHING_OPEN, Owner, Reading, Workspace, owner, read
from checker.kernel.source import Problem

SOON = 0.04
"""Seconds without a further change after which a text is looked at."""
CALM = 0.25
"""Seconds without a further change after which the rules are read that a text belongs to."""
ROOM = 1 << 26
"""Bytes for the calls of the thread in which rules are read."""


class Editor:
    """What a client has open, and the work that waits until it stops typing."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self.workspace: Workspace = NOTHING_OPEN
        self._waiting: dict[tuple[str, str], asyncio.TimerHandle] = {}
        threading.stack_size(ROOM)
        self._reader = ThreadPoolExecutor(1)

    def changed(self, uri: str) -> None:
        """The text is another one: it is looked at soon, and the rules it belongs to are read when it is calm."""
        path = path_of(uri)
        if path is None:
            return
        text = self.server.workspace.get_text_document(uri).source
        self.workspace = self.workspace.opened(path, text)
        self._later("look", uri, SOON, lambda: self._look(uri, path))
        self._later("read", uri, CALM, lambda: asyncio.ensure_future(self._read(uri, path)))

    def closed(self, uri: str) -> None:
        """The file stands for itself again, and nothing is said of it."""
        path = path_of(uri)
        if path is not None:
            self.workspace = self.workspace.closed(path)
            self._publish(uri, ())

    def _later(self, what: str, uri: str, seconds: float, do: Callable[[], object]) -> None:
        if (waiting := self._waiting.pop((what, uri), None)) is not None:
            waiting.cancel()
        self._waiting[what, uri] = asyncio.get_running_loop().call_later(seconds, do)

    def _look(self, uri: str, path: Path) -> None:
        """What is wrong with the sentences of the text is shown."""
        reading = self.reading(path)
        if reading is not None and path in self.workspace.texts:
            self._publish(uri, diagnostics.at_once(reading, path, self.workspace.texts[path]))

    async def _read(self, uri: str, path: Path) -> None:
        """The rules that the text belongs to are read, and what is wrong with them is shown wherever it is open."""
        before, owned = self.workspace, owner(self.workspace, path)
        if owned is None:
            return
        found = await asyncio.get_running_loop().run_in_executor(self._reader, read, before, *owned)
        self.workspace = self.workspace.with_reading(found)
        if self.workspace.texts.get(path) == before.texts.get(path):
            for other in [p for p in self.workspace.texts if self._owned(p) == owned]:
                self._publish(other.as_uri() if other != path else uri, diagnostics.of_file(found, other))

    def _owned(self, path: Path) -> Owner | None:
        return owner(self.workspace, path)

    def reading(self, path: Path) -> Reading | None:
        """What was read last of the rules that the text belongs to."""
        owned = owner(self.workspace, path)
        return None if owned is None else self.workspace.readings.get((owned.known, owned.amendment))

    def _publish(self, uri: str, problems: tuple[Problem, ...]) -> None:
        document = self.server.workspace.get_text_document(uri)
        said = [diagnostic(document, problem) for problem in problems]
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


def diagnostic(document: TextDocument, problem: Problem) -> lsp.Diagnostic:
    """The problem as the protocol says it."""
    span = word_at(document.source, problem.place)
    said = problem.message + (f"\nhint: {problem.hint}" if problem.hint else "")
    where = range_of(document, span.line, span.start, span.end)
    return lsp.Diagnostic(range=where, message=said, severity=lsp.DiagnosticSeverity.Error, source="hexcheck")


def made() -> LanguageServer:
    """The server, ready to be started."""
    server = LanguageServer("hexcheck", version("hexcheck"))
    editor = Editor(server)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        editor.changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        editor.changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        editor.closed(params.text_document.uri)

    return server


def serve() -> None:
    """Serves one client on standard input and output until it says goodbye."""
    made().start_io()
