"""The word game: its board, plays and results, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, permutations
from pathlib import Path

import msgspec
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.analyses.registry import run
from checker.boards.hexes import DIRECTIONS, LINES, Space, line_through, neighbours, step, tiles_on
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.games.hexx.board import Laying, TilePut, after, laying_of, made, read
from checker.games.hexx.just_laid import in_word
from checker.games.hexx.lexicon import WordTree, lexicon
from checker.games.hexx.moves import plays
from checker.games.hexx.telling import opening
from checker.games.hexx.words import Dictionary, default, from_file
from checker.kernel.position import Store
from checker.kernel.source import InputError
from checker.kernel.term import Lit
from checker.kernel.verdict import Verdict
from checker.norms.evaluate import Context
from checker.session.context import Options

SMALL = Dictionary(frozenset(("CARD", "REAL", "DO", "AD", "ROAD", "DEAL", "LEAD", "ORE", "RE")))
spots = st.tuples(st.integers(-3, 3), st.integers(-3, 3))


def answers(scene: str) -> list[tuple[Verdict, str]]:
    text = "game hexx\nplayers Red Black\n" + scene.replace("; ", "\n")
    at = house.desk("hexx")
    return [(a.verdict, a.value) for one in at.scenes(text, "scene") for _, a in at.answers(one)]


@pytest.mark.parametrize(("number", "said"), [(1, "1 tile;"), (2, "2 tiles;")])
def test_what_is_done_with_one_tile_is_told_of_one_tile(number: int, said: str) -> None:
    scene = f"dictionary card; word CARD at -1,0 east red; hand Black: V, V; bag: E; Black exchanges {number}; what happens?"
    ((verdict, value),) = answers(scene)
    assert verdict is Verdict.FORCED and value.startswith(f"Black exchanges {said}")


# ---- the board -------------------------------------------------------------------------------


@given(spots, st.sampled_from(sorted(DIRECTIONS)))
def test_a_step_and_its_opposite_lead_back(spot: Space, heading: str) -> None:
    q, r = DIRECTIONS[heading]
    assert (-q, -r) in DIRECTIONS.values()
    assert step(step(spot, (q, r)), (-q, -r)) == spot
    assert step(spot, (q, r)) in neighbours(spot) and len(set(neighbours(spot))) == 6


@given(st.dictionaries(spots, st.sampled_from("ABC"), min_size=1), st.data())
def test_a_row_is_unbroken_and_as_long_as_it_can_be(letters: dict[Space, str], data: st.DataObject) -> None:
    spot, way = data.draw(st.sampled_from(sorted(letters))), data.draw(st.sampled_from(LINES))
    row = line_through(letters, spot, way)
    assert spot in row and set(row) <= set(letters)
    assert step(row[0], way, -1) not in letters and step(row[-1], way) not in letters
    assert read(letters, row) == "".join(letters[s] for s in row)


# ---- the sample game ---------------------------------------------------------------------------

TURNS = (
    (("W", "O", "R", "D"), (("W", "O", "R", "D"),)),
    (("A", "T"), (("A", "R", "T"), ("T", "O"))),
    (("G", "L", "F"), (("G", "O", "L", "F"), ("F", "A", "D"))),
    (("S",), (("S", "W", "O", "R", "D"),)),
    (("G'", "I"), (("G'", "I", "R", "L"),)),
    (("S'", "P"), (("S'", "T", "R", "A", "P"),)),
    (("P'", "A'"), (("A'", "T", "O", "P'"), ("A*", "L", "P'"), ("A*", "I", "D"), ("G*", "A'", "S*"))),
)
"""Who lies where: the tiles laid in each turn and the words made; a star stands for either tile of the letter."""


def _placed(tile: str) -> tuple[z3.ArithRef, z3.ArithRef]:
    return z3.Int(f"q {tile}"), z3.Int(f"r {tile}")


def _runs(word: tuple[str, ...], there: list[str]) -> z3.BoolRef:
    """The tiles stand in a line, and no other tile before or behind them."""

    def along(q: int, r: int) -> z3.BoolRef:
        parts = []
        for one, two in pairwise(word):
            (q1, r1), (q2, r2) = _placed(one), _placed(two)
            parts += [q2 == q1 + q, r2 == r1 + r]
        for other in there:
            for end, sign in ((word[0], -1), (word[-1], 1)):
                (q1, r1), (q2, r2) = _placed(end), _placed(other)
                parts.append(z3.Or(q2 != q1 + sign * q, r2 != r1 + sign * r))
        return z3.And(parts)

    return z3.Or([along(q, r) for q, r in DIRECTIONS.values()])


def _readings(word: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if not any("*" in tile for tile in word):
        yield word
        return
    at = next(i for i, tile in enumerate(word) if "*" in tile)
    for tile in (word[at][0], word[at][0] + "'"):
        yield from _readings((*word[:at], tile, *word[at + 1 :]))


def placements() -> list[dict[str, Space]]:
    """Every way to lay out the sample game with WORD running east from 0,0."""
    solver = z3.Solver()
    there: list[str] = []
    for laid, words in TURNS:
        there += laid
        for word in words:
            solver.add(z3.Or([_runs(w, there) for w in _readings(word)]))
    solver.add(*(q == n for n, (q, _) in enumerate(map(_placed, "WORD"))), *(_placed(t)[1] == 0 for t in "WORD"))
    for one, two in combinations(there, 2):
        (q1, r1), (q2, r2) = _placed(one), _placed(two)
        solver.add(z3.Or(q1 != q2, r1 != r2))
    found: list[dict[str, Space]] = []
    while solver.check() == z3.sat:
        model = solver.model()
        found.append({t: (model[_placed(t)[0]].as_long(), model[_placed(t)[1]].as_long()) for t in there})
        solver.add(z3.Or([z3.Or(_placed(t)[0] != q, _placed(t)[1] != r) for t, (q, r) in found[-1].items()]))
    return found


def test_the_sample_game_can_be_laid_out_in_one_way_up_to_the_symmetries_of_the_grid() -> None:
    found = placements()
    assert len(found) == 2
    mirrored = {tile: (q + r, -r) for tile, (q, r) in found[0].items()}
    assert mirrored == found[1]
    kept = {"T": (2, -1), "G": (1, -1), "S": (-1, 0), "G'": (4, -2), "S'": (2, -2), "A'": (3, -2), "P'": (0, 1)}
    assert any(all(one[tile] == spot for tile, spot in kept.items()) for one in found)


def test_the_rows_that_are_no_words_in_the_sample_game_are_named_where_it_is_found_that_they_do_not_count() -> None:
    desk = house.desk("hexx")
    (found,) = (f for f in run(bench(desk), Options((2,), "quick"), ("HX602",)).findings if "WX-203" in f.clauses)
    assert (
        "the sample game with the usual dictionary` 7 times: GT at 1,-1 east, LR at 1,1 north-east, WG" in found.message
    )
    given = [a.value for one in desk.scenes(found.witness, "witness") for _, a in desk.answers(one)]
    assert [g for g in given if g != "yes"] == [
        "GT at 1,-1 east, LR at 1,1 north-east, WG at 0,0 north-east",
        "GTI at 1,-1 east",
        "FP at 1,2 east, WGS at 0,0 north-east",
        "WP at 0,0 south-east",
    ]


# ---- all plays ---------------------------------------------------------------------------------


def _brute(letters: dict[Space, str], hand: tuple[str, ...]) -> set[frozenset[tuple[str, Space]]]:
    """Every play, found by trying everything near the board."""
    near = [(q, r) for q in range(-6, 7) for r in range(-5, 6)]
    found = set()
    for start in near:
        for way in LINES:
            row = [step(start, way, n) for n in range(6)]
            free = [s for s in row if s not in letters]
            for count in range(1, len(hand) + 1):
                for tiles in set(permutations(hand, count)):
                    puts = tuple(TilePut(x, s) for x, s in zip(tiles, free[:count], strict=False))
                    if len(puts) < count:
                        continue
                    play = Laying("", "", puts)
                    touches = any(n in letters for p in puts for n in neighbours(p.spot))
                    rows = made(after(letters, play), play, SMALL) if touches else None
                    if rows and rows.gapless and any(r.readings for r in rows.lines):
                        found.add(frozenset((p.letter, p.spot) for p in puts))
    return found


@pytest.mark.parametrize("hand", ["AEL", "DO", "ORE"])
def test_all_plays_are_found_and_nothing_else(hand: str) -> None:
    letters = {(n - 1, 0): x for n, x in enumerate("CARD")} | {(1, 1): "E"}
    found = {frozenset((p.letter, p.spot) for p in one.puts) for one in plays(letters, tuple(hand), SMALL)}
    assert found == _brute(letters, tuple(hand))


@pytest.mark.parametrize("hand", ["EL", "R"])
def test_a_hexx_tile_is_laid_wherever_some_letter_would_be(hand: str) -> None:
    letters = {(n - 1, 0): x for n, x in enumerate("CARD")} | {(1, 2): "A", (0, 3): "D"}
    kinds = (*hand, "HEXX")
    found = {frozenset((p.letter, p.spot) for p in one.puts) for one in plays(letters, kinds, SMALL)}
    stood_for = sorted({x for word in SMALL.words for x in word})
    assert found == set().union(*(_brute(letters, (*hand, x)) for x in stood_for))


@given(st.sets(st.text("ABC", min_size=1, max_size=4), min_size=1))
def test_the_tree_of_letters_holds_each_word_once_and_in_order(words: set[str]) -> None:
    def below(node: WordTree, text: str) -> list[str]:
        found = [text] if node.is_word else []
        return found + [w for x, further in node.further.items() for w in below(further, text + x)]

    assert below(lexicon(frozenset(words)), "") == sorted(words)


def test_a_hexx_tile_stands_for_every_letter() -> None:
    letters = {(n - 1, 0): x for n, x in enumerate("CARD")}
    found = [one for one in plays(letters, ("HEXX",), SMALL) if one.word == "RE"]
    assert found and all([(p.letter, p.hexx) for p in one.puts] == [("E", True)] for one in found)


@given(st.sampled_from(("REAL east: E at 1,1, L at 1,3 as HEXX", "S at -2,0", "A at 0,0, B at 1,-1 as HEXX")))
def test_a_play_is_read_as_it_is_written(text: str) -> None:
    assert laying_of(text).text() == text


# ---- results ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "letter"), [(10, "A"), (13, "A"), (16, "R"), (19, "R")])
def test_the_same_letter_a_second_time_turns_nothing(number: int, letter: str) -> None:
    doer, roller = ("Red", "Red") if number in (10, 16) else ("Red", "Black")
    other = "Black" if roller == "Red" else "Red"
    scene = (
        f"word CARD at -1,0 east black; {roller} rolls {number}; {doer} names {letter}; which tiles flip?; "
        f"{other} exchanges 1; {roller} rolls {number}; {doer} names {letter}; which tiles flip?"
    )
    first, second = answers(scene)
    assert first[1] != "nothing" and second == (Verdict.FORCED, "nothing")


def test_17_twice_gives_both_hands_back() -> None:
    scene = (
        "word CARD at -1,0 east black; bag is empty; hand Red: A, B, C, D, E, F; hand Black: U, V, W, X, Y, Z; "
        "dictionary card; Red rolls 17; which tiles does Red hold?; Black rolls 17; which tiles does Red hold?"
    )
    assert [value for _, value in answers(scene)] == ["U, V, W, X, Y, Z", "A, B, C, D, E, F"]


def test_every_clause_is_formal_or_says_why_not() -> None:
    game = house.desk("hexx").game
    used = {n.clause for n in game.norms} | {c.clause for c in game.counts} | {k for c in game.cards for k in c.clauses}
    used |= {k for p in game.procedures for s in p.steps for k in s.clauses}
    used |= {str(x) for a in game.vocabulary.acts for x in _under(a.body) | _under(a.last)}
    used |= {str(x) for p in game.procedures for s in p.steps for x in _under(s.effect)}
    assert [c.id for c in game.clauses if not c.informal and c.id not in used] == []


def _under(tree: object) -> set[str]:
    if isinstance(tree, tuple):
        return set().union(*map(_under, tree)) if tree else set()
    if isinstance(tree, Lit) or not isinstance(tree, msgspec.Struct):
        return set()
    own = set(getattr(tree, "clauses", ()))
    return own.union(*(_under(getattr(tree, f)) for f in tree.__struct_fields__))


# ---- dictionaries and bad input ------------------------------------------------------------------


@cache
def words() -> Dictionary:
    return default()


def test_the_default_dictionary_has_inflections_and_neither_names_nor_abbreviations() -> None:
    for word in ("WORD", "WORDS", "GIRL", "GIRLS", "PLAYED", "PLAYING", "AT", "IS", "ATOP", "ALP"):
        assert word in words()
    for word in ("LONDON", "MADRID", "MICHAEL", "NASA", "MR", "KM", "GIRLR", "ROS", ""):
        assert word not in words()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no word"),
        (b"# only this\n\n", "no word"),
        (b"caf\xe9\n", "not UTF-8"),
        (b"foo-bar\n", "letters A to Z"),
        (b"two words\n", "letters A to Z"),
    ],
)
def test_a_dictionary_that_is_none_is_refused_at_its_place(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        from_file(path)


def test_a_missing_or_huge_dictionary_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such dictionary"):
        from_file(tmp_path / "none.txt")
    with pytest.raises(InputError, match="a folder"):
        from_file(tmp_path)
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(60_000_000)
    with pytest.raises(InputError, match="larger"):
        from_file(huge)


def test_a_dictionary_decides_which_words_there_are(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("card\nreax # made up\n", encoding="utf-8")
    at = house.desk("hexx", dictionary=path)
    text = "game hexx\nplayers Red Black\nword CARD at -1,0 east black\nRed plays REAX at 1,0 south-east\nis the play valid?"
    assert [a.value for one in at.scenes(text, "scene") for _, a in at.answers(one)] == ["yes"]


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("Red plays R3AL at 0,0 east; is the play valid?", "is no word"),
        (
            "hand Red: HEXX HEXX HEXX HEXX; hand Black: HEXX HEXX HEXX; who wins?",
            "7 HEXX tiles; there are only 6 .WX-34",
        ),
        (
            "hand Red: HEXX HEXX HEXX HEXX HEXX; Black plays AD at 0,0 east with A as HEXX and D as HEXX; who wins?",
            "7 HEXX",
        ),
        ("25 was rolled before by Red; who wins?", "no entry 25; it has 1 to 20"),
        ("bag has -3 tiles; who wins?", "a bag of -3 tiles"),
        ("Red plays RÉAL at 0,0 east; is the play valid?", "is no word"),
        ("hand Red: A, B; Red plays CARD at 0,0 east; is the play valid?", "does not hold"),
        ("word CARD at 0,0 east red; Black plays DO at 0,0 east; is the play valid?", "lies C already"),
        ("Red plays S at 0,0 and E at 0,0; is the play valid?", "two tiles on one space"),
        ("hand Red: A, B, C, D, E, F, G; whose turn is it?", "6 is the most"),
        ("hand Red: AB; whose turn is it?", "is no tile"),
        ("Red rolls 21; which tiles flip?", "no entry 21; it has 1 to 20"),
        ("Red owes a 3; whose turn is it?", "nothing owed"),
        ("Red plays DAD at 0,0 east with D as HEXX; is the play valid?", "2 times D"),
        ("Red plays DAD at 0,0 east with X as HEXX; is the play valid?", "no X there"),
        ("word CARD at 999,0 east red; whose turn is it?", "further from the centre than any board"),
        ("Red plays E at 0,999; is the play valid?", "further from the centre than any board"),
        ("Red plays CARD at 0,0; is the play valid?", "a whole word runs somewhere"),
        ("Red lifts; who wins?", "the statement ends here; expected `no`, `the`, a space\n"),
        ("tile HEXX at 0,0 red; what is at 0,0?", "for which letter it stands"),
    ],
)
def test_what_no_box_can_lay_out_is_refused(scene: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        answers(scene)


def test_the_game_is_for_two() -> None:
    with pytest.raises(InputError, match="for two"):
        at = house.desk("hexx")
        [at.answers(one) for one in at.scenes("game hexx\nplayers A B C\nwhose turn is it?", "scene")]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ACDEORST"), spots), min_size=1, max_size=4))
def test_any_tiles_put_anywhere_get_an_answer(tiles: list[tuple[str, Space]]) -> None:
    said = " and ".join(f"{x} at {q},{r}" for x, (q, r) in tiles)
    try:
        ((verdict, value),) = answers(f"word CARD at -1,0 east black; Red plays {said}; is the play valid?")
    except InputError:
        return
    assert verdict in (Verdict.FORCED, Verdict.SILENT) and (value in ("yes", "no", ""))


# ---- what only a reading decides ----------------------------------------------------------------------


def test_a_clause_is_read_in_each_regard_for_itself() -> None:
    scene = (
        "dictionary card, cord, on, discard; word CARD at -1,0 east red; Black owes a 9; "
        "Red plays ON at 1,1 east with O as HEXX and N as HEXX; Red rolls 15; Red rolls 15; "
        "may Black swap 0,0 for O?; Black forfeits the turn; Red exchanges 1; "
        "Black plays DISCARD at -4,0 east; which tiles flip?"
    )
    at = house.desk("hexx")
    text = "game hexx\nplayers Red Black\n" + scene.replace("; ", "\n")
    points = [{p.id for p in a.points} for one in at.scenes(text, "scene") for _, a in at.answers(one)]
    assert points == [{"reading of WX-115"}, {"reading of WX-115 on rolled again"}]


def test_a_tile_of_the_word_just_laid_that_lies_elsewhere_now_is_in_it_no_more() -> None:
    store = opening.laid(Store(), "P", (2, -2), 0, True)
    tile = tiles_on(store)[2, -2]
    store = store.put(("just", tile), True).put(("just at", tile), "2,-2")
    moved = store.put(("zone", "space", "2,-2"), ()).put(("zone", "space", "5,5"), (tile,))
    context = Context(house.desk("hexx").rules, store)
    assert in_word(context, tile) and not in_word(context.at(moved), tile)
