"""Checks after errata with what earlier rules left: line by line what a check finds from which nothing was kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from conftest import ROOT, later

from checker.analyses import registry
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.loops.loop_cache import loops_kept
from checker.explore.loops.loop_search import Looped, jobs
from checker.kernel.game import Card
from checker.kernel.scene import Scene
from checker.norms.rulebook import Rulebook
from checker.session import persistent_memo
from checker.session.context import Bench, Options, Scratch, Work
from checker.session.persistent_memo import relevance
from checker.session.rule_dependencies import Since
from checker.session.ruling_memo import TracedRuling, carried_out, rulings_told
from checker.store.packed_values import packed, unpacked
from checker.verdicts.ruling_check import RuledScene

ERRATA = ROOT / "tests" / "errata"
TITLES = ("Duck", "Null", "Level", "Twain")
TOKEN = "Boost"
SITUATIONS = ("one Hex", "two Hexes in one beat", "two Hex Signs that are due at once")
WORDS = ("plays", "endings", "asked", "asked of a card", "asked of a duty")
OPEN, ORDERS, SHORTAGE = "HX201", "HX205", "HX402"
STATED = ("HX305", "HX306", "HX604")
RULED = ("ward", "own/enhanced-deflections", "own/laying-down-the-law")
"""The rulings that are carried out: among them some with laws of their own."""

LEVEL = 'erratum "Level gives one Voice"\nchange card Level\n  text You gain 1 Voice.\n'
FEWER = 'erratum "One Twain"\nchange card Twain\n  copies 1 errata\n'
MAKES_NONE = 'erratum "Twain makes nothing"\nchange card Twain\n  text You gain 1 Voice.\n'
DRAWS = (
    'erratum "Duck draws"\nchange card Duck\n  text Draw a card. Pass the Hex to the neighbour of you to the left.\n'
)
RETURNS = (
    'erratum "Choke lets the Hex by"\nchange card Choke\n  text Pass the Hex to the neighbour of you to the left.\n'
)
GIVEN = (
    "duck-becomes-sender",
    "said/order-two-clauses",
    "said/null-costs-one",
    "said/remove-a-card",
    "faults/immune-and-cancelled",
)


class Kept:
    """A shelf that is forgotten with the test; values are written down as on the real one."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], bytes] = {}

    def get(self, kind: str, name: str, of: Any) -> Any:
        return unpacked(self.kept[kind, name], of) if (kind, name) in self.kept else None

    def put(self, kind: str, name: str, value: Any) -> None:
        self.kept[kind, name] = packed(value)


def small(desk: Desk) -> Bench:
    """The rules with few cards in the deck, and few situations in the catalogue."""
    whole = bench(desk)
    head, *scenes = whole.situations.split('scene "')
    listed = "".join(f'scene "{s}' for s in scenes if s.split('"')[0] in (*SITUATIONS, *WORDS))
    return whole._replace(situations=head + listed)


def few(at: Bench) -> Bench:
    """The rules with copies of few cards; the others can still be named."""
    cards = at.rules.game.cards
    return with_cards(at, tuple(c if c.title in TITLES else msgspec.structs.replace(c, copies=0) for c in cards))


def boxed(at: Bench) -> Bench:
    """The rules with no other cards than these and one that puts tokens on Hexes."""
    return with_cards(at, tuple(c for c in at.rules.game.cards if c.title in (*TITLES, TOKEN)))


def with_cards(at: Bench, cards: tuple[Card, ...]) -> Bench:
    rules = Rulebook(msgspec.structs.replace(at.rules.game, cards=cards), at.rules.functions)
    return at._replace(rules=rules, scratch=Scratch())


def found(desk: Desk, codes: tuple[str, ...], shelf: Kept | None) -> list[str]:
    """Every finding and what was looked at, line by line."""
    at = small(desk)
    with_few = boxed(at) if codes == (SHORTAGE,) else few(at)
    report = registry.run(with_few, Options((3, 4), "pairs", shelf=shelf), codes)
    return [*map(repr, report.findings), *(f"{c.analysis} {c.extent} {c.scope}" for c in report.checked)]


@cache
def base(codes: tuple[str, ...]) -> tuple[dict[tuple[str, str], bytes], list[str]]:
    """What a check of the rules without errata leaves, and what it finds."""
    shelf = Kept()
    lines = found(house.desk("hexhex"), codes, shelf)
    return shelf.kept, lines


def erratum(tmp_path: Path, said: str) -> Path:
    if "\n" not in said:
        return ERRATA / f"{said}.norm"
    path = tmp_path / "said.norm"
    path.write_text(said, encoding="utf-8")
    return path


def same(codes: tuple[str, ...], said: str, tmp_path: Path) -> None:
    kept, lines = base(codes)
    shelf = Kept()
    shelf.kept = dict(kept)
    after = house.desk("hexhex", [erratum(tmp_path, said)])
    assert found(after, codes, shelf) == found(after, codes, None)
    assert found(house.desk("hexhex"), codes, shelf) == lines


@cache
def some_rulings() -> tuple[Desk, list[Scene]]:
    """The rules without errata, and some rulings, a third of them with laws of their own."""
    desk = house.desk("hexhex")
    files = [ROOT / "specs" / "hexhex" / "rulings" / f"{name}.scene" for name in RULED]
    return desk, [scene for f in files for scene in desk.rulings(f)[::5]]


def come_to(desk: Desk, shelf: Kept | None) -> tuple[list[RuledScene], int]:
    """What the rulings come to, and how many of them were asked for that."""
    at = bench(desk)._replace(ruled=partial(desk.ruled, elsewhere=True))
    asked: list[Scene] = []

    def work(scenes: list[Scene]) -> Iterator[TracedRuling]:
        for scene in scenes:
            asked.append(scene)
            yield carried_out(at, scene)

    told = rulings_told(at, shelf, some_rulings()[1], work)
    return [one.result for one in told if one is not None], len(asked)


@cache
def ruled_before() -> dict[tuple[str, str], bytes]:
    shelf = Kept()
    _, asked = come_to(some_rulings()[0], shelf)
    assert asked == len(some_rulings()[1])
    return shelf.kept


DRAWN = tuple(Random(24).sample(sorted(f"said/{p.stem}" for p in (ERRATA / "said").glob("*.norm")), 5))
"""Errata that nobody chose."""


@pytest.mark.parametrize("said", ["", LEVEL, *GIVEN[:2], *later(*GIVEN[2:], *DRAWN)])
def test_after_an_erratum_rulings_come_out_as_if_nothing_had_been_kept(said: str, tmp_path: Path) -> None:
    """Without one none is asked again, nor is one afterwards."""
    after = house.desk("hexhex", [erratum(tmp_path, said)] if said else [])
    shelf = Kept()
    shelf.kept = dict(ruled_before())
    told, asked = come_to(after, shelf)
    assert told == come_to(after, None)[0]
    assert said or not asked
    assert come_to(some_rulings()[0], shelf)[1] == come_to(after, shelf)[1] == 0


def loops(desk: Desk, shelf: Kept | None) -> tuple[list[tuple[Looped, ...]], int]:
    """The loops that are found without putting cards into scenes, and how many pieces of work that took."""
    made = 0

    def spread(what: str, work: Any, items: Any, *_: Any) -> list[Any]:
        nonlocal made
        made += len(items)
        return [work(at, item) for item in items]

    at = bench(desk)
    work = Work(at, Options((3,), "pairs", shelf=shelf), spread)
    return loops_kept(work, next(jobs(at, ()))), made


@pytest.mark.thorough
@pytest.mark.parametrize(("said", "fewest"), [(RETURNS, 1)])
def test_after_an_erratum_loops_come_out_as_if_nothing_had_been_kept(said: str, fewest: int, tmp_path: Path) -> None:
    shelf = Kept()
    before, _ = loops(house.desk("hexhex"), shelf)
    after = house.desk("hexhex", [erratum(tmp_path, said)])
    again, made = loops(after, shelf)
    fresh, all_of_it = loops(after, None)
    assert again == fresh
    assert (again != before) == bool(fewest)
    assert made < all_of_it / 2
    assert loops(house.desk("hexhex"), shelf) == (before, 0)


def test_another_number_of_copies_concerns_only_what_that_card_takes_part_in(tmp_path: Path) -> None:
    old, new = (relevance(bench(house.desk("hexhex", e))).digest() for e in ([], [erratum(tmp_path, FEWER)]))
    since = Since(old, new)
    assert not since.touches(frozenset(), frozenset({"Duck"}))
    assert since.touches(frozenset(), frozenset({"Twain"}))


def test_a_card_that_draws_now_concerns_only_what_it_takes_part_in(tmp_path: Path) -> None:
    old, new = (house.desk("hexhex", e) for e in ([], [erratum(tmp_path, DRAWS)]))
    since = Since(*(relevance(bench(at)).digest() for at in (old, new)))
    assert not since.touches(frozenset(), frozenset({"Null"}))
    assert since.touches(frozenset(), frozenset({"Duck"}))


@pytest.mark.parametrize(
    "said", ["said/three-hexes-at-most", *later(DRAWS, LEVEL, FEWER, "said/sign-matching-gains-two")]
)
def test_after_an_erratum_play_comes_out_as_if_nothing_had_been_kept(said: str, tmp_path: Path) -> None:
    same((OPEN, ORDERS), said, tmp_path)


@pytest.mark.parametrize("said", [MAKES_NONE, *later(FEWER)])
def test_after_an_erratum_what_runs_short_comes_out_as_if_nothing_had_been_kept(said: str, tmp_path: Path) -> None:
    """With fewer copies less can be made, with another text nothing; a card that draws now concerns what makes things again."""
    same((SHORTAGE,), said, tmp_path)


def test_two_acts_demanded_at_once_are_looked_for_again_only_under_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf, root, looked = Kept(), ROOT / "tests" / "toy", list[str]()
    monkeypatch.setattr("checker.analyses.competing_duties.torn", lambda at: looked.append(at.rules.game.name) or ())
    for errata, times in (((), 1), ((), 1), ((root / "greedy.norm",), 2), ((), 2)):
        at = bench(house.desk("pebbles", errata, root=root))
        registry.run(at, Options((2,), "quick", shelf=shelf), {"HX204"})
        assert len(looked) == times


def test_what_is_kept_belongs_to_the_words_of_the_default_dictionary(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    outside = house.desk("hexx").shelf().outside
    (tmp_path / "words.txt").write_text("WORD\n")
    spec = SimpleNamespace(submodule_search_locations=[str(tmp_path)])
    monkeypatch.setattr("checker.games.hexx.words.find_spec", lambda name: spec)
    assert house.desk("hexx").shelf().outside != outside and not house.desk("hexhex").shelf().outside


@pytest.mark.parametrize("said", later(LEVEL, "said/null-costs-one", DRAWS, *GIVEN[4:]))
def test_after_an_erratum_what_clauses_leave_out_comes_out_as_if_nothing_had_been_kept(
    said: str, tmp_path: Path
) -> None:
    same(STATED, said, tmp_path)


def test_an_erratum_to_a_card_concerns_neither_what_runs_short_without_it_nor_what_others_meet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the pieces of these analyses those are made again that read the card."""
    made: list[int] = []
    counted = partial(_counting, made, persistent_memo.traced_so_far)
    monkeypatch.setattr(persistent_memo, "traced_so_far", counted)
    shelf = Kept()
    for errata in ([], [erratum(tmp_path, LEVEL)]):
        made.append(0)
        at = small(house.desk("hexhex", errata))
        registry.run(boxed(at), Options((3,), "pairs", shelf=shelf), (SHORTAGE,))
        registry.run(few(at), Options((3,), "pairs", shelf=shelf), STATED[:1])
    assert 0 < made[1] * 5 < made[0]


def _counting(made: list[int], so_far: Any, *asked: Any) -> Any:
    *before, make = asked

    def counted(missing: list[int]) -> Any:
        made[-1] += len(missing)
        return make(missing)

    return so_far(*before, counted)


def test_that_something_has_no_name_is_not_noted_as_if_all_were_looked_at() -> None:
    rules = house.desk("quay").rules
    rules.looked.clear()
    assert rules.acts.get("") is None and "" not in rules.acts and ("act", "") not in rules.looked
    assert list(rules.acts) and ("act", "") in rules.looked


def everything(errata: tuple[Path, ...], shelf: Kept | None) -> list[str]:
    """Every finding in the small game, and what was looked at."""
    at = bench(house.desk("pebbles", errata, root=ROOT / "tests" / "toy"))
    report = registry.run(at, Options((2, 3), "pairs", shelf=shelf))
    return [*map(repr, report.findings), *(f"{c.analysis} {c.extent} {c.scope}" for c in report.checked)]


@pytest.mark.parametrize(
    "said", ["remove clause PB-2", *later("remove clause PB-3", "change card Grab\n  copies 3 errata")]
)
def test_after_an_erratum_to_a_small_game_all_comes_out_as_if_nothing_had_been_kept(said: str, tmp_path: Path) -> None:
    shelf = Kept()
    before = everything((), shelf)
    errata = (erratum(tmp_path, f'erratum "Otherwise"\n{said}\n'),)
    after = everything(errata, shelf)
    assert after == everything(errata, None) != before
    assert everything((), shelf) == before
