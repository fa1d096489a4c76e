"""What no sentence by itself can get wrong: lines of an unknown kind, and procedures that are nowhere."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import Any

from checker.kernel.effect import Leave, Run
from checker.kernel.game import Game
from checker.kernel.source import Place, Problem
from checker.read import meant
from checker.read.amending import GONE
from checker.read.files import Entry

_CARD = (
    "kinds",
    "unsure",
    "text",
    "norm",
    "by",
    "clauses",
    "copies",
    "assumed",
    "unstated",
    "over",
    "settles",
)
KEYS: dict[str, tuple[str, ...]] = {
    "clause": ("says", "informal", "norm", "count", "apart", "for", "over"),
    "card": _CARD,
    "stand-in": _CARD,
    "procedure": ("step", "unordered"),
    "open": ("point", "reason", "default", "clauses", "slots", "settle"),
    "fact": ("means", "by", "is"),
    "act": ("does", "last", "needs", "lacking", "told"),
}


def unknown_lines(entries: Iterable[Entry]) -> Iterator[Problem]:
    """One problem for each line whose first word means nothing in its entry, or whose number is none."""
    for entry in entries:
        keys = KEYS.get(entry.head.key)
        for line in entry.lines if keys is not None else ():
            assert keys is not None
            if line.key not in (*keys, GONE) and not line.key.startswith("norm["):
                close = difflib.get_close_matches(line.key, keys, n=1, cutoff=0.5)
                hint = meant.for_line(line.key) or (
                    f"did you mean `{close[0]}`?"
                    if close
                    else "these may stand here: " + ", ".join(f"`{k}`" for k in keys)
                )
                column = len(line.whole) - len(line.whole.lstrip()) + 1
                place = Place(line.place.file, line.place.line, column)
                yield Problem(place, f"`{line.key}` is no line of a {entry.head.key}", line.whole, hint)
            elif line.key == "copies" and not line.rest.split(" ")[0].isdigit():
                yield Problem(line.place, "expected `copies NUMBER SOURCE`", line.whole)


def unknown_procedures(game: Game) -> Iterator[Problem]:
    """One problem for each place that names a procedure which the game does not have."""
    known = {p.name for p in game.procedures}
    trees: list[tuple[Any, Place | None]] = [(s.effect, s.place) for p in game.procedures for s in p.steps]
    trees += [(c.text, c.place) for c in game.cards]
    trees += [(n.claim, n.place) for n in game.norms]
    trees += [((a.body, a.last), None) for a in game.vocabulary.acts]
    for tree, place in trees:
        for name in _procedures(tree):
            if name not in known:
                close = difflib.get_close_matches(name, known, n=2, cutoff=0.5)
                hint = "did you mean " + " or ".join(f"`{c}`" for c in close) + "?" if close else ""
                yield Problem(place or Place(game.name, 1), f"there is no procedure `{name}`", "", hint)


def _procedures(tree: Any) -> Iterator[str]:
    if isinstance(tree, Run | Leave):
        yield tree.procedure
    for part in tree if isinstance(tree, tuple) else (getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())):
        yield from _procedures(part)
