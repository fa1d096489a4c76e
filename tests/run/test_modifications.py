"""What makes an event or a value so much more or less: once for each event, and in an order that matters or not."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT

from checker.analyses import endless_play
from checker.analyses.registry import working
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.kernel.effect import Event, Nothing, Then
from checker.kernel.norm import Claim, Pattern, Prevents, Replaces, When
from checker.kernel.source import InputError
from checker.kernel.term import Arith, Expr, Lit, Var
from checker.kernel.trees.amount_changes import modifying
from checker.session.context import Options
from checker.smt.norm_pairs import pairs

CASES = ROOT / "tests" / "cases"
GAMES = CASES / "games"
WARD = CASES / "hh-ward-one-less.norm"

LESS = "instead of P is hurt for N by Q, P is hurt for N minus 1 by Q if P wears armour"
MORE = "instead of P is hurt for N by Q, P is hurt for N plus 1 by Q if P is cursed"
TWICE = "instead of P is hurt for N by Q, P is hurt for N times 2 by Q if P is cursed"
FREE = "P is hurt for N by Q is prevented if P is cursed"
SMALL = "P is hurt for N by Q is prevented if P is cursed and N is less than 2"
LARGE = "P is hurt for N by Q is prevented if P is cursed and N is at least 2"
HEAVY = "instead of P is hurt for N by Q, P is hurt for 9 by Q if P is cursed"

STRUCK = "players A B; A does put on armour; A does curse A; B does strike A; what is the life of A?"


def hurting(*now: Expr, event: str = "hurt") -> Claim:
    """In the place of P being hurt for N by M comes this."""
    was = Pattern("hurt", (Var("P"), Var("N"), Var("M2")))
    return Replaces(was, Event(event, now))


P, N, M, MORE_N = Var("P"), Var("N"), Var("M2"), Arith("plus", Var("N"), Lit(1))


@pytest.mark.parametrize(
    ("claim", "modifies"),
    [
        (hurting(P, MORE_N, M), True),
        (hurting(P, Lit(7), Lit(8)), True),
        (hurting(P, N, MORE_N), True),
        (hurting(P, N, M), False),
        (hurting(Var("Q"), N, M), False),
        (hurting(Var("Q"), MORE_N, M), False),
        (hurting(P, MORE_N, M, event="heal"), False),
        (Replaces(Pattern("hurt", (Lit(1),)), Event("hurt", (Lit(2),))), False),
        (Replaces(Pattern("hurt", (Lit("N"), N)), Event("hurt", (Lit(2), MORE_N))), False),
        (Replaces(Pattern("hurt", (N,)), Nothing()), False),
        (Replaces(Pattern("hurt", (N,)), Then((Event("hurt", (MORE_N,)),))), False),
        (Prevents(Pattern("hurt", (N,))), False),
        (When(Pattern("hurt", (N,)), Event("hurt", (MORE_N,))), False),
    ],
)
def test_only_the_same_event_of_another_amount_in_its_place_modifies_it(claim: Claim, modifies: bool) -> None:
    assert modifying(claim) is modifies


def guarding(folder: Path, *norms: str, over: str = "") -> list[Path]:
    """An erratum by which each norm is a clause of its own and nothing else alters a hurt."""
    blocks = [f'clause E-{n} effect "Errata"\n  says It is so.\n  norm {norm}' for n, norm in enumerate(norms, 1)]
    blocks[0] += f"\n  over {over}" if over else ""
    path = folder / "guard.norm"
    path.write_text("\n".join(['erratum "x"', *blocks, *(f"remove clause GD-{n}" for n in (2, 3, 4))]), "utf-8")
    return [path]


def answer(game: str, errata: list[Path], scene: str) -> str:
    at = house.desk(game, errata, root=GAMES) if game != "hexhex" else house.desk(game, errata)
    (_, found), *_ = [a for s in at.scenes(scene, "here") for a in at.answers(s)]
    return f"{found.verdict.value}: {found.value}"


@pytest.mark.parametrize(
    ("norms", "over", "gives"),
    [
        ((LESS,), "", "FORCED: 4"),
        ((MORE,), "", "FORCED: 2"),
        ((LESS, MORE), "", "FORCED: 3"),
        ((LESS, TWICE), "", "AMBIGUOUS: 3 or 2"),
        ((LESS, TWICE), "E-2", "FORCED: 4"),
        ((LESS, FREE), "", "FORCED: 5"),
        ((LESS, FREE), "E-2", "FORCED: 4"),
        ((LESS, SMALL), "", "FORCED: 5"),
        ((LESS, LARGE), "", "AMBIGUOUS: 4 or 5"),
        ((LESS, HEAVY), "", "AMBIGUOUS: -4 or -3"),
    ],
)
def test_each_has_one_opportunity_at_an_event(norms: tuple[str, ...], over: str, gives: str, tmp_path: Path) -> None:
    found = answer("guard", guarding(tmp_path, *norms, over=over), STRUCK)
    verdict, _, values = gives.partition(": ")
    assert found.partition(": ")[0] == verdict
    assert sorted(found.partition(": ")[2].split(" or ")) == sorted(values.split(" or "))


def test_the_next_event_is_another_one(tmp_path: Path) -> None:
    twice = STRUCK.replace("; what", "; B does strike A; what")
    assert answer("guard", guarding(tmp_path, LESS), twice) == "FORCED: 3"


def test_a_modified_loss_meets_what_protects_it_and_only_that() -> None:
    last = "players A B C D; B has Ward in play; Hex: A to C; D plays HEX•HEX; HEX•HEX: B is last"
    assert answer("hexhex", [WARD], f"{last}; how much Voice does B lose?") == "CONTRADICTION: 2 or 3"


@pytest.mark.parametrize("apart", [True, False])
def test_an_order_left_open_is_told_by_clauses_or_by_the_norms_of_one(apart: bool, tmp_path: Path) -> None:
    head = 'clause E-{} definition "Fees"\n  says It is so.'
    norms = [
        f"  norm the value of the fee of P is {n}" for n in ("1 more than it would be", "what it would be times 2")
    ]
    said = [head.format(1), norms[0], *([head.format(2)] if apart else []), norms[1]]
    path = tmp_path / "permits.norm"
    path.write_text("\n".join(['erratum "x"', *said]), "utf-8")
    at = house.desk("permits", [path], root=GAMES)
    ((_, found),) = [a for s in at.scenes("players A B; what is the fee of A?", "here") for a in at.answers(s)]
    (point,) = found.points
    names = ("E-1", "E-2") if apart else tuple(n.id for n in at.game.norms if n.clause == "E-1")
    assert len(set(names)) == 2 and point.id == f"order of {names[0]} and {names[1]}"


@pytest.mark.parametrize(
    ("norms", "gives"),
    [
        (("1 more than it would be",), "FORCED: 3"),
        (("1 more than it would be", "1 less than it would be"), "FORCED: 2"),
        (("1 more than it would be", "what it would be times 2"), "AMBIGUOUS: 6 or 5"),
        (("what it would be times 3", "what it would be times 2"), "FORCED: 12"),
    ],
)
def test_a_value_is_more_or_less_than_it_would_be(norms: tuple[str, ...], gives: str, tmp_path: Path) -> None:
    path = tmp_path / "permits.norm"
    blocks = [
        f'clause E-{n} definition "Fees"\n  says It is so.\n  norm the value of the fee of P is {norm}'
        for n, norm in enumerate(norms, 1)
    ]
    path.write_text("\n".join(['erratum "x"', *blocks]), "utf-8")
    assert answer("permits", [path], "players A B; what is the fee of A?") == gives


def test_a_value_that_is_told_by_itself_is_refused_with_the_form_that_says_it() -> None:
    with pytest.raises(InputError) as refused:
        house.desk("hexhex", [CASES / "hh-loss-plus-one.norm"])
    problem = refused.value.problems[0]
    assert (Path(problem.place.file).name, problem.place.line) == ("hh-loss-plus-one.norm", 5)
    assert "`the value of … is 1 more than it would be`" in problem.hint


def test_an_amount_that_asks_for_what_it_modifies_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "permits.norm"
    said = "norm the value of the fee of P is the fee of P more than it would be"
    path.write_text(f'erratum "x"\nclause E-1 definition "Fees"\n  {said}\n', "utf-8")
    with pytest.raises(InputError, match="defined by itself"):
        house.desk("permits", [path], root=GAMES)


def test_what_names_a_modification_keeps_it_off(tmp_path: Path) -> None:
    path = tmp_path / "permits.norm"
    block = 'clause E-1 definition "Fees"\n  says Dearer.\n  norm the value of the fee of P is 1 more than it would be'
    path.write_text(f'erratum "x"\n{block}\nchange clause PM-2\n  over PM-1 E-1\n', "utf-8")
    scene = "players A B; A does become a child; what is the fee of {}?"
    assert answer("permits", [path], scene.format("A")) == "FORCED: 0"
    assert answer("permits", [path], scene.format("B")) == "FORCED: 3"


def test_modifications_of_one_event_are_no_clash_and_another_event_in_its_place_is(tmp_path: Path) -> None:
    rust = "instead of P is hurt for N by Q, P rusts by N if P is cursed"
    back = "instead of P is hurt for N by Q, Q is hurt for N minus 1 by Q if P is cursed"
    (thrown,) = [n for n in house.desk("guard", guarding(tmp_path, back), root=GAMES).game.norms if n.id == "E-1"]
    assert not modifying(thrown.claim), "somebody else is hurt as well as for less"
    game = bench(house.desk("guard", guarding(tmp_path, LESS, TWICE, FREE, rust), root=GAMES)).rules.game
    assert [n.id for n in game.norms if modifying(n.claim)] == ["E-1", "E-2"]
    met = {(p.one, p.other) for p in pairs(game) if p.one.startswith("E-") and p.other.startswith("E-")}
    assert met == {("E-1", "E-4"), ("E-2", "E-4"), ("E-3", "E-4")}


@pytest.mark.parametrize(
    ("alters", "gives"),
    [("no card", "FORCED: 5"), ("no rule", "FORCED: 3"), ("nothing", "FORCED: 3")],
)
def test_protection_is_from_cards_from_rules_or_from_both(alters: str, gives: str, tmp_path: Path) -> None:
    path = tmp_path / "guard.norm"
    path.write_text(
        f'erratum "x"\nchange clause GD-5\n  norm {alters} alters that P is hurt for N by Q if Q strikes true\n',
        "utf-8",
    )
    scene = "players A B; A does raise a shield; B does aim; B does strike A; what is the life of A?"
    assert answer("guard", [path], scene) == gives
    assert answer("guard", [path], scene.replace("B does aim; ", "")) == "FORCED: 5"


def test_what_protects_from_rules_and_goes_before_nothing_clashes_with_a_rule(tmp_path: Path) -> None:
    said = "P is hurt for N by Q is prevented if P has a shield", "nothing alters that P is hurt for N by Q"
    scene = "players A B; A does raise a shield; B does strike A; what is the life of A?"
    assert answer("guard", guarding(tmp_path, *said), scene).startswith("CONTRADICTION")
    assert answer("guard", guarding(tmp_path, *said, over="E-2"), scene) == "FORCED: 5"


@pytest.mark.parametrize(("alters", "met"), [("no card", False), ("no rule", True), ("nothing", True)])
def test_protection_clashes_only_with_those_from_whom_it_protects(alters: str, met: bool, tmp_path: Path) -> None:
    said = f"{alters} alters that P is hurt for N by Q", FREE
    game = bench(house.desk("guard", guarding(tmp_path, *said), root=GAMES)).rules.game
    assert bool([p for p in pairs(game) if {p.one, p.other} == {"E-1", "E-2"}]) is met


def test_the_search_for_endless_play_knows_that_each_has_one_opportunity(tmp_path: Path) -> None:
    def open_(*norms: str) -> tuple[str, ...]:
        at = bench(house.desk("guard", guarding(tmp_path, *norms), root=GAMES))
        with working(at, Options((2,), "quick", 1)) as work:
            return endless_play.known(work).open

    own = ("step go of game",)
    assert open_(LESS, TWICE) == own
    assert open_("instead of P is hurt for N by Q, if P is cursed, P is hurt for 1 by Q") == own
    assert open_("instead of P is hurt for N by Q, Q strikes P if P wears armour") == ("act hurt", *own)
