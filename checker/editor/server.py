"""The language server: messages of the protocol to functions of the workspace, and their results to messages."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache, partial
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from checker.ask.settlements import Settled
from checker.editor import completion
from checker.editor.beside import Ways
from checker.editor.client import Editor, path_of, range_of
from checker.editor.fixes import asks, fixes, fresh, settlements
from checker.editor.rename import name_now, renamed
from checker.editor.spans import Span
from checker.editor.symbols import Use, definition, named_in, references, span_of
from checker.editor.workspace import SCENE, Reading, Workspace, amends, entries_now, text_of
from checker.kernel.record import Record
from checker.kernel.source import InputError
from checker.load.entries import key_of
from checker.load.formatter import scene_reading, tidied
from checker.load.vocabulary_reader import FORM_HEADS
from checker.process.inputs import in_place
from checker.syntax.scene_reader import rulings, statements

KINDS = {
    "phrase": lsp.CompletionItemKind.Function,
    "card": lsp.CompletionItemKind.Class,
    "clause": lsp.CompletionItemKind.Reference,
    "variable": lsp.CompletionItemKind.Variable,
    "player": lsp.CompletionItemKind.Variable,
    "number": lsp.CompletionItemKind.Value,
    "entry": lsp.CompletionItemKind.Struct,
    "line": lsp.CompletionItemKind.Property,
}
"""How clients mark what is proposed."""
SHOW, SETTLE = "hexcheck.difference", "hexcheck.settle"
"""The commands that open what an erratum changes, and that write one which settles a question."""
PARTS = {
    "card": lsp.SymbolKind.Class,
    "clause": lsp.SymbolKind.Method,
    "procedure": lsp.SymbolKind.Function,
    "ruling": lsp.SymbolKind.Event,
}
"""How clients mark what stands in a text; all else is a word of the vocabulary or changes something."""
LINES = 40
"""So many lines are said at most."""

Show = Callable[[str], list[str]]
"""Everything that belongs to a card, a clause or a phrase, as `show` says it."""


def opened(editor: Editor, params: lsp.DidOpenTextDocumentParams) -> None:
    editor.changed(params.text_document.uri)
    editor.saved(params.text_document.uri)


async def hover(editor: Editor, params: lsp.HoverParams) -> lsp.Hover | None:
    found = await editor.named(params.text_document.uri, params.position)
    if found is None:
        return None
    (reading, use), workspace = found, editor.workspace
    desk = await editor.desk(use.path)

    def said() -> str:
        with in_place(workspace.texts):
            return hovered(workspace, reading, use.key, partial(editor.ways.show, [desk]) if desk is not None else None)

    text = await editor.apart(said)
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), editor.located(use).range)


async def defined(editor: Editor, params: lsp.DefinitionParams) -> lsp.Location | None:
    found = await editor.named(params.text_document.uri, params.position)
    use = definition(editor.workspace, found[0], found[1].key) if found else None
    return editor.located(use) if use is not None else None


async def used(editor: Editor, params: lsp.ReferenceParams) -> list[lsp.Location]:
    found = await editor.named(params.text_document.uri, params.position)
    workspace = editor.workspace
    listed = await editor.apart(lambda: references(workspace, found[0], found[1].key)) if found else ()
    return [editor.located(use) for use in listed]


async def completed(editor: Editor, params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    path = path_of(params.text_document.uri)
    reading = await editor.read_now(path) if path is not None else None
    if path is None or reading is None or reading.reader is None:
        return []
    document = editor.server.workspace.get_text_document(params.text_document.uri)
    before = document.source[: document.offset_at_position(params.position)]
    desk, reader = await editor.desk(path) if path.suffix == SCENE else None, reading.reader
    if path.suffix != SCENE:
        found = await editor.apart(lambda: completion.in_rules(reader, before))
    elif desk is not None:
        found = await editor.apart(lambda: completion.in_scene(desk.reader, before))
    else:
        return []
    return [proposed(number, one, params.position) for number, one in enumerate(found)]


async def renamable(editor: Editor, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
    found = await editor.named(params.text_document.uri, params.position)
    name = name_now(editor.workspace, *found) if found is not None else ""
    return lsp.PrepareRenamePlaceholder(editor.located(found[1]).range, name) if found is not None and name else None


async def otherwise_called(editor: Editor, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    found, workspace = await editor.named(params.text_document.uri, params.position), editor.workspace
    if found is None:
        return None
    try:
        edits = await editor.apart(lambda: renamed(workspace, *found, params.new_name))
    except InputError as error:
        raise JsonRpcException(error.problems[0].message, lsp.LSPErrorCodes.RequestFailed) from None
    changes: dict[str, list[lsp.TextEdit]] = {}
    for edit in edits:
        where = editor.located(Use(edit.path, edit.span, ""))
        changes.setdefault(where.uri, []).append(lsp.TextEdit(where.range, edit.text))
    return lsp.WorkspaceEdit(changes=changes)


def outlined(editor: Editor, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    document = editor.server.workspace.get_text_document(params.text_document.uri)
    path = path_of(params.text_document.uri)
    found = []
    for part in parts(path, document.source) if path is not None else ():
        name = range_of(document, part.span.line, part.span.start, part.span.end)
        whole = lsp.Range(lsp.Position(part.span.line, 0), lsp.Position(part.last + 1, 0))
        kind = PARTS.get(part.kind, lsp.SymbolKind.Key)
        found.append(lsp.DocumentSymbol(part.name, kind, whole, name, f"{part.kind} {part.detail}".strip()))
    return found


async def formatted(editor: Editor, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    path, workspace = path_of(params.text_document.uri), editor.workspace
    document = editor.server.workspace.get_text_document(params.text_document.uri)

    def tidy() -> str:
        with in_place(workspace.texts):
            assert path is not None
            return tidied(path, text_of(workspace, path), cache(scene_reading))

    try:
        text = await editor.apart(tidy) if path is not None else document.source
    except InputError:
        return []  # what is wrong is shown already
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(document.lines), 0))
    return [lsp.TextEdit(whole, text)] if text != document.source else []


def mended(editor: Editor, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    uri = params.text_document.uri
    document = editor.server.workspace.get_text_document(uri)
    found = []
    for problem in params.context.diagnostics:
        at = document.position_codec.position_from_client_units(document.lines, problem.range.start)
        for fix in fixes(document.source, at.line, at.character, problem.message):
            where = range_of(document, fix.span.line, fix.span.start, fix.span.end)
            edit = lsp.WorkspaceEdit(changes={uri: [lsp.TextEdit(where, fix.text)]})
            kind = lsp.CodeActionKind.QuickFix
            found.append(lsp.CodeAction(f"write `{fix.text}`", kind, [problem], edit=edit))
    line, path = params.range.start.line, path_of(uri)
    if path is not None and path.suffix == SCENE and asks(document.source, line):
        command = lsp.Command("settle it by an erratum", SETTLE, arguments=[uri, line])
        found.append(lsp.CodeAction(command.title, lsp.CodeActionKind.QuickFix, command=command))
    return found


async def settled_by(editor: Editor, uri: str, line: int) -> str:
    path, workspace = path_of(uri), editor.workspace
    desk = await editor.desk(path) if path is not None else None
    if path is None or desk is None:
        return ""

    def work() -> tuple[Settled, ...]:
        with in_place(workspace.texts), suppress(InputError):
            return settlements(desk, text_of(workspace, path), str(path), line)
        return ()

    ways = {f"{one.verdict}: {one.outcome}": one.erratum for one in await editor.apart(work)}
    ask = "As what is it to be settled?" if ways else "It is settled, or no erratum was found that settles it."
    choices = [lsp.MessageActionItem(title) for title in ways]
    asked = lsp.ShowMessageRequestParams(lsp.MessageType.Info, ask, choices)
    chosen = await editor.server.window_show_message_request_async(asked)
    if chosen is None or chosen.title not in ways:
        return ""
    there = fresh(path).as_uri()
    document = lsp.OptionalVersionedTextDocumentIdentifier(there)
    text = lsp.TextEdit(lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0)), f"{ways[chosen.title].rstrip()}\n")
    edit = lsp.WorkspaceEdit(document_changes=[lsp.CreateFile(there), lsp.TextDocumentEdit(document, [text])])
    await editor.server.workspace_apply_edit_async(lsp.ApplyWorkspaceEditParams(edit, "settle it by an erratum"))
    return there


def lensed(editor: Editor, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    uri = params.text_document.uri
    path, document = path_of(uri), editor.server.workspace.get_text_document(uri)
    if path is None or not amends(path, document.source):
        return []
    lines = (n for n, line in enumerate(document.lines) if line.startswith("erratum"))
    command = lsp.Command(editor.lens(path), SHOW, arguments=[uri])
    return [lsp.CodeLens(lsp.Range(lsp.Position(n, 0), lsp.Position(n, 7)), command) for n in lines]


async def opened_beside(editor: Editor, uri: str) -> str:
    path = path_of(uri)
    found = editor.differences.get(path) if path is not None else None
    if found is None or path is None:
        return ""
    there = editor.folder / f"{path.stem}.difference.txt"
    there.write_text(found.text, "utf-8")
    await editor.server.window_show_document_async(lsp.ShowDocumentParams(there.as_uri(), take_focus=True))
    return found.text


def proposed(number: int, one: completion.Proposal, at: lsp.Position) -> lsp.CompletionItem:
    """What may be written before the position, the gaps of a phrase as places to fill."""
    numbers = count(1)
    whole = lsp.Range(lsp.Position(at.line, at.character - len(one.begun)), at)
    text = re.sub(r"\{(\w+)\}", lambda gap: f"${{{next(numbers)}:{gap[1]}}}", one.text.replace("$", r"\$"))
    return lsp.CompletionItem(
        one.text.replace("{", "").replace("}", ""),
        kind=KINDS.get(one.kind, lsp.CompletionItemKind.Keyword),
        detail=one.kind,
        sort_text=f"{number:04}",
        text_edit=lsp.TextEdit(whole, text),
        insert_text_format=lsp.InsertTextFormat.Snippet,
    )


FEATURES: tuple[tuple[str, Callable[..., object], object], ...] = (
    (lsp.TEXT_DOCUMENT_DID_OPEN, opened, None),
    (lsp.TEXT_DOCUMENT_DID_SAVE, lambda editor, params: editor.saved(params.text_document.uri), None),
    (lsp.TEXT_DOCUMENT_DID_CHANGE, lambda editor, params: editor.changed(params.text_document.uri), None),
    (lsp.TEXT_DOCUMENT_DID_CLOSE, lambda editor, params: editor.closed(params.text_document.uri), None),
    (lsp.TEXT_DOCUMENT_HOVER, hover, None),
    (lsp.TEXT_DOCUMENT_DEFINITION, defined, None),
    (lsp.TEXT_DOCUMENT_REFERENCES, used, None),
    (lsp.TEXT_DOCUMENT_COMPLETION, completed, lsp.CompletionOptions(trigger_characters=[" "])),
    (lsp.TEXT_DOCUMENT_PREPARE_RENAME, renamable, None),
    (lsp.TEXT_DOCUMENT_RENAME, otherwise_called, lsp.RenameOptions(prepare_provider=True)),
    (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, outlined, None),
    (lsp.TEXT_DOCUMENT_FORMATTING, formatted, None),
    (lsp.TEXT_DOCUMENT_CODE_ACTION, mended, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])),
    (lsp.TEXT_DOCUMENT_CODE_LENS, lensed, None),
)
"""What the server does for each message, with the options that it tells the client."""
COMMANDS: dict[str, Callable[..., Awaitable[object]]] = {
    SETTLE: settled_by,
    SHOW: opened_beside,
}
"""What the server does at a click."""


def made(ways: Ways) -> LanguageServer:
    """The server, ready to be started."""
    server = LanguageServer("hexcheck", version("hexcheck"))
    editor = Editor(server, ways)
    for method, do, options in FEATURES:
        server.feature(method, options)(partial(do, editor))
    for name, do in COMMANDS.items():
        server.command(name)(_clicked(editor, do))
    return server


def _clicked(editor: Editor, do: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
    # The server reads from the annotation how arguments come: for `object` each would come converted, and one too many.
    async def clicked(*args: Any) -> object:
        return await do(editor, *args)

    return clicked


def serve(ways: Ways) -> None:
    """Serves one client on standard input and output until it says goodbye; what else is printed goes elsewhere."""
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        made(ways).start_io(stdout=out)


class OutlinePart(Record):
    """A part of a text: what it is, its name, what else its headline says, where the name stands, and its last line."""

    kind: str
    name: str
    detail: str
    span: Span
    last: int


def parts(path: Path, text: str) -> tuple[OutlinePart, ...]:
    """The parts of the text; none where it cannot be taken apart."""
    with suppress(InputError):
        return _scenes(path, text) if path.suffix == SCENE else _entries(path, text)
    return ()


def _entries(path: Path, text: str) -> tuple[OutlinePart, ...]:
    found = []
    for entry in entries_now(path, text):
        kind, _, name = key_of(entry.head).partition(" ")
        end = (entry.lines or (entry.head,))[-1]
        last = (end.below[-1].place if end.below else end.place).line - 1
        span = span_of(entry.head, *named_in(entry.head, f"{kind} {name}"))
        found.append(OutlinePart(kind, name or kind, entry.head.rest.removeprefix(name).strip(), span, last))
    return tuple(found)


def _scenes(path: Path, text: str) -> tuple[OutlinePart, ...]:
    found = []
    for group in rulings(statements(text, str(path))):
        first, last = group[0], group[-1].place.line - 1
        title = first.text.partition(" ")[2].strip('"') if first.text.startswith("ruling ") else first.text
        start = first.place.column - 1
        found.append(OutlinePart("ruling", title, "", Span(first.place.line - 1, start, start + len(first.text)), last))
    return tuple(found)


def hovered(workspace: Workspace, reading: Reading, key: str, show: Show | None) -> str:
    """What is said of the entry, as Markdown: how it is written, and all that belongs to it in the rules."""
    kind, _, name = key.partition(" ")
    written = entry_text(workspace, reading, key)
    wording = name if kind in ("clause", "card") else phrase_of_entry(written)
    said: list[str] = []
    if show is not None and wording and kind not in FORM_HEADS:
        with suppress(InputError):  # nothing more is known of it
            said = show(wording)
    shown = said if kind in ("clause", "card") and said else [*written, *said[1:]]
    more = ["…"] if len(shown) > LINES else []
    return "\n".join(("```text", *[line.replace("```", "'''") for line in shown[:LINES]], *more, "```"))


def entry_text(workspace: Workspace, reading: Reading, key: str) -> list[str]:
    """The lines of the entry, as they are written."""
    found = definition(workspace, reading, key)
    if found is None:
        return []
    lines = text_of(workspace, found.path).split("\n")[found.span.line :]
    end = next((n for n, line in enumerate(lines[1:], 1) if not line[:1].isspace()), len(lines))
    return lines[:end]


def phrase_of_entry(written: list[str]) -> str:
    """The first wording of an entry of the vocabulary."""
    quoted = written[0].split('"')[1::2] if written else []
    return next((q.split(" | ")[0] for q in quoted if q), "")
