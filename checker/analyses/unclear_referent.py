"""A definite phrase ("the player who …", "the Hex") means nobody, several, or different ones by different clauses.

What it finds: phrases for a player or a thing that clauses define and that, in a position that was reached,
several satisfy, or that clauses define differently; and events that happen to nothing because the words of
a card or clause name nothing there.

Why it matters: the rule is clear, and still nobody knows whom it is about.

Example: "the player with the least Voice picks the dealer", and two players have the least.

How to settle it: say what the phrase means when none or several fit; let one of the clauses define it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from checker.explore.cards.finding_builders import finding, lacking, of_clauses, referent, searched
from checker.explore.cards.search_job import DecidingPoint
from checker.explore.cards.search_result import Void
from checker.explore.duties.far_deadlocks import several_fit
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import SceneState
from checker.explore.situations import catalogue
from checker.kernel.game import Game
from checker.kernel.norm import Gives, Norm, Replaces, When
from checker.kernel.term import Kind
from checker.kernel.trees.paraphrase import generally, thing
from checker.kernel.trees.walk import facts_in
from checker.kernel.verdict import Extent, Finding
from checker.kernel.vocabulary import Fact
from checker.norms.evaluate import plain
from checker.run.branches import Branch, Took
from checker.session.context import Bench, Scope, Work
from checker.session.persistent_memo import kept_parts
from checker.store.fingerprint import named
from checker.verdicts.point_wording import declaration

CODE = "HX304"
NAME = "unclear-referent"
SETTLE = "say what is meant when none or several fit, in one clause"


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each phrase without exactly one referent, with the position that shows it."""
    seen = searched(work)
    game = work.bench.rules.game
    found = [_several(work, m, fact) for m in seen.met if (fact := referent(game, m.point)) is not None]
    found += [_none(work, v) for v in _causes(seen.voids)]
    found += [r for m in seen.met if (fact := referent(game, m.point)) is not None for r in _resting(work, m, fact)]
    single, several = _described(work)
    told = {c for m in seen.met if referent(game, m.point) is not None for c in m.point.clauses}
    open_ = {c for m in seen.met for c in m.point.clauses}
    left = [n for n in several if not _settled(work, n) and n.clause not in told]
    shown = zip(left, _met_in_play(work, left), strict=True)
    found += [_unseen(game, n, lines) for n, lines in shown if lines or n.clause not in open_]
    extent = Extent.EXHAUSTED if seen.complete else Extent.UNKNOWN
    return found, Scope(NAME, extent, _scope(game, single, seen.scope))


def _several(work: Work, met: DecidingPoint, fact: Fact) -> Finding:
    clauses = met.point.clauses
    said = " or ".join(f"`{o.text}`" for o in met.point.options[:4])
    asked = met.question.rstrip("?")
    phrase = generally(work.bench.rules.game.vocabulary, plain(fact.phrase))
    if len(clauses) > 1 and met.point.kind is not Kind.SILENT:
        message = f"`{phrase}` is not the same by {' and by '.join(clauses)} ({said}), so `{asked}` is open"
    else:
        message = f"several are `{phrase}` by {' and '.join(clauses)} ({said}), so `{asked}` is open"
    return finding(work, met, CODE, NAME, message, SETTLE)


def _resting(work: Work, met: DecidingPoint, fact: Fact) -> Iterator[Finding]:
    """What amendments bring about for whomever the phrase means, where it is declared that several may fit it."""
    game = work.bench.rules.game
    if declaration(game, met.point, met.key) is None:
        return
    phrase = generally(game.vocabulary, plain(fact.phrase))
    for kind, name in relying(game, fact.name):
        lines = shown_by(work.bench, met.point.id, name) if kind == "clause" else ()
        clauses = (name, *met.point.clauses) if kind == "clause" else met.point.clauses
        cards = (name,) if kind == "card" else ()
        yield of_clauses(
            game,
            (CODE, NAME),
            "warning" if lines else "note",
            f"several may be `{phrase}` by {' and by '.join(met.point.clauses)}, and {name} speaks of the one"
            + ("" if lines else "; no scene tried shows it"),
            clauses,
            cards=cards,
            lines=(*lines, "what happens?") if lines else (),
            extent=Extent.EXHAUSTED if lines else Extent.UNKNOWN,
            fingerprint=f"{fact.name}/{name}",
            settle=SETTLE,
        )


def _none(work: Work, void: Void) -> Finding:
    game = work.bench.rules.game
    own = next((c.clauses for c in game.cards if c.title == void.card), ())
    clauses = void.clauses or tuple(own)
    cards = (void.card,) if void.card else ()
    where = f" when `{void.card}` is played" if void.card else ""
    act = work.bench.rules.acts[void.act]
    sort = dict(act.params)[void.place] or thing(game.vocabulary, void.place)
    return of_clauses(
        game,
        (CODE, NAME),
        "warning",
        f"no {sort} is meant{where}, and `{generally(game.vocabulary, plain(act.said))}` needs one",
        clauses,
        cards=cards,
        lines=(*void.lines, "what happens?"),
        assumed=bool(cards) and any(c.title == void.card and c.copies_source == "assumed" for c in game.cards),
        fingerprint="/".join(void.key),
        settle="say what happens when nothing fits",
        cause=lacking(game, void.card) if any(c.title == void.card and c.unsure for c in game.cards) else "",
    )


def _causes(voids: tuple[Void, ...]) -> list[Void]:
    """The shortest for each card, or for each act where no card is under way: what follows has the same cause.

    What comes about with no card under way as well is not the card's.
    """
    bare = {(v.act, v.place) for v in voids if not v.card}
    first: dict[tuple[str, str], Void] = {}
    for void in sorted(voids, key=lambda v: v.size):
        if not void.card or (void.act, void.place) not in bare:
            first.setdefault((void.card, "" if void.card else void.act), void)
    return [first[k] for k in sorted(first)]


def _described(work: Work) -> tuple[list[Norm], list[Norm]]:
    """The norms that mean whatever fits a description: those that at most one thing can fit, and the rest."""
    from checker.smt.conflicts import described

    game = work.bench.rules.game
    listed = described(game)
    reads = (game.vocabulary, [(c.title, c.kinds, c.unsure) for c in game.cards], game.properties)
    ids, names = [n.id for n in listed], [named(n) for n in listed]
    proved = kept_parts(work, "descriptions", reads, bool, ids, names, partial(work.spread, "descriptions", fits_one))
    told = list(zip(listed, proved, strict=True))
    return [n for n, one in told if one], [n for n, one in told if not one]


def fits_one(bench: Bench, norm: str) -> bool:
    """At most one thing can fit the description that the norm gives."""
    from checker.smt.conflicts import single

    return single(bench.rules.game, bench.rules.norms[norm])


def _settled(work: Work, norm: Norm) -> bool:
    """Another norm on the same fact goes before it."""
    assert isinstance(norm.claim, Gives)
    return any(work.bench.rules.outranks(o.id, norm.id) for o in work.bench.rules.about[norm.claim.term.fact])


def _met_in_play(work: Work, norms: list[Norm]) -> list[tuple[str, ...]]:
    """For each norm a scene of play in which several things fit its description; nothing where none was found."""
    reads = (work.bench.rules.game, work.bench.situations)
    ids, names = [n.id for n in norms], [named(n) for n in norms]
    make = partial(work.spread, "several fit", several_fit)
    return kept_parts(work, "several fit", reads, tuple[str, ...], ids, names, make)


def _unseen(game: Game, norm: Norm, lines: tuple[str, ...]) -> Finding:
    assert isinstance(norm.claim, Gives)
    fact = next(f for f in game.vocabulary.facts if f.name == norm.claim.term.fact)
    how = "" if lines else ", as far as the solver sees; no scene tried shows it"
    return of_clauses(
        game,
        (CODE, NAME),
        "warning" if lines else "note",
        f"several may be `{generally(game.vocabulary, plain(fact.phrase))}` by {norm.clause}{how}",
        (norm.clause,),
        at=(norm.place,) if norm.place else (),
        lines=lines,
        extent=Extent.EXHAUSTED if lines else Extent.UNKNOWN,
        fingerprint=f"{fact.name}/{norm.clause}",
        settle=SETTLE,
    )


def _scope(game: Game, single: list[Norm], scope: str) -> str:
    things = [f for f in game.vocabulary.facts if f.institutional and f.result not in ("condition", "number")]
    proved = ", ".join(dict.fromkeys(n.clause for n in single))
    said = f" (proved: at most one fits the descriptions of {proved})" if proved else ""
    return f"{len(things)} phrases that clauses define{said}, in: {scope}"


def relying(game: Game, fact: str) -> Iterator[tuple[str, str]]:
    """The clause or card, by kind and name, of each amended one in whose effects the phrase stands."""
    amended = dict.fromkeys((a.kind, a.name) for a in game.amended)
    norms = [(n.clause, n.claim) for n in game.norms if isinstance(n.claim, When | Replaces)]
    texts = {c.title: c.text for c in game.cards}
    for kind, name in amended:
        trees = [claim for clause, claim in norms if clause == name] if kind == "clause" else [texts.get(name)]
        if _speaks(trees, fact):
            yield kind, name


def _speaks(tree: object, fact: str) -> bool:
    """The phrase stands somewhere in the tree."""
    return fact in facts_in(tree)


def shown_by(bench: Bench, point: str, clause: str) -> tuple[str, ...]:
    """A scene of the catalogue, gone on with, in which what the clause brings about hangs on the point; or nothing."""
    book = catalogue(bench.situations)
    for situation in book.situations:
        table = SceneDriver(bench, situation.least)
        begun = table.begin(situation.lines)
        for ending in book.endings if begun is not None else ():
            assert begun is not None
            told: SceneState | None = table.tell(begun, ending)
            if told is not None and any(_hangs(b, point, clause) for b in told.judge.branches):
                return told.lines
    return ()


def _hangs(branch: Branch, point: str, clause: str) -> bool:
    """On the way the point was decided while the clause brought something about."""
    met = any(isinstance(f, Took) and f.point.id == point for f in branch.forks())
    return met and any(clause in line.clauses for line in branch.lines())
