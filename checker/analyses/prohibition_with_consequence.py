"""One clause forbids an act, another says what happens when it is done.

What it finds: a prohibition of an act of which another clause tells the consequence, where the solver finds
that both can apply to the same act. Is the act taken back, or does the consequence follow?

Why it matters: the clauses do not contradict each other, and still nobody knows how to go on.

Example: a card must not be played on a Hex that sets it off when the card is played.

How to settle it: say that the consequence follows the forbidden act, or that it is for other acts only, or put one of
the two clauses over the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple, TypeAlias

from checker.explore.cards.finding_builders import of_clauses
from checker.explore.cards.search_job import Search, started
from checker.explore.cards.work_units import about
from checker.explore.scene_state import SceneState
from checker.explore.scene_templates import alike
from checker.explore.situations import catalogue
from checker.kernel.game import Game
from checker.kernel.trees.paraphrase import in_words
from checker.kernel.verdict import Extent, Finding
from checker.kernel.vocabulary import Act, sort_of
from checker.norms.evaluate import Context
from checker.run.phrases import told
from checker.session.context import Bench, Scope, Work
from checker.session.persistent_memo import TracedResult, WantedResult, kept_parts, traced_each
from checker.smt.norm_pairs import Clash, NormPair
from checker.store.fingerprint import named

CODE = "HX102"
NAME = "prohibition-with-consequence"

MOST = 40
"""So many ways of doing an act are tried at most in one situation."""


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each prohibition and each consequence that can meet."""
    game = work.bench.rules.game
    meetings = _meetings(work)
    norms = work.bench.rules.norms
    near = {(norms[m.pair.one].clause, norms[m.pair.other].clause): m.pair.about for m in meetings if m.can != "no"}
    shown = _shown(work, set(near.values())) if near else {}
    found = [_finding(game, clauses, near[clauses], shown.get(clauses)) for clauses in sorted(near)]
    return found, _checked(meetings, sorted(near.keys() - shown.keys()))


def _shown(work: Work, about_: set[str]) -> BrokenClauses:
    """By clauses the smallest scene of what the first forbids and of which the other says what it does."""
    bench = work.bench
    situations = catalogue(bench.situations).situations
    bare = [a for a in sorted(about_) if _bare(bench.rules.acts[a], bench.rules.game)]
    tries = [*((title, "") for title in alike(bench)), *(("", act) for act in bare)]
    jobs = [ForbiddenOutcome(number, *one) for number in range(len(situations)) for one in tries]
    there = [about(bench, s) for s in situations]
    parts = [WantedResult(named(j), there[j.situation] | {j.title}) for j in jobs]

    def make(wanted: list[ForbiddenOutcome]) -> list[TracedResult[BrokenClauses]]:
        lots = [[j for j in wanted if j.situation == number] for number in {j.situation: None for j in wanted}]
        return [one for lot in work.spread("forbidden plays", broken, lots) for one in lot]

    tried = traced_each(work, "broken", BrokenClauses, jobs, parts, make)
    shown = {pair: lines for one in reversed(tried) for pair, lines in one.result.items()}
    return shown | _barest([one.result for job, one in zip(jobs, tried, strict=True) if job.act])


def _barest(found: list[BrokenClauses]) -> BrokenClauses:
    """For each pair the shortest scene, of several the first."""
    best: dict[tuple[str, str], tuple[str, ...]] = {}
    for each in found:
        for pair, lines in each.items():
            if pair not in best or len(lines) < len(best[pair]):
                best[pair] = lines
    return best


def _bare(act: Act, game: Game) -> bool:
    """The act is somebody's, and takes neither a card nor an amount."""
    sorts = [sort_of(game.vocabulary, letter) for letter, _ in act.params]
    return bool(act.phrase) and sorts[:1] == ["player"] and not {"card", "number"}.intersection(sorts)


def _finding(game: Game, clauses: tuple[str, str], act: str, lines: tuple[str, ...] | None) -> Finding:
    """What is said of the two clauses; a note, if no scene was found that shows it."""
    forbids, tells = clauses
    doubt = "is it illegal, or does that follow"
    unseen = "" if lines else "; no scene tried shows it"
    done = in_words(game.vocabulary, act)
    message = f"{forbids} forbids `{done}` where {tells} says what happens when it is done: {doubt}{unseen}"
    naming = next((d.id for d in game.declarations if d.point == "/".join(clauses)), "")
    return of_clauses(
        game,
        (CODE, NAME),
        "note" if naming or lines is None else "warning",
        message,
        clauses,
        lines=lines or (),
        extent=Extent.EXHAUSTED if lines else Extent.UNKNOWN,
        point=naming,
        fingerprint="/".join((act, *clauses)),
        settle="say which of the two is meant",
    )


def _checked(meetings: list[Clash], unseen: list[tuple[str, str]]) -> Scope:
    every = {(m.pair.one, m.pair.other) for m in meetings}
    near = {(m.pair.one, m.pair.other) for m in meetings if m.can != "no"}
    extent = Extent.UNKNOWN if unseen else Extent.EXHAUSTED if near else Extent.PROVED
    scope = (
        f"{len(every)} pairs of a prohibition and a consequence of what it forbids, on the same circumstances: "
        f"{len(every - near)} can never both apply"
    )
    if unseen:
        scope += f"; no scene tried shows {', '.join(' with '.join(pair) for pair in unseen)}"
        scope += f" (of an act without a card the first {MOST} ways in each situation are tried)"
    return Scope(NAME, extent, scope)


def _meetings(work: Work) -> list[Clash]:
    """Every pair of a prohibition and a consequence, by each way to it, with what the solver says of it."""
    from checker.smt.remedies import consequences

    game = work.bench.rules.game
    norms = {n.id: named(n) for n in game.norms}
    over = work.bench.rules.over
    listed = [p for p in consequences(game) if not (over(p.one, p.other) or over(p.other, p.one))]
    kinds = [(c.title, c.kinds, c.unsure) for c in game.cards]
    names = [named(pair, norms[pair.one], norms[pair.other]) for pair in listed]
    reads = (game.vocabulary, kinds, game.properties)
    return kept_parts(
        work, "consequences", reads, Clash, listed, names, lambda left: work.spread("prohibitions", meeting, [left])[0]
    )


def meeting(bench: Bench, listed: list[NormPair]) -> list[Clash]:
    """What the solver says of each pair, with a deeper look where it might meet."""
    from checker.smt.conflicts import clashes

    game = bench.rules.game
    first = clashes(game, listed)
    again = {c.pair: c for c in clashes(game, [c.pair for c in first if c.can != "no"], deep=True)}
    return [again.get(c.pair, c) for c in first]


class ForbiddenOutcome(NamedTuple):
    """Where to look for what one clause forbids and another tells the outcome of: a card, or an act, in a situation."""

    situation: int
    title: str = ""
    act: str = ""


BrokenClauses: TypeAlias = dict[tuple[str, str], tuple[str, ...]]
"""By the clause that forbids a play and the one that says what it does, the scene."""


def broken(bench: Bench, jobs: Sequence[ForbiddenOutcome]) -> list[TracedResult[BrokenClauses]]:
    """For each card and situation the scenes in which a play is forbidden and its outcome told."""
    listed = catalogue(bench.situations).situations
    nothing: BrokenClauses = {}
    return started(bench, jobs, lambda job: (job.situation, listed[job.situation].least), _broken, nothing)


def _deeds(search: Search, start: SceneState, act: str) -> Iterator[str]:
    """The act told of whoever could do it here, with all things that are there."""
    rules = search.table.bench.rules
    context = Context(rules, start.judge.branches[0].position.store)
    declared = rules.acts[act]
    letters = [letter for letter, _ in declared.params]
    ranges = [context.things(sort_of(rules.game.vocabulary, letter)) for letter in letters]
    for args in islice(product(*ranges), MOST):
        yield told(context, declared.said, dict(zip(letters, args, strict=True)))


def _broken(search: Search, start: SceneState, job: ForbiddenOutcome) -> BrokenClauses:
    found: BrokenClauses = {}
    for line in _deeds(search, start, job.act) if job.act else ():
        forbids, tells = search.table.anyway(start, line)
        for pair in product(sorted(forbids), sorted(tells)):
            found.setdefault(pair, (*start.lines, line, *search.general[:1]))
    if job.act:
        return found
    for seat in search.seats:
        holding = search.table.holding(start, seat, job.title)
        for line in search.wordings(start, seat, job.title) if holding is not None else ():
            assert holding is not None
            forbids, tells = search.table.anyway(holding, line)
            for pair in product(sorted(forbids), sorted(tells)):
                found.setdefault(pair, (*holding.lines, line, *search.general[:1]))
    return found
