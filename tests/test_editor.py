"""The language server, asked by a real client over standard input and output."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_lsp
from conftest import ROOT
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

pytestmark = pytest.mark.asyncio(loop_scope="module")

CLAUSES = ROOT / "specs" / "hexhex" / "clauses.norm"
SECONDS = 60.0

Said = Callable[[list[lsp.Diagnostic]], bool]


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[sys.executable, "-m", "checker", "lsp"]), scope="module")
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    params = lsp.InitializeParams(client_capabilities("visual-studio-code"), root_uri=ROOT.as_uri())
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


class Open:
    """A text that is open in the client in the place of a file."""

    def __init__(self, client: LanguageClient, path: Path, text: str | None = None) -> None:
        self.client, self.path, self.uri, self.version = client, path, path.as_uri(), 1
        self.text = path.read_text("utf-8") if text is None else text
        document = lsp.TextDocumentItem(self.uri, "hexcheck", 1, self.text)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))

    def becomes(self, old: str, new: str) -> None:
        """The first such words become others, as an editor tells it."""
        at = self.text.index(old)
        before = self.text[:at]
        start = lsp.Position(before.count("\n"), at - before.rfind("\n") - 1)
        whole = before + old
        end = lsp.Position(whole.count("\n"), len(whole) - whole.rfind("\n") - 1)
        self.text = before + new + self.text[at + len(old) :]
        self.version += 1
        change = lsp.TextDocumentContentChangePartial(lsp.Range(start, end), new)
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    async def shows(self, wanted: Said, seconds: float = SECONDS) -> list[lsp.Diagnostic]:
        """What is said of the text as soon as that is what is wanted."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.uri in self.client.diagnostics and wanted(found := list(self.client.diagnostics[self.uri])):
                return found
            await asyncio.sleep(0.01)
        raise AssertionError(self.client.diagnostics.get(self.uri))

    def close(self) -> None:
        document = lsp.TextDocumentIdentifier(self.uri)
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))


async def test_what_is_typed_is_looked_at_and_mended(client: LanguageClient) -> None:
    clauses = Open(client, CLAUSES)
    await clauses.shows(lambda found: not found)
    clauses.becomes("P may cast at Q", "P may csat at Q")
    (problem,) = await clauses.shows(bool)
    line = clauses.text.split("\n")[problem.range.start.line]
    assert line[problem.range.start.character : problem.range.end.character] == "csat"
    assert "did you mean" in problem.message
    clauses.becomes("P may csat at Q", "P may cast at Q")
    await clauses.shows(lambda found: not found)
    clauses.close()
