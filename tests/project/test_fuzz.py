"""No input, however broken, nested or long, ends otherwise than in a message with its place."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, soon, told, trials
from hypothesis import given
from hypothesis import strategies as st
from strategies import SCRAPS, mutated

from checker.ask.whole_rulebook import rulebook
from checker.kernel.game import Game
from checker.kernel.source import FILE_BYTES, InputError, Place
from checker.load.load import load
from checker.syntax.files import read_text
from checker.syntax.parser import Language

HERE = Place("here", 1)


@pytest.fixture(scope="session")
def slim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game that has the words of HEX•HEX and few rules, so that it is read quickly."""
    root = tmp_path_factory.mktemp("slim")
    (root / "specs" / "slim").mkdir(parents=True)
    (root / "cards" / "slim").mkdir(parents=True)
    for name in ("vocabulary.norm", "procedure.norm"):
        shutil.copy(ROOT / "specs" / "hexhex" / name, root / "specs" / "slim")
    cards = "\n".join(
        line for line in (ROOT / "cards/hexhex/named.cards").read_text().splitlines() if line.startswith("card ")
    )
    (root / "cards" / "slim" / "all.cards").write_text(cards + "\n", encoding="utf-8")
    heads = [x for x in (ROOT / "specs/hexhex/clauses.norm").read_text().splitlines() if x.startswith("clause ")]
    (root / "specs" / "slim" / "clauses.norm").write_text(
        "".join(f"{head}\n  says Words.\n" for head in heads if not head.startswith("clause HH-1 "))
        + 'clause HH-1 rule "One"\n  says One.\n  norm P may lay down the law if P is the dealer\n'
        "procedure pause\n  step one HH-1: Dismiss H.\n  step two: Dismiss G.\n"
    )
    assert read_with(root, 'erratum "nothing"\nclause E-1 rule\n  says One.\n  informal flavour: nothing\n') is not None
    return root


def nothing(*_: object) -> None:
    """What no function of a game says."""


def read_with(slim: Path, text: str | bytes) -> Game | None:
    """The slim game with the text as an amendment, if it can be used; anything but a clear refusal is raised."""
    path = slim / "erratum.norm"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "replace"))
    with soon():
        try:
            game = load("slim", [path], slim).game()
            called = {f.name: f.function or f.name for f in game.vocabulary.facts}
            rulebook(game, {called[name]: nothing for name, _ in game.by_function}, (path,))
        except InputError as error:
            told(error)
            return None
    return game


@cache
def blocks(*names: str) -> tuple[str, ...]:
    """The entries of the game's files as text."""
    texts = [read_text(ROOT / name) for name in names]
    return tuple(
        b.strip("\n")
        for t in texts
        for b in t.replace("\n\n", "\x01").split("\x01")
        if b.strip() and not b.startswith("#")
    )


CARDS = "cards/hexhex/named.cards"
CLAUSES = "specs/hexhex/clauses.norm"
STEPS = "specs/hexhex/procedure.norm"
WORDS = "specs/hexhex/vocabulary.norm"


# ---- files -----------------------------------------------------------------------------------


@trials(60)
@given(st.binary(max_size=200))
def test_random_bytes_as_an_amendment(slim: Path, raw: bytes) -> None:
    assert read_with(slim, raw) is None


@trials(60)
@given(st.binary(max_size=80))
def test_random_bytes_below_a_headline(slim: Path, raw: bytes) -> None:
    read_with(slim, b'erratum "x"\n' + raw)


@trials(150)
@given(st.data())
def test_mutated_cards_clauses_and_steps(slim: Path, data: st.DataObject) -> None:
    block = data.draw(st.sampled_from(blocks(CARDS, CLAUSES, STEPS)))
    read_with(slim, 'erratum "x"\n' + data.draw(mutated(block)))


@trials(40)
@given(st.data())
def test_mutated_words(slim: Path, data: st.DataObject) -> None:
    lines = [line for block in blocks(WORDS) for line in block.split("\n") if line[:1].isalpha()]
    read_with(slim, 'erratum "x"\n' + data.draw(mutated(data.draw(st.sampled_from(lines)))))


@trials(60)
@given(st.data())
def test_mutated_removals_and_steps(slim: Path, data: st.DataObject) -> None:
    line = data.draw(
        st.sampled_from(
            [
                "remove card Duck",
                "remove clause HH-1",
                "remove norm HH-1",
                "remove norm HH-1.1",
                "remove step one of pause",
                "remove fact holds",
                "step three of pause HH-1 before two: Dismiss H.",
                "step three of pause after one: Dismiss H.",
                "open point\n  point x\n  reason y",
                "clause HH-1 rule\n  norm[card] P may lay down the law\n  over HH-1",
                "clause HH-2 rule\n  norm [a] P may lay down the law\n  norm [b] P must not lay down the law\n  over HH-1\n  count tokens 3",
            ]
        )
    )
    read_with(slim, 'erratum "x"\n' + data.draw(mutated(line)))


@trials(40)
@given(st.integers(0, 6000))
def test_a_file_that_is_cut_off_in_the_middle(slim: Path, at: int) -> None:
    read_with(slim, ('erratum "x"\n' + read_text(ROOT / CARDS))[:at])


@pytest.mark.parametrize(
    "text",
    [
        'fact on turn "{P} is on turn": condition\n  means P is on turn',
        "clause HH-1 rule\n  norm it counts that P is Warded if not P is Warded",
        'fact one "{P} is one": condition\n  means P is two\nfact two "{P} is two": condition\n  means P is one',
    ],
)
def test_a_fact_that_is_defined_by_itself_is_refused(slim: Path, text: str) -> None:
    path = slim / "circle.norm"
    path.write_text('erratum "x"\n' + text + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="defined by itself"):
        load("slim", [path], slim).game()


@pytest.mark.parametrize(
    "line",
    [
        "card X\n  text Set it so that P is Q.",
        "card X\n  text Set it so that C is Duck.",
        "card X\n  text Set it not so that (P is Warded and Q is Warded).",
        "card X\n  text Set P to Q.",
        "card X\n  text Raise 3 by 1.",
        "card X\n  text Lower N by 1.",
        'card X\n  text What "X" does is unstated and may change 3.',
        'card X\n  text Carry out "nothing that is there".',
        "card X\n  kinds no such kind",
        "card X\n  copies many",
        "clause HH-7 rule\n  norm it counts that P is Q",
        "clause HH-7 rule\n  norm whether C is Duck is unstated",
        "clause HH-7 rule\n  norm the value of 3 is 4",
        "clause HH-7 rule\n  count tokens many",
        "clause HH-7 rule\n  nrom P may lay down the law",
        "remove card No Such Card",
        "remove norm HH-1.7",
        "remove step two of nowhere",
        "remove",
        "step",
        "step four of pause",
        "field",
        'field x "x {P}": no such sort',
        'field x "x {L}": number',
        'fact x "{P}": condition',
        'act x "x": P',
        "zone x",
        "sort",
        "sort hex letters B",
        "sort pile letters H",
        "word up: no such sort",
    ],
)
def test_what_can_be_read_and_means_nothing_is_refused(slim: Path, line: str) -> None:
    assert read_with(slim, f'erratum "x"\n{line}\n') is None


def test_a_file_of_ten_megabytes(slim: Path) -> None:
    assert read_with(slim, b'erratum "x"\n' + b"card X\n  text Dismiss the Hex.\n" * 350_000) is None


def test_a_large_file_of_nonsense(slim: Path) -> None:
    line = "card X\n  text Dismis the Hexx and so on.\n"
    assert read_with(slim, 'erratum "x"\n' + line * (FILE_BYTES // len(line) - 1)) is None


# ---- sentences -------------------------------------------------------------------------------

NESTED = {
    "parentheses": "(" * 10_000 + "always" + ")" * 10_000,
    "open parentheses": "(" * 10_000,
    "closing parentheses": ")" * 10_000,
    "some parentheses": "(" * 500 + "always" + ")" * 500,
    "not": "not " * 3_000 + "always",
    "and": "always and " * 1_500 + "always",
    "or": "always or " * 1_500 + "always",
    "there is": "there is a player P such that " * 400 + "always",
    "plus": "1 plus " * 1_500 + "1 is 1",
    "numbers in parentheses": "(" * 1_500 + "1" + ")" * 1_500 + " is 1",
    "of": "the sender of the Hex of " * 700 + "T is P",
    "quotes": '"' * 9_999,
    "one long word": "a" * 3_000_000,
    "many words": "always " * 500_000,
    "spaces": " " * 3_000_000,
    "digits": "9" * 100_000 + " is 1",
    "many names": "Duck " * 3_000,
    "nothing": "",
}


@cache
def language() -> Language:
    return load("hexhex").language


@pytest.mark.parametrize("name", NESTED)
def test_deep_and_long_conditions(name: str) -> None:
    with soon(), pytest.raises(InputError) as caught:
        language().parse(NESTED[name], "cond", HERE)
    told(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 4_000 + "Dismiss H." + ")." * 4_000,
        "If always, " * 1_000 + "dismiss H.",
        "While always, " * 1_000 + "dismiss H.",
        "For each player P, " * 600 + "dismiss H.",
        'By "HH-1", ' * 1_000 + "dismiss H.",
    ],
    ids=lambda text: text[:12],
)
def test_deep_effects(text: str) -> None:
    with soon(), pytest.raises(InputError) as caught:
        language().parse(text, "effect", HERE)
    told(caught.value)


def test_what_is_nested_as_deeply_as_is_allowed_can_be_used(slim: Path) -> None:
    for deep in ("(" * 50 + "always" + ")" * 50, "not " * 100 + "always", "always and " * 100 + "always"):
        game = read_with(slim, f'erratum "x"\nclause HH-7 rule\n  norm P may lay down the law if {deep}\n')
        assert game is not None


def test_a_long_card_can_be_used(slim: Path) -> None:
    assert read_with(slim, 'erratum "x"\ncard Long\n  text ' + "Dismiss H. " * 900 + "\n") is not None


@trials(200)
@given(
    st.lists(st.one_of(st.text(max_size=8), st.sampled_from(SCRAPS)), max_size=12),
    st.sampled_from(["cond", "effect", "norm"]),
)
def test_random_sentences(pieces: list[str], start: str) -> None:
    try:
        language().parse(" ".join(pieces), start, HERE)
    except InputError as error:
        told(error)
