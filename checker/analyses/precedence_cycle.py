"""Norms outrank each other in a circle.

What it finds: circles in the graph of which norm outranks which, by `over` lines and by classes of speakers.

Why it matters: in a circle the first beats the second, which beats the third, which beats the first.

Example: two cards that both say that they override every other card.

How to settle it: take one `over` away. A circle of `over` lines alone already stops the reading of the game.
"""

from __future__ import annotations

import networkx

from checker.kernel.verdict import Extent, Finding
from checker.norms.rulebook import Rulebook
from checker.search.bench import Checked, Work
from checker.search.shown import places

CODE = "HX103"
NAME = "precedence-cycle"


def run(work: Work) -> tuple[list[Finding], Checked]:
    """One finding for each set of norms that outrank each other in a circle."""
    rules = work.bench.rules
    graph = edges(rules)
    found = []
    for group in networkx.strongly_connected_components(graph):
        if len(group) > 1:
            clauses = tuple(sorted({rules.norms[n].clause for n in group}))
            found.append(
                Finding(
                    CODE,
                    NAME,
                    "error",
                    f"{' > '.join(clauses)} outrank each other in a circle",
                    clauses,
                    (),
                    places(rules.game, clauses),
                    "",
                    Extent.PROVED,
                    fingerprint="/".join(clauses),
                    settle="take one of the precedences away",
                )
            )
    norms, ranked = graph.number_of_nodes(), graph.number_of_edges()
    scope = f"{norms} norms, {ranked} precedences between norms of one act or fact"
    return sorted(found, key=lambda f: f.clauses), Checked(NAME, Extent.PROVED, scope)


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
