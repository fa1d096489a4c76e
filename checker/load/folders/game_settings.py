"""What hexcheck.toml says of a game in a folder of its own: its name, its players, its data, what it accepts."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from checker.kernel.record import Record
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.term import Value
from checker.load.folders.game_folder import WORDS, regular, stands_alone, within
from checker.syntax.files import read_text

FILE = "hexcheck.toml"

KEYS = ("name", "players", "dictionary", "data", "module", "accepted")

PLAYERS = 20
"""So many players has a game at most."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}\Z")
_PLAYERS = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?\Z")
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")


class Accepted(Record):
    """A finding that is known, why it may stay, and where that is said."""

    fingerprint: str
    reason: str
    place: Place


class Settings(Record):
    """What is said of a game in a folder of its own; `inputs` are its files of data by name."""

    name: str
    root: Path
    players: tuple[int, ...] = ()
    inputs: tuple[tuple[str, Path], ...] = ()
    module: Path | None = None
    accepted: tuple[Accepted, ...] = ()


class _Reader:
    """Reads one file of settings; every refusal has the line of what it is about."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.file = root / FILE
        self.text = read_text(regular(root, self.file)) if os.path.lexists(self.file) else ""
        self.lines = self.text.split("\n")

    def settings(self) -> Settings:
        """What the file says. Raises InputError for anything else than the keys say."""
        said = self._parsed()
        for key in said:
            if key not in KEYS:
                raise self._refused(key, f"there is no setting `{key}`", _near(key, KEYS))
        inputs = tuple((name, self._file(name, of)) for name, of in self._data(said).items())
        return Settings(
            self._name(said),
            self.root,
            self._players(said),
            inputs,
            self._file("module", said["module"]) if "module" in said else None,
            self._accepted(said),
        )

    def _parsed(self) -> dict[str, Any]:
        import tomllib  # a game that comes along has no settings

        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            at, message = _AT.search(str(error)), _AT.sub("", str(error))
            line = int(at[1]) if at and at[1] else max(1, len(self.text.rstrip().split("\n")))
            raise self._problem(
                line, int(at[2]) if at and at[2] else 1, message, 'a line says `key = "value"`'
            ) from None
        except (ValueError, RecursionError):
            raise self._problem(
                1, 1, "this cannot be read as settings", "a number is too long, or a list too deep"
            ) from None

    def _name(self, said: dict[str, object]) -> str:
        if "name" not in said:
            return named_after(self.root)
        name = said["name"]
        if not isinstance(name, str) or not _NAME.match(name):
            raise self._refused("name", "this is no name of a game", "small letters, digits and hyphens: `my-game`")
        return name

    def _players(self, said: dict[str, object]) -> tuple[int, ...]:
        if "players" not in said:
            return ()
        found = _PLAYERS.match(str(said["players"]))
        low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= low <= high <= PLAYERS:
            raise self._refused("players", "this is no number of players", 'for instance `players = "2-4"`')
        return tuple(range(low, high + 1))

    def _data(self, said: dict[str, object]) -> dict[str, Any]:
        data = said.get("data", {})
        if not isinstance(data, dict):
            raise self._refused("data", "this names no files", 'below `[data]` lines such as `prices = "prices.txt"`')
        return data | ({"dictionary": said["dictionary"]} if "dictionary" in said else {})

    def _file(self, key: str, value: Value) -> Path:
        """A file in the folder. Raises InputError for one that is elsewhere or nowhere."""
        hint = f"a file in `{self.root}`, named from there"
        if not isinstance(value, str) or not value or "\0" in value:
            raise self._refused(key, f"`{key}` names no file", hint)
        path = self.root / value
        try:
            return regular(self.root, path)
        except InputError as error:
            raise self._refused(key, f"`{value[:60]}`: {error.problems[0].message}", hint) from None

    def _accepted(self, said: dict[str, object]) -> tuple[Accepted, ...]:
        listed = said.get("accepted", [])
        hint = 'below `[[accepted]]` the lines `fingerprint = "…"` and `reason = "…"`'
        if not isinstance(listed, list):
            raise self._refused("accepted", "this accepts no finding", hint)
        found: dict[str, Accepted] = {}
        heads = [n for n, line in enumerate(self.lines, 1) if re.match(r"\s*\[\[\s*accepted\s*\]\]", line)]
        for at, one in enumerate(listed):
            line = heads[at] if at < len(heads) else self._line("accepted")
            values = one if isinstance(one, dict) else {}
            if wrong := next((key for key in values if key not in ("fingerprint", "reason")), ""):
                raise self._refused(wrong, f"there is no setting `{wrong}` of an accepted finding", hint)
            made = [values.get(key) for key in ("fingerprint", "reason")]
            if not all(isinstance(part, str) and part.strip() for part in made):
                raise self._problem(line, 1, "a finding is accepted by its fingerprint and with a reason", hint)
            print_, reason = (str(part).strip() for part in made)
            if print_ in found:
                before = found[print_].place.line
                raise self._problem(
                    line, 1, f"`{print_}` is accepted already, in line {before}", "take one of them away"
                )
            found[print_] = Accepted(print_, reason, Place(str(self.file), line))
        return tuple(found.values())

    def _line(self, key: str) -> int:
        """The line that says something of the key."""
        said = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
        return next((n for n, line in enumerate(self.lines, 1) if said.match(line)), 1)

    def _refused(self, key: str, message: str, hint: str) -> InputError:
        return self._problem(self._line(key), 1, message, hint)

    def _problem(self, line: int, column: int, message: str, hint: str) -> InputError:
        excerpt = self.lines[line - 1] if line <= len(self.lines) else ""
        return InputError(Problem(Place(str(self.file), line, column), message, excerpt, hint))


def named_after(root: Path) -> str:
    """The name of a game in the folder where nothing else is said."""
    own = re.sub(r"[^a-z0-9_-]+", "-", os.path.basename(os.path.abspath(root)).lower()).strip("-_")[:60]
    return own if _NAME.match(own) else "game"


def settings(root: Path) -> Settings:
    """What is said of the game in the folder. Raises InputError if there is none, or for what cannot be used."""
    within(root, root / "specs" / WORDS)
    if not stands_alone(root):
        missing = next((part for part in ("specs", "cards") if not (root / part).is_dir()), f"specs/{WORDS}")
        hint = f"a game has `cards/` and `specs/{WORDS}`; `hexcheck new DIR` writes a small one"
        if root.is_dir() and sorted((root / "specs").glob(f"*/{WORDS}")):
            hint = "there are several games in it: `hexcheck diff OLD NEW` compares such folders"
        message = f"there is no game in this folder: `{missing}` is missing"
        if not root.is_dir():
            message = "this is a file, not the folder of a game" if root.exists() else "there is no such folder"
        raise InputError(Problem(Place(str(root), 1), message, "", hint))
    return _Reader(root).settings()


def _near(key: str, keys: tuple[str, ...]) -> str:
    import difflib

    close = difflib.get_close_matches(key, keys, n=1, cutoff=0.5)
    return f"did you mean `{close[0]}`?" if close else "the settings are: " + ", ".join(keys)
