"""Trees of further ways to say things, as the trees that say the same in the words that are unfolded."""

from __future__ import annotations

from checker.kernel.source import Leaf, Node
from checker.syntax.natural.leads import (
    ADJECTIVE,
    ALL_DO,
    COUNTING,
    EQUAL,
    EVER,
    GERUND,
    IT_DOES,
    ITS_OWN,
    NOT_BE,
    OF_MANY,
    OF_YOU,
    OWN_DOING,
    OWNED,
    PASSIVE,
    THEY_DO,
    VALUE,
    VALUED,
    WHICH,
    WOULD,
)
from checker.syntax.natural.tables import LeftOpen
from checker.syntax.natural.trees import YOU, Tree, operand, unit

ANYBODY = Node("any_player", (Node("plain_player", ()),))
_NOT = {"may": "may_not", "several_may": "may_not", "may_do": "may_not", "players_may": "players_may_not"}
_RENAMED = {
    "either_player": "any_player",
    "no_longer": "may_not",
    "players_no_longer": "players_may_not",
    "after": "whenever",
    "when_so": "whenever",
    "after_you": "whenever_you",
    "when_you": "whenever_you",
    "would_be": "replaces",
    "would_be_instead": "replaces",
    "when_would_be": "replaces",
    "when_would_be_instead": "replaces",
    "valued_is": "gives_number",
    "valued_is_now": "gives_number",
    "valued_is_equal": "gives_number",
    "equal_to": "same_number",
    "choose_one_or": "either_or",
    "valued_plus": "modifies_plus",
    "valued_minus": "modifies_minus",
    "that_much": "that_many",
    "or_less": "most",
    "or_more": "least",
    "put_into": "move_to",
    "put_onto": "move_to",
    "put_on": "move_to",
    "move_each_into": "move_each",
    "move_each_onto": "move_each",
    "move_each_on": "move_each",
    "holds_moment": "holds",
    "holds_moment_if": "holds_if",
    "holds_while_moment": "holds_while",
}
SENTENCES = ("holds_first_if", "holds_first_unless", "holds_only_if", "holds_only_if_done", "done_first_unless")


def plainer(tree: Tree) -> Tree:
    """The tree with nothing said in a further way."""
    if isinstance(tree, Leaf):
        return tree
    parts = tuple(plainer(part) for part in tree.parts)
    rule = _RENAMED.get(tree.rule, tree.rule)
    if rule in ("most", "least"):
        parts = parts[:2]
    match rule:
        case "holds_first_if" | "holds_first_unless":
            return Node(f"holds_{rule.rpartition('_')[2]}", parts[::-1])
        case "done_first_unless":
            return Node("done_unless", parts[::-1])
        case "holds_only_if" | "holds_only_if_done":
            return _only(parts[0], parts[2], ruled=rule == "holds_only_if")
        case "holds_only_if_brief" | "holds_only_if_briefs":
            several = rule.endswith("s")
            return _only(Node("players_may" if several else "may", parts[:2]), parts[3])
        case "you_have_kinds" | "they_have_kinds":
            return Node("has_kinds", (YOU if rule.startswith("you") else Node("they_player", ()), *parts))
        case "whenever_meanwhile" | "each_time_meanwhile" | "whenever_you_meanwhile":
            event = "whenever_you" if rule.startswith("whenever_you") else "whenever"
            return Node("holds_meanwhile", (Node(event, (parts[0], parts[2])), Node("span_behind", parts[1:2])))
        case "if_not_done":
            return Node("otherwise_first", parts)
        case "for_amount_behind":
            return Node("for_amount", parts[::-1])
        case "either_or":
            return Node("one_of", (YOU, *parts[::2]))
        case "either_told":
            return Node("one_of", (parts[0], parts[1], parts[3]))
        case "doubled":
            twice = Node("times", (Node("integer", (Leaf("INT", "2"),)), parts[0]))
            return Node("set_number", (parts[0], twice))
        case "either_may":
            return Node("several_may", (Node("one_or_player", parts[:3:2]), parts[3]))
        case "may_instead":
            return Node("may_rather", (*parts[1:], parts[0]))
        case "may_stored":
            return Node("may_block", (parts[0], Node("block", (Node("effect", parts[1:]),))))
        case "move_it_to" | "put_it_into" | "put_it_on":
            return Node("move_to", (Node("it_card", ()), *parts))
        case "only_players_may":
            return Node("only_may", (Node("all_of_player", parts[:1]), *parts[1:]))
        case "players_may" | "players_must":
            return Node(rule.replace("players", "several"), (Node("all_of_player", parts[:1]), *parts[1:]))
    if rule.startswith("per_") and isinstance(parts[0], Node):
        counted = Node(f"number_of_{rule.removeprefix('per_')}", parts[1:])
        value, number = parts[0].parts
        return Node(parts[0].rule, (value, so_often(number, counted)))
    head, _, meant = rule.partition("__")
    head += "__"
    if head == EQUAL or head.startswith(ITS_OWN):
        return _with_amount(rule, parts) if head == EQUAL else _its(head, meant, parts)
    if head.endswith(f"_{OF_MANY}"):
        head = head.removesuffix(OF_MANY) + "_"
        parts = (_all_of(parts[0]) if isinstance(parts[0], Node) else parts[0], *parts[1:])
    if head == PASSIVE:
        modal = meant.partition("__")[0]
        about = _all_of(parts[0], "any" if modal.startswith("none") else "") if isinstance(parts[0], Node) else parts[0]
        return Node(
            "several_may" if modal.startswith("may") else "may_not",
            (ANYBODY, Node(rule.replace(f"{PASSIVE}none", f"{PASSIVE}may", 1), (about, *parts[1:]))),
        )
    if head.startswith(OWNED):
        _, whose, at = head.rstrip("_").split("_")
        who = YOU if whose == "your" else Node("they_player", ())
        return Node(meant, (*parts[: int(at)], who, *parts[int(at) :]))
    if head == EVER:
        return Node("each_one_player", (Node("such_player", (Node(meant, parts),)),))
    if head in (WHICH, VALUE, WOULD, GERUND, NOT_BE):
        return Node(meant, parts)
    if head == OF_YOU:
        return Node(meant, (YOU, *parts))
    if head == THEY_DO:
        return Node(meant, (Node("they_player", ()), *parts))
    if head.startswith(IT_DOES):
        return Node(meant, (Node(f"doing_it_{head.removeprefix(IT_DOES).removesuffix('__')}", ()), *parts))
    if head.startswith(COUNTING):
        return Node("counts" if head == f"{COUNTING}so__" else "counts_not", (Node(meant, parts),))
    if head.startswith(VALUED):
        return Node("_".join(head.removeprefix(VALUED).split("_")[:2]), (Node(meant, parts[:1]), parts[1]))
    if head == OWN_DOING:
        return Node("event", (Node(meant.removeprefix("you_"), (YOU, *parts)),))
    if head == ALL_DO:
        return Node("event", (Node(meant, parts),))
    return Node(rule, parts) if parts != tree.parts or rule != tree.rule else tree


def _only(said: Tree, cond: Tree, ruled: bool = True) -> Node:
    """What may be done only if the condition holds: it may not be done if that does not hold; what is done and not
    `ruled` is done if it holds. Raises LeftOpen for anything else."""
    assert isinstance(said, Node)
    if said.rule in _NOT:
        return Node("holds_if", (Node(_NOT[said.rule], said.parts), Node("not_", (unit(cond),))))
    if ruled:
        raise LeftOpen("only what may be done is said to be so `only if …`; of anything else `if …` says when it holds")
    return Node("done_if", (said, cond))


def so_often(number: Tree, often: Node) -> Node:
    """The number, times how often."""
    if number == Node("integer", (Leaf("INT", "1"),)):
        return often
    one = isinstance(number, Node) and number.rule in ("plus", "minus")
    return Node("times", (Node("number_group", (number,)) if one else number, operand(number, often)))


def _with_amount(rule: str, parts: tuple[Tree, ...]) -> Node:
    """What is done or happens, with the amount where it stands in the words of the game."""
    _, at, meant = rule.split("__", 2)
    if at == "here":
        return Node(meant, parts)
    *others, amount = parts
    where = int(at.removeprefix("last"))
    return Node(meant, (*others[:where], amount, *others[where:]))


def _its(head: str, meant: str, parts: tuple[Tree, ...]) -> Node:
    """What is said of a thing as its own."""
    sort, at = head.removeprefix(ITS_OWN).removesuffix("__").split("_")
    return Node(meant, (*parts[: int(at)], Node(f"its_{sort}", ()), *parts[int(at) :]))


def _all_of(group: Node, how: str = "") -> Node:
    """All of several things that are spoken of together; any other thing as it is."""
    head, _, sort = group.rule.partition("__")[0].rpartition("_")
    if how:
        return Node(f"{how}_{sort}", (group,))
    named = head == "nouns" or head == f"{ADJECTIVE}several" or head == f"{ADJECTIVE}kinds"
    return Node(f"all_of_{sort}", (group,)) if named or head in ("plains", "suches", "kinds", "such_kinds") else group
