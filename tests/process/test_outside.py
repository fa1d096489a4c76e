"""What comes from outside and goes there: endless, huge, silent or unseen input; full, closed, linked or special output."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from command import hexcheck
from conftest import ROOT, later
from test_cli import FINGER, refused

from checker.catalog import games as house
from checker.kernel.source import FILE_BYTES, FILES, LINE_CHARACTERS, SCENE_STATEMENTS, InputError, Place, Problem
from checker.load.formatter import tidy
from checker.process import inputs, outputs

POSIX = pytest.mark.skipif(os.name != "posix", reason="the system has no such files")
AT_ONCE = 20.0
"""Seconds on a machine that does much else; unbounded, each of these took a minute or never ended."""


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """What a shell makes of the line, in which `hexcheck` is this program."""
    said = line.replace("hexcheck", f"{sys.executable} -m checker")
    return subprocess.run(["sh", "-c", said], capture_output=True, text=True, timeout=120, cwd=ROOT)


# ---- what is read ----------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize(
    "words",
    [
        "ask /dev/zero",
        "ask - < /dev/zero",
        "rulings /dev/zero",
        "ask 'players A B C; who wins?' --errata /dev/zero",
        "ask 'game hexx; players Red Black; who wins?' --dictionary /dev/zero",
        "certify /dev/zero",
        "diff /dev/zero /dev/zero",
    ],
)
def test_an_endless_input_is_refused_before_it_is_read(words: str) -> None:
    began = time.monotonic()
    done = shell(f"hexcheck {words}")
    assert done.returncode == 2 and " MB, which is the most" in done.stderr
    assert "Traceback" not in done.stderr and time.monotonic() - began < AT_ONCE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players A B C\n" + "A casts on B and then some\n" * 100_000, "larger than 2 MB"),
        ("players A B C\n" + "(" * 1_900_000, f"{LINE_CHARACTERS} is the most"),
        ("players A B C\n" + "(" * 19_000, "4000 is the most"),
        ("players A B C\n" + ("(" * 3_900 + "\n") * 480, "cannot stand here"),
        ("players A B C\n" + ("(" * 900 + "\n") * 1_900, "cannot stand here"),
        ("players A B C\n" + "A casts at B\n" * SCENE_STATEMENTS + "who wins?", f"{SCENE_STATEMENTS} statements"),
        ("players " + " ".join(f"P{n}" for n in range(900)) + "; who wins?", "900 players"),
        ('ruling "x"\nplayers A B C\nwho frobs?\n' * 5_000, "cannot stand here"),
        ("\n" * 30_000, "20000 lines"),
        ("A casts at B and then some " * 50 + "who wins?", "this cannot be read"),
        ("(" * 900, "the scene does not say who plays"),
    ],
)
def test_a_huge_scene_is_refused_at_once(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "x.scene"
    path.write_text(text)
    house.desk("hexhex").scenes(FINGER, "warm")
    began = time.process_time()
    with pytest.raises(InputError) as caught:
        house.asked(str(path), None, None, False)
    assert said in str(caught.value)
    assert time.process_time() - began < AT_ONCE


def test_lines_that_go_on_below_are_one_line_to_the_bound(tmp_path: Path) -> None:
    path = tmp_path / "x.norm"
    path.write_text('erratum "x"\nclause E-1 effect "x"\n  norm P may cast\n' + "    at Q and so on\n" * 19_000)
    with pytest.raises(InputError, match=f"more than {LINE_CHARACTERS} characters"):
        house.desk("hexhex", [path])


@POSIX
def test_a_folder_of_a_game_is_read_to_the_bounds(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "tests" / "toy", tmp_path, dirs_exist_ok=True)
    assert house.desk("pebbles", root=tmp_path)
    more = tmp_path / "specs" / "pebbles" / "more.norm"
    more.symlink_to("/dev/zero")
    with pytest.raises(InputError, match="leads out of the folder"):
        house.desk("pebbles", root=tmp_path)
    more.unlink()
    os.mkfifo(more)
    with pytest.raises(InputError, match="this is no file"):
        house.desk("pebbles", root=tmp_path)
    more.unlink()
    for number in range(FILES):
        more.with_name(f"more{number}.norm").touch()
    with pytest.raises(InputError, match=f"more than {FILES} files"):
        house.desk("pebbles", root=tmp_path)


@POSIX
def test_a_folder_for_what_is_thrown_away_is_nobody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs.tempfile, "tempdir", str(tmp_path))
    own = outputs.own_folder("own")
    assert own == outputs.own_folder.__wrapped__("own") and stat.S_IMODE(own.stat().st_mode) == 0o700
    own.chmod(0o777)
    other = outputs.own_folder.__wrapped__("own")
    assert other != own and stat.S_IMODE(other.stat().st_mode) == 0o700
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / f"linked-{os.getuid()}").symlink_to(tmp_path / "elsewhere")
    assert outputs.own_folder("linked").name != f"linked-{os.getuid()}"


@POSIX
def test_a_pipe_is_read_to_its_end_and_a_silent_one_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "PIPE_SECONDS", 0.3)
    pipe = tmp_path / "pipe.scene"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="nothing was written into this pipe"):
        inputs.content(pipe, "pipe.scene")
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"x" * 300_000))
    writer.start()
    assert inputs.content(pipe, "pipe.scene") == b"x" * 300_000
    writer.join()


@pytest.mark.parametrize("name", ["", " ", "•", "'"])
def test_a_stand_in_has_a_name(name: str) -> None:
    message = refused("ask", f"players A B C; card {name} : play when dealt; A casts at B; who is The Intended?")
    assert "no name" in message or "cannot stand here" in message


def test_a_stand_in_with_a_name_is_played() -> None:
    assert "FORCED" in hexcheck("ask", "players A B C; card Frob: counter Hex; Hex: A to B; may B play Frob?").stdout


@pytest.mark.parametrize("sign", ["\x1b", "\u202e", "\udcff", *later("\x07", "\x7f", "\x9b")])
def test_signs_that_cannot_be_seen_are_refused_and_never_printed(sign: str, tmp_path: Path) -> None:
    (tmp_path / "x.norm").write_bytes(f'erratum "a{sign}b"\nremove card Duck\n'.encode("utf-8", "surrogatepass"))
    for words in (
        ("ask", f"players A{sign} B C; A{sign} casts at B; who is The Intended?"),
        ("ask", f"no{sign}such.scene"),
        ("ask", FINGER, "--variant", f"x{sign}y"),
        ("ask", FINGER, f"--frob{sign}"),
        ("show", f"Du{sign}ck"),
        ("check", f"hex{sign}"),
        ("ask", FINGER, "--errata", str(tmp_path / "x.norm")),
    ):
        message = refused(*words)
        assert not inputs.UNSEEN.search(message), words
    assert Problem(Place("x", 1), "a\x1bb").rendered() == "x:1:1: a\N{REPLACEMENT CHARACTER}b"


def test_signs_that_cannot_be_seen_are_known() -> None:
    for sign in "\x1b\x07\x7f\x9b\u202e\udcff":
        assert inputs.UNSEEN.search(f"a{sign}b")
    assert not inputs.UNSEEN.search("a b")


@pytest.mark.parametrize("players", ["3-", "-3", "-", "3-4-5", "", "٣-x"])
def test_half_a_range_of_players_is_none(players: str) -> None:
    assert "is no number of players" in refused("check", "hexhex", f"--players={players}")


# ---- what is written -------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize(
    ("where", "said"), [(">&-", "it is closed"), ("> /dev/full", "No space left"), ("> /dev/full 2>&-", "")]
)
@pytest.mark.parametrize("words", [f"ask '{FINGER}'", "show Duck", "--help", f"ask '{FINGER}' --format json"])
def test_output_that_cannot_be_written_is_said(words: str, where: str, said: str) -> None:
    done = shell(f"hexcheck {words} {where}")
    assert done.returncode == 2
    assert said in done.stderr and len(done.stderr.splitlines()) == bool(said)


@POSIX
def test_output_that_nobody_reads_to_the_end_is_no_fault() -> None:
    assert shell("hexcheck show Duck | true").stderr == ""


@POSIX
def test_closed_input_is_said() -> None:
    assert "it is closed" in shell("hexcheck ask - <&-").stderr


def test_a_file_is_replaced_whole_and_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    outputs.written(path, "one")
    assert path.read_text() == "one"
    path.chmod(0o640)
    outputs.writable(path)
    assert path.read_text() == "one"
    outputs.written(path, "two")
    assert path.read_text() == "two" and stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]
    for where in (tmp_path, tmp_path / "none" / "x", path / "x"):
        with pytest.raises(InputError, match="cannot be written"):
            outputs.writable(where)


@POSIX
def test_links_stay_links_and_what_they_lead_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link, target = tmp_path / "link.txt", tmp_path / "real" / "file.txt"
    link.symlink_to(target)
    for text in ("one", "two"):
        outputs.writable(link)
        outputs.written(link, text)
        assert link.is_symlink() and target.read_text() == text
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    with pytest.raises(InputError, match="cannot be written"):
        outputs.writable(tmp_path / "circle")
    law = tmp_path / "law.norm"
    law.write_text('erratum "x"\n\nclause E-9 p "x"\n  says x.\n  norm P  must not cast at Q\n')
    linked = tmp_path / "linked.norm"
    linked.symlink_to(law)
    assert tidy([linked]) == [linked]
    assert linked.is_symlink() and "  norm P must not" in law.read_text()


@POSIX
def test_pipes_and_devices_are_written_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "PIPE_SECONDS", 0.3)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    outputs.writable(pipe)
    with pytest.raises(InputError, match="nobody reads"):
        outputs.written(pipe, "x")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    outputs.written(pipe, "é" * 200_000)
    reader.join()
    assert read == ["é" * 200_000] and stat.S_ISFIFO(pipe.stat().st_mode)
    outputs.written(Path("/dev/null"), "x")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(InputError, match="No space left"):
        outputs.written(Path("/dev/full"), "x")


@POSIX
@pytest.mark.parametrize("named", ["-", "/dev/stdout", "{itself}"])
def test_standard_output_has_names(named: str, tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    words = f"check hexhex --scope none --games 1 --players 3 --reruns 0 --output {named.format(itself=file)}"
    file.write_text("kept\n")
    assert shell(f"hexcheck {words} >> {file}").stderr == ""
    assert file.read_text().startswith("kept\nhexhex: no analysis was run")


# ---- where it runs ---------------------------------------------------------------------------

ELSEWHERE = """
import multiprocessing, os, sys
del os.fork
os.open = (lambda real: lambda path, *a, **k: (_ for _ in ()).throw(FileNotFoundError(2, "none", path))
           if str(path).startswith("/proc") else real(path, *a, **k))(os.open)
sys.modules["resource"] = None
multiprocessing.set_start_method("spawn")
from pathlib import Path
from checker.catalog import games as house
from checker.check import run_checks as checking
desk = house.desk("pebbles", (Path("tests/toy/greedy.norm"),), root=Path("tests/toy"))
code = checking.checked_games([desk], "2-3", "quick", "never", 2, "text", None)
assert code == 0 and house.all_checked(house.desk("pebbles", root=Path("tests/toy")), 2) is not None
from checker.process import worker_pool as crew
assert not crew.FORKS
from checker.__main__ import main
sys.argv = ["hexcheck", "report", "examples/well", "--players", "2", "--scope", "quick", "--jobs", "2", "--out", sys.argv[1]]
main()
"""


def test_it_works_where_processes_cannot_fork_and_no_resource_is_known(tmp_path: Path) -> None:
    words = [sys.executable, "-c", ELSEWHERE, str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "pebbles: " in done.stdout and "Traceback" not in done.stderr
    assert (tmp_path / "well" / "clarifications.md").read_text(encoding="utf-8").startswith("# ")


@pytest.mark.parametrize("how", ["None", "broken"])
def test_a_solver_that_cannot_be_loaded_is_said(how: str, tmp_path: Path) -> None:
    (tmp_path / "z3.py").write_text('raise RuntimeError("libz3.so not found")')
    code = "sys.modules['z3'] = None" if how == "None" else f"sys.path.insert(0, {str(tmp_path)!r})"
    line = (
        f"import sys; {code}; sys.argv = ['hexcheck', 'diff', '--errata', 'tests/errata/duck-becomes-sender.norm']; "
        "from checker.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, cwd=ROOT, timeout=300)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "the solver cannot be loaded" in done.stderr


def test_a_file_of_the_largest_size_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"x" * FILE_BYTES)
    assert len(inputs.content(path, "x")) == FILE_BYTES
