"""Every ruling once, in this process; exit code 1 at the first that disagrees.

For whoever wants to know soon whether something is wrong (`tests/mutate.py`): every twentieth ruling comes
first, then the rest, so that all subjects have been met after a second.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

from checker.__main__ import COLLECT
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.scene import Scene

APART = 20


def telling() -> Iterator[tuple[Desk, Scene]]:
    """The rulings that nobody disputes, those far apart in their files first."""
    desks = [house.desk(game) for game in house.known()]
    every = [(desk, scene) for desk in desks for scene in desk.rulings() if not scene.disputed]
    yield from every[::APART]
    yield from (one for number, one in enumerate(every) if number % APART)


def main() -> None:
    """Ends with exit code 1 and the place of the first ruling that disagrees."""
    sys.setrecursionlimit(20_000)
    gc.set_threshold(*COLLECT)
    for desk, scene in telling():
        if any(checked.faults for checked in desk.checked(scene)):
            sys.exit(f"{scene.place.file}:{scene.place.line}: {scene.title}")


if __name__ == "__main__":
    main()
