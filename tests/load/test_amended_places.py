"""Where what an amendment brings is told and cited: the lines of its words, steps without a clause, circles of steps, sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.kernel.effect import Nothing
from checker.kernel.game import Amended, Authority, Clause, Game, Procedure, Step
from checker.kernel.source import Place, Problem
from checker.kernel.vocabulary import Vocabulary
from checker.load.amended.implicit_choices import with_step_clauses
from checker.load.apply_erratum import blamed
from checker.load.entries import Order, circle, circular_steps, own, said, told
from checker.syntax.authority import of_lines
from checker.syntax.files import Entry, SourceLine, entries


def entry(text: str, file: str = "here") -> Entry:
    (made,) = entries(text, file, frozenset({"procedure", "step", "move", "clause"}))
    return made


# ---- the order of steps ----------------------------------------------------------------------

CIRCLE = """procedure dealing
  unordered
  after gone: no step
  step a after c: One.
  step b: after x, two.
  step c after d after a after gone: Three.
  step d after b: Four."""


def ordered(orders: object) -> list[tuple[str, str, int]]:
    assert isinstance(orders, list | tuple)
    return [(o.earlier, o.later, o.line.place.line) for o in orders]


def test_steps_say_which_steps_of_the_procedure_they_come_after() -> None:
    assert ordered([*own(entry(CIRCLE))]) == [("c", "a", 4), ("d", "c", 6), ("a", "c", 6), ("b", "d", 7)]
    assert ordered([*own(entry("procedure p\n  steps after a: x\n  also b after a: x\n  step c after a: x"))]) == []


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("step a of round before b: Something.", [("a", "b")]),
        ("move step a of round after b", [("b", "a")]),
        ("step a of round HH-1 after b before c: Then before d.", [("b", "a"), ("a", "c")]),
        ("move step after of before before after", [("after", "after")]),
        ("step a of round HH-1: After b.", []),
    ],
)
def test_a_step_of_an_amendment_says_what_it_comes_before_and_after(line: str, orders: list[tuple[str, str]]) -> None:
    assert ordered([*told(entry(line).head)]) == [(*pair, 1) for pair in orders]


def order(earlier: str, later: str, line: int = 1) -> Order:
    return Order(earlier, later, SourceLine("step", "", Place("here", line), ""))


@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        ("", ()),
        ("ab bc ac", ()),
        ("aa", ("aa",)),
        ("ab ba", ("ab", "ba")),
        ("ab bc ca cd", ("ab", "bc", "ca")),
        ("xa ab bd da", ("ab", "bd", "da")),
    ],
)
def test_a_circle_is_each_order_with_the_one_that_begins_where_it_ends(pairs: str, found: tuple[str, ...]) -> None:
    orders = [order(*pair) for pair in pairs.split()]
    round_ = circle(orders)
    assert isinstance(round_, tuple) and {o.earlier + o.later for o in round_} == set(found)
    assert all(o.later == after.earlier for o, after in zip(round_, (*round_[1:], *round_[:1]), strict=True))


def test_a_circle_is_told_in_order_at_the_last_of_its_lines() -> None:
    assert said("p", [order("a", "b", 3), order("b", "a", 2)]) == (
        "the steps of p come before each other in a circle: `a` before `b` (here:3), `b` before `a` (here:2)"
    )
    (problem,) = circular_steps(entry(CIRCLE))
    assert (problem.place.line, problem.excerpt) == (6, "  step c after d after a after gone: Three.")
    assert "`c` before `a` (here:4)" in problem.message and problem.hint == "take one of the orders away"
    assert problem.message.startswith("the steps of dealing come before each other in a circle: ")
    late, early = entry("procedure p\n  step a after b: x", "z"), entry("procedure p\n\n\n  step b after a: x", "b")
    (other,) = circular_steps(Entry(late.head, (*late.lines, *early.lines)))
    assert (other.place.file, other.place.line) == ("z", 2)
    assert list(circular_steps(entry(CIRCLE.replace("after d after a ", "after d ")))) == []


# ---- steps without a clause ------------------------------------------------------------------


def step(name: str, place: Place | None, *clauses: str) -> Step:
    return Step(name, clauses, Nothing(), place=place)


def test_a_step_of_an_amendment_that_cites_nothing_is_cited_as_a_clause_of_its_own() -> None:
    ours, theirs = Place("ours.norm", 3, 2), Place("theirs.norm", 4)
    steps = (step("bare", ours), step("cited", ours, "E-1"), step("old", theirs), step("made", None))
    amended = (
        Amended("clause", "E-1", "Later", Place("ours.norm", 2)),
        Amended("step", "made", "Nowhere"),
        Amended("card", "Fog", "Fogs", Place("fogs.norm", 2)),
    )
    procedures = (Procedure("turn", steps, True), Procedure("round", (step("other", Place("fogs.norm", 9)),)))
    known = Clause("E-1", "effect", "Errata", "It is so.")
    game = Game("g", Vocabulary(), clauses=(known,), procedures=procedures, amended=amended)
    made = with_step_clauses(game)
    named = ("step bare of turn", "step other of round")
    assert [[s.clauses for s in p.steps] for p in made.procedures] == [[(named[0],), ("E-1",), (), ()], [(named[1],)]]
    assert [(p.name, p.unordered) for p in made.procedures] == [("turn", True), ("round", False)]
    assert made.clauses == (
        known,
        Clause(named[0], "obligation", "Later", "The step bare of turn is taken, as the erratum says.", place=ours),
        Clause(
            named[1],
            "obligation",
            "Fogs",
            "The step other of round is taken, as the erratum says.",
            place=Place("fogs.norm", 9),
        ),
    )
    assert made.amended == (
        *amended,
        Amended("clause", named[0], "Later", ours),
        Amended("clause", named[1], "Fogs", Place("fogs.norm", 9)),
    )


def test_a_game_in_which_every_step_cites_a_clause_stays_as_it_is() -> None:
    steps = (step("cited", Place("ours.norm", 3), "E-1"), step("old", Place("theirs.norm", 4)))
    amended = (Amended("clause", "E-1", "Later", Place("ours.norm", 2)),)
    game = Game("g", Vocabulary(), procedures=(Procedure("turn", steps),), amended=amended)
    assert with_step_clauses(game) is game


# ---- where what cannot be read is told -------------------------------------------------------


def test_what_the_rulebook_cannot_say_any_more_is_told_at_the_amended_word_it_speaks_of(tmp_path: Path) -> None:
    errata, book = str(tmp_path / "e.norm"), "book.norm"
    (tmp_path / "e.norm").write_text('erratum "x"\nfield glow "the light of {P}"\nfact wise "{P} is WISE"\n', "utf-8")
    words = (
        Amended("field", "glow", "x", Place(errata, 2, 7)),
        Amended("fact", "wise", "x", Place(errata, 3, 6)),
        Amended("clause", "E-1", "x", Place(errata, 1)),
        Amended("fact", "placeless", "x"),
        Amended("fact", "earlier", "y", Place("other.norm", 1)),
    )

    def at(*problems: Problem, amended: tuple[Amended, ...] = words) -> list[Problem]:
        return list(blamed(iter(problems), amended, frozenset({errata})))

    wise = Problem(Place(book, 7, 4), "`wise` cannot stand here", "norm P is odd", "look")
    light = Problem(Place(book, 9), "this cannot be read: the LIGHT of P", "")
    found = at(wise, light)
    assert found == [
        Problem(
            Place(errata, 3, 6),
            "with this fact the rules cannot be read: `wise` cannot stand here (book.norm:7)",
            'fact wise "{P} is WISE"',
            "look",
        ),
        Problem(
            Place(errata, 2, 7),
            "with this field the rules cannot be read: this cannot be read: the LIGHT of P",
            'field glow "the light of {P}"',
        ),
    ]
    of_excerpt = Problem(Place(book, 7), "this cannot be read", "norm the light of P is odd")
    assert at(of_excerpt)[0].place == Place(errata, 2, 7)
    own = Problem(Place(errata, 1), "this is no title")
    assert at(wise, own) == [wise, own]
    assert at(wise, amended=words[2:]) == [wise]
    assert at() == []


# ---- where a ruling comes from ---------------------------------------------------------------

NO_DATE = 'expected a year, a month or a day: `since "2004-05"`'


@pytest.mark.parametrize(
    ("lines", "source", "since", "wrong"),
    [
        ("", "", "", {}),
        ('source "FAQ"', "FAQ", "", {}),
        ('since "2004"\nsource "FAQ"', "FAQ", "2004", {}),
        ("since 2004-12-31", "", "2004-12-31", {}),
        ('source ""', "", "", {2: 'expected `source "WHO OR WHAT SAYS SO"`'}),
        ('since "2004-05"\nsince "2005"', "", "2004-05", {3: "a second `since`"}),
        ('source "A"\nsource "B"\nsince "2004-10-30"', "A", "2004-10-30", {3: "a second `source`"}),
        ('since "2004-13"', "", "2004-13", {2: NO_DATE}),
        ('since "2004-01-32"\nsource "A"', "A", "2004-01-32", {2: NO_DATE}),
        ('since "04"\nsource "A"\nsource "B"', "A", "04", {2: NO_DATE, 4: "a second `source`"}),
    ],
)
def test_lines_say_who_says_so_and_since_when(lines: str, source: str, since: str, wrong: dict[int, str]) -> None:
    below = lines.split("\n") if lines else []
    found, problems = of_lines(entry("\n".join(("clause E-1", *(f"  {line}" for line in below)))).lines)
    assert found == Authority(source, since)
    assert {p.place.line: p.message for p in problems} == wrong
    assert all(p.excerpt == f"  {below[p.place.line - 2]}" for p in problems)
