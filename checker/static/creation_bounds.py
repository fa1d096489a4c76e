"""How many things of a sort a round can bring into play at most, read off what makes them."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from checker.kernel.effect import Add, Await, Carry, Create, Each, Event, Put, Then, While
from checker.kernel.game import Game
from checker.kernel.norm import Gives, Leaves, Modifies, Norm
from checker.kernel.term import Arith, Call, Compare, Expr, Lit
from checker.kernel.trees.walk import parts_of, within
from checker.kernel.vocabulary import Fact
from checker.static.call_graph import reached


class Times(NamedTuple):
    """So many things for each unit of a number that no clause states; `default` is what is played with."""

    each: int
    number: str
    default: int
    most: int | None


class Most(NamedTuple):
    """At most so many things, if each act and each copy of a card that makes them does so once in a round.

    To the `fixed` come those that hang on numbers which no clause states.
    """

    fixed: int
    times: tuple[Times, ...] = ()

    @property
    def usual(self) -> int:
        """The most with every number as by default."""
        return self.fixed + sum(t.each * t.default for t in self.times)

    def above(self, supply: int) -> int:
        """By how much each of the numbers has to be more than by default for more things than the supply; 0 if none is."""
        wanted = range(1, supply + 2) if self.times and self.usual <= supply else ()
        return next((more for more in wanted if self._raised(more) > supply), 0)

    def _raised(self, more: int) -> int:
        numbers = (t.default + more if t.most is None else min(t.default + more, t.most) for t in self.times)
        return self.fixed + sum(t.each * n for t, n in zip(self.times, numbers, strict=True))

    @property
    def known(self) -> int | None:
        """The most whatever the numbers are; None if one of them has no bound."""
        if any(t.most is None for t in self.times):
            return None
        return self.fixed + sum(t.each * (t.most or 0) for t in self.times)

    def also(self, other: Most) -> Most:
        """Both together."""
        return Most(self.fixed + other.fixed, self.times + other.times)

    def copies(self, number: int) -> Most:
        """So many times as much."""
        return Most(self.fixed * number, tuple(t._replace(each=t.each * number) for t in self.times))


def most(game: Game, sort: str) -> Most | None:
    """The most things of the sort that a round brings into play; None where that cannot be read off.

    That is where steps or norms make them, where what happens makes them again, or a loop does so as often as
    something says that is no number stated or left open for good.
    """
    acts = [a for a in game.vocabulary.acts if makes((a.body, a.last), sort)]
    called = {e.act for e in within(game.texts) if isinstance(e, Event)}
    if makes((game.procedures, game.norms), sort) or any(a.name in called for a in acts):
        return None
    found = Most(0)
    for text, copies in (*(((a.body, a.last), 1) for a in acts), *((c.text, c.copies) for c in game.cards)):
        made = _made(game, text, sort)
        if made is None:
            return None
        found = found.also(made.copies(copies))
    return found


def raised(game: Game, sort: str, more: int) -> Game:
    """The game in which the numbers on which it hangs how many things are made are so much more by default."""
    found = most(game, sort)
    numbers = {t.number for t in found.times} if found is not None else set()
    facts = {f.name: f for f in game.vocabulary.facts}

    def put(norm: Norm) -> Norm:
        match norm.claim:
            case Leaves(term, Lit(int(default)), _, bound, ()) if (
                term.fact in facts and _worded(facts[term.fact], term.args) in numbers
            ):
                number = default + more if bound is None else min(default + more, bound)
                return msgspec.structs.replace(norm, claim=msgspec.structs.replace(norm.claim, default=Lit(number)))
            case _:  # no other norm leaves a number open
                return norm

    return msgspec.structs.replace(game, norms=tuple(map(put, game.norms)))


def makes(tree: object, sort: str) -> int:
    """How many places of the tree make a thing of the sort."""
    return sum(isinstance(t, Create) and t.sort == sort for t in within(tree))


def _made(game: Game, tree: object, sort: str) -> Most | None:
    """What carrying the tree out once makes at most; of several ways to go on, all are counted."""
    if not makes(tree, sort):
        return Most(0)
    if isinstance(tree, Each | While):
        return None
    found = Most(int(isinstance(tree, Create) and tree.sort == sort))
    parts = tree.effects if isinstance(tree, Then) else parts_of(tree)
    for at, part in enumerate(parts):
        if isinstance(part, While) and isinstance(tree, Then):
            made, number = _made(game, part.body, sort), _counted(game, part, tree.effects[:at])
            made = None if made is None or made.times or number is None else _often(made.fixed, number)
        else:
            made = _made(game, part, sort)
        if made is None:
            return None
        found = found.also(made)
    return found


def _often(fixed: int, number: Times | int) -> Most:
    if isinstance(number, int):
        return Most(fixed * number)
    return Most(0, (number._replace(each=fixed),)) if fixed else Most(0)


def _counted(game: Game, loop: While, before: tuple[object, ...]) -> Times | int | None:
    """How often the loop is gone through: a counter, set just before, is lowered each time and by nothing raised."""
    match loop.cond:
        case Compare("least", Call() as counter, Lit(1)):
            pass
        case _:
            return None
    down = Add(counter, Arith("minus", Lit(0), Lit(1)))
    body = loop.body.effects if isinstance(loop.body, Then) else (loop.body,)
    if not body or body[0] != down or not before:
        return None
    last = before[-1]
    if not isinstance(last, Put) or last.field != counter or _touched(game, body[1:], counter.fact):
        return None
    return _number(game, last.value)


def _touched(game: Game, tree: object, field: str) -> bool:
    """Something that the tree can set going changes the field, or cannot be told."""
    return any(
        isinstance(one, Carry | Await) or (isinstance(one, Put | Add) and one.field.fact == field)
        for one in reached(game, tree)
    )


def _number(game: Game, value: Expr) -> Times | int | None:
    """The number, or which number it is that no clause states."""
    match value:
        case Lit(int(number)):
            return number
        case Call(name, args):
            said = [n.claim for n in game.norms if isinstance(n.claim, Gives | Leaves | Modifies)]
            here = [c for c in said if c.term.fact == name and _fits(c.term.args, args)]
            facts = [f for f in game.vocabulary.facts if f.name == name]
            match here:
                case [Leaves(_, Lit(int(default)), _, most, ())] if facts:
                    return Times(1, _worded(facts[0], args), default, most)
                case _:  # more than one norm, or one that knows its number
                    return None
        case _:
            return None


def _fits(stated: tuple[Expr, ...], asked: tuple[Expr, ...]) -> bool:
    """The norm may speak of these arguments: none of them is a value other than the one asked for."""
    return all(s == a or not (isinstance(s, Lit) and isinstance(a, Lit)) for s, a in zip(stated, asked, strict=False))


def _worded(fact: Fact, args: tuple[Expr, ...]) -> str:
    words = fact.phrase.split(" | ")[0]
    for (name, _), value in zip(fact.params, args, strict=True):
        words = words.replace(f"{{{name}}}", str(value.value) if isinstance(value, Lit) else name)
    return words
