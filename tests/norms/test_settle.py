"""The resolver's core on generated theories, against a slow definition of what it should find."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import NAMES, statements, superiority

from checker.norms.precedence import (
    Agreed,
    Beaten,
    Conflict,
    NoClaim,
    PrecedenceCycle,
    Resolution,
    Statement,
    closure,
    ranking,
    weigh,
)

Pairs = list[tuple[str, str]]


def settle(statements: Iterable[Statement], pairs: Iterable[tuple[str, str]]) -> Resolution:
    """What stands among the statements under the superiority pairs (upper, lower).

    The result depends on neither the order nor the repetition of the input.
    Raises PrecedenceCycle if the relation has a cycle.
    """
    given = tuple(pairs)
    ranking(given)
    above = closure(given)
    return weigh(statements, lambda upper, lower: (upper, lower) in above)


def reaches(pairs: Pairs, upper: str, lower: str) -> bool:
    """`lower` can be reached from `upper` along the pairs."""
    seen: set[str] = set()
    todo = [upper]
    while todo:
        name = todo.pop()
        for above, below in pairs:
            if above == name and below not in seen:
                seen.add(below)
                todo.append(below)
    return lower in seen


def differ(one: Statement, other: Statement) -> bool:
    return repr(one.says) != repr(other.says)


def standing(given_: list[Statement], pairs: Pairs) -> list[Statement]:
    """The one set of claims that holds exactly those which none of its members beats: all sets are tried."""
    every = sorted({(s.norm, repr(s.says)): s for s in given_}.values(), key=lambda s: (s.norm, repr(s.says)))
    found = []
    for size in range(len(every) + 1):
        for chosen in combinations(every, size):
            left = [s for s in every if not any(differ(o, s) and reaches(pairs, o.norm, s.norm) for o in chosen)]
            if [repr(s) for s in left] == [repr(s) for s in chosen]:
                found.append(left)
    assert len(found) == 1, "without a cycle there is exactly one such set"
    return found[0]


def stands(outcome: object) -> set[tuple[str, str]]:
    """The norms and values that an outcome lets stand."""
    match outcome:
        case Agreed(says, by):
            return {(n, repr(says)) for n in by}
        case Conflict(claims):
            return {(s.norm, repr(s.says)) for s in claims}
        case _:
            return set()


@given(statements(), superiority())
def test_what_stands_is_what_the_definition_lets_stand(claims: list[Statement], pairs: Pairs) -> None:
    outcome = settle(claims, pairs)
    expected = standing(claims, pairs)
    assert stands(outcome) == {(s.norm, repr(s.says)) for s in expected}
    values = {repr(s.says) for s in expected}
    assert type(outcome) is (NoClaim if not values else Agreed if len(values) == 1 else Conflict)


@given(statements(), superiority(), st.randoms(use_true_random=False))
def test_order_and_repetition_change_nothing(claims: list[Statement], pairs: Pairs, chance: Random) -> None:
    outcome = settle(claims, pairs)
    mixed, mixed_pairs = [*claims, *claims[:3]], [*pairs, *pairs[:3]]
    chance.shuffle(mixed)
    chance.shuffle(mixed_pairs)
    assert settle(mixed, mixed_pairs) == outcome
    assert settle(iter(mixed), set(mixed_pairs)) == outcome


@given(statements(), superiority(), st.sampled_from([True, 3, "left", "new"]), st.data())
def test_a_beaten_norm_changes_nothing(
    claims: list[Statement], pairs: Pairs, says: object, data: st.DataObject
) -> None:
    outcome = settle(claims, pairs)
    winners = [s for s in standing(claims, pairs) if repr(s.says) != repr(says)]
    assume(winners)
    winner = data.draw(st.sampled_from(winners))
    beaten = Statement("beaten", says)  # type: ignore[arg-type]
    again = settle([*claims, beaten], [*pairs, (winner.norm, "beaten")])
    assert stands(again) == stands(outcome)
    assert type(again) is type(outcome)
    assert isinstance(again, Agreed | Conflict)
    assert "beaten" in {b.loser for b in again.beaten}


@given(statements(), superiority())
def test_a_claim_that_nothing_outranks_stands(claims: list[Statement], pairs: Pairs) -> None:
    found = stands(settle(claims, pairs))
    for one in claims:
        if not any(reaches(pairs, o.norm, one.norm) for o in claims):
            assert (one.norm, repr(one.says)) in found


@given(statements(), superiority())
def test_every_defeat_names_a_standing_winner_that_outranks_and_says_otherwise(
    claims: list[Statement], pairs: Pairs
) -> None:
    outcome = settle(claims, pairs)
    if isinstance(outcome, NoClaim):
        return
    found = stands(outcome)
    for defeat in outcome.beaten:
        assert reaches(pairs, defeat.winner, defeat.loser)
        assert defeat.winner in {n for n, _ in found}
    every = {(s.norm, repr(s.says)) for s in claims}
    assert len(every - found) == len(outcome.beaten), "every claim stands or is beaten"


@given(superiority(), st.permutations(NAMES), st.integers(1, 5))
def test_a_circle_is_an_error_that_names_it(pairs: Pairs, order: list[str], length: int) -> None:
    circle = order[:length]
    closed = [*circle, circle[0]]
    with pytest.raises(PrecedenceCycle) as caught:
        settle([], [*pairs, *pairwise(closed)])
    named = caught.value.cycle
    assert named[0] == named[-1] and len(named) > 1
    known = {*pairs, *pairwise(closed)}
    assert all(step in known for step in pairwise(named)), "the circle is told from the upper to the lower norm"
    assert " > ".join(named) in str(caught.value)


def test_a_circle_of_a_computed_relation_is_an_error_too() -> None:
    above = {("a", "b"), ("b", "c"), ("c", "a")}
    claims = [Statement("a", 1), Statement("b", 2), Statement("c", 3), Statement("d", 4)]
    with pytest.raises(PrecedenceCycle) as caught:
        weigh(claims, lambda upper, lower: (upper, lower) in above)
    assert all(step in above for step in pairwise(caught.value.cycle))


def test_a_norm_that_outranks_itself_is_a_circle_of_one() -> None:
    with pytest.raises(PrecedenceCycle) as caught:
        weigh([Statement("a", 1), Statement("a", 2)], lambda upper, lower: True)
    assert caught.value.cycle == ("a", "a")


@given(superiority())
def test_a_ranking_puts_every_norm_after_what_outranks_it(pairs: Pairs) -> None:
    order = ranking(pairs)
    assert sorted(order) == sorted({n for pair in pairs for n in pair})
    assert all(order.index(upper) < order.index(lower) for upper, lower in pairs)


# ---- the resolver by example -----------------------------------------------------------------


def test_a_beaten_norm_beats_nobody() -> None:
    claims = [Statement("general", "may"), Statement("exception", "must not"), Statement("counter", "may")]
    outcome = settle(claims, [("exception", "general"), ("counter", "exception")])
    assert outcome == Agreed("may", ("counter", "general"), (Beaten("exception", "counter"),))


def test_two_norms_that_disagree_and_none_outranks_are_a_conflict() -> None:
    claims = [Statement("a", 0), Statement("b", 3), Statement("c", 3)]
    assert settle(claims, []) == Conflict(tuple(claims))
    assert settle(claims, [("b", "a")]) == Agreed(3, ("b", "c"), (Beaten("a", "b"),))


def test_who_outranks_an_ally_beats_nobody() -> None:
    claims = [Statement("a", True), Statement("b", True)]
    assert settle(claims, [("a", "b")]) == Agreed(True, ("a", "b"))


def test_rank_reaches_through_norms_that_claim_nothing() -> None:
    claims = [Statement("a", True), Statement("c", False)]
    assert settle(claims, [("a", "b"), ("b", "c")]) == Agreed(True, ("a",), (Beaten("c", "a"),))


@given(superiority())
def test_who_outranks_whom_goes_on_through_others(pairs: Pairs) -> None:
    assert closure(pairs) == {(u, v) for u in NAMES for v in NAMES if reaches(pairs, u, v)}


@pytest.mark.parametrize("backward", [False, True])
def test_a_long_way_down_is_gone_to_its_end(backward: bool) -> None:
    down = [(f"n{n}", f"n{n + 1}") for n in range(30)]
    assert len(closure(reversed(down) if backward else down)) == 30 * 31 / 2


def test_what_stands_and_what_is_beaten_come_by_name_whatever_was_found_first() -> None:
    pairs = [("z", "m"), ("m", "b"), ("z", "a")]
    one, two, last, beaten = Statement("a", 1), Statement("m", 2), Statement("z", 1), Statement("b", 2)
    assert settle([last, two, one], pairs) == Agreed(1, ("a", "z"), (Beaten("m", "z"),))
    assert settle([last, two, beaten], pairs) == Agreed(1, ("z",), (Beaten("b", "z"), Beaten("m", "z")))
    other = Statement("p", 3)
    assert settle([last, other, one, two], pairs) == Conflict((one, other, last), (Beaten("m", "z"),))


def test_yes_and_one_are_different_values() -> None:
    assert isinstance(settle([Statement("a", True), Statement("b", 1)], []), Conflict)


def test_nobody_claims_anything() -> None:
    assert settle([], [("a", "b")]) == NoClaim()
