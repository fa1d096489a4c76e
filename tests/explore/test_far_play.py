"""What lies many acts on in a game of data alone: play that stands still, a loop with dice; and checks that end in time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import small_games as small

from checker.analyses.registry import run
from checker.catalog import games as house
from checker.check.run_checks import OUT_OF_TIME, bench, in_time
from checker.explore.scene_driver import replayed
from checker.kernel.verdict import Extent, Finding, Verdict
from checker.session.context import Options

GAME = """procedure game
  step turns DI-1: While every player P is such that (the score of P is less than 9), in turn, for each player P, carry out "turn".
procedure turn
  step begin: Set it so that P is on turn. Set it not so that P is done. {reset}
  step act DI-1: Players may act "turn: throw, take, stop" until P is done.
  step end: Set it not so that P is on turn.
"""
RESET = "Set it not so that the die was taken. Set the face of P to 0."
VOCABULARY = """field turn "{P} is on turn": condition, starts no
field done "{P} is done": condition, starts no
field taken "the die was taken": condition, starts no
field face "the face of {P}": number, starts 0
field score "the score of {P}": number, starts 0
act throw "throw" "{P} throws": P
  does Chance decides on a number N such that (N is at least 1 and N is at most 6). Set the face of P to N.
act take "take the die" "{P} takes the die": P
  does Raise the score of P by the face of P. Set it so that the die was taken. Set the face of P to 0.
act stop "stop" "{P} stops": P
  does Set it so that P is done.
"""
CLAUSES = """clause DI-1 permission "Turns"
  says Whoever is on turn throws once, takes the die, and stops.
  norm P may throw if P is on turn and the face of P is 0 and not the die was taken
  norm P may take the die if P is on turn and the face of P is at least 1
  norm P may stop if P is on turn and the die was taken
  norm P must not throw if the face of P is at least 1 or the die was taken
  norm P must not take the die if the face of P is 0
  norm P must not stop if not the die was taken
"""
SIXES = """clause DI-2 prohibition "Sixes"
  says Nobody takes a six whose score is 3 or more.
  over DI-1
  norm P must not take the die if the face of P is 6 and the score of P is at least 3
"""


def laid(root: Path, clauses: str = "", reset: str = RESET) -> str:
    for name, text in (
        ("vocabulary", VOCABULARY),
        ("clauses", CLAUSES + clauses + GAME.replace("{reset}", reset)),
    ):
        (root / "specs").mkdir(exist_ok=True)
        (root / f"specs/{name}.norm").write_text(text, encoding="utf-8")
    (root / "hexcheck.toml").write_text('name = "dice"\nplayers = "2"\n', encoding="utf-8")
    (root / "specs/situations.scene").write_text('scene "it begins"\nplayers A B\n', encoding="utf-8")
    return str(root)


def found(game: str, name: str) -> list[Finding]:
    return [*run(bench(house.desk(game)), Options((2,), "quick"), [name]).findings]


def test_play_that_stands_still_is_found_many_acts_on_with_the_dice_told(tmp_path: Path) -> None:
    (still,) = found(laid(tmp_path, SIXES), "stuck-play")
    assert (still.code, still.clauses) == ("HX503", ("DI-1", "DI-2"))
    assert still.witness.split("\n")[-3:] == ["A does throw", "it falls on 6", "what happens?"]
    assert not found(laid(tmp_path), "stuck-play")
    (farther,) = found(
        laid(tmp_path, SIXES.replace("face of P is 6 and the score of P is at least 3", WEARY)), "stuck-play"
    )
    assert farther.witness.count("it falls on") >= 5


WEARY = "score of P is at least 7"
AHEAD = """fact winner "the winner": player
  by rules
clause DI-2 definition "The end"
  says Whoever has 9 wins.
  norm the value of the winner is any player P such that (the score of P is at least 9)
"""
APART = "(the score of P is at least 9 and every player Q is such that (Q is P or the score of Q is less than 9))"


def test_two_winners_of_one_round_are_shown_as_play_comes_to_them(tmp_path: Path) -> None:
    (two,) = found(laid(tmp_path, AHEAD), "unclear-referent")
    (answer,) = replayed(bench(house.desk(str(tmp_path))), two.witness)
    assert (two.severity, answer.verdict) == ("warning", Verdict.SILENT)
    assert not found(laid(tmp_path, AHEAD.replace("(the score of P is at least 9)", APART)), "unclear-referent")


LUCK = """fact lucky "{P} is lucky": condition
  by rules
clause DI-2 prohibition "Luck"
  says The lucky do not throw; whoever is alone in being lucky is.
  over DI-1
  norm it counts that P is lucky if every player Q is such that (Q is P or not Q is lucky)
  norm P must not throw if P is lucky
"""


def test_that_play_stands_still_hangs_on_what_is_open_and_says_so(tmp_path: Path) -> None:
    (still,) = found(laid(tmp_path, LUCK), "stuck-play")
    assert still.severity == "warning" and "taken for granted: it is so that A is lucky" in still.message


@pytest.mark.parametrize(("reset", "loops"), [(RESET, False), ("Set the face of P to 0.", True)])
def test_a_loop_behind_a_throw_is_shown_and_chance_alone_is_none(tmp_path: Path, reset: str, loops: bool) -> None:
    shown = [f.witness.split("\n") for f in found(laid(tmp_path, "", reset), "endless-play") if f.severity != "note"]
    assert bool(shown) is loops
    assert not loops or (shown[0][1] == "A throws" and shown[0][2].startswith("it falls on "))


THREE_SIXES = """procedure game
  step throws DI-1: While the sixes to come is at least 1, in turn, for each player P, carry out "turn".
procedure turn
  step begin: Set it not so that the die was thrown. Set the thrower to P.
  step act DI-1: Players may act "turn: throw" until the die was thrown.
field thrower "the thrower": player
field sixes "the sixes to come": number, starts 3
field thrown "the die was thrown": condition, starts no
act throw "throw" "{P} throws": P
  does Set it so that the die was thrown. Chance decides on a number N such that (N is at least 1 and N is at most 6). If N is 6, lower the sixes to come by 1.
clause DI-1 permission "Throws"
  says Somebody throws until there were three sixes.
  norm P may throw if P is the thrower
  norm what no clause allows is forbidden
"""


def test_chance_that_leads_out_of_a_loop_far_on_is_seen_to_do_so(tmp_path: Path) -> None:
    game = laid(tmp_path)
    (tmp_path / "specs/clauses.norm").write_text(THREE_SIXES, encoding="utf-8")
    (tmp_path / "specs/vocabulary.norm").write_text("", encoding="utf-8")
    (loop,) = (f for f in found(game, "endless-play") if f.severity != "note")
    assert loop.severity == "warning" and "which it has with probability 0" in loop.message


RISING = """procedure game
  step rounds DI-1: While the round is less than 4, (Raise the round by 1. Carry out "turn".).
procedure turn
  step begin: Set it not so that the turn is over. Set the throws to 0.
  step act DI-1: Players may act "turn: throw, stop" until the turn is over.
field round "the round": number, starts 0
field throws "the throws": number, starts 0
field over "the turn is over": condition, starts no
act throw "throw" "{P} throws": P
  does Raise the throws by 1.
act stop "stop" "{P} stops": P
  does Set it so that the turn is over.
clause DI-1 permission "Throws"
  says Four rounds of up to three throws.
  norm P may throw if the throws is at most 2
  norm P may stop if not the turn is over
  norm what no clause allows is forbidden
"""


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("", "", ""),
        ("Raise the round by 1. ", "", "step rounds of game"),
        ("Raise the round by 1. ", "Raise the round by 1. Set the round to 3. ", "step rounds of game"),
        ("if the throws is at most 2", "if the throws is at least 0", "step act of turn"),
        ("Raise the throws by 1.", "Raise the throws by 1. Set the throws to 0.", "step act of turn"),
        ("  norm what no clause allows is forbidden\n", "", "step act of turn"),
    ],
)
def test_what_rises_to_a_limit_ends_where_it_is_heeded(tmp_path: Path, old: str, new: str, left: str) -> None:
    game = laid(tmp_path)
    (tmp_path / "specs/clauses.norm").write_text(RISING.replace(old, new), encoding="utf-8")
    (tmp_path / "specs/vocabulary.norm").write_text("", encoding="utf-8")
    told = run(bench(house.desk(game)), Options((2,), "quick"), ["endless-play"])
    assert (told.checked[0].extent is Extent.PROVED and not told.findings) is not bool(left)
    assert not left or all(left in f.message for f in told.findings)


AGAIN = """procedure game
  step first DI-1: Carry out "round".
procedure round
  step turn DI-1: Raise the round by 1. Carry out "turn".
  step more DI-1: {more}.
"""


@pytest.mark.parametrize(
    ("more", "ends"),
    [('Carry out "round"', False), ('If the round is less than 3, carry out "round"', True)],
)
def test_a_procedure_that_carries_itself_out_is_a_loop_like_another(tmp_path: Path, more: str, ends: bool) -> None:
    game = laid(tmp_path)
    rules = AGAIN.replace("{more}", more) + RISING[RISING.index("procedure turn") :]
    (tmp_path / "specs/clauses.norm").write_text(rules, encoding="utf-8")
    (tmp_path / "specs/vocabulary.norm").write_text("", encoding="utf-8")
    told = run(bench(house.desk(game)), Options((2,), "quick"), ["endless-play"])
    assert ends == (told.checked[0].extent is not Extent.UNKNOWN and not told.findings)
    assert ends or all("procedure round for ever" in f.message and f.witness for f in told.findings)


SPENT = """procedure game
  step turns DI-1: While the water is less than 9, (Players may act "turn: patch, bail" until the turn is over. Raise the water by 1.).
field tar "the tar of {P}": number, starts 1
field water "the water": number, starts 0
field over "the turn is over": condition, starts no
fact rise "the rise of {P}": number
  by rules
act patch "patch" "{P} patches": P
  does Lower the tar of P by 1. Raise the water by the rise of P.
act bail "bail" "{P} bails": P
  does Set it so that the turn is over.
clause DI-1 permission "Turns"
  says Somebody patches with tar, or bails.
  norm P may patch if the tar of P is at least 1 and not the turn is over
  norm P may bail if not the turn is over
  norm what no clause allows is forbidden
  norm the value of the rise of P is 2 if the tar of P is at least 0
"""


@pytest.mark.parametrize(
    ("old", "new", "warned"),
    [
        ("", "", False),
        ("the tar of P is at least 1 and ", "", True),
        ("Lower the tar of P by 1.", "Lower the tar of P by 1. Lower the tar of P by 1.", True),
        ("  norm what no clause allows is forbidden\n", "", True),
    ],
)
def test_what_is_spent_only_where_it_is_there_does_not_fall_below_nothing(
    tmp_path: Path, old: str, new: str, warned: bool
) -> None:
    game = laid(tmp_path)
    (tmp_path / "specs/clauses.norm").write_text(SPENT.replace(old, new), encoding="utf-8")
    (tmp_path / "specs/vocabulary.norm").write_text("", encoding="utf-8")
    assert any(f.severity == "warning" for f in found(game, "missing-value")) is warned


def test_whoever_can_do_otherwise_but_not_lead_out_is_told_so(tmp_path: Path) -> None:
    game = laid(tmp_path)
    bailing = SPENT.replace("does Set it so that the turn is over", "does Set it not so that the turn is over")
    (tmp_path / "specs/clauses.norm").write_text(bailing, encoding="utf-8")
    (tmp_path / "specs/vocabulary.norm").write_text("", encoding="utf-8")
    first = found(game, "endless-play")[0]
    assert first.severity == "error" and "nobody can lead out of it; where A does `bail`" in first.message
    assert "do otherwise" not in first.message


def test_a_check_that_has_no_time_says_so(tmp_path: Path) -> None:
    late = in_time(house.desk(laid(tmp_path)), "2", "quick", 1, None, 0, time.monotonic() - 1)
    assert late.late and {one.scope for one in late.checked} == {OUT_OF_TIME}


SHARES = """procedure game
  step shares SH-1: For each player P, while the coins of P is less than 2, (If the heap is at least 1, (Lower the heap by 1. Raise the coins of P by 1.).).
  step turns SH-2: While the rounds to come is at least 1, (Lower the rounds to come by 1. In turn, for each player P, carry out "turn".).
procedure turn
  step begin: Set it not so that P is done.
  step act SH-2: Players may act "turn: spend, stop" until P is done.
clause SH-1 setup "Shares"
  says Each player takes two coins of the heap.
clause SH-2 permission "Turns"
  says In turn one spends a coin, or stops.
  norm P may spend if not P is done and the coins of P is at least 1
  norm P may stop if not P is done
clause SH-3 definition "The end"
  says After two rounds whoever has most coins wins{or}.
  norm the value of the winner is any player P such that (every player Q is such that (Q is P or the coins of P is more than the coins of Q)) if the rounds to come is 0{even}
"""
COINS = """field heap "the heap": number, starts 6
field rounds "the rounds to come": number, starts 2
field coins "the coins of {P}": number, starts 0
field done "{P} is done": condition, starts no
fact winner "the winner": player
  by rules
act spend "spend" "{P} spends": P
  does Lower the coins of P by 1.
act stop "stop" "{P} stops": P
  does Set it so that P is done.
"""
EVEN = " and there is a player P such that (every player Q is such that (Q is P or the coins of P is more than the coins of Q))"


def shared(root: Path, players: str, rules: str) -> str:
    (root / "specs").mkdir()
    for name, text in (("specs/vocabulary.norm", COINS), ("specs/rules.norm", rules)):
        (root / name).write_text(text, encoding="utf-8")
    (root / "hexcheck.toml").write_text(f'name = "shares"\nplayers = "{players}"\n', encoding="utf-8")
    return str(root)


@pytest.mark.parametrize(("players", "even", "ends"), [("2-4", "", True), ("2-3", EVEN, False)])
def test_what_runs_out_for_as_many_as_may_play_and_a_tie_at_the_end(
    tmp_path: Path, players: str, even: str, ends: bool
) -> None:
    shared(tmp_path, players, SHARES.replace("{even}", even).replace("{or}", ", or nobody" * bool(even)))
    (*loops,) = (f for f in found(str(tmp_path), "endless-play") if f.severity != "note")
    assert [(f.severity, f.witness) for f in loops] == [("error", "players A B C D\nwhat happens?")] * ends
    tied = [f.witness.split("\n")[1:] for f in found(str(tmp_path), "unregulated-act") if f.code == "HX302"]
    assert tied == [["the rounds to come is 0", "who is the winner?"]] * ends


@pytest.mark.parametrize(
    ("cond", "loops"),
    [("the heap is at least 2", True), ("the heap is not 50 times 100", False), ("the heap is at most 5000", False)],
)
def test_a_number_that_only_grows_goes_on_for_ever_where_nothing_it_comes_to_ends_it(
    tmp_path: Path, cond: str, loops: bool
) -> None:
    step = SHARES.partition("step shares SH-1: ")[2].partition("\n")[0]
    spend = "norm P may spend if not P is done and the coins of P is at least 1"
    acts = (
        SHARES.replace(spend, f"norm P may spend if not P is done and {cond}").replace("{even}", "").replace("{or}", "")
    )
    itself = SHARES.replace(step, f"While {cond}, raise the heap by 1.").replace("{even}", "").replace("{or}", "")
    for name, rules in (("acts", acts), ("itself", itself)):
        (tmp_path / name).mkdir()
        at = shared(tmp_path / name, "2", rules)
        words = tmp_path / name / "specs/vocabulary.norm"
        words.write_text(
            COINS.replace("does Lower the coins of P by 1.", "does Raise the heap by 1."), encoding="utf-8"
        )
        assert any(f.severity != "note" for f in found(at, "endless-play")) is loops, name
        (scene,) = house.desk(at).scenes("players A B\nwhat is the rounds to come?", "x")
        ((_, answer),) = house.desk(at).answers(scene)
        assert (answer.verdict is Verdict.UNKNOWN) is (loops and name == "itself")


DRAWS = {
    "hexcheck.toml": 'name = "draws"\nplayers = "2"\n',
    "cards/all.cards": "card Ant\n  copies 1 DR-1\n",
    "specs/vocabulary.norm": """zone deck "the deck" in order: cards, starts shuffled
zone hand "the hand of {P}": cards, held
field moved "{P} has moved": condition, starts no
act draw "draw" "{P} draws": P
  does {asked}(Take the top card C of the deck. Move C to the hand of P.). Set it so that P has moved.
""",
    "specs/rules.norm": """procedure game
  step turns DR-1: In turn, for each player P, players may act "turn: draw" until P has moved.
clause DR-1 permission "Turns"
  says Everybody draws a card of one.
  norm P may draw if not P has moved
""",
}


@pytest.mark.parametrize(("asked", "dry"), [("", True), ("If the number of cards in the deck is at least 1, ", False)])
def test_a_pile_that_runs_out_and_is_drawn_from_all_the_same(tmp_path: Path, asked: str, dry: bool) -> None:
    for name, text in DRAWS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text.replace("{asked}", asked), encoding="utf-8")
    told = [f.witness.split("\n") for f in found(str(tmp_path), "unfilled-slot")]
    assert told == [["players A B", "A does draw", "B does draw", "what happens?"]] * dry


@pytest.mark.parametrize(("by", "fallen"), [(1, False), (2, True), (3, False)])
def test_a_number_that_falls_below_nothing_is_told_with_a_scene_and_one_that_never_does_is_not(
    by: int, fallen: bool, tmp_path: Path
) -> None:
    words = (
        'field lives "the lives of {P}": number, starts 3\n'
        f'act hit "hit {{Q}}" "{{P}} hits {{Q}}": P Q\n  does Lower the lives of Q by {by}.\n'
    )
    ends = "there is a player P such that (the lives of P is 0)"
    game = small.Small(words, "P may hit Q if Q is not P", ends, {}, lambda s: [])
    report = run(bench(house.desk(small.laid(tmp_path, game))), Options((2,), "quick"), ["unfilled-slot"])
    told = [f.witness for f in report.findings if "stops when it falls" in f.message]
    assert told == ["players A B\nA does hit B\nA does hit B\nwhat happens?"] * fallen
