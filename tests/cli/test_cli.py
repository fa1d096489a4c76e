"""The command line from the outside: exit codes, places, and never a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command import hexcheck

from checker.catalog import games as house
from checker.check import run_checks as checking
from checker.kernel.source import InputError

FINGER = "players A B C; A casts at B; who is The Intended?"


def refused(*words: str, cwd: Path | None = None) -> str:
    """The message of a run that is refused as it should be."""
    done = hexcheck(*words, cwd=cwd)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()
    return done.stderr


def test_a_question_is_answered() -> None:
    done = hexcheck("ask", "players A B C; A casts at B; B plays Turn Aside Left; where does the Hex go?")
    assert done.returncode == 0
    assert "FORCED: C" in done.stdout
    assert "rests on" in done.stdout


def test_the_json_is_as_documented() -> None:
    scene = "players A B C D; B has Ward in play; Hex: A to C; D plays HEX•HEX; HEX•HEX: B is last; how much Voice does B lose?"
    answer = json.loads(hexcheck("ask", scene, "--format", "json").stdout)
    assert answer["schema"] == "hexcheck/answer/1"
    (one,) = answer["answers"]
    assert set(one) == {"question", "verdict", "outcomes", "points", "clauses", "deciding", "assumed"}
    assert one["verdict"] == "CONTRADICTION"
    assert {o["value"] for o in one["outcomes"]} == {0, 3}
    assert sum(o["default"] for o in one["outcomes"]) == 1
    for outcome in one["outcomes"]:
        assert set(outcome) == {"value", "default", "if", "options", "clauses", "deciding", "steps"}
        assert all(set(s) == {"text", "clauses"} for s in outcome["steps"])
    for point in one["points"]:
        assert set(point) == {"id", "kind", "clauses", "declared"}
    assert {"HH-60", "HH-149"} <= set(one["clauses"])


def test_the_json_says_why_a_scene_cannot_happen() -> None:
    scene = "players A B C; hand B: Duck; Hex: A to B; B plays Duck; C plays Null on Duck; the Hex goes to C; who is The Intended?"
    (one,) = json.loads(hexcheck("ask", scene, "--format", "json").stdout)["answers"]
    assert [o["value"] for o in one["outcomes"]] == ["impossible"]
    assert one["deciding"] and "HH-166" in one["clauses"]
    assert "the Hex goes to C" in one["note"]


def test_several_questions_and_several_scenes(tmp_path: Path) -> None:
    file = tmp_path / "two.scene"
    file.write_text(
        'ruling "one"\nplayers A B C\nA casts at B\nwho is The Intended?\nwho is the sender?\n\n'
        'ruling "two"\nplayers A B C\nmay A cast at B?\n'
    )
    answers = json.loads(hexcheck("ask", str(file), "--format", "json").stdout)["answers"]
    assert [a["verdict"] for a in answers] == ["FORCED"] * 3


def test_why_not_calls_open_only_what_no_way_decides() -> None:
    done = hexcheck(
        "ask", "players A B C D; last round; Voice A 3, B 3; before the cast; may A cast at C?", "--why-not"
    )
    assert "HH-114 allows it" in done.stdout and "HH-114 forbids it" in done.stdout
    assert "applies is open" not in done.stdout


def test_why_not_names_who_outranks_whom() -> None:
    done = hexcheck("ask", "players A B C; Hex: A to B; C plays HEX•HEX; may A play Null on HEX•HEX?", "--why-not")
    assert "FORCED: no" in done.stdout
    assert "HH-59 forbids it" in done.stdout
    assert "HH-42 would allow it, but HH-59 and HH-169 outrank it" in " ".join(done.stdout.split())


def test_why_not_of_a_yes_is_what_would_forbid_it() -> None:
    done = hexcheck("ask", "players A B C; Hex: A to B; B plays Duck; may C play Null on Duck?", "--why-not")
    notes = done.stdout.partition("why not otherwise:")[2]
    assert "FORCED: yes" in done.stdout
    assert "HH-62 would forbid it, but not here" in notes
    assert "forbids it" not in notes and "allow" not in notes


@pytest.mark.parametrize(
    "scene, said",
    [
        ("players A B C; A casts at B; B plays Dukc; what happens?", "Duck"),
        ("players A B C; A casts at E; what happens?", "the players are A, B, C"),
        ("players A B C; is it so that B frobs?", "frobs"),
        ("players A B C; hand A: HEX•HEX; hand B: HEX•HEX; A casts at B; what happens?", "scene:1:33"),
        (
            "players A B C; hand A: Duck, Duck, Duck, Duck, Duck, Duck; A casts at B; what happens?",
            "hand of 6",
        ),
        ("players A B C; Hex: A to nobody; what happens?", "player"),
        ("players A B C; Hex: A to; what happens?", "ends here"),
        ("players A A B; may A cast at B?", "same name"),
        ("players A B C", "asks nothing"),
        ("what happens?", "who plays"),
        ('players A B C; law "Pointing fingers costs"; what happens?', "Pointing a finger costs 1 Voice"),
        ("", "no scene"),
        ("players A B C; dealer A; dealer B; may A cast at B?", "`dealer B` contradicts `dealer A`"),
        ("players A B C; last round; tie-breaker; Hex: A to B; is B Hexed?", "contradicts `last round`"),
        ("players A B C; hand B: Duck; hand B: Null; Hex: A to B; is B Hexed?", "contradicts `hand B: Duck`"),
        ("players A B C; Voice A 3, A 4; Hex: A to B; is B Hexed?", "one thing is told twice"),
        ("players A B C; deck is empty; deck has 3 cards; Hex: A to B; is B Hexed?", "contradicts `deck is empty`"),
        ("players A B C; deck is empty; deck top: Duck; Hex: A to B; is B Hexed?", "cards are said to lie on top"),
        (
            "players A B C; deck top: Duck, Null; deck has 1 card; is the deck empty?",
            "more cards are said to lie on top",
        ),
        ("players A B C\nHex: A to B\nis B Hexed?\nbecause HH-82", "`because` without `expect`"),
        ("players A B C\nHex: A to B\nexpect FORCED: no\nis B Hexed?", "after no question"),
        ("players A B C\nHex: A to B\nis B Hexed?\nexpect FORCED: no\nexpect FORCED: yes", "a second `expect`"),
    ],
)
def test_a_scene_that_cannot_be_used(scene: str, said: str) -> None:
    message = refused("ask", scene)
    assert said in message
    assert ":1" in message


def test_a_report_that_cannot_be_written_is_refused_before_anything_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "report", lambda *_: pytest.fail("it was looked for"))
    with pytest.raises(InputError, match="cannot be written"):
        checking.checked_games(
            [house.desk("hexhex")], "3", "quick", "never", 1, "text", tmp_path / "none" / "report.txt"
        )


@pytest.mark.parametrize(
    ("scene", "hint"),
    [
        ("players A B C; A's hand: Bosst; may A play Boost?", "did you mean: hand A: Boost"),
        ("players A B C; A playd Boost; who loses Voice?", "did you mean `plays`?"),
        ("players A B C; Hex A to B; what happens?", "did you mean `Hex: A to B`?"),
        ("players A B C; hand B: Duck Level; what happens?", "did you mean `hand B: Duck, Level`?"),
        ("players A B C; Hex: A to B; B deflects; what happens?", "the nearest name is `Deflect Across`"),
        ("players A B C; Hex: A to B; B plays GRAB; what happens?", "HH-170 speaks of it"),
        ("players A B C; Hex: A to B; B plays Frob; what happens?", "a line `card Frob: …` before it"),
        ("players A B C; variant sticks; Hex: A to B; what happens?", "`stix`"),
        ("players A B C; Hex: A to B; B rolls 11; what happens?", "these words belong to hexx, which so many cannot"),
        ('players A B C; law "duck.norm"; Hex: A to B; what happens?', "`--errata duck.norm`"),
        ("players A B C; Hex: A to B; does the Hex hit C?", "`hexcheck show hexhex questions hex`"),
        ("players A B C; hand B: Dukc; may B play Dukc?", "did you mean `Duck`?"),
        ("players A B C; hand B: Dukc; who wins?", "did you mean `Duck`?"),
        ("players A B C; B plays Dukc; who wins?", "did you mean `Duck`?"),
    ],
)
def test_a_hint_offers_what_could_stand_there_in_the_game_that_reads_most(scene: str, hint: str) -> None:
    message = refused("ask", scene)
    assert hint in message
    assert "in turn" not in message


@pytest.mark.parametrize("players", ["A, B, C", "A,B,C", "A, B and C"])
def test_players_may_be_listed_as_a_sentence_lists_them(players: str) -> None:
    assert "FORCED: B" in hexcheck("ask", f"players {players}; Hex: A to B; who is The Intended?").stdout
    assert "the players are A, B, C" in refused("ask", f"players {players}; may D play Duck?")


@pytest.mark.parametrize("players", ["A B", "A B C D E F G"])
def test_too_few_or_too_many_players_get_an_answer(players: str) -> None:
    done = hexcheck("ask", f"players {players}; may A cast at B?")
    assert done.returncode == 0
    assert "FORCED: no" in done.stdout
    assert "HH-1" in done.stdout


@pytest.mark.parametrize("players", ["A B", "A B C D E F G"])
@pytest.mark.parametrize("rest", ["Hex: A to B; may B play Duck?", "who casts next?", "A casts at B; who gains Voice?"])
def test_a_game_of_too_few_or_too_many_players_cannot_go_on(players: str, rest: str) -> None:
    assert "3 to 6 players" in refused("ask", f"players {players}; {rest}")


def test_rulings_of_a_file_are_compared(tmp_path: Path) -> None:
    asked = FINGER.replace("; ", "\n")
    (tmp_path / "one.scene").write_text(f"{asked}\nexpect FORCED: B\n")
    (tmp_path / "two.scene").write_text(f"{asked}\nexpect FORCED: C\n")
    (tmp_path / "three.scene").write_text(
        "game hexx\nplayers Red Black\nword CARD at -1,0 east black\nwhat is at 0,0?\nexpect FORCED: A, black\n"
    )
    agreed = hexcheck("rulings", "one.scene", "three.scene", cwd=tmp_path)
    assert (agreed.returncode, agreed.stdout) == (0, "2 of 2 questions agree\n")
    differing = hexcheck("rulings", "one.scene", "two.scene", cwd=tmp_path)
    assert differing.returncode == 1
    assert "two.scene:3" in differing.stdout and "1 of 2 questions agree" in differing.stdout


def test_rulings_of_a_file_expect_something(tmp_path: Path) -> None:
    (tmp_path / "one.scene").write_text(FINGER)
    assert "no question says what is expected" in refused("rulings", "one.scene", cwd=tmp_path)


@pytest.mark.parametrize(
    "words, said",
    [
        (("show", "HH-999"), "HH-99"),
        (("show", "Dukc"), "Duck"),
        (("ask", FINGER, "--frob"), "--frob"),
        (("ask",), "SCENE"),
        (("frob",), "frob"),
        (("rulings", "hexhexx"), "hexhex"),
        (("rulings", "nosuch.scene"), "no such file"),
        (("check", "--players", "0"), "players"),
        (("check", "hexhex", "--players", "2"), "3, 4, 5, 6"),
        (("check", "hexhex", "--players", "5-7"), "7 players"),
        (("report", "hexhex", "--out", "reports", "--players", "7"), "7 players"),
        (("check", "--scope", "foo"), "quick"),
        (("check", "--jobs", "-3"), "--jobs"),
        (("check", "--games", "99999999999999999999"), "1000000"),
        (("serve", "--port", "99999"), "65535"),
        (("ask", FINGER, "--variant", "foo"), "foo"),
        (("ask", "nosuch.scene"), "no such file"),
        (("ask", "."), "folder"),
        (("ask", FINGER, "--errata", "nosuch.norm"), "no such file"),
        (("fmt", "nosuch.norm"), "no such file"),
        (("diff",), "compare"),
    ],
)
def test_a_command_that_cannot_be_used(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert said in refused(*words, cwd=tmp_path)


AMENDMENTS = {
    "no-such-clause": ('erratum "x"\n\nremove clause HH-999\n', "HH-99"),
    "over-no-clause": (
        'erratum "x"\nclause E-9 p "x"\n  over HH-999\n  norm P must not cast at Q\n',
        "HH-999",
    ),
    "outranks-itself": (
        'erratum "x"\nclause E-9 p "x"\n  over E-9\n  norm P must not cast at Q\n',
        "E-9 > E-9",
    ),
    "circle": (
        'erratum "x"\nclause E-9 p "x"\n  over E-8\n  norm P must not cast at Q\n'
        'clause E-8 p "x"\n  over E-9\n  norm P may cast at Q\n',
        "circle",
    ),
    "cut-off": ('erratum "x"\nclause E-9 p "x"\n  norm P must not cast at', "ends here"),
    "empty": ("", "begins with"),
    "no-such-step": ('erratum "x"\nstep foo of nosuch: Carry out "dealing".\n', "procedure"),
    "no-such-procedure": ('erratum "x"\nstep foo of round: Carry out "dealng".\n', "dealing"),
    "no-such-line": ('erratum "x"\nclause E-9 p "x"\n  nrom P must not cast at Q\n', "norm"),
    "no-such-kind": (
        'erratum "x"\ncard Foo\n  kinds counter Hexx\n  text Pass the Hexx to the left.\n',
        "counter Hex",
    ),
    "no-number": ('erratum "x"\ncard Foo\n  kinds counter Hex\n  copies many assumed\n', "copies"),
}


@pytest.mark.parametrize("name", AMENDMENTS)
def test_an_amendment_that_cannot_be_used(name: str, tmp_path: Path) -> None:
    text, said = AMENDMENTS[name]
    file = tmp_path / f"{name}.norm"
    file.write_text(text)
    message = refused("ask", FINGER, "--errata", str(file))
    assert said in message
    assert f"{name}.norm:" in message
    assert file.read_text() == text


def test_a_circle_of_precedences_is_a_finding_of_check(tmp_path: Path) -> None:
    file = tmp_path / "circle.norm"
    file.write_text(AMENDMENTS["circle"][0])
    done = hexcheck("check", "hexhex", "--scope", "none", "--errata", str(file), "--format", "json")
    (found,) = json.loads(done.stdout)["findings"]
    assert (done.returncode, found["code"], found["severity"]) == (1, "HX103", "error")
    assert set(found["clauses"]) == {"E-8", "E-9"}


def test_several_problems_are_all_named(tmp_path: Path) -> None:
    file = tmp_path / "two.norm"
    file.write_text('erratum "x"\nclause E-9 p "x"\n  norm P must not frob\n  norm P must not cast at\n')
    message = refused("ask", FINGER, "--errata", str(file))
    assert "two.norm:3:" in message and "two.norm:4:" in message


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    for name in ("bad.scene", "bad.norm"):
        (tmp_path / name).write_bytes(b'erratum "x"\n\xff\xfe')
    assert "bad.scene:2:1" in refused("ask", "bad.scene", cwd=tmp_path)
    assert "bad.norm:2:1" in refused("ask", FINGER, "--errata", "bad.norm", cwd=tmp_path)
    assert "bad.norm:2:1" in refused("fmt", "bad.norm", cwd=tmp_path)


def test_dos_line_ends_are_simply_read(tmp_path: Path) -> None:
    (tmp_path / "dos.scene").write_bytes(b"players A B C\r\nA casts at B\r\nwho is The Intended?\r\n")
    assert "FORCED: B" in hexcheck("ask", "dos.scene", cwd=tmp_path).stdout


def test_show_tells_cards_clauses_and_parameters() -> None:
    assert "HH-151" in hexcheck("show", "ward").stdout
    assert "outranks: HH-42" in hexcheck("show", "HH-59").stdout
    assert "standard tokens: 12 [HH-11], 12 [HH-92]" in hexcheck("show", "parameters").stdout


def test_amendments_alone_say_which_game_is_meant() -> None:
    errata = "tests/errata/duck-becomes-sender.norm"
    assert "becomes the sender" in hexcheck("show", "E-1", "--errata", errata).stdout
    assert house.meant((), [Path(errata)]) == ("hexhex",)
    assert house.meant(("hexx",), [Path(errata)]) == ("hexx",)
    assert house.meant(()) == house.known()


def test_fmt_is_idempotent_and_keeps_comments_and_what_it_cannot_read(tmp_path: Path) -> None:
    file = tmp_path / "law.norm"
    file.write_bytes(
        b'# first\r\nerratum "x"   \r\n\r\nclause E-9 p "x"\r\n  says  as it stands\r\n'
        b"  norm   P  must not cast   at Q  # why\r\n"
    )
    assert hexcheck("fmt", "--check", str(file)).returncode == 1
    assert hexcheck("fmt", str(file)).returncode == 0
    once = file.read_bytes()
    assert b"\r" not in once and b"# first" in once and b"  norm   P must not cast at Q  # why" in once
    assert hexcheck("fmt", "--check", str(file)).returncode == 0
    broken = tmp_path / "broken.norm"
    broken.write_text('erratum "x"\nclause E-9 p "x"\n  norm   P must not frob\n')
    before = broken.read_bytes()
    refused("fmt", str(broken))
    assert broken.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["broken.norm", "law.norm"]


def test_the_files_of_the_project_are_in_canonical_form() -> None:
    done = hexcheck("fmt", "--check")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_ask_loads_neither_the_solver_nor_the_parser_generator() -> None:
    hexcheck("ask", FINGER)
    code = (
        "import sys; sys.argv = ['hexcheck', 'ask', " + repr(FINGER) + "]\n"
        "from checker.__main__ import main\n"
        "try:\n main()\nexcept SystemExit:\n pass\n"
        "print(sorted({'z3', 'networkx', 'lark', 'rich', 'cyclopts'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip().endswith("[]")


def test_a_file_takes_the_certificate_of_one_game(tmp_path: Path) -> None:
    assert "`--game`" in refused("certify", "--output", str(tmp_path / "both.json"))
