"""The prompt at which a table is told and asked about, line by line: history, completion, and the table kept between."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from checker.ask.colours import say
from checker.ask.width import printed
from checker.clarify.settle import settled
from checker.cli.conversation import Conversation, OpenDesk, kept_open, replied
from checker.kernel.source import InputError
from checker.page.next_view import TableWords, next_view
from checker.process.interrupts import STOPPED, code_of
from checker.process.streams import complain
from checker.syntax.scene_reader import seated

COMMANDS = ("undo", "table", "why not", "settle", "erratum", "new", "help", "quit")


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
