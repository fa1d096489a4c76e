"""Norms that the cards of an act rule out are left out, and a duty is looked at once for what it cannot tell apart."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from songs import HYMN, LOUD, ODE, book, norm

from checker.catalog import games
from checker.check.run_checks import bench
from checker.explore.scene_driver import SceneDriver
from checker.explore.situations import catalogue
from checker.kernel.norm import May, Must, MustNot, Norm, Pattern
from checker.kernel.position import Store
from checker.kernel.term import And, Call, Cond, Is, Lit, Not, Or, Undecided, Value, Var, Yes
from checker.norms.card_kinds import possible
from checker.norms.evaluate import Context
from checker.norms.permissions import duties, fulfilling, matched
from checker.scenes.possible_instances import owed_instances, whole_instances
from checker.session.query_memo import TracedStore

P, C = Var("P"), Var("C")
SINGS = Pattern("sing", (P, C))
UNSURE = HYMN.__class__("Chant", ("dance",), ("march",), HYMN.text, "", ())
CARDS = (ODE, HYMN, UNSURE)
THINGS: tuple[Value, ...] = (0, 1, None, ("Ode", 1), ("Hymn", 2), ("Chant", 3), ("?", 4))


def being(var: Var, kind: str) -> Cond:
    return Is(Call("is", (var, Lit(kind))))


LEAVES = st.one_of(
    st.builds(being, st.sampled_from((P, C)), st.sampled_from(("song", "dance", "march", "Ode", "Chant"))),
    st.sampled_from((LOUD, Is(Call("worn", (C,))), Is(Call("tired", (P,))), Yes())),
)
CONDITIONS: st.SearchStrategy[Cond] = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(Not, inner), *(st.lists(inner, min_size=2, max_size=3).map(tuple).map(kind) for kind in (And, Or))
    ),
    max_leaves=6,
)
CLAIMS = st.sampled_from((May(SINGS), MustNot(SINGS), Must(SINGS), May(Pattern("sing", (P, P)))))
NORMS = st.lists(st.tuples(CLAIMS, CONDITIONS), min_size=1, max_size=4).map(
    lambda made: tuple(norm(n, claim, cond=cond) for n, (claim, cond) in enumerate(made, 1))
)
TABLES = st.fixed_dictionaries(
    {("loud",): st.booleans(), ("worn", ("Ode", 1)): st.booleans(), ("tired", 0): st.booleans()}
)


@given(NORMS, TABLES, st.sampled_from(THINGS), st.sampled_from(THINGS))
def test_what_is_left_out_holds_on_no_table_and_asks_for_nothing(
    norms: tuple[Norm, ...], stored: dict[object, bool], player: Value, card: Value
) -> None:
    rules = book(*norms, cards=CARDS)
    kept = possible(rules, rules.deontic, "sing", (player, card))
    assert [n for n in norms if n in kept] == list(kept)
    for left in (n for n in norms if n not in kept):
        table = TracedStore(Store(stored))
        here = Context(rules, table)
        assert matched(here, left, (player, card)) is None
        assert not table.reads and not here.cites


def test_a_norm_for_another_kind_of_card_is_left_out_and_one_for_a_kind_that_nothing_says_is_not() -> None:
    dance, march = (norm(n, May(SINGS), cond=And((being(C, k), LOUD))) for n, k in ((1, "dance"), (2, "march")))
    later = norm(3, May(SINGS), cond=And((LOUD, being(C, "dance"))))
    rules = book(dance, march, later, cards=CARDS)
    assert possible(rules, rules.deontic, "sing", (0, ("Ode", 1))) == (later,)
    assert possible(rules, rules.deontic, "sing", (0, ("Chant", 1))) == (dance, march, later)
    assert possible(rules, rules.deontic, "sing", (0, None)) == (later,)


@given(NORMS, TABLES, st.lists(st.tuples(st.sampled_from(THINGS), st.sampled_from(THINGS)), max_size=5))
def test_duties_are_those_of_which_every_instance_was_looked_at(
    norms: tuple[Norm, ...], stored: dict[object, bool], instances: list[tuple[Value, Value]]
) -> None:
    def each(here: Context) -> object:
        found = []
        for n in norms:
            if isinstance(n.claim, Must) and (live := [i for i in instances if matched(here, n, i) is not None]):
                found.append((n.id, tuple(live)))
        return tuple(found)

    ways = []
    for work in (each, lambda here: duties(here, "sing", tuple(instances))):
        here = Context(book(*norms, cards=CARDS), Store(stored))
        try:
            ways.append((work(here), dict(here.cites)))
        except Undecided as open_:
            ways.append((open_.point, dict(here.cites)))
    assert ways[0] == ways[1]


def test_what_is_owed_is_found_among_the_cards_where_they_lie() -> None:
    """On every table with which a situation of the deck begins the same instances as among all, in the same order."""
    tables, found = bench(games.desk("hexhex")), 0
    rules = tables.rules
    for situation in catalogue(tables.situations).situations:
        seats = max(3, situation.least)
        begun = SceneDriver(tables, seats).begin(situation.lines)
        assert begun is not None
        store = begun.judge.branches[0].position.store.afresh()
        for duty, seat in product((n for n in rules.norms.values() if isinstance(n.claim, Must)), range(seats)):
            assert isinstance(duty.claim, Must)
            try:
                every = fulfilling(
                    Context(rules, store), duty, whole_instances(Context(rules, store), duty.claim.act.act, seat)
                )
            except Undecided:
                continue
            assert owed_instances(Context(rules, store), duty, seat) == every
            found += len(every)
    assert found > 10, "duties that hold are among them"


def test_only_what_one_of_its_wordings_tells_is_an_instance_of_an_act() -> None:
    """`plays C on D`, `on H`, `on H naming Q`, `naming Q`: no play is on a card and on a Hex."""
    tables = bench(games.desk("hexhex"))
    begun = SceneDriver(tables, 3).begin(("hand B: Null, Duck", "A casts at B"))
    assert begun is not None
    here = Context(tables.rules, begun.judge.branches[0].position.store)
    letters = [letter for letter, _ in tables.rules.acts["play"].params]
    told = {
        frozenset(letter for letter, thing in zip(letters, instance, strict=True) if thing is not None)
        for instance in whole_instances(here, "play", 1)
    }
    assert told == {frozenset(named) for named in ("PC", "PCD", "PCH", "PCQ", "PCHQ")}
