"""A changed norm is asked about where neither cards nor rulings need show what it does otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.errata.norm_probes import Probed, probed
from checker.errata.text_diff import ChangedText, texts
from checker.explore.statements.norm_questions import NormRivals, applied, clash

SEATS = {"hexhex": (3, 4, 5, 6), "hexx": (2,)}


def written(path: Path, game: str, text: str) -> tuple[Desk, Desk]:
    path.write_text(f'erratum "this"\n{text}\n')
    return house.desk(game), house.desk(game, [path])


def found(desks: tuple[Desk, Desk], wide: bool = False) -> tuple[Probed, ...]:
    return probed(*desks, texts(*desks), SEATS[desks[0].name], wide)[0]


@pytest.mark.parametrize(
    ("game", "text", "seated", "question", "before", "after"),
    [
        ("hexhex", "clause E-1 x\n  over HH-27\n  norm the value of the starting hand is 4 if the number of players is 6", 6, "what is the starting hand?", "FORCED: 5", "FORCED: 4"),
        ("hexhex", "norm of HH-70: P must not cast at Q if the number of players is 4 and Q is the dealer", 4, "may", "FORCED: yes", "FORCED: no"),
        ("hexhex", "count standard tokens 14", 3, "what is the standard tokens?", "FORCED: 12", "FORCED: 14"),
        ("hexx", "change clause WX-4\n  norm the value of the size of a hand is 7", 2, "what is the size of a hand?", "FORCED: 6", "FORCED: 7"),
    ],
)  # fmt: skip
def test_the_first_scene_that_shows_it_is_told(
    game: str, text: str, seated: int, question: str, before: str, after: str, tmp_path: Path
) -> None:
    shown = found(written(tmp_path / "x.norm", game, text))
    one = next(p for p in shown if p.question.startswith(question))
    assert len(one.scene.split("\n")[0].split()) == seated + 1
    assert (one.before, one.after) == (before, after)


def test_scenes_of_rulings_are_asked_where_they_have_to_be(tmp_path: Path) -> None:
    desks = written(
        tmp_path / "x.norm", "hexx", "norm of WX-11: P must not lay W if the number of tiles put down by W is 3"
    )
    assert not found(desks)
    (shown,) = found(desks, wide=True)
    assert shown.about == "WX-11" and "plays" in shown.scene
    assert shown.before.startswith("FORCED") and shown.after in ("FORCED: no", "SILENT")


def told(*desks: Desk) -> list[ChangedText]:
    before, after = desks
    return [t for t in texts(before, after) if t.kind == "norm"]


def test_norms_under_other_numbers_are_no_change(tmp_path: Path) -> None:
    lines = "\n".join(
        f"  norm {one}"
        for one in (
            "P must not lay W if the number of tiles put down by W is more than the size of a hand",
            "the value of the size of a hand is 6",
        )
    )
    assert not told(*written(tmp_path / "x.norm", "hexx", f"change clause WX-4\n{lines}"))


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("norm HH-70.1: P must not cast at Q if it is a tie-breaker and the opening cast was made", "holds in fewer cases"),
        ("norm HH-70.1: P must not cast at Q if it is a tie-breaker or the opening cast was made", "holds in more cases"),
        ("norm HH-70.1: P may cast at Q if the opening cast was made", "a prohibition becomes a permission"),
        ("norm HH-27.1: the value of the starting hand is 4", "another value"),
    ],
)  # fmt: skip
def test_it_is_said_how_a_norm_is_different(text: str, how: str, tmp_path: Path) -> None:
    (one,) = told(*written(tmp_path / "x.norm", "hexhex", text))
    assert one.how == how


@pytest.mark.parametrize(
    ("fact", "norm", "other", "scene"),
    [
        ("rounds", "the value of the number of rounds is 9 if the number of players is 6", "HH-24",
         "players A B C D E F\nHex: A to B\nwhat is the number of rounds?"),
        ("loss", "the value of the loss by H is 3 if H carries Boost and The Intended of H is Warded", "HH-83",
         "players A B C\nB has Ward in play\nHex: A to B, boosted\nwhat is the loss by H1?"),
    ],
)  # fmt: skip
def test_norms_that_disagree_are_shown_at_any_table_and_in_what_two_situations_state(
    fact: str, norm: str, other: str, scene: str, tmp_path: Path
) -> None:
    _, after = written(tmp_path / "x.norm", "hexhex", f"clause E-1 x\n  norm {norm}")
    at = bench(after)
    rivals = [n.id for n in at.rules.norms.values() if n.clause == other and fact in repr(n.claim)]
    found = [m for one in rivals if (m := clash(at, NormRivals("E-1", one, SEATS["hexhex"]))) is not None]
    assert {"\n".join(m.lines) for m in found} == {scene}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("norm P must not cast at Q if P is the left neighbour of Q", ("players A B C", "before the cast", "may A cast at C?")),
        ("for Hex Sign\n  norm P must play C on H if C is Hex Sign and P holds C and P is The Intended of H", ("players A B C", "Hex: A to B", "must B play Hex Sign?")),
        ("norm P must not play C on H if C is Twain and H carries Boost", ("players A B C", "Hex: A to B, boosted", "may B play Twain?")),
        ("norm P must not let H go off if P has the means to pass H", ()),
    ],
)  # fmt: skip
def test_a_prohibition_or_a_duty_is_shown_where_it_alone_decides(
    text: str, shown: tuple[str, ...], tmp_path: Path
) -> None:
    """What other clauses forbid as well is decided by none of them alone."""
    at = bench(written(tmp_path / "x.norm", "hexhex", f"clause E-1 prohibition\n  {text}")[1])
    (name,) = [n.id for n in at.rules.norms.values() if n.clause == "E-1"]
    assert applied(at, name).result == shown
