"""What a certificate takes on trust of what lies there before a change, watched in random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from played import play
from test_endless import desk, walked

from checker.certificates.check_changes import Counters
from checker.certificates.check_rules import compared
from checker.games.hexhex.acts import acts, beginning, weight
from checker.kernel.effect import Add, Create, Move, Put, Remove
from checker.kernel.position import GONE, Position, Store
from checker.norms.evaluate import UNKNOWN
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import step
from checker.run.progress import Moved, Progress
from checker.simulate import games
from checker.simulate.games import Players, RandomPolicy
from checker.smt.termination.write_certificate import document, written

Shift = tuple[tuple[str, int], ...]


Moves = dict[Any, list[dict[str, int | None]]]


def claims() -> Moves:
    """How far each effect is said to move counters, in any context, read off while that is compared with the rules."""
    said: Moves = {}
    follow = Counters.follow

    def moved(self: Counters, effect: Any, program: dict[str, Any]) -> None:
        said.setdefault(effect, []).extend(c["rises"] for c in program["changes"])
        follow(self, effect, program)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Counters, "follow", moved)
        read = document("hexhex", [written(one._replace(ends=True)) for one in walked()])
        assert compared(read, desk().game)[0] == {}
    return said


def shift(rules: Rulebook, effect: Any, before: Store, after: Store) -> Shift | None:
    """By how much the change moved each counter; None if something unknown was involved."""
    moved: Counter[str] = Counter()
    for key, value in after.changes(before):
        old, new = before.get(key, GONE), value
        name = str(key[0])
        if name == "zone":
            moved[f"cards: {key[1]}"] += _length(new) - _length(old)
        elif name == "things":
            moved[f"things: {key[1]}"] += _length(new) - _length(old)
        elif name in rules.fields and not isinstance(effect, Create | Remove):
            field = rules.fields[name]
            old, new = (field.initial if v is GONE else v for v in (old, new))
            if UNKNOWN in (old, new):
                return None
            if field.result == "number":
                moved[name] += max(0, int(new)) - max(0, int(old))  # type: ignore[arg-type]
            elif (_set(old)) != (_set(new)):
                yes, no = ("yes", "no") if field.result == "condition" else ("set", "none")
                moved[f"{name}: {yes}"] += 1 if _set(new) else -1
                moved[f"{name}: {no}"] += 1 if _set(old) else -1
    return tuple(sorted((c, n) for c, n in moved.items() if n))


def _length(value: Any) -> int:
    return len(value) if isinstance(value, tuple) else 0


def _set(value: Any) -> bool:
    return value is not None and value is not False


def allows(rises: dict[str, int | None], moved: dict[str, int]) -> bool:
    """The change moves every counter as far as is said, at most."""
    return all((most := rises.get(c, 0)) is None or moved.get(c, 0) <= most for c in {*rises, *moved})


@contextmanager
def watched(seen: dict[Any, set[Shift]]) -> Iterator[None]:
    """Every step of play is noted: what was done, and how far it moved the counters."""

    def noted(rules: Rulebook, position: Position, asked: bool = True) -> Progress:
        progress = step(rules, position, asked)
        effect = position.agenda[0] if position.agenda else None
        if isinstance(progress, Moved) and isinstance(effect, Add | Put | Move | Create | Remove):
            moved = shift(rules, effect, position.store, progress.position.store)
            if moved is not None:
                seen.setdefault(effect, set()).add(moved)
        return progress

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "step", noted)
        yield


def test_random_games_move_counters_as_the_certificate_says_of_each_change() -> None:
    """A counter that is said to fall since something is `known` to be there falls."""
    rules = desk().rules
    said = claims()
    seen: dict[Any, set[Shift]] = {}
    for players, seeds in ((3, 2), (5, 1)):
        for seed in range(seeds):
            with watched(seen):
                table = beginning(rules.game.cards, tuple("ABCDEF"[:players]))
                play(Players(rules, acts, weight), table, RandomPolicy(seed, True), 150)
    wrong = [
        (effect, moved)
        for effect, moves in seen.items()
        for moved in moves
        if effect in said and not any(allows(rises, dict(moved)) for rises in said[effect])
    ]
    assert not wrong
    falls = sum(any(n < 0 for _, n in m) for e, moves in seen.items() if e in said for m in moves)
    assert len([e for e in seen if e in said]) > 30 and falls > 20


def test_a_fall_elsewhere_and_a_rise_that_is_not_said_are_noticed() -> None:
    drawn = {"cards: deck": -1, "cards: hand": 1}
    assert allows(drawn, drawn) and allows({**drawn, "drawn": None}, {**drawn, "drawn": 7})
    assert not allows(drawn, {"cards: pile": -1, "cards: hand": 1})
    assert not allows(drawn, {**drawn, "drawn": 1})
    assert not allows(drawn, {"cards: hand": 1})
