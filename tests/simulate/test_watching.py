"""What a watcher tells of properties: each breach once in a row, whatever came or went on the table."""

from __future__ import annotations

from collections.abc import Callable

from checker.kernel.effect import Nothing
from checker.kernel.game import Card, Check, Game, Property
from checker.kernel.norm import Counts, Norm, Pattern
from checker.kernel.position import Position, Store
from checker.kernel.term import Call, Compare, Is, Lit, Var, Yes
from checker.kernel.vocabulary import Fact, Field, Vocabulary
from checker.norms.rulebook import Rulebook
from checker.run.progress import Line
from checker.run.read_write_sets import EVERYTHING, MarkingStore, Marks, headed
from checker.simulate.property_monitor import Watcher

PAID, OWED = Call("paid", ()), Call("owed", ())
WORDS = Vocabulary(
    fields=(
        Field("paid", (), "number", "what is paid", initial=0),
        Field("owed", (), "number", "what is owed", initial=0),
    ),
    facts=(Fact("tall", (("P", ""),), "condition", "{P} is tall", institutional=True),),
)
TALL = Call("tall", (Var("P"),))
DISAGREE = (Norm("K-1", "K-1", Counts(TALL)), Norm("K-2", "K-2", Counts(TALL, False)))
SOLVENT = Check("always", Compare("most", OWED, PAID))
"""No more is owed than is paid."""


def watcher(*properties: Property) -> Watcher:
    game = Game("songs", WORDS, (Card("Ode", (), (), Nothing(), "", ()),), properties=properties, norms=DISAGREE)
    return Watcher(Rulebook(game, {}))


def at(**fields: int) -> Position:
    store = Store()
    for name, value in fields.items():
        store = store.put((name,), value)
    return Position(store)


def told(seen: Watcher) -> list[str]:
    return [v.property for v in seen.violations]


def test_a_breach_is_told_once_in_a_row_and_again_once_the_property_held_between() -> None:
    seen = watcher(Property("S-1", "solvency", "nobody owes more than is paid", checks=(SOLVENT,)))
    for owed in (0, 1, 2, 1):
        seen(at(owed=owed), ())
    assert told(seen) == ["S-1"]
    seen(at(), ())
    assert told(seen) == ["S-1"]
    seen(at(owed=3), ())
    assert told(seen) == ["S-1", "S-1"]


def test_what_is_taken_off_the_table_is_noticed() -> None:
    seen = watcher(Property("S-1", "solvency", "nobody owes more than is paid", checks=(SOLVENT,)))
    both = at(owed=2, paid=2)
    seen(both, ())
    assert told(seen) == []
    seen(Position(both.store.drop(("paid",))), ())
    assert told(seen) == ["S-1"]


def test_what_no_change_concerns_is_not_looked_at_again() -> None:
    seen = watcher(Property("S-1", "solvency", "nobody owes more than is paid", checks=(SOLVENT,)))
    begun = at(owed=1, paid=2)
    seen(begun, ())
    seen(Position(begun.store.put(("weather",), "fine")), ())
    assert seen.checked == 1
    seen(Position(begun.store.put(("paid",), 1)), ())
    assert (seen.checked, told(seen)) == (2, [])


def test_moments_are_looked_at_when_they_come_and_at_rest_at_each() -> None:
    broke = Compare("is", PAID, OWED)
    checks = {"S-1": Check("resting", broke), "S-2": Check("dinner", broke)}
    seen = watcher(*(Property(name, "balance", "all is paid", checks=(check,)) for name, check in checks.items()))
    seen(at(owed=1), ())
    assert told(seen) == []
    seen(at(owed=2), (), "breakfast")
    assert told(seen) == ["S-1"]
    seen(at(owed=3), (), "dinner")
    assert told(seen) == ["S-1", "S-2"]


def test_an_event_that_must_not_happen_is_told_where_its_condition_held_before() -> None:
    never = Check("never", Compare("more", OWED, Lit(0)), Pattern("leave", (Var("P"),)))
    seen = watcher(Property("S-3", "solvency", "nobody leaves who owes", checks=(never,)))
    left, came = (Line(f"A {what}s", (), event=(what, 0)) for what in ("leave", "come"))
    seen(at(), (left,))
    seen(at(owed=1), (left,))
    assert told(seen) == [], "nothing was owed before"
    seen(at(), (came,))
    assert told(seen) == []
    seen(at(owed=1), ())
    seen(at(), (came, left))
    assert told(seen) == ["S-3"]


def test_where_it_is_open_whether_the_rules_break_it_they_may() -> None:
    """A property that the rulebook breaks in a situation is excused there, before the step or after, and if that is open."""
    tall = Is(Call("tall", (Lit(0),)))
    excuses = {"": Yes(), "open": tall, "owing": Compare("more", OWED, Lit(5)), "paying": Compare("more", PAID, Lit(5))}
    for name, where in excuses.items():
        seen = watcher(Property("S-1", "solvency", "x", checks=(SOLVENT,), violable=name, where=where))
        seen(at(paid=6, owed=1), ())
        seen(at(owed=1), ())
        assert [v.violable for v in seen.violations] == ["" if name == "owing" else name], name


def test_what_is_looked_at_on_a_table_is_noted() -> None:
    store = at(owed=1).store

    def noted(look: Callable[[Store], object]) -> set[object]:
        marks = Marks()
        look(MarkingStore(store, marks))
        return set(marks.read)

    assert noted(lambda s: s.get(("owed",))) == {("owed",)} == noted(lambda s: ("owed",) in s)
    assert noted(lambda s: s.entries("owed")) == {headed("owed")}
    assert noted(lambda s: list(s.items())) == {EVERYTHING}
