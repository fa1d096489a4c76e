"""What is remembered of scenes: for other scenes under the same rules, never for those under others."""

from __future__ import annotations

from conftest import ROOT

from checker.catalog import games as house
from checker.check.run_checks import bench
from checker.explore.cards.minimal_scene import asked
from checker.explore.scene_driver import SceneDriver, replayed
from checker.kernel.position import Store
from checker.norms.alterations import alteration
from checker.norms.evaluate import Context
from checker.norms.permissions import following
from checker.norms.rulebook import Rulebook
from checker.run.branches import allowing
from checker.session.context import Bench
from checker.session.persistent_memo import common, traced

BENCH: Bench = bench(house.desk("hexhex"))


def test_what_is_remembered_of_other_rules_is_not_used() -> None:
    lines = ("players A B C", "Hex: A to B", "B plays Duck", "the Hex goes off", "who loses Voice?")
    changed = house.desk("hexhex", [ROOT / "tests" / "errata" / "duck-becomes-sender.norm"])
    other = BENCH._replace(rules=changed.rules)
    assert asked(BENCH, lines) == [*replayed(BENCH, "\n".join(lines))][-1]
    assert asked(other, lines) == [*replayed(other, "\n".join(lines))][-1]
    assert BENCH.scratch.of(other) is not BENCH.scratch.of(BENCH)


def test_what_was_worked_out_under_some_rules_is_not_told_under_others() -> None:
    """The table carries a memory along that knows the answers of the whole rules; those without one clause say otherwise."""
    began = SceneDriver(BENCH, 3).begin(("B has Ward in play", "Hex: A to B"))
    assert began is not None
    table = began.judge.branches[0].position.store
    plain = Store(dict(table.items()))
    happening = [("lose", (1, 2, "Ward")), ("move", ("H1", 1)), ("go off", ("H1", 1)), ("lose", (1, 2, None))]

    def said(rules: Rulebook, store: Store) -> object:
        context = Context(rules, store)
        return [(alteration(context, *one), following(context, *one)) for one in happening], [*context.cites]

    whole, missed = said(BENCH.rules, table), common(BENCH).norms.missed
    assert whole == said(BENCH.rules, table) == said(BENCH.rules, plain) and common(BENCH).norms.missed == missed
    context = Context(BENCH.rules, plain)
    clauses = {f.clause for one in happening for f in following(context, *one)}
    for clause in clauses:
        fewer = BENCH.rules.without(frozenset({clause}))
        assert said(fewer, table) == said(fewer, plain) != whole
    assert clauses


def test_a_scene_that_is_begun_again_looks_up_what_it_looked_up_before_and_is_not_told_anew() -> None:
    norms, lines = common(BENCH).norms, ("Hex: A to B", "B plays Boost")
    found = []
    for _ in range(2):
        asked_before = norms.asked
        with allowing() as allowed:
            began, looked, _ = traced(BENCH, lambda: SceneDriver(BENCH, 4).begin(lines))
        assert began is not None and not began.illegal
        began.judge.branches = []
        found.append((looked, allowed.taken, norms.asked > asked_before))
    assert found[0][0] and found == [(*found[0][:2], True), (*found[0][:2], False)]
