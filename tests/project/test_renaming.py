"""What a field, a fact, an act, a zone or a sort is called in a vocabulary decides nothing: games with other keys."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, TRIALS, later
from renaming import at_random, copied, keys, once_meant, respelled, sorts, told_by_name, unnamed
from test_examples import EXAMPLES, desk, found

from checker.ask.game_session import Desk
from checker.catalog import named_games as house
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.kernel.verdict import Finding

GAMES = ROOT / "tests" / "cases" / "games"
OWN = [pytest.param("horrible", 15, marks=pytest.mark.thorough), ("hexx", 15), ("hexhex", 5)]
LOOKED_THROUGH = ("moat",) if TRIALS == 1 else ("burden", "moat", "powder", "quay")
SEED = 7


def texts(*folders: Path) -> list[str]:
    listed = [p for folder in folders for p in sorted(folder.rglob("*.norm")) if "errata" not in p.parts]
    return [p.read_text(encoding="utf-8") for p in listed]


def answers(at: Desk, scenes: Iterable[Scene]) -> list[list[tuple[str, str]]]:
    return [[(a.verdict.name, a.value) for _, a in at.answers(scene)] for scene in scenes]


def told(one: Finding, old: Mapping[str, str]) -> tuple[str, ...]:
    """What the finding says, with the keys that it had before."""
    said = [one.code, one.severity, one.message, *one.clauses, *one.cards, one.witness, one.extent.name, one.settle]
    for fresh, name in old.items():
        said = [text.replace(fresh, name) for text in said]
    return tuple(said)


@cache
def before(game: Path) -> list[list[tuple[str, str]]]:
    return answers(desk(game), desk(game).rulings())


@pytest.mark.parametrize(
    "game", [*EXAMPLES[::3], *later(*(p for p in EXAMPLES if p not in EXAMPLES[::3]))], ids=lambda p: p.name
)
def test_keys_that_meant_something_once_change_no_answer(game: Path, tmp_path: Path) -> None:
    said = texts(game / "specs")
    copied({game: tmp_path / game.name}, once_meant(SEED, keys(said), told_by_name(said)))
    at = desk(tmp_path / game.name)
    assert answers(at, at.rulings()) == before(game)


@pytest.mark.parametrize("game", [p for p in EXAMPLES if p.name in LOOKED_THROUGH], ids=lambda p: p.name)
def test_keys_and_sorts_at_random_change_no_finding(game: Path, tmp_path: Path) -> None:
    said = texts(game / "specs")
    new = at_random(SEED, keys(said), sorts(said))
    copied({game: tmp_path / game.name}, new, sorts(said))
    old = {fresh: name for name, fresh in new.items()}
    assert {told(f, old) for f in found(tmp_path / game.name)} == {told(f, {}) for f in found(game)}
    at = desk(tmp_path / game.name)
    assert len(at.rulings()) == len(before(game))
    assert answers(at, at.rulings()[:3]) == before(game)[:3]


@pytest.mark.parametrize("name", ["rites", "flux"])
def test_small_games_answer_alike_whatever_their_keys(name: str, tmp_path: Path) -> None:
    said = texts(GAMES / "specs" / name)
    plain = house.desk(name, (), root=GAMES)
    for seed in range(2):
        root = tmp_path / str(seed)
        new = once_meant(seed, keys(said), told_by_name(said)) if seed else at_random(seed, keys(said), [])
        copied(
            {GAMES / part / name: root / part / name for part in ("specs", "cards") if (GAMES / part / name).is_dir()},
            new,
        )
        at = house.desk(name, (), root=root)
        assert answers(at, at.rulings()) == answers(plain, plain.rulings())


@pytest.mark.parametrize(("name", "number"), OWN)
def test_own_games_answer_alike_whatever_keys_their_python_does_not_name(
    name: str, number: int, tmp_path: Path
) -> None:
    folders = {ROOT / part / name: tmp_path / part / name for part in ("specs", "cards")}
    said = texts(ROOT / "specs" / name)
    free = unnamed(keys(said), (ROOT / "checker" / "games" / name).rglob("*.py"))
    assert len(free) > 25
    new = respelled(free) if name == "hexhex" else at_random(SEED, free, [])
    copied(folders, new)
    plain, at = house.desk(name, ()), house.desk(name, (), root=tmp_path)
    picked = sorted(random.Random(SEED).sample(range(len(plain.rulings())), number))
    some = [[one.rulings()[n] for n in picked] for one in (plain, at)]
    assert answers(at, some[1]) == answers(plain, some[0])


# ---- what is declared --------------------------------------------------------------------------

RITES = "players A B C; A is on turn; hand A: Twinfire; hand B: Veil; hand C: nothing; A casts Twinfire at B and C"


@pytest.mark.parametrize("key", ["coming", "approaching", "hand over"])
def test_what_may_be_answered_is_read_off_the_rules(key: str, tmp_path: Path) -> None:
    copied({GAMES / part / "rites": tmp_path / part / "rites" for part in ("specs", "cards")}, {"coming": key})
    at = house.desk("rites", (), root=tmp_path)
    assert at.rules.answerable == {key}
    asked = f"{RITES}; B shrouds with Veil; what is the life of B?"
    assert [a.value for scene in at.scenes(asked, "x") for _, a in at.answers(scene)] == ["3"]


def _vocabulary(root: Path, old: str, new: str) -> Path:
    """A folder with the game of rites, one line of whose vocabulary reads otherwise."""
    for part in ("specs", "cards"):
        shutil.copytree(GAMES / part / "rites", root / part / "rites", copy_function=shutil.copyfile)
    path = root / "specs" / "rites" / "vocabulary.norm"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return root


def test_the_hand_may_have_any_name_and_any_phrase(tmp_path: Path) -> None:
    root = _vocabulary(
        tmp_path, 'zone hand "the hand of {P}": cards', 'zone fist "the cards of {P} | the hand of {P}": cards, held'
    )
    at = house.desk("rites", (), root=root)
    assert at.rules.hand == "fist"
    asked = f"{RITES}; may B shroud with Veil?; is it so that B holds Veil?"
    assert [a.value for scene in at.scenes(asked, "x") for _, a in at.answers(scene)] == ["yes", "yes"]


COMING = 'field coming "{C} is coming": condition, starts no'
WRONG = [
    (COMING, f"{COMING}, marks the answer", "nothing can be marked as `the answer`; a field can say `marks what may be answered`"),
    ('zone pile "the pile": cards', 'zone pile "the pile": cards, held', "the phrase of the zone has one gap"),
    ('zone row "the row of {P}": cards', 'zone row "the row of {P}": cards, held\nzone bag "the bag of {P}": cards, held', "in the zone `row` already"),
    ('field turn "{P} is on turn": condition, starts no', 'field turn "{P} is on turn": condition, starts no, marks what may be answered', "is about one thing"),
    ('field first "the first target": player', 'field first "the first target": player, marks which round it is', "is a number, not a player"),
    ("  by function", "  by function left hand", "no function answers the fact `left hand`"),
    ('field stopped "{C}', 'field is "{C}', "the key is another word"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), WRONG, ids=[w[2][:30] for w in WRONG])
def test_what_is_declared_and_cannot_be_so_is_an_error_with_its_place(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as caught:
        house.desk("rites", (), root=_vocabulary(tmp_path, old, new))
    problem = next(p for p in caught.value.problems if said in p.message)
    assert problem.place.file.endswith("vocabulary.norm") and problem.place.line > 1


def test_a_fact_names_the_function_that_answers_it(tmp_path: Path) -> None:
    root = _vocabulary(
        tmp_path,
        'fact left neighbour "the left neighbour of {P}": player\n  by function',
        'fact beside "the left neighbour of {P}": player\n  by function right neighbour',
    )
    at = house.desk("rites", (), root=root)
    found = [
        a.value for s in at.scenes("players A B C; who is the left neighbour of A?", "x") for _, a in at.answers(s)
    ]
    assert found == ["C"]


def test_a_hand_that_nothing_declares_is_asked_for(tmp_path: Path) -> None:
    root = _vocabulary(tmp_path, 'zone hand "the hand of {P}": cards', 'zone fist "the fist of {P}": cards')
    (root / "specs" / "rites" / "rulings" / "windows.scene").unlink()
    for path in (root / "specs" / "rites").glob("*.norm"):
        path.write_text(path.read_text(encoding="utf-8").replace("the hand of", "the fist of"), encoding="utf-8")
    at = house.desk("rites", (), root=root)
    with pytest.raises(InputError, match="no zone of this game is held by players") as caught:
        [list(at.answers(s)) for s in at.scenes("players A B C; hand A: Veil; what is the life of A?", "x")]
    assert "held" in caught.value.problems[0].hint
