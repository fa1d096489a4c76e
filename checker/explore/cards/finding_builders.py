"""Findings made from open points: what they say, where it stands, and the scene that shows it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.explore.cards.search_job import DecidingPoint
from checker.explore.cards.whole_search import SearchOutcome, found
from checker.kernel.game import Declaration, Game
from checker.kernel.norm import Leaves, Norm
from checker.kernel.source import Place
from checker.kernel.term import Kind, Point
from checker.kernel.trees.paraphrase import generally
from checker.kernel.verdict import Extent, Finding
from checker.kernel.vocabulary import Fact
from checker.norms.evaluate import plain
from checker.session.context import Work
from checker.verdicts.point_wording import declaration

SEVERITY = {Kind.CONTRADICTORY: "error", Kind.AMBIGUOUS: "warning", Kind.ORDER: "warning", Kind.SILENT: "warning"}

ONESELF = "whether a player may choose themselves"
OF_ONESELF = "no clause says whether a player who chooses a player may choose themselves"


def searched(work: Work) -> SearchOutcome:
    """The one search of the game that several analyses read."""
    return work.shared("search", found)


def referent(game: Game, point: Point) -> Fact | None:
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


def of_clauses(
    game: Game,
    kind: tuple[str, str],
    severity: str,
    message: str,
    clauses: tuple[str, ...],
    *,
    cards: tuple[str, ...] = (),
    at: tuple[Place, ...] | None = None,
    lines: Iterable[str] = (),
    extent: Extent = Extent.EXHAUSTED,
    naming: Declaration | None = None,
    point: str = "",
    fingerprint: str = "",
    settle: str = "",
    assumed: bool = False,
    unshown: str = "",
    substance: str = "",
    cause: str = "",
) -> Finding:
    """The finding of the code and name about clauses and cards: where these stand, or `at` other places; a declared one is
    a note."""
    return Finding(
        *kind,
        "note" if naming else severity,
        message,
        clauses,
        cards,
        places(game, clauses, cards) if at is None else at,
        "\n".join(lines),
        extent,
        assumed,
        naming.id if naming else point,
        fingerprint,
        settle,
        unshown,
        substance,
        cause,
    )


def lacking(game: Game, said: str) -> str:
    """The card whose own text leaves open what is said, as the cause that it is; nothing if no such card is named."""
    listed = (c.title for c in game.cards if c.unstated or c.unsure)
    named = [t for t in listed if re.search(rf"(?<!\w){re.escape(t)}(?!\w)", said)]
    return of_card(max(named, key=len)) if named else ""


def of_card(title: str) -> str:
    """That the card's own text leaves something open, as a cause."""
    return f"the text of `{title}` does not say all that it has to"


def valueless(game: Game, norm: Norm) -> str:
    """That nothing states the value which the norm leaves open, as a cause; the card's, if the card's text leaves it."""
    assert isinstance(norm.claim, Leaves)
    phrase = next((f.phrase for f in game.vocabulary.facts if f.name == norm.claim.term.fact), norm.claim.term.fact)
    return lacking(game, norm.speaker) or f"no clause states `{generally(game.vocabulary, plain(phrase))}`"


def cause(game: Game, point: Point, card: str = "") -> str:
    """What a silent point met when the card is played shares with others: a card's text, or a value not stated."""
    if point.kind is not Kind.SILENT:
        return ""
    left = next((n for n in game.norms if point.id == f"value of {n.id}" and isinstance(n.claim, Leaves)), None)
    if left is not None:
        return valueless(game, left)
    if point.id == ONESELF:
        return OF_ONESELF
    return lacking(game, point.id) or ("" if point.clauses else lacking(game, card))


def finding(work: Work, met: DecidingPoint, code: str, name: str, message: str, settle: str) -> Finding:
    """The finding that an open point met in play gives; a declared one is a note."""
    game = work.bench.rules.game
    naming = declaration(game, met.point, met.key)
    cards = met.also or met.cards
    clauses = met.point.clauses or _clauses(game, met)
    return of_clauses(
        game,
        (code, name),
        SEVERITY[met.point.kind],
        message,
        clauses,
        cards=cards,
        at=places(game, clauses, () if clauses else cards),
        lines=met.lines,
        naming=naming,
        fingerprint="/".join((_place(met), met.cause.act)),
        settle=settle,
        assumed=met.assumed,
        cause=cause(game, met.point, met.cause.card),
    )


def _place(met: DecidingPoint) -> str:
    """What the point is about in the rules: the clauses that disagree, or else its name, which has no seats."""
    clauses = met.point.clauses
    return "/".join(clauses) if len(clauses) > 1 and met.point.key[1] == "conflict" else met.key


def _clauses(game: Game, met: DecidingPoint) -> tuple[str, ...]:
    own = next((c.clauses for c in game.cards if c.title == met.cause.card), ())
    return tuple(own)
