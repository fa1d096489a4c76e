"""A small game that is written into a folder, with comments that tell how to go on from it."""

from __future__ import annotations

from pathlib import Path

from checker.kernel.source import InputError, Place, Problem
from checker.load.folders.game_settings import FILE, named_after
from checker.process.outputs import written

TEMPLATE = Path(__file__).parent / "template"


def new_game(root: Path) -> list[Path]:
    """The files of the game, written. Raises InputError where something lies already, or nothing can be written."""
    files = sorted(path.relative_to(TEMPLATE) for path in TEMPLATE.rglob("*") if path.is_file())
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
        text = (TEMPLATE / path).read_text("utf-8")
        written(root / path, text.replace("{name}", named_after(root)) if path.name == FILE else text)
    return [root / path for path in files]
