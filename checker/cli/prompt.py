"""The prompt at which a table is told and asked about, line by line: history, completion, and the table kept between."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from msgspec.structs import replace
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from checker.ask.ask import Settling, asked_at, asked_text
from checker.ask.colours import printed, say
from checker.ask.game_session import Desk
from checker.catalog.retelling import retold, with_near
from checker.clarify.settle import settled
from checker.drawing.scene_table import table_of
from checker.drawing.table_text import lines
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.page.next_view import TableWords, next_view
from checker.process.inputs import usable
from checker.process.interrupts import STOPPED, code_of
from checker.process.streams import complain
from checker.syntax.scene_reader import seated, statements
from checker.verdicts.statements import SceneStatements

COMMANDS = ("undo", "table", "why not", "settle", "erratum", "new", "help", "quit")

SAID = "scene"
"""What a line is called in messages."""
HELP = """Tell what is on the table and what happens, or ask. The table is kept; a question changes nothing of it.
  undo            takes the last line back
  table           shows the table and what was told
  why not         asks the last question again, with what speaks for another answer
  settle          asks it again, with the errata that would settle it
  erratum FILE    reads the file with the rules, and asks the last question again
  new             begins another table
  quit            ends (so does Ctrl-D)"""


def prompted(name: str, opened: OpenDesk) -> int:
    """The exit code once whoever types has had enough."""
    opened = kept_open(opened)
    opened(())
    print(f"the rules are those of {name}; `help` says what can be typed")
    session: PromptSession[str] = PromptSession(history=_history())
    now = Conversation()
    while code_of(0) != STOPPED:
        try:
            line = session.prompt("> ", completer=_Coming(now, opened), complete_while_typing=False)
            if line.strip().casefold() in ("quit", "exit"):
                break
            with printed():
                now, said = replied(now, line, opened, settled)
            say(said)
        except InputError as error:
            complain(str(error))
        except (RecursionError, MemoryError):
            complain("hexcheck: this is too much to be worked out; say less, or `undo`")
        except KeyboardInterrupt:
            continue
        except EOFError:
            break
    return 0


def _history() -> History:
    """What was typed before, in the user's own folder if that can be written to."""
    base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "hexcheck"
    try:
        base.mkdir(parents=True, exist_ok=True)
        (base / "history").touch()
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(base / "history"))


class _Coming(Completer):
    """Completes a line by the commands and by what the forms of the game may go on with."""

    def __init__(self, now: Conversation, opened: OpenDesk) -> None:
        self._now, self._opened = now, opened

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        typed = document.text_before_cursor
        statement = typed.rpartition(";")[2].lstrip()
        yield from (Completion(one, -len(typed)) for one in COMMANDS if typed and one.startswith(typed.casefold()))
        desk, players = self._opened(self._now.errata), _players((*self._now.told, *typed.split(";")))
        found = next_view(desk, statement, TableWords("\n".join(self._now.told), players))
        begun = len(statement) - len(found.kept)
        yield from (Completion(one.text if begun >= 0 else f" {one.text}", -max(begun, 0)) for one in found.options)


def _players(told: Iterable[str]) -> tuple[str, ...]:
    return next((who for text in told if (who := tuple(seated(text.strip())))), ())


class Conversation(Record):
    """The statements that hold, the question asked last, the errata that the rules have; and what it was `before`."""

    told: tuple[str, ...] = ()
    question: str = ""
    errata: tuple[Path, ...] = ()
    before: Conversation | None = None


OpenDesk = Callable[[tuple[Path, ...]], Desk]
"""The game with the errata."""


def kept_open(opened: OpenDesk) -> OpenDesk:
    """The same, each game opened once, and anew where a file of its errata was written since."""

    @lru_cache(maxsize=8)
    def known(errata: tuple[Path, ...], written: tuple[int, ...]) -> Desk:
        return opened(errata)

    return lambda errata: known(errata, tuple(path.stat().st_mtime_ns if path.exists() else 0 for path in errata))


Reply = tuple[Conversation, tuple[str, ...]]


def replied(now: Conversation, line: str, opened: OpenDesk, settling: Settling) -> Reply:
    """What there is after the line was typed, and what is said to it. Raises InputError for what cannot be used."""
    word, _, rest = line.strip().partition(" ")
    match (word.casefold(), rest.strip()):
        case ("", _):
            return now, ()
        case ("help" | "?", ""):
            return now, tuple(HELP.split("\n"))
        case ("undo", ""):
            back = now.before
            return (
                (back, tuple(_shown(back, opened))) if back is not None else (now, ("there is nothing to take back",))
            )
        case ("table", ""):
            return now, (*now.told, *_shown(now, opened))
        case ("new", ""):
            return Conversation(errata=now.errata, before=now), ("the table is empty",)
        case ("why", "not"):
            return now, tuple(_again(now, opened(now.errata), why_not=True))
        case ("settle", ""):
            return now, tuple(_again(now, opened(now.errata), settle=settling))
        case ("erratum", name) if name:
            errata = (*(path for path in now.errata if path != Path(name)), Path(name))
            return replace(now, errata=errata, before=now), (f"with {name}", *_again(now, opened(errata)))
        case _:
            return _said(now, line, opened(now.errata))


def _said(now: Conversation, line: str, desk: Desk) -> Reply:
    """The line is told after the others; what it asks is answered, what else it says is kept."""
    read, scenes, notes = _read(desk, "\n".join((*now.told, usable(line, SAID))))
    told = tuple(text for text in read if not text.endswith("?"))
    asked = tuple(text for text in read if text.endswith("?"))
    if asked:
        asking = replace(now, told=told, question="\n".join(asked), before=now if told != now.told else now.before)
        return asking, (*notes, *asked_text(asked_at(desk, scenes)))
    return replace(now, told=told, before=now), (*notes, *_drawn(desk, scenes[-1]))


def _read(desk: Desk, text: str) -> tuple[tuple[str, ...], list[Scene], tuple[str, ...]]:
    """The statements as they are read, their scenes, and what was taken for granted. Raises InputError."""
    try:
        return tuple(one.text for one in statements(text, SAID)), desk.scenes(text, SAID), ()
    except InputError as error:
        found = retold([desk], text, SAID)
        if found is None:
            raise with_near(error, [desk], statements(text, SAID)) from None
    told = found[1]
    read = tuple(one.text for one in statements(told.text, SAID) if not one.text.startswith("game "))
    notes = (f"read as: {'; '.join(read)}", *(f"taken for granted: {one}" for one in told.taken))
    return read, desk.scenes(told.text, SAID), notes


def _again(now: Conversation, desk: Desk, why_not: bool = False, settle: Settling | None = None) -> Iterator[str]:
    """The answer to the last question at the table as it is now."""
    if not now.question:
        yield "nothing was asked so far"
        return
    scenes = desk.scenes("\n".join((*now.told, now.question)), SAID)
    yield from asked_text(asked_at(desk, scenes, why_not, settle))


def _shown(now: Conversation, opened: OpenDesk) -> Iterator[str]:
    if not now.told:
        yield "the table is empty"
        return
    desk = opened(now.errata)
    yield from _drawn(desk, desk.scenes("\n".join(now.told), SAID)[-1])


def _drawn(desk: Desk, scene: Scene) -> Iterator[str]:
    """The table after what the scene tells, as a picture in text."""
    at = desk.with_laws(scene)
    table = table_of(at.rules, scene, SceneStatements(at.rules, scene, at.own))
    yield from ("this cannot have happened so",) if table is None else (f"  {line}" for line in lines(table))
