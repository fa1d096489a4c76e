"""Things that happen at once, or in an order that nothing states, end differently in different orders.

What it finds: cards of one beat, Hexes that go off together, cards that are due at once, and steps that nothing
orders, where two orders answer a question of the catalogue differently; before the first act of a game, where no
question can be asked, what comes of two orders is compared itself. Both orders are told. What neither reads
nor changes what the other changes is not tried twice. For all else that nothing orders (what several clauses attach to
one event, steps, what is done for several things) tables are laid out by what it hangs on. Also a single card that has each of several players or things choose, in an order that its text
does not state.

Why it matters: the table has to decide what comes first, and somebody gains by it.

Example: two players without Voice are Hexed by each other's Hexes at once. If Voice stops at 0, whoever is Hexed
first loses nothing and gains.

How to settle it: say what comes first, or let the effects not touch the same thing.
"""

from __future__ import annotations

import zlib
from functools import partial
from itertools import islice
from typing import TypeAlias

from checker.certificates.check_bodies import within
from checker.explore.cards.finding_builders import of_clauses, places
from checker.explore.cards.search_job import alike
from checker.explore.cards.work_units import about
from checker.explore.interactions.derived_tables import Derived, UnorderedPlaces, Wanted, derived
from checker.explore.interactions.order_permutations import OrdersTried, OrderUnit, Trace, Turned, tried
from checker.explore.loops.start_orders import Outset, of_steps, outset
from checker.explore.scene_templates import labels
from checker.explore.situations import catalogue
from checker.explore.statements.changes_in_order import Reordered, changing, reordered
from checker.explore.statements.missing_values import nothing_said, stated
from checker.explore.whole_games import whole_games
from checker.kernel.effect import Choose, Each, Run, Together
from checker.kernel.game import Game
from checker.kernel.record import Record
from checker.kernel.trees.unordered_effects import Unordered, unordered
from checker.kernel.verdict import Extent, Finding
from checker.norms.rule_reads import MET
from checker.session.context import Bench, Scope, Work
from checker.session.persistent_memo import TracedResult, WantedResult, traced_anywhere, traced_each
from checker.smt.conflicts import clashes
from checker.smt.norm_pairs import NormPair
from checker.static.written_values import written
from checker.store.fingerprint import named
from checker.verdicts.point_wording import declaration

CODE = "HX205"
NAME = "order-dependence"
APART = 10
SETTLE = "say what comes first"
OrderCause: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""What is open with the clauses of what is different then, and the cards of the scene."""
MATTERS, ALIKE, NEVER, UNKNOWN = "matters", "alike", "never together", "unknown"
MOST_TABLES, MOST_SCENES = 6, 18
"""So many tables are laid out at most for two clauses that change one value, in so many scenes."""
MOST_SHOWN = 12
"""Lines of a trace that are shown."""
MOST_NAMED = 3
"""So many of the scenes that could not be laid out are named."""


class OrderRow(Record, tag=False):
    """A row of the table: effects that nothing orders, where, what came of them, and in how many scenes that was seen."""

    effects: str
    at: str
    outcome: str
    scenes: int


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each cause: what is open, and the cards of the smallest scene that shows it."""
    book = catalogue(work.bench.situations)
    listed = book.at_once
    tables = tuple(sorted(work.options.players))
    seats = {i: min((t for t in tables if t >= s.least), default=0) for i, s in enumerate(listed)}
    several = [i for i, s in enumerate(book.situations) if seats[i] and len(labels(s.lines)) > 1]
    paired = several[:1] if work.options.scope == "quick" else several
    laid = {i: n for i, n in seats.items() if n}
    titles = alike(work.bench)
    pieces = [OrderUnit(i, n) for i, n in laid.items()]
    pieces += [OrderUnit(i, laid[i], (one, other)) for i in paired for one in titles for other in titles]
    game = work.bench.rules.game
    pieces += [OrderUnit(0, laid[0], (one,)) for one in titles if 0 in laid and _unordered(game, one)]
    brought = _brought(game) if book.plays and not book.laid else ()
    pieces += [OrderUnit(i, n, (one,)) for one in brought for i, n in laid.items()]
    traced = _tried(work, pieces)
    seen = [one.result for one in traced]
    causes: dict[OrderCause, Turned] = {}
    for one in sorted((t for s in seen for t in s.found), key=lambda t: t.size):
        causes.setdefault((one.cause, one.cards), one)
    places = _derived(work, tables, frozenset((t.point.id, t.apart) for t in causes.values()))
    for turned in sorted((t for _, d in places for t in d.found), key=lambda t: t.size):
        causes.setdefault((turned.cause, turned.cards), turned)
    found = [_finding(game, one) for one in causes.values() if _smallest(one, causes, brought)]
    begun = outset(work.bench, tables[0])
    found += [_at_outset(game, one) for one in begun]
    found += _changes(work, [f for f in found if f.witness])
    rows = _rows(work.bench, places, frozenset(x for t in traced for k, x in t.looked if k == MET))
    cut = sum(s.cut for s in seen)
    also = f", in all with {', '.join(brought)}" if brought else ""
    scope = (
        f"every situation ({len(laid)} of {len(listed)}) at the smallest table that it fits, as it stands; in "
        f"{len(paired)} of the {len(several)} in which several things wait for an answer, with every pair of answers, "
        f"all else that is open as by default; what comes before the first act of a game; in the first also with every card that lets several choose{also}; {sum(s.scenes for s in seen)} scenes"
    )
    scope += f"; {cut} of them had more ways than were followed" if cut else ""
    lost = sum(s.lost for s in seen)
    scope += f"; {lost} differences are seen only where all else goes as by default" if lost else ""
    refused = (*(r for s in seen for r in s.refused), *(r for _, d in places for r in d.refused))
    scope += _refused(refused)
    bare = () if book.laid else unordered(game)
    played = _played(work, bare, found)
    unsettled = tuple(one.name for one in bare if one.name not in played)
    scope += f"; {_not_laid(bare, played)}" if bare else f"; {_told_of(rows)}"
    unseen = unsettled or any(row.outcome == UNKNOWN for row in rows)
    extent = Extent.UNKNOWN if cut or lost or refused or unseen else Extent.EXHAUSTED
    return found, Scope(NAME, extent, scope, table=rows)


def _refused(scenes: tuple[str, ...]) -> str:
    """How many scenes could not be laid out although an order matters there, the first of them named with the reason."""
    if not scenes:
        return ""
    named = ", ".join(f"`{one}`" for one in dict.fromkeys(scenes[:MOST_NAMED]))
    return f"; {len(scenes)} scenes show a difference and could not be laid out as they are told: {named}"


def _changes(work: Work, known: list[Finding]) -> list[Finding]:
    """One finding for each two clauses that change one value, where a scene shows that their order matters."""
    bench = work.bench
    game, names = bench.rules.game, {n.id: n.clause for n in bench.rules.game.norms}
    pairs = [p for p in changing(game) if not any({names[p[0]], names[p[1]]} <= {*f.clauses, *f.cards} for f in known)]
    reads, tables = (game, bench.situations), work.options.players
    made = work.kept_each("changes", reads, Reordered | None, "changes", in_order, [(p, tables) for p in pairs])
    causes = {one.point.id: one for one in reversed(made) if one is not None}
    return [_changed(game, one) for one in reversed(causes.values())]


def in_order(bench: Bench, of: tuple[tuple[str, str], tuple[int, ...]]) -> Reordered | None:
    """The scene of the first table, of those on which the solver lets both norms change the value, where the order matters."""
    from checker.smt.values.overlaps import overlaps

    pair, tables = of
    seats, norms = min(tables), bench.rules.norms
    known, put = nothing_said(bench, seats), written(bench.rules.game)
    regions = islice(overlaps(bench.rules.game, (norms[pair[0]], norms[pair[1]]), seats, known, put), MOST_TABLES)
    scenes = ((seats, lines[1:]) for region in regions for lines in stated(bench, region, seats))
    return reordered(bench, pair, islice(scenes, MOST_SCENES))


def _changed(game: Game, one: Reordered) -> Finding:
    asked = one.lines[-1].rstrip("?")
    naming = declaration(game, one.point)
    clauses = one.point.clauses
    cards = tuple(c.title for c in game.cards if c.title in clauses)
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"{one.point.text}; `{asked}` is {' and '.join(f'`{value}` if {first}' for value, first in one.ends)}",
        clauses,
        cards=cards,
        lines=one.lines,
        naming=naming,
        assumed=one.assumed,
        fingerprint=one.point.id,
        settle=SETTLE,
    )


def _derived(
    work: Work, tables: tuple[int, ...], known: frozenset[tuple[str, tuple[str, ...]]]
) -> list[tuple[Unordered, Derived]]:
    """What nothing orders, each with what the tables show that were laid out for it; none are where the situations say nothing of what to lay."""
    bench = work.bench
    if not catalogue(bench.situations).laid:
        return []
    places = UnorderedPlaces(bench.rules)
    wanted = [Wanted(one.name, tables, known) for one in places.listed]
    make = partial(work.spread, "tables", derived, lane=lambda w: zlib.crc32(w.name.encode()))
    says = [(one, places.reads(place)) for one, place in zip(wanted, places.listed, strict=True)]
    made = traced_anywhere(work, "derived", Derived, wanted, make, says=says)
    return list(zip(places.listed, made, strict=True))


def _rows(bench: Bench, places: list[tuple[Unordered, Derived]], seen: frozenset[str]) -> tuple[OrderRow, ...]:
    """What came of each, if only in a situation; of norms that were not seen together the solver says whether they can be."""
    apart = [
        NormPair(one.norms[0], one.norms[1], one.act)
        for one, d in places
        if one.norms and not (d.met or one.name in seen)
    ]
    never = {(c.pair.one, c.pair.other) for c in clashes(bench.rules.game, apart) if c.can == "no"} if apart else set()
    return tuple(
        OrderRow(one.name, one.at, _came(d, one.name in seen, one.norms in never), d.scenes) for one, d in places
    )


def _came(derived_: Derived, seen: bool, never: bool) -> str:
    if derived_.found:
        return MATTERS
    return ALIKE if derived_.met or seen else NEVER if never else UNKNOWN


def _told_of(rows: tuple[OrderRow, ...]) -> str:
    """How many places there are, and what came of them."""
    by = {came: [r for r in rows if r.outcome == came] for came in (MATTERS, ALIKE, NEVER, UNKNOWN)}
    unseen = f" ({', '.join(r.effects for r in by[UNKNOWN])})" if by[UNKNOWN] else ""
    return (
        f"besides, tables laid out for each of the {len(rows)} places where one effect reads or changes what another "
        f"one changes, a few for those that no amendment concerns: in {len(by[MATTERS])} an order matters that no situation shows; in {len(by[ALIKE])} every order "
        f"that was met ends alike or as a situation shows; {len(by[NEVER])} never come together (proved); and {len(by[UNKNOWN])} are unknown, since nothing that was laid out brings them together{unseen}"
    )


def _played(work: Work, bare: tuple[Unordered, ...], found: list[Finding]) -> dict[str, str]:
    """What whole games show of those that nothing orders, if all of them were looked at."""
    out = whole_games(work) if bare else ()
    if not out or not all(one.complete for one in out):
        return {}
    met = {name for one in out for name in one.met}
    open_ = {point for one in out for point in one.orders}
    told = bool(open_) and bool(found)
    came = {one.name: NEVER if one.name not in met else MATTERS if told else ALIKE for one in bare}
    return {name: how for name, how in came.items() if how == NEVER or told or not open_}


def _not_laid(places: tuple[Unordered, ...], played: dict[str, str]) -> str:
    """What is known of these places, for which no tables were laid out."""
    of = f"of {len(places)} places where one effect reads or changes what another one changes"
    never, alike_, matters = (sum(how == came for how in played.values()) for came in (NEVER, ALIKE, MATTERS))
    left = len(places) - len(played)
    shown = (
        f", {never} never come together in whole games, which were looked at to their end, in {alike_} every order ends alike "
        f"there, and {matters} matter as is told"
    )
    rest = f"{left} are unknown but for what the situations show: these say nothing of what to lay out for them"
    return f"{of}{shown * bool(played)}{', ' if not played else '; '}{rest}" if left else f"{of}{shown}"


def _tried(work: Work, pieces: list[OrderUnit]) -> list[TracedResult[OrdersTried]]:
    """What each piece shows and what was looked up for that, from an earlier run if nothing is different that it can depend on."""
    bench = work.bench
    situations = catalogue(bench.situations).at_once
    there = {n: about(bench, situations[n]) for n in {p.situation for p in pieces}}
    parts = [WantedResult(named(p), there[p.situation].union(p.answers)) for p in pieces]

    def make(wanted: list[OrderUnit]) -> list[TracedResult[OrdersTried]]:
        rows: dict[object, list[OrderUnit]] = {}
        for piece in wanted:
            rows.setdefault((piece.situation, piece.answers[:1]), []).append(piece)
        made = work.spread("orders", tried, [tuple(row) for row in rows.values()], lambda row: row[0].situation)
        worked = dict(zip((p for row in rows.values() for p in row), (one for row in made for one in row), strict=True))
        return [worked[p] for p in wanted]

    return traced_each(work, "orders", OrdersTried, pieces, parts, make)


def _unordered(game: Game, title: str) -> bool:
    """The text of the card, or a procedure that it carries out, does something for each of several things."""
    texts = [c.text for c in game.cards if c.title == title]
    called = {e.procedure for t in texts for e in within(t) if isinstance(e, Run)}
    steps = [s.effect for p in game.procedures if p.name in called for s in p.steps]
    parts = [e for t in (*texts, *steps) for e in within(t)]
    return any(isinstance(e, Each) and any(isinstance(x, Choose) for x in within(e.body)) for e in parts)


def _brought(game: Game) -> tuple[str, ...]:
    """The cards of amendments whose text does several things that it does not order."""
    amended = {a.name for a in game.amended if a.kind == "card"}
    texts = [(c.title, tuple(within(c.text))) for c in game.cards if c.title in amended]
    loose = (Each, Together)
    return tuple(
        t for t, parts in texts if any(isinstance(e, loose) and not getattr(e, "ordered", False) for e in parts)
    )


def _smallest(one: Turned, causes: dict[OrderCause, Turned], brought: tuple[str, ...]) -> bool:
    """No scene with fewer cards shows the same by the same clauses; those brought by amendments are shown by themselves."""
    own = set(one.cards) & set(brought)
    return not any(cause == one.cause and own <= set(cards) < set(one.cards) for cause, cards in causes)


def _finding(game: Game, one: Turned) -> Finding:
    point = one.point
    first, second = one.traces
    asked = one.lines[-1].rstrip("?")
    message = f"{point.text}; `{asked}` is `{first.value}` if {first.first}, `{second.value}` if {second.first}"
    naming = declaration(game, point)
    titles = {c.title: c.clauses for c in game.cards}
    told = one.clauses or of_steps(game, point) or tuple(c for t in one.cards for c in titles.get(t, ()))
    news = (a.name for a in game.amended if a.kind == "clause" and a.name in one.cited) if one.derived else ()
    clauses = tuple(dict.fromkeys((*told, *one.apart, *news)))
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        message,
        clauses,
        cards=one.cards,
        at=places(game, clauses, () if clauses else one.cards),
        lines=(*one.lines, *_told(first), *_told(second)),
        naming=naming,
        assumed=one.assumed,
        fingerprint="/".join((*one.cause, *sorted(one.cards))),
        settle=SETTLE,
    )


def _at_outset(game: Game, one: Outset) -> Finding:
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"{one.point.text}, and what comes of it differs; it is before the first act, where no scene begins",
        one.clauses,
        fingerprint="/".join(("outset", *sorted(str(o.value) for o in one.point.options))),
        settle=SETTLE,
    )


def _told(trace: Trace) -> tuple[str, ...]:
    """The trace as remarks behind the scene, which is replayed as if they were not there."""
    shown = trace.lines[:MOST_SHOWN]
    rest = (f"#   and {len(trace.lines) - MOST_SHOWN} more",) if len(trace.lines) > MOST_SHOWN else ()
    return (f"# if {trace.first}: {trace.value}", *(f"#   {line}" for line in shown), *rest)
