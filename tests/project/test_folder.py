"""A game is a folder, wherever it lies: every command works on it, and nothing of it but its rules does anything."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from conftest import ROOT, told

from checker.cli.main import run
from checker.kernel.source import WORDS, InputError, Place, Problem

TOY = ROOT / "tests" / "toy"
ASKED = "players A B; must A draw?"


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `mine` with a game, in the folder in which the commands are given."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(TOY / "cards" / "pebbles", tmp_path / "mine" / "cards")
    shutil.copytree(TOY / "specs" / "pebbles", tmp_path / "mine" / "specs")
    for path in (tmp_path / "mine").rglob("*.*"):
        path.chmod(0o644)
    return tmp_path / "mine"


def refused(*words: str) -> Problem:
    """The first thing that is wrong with what the command is given."""
    with pytest.raises(InputError) as error:
        run([*words])
    told(error.value)
    return error.value.problems[0]


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run([*words]) == 0
    return capsys.readouterr().out


# ---- every command ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("./mine", ASKED),
        ("mine", ASKED),
        ("--game", "mine", ASKED),
        (f"game ./mine; {ASKED}",),
        (f'game "./in a box"; {ASKED}',),
        ("mine", "asked"),
        ("mine/specs/rulings/turns.scene",),
        ("scenes/beside.scene",),
    ],
)
def test_a_question_is_put_to_the_game_in_a_folder(
    there: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    (there.parent / "asked").write_text(ASKED, "utf-8")
    (there.parent / "scenes").mkdir()
    (there.parent / "scenes" / "beside.scene").write_text(f"game ../mine; {ASKED}", "utf-8")
    shutil.copytree(there, there.parent / "in a box")
    assert "FORCED: yes\n  by PB-1" in said(capsys, "ask", *words)


def test_every_command_takes_a_folder(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "rulings", "mine") == "9 of 9 questions agree\n"
    assert said(capsys, "rulings", "mine/specs/rulings/turns.scene") == "9 of 9 questions agree\n"
    assert "3 of them cited by rulings" in said(capsys, "coverage", "./mine")
    for words in (("mine", "Alms"), ("--game", "mine", "Alms")):
        assert "mine/cards/all.cards:6" in said(capsys, "show", *words)
    greedy = ("--errata", str(TOY / "greedy.norm"))
    assert "norm PB-4: new" in said(capsys, "diff", "mine", *greedy, "--fail-on", "never")
    changed = there / "specs" / "clauses.norm"
    shutil.copytree(there, there.parent / "later")
    changed.write_text(changed.read_text("utf-8").replace("the pebbles of P is more", "the pebbles of P is   more"))
    assert "nothing" in said(capsys, "diff", "mine", "later")
    assert said(capsys, "report", "mine", "--scope", "quick", "--out", "out").count("out/mine/") == 5
    assert run(["fmt", "--check", "mine"]) == 1 and run(["fmt", "mine/specs/clauses.norm"]) == 0
    assert run(["fmt", "--check", "mine"]) == 0
    assert "of mine" in said(capsys, "certify", "--game", "mine", "--jobs", "1")


def test_two_folders_with_files_of_one_name_are_two_games(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = shutil.copytree(there, there.parent / "other" / "mine")
    words = other / "specs" / "vocabulary.norm"
    words.write_text(words.read_text("utf-8").replace("starts 5", "starts 6"), "utf-8")
    for folder, supply in (("mine", 5), ("other/mine", 6), ("mine", 5)):
        assert f"FORCED: {supply}" in said(capsys, "ask", folder, "players A B; what is the supply?")
    assert "two of the games are called `mine`" in refused("rulings", "mine", "other/mine").message


# ---- its settings ----------------------------------------------------------------------------


def settled(folder: Path, text: str) -> None:
    (folder / "hexcheck.toml").write_text(text, "utf-8")


CHECK = ("check", "mine", "--scope", "quick", "--jobs", "1")


def test_what_is_accepted_is_told_and_no_failure_and_so_is_what_is_gone(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*CHECK, "--format", "json", "--fail-on", "warning"]) == 1
    warnings = [f for f in json.loads(capsys.readouterr().out)["findings"] if f["severity"] == "warning"]
    text = "".join(f'[[accepted]]\nfingerprint = "{f["fingerprint"]}"\nreason = "so it is"\n' for f in warnings)
    settled(there, text)
    told_all = said(capsys, *CHECK, "--all", "--fail-on", "warning")
    assert f"0 errors, 0 warnings, 1 note; {len(warnings)} accepted" in told_all and "so it is" in told_all
    settled(there, text + '[[accepted]]\nfingerprint = "0123"\nreason = "it was"\n')
    line = 3 * len(warnings) + 1
    assert f"mine/hexcheck.toml:{line}: `0123` is accepted, and nothing" in said(capsys, *CHECK)
    found = json.loads(said(capsys, *CHECK, "--format", "json"))["accepted"]
    assert [one["found"] for one in found] == [True] * len(warnings) + [False]
    sarif = json.loads(said(capsys, *CHECK, "--format", "sarif"))
    assert sum("suppressions" in one for one in sarif["runs"][0]["results"]) == len(warnings)
    assert 'failures="0"' in said(capsys, *CHECK, "--format", "junit")


def test_the_settings_name_the_game_and_say_for_how_many_it_is(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settled(there, 'name = "stones"\nplayers = "2-3"\n')
    assert refused("ask", "mine", "players A B C D; must A draw?").message == "4 players; stones is for 2 to 3"
    assert said(capsys, "coverage", "mine").startswith("stones: ")
    assert json.loads(said(capsys, *CHECK, "--format", "json"))["scope"]["players"] == [2, 3]


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("\nplayres = 3", 2, "there is no setting `playres`", "did you mean `players`?"),
        ('name = "a"\nname', 2, "Expected '=' after a key", "key"),
        ("players = 0", 1, "this is no number of players", "2-4"),
        ('name = "../x"', 1, "this is no name of a game", "hyphens"),
        ("dictionary = 7", 1, "`dictionary` names no file", "mine"),
        ('dictionary = "../secret"', 1, "leads out of the folder", "mine"),
        ('[data]\nprices = "none.txt"', 2, "`none.txt`: there is no such file", "mine"),
        ('[[accepted]]\nfingerprint = "1"', 1, "with a reason", "[[accepted]]"),
        ('[[accepted]]\nwhy = "1"', 2, "there is no setting `why`", "fingerprint"),
        ("players = " + "[" * 19_900, 1, "cannot be read as settings", "deep"),
        ("players = " + "9" * 5000, 1, "cannot be read as settings", "long"),
    ],
)
def test_settings_that_cannot_be_used_are_told_at_their_line(
    there: Path, text: str, line: int, message: str, hint: str
) -> None:
    settled(there, text)
    problem = refused("rulings", "mine")
    assert (problem.place.file, problem.place.line) == (os.path.join("mine", "hexcheck.toml"), line)
    assert message in problem.message and hint in problem.hint
    assert problem.excerpt == (there / "hexcheck.toml").read_text("utf-8").split("\n")[line - 1]


def test_a_game_with_the_name_of_one_that_comes_along_is_a_version_of_it_or_refused(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settled(there, 'name = "hexhex"')
    problem = refused("check", "mine")
    assert problem.message.startswith("`hexhex` is a game that comes along") and "is missing" in problem.hint
    for part in ("cards", "specs"):
        shutil.rmtree(there / part)
        shutil.copytree(ROOT / part / "hexhex", there / part)
    scene = "players A B C; A casts at B; B plays Turn Aside Left; where does the Hex go?"
    assert "FORCED: C" in said(capsys, "ask", "mine", scene)


# ---- a folder is input like any other --------------------------------------------------------


def test_a_folder_without_a_game_is_refused_with_what_it_lacks(there: Path) -> None:
    (there.parent / "bare" / "cards").mkdir(parents=True)
    assert "`specs` is missing" in refused("check", "bare").message
    assert "hexcheck new" in refused("ask", "./bare", ASKED).hint
    assert refused("rulings", "./nowhere/").message == "there is no such folder"
    assert refused("check", "./mine/cards/all.cards").message == "this is a file, not the folder of a game"
    assert refused("ask", "mine").hint == "behind the folder of a game comes SCENE"
    assert refused("check", "nobody").message == "there is no game `nobody`, and no folder"
    assert "several games" in refused("check", str(TOY)).hint


def test_a_game_is_found_by_its_name_in_a_folder_that_is_here(there: Path) -> None:
    shutil.copytree(ROOT / "examples/quay", there.parent / "shelf/quay")
    scene = "players A B C\nthe bid is 5\nwhat is the bid?\nexpect FORCED: 5\n"
    (there.parent / "one.scene").write_text(f'ruling "the bid"\ngame quay\n{scene}', encoding="utf-8")
    assert run(["rulings", "one.scene"]) == 0
    shutil.copytree(ROOT / "examples/quay", there.parent / "rack/quay")
    assert refused("rulings", "one.scene").message == "there is no game `quay`, and no folder"


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("mine", "something lies here already"),
        ("mine/hexcheck.toml", "something lies here already"),
        ("below/hexx", "a game that comes along is called `hexx`"),
    ],
)
def test_a_new_game_takes_no_folder_and_no_name_from_another(there: Path, folder: str, message: str) -> None:
    settled(there, "")
    assert refused("new", folder).message == message


def test_two_entries_of_one_name_are_told_with_both_files(there: Path) -> None:
    (there / "cards" / "more.cards").write_text("card Alms\n  text Draw.\n", "utf-8")
    problem = refused("check", "mine")
    assert (problem.place.file, problem.place.line) == ("mine/cards/more.cards", 1)
    assert problem.message == "there is a card `Alms` already, in line 6 of mine/cards/all.cards"


def test_amendments_that_need_others_come_with_them_unless_in_a_circle(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    laws = there / "specs" / "laws"
    laws.mkdir()
    greed = (TOY / "greedy.norm").read_text("utf-8")
    (laws / "greed.norm").write_text(greed, "utf-8")
    (laws / "again.norm").write_text('erratum "Greed again"\n  needs "No greed"\nremove clause PB-4\n', "utf-8")
    asked = ("ask", "mine", "players A B; may A play Grab?", "--variant")
    assert "CONTRADICTION" in said(capsys, *asked, "No greed") and "FORCED: yes" in said(capsys, *asked, "again")
    assert "CONTRADICTION" in said(capsys, "ask", "mine", 'law "No greed"; players A B; may A play Grab?')
    (laws / "greed.norm").write_text(greed.replace("\n", '\n  needs "Greed again"\n', 1), "utf-8")
    problem = refused("check", "mine")
    assert problem.place == Place("mine/specs/laws/greed.norm", 2, 10)
    assert "`Greed again`, which needs `No greed`, which needs `Greed again`" in problem.message
    (laws / "greed.norm").write_text(greed.replace("\n", '\n  needs "Greed agan"\n', 1), "utf-8")
    assert "`Greed again`" in refused(*asked, "No greed").hint


@pytest.mark.parametrize(
    "link", ["cards", "specs", "cards/all.cards", "specs/clauses.norm", "specs/rulings", "specs/rulings/turns.scene"]
)
def test_no_link_leads_out_of_the_folder(there: Path, link: str) -> None:
    """Neither to a file nor to a folder; within the folder they may lead anywhere."""
    path, outside = there / link, there.parent / "outside"
    os.rename(path, outside)
    path.symlink_to(outside)
    assert refused("rulings", "mine").message == "this leads out of the folder of the game"
    os.rename(outside, there / "within")
    path.unlink()
    path.symlink_to(there / "within")
    assert run(["rulings", "mine"]) == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("where", ["specs/endless.norm", "cards/endless.cards", "specs/rulings/endless.scene"])
def test_nothing_that_is_no_file_is_waited_for(there: Path, where: str) -> None:
    os.mkfifo(there / where)
    assert refused("rulings", "mine").message == "this is no file, and nothing else is read"


def test_so_many_words_that_their_language_would_take_minutes_are_refused(there: Path) -> None:
    with (there / "specs" / "vocabulary.norm").open("a") as words:
        words.writelines(f'field f{n} "the f{n} of {{P}}": number, starts 0\n' for n in range(WORDS))
    assert refused("rulings", "mine").message == f"a game has {WORDS} words at most"


@pytest.mark.parametrize(
    ("file", "before"), [("clauses", "step act: "), ("vocabulary", 'play {C}" "{P} plays {C}": P C\n  does ')]
)
def test_rules_that_go_on_for_ever_are_looked_at_and_told_of(
    there: Path, capsys: pytest.CaptureFixture[str], file: str, before: str
) -> None:
    path = there / "specs" / f"{file}.norm"
    text = path.read_text("utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, f'{before}Carry out "other". '), "utf-8")
    (there / "specs" / "other.norm").write_text('procedure other\n  step again: Carry out "other".\n', "utf-8")
    found = said(capsys, "check", "mine", "--all", "--jobs", "1", "--fail-on", "never")
    assert "not hold" in found and "ends procedure other" in found


# ---- code ------------------------------------------------------------------------------------

CODE = """\
from pathlib import Path
Path("ran").touch()
def functions(prices):
    price = int(Path(prices).read_text())
    return {"price": lambda context: price}
"""


@pytest.fixture
def coded(there: Path) -> Path:
    (there / "own.py").write_text(CODE, "utf-8")
    (there / "prices.txt").write_text("7", "utf-8")
    with (there / "specs" / "vocabulary.norm").open("a") as words:
        words.write('fact price "the price": number\n  by function\n')
    settled(there, 'module = "own.py"\n[data]\nprices = "prices.txt"\n')
    return there


@pytest.mark.parametrize("command", ["ask", "check", "rulings", "coverage", "diff", "show", "report", "certify", "fmt"])
def test_code_in_a_folder_is_not_run_unless_that_is_said(coded: Path, command: str) -> None:
    more = {
        "ask": ("mine", ASKED),
        "diff": ("mine", "--errata", str(TOY / "greedy.norm")),
        "show": ("mine", "Alms"),
        "report": ("mine", "--out", "out"),
        "certify": ("--game", "mine"),
    }
    if command == "fmt":
        assert run(["fmt", "--check", "mine"]) == 0
    else:
        problem = refused(command, *more.get(command, ("mine",)))
        assert problem.place.file == "mine/own.py" and "--allow-code" in problem.hint
    assert not (coded.parent / "ran").exists()


def test_code_that_is_allowed_answers_from_the_data_as_they_are(
    coded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("ask", "mine", "players A B; what is the price?", "--allow-code")
    assert "FORCED: 7" in said(capsys, *words) and (coded.parent / "ran").exists()
    (coded / "prices.txt").write_text("8", "utf-8")
    assert "FORCED: 8" in said(capsys, *words)
    (coded / "own.py").write_text(CODE.replace(": price}", ": price / 0}"), "utf-8")
    assert refused(*words).place == Place("mine/own.py", 5)


def test_code_that_is_allowed_goes_with_the_page_and_answers_there(coded: Path, tmp_path: Path) -> None:
    pyodide = ROOT / "build" / "pyodide"
    if not (pyodide / ".fetched").exists():
        pytest.skip("there is no Pyodide: `make pyodide` fetches it")
    words = ("page", "mine", "--out", str(tmp_path / "page"), "--pyodide", str(pyodide))
    assert "--allow-code" in refused(*words).hint
    assert run([*words, "--allow-code"]) == 0
    with tarfile.open(tmp_path / "page" / "python" / "program.tar.xz") as archive:
        archive.extractall(tmp_path / "site", filter="data")
    request = {"want": "ask", "game": "./games/mine", "scene": "players A B; what is the price?"}
    program = f"from hexcheck.browser import reply; print(reply({json.dumps(json.dumps(request))}))"
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path / "site", env=env, capture_output=True, text=True
    )
    (answer,) = json.loads(done.stdout)["ok"]["answers"]
    assert (answer["verdict"], answer["headline"]) == ("FORCED", "7")


@pytest.mark.parametrize(
    ("code", "line", "message"),
    [
        ("import os\ndef functions(", 2, "SyntaxError"),
        ("\n\n1 / 0", 3, "ZeroDivisionError"),
        ("def functions(**_):\n    return nothing", 2, "NameError"),
        ("def functions(**_):\n    return [1]", 1, "no functions"),
    ],
)
def test_code_that_cannot_be_used_is_told_at_its_line(coded: Path, code: str, line: int, message: str) -> None:
    (coded / "own.py").write_text(code, "utf-8")
    problem = refused("rulings", "mine", "--allow-code")
    assert problem.place.line == line and message in problem.message


def test_in_the_folder_of_a_game_commands_mean_that_game(
    there: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    named = said(capsys, "ask", "mine", ASKED), said(capsys, "rulings", "mine")
    (there / "hexcheck.toml").write_text('name = "pebbles"\n', "utf-8")
    monkeypatch.chdir(there)
    assert (said(capsys, "ask", ASKED), said(capsys, "rulings")) == named
    assert "mine" not in said(capsys, "ask", "game hexhex; players A B C; Hex: A to B; who is Hexed?")
    (there / "own.norm").write_text(
        'erratum "nothing is otherwise"\nclause E-1 definition "E"\n  says Nothing.\n', "utf-8"
    )
    assert said(capsys, "diff", "--errata", "own.norm").startswith("pebbles: nothing is otherwise")
    assert said(capsys, "check", "--scope", "quick", "--fail-on", "never").startswith("pebbles: ")
    assert run(["report", "--scope", "quick", "--games", "2", "--out", "sent"]) == 0
    assert (there / "sent" / "pebbles" / "clarifications.md").is_file()
    (there / "hexcheck.toml").unlink()
    with pytest.raises(InputError):
        run(["ask", ASKED])
