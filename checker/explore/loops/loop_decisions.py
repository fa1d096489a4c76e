"""What is known of a loop of play, in words: who decides what in it and could do otherwise, and what is taken for granted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from checker.explore.loops.confirmed import Twice
from checker.explore.loops.lasso import Lasso
from checker.explore.loops.loop_causes import through
from checker.explore.loops.traced_play import TakenWay
from checker.explore.situations import SEATS
from checker.kernel.term import Value
from checker.kernel.trees.paraphrase import in_words
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench
from checker.simulate.games import Players

MOST_NAMED = 4
"""So many other things at most are named that somebody could do."""


def known_of(bench: Bench, lasso: Lasso, make: Callable[[Rulebook], Players]) -> dict[str, Any]:
    """What is known of the loop, by the names that `Looped` has for it."""
    known = lasso.known
    if not isinstance(known, Twice):
        return {"doubt": known.why, "read": known.read}
    found: dict[str, object] = {"readings": known.readings}
    if not any(t.what or t.others for t in known.taken):
        return found | {"nobody": True, "alone": through(make, lasso, known.clauses)}
    done = {t.text for t in known.taken}
    if lasso.forced and all(other in done for t in known.taken for _, other in t.others):
        return found
    return found | {"decided": tuple(dict.fromkeys(_decided(bench, t) for t in known.taken if t.others))}


def _decided(bench: Bench, taken: TakenWay) -> str:
    """Who decides there, on what, and what else could be done."""
    done = _said(bench, taken.text)
    if taken.chance:
        return f"it falls on {done}, and could on {_listed(_said(bench, text) for _, text in taken.others)}"
    otherwise: dict[str, dict[str, None]] = {}
    for who, text in taken.others:
        name = _name(who if who is not None else taken.who)
        other = "do nothing" if text == "nobody acts" else _said(bench, text)
        otherwise.setdefault(name, {})[f"{other} otherwise" if other == done else other] = None
    could = " and ".join(f"{who} can {_listed(iter(others))}" for who, others in otherwise.items())
    return f"where {_name(taken.who) if taken.who is not None else 'nobody'} {_does(taken, done)}, {could}"


def _does(taken: TakenWay, done: str) -> str:
    if taken.what:
        return f"does {done}"
    return f"chooses {done}" if taken.who is not None else "acts"


def _listed(names: Iterator[str]) -> str:
    found = [*dict.fromkeys(names)]
    more = f" and {len(found) - MOST_NAMED} others" * (len(found) > MOST_NAMED)
    return f"{', '.join(found[:MOST_NAMED])}{more}"


def _name(who: Value) -> str:
    return SEATS[who] if isinstance(who, int) else "somebody"


def _said(bench: Bench, text: str) -> str:
    return f"`{in_words(bench.rules.game.vocabulary, text)}`" if text in bench.rules.acts else text
