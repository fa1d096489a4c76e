"""The house rules that no other tool holds: rooms, sizes, names in code, and cited clauses."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from conftest import ROOT

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.effect import Effect
from checker.kernel.norm import Claim
from checker.kernel.scene import Form
from checker.kernel.vocabulary import sorts
from checker.norms.permissions import Ruling
from checker.norms.precedence import Resolution
from checker.run.branches import TrailEntry
from checker.run.progress import Progress
from checker.syntax.lexer import fold

MOST_LINES = 400
CODE = sorted((ROOT / "checker").rglob("*.py"))
GENERAL = [p for p in CODE if not p.is_relative_to(ROOT / "checker" / "games")]
DATA = sorted(
    p
    for folder in ("specs", "cards")
    for p in (ROOT / folder).rglob("*")
    if p.suffix in (".norm", ".cards", ".deck", ".scene")
)


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def desks() -> tuple[Desk, ...]:
    return tuple(house.desk(game) for game in house.known())


def test_each_room_imports_only_what_it_may() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run([linter, "--no-logo"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-1000:]


def test_no_file_is_too_long_to_be_about_one_thing() -> None:
    every = [*CODE, *sorted((ROOT / "tests").rglob("*.py"))]
    assert [shown(path) for path in every if len(path.read_text("utf-8").splitlines()) > MOST_LINES] == []


def constants(path: Path) -> Iterator[tuple[int, str]]:
    """The texts in the code of a file with their lines; not what it says about itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


@cache
def names() -> dict[str, str]:
    """The names of games, cards and clauses, with what each is the name of; long ones folded."""
    found = dict.fromkeys(house.known(), "a game")
    for desk in desks():
        for title in (c.title for c in desk.game.cards):
            found |= {title: "a card"} | ({fold(title): "a card"} if " " in title else {})
        found |= {c.id: "a clause" for c in desk.game.clauses}
    return found


SHOWN = sorted(p for p in (ROOT / "checker" / "page" / "static").iterdir() if p.suffix != ".svg")
"""What a browser reads: code of the program too."""


@cache
def amendments(kind: str) -> frozenset[str]:
    """The titles of the laws or variants of all games."""
    files = (ROOT / "specs").glob(f"*/{kind}/*.norm")
    return frozenset(re.findall(r'^erratum "(.*)"', "".join(f.read_text("utf-8") for f in files), re.M))


def as_words(names: Iterable[str], flags: int = 0) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![^\W_])(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?![^\W_])", flags
    )


@cache
def games_and_variants() -> re.Pattern[str]:
    """The names of games and of variants, and the words of these that nothing else has."""
    return as_words(
        {*house.known(), *amendments("variants"), *(w for v in amendments("variants") for w in v.split())}, re.I
    )


@cache
def cards_and_laws() -> re.Pattern[str]:
    return as_words({*(card.title for desk in desks() for card in desk.game.cards), *amendments("laws")})


@cache
def own_sorts() -> frozenset[str]:
    """The sorts of things and kinds of cards that one game alone has, but for what the kernel calls so itself."""
    words = [
        (desk.name, {*(s.name for s in sorts(desk.game.vocabulary)), *desk.game.vocabulary.kinds}) for desk in desks()
    ]
    kernel = "".join(p.read_text("utf-8") for p in (ROOT / "checker" / "kernel").glob("*.py"))
    fields = set(re.findall(r"^    (\w+): ", kernel, re.M))
    return frozenset(
        w for _, one in words for w in one if sum(w in other for _, other in words) == 1 and w not in fields
    )


def told_in(path: Path) -> Iterator[str]:
    """What the file says that is no name of its own: its texts and its comments; all of a file that is no Python."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        yield text
        return
    yield from (n.value for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Constant) and isinstance(n.value, str))
    yield from (t.string for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type == tokenize.COMMENT)


def test_no_game_variant_card_or_sort_of_one_game_is_named() -> None:
    for path in (*GENERAL, *SHOWN):
        assert games_and_variants().findall(f"{shown(path)} {path.read_text('utf-8')}") == [], shown(path)
        assert [name for told in told_in(path) for name in cards_and_laws().findall(told)] == [], shown(path)
        if path.suffix == ".py":
            assert [text for _, text in constants(path) if text in own_sorts()] == [], shown(path)


@cache
def scene_texts() -> frozenset[str]:
    """The titles of all rulings, and their statements of more than a few words, folded."""
    return frozenset(
        fold(text)
        for desk in desks()
        for scene in desk.rulings()
        for text in (scene.title, *(i.raw.text for i in scene.items))
        if len(text.split()) >= 4
    )


def test_no_game_card_clause_or_scene_is_known_by_name() -> None:
    for line, text in ((f"{shown(path)}:{line}", text) for path in GENERAL for line, text in constants(path)):
        known = names().get(text) or names().get(fold(text))
        assert known is None, f"{line}: `{text}` is {known}"
        assert fold(text) not in scene_texts(), f"{line}: `{text}` stands in a ruling"
        assert not re.search(r"\b[A-Z]{2}-\d+\b", text), f"{line}: `{text}` names a clause"


@pytest.mark.parametrize("path", DATA, ids=shown)
def test_every_cited_clause_exists(path: Path) -> None:
    game = path.relative_to(ROOT).parts[1]
    known = {c.id for desk in desks() if desk.name == game for c in desk.game.clauses}
    prefixes = {c.partition("-")[0] for c in known}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for cited in re.findall(r"\b([A-Z]{2,4}-\d+)\b", line):
            if cited.partition("-")[0] in prefixes:
                assert cited in known, f"{shown(path)}:{number} cites {cited}, which no clause of {game} has"


def test_every_clause_of_a_card_or_step_exists() -> None:
    for desk in desks():
        known = {c.id for c in desk.game.clauses}
        cited = [(c.title, c.clauses) for c in desk.game.cards]
        cited += [(f"step {s.name}", s.clauses) for p in desk.game.procedures for s in p.steps]
        cited += [(d.id, d.clauses) for d in desk.game.declarations]
        for where, clauses in cited:
            assert set(clauses) <= known, where


def test_an_informal_clause_gives_its_reason() -> None:
    for desk in desks():
        for clause in desk.game.clauses:
            assert not clause.informal or len(clause.informal.split()) >= 4, f"{clause.id}: {clause.informal}"


CLOSED = {
    kind.__name__
    for union in (Effect, Claim, Progress, Ruling, TrailEntry, Form, Resolution)
    for kind in (*get_args(union), *(inner for part in get_args(union) for inner in get_args(part)))
} | {"Verdict"}


def passed_over(path: Path) -> Iterator[int]:
    """The lines on which a match over effects, claims, forms or results leaves the rest alike and does not say why."""
    text = path.read_text("utf-8")
    for match in (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Match)):
        last = match.cases[-1]
        named = {
            ast.unparse(n.cls if isinstance(n, ast.MatchClass) else n.value.value).rpartition(".")[2]
            for case in match.cases
            for n in ast.walk(case.pattern)
            if isinstance(n, ast.MatchClass) or (isinstance(n, ast.MatchValue) and isinstance(n.value, ast.Attribute))
        }
        rest = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
        ends = ast.unparse(last.body[0])
        if rest and named & CLOSED and "assert_never" not in ends and not ends.startswith("raise "):
            if "#" not in text.splitlines()[last.pattern.lineno - 1]:
                yield last.pattern.lineno


def test_what_is_left_of_a_closed_sum_is_meant_alike_and_says_why() -> None:
    assert [f"{shown(path)}:{line}" for path in GENERAL for line in passed_over(path)] == []
