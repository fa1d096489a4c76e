"""Norms outrank each other in a circle.

What it finds: circles in the graph of which norm outranks which, by `over` lines and by classes of speakers.

Why it matters: in a circle the first beats the second, which beats the third, which beats the first.

Example: two cards that both say that they override every other card.

How to settle it: take one `over` away. A circle of `over` lines alone already stops
the reading of the game, so that nothing else is looked at; one through classes of speakers stops whatever question
meets it.
"""

from __future__ import annotations

from itertools import pairwise

import networkx

from checker.kernel.verdict import Extent, Finding
from checker.norms.rulebook import Rulebook
from checker.search.bench import Checked, Work
from checker.search.shown import places

CODE = "HX103"
NAME = "precedence-cycle"


def run(work: Work) -> tuple[list[Finding], Checked]:
    """One finding for each set of norms that outrank each other in a circle, told by the shortest circle."""
    rules = work.bench.rules
    graph = edges(rules)
    found: dict[tuple[str, ...], Finding] = {}
    for group in networkx.strongly_connected_components(graph):
        if len(group) > 1:
            finding = _finding(rules, _circle(graph.subgraph(group)))
            found.setdefault(finding.clauses, finding)
    norms, ranked = graph.number_of_nodes(), graph.number_of_edges()
    scope = f"{norms} norms, {ranked} precedences between norms of one act or fact"
    return [found[k] for k in sorted(found)], Checked(NAME, Extent.PROVED, scope)


def _circle(graph: networkx.DiGraph[str]) -> tuple[str, ...]:
    """A shortest circle, first and last the same."""
    ways = (
        (upper, *networkx.shortest_path(graph, lower, upper))
        for upper, lower in sorted(graph.edges)
        if networkx.has_path(graph, lower, upper)
    )
    return min(ways, key=lambda w: (len(w), w))


def _finding(rules: Rulebook, cycle: tuple[str, ...]) -> Finding:
    steps = list(pairwise(cycle))
    by = tuple(dict.fromkeys(rules.rank(a, b) or "" for a, b in steps))
    ranked = tuple(dict.fromkeys(rules.norms[n].clause for n in cycle))
    return Finding(
        CODE,
        NAME,
        "error",
        rules.circle(cycle).message,
        tuple(dict.fromkeys((*by, *ranked))),
        tuple(dict.fromkeys(s for n in cycle if (s := rules.norms[n].speaker) in rules.cards)),
        places(rules.game, (*by, *ranked)),
        "",
        Extent.PROVED,
        fingerprint="/".join(sorted(by)),
        settle="take one of the precedences away",
        unshown="nothing that meets the circle can be asked until it is gone",
    )


def edges(rules: Rulebook) -> networkx.DiGraph[str]:
    """Which norm outranks which, among norms that speak of the same act or fact."""
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    for filed in (rules.deontic, rules.altering, rules.about):
        for norms in filed.values():
            graph.add_nodes_from(n.id for n in norms)
            graph.add_edges_from(
                (a.id, b.id) for a in norms for b in norms if a is not b and rules.outranks(a.id, b.id)
            )
    return graph
