"""Whether the things that a statement speaks of are there: labels that exist, and `the …` where there is one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.kernel.position import Store
from checker.kernel.scene import Item
from checker.kernel.source import InputError, Leaf, Node, Place, Problem
from checker.kernel.trees.walk import within
from checker.kernel.vocabulary import Vocabulary
from checker.verdicts.point_wording import listed

LABEL = "LABEL_"
DEFINITE = "the_"
_NAMED = re.compile(r"[A-Z]\d+")


def refuse_unclear(words: Vocabulary, item: Item, before: Sequence[Store], after: Sequence[Store]) -> None:
    """Raises InputError if the statement names a thing that never was on any of the tables before and
    after it, or says `the` of a sort of which each table before it has several.

    What the statement itself brings about makes its words no less clear.
    """
    for part in within(item.said) if before or after else ():
        match part:
            case Leaf(kind, label) if (
                _NAMED.fullmatch(label)
                and kind.startswith(LABEL)
                and not any(_known(s, kind.removeprefix(LABEL).lower(), label) for s in (*before, *after))
            ):
                sort = kind.removeprefix(LABEL).lower()
                raise _problem(item, rf"\b{label}\b", f"there is no `{label}`", _there(sort, (*after, *before)))
            case Node(rule) if (sort := rule.removeprefix(DEFINITE)) in {s.name for s in words.sorts} - {rule}:
                if before and all(len(s.things(sort)) > 1 for s in before):
                    message = f"`the {sort.title()}` could be any of several"
                    raise _problem(item, rf"(?i)\bthe {sort}\b", message, _there(sort, before))


def _known(store: Store, sort: str, label: str) -> bool:
    """The label is in use, or was given to a thing that has left play since."""
    made = store.get(("made", sort), 0)
    return (isinstance(made, int) and int(label[1:]) <= made) or any(label in key[1:] for key, _ in store.items())


def _there(sort: str, tables: Sequence[Store]) -> str:
    there = sorted({str(thing) for store in tables for thing in store.things(sort)})
    return f"say {listed(there, 'or')}" if there else f"nothing of the sort `{sort}` is there"


def _problem(item: Item, wanted: str, message: str, hint: str) -> InputError:
    place, found = item.raw.place, re.search(wanted, item.raw.text)
    column = place.column + (found.start() if found else 0)
    return InputError(Problem(Place(place.file, place.line, column), message, item.raw.whole[:300], hint))
