"""What the program finds in a small game, or says is not there, compared with what `oracle.py` says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import oracle
from oracle_asked import Tally
from oracle_games import CARDS, MARKS, NUMBERS, PLAYERS, VALUES, Compared, Game, Norm, Number, places
from oracle_text import phrase
from oracle_told import NotAllowed, Unreadable, answers, laid, now, place_of

from checker.analyses.registry import Report, run
from checker.ask.game_session import Desk
from checker.check.run_checks import bench
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Options

ANALYSES = {
    "clauses": ("conflicting-clauses", "dead-text", "missing-value", "unregulated-act"),
    "orders": ("order-dependence",),
    "loops": ("endless-play", "stuck-play"),
}
FEWEST, MOST = -2, 6
"""The numbers about those that clauses ask for."""


# ---- clauses -----------------------------------------------------------------------------------


def clauses(game: Game, report: Report, known: oracle.Graph, tally: Tally) -> Iterator[str]:
    """Conflicts, dead text and acts of which no clause speaks: those that are none, and those that are missing."""
    found = {code: [f for f in report.findings if f.code == code] for code in ("HX101", "HX301", "HX601", "HX602")}
    for one in found["HX101"]:
        if not one.witness:
            tally["conflicts", "unknown"] += 1
        elif not any(len(answer) > 1 for answer in answers(game, *laid(game, one))):
            yield f"no conflict: {one.message}\n{one.witness}"
        else:
            tally["conflicts", "right"] += 1
    covered = [set(one.clauses) for one in found["HX101"]]
    for pair in clashes(game, known):
        if not any(pair <= names for names in covered):
            yield f"a conflict is missing: {sorted(pair)}"
    for one in found["HX301"]:
        if not any(not answer for answer in answers(game, *laid(game, one))):
            yield f"a clause speaks of it: {one.message}\n{one.witness}"
        tally["silent acts", "right"] += 1
    acts = {re.search(r"may \w (\w+)", one.message)[1] for one in found["HX301"]}
    left = next(
        re.search(r"speak of \d+ acts? \((.*?)\)", one.scope)
        for one in report.checked
        if one.analysis == "unregulated-act"
    )
    apart = set(left[1].split(", ")) if left else set()
    for act in {act for act, _ in game.acts} - acts - apart:
        if any(not oracle.may(game, at, act, who) for at, _ in known.values() if not at["over", ""] for who in PLAYERS):
            yield f"an act of which no clause speaks is missing: {act}"
    yield from gaps(game, report, tally)
    yield from dead(game, [*found["HX601"], *found["HX602"]], known, tally)


def gaps(game: Game, report: Report, tally: Tally) -> Iterator[str]:
    """Regions without a value in which there is one, and tables without a value that are in none of those told."""
    scope = next(one for one in report.checked if one.analysis == "missing-value")
    found = [one for one in report.findings if one.code == "HX306"]
    for one in found:
        if any(answer for answer in answers(game, *laid(game, one))):
            yield f"there is a value: {one.message}\n{one.witness}"
    for name, who in (("toll", PLAYERS[0]), ("price", "")):
        told = [one.message for one in found if one.message.startswith(f"nothing states {phrase(name, who)}")]
        regions = [(message, region(message)) for message in told]
        sure = [one for one in regions if "nothing else is said" not in one[0]]
        kind = "found" if told else "unknown" if scope.extent is Extent.UNKNOWN else "none"
        tally["gaps", kind] += bool([norm for norm in game.norms if norm.of == name])
        for at in tables(who, game.cards):
            without = not oracle.values(game, at, name, who)
            inside = [message for message, within in regions if all(test(at) for test in within)]
            if not without and (wrong := [m for m, within in sure if all(test(at) for test in within)]):
                yield f"there is a value: {wrong[0]}\n{at}"
                break
            if (
                without
                and not inside
                and scope.extent is not Extent.UNKNOWN
                and not any(", nor in" in one for one in told)
            ):
                yield f"a gap is missing: {name} {at}\n{scope.scope}"
                break


def region(message: str) -> list[Callable[[oracle.Position], bool]]:
    """What holds of every table of which the message says that nothing states the value."""
    when = re.search(r" when (.*?)(, on a table|, nor in|;|$)", message)
    return [bounded(part) for part in when[1].split(" and ")] if when else []


def bounded(part: str) -> Callable[[oracle.Position], bool]:
    """The test of one of the conditions in a message."""
    if found := re.fullmatch(r"(.*) is (-?\d+)(?: (or less|or more|to (-?\d+)))?", part):
        place, number = place_of(found[1], part), int(found[2])
        least = FEWEST if found[3] == "or less" else number
        most = MOST if found[3] == "or more" else int(found[4] or number)
        return lambda at: least <= now(at, place) <= most
    found = re.fullmatch(r"(it is not so that )?(.*)", part.replace(" is not in ", " is in "))
    place, wanted = place_of(found[2], part), not found[1] and " is not in " not in part
    return lambda at: bool(at[place]) is wanted


def tables(who: str, cards: bool) -> Iterator[oracle.Position]:
    """Every table with numbers about those that clauses ask for, as far as a fact of the player may ask."""
    whole = range(FEWEST, MOST + 1)
    nothing = dict.fromkeys(places((*NUMBERS, *MARKS)), 0)
    for red, blue, ready, lit in product(whole if who else (0,), whole, (0, 1) if who else (0,), (0, 1)):
        own = {("red", who): red, ("ready", who): ready} if who else {}
        for where in product((*PLAYERS, ""), repeat=len(CARDS)) if cards else ((),):
            lies = {(card, w): int(w == at) for card, at in zip(CARDS, where, strict=False) for w in (*PLAYERS, "")}
            yield {**nothing, **own, ("blue", ""): blue, ("lit", ""): lit, **lies}


def clashes(game: Game, known: oracle.Graph) -> set[frozenset[str]]:
    """The pairs of clauses that contradict each other in a position that play reaches."""
    over = oracle.above(game.norms)
    found = set[frozenset[str]]()
    for (at, _), who in product(known.values(), PLAYERS):
        for of in (*VALUES, *dict(game.acts)):
            norms = oracle.live(game, at, of, who)
            stand = oracle.standing_norms(
                {n.name: n.says if of in VALUES else n.says != "must not" for n in norms}, over
            )
            if of in VALUES:
                found |= {
                    frozenset((a.name, b.name))
                    for a in norms
                    for b in norms
                    if a.says != b.says and {a.name, b.name} <= stand
                }
            elif len(oracle.may(game, at, of, who)) > 1:
                found |= {frozenset((a, b)) for a in stand for b in stand if _forbids(game, a) != _forbids(game, b)}
    return found


def _forbids(game: Game, name: str) -> bool:
    return next(norm.says == "must not" for norm in game.norms if norm.name == name)


NEVER = Compared(Number("blue"), "less than", -1_000)


def dead(game: Game, found: list[Finding], known: oracle.Graph, tally: Tally) -> Iterator[str]:
    """Text that is said to be dead, and is not."""
    norms = {norm.name: norm for norm in game.norms}
    for one in found:
        name = next((c for c in one.clauses if one.message.startswith(f"what {c} says")), "")
        barred = re.match(r"nobody may ever (\w+):", one.message)
        if not name and not barred:
            tally["dead text", "not compared"] += 1
            continue
        never = [replace(n, condition=NEVER) if n.name == name else n for n in game.norms]
        without = replace(game, norms=tuple(never))
        for (at, _), who in product(known.values(), PLAYERS):
            if barred and oracle.may(game, at, barred[1], who) == {True}:
                yield f"it may be done: {one.message}\n{at}"
                break
            if barred or not oracle.holds(at, norms[name].condition, {"P": who}):
                continue
            if one.code == "HX601" or matters(game, without, at, norms[name], who):
                yield f"it matters: {one.message}\n{at}"
                break
        else:
            tally["dead text", "right"] += 1


def matters(game: Game, without: Game, at: oracle.Position, norm: Norm, who: str) -> bool:
    """Without the norm something else is so there."""
    asks: tuple[Callable, ...] = (oracle.values,) if norm.of in VALUES else (oracle.may, oracle.must)
    return any(ask(game, at, norm.of, who) != ask(without, at, norm.of, who) for ask in asks)


# ---- orders ------------------------------------------------------------------------------------


def orders(game: Game, report: Report, known: oracle.Graph, tally: Tally) -> Iterator[str]:
    """Orders that are said to matter and do not, and those that matter and are not found."""
    found = [one for one in report.findings if one.code == "HX205"]
    for one in found:
        ends, question = laid(game, one)
        right = {frozenset(answer) for answer in answers(game, ends, question)}
        lines = (line.rpartition(": ")[2] for line in one.witness.splitlines() if line.startswith("# if "))
        listed = {frozenset(line.split(" or ")) if line else frozenset() for line in lines}
        tally["orders", "right"] += 1
        if len(right) < 2 or not listed <= right:
            yield f"the order does not matter so: {one.message}\n{one.witness}\nnot {sorted(map(sorted, right))}"
    if found:
        return
    scope = next(one for one in report.checked if one.analysis == "order-dependence")
    unknown = scope.extent is Extent.UNKNOWN or not re.search(r"(^|\W)0 (of them )?are unknown", scope.scope)
    matter = {
        (act, way[0])
        for at, ways in known.values()
        for way in ways
        for act in [way[1]]
        if len(oracle.ends(game, at, act, way[0])) > 1
    }
    tally["orders", "unknown" if unknown else "wrong" if matter else "right"] += 1
    if matter and not unknown:
        yield f"an order that matters is missing: {sorted(matter)}\n{scope.scope}"


# ---- how play goes on --------------------------------------------------------------------------


GRANTED = "is allowed though no norm says so"
TAKEN = "what is open, and what comes in no order, goes as it does here"
"""What a loop says that it takes for granted."""


def loops(
    game: Game, report: Report, known: oracle.Graph | None, wide: oracle.Graph | None, tally: Tally
) -> Iterator[str]:
    """Loops that are none, loops that are missing, and play that is wrongly said to stand still or not to."""
    scope = next(one for one in report.checked if one.analysis == "endless-play")
    found = [one for one in report.findings if one.code == "HX501"]
    sure = [one for one in found if one.extent is not Extent.UNKNOWN]
    endless = known is None or bool(oracle.for_ever(known))
    perhaps = wide is None or bool(oracle.for_ever(wide))
    for one in (one for one in sure if GRANTED not in one.message):
        try:
            laid(game, one, sure=True)
        except NotAllowed as act:
            yield f"this act is not allowed: {act}: {one.message}\n{one.witness}"
            continue
        if not perhaps:
            yield f"play ends: {one.message}\n{one.witness}"
        elif (
            ("nobody in it can do otherwise" in one.message or "nobody can lead out of it" in one.message)
            and TAKEN not in one.message
            and known is not None
            and wide is not None
        ):
            ends = {key for key, (_, ways) in known.items() if not ways}
            if oracle.for_ever(known) and oracle.for_ever(wide) <= oracle.leads_to(known, ends):
                yield f"somebody can leave it: {one.message}\n{one.witness}"
    unknown = scope.extent is Extent.UNKNOWN or len(sure) < len(found)
    if endless and not sure and not unknown:
        yield f"play can go on for ever, and it is said that it cannot: {scope.extent.name} {scope.scope}"
    tally["loops", "found" if sure else "unknown" if unknown else "none"] += 1
    yield from stuck(game, report, known, tally)


def stuck(game: Game, report: Report, known: oracle.Graph | None, tally: Tally) -> Iterator[str]:
    found = [one for one in report.findings if one.code == "HX503"]
    for one in found:
        ends, _ = laid(game, one)
        tally["standstills", "found"] += 1
        if all(oracle.able(game, end, sure=True) for end in ends):
            yield f"somebody may act: {one.message}\n{one.witness}"
    if found or known is None:
        return
    stand = [at for at, _ in known.values() if not at["over", ""] and barred(game, at)]
    if stand and len(known) < 400:
        yield f"a standstill is missing: {stand[0]}"
    tally["standstills", "none"] += 1


def barred(game: Game, at: oracle.Position) -> bool:
    return all(oracle.may(game, at, act, who) == {False} for act, _ in game.acts for who in PLAYERS)


def checked(kind: str, game: Game, at: Desk, tally: Tally) -> Iterator[str]:
    """Every claim of the program of this kind that is wrong."""
    graphs = []
    for sure in (True, False):
        try:
            graphs.append(oracle.graph(game, sure))
        except oracle.Grows:
            graphs.append(None)
        except oracle.TooMany:
            tally[kind, "too large"] += 1
            return
    known, wide = graphs
    if kind != "loops" and known is None:
        known = {}
    report = run(bench(at), Options((len(PLAYERS),), "quick"), ANALYSES[kind])
    try:
        if kind == "loops":
            yield from loops(game, report, known, wide, tally)
        else:
            yield from {"clauses": clauses, "orders": orders}[kind](game, report, known, tally)
    except Unreadable as line:
        yield f"not read: {line}"
