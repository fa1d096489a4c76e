"""What an amendment says and that can bring itself about again, by all that it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from checker.certificates.check_bodies import Bodies, within
from checker.kernel.effect import Add, Await, Chance, Choose, Effect, Event, If, While
from checker.kernel.game import Game
from checker.kernel.norm import Counts
from checker.kernel.term import Arith, Call, Compare, Count, Lit, Sum
from checker.kernel.trees.anytime_acts import awaited
from checker.kernel.trees.walk import calls, of_kind
from checker.kernel.vocabulary import sort_of
from checker.static.amended_conditions import amended_norms

FIELD = "number "
"""With it begins the name of a number that grows."""


class SelfCausing(NamedTuple):
    """A text that leads to itself: by what, one after the other, and whether that is chance, a choice or a duty."""

    where: str
    way: tuple[str, ...]
    by: str


def self_causing(game: Game, rolled: frozenset[str]) -> list[SelfCausing]:
    """The texts of amendments that lead to themselves: what they do, and what goes on as long as a number is not used up."""
    leads, chance, choice = _leads(game, rolled)
    for spent in _spending(game):
        leads.pop(spent, None)
    ways = ((at, _back(leads, at)) for at in _amended(game) if at in leads)
    return [
        SelfCausing(at, way, "chance" if chance.intersection(way) else "choice" if choice.intersection(way) else "duty")
        for at, way in ways
        if way and not _bounded(game, leads, at, way)
    ]


def _spending(game: Game) -> set[str]:
    """The acts that wait for a player to give a card away, of which there are so many and no more."""
    words = game.vocabulary
    given = {a.name for a in words.acts if any(sort_of(words, p) == "card" for p, _ in a.params)}
    return {f"act {a}" for a in awaited((game.procedures, words, game.cards)) & given}


def _bounded(game: Game, leads: dict[str, set[str]], at: str, way: tuple[str, ...]) -> bool:
    """The text asks how large a number of the table is that moves on the way, or one that no field keeps."""
    bodies, asks = Bodies(game), _Asks(game)
    gone = [*way]
    for one in gone:
        inner = (to for to in leads.get(one, ()) if to.startswith(("procedure ", "step ", "act ")))
        gone += sorted(to for to in inner if to not in gone)
    texts = [(name, list(within(body))) for name, body in bodies.each() if name in gone]
    moved = {x.field.fact for _, parts in texts for x in parts if isinstance(x, Add)}
    conds = [n.cond for n in game.norms if f"norm {n.id}" == at]
    conds += [x.cond for name, parts in texts if name == at for x in parts if isinstance(x, If)]
    return any(_measures(c) and (not asks.numbers(c) or asks.numbers(c) & moved) for c in conds)


def _measures(tree: Any) -> bool:
    """It compares something that the table gives with a number."""
    return any(
        isinstance(side, Call | Count | Sum) for found in of_kind(tree, Compare) for side in (found.left, found.right)
    )


def _amended(game: Game) -> list[str]:
    """The names of the texts that amendments brought or changed."""
    files = {a.place.file for a in game.amended if a.place is not None}
    norms = amended_norms(game)
    found = [f"norm {n.id}" for n in game.norms if n.id in norms and n.place is not None and n.place.file in files]
    found += [f"card {a.name}" for a in game.amended if a.kind == "card"]
    steps = ((s, p) for p in game.procedures for s in p.steps if s.place is not None and s.place.file in files)
    return [*found, *(f"step {s.name} of {p.name}" for s, p in steps)]


def _leads(game: Game, rolled: frozenset[str]) -> tuple[dict[str, set[str]], set[str], set[str]]:
    """What each text leads to; those in which chance decides, and those in which somebody does."""
    bodies, asks = Bodies(game), _Asks(game)
    leads: dict[str, set[str]] = {}
    free = {f"act {a}" for a in bodies.unawaited}
    chance, choice = {f"act {a}" for a in rolled}, set[str]()
    for procedure in game.procedures:
        steps = {f"step {s.name} of {procedure.name}" for s in bodies.steps(procedure)}
        leads.setdefault(f"procedure {procedure.name}", set()).update(steps)
    whole = f" of {game.procedures[0].name}"
    for at, body in bodies.each():
        parts = list(within(body))
        leads.setdefault(at, set()).update(c for x in parts for c in bodies.called(x))
        leads[at] -= free - {f"act {x.act}" for x in parts if isinstance(x, Event)}
        leads[at].update(f"{FIELD}{x.field.fact}" for x in parts if isinstance(x, Add) and not _falls(x.amount))
        chance |= {at} if any(isinstance(x, Chance) for x in parts) else set()
        choice |= {at} if any(isinstance(x, Choose) for x in parts) else set()
        for loop in parts if not at.endswith(whole) else ():
            if isinstance(loop, While | Await):
                inner = _called(bodies, loop)
                for field in asks.numbers(loop.cond if isinstance(loop, While) else loop.until):
                    leads.setdefault(f"{FIELD}{field}", set()).update(inner)
    for name, claim in bodies.norms:
        leads.setdefault(f"act {claim.event.act}", set()).add(f"norm {name}")
    return leads, chance, choice


def _called(bodies: Bodies, loop: While | Await) -> set[str]:
    """What is done while it lasts."""
    parts: list[Effect] = list(within(loop.body)) if isinstance(loop, While) else [loop]
    found = {c for x in parts for c in bodies.called(x)}
    return found - {f"act {a}" for a in bodies.unawaited}


def _falls(amount: Any) -> bool:
    """What is added lowers the number."""
    match amount:
        case Lit(int(number)):
            return number < 0
        case Arith("minus", Lit(0), _):
            return True
        case _:
            return False


class _Asks:
    """The numbers on which conditions hang, by way of facts and of what norms count."""

    def __init__(self, game: Game) -> None:
        self.fields = {f.name for f in game.vocabulary.fields if f.result == "number"}
        self.facts: dict[str, list[Any]] = {f.name: [f.definition] for f in game.vocabulary.facts}
        for norm in game.norms:
            if isinstance(norm.claim, Counts):
                self.facts.setdefault(norm.claim.fact.fact, []).append(norm.cond)

    def numbers(self, tree: Any) -> set[str]:
        """The numbers that the condition asks for."""
        found, left = set[str](), list(_calls(tree))
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += [n for part in self.facts.get(name, ()) for n in _calls(part)]
        return found & self.fields


def _calls(tree: Any) -> Iterator[str]:
    return (call.fact for call in calls(tree))


def _back(leads: dict[str, set[str]], start: str) -> tuple[str, ...]:
    """A shortest way from the text back to itself; nothing if there is none."""
    came: dict[str, str] = {}
    todo = [start]
    for at in todo:
        for to in sorted(leads.get(at, ())):
            if to == start:
                way = [at]
                while way[-1] != start:
                    way.append(came[way[-1]])
                return tuple(reversed(way))
            if to not in came:
                came[to] = at
                todo.append(to)
    return ()
