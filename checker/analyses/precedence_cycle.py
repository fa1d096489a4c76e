"""Norms outrank each other in a circle.

What it finds: circles in the graph of which norm outranks which, by `over` lines and by classes of speakers.

Why it matters: in a circle the first beats the second, which beats the third, which beats the first.

Example: two cards that both say that they override every other card.

How to settle it: take one `over` away. Where `over` lines alone make a circle, all else is looked at without them;
one through classes of speakers stops whatever question meets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from checker.explore.cards.finding_builders import of_clauses, places
from checker.kernel.verdict import Extent, Finding
from checker.norms.rulebook import Rulebook
from checker.session.context import Scope, Work

CODE = "HX103"
NAME = "precedence-cycle"

Above = Mapping[str, Set[str]]
"""For each norm by its name, those that outrank it."""


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each set of norms that outrank each other in a circle, told by the shortest circle."""
    rules = work.bench.rules
    above = outranking(rules)
    found: dict[tuple[str, ...], Finding] = {}
    for circle in _circles(above):
        finding = _finding(rules, circle)
        found.setdefault(finding.clauses, finding)
    scope = f"{len(above)} norms, {sum(map(len, above.values()))} precedences between norms of one act or fact"
    return [found[k] for k in sorted(found)], Scope(NAME, Extent.PROVED, scope)


def _circles(above: Above) -> Iterator[tuple[str, ...]]:
    """Of each set of norms that outrank each other in a circle a shortest one, first and last the same."""
    try:
        TopologicalSorter(above).prepare()
        return
    except CycleError:
        pass
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph(
        (upper, lower) for lower, uppers in above.items() for upper in uppers
    )
    for group in networkx.strongly_connected_components(graph):
        there = graph.subgraph(group)
        ways = ((upper, *networkx.shortest_path(there, lower, upper)) for upper, lower in sorted(there.edges))
        if len(group) > 1:
            yield min(ways, key=lambda way: (len(way), way))


def _finding(rules: Rulebook, cycle: tuple[str, ...]) -> Finding:
    steps = list(pairwise(cycle))
    by = tuple(dict.fromkeys(rules.rank(a, b) or "" for a, b in steps))
    ranked = tuple(dict.fromkeys(rules.norms[n].clause for n in cycle))
    return of_clauses(
        rules.game,
        (CODE, NAME),
        "error",
        rules.circle(cycle).message,
        tuple(dict.fromkeys((*by, *ranked))),
        cards=tuple(dict.fromkeys(s for n in cycle if (s := rules.norms[n].speaker) in rules.cards)),
        at=places(rules.game, (*by, *ranked)),
        extent=Extent.PROVED,
        fingerprint="/".join(sorted(by)),
        settle="take one of the precedences away",
        unshown="nothing that meets the circle can be asked until it is gone",
    )


def outranking(rules: Rulebook) -> Above:
    """For each norm those that outrank it, among norms that speak of the same act or fact."""
    found: dict[str, set[str]] = {}
    for filed in (rules.deontic, rules.altering, rules.about):
        for norms in filed.values():
            for one in norms:
                uppers = (a.id for a in norms if a is not one and rules.outranks(a.id, one.id))
                found.setdefault(one.id, set()).update(uppers)
    return found
