"""Where a scene begins in the middle: the rules do not write over what it states, and where play stands is found or open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest
from conftest import ROOT

from checker.ask.game_session import Desk
from checker.catalog import named_games
from checker.cli.main import run
from checker.kernel.source import InputError
from checker.kernel.verdict import Verdict
from checker.kernel.vocabulary import Field, sort_of

FORCED, SILENT = Verdict.FORCED, Verdict.SILENT
EXAMPLES = [str(path) for path in sorted((ROOT / "examples").iterdir()) if path.is_dir()]
CASES = ROOT / "tests" / "cases" / "games"
OF_CASES = sorted(p.parent.name for p in (CASES / "specs").glob("*/procedure.norm"))


@cache
def desk(game: str) -> Desk:
    return named_games.desk(game, root=CASES if game in OF_CASES else None)


def answers(at: Desk, text: str) -> list[tuple[Verdict, str]]:
    return [(a.verdict, a.value) for scene in at.scenes(text, "x") for _, a in at.answers(scene)]


# ---- whatever is stated is so ----------------------------------------------------------------


def _things(at: Desk, sort: str) -> list[str]:
    if sort == "player":
        return ["A", "B"]
    if sort == "card":
        return [c.title for c in at.game.cards][:1]
    return [word for word, of in at.game.vocabulary.words if of == sort][:2]


def _said(at: Desk, field: Field) -> Iterator[tuple[str, str, str]]:
    """What a scene may state of the field, the question for it, and the answer."""
    phrase = field.phrase.split(" | ")[0]
    gaps = re.findall(r"\{([^}]+)\}", phrase)
    for args in product(*(_things(at, sort_of(at.game.vocabulary, g)) for g in gaps)):
        text = phrase
        for gap, arg in zip(gaps, args, strict=True):
            text = text.replace("{" + gap + "}", arg)
        if field.result == "condition":
            yield f"it is so that {text}", f"is it so that {text}?", "yes"
            yield f"it is not so that {text}", f"is it so that {text}?", "no"
        else:
            values = ["0", "1", "7"] if field.result == "number" else _things(at, field.result)
            yield from ((f"{text} is {value}", f"what is {text}?", value) for value in values)


@pytest.mark.parametrize("game", [*EXAMPLES, *OF_CASES], ids=lambda name: Path(name).name)
def test_what_a_scene_states_is_so_when_it_is_asked_for_right_away(game: str) -> None:
    try:
        at = desk(game)
    except InputError:
        pytest.skip("a game that cannot be read")
    wrong, asked = [], 0
    for field in at.game.vocabulary.fields:
        for stated, question, value in _said(at, field):
            for first in ("", "it is B's turn; "):
                scene = f"players A B; {first}{stated}; {question}"
                try:
                    found = answers(at, scene)
                except InputError:
                    continue  # what cannot be said, or not besides whose turn it is
                asked += 1
                if found != [(FORCED, value)]:
                    wrong.append((scene, found))
    assert not wrong
    assert asked or not at.game.vocabulary.fields


# ---- where play stands ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """What `hexcheck new` writes."""
    folder = tmp_path_factory.mktemp("own") / "base"
    assert run(["new", str(folder)]) == 0
    return named_games.desk(str(folder))


def test_whose_turn_it_is_is_found_from_what_is_stated(own: Desk) -> None:
    scene = "players A B; the player on turn is B; "
    both = "may B take a coin?; what is the player on turn?"
    assert answers(own, scene + both) == [(FORCED, "yes"), (FORCED, "B")]
    assert answers(own, scene + "B takes a coin; what is the player on turn?") == [(FORCED, "A")]
    quay = desk(str(ROOT / "examples" / "quay"))
    stated = "players A B C; the auctioneer is A; the offer: Tea; the bid is 5; "
    assert answers(quay, stated + "what is the bid?; may A bid 3?") == [(FORCED, "5"), (FORCED, "no")]
    assert answers(quay, stated + "may A bid 6?") == [(SILENT, "")]
    assert answers(quay, stated + "B is on turn; may A bid 6?; may B bid 6?") == [(FORCED, "no"), (FORCED, "yes")]
    assert answers(quay, stated + "B bids 6; what is the bid?; who is on turn?") == [(FORCED, "6"), (FORCED, "C")]


def test_what_is_under_way_would_not_begin_any_more(own: Desk) -> None:
    last = "players A B; the rounds to come is 0; it is {}'s turn; hand A: Windfall; hand B: Windfall; "
    told = "may A take a coin?; may B take a coin?; A takes a coin; who wins?; B plays Windfall; who wins?"
    assert answers(own, last.format("A") + told) == [(FORCED, "yes"), (SILENT, ""), (FORCED, "A"), (FORCED, "B")]
    assert answers(own, last.format("B") + "B takes a coin; what is the rounds to come?; who wins?") == [
        (FORCED, "0"),
        (FORCED, "B"),
    ]


FERRY = (
    ("the sailor is B; may B load?; may A load?; what is the coins of B?; what is the tide?", "yes no 2 2"),
    ("the sailor is B; B loads; B rests; B sails; what is the coins of B?; what is the sailor?", "2 C"),
    ("the ferry sails; may A load?; may A sail?", "no -"),
    ("the ferry sails; B sails; what is the sailor?; is B tired?", "C yes"),
    ("the sailor is B; the ferry sails; the load of B is 2; B sails; what is the coins of B?", "4"),
    ("the coins of A is 5; what is the sailor?", "-"),
    ("the coins of A is 5; the sailor is A; what is the coins of A?; may A load?; may B load?", "5 - no"),
    ("the coins of A is 5; A loads; what is the coins of A?; what is the sailor?", "4 A"),
    ("it is C's turn; what is the sailor?; may C load?; may C sail?; what is the coins of C?", "C yes no 2"),
    ("it is C's turn; the step is sail; may C load?; may C sail?", "no yes"),
    ("it is C's turn; the step is sail; the coins of C is 5; may C sail?; what is the coins of C?", "yes 5"),
    ("it is B's turn; the step is pay; what is the coins of B?; may B load?; what is the coins of B?", "0 yes 2"),
    ("A is tired; the sailor is A; is A tired?; the sailor is A; what is the sailor?", "yes A"),
    ("the tide is 0; the sailor is B; may B load?; what is the sailor?", "no B"),
    ("the tide is 0; it is B's turn; may B load?; what is the sailor?; what is the tide?", "yes B 0"),
)


@pytest.mark.parametrize(("scene", "said"), FERRY)
def test_where_play_stands_is_found_or_said_or_open(scene: str, said: str) -> None:
    found = answers(desk("ferry"), f"players A B C; {scene}")
    assert [value if verdict is FORCED else "-" for verdict, value in found] == said.split()


OUTCRY = (
    ("the dealer is A; what is the player on turn?; may A bid?; what is the coins of B?", "A yes 3"),
    ("the dealer is A; the player on turn is B; may B bid?; may A bid?; what is the coins of B?", "yes no 3"),
    ("bidding is over; the player on turn is B; may B go?; B goes; may C go?; what is the trick?", "yes yes 1"),
    ("the trick is 1; the dealer is C; who is the player on turn?; what is the trick?", "- 1"),
    ("the trick is 1; the player on turn is B; may B bid?; may C bid?", "yes no"),
    ("the coins of B is 7; the dealer is A; may A bid?; what is the coins of B?", "- 7"),
    ("the coins of B is 7; the dealer is A; B bids; what is the coins of B?; what is the player on turn?", "8 C"),
    ("it is B's turn; may B bid?; may A bid?; what is the player on turn?", "yes no B"),
    ("the step is go; it is C's turn; may C go?; is bidding over?", "yes yes"),
)


@pytest.mark.parametrize(("scene", "said"), OUTCRY)
@pytest.mark.parametrize("handed", [False, True])
def test_whose_turn_it_is_may_stand_in_a_field_that_acts_hand_on(
    scene: str, said: str, handed: bool, tmp_path: Path
) -> None:
    at = desk("outcry") if not handed else named_games.desk("outcry", root=_handed(tmp_path))
    if handed:
        scene = scene.replace("the player on turn is B", "B is on turn")
        scene = re.sub(r"(what|who) is the player on turn", "who is on turn", scene)
    found = answers(at, f"players A B C; {scene}")
    assert [value if verdict is FORCED else "-" for verdict, value in found] == said.split()


def _handed(tmp_path: Path) -> Path:
    """A folder with the game whose players say of themselves that they are on turn."""
    folder = tmp_path / "specs" / "outcry"
    folder.mkdir(parents=True)
    next_one = "Set it not so that P is on turn. Set it so that the left neighbour of P is on turn."
    for path in (CASES / "specs" / "outcry").iterdir():
        text = path.read_text("utf-8").replace('"the player on turn": player', '"{P} is on turn": condition, starts no')
        text = text.replace("Set the player on turn to the left neighbour of P.", next_one)
        text = text.replace("Set the player on turn to the dealer.", "Set it so that the dealer is on turn.")
        (folder / path.name).write_text(text.replace("the player on turn is P", "P is on turn"), "utf-8")
    return tmp_path


def test_chance_in_turns_before_does_not_multiply_the_places(tmp_path: Path) -> None:
    folder = tmp_path / "specs" / "ferry"
    folder.mkdir(parents=True)
    throw = """
  step throw: Chance decides on a number N such that (N is at least 1 and N is at most 6). Set the tide to N.
  step pay:"""
    for path in (CASES / "specs" / "ferry").iterdir():
        (folder / path.name).write_text(path.read_text("utf-8").replace("\n  step pay:", throw), "utf-8")
    at = named_games.desk("ferry", root=tmp_path)
    scene = "players A B C D E F; the sailor is E; "
    assert answers(at, scene + "may E load?; may A load?; what is the coins of A?") == [
        (FORCED, "yes"),
        (FORCED, "no"),
        (FORCED, "0"),
    ]
    assert answers(at, scene + "what is the tide?") == [(FORCED, "1 or 2 or 3 or 4 or 5 or 6")]
    assert answers(at, scene + "the tide is 4; E loads; what is the tide?") == [(FORCED, "4")]


def test_a_step_that_what_is_stated_lies_behind_is_not_done_again() -> None:
    at = desk("spells")
    mana = "players A B; A is on turn; hand A: Giant; library A: Bear; library B: Bear; the mana of A is 4; "
    assert answers(at, mana + "A casts Giant; what is the mana of A?") == [(FORCED, "0")]
    assert answers(at, mana + "what is the mana of A?; is Giant in the hand of A?") == [(FORCED, "4"), (FORCED, "yes")]
    lands = mana.replace("the mana of A is 4", "the lands of A is 3")
    assert answers(at, lands + "what is the mana of A?; what is the lands of A?") == [(FORCED, "3"), (FORCED, "3")]


@pytest.mark.parametrize(
    ("game", "stated", "question"),
    [
        ("ferry", ("the sailor is B", "the ferry sails", "the load of B is 2"), "may B sail?; what is the coins of B?"),
        ("ferry", ("it is C's turn", "the step is sail", "the coins of C is 5"), "may C sail?; what is the sailor?"),
        ("ferry", ("the coins of A is 5", "the tide is 1"), "may A load?; what is the sailor?; what is the tide?"),
    ],
)
def test_the_order_of_what_is_stated_makes_no_difference(game: str, stated: tuple[str, ...], question: str) -> None:
    told = {tuple(answers(desk(game), f"players A B C; {'; '.join(one)}; {question}")) for one in permutations(stated)}
    assert len(told) == 1


@pytest.mark.parametrize(
    ("scene", "message"),
    [
        ("it is B's turn; the sailor is A; what is the sailor?", "can be so nowhere"),
        ("it is B's turn; it is A's turn; what is the sailor?", "contradicts"),
        ("the step is sail; the step is load; what is the sailor?", "contradicts"),
        ("what is the sailor?; it is B's turn; what is the sailor?", "has begun"),
        ("the step is swim; what is the sailor?", "cannot stand here"),
    ],
)
def test_what_cannot_be_so_of_where_play_stands_is_refused(scene: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        answers(desk("ferry"), f"players A B C; {scene}")
    assert message in str(error.value)
