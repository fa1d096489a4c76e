"""A game with other names for what its vocabulary calls by one, the same in all else."""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import Any

from msgspec import structs

from checker.kernel.effect import Await, Event
from checker.kernel.game import Game
from checker.kernel.norm import Pattern
from checker.kernel.record import Record
from checker.kernel.term import Call
from checker.kernel.trees.two_state import BEFORE
from checker.kernel.trees.walk import VALUES, parts_of
from checker.kernel.vocabulary import HIDDEN_HAND, Act, Fact, Field, Zone
from checker.kernel.zone_terms import BROUGHT

KEPT = frozenset(
    [
        "seats",
        "names",
        "things",
        "zone",
        "made",
        "printed",
        "plays",
        "picks",
        "option",
        "stated",
        "orders",
        "foreseen",
        "everything",
    ]
) | {"told lying", "unknown hand", "turn guessed", "orders as written", "shuffled as it fell", "asked of hands"}
"""What a table keeps besides the fields of its game, and what is asked besides its facts."""
UNKNOWN_HAND = "unknown hand"
"""How a table keeps that nobody tells a hand; what a field marks of it is that."""
HAPPENED = frozenset(
    ["effect", "illegal", "permission", "unregulated", "stands", "done", "altered", "insists", "barred", "act"]
) | {"in vain"}
"""What a course of play notes besides the acts of its game."""


def told_apart(game: Game) -> Game:
    """The game in which nothing has a name by which the program itself keeps something."""
    words = game.vocabulary
    values = {*(f.name for f in words.fields), *(f.name for f in words.facts), *(z.name for z in words.zones)}
    acts = {a.name for a in words.acts}
    new = {name: _free(name, values) for name in sorted(values & KEPT)}
    new |= {head + z.name: head + new[z.name] for z in words.zones if z.name in new for head in BROUGHT}
    new |= {f.name: UNKNOWN_HAND for f in words.fields if f.marks == HIDDEN_HAND}
    new = {name: other for name, other in new.items() if name != other}
    done = {name: _free(name, acts) for name in sorted(acts & HAPPENED)}
    return _Renaming(new, done).of(game) if new or done else game


def _free(name: str, taken: set[str]) -> str:
    """A name that nothing has."""
    while name in taken or name in KEPT | HAPPENED:
        name = f"the {name}"
    return name


def as_written(name: str) -> str:
    """What the files of the game call what is set apart by that name."""
    bare = name
    while bare.startswith("the "):
        bare = bare.removeprefix("the ")
        if bare in KEPT | HAPPENED:
            return bare
    return name


class _Renaming:
    def __init__(self, values: Mapping[str, str], acts: Mapping[str, str]) -> None:
        self.values, self.acts = values, acts

    def of(self, tree: Any) -> Any:
        """The tree with the new names; what has none of them is as it was."""
        parts = parts_of(tree)
        new = [part if type(part) in VALUES else self.of(part) for part in parts]
        if not isinstance(tree, Record):
            return tree if not parts or all(map(is_, parts, new)) else tuple(new)
        made: Any = tree if all(map(is_, parts, new)) else type(tree)(*new)
        match made:
            case Call(fact, args) if not (fact == "is" and len(args) == 2):
                name = fact.removeprefix(BEFORE)
                return Call(fact[: len(fact) - len(name)] + self.values.get(name, name), args)
            case Event() | Pattern():
                return structs.replace(made, act=self.acts.get(made.act, made.act))
            case Await():
                return structs.replace(made, acts=tuple(self.acts.get(a, a) for a in made.acts))
            case Act():
                return structs.replace(made, name=self.acts.get(made.name, made.name))
            case Fact():
                within = tuple(self.values.get(n, n) for n in made.within)
                return structs.replace(made, name=self.values.get(made.name, made.name), within=within)
            case Game():
                listed = tuple((self.values.get(name, name), place) for name, place in made.by_function)
                return structs.replace(made, by_function=listed)
            case Field() | Zone():
                return structs.replace(made, name=self.values.get(made.name, made.name))
        return made
