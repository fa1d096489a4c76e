"""Whatever happens is told in the steps and by `what happens?`, each time that it does, however it came about."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from test_cases import GAMES

from checker.catalog import games as house
from checker.kernel.verdict import Verdict
from checker.verdicts.verdict import Answer

RUNG = ("dawn", "noon", "dusk")
HEARD = ("alto", "bass", "cello", "drum", "echo")
WAYS = (
    "P hears {heard}.",
    "If the {heard} of P is 0, P hears {heard}.",
    "If the {heard} of P is 0, P hears {heard}. P hears {heard}.",
    "Let Q be P. Q hears {heard}.",
    "For each player Q such that always, Q hears {heard}.",
    "In turn from P, for each player Q such that Q is not P, Q hears {heard}.",
    "P chooses a player Q such that Q is P. Q hears {heard}.",
    "In any order, (P hears {heard}. Raise the noise by 1.).",
    'Carry out "peal".',
    "Set the noise to 0. While the noise is at most 1, (Raise the noise by 1. P hears {heard}.).",
)
CLAUSES = """clause RI-1 permission "Rings"
  says Anybody rings, at dawn everybody hears an echo.
  norm P may ring dawn
  norm P may ring noon
  norm P may ring dusk
  norm when P hears bass, P hears drum
  norm when P rings dawn, P hears echo
  norm instead of P hears cello, P hears echo
"""
PROCEDURES = """procedure game
  step act RI-1: Players may act "any: dawn, noon, dusk" until the noise is 99.
procedure peal
  step one RI-1: For each player P such that always, P hears echo.
"""


def body(draw: random.Random, name: str, later: tuple[str, ...]) -> str:
    """What an act does: it counts how often it came about, and brings about some of the later ones in some way."""
    heard = draw.sample(later, min(len(later), draw.choice((0, 1, 1, 2))))
    said = [draw.choice(WAYS).format(heard=one) for one in heard]
    said.insert(draw.randrange(len(said) + 1), f"Raise the {name} of P by 1.")
    return "\n".join(f"  does {one}" for one in said)


def written(folder: Path, seed: int) -> Path:
    """A game in which acts bring about others in every way."""
    draw = random.Random(seed)
    words = ["kinds plain", 'field noise "the noise": number, starts 0']
    words += [f'field n {name} "the {name} of {{P}}": number, starts 0' for name in RUNG + HEARD]
    for name in RUNG:
        words += [f'act {name} "ring {name}" "{{P}} rings {name}": P', body(draw, name, HEARD)]
    for at, name in enumerate(HEARD):
        words += [f'act {name} "" "{{P}} hears {name}": P', body(draw, name, HEARD[at + 1 :])]
    (folder / "specs").mkdir(parents=True)
    (folder / "hexcheck.toml").write_text('name = "ringing"\nplayers = "2"\n', "utf-8")
    texts = {"vocabulary.norm": "\n".join(words) + "\n", "clauses.norm": CLAUSES, "procedure.norm": PROCEDURES}
    for name, text in (texts | {"situations.scene": 'scene "start"\nplayers A B\n'}).items():
        (folder / "specs" / name).write_text(text, "utf-8")
    return folder


def told(steps: list[str]) -> Counter[str]:
    """How often each thing is told that was not replaced by another."""
    found: Counter[str] = Counter()
    for step in steps:
        plain, _, rest = step.partition(" (")
        notes = [note for note in rest.removesuffix(")").split(") (") if note]
        if "replaced by what follows" not in notes:
            found[plain] += next((2 if n == "twice" else int(n.split()[0]) for n in notes), 1)
    return found


@pytest.mark.parametrize("seed", range(10))
def test_each_thing_that_happens_is_told_as_often_as_it_does(seed: int, tmp_path: Path) -> None:
    at = house.desk(str(written(tmp_path / "ringing", seed)))
    counted = [(name, player) for name in RUNG + HEARD for player in "AB"]
    asks = "; ".join(f"what is the {name} of {player}?" for name, player in counted)
    for rung in RUNG:
        (scene,) = at.scenes(f"players A B; A rings {rung}; what happens?; {asks}", "x")
        first, *counts = (answer for _, answer in at.answers(scene))
        assert first.verdict is Verdict.FORCED
        often = told(first.value.split("; "))
        assert often == told([line.text for line in first.outcomes[0].steps])
        for (name, player), answer in zip(counted, counts, strict=True):
            said = f"{player} {'rings' if name in RUNG else 'hears'} {name}"
            assert answer.value == str(often[said]), (first.value, said)


def test_who_falls_was_hurt_before() -> None:
    (answer,) = asked("game outlaw; players A B C; A is on turn; the life of B is 1; A shoots B; what happens?")
    assert answer.value == "A shoots B; B is hurt; B drops out"
    assert [line.text for line in answer.outcomes[0].steps] == answer.value.split("; ")


def asked(text: str) -> list[Answer]:
    at = house.desk("outlaw", root=GAMES)
    (scene,) = at.scenes(text, "x")
    return [answer for _, answer in at.answers(scene)]
