"""The language: text and tree are inverse, nothing is read in two ways, and errors show their place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path

import pytest
from conftest import trials
from hypothesis import given
from hypothesis import strategies as st
from strategies import LABELS, PLAYERS, Grammar, trees

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.source import InputError, Leaf, Node, Place
from checker.load.entries import ALL_HEADS
from checker.load.load import GameReader, game_files, load
from checker.store.packed_values import packed, unpacked
from checker.syntax.files import SourceLine, entries, read_text
from checker.syntax.lalr.tables import compiled
from checker.syntax.languages import SceneLanguage, spoken_in
from checker.syntax.lexer import Lexicon
from checker.syntax.parser import Language
from checker.syntax.scene_reader import reader_of, statements

HERE = Place("here", 1)
TRIALS = trials(60)
EXACT = {**dict.fromkeys(PLAYERS, "PLAYER"), **dict.fromkeys(LABELS, "LABEL_HEX")}


@cache
def reader() -> GameReader:
    return load("hexhex")


@cache
def cards() -> Language:
    """The language of cards and norms."""
    return reader().language


@cache
def desk() -> Desk:
    return house.desk("hexhex")


@cache
def scenes() -> Language:
    """The language of scenes."""
    return desk().reader.language


@cache
def players() -> Lexicon:
    return scenes().with_names(EXACT)


# ---- the printer is the parser's inverse -----------------------------------------------------


@pytest.mark.parametrize("start", ["effect", "norm", "cond", "number", "player", "card", "hex"])
def test_a_generated_tree_is_read_back_from_its_text(start: str) -> None:
    grammar = Grammar(cards(), {})

    @TRIALS
    @given(trees(grammar, start))
    def inverse(tree: Node) -> None:
        assert cards().parse(cards().show(tree), start, HERE) == tree

    inverse()


def test_a_generated_statement_of_a_scene_is_read_back_from_its_text() -> None:
    grammar = Grammar(scenes(), EXACT)

    @trials(150)
    @given(trees(grammar, "line"))
    def inverse(tree: Node) -> None:
        assert scenes().parse(scenes().show(tree), "line", HERE, players()) == tree

    inverse()


def sentences() -> Iterator[tuple[str, SourceLine]]:
    """Every text of the game's files with what it is: cards, norms, steps, meanings and bodies."""
    kinds = {"text": "effect", "norm": "norm", "does": "effect", "last": "effect", "step": "effect"}
    for path in game_files("hexhex"):
        for entry in entries(read_text(path), path.name, ALL_HEADS):
            for line in entry.lines:
                start = kinds.get(line.key.partition("[")[0], "")
                if entry.head.key == "property":  # its sentences are of a language with words of its own
                    continue
                if line.key == "means" and entry.head.key in ("short", "which", "noun", "amount"):
                    continue
                if line.key == "means":
                    start = "cond" if entry.head.rest.endswith(": condition") else entry.head.rest.rpartition(": ")[2]
                if start:
                    yield start, line


def test_every_text_of_the_game_prints_as_itself() -> None:
    seen = set()
    for start, line in sentences():
        text = line.rest.partition(": ")[2] if line.key == "step" else line.rest
        if line.rest.startswith("["):
            text = line.rest.partition("] ")[2]
        language = reader().sentences.read(line, start)[0] if line.key == "text" else cards()
        tree = language.parse(text, start, line.place)
        shown = language.show(tree)
        assert language.parse(shown, start, line.place) == tree, shown
        assert language.show(language.parse(shown, start, line.place)) == shown
        seen.add(line.key)
    assert seen >= {"text", "norm", "does", "last", "step", "means"}


def test_every_statement_of_every_ruling_prints_as_itself() -> None:
    number = 0
    for scene in desk().rulings():
        names = {p: "PLAYER" for p in scene.players} | {f"H{n}": "LABEL_HEX" for n in range(100)}
        language = desk().with_laws(scene).reader.language
        lexicon = language.with_names(names | {c.title: "KIND" for c in scene.cards})
        for item in scene.items:
            number += 1
            shown = language.show(item.tree)
            assert language.parse(shown, "line", HERE, lexicon) == item.tree, (item.raw.text, shown)
    assert number > 1000


@pytest.mark.parametrize(
    "text",
    [
        "Dismiss the Hex.",
        "If a direction is not left, (Dismiss the Hex. A new hex G comes into play.) otherwise (Pass the Hex to you.).",
        'By "HH-41", put this card on the Hex.',
        "If C is Dismiss, dismiss H.",
        "If C is an enhanced deflection, dismiss H.",
        "If C is a basic deflection, dismiss H.",
        "If C is Double & Thrice and (the Voice of P is at least 3 or always), dismiss H.",
    ],
)
def test_what_is_written_canonically_prints_unchanged(text: str) -> None:
    text = text.replace("a direction is not left", "the direction of the Hex is not left")
    assert cards().show(cards().parse(text, "effect", HERE)) == text


@pytest.mark.parametrize("text", ["B plays Null on A's Dismiss", "hand B: Dismiss, HEX•HEX", "may B play Dismiss?"])
def test_a_statement_prints_unchanged(text: str) -> None:
    assert scenes().show(scenes().parse(text, "line", HERE, players())) == text


@pytest.mark.parametrize("name", ["HEX•HEX", "Hex Hex", "hex-hex", "HEX HEX", "Hex•hex", "HexHex"])
def test_a_card_is_found_however_its_name_is_written(name: str) -> None:
    tree = scenes().parse(f"B plays {name}", "line", HERE, players())
    assert Leaf("KIND", "HEX•HEX") in list(leaves(tree))


@pytest.mark.parametrize("name", ["Double & Thrice", "double and thrice", "DOUBLE-AND-THRICE"])
def test_and_is_the_same_as_its_sign(name: str) -> None:
    tree = scenes().parse(f"B plays {name}", "line", HERE, players())
    assert Leaf("KIND", "Double & Thrice") in list(leaves(tree))


def leaves(tree: Node | Leaf) -> Iterator[Leaf]:
    if isinstance(tree, Leaf):
        yield tree
    else:
        for part in tree.parts:
            yield from leaves(part)


def test_players_are_matched_with_their_case_and_before_all_else() -> None:
    tree = scenes().parse("Dismiss plays Dismiss on the's Duck", "line", HERE, players())
    assert [x for x in leaves(tree) if x.kind == "PLAYER"] == [
        Leaf("PLAYER", "Dismiss"),
        Leaf("PLAYER", "the"),
    ]
    with pytest.raises(InputError):
        scenes().parse("b plays Duck", "line", HERE, players())


# ---- nothing is read in two ways -------------------------------------------------------------

LOOSE = {
    "shift/reduce": 'start: item\nitem: "if" X item -> one\n    | "if" X item "else" item -> two\n    | X -> three\n%declare X\n',
    "reduce/reduce": "start: a | b\na: X -> one\nb: X -> two\n%declare X\n",
}


@pytest.mark.parametrize("conflict", LOOSE)
def test_a_grammar_that_reads_a_text_in_two_ways_is_an_error(conflict: str) -> None:
    with pytest.raises(InputError, match=r"two ways|told apart"):
        compiled(LOOSE[conflict], ("start",))


def test_an_ambiguous_phrase_of_a_vocabulary_is_an_error_that_names_it(tmp_path: Path) -> None:
    erratum = tmp_path / "loose.norm"
    erratum.write_text('erratum "Loose words"\nfact owner "the player of {C} of {P}": player\n  by rules\n')
    with pytest.raises(InputError) as caught:
        load("hexhex", [erratum])
    assert "two ways" in str(caught.value) or "told apart" in str(caught.value)
    assert "`the hex`" in str(caught.value) or "the player of" in str(caught.value)


def test_two_phrases_with_the_same_words_are_an_error(tmp_path: Path) -> None:
    erratum = tmp_path / "same.norm"
    erratum.write_text('erratum "Same words"\nfact cursed one "{P} is Warded": condition\n  by rules\n')
    with pytest.raises(InputError):
        load("hexhex", [erratum])


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ('the letter "E"', ""),
        ('the letter "EE"', "no letter is called `EE`"),
        ('the tile "E"', "cannot stand here"),
    ],
)
def test_a_thing_is_named_in_quotes_where_its_sort_has_names(tmp_path: Path, said: str, refused: str) -> None:
    erratum = tmp_path / "named.norm"
    head = 'erratum "Named"\nclause E-1 prohibition "Errata"\n  says x\n  norm P must not name X if X is '
    erratum.write_text(f"{head}{said}\n")
    with pytest.raises(InputError, match=refused) if refused else nullcontext():
        house.desk("hexx", [erratum])


# ---- errors ----------------------------------------------------------------------------------


def refused(text: str, start: str = "effect") -> InputError:
    with pytest.raises(InputError) as caught:
        cards().parse(text, start, Place("x.cards", 7, 5), line="    " + text)
    return caught.value


def test_an_unknown_word_is_shown_with_its_place_and_the_nearest_word() -> None:
    error = refused("Dismis the Hex.")
    problem = error.problems[0]
    assert (problem.place.file, problem.place.line, problem.place.column) == ("x.cards", 7, 5)
    assert "did you mean `Dismiss`?".casefold() in problem.hint.casefold()
    lines = problem.rendered().splitlines()
    assert lines[2].index("^") == lines[1].index("Dismis")


def test_a_word_in_the_wrong_place_is_shown_with_what_was_expected() -> None:
    problem = refused("Dismiss the Hex to B.").problems[0]
    assert problem.place.column == 5 + len("Dismiss the Hex ")
    assert "`to` cannot stand here; expected" in problem.message and "`.`" in problem.message
    assert "nearest phrases" in problem.hint


def test_a_text_that_stops_early_says_what_is_missing() -> None:
    problem = refused("Pass the Hex").problems[0]
    assert "ends here; expected" in problem.message and "`to`" in problem.message
    assert problem.place.column == 5 + len("Pass the Hex")


@pytest.mark.parametrize("asked, like", [("where has the Hex gone?", "where "), ("is the round done?", "is ")])
def test_the_nearest_phrases_begin_as_the_text_does(asked: str, like: str) -> None:
    with pytest.raises(InputError) as caught:
        scenes().parse(asked, "line", HERE, players())
    phrases = caught.value.problems[0].hint.split("`")[1::2]
    assert phrases and all(one.startswith(like) for one in phrases)


def test_no_phrase_is_proposed_that_has_no_word_of_what_was_typed() -> None:
    with pytest.raises(InputError) as caught:
        scenes().parse("can B levitate the furniture", "line", HERE, players())
    assert not caught.value.problems[0].hint


def test_what_is_expected_is_said_in_words() -> None:
    message = refused("Pass").problems[0].message
    assert "a hex" in message and "VAR_" not in message and "LABEL" not in message


@given(st.integers(1, 300))
@trials(20)
def test_the_caret_stands_below_the_word_on_long_lines_too(before: int) -> None:
    text = f'By "{"x" * before}", nonsense.'
    problem = refused(text).problems[0]
    _, shown, caret, *_ = problem.rendered().splitlines()
    assert shown[caret.index("^") :].startswith("nonsense")


def test_several_errors_of_one_file_are_all_reported(tmp_path: Path) -> None:
    erratum = tmp_path / "many.norm"
    erratum.write_text(
        'erratum "Many"\ncard One\n  text Dismis the Hex.\n  kinds no kind of card\n'
        "card Two\n  text Pass the Hex the Hex.\nclause HH-999 rule\n  norm P my play C\n"
    )
    with pytest.raises(InputError) as caught:
        load("hexhex", [erratum]).game()
    assert [p.place.line for p in caught.value.problems if p.place.file == str(erratum)] == [3, 4, 6, 8]


def test_several_errors_of_one_scene_are_all_reported() -> None:
    text = "players A B C\nA casts on B\nA casts at B\nB playz Duck; B plays Duckk\nwho gain Voice?"
    with pytest.raises(InputError) as caught:
        desk().reader.scenes(statements(text, "x.scene"))
    assert [(p.place.line, p.place.column) for p in caught.value.problems] == [
        (2, 9),
        (4, 3),
        (4, 23),
        (5, 5),
    ]


def test_a_statement_that_goes_on_below_is_shown_where_it_is_wrong(tmp_path: Path) -> None:
    erratum = tmp_path / "below.norm"
    erratum.write_text('erratum "Below"\ncard One\n  text Dismiss the Hex.\n    Pas the Hex to you.\n')
    with pytest.raises(InputError) as caught:
        load("hexhex", [erratum]).game()
    place = caught.value.problems[0].place
    assert (place.line, place.column) == (4, 5)


def test_a_kept_language_prints_and_explains_like_a_fresh_one() -> None:
    desk = house.desk("hexhex")
    kept = reader_of(desk.game, unpacked(packed(spoken_in(desk.game)), SceneLanguage)).language
    tree = kept.parse("B plays Null on A's Dismiss", "line", HERE, players())
    assert kept.show(tree) == "B plays Null on A's Dismiss"
    with pytest.raises(InputError, match="nearest phrases"):
        kept.parse("B plays on", "line", HERE, players())


@pytest.mark.parametrize("name", house.known())
def test_an_id_names_one_norm(name: str) -> None:
    ids = [norm.id for norm in house.desk(name).game.norms]
    assert [one for one in ids if ids.count(one) > 1] == []
