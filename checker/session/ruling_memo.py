"""What rulings come to, kept from one run to the next: one is asked again only if something it read is different."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from checker.kernel.game import Game, Procedure
from checker.kernel.scene import Scene
from checker.kernel.source import InputError
from checker.session.context import Bench
from checker.session.persistent_memo import TracedResult, WantedResult, common, relevance, traced, traced_so_far
from checker.session.rule_dependencies import ANYTHING, Relevance
from checker.store.fingerprint import Shelf, named
from checker.verdicts.ruling_check import RuledScene

TracedRuling: TypeAlias = TracedResult[RuledScene]


def rulings_told(
    bench: Bench,
    shelf: Shelf | None,
    scenes: Sequence[Scene],
    spread: Callable[[list[Scene]], Iterable[TracedRuling]],
) -> list[TracedRuling | None]:
    """What each ruling comes to; `spread` asks them one after the other, and may end before the last."""
    known = relevance(bench)
    laws = dict[tuple[str, ...], str]()
    parts = [_part(bench, known, scene, laws) for scene in scenes]
    name = bench.rules.game.name
    return traced_so_far(
        shelf, "rulings", name, known, RuledScene, parts, lambda missing: spread([scenes[at] for at in missing])
    )


def carried_out(bench: Bench, scene: Scene) -> TracedRuling:
    """What the ruling comes to, and what was looked up for that; if it is refused, it is not known what was."""
    ruled, read, _ = traced(bench, lambda: bench.ruled(scene, common(bench).norms))
    looked = read | ruled.looked
    return TracedResult(ruled.scene, looked if ruled.scene.refused is None else looked | {ANYTHING}, ruled.titles)


def _part(bench: Bench, known: Relevance, scene: Scene, laws: dict[tuple[str, ...], str]) -> WantedResult:
    """What a ruling depends on besides what is looked up for it; with laws of its own also on all that they speak of,
    which is looked through once for the same laws."""
    key = (*scene.amendments, scene.place.file)
    if key not in laws:
        laws[key] = named(laws_of(bench, known, scene)) if scene.amendments else ""
    kinds = frozenset(k for card in scene.cards for k in (*card.kinds, *card.unsure))
    return WantedResult(
        named(scene.content or scene, laws[key]), known.titles_in(tuple(i.raw.text for i in scene.items)), kinds
    )


def laws_of(bench: Bench, known: Relevance, scene: Scene) -> object:
    """What the laws and variants of the scene say, with what there is in the rules of all that they speak of."""
    try:
        said = bench.laws(scene)
    except InputError:
        return bench.rules.game
    return said, _spoken_of(bench.rules.game, known, said.casefold())


def _spoken_of(game: Game, known: Relevance, said: str) -> object:
    """What there is in the rules of all that the text speaks of by its name."""
    return (
        [(n.id, n.clause, n.outranks, n.reading) for n in game.norms if n.clause.casefold() in said],
        sorted(known.titles_in((said,))),
        [c.id for c in game.clauses if c.id.casefold() in said],
        [(p.name, [s.name for s in p.steps]) for p in game.procedures if any(w in said for w in _words(p))],
    )


def _words(procedure: Procedure) -> Iterator[str]:
    """The names of the procedure and of its steps."""
    yield procedure.name.casefold()
    yield from (step.name.casefold() for step in procedure.steps)
