"""Measures written down: the document that a certificate is, with the programs that it speaks of."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any

from checker.smt.ranking import Ranked, Written
from checker.smt.ranking_deeds import Adds, Deed, Goes, Leaves, Sets, Swaps
from checker.smt.ranking_program import Program, calls
from checker.smt.ranking_state import Edge

SCHEMA = "hexcheck/certificate/2"
RESTS_ON = (
    "acts happen only where what they need holds, with things that are there; sampled",
    "functions that say where cards lie say so by where they lie; sampled",
    "what is said to be there before a change is there; followed through the effect trees by the finder, and sampled",
    "where play is said never to go it does not; its condition is the opposite of what is known, or excluded by Z3",
)
"""What a certificate takes for granted, each with how far that is known."""


def written(one: Ranked) -> dict[str, Any]:
    """The certificate of one loop by itself, and what is left of it that no measure lowers, as plain values for JSON."""
    contexts: list[dict[str, Any]] = []
    levels: list[dict[str, Any]] = []
    for number, walk in enumerate(one.walks if one.ends else ()):
        measure = {"measure": dict(one.levels[number].measure)} if number < len(one.levels) else {}
        reached = _reached(walk)
        levels.append({**measure, "context": len(contexts)})
        numbers = {key: len(contexts) + n for n, key in enumerate(reached, 1)}
        listed = [(one.loop.where, walk.program), *((key[0], walk.calls[key]) for key in reached)]
        contexts += [{"of": of, "does": _plain(program, numbers)} for of, program in listed]
    left = [{"where": e.where, "what": e.what, "moves": [c for c, _ in e.delta]} for e in one.left]
    loop = {"where": one.loop.where, "site": one.loop.site, "levels": levels, "cards": sorted(one.cards), "left": left}
    return merged({"contexts": contexts, "loops": [loop]})


def document(game: str, loops: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The certificate of the loops, as plain values for JSON."""
    contexts: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []
    for one in loops:
        further = partial(operator.add, len(contexts))
        found += [_again(loop, further) for loop in one["loops"]]
        contexts += [_again(each, further) for each in one["contexts"]]
    both = merged({"contexts": contexts, "loops": found})
    return {"schema": SCHEMA, "game": game, "rests_on": list(RESTS_ON), **both}


def merged(read: dict[str, Any]) -> dict[str, Any]:
    """The same with contexts that say the same written once."""
    shapes: list[tuple[str, tuple[int, ...]]] = []
    for context in read["contexts"]:
        shape = json.dumps(_again(context, lambda _: 0), sort_keys=True)
        shapes.append((shape, tuple(calls(context["does"]))))
    kinds = _numbered(shape for shape, _ in shapes)
    while True:
        finer = _numbered(
            (kind, tuple(kinds[n] for n in called)) for kind, (_, called) in zip(kinds, shapes, strict=True)
        )
        if max(finer, default=0) == max(kinds, default=0):
            break
        kinds = finer
    firsts = {kind: n for n, kind in reversed(list(enumerate(kinds)))}
    contexts = [_again(read["contexts"][firsts[kind]], kinds.__getitem__) for kind in sorted(firsts)]
    return {**read, "contexts": contexts, "loops": [_again(loop, kinds.__getitem__) for loop in read["loops"]]}


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


def _reached(walk: Written) -> list[Any]:
    found: dict[Any, None] = {}
    waiting = list(calls(walk.program))
    while waiting:
        key = waiting.pop()
        if key not in found:
            found[key] = None
            waiting += calls(walk.calls[key])
    return list(found)


def _plain(program: Program, numbers: dict[Any, int]) -> Program:
    match program:
        case {"changes": edges}:
            return {"changes": [_change(edge) for edge in edges]}
        case {"call": keys}:
            return {"call": [numbers[key] for key in keys]}
        case dict() as parts:
            return {name: _plain(part, numbers) for name, part in parts.items()}
        case [*parts]:
            return [_plain(part, numbers) for part in parts]
        case _:
            return program


def _change(edge: Edge) -> dict[str, Any]:
    return {"what": edge.what, "rises": {c: high for c, (_, high) in edge.delta}, "known": _known(edge.deed)}


def _known(deed: Deed | None) -> dict[str, Any]:
    """What was there before the change, as far as the change itself does not say so."""
    match deed:
        case None:
            return {"already": True}
        case Adds(_, by, least):
            return {"by": by, "least": least}
        case Sets(_, to, least):
            return {"to": to, "least": least}
        case Swaps(up, _, surely):
            return {"to": up.endswith((": yes", ": set")), "surely": surely}
        case Goes(source, _):
            return {"from": None if source is None else source.removeprefix("cards: ")}
        case Leaves(_, surely):
            return {"surely": surely}
        case _:
            return {}
