"""What nothing orders: where several effects come together, and which of them can be about the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from checker.kernel import effect as e
from checker.kernel.game import Game, Step
from checker.kernel.norm import Norm, OfAct, OfEvent, Replaces, When, about
from checker.kernel.term import Lit, Var
from checker.kernel.trees.walk import calls, facts_in, reachable, within

RULE = "rule"
ANYTHING = "anything"
"""Stands for whatever a function of a game's own may look at."""


class Unordered(NamedTuple):
    """Effects that nothing orders: the name under which it is noted that they came together, what they are, and what
    they hang on.

    For two norms on one event these are their ids and the act. `at` is what carries them out.
    """

    name: str
    effects: tuple[Any, ...]
    at: str
    norms: tuple[str, ...] = ()
    act: str = ""


def attachment(clause: str, speaker: str) -> str:
    """What is said of an effect that the clause, or the card that speaks, attaches to an event."""
    return f"what {clause if speaker == RULE else speaker} attaches"


def both(one: str, other: str) -> str:
    """The name of two effects, whichever comes first."""
    return " | ".join(sorted((one, other)))


def bodies(game: Game) -> Iterator[tuple[str, object]]:
    """Everything that is carried out, each with what carries it out."""
    yield from ((f"act {a.name}", (a.body, a.last)) for a in game.vocabulary.acts)
    yield from ((f"card {c.title}", c.text) for c in game.cards)
    yield from ((f"norm {n.id}", n.claim.effect) for n in game.norms if isinstance(n.claim, When | Replaces))
    for procedure in game.procedures:
        yield from ((f"procedure {procedure.name}", s.effect) for s in procedure.steps)


def sites(game: Game) -> dict[int, str]:
    """For each effect that is done in any order the name of the place where one equal to it stands first."""
    named: dict[object, str] = {}
    return {id(inner): named.setdefault(inner, name) for name, _, _, inners in _sites(game) for inner in inners}


def _sites(game: Game) -> Iterator[tuple[str, str, str, tuple[object, ...]]]:
    """Each place with its name, which those with equal effects share: these may be one in memory, or not."""
    count: dict[str, int] = {}
    known: dict[object, str] = {}
    for at, tree in bodies(game):
        for part in within(tree):
            match part:
                case e.Each(var, _, body, False):
                    inners: tuple[object, ...] = (body,)
                case e.Pick(_, var, _, body, True):
                    inners = (body,)
                case e.Together(parts):
                    var, inners = "", tuple(p.effect for p in parts)
                case _:  # nothing else does several things in any order
                    continue
            count[at] = count.get(at, 0) + 1
            name = next((known[inner] for inner in inners if inner in known), f"{at} ({count[at]})")
            known |= {inner: name for inner in inners if inner not in known}
            yield name, at, var, inners


def unordered(game: Game) -> tuple[Unordered, ...]:
    """Everything that nothing orders and of which one effect reads or changes what another one changes."""
    reach = EffectClosure(game)
    return tuple(one for one in (*_steps(game), *_attached(game), *_several(game)) if reach.meet(one))


def _steps(game: Game) -> Iterator[Unordered]:
    for procedure in game.procedures:
        for one, other in combinations(procedure.steps, 2) if procedure.unordered else ():
            if not _follows(procedure.steps, one, other) and not _follows(procedure.steps, other, one):
                name = both(f"step {one.name}", f"step {other.name}")
                yield Unordered(name, (one.effect, other.effect), f"procedure {procedure.name}")


def _follows(steps: tuple[Step, ...], one: Step, other: Step) -> bool:
    """The one comes after the other, or after one that does."""
    named = {s.name: s for s in steps}
    return other.name in reachable(one.after, lambda name: named[name].after if name in named else ())


def _attached(game: Game) -> Iterator[Unordered]:
    """Norms of different clauses or cards on one act; what nothing states comes last anyway."""
    told = [
        (n, n.claim) for n in game.norms if isinstance(n.claim, When) and not isinstance(n.claim.effect, e.Unstated)
    ]
    for (one, first), (other, second) in combinations(told, 2):
        owners = attachment(one.clause, one.speaker), attachment(other.clause, other.speaker)
        act = first.event.act
        if act == second.event.act and owners[0] != owners[1]:
            trees = ((one.cond, first.effect), (other.cond, second.effect))
            yield Unordered(both(*owners), trees, f"act {act}", (one.id, other.id), act)


def _several(game: Game) -> Iterator[Unordered]:
    for (name, var, inners), at in {(name, var, inners): at for name, at, var, inners in _sites(game)}.items():
        if not (var and _each_its_own(inners[0], var)):
            yield Unordered(name, inners if len(inners) > 1 else inners * 2, at)


def _each_its_own(body: object, var: str) -> bool:
    """Done for several things, it reads and changes of each what it does not of the others, or changes all alike."""
    parts = [*within(body)]
    if any(isinstance(p, e.Event | e.Run | e.Carry | e.Create | e.Unstated | e.Await | e.Move) for p in parts):
        return False
    put = [p for p in parts if isinstance(p, e.Put | e.Add)]
    targets = {id(p.field) for p in put}
    read = [c for c in calls(body) if id(c) not in targets]
    own = {p.field.fact for p in put if Var(var) in p.field.args}
    others = {p.field.fact for p in put if Var(var) not in p.field.args}
    alike = all(isinstance(p, e.Put) and isinstance(p.value, Lit) for p in put if p.field.fact in others)
    mixed = {c.fact for c in read if Var(var) not in c.args} & own or {c.fact for c in read} & others
    return alike and not mixed and own.isdisjoint(others)


class EffectClosure:
    """What effects come to, through the acts, procedures and texts that they carry out and the norms on these."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.acts = {a.name: (a.body, a.last) for a in game.vocabulary.acts}
        self.procedures = {p.name: tuple(s.effect for s in p.steps) for p in game.procedures}
        self.facts = {f.name: f for f in game.vocabulary.facts}
        self.on: dict[str, list[Norm]] = {}
        self.about: dict[str, list[Norm]] = {}
        for norm in game.norms:
            what = about(norm.claim)
            if what is not None and not isinstance(norm.claim, OfAct):
                (self.on if isinstance(norm.claim, OfEvent) else self.about).setdefault(what.act, []).append(norm)
        self._rests: dict[str, frozenset[str]] = {}

    def meet(self, one: Unordered) -> bool:
        """One of the effects reads or changes what another one changes."""
        marks = [(self.written(t), self.read(t)) for t in one.effects]
        return any(_disturbs(w, r, v) or _disturbs(v, s, w) for (w, r), (v, s) in combinations(marks, 2))

    def whole(self, tree: object) -> tuple[object, ...]:
        """The tree, with all that is carried out by it and the conditions of the norms on that."""
        return self._reached(tree)[1]

    def called(self, tree: object) -> frozenset[str]:
        """The acts, procedures and cards that are carried out by it."""
        return self._reached(tree)[0]

    def written(self, tree: object) -> frozenset[str]:
        """The fields, places and sorts that are changed by it."""
        found: set[str] = set()
        for part in within(self.whole(tree)):
            match part:
                case e.Put(field, _) | e.Add(field, _):
                    found.add(field.fact)
                case e.Move(_, zone):
                    found.add(zone.fact)
                case e.Create(_, sort, _) | e.Remove(_, sort):
                    found.add(sort)
                case e.Unstated(_, changes):
                    found |= {c.fact for c in changes}
        return frozenset(found)

    def read(self, tree: object) -> frozenset[str]:
        """The facts and fields on which it hangs, and what these rest on."""
        return frozenset().union(*(self.rests(c.fact) for c in calls(self.whole(tree))))

    def rests(self, fact: str) -> frozenset[str]:
        """The fact or field, and those on which it rests."""
        if fact not in self._rests:
            self._rests[fact] = frozenset(reachable([fact], self._resting))
        return self._rests[fact]

    def _resting(self, name: str) -> Iterator[str]:
        """What the fact itself rests on."""
        fact = self.facts.get(name)
        if fact is not None and fact.definition is None and not fact.institutional:
            yield ANYTHING
        about = [(n.cond, n.claim) for n in self.about.get(name, ())]
        yield from facts_in((fact.definition if fact is not None else None, about))

    def _reached(self, tree: object) -> tuple[frozenset[str], tuple[object, ...]]:
        seen: set[str] = set()
        found, todo = [tree], [tree]
        while todo:
            for part in within(todo.pop()):
                for name, inner in self._called(part):
                    if name not in seen:
                        seen.add(name)
                        found.append(inner)
                        todo.append(inner)
        return frozenset(seen), tuple(found)

    def _called(self, part: object) -> Iterator[tuple[str, object]]:
        match part:
            case e.Event(act):
                attached_ = tuple((n.cond, getattr(n.claim, "effect", e.Nothing())) for n in self.on.get(act, ()))
                yield f"act {act}", (self.acts[act], attached_)
            case e.Run(procedure):
                yield f"procedure {procedure}", self.procedures.get(procedure, ())
            case e.Carry():
                yield from ((f"card {c.title}", c.text) for c in self.game.cards)


def _disturbs(written: frozenset[str], read: frozenset[str], other: frozenset[str]) -> bool:
    return bool(written & other) or bool(other & read) or (ANYTHING in read and bool(other))
