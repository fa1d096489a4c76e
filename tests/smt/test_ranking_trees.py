"""What certificates say of generated loops, against what the interpreter does with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from conftest import ROOT, trials
from hypothesis import event, given
from hypothesis import strategies as st

from checker.catalog import games as house
from checker.certificates.check import certificate, checked
from checker.certificates.check_changes import Counters
from checker.certificates.check_rules import compared
from checker.kernel.effect import Add, Create, Each, Effect, If, Nothing, Put, Then, While
from checker.kernel.game import Game, Procedure, Step
from checker.kernel.position import Position, Store
from checker.kernel.term import All, And, Call, Compare, Cond, Every, Is, Lit, Not, Var, Yes
from checker.kernel.vocabulary import Field, Sort
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import step
from checker.run.progress import Ended, Moved
from checker.smt.termination.counter_deltas import moved
from checker.smt.termination.counters import State
from checker.smt.termination.find_measures import Ranking
from checker.smt.termination.write_certificate import document, written

NUMBERS, CONDITIONS = ("coins", "debts"), ("open", "late")
MOST_STEPS = 4000
"""More than any loop takes that ends from a table with numbers as small as here."""


@cache
def bare() -> Game:
    """A game with two numbers and two conditions, and nothing else."""
    game = house.desk("pebbles", root=ROOT / "tests" / "toy").game
    fields = [Field(n, (), "number", f"the {n}", 0) for n in NUMBERS]
    fields += [Field(n, (), "condition", f"it is {n}", False) for n in CONDITIONS]
    words = msgspec.structs.replace(game.vocabulary, fields=tuple(fields), facts=(), acts=(), zones=())
    return msgspec.structs.replace(game, vocabulary=words, cards=(), norms=(), clauses=(), counts=(), procedures=())


def with_loop(loop: While) -> Game:
    return msgspec.structs.replace(bare(), procedures=(Procedure("game", (Step("only", (), loop),)),))


def of(name: str) -> Call:
    return Call(name, ())


MORE, LESS = Compare("least", of("coins"), Lit(1)), Add(of("coins"), Lit(-1))
number, small = st.sampled_from(NUMBERS), st.integers(-2, 3)
literals: st.SearchStrategy[Cond] = st.one_of(
    st.builds(
        lambda op, n, k: Compare(op, of(n), Lit(k)), st.sampled_from(["least", "most", "is", "more"]), number, small
    ),
    st.sampled_from([Is(of(n)) for n in CONDITIONS]),
)
conditions: st.SearchStrategy[Cond] = st.one_of(literals, literals.map(Not), st.tuples(literals, literals).map(And))
single: st.SearchStrategy[Effect] = st.one_of(
    st.builds(lambda n, k: Add(of(n), Lit(k)), number, small),
    st.builds(lambda n, k: Put(of(n), Lit(k)), number, small),
    st.builds(lambda n, k: Put(of(n), Lit(k)), st.sampled_from(CONDITIONS), st.booleans()),
)


def _larger(smaller: st.SearchStrategy[Effect]) -> st.SearchStrategy[Effect]:
    several = st.lists(smaller, min_size=2, max_size=3).map(tuple).map(Then)
    return (
        several
        | st.builds(If, conditions, smaller, smaller | st.just(Nothing()))
        | st.builds(While, conditions, smaller)
    )


trees = st.recursive(single, _larger, max_leaves=6)
tables = st.builds(
    lambda numbers, flags: {**dict(zip(NUMBERS, numbers, strict=True)), **dict(zip(CONDITIONS, flags, strict=True))},
    st.tuples(st.integers(-2, 4), st.integers(-2, 4)),
    st.tuples(st.booleans(), st.booleans()),
)


def counted(store: Store) -> dict[str, int]:
    """The counters of a table: numbers as far as they are above 0, and how many fields hold or do not."""
    found: dict[str, int] = {}
    for name in NUMBERS:
        value = store.get((name,), 0)
        assert isinstance(value, int)
        found[name] = max(0, value)
    for name in CONDITIONS:
        holds = store.get((name,), False) is True
        found |= {f"{name}: yes": int(holds), f"{name}: no": int(not holds)}
    return found


def course(loop: While, table: dict[str, Any]) -> list[tuple[int, dict[str, int]]] | None:
    """The counters after every step, with how often the loop was begun by then; None if it goes on for too long."""
    rules = Rulebook(with_loop(loop), {})
    store = Store()
    for name, value in table.items():
        store = store.put((name,), value)
    position, begun = Position(store).pushed(loop, ()), 0
    seen = [(begun, counted(store))]
    for _ in range(MOST_STEPS):
        begun += position.agenda[:1] == (loop,) and not position.agenda[2]
        progress = step(rules, position)
        if isinstance(progress, Ended):
            return seen
        assert isinstance(progress, Moved)
        position = progress.position
        seen.append((begun, counted(position.store)))
    return None


def shown(loop: While) -> tuple[dict[str, Any], list[bool]]:
    """The certificate of the loop and of those within it, and which of them it shows to end."""
    ranking = Ranking(with_loop(loop), {})
    found = document("pebbles", [written(ranking.ranked(one)) for one in ranking.loops()])
    read = certificate(json.dumps(found))
    assert compared(read, with_loop(loop))[0] == {}
    return found, [r.ends for r in checked(read)]


def within(shift: dict[str, int], rises: dict[str, Any]) -> bool:
    return all((most := rises.get(c, 0)) is None or shift.get(c, 0) <= most for c in {*shift, *rises})


def met(program: Any) -> Iterator[dict[str, Any]]:
    """Every change in the program."""
    if isinstance(program, dict):
        yield from program.get("changes", ())
    for part in program.values() if isinstance(program, dict) else program if isinstance(program, list) else ():
        yield from met(part)


@trials(60)
@given(conditions, trees, st.lists(tables, min_size=3, max_size=6))
def test_a_loop_with_a_certificate_ends_whatever_lies_on_the_table(
    cond: Cond, body: Effect, begun: list[dict[str, Any]]
) -> None:
    loop = While(cond, body)
    found, ends = shown(loop)
    event(f"all of the loops end: {all(ends)}")
    if not all(ends):
        return
    changes = [change for context in found["contexts"] for change in met(context["does"])]
    for table in begun:
        seen = course(loop, table)
        assert seen is not None, "a loop with a certificate went on"
        for (_, old), (times, new) in pairwise(seen):
            shift = {n: new[n] - old[n] for n in new if new[n] != old[n]}
            listed = any(within(shift, one["rises"]) for one in changes)
            assert not shift or listed or times < 2, "a change that is not listed, the second time or later"


@pytest.mark.parametrize(
    ("cond", "body", "ends"),
    [
        (MORE, LESS, True),
        (MORE, Nothing(), False),
        (MORE, Then((LESS, Add(of("debts"), Lit(1)))), True),
        (MORE, Then((LESS, Add(of("coins"), Lit(1)))), False),
        (MORE, If(Is(of("open")), LESS, Put(of("open"), Lit(True))), True),
        (MORE, If(Is(of("open")), LESS), False),
        (MORE, Then((LESS, While(Compare("least", of("debts"), Lit(1)), Add(of("debts"), Lit(-1))))), True),
        (Not(MORE), LESS, False),
        (Not(Is(of("open"))), Put(of("open"), Lit(True)), True),
    ],
)
def test_loops_that_end_have_a_certificate_and_others_none(cond: Cond, body: Effect, ends: bool) -> None:
    assert all(shown(While(cond, body))[1]) == ends
    assert (course(While(cond, body), {"coins": 3, "debts": 2, "open": False, "late": False}) is None) <= (not ends)


@trials(60)
@given(number, small, st.integers(-3, 4), st.integers(0, 4), st.booleans())
def test_what_a_number_is_known_to_be_at_least_bounds_how_far_it_moves(
    name: str, by: int, value: int, least: int, added: bool
) -> None:
    effect = (Add if added else Put)(of(name), Lit(by))
    least = min(least, max(value, 0))
    known = State(frozenset({Compare("least", of(name), Lit(least))}))
    words = ranked(bare()).words
    deed = words.add(known, effect)[0] if isinstance(effect, Add) else words.put(known, effect)[0]
    assert deed is not None
    begun = Position(Store().put((name,), value)).pushed(effect, ())
    progress = step(Rulebook(bare(), {}), begun)
    assert isinstance(progress, Moved)
    old, new = counted(begun.store), counted(progress.position.store)
    shift = {n: new[n] - old[n] for n in new if new[n] != old[n]}
    assert within(shift, {counter: high for counter, (_, high) in moved(deed)})
    assert within(shift, Counters(bare().vocabulary).rises(effect, {"least": least}))


@cache
def ranked(game: Game) -> Ranking:
    return Ranking(game, {})


PAID = Call("paid", (Var("G"),))
PAY_ALL = Each("G", All("G", "coin", Yes()), Put(PAID, Lit(True)))
BORN = Each("G", All("G", "coin", Yes()), Then((Put(PAID, Lit(True)), Create("H", "coin", Nothing()))))


@pytest.mark.parametrize(("each", "ends"), [(PAY_ALL, True), (BORN, False)], ids=["those there", "new ones come"])
def test_what_was_done_for_each_thing_is_so_of_all_unless_new_ones_came_meanwhile(each: Effect, ends: bool) -> None:
    """The loop goes on with nothing changed as long as not all are paid."""
    settle = If(Every("G", "coin", Is(PAID)), LESS, Nothing())
    game = with_loop(While(MORE, Then((each, settle))))
    words = game.vocabulary
    paid = Field("paid", ("G",), "condition", "{G} is paid", False)
    words = msgspec.structs.replace(words, fields=(*words.fields, paid), sorts=(*words.sorts, Sort("coin", ("G", "H"))))
    ranking = Ranking(msgspec.structs.replace(game, vocabulary=words), {})
    (found,) = [ranking.ranked(one) for one in ranking.loops() if one.where == "step only of game"]
    assert found.ends is ends
