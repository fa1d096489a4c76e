"""Measures written down: the document that a certificate is, with the programs that it speaks of."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any, NamedTuple, assert_never

from checker.kernel.term import Lit
from checker.smt.termination.counter_deltas import (
    Adds,
    Comes,
    CounterDelta,
    Goes,
    RoomAbove,
    Sets,
    Swaps,
    ThingLeaves,
    Unclear,
    Varies,
)
from checker.smt.termination.counters import Edge
from checker.smt.termination.find_measures import LoopProgram, Ranked
from checker.smt.termination.program import Program, calls

SCHEMA = "hexcheck/certificate/3"
RESTS_ON = {
    "needs": "acts happen only where what they need holds, with things that are there",
    "places": "functions that say where cards lie say so by where they lie",
    "before": "what is said to be there before a change is there, as the finder followed it through the effect trees",
    "allowed": "what no step waits for is done only where a norm allows it",
    "never": "where play is said never to go it does not: its condition is the opposite of what is known, or excluded by Z3; "
    "what the rules alone show of that is looked at again and not counted",
}
"""What a certificate can take for granted."""


def granted(known: str = "sampled", how: str = "", **more: Any) -> list[dict[str, Any]]:
    """All that a certificate can take for granted, each with how far it is known, and how; `more` is said of what acts need."""
    return [
        {
            "item": item,
            "says": says,
            "known": known,
            **({"how": how} if how else {}),
            **(more if item == "needs" else {}),
        }
        for item, says in RESTS_ON.items()
    ]


class Shapes:
    """What programs look like whatever they call, and what they call: worked out once for each program."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Program, str, tuple[object, ...]]] = {}

    def of(self, program: Program) -> tuple[str, tuple[object, ...]]:
        """The shape of the program, and the calls in it, in order."""
        # Programs are told apart by identity; each is kept, so that no other can take its place.
        if id(program) not in self._known:
            called = tuple(calls(program))
            shape = json.dumps(_plain(program, lambda _: 0), sort_keys=True)
            self._known[id(program)] = (program, shape, called)
        return self._known[id(program)][1:]


class _Context(NamedTuple):
    """A context before equal ones are written once: what it is of, the numbers of what its program calls, words given to it."""

    of: str
    program: Program
    numbers: dict[Any, int]
    given: dict[str, Any]


def written(one: Ranked, shapes: Shapes | None = None) -> dict[str, object]:
    """The certificate of one loop by itself, and what is left of it that no measure lowers, as plain values for JSON."""
    shapes = shapes or Shapes()
    listed: list[_Context] = []
    levels: list[dict[str, Any]] = []
    for number, walk in enumerate(one.walks if one.ends else ()):
        measure = {"measure": dict(one.levels[number].measure)} if number < len(one.levels) else {}
        reached = _reached(walk, shapes)
        levels.append({**measure, "context": len(listed)})
        numbers = {key: len(listed) + n for n, key in enumerate(reached, 1)}
        listed.append(_Context(one.loop.where, walk.program, numbers, {}))
        listed += [_Context(key[0], walk.calls[key], numbers, _given(key)) for key in reached]
    found = [shapes.of(c.program) for c in listed]
    links = [tuple(c.numbers[key] for key in called) for c, (_, called) in zip(listed, found, strict=True)]
    kinds = _kinds([(c.of, str(c.given), shape) for c, (shape, _) in zip(listed, found, strict=True)], links)
    contexts = [
        {"of": c.of, "given": c.given, "does": _plain(c.program, _kind_of(c, kinds))}
        for c in (listed[n] for n in _firsts(kinds))
    ]
    left = [{"where": e.where, "what": e.what, "moves": [c for c, _ in e.delta]} for e in one.left]
    levels = [{**level, "context": kinds[level["context"]]} for level in levels]
    loop = {"where": one.loop.where, "site": one.loop.site, "levels": levels, "cards": sorted(one.cards), "left": left}
    loop |= {"unawaited": list(one.unawaited)} if one.unawaited else {}
    return {"contexts": contexts, "loops": [loop]}


def document(
    game: str, loops: Iterable[dict[str, Any]], rests: list[dict[str, object]] | None = None
) -> dict[str, Any]:
    """The certificate of the loops, as plain values for JSON, which rests on what is listed."""
    contexts: list[dict[str, object]] = []
    found: list[dict[str, Any]] = []
    for one in loops:
        further = partial(operator.add, len(contexts))
        found += [_again(loop, further) for loop in one["loops"]]
        contexts += [_again(each, further) for each in one["contexts"]]
    both = merged({"contexts": contexts, "loops": found})
    return {"schema": SCHEMA, "game": game, "rests_on": granted() if rests is None else rests, **both}


def merged(read: dict[str, Any]) -> dict[str, Any]:
    """The same with contexts that say the same written once."""
    shapes = [json.dumps(_again(context, lambda _: 0), sort_keys=True) for context in read["contexts"]]
    kinds = _kinds(shapes, [tuple(calls(context["does"])) for context in read["contexts"]])
    contexts = [_again(read["contexts"][n], kinds.__getitem__) for n in _firsts(kinds)]
    return {**read, "contexts": contexts, "loops": [_again(loop, kinds.__getitem__) for loop in read["loops"]]}


def _given(key: Any) -> dict[str, Any]:
    """The words that are given to an act, by its parameters."""
    words = {name: value.value for name, value in key[1] if isinstance(value, Lit) and value.value is not None}
    return words if key[0].startswith("act ") else {}


def _kinds(shapes: Iterable[Hashable], links: list[tuple[int, ...]]) -> list[int]:
    """For each context a number, the same for those of equal shapes that call the same; from 0 on as they come."""
    kinds = _numbered(shapes)
    while True:
        finer = _numbered((kind, tuple(kinds[n] for n in called)) for kind, called in zip(kinds, links, strict=True))
        if max(finer, default=0) == max(kinds, default=0):
            return finer
        kinds = finer


def _firsts(kinds: list[int]) -> list[int]:
    """The first context of each kind, in the order of the kinds."""
    firsts = {kind: n for n, kind in reversed(list(enumerate(kinds)))}
    return [firsts[kind] for kind in sorted(firsts)]


def _numbered(listed: Iterable[Hashable]) -> list[int]:
    """Numbers from 0 on, the same for what is the same."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(one, len(numbers)) for one in listed]


def _again(tree: Any, number: Callable[[int], int]) -> Any:
    """The tree with other numbers of contexts."""
    match tree:
        case {"call": called}:
            return {"call": [number(n) for n in called]}
        case {"context": int(n), **rest}:
            return {**{k: _again(v, number) for k, v in rest.items()}, "context": number(n)}
        case {"changes": _} | {"never": _}:
            return tree
        case dict():
            return {k: _again(v, number) for k, v in tree.items()}
        case list():
            return [_again(part, number) for part in tree]
        case _:
            return tree


def _reached(walk: LoopProgram, shapes: Shapes) -> list[Any]:
    found: dict[object, None] = {}
    waiting = list(shapes.of(walk.program)[1])
    while waiting:
        key = waiting.pop()
        if key not in found:
            found[key] = None
            waiting += shapes.of(walk.calls[key])[1]
    return list(found)


def _plain(program: Program, number: Callable[[object], int]) -> Program:
    """The program as plain values, with numbers for what is called."""
    match program:
        case {"changes": edges}:
            return {"changes": [_change(edge) for edge in edges]}
        case {"call": keys}:
            return {"call": [number(key) for key in keys]}
        case dict() as parts:
            return {name: _plain(part, number) for name, part in parts.items()}
        case [*parts]:
            return [_plain(part, number) for part in parts]
        case _:
            return program


def _kind_of(context: _Context, kinds: list[int]) -> Callable[[object], int]:
    return lambda key: kinds[context.numbers[key]]


def _change(edge: Edge) -> dict[str, object]:
    return {"what": edge.what, "rises": {c: high for c, (_, high) in edge.delta}, "known": _known(edge.deed)}


def _most(room: RoomAbove | None) -> dict[str, object]:
    """What the number is at most, if that is known."""
    return {} if room is None or room.most is None else {"most": room.most}


def _known(deed: CounterDelta | None) -> dict[str, object]:
    """What was there before the change, as far as the change itself does not say so."""
    match deed:
        case None:
            return {"already": True}
        case Adds(_, by, least, room):
            return {"by": by, "least": least, **_most(room)}
        case Sets(_, to, least, room):
            return {"to": to, "least": least, **_most(room)}
        case Swaps(up, _, surely):
            return {"to": up.endswith((": yes", ": set")), "surely": surely}
        case Goes(source, _):
            return {"from": None if source is None else source.removeprefix("cards: ")}
        case ThingLeaves(_, surely):
            return {"surely": surely}
        case Varies() | Comes() | Unclear():
            return {}
        case _:
            assert_never(deed)
