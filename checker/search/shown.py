"""Findings made from open points: what they say, where it stands, and the scene that shows it."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any

from checker.kernel.game import Declaration, Game
from checker.kernel.point import Kind
from checker.kernel.source import Place
from checker.kernel.verdict import Extent, Finding
from checker.kernel.vocabulary import Fact
from checker.norms.context import plain
from checker.search.bench import Work
from checker.search.met import Found, found
from checker.search.pairs import Met

SEVERITY = {Kind.CONTRADICTORY: "error", Kind.AMBIGUOUS: "warning", Kind.ORDER: "warning", Kind.SILENT: "warning"}


def searched(work: Work) -> Found:
    """The one search of the game that several analyses read."""
    return work.shared("search", found)


def declared(game: Game, point: Any, key: str = "") -> Declaration | None:
    """The declaration that names the point, by its id or by its clauses joined by `/`."""
    names = (point.id, key or point.id, "/".join(point.clauses) or point.id)
    return next((d for d in game.declarations if any(d.point == n or fnmatchcase(n, d.point) for n in names)), None)


def referent(game: Game, point: Any) -> Fact | None:
    """The definite phrase (it stands for a player or a thing) that the point leaves open, if it leaves one."""
    if "conflict" not in point.key:
        return None
    about = point.id.partition(": ")[2]
    facts = (f for f in game.vocabulary.facts if f.result not in ("condition", "number"))
    return next((f for f in facts if plain(f.phrase) == about), None)


def places(game: Game, clauses: Iterable[str], cards: Iterable[str] = ()) -> tuple[Place, ...]:
    """Where the clauses stand, then where the cards stand."""
    listed = {c.id: c.place for c in game.clauses}
    decks = {c.title: c.place for c in game.cards}
    found = (*(listed.get(c) for c in clauses), *(decks.get(c) for c in cards))
    return tuple(p for p in found if p is not None)


def scene(met: Met) -> str:
    """The text of the scene that shows the point."""
    return "\n".join(met.lines)


def finding(work: Work, met: Met, code: str, name: str, message: str, settle: str) -> Finding:
    """The finding that an open point met in play gives; a declared one is a note."""
    game = work.bench.rules.game
    naming = declared(game, met.point, met.key)
    cards = met.also or met.cards
    clauses = met.point.clauses or _clauses(game, met)
    return Finding(
        code,
        name,
        "note" if naming else SEVERITY[met.point.kind],
        message,
        clauses,
        cards,
        places(game, clauses, () if clauses else cards),
        scene(met),
        Extent.EXHAUSTED,
        met.assumed,
        naming.id if naming else "",
        "/".join((_place(met), met.cause.act)),
        settle,
    )


def _place(met: Met) -> str:
    """What the point is about in the rules: the clauses that disagree, or else its name, which has no seats."""
    clauses = met.point.clauses
    return "/".join(clauses) if len(clauses) > 1 and met.point.key[1] == "conflict" else met.key


def _clauses(game: Game, met: Met) -> tuple[str, ...]:
    own = next((c.clauses for c in game.cards if c.title == met.cause.card), ())
    return tuple(own)


__all__ = ["declared", "finding", "places", "referent", "scene", "searched"]
