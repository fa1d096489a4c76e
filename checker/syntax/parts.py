"""Small parts of trees, and what they mean by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checker.kernel.source import Leaf, Node
from checker.kernel.term import Call, Cond, Expr, Is, Lit, Var
from checker.kernel.trees.walk import of_kind
from checker.syntax.grammar import ident


def leaf_of(leaf: Leaf) -> Expr:
    """The expression that a single word means."""
    if leaf.kind == "INT":
        return Lit(int(leaf.text))
    if leaf.kind.startswith("VAR_"):
        return Var(leaf.text)
    return Lit(leaf.text.strip('"'))


def text_of(tree: Node | Leaf) -> str:
    """The word of a leaf, or of a phrase that is one leaf."""
    return tree.text if isinstance(tree, Leaf) else text_of(tree.parts[0])


def field_of(expr: Expr) -> Call:
    """What can be set; raises ValueError for anything else."""
    if isinstance(expr, Call):
        return expr
    raise ValueError("this is not something that can be set")


def fact_of(cond: Cond) -> Call:
    """The one fact of the condition; raises ValueError for any other condition."""
    if isinstance(cond, Is) and cond.call.fact != "is":
        return cond.call
    raise ValueError("expected a single fact here, not a comparison, a kind of card or several facts")


def flat_of(tree: Node, rule: str) -> Iterator[Node | Leaf]:
    """The parts of phrases of the rule within each other, in order."""
    for part in tree.parts:
        if isinstance(part, Node) and part.rule == rule:
            yield from flat_of(part, rule)
        else:
            yield part


def titles_in(tree: Node | Leaf) -> Iterator[str]:
    """The titles of the cards that the phrase names."""
    return (text_of(node) for node in of_kind(tree, Node) if node.rule == "titled_card")


_NAMED = re.compile(r"(?:[a-z_]+__)??(field|fact|zone|question|event|deed)__(.+?)(?:__\d+)+$")


def asks_for_nothing_but(question: Node, fields: Iterable[str]) -> bool:
    """The question speaks of one of the fields at least, and of nothing else that hangs on the table."""
    names, named = {ident(name) for name in fields}, [_NAMED.match(node.rule) for node in of_kind(question, Node)]
    found = [one[1] == "field" and one[2] in names for one in named if one]
    return bool(found) and all(found)
