"""What the rules of a game carry out, what that calls, and where play may come back to by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from checker.kernel import effect as e
from checker.kernel.game import Game, Procedure, Step
from checker.kernel.norm import Prevents, Replaces, When
from checker.kernel.trees.anytime_acts import unawaited


def within(tree: object) -> Iterator[Any]:
    """Every effect in the tree, outermost first."""
    if isinstance(tree, e.Effect):
        yield tree
    for part in tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]:
        yield from within(part)


class Bodies:
    """The acts, cards, procedures and norms of a game that carry something out; some acts no step waits for."""

    def __init__(self, game: Game) -> None:
        self.clauses = {c.id for c in game.clauses}
        self.norms = [(n.id, n.claim) for n in game.norms if isinstance(n.claim, Prevents | Replaces | When)]
        self.acts = {f"act {a.name}": a for a in game.vocabulary.acts}
        self.cards = {f"card {c.title}": c.text for c in game.cards}
        self.unawaited = tuple(unawaited(game))
        self.procedures = {f"procedure {p.name}": p for p in game.procedures}

    def each(self) -> Iterator[tuple[str, e.Effect]]:
        """What is carried out, each with what carries it out."""
        yield from ((at, e.Then((a.body, a.last))) for at, a in self.acts.items())
        yield from self.cards.items()
        yield from ((f"norm {n}", claim.effect) for n, claim in self.norms if isinstance(claim, Replaces | When))
        for procedure in self.procedures.values():
            yield from ((f"step {s.name} of {procedure.name}", s.effect) for s in self.steps(procedure))

    def loops(self) -> Iterator[tuple[tuple[str, int], object]]:
        """Every loop of the bodies, by its body and its number there."""
        for at, body in self.each():
            again = [x for x in within(body) if isinstance(x, e.While) or (isinstance(x, e.Await) and self.called(x))]
            yield from (((at, site), loop) for site, loop in enumerate(again))

    def called(self, effect: object) -> list[str]:
        """What the effect calls, in order."""
        if not isinstance(effect, e.Effect) or isinstance(effect, e.Composite | e.Change | e.Idle):
            return []
        match effect:
            case e.Event(act):
                return [f"act {act}"]
            case e.Await(_, acts):
                return [f"act {a}" for a in (*acts, *self.unawaited) if f"act {a}" in self.acts]
            case e.Run(procedure):
                return [f"procedure {procedure}"]
            case e.Carry():
                return list(self.cards)
            case e.While() | e.Leave():
                return []
            case _:
                assert_never(effect)

    def rings(self, cut: set[str]) -> set[str]:
        """What leads to itself other than through what is cut."""
        calls: dict[str, set[str]] = {}
        for at, body in self.each():
            owner = f"procedure {at.partition(' of ')[2]}" if at.startswith("step ") else at
            calls.setdefault(owner, set()).update(c for x in within(body) for c in self.called(x))
        for name, claim in self.norms:
            calls[f"act {claim.event.act}"].add(f"norm {name}")
            calls.setdefault(f"norm {name}", set())
        left = set(calls) - cut
        while ends := {at for at in left if not calls[at] & left}:
            left -= ends
        return left

    def steps(self, procedure: Procedure) -> list[Step]:
        """The steps that some clause has, in order."""
        done: list[Step] = []
        left = list(procedure.steps)
        while left:
            waiting = {s.name for s in left}
            one = next(s for s in left if waiting.isdisjoint(s.after))
            left.remove(one)
            done.append(one)
        return [s for s in done if self.stated(s.clauses)]

    def stated(self, clauses: tuple[str, ...]) -> bool:
        """Some of the clauses, if any are named, are in the rules."""
        return not clauses or not self.clauses.isdisjoint(clauses)
