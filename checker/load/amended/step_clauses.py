"""Steps that an amendment brings and that cite no clause: each is cited as a clause of its own."""

from __future__ import annotations

from itertools import chain

from msgspec import structs

from checker.kernel.game import Amended, Clause, Game, Procedure, Step


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
