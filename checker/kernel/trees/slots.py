"""The slots of effects: what somebody must fill before an effect can be carried out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from checker.kernel.effect import (
    Add,
    Choose,
    Create,
    Event,
    If,
    Pick,
    Under,
    Unstated,
    While,
)
from checker.kernel.game import Game
from checker.kernel.term import All, And, Arith, Call, Compare, Cond, Expr, Lit, Not, Var
from checker.kernel.trees.anytime_acts import allows
from checker.kernel.trees.walk import acts_in, facts_in, letters_in, parts_of
from checker.kernel.vocabulary import ANOTHER, answered_by, sort_or_nothing

KINDS = {
    "who chooses": "which player, or chance, picks",
    "domain": "from what is picked",
    "oneself included": "whether whoever picks may pick themselves",
    "where to": "to whom or whither something goes",
    "which of several": "which one is meant where several could be",
    "how much": "a number",
    "who gains": "who gets what somebody else loses",
    "how long": "until when an effect lasts",
    "category": "of what kind a card is",
    "ties": "which one if several fit a description that means one",
    "empty domain": "what happens if nobody and nothing can be picked",
    "empty supply": "what happens if nothing of what is needed is left in the box",
    "bounds": "where a number stops",
    "order": "what comes first of what happens together",
    "what if the round ends": "what becomes of what is still to come when the round ends",
    "what happens": "the effect itself",
}
"""What each kind of slot asks for."""

Guards: TypeAlias = tuple[Cond | Expr, ...]


class Slot(NamedTuple):
    """One slot of an effect: its kind, what it asks in words, and whether it is filled."""

    kind: str
    asks: str
    filled: bool


def slots(game: Game, tree: object, guards: Guards = ()) -> Iterator[Slot]:
    """Every slot of every effect in the tree for which the tree itself shows whether it is filled."""
    match tree:
        case If(cond, then, otherwise):
            yield from slots(game, then, (*guards, cond))
            yield from slots(game, otherwise, (*guards, cond))
            return
        case While(cond, body):
            yield from slots(game, body, (*guards, cond))
            return
        case Under(clauses, inner):
            known = {c.id for c in game.clauses}
            yield from slots(game, inner, guards) if not clauses or known & set(clauses) else ()
            return
        case Choose(who, var, over, _):
            yield Slot("who chooses", f"who chooses {_a(game, var)}", True)
            yield from _oneself(who, over)
            guards = (*guards, over)
        case Pick(slot, _, over, _, False):
            yield Slot("which of several", slot, False)
            guards = (*guards, over)
        case Add(field, amount):
            down = isinstance(amount, Arith) and amount.op == "minus"
            stops = not down or field.fact in facts_in(guards)
            yield Slot("bounds", stopping(game, field.fact), stops)
        case Create(_, sort, _):
            piece = piece_of(game, sort)
            enough = not piece or _provided(game, sort, guards)
            yield Slot("empty supply", none_left(piece), enough)
        case Unstated(what, _):
            yield Slot("what happens", f"what `{what}` does", False)
    parts = parts_of(tree)
    for part in parts:
        yield from slots(game, part, guards)


def stopping(game: Game, name: str) -> str:
    """What is asked of a number that is lowered."""
    return f"where {_phrase(game, name)} stops when it falls"


def asked_before(game: Game, act: str, inside: frozenset[str] = frozenset(), guards: Guards = ()) -> Guards:
    """What is asked wherever the act is done: the facts of which every norm speaks that allows it where the guards hold,
    or, where other acts alone do it, those that are asked for before each of these; none where play itself does it."""
    trees = (game.procedures, game.cards, tuple(n.claim for n in game.norms))
    doing = [(a, asked) for a in game.vocabulary.acts for asked in _done_in((a.body, a.last), act)]
    norms = [n for n in game.norms if (allowed := allows(n.claim)) is not None and allowed.act == act]
    if act in inside or act in acts_in(trees) or bool(norms) == bool(doing):
        return ()
    each = [facts_in(n.cond) for n in norms if not _excluded(n.cond, guards)]
    each += [facts_in((asked, asked_before(game, a.name, inside | {act}, asked))) for a, asked in doing]
    return tuple(Call(fact) for fact in sorted(frozenset.intersection(*each))) if each else ()


def _done_in(tree: object, act: str, guards: Guards = ()) -> Iterator[Guards]:
    """What is asked on the way to each place in the tree that does the act."""
    match tree:
        case Event(done) if done == act:
            yield guards
        case If(cond, then, otherwise):
            yield from _done_in(then, act, (*guards, cond))
            yield from _done_in(otherwise, act, (*guards, Not(cond)))
        case _:  # nothing else asks for anything
            for part in parts_of(tree):
                yield from _done_in(part, act, guards)


def _excluded(cond: Cond, guards: Guards) -> bool:
    """A part of the condition, in the letters of the guards, is the opposite of one of these, or speaks of another thing."""
    parts = cond.parts if isinstance(cond, And) else (cond,)
    turned = {"is": "is-not", "is-not": "is"}
    opposite = [Compare(turned[p.op], p.left, p.right) for p in parts if isinstance(p, Compare) and p.op in turned]
    named = [(p, g) for p in parts for g in guards if isinstance(p, Compare) and isinstance(g, Compare)]
    other = (p.op == g.op == "is" and p.left == g.left and {type(p.right), type(g.right)} == {Lit} for p, g in named)
    apart = (differs and p.right != g.right for (p, g), differs in zip(named, other, strict=True))
    return any(one in guards for one in (*opposite, *map(Not, parts))) or any(apart)


def piece_of(game: Game, sort: str) -> str:
    """The component that each thing of the sort takes; nothing if it takes none."""
    return next((s.piece for s in game.vocabulary.sorts if s.name == sort), "")


def none_left(piece: str) -> str:
    """What is asked of a supply that may be empty."""
    return f"what happens if none of the {piece} is left"


def unprovided(game: Game) -> frozenset[Create]:
    """What brings a thing into play that takes a component, where nothing asks whether one is left."""
    return frozenset(_unasked(game, game.texts, ()))


def _unasked(game: Game, tree: object, guards: Guards) -> Iterator[Create]:
    if isinstance(tree, If | While):
        guards = (*guards, tree.cond)
    if isinstance(tree, Create) and piece_of(game, tree.sort) and not _provided(game, tree.sort, guards):
        yield tree
    for part in parts_of(tree):
        yield from _unasked(game, part, guards)


def _oneself(who: Expr, over: Expr) -> Iterator[Slot]:
    """Whether a player who picks a player may pick themselves: said if what is asked of the one names the other."""
    said = oneself(who, over)
    if said is not None and isinstance(who, Var):
        yield Slot("oneself included", f"whether {_you(who)} may choose themselves", said)


def oneself(who: Expr, over: Expr) -> bool | None:
    """Whether it is said if a player who picks a player may pick themselves; None where no player picks one."""
    if not isinstance(over, All) or over.sort != "player" or not isinstance(who, Var):
        return None
    return any(letters_in(part) >= {who.name, over.var} for part in _atoms(over.where))


def _atoms(cond: object) -> Iterator[object]:
    parts = getattr(cond, "parts", None) or ((cond.part,) if hasattr(cond, "part") else ())
    if not parts:
        yield cond
    for part in parts:
        yield from _atoms(part)


def _provided(game: Game, sort: str, guards: Guards) -> bool:
    """Somewhere in them a number of things of the sort is compared, or it is asked whether there is another one."""
    asking = answered_by(game.vocabulary, f"{ANOTHER}{sort}")
    return any(_counts(guard, sort) or facts_in(guard) & asking for guard in guards)


def _counts(tree: object, sort: str) -> bool:
    if isinstance(tree, Compare):
        return any(getattr(side, "sort", "") == sort for side in (tree.left, tree.right))
    return any(_counts(p, sort) for p in parts_of(tree))


def _a(game: Game, var: str) -> str:
    sort = sort_or_nothing(game.vocabulary, var)
    return f"the {sort}" if sort else "it"


def _you(who: Var) -> str:
    return "its player" if who.name == "you" else "the player who chooses"


def _phrase(game: Game, name: str) -> str:
    found = next((f.phrase for f in game.vocabulary.fields if f.name == name), name)
    return found.split(" | ")[0].replace("{", "").replace("}", "")
