"""What games have in Python: each that comes along in a folder here, another in the module that its folder names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from checker.kernel.game import Game
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.vocabulary import Functions
from checker.process.inputs import content

if TYPE_CHECKING:
    from checker.kernel.game_play import Playing

GAMES: dict[str, str] = {
    "hexhex": ".hexhex.game",
    "hexx": ".hexx.game",
    "horrible": ".horrible.game",
}
"""Where each game's `functions` and `scene_forms` are, seen from here."""


Inputs = tuple[tuple[str, Path], ...]
"""Files of data, by the names under which a game's functions take them."""


def functions(name: str, /, module: Path | None = None, inputs: Inputs = ()) -> Functions:
    """The functions behind the game's facts; none for a game that is only specs."""
    found: Functions = _called(name, module, "functions", **dict(inputs)) or {}
    if module is None:
        return found
    named: object = found
    if not isinstance(named, dict) or not all(map(callable, named.values())):
        raise InputError(Problem(Place(str(module), 1), "`functions` gives no functions by the names of facts"))
    return {name: partial(_guarded, module, called) for name, called in found.items()}


def scene_forms(game: Game, module: Path | None = None) -> Callable[[Any], Any] | None:
    """What reads the game's own statements in a scene, or None for a game that is only specs."""
    found: Callable[[Any], Any] | None = _called(game.name, module, "scene_forms", game)
    return found


def playing(game: Game, module: Path | None = None) -> Playing | None:
    """What is needed to play whole games of it, or None for a game that is only specs."""
    found: Playing | None = _called(game.name, module, "playing", game)
    return found


def reads(name: str, module: Path | None = None) -> tuple[Path, ...]:
    """The files that the game's Python reads though nobody names them: what it gives depends on what is in them."""
    found: tuple[Path, ...] | None = _called(name, module, "reads")
    return found or ()


PARTS: dict[str, Callable[..., Any]] = {"scene_forms": scene_forms, "playing": playing, "reads": reads}
"""What a game can have in Python besides functions."""


def _called(name: str, module: Path | None, what: str, /, *args: Any, **inputs: Any) -> Any:
    """What comes of the function of the game's part; None if it has none."""
    make = getattr(_part(name, module), what, None)
    if make is None or module is None:
        return make and make(*args, **inputs)
    with _faults(module):
        return make(*args, **inputs)


def _guarded(module: Path, called: Callable[..., Any], *args: Any) -> Any:
    """What comes of a function of the module. Raises InputError where its own code cannot be carried out."""
    with _faults(module):
        return called(*args)


@contextmanager
def _faults(module: Path) -> Iterator[None]:
    """Turns what the module's own code raises into a refusal; what the program raises below it passes through."""
    try:
        yield
    except Exception as error:
        import traceback

        *_, (last, _) = traceback.walk_tb(error.__traceback__)
        if last.f_code.co_filename == str(module) or isinstance(error, SyntaxError):
            raise _fault(module, error) from None
        raise


def _part(name: str, module: Path | None) -> ModuleType | None:
    if module is not None:
        return _imported(module, content(module, str(module)))
    return import_module(GAMES[name], __package__) if name in GAMES else None


@cache
def _imported(path: Path, code: bytes) -> ModuleType:
    """The module in the file, which is run. Raises InputError at the line where it cannot be."""
    made = ModuleType(path.stem)
    with _faults(path):
        exec(compile(code, str(path), "exec"), made.__dict__)
    return made


def _fault(path: Path, error: Exception) -> InputError:
    """The refusal of a module that cannot be used, at the line of it that was run last."""
    import traceback

    own = [at for frame, at in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == str(path)]
    line = error.lineno or 1 if isinstance(error, SyntaxError) else own[-1] if own else 1
    said = f"{type(error).__name__}: {error}".rstrip(": ")
    return InputError(Problem(Place(str(path), line), f"this code cannot be used: {said[:300]}"))
