"""What the program finds in a small game, or says is not there, compared with what `oracle.py` says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

import oracle
from oracle_asked import Tally, said
from oracle_games import MARKS, NUMBERS, PLAYERS, VALUES, Game, Norm, places
from oracle_text import phrase

from checker.analyses.registry import Report, run
from checker.ask.game_session import Desk
from checker.check.run_checks import bench
from checker.kernel.verdict import Extent, Finding
from checker.session.context import Options

ANALYSES = {
    "clauses": ("conflicting-clauses", "dead-text", "unregulated-act"),
    "orders": ("order-dependence",),
    "loops": ("endless-play", "stuck-play"),
}
PLACES = {phrase(*place): place for place in places((*NUMBERS, *MARKS))}
FACTS = {phrase(*place): place for place in places(VALUES)}


class Unreadable(Exception):
    """A scene of the program says something that is not known here."""


def told(game: Game, ends: list[oracle.Position], line: str, sure: bool) -> list[oracle.Position]:
    """Where the table may be after a line of a scene; if `sure`, an act is told only where it may be allowed."""
    if found := re.fullmatch(r"set up (.*) as (-?\d+)|(?:it is so that )?(.*) is (-?\d+)", line):
        where, number = PLACES.get(found[1] or found[3]), int(found[2] or found[4])
        return [{**end, _known(where, line): number} for end in ends]
    if found := re.fullmatch(r"(?:it is (not )?so that )?(.*)", line):
        if where := PLACES.get(found[2]):
            return [{**end, where: int(not found[1])} for end in ends]
    if found := re.fullmatch(r"(\w) (?:does )?(\w+?)s?", line):
        who, act = found[1], found[2]
        if who in PLAYERS and act in dict(game.acts):
            if sure and not any((who, act) in oracle.able(game, end, sure=False) for end in ends):
                raise NotAllowed(line)
            return [after for end in ends for after in oracle.ends(game, end, act, who)]
    raise Unreadable(line)


class NotAllowed(Exception):
    """A scene tells an act that no clause allows."""


def _known(where, line: str):
    if where is None:
        raise Unreadable(line)
    return where


def laid(game: Game, finding: Finding, sure: bool = False) -> tuple[list[oracle.Position], str]:
    """Where the table may be at the end of the scene of the finding, and its last question."""
    ends, question = [oracle.start(game)], ""
    for line in finding.witness.splitlines():
        if line.endswith("?"):
            question = line
        elif not line.startswith(("players ", "#")):
            ends = told(game, ends, line, sure)
    return ends, question


def answers(game: Game, ends: list[oracle.Position], question: str) -> list[set[str]]:
    """The true answers to the question, for each way in which the table may lie."""
    if (found := re.fullmatch(r"what is (.*)\?", question)) and found[1] in FACTS:
        return [said(oracle.values(game, end, *FACTS[found[1]])) for end in ends]
    if found and found[1] in PLACES:
        return [{str(end[PLACES[found[1]]])} for end in ends]
    if (found := re.fullmatch(r"is it so that (.*)\?", question)) and found[1] in PLACES:
        return [said({bool(end[PLACES[found[1]]])}) for end in ends]
    if found := re.fullmatch(r"(may|must) (\w) (\w+)\?", question):
        ask = oracle.may if found[1] == "may" else oracle.must
        return [said(ask(game, end, found[3], found[2])) for end in ends]
    raise Unreadable(question)


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
    for act in {act for act, _ in game.acts} - acts:
        if any(not oracle.may(game, at, act, who) for at, _ in known.values() if not at["over", ""] for who in PLAYERS):
            yield f"an act of which no clause speaks is missing: {act}"
    yield from dead(game, [*found["HX601"], *found["HX602"]], known, tally)


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


def dead(game: Game, found: list[Finding], known: oracle.Graph, tally: Tally) -> Iterator[str]:
    """Text that is said to be dead, and is not."""
    norms = {norm.name: norm for norm in game.norms}
    for one in found:
        name = next((c for c in one.clauses if one.message.startswith(f"what {c} says")), "")
        barred = re.match(r"nobody may ever (\w+):", one.message)
        if not name and not barred:
            tally["dead text", "not compared"] += 1
            continue
        without = (
            game if barred else oracle.Game(game.starts, game.acts, tuple(n for n in game.norms if n.name != name))
        )
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
        right = set.union(*answers(game, ends, question))
        listed = {line.rpartition(": ")[2] for line in one.witness.splitlines() if line.startswith("#")}
        tally["orders", "right"] += 1
        if len(right) < 2 or not listed <= right:
            yield f"the order does not matter so: {one.message}\n{one.witness}\nnot {sorted(right)}"
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


def loops(
    game: Game, report: Report, known: oracle.Graph | None, wide: oracle.Graph | None, tally: Tally
) -> Iterator[str]:
    """Loops that are none, loops that are missing, and play that is wrongly said to stand still or not to."""
    scope = next(one for one in report.checked if one.analysis == "endless-play")
    found = [one for one in report.findings if one.code == "HX501"]
    sure = [one for one in found if one.extent is not Extent.UNKNOWN]
    endless = known is None or bool(oracle.for_ever(known))
    perhaps = wide is None or bool(oracle.for_ever(wide))
    for one in sure:
        try:
            laid(game, one, sure=True)
        except NotAllowed as act:
            yield f"this act is not allowed: {act}: {one.message}\n{one.witness}"
            continue
        if not perhaps:
            yield f"play ends: {one.message}\n{one.witness}"
        elif "nobody in it can do otherwise" in one.message and known is not None and wide is not None:
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
        ends, _ = laid(game, one, sure=True)
        tally["standstills", "found"] += 1
        if any(oracle.able(game, end, sure=True) for end in ends):
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
