"""What norms make of a fact on a table: what they state, leave open and disagree on, and what that rests on."""

from __future__ import annotations

import pytest

from checker.kernel.effect import Nothing
from checker.kernel.game import Card, Game
from checker.kernel.norm import Claim, Counts, Gives, Leaves, May, Modifies, Newer, Norm, Outranks, Pattern
from checker.kernel.position import Store
from checker.kernel.source import InputError
from checker.kernel.term import (
    All,
    And,
    Arith,
    Call,
    Compare,
    Cond,
    Expr,
    Is,
    Kind,
    Lit,
    Option,
    Point,
    Undecided,
    Value,
    Var,
    Yes,
)
from checker.kernel.vocabulary import Act, Fact, Field, Functions, Vocabulary
from checker.norms.evaluate import Context, speaking
from checker.norms.precedence import Statement
from checker.norms.rule_reads import HELD
from checker.norms.rulebook import Rulebook

P, ALWAYS = Var("P"), Yes()
TALL, AGE, FRIEND, LOUD = (Call(name, (P,)) for name in ("tall", "age", "friend", "loud"))
CROWD, NOISY = Call("crowd"), Is(Call("noisy"))
WORDS = Vocabulary(
    facts=(
        Fact("tall", (("P", ""),), "condition", "{P} is tall | {P} towers", institutional=True),
        Fact("age", (("P", ""),), "number", "the age of {P}", institutional=True, initial=1),
        Fact("friend", (("P", ""),), "player", "the friend of {P}", institutional=True),
        Fact("noisy", (), "condition", "it is noisy", institutional=True),
    ),
    fields=(
        Field("loud", ("P",), "condition", "{P} is loud", False),
        Field("crowd", (), "number", "the crowd", 0),
        Field("at home", ("P",), "condition", "{P} is at home", False),
        Field("since", ("C",), "number", "the age of {C}", 0),
    ),
    acts=(Act("sing", (("P", ""),), "sing", "{P} sings", Nothing()),),
    kinds=("merry", "sad"),
    words=(("left", "direction"), ("right", "direction")),
)
ODE, HYMN = (Card(title, (), (), Nothing(), "", ()) for title in ("Ode", "Hymn"))


def norm(name: str, claim: Claim, cond: Cond = ALWAYS, **more: object) -> Norm:
    """A norm of the clause that its name begins with."""
    return Norm(name, name.partition(".")[0], claim, cond, **more)  # type: ignore[arg-type]


def at(*norms: Norm, store: Store | None = None, functions: Functions | None = None) -> Context:
    return Context(Rulebook(Game("songs", WORDS, (ODE, HYMN), norms=norms), functions or {}), store or Store())


def point(context: Context, fact: str, *args: Value) -> Point:
    with pytest.raises(Undecided) as raised:
        context.fact(fact, *args)
    return raised.value.point


def choosing(context: Context, point: Point, value: Value) -> Context:
    assert value in [o.value for o in point.options]
    return Context(context.rules, context.store.put(point.key, value))


def more(number: int) -> Expr:
    return Arith("plus", P, Lit(number))


def test_an_expression_has_its_value_under_the_binding() -> None:
    assert [at().value(e, {"P": 4}) for e in (Lit(7), P, more(2))] == [7, 4, 6]


def test_what_there_is_of_a_sort_is_listed_stored_or_among_the_words() -> None:
    store = Store({("things", "song"): ("S1",), ("zone", "pile"): (("Ode", 2), ("Ode", 1)), ("seats",): 3})
    listing: Functions = {"every verse": lambda here: ("V1", "V2"), "every rhyme": lambda here: None}
    here = at(store=store.put(("things", "verse"), ("V9",)), functions=listing)
    there: dict[str, tuple[Value, ...]] = {
        "player": (0, 1, 2),
        "card": (("Ode", 1), ("Ode", 2)),
        "kind": ("merry", "sad"),
        "verse": ("V1", "V2"),
        "rhyme": (),
        "song": ("S1",),
        "direction": ("left", "right"),
        "tune": (),
    }
    assert {sort: here.things(sort) for sort in there} == there
    assert at(store=Store({("seats",): "?"})).things("player") == ()


def test_what_was_so_before_is_looked_up_on_the_table_before_and_rests_on_its_clauses() -> None:
    norms = norm("K-1", Gives(AGE, Lit(5)), Is(LOUD)), norm("K-2", Gives(AGE, Lit(6)), Is(Call("at home", (P,))))
    now, then = Store({("loud", 0): True}), Store({("at home", 0): True})
    for before, age, clause in ((then, 6, "K-2"), (None, 5, "K-1")):
        here = Context(at(*norms).rules, now, before)
        here.cites["K-9"] = None
        assert here.earlier("age", (0,)) == age and list(here.cites) == ["K-9", clause]
        other = here.at(then)
        assert (other.store, other.rules, other.cites, other.beaten) == (then, here.rules, {}, {})
        assert other.before is None


def test_it_is_noted_which_norms_held() -> None:
    for loud in (True, False):
        here = at(norm("K-1", Counts(TALL), Is(LOUD)), store=Store({("loud", 0): loud}))
        assert here.fact("tall", 0) is (True if loud else None)
        assert ((HELD, "K-1") in here.rules.looked) is loud
        assert list(here.cites) == (["K-1"] if loud else [])


def test_a_clause_that_can_be_read_in_some_ways_is_open_in_each_regard() -> None:
    labels = "wide", "narrow", "size: big", "size: small", "size: odd"
    norms = [norm(f"K-1.{n}", Gives(AGE, Lit(n)), reading=label) for n, label in enumerate(labels)]
    for some, about, ways in ((norms[:2], "", labels[:2]), (norms[2:], " on size", labels[2:])):
        here = at(*some)
        found = point(here, "age", 0)
        assert (found.id, found.kind, found.clauses) == (f"reading of K-1{about}", Kind.AMBIGUOUS, ("K-1",))
        assert found.options == tuple(Option(way, f"K-1 read as: {way}", ("K-1",)) for way in ways)
        assert found.text == f"the wording of K-1 can be read in {len(ways)} ways"
        for way in ways:
            assert choosing(here, found, way).fact("age", 0) == labels.index(way)


def test_what_is_left_open_is_what_others_state_unless_it_goes_before_all_of_them_by_name() -> None:
    stated = norm("K-1", Gives(AGE, Lit(5))), norm("K-2", Gives(AGE, Lit(5)))
    assert at(*stated, norm("K-3", Leaves(AGE, Lit(8)))).fact("age", 0) == 5
    assert at(*stated, norm("K-3", Leaves(AGE, Lit(8)), outranks=("K-1",))).fact("age", 0) == 5
    over = at(*stated, norm("K-3", Leaves(AGE, Lit(8)), outranks=("K-1", "K-2")))
    assert choosing(over, point(over, "age", 0), 8).fact("age", 0) == 8
    classes = norm("K-8", Outranks("Ode", "rule"))
    assert at(*stated, classes, norm("K-3", Leaves(AGE, Lit(8)), speaker="Ode")).fact("age", 0) == 5
    elsewhere = Leaves(Call("age", (Lit(1),)), Lit(8))
    assert at(norm("K-3", elsewhere), norm("K-4", Leaves(AGE, Lit(8)), Is(LOUD))).fact("age", 0) == 1


@pytest.mark.parametrize(
    ("claim", "values"),
    [
        (Leaves(AGE, Lit(3)), (3, 4, 5)),
        (Leaves(AGE, Lit(3), 0), (3, 4, 5, 2)),
        (Leaves(AGE, Lit(3), 2, 4), (3, 4, 2)),
        (Leaves(AGE, Lit(3), 3, 3), (3,)),
        (Leaves(AGE, Lit(3), 2, 8, (Lit(7), Lit(3), Lit(9))), (3, 7, 9)),
        (Leaves(AGE, more(1)), (1, 2, 3)),
        (Leaves(FRIEND, Lit("none")), ("none",)),
        (Leaves(TALL, Lit(True), options=(Lit(True), Lit(False))), (True, False)),
    ],
)
def test_what_nothing_states_is_open_with_its_default_first(claim: Leaves, values: tuple[Value, ...]) -> None:
    here, fact = at(norm("K-1.1", claim)), claim.term.fact
    found = point(here, fact, 0)
    said = {True: "yes", False: "no"}
    told = [said[v] if isinstance(v, bool) else f"it is {v}" for v in values]
    assert found.options == tuple(Option(v, t, ("K-1",)) for v, t in zip(values, told, strict=True))
    assert (found.id, found.kind, found.clauses) == ("value of K-1.1", Kind.SILENT, ("K-1",))
    assert found.text == {"age": "nothing states the age of P", "tall": "nothing states P is tall"}.get(
        fact, "nothing states the friend of P"
    )
    for value in values:
        after = choosing(here, found, value)
        assert after.fact(fact, 0) == (None if value == "none" else value)
        assert list(after.cites) == ["K-1"]
    with pytest.raises(Undecided):
        choosing(here, found, values[0]).fact(fact, 1)


def test_a_clause_that_lists_several_does_not_say_which_and_one_that_lists_one_does() -> None:
    loud = All("Q", "player", Is(Call("loud", (Var("Q"),))))
    only = (
        norm("K-1", Gives(FRIEND, loud), Is(Call("at home", (P,)))),
        norm("K-2", Gives(Call("friend", (Lit(5),)), loud)),
    )
    store = Store({("seats",): 3, ("names",): ("A", "B", "C"), ("at home", 0): True, ("loud", 2): True})
    assert at(*only, store=store).fact("friend", 0) == 2
    assert at(*only, store=store).fact("friend", 1) is None
    assert at(*only, store=store.drop(("loud", 2))).fact("friend", 0) is None
    both = at(*only, store=store.put(("loud", 1), True))
    found = point(both, "friend", 0)
    assert [o.text for o in found.options] == ["it is B, by K-1", "it is C, by K-1"]
    assert (found.kind, found.text, found.clauses) == (Kind.SILENT, "K-1 does not say which", ("K-1",))
    assert choosing(both, found, found.options[1].value).fact("friend", 0) == 2


def test_a_value_is_changed_unless_what_states_it_goes_before_that() -> None:
    changed = norm("K-7", Modifies(AGE, "plus", Lit(10)))
    five, six = norm("K-1", Gives(AGE, Lit(5)), outranks=("K-7",)), norm("K-2", Gives(AGE, Lit(6)), speaker="Ode")
    assert [at(*norms).fact("age", 0) for norms in ((changed,), (five,), (five, changed))] == [11, 5, 5]
    over = norm("K-8", Outranks("Ode", "rule"))
    assert at(five, six, changed, over).fact("age", 0) == 16, "by whatever prevails, and not by what is beaten"


def test_the_clauses_that_say_which_thing_it_is_are_those_that_speak_here(monkeypatch: pytest.MonkeyPatch) -> None:
    norms = (
        norm("K-1.1", Gives(AGE, Lit(5))),
        norm("K-1.2", Gives(AGE, Lit(6))),
        norm("K-2", Leaves(AGE, Lit(5))),
        norm("K-3", Gives(Call("age", (Lit(1),)), Lit(5))),
        norm("K-4", Gives(AGE, Lit(5)), Is(LOUD)),
    )
    here = at(*norms, store=Store({("loud", 1): True}))
    assert [here.giving(here.rules.facts["age"], (p,)) for p in (0, 1)] == [("K-1",), ("K-1", "K-3", "K-4")]
    monkeypatch.setattr(Context, "_gives", lambda *_: pytest.fail("what was worked out for a table is not asked anew"))
    assert here.at(here.store).giving(here.rules.facts["age"], (1,)) == ("K-1", "K-3", "K-4")


def test_what_prevails_is_relied_on_and_by_what_it_does_and_what_is_beaten_is_told() -> None:
    no, yes = norm("K-1.1", Counts(TALL, False)), norm("K-2.1", Counts(TALL), speaker="Ode")
    by_class = at(no, yes, norm("K-8", Outranks("card", "rule")))
    assert by_class.fact("tall", 0) is True
    assert (list(by_class.cites), list(by_class.beaten)) == (["K-2", "K-8"], [("K-1.1", "K-2.1")])
    agreed = at(no, norm("K-3.1", Counts(TALL, False)))
    assert agreed.fact("tall", 0) is False and (list(agreed.cites), agreed.beaten) == (["K-1", "K-3"], {})
    assert agreed.decide([], Kind.SILENT, "") is None
    assert agreed.decide([Statement("Ode", 4)], Kind.SILENT, "") == 4 and "Ode" in agreed.cites


def test_norms_that_outrank_each_other_in_a_circle_on_a_table_are_refused_by_their_clauses() -> None:
    store = Store({("zone", "pile"): (("Ode", 1), ("Hymn", 1)), ("since", ("Hymn", 1)): 1})
    norms = (
        norm("K-1", Counts(TALL), speaker="Ode", outranks=("K-3",)),
        norm("K-2", Counts(TALL, False), speaker="Hymn"),
        norm("K-3", Counts(TALL, False)),
        norm("K-8", Outranks("rule", "Hymn")),
        norm("K-9", Newer("card", Call("since", (Var("C"),)))),
    )
    with pytest.raises(InputError) as refused:
        at(*norms, store=store).fact("tall", 0)
    said = refused.value.problems[0].message
    ways = "K-1 outranks K-3 by K-1", "K-2 outranks K-1 by being newer", "K-3 outranks K-2 by K-8"
    assert "in a circle" in said and all(way in said for way in ways)


def test_whoever_was_chosen_prevails_wherever_the_same_clauses_disagree() -> None:
    here = at(norm("K-2", Gives(AGE, more(1))), norm("K-1", Gives(AGE, more(2))), norm("K-3", Gives(AGE, more(1))))
    found = point(here, "age", 0)
    clauses = ("K-1", "K-2", "K-3")
    assert {o.value: (o.text, o.clauses) for o in found.options} == {
        ("says", 2, "K-1"): ("it is 2, by K-1", ("K-1",)),
        ("says", 1, "K-2", "K-3"): ("it is 1, by K-2 and K-3", ("K-2", "K-3")),
    }
    assert (found.id, found.kind, found.clauses) == ("K-1/K-2/K-3: the age of P", Kind.AMBIGUOUS, clauses)
    assert found.text == "K-1 and K-2 and K-3 disagree on: the age of P"
    for chosen, ages in ((("says", 2, "K-1"), [2, 7]), (("says", 1, "K-2", "K-3"), [1, 6])):
        after = choosing(here, found, chosen)
        assert [after.fact("age", p) for p in (0, 5)] == ages and list(after.cites) == list(clauses)


def test_where_clauses_that_disagree_each_say_several_every_doubt_is_settled_by_itself() -> None:
    """What was chosen the first time is no answer to the second, and both are remembered."""
    here = at(*(norm(f"K-{k}.{n}", Gives(AGE, more(n))) for k in (1, 2) for n in (1, 2)))
    first = point(here, "age", 0)
    assert {o.value for o in first.options} == {("says", n, "K-1", "K-2") for n in (1, 2)}
    once = choosing(here, first, ("says", 2, "K-1", "K-2"))
    assert once.fact("age", 0) == 2
    second = point(once, "age", 5)
    assert second.key != first.key and {o.value[1] for o in second.options} == {6, 7}  # type: ignore[index]
    twice = choosing(once, second, ("says", 6, "K-1", "K-2"))
    assert [twice.fact("age", p) for p in (0, 5)] == [2, 6]
    third = point(twice, "age", 8)
    assert third.key not in (first.key, second.key)


def test_what_one_clause_leaves_open_between_some_values_is_one_doubt_in_whatever_order_they_are_said() -> None:
    norms = norm("K-1.1", Gives(AGE, P)), norm("K-1.2", Gives(AGE, Arith("minus", Lit(1), P)))
    here = at(*norms)
    keys = [point(here, "age", p).key for p in (0, 1, 2)]
    assert keys[0] == keys[1] != keys[2]
    after = choosing(here, point(here, "age", 0), ("says", 1, "K-1"))
    assert [after.fact("age", p) for p in (0, 1)] == [1, 1]


def test_the_clauses_of_a_doubt_are_named_in_order() -> None:
    names = [f"K-{n}" for n in range(10, 30)]
    found = point(at(*(norm(n, Gives(AGE, Lit(i % 2))) for i, n in enumerate(names))), "age", 0)
    assert list(found.clauses) == names
    assert [o.clauses for o in found.options] == [tuple(names[::2]), tuple(names[1::2])]


def test_a_clause_speaks_on_the_tables_that_its_norms_need() -> None:
    """One that needs nothing of the table always does, and so does one of which it is open."""
    full = Compare("least", CROWD, Lit(3))
    sing = May(Pattern("sing", (P,)))
    norms = (
        norm("K-1.1", sing, And((full, Is(Call("at home", (Lit(0),)))))),
        norm("K-1.2", sing, And((Compare("is", CROWD, Lit(1)), Is(LOUD)))),
        norm("K-2.1", sing, full),
        norm("K-2.2", sing, Is(LOUD)),
        norm("K-3", sing, NOISY),
        norm("K-4", Counts(Call("noisy")), Compare("most", CROWD, Lit(5))),
        norm("K-5", Counts(Call("noisy"), False), Compare("is", CROWD, Lit(5))),
    )
    every = tuple(f"K-{n}" for n in (1, 2, 3, 4, 5, 6))
    home = Store({("at home", 0): True})
    for crowd, store, said in (
        (3, Store(), "2346"),
        (3, home, "12346"),
        (1, home, "12346"),
        (5, Store(), "23456"),
        (9, home, "126"),
    ):
        here = at(*norms, store=store.put(("crowd",), crowd))
        assert speaking(here, every) == tuple(f"K-{n}" for n in said), crowd
        assert not here.cites
