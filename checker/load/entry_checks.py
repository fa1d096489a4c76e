"""What no sentence by itself can get wrong: lines of an unknown kind, and procedures that are nowhere."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator

from checker.kernel.effect import Await, Leave, Run
from checker.kernel.game import Game
from checker.kernel.source import Place, Problem
from checker.kernel.trees.walk import free, of_kind, within
from checker.load.apply_erratum import GONE
from checker.syntax.files import RELIANCES, Entry
from checker.syntax.refusals import reordered_keywords as meant

_LETTER = re.compile(r"[A-Z]\d*")

NO_ACT = "nothing"
"""What is waited for where only the moment counts."""

_CARD = (
    "kinds",
    "unsure",
    "has",
    "text",
    "because",
    "norm",
    "by",
    "clauses",
    "copies",
    "assumed",
    "unstated",
    "over",
    "settles",
)
_PROPERTY = (
    "says",
    "clauses",
    "always",
    "resting",
    "step",
    "at",
    "never",
    "after",
    "keeps",
    "then",
    "by",
    "violable",
    "where",
    "unchecked",
)
KEYS: dict[str, tuple[str, ...]] = {
    "clause": ("says", "informal", "norm", "table", "count", "apart", "for", "over", "source", "since", "print"),
    "card": _CARD,
    "stand-in": _CARD,
    "procedure": ("step", "unordered"),
    "open": ("point", "reason", "default", "clauses", "slots", "settle"),
    "wording": ("point", "asked", "print", "amend", "instead"),
    "property": _PROPERTY,
    **RELIANCES,
    "short": ("means", "among"),
    "which": ("means",),
    "noun": ("means",),
    "amount": ("means",),
    "fact": ("means", "by", "is", "within"),
    "act": ("does", "last", "needs", "among", "lacking", "told"),
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
                yield line.problem("expected `copies NUMBER SOURCE`")


def unbound(tree: object, known: Iterable[str], place: Place, what: str, whole: str = "") -> Iterator[Problem]:
    """One problem for each letter there, and each `the …` of a sort, that stands for nothing; those that are `known` do not."""
    for letter in sorted(v for v in free(tree) - frozenset(known) if _LETTER.fullmatch(v) or v.startswith("the ")):
        hint = "bind it: `for each …`, `choose a …`, `let … be …`"
        yield Problem(place, f"nothing in this {what} says what `{letter}` is", whole, hint)


def unbound_steps(game: Game) -> Iterator[Problem]:
    """One problem for each letter in a step that stands for nothing there, wherever its procedure is carried out."""
    told = {letter for act in game.vocabulary.acts for letter, _ in act.params}
    told |= {name for tree, _ in _trees(game) for name in _named(tree)}
    for step in (s for p in game.procedures for s in p.steps if s.place):
        yield from unbound(step.effect, told, step.place or Place(game.name, 1), "step")


def unknown_procedures(game: Game) -> Iterator[Problem]:
    """One problem for each place that names a procedure which the game does not have, or if it has none to begin with."""
    known = {p.name for p in game.procedures}
    for tree, place in _trees(game):
        for name in (x.procedure for x in within(tree) if isinstance(x, Run | Leave)):
            if name not in known:
                yield _nowhere(f"there is no procedure `{name}`", name, known, place)


def unknown_acts(game: Game) -> Iterator[Problem]:
    """One problem for each place that waits for an act which the game does not have."""
    known = {NO_ACT, *(a.name for a in game.vocabulary.acts)}
    for tree, place in _trees(game):
        for name in (act for x in of_kind(tree, Await) for act in x.acts):
            if name not in known:
                yield _nowhere(f"there is no act `{name}` to wait for", name, known, place)


def double_names(game: Game) -> Iterator[Problem]:
    """One problem for each card that is called as a kind is which not that card alone is: who says it means the card."""
    for card in (c for c in game.cards if c.title in game.vocabulary.kinds):
        if {c.title for c in game.cards if card.title in c.kinds} != {card.title}:
            message = f"the card `{card.title}` is called as a kind is, which it is not alone"
            yield Problem(card.place or Place(game.name, 1), message, "", "call one of the two otherwise")


def _trees(game: Game) -> Iterator[tuple[object, Place]]:
    """Everything that is done, with its place; of an act, which has none, by its name."""
    yield from ((s.effect, s.place or Place(game.name, 1)) for p in game.procedures for s in p.steps)
    yield from ((c.text, c.place or Place(game.name, 1)) for c in game.cards)
    yield from ((n.claim, n.place or Place(game.name, 1)) for n in game.norms)
    yield from (((a.body, a.last), Place(f"the act `{a.name}` of {game.name}", 1)) for a in game.vocabulary.acts)


def _nowhere(message: str, name: str, known: Iterable[str], place: Place) -> Problem:
    close = difflib.get_close_matches(name, list(known), n=2, cutoff=0.5)
    hint = "did you mean " + " or ".join(f"`{c}`" for c in close) + "?" if close else ""
    return Problem(place, message, "", hint)


def _named(tree: object) -> Iterator[str]:
    """The letters that something in the tree binds for what is done then."""
    return (part.var for part in within(tree) if {"var", "body"} <= set(getattr(part, "__struct_fields__", ())))
