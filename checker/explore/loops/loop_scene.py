"""The scene of a loop of play: its acts told one after the other, each leading where it leads in the loop."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from checker.explore.loops.lasso import Lasso
from checker.explore.loops.reachable_graph import Explored, GraphState, StateEdge
from checker.explore.loops.round_again import come
from checker.explore.loops.state_equivalence import bare
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import SceneState
from checker.explore.situations import AS_IT_STANDS, SEATS, Situation, catalogue, said
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Position
from checker.kernel.term import Value
from checker.kernel.vocabulary import sort_of
from checker.norms.evaluate import Context
from checker.run.phrases import told
from checker.session.context import Bench


def scene_of(bench: Bench, table: SceneDriver, begun: SceneState, lasso: Lasso, found: Explored) -> SceneState | None:
    """The acts told one after the other, each leading where it leads in the loop, or None if they cannot be told."""
    now, begins = begun, sum(bool(way.what) for _, way in lasso.prefix)
    acts = [*_acts((*lasso.prefix, *lasso.cycle))]
    goals: tuple[Position, ...] = ()
    for at, (number, way, chosen) in enumerate(acts):
        goals = _rests(found, now) if at == begins else goals
        there = lasso.places[(chosen or (way,))[-1].to].position
        told_ = (_with_choices(table, t, chosen) for t in _nexts(bench, table, now, lasso.places[number], way))
        back = goals if at == len(acts) - 1 else ()
        after = next((t for t in told_ if _leads(found, t, there) or _comes_back(found, t, back)), None)
        if after is None:
            return None
        now = after
    return table.tell(now, "what happens?")


def _acts(
    ways: tuple[tuple[int, StateEdge], ...],
) -> Iterator[tuple[int, StateEdge, tuple[StateEdge, ...]]]:
    """Each act on the way, with the place where it is done, and what chance and players choose then."""
    at = [n for n, (_, way) in enumerate(ways) if way.what]
    for here, further in pairwise((*at, len(ways))):
        yield *ways[here], tuple(way for _, way in ways[here + 1 : further] if way.chosen)


def _with_choices(table: SceneDriver, now: SceneState, chosen: tuple[StateEdge, ...]) -> SceneState:
    """The scene gone on with what chance and players choose, if it can be told."""
    if not chosen:
        return now
    how = ((f"{SEATS[way.who]} chooses" if isinstance(way.who, int) else "it falls on", way) for way in chosen)
    return table.begin((*now.lines[1:], *(f"{said} {way.chosen}" for said, way in how))) or now


def _rests(found: Explored, told: SceneState) -> tuple[Position, ...]:
    """The places to which play comes in the ways in which the scene can go."""
    reached = (found.carried(b.position) for b in told.judge.branches if not b.illegal)
    return tuple(r for r in reached if r is not None)


def _comes_back(found: Explored, told: SceneState, goals: tuple[Position, ...]) -> bool:
    """In some way in which the scene can go, play comes to one of the places again, whatever is stored that is so anyhow."""
    reached = [bare(found.rules, one) for one in _rests(found, told)] if goals else []
    wanted = [GraphState(bare(found.rules, goal), "", ()) for goal in goals]
    return any(come(found, one, goal) is not None for one in reached for goal in wanted)


def _leads(found: Explored, told: SceneState, goal: Position) -> bool:
    """In some way in which the scene can go, play comes to the place."""
    return any(come(found, r, GraphState(goal, "", ())) is not None for r in _rests(found, told))


def _nexts(
    bench: Bench, table: SceneDriver, now: SceneState, place: GraphState, way: StateEdge
) -> Iterator[SceneState]:
    """The scene gone on with each wording of the act, after an ending of what went before where that is needed."""
    wordings = tuple(_wordings(bench, place.position, way))
    for first in ("", *reversed(catalogue(bench.situations).endings)):
        before = table.tell(now, first) if first else now
        if before is None:
            continue
        told_ = (table.tell(before, line) for line in wordings)
        yield from (after for after in told_ if after is not None and not after.illegal)


def _owned(position: Position, card: tuple[Value, ...]) -> str:
    """The card as that of the player with whom it lies."""
    held = (k[2] for k, v in position.store.items() if k[0] == "zone" and isinstance(v, tuple) and card in v and k[2:])
    seat = next((s for s in held if isinstance(s, int)), None)
    return title_of(card) if seat is None else f"{SEATS[seat]}'s {title_of(card)}"


def _wordings(bench: Bench, position: Position, way: StateEdge) -> Iterator[str]:
    """How the act may be told, the most exact wordings first."""
    act, *args = way.what
    declared = bench.rules.acts[str(act)]
    env = {letter: a for (letter, _), a in zip(declared.params, args, strict=True)}
    context = Context(bench.rules, position.store)
    who = SEATS[way.who] if isinstance(way.who, int) else ""
    listed = catalogue(bench.situations)
    cards = [a for a in args if isinstance(a, tuple)]
    things = [*(str(a) for a in args if isinstance(a, str)), *(_owned(position, c) for c in cards[1:])]
    sorts = [sort_of(bench.rules.game.vocabulary, letter) for letter, _ in declared.params]
    others = [SEATS[a] for a, s in zip(args[1:], sorts[1:], strict=True) if s == "player" and isinstance(a, int)]
    titled = next(iter(named_in(Situation("", 0, listed.plays), [c.title for c in bench.rules.game.cards])), "")
    if cards:
        marks = ("A", "B", titled, "H1")
        for template in sorted(listed.plays, key=len, reverse=True):
            wanted = ("B" in template.split(), "H1" in template.split())
            if wanted == (bool(others), bool(things)):
                yield said(
                    template, who, others[0] if others else "B", title_of(cards[0]), (things or ["H1"])[0], marks
                )
    yield told(context, declared.said, env)
    yield f"{who} does {told(context, declared.phrase, env)}"
    yield from listed.endings


def named_in(scene: Situation, titles: list[str]) -> tuple[str, ...]:
    """The titles in whose places others may stand that the scene names, in the order in which they first stand in it."""
    if scene.name.startswith(AS_IT_STANDS):
        return ()
    words = "\n".join(scene.lines)
    pattern = "|".join(re.escape(t) for t in sorted(titles, key=len, reverse=True))
    return tuple(dict.fromkeys(re.findall(rf"(?<!\w)(?:{pattern})(?!\w)", words))) if titles else ()
