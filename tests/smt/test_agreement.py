"""The interpreter and the solver's formulas agree on generated positions: 25,000 in every run of the tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import z3
from agreement import Question, Seen, Trees, compared, norm_questions
from conftest import TRIALS

from checker.kernel.term import Compare
from checker.smt import conflicts as clash
from checker.smt import encode as terms
from checker.smt.encode import FormulaEncoder

PARTS = 2
NORMS = 8_000 * TRIALS
TREES = 4_500 * TRIALS


def trees(part: int) -> list[Question]:
    made = Trees(part)
    return [made.question(number) for number in range(150)]


def edges_were_met(seen: Seen) -> None:
    """Of every eighth table, at least one in two hundred has the edge."""
    for name, times in seen.edges.items():
        assert times * 8 > seen.tables / 200, f"{name}: {times}"


@pytest.mark.parametrize("part", range(PARTS))
def test_norms_hold_in_run_where_they_hold_in_smt(part: int) -> None:
    seen = compared(norm_questions(), part, NORMS)
    assert seen.tables == NORMS
    edges_were_met(seen)
    live = sum(times > 0 for times in seen.held.values())
    assert live > 0.7 * len(seen.held), f"{live} of {len(seen.held)} norms were ever live"


@pytest.mark.parametrize("part", range(PARTS))
def test_conditions_of_every_shape_hold_in_run_where_they_hold_in_smt(part: int) -> None:
    seen = compared(trees(part), part + PARTS, TREES)
    assert seen.tables == TREES
    edges_were_met(seen)
    each = [times / (seen.tables / len(seen.held)) for times in seen.held.values()]
    assert sum(0 < share < 1 for share in each) > 0.5 * len(each)
    assert seen.outside < 0.25 * seen.tables


def test_as_many_positions_are_compared_as_are_promised() -> None:
    assert PARTS * (NORMS + TREES) >= 25_000


# ---- a translation that is wrong is found ---------------------------------------------------


@cache
def questions() -> tuple[Question, ...]:
    return (*norm_questions(), *trees(0))


def swapped(op: str, other: str) -> Callable[[pytest.MonkeyPatch], None]:
    right = terms.compared

    def wrong(this: str, one: Any, two: Any) -> Any:
        return right(other if this == op else this, one, two)

    return lambda patch: patch.setattr(terms, "compared", wrong)


def unsigned(patch: pytest.MonkeyPatch) -> None:
    """Comparisons as of words of 32 bits without a sign."""

    def word(term: Any) -> Any:
        return z3.Int2BV(term, 32)

    def wrong(op: str, one: Any, two: Any) -> Any:
        left, right = word(one), word(two)
        match op:
            case "is":
                return left == right
            case "is-not":
                return left != right
            case "least":
                return z3.UGE(left, right)
            case "most":
                return z3.ULE(left, right)
            case "more":
                return z3.UGT(left, right)
            case _:
                return z3.ULT(left, right)

    patch.setattr(terms, "compared", wrong)


def replaced(of: Any, name: str, put: Any) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(of, name, put)


def without_instance(patch: pytest.MonkeyPatch) -> None:
    import agreement

    patch.setattr(agreement, "matched", lambda *given: (clash.matched(*given)[0], []))


WRONG = {
    "least is more": swapped("least", "more"),
    "most is less": swapped("most", "less"),
    "less is most": swapped("less", "most"),
    "more is least": swapped("more", "least"),
    "is is is-not": swapped("is", "is-not"),
    "numbers without a sign": unsigned,
    "variables are not put as given": replaced(terms, "filled", lambda tree, names: tree),
    "the pattern is not looked at": without_instance,
    "nothing is negative": replaced(
        FormulaEncoder, "code", lambda self, value: abs(value) if type(value) is int else 10**9
    ),
    "definitions are of other arguments": replaced(
        FormulaEncoder,
        "_bound",
        lambda self, fact, args, names: dict(zip([p for p, _ in fact.params][::-1], args, strict=False)),
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_translation_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    WRONG[name](monkeypatch)
    with pytest.raises((AssertionError, z3.Z3Exception)):
        compared(list(questions()), 1, 6_000)


def test_the_right_translation_is_not() -> None:
    assert compared(list(questions()), 1, 3_000).tables == 3_000
    assert any(isinstance(q.cond, Compare) for q in questions())
