"""Every command on mutated real files, in one process: finds tracebacks, hangs and signs that should not be printed.

`python tests/fuzz.py --seconds 60 --seed 1` ends with the number of inputs for each command and with what was found,
each find once, with a folder that holds its input; the exit code is 1 if there is any.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("HEXCHECK_CACHE", tempfile.mkdtemp(prefix="hexcheck-fuzz-cache-"))

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from strategies import SCRAPS, mutated

from checker.__main__ import COLLECT
from checker.catalog import games as house
from checker.cli import main as cli
from checker.kernel.source import UNSEEN, InputError
from checker.load.folders.new_game import TEMPLATE
from checker.process.deep_stack import roomy

ROOT = Path(__file__).resolve().parent.parent
BUSY, LONG = 20.0, 120.0
"""Seconds of processor time, and of any time, after which an input counts as one that hangs."""
BATCH = 250
FINGER = "players A B C; A casts at B; who is The Intended?"


class Hang(BaseException):
    """The input takes too long."""


class Input(NamedTuple):
    """A command line, and the files that stand where it is given."""

    words: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...] = ()


# ---- inputs ----------------------------------------------------------------------------------


def _texts(*patterns: str) -> tuple[str, ...]:
    return tuple(p.read_text(encoding="utf-8") for pattern in patterns for p in sorted(ROOT.glob(pattern)))


@cache
def scenes() -> tuple[str, ...]:
    """Every ruling of either game, without its headline."""
    texts = _texts("specs/*/rulings/**/*.scene", "specs/*/situations.scene")
    return tuple(r.partition("\n")[2] for text in texts for r in text.split("\nruling ")[1:])


@cache
def entries() -> tuple[str, ...]:
    """Every entry of cards and rules that an erratum could have."""
    texts = _texts("cards/*/*.cards", "specs/*/*.norm", "specs/*/variants/*.norm", "specs/*/laws/*.norm")
    parts = (b.strip("\n") for t in texts for b in t.replace("\n\n", "\x01").split("\x01"))
    return tuple(p for p in parts if p.strip() and not p.startswith("#"))


@cache
def errata() -> tuple[str, ...]:
    return _texts("tests/errata/**/*.norm", "tests/toy/*.norm")


@cache
def dictionary() -> str:
    return "\n".join(["# words", *["CARD", "REAL", "TREAL", "CAT", "CATS", "DOG", "AB", "QI", "LETTER"]])


CERTIFICATE = json.dumps(
    {
        "schema": "hexcheck/certificate/3",
        "game": "hexhex",
        "rests_on": [{"item": "never", "says": "nothing", "known": "sampled"}],
        "contexts": [[{"changes": [{"rises": {"cards": 1}}]}, {"either": [None, {"call": [0]}]}], {"never": "so"}],
        "loops": [{"where": "round", "cards": [], "levels": [{"context": 0, "measure": {"cards": 1}}, {"context": 1}]}],
    }
)

OPTIONS = ("--format", "--players", "--scope", "--jobs", "--seed", "--games", "--fail-on", "--output", "--errata")
OPTIONS += ("--variant", "--game", "--why-not", "--settle", "--check", "--policy", "--memory", "--dictionary", "--all")
OPTIONS += ("--since", "--findings", "--seconds")
VALUES = ("json", "text", "3-", "3-6", "-1", "0", "1e9", "9" * 30, "", "-", "none", "quick", "hexhex", "hexx", "x.norm")
VALUES += ("/dev/null", ".", "nosuch/x", "\x1b[31m", "é", "٣", "never", "--", "x.scene", "Duck", "HH-60", "parameters")
COMMANDS = ("ask", "check", "rulings", "show", "report", "coverage", "diff", "certify", "fmt", "frob", "", "--help")


def broken(text: str) -> st.SearchStrategy[bytes]:
    """The text as bytes after a few mutations; now and then of bytes, too."""
    whole = mutated(text).map(lambda t: t.encode("utf-8", "surrogatepass"))
    return st.one_of(whole, whole, whole, st.builds(_bitten, whole, st.integers(0, 999), st.binary(max_size=3)))


def _bitten(raw: bytes, at: int, by: bytes) -> bytes:
    return raw[: at % (len(raw) + 1)] + by + raw[at % (len(raw) + 1) + 1 :]


@st.composite
def amendments(draw: Any) -> bytes:
    """An erratum of mutated entries, or a mutated one of those that are kept as specimens."""
    if draw(st.booleans()):
        return draw(broken(draw(st.sampled_from(errata()))))
    made = [draw(st.sampled_from(entries())) for _ in range(draw(st.integers(1, 2)))]
    return b'erratum "x"\n' + draw(broken("\n".join(made)))


@st.composite
def mixed(draw: Any) -> bytes:
    """A scene in which lines of another one stand, mutated or not."""
    one = draw(st.sampled_from(scenes())).split("\n")
    other = draw(st.sampled_from(scenes())).split("\n")
    for _ in range(draw(st.integers(0, 3))):
        one.insert(draw(st.integers(0, len(one))), draw(st.sampled_from(other)))
    text = "\n".join(one)
    return draw(broken(text)) if draw(st.integers(0, 3)) else text.encode()


@st.composite
def asks(draw: Any) -> Input:
    scene = draw(mixed())
    more: list[str] = list(draw(st.sampled_from([(), (), ("--why-not",), ("--format", "json")])))
    if draw(st.booleans()) or b"\0" in scene:
        return Input(("ask", "x.scene", *more), (("x.scene", scene),))
    return Input(("ask", os.fsdecode(scene).replace("\n", "; "), *more))


@st.composite
def asks_amended(draw: Any) -> Input:
    files = (("x.norm", draw(amendments())), ("x.scene", draw(mixed())))
    return Input(("ask", draw(st.sampled_from([FINGER, "x.scene"])), "--errata", "x.norm"), files)


@st.composite
def asks_words(draw: Any) -> Input:
    scene = "game hexx; players Red Black; word CARD at -1,0 east black; Red plays REAL at 1,0 south-east with E as HEXX; is the play valid?"
    return Input(("ask", scene, "--dictionary", "x.txt"), (("x.txt", draw(broken(dictionary()))),))


@st.composite
def rulings(draw: Any) -> Input:
    return Input(("rulings", "./x.scene"), (("x.scene", draw(mixed())),))


@st.composite
def tidied(draw: Any) -> Input:
    kind = draw(st.sampled_from([".norm", ".cards", ".scene"]))
    text = (
        mixed() if kind == ".scene" else amendments() if kind == ".norm" else broken(draw(st.sampled_from(entries())))
    )
    check = draw(st.sampled_from([(), ("--check",)]))
    return Input(("fmt", *check, f"x{kind}"), ((f"x{kind}", draw(text)),))


@st.composite
def shows(draw: Any) -> Input:
    known = ("Duck", "HH-60", "parameters", "procedures", "vocabulary", "analyses", "HX101", "the loss by H", "ward")
    what = draw(st.one_of(st.sampled_from(known).flatmap(mutated), st.text(max_size=20), st.sampled_from(SCRAPS)))
    what = what.replace("\0", "")
    if draw(st.integers(0, 3)):
        return Input(("show", what))
    return Input(("show", what, "--errata", "x.norm"), (("x.norm", draw(amendments())),))


@st.composite
def certifies(draw: Any) -> Input:
    return Input(("certify", "x.json"), (("x.json", draw(broken(CERTIFICATE))),))


@st.composite
def plays(draw: Any) -> Input:
    words = ("check", "hexhex", "--scope", "none", "--games", "1", "--players", "3", "--reruns", "0", "--jobs", "1")
    return Input((*words, "--errata", "x.norm"), (("x.norm", draw(amendments())),))


@st.composite
def versions(draw: Any) -> Input:
    """A small game of its own against a mutated version of it."""
    files = {f"{side}/{name}": raw for side in ("old", "new") for name, raw in toy()}
    name = draw(st.sampled_from(sorted(n for n in files if n.startswith("new/"))))
    files[name] = draw(broken(files[name].decode()))
    return Input(("diff", "old", "new", "--jobs", "1"), tuple(files.items()))


@cache
def toy() -> tuple[tuple[str, bytes], ...]:
    base = ROOT / "tests" / "toy"
    return tuple(
        (str(p.relative_to(base)), p.read_bytes()) for f in ("cards", "specs") for p in base.glob(f"{f}/**/*.*")
    )


@st.composite
def folders(draw: Any) -> Input:
    """A game in a folder of its own, a file of it mutated; also its settings."""
    files = {f"mine/{path.relative_to(TEMPLATE)}": path.read_bytes() for path in TEMPLATE.rglob("*.*")}
    name = draw(st.sampled_from(sorted(files)))
    files[name] = draw(broken(files[name].decode()))
    words = (("check", "mine", "--scope", "quick", "--jobs", "1"), ("fmt", "--check", "mine"), ("rulings", "mine"))
    return Input(draw(st.sampled_from(words)), tuple(files.items()))


@st.composite
def lines(draw: Any) -> Input:
    """A command with options and values that may not fit; what would work for minutes is asked for nowhere."""
    one = st.one_of(st.sampled_from(OPTIONS), st.sampled_from(VALUES), st.text(max_size=6))
    words = [draw(st.sampled_from(COMMANDS)), *draw(st.lists(one, max_size=5))]
    words = [w.replace("\0", "") for w in words]
    if words[0] in ("check", "report", "coverage", "diff", "certify", "rulings", "fmt"):
        words.append(draw(st.sampled_from(["nosuchgame", "--frob", "--game=none"])))
    return Input(tuple(words), (("x.norm", b'erratum "x"\nremove card Duck\n'), ("x.scene", FINGER.encode())))


KINDS = {
    "ask": (asks(), 30),
    "ask --errata": (asks_amended(), 14),
    "ask --dictionary": (asks_words(), 4),
    "rulings": (rulings(), 4),
    "fmt": (tidied(), 10),
    "show": (shows(), 10),
    "certify": (certifies(), 10),
    "check --games": (plays(), 1),
    "diff": (versions(), 2),
    "a folder": (folders(), 5),
    "command lines": (lines(), 15),
}
CHOICES = [name for name, (_, weight) in KINDS.items() for _ in range(weight)]

# ---- trials ----------------------------------------------------------------------------------


class Found(NamedTuple):
    """What an input came to that it must not come to, and where in the program."""

    what: str
    where: str
    text: str


def tried(given_: Input, folder: Path) -> Found | None:
    """What is wrong with how the command line ends, if anything is."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, raw in given_.files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(raw)
    os.chdir(folder)
    out, err = io.StringIO(), io.StringIO()
    signal.setitimer(signal.ITIMER_VIRTUAL, BUSY)
    signal.setitimer(signal.ITIMER_REAL, LONG)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = roomy(lambda: cli.run(list(given_.words)))
    except InputError as error:
        code = 2
        err.write(str(error))
        if not all(p.message and p.place.line >= 1 and p.place.column >= 1 for p in error.problems):
            return Found("a problem without a place", str(error.problems[0])[:200], "")
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 2
    except (Exception, Hang) as error:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if "/checker/" in f.filename]
        last = frames[-1] if frames else traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.name}" if not isinstance(error, Hang) else _outer(frames)
        return Found(type(error).__name__, where, "".join(traceback.format_exception(error)[-40:]))
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
    if code not in (0, 1, 2):
        return Found(f"exit code {code}", given_.words[0], "")
    unseen = UNSEEN.search(out.getvalue() + err.getvalue())
    if unseen:
        return Found("a sign that cannot be seen is printed", f"{given_.words[0]} U+{ord(unseen.group()):04X}", "")
    return None


def _outer(frames: list[traceback.FrameSummary]) -> str:
    return " > ".join(f"{Path(f.filename).name}:{f.name}" for f in frames[2:7])


def _late(*_: object) -> None:
    raise Hang


def main() -> int:
    """Tries inputs until the time is over. The exit code is 1 if any came to what it must not come to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--finds", type=Path, default=ROOT / "build" / "fuzz")
    said = parser.parse_args()
    sys.setrecursionlimit(20_000)
    import gc

    gc.set_threshold(*COLLECT)
    signal.signal(signal.SIGVTALRM, _late)
    signal.signal(signal.SIGALRM, _late)
    desk = house.desk
    plain = cache(lambda name: desk(name))
    house.desk = lambda name, *a, **k: plain(name) if not any((*a, *k.values())) else desk(name, *a, **k)
    cli.app = cache(cli.app)
    until, folder = time.monotonic() + said.seconds, Path(tempfile.mkdtemp(prefix="hexcheck-fuzz-")) / "here"
    counted: Counter[str] = Counter()
    found: dict[tuple[str, str], int] = Counter()
    batch = said.seed * 1_000_000

    def one(kind: str, given_: Input) -> None:
        counted[kind] += 1
        if counted.total() % 1000 == 0:
            print(f"{counted.total()} inputs, {len(found)} finds", flush=True)
        came = tried(given_, folder)
        if came is None:
            return
        key = came.what, came.where
        found[key] += 1
        if found[key] == 1:
            kept = said.finds / f"{batch}-{counted.total()}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
            (kept / "words.json").write_text(json.dumps(given_.words))
            (kept / "traceback.txt").write_text(came.text, encoding="utf-8", errors="replace")
            print(f"found: {came.what} in {came.where}: {kept}", flush=True)

    while time.monotonic() < until:
        batch += 1

        @seed(batch)
        @settings(
            max_examples=BATCH,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(st.sampled_from(CHOICES).flatmap(lambda k: st.tuples(st.just(k), KINDS[k][0])))
        def trial(pair: tuple[str, Input]) -> None:
            if time.monotonic() < until:
                one(*pair)

        trial()
        shutil.rmtree(os.environ["HEXCHECK_CACHE"], ignore_errors=True) if batch % 40 == 0 else None
    os.chdir(ROOT)
    shutil.rmtree(folder.parent, ignore_errors=True)
    print(f"{counted.total()} inputs: " + ", ".join(f"{k} {n}" for k, n in counted.most_common()))
    for (what, where), times in found.items():
        print(f"  {what} in {where}: {times}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
