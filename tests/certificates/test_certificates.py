"""What checks certificates, alone and against the rules: what is not shown is refused, however the file was changed."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from conftest import ROOT, trials
from hypothesis import given
from hypothesis import strategies as st

from checker.analyses.endless_play import on_trust, shown
from checker.catalog import games as house
from checker.certificates.check import Unsound, certificate, checked
from checker.certificates.check_rules import compared
from checker.kernel.effect import Event, Nothing, Then
from checker.kernel.game import Game, Procedure, Step
from checker.kernel.norm import Norm, Pattern, Prevents
from checker.kernel.term import Lit, Var
from checker.kernel.vocabulary import Act, Vocabulary
from checker.smt.termination.find_measures import Ranking
from checker.smt.termination.write_certificate import document, written
from checker.static.zone_facts import zoned

# ---- the checker alone -----------------------------------------------------------------------

PLAYED = {"changes": [{"what": "one is played", "rises": {"hand": -1, "table": 1}}]}
PASSED = {"changes": [{"what": "a turn passes", "rises": {"turns": -1}}]}
SCORED = {"changes": [{"what": "points", "rises": {"points": None}}]}
SMALL: dict[str, Any] = {
    "schema": "hexcheck/certificate/3",
    "game": "a game",
    "rests_on": [{"item": "never", "says": "play does not go there", "known": "sampled"}],
    "contexts": [
        {"of": "a loop", "does": [{"either": [PLAYED, {"call": [1]}]}, SCORED]},
        {"of": "act pass", "does": [SCORED, {"either": [PASSED, {"never": "so and so"}]}]},
        {"of": "a loop", "does": [{"either": [PLAYED, {"call": [1]}]}, None]},
    ],
    "loops": [
        {
            "where": "a loop",
            "site": 0,
            "levels": [
                {"measure": {"hand": 1}, "context": 0},
                {"measure": {"turns": 2}, "context": 0},
                {"context": 0},
            ],
        }
    ],
}


def fault(found: dict[str, Any]) -> str:
    (result,) = checked(certificate(json.dumps(found)))
    assert result.ends == (not result.fault)
    return result.fault


def changed(path: list[Any], value: Any) -> dict[str, Any]:
    """The small certificate with one of its parts put otherwise."""
    made = copy.deepcopy(SMALL)
    here: Any = made
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    return made


def test_a_sound_certificate_is_accepted_and_what_it_takes_on_trust_is_counted() -> None:
    assert fault(SMALL) == ""
    (result,) = checked(certificate(json.dumps(SMALL)))
    assert len(result.trusted) == 1


LEVELS, PROGRAM = ["loops", 0, "levels"], ["contexts", 0, "does"]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ([*LEVELS, 0, "measure"], {"table": 1}, "may raise the measure of level 1 by 1"),
        ([*LEVELS, 0, "measure"], {"hand": 1, "points": 1}, "by inf"),
        ([*LEVELS, 0, "measure"], {"hand": -1}, "no whole number"),
        ([*LEVELS, 0, "measure"], {"hand": 0.5}, "no whole number"),
        ([*LEVELS, 0, "measure"], {"hand": True}, "no whole number"),
        ([*LEVELS, 0, "measure"], {"nothing": 1}, "get through"),
        ([*LEVELS, 1, "measure"], {}, "get through"),
        (LEVELS, [], "nothing is claimed"),
        ([*LEVELS, 2], {"context": 2}, ""),
        ([*LEVELS, 2], {"context": 9}, "not as it has to be"),
        ([*LEVELS, 1], {"context": 2}, "left out"),
        ([*PROGRAM, 1], {"either": [SCORED, {"leave": "play"}]}, ""),
        ([*PROGRAM, 0], {"until": "play", "in": [{"leave": "play"}, None]}, "get through"),
        ([*PROGRAM, 0], {"until": "play", "in": [{"leave": "round"}, None]}, ""),
        ([*PROGRAM, 0, "either", 0], [], "get through"),
        ([*PROGRAM, 0, "either", 0], {"call": []}, "nothing that can happen"),
        ([*PROGRAM, 0, "either", 0], {"changes": []}, "nothing that can happen"),
        ([*PROGRAM, 0, "either", 0], {"call": [1], "never": ""}, "nothing that can happen"),
        ([*PROGRAM, 0, "either", 0], "nothing", "nothing that can happen"),
        ([*PROGRAM, 0, "either", 0], {"call": [0]}, ""),
        ([*PROGRAM, 0, "either", 1], {"either": [{"call": [0]}, []]}, "get through"),
        ([*PROGRAM, 0, "either", 0, "changes", 0, "rises", "hand"], 0, "get through"),
        ([*PROGRAM, 0, "either", 0, "changes", 0, "rises", "hand"], None, "by inf"),
        ([*PROGRAM, 0, "either", 0, "changes", 0, "rises", "hand"], -0.5, "no whole number"),
        (["contexts", 1, "does"], [], "get through"),
        (["contexts", 1, "does", 0], {"changes": [{"rises": {"turns": 1}}]}, "may raise the measure of level 2"),
        (["loops", 0, "site"], None, ""),
    ],
)
def test_what_a_certificate_does_not_show_is_refused(path: list[Any], value: Any, said: str) -> None:
    found = fault(changed(path, value))
    assert said in found
    assert bool(said) == bool(found)


def test_what_leads_to_itself_is_refused_unless_nothing_leads_there_any_more() -> None:
    made = changed(["loops", 0], {"where": "act pass", "site": None, "levels": [{"context": 1}]})
    assert fault(made) == ""
    made["contexts"][1]["does"] = {"either": [PASSED, [SCORED, {"call": [0]}]]}
    assert "get through" in fault(made)
    made["loops"][0]["levels"] = [{"measure": {"hand": 1, "turns": 1}, "context": 1}, {"context": 1}]
    made["contexts"][0]["does"] = [PLAYED, {"call": [1]}]
    assert fault(made) == ""


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "[" * 99999, '{"schema": "x"}', "\x00", json.dumps({**SMALL, "schema": "other"}), "null"]
)
def test_what_is_no_certificate_is_refused(text: str) -> None:
    with pytest.raises(Unsound):
        certificate(text)


@trials(150)
@given(st.data())
def test_a_measure_that_is_accepted_falls_on_every_course_of_changes(data: st.DataObject) -> None:
    """Whatever rises and weights: if the checker accepts, no course of the changes goes on for ever."""
    changes = [{c: data.draw(st.integers(-2, 2)) for c in "ab"} for _ in range(2)]
    made = copy.deepcopy(SMALL)
    made["contexts"] = [{"of": "a loop", "does": {"either": [{"changes": [{"rises": x}]} for x in changes]}}]
    weights = [{c: data.draw(st.integers(0, 2)) for c in "ab"} for _ in range(data.draw(st.integers(1, 2)))]
    made["loops"][0]["levels"] = [*({"measure": m, "context": 0} for m in weights), {"context": 0}]
    if fault(made):
        return
    counters = {"a": 9, "b": 9}
    for steps in range(200):
        which = data.draw(st.sampled_from([0, 1])) if steps < 20 else steps % 2
        counters = {n: v + changes[which][n] for n, v in counters.items()}
        if min(counters.values()) < 0:
            return
    raise AssertionError("a course without end was certified")


# ---- against the rules -----------------------------------------------------------------------


@cache
def desk(game: str, *errata: str) -> Any:
    return house.desk(game, [ROOT / "tests" / "errata" / f"{name}.norm" for name in errata])


@cache
def ranking(game: str) -> Ranking:
    return Ranking(desk(game).game, zoned(desk(game).rules))


@cache
def forged() -> str:
    """The certificate of the word game, in which what was found of loops that do not end is passed off as a proof."""
    found = [ranking("hexx").ranked(loop) for loop in ranking("hexx").loops()]
    return json.dumps(document("hexx", [written(one._replace(ends=True)) for one in found]))


ENDLESS = {"step early of one-play", "step roll of one-play", "step turns of game"}


def accepted(found: dict[str, Any]) -> set[str]:
    return {r.where for r in shown(found, desk("hexx").game) if r.ends}


def test_loops_that_do_not_end_are_refused_though_all_else_is_as_it_has_to_be() -> None:
    read = certificate(forged())
    assert compared(read, desk("hexx").game)[0] == {}
    assert accepted(read) == {loop["where"] for loop in read["loops"]} - ENDLESS


def parts(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything in the tree but what is taken on trust."""
    yield path
    if isinstance(tree, dict | list) and path[-1:] != ("known",) and "never" not in tree:
        for name, part in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from parts(part, (*path, name))


def reached(read: Any, path: tuple[Any, ...]) -> tuple[Any, Any]:
    """What the last step of the path is taken from, and what is there; None if it is not there any more."""
    try:
        for name in path[:-1]:
            read = read[name]
        return read, read[path[-1]]
    except (LookupError, TypeError):
        return None, None


def put_otherwise(read: dict[str, Any], chance: random.Random) -> None:
    """Changes the certificate somewhere, but nothing that it takes on trust."""
    path = chance.choice([p for p in paths() if p])
    if path[-1] in ("changes", "known", "what") or path[-2:-1] == ("changes",):
        return
    here, old = reached(read, path)
    if here is None:
        return
    ways: list[Any] = [[], None, {"either": []}, {"leave": "game"}, {"call": [chance.randrange(49)]}, old, {}, 0]
    ways += (
        [old - 1, old + 1, -old] if isinstance(old, int) else [chance.choice(["step turns of game", "things: tile"])]
    )
    way = chance.randrange(4)
    if way == 0 and isinstance(here, list):
        del here[path[-1]]
    elif way == 1 and isinstance(here, list):
        here.insert(path[-1], copy.deepcopy(chance.choice(here)))
    elif way == 2 and isinstance(old, list):
        chance.shuffle(old)
    else:
        here[path[-1]] = chance.choice(ways)


@cache
def paths() -> tuple[tuple[Any, ...], ...]:
    return tuple(parts(json.loads(forged())))


def stopped(read: dict[str, Any], chance: random.Random) -> None:
    """Lets a loop without end stop somewhere: nothing gets past there, or what is counted by nothing else falls there."""
    loop = chance.choice([one for one in read["loops"] if one["where"] in ENDLESS])
    first = loop["levels"][0]["context"]
    path = chance.choice([p for p in paths() if p[:3] == ("contexts", first, "does") and "changes" not in p[:-1]])
    here, old = reached(read, path)
    if path[-1] == "changes" and isinstance(old, list) and chance.random() < 0.8:
        for change in old:
            change["rises"]["things: sand"] = -1
        loop["levels"] = [{"measure": {"things: sand": 1}, "context": first}, {"context": first}]
    elif isinstance(old, dict):
        here[path[-1]] = chance.choice([{"leave": "nowhere"}, {"either": []}, {"until": "x", "in": {"leave": "y"}}])
        loop["levels"] = [{"context": first}]


@pytest.mark.parametrize("seed", range(80))
def test_however_a_certificate_is_changed_no_loop_without_end_is_accepted(seed: int) -> None:
    chance = random.Random(seed)
    read = json.loads(forged())
    for _ in range(chance.choice([1, 1, 2, 5])):
        stopped(read, chance) if chance.random() < 0.7 else put_otherwise(read, chance)
    try:
        found = certificate(json.dumps(read))
    except Unsound:
        return
    assert not accepted(found) & ENDLESS


# ---- ways that play is said not to go ---------------------------------------------------------


def nevers(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Where in the tree play is said not to go: what it stands in, and at which place."""
    for at, part in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        if isinstance(part, dict) and set(part) == {"never"}:
            yield tree, at
        yield from nevers(part)


CLOSED = {"not always", "every player P is such that not always"}


def test_what_the_rules_alone_close_is_not_left_on_trust() -> None:
    """A way under a condition that never holds, and what is done where there is no player."""
    read = certificate(
        json.dumps(document("hexx", [written(ranking("hexx").ranked(x)) for x in ranking("hexx").loops()]))
    )
    said, left = on_trust(read, desk("hexx").game)
    assert 0 < left < said
    everywhere = {id(here[at]): here[at]["never"] for here, at in nevers(read["contexts"])}
    shut = compared(read, desk("hexx").game)[1]
    assert {re.sub(r"player \w", "player P", everywhere[way]) for way in shut} <= CLOSED


SAID = "HEX•HEX"


def test_a_norm_about_another_word_is_closed_only_if_every_call_gives_the_word() -> None:
    """A game of one act that is called with words, and of a norm that puts something in its place for another."""

    def closed(*given: str, about: str = "Spite") -> int:
        calls: Any = {"call": [1]} if len(given) == 1 else [{"call": [1]} for _ in given]
        contexts = [
            {"of": "procedure game", "given": {}, "does": {"until": "game", "in": [calls]}},
            {"of": "act lose", "given": {"Z": SAID}, "does": {"either": [[[], []], {"never": "it is about others"}]}},
        ]
        loop = {"where": "procedure game", "site": None, "levels": [{"context": 0}], "cards": [], "left": []}
        read = {"schema": SMALL["schema"], "game": "words", "rests_on": [], "contexts": contexts, "loops": [loop]}
        fault, shut = compared(read, words(*given, about=about))
        assert fault == {}
        return len(shut)

    assert closed(SAID) == closed(SAID, SAID) == 1
    assert closed("Boost") == closed(SAID, "Boost") == closed(SAID, about=SAID) == 0


def words(*given: str, about: str = "Spite") -> Game:
    """The game in which the act is called with each of the words."""
    act = Act("lose", (("P", ""), ("Z", "")), "lose {Z}", "{P} loses {Z}", Nothing())
    called = tuple(Event("lose", (Var("P"), Lit(word))) for word in given)
    norm = Norm("X-1", "X-1", Prevents(Pattern("lose", (Var("P"), Lit(about)))))
    step = Step("all", (), called[0] if len(called) == 1 else Then(called))
    return Game("words", Vocabulary(acts=(act,)), norms=(norm,), procedures=(Procedure("game", (step,)),))
