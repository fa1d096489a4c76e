"""A small game that is written into a folder, with comments that tell how to go on from it."""

from __future__ import annotations

import re
from pathlib import Path

from checker.kernel.source import InputError, Place, Problem
from checker.load.folders.game_settings import FILE, named_after
from checker.load.name_hints import near
from checker.process.outputs import written
from checker.store.disk_cache import data_folder

TEMPLATE = Path(__file__).parent / "template"
EXAMPLES = "examples"
"""The folder of the games that come along as examples."""
_NAME = re.compile(r"^name = .*$", re.M)


def new_game(root: Path, like: str = "") -> list[Path]:
    """The files of the game, written, of the example of that name if one is named.

    Raises InputError where something lies already, nothing can be written, or no example is called so.
    """
    model = example(like) if like else TEMPLATE
    files = sorted(path.relative_to(model) for path in model.rglob("*") if path.is_file())
    try:
        if root.exists() and (not root.is_dir() or any(root.iterdir())):
            hint = "name a folder that is not there yet"
            raise InputError(Problem(Place(str(root), 1), "something lies here already", "", hint))
        for path in files:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise InputError(Problem(Place(str(root), 1), f"this folder cannot be made: {why}")) from None
    for path in files:
        text = (model / path).read_text("utf-8")
        written(root / path, _NAME.sub(f'name = "{named_after(root)}"', text) if path.name == FILE else text)
    return [root / path for path in files]


def examples() -> list[str]:
    """The names of the games that come along as examples."""
    return sorted(path.parent.name for path in (data_folder() / EXAMPLES).glob(f"*/{FILE}"))


def example(name: str) -> Path:
    """The folder of the example. Raises InputError, with all names, if none is called so."""
    every = examples()
    if name not in every:
        hint = near(name, (f"example {one}" for one in every))
        raise InputError(
            Problem(Place(name, 1), f"there is no example `{name}`; there are {', '.join(every)}", "", hint)
        )
    return data_folder() / EXAMPLES / name
