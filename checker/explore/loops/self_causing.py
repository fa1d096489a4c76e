"""What an amendment says and that can bring itself about again, by all that it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from checker.certificates.check_bodies import Bodies, within
from checker.kernel.effect import Add, Await, Chance, Choose, Effect, Event, If, Put, While
from checker.kernel.game import Game
from checker.kernel.norm import Counts, Replaces, When
from checker.kernel.term import And, Arith, Call, Compare, Count, Every, Is, Lit, Not, Or, Some, Sum
from checker.kernel.trees.anytime_acts import awaited
from checker.kernel.trees.walk import calls, letters_in, of_kind, reachable
from checker.kernel.vocabulary import sort_of
from checker.static.amended_conditions import amended_norms

FIELD = "number "
"""With it begins the name of a number that grows."""
SET = "field "
"""With it begins the name of a field that is set to something."""


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
        SelfCausing(at, way, "chance" if chance & _deciding(game, way) else "choice" if choice & {*way} else "duty")
        for at, way in ways
        if way and not _bounded(game, leads, at, way)
    ]


def _deciding(game: Game, way: tuple[str, ...]) -> set[str]:
    """What is on the way but for acts of which only who does them is asked: whatever comes up there, it goes on."""
    words, norms = game.vocabulary, {f"norm {n.id}": n for n in game.norms}
    for act, then in zip(way, (*way[1:], way[0]), strict=True):
        norm = norms.get(then)
        if norm is not None and isinstance(norm.claim, When | Replaces) and act == f"act {norm.claim.event.act}":
            params = next(a.params for a in words.acts if f"act {a.name}" == act)
            told = zip(params, norm.claim.event.args, strict=True)
            letters = letters_in(tuple(arg for (param, _), arg in told if sort_of(words, param) != "player"))
            if not letters & letters_in((norm.cond, norm.claim.effect)):
                way = tuple(at for at in way if at != act)
    return {*way}


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


def _measures(tree: object) -> bool:
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
    bodies, asks, anew = Bodies(game), _Asks(game), _anew(game)
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
        leads[at].update(f"{SET}{field}" for field in _opened(asks, parts, anew))
        chance |= {at} if any(isinstance(x, Chance) for x in parts) else set()
        choice |= {at} if any(isinstance(x, Choose) for x in parts) else set()
        for loop in parts if not at.endswith(whole) else ():
            if isinstance(loop, While | Await):
                inner = _called(bodies, loop)
                cond, so = (loop.cond, True) if isinstance(loop, While) else (loop.until, False)
                for field in [*map(FIELD.__add__, asks.numbers(cond)), *map(SET.__add__, asks.set_to(cond, so))]:
                    leads.setdefault(field, set()).update(inner)
    for name, claim in bodies.norms:
        leads.setdefault(f"act {claim.event.act}", set()).add(f"norm {name}")
    return leads, chance, choice


def _anew(game: Game) -> set[str]:
    """What amendments make not so again, and what they say of what counts as what: it does not hold that it was done."""
    amended = {*_amended(game)}
    texts = [body for at, body in Bodies(game).each() if at in amended]
    counted = {n.claim.fact.fact for n in game.norms if isinstance(n.claim, Counts) and f"norm {n.id}" in amended}
    return counted | {x.field.fact for x in of_kind(texts, Put) if x.value == Lit(False)}


def _opened(asks: _Asks, parts: list[Effect], anew: set[str]) -> set[str]:
    """The fields that are set to something, but for what is done the first time only and sees to it that it was done."""
    done = {x.field.fact for x in parts if isinstance(x, Put) and x.value == Lit(True)}
    first = [x for x in parts if isinstance(x, If) and done & (names := asks.names(x.cond)) and not anew & names]
    once = [put for x in first for put in within(x.then)]
    puts = [x for x in parts if isinstance(x, Put) and x.field.fact in asks.kept and x not in once]
    return {x.field.fact for x in puts if not isinstance(x.value, Lit) or x.value.value}


def _called(bodies: Bodies, loop: While | Await) -> set[str]:
    """What is done while it lasts."""
    parts: list[Effect] = list(within(loop.body)) if isinstance(loop, While) else [loop]
    found = {c for x in parts for c in bodies.called(x)}
    return found - {f"act {a}" for a in bodies.unawaited}


def _falls(amount: object) -> bool:
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
        self.kept = {f.name for f in game.vocabulary.fields if f.result != "condition"}
        self.counted = [(n.claim, n.cond) for n in game.norms if isinstance(n.claim, Counts)]
        self.defined = {f.name: f.definition for f in game.vocabulary.facts}
        self.facts: dict[str, list[object]] = {name: [definition] for name, definition in self.defined.items()}
        for claim, cond in self.counted:
            self.facts.setdefault(claim.fact.fact, []).append(cond)

    def numbers(self, tree: object) -> set[str]:
        """The numbers that the condition asks for."""
        return self.names(tree) & self.fields

    def names(self, tree: object) -> set[str]:
        """The facts and fields that the condition asks for."""
        return set(reachable(_calls(tree), lambda name: _calls(self.facts.get(name, ()))))

    def set_to(self, cond: object, so: bool) -> set[str]:
        """The fields that are something where the condition is so, or where it is not."""
        found, left = set[str](), [(cond, so)]
        known: set[tuple[str, bool]] = set()
        while left:
            part, so = left.pop()
            match part:
                case Not(inner):
                    left.append((inner, not so))
                case And(parts) | Or(parts):
                    left += [(one, so) for one in parts]
                case Some(where=where) | Every(where=where):
                    left.append((where, so))
                case Is(call) if (call.fact, so) not in known:
                    known.add((call.fact, so))
                    left.append((self.defined.get(call.fact), so))
                    left += [(c, so == claim.positive) for claim, c in self.counted if claim.fact.fact == call.fact]
                case Compare(left=one) if so:
                    found |= self.names(one) & self.kept
        return found


def _calls(tree: object) -> Iterator[str]:
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
