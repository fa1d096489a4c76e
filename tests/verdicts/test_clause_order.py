"""A question asked again without clauses: which answers are the same, and in which order clauses are named for it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from checker.kernel.source import InputError, Place, Problem
from checker.kernel.verdict import Verdict
from checker.norms.rule_reads import LookedUpTooOften
from checker.verdicts import clause_ablation
from checker.verdicts.clause_ablation import Ablation, by_need, same_answer
from checker.verdicts.verdict import Answer, Outcome

YES = Answer("may A?", Verdict.FORCED, "yes", (Outcome("yes", True, (), (), ()),), clauses=("K-1",))
NO = structs.replace(YES, value="no")
UNKNOWN = structs.replace(YES, verdict=Verdict.UNKNOWN)


# ---- asked again -------------------------------------------------------------------------------


def ablation(monkeypatch: pytest.MonkeyPatch, says: Any, look_ups: int = 0) -> tuple[Ablation, list[Any]]:
    """What asks a scene whose answers without clauses are as it `says`, and what was asked."""
    done: list[Any] = []

    def asked(rules: Any, scene: Any, reading: Any) -> Any:
        done.append((rules, scene, reading))
        found = says(frozenset(rules[0]))
        if isinstance(found, Exception):
            raise found
        return [(f"question {n}", answer) for n, answer in enumerate(found)]

    monkeypatch.setattr(clause_ablation, "asked", asked)
    rules: Any = SimpleNamespace(without=lambda gone, most: (tuple(sorted(gone)), most))
    forms: Any = lambda rules: ("forms", rules)  # noqa: E731
    scene: Any = "scene"
    return (Ablation(rules, scene, forms, look_ups) if look_ups else Ablation(rules, scene, forms)), done


def test_each_set_of_clauses_is_left_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asks, done = ablation(monkeypatch, lambda gone: [YES, NO] if gone else [], 7)
    for gone in (("K-1",), (), ("K-1", "K-2"), ("K-1",), (), ("K-2", "K-1")):
        assert asks.without(frozenset(gone)) == ([YES, NO] if gone else [])
    less = [(gone, 7) for gone in (("K-1",), (), ("K-1", "K-2"))]
    assert done == [(rules, "scene", ("forms", rules)) for rules in less]
    unbounded, done = ablation(monkeypatch, lambda _: [])
    assert unbounded.without(frozenset()) == [] and done[0][0] == ((), 0)


def test_a_scene_that_cannot_be_told_without_clauses_or_takes_too_much_has_no_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for error in (InputError(Problem(Place("x", 1), "no")), LookedUpTooOften()):
        asks, done = ablation(monkeypatch, lambda _, error=error: error)
        for _ in range(2):
            assert asks.without(frozenset({"K-1"})) == []
        assert asks.same(0, YES, frozenset({"K-1"})) is asks.changed(0, YES, frozenset({"K-1"})) is False
        assert len(done) == 1
    with pytest.raises(KeyError):
        ablation(monkeypatch, lambda _: KeyError())[0].without(frozenset())


@pytest.mark.parametrize(
    ("others", "number", "same", "changed"),
    [
        ([YES], 0, True, False),
        ([NO], 0, False, True),
        ([UNKNOWN], 0, False, False),
        ([], 0, False, False),
        ([YES], 1, False, False),
        ([NO], 1, False, False),
        ([NO, YES], 1, True, False),
        ([YES, NO], 1, False, True),
    ],
)
def test_an_answer_is_another_one_only_where_it_is_known(
    monkeypatch: pytest.MonkeyPatch, others: list[Answer], number: int, same: bool, changed: bool
) -> None:
    asks, _ = ablation(monkeypatch, lambda _: others)
    assert asks.same(number, YES, frozenset()) is same
    assert asks.changed(number, YES, frozenset()) is changed


def test_answers_are_the_same_that_say_the_same_whatever_they_rest_on() -> None:
    one, two = Outcome("yes", True, (), ("K-1",), (), when="A casts"), Outcome("no", False, (("p", "o"),), (), ())
    answer = structs.replace(YES, outcomes=(one, two))
    other = (structs.replace(two, options=(), deciding=("K-2",)), structs.replace(one, default=False, clauses=()))
    alike = structs.replace(answer, question="?", outcomes=other, clauses=(), points=(), note="x", deciding=("K-1",))
    assert same_answer(answer, alike) is True
    for change in (
        {"verdict": Verdict.SILENT},
        {"value": "no"},
        {"outcomes": (one,)},
        {"outcomes": (one, structs.replace(two, value="maybe"))},
        {"outcomes": (structs.replace(one, when=""), two)},
    ):
        assert same_answer(answer, structs.replace(answer, **change)) is False


# ---- in which order ----------------------------------------------------------------------------


def ordered(
    deciding: str, needed: str, clauses: str = "", brought: str = "", look_ups: int = 1
) -> tuple[str, list[tuple[int, Answer, frozenset[str]]]]:
    """The clauses that decide, in order, of an answer that hangs on those `needed`; and what was asked again."""
    answer, again = structs.replace(YES, clauses=tuple(clauses), deciding=tuple(deciding)), []

    def changed(*asked: Any) -> bool:
        again.append(asked)
        return asked[2] <= set(needed)

    game = SimpleNamespace(amended=[SimpleNamespace(name=name) for name in brought])
    asks: Any = SimpleNamespace(changed=changed, rules=SimpleNamespace(game=game))
    found = by_need(asks, 3, answer, look_ups)
    assert found == structs.replace(answer, deciding=found.deciding)
    assert all(asked[:2] == (3, answer) and len(asked[2]) == 1 for asked in again)
    return "".join(found.deciding), ["".join(asked[2]) for asked in again]


@pytest.mark.parametrize(
    ("deciding", "needed", "clauses", "brought", "order", "again"),
    [
        ("abc", "", "abc", "", "abc", "abc"),
        ("abc", "c", "abc", "", "cab", "abc"),
        ("abc", "bc", "abcd", "", "bca", "abc"),
        ("abc", "abc", "abc", "", "abc", "abc"),
        ("a", "a", "a", "", "a", ""),
        ("a", "", "ab", "", "a", ""),
        ("", "a", "a", "", "", ""),
        ("ab", "bc", "abc", "", "ba", "ab"),
        ("ab", "bc", "abc", "c", "cba", "cab"),
        ("ab", "b", "abc", "c", "ba", "cab"),
        ("ab", "bc", "ab", "c", "ba", "ab"),
        ("ab", "b", "ab", "b", "ba", "ab"),
        ("a", "ad", "acd", "cd", "da", "cd"),
        ("a", "dc", "adc", "cd", "dca", "dc"),
    ],
)
def test_clauses_stand_first_that_are_needed_and_before_them_those_that_an_amendment_brought(
    deciding: str, needed: str, clauses: str, brought: str, order: str, again: str
) -> None:
    assert ordered(deciding, needed, clauses, brought) == (order, list(again))


@pytest.mark.parametrize(
    ("look_ups", "times"),
    [(0, 8), (1, 8), (187, 8), (188, 7), (300, 5), (301, 4), (750, 2), (751, 1), (1500, 1), (1501, 0), (9999, 0)],
)
def test_a_question_is_asked_again_as_often_as_may_be_spent_on_it(look_ups: int, times: int) -> None:
    """At most eight times, and with no more than 1,500 look-ups in all."""
    order, again = ordered("abcdefghij", "bij", look_ups=look_ups)
    assert again == list("abcdefghij"[:times])
    assert order == ("bacdefghij" if times > 1 else "abcdefghij")
    assert len(ordered("abc", "", "dabc", "d", look_ups=look_ups)[1]) == min(times, 4), "together"
