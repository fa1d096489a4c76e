"""Two norms say different things of one act or fact, and neither outranks the other.

What it finds: pairs of norms (may or must against must not, prevents or replaces against protects or
another replacement, counts against counts not, two values) that can hold of the same instance, and cards that are
of two kinds of which a clause says that nothing is both, and duties of which all is forbidden by clauses, one alone
or several together, that only an assumed precedence puts first. The solver
proves for most pairs that they never meet; a pair that may meet is shown by a scene, or stays unknown.

Why it matters: whoever plays by the one clause breaks the other.

Example: one clause says that nothing changes a loss, another that a card prevents it.

How to settle it: say in one of the clauses that it outranks the other (`over`), or give one of them a
condition that keeps it out of the other's way.
"""

from __future__ import annotations

from itertools import islice

from checker.explore.cards.finding_builders import finding, of_clauses, places, referent, searched
from checker.explore.cards.search_job import DecidingPoint
from checker.explore.statements.missing_values import nothing_said, stated
from checker.explore.statements.norm_questions import NormRivals, clash, clash_on
from checker.kernel.game import Game
from checker.kernel.norm import ASSUMED, Must
from checker.kernel.trees.paraphrase import in_words
from checker.kernel.verdict import Extent, Finding
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench, Scope, Work
from checker.session.persistent_memo import kept_parts
from checker.smt.norm_pairs import Clash, NormPair
from checker.static.written_values import written
from checker.store.fingerprint import named

CODE = "HX101"
NAME = "conflicting-clauses"
MOST_TABLES, MOST_SCENES = 4, 12
"""So many tables are laid out at most for two norms that no scene shows, in so many scenes."""
SETTLE = "let one of the clauses outrank the other, or keep their conditions apart"


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each conflict met in play, one for each pair that may meet but was not seen to, and for cards."""
    bench = work.bench
    clashes = _clashes(work)
    open_ones = [c for c in clashes if c.can != "no" and not _ranked(bench, c.pair)]
    met = [m for m in searched(work).met if m.point.key[1] == "conflict" and len(m.point.clauses) > 1]
    found = [_shown(work, m) for m in met if referent(bench.rules.game, m.point) is None]
    unseen = [c for c in open_ones if not any(set(_clauses(bench, c.pair)) <= set(m.point.clauses) for m in met)]
    looked = _deeper(work, [c.pair for c in unseen])
    refuted, unseen = [c for c in looked if c.can == "no"], [c for c in looked if c.can != "no"]
    reads, names = (
        (bench.rules.game, bench.situations),
        [NormRivals(c.pair.one, c.pair.other, work.options.players) for c in unseen],
    )
    asked = work.kept_each("clash", reads, DecidingPoint | None, "clashes asked about", clash, names)
    left = [name for name, m in zip(names, asked, strict=True) if m is None]
    built = dict(
        zip(left, work.kept_each("overlap", reads, DecidingPoint | None, "overlaps", overlapping, left), strict=True)
    )
    asked = [m or built.get(name) for name, m in zip(names, asked, strict=True)]
    found += [_unseen(bench, c.pair) if m is None else _shown(work, m) for c, m in zip(unseen, asked, strict=True)]
    unseen = [c for c, m in zip(unseen, asked, strict=True) if m is None]
    found += _assumed(bench, [c.pair for c in clashes if c.can != "no"])
    found += _demanded(work, [c.pair for c in clashes if c.can != "no"])
    found += _both(bench.rules.game)
    return found, _checked(clashes, open_ones, refuted, unseen)


def _deeper(work: Work, listed: list[NormPair]) -> list[Clash]:
    """What the solver says of each pair in depth; for that, the properties matter too."""

    def make(missing: list[NormPair]) -> list[Clash]:
        return [c for part in work.spread("norms in depth", deeper, missing) for c in part]

    properties = work.bench.rules.game.properties
    return kept_parts(work, "norms in depth", (_reads(work), properties), Clash, listed, _names(work, listed), make)


def deeper(bench: Bench, pair: NormPair) -> list[Clash]:
    """What the solver says of the pair when it looks into quantifiers and takes the properties for granted."""
    from checker.smt.conflicts import clashes

    return clashes(bench.rules.game, [pair], deep=True)


def overlapping(bench: Bench, rivals: NormRivals) -> DecidingPoint | None:
    """The scene of the first table, of those on which the solver lets both norms hold, on which they disagree."""
    from checker.smt.values.overlaps import overlaps

    seats, game = min(rivals.players), bench.rules.game
    tables = overlaps(
        game,
        (bench.rules.norms[rivals.one], bench.rules.norms[rivals.other]),
        seats,
        nothing_said(bench, seats),
        written(game),
    )
    scenes = ((seats, lines[1:]) for table in islice(tables, MOST_TABLES) for lines in stated(bench, table, seats))
    return clash_on(bench, rivals, islice(scenes, MOST_SCENES))


def _clashes(work: Work) -> list[Clash]:
    """Every pair of norms that say different things of one act or fact, with what the solver says of it."""
    from checker.smt.norm_pairs import pairs

    listed = pairs(work.bench.rules.game)

    def make(missing: list[NormPair]) -> list[Clash]:
        return work.spread("pairs of norms", clashing, [missing])[0]

    return kept_parts(work, "norms", _reads(work), Clash, listed, _names(work, listed), make)


def _reads(work: Work) -> object:
    """What the solver reads besides the two norms: what the words mean, and which cards are of which kind."""
    game = work.bench.rules.game
    return game.vocabulary, [(c.title, c.kinds, c.unsure) for c in game.cards]


def _names(work: Work, listed: list[NormPair]) -> list[str]:
    """A name for each pair: of what the two norms say."""
    norms = {n.id: named(n) for n in work.bench.rules.game.norms}
    return [named(pair, norms[pair.one], norms[pair.other]) for pair in listed]


def clashing(bench: Bench, listed: list[NormPair]) -> list[Clash]:
    """What the solver says of each pair."""
    from checker.smt.conflicts import clashes

    return clashes(bench.rules.game, listed)


def _ranked(bench: Bench, pair: NormPair) -> str | None:
    return bench.rules.rank(pair.one, pair.other) or bench.rules.rank(pair.other, pair.one)


def _clauses(bench: Bench, pair: NormPair) -> tuple[str, ...]:
    norms = bench.rules.norms
    return tuple(sorted({norms[pair.one].clause, norms[pair.other].clause}))


def _shown(work: Work, met: DecidingPoint) -> Finding:
    options = "; or ".join(o.text for o in met.point.options)
    of = met.point.clauses
    among = f"{_and(of)} disagree and none outranks the rest" if len(of) > 1 else f"norms of {_and(of)} disagree"
    _, _, about = met.point.text.partition(" disagree on: ")
    whether = "whether " if all(o.text.startswith(("yes", "no")) for o in met.point.options) else ""
    on = f" on {whether}`{about}`" if about else ""
    return finding(work, met, CODE, NAME, f"{among}{on}: {options}", SETTLE)


def _unseen(bench: Bench, pair: NormPair) -> Finding:
    clauses = _clauses(bench, pair)
    message = f"{_and(clauses)} may both apply to one `{pair.about}` and say different things; no scene tried shows it"
    return of_clauses(
        bench.rules.game,
        (CODE, NAME),
        "note",
        message,
        clauses,
        extent=Extent.UNKNOWN,
        fingerprint=f"{pair.about}/{'/'.join(clauses)}",
        settle=SETTLE,
    )


def _demanded(work: Work, pairs: list[NormPair]) -> list[Finding]:
    """One finding for each duty that an assumed precedence puts behind prohibitions of all that it demands."""
    rules = work.bench.rules
    bans: dict[str, list[str]] = {}
    for pair in pairs:
        for duty, ban in ((pair.one, pair.other), (pair.other, pair.one)):
            if isinstance(rules.norms[duty].claim, Must) and rules.outranks(ban, duty):
                bans.setdefault(duty, []).append(ban)
    listed = [(duty, tuple(some)) for duty, some in bans.items()]
    names = [named(*(rules.norms[n] for n in (duty, *some))) for duty, some in listed]

    def make(missing: list[tuple[str, tuple[str, ...]]]) -> list[tuple[tuple[str, ...], ...]]:
        return work.spread("duties", demanded, [missing])[0]

    asked = kept_parts(work, "duties", _reads(work), tuple[tuple[str, ...], ...], listed, names, make)
    found = [(duty, tuple(some)) for (duty, _), sets in zip(listed, asked, strict=True) for some in sets]
    return [_against(rules, duty, some, edges) for duty, some in found if (edges := _supposed(rules, duty, some))]


def _supposed(rules: Rulebook, duty: str, bans: tuple[str, ...]) -> tuple[str, ...]:
    """The assumed precedences by which the prohibitions outrank the duty."""
    edges = (rules.rank(ban, duty) or "" for ban in bans)
    return tuple(dict.fromkeys(edge for edge in edges if edge.startswith(ASSUMED)))


def demanded(bench: Bench, listed: list[tuple[str, tuple[str, ...]]]) -> list[tuple[tuple[str, ...], ...]]:
    """For each duty, the sets of the prohibitions beside it that forbid wherever it demands."""
    from checker.smt.unreachable_norms import always_forbidden

    return always_forbidden(bench.rules.game, listed)


def _against(rules: Rulebook, duty: str, bans: tuple[str, ...], edges: tuple[str, ...]) -> Finding:
    demands = rules.norms[duty]
    assert isinstance(demands.claim, Must)
    act = demands.claim.act.act
    said = in_words(rules.game.vocabulary, act)
    forbidding = tuple(dict.fromkeys(rules.norms[ban].clause for ban in bans))
    clauses = tuple(dict.fromkeys((demands.clause, *forbidding)))
    forbid = "forbids" if len(forbidding) == 1 else "together forbid"
    return of_clauses(
        rules.game,
        (CODE, NAME),
        "warning",
        f"{demands.clause} demands `{said}`, and {_and(forbidding)} {forbid} it wherever it does; only "
        f"`{'` and `'.join(edges)}`, which no clause states, puts the one before the other",
        clauses,
        extent=Extent.PROVED,
        fingerprint=f"demanded/{act}/{'/'.join(clauses)}",
        settle=SETTLE,
    )


def _both(game: Game) -> list[Finding]:
    """One finding for each card that is of two kinds of which a clause says that nothing is both."""
    apart = zip(game.vocabulary.apart, game.vocabulary.apart_by, strict=False)
    stated = [(pair, clause) for pair, clause in apart if pair[0] < pair[1]]
    return [
        of_clauses(
            game,
            (CODE, NAME),
            "error",
            f"`{card.title}` is {one} and {other}, and by {clause} no card is both",
            (clause, *(c for c in card.clauses if c != clause)),
            cards=(card.title,),
            at=places(game, (clause,), (card.title,)),
            extent=Extent.PROVED,
            fingerprint=f"{clause}/{card.title}/{one}/{other}",
            settle="take one of the kinds away from the card, or let the clause speak of other kinds",
        )
        for card in game.cards
        for (one, other), clause in stated
        if one in card.kinds and other in card.kinds
    ]


def _assumed(bench: Bench, pairs: list[NormPair]) -> list[Finding]:
    """One note for each act on which only an assumed precedence settles what clauses say."""
    rules = bench.rules
    by: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for pair in pairs:
        for upper, lower in ((pair.one, pair.other), (pair.other, pair.one)):
            edge = rules.rank(upper, lower)
            if edge is not None and edge.startswith("assumed"):
                by.setdefault((edge, pair.about), set()).add((rules.norms[upper].clause, rules.norms[lower].clause))
    found = []
    for (edge, act), ranked in sorted(by.items()):
        uppers, lowers = (tuple(sorted({r[side] for r in ranked}, key=_natural)) for side in (0, 1))
        listed = tuple(sorted({*uppers, *lowers}, key=_natural))
        said = in_words(rules.game.vocabulary, act)
        goes = "goes" if len(uppers) == 1 else "go"
        message = f"on `{said}`, {_and(uppers)} {goes} before {_and(lowers)} by `{edge}` alone, which no clause states"
        found.append(
            of_clauses(
                rules.game,
                (CODE, NAME),
                "note",
                message,
                listed,
                at=places(rules.game, (edge, *listed)),
                point=edge,
                assumed=True,
                extent=Extent.UNKNOWN,
                fingerprint=f"{edge}/{act}",
                settle="say that the prohibitions are exceptions",
                cause=f"`{edge}` alone, which no clause states, says which of some clauses go before others",
            )
        )
    return found


def _checked(clashes: list[Clash], open_ones: list[Clash], refuted: list[Clash], unseen: list[Clash]) -> Scope:
    apart = sum(c.can == "no" for c in clashes) + len(refuted)
    settled = len(clashes) - apart + len(refuted) - len(open_ones)
    names = sorted(
        {part.split()[1] for c in refuted for part in c.core if part.startswith("that ") and "holds" in part}
    )
    scope = (
        f"{len(clashes)} pairs of norms that say different things of one act or fact: "
        f"{apart} can never both hold, {settled} are settled by precedence, "
        f"{len(open_ones) - len(refuted) - len(unseen)} are shown by scenes, {len(unseen)} unknown; taken for granted: "
        "a card has one title and the kinds that it is listed with, and every amount has a value"
    )
    if names:
        scope += f"; of the properties {', '.join(names)} (sampled: no random game of the tests breaks them)"
    return Scope(NAME, Extent.UNKNOWN if unseen else Extent.PROVED, scope)


def _and(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def _natural(clause: str) -> tuple[str, float, str]:
    head, _, number = clause.partition("-")
    return (head, float(number), "") if number.replace(".", "", 1).isdigit() else (head, 0.0, number)
