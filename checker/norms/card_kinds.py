"""Of which kinds a card is, and which norms that leaves; where nothing says, it is an open point, but for kinds of which
nothing is two."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from checker.kernel.game import Card
from checker.kernel.norm import (
    Norm,
    OfAct,
    OfEvent,
    Pattern,
    about,
)
from checker.kernel.position import Key, Store
from checker.kernel.term import And, Call, Cond, Is, Kind, Lit, Not, Option, Or, Point, Undecided, Value, Var
from checker.kernel.trees.walk import free
from checker.kernel.vocabulary import Functions
from checker.norms.rule_reads import NormIndex
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import RIGID

if TYPE_CHECKING:
    from checker.norms.evaluate import Context

ArgumentTitles: TypeAlias = tuple[str | None, ...]
"""For each argument the title of the card that it is, `None` for no card at all, or no string for anything else."""
NO_CARD = "None"


def of_kind(rules: Rulebook, store: Store, title: str, kind: Value) -> bool:
    """Whether the card of the title has that title or is of the kind. Raises Undecided where nothing says."""
    if title == kind:
        return True
    card = rules.cards.get(title)
    if card is None:
        return False
    if kind not in card.unsure:
        return kind in card.kinds
    if any(_settled(store, card, other) for other in rules.apart.get(str(kind), ())):
        return False
    chosen = store.get(_key(title, kind))
    if chosen is None:
        options = Option(False, f"{title} is not {kind}"), Option(True, f"{title} is {kind}")
        why = f"no clause says whether {title} is {kind}"
        raise Undecided(Point(f"whether {title} is {kind}", Kind.SILENT, _key(title, kind), options, card.clauses, why))
    return chosen is True


def _settled(store: Store, card: Card, kind: str) -> bool:
    """The card is known to be of the kind, or was taken to be."""
    return kind in card.kinds or (kind in card.unsure and store.get(_key(card.title, kind)) is True)


def _key(title: str, kind: Value) -> Key:
    return (RIGID, "kind", title, kind)


def name(context: Context, card: Value) -> Value:
    """The title of the card; nothing for no card."""
    return card[0] if isinstance(card, tuple) else None


FUNCTIONS: Functions = {"name": name}


def possible(rules: Rulebook, index: NormIndex, name: str, args: tuple[Value, ...]) -> tuple[Norm, ...]:
    """The norms about the act or event, in their order, but for those whose condition the cards rule out at its start.

    No table is asked, nothing is cited and no open point met before a condition is known not to hold.
    """
    norms = index[name]
    titles = tuple(map(_title, args))
    return rules.found.of(
        ("possible", index.kind, name, titles), lambda: tuple(n for n in norms if not _ruled_out(rules, n, titles))
    )


def relied_on(rules: Rulebook, norm: Norm, pattern: Pattern) -> tuple[int, ...] | None:
    """The places of the arguments on which the condition of the norm can hang; None if these are not plain variables."""

    def places() -> tuple[int, ...] | None:
        names = [a.name for a in pattern.args if isinstance(a, Var)]
        wanted = free(norm.cond)
        plain = len(set(names)) == len(pattern.args)
        return tuple(at for at, name in enumerate(names) if name in wanted) if plain else None

    return rules.found.of(("relied on", norm.id), places)


def _title(arg: Value) -> str | None:
    if isinstance(arg, tuple):
        return str(arg[0])
    return NO_CARD if arg is None else None


def _ruled_out(rules: Rulebook, norm: Norm, titles: ArgumentTitles) -> bool:
    pattern = about(norm.claim) if isinstance(norm.claim, OfAct | OfEvent) else None
    if pattern is None or not all(isinstance(a, Var) for a in pattern.args) or len(pattern.args) != len(titles):
        return False
    named: dict[str, str] = {}
    for arg, title in zip(pattern.args, titles, strict=True):
        if isinstance(arg, Var) and title is not None:
            if named.setdefault(arg.name, title) != title:
                return False
    return _known(rules, norm.cond, named) is False


def _known(rules: Rulebook, cond: Cond, named: dict[str, str]) -> bool | None:
    """Whether the condition holds, if its start says so by the kinds of the named cards alone."""
    match cond:
        case Is(Call("is", (Var(var), Lit(kind)))) if var in named:
            return _surely_of_kind(rules, named[var], kind)
        case And(parts):
            return _first(rules, parts, named, False)
        case Or(parts):
            return _first(rules, parts, named, True)
        case Not(part):
            known = _known(rules, part, named)
            return None if known is None else not known
        case _:  # the table has to be asked
            return None


def _first(rules: Rulebook, parts: tuple[Cond, ...], named: dict[str, str], decides: bool) -> bool | None:
    for part in parts:
        known = _known(rules, part, named)
        if known is None or known is decides:
            return known
    return not decides


def _surely_of_kind(rules: Rulebook, title: str, kind: Value) -> bool | None:
    if title == kind:
        return True
    card = rules.cards.get(title)
    if card is None:
        return False
    return None if kind in card.unsure else kind in card.kinds
