"""What players could do at a moment, worked out from the vocabulary alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, product

from checker.kernel.game_play import Lies
from checker.kernel.lying_cards import title_of
from checker.kernel.norm import May, Must, Norm
from checker.kernel.term import And, Call, Cond, Is, Or, Value, Var
from checker.kernel.trees.anytime_acts import allows
from checker.kernel.trees.clause_uses import numbers_in
from checker.kernel.trees.walk import free
from checker.kernel.vocabulary import Act, answered_by, sort_of
from checker.kernel.zone_terms import INSIDE
from checker.norms.evaluate import Context
from checker.norms.number_ranges import offered
from checker.norms.permissions import Permitted, permission
from checker.norms.rulebook import Rulebook

MOST = 2000


def possible(
    context: Context, moment: str, kinds: tuple[str, ...], about: dict[str, Value]
) -> tuple[tuple[Value, ...], ...]:
    """Each act of the kinds with things that are there, where it makes sense and some norm allows it.

    A card is played from a zone of its player, or from anywhere if the norms do not say that it lies with them. An act
    that no norm ever allows needs none to allow it.
    """
    return tuple(one for one in conceivable(context, kinds) if permitted(context, one))


def possible_apart(
    context: Context, moment: str, kinds: tuple[str, ...], about: dict[str, Value], lies: Lies
) -> tuple[tuple[Value, ...], ...]:
    """Those of the possible acts that are done with this card of a player's own; without one, those that need none."""
    found = []
    for act in (context.rules.acts.get(kind) for kind in kinds):
        if act is None or (lies is not None and (_at(context, act) is None or _from_anywhere(context, act))):
            continue
        if _from_anywhere(context, act):
            found += [*conceivable(context, (act.name,))]
            continue
        own = partial(_only, lies, _optional(act, act.params[_at(context, act) or 0][0]) if act.params else False)
        found += [(act.name, *a) for a in _instances(context, act, own) if context.holds(act.needs, act.bound(a))]
    return tuple(one for one in found if permitted(context, one))


def _only(lies: Lies, optional: bool, who: Value) -> list[Value]:
    """The card if it is the player's; without one, that there is none, where the act can do without."""
    if lies is None:
        return [None] if optional else []
    return [lies[1]] if lies[0][2] == who else []


def permitted(context: Context, one: tuple[Value, ...]) -> bool:
    """Some norm allows the act there, or none ever does. Raises Undecided where norms clash."""
    kind, *args = one
    allowed = any(isinstance(n.claim, May | Must) for n in context.rules.deontic[str(kind)])
    return not allowed or isinstance(permission(context, str(kind), tuple(args)), Permitted)


def conceivable(context: Context, kinds: tuple[str, ...]) -> Iterator[tuple[Value, ...]]:
    """Each act of the kinds with things that are there, where it makes sense, whether or not it is allowed."""
    lying = _zones_of_players(context)
    for kind in kinds:
        act = context.rules.acts.get(kind)
        if act is None:
            continue
        cards: tuple[Value, ...] = ()
        if (at := _at(context, act)) is not None:
            cards = (*context.things("card"), *((None,) if _optional(act, act.params[at][0]) else ()))
        own = partial(_own, cards, _lying(context) if _from_anywhere(context, act) else lying)
        for args in _instances(context, act, own):
            if context.holds(act.needs, act.bound(args)):
                yield (kind, *args)


def _from_anywhere(context: Context, act: Act) -> bool:
    """The act is done with a card of which not each norm that allows it says that it lies with the player."""
    rules, at = context.rules, _at(context, act)
    return at is not None and bool(rules.found.of(("from anywhere", act.name), lambda: _not_own(rules, act, at)))


def _not_own(rules: Rulebook, act: Act, at: int) -> bool:
    words = rules.game.vocabulary
    zones = (z for z in words.zones if z.params and sort_of(words, z.params[0]) == "player")
    own = {f"{INSIDE}{z.name}" for z in zones} | answered_by(words, "holds")

    def lies_there(cond: Cond, card: str) -> bool:
        match cond:
            case And(parts):
                return any(lies_there(part, card) for part in parts)
            case Or(parts):
                return all(lies_there(part, card) for part in parts)
            case Is(Call(fact, args)):
                return fact in own and Var(card) in args
            case _:
                return False

    if lies_there(act.needs, act.params[at][0]):
        return False
    allowed = ((n, c) for n in rules.game.norms if (c := allows(n.claim)) is not None and c.act == act.name)
    told = [(n.cond, c.args[at]) for n, c in allowed]
    return any(not isinstance(card, Var) or not lies_there(cond, card.name) for cond, card in told)


def _own(cards: tuple[Value, ...], lying: frozenset[tuple[Value, Value]], who: Value) -> list[Value]:
    return [x for x in cards if x is None or (who, x) in lying]


def _at(context: Context, act: Act) -> int | None:
    """Which of what the act is about is a card of whoever acts; None if none is."""
    sorts = [sort_of(context.rules.game.vocabulary, letter) for letter, _ in act.params]
    return sorts.index("card") if "card" in sorts[1:] and sorts[0] != "card" else None


def _instances(context: Context, act: Act, own: Callable[[Value], list[Value]]) -> Iterator[tuple[Value, ...]]:
    """The act with things that are there; the first card, if there is one, is whoever acts' `own`."""
    sorts = [sort_of(context.rules.game.vocabulary, letter) for letter, _ in act.params]
    counted = [n for n, sort in enumerate(sorts) if sort == "number"]
    at = _at(context, act)
    ranges: list[tuple[Value, ...]] = [
        (None,)
        if n in counted or n == at
        else (*context.things(sort), None)
        if _optional(act, letter)
        else tuple(context.things(sort))
        for n, (sort, (letter, _)) in enumerate(zip(sorts, act.params, strict=True))
    ]
    for who in ranges[0] if ranges else ():
        rest = [own(who) if n == at else listed for n, listed in enumerate(ranges)][1:]
        yield from islice(
            (some for one in product((who,), *rest) for some in _counted(context, act, one, counted)), MOST
        )


def _counted(context: Context, act: Act, args: tuple[Value, ...], at: list[int]) -> Iterator[tuple[Value, ...]]:
    """The act with each number in these places with which the norms may allow it; with none where they leave all of them."""
    if not at:
        yield args
        return
    here, *further = at
    norms = context.rules.deontic[act.name]
    for number in offered(context, act, norms, args, here, context.rules.compiled.read) or ():
        yield from _counted(context, act, (*args[:here], number, *args[here + 1 :]), further)


def anytime(context: Context, acts: dict[str, tuple[Norm, ...]]) -> tuple[tuple[Value, ...], ...]:
    """Each of the acts, given with the norms that allow it, with things that are there, where one of them does.

    What may be left out is named only if a norm speaks of it; a number is 1, or one that a norm speaks of.
    """
    found: dict[tuple[Value, ...], None] = {}
    for name, norms in acts.items():
        act = context.rules.acts[name]
        ranges = [_told_by(context, act, norms, letter) for letter, _ in act.params]
        for args in islice(product(*ranges), MOST):
            env = {letter: a for (letter, _), a in zip(act.params, args, strict=True)}
            if context.holds(act.needs, env) and isinstance(permission(context, name, args), Permitted):
                found[name, *args] = None
    return tuple(found)


def _told_by(context: Context, act: Act, norms: tuple[Norm, ...], letter: str) -> tuple[Value, ...]:
    """What may stand for the letter in the act as far as the norms speak of it."""
    sort = sort_of(context.rules.game.vocabulary, letter)
    if sort == "number":
        return tuple(sorted({1, *(n for norm in norms for n in numbers_in((norm.claim, norm.cond)))}))
    things = context.things(sort)
    if not _optional(act, letter):
        return tuple(things)
    at = [name for name, _ in act.params].index(letter)
    named = any(free(allowed.args[at]) & free(n.cond) for n in norms if (allowed := allows(n.claim)) is not None)
    return (*things, None) if named else (None,)


def _optional(act: Act, letter: str) -> bool:
    """Some wording of the act does without what the letter stands for."""
    return letter != act.params[0][0] and not all(f"{{{letter}}}" in w for w in act.phrase.split(" | "))


def _lying(context: Context) -> frozenset[tuple[Value, Value]]:
    """Each card on the table with each player; of equal cards where the cards of the game begin, the first."""
    begins = {z.name for z in context.rules.game.vocabulary.zones if z.starts and not z.ordered}
    found: list[Value] = []
    for key, held in context.store.entries("zone"):
        if isinstance(held, tuple):
            found += {title_of(c): c for c in reversed(held)}.values() if key[1] in begins else held
    return frozenset(product(context.things("player"), found))


def _zones_of_players(context: Context) -> frozenset[tuple[Value, Value]]:
    """Each card that lies in a zone of a player, with the player; of equal cards in a hand the first."""
    found: set[tuple[Value, Value]] = set()
    for key, held in context.store.entries("zone"):
        if len(key) > 2 and isinstance(held, tuple):
            listed = {title_of(c): c for c in reversed(held)}.values() if key[1] == context.rules.hand else held
            found.update((key[2], card) for card in listed)
    return frozenset(found)
