"""Moments at which clauses demand two acts of one player, of whom play waits for one act only."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from checker.explore.duties.unregulated_acts import starts, waits_at
from checker.explore.scene_driver import SceneDriver
from checker.kernel.effect import Await, Put
from checker.kernel.game_play import Playing
from checker.kernel.term import Instance, Value
from checker.kernel.trees.walk import facts_in, of_kind
from checker.norms.evaluate import Context, by_default
from checker.norms.permissions import Permitted, duties, permission
from checker.norms.rulebook import Rulebook
from checker.run.phrases import told
from checker.run.progress import Waits
from checker.session.context import Bench
from checker.simulate.possible_acts import possible


class Torn(NamedTuple):
    """Two acts that one player has to do at a moment which is over after either, and a scene that asks for both."""

    clauses: tuple[str, ...]
    acts: tuple[str, str]
    lines: tuple[str, ...]


class _Owed(NamedTuple):
    """What a clause demands, and the player of whom it does."""

    clause: str
    act: str
    way: Instance


def torn(bench: Bench) -> tuple[Torn, ...]:
    """For each set of clauses that demand two such acts, the first scene of the catalogue that shows it."""
    found: dict[tuple[str, ...], Torn] = {}
    for situation in starts(bench) if bench.playing is not None else ():
        start = SceneDriver(bench, situation.least).begin(situation.lines)
        waits = waits_at(bench.rules, start.judge.branches[0].position) if start is not None else None
        if start is None or waits is None or bench.playing is None:
            continue
        context, owed = _as_by_default(bench.rules, bench.playing, waits)
        for one, other in combinations(owed, 2):
            if one.act != other.act and one.way[0] == other.way[0]:
                clauses = tuple(sorted((one.clause, other.clause)))
                lines = (*start.lines, *(_asked(context, o) for o in (one, other)))
                found.setdefault(clauses, Torn(clauses, (one.act, other.act), lines))
    return tuple(found[k] for k in sorted(found))


def _as_by_default(rules: Rulebook, playing: Playing, waits: Waits) -> tuple[Context, tuple[_Owed, ...]]:
    """What is owed where play waits, with open points as by default."""
    return by_default(
        rules, waits.position.store, lambda at: (at, tuple(_owed(at, playing, waits.moment, dict(waits.env))))
    )


def _owed(context: Context, playing: Playing, moment: Await, about: dict[str, Value]) -> Iterator[_Owed]:
    """Each duty to an act that ends the moment, with the first permitted way to fulfil it for each player."""
    ending = tuple(a for a in moment.acts if _ends(context.rules, a, moment))
    worth = (*playing.acts(context, moment.moment, ending, about), *possible(context, moment.moment, ending, about))
    for act in ending:
        instances = tuple(dict.fromkeys(tuple(i[1:]) for i in worth if i[0] == act))
        for norm, ways in duties(context, act, instances):
            lawful = [w for w in ways if isinstance(permission(context, act, w), Permitted)]
            for way in {w[0]: w for w in reversed(lawful)}.values():
                yield _Owed(context.rules.norms[norm].clause, act, way)


def _asked(context: Context, owed: _Owed) -> str:
    """The question whether the player must do it."""
    declared = context.rules.acts[owed.act]
    env = {letter: a for (letter, _), a in zip(declared.params, owed.way, strict=True)}
    return f"must {told(context, '{' + declared.params[0][0] + '}', env)} {told(context, declared.phrase, env)}?"


def _ends(rules: Rulebook, name: str, moment: Await) -> bool:
    """What the act does is what the moment waits for."""
    act = rules.acts.get(name)
    return act is not None and any(facts_in(p.field) & facts_in(moment.until) for p in _puts((act.body, act.last)))


def _puts(tree: object) -> list[Put]:
    return list(of_kind(tree, Put))
