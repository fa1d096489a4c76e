"""What a report prints for a publisher is read as the amendment that it was printed for, and as no other."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from checker.catalog import games
from checker.catalog.named_games import typed_erratum
from checker.clarify.printed_sentences import OwnSentences, sentence_for
from checker.cli.main import run
from checker.errata.text_diff import texts
from checker.kernel.source import InputError, Place

HERE = Place("here", 1)
OF_NO_AMENDMENT = {
    "horrible": set[str](),
    "hexx": {"exchanging-for-ever", "same-number-of-tiles", "removing-first", "primary-word", "which-roll-first"},
    "hexhex": {
        "dealing-by-oneself",
        "one-card-before-two-hexes",
        "two-hexes-at-once",
        "whereto",
        "out-of-turn-on-a-maddened-hex",
        "several-with-least-voice",
        "no-red-token",
        "which-card-for-choke",
        "loss-of-what-the-hex",
        "ward-at-any-time",
    },
}
"""Of one sentence of these at least no amendment is known, or it may be one of several."""


@cache
def own(game: str) -> OwnSentences:
    return OwnSentences(games.desk(game))


@pytest.mark.parametrize("game", ["horrible", "hexx", pytest.param("hexhex", marks=pytest.mark.thorough)])
def test_every_sentence_of_the_game_is_the_amendment_that_settles_its_point_so(game: str) -> None:
    for wording in own(game).desk.game.wordings:
        for _, text in wording.sentences:
            try:
                way = own(game).amendment(text, HERE)
            except InputError:
                assert wording.id in OF_NO_AMENDMENT[game], text
                continue
            both = own(game).own[next(k for k, v in own(game).own.items() if (wording, text) in v)]
            assert text in {way.title, *(sentence_for(one, way.title) for one, _ in both)}


@pytest.mark.parametrize(
    "typed",
    [
        "The mirror image of a pattern does not count.",
        "the mirror image of a  pattern does not count",
        "“The mirror image of a pattern does not count.”",
    ],
)
def test_it_is_typed_behind_the_game_or_stands_in_a_file(tmp_path: Path, typed: str) -> None:
    path = tmp_path / "said.norm"
    path.write_text(f'erratum "As printed"\n{typed}\n', encoding="utf-8")
    bare = tmp_path / "bare.norm"
    bare.write_text(typed[:1].upper() + typed[1:], encoding="utf-8")
    versions, errata = typed_erratum((Path("horrible"), Path(typed)), None)
    assert versions == (Path("horrible"),)
    for files in (errata, [path], [bare]):
        (changed,) = texts(games.desk("horrible"), games.desk("horrible", files))
        assert (changed.name, changed.after) == ("HO-19.3", "it does not count that patterns may be mirrored")


def test_each_sentence_that_the_committed_reports_print_is_one_of_the_game() -> None:
    for game in games.known():
        report = (ROOT / "reports" / game / "clarifications.md").read_text("utf-8")
        said = [line.partition(":** ")[2] for line in report.splitlines() if line.startswith("**To print, ")]
        assert said and all(sentence.casefold().rstrip(".") in own(game).own for sentence in said)


def test_what_is_typed_and_cannot_be_read_is_refused_as_it_was_typed() -> None:
    """No path of the file that it was put in is told."""
    with pytest.raises(InputError) as found:
        run(["diff", "horrible", "frobnicate the wizzle"])
    (problem,) = found.value.problems
    assert problem.place == Place("the erratum", 1, 1) and "Frobnicate" in problem.message


def test_what_is_wrong_below_a_printed_sentence_is_refused_in_the_file_that_was_given(tmp_path: Path) -> None:
    """The file with the amendments in the places of the sentences has more lines, and nobody has seen it."""
    path = tmp_path / "said.norm"
    of_two = "A pattern that was already on the table before the movement does not count."
    path.write_text(f'erratum "x"\n{of_two}\n\n  Frobnicate.\n', encoding="utf-8")
    with pytest.raises(InputError) as found:
        games.desk("horrible", [path])
    assert [p.place for p in found.value.problems] == [Place(str(path), 4, 3)]


def test_two_files_named_in_a_diff_are_no_sentence(tmp_path: Path) -> None:
    long = Path("horrible"), Path("A sentence. " * 100)
    assert typed_erratum(long, None)[0] == (Path("horrible"),)
    for versions in (
        (),
        (Path("old"), Path("new")),
        (Path("horrible"), tmp_path),
        (Path("no game"), Path("A sentence.")),
    ):
        assert typed_erratum(versions, None) == (versions, None)
