"""Two cards meet, and what happens then is open, or hangs on which of them came first.

What it finds: scenes of the catalogue that begin with `meeting:` tell how two cards can meet; every ordered pair
of cards is put into each. Found are open points that decide a question of the catalogue where cards meet and that
no card opens by itself, and pairs that could come in either order, where no roll gives it, and answer a question
otherwise. The pairs that open something are told behind the findings. The table of all pairs, with whether they can meet and what happens, is part of the JSON report.

Why it matters: each card is clear, and the two together are not.

Example: one card has a player turn a whole word, the next forbids them to turn tiles of the other colour.

How to settle it: say on one of the cards which of them gives way, or which comes first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from checker.explore.cards.finding_builders import finding, of_clauses, places, searched
from checker.explore.cards.minimal_scene import witnessed
from checker.explore.cards.search_result import DecidingPoint
from checker.explore.interactions.interactions import CardMeeting, Opened, Pairing, alone, meetings, unsaid
from checker.explore.interactions.play_fingerprint import WHAT_HAPPENS
from checker.explore.scene_state import Cause, key_of
from checker.explore.situations import catalogue
from checker.explore.two_play_situation import planned
from checker.kernel.game import Game
from checker.kernel.record import Record
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Scope, Work
from checker.verdicts.point_wording import declaration

CODE = "HX206"
NAME = "meeting-effects"
MOST_NAMED = 4
"""So many pairs at most for which the order matters are named besides the first."""
SETTLE = "say on one of the cards which of them gives way, or which comes first"


class CardPair(Record, tag=False):
    """A row of the table: how two cards meet in a scene, by which clauses not, what happens, and what is open.

    Whether they `meet` is None where there were ways that were not followed and none that was led there.
    """

    how: str
    first: str
    second: str
    meet: bool | None
    against: tuple[str, ...]
    happens: tuple[str, ...]
    opens: tuple[str, ...]
    order_matters: str


class _Scene(NamedTuple):
    alone: dict[str, tuple[Opened, ...]]
    met: list[CardMeeting]


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each point that meetings open, one for each scene in which the order matters."""
    listed = catalogue(work.bench.situations).meetings
    if work.options.scope == "quick" or not listed:
        said = "not looked at in the quick scope" if listed else "the catalogue tells no way in which cards meet"
        return [], Scope(NAME, Extent.UNKNOWN if listed else Extent.EXHAUSTED, said)
    scenes = _scenes(work)
    known = {m.key for m in searched(work).met}
    opened = _opened(scenes, known)
    ways = [tuple(dict.fromkeys(_met(o, c, known_cards) for o, c in found)) for found, known_cards in opened]
    game = work.bench.rules.game
    played = witnessed(work, ways)
    found = [finding(work, m, CODE, NAME, _message(m), SETTLE) for m in played if m is not None]
    met = [m for scene in scenes for m in scene.met]
    found += [_order(game, m) for m in map(_ordered, scenes) if m]
    cut = sum(m.cut for m in met)
    lost = sum(m is None for m in played)
    scope = (
        f"every ordered pair of {len(game.cards)} cards in {len(scenes)} ways to meet: of {len(met)} meetings "
        f"{sum(m.meets for m in met)} can happen, {sum(bool(m.opened) for m in met)} open something that neither card "
        f"opens alone, nor two that say nothing; along few of the ways that a choice leaves; {sum(m.compared for m in met)} pairs compared with "
        f"the other order, along all of them, with all else that is open as by default"
    )
    scope += f"; {cut} had more ways than were followed" if cut else ""
    scope += f"; {lost} points are not shown by their scenes" if lost else ""
    extent = Extent.UNKNOWN if cut or lost else Extent.EXHAUSTED
    clashing = tuple(_clashing(game, m) for m in met if m.opened)
    return found, Scope(NAME, extent, scope, table=_table(met), told=clashing)


def _table(met: list[CardMeeting]) -> tuple[CardPair, ...]:
    """A row for each pair; whether the order matters is the same of either way round."""
    by = {(m.scene, m.first, m.second): m for m in met}
    return tuple(_row(m, _order_matters(m, by.get((m.scene, m.second, m.first), m))) for m in met)


def _order_matters(one: CardMeeting, other: CardMeeting) -> str:
    """A question that the order answers otherwise, or `no`, `unknown`, or why there is no other order."""
    if not one.either:
        return "the way to meet says which comes first"
    if one.order or other.order:
        return one.order or other.order
    if one.cut or other.cut:
        return "unknown"
    return "no" if one.meets or other.meets else "cannot meet"


def _scenes(work: Work) -> list[_Scene]:
    """All meetings, scene by scene."""
    bench = work.bench
    titles = [c.title for c in bench.rules.game.cards]
    reads = (bench.rules.game, bench.situations)
    numbers = [
        n
        for n, s in enumerate(catalogue(bench.situations).meetings)
        if planned(bench, s) is not None and (not work.options.players or s.least <= max(work.options.players))
    ]
    lone = [Pairing(n, t) for n in numbers for t in titles]
    single = work.kept_each("alone", reads, tuple[Opened, ...], "one card", alone, lone)
    by = {(p.scene, p.first): found for p, found in zip(lone, single, strict=True)}
    bare = dict(zip(numbers, work.kept_each("unsaid", reads, frozenset[str], "no card", unsaid, numbers), strict=True))
    keys = {n: tuple((t, bare[n] | {o.key for o in by[n, t]}) for t in titles) for n in numbers}
    pairs = work.kept_each(
        "meetings", reads, tuple[CardMeeting, ...], "meetings", meetings, [Pairing(n, t, keys[n]) for n, t in by]
    )
    met: dict[int, list[CardMeeting]] = {n: [] for n in numbers}
    for (number, _), found in zip(by, pairs, strict=True):
        met[number] += found
    return [_Scene({t: by[n, t] for t in titles}, met[n]) for n in numbers]


def _opened(
    scenes: list[_Scene], known: set[str]
) -> list[tuple[list[tuple[Opened, tuple[str, ...]]], tuple[str, ...]]]:
    """For each point that only meetings open, where it was seen, the smallest scenes first, and all its cards."""
    seen: dict[str, list[tuple[Opened, tuple[str, ...]]]] = {}
    for scene in scenes:
        lone = [(o, (title,)) for title, found in scene.alone.items() for o in found if not o.before]
        both = [(o, (m.first, m.second)) for m in scene.met for o in m.opened]
        for one in (*lone, *both):
            if one[0].key not in known:
                seen.setdefault(one[0].key, []).append(one)
    found = []
    for key in sorted(seen):
        listed = sorted(seen[key], key=lambda one: (len(one[1]), len(one[0].lines), one[0].lines))
        cards = tuple(sorted({c for o, cards in listed for c in cards if len(cards) == len(listed[0][1])}))
        found.append((listed[:3], cards))
    return found


def _met(one: Opened, cards: tuple[str, ...], also: tuple[str, ...]) -> DecidingPoint:
    seats = len(one.lines[0].split()) - 1
    plain = key_of(one.point, Cause())
    return DecidingPoint(one.key, plain, one.point, Cause(), one.question, one.lines, cards, seats, 0, also=also)


def _message(met: DecidingPoint) -> str:
    said = " or ".join(f"`{o.text}`" for o in met.point.options[:4])
    what = met.point.text or met.point.id
    return f"{' then '.join(f'`{c}`' for c in met.cards)}: {what} ({said}), so `{met.question.rstrip('?')}` is open"


def _ordered(scene: _Scene) -> list[CardMeeting]:
    """The pairs for which the order matters and is left open, the simplest first."""
    return sorted(
        (m for m in scene.met if m.order and not m.rolled),
        key=lambda m: (m.order == WHAT_HAPPENS, len(m.opened), len(m.happens), m.first, m.second),
    )


def _order(game: Game, pairs: list[CardMeeting]) -> Finding:
    first = pairs[0]
    cards = tuple(sorted({c for m in pairs for c in (m.first, m.second)}))
    clauses = tuple(dict.fromkeys(k for c in game.cards if c.title in (first.first, first.second) for k in c.clauses))
    message = (
        f"`{first.first}` and `{first.second}` can come in either order ({first.scene}), and `"
        f"{first.order.rstrip('?')}` is answered otherwise{_likewise(pairs[1:])}"
    )
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        message,
        clauses,
        cards=cards,
        at=places(game, clauses),
        lines=(*first.lines, first.order),
        fingerprint=f"order {first.scene}",
        settle="say which of them comes first",
    )


def _likewise(pairs: list[CardMeeting]) -> str:
    """A few of the other pairs, and how many there are besides."""
    shown = ", ".join(f"`{m.first}` and `{m.second}`" for m in pairs[:MOST_NAMED])
    more = len(pairs) - MOST_NAMED
    further = f" and {more} more pairs, which the table of {NAME} in the JSON report names" if more > 0 else ""
    return f"; likewise {shown}{further}" if pairs else ""


def _clashing(game: Game, met: CardMeeting) -> str:
    """The pair, how they meet, and what is open then, by the names that the points were given."""
    listed = (f"{o.verdict.value} {d.id if (d := declaration(game, o.point, o.key)) else o.key}" for o in met.opened)
    return f"`{met.first}`, then `{met.second}` ({met.scene}): {', '.join(listed)}"


def _row(met: CardMeeting, order: str) -> CardPair:
    return CardPair(
        met.scene,
        met.first,
        met.second,
        None if met.cut and not met.meets else met.meets,
        met.by,
        met.happens,
        tuple(_named(met.opened)),
        order,
    )


def _named(opened: Iterable[Opened]) -> list[str]:
    return [f"{o.verdict.value}: {o.key}" for o in opened]
