"""Generated sets of permissions, duties and prohibitions of one act against a plain definition that shares no code."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_duties import CASES

from checker.catalog import games as house

VERBS = {"may": "permission", "must": "obligation", "must not": "prohibition"}
SCENE = "players A B; the coins of A is 3; hand A: Windfall; "
ASKED = ("may A take a coin?", "must A take a coin?", "what must A do?")
CLASH = "CONTRADICTION"


class Clause(NamedTuple):
    """What one clause says of the act, whether it does so here, and the numbers of the clauses that it outranks."""

    verb: str
    live: bool
    over: frozenset[int]


# ---- the plain definition --------------------------------------------------------------------------


def above(clauses: tuple[Clause, ...]) -> set[tuple[int, int]]:
    """Who outranks whom, directly or through others."""
    pairs = {(n, low) for n, one in enumerate(clauses) for low in one.over}
    while more := {(a, d) for (a, b), (c, d) in product(pairs, pairs) if b == c} - pairs:
        pairs |= more
    return pairs


def standing(clauses: tuple[Clause, ...], numbers: list[int]) -> set[bool]:
    """What is left standing, yes or no: a clause falls to one that stands, says otherwise and outranks it."""
    ranks, stand = above(clauses), set[int]()
    says = {n: clauses[n].verb != "must not" for n in numbers}
    for n in sorted(numbers, key=lambda n: sum((m, n) in ranks for m in range(len(clauses)))):
        if not any((m, n) in ranks and says[m] != says[n] for m in stand):
            stand.add(n)
    return {says[n] for n in stand}


def defined(clauses: tuple[Clause, ...]) -> tuple[str, str, str]:
    """The right answers: may it be done, must it, and what must."""
    live = [n for n, one in enumerate(clauses) if one.live]
    found = standing(clauses, [n for n in live if clauses[n].verb != "must"])
    found = found if found == {True} else standing(clauses, live)
    duty = any(clauses[n].verb == "must" for n in live)
    if len(found) == 2:
        return (CLASH, CLASH, CLASH) if duty else (CLASH, "no", "nothing")
    may = found == {True}
    return "yes" if may else "no", "yes" if may and duty else "no", "A takes a coin" if may and duty else "nothing"


# ---- the program -----------------------------------------------------------------------------------


def written(clauses: tuple[Clause, ...]) -> str:
    """The clauses after the first, which the game has, as an erratum."""
    lines = ['erratum "generated"']
    names = ["CO-1", *(f"E-{n}" for n in range(1, len(clauses)))]
    for n, one in list(enumerate(clauses))[1:]:
        lines.append(f'clause {names[n]} {VERBS[one.verb]} "Errata"')
        lines += ["  over " + " ".join(names[low] for low in sorted(one.over))] if one.over else []
        when = "the player on turn is P" if one.live else "the coins of P is 9"
        lines.append(f"  norm P {one.verb} take a coin if {when}")
    return "\n".join(lines) + "\n"


def told(path: Path, clauses: tuple[Clause, ...]) -> tuple[str, ...]:
    path.write_text(written(clauses), encoding="utf-8")
    at = house.desk(str(CASES / "coins"), [path])
    (scene,) = at.scenes(SCENE + "; ".join(ASKED), "x")
    return tuple(a.value if a.verdict.value == "FORCED" else a.verdict.value for _, a in at.answers(scene))


@st.composite
def sets(draw: st.DrawFn) -> tuple[Clause, ...]:
    """Up to four clauses besides the permission of the game, each over some before it in a random order."""
    count = draw(st.integers(1, 4))
    order = [0, *draw(st.permutations(range(1, count + 1)))]
    found = {0: Clause("may", True, frozenset())}
    for at, n in enumerate(order[1:], 1):
        over = draw(st.frozensets(st.sampled_from(order[:at]), max_size=2))
        found[n] = Clause(draw(st.sampled_from(sorted(VERBS))), draw(st.sampled_from([True, True, False])), over)
    return tuple(found[n] for n in range(count + 1))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("norms") / "generated.norm"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(clauses=sets())
def test_what_may_and_must_be_done_is_as_defined(path: Path, clauses: tuple[Clause, ...]) -> None:
    assert told(path, clauses) == defined(clauses), written(clauses)
