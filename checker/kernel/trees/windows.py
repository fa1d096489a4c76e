"""What others may respond to: the fields that are so of a thing as long as a moment to respond to it lasts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from checker.kernel.effect import Await, Effect, Put
from checker.kernel.game import Game
from checker.kernel.term import Lit
from checker.kernel.trees.walk import of_kind, within
from checker.kernel.vocabulary import ANSWERABLE, sort_of


def window_fields(game: Game) -> frozenset[str]:
    """The fields that mark what may be responded to: those declared to, else those that the rules use so.

    The rules do where a step or an act says it of a thing and then lets players respond, and what follows takes it back.
    """
    words = game.vocabulary
    declared = frozenset(f.name for f in words.fields if f.marks == ANSWERABLE)
    if declared:
        return declared
    bodies = [tuple(s.effect for s in p.steps) for p in game.procedures]
    bodies += [(a.body, a.last) for a in words.acts] + [(c.text,) for c in game.cards]
    of_things = {f.name for f in words.fields if len(f.params) == 1 and sort_of(words, f.params[0]) != "player"}
    return frozenset(chain.from_iterable(map(_bracketed, bodies))) & of_things


def responses(game: Game) -> frozenset[str]:
    """The acts for which players wait at moments to respond alone."""
    moments = list(of_kind((game.procedures, game.vocabulary.acts, game.cards), Await))
    quiet = {a for m in moments if m.lapses and not m.told for a in m.acts}
    return frozenset(quiet).difference(a for m in moments if not m.lapses or m.told for a in m.acts)


def _bracketed(effects: tuple[Effect, ...]) -> Iterator[str]:
    """The conditions that one of the effects puts so before players may respond, and that are put not so behind that."""
    pending: set[str] = set()
    for effect in effects:
        fresh: set[str] = set()
        for part in within(effect):
            match part:
                case Put(field, Lit(True)):
                    fresh.add(field.fact)
                case Put(field, Lit(False | None)):
                    if field.fact in pending:
                        yield field.fact
                    fresh.discard(field.fact)
                case Await(lapses=True, told=False):
                    pending |= fresh
