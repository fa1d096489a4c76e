"""Where no clause gives a value: compared with every input tried, and with games of other kinds."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from decision_tables import Input, Row, inputs, tables, written

from checker.analyses.missing_value import missing
from checker.analyses.registry import run
from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.scene_driver import replayed
from checker.kernel.value_gap import Region
from checker.kernel.verdict import Extent, Finding, Verdict
from checker.session.context import Bench, Options

TABLES = tables(seed=32, many=24)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return bench(house.desk(str(written(tmp_path_factory.mktemp("tables"), TABLES))))


def inside(region: Region, given: Input) -> bool:
    values = dict(zip(("income", "age", "shade", "rain"), given, strict=True))
    for one in region.said:
        value = values[one.name]
        if one.free:
            continue
        if one.sort == "number":
            number = int(value)
            if (one.least is not None and number < one.least) or (one.most is not None and number > one.most):
                return False
        elif value != one.value:
            return False
    return True


def uncovered(rows: tuple[Row, ...]) -> set[Input]:
    return {given for given in inputs() if not any(row.holds(given) for row in rows)}


@pytest.mark.parametrize("name", TABLES)
def test_the_gaps_of_a_table_are_those_that_trying_every_input_finds(name: str, desk: Bench) -> None:
    looked = missing(desk, (name, (2,))).result
    found = {given for given in inputs() if any(inside(gap.region, given) for gap in looked.gaps)}
    wanted = uncovered(TABLES[name])
    assert found <= wanted
    assert found == wanted or looked.unsure
    assert bool(looked.gaps) is bool(wanted)
    for gap in looked.gaps:
        (answer,) = replayed(desk, "\n".join(gap.scene))
        assert answer.verdict is Verdict.SILENT


def test_the_overlaps_of_all_tables_are_shown_by_scenes(desk: Bench) -> None:
    found = told(desk, "conflicting-clauses")
    assert all(f.witness for f in found), [f.message for f in found if not f.witness]
    wanted = {
        (f"T-{at}{chr(97 + one)}", f"T-{at}{chr(97 + other)}")
        for at, rows in enumerate(TABLES.values())
        for (one, first), (other, second) in combinations(enumerate(rows), 2)
        if first.value != second.value and any(first.holds(x) and second.holds(x) for x in inputs())
    }
    shown = {pair for f in found for pair in combinations(sorted(f.clauses), 2)}
    assert wanted <= shown
    for f in found:
        (answer,) = replayed(desk, f.witness)
        assert {clause for p in answer.points for clause in p.clauses} >= set(f.clauses)


# -- games of other kinds --------------------------------------------------------------------

TOLL = {
    "vocabulary.norm": """field rank "the rank of {P}": number, starts 1
field coins "the coins of {P}": number, starts 10
field over "the day is over": condition, starts no
fact toll "the toll of {P}": number
  by rules
act pay "pay the toll" "{P} pays the toll": P
  does Lower the coins of P by the toll of P. Set it so that the day is over.
""",
    "procedure.norm": 'procedure game\n  step act TO-1: Players may act "any: pay" until the day is over.\n',
    "clauses.norm": """clause TO-1 permission "Toll"
  says Anybody pays the toll.
  norm P may pay the toll
clause TO-2 definition "Toll"
  says The toll is 1 for rank 1 and 5 from rank 3 on.
  norm the value of the toll of P is 1 if the rank of P is at most 1
  norm the value of the toll of P is 5 if the rank of P is at least 3
""",
}

LADDER = {
    "vocabulary.norm": """kinds page, knight, king
zone hand "the hand of {P}": cards
zone middle "the middle": cards
field turn "{P} is on turn": condition, starts no
field shown "{C} is shown": condition, starts no
field glory "the glory of {P}": number, starts 0
fact worth "the worth of {C}": number
  by rules
act show "show {C}" "{P} shows {C}": P C
  does Move C to the middle. Set it so that C is shown.
""",
    "procedure.norm": """procedure game
  step act LA-2: Players may act "any: show" until there is a card C such that C is shown.
  step worth LA-3: For each player P, for each card C such that C is shown, raise the glory of P by the worth of C.
""",
    "clauses.norm": """clause LA-1 definition "Worth"
  says A page is worth 1, a king 3.
  norm the value of the worth of C is 1 if C is page
  norm the value of the worth of C is 3 if C is king
clause LA-2 permission "Showing"
  says Anybody may show a card.
  norm P may show C if C is in the hand of P and (C is page or C is king)
clause LA-3 effect "Glory"
  says Glory is gained for what was shown.
""",
    "situations.scene": 'scene "two hands"\nplayers A B\nhand A: Tall Page, Old King\nhand B: Grey Knight\n',
    "cards": """card Tall Page
  kinds page
  copies 2 assumed
card Grey Knight
  kinds knight
  copies 2 assumed
card Old King
  kinds king
  copies 2 assumed
""",
}


def game(folder: Path, files: dict[str, str]) -> Bench:
    (folder / "specs").mkdir(parents=True)
    (folder / "cards").mkdir()
    (folder / "hexcheck.toml").write_text('name = "other"\nplayers = "2"\n')
    for name, text in files.items():
        (folder / ("cards/all.cards" if name == "cards" else f"specs/{name}")).write_text(text)
    return bench(house.desk(str(folder)))


def told(made: Bench, *names: str) -> list[Finding]:
    return list(run(made, Options((2,), "quick"), names or ("missing-value",)).findings)


def test_a_number_between_two_intervals_is_told_with_its_scene(tmp_path: Path) -> None:
    (found,) = told(game(tmp_path, TOLL))
    assert (found.code, found.severity, found.extent) == ("HX306", "warning", Extent.EXHAUSTED)
    assert found.witness == "players A B\nthe rank of A is 2\nwhat is the toll of A?"
    assert found.message.startswith("nothing states the toll of A when the rank of A is 2")
    assert found.clauses == ("TO-2",)


def test_a_table_without_holes_is_proved(tmp_path: Path) -> None:
    whole = {**TOLL, "clauses.norm": TOLL["clauses.norm"].replace("at least 3", "at least 2")}
    made = game(tmp_path, whole)
    report = run(made, Options((2,), "quick"), ("missing-value",))
    assert not report.findings
    assert [c.extent for c in report.checked if c.analysis == "missing-value"] == [Extent.PROVED]


def test_a_value_that_the_rules_never_write_is_a_note(tmp_path: Path) -> None:
    written_one = TOLL["procedure.norm"] + "procedure rest\n  step one: For each player P, set the rank of P to 3.\n"
    (found,) = told(game(tmp_path, {**TOLL, "procedure.norm": written_one}))
    assert (found.severity, found.extent) == ("note", Extent.UNKNOWN)
    assert "no play was found that comes there" in found.message


def test_what_a_property_rules_out_is_a_note(tmp_path: Path) -> None:
    clauses = TOLL["clauses.norm"].replace("at most 1", "at least 1 and the rank of P is at most 2")
    bounded = "property R-1 invariant\n  says Ranks begin at 1.\n  always every player P is such that (the rank of P is at least 1)\n"
    (found,) = told(game(tmp_path, {**TOLL, "clauses.norm": clauses, "properties.norm": bounded}))
    assert (found.severity, found.extent) == ("note", Extent.UNKNOWN)
    assert "when the rank of A is 0 or less" in found.message


def test_a_card_that_no_clause_speaks_of_is_laid_where_it_is_asked_about(tmp_path: Path) -> None:
    led = {
        **LADDER,
        "vocabulary.norm": LADDER["vocabulary.norm"]
        + 'field led "the card led": card\nfact stake "the stake": number\n  by rules\n',
        "clauses.norm": LADDER["clauses.norm"]
        + """clause LA-4 definition "Stake"
  says one
  norm the value of the stake is 1 if the card led is page
  norm the value of the stake is 2 if the card led is king
""",
    }
    (found,) = told(game(tmp_path, led))
    assert found.witness == "players A B\nthe card led is Grey Knight\nwhat is the stake?"


def test_a_kind_of_card_without_a_value_is_told_where_a_rule_can_ask_for_it(tmp_path: Path) -> None:
    anybody = LADDER["clauses.norm"].replace(" and (C is page or C is king)", "")
    (found,) = told(game(tmp_path, {**LADDER, "clauses.norm": anybody}))
    assert "the worth of Grey Knight" in found.message
    assert found.severity == "warning"
    assert found.witness.splitlines()[-1] == "what is the worth of Grey Knight?"
    (answer,) = replayed(game(tmp_path / "again", {**LADDER, "clauses.norm": anybody}), found.witness)
    assert [p.text for p in answer.points] == ["nothing states the worth of Grey Knight"]


def test_no_card_is_told_of_that_no_rule_can_ask_about(tmp_path: Path) -> None:
    assert not told(game(tmp_path, LADDER))


# -- two changes of one value ----------------------------------------------------------------

FAIR = {
    **TOLL,
    "vocabulary.norm": TOLL["vocabulary.norm"] + 'field wet "it is raining": condition, starts no\n',
    "clauses.norm": """clause TO-1 permission "Toll"
  says Anybody pays the toll.
  norm P may pay the toll
clause TO-2 definition "Toll"
  says The toll is 3.
  norm the value of the toll of P is 3
clause TO-3 definition "Mud"
  says In the rain the toll is one more.
  norm the value of the toll of P is 1 more than it would be if it is raining
clause TO-4 definition "Lords"
  says Whoever is of rank 7 pays twice as much.
  norm the value of the toll of P is what it would be times 2 if the rank of P is at least 7
""",
}


BOX = {
    "vocabulary.norm": """zone hand "the hand of {P}": cards, held
zone pile "the pile" in order: cards, starts full
field rank "the rank of {P}": number, starts 1
fact fee "the fee of {P}": number
  by rules
act pay "pay" "{P} pays": P
  does Lower the rank of P by the fee of P.
""",
    "procedure.norm": 'procedure game\n  step act BX-1: Players may act "any: pay" until every player P is such that (the rank of P is 0).\n',
    "cards": "card Lamp\n  copies 1 BX-1\ncard Rope\n  copies 2 BX-1\n",
}


def fees(*norms: str) -> str:
    said = "".join(f"  norm the value of the fee of P is {norm}\n" for norm in norms)
    return f'clause BX-1 rule "Box"\n  says A fee is owed.\n  norm P may pay\n{said}'


def test_no_more_cards_lie_in_a_place_than_the_box_holds(tmp_path: Path) -> None:
    few = fees("1 if the number of cards in the pile is less than 3", "2 if the number of cards in the pile is 3")
    report = run(game(tmp_path / "box", {**BOX, "clauses.norm": few}), Options((2,), "quick"), ("missing-value",))
    assert not report.findings and report.checked[-1].extent is Extent.PROVED
    fewer = fees("1 if the number of cards in the pile is less than 3")
    (found,) = told(game(tmp_path / "hole", {**BOX, "clauses.norm": fewer}), "missing-value")
    assert "the number of cards in the pile is 3" in found.message


def test_what_is_supposed_of_the_rest_of_the_table_is_said(tmp_path: Path) -> None:
    holds = "there is a card C such that (C is Lamp and C is in the hand of P)"
    (found,) = told(
        game(tmp_path, {**BOX, "clauses.norm": fees("1 if the rank of P is at most 3", f"2 if {holds}")}),
        "missing-value",
    )
    assert "the rank of A is 4 or more, on a table of which nothing else is said" in found.message


def test_the_order_of_two_changes_of_one_value_is_told_on_a_table_where_both_are_made(tmp_path: Path) -> None:
    (found,) = told(game(tmp_path, FAIR), "order-dependence")
    assert (found.code, found.clauses) == ("HX205", ("TO-3", "TO-4"))
    assert "`8` if TO-3, then TO-4" in found.message
    assert "`7` if TO-4, then TO-3" in found.message
    assert set(found.witness.splitlines()[1:-1]) == {"the rank of A is 7", "it is raining"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if it is raining", "if it is raining and the rank of P is at most 6"),
        ("what it would be times 2", "2 more than it would be"),
        ("times 2", "times 1"),
    ],
)
def test_changes_that_never_meet_or_come_to_the_same_are_not_told(tmp_path: Path, old: str, new: str) -> None:
    clauses = FAIR["clauses.norm"].replace(old, new)
    assert clauses != FAIR["clauses.norm"]
    assert not told(game(tmp_path, {**FAIR, "clauses.norm": clauses}), "order-dependence")


def test_the_order_of_two_cards_that_change_one_value_is_told_with_both_on_the_table(tmp_path: Path) -> None:
    lying = "if there is a player P such that (this card is in the hand of P and C is in the hand of P)"
    drums = f"""card Drum
  kinds thing
  norm the value of the worth of C is 1 more than it would be {lying}
  copies 1 assumed
card Horn
  kinds thing
  norm the value of the worth of C is what it would be times 2 {lying}
  copies 1 assumed
"""
    words = LADDER["vocabulary.norm"].replace("kinds page", "kinds thing, page")
    made = game(tmp_path, {**LADDER, "vocabulary.norm": words, "cards": LADDER["cards"] + drums})
    (found,) = told(made, "order-dependence")
    assert (found.code, found.cards) == ("HX205", ("Drum", "Horn"))
    assert "`4` if Drum, then Horn and `3` if Horn, then Drum" in found.message
    assert {"Drum", "Horn", "Tall Page"} == set(found.witness.splitlines()[1].partition(": ")[2].split(", "))
