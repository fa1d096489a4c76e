"""Small trees, and changes of trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from checker.kernel.source import Leaf, Node

Tree = Node | Leaf
ALWAYS = Node("always", ())
YOU = Node("you", ())
ARITHMETIC = ("plus", "minus", "times")


def node(tree: Tree) -> Node:
    """The tree, which is no single word."""
    assert isinstance(tree, Node)
    return tree


def variable(sort: str, letter: str) -> Node:
    """The letter as a thing of the sort."""
    return Node(f"var_{sort}", (bound(sort, letter),))


def bound(sort: str, letter: str) -> Leaf:
    """The letter where it is bound."""
    return Leaf(f"VAR_{sort.upper()}", letter)


def one(sentences: list[Node]) -> Node:
    """The sentences as a single one."""
    return sentences[0] if len(sentences) == 1 else Node("block", (effect(sentences),))


def block(sentence: Node) -> Node:
    """The sentence in parentheses."""
    return sentence if sentence.rule == "block" else Node("block", (effect([sentence]),))


def effect(sentences: list[Node]) -> Node:
    """The sentences as a text."""
    return Node("effect", tuple(sentences))


def because(clauses: str, sentences: tuple[Tree, ...]) -> Node:
    """The sentences as they hold because of the clauses."""
    only = sentences[0] if len(sentences) == 1 else Node("block", (Node("effect", sentences),))
    return Node("by_clauses", (Leaf("STRING", f'"{clauses}"'), only))


def unit(cond: Tree) -> Tree:
    """The condition where only a single one may stand."""
    return Node("group", (cond,)) if isinstance(cond, Node) and cond.rule in ("and_", "or_") else cond


def both(conds: list[Tree]) -> Tree:
    """All of the conditions."""
    found: Tree = ALWAYS
    for number, cond in enumerate(c for c in conds if c != ALWAYS):
        found = unit(cond) if number == 0 else Node("and_", (found, unit(cond)))
    return found


def operand(number: Tree, instead: Tree) -> Tree:
    """What stands in a sum or a product in the place of one of its numbers."""
    grown = isinstance(instead, Node) and instead.rule in ARITHMETIC
    was = isinstance(number, Node) and number.rule in ARITHMETIC
    return Node("number_group", (instead,)) if grown and not was else instead


def rebuilt(tree: Node, parts: Iterable[Tree]) -> Node:
    """The tree with other parts, in parentheses where those would not stand for the old ones."""
    if tree.rule in ARITHMETIC or tree.rule.startswith("sum_"):
        parts = map(operand, tree.parts, parts)
    return Node(tree.rule, tuple(parts))


def within(tree: Tree) -> Iterator[Tree]:
    """The tree and all its parts, as they are read."""
    yield tree
    for part in tree.parts if isinstance(tree, Node) else ():
        yield from within(part)


def letters(tree: Tree) -> frozenset[str]:
    """The letters in the tree."""
    return frozenset(t.text for t in within(tree) if isinstance(t, Leaf) and t.kind.startswith("VAR_"))


def filled(tree: Tree, given: Mapping[str, Tree], renamed: Mapping[str, str]) -> Tree:
    """The tree with things in the place of letters, and other letters in the place of bound ones."""
    if isinstance(tree, Leaf):
        return Leaf(tree.kind, renamed.get(tree.text, tree.text)) if tree.kind.startswith("VAR_") else tree
    if tree.rule.startswith("var_") and isinstance(tree.parts[0], Leaf) and tree.parts[0].text in given:
        return given[tree.parts[0].text]
    return rebuilt(tree, (filled(part, given, renamed) for part in tree.parts))


def replaced(tree: Tree, old: Tree, new: Tree) -> Tree:
    """The tree with another part in the place of the first that is this very one."""
    if tree is old:
        return new
    if isinstance(tree, Leaf):
        return tree
    for at, part in enumerate(tree.parts):
        if (made := replaced(part, old, new)) is not part:
            return Node(tree.rule, (*tree.parts[:at], made, *tree.parts[at + 1 :]))
    return tree


def of_card(norm: Node, title: str) -> Node:
    """The norm of a card in which `this card` is any card of that title."""
    if not any(isinstance(t, Node) and t.rule == "this_card" for part in norm.parts[1:] for t in within(part)):
        return norm
    letter = next(x for n in range(1, 100) if (x := f"C{n}") not in letters(norm))
    claim, *conds = with_this_card(norm, variable("card", letter)).parts
    titled = Node("is_kind", (variable("card", letter), Node("kind_name", (Leaf("KIND", title),))))
    return Node(norm.rule if conds else "norm_if", (claim, both([titled, *conds])))


def with_this_card(tree: Tree, card: Node) -> Node:
    """The tree with the card in the place of `this card`."""
    assert isinstance(tree, Node)
    parts = (with_this_card(part, card) if isinstance(part, Node) else part for part in tree.parts)
    return card if tree.rule == "this_card" else Node(tree.rule, tuple(parts))


def once_denied(cond: Tree) -> Tree:
    """The condition, which is not denied twice."""
    while isinstance(cond, Node) and cond.rule == "not_":
        inner = cond.parts[0]
        inner = inner.parts[0] if isinstance(inner, Node) and inner.rule == "group" else inner
        if not isinstance(inner, Node) or inner.rule != "not_":
            return cond
        cond = inner.parts[0]
    return cond


def of_this(tree: Tree) -> bool:
    """The tree speaks of the card that it stands on."""
    return any(isinstance(t, Node) and t.rule == "this_card" for t in within(tree))


def conjuncts(cond: Tree) -> list[Tree]:
    """All that has to hold where the condition does."""
    inner = cond.parts[0] if isinstance(cond, Node) and cond.rule == "group" else cond
    if isinstance(inner, Node) and inner.rule == "and_":
        return [x for part in inner.parts for x in conjuncts(part)]
    return [inner]
