"""Certificates made with what earlier rules left: the same as those made from nothing."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from conftest import ROOT, later

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.smt.termination.call_memo import ALL, SINCE, CallMemo, Finals, ShelvedCalls, nothing
from checker.smt.termination.find_measures import Ranking
from checker.smt.termination.write_certificate import written
from checker.static.zone_facts import zoned
from checker.store.packed_values import packed, unpacked

ERRATA = ROOT / "tests" / "errata"
LOOP = "act play"
"""Through this loop every card is carried out."""


@cache
def desk(*errata: str) -> Desk:
    return house.desk("hexhex", [ERRATA / f"{name}.norm" for name in errata])


def certified(at: Desk, kept: CallMemo | None = None) -> tuple[dict[str, Any], Finals, int]:
    """The certificate of the loop, what is left to later runs, and how many calls had to be gone through."""
    finals = Finals(at.game, kept)
    before = {id(course) for courses in finals.courses.values() for course in courses}
    ranking = Ranking(at.game, zoned(at.rules), finals)
    (loop,) = (one for one in ranking.loops() if one.where == LOOP)
    found = written(ranking.ranked(loop))
    made = sum(id(course) not in before for courses in finals.courses.values() for course in courses)
    return found, finals, made


@cache
def plain() -> tuple[str, bytes, int]:
    """The certificate without errata, what it leaves, as it is written down, and how much work it was."""
    found, finals, made = certified(desk())
    return json.dumps(found), packed(finals.left()), made


def left() -> tuple[bytes, int]:
    return plain()[1:]


@pytest.mark.parametrize("erratum", ["endless-duck-returns", *later("said/new-card-leapfrog", "duck-becomes-sender")])
def test_after_an_erratum_the_certificate_is_the_one_made_from_nothing(erratum: str) -> None:
    kept, all_of_it = left()
    after = desk(erratum)
    known = unpacked(kept, CallMemo)
    again, finals, made = certified(after, known)
    assert json.dumps(again) == json.dumps(certified(after)[0])
    assert 0 < made < all_of_it / 2
    assert finals.beyond(known).courses


def test_without_courses_after_an_erratum_the_certificate_is_the_same() -> None:
    kept, _ = left()
    after = desk("duck-becomes-sender")
    known = unpacked(kept, CallMemo)
    again, _, made = certified(after, known._replace(courses={}))
    with_courses, _, fewer = certified(after, unpacked(kept, CallMemo))
    assert json.dumps(again) == json.dumps(with_courses)
    assert fewer < made


def test_under_the_same_rules_no_call_is_worked_out_again() -> None:
    kept, _ = left()
    known = unpacked(kept, CallMemo)
    found, finals, made = certified(desk(), known)
    assert (made, finals.beyond(known)) == (0, nothing())
    assert json.dumps(found) == plain()[0]


class Table:
    """A shelf that says how often something of a kind was put on it."""

    def __init__(self) -> None:
        self.there: dict[tuple[str, str], Any] = {}
        self.put_on: list[str] = []

    def get(self, kind: str, name: str, of: Any) -> Any:
        return self.there.get((kind, name))

    def put(self, kind: str, name: str, value: Any) -> None:
        self.put_on.append(kind)
        self.there[kind, name] = value


def test_what_came_since_is_written_apart_and_read_again() -> None:
    shelf, whole = Table(), unpacked(left()[0], CallMemo)
    shelf.put(ALL, "these", whole)
    first = ShelvedCalls(shelf, "these")
    after = desk("duck-becomes-sender")
    found = certified(after, first.kept)
    first.leave(found[1])
    assert shelf.put_on == [ALL, SINCE]
    second = ShelvedCalls(shelf, "these")
    again, finals, made = certified(after, second.kept)
    assert (json.dumps(again), made) == (json.dumps(found[0]), 0)
    second.leave(finals)
    assert shelf.put_on == [ALL, SINCE]


def test_all_is_written_anew_once_much_came_since() -> None:
    shelf, whole = Table(), unpacked(left()[0], CallMemo)
    few = nothing()._replace(calls=dict([*whole.calls.items()][:10]))
    shelf.put(ALL, "these", few)
    laid = ShelvedCalls(shelf, "these")
    laid.leave(Finals(desk().game, whole))
    assert shelf.put_on == [ALL, ALL, SINCE]
    assert ShelvedCalls(shelf, "these").kept == whole
