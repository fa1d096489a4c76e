"""The search of situations and cards: what it keeps, what it leaves out, and the scenes that it shows."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from conftest import ROOT

from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.cards import minimal_scene
from checker.explore.cards.card_search import Explorer
from checker.explore.cards.minimal_scene import asked, reduced, shown
from checker.explore.cards.search_result import Cards, DecidingPoint, SearchResult
from checker.explore.cards.work_units import Pieces, WorkUnit, explored
from checker.explore.default_play import Pruning, quieted
from checker.explore.scene_driver import SceneDriver, replayed
from checker.explore.scene_state import Cause, Taken, key_of
from checker.explore.scene_templates import alike
from checker.explore.situations import catalogue
from checker.kernel.position import Store
from checker.norms.rule_reads import POINT
from checker.run.branches import TooMany, allowing
from checker.session.context import Bench, Options, Work
from checker.session.query_memo import Memo, Tally, TracedStore, written
from checker.session.reductions import NO, Common
from checker.store.fingerprint import named, program
from checker.verdicts.deciding_points import responsible


class Drawer:
    """A shelf in memory that notes what was asked for in vain."""

    def __init__(self) -> None:
        self.there: dict[tuple[str, str], Any] = {}
        self.missed: list[str] = []

    def get(self, kind: str, name: str, of: Any) -> Any:
        if (found := self.there.get((kind, name))) is None:
            self.missed.append(kind)
        return found

    def put(self, kind: str, name: str, value: Any) -> None:
        self.there[kind, name] = value


def one_after_another(what: str, work: Any, items: Any, lane: Any = None, each: Any = None) -> list[Any]:
    results = []
    for number, item in enumerate(items):
        results.append(work(BENCH, item))
        if each is not None:
            each(number, results[-1])
    return results


BENCH: Bench = bench(house.desk("hexhex"))


def test_equal_contents_have_equal_names_wherever_they_stand() -> None:
    game = BENCH.rules.game
    clause = game.clauses[0]
    moved = msgspec.structs.replace(clause, place=None)
    other = msgspec.structs.replace(clause, heading="another")
    assert named(clause) == named(moved) != named(other)
    assert named(frozenset("abcdef")) == named(frozenset("fedcba"))
    assert len(program()) == 64


def test_what_was_worked_out_from_the_same_is_not_worked_out_again() -> None:
    drawer = Drawer()
    work = Work(BENCH, Options(shelf=drawer), one_after_another)
    made: list[int] = []

    def double(_: Bench, number: int) -> int:
        made.append(number)
        return 2 * number

    assert work.kept_each("doubles", "rules", int, "doubling", double, [1, 2]) == [2, 4]
    assert work.kept_each("doubles", "rules", int, "doubling", double, [2, 3]) == [4, 6]
    assert work.kept_each("doubles", "other rules", int, "doubling", double, [2]) == [4]
    assert made == [1, 2, 3, 2]
    assert work.kept("nothing", 1, None, lambda: None) is None
    drawer.missed.clear()
    assert work.kept("nothing", 1, None, lambda: pytest.fail("made again")) is None
    assert not drawer.missed


# -- what is worked out once for what it reads -------------------------------------------------

FEW = ("Duck", "Null", "HEX•HEX", "Boost", "Draw Fire")
SITUATIONS = {s.name: s for s in catalogue(BENCH.situations).situations}


def explorer(known: frozenset[str] = frozenset(), titles: Cards = FEW, seats: int = 3) -> Explorer:
    made = Explorer(BENCH, seats, known)
    made.words.titles = titles
    return made


def plainly(known: frozenset[str] = frozenset(), titles: Cards = FEW, seats: int = 3) -> Explorer:
    """An explorer without any reduction: everything is worked out each time."""
    made = Explorer(BENCH, seats, known, Common(BENCH.rules, NO))
    made.words.titles = titles
    return made


def pairs(made: Explorer, name: str, first: str) -> dict[Cards, SearchResult]:
    then = tuple(t for t in made.words.titles if t != first)
    return dict(made.pairs(SITUATIONS[name], first, then))


KNOWN = frozenset({"which player is meant", "value of HH-83.2", "HH-141/HH-171: a player lets P pass a player"})


@pytest.mark.parametrize(
    ("name", "first"), [("one Hex", "HEX•HEX"), ("a maddened Hex", "Duck"), ("one Hex", "Draw Fire")]
)
def test_with_and_without_the_reductions_the_search_finds_the_same(name: str, first: str) -> None:
    quick, plain = explorer(KNOWN), plainly(KNOWN)
    for _ in range(2):
        assert pairs(quick, name, first) == pairs(plain, name, first)
    assert quick.moves.memo.missed < quick.moves.memo.asked


def test_single_cards_come_out_the_same_without_the_reductions() -> None:
    wanted: tuple[Cards, ...] = ((), ("Boost",))
    situation = SITUATIONS["a Hex sent to oneself"]
    quick, plain = explorer(KNOWN), plainly(KNOWN)
    dict(quick.singles(SITUATIONS["one Hex"], wanted))
    assert dict(quick.singles(situation, wanted)) == dict(plain.singles(situation, wanted))


def test_how_many_scenes_and_moves_there_are() -> None:
    """Golden numbers: what the search counts in a small scope; a change of the rules may change them."""
    made = explorer(KNOWN)
    entry = SearchResult()
    for first in FEW:
        for one in pairs(made, "one Hex", first).values():
            entry = entry.also(one)
    assert entry.cut == 0
    assert entry.scenes == SCENES


SCENES = 32


def test_what_is_remembered_depends_on_what_was_read_alone() -> None:
    memo: Memo[int] = Memo(Tally(BENCH.rules))
    done: list[int] = []

    def work(store: TracedStore) -> int:
        done.append(1)
        found = store.get(("a",), 0)
        assert isinstance(found, int)
        return found + (1 if store.get(("b",)) else 0) if found else len(store.entries("c"))

    store = Store({("a",): 1, ("x",): 5})
    assert [memo.of("w", store.put(("x",), n), work) for n in range(3)] == [1, 1, 1] and len(done) == 1
    assert memo.of("w", store.put(("b",), True), work) == 2 and len(done) == 2
    assert memo.of("w", store.drop(("a",)).put(("b",), True), work) == 0 and len(done) == 3
    assert memo.of("w", store.drop(("a",)).put(("c", 1), 1), work) == 1 and len(done) == 4
    assert memo.of("w", store.drop(("a",)).put(("b",), False), work) == 0 and len(done) == 4
    assert memo.of("v", store, work) == 1 and len(done) == 5
    lying = store.put(("zone", "hand"), (("X", 1), ("Y", 1)))
    for there, known in (
        (lying, 1),
        (lying.put(("zone", "hand"), (("X", 1),)), 1),
        (lying.put(("zone", "hand"), ()), 2),
    ):
        assert memo.of("t", there, lambda s: (done.append(1), s.titled("X"))[1]) == there.titled("X")
        assert len(done) == 5 + known, "cards of other titles are not read"


def test_a_traced_table_is_like_the_table_it_began_as() -> None:
    store = Store({("a", 1): 1, ("a", 2): 2, ("zone", "hand", 0): (("X", 1),)})
    traced = TracedStore(store).put(("a", 3), 3).drop(("a", 1)).put(("zone", "deck"), (("X", 1), ("Y", 1)))
    assert isinstance(traced, TracedStore)
    plain = written(store, traced.writes, lambda key, value: False)
    assert dict(traced.items()) == dict(plain.items())
    assert traced.entries("a") == plain.entries("a")
    assert traced.holding(("X", 1)) == plain.holding(("X", 1)) and traced.holding(("Y", 1)) == plain.holding(("Y", 1))
    moved, there = (table.moved(("X", 1), ("zone", "hand", 1)) for table in (traced, plain))
    for title in "XY":
        assert traced.titled(title) == plain.titled(title) and moved.titled(title) == there.titled(title)
        assert dict(moved.lying_of(title)) == dict(there.lying_of(title))
    assert (("a", 1) in traced) is False and traced.get(("a", 1), 7) == 7 and ("a", 3) in traced
    inner = TracedStore(traced)
    assert inner.get(("a", 3)) == 3 and inner.get(("a", 2)) == 2 and ("a", 2) in traced.reads


def at(key: str, option: str) -> Taken:
    return Taken(key, key, option, None)


def by(who: str, option: str) -> Taken:
    return Taken("", "", option, SimpleNamespace(who=who))


def test_only_points_that_ways_first_differ_at_and_end_differently_decide() -> None:
    ways = [
        ((at("p", "1"), at("q", "1")), "x"),
        ((at("p", "1"), at("q", "2")), "y"),
        ((at("p", "2"), at("q", "1")), "x"),
    ]
    assert [f.key for f in responsible(ways)] == ["q", "p"]
    assert not responsible([(forks, "x") for forks, _ in ways])
    chosen = [((by("A", "1"), at("p", "1")), "x"), ((by("A", "2"), at("p", "1")), "y")]
    assert not responsible(chosen)


def test_who_chooses_is_part_of_the_outcome() -> None:
    same = [((at("p", p), by("A", option)), option) for p in "12" for option in "xy"]
    assert not responsible(same)
    other = [((at("p", p), by("AB"[p == "2"], option)), option) for p in "12" for option in "xy"]
    assert [f.key for f in responsible(other)] == ["p"]


# -- witnesses ---------------------------------------------------------------------------------


def test_nothing_can_be_taken_away_from_a_witness() -> None:
    lines = (
        "players A B C D",
        "Voice A 4, B 6, C 5",
        "Hex: A to B, boosted",
        "D plays Ward",
        "B plays Duck",
        "who wins?",
    )

    def shows(fewer: tuple[str, ...]) -> bool:
        return "B plays Duck" in fewer and any("B 6" in x for x in fewer) and any("Hex: A to B" in x for x in fewer)

    assert reduced(lines, shows, 3) == ("players A B C", "Voice B 6", "Hex: A to B", "B plays Duck", "who wins?")


def test_what_one_card_shows_is_shown_by_a_scene_that_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Smaller scenes that take too long to play are left, and that is said."""
    made = explorer(titles=("Rot",))
    wanted: tuple[Cards, ...] = (("Rot",),)
    [(_, entry)] = made.singles(SITUATIONS["one Hex"], wanted)
    rot = next(m for m in entry.found if m.plain == "Rot")
    rot = rot._replace(lines=(rot.lines[0], "Voice C 3", *rot.lines[1:]))
    met = shown(BENCH, (rot,))
    assert met is not None
    answer = list(replayed(BENCH, "\n".join(met.lines)))[-1]
    assert "Rot" in [p.id for p in answer.points] and len(met.lines) < len(rot.lines) and not met.large
    monkeypatch.setattr(minimal_scene, "LEAST_STEPS", 1)
    monkeypatch.setattr(minimal_scene, "TIMES", 0)
    met = shown(BENCH, (rot,))
    assert met is not None and met.lines == rot.lines and met.large


def test_play_takes_no_more_steps_than_are_allowed_whatever_lies_within() -> None:
    def played() -> Any:
        began = SceneDriver(BENCH, 3).begin(("Hex: A to B", "B plays Duck"))
        return began and began.judge.unknown

    with allowing() as whole, allowing() as within:
        assert played() is False
    assert whole.taken == within.taken > 10
    with allowing(within.taken):
        assert played() is False
    with allowing(within.taken - 1), allowing():
        assert played() is not False


def test_which_hex_a_stun_means_is_shown_by_a_scene_that_replays() -> None:
    made = explorer(titles=("Stun",))
    wanted: tuple[Cards, ...] = (("Stun",),)
    [(_, entry)] = made.singles(SITUATIONS["two Hexes before one player"], wanted)
    stun = next(m for m in entry.found if m.plain == "which hex is meant")
    met = shown(BENCH, (stun,))
    assert met is not None and len(met.lines[0].split()) == 4


def test_a_scene_whose_answer_hangs_on_what_nobody_states_does_not_show_another_point() -> None:
    """What Deception counts as is open, of what kind Level is is not; a larger scene with Level shows the point."""

    def lines(title: str) -> tuple[str, ...]:
        return ("players A B C", "Hex: A to B", "A plays HEX•HEX", f"may B play {title}?")

    point = next(p for p in asked(BENCH, lines("Level")).points if {"HH-44", "HH-48"} <= {*p.clauses})
    key = key_of(point, Cause())
    mixed, plain = (
        DecidingPoint(key, key, point, Cause(), "may", lines(c), (c,), 3, 0) for c in ("Deception", "Level")
    )
    met = shown(BENCH, (mixed, plain))
    assert met is not None and met.lines == plain.lines
    larger = plain._replace(cards=("Level", "Null"))
    met = shown(BENCH, (mixed, larger))
    assert met is not None and met.lines == larger.lines


def test_a_game_without_hands_is_searched_too() -> None:
    words = bench(house.desk("hexx"))
    made = Explorer(words, 2, frozenset())
    [(_, entry)] = made.singles(catalogue(words.situations).situations[0], [("11 Null & Void",)])
    assert "which player is meant for the first removal" in {m.plain for m in entry.found}


def test_questions_after_the_same_lines_are_answered_as_if_each_was_asked_alone() -> None:
    told = ("players A B C", "Hex: A to B", "B plays Duck")
    questions = ("where does the Hex go?", "may C play Null on Duck?", "who loses Voice?", "what happens?")
    for question in questions:
        [alone] = replayed(BENCH, "\n".join((*told, question)))
        assert asked(BENCH, (*told, question)) == alone
    [other] = replayed(BENCH, "players A B C\nHex: A to B\nwho is The Intended?")
    assert asked(BENCH, ("players A B C", "Hex: A to B", "who is The Intended?")) == other


# -- what is kept --------------------------------------------------------------------------------


def test_after_a_change_of_one_card_only_what_it_can_come_into_is_searched_again() -> None:
    drawer = Drawer()
    listed = (SITUATIONS["one Hex"],)
    wanted: tuple[Cards, ...] = (("Duck", "Null"), ("Null", "Duck"), ("Null", "Boost"), ("Boost", "Null"))
    tried: list[Cards] = []
    met: set[str] = set()

    def done(at: Bench, known: frozenset[str] = frozenset()) -> set[Cards]:
        tried.clear()

        def spread(what: str, work: Any, items: Any, lane: Any = None, each: Any = None) -> list[Any]:
            for number, item in enumerate(items):
                tried.extend(item.wanted)
                each(number, work(at, item))
            return []

        work = Work(at, Options(shelf=drawer), spread)
        entries, left = Pieces(work, listed).done("two cards", [WorkUnit("pairs", 0, 3, wanted, known)])
        assert len(entries) >= len(wanted) and not left
        met.update(name for e in entries for kind, name in e.looked if kind == POINT)
        return set(tried)

    assert done(BENCH) == set(wanted)
    assert not done(BENCH)
    changed = bench(house.desk("hexhex", [ROOT / "tests" / "errata" / "duck-becomes-sender.norm"]))
    assert done(changed) == {("Duck", "Null")}, "Null answers cards, so that Duck never comes after it here"
    assert not done(BENCH) and not done(changed)
    assert not done(BENCH, frozenset({"another point"}))
    assert done(BENCH, frozenset(met)) == {("Duck", "Null"), ("Boost", "Null")}, "the others meet no point"


def test_after_an_erratum_to_one_card_a_tenth_of_the_search_is_done_again() -> None:
    """If every pair with that card looked up all that playing it does, and the others what another pair does."""
    drawer = Drawer()
    titles = alike(BENCH)
    wanted = tuple((one, other) for one in titles for other in titles if one != other)
    few: tuple[Cards, ...] = (("Duck", "Null"), ("Boost", "Null"))
    known = explored(BENCH, WorkUnit("pairs", 0, 3, few, KNOWN))
    played: dict[Cards, SearchResult] = {c: known[few["Duck" not in c]] for c in wanted}
    erratum = ROOT / "tests" / "errata" / "duck-becomes-sender.norm"

    def tried(at: Bench) -> int:
        counted: list[Cards] = []

        def spread(what: str, work: Any, items: Any, lane: Any = None, each: Any = None) -> list[Any]:
            for number, item in enumerate(items):
                counted.extend(item.wanted)
                each(number, {c: played[c] for c in item.wanted})
            return []

        piece = WorkUnit("pairs", 0, 3, wanted, KNOWN)
        Pieces(Work(at, Options(shelf=drawer), spread), (SITUATIONS["one Hex"],)).done("two cards", [piece])
        return len(counted)

    assert tried(BENCH) == len(wanted)
    assert 0 < tried(bench(house.desk("hexhex", [erratum]))) < len(wanted) / 10
    assert tried(BENCH) == 0


def test_play_that_goes_on_by_itself_is_given_up(tmp_path: Path) -> None:
    step = "step again of play after signs: While the Voice of the caster is at least 1, (A new hex H comes into play. "
    set_ = 'Set the sender of H to the caster. Set The Intended of H to the left neighbour of the caster. Carry out "beat".).'
    (tmp_path / "x.norm").write_text(f'erratum "x"\n{step}{set_}\n')
    table = SceneDriver(bench(house.desk("hexhex", [tmp_path / "x.norm"])), 3)
    begun = table.begin(("hand B: nothing", "hand C: nothing", "Hex: A to B"))
    with pytest.raises(TooMany):
        quieted(table.bench.rules, begun.judge.branches, Pruning(lambda point: True, True))
