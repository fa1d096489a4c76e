"""What run does to a card and a Hex is among what the follower of one card and one Hex allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from following import ACT, ROUND, SORT, Asked, Doing, Seen, answers, courses, describes, doings, rounds, rules_of

from checker.catalog import games as house
from checker.kernel.effect import Await, Carry, Create, Effect, Event, If, Move, Nothing, Put, Remove, Under, While
from checker.kernel.norm import May, Must
from checker.kernel.term import Cond, Is, Lit, Value
from checker.kernel.trees.walk import free, within
from checker.norms.evaluate import Context
from checker.smt.norm_pairs import about
from checker.static.typestate import Follow
from checker.static.typestate_conditions import Facts
from checker.static.typestate_domain import Of, Tracked, matched
from checker.static.zone_facts import zoned

FOLLOWED = ("Twain", "Null", "Fresh Wind")
"""A card that makes Hexes, one that is played out of turn, and one that is played when dealt and draws."""
COPIES = {
    "Twain": 6,
    "Double Back": 6,
    "Fresh Wind": 4,
    "Level": 4,
    "Turn Aside Left": 12,
    "Turn Aside Right": 12,
    "Null": 4,
    "Hex Sign": 4,
}
RULES = rules_of(house.desk("hexhex").rules, COPIES)
ZONES = zoned(RULES)
GAMES = 4
EACH = 2
"""How often the same effect is asked about where it changes the same of what is followed."""


@cache
def whole() -> Follow:
    """Whoever followed a card that makes Hexes through every round."""
    follow = Follow(Facts(RULES.game, SORT, FOLLOWED, ZONES), ACT)
    follow.through(ROUND)
    return follow


@cache
def played() -> tuple[tuple[Seen, ...], dict[Asked, frozenset[Tracked]]]:
    """Rounds of random games as seen by whoever follows a card, and what comes after what each effect is done to."""
    facts = whole().facts
    seen: list[Seen] = []
    after: dict[Asked, set[Tracked]] = {}
    often: dict[object, set[tuple[Tracked, Tracked]]] = {}
    for seed in range(GAMES):
        for moments in rounds(RULES, 3 + seed % 2, seed, 2):
            done = doings(moments)
            for one in courses(RULES, facts, moments, Random(seed)):
                seen.append(one)
                for doing in done:
                    ends = (one.states[doing.begun], one.states[doing.done])
                    changed = tuple(a != b for a, b in zip(*ends, strict=True))
                    known = often.setdefault((_which(doing.effect), changed), set())
                    if ends not in known and len(known) < EACH:
                        known.add(ends)
                        after.setdefault(one.asked(doing), set()).add(ends[1])
    return tuple(seen), {asked: frozenset(states) for asked, states in after.items()}


def _which(effect: Effect) -> object:
    """Which of the effects that the rules are written in it is."""
    if isinstance(effect, Under):
        return "under", _which(effect.effect)
    return effect.act if isinstance(effect, Event) else id(effect)


def missed(follow: Follow, after: dict[Asked, frozenset[Tracked]]) -> list[Asked]:
    """What run does otherwise than the follower allows."""
    allowed = answers(follow, list(after))
    return [a for a, ends in after.items() if not all(any(describes(s, end) for s in allowed[a]) for end in ends)]


def test_what_play_does_is_among_what_is_followed() -> None:
    _, after = played()
    assert missed(whole(), after) == []
    kinds = {type(a.effect) for a in after}
    assert {Carry, Create, Event, Move, Put, Remove} <= kinds and len(after) > 600
    assert any(end.laid and not a.before.laid for a, ends in after.items() for end in ends)
    assert any(end.times > a.before.times for a, ends in after.items() for end in ends)


def test_conditions_that_the_follower_knows_are_so() -> None:
    """Of each condition that play went by, and of what the norms ask for that speak of an act, done by any player."""
    facts, known = whole().facts, Counter[tuple[str, bool]]()
    for seen in played()[0][::3]:
        for doing in doings(seen.moments):
            state, context = seen.states[doing.begun], Context(RULES, seen.moments[doing.begun].store)
            for cond, env, own in _conditions(seen, doing):
                told = facts.holds(cond, env, state)
                if told is not None:
                    known[type(doing.effect).__name__, told] += 1
                    assert context.holds(cond, own) == told, (cond, env, state)
    assert min(known[kind, told] for kind in ("If", "Event") for told in (False, True)) > 50, known


def _conditions(seen: Seen, doing: Doing) -> Iterator[tuple[Cond, dict[str, Of], dict[str, Value]]]:
    """Each with what its variables stand for, to the follower and to run."""
    match doing.effect:
        case If(cond) | While(cond):
            yield cond, dict(seen.asked(doing).env), dict(doing.env)
        case Event(act):
            done = seen.given(doing)
            others = range(3) if RULES.acts[act].params[:1] == (("P", ""),) else ()
            speaking = [(n, p) for n in RULES.game.norms if (p := about(n)) is not None and p.act == act]
            for given in (done, *((by, *done[1:]) for by in others)):
                for norm, pattern in speaking:
                    env = matched(pattern.args, tuple(seen.of(v) for v in given))
                    own = matched(pattern.args, tuple(Lit(v) for v in given))
                    if env is not None and own is not None:
                        bound = {name: of.value for name, of in own.items() if isinstance(of, Lit)}
                        parts = (c for c in within(norm.cond) if isinstance(c, Is) and free(c) <= bound.keys())
                        yield from ((cond, env, bound) for cond in (norm.cond, *parts))


def without(tree: Any, kinds: tuple[type, ...]) -> Any:
    """The tree with nothing in the place of what is of the kinds."""
    if isinstance(tree, kinds):
        return Nothing()
    if isinstance(tree, tuple):
        return tuple(without(t, kinds) for t in tree)
    fields = getattr(tree, "__struct_fields__", ())
    return type(tree)(*(without(getattr(tree, f), kinds) for f in fields)) if fields else tree


FAULTS: dict[str, tuple[type, ...]] = {
    "cards lie where they lay": (Move,),
    "no thing is made": (Create,),
    "things stay": (Remove,),
    "nothing is written down": (Put,),
    "no norm lets anybody act": (May, Must),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_follower_that_overlooks_something_is_found(fault: str) -> None:
    """Acts and waits of the same games, followed by rules from which something was left out."""
    game, (_, after) = RULES.game, played()
    words = msgspec.structs.replace(game.vocabulary, acts=without(game.vocabulary.acts, FAULTS[fault]))
    norms = tuple(n for n in game.norms if not isinstance(n.claim, FAULTS[fault]))
    blind = Follow(Facts(msgspec.structs.replace(game, vocabulary=words, norms=norms), SORT, FOLLOWED, ZONES))
    blind.facts.watched = whole().facts.watched
    acts = {a: ends for a, ends in after.items() if isinstance(a.effect, Event | Await)}
    assert missed(whole(), acts) == []
    assert missed(blind, acts)
