"""What single deeds do to the card and the thing that are followed, and which acts some norm lets somebody do."""

from __future__ import annotations

from itertools import product

from checker.kernel.term import Lit
from checker.kernel.vocabulary import Act
from checker.search.reaching import grouped
from checker.search.tracked import Facts
from checker.search.tracked_state import ANY, CARD, GONE, NONE, OTHER, SOME, THING, Of, Tracked, matched
from checker.search.tracking_agenda import States


class TooOften(Exception):
    """What is counted may be done twice."""


def once_more(times: int) -> int:
    """The number of times then. Raises TooOften if that is more than one."""
    if times:
        raise TooOften
    return 1


def put_in(facts: Facts, name: str, args: tuple[Of, ...], value: Of, state: Tracked) -> States:
    """The states after the field of these things was set."""
    field = facts.fields[name]
    if name in facts.slots:
        ways = product(facts.ways(args[0], facts.sort, state), facts.ways(value, "card", state))
        return frozenset(s for thing, card in ways for s in laid(name, thing, card, state))
    if field.result == "condition":
        said = bool(value.value) if isinstance(value, Lit) else None
        ways_of = [facts.ways(a, s, state) for a, s in zip(args, facts.about(field), strict=True)]
        return frozenset(facts.written(name, line, said, state) for line in product(*ways_of))
    return frozenset({state})


def laid(name: str, thing: Of, card: Of, state: Tracked) -> States:
    """The card is put on the thing; none if it is another thing that is the first, and too often if it is a second."""
    if thing == THING:
        lying = state.laid | {name} if card == CARD else state.laid - {name}
        own = state.own if lying else frozenset()
        return frozenset({state._replace(laid=lying, placed=state.placed or card == CARD, own=own)})
    if thing == OTHER and card == CARD:
        return frozenset({state._replace(times=once_more(1))} if state.placed else ())
    return frozenset({state})


def forgotten(facts: Facts, name: str, args: tuple[Of, ...], state: Tracked) -> Tracked:
    """The state in which it is not known what the field of these things is."""
    if name in facts.slots:
        return state._replace(times=once_more(1))
    field = facts.fields[name]
    about = tuple(
        THING if a in (ANY, SOME) and s == facts.sort else a for a, s in zip(args, facts.about(field), strict=True)
    )
    return facts.written(name, about, None, state) if field.result == "condition" else state


def sort_named(facts: Facts, var: str) -> str:
    """The sort that a variable, or a word that stands for one, ranges over."""
    if var in ("this card", "that card"):
        return "card"
    return var[4:] if var.startswith("the ") else facts.sort_of(var)


def those(facts: Facts, var: str, state: Tracked) -> list[Of]:
    """What the variable may stand for, of what is there."""
    gone = [THING] if state.there == GONE else []
    sort = sort_named(facts, var)
    if sort == facts.sort and state.empty:
        return []
    return [v for v in facts.ways(SOME, sort, state) if v not in gone]


def allowed(facts: Facts, act: Act, state: Tracked) -> list[tuple[Of, ...]]:
    """The ways to do the act that some norm lets somebody do; all of them if no norm speaks of it."""
    ways = [_given(facts, act, letter, state) for letter, _ in act.params]
    return grouped(line for line in product(*ways) if _lawful(facts, act, line, state))


def _given(facts: Facts, act: Act, letter: str, state: Tracked) -> list[Of]:
    sort = facts.sort_of(letter)
    named = letter == act.params[0][0] or all(f"{{{letter}}}" in w for w in act.phrase.split(" | "))
    empty: list[Of] = [] if named else [NONE]
    if sort == "card":
        return [CARD, *((t,) for t in facts.cards)] if named else [ANY]
    if sort == facts.sort:
        return [*those(facts, letter, state), *empty]
    return [SOME if named else ANY]


def _lawful(facts: Facts, act: Act, args: tuple[Of, ...], state: Tracked) -> bool:
    letting = facts.letting.get(act.name)
    if letting is None:
        return True
    bindings = ((matched(terms, args), cond) for terms, cond in letting)
    return any(bound is not None and facts.holds(cond, bound, state) is not False for bound, cond in bindings)
