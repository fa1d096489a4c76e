"""More things of a kind can be in use at once than there are in the box.

What it finds: for every kind of thing that takes a component which is counted, how many can be in use at once:
at most as many as acts and the copies of the cards make (each once in a round, which is proved where every way that
a card can go is followed), and as many as a play that was
found brings about for each number of players, against the number in the box; where the number of a card's own tokens is stated, against that too. In the quick scope at the smallest
table only, and only components of which there are few.

Why it matters: at the table there is no token left, and no rule says what then.

Example: a Hex with five tokens is copied twice, and the sixteen tokens are used up.

How to settle it: put more into the box, say what happens when nothing is left, or make fewer copies of the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from checker.explore.cards.finding_builders import of_clauses, places
from checker.explore.cards.search_job import alike
from checker.explore.cards.work_units import about
from checker.explore.components.lower_bounds import (
    Demand,
    Gain,
    Lone,
    Pile,
    PilingPlan,
    gains,
    heaped,
    piled,
    titled,
    titling,
)
from checker.explore.situations import catalogue
from checker.kernel.game import Card, Game
from checker.kernel.verdict import Extent, Finding
from checker.kernel.vocabulary import BUILT_IN, Sort
from checker.session.context import Scope, Work
from checker.session.persistent_memo import TracedResult, WantedResult, traced_each
from checker.static.at_most_once import RepeatedProcedure, followed, stretch
from checker.static.creation_bounds import Most, most
from checker.static.creation_bounds import makes as makes_of
from checker.static.stacking_bounds import StackBound, stacked
from checker.static.zone_facts import zoned
from checker.store.fingerprint import named

CODE = "HX402"
NAME = "component-shortage"
APART = 11
FEW = 8
"""Of how many components the quick scope looks at what uses them."""
SETTLE = "put more into the box, or say what happens when nothing is left"


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each component of which more can be needed than there are."""
    game = work.bench.rules.game
    counted = [s for s in game.vocabulary.sorts if s.piece and _supply(game, s.piece) is not None]
    if not counted:
        untold = sorted({c.of for c in game.counts if c.number is None} - {c.of for c in game.counts if c.number})
        also = f"; no clause says how many there are of: {', '.join(untold)}" if untold else ""
        if makes(game):
            return [], Scope(NAME, Extent.EXHAUSTED, f"no kind of thing takes a component that is counted{also}")
        return [], Scope(NAME, Extent.PROVED, f"{_moved_only(game)}{also}")
    first, titled = counted[0].name, [(sort, *one) for sort in counted for one in _titled(game, sort)]
    tables, quick = tuple(sorted(work.options.players)), work.options.scope == "quick" and not work.only
    if quick:
        tables, titled = tables[:1], [one for one in titled if one[2] <= FEW]
        counted = [s for s in counted if (_supply(game, s.piece) or 0) <= FEW]
    if not counted and not titled:
        return [], Scope(NAME, Extent.UNKNOWN, f"only components of which there are at most {FEW} in the quick scope")
    plans = [_plan(game, sort, first, seats) for sort in counted for seats in tables]
    reached = _reached(work, plans)
    stacks = {sort.name: stacked(game, sort.name) for sort in counted}
    once: dict[str, RepeatedProcedure | None] = {}
    found, scope, settled = [], [], True
    for number, sort in enumerate(counted):
        each = [d for d in reached[number * len(tables) : (number + 1) * len(tables)] if d is not None]
        supply, (bound, base) = _supply(game, sort.piece) or 0, _bound(game, sort, stacks[sort.name])
        if bound is not None and base not in once:
            once[base] = _once(work, base, stacks.values())
        short = [d for d in each if d.reached > supply]
        above = _above(work, bound, [p for p in plans if p.sort == sort.name], supply) if not short else []
        scope.append(_told(sort, supply, bound, each, once.get(base)) + _with_more(bound, above, supply))
        held = _held(bound, once.get(base))
        settled &= len(short) == len(tables) or (held and _decided(bound, supply, len(above) == len(tables)))
        if short:
            found.append(_shown(game, sort.piece, supply, short))
        elif not quick and (bound is None or bound.known is None or bound.known > supply):
            found.append(_possible(game, sort, supply, bound, each, above))
    for sort, title, number in titled:
        plan = _plan(game, sort, first, 0)._replace(first=number + 1, enough=number, title=title)
        each = [d for d in _reached(work, [plan._replace(seats=n) for n in tables]) if d is not None]
        piece = f"{title} {_noun(sort)}"
        scope.append(f"{sort.name}: {number} {piece}, {_tables(each)}")
        short = [d for d in each if d.reached > number]
        found += [_shown(game, piece, number, short)] if short else []
    return found, Scope(NAME, Extent.EXHAUSTED if settled and not quick else Extent.UNKNOWN, "; ".join(scope))


def _titled(game: Game, sort: Sort) -> list[tuple[str, int]]:
    """The titles of cards of whose own components it is stated how many there are, with the least number."""
    made = [c.title for c in game.cards]
    found: dict[str, int] = {}
    for count in game.counts if titling(game, sort.name) else ():
        head, _, noun = count.of.rpartition(" ")
        if count.number is not None and noun == _noun(sort) and sum(titled(t, head) for t in made) > (head not in made):
            found[head] = min(count.number, found.get(head, count.number))
    return list(found.items())


def _noun(sort: Sort) -> str:
    return sort.piece.split()[-1]


def _decided(bound: Most | None, supply: int, above: bool) -> bool:
    """No more than the supply are made, or it hangs on a number alone: as by default they do, with more they do not."""
    return bound is not None and ((bound.known or supply + 1) <= supply or (bound.usual <= supply and above))


def _above(work: Work, bound: Most | None, plans: list[PilingPlan], supply: int) -> list[Demand]:
    """The plays that need more than there are once the numbers that no clause states are more than by default."""
    more = bound.above(supply) if bound is not None else 0
    if not more:
        return []
    reached = _reached(work, [plan._replace(more=more) for plan in plans])
    return [d for d in reached if d is not None and d.reached > supply]


def _with_more(bound: Most | None, above: list[Demand], supply: int) -> str:
    """What those plays reach, in words."""
    if bound is None or not above:
        return ""
    numbers = " and ".join(f"{t.default + bound.above(supply)} as {t.number}" for t in bound.times)
    return f", with {numbers} {_tables(above)}"


def makes(game: Game) -> bool:
    """Some text of the game, of a step, act, card or norm, makes a thing that was not there."""
    return any(makes_of(game.texts, s.name) for s in (*game.vocabulary.sorts, *BUILT_IN))


def _moved_only(game: Game) -> str:
    counted = dict.fromkeys(f"{c.number} {c.of}" for c in game.counts if c.number is not None)
    return (
        "no step, act, card or norm makes a thing that was not there: things are moved from place to place, so that no "
        f"more of them can be in use than there are; the counts that are stated: {', '.join(counted)}"
    )


def _reached(work: Work, plans: list[PilingPlan]) -> list[Demand | None]:
    """What each plan comes to, from an earlier run if nothing is different that it can depend on."""
    bench = work.bench
    situations = catalogue(bench.situations).situations
    there = about(bench, situations[0]) if situations else frozenset()
    titles = alike(bench)
    lone = [Lone(plan, title) for plan in plans for title in titles]

    def gained(missing: list[Lone]) -> list[TracedResult[Gain]]:
        lots = [tuple(one for one in missing if one.plan == plan) for plan in plans]
        made = work.spread("components", gains, [lot for lot in lots if lot])
        return [one for lot in made for one in lot]

    parts = [WantedResult(named(one), there | {one.title}) for one in lone]
    found = traced_each(work, "gains", Gain, lone, parts, gained)
    each = {(one.plan, one.title): traced.result for one, traced in zip(lone, found, strict=True)}
    piles = [heaped(bench, plan, {t: each[plan, t] for t in titles}) for plan in plans]

    def heaps(missing: list[Pile]) -> list[TracedResult[Demand | None]]:
        made = work.spread("components", piled, [(pile,) for pile in missing])
        return [one for lot in made for one in lot]

    parts = [WantedResult(named(pile), there) for pile in piles]
    return [one.result for one in traced_each(work, "demand", Demand | None, piles, parts, heaps)]


def _plan(game: Game, sort: Sort, base: str, seats: int) -> PilingPlan:
    supply = _supply(game, sort.piece) or 0
    return PilingPlan(sort.name, base, seats, supply // 4 + 1, supply)


def _supply(game: Game, piece: str) -> int | None:
    return min((c.number for c in game.counts if c.of == piece and c.number is not None), default=None)


def _held(bound: Most | None, once: RepeatedProcedure | None) -> bool:
    """The bound holds: each card and act works once, and nothing is left at the end of that."""
    return bound is not None and once is not None and once.ends and not once.often


def _bound(game: Game, sort: Sort, stack: StackBound | None) -> tuple[Most | None, str]:
    """The most things of the sort, and the sort of those that are gone when a stretch of play begins anew."""
    found = most(game, sort.name)
    return (stack.bound, stack.on) if found is None and stack is not None else (found, sort.name)


def _once(work: Work, base: str, stacks: Iterable[StackBound | None]) -> RepeatedProcedure | None:
    """What is known of how often cards and acts bring things into use."""
    rules = work.bench.rules
    zones, game = zoned(rules), rules.game
    on_these = (stack for stack in stacks if stack is not None and stack.on == base)
    laying = frozenset(title for stack in on_these for title, _ in stack.cards)
    return work.kept(
        "once",
        followed(game, base, zones, laying),
        RepeatedProcedure | None,
        lambda: stretch(game, base, zones, laying),
    )


def _told(sort: Sort, supply: int, bound: Most | None, each: list[Demand], once: RepeatedProcedure | None) -> str:
    above = "no bound is known" if bound is None else f"{_said(bound)}, {_how(once)}"
    return f"{sort.name}: {supply} {sort.piece}, {_tables(each)}, {above}"


def _how(once: RepeatedProcedure | None) -> str:
    """On what the bound rests."""
    if once is None or not once.ends:
        return "if each card and act works once, and none is left when that begins anew, which is not known"
    if once.often:
        return f"if each card and act works once in a {once.procedure}, which is not known of {', '.join(once.often)}"
    return (
        "proved for the copies that are listed, as long as nobody does what no norm lets them do, and acts are done "
        f"where they make sense: each of {', '.join(once.once)} works at most once in a {once.procedure}, and none is "
        "left at its end"
    )


def _said(bound: Most) -> str:
    """The bound in words: what is stated, and the numbers that are not."""
    parts = [f"{t.each} times {t.number}" for t in bound.times]
    rest = ", ".join(f"{t.number}, which no clause states, is {t.default} by default" for t in bound.times)
    fixed = [str(bound.fixed)] if bound.fixed or not parts else []
    return f"at most {' and '.join([*fixed, *parts])}" + (f" ({bound.usual} as {rest})" if rest else "")


def _tables(each: list[Demand]) -> str:
    """How many were reached at each table."""
    return ", ".join(f"{d.reached} reached with {d.seats} players" for d in each) or "none reached"


def _resting(game: Game, most: Demand) -> tuple[list[Card], str]:
    """The cards of the play, and which assumed numbers of copies it rests on."""
    listed = Counter(most.cards)
    cards = [c for c in game.cards if c.title in listed]
    assumed = [f"{listed[c.title]} of {c.copies} `{c.title}`" for c in cards if c.copies_source == "assumed"]
    return cards, f"; rests on assumed copies: {', '.join(assumed)}" if assumed else ""


def _shown(game: Game, piece: str, supply: int, short: list[Demand]) -> Finding:
    least = min(short, key=lambda d: (len(d.lines), d.seats))
    cards, rests = _resting(game, least)
    tables = " and ".join(f"{d.seats}" for d in short)
    message = (
        f"{least.reached} {piece} can be needed at once, and there are {supply} (shown with {tables} players; "
        f"nobody plays more than {least.hand} cards){rests}"
    )
    witness = "\n".join((*least.lines, "what happens?"))
    return _finding(game, piece, message, cards, witness, bool(rests), Extent.EXHAUSTED)


def _possible(
    game: Game, sort: Sort, supply: int, bound: Most | None, each: list[Demand], above: list[Demand]
) -> Finding:
    number = "more" if bound is None or bound.times else f"up to {bound.fixed}"
    message = f"{number} {sort.piece} than {supply} may be needed at once"
    message += _with_more(bound, above, supply) or ", as far as is known; no play tried shows it"
    if bound is not None and bound.times:
        message += f"; {_said(bound)}"
    cards, rests = [c for c in game.cards if makes_of(c.text, sort.name)], ""
    if each:
        most = max(each, key=lambda d: (d.reached, -d.hand, -d.seats))
        rests = _resting(game, most)[1]
        message += f"; with amounts as by default {most.reached} are reached with {most.seats} players, nobody playing more than {most.hand} cards{rests}"
    assumed = bool(rests) or any(c.copies_source == "assumed" for c in cards)
    return _finding(game, sort.piece, message, cards, "", assumed, Extent.EXHAUSTED if above else Extent.UNKNOWN)


def _finding(
    game: Game, piece: str, message: str, cards: list[Card], witness: str, assumed: bool, extent: Extent
) -> Finding:
    clauses = tuple(dict.fromkeys(c.clause for c in game.counts if c.of == piece))
    return of_clauses(
        game,
        (CODE, NAME),
        "warning" if witness else "note",
        message,
        clauses,
        cards=tuple(c.title for c in cards),
        at=places(game, clauses),
        lines=witness.splitlines(),
        extent=extent,
        assumed=assumed,
        fingerprint=piece,
        settle=SETTLE,
    )
