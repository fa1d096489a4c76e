"""What an amendment brings and leaves unsaid: which one is meant in a text, a doubt of its own, and the clause of a step."""

from __future__ import annotations

from itertools import chain
from typing import Any, TypeVar

import msgspec
from msgspec import structs

from checker.kernel.effect import Pick, Under
from checker.kernel.game import Amended, Card, Clause, Declaration, Game, Procedure, Step
from checker.kernel.norm import Norm
from checker.kernel.source import Place

T = TypeVar("T")


def with_own_picks(game: Game) -> Game:
    """The game in which what amendments leave to nobody is called by its place where no declaration speaks of it.

    One speaks of a text that names one of its clauses there, and of a card that lists one of its slots as unstated.
    """
    known = {d.point: d for d in game.declarations}
    files = {one.place.file for one in game.amended if one.place is not None}
    if not files:
        return game
    titles = {one.name for one in game.amended if one.kind == "card"}
    return msgspec.structs.replace(
        game,
        cards=tuple(_card(c, known) if c.title in titles else c for c in game.cards),
        norms=tuple(_norm(n, known) if _from(n.place, files) else n for n in game.norms),
        procedures=tuple(_procedure(p, known, files) for p in game.procedures),
    )


def _from(place: Place | None, files: set[str]) -> bool:
    return place is not None and place.file in files


def _card(card: Card, known: dict[str, Declaration]) -> Card:
    left = {point: d for point, d in known.items() if not {*d.slots}.intersection(card.unstated)}
    return msgspec.structs.replace(card, text=_own(card.text, f"`{card.title}`", left))


def _norm(norm: Norm, known: dict[str, Declaration]) -> Norm:
    left = {point: d for point, d in known.items() if norm.clause not in d.clauses}
    return msgspec.structs.replace(norm, claim=_own(norm.claim, norm.clause, left))


def _procedure(procedure: Procedure, known: dict[str, Declaration], files: set[str]) -> Procedure:
    def own(step: Step) -> Step:
        left = {point: d for point, d in known.items() if not {*d.clauses}.intersection(step.clauses)}
        name = f"step {step.name} of {procedure.name}"
        return msgspec.structs.replace(step, effect=_own(step.effect, name, left))

    steps = tuple(own(s) if _from(s.place, files) else s for s in procedure.steps)
    return msgspec.structs.replace(procedure, steps=steps)


def _own(tree: T, name: str, known: dict[str, Declaration]) -> T:
    """The tree in which each such point that is known has a name of its own, but where one of its clauses is named."""
    made: Any = tree
    if isinstance(made, Under):
        known = {point: d for point, d in known.items() if not {*d.clauses}.intersection(made.clauses)}
    if isinstance(made, tuple):
        parts_ = tuple(_own(part, name, known) for part in made)
        made = parts_ if any(now is not was for now, was in zip(parts_, made, strict=True)) else made
    if not hasattr(made, "__struct_fields__"):
        same: T = made
        return same
    parts = {field: getattr(made, field) for field in made.__struct_fields__}
    fresh = {field: now for field, was in parts.items() if (now := _own(was, name, known)) is not was}
    if isinstance(made, Pick) and made.slot in known:
        fresh["slot"] = f"{made.slot} for {name}"
    changed: T = msgspec.structs.replace(made, **fresh) if fresh else made
    return changed


def with_step_clauses(game: Game) -> Game:
    """The game in which every step of an amendment cites a clause, if need be one that is called after the step."""
    titles = {a.place.file: a.title for a in game.amended if a.place}
    made = [_cited(procedure, titles) for procedure in game.procedures]
    clauses = tuple(chain.from_iterable(clauses for _, clauses in made))
    if not clauses:
        return game
    return structs.replace(
        game,
        procedures=tuple(procedure for procedure, _ in made),
        clauses=(*game.clauses, *clauses),
        amended=(*game.amended, *(Amended("clause", c.id, c.heading, c.place) for c in clauses)),
    )


def _cited(procedure: Procedure, titles: dict[str, str]) -> tuple[Procedure, list[Clause]]:
    steps: list[Step] = []
    clauses: list[Clause] = []
    for step in procedure.steps:
        title = titles.get(step.place.file) if step.place else None
        if step.clauses or title is None:
            steps.append(step)
            continue
        name = f"step {step.name} of {procedure.name}"
        steps.append(structs.replace(step, clauses=(name,)))
        clauses.append(
            Clause(name, "obligation", title, f"The {name} is taken, as the erratum says.", place=step.place)
        )
    return structs.replace(procedure, steps=tuple(steps)), clauses
