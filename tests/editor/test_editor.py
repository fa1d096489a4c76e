"""The language server, asked by a real client over standard input and output."""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
import pytest_asyncio
import pytest_lsp
from conftest import ROOT
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from checker.catalog.named_games import desk
from checker.check.run_checks import report

pytestmark = pytest.mark.asyncio(loop_scope="module")

CLAUSES = ROOT / "specs" / "hexhex" / "clauses.norm"
CARDS = ROOT / "cards" / "hexhex" / "named.cards"
SCENE = ROOT / "specs" / "hexhex" / "rulings" / "basics.scene"
APPLIED: list[lsp.WorkspaceEdit] = []
"""What the server had the client write of its own accord."""
REFRESHED: list[None] = []
"""One for each time that the server had the client ask anew for what stands above errata."""
SERVER = [sys.executable, "-m", "checker", "lsp"]
SECONDS = 60.0

Said = Callable[[list[lsp.Diagnostic]], bool]
OPEN: list[Open] = []
"""The texts that are open; all tests have the one client, and so each leaves none."""


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[sys.executable, "-m", "checker", "lsp"]), scope="module")
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    lsp_client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)(lambda *_: REFRESHED.append(None))

    @lsp_client.feature(lsp.WINDOW_SHOW_MESSAGE_REQUEST)
    def chosen(asked: lsp.ShowMessageRequestParams) -> lsp.MessageActionItem | None:
        return (asked.actions or [None])[-1]

    @lsp_client.feature(lsp.WORKSPACE_APPLY_EDIT)
    def applied(told: lsp.ApplyWorkspaceEditParams) -> lsp.ApplyWorkspaceEditResult:
        APPLIED.append(told.edit)
        return lsp.ApplyWorkspaceEditResult(True)

    params = lsp.InitializeParams(client_capabilities("visual-studio-code"), root_uri=ROOT.as_uri())
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


@pytest_asyncio.fixture(autouse=True, loop_scope="module")
async def closed_in_the_end(client: LanguageClient) -> AsyncIterator[None]:
    yield
    for text in [*OPEN]:
        text.close()


class Open:
    """A text that is open in the client in the place of a file."""

    def __init__(self, client: LanguageClient, path: Path, text: str | None = None) -> None:
        self.client, self.path, self.uri, self.version = client, path, path.as_uri(), 1
        self.text = path.read_text("utf-8") if text is None else text
        document = lsp.TextDocumentItem(self.uri, "hexcheck", 1, self.text)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
        OPEN.append(self)

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
        self.client.diagnostics.pop(self.uri, None)
        OPEN.remove(self)


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


def place(text: str, line: str, word: str) -> lsp.Position:
    """Where the word begins in the line that begins so."""
    number, whole = next((n, x) for n, x in enumerate(text.split("\n")) if x.startswith(line))
    return lsp.Position(number, whole.index(word) + 1)


def shown(where: lsp.Location) -> str:
    """The words at the place, with the name of their file."""
    path = Path(where.uri.removeprefix("file://"))
    line = path.read_text("utf-8").split("\n")[where.range.start.line]
    return f"{path.name}: {line[where.range.start.character : where.range.end.character]}"


COMES = [
    (CLAUSES, 'clause X-1 effect "X"\n  norm P may cast at Q if th', "the Voice of P"),
    (CLAUSES, 'clause X-1 effect "X"\n  over HH-11', "HH-119"),
    (CLAUSES, "cla", "clause"),
    (CARDS, "card New\n  text Gain 1 Vo", "Voice"),
    (CARDS, "# a remark", None),
    (SCENE, "players A B C\nA casts at ", "B"),
    (SCENE, "players A B C\nA casts at B\nB plays Turn Aside L", "Turn Aside Left"),
]
"""A file, what is written at its end, and one of the things that may come next, if anything may."""


@pytest.mark.parametrize(("path", "begun", "next_"), COMES)
async def test_what_may_come_next_is_proposed(
    client: LanguageClient, path: Path, begun: str, next_: str | None
) -> None:
    before = path.read_text("utf-8") + "\n"
    text = Open(client, path, before + begun)
    at = lsp.Position(text.text.count("\n"), len(begun.rpartition("\n")[2]))
    asked = lsp.CompletionParams(lsp.TextDocumentIdentifier(text.uri), at)
    found = await client.text_document_completion_async(asked)
    assert isinstance(found, list) and next_ in ([item.label for item in found] or [None])


LEADS = [
    (
        "  norm the value of the least number of players is 3",
        "the least number of players",
        "vocabulary.norm: players least",
        "fact players least",
    ),
    ("  norm[clarification] it counts that C lets P pass H if C is Duck", "Duck", "named.cards: Duck", "Step aside"),
    ("  over HH-42 HH-166", "HH-166", "clauses.norm: HH-166", "HH-166 ("),
]
"""A line of the clauses, words in it, where these lead to, and what is said of them."""


@pytest.mark.parametrize(("line", "words", "there", "told"), LEADS)
async def test_words_are_explained_found_and_led_to(
    client: LanguageClient, line: str, words: str, there: str, told: str
) -> None:
    clauses = Open(client, CLAUSES)
    document, at = lsp.TextDocumentIdentifier(clauses.uri), place(clauses.text, line, words)
    said = await client.text_document_hover_async(lsp.HoverParams(document, at))
    assert said is not None and isinstance(said.contents, lsp.MarkupContent) and told in said.contents.value
    led = await client.text_document_definition_async(lsp.DefinitionParams(document, at))
    assert isinstance(led, lsp.Location) and shown(led) == there
    asked = lsp.ReferenceParams(lsp.ReferenceContext(True), document, at)
    found = await client.text_document_references_async(asked)
    assert found is not None and {at.line} < {x.range.start.line for x in found if x.uri == clauses.uri}
    assert {shown(x).partition(": ")[2] for x in found} == {words, there.partition(": ")[2]}


async def fixed(client: LanguageClient, text: Open, problem: lsp.Diagnostic) -> str:
    """The text with the first thing done that is proposed for the problem."""
    document = lsp.TextDocumentIdentifier(text.uri)
    asked = lsp.CodeActionParams(document, problem.range, lsp.CodeActionContext([problem]))
    (action, *_) = await client.text_document_code_action_async(asked) or []
    assert isinstance(action, lsp.CodeAction) and action.edit is not None and action.edit.changes is not None
    (edit,) = action.edit.changes[text.uri]
    return edited(text.text, [edit])


def edited(text: str, edits: Sequence[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit]) -> str:
    """The text after the edits, of which none overlap."""
    lines = text.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, lines))]
    for edit in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        assert isinstance(edit, lsp.TextEdit)
        start, end = (starts[at.line] + at.character for at in (edit.range.start, edit.range.end))
        text = text[:start] + edit.new_text + text[end:]
    return text


MENDED = [
    (CLAUSES, "P may cast at Q", "P may csat at Q"),
    (CLAUSES, "\nclause HH-2 ", "\nclasue HH-2 "),
    (CLAUSES, "  norm the value of the least number", "  nrom the value of the least number"),
    (CARDS, "clauses HH-37 HH-172", "clauses HH-37 HH-1722"),
    (SCENE, "B plays Level", "B plays Levle"),
]
"""A file, words of it, and the same with a slip."""


@pytest.mark.parametrize(("path", "right", "slip"), MENDED)
async def test_what_may_be_meant_is_put_in_its_place(client: LanguageClient, path: Path, right: str, slip: str) -> None:
    text = Open(client, path)
    whole = text.text
    await text.shows(lambda found: not found)
    text.becomes(right, slip)
    (problem, *_) = await text.shows(bool)
    assert await fixed(client, text, problem) == whole


async def test_a_text_is_outlined_and_put_into_its_form(client: LanguageClient) -> None:
    text = Open(client, CARDS)
    document = lsp.TextDocumentIdentifier(text.uri)
    listed = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    (duck,) = [s for s in listed or () if isinstance(s, lsp.DocumentSymbol) and s.name == "Duck"]
    lines = text.text.split("\n")
    assert lines[duck.range.start.line] == "card Duck" and lines[duck.range.end.line] == ""
    whole = text.text
    text.becomes("  text Step aside from the Hex.", "  text Step  aside from the Hex .  ")
    options = lsp.FormattingOptions(2, True)
    edits = await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options))
    assert edited(text.text, edits or ()) == whole


LONG = 2000
"""So many lines has a text that is long."""


async def test_a_long_text_is_typed_in_quickly(client: LanguageClient) -> None:
    """Of changes in quick succession the last is what is looked at, soon, and so is the game as it was, once it is again."""
    own = CLAUSES.read_text("utf-8")
    more = 'clause X-{0} effect "More"\n  says More.\n  norm P may cast at Q if P is the dealer\n\n'
    text = Open(client, CLAUSES, own + "\n" + "".join(map(more.format, range((LONG - own.count("\n")) // 4 + 1))))
    assert text.text.count("\n") >= LONG
    await text.shows(lambda found: not found)
    slip = "P may cast at Q if P is the dealer"
    for before, after in pairwise(slip[: len(slip) - n] for n in range(12)):
        text.becomes(f"norm {before}\n", f"norm {after}\n")
    began = time.monotonic()
    found = await text.shows(bool)
    assert time.monotonic() - began < 5
    assert all(text.text.split("\n")[p.range.start.line].endswith(after.rstrip()) for p in found)
    text.becomes(f"norm {after}\n", f"norm {slip}\n")
    await text.shows(lambda found: not found)


async def test_a_broken_text_leaves_what_was_read_last(client: LanguageClient) -> None:
    text = Open(client, CLAUSES)
    await text.shows(lambda found: not found)
    text.becomes("clause HH-2 ", "\x00] clause\n   ((( HH-2 ")
    await text.shows(bool)
    cards = Open(client, CARDS)
    at = place(cards.text, "card Duck", "Duck")
    said = await client.text_document_hover_async(lsp.HoverParams(lsp.TextDocumentIdentifier(cards.uri), at))
    assert said is not None and "Step aside" in str(said.contents)
    text.becomes("\x00] clause\n   ((( HH-2 ", "clause HH-2 ")
    await text.shows(lambda found: not found)


@pytest.fixture
def court(tmp_path: Path) -> Path:
    """A small game in a folder of its own."""
    return Path(shutil.copytree(ROOT / "examples" / "court", tmp_path / "court"))


async def test_where_what_is_open_was_never_read_what_is_saved_is_known(client: LanguageClient, court: Path) -> None:
    path = court / "specs" / "clauses.norm"
    text = Open(client, path, path.read_text("utf-8") + "\ncla")
    at = lsp.Position(text.text.count("\n"), 3)
    found = await client.text_document_completion_async(lsp.CompletionParams(lsp.TextDocumentIdentifier(text.uri), at))
    assert isinstance(found, list) and "clause" in [item.label for item in found]


async def test_a_text_that_is_closed_unsaved_leaves_nothing(client: LanguageClient, court: Path) -> None:
    """What is asked while the rules cannot be read, and what is wrong with them, is as it was when they can be again."""
    cards, clauses = Open(client, court / "cards" / "all.cards"), Open(client, court / "specs" / "clauses.norm")
    await clauses.shows(lambda found: not found)
    clauses.becomes('clause CO-5 permission "', 'clause CO-55 permission "((')
    at = lsp.HoverParams(lsp.TextDocumentIdentifier(cards.uri), place(cards.text, "card Blade", "Blade"))
    await client.text_document_hover_async(at)
    await cards.shows(bool)
    clauses.close()
    await cards.shows(lambda found: not found)
    said = await client.text_document_hover_async(at)
    assert said is not None and "tree:" in str(said.contents)


NOTE = 'erratum "A note"\n\nclause CO-90 definition "Notes"\n  says The game is a short one.\n  informal flavour: says nothing of play\n'
HEIRS = (ROOT / "examples" / "court" / "errata" / "heirs-twin.norm").read_text("utf-8")


async def test_the_line_above_an_erratum_is_of_its_last_save_and_tells_what_is_found_so_far(
    client: LanguageClient, court: Path
) -> None:
    path = court / "errata" / "own.norm"
    path.write_text(NOTE, "utf-8")
    text = Open(client, path)
    document = lsp.TextDocumentIdentifier(text.uri)

    async def above(wanted: str) -> None:
        until, title = time.monotonic() + 2 * SECONDS, ""
        while time.monotonic() < until and wanted not in title:
            (lens,) = await client.text_document_code_lens_async(lsp.CodeLensParams(document)) or []
            assert lens.command is not None
            title = lens.command.title
            await asyncio.sleep(0.05)
        assert wanted in title

    await above("0 answers of the rulings change, 0 findings go, 0 come")
    asked = lsp.ExecuteCommandParams("hexcheck.difference", [text.uri])
    assert "court: A note" in await client.workspace_execute_command_async(asked)
    assert client.shown_documents[-1].uri.endswith("own.difference.txt")
    text.becomes(NOTE, HEIRS)
    await above("as it was saved: 0 answers")
    path.write_text(HEIRS, "utf-8")
    before = len(REFRESHED)
    client.text_document_did_save(lsp.DidSaveTextDocumentParams(document))
    await above("looking at what this changes")
    assert len(REFRESHED) > before, "the client is told to ask for it anew"
    await above("so far 2 answers of the rulings change")
    assert "2 questions are answered otherwise" in await client.workspace_execute_command_async(asked)


RENAMED = [
    ("  because CO-5", "CO-5", "CO-50", "there is a clause `CO-6` already", "CO-6"),
    ("card Blade", "Blade", "Long Dagger", "there is a card `Shield` already", "shield"),
    ("  text The victim loses a role.", "victim", "the one who is struck", "keeps its gaps (none)", "the {P}"),
]
"""A line of the cards, a word in it, another name for what it names, and why it may not have a third."""


@pytest.mark.parametrize(("line", "word", "new", "why", "wrong"), RENAMED)
async def test_what_is_renamed_is_so_everywhere(
    client: LanguageClient, court: Path, line: str, word: str, new: str, why: str, wrong: str
) -> None:
    cards = Open(client, court / "cards" / "all.cards")
    document, at = lsp.TextDocumentIdentifier(cards.uri), place(cards.text, line, word)
    old = await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(document, at))
    assert isinstance(old, lsp.PrepareRenamePlaceholder)
    with pytest.raises(JsonRpcException, match=re.escape(why)):
        await client.text_document_rename_async(lsp.RenameParams(document, at, wrong))
    before = desk(str(court))
    ruled = len(before.rulings())
    found = await client.text_document_rename_async(lsp.RenameParams(document, at, new))
    assert found is not None and found.changes is not None and len(found.changes) > 1
    for uri, edits in found.changes.items():
        path = Path(uri.removeprefix("file://"))
        path.write_text(edited(path.read_text("utf-8"), edits), "utf-8")
    texts = [path.read_text("utf-8") for path in court.rglob("*.*") if path.suffix in (".norm", ".cards", ".scene")]
    said = "\n".join(line for text in texts for line in text.split("\n") if not line.startswith(("  says", "#")))
    assert not re.search(rf"\b{re.escape(old.placeholder)}\b", said)
    after = desk(str(court))
    assert len(after.rulings()) == ruled and len(after.game.norms) == len(before.game.norms)


async def test_what_a_check_found_is_shown_where_it_still_stands(client: LanguageClient, tmp_path: Path) -> None:
    game = Path(shutil.copytree(ROOT / "examples" / "burden", tmp_path / "burden"))
    settings = game / "hexcheck.toml"
    settings.write_text(settings.read_text("utf-8").partition("[[accept")[0], "utf-8")
    found = report(desk(str(game)), jobs=1).findings
    places = {(f.code, place.line) for f in found for place in f.places if place.file.endswith("clauses.norm")}
    text = Open(client, game / "specs" / "clauses.norm")
    shown = await text.shows(bool)
    assert {(str(d.code), d.range.start.line + 1) for d in shown} == places
    client.text_document_did_save(lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(text.uri)))
    line = text.text.split("\n")[shown[0].range.start.line]
    text.becomes(line, f"{line} # another line")
    await text.shows(lambda left: len(left) < len(shown))


async def test_a_question_is_settled_by_an_erratum(client: LanguageClient) -> None:
    text = Open(client, SCENE, "players A B C\nhand B: Duck\nA casts at B\nmust B play Duck?\n")
    document, line = lsp.TextDocumentIdentifier(text.uri), lsp.Range(lsp.Position(3, 0), lsp.Position(3, 0))
    told = lsp.CodeActionParams(document, line, lsp.CodeActionContext([]))
    (action,) = await client.text_document_code_action_async(told) or []
    assert action.title == "settle it by an erratum"
    asked = lsp.ExecuteCommandParams("hexcheck.settle", [text.uri, 3])
    there = await client.workspace_execute_command_async(asked)
    made, written = APPLIED.pop().document_changes or ()
    assert isinstance(made, lsp.CreateFile) and isinstance(written, lsp.TextDocumentEdit)
    assert made.uri == written.text_document.uri == there
    assert isinstance(edit := written.edits[0], lsp.TextEdit) and "precedence HH-171 over HH-141" in edit.new_text
    told = lsp.CodeActionParams(document, lsp.Range(lsp.Position(2, 0), lsp.Position(2, 0)), lsp.CodeActionContext([]))
    assert not await client.text_document_code_action_async(told)
