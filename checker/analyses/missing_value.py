"""No clause gives a value where the rules, or players, ask for it.

What it finds: facts that norms decide, and tables on which the conditions of all of their norms fail: a number between
two intervals, a word that no clause names, a card of a kind without a value. The solver finds such tables within what
is said of the values; a scene states one of them, and the reference says of it that nothing decides. Where nothing is
left, that is proved. A region to which the rules write no way, or where none of them asks, is a note.

Why it matters: play stops there, and nobody at the table can say what is so.

Example: the toll is 1 for the ranks up to 1 and 5 from rank 3 on; nothing states it for rank 2.

How to settle it: give the value there in a clause, or widen the condition of one that is next to it.
"""

from __future__ import annotations

import re
from functools import partial

import msgspec

from checker.explore.cards.finding_builders import of_clauses
from checker.explore.situations import SEATS
from checker.explore.statements.missing_values import asked_for, nothing_said, shown, where
from checker.kernel.game import Game
from checker.kernel.norm import Gives
from checker.kernel.record import Record
from checker.kernel.value_gap import Region
from checker.kernel.verdict import Extent, Finding
from checker.kernel.vocabulary import Fact
from checker.session.context import Bench, Scope, Work
from checker.session.persistent_memo import TracedResult, traced, traced_anywhere
from checker.smt.unguarded_needs import as_allowed
from checker.static.guarded_sites import GuardedSites
from checker.static.written_values import written

CODE = "HX306"
NAME = "missing-value"
SETTLE = "give the value there in a clause, or widen the condition of one that is next to it"
MOST_THINGS = 400
"""So many things at most is a fact asked of, one after the other."""
MOST_NAMED = 4
"""So many things at most are named in one message, and so many clauses."""

MOST_ALIKE = 2
"""So many regions at most that hang on the same numbers are told one by one."""
_SEAT = re.compile(rf"\b[{SEATS[0]}-{SEATS[-1]}]\b")
_NUMBER = re.compile(r"-?\d+(?: or more| or less| to -?\d+)?")
_SLOT = re.compile(r"\{[^}]+\}")


class Gap(Record):
    """Tables of some things on which nothing gives the value; `scene` states one of them, `when` says which they are."""

    region: Region
    scene: tuple[str, ...]
    when: str
    things: tuple[str, ...] = ()


class LookedAt(Record):
    """What is known of one fact: its gaps, and of how many things it was left open whether there are more.

    Of `idle` things no rule asks for it, and none gives it.
    """

    fact: str
    gaps: tuple[Gap, ...]
    things: int
    unsure: int = 0
    idle: int = 0


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each region of tables in which nothing gives a fact its value."""
    game = work.bench.rules.game
    names = [fact.name for fact in game.vocabulary.facts if _given(game, fact)]
    looked = _looked(work, [(name, work.options.players) for name in names])
    found = [_finding(game, one, gap, more) for one in looked for gap, more in _apart(one.gaps)]
    return found, _scope(looked)


def _looked(work: Work, items: list[tuple[str, tuple[int, ...]]]) -> list[LookedAt]:
    """What is known of each fact; of what texts do it is what they write, and where they ask for the fact, that matters."""
    bench, game = work.bench, work.bench.rules.game
    sites = GuardedSites(game)
    reads = (bench.situations, game.vocabulary, game.norms, game.procedures, game.setup, written(as_allowed(game)))
    says = [(item, sites.readers(item[0])) for item in items]
    make = partial(work.spread, "values", missing)
    return traced_anywhere(work, "missing values", LookedAt, items, make, reads, says)


def _seats_apart(said: str) -> str:
    """What is said, with the seats in it numbered in the order in which they are named."""
    seats: dict[str, str] = {}
    return _SEAT.sub(lambda seat: seats.setdefault(seat[0], f"player {len(seats)}"), said)


def _apart(gaps: tuple[Gap, ...]) -> list[tuple[Gap, int]]:
    """The gaps but for those that are another one with the seats exchanged, each with how many are like it.

    Where many regions hang on the same two numbers, which each bound the other, the first of them stands for all.
    """
    alike: dict[str, list[Gap]] = {}
    for gap in gaps:
        said = f"{gap.region.args} {gap.region.reached} {gap.region.asked} {gap.when} {gap.things}"
        alike.setdefault(_seats_apart(said), []).append(gap)
    shapes: dict[str, list[Gap]] = {}
    for plain, some in alike.items():
        numbers = _NUMBER.findall(some[0].when)
        shapes.setdefault(_NUMBER.sub("", plain) if len(numbers) > 1 else plain, []).append(some[0])
    few = [(some[0], len(some) - 1) for some in shapes.values() if len(some) > MOST_ALIKE]
    return [*((gap, 0) for some in shapes.values() if len(some) <= MOST_ALIKE for gap in some), *few]


def missing(bench: Bench, of: tuple[str, tuple[int, ...]]) -> TracedResult[LookedAt]:
    """What is known of the fact of that name at the smallest and the largest table, and what was looked up for that."""
    return traced(bench, partial(_missing, bench, *of))


def _missing(bench: Bench, name: str, tables: tuple[int, ...]) -> LookedAt:
    game = bench.rules.game
    fact = next(f for f in game.vocabulary.facts if f.name == name)
    looked = LookedAt(name, (), 0)
    for seats in dict.fromkeys((min(tables), max(tables))):
        looked = _at_table(bench, fact, seats)
        if looked.gaps or looked.unsure:
            break
    return looked


def _at_table(bench: Bench, fact: Fact, seats: int) -> LookedAt:
    from checker.smt.values.slots import instances
    from checker.smt.values.uncovered import ValueQuestion, uncovered

    game = bench.rules.game
    rules = bench.once("guarded sites", lambda: GuardedSites(game))
    put = bench.once("written values", lambda: written(as_allowed(game)))
    sites, known = rules.readers(fact.name), nothing_said(bench, seats)
    whole: dict[str, Gap] = {}
    gaps: list[Gap] = []
    things = unsure = idle = 0
    for args in instances(game, tuple(letter for letter, _ in fact.params), seats):
        if args is None or things >= MOST_THINGS:
            unsure += 1
            break
        things += 1
        titles = tuple(a for a in args if isinstance(a, str) and a in bench.rules.cards)
        named = [a for a in args if isinstance(a, str)]
        only = _thing(game, fact) or bool(named and sites)
        found = uncovered(game, seats, titles, ValueQuestion(fact, args, known, put, sites, only))
        unsure += not found.complete
        idle += found.idle
        for region in found.regions:
            gap = Gap(region, shown(bench, fact, region, seats), where(bench.rules.game.vocabulary, region))
            if named and not sites and not gap.scene:
                idle += 1
                continue
            unsure += not gap.scene
            if gap.scene and named and not gap.when:
                old = whole.setdefault(str((region.reached, region.asked)), gap)
                whole[str((region.reached, region.asked))] = msgspec.structs.replace(
                    old, things=(*old.things, *named[:1])
                )
            elif gap.scene:
                gaps.append(gap)
    return LookedAt(fact.name, (*whole.values(), *gaps), things, unsure, idle)


def _thing(game: Game, fact: Fact) -> bool:
    """The fact is a player or a thing, of which there may be none."""
    return fact.result != "number" and all(of != fact.result for _, of in game.vocabulary.words)


def _given(game: Game, fact: Fact) -> bool:
    """Norms give the fact its value, if any does."""
    ruled = fact.institutional and fact.result != "condition" and fact.initial is None
    return ruled and any(isinstance(n.claim, Gives) and n.claim.term.fact == fact.name for n in game.norms)


def _finding(game: Game, looked: LookedAt, gap: Gap, more: int) -> Finding:
    region = gap.region
    fact = next(f for f in game.vocabulary.facts if f.name == looked.fact)
    norms = {n.id: n.clause for n in game.norms}
    giving = (n.clause for n in game.norms if isinstance(n.claim, Gives) and n.claim.term.fact == fact.name)
    near = tuple(dict.fromkeys(norms[n] for n in region.near))[:MOST_NAMED]
    clauses = near or tuple(dict.fromkeys(giving))[:MOST_NAMED]
    message = f"nothing states {_said(game, fact, gap)}"
    message += f", nor in {more} or more regions like it" if more else ""
    message += (
        f"; {_and(near)} come{'s' if len(near) == 1 else ''} nearest"
        if near
        else f"; {_and(clauses)} state{'s' if len(clauses) == 1 else ''} it elsewhere"
    )
    if not region.reached:
        message += "; no play was found that comes there"
    elif not region.asked:
        message += "; no rule asks for it there"
    return of_clauses(
        game,
        (CODE, NAME),
        "warning" if region.reached and region.asked else "note",
        message,
        clauses,
        lines=gap.scene,
        extent=Extent.EXHAUSTED if region.reached else Extent.UNKNOWN,
        fingerprint="/".join((fact.name, gap.when or ",".join(gap.things))),
        settle=SETTLE,
    )


def _said(game: Game, fact: Fact, gap: Gap) -> str:
    """The value that is missing, and where."""
    asked = asked_for(game.vocabulary, fact, gap.region)
    if len(gap.things) > 1:
        title = {c.title: c for c in game.cards}
        known = [k for k in game.vocabulary.kinds if set(gap.things) == {t for t, c in title.items() if k in c.kinds}]
        some = f"{', '.join(gap.things[:MOST_NAMED])}{' …' if len(gap.things) > MOST_NAMED else ''}"
        called = f"a card that is {known[0]} ({some})" if known else some
        return (
            _SLOT.sub(lambda _: called, fact.phrase.split(" | ")[0], count=1)
            if len(fact.params) == 1
            else f"{asked}, nor for {some}"
        )
    when = f"{asked} when {gap.when}" if gap.when else asked
    return when if gap.region.whole else f"{when}, on a table of which nothing else is said"


def _scope(looked: list[LookedAt]) -> Scope:
    gaps, unsure, idle = (
        sum(len(one.gaps) for one in looked),
        sum(one.unsure for one in looked),
        sum(one.idle for one in looked),
    )
    scope = (
        f"{len(looked)} facts that norms give values, asked of {sum(one.things for one in looked)} things: {gaps} regions "
        f"without a value are shown by scenes, {unsure} unknown; taken for granted: a field of words or things has one of "
        "them, and tables have as few players or as many as can be"
    )
    if idle:
        scope += f"; no rule asks for {idle} values that none gives, of cards and words or of facts that are players and things"
    return Scope(NAME, Extent.UNKNOWN if unsure else Extent.PROVED, scope)


def _and(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
