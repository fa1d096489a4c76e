"""A card or clause leaves empty what somebody must fill: who, which, where, how much.

What it finds: every effect has slots by its nature: who chooses, from what, oneself included or not, where to,
which of several, how much, who gains, how long, the category, ties, an empty domain, an empty supply, bounds,
order, what if the round ends. A card or clause states a slot, or leaves it unstated and says so (`unstated` on
a card, `is unstated` in a norm), or the effect's own text shows that nobody fills it: what is left unstated and
what is not filled is reported, each slot by itself. Ties are looked for by `unclear-referent`, order by
`order-dependence`. A number that falls below 0 in play, which goes on then, is told with a scene; it is not where whole
games were looked at to their end and it never does.

Why it matters: everybody fills the slot in their own way.

Example: a card takes something from a player, and does not say who names the player.

How to settle it: fill the slot in the card's text, and take it off the card's `unstated` line; or say in open.norm
(`slots`) that it belongs to a doubt that is known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial

from checker.explore.cards.finding_builders import OF_ONESELF, lacking, of_card, of_clauses, places, valueless
from checker.explore.duties.far_deadlocks import run_out
from checker.explore.situations import AS_IT_STANDS, catalogue
from checker.explore.whole_games import whole_games
from checker.kernel.effect import Add, If, Nothing
from checker.kernel.game import Card, Declaration, Game
from checker.kernel.norm import Counts, Gives, Leaves, Norm
from checker.kernel.source import Place
from checker.kernel.term import Arith, Call, Compare, Lit, Var, Yes
from checker.kernel.trees.brought_acts import acts_of_scenes, procedures_of_scenes
from checker.kernel.trees.clause_uses import cited
from checker.kernel.trees.paraphrase import generally, in_words
from checker.kernel.trees.slots import KINDS, Slot, asked_before, slots, stopping
from checker.kernel.trees.walk import of_kind
from checker.kernel.verdict import Extent, Finding
from checker.norms.evaluate import plain
from checker.norms.rulebook import Rulebook
from checker.session.context import Scope, Work

CODE = "HX303"
NAME = "unfilled-slot"
SETTLE = "fill the slot in the card's text or in a clause"
OWN_WORDS = ("which of several", "what happens")
"""Kinds of slot that a card's `unstated` line tells in words of its own."""
ACT = "the act `"
BOOKKEEPING = ("bounds",)
"""Kinds of slot that a step of procedure has only by the way in which it is written down."""


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each slot that a card, clause, act or step leaves empty."""
    rules = work.bench.rules
    game = rules.game
    found = [f for card in game.cards for f in _card(game, card)]
    found += [_value(game, n) for n in game.norms if isinstance(n.claim, Leaves) and not _stated(rules, n, n.claim)]
    dry, *below = _run_out(work)
    fallen = {name: lines for name, *lines in below}
    empty = list(_effects(game, _of_scenes(work)))
    known = {stopping(game, name) for name in (*fallen, *_spared(work, [asks for asks, _ in empty]))}
    found += [one for asks, one in empty if asks not in known]
    found += [_below(game, name, tuple(lines)) for name, lines in fallen.items()]
    found += _dry(work, dry)
    done = {f.fingerprint: f for f in reversed(found)}
    steps = sum(len(p.steps) for p in game.procedures)
    scope = f"{len(game.cards)} cards, {len(game.norms)} norms, {len(game.vocabulary.acts)} acts, {steps} steps"
    return list(reversed(done.values())), Scope(NAME, Extent.EXHAUSTED, f"{len(KINDS)} kinds of slot in {scope}")


def _run_out(work: Work) -> tuple[tuple[str, ...], ...]:
    """The scene in which a pile runs out; then the numbers that fall below 0 in the course of play, of those that are compared
    with a plain number, with scenes."""
    game = work.bench.rules.game
    texts = (game.procedures, game.norms, [(a.body, a.last, a.needs) for a in game.vocabulary.acts])
    trees = (*texts, [c.text for c in game.cards], [f.definition for f in game.vocabulary.facts])
    asked = {c.left.fact for c in of_kind(trees, Compare) if isinstance(c.left, Call) and isinstance(c.right, Lit)}
    down = {a.field.fact for a in of_kind(trees, Add) if isinstance(a.amount, Arith) and a.amount.op == "minus"}
    fields = tuple(sorted(asked & down))
    make = partial(work.spread, "run out", partial(run_out, fields=fields), [None])
    return work.kept("run out", (game, work.bench.situations), tuple[tuple[str, ...], ...], lambda: make()[0])


def _spared(work: Work, asks: Collection[str]) -> frozenset[str]:
    """The numbers asked for that do not fall below 0 in whole games, where these were looked at to their end."""
    game = work.bench.rules.game
    numbers = {f.name for f in game.vocabulary.fields if f.result == "number" and stopping(game, f.name) in asks}
    small = any(s.name.startswith(AS_IT_STANDS) for s in catalogue(work.bench.situations).endless)
    out = whole_games(work) if numbers and small else ()
    whole = bool(out) and all(one.complete for one in out)
    return frozenset(numbers.difference(*(one.below for one in out))) if whole else frozenset()


def _below(game: Game, name: str, lines: tuple[str, ...]) -> Finding:
    asks = stopping(game, name)
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"no clause says {asks}: it is less than 0 after `{lines[-1]}`",
        (),
        lines=(*lines, "what happens?"),
        fingerprint=f"below 0/{name}",
        settle="say where it stops, or allow it only where there is enough",
    )


def _dry(work: Work, lines: tuple[str, ...]) -> Iterator[Finding]:
    """That a pile runs out in the course of play, as in the scene, and somebody draws from it all the same."""
    if lines:
        said = f"no clause says what happens where there is nothing left to draw, as after `{lines[-1]}`"
        yield of_clauses(
            work.bench.rules.game,
            (CODE, NAME),
            "warning",
            said,
            (),
            lines=(*lines, "what happens?"),
            fingerprint="nothing left to draw",
            settle="say what is done where nothing is left, or ask for it first",
        )


def _card(game: Game, card: Card) -> Iterator[Finding]:
    """What the card leaves unstated in words of its own, its category, and what its text shows to be empty."""
    listed = [(asks, "how it works") for asks in card.unstated]
    listed += [(f"whether it is {kind}", "category") for kind in card.unsure]
    for slot in slots(game, card.text):
        if not slot.filled and slot.kind != "empty supply" and not (card.unstated and slot.kind in OWN_WORDS):
            listed.append((slot.asks, slot.kind))
    for asks, kind in dict.fromkeys(listed):
        said = f"`{card.title}` does not say {asks}" if kind == "how it works" else _said(f"`{card.title}`", asks, kind)
        assumed = card.copies_source == "assumed"
        yield _finding(
            game, said, card.clauses, (card.title,), (), f"{card.title}/{asks}", asks, assumed, of_card(card.title)
        )


def _stated(rules: Rulebook, leaving: Norm, left: Leaves) -> bool:
    """A norm that it does not outrank states in every position what it leaves open."""
    for norm in rules.game.norms:
        match norm.claim:
            case Gives(call) | Counts(call):
                same = call.fact == left.term.fact and isinstance(norm.cond, Yes) and not norm.reading
                fits = (isinstance(a, Var) or a == b for a, b in zip(call.args, left.term.args, strict=False))
                if same and all(fits) and not rules.outranks(leaving.id, norm.id):
                    return True
            case _:  # no other claim fills a slot
                continue
    return False


def _value(game: Game, norm: Norm) -> Finding:
    assert isinstance(norm.claim, Leaves)
    fact = next((f for f in game.vocabulary.facts if f.name == norm.claim.term.fact), None)
    asks = plain(fact.phrase) if fact else norm.claim.term.fact
    said = f"{norm.clause} needs a value that no clause states: `{generally(game.vocabulary, asks)}`"
    key = f"{norm.clause}/{norm.claim.term.fact}"
    return _finding(
        game, said, (norm.clause,), (), (norm.place,) if norm.place else (), key, asks, cause=valueless(game, norm)
    )


def _shared(game: Game, slot: Slot) -> str:
    """What an empty slot of a clause, act or step shares with other findings."""
    return OF_ONESELF if slot.kind == "oneself included" else lacking(game, slot.asks)


def _of_scenes(work: Work) -> frozenset[str]:
    """The acts and procedures by which only scenes leave out what players do or say: no rules of the game."""
    game, playing = work.bench.rules.game, work.bench.playing
    acts = acts_of_scenes(game)
    return acts | procedures_of_scenes(game, acts) | (playing.untold if playing is not None else frozenset())


def _effects(game: Game, of_scenes: frozenset[str]) -> Iterator[tuple[str, Finding]]:
    """What is asked by empty slots of norms, acts and steps; a supply that may be empty is told once for all that draw on it.

    A slot of a step is told once, also where procedures for other occasions have a step of that name with the same slot.
    """
    told: set[tuple[str, str]] = set()
    empty: dict[str, list[tuple[str, tuple[str, ...], tuple[str, ...]]]] = {}
    for key, name, tree, clauses, cards, place in _owners(game, of_scenes):
        before = asked_before(game, key.removeprefix(ACT).removesuffix("`")) if key.startswith(ACT) else ()
        for slot in slots(game, tree, before):
            if slot.filled or (slot.kind in BOOKKEEPING and key.startswith("step ")):
                continue
            if slot.kind == "empty supply":
                empty.setdefault(slot.asks, []).append((name, clauses, cards))
            elif not cards and (at := (key.partition(" of ")[0], _asks(name, slot.asks))) not in told:
                told |= {at} if key.startswith("step ") else set()
                said = _said(name, slot.asks, slot.kind)
                shared = _shared(game, slot)
                key_, asks = f"{key}/{slot.asks}", slot.asks
                yield asks, _finding(game, said, clauses, (), place, key_, asks, cause=shared)
    for asks, owners in empty.items():
        names = ", ".join(n for n, _, _ in owners)
        drawn = tuple(dict.fromkeys(c for _, _, cards in owners for c in cards))
        by = tuple(dict.fromkeys(c for _, clauses, _ in owners for c in clauses))
        yield asks, _finding(game, f"no clause says {asks}, for {names}", by, drawn, (), asks, asks)


def _owners(
    game: Game, of_scenes: frozenset[str]
) -> Iterator[tuple[str, str, object, tuple[str, ...], tuple[str, ...], tuple[Place, ...]]]:
    """Everything that has an effect: its key, its name in words, the effect, its clauses, the card it is on, its place."""
    for card in game.cards:
        yield card.title, f"`{card.title}`", card.text, card.clauses, (card.title,), ()
    for norm in game.norms:
        effect = If(norm.cond, getattr(norm.claim, "effect", Nothing()))
        yield norm.clause, norm.clause, effect, (norm.clause,), (), (norm.place,) if norm.place else ()
    for act in (a for a in game.vocabulary.acts if a.name not in of_scenes):
        name = f"the act `{in_words(game.vocabulary, act.name)}`"
        yield f"{ACT}{act.name}`", name, (act.body, act.last), (*cited(act.body), *cited(act.last)), (), ()
    for one in (p for p in game.procedures if p.name not in of_scenes):
        for step in one.steps:
            clauses = tuple(dict.fromkeys((*step.clauses, *cited(step.effect))))
            name = f"step {step.name} of {one.name}"
            yield name, name, step.effect, clauses, (), (step.place,) if step.place else ()


def _said(name: str, asks: str, kind: str) -> str:
    return f"{name} does not say {_asks(name, asks)} ({kind}: {KINDS[kind]})"


def _asks(name: str, asks: str) -> str:
    """What is asked, without the name of what asks it."""
    return asks.removesuffix(f" for {name}")


def _finding(
    game: Game,
    said: str,
    clauses: tuple[str, ...],
    cards: tuple[str, ...],
    place: tuple[Place, ...],
    key: str,
    asks: str,
    assumed: bool = False,
    cause: str = "",
) -> Finding:
    naming = _declared(game, asks, clauses if not cards else ())
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        said,
        clauses,
        cards=cards,
        at=place or places(game, () if cards else clauses, cards),
        naming=naming,
        assumed=assumed,
        fingerprint=key,
        settle=SETTLE,
        cause=cause,
    )


def _declared(game: Game, asks: str, clauses: Iterable[str]) -> Declaration | None:
    """The declaration that covers the slot: by its words, as a point of that name, or by the clause."""
    listed = set(clauses)
    by_name = (d for d in game.declarations if asks == d.point or asks in d.slots)
    by_clause = (d for d in game.declarations if d.point.startswith(("value of", "rest of")) and listed & {*d.clauses})
    return next(by_name, None) or next(by_clause, None)
