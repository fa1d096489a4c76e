"""One card is owed to several things at once, or two acts are where only one can be done, and no clause says which.

What it finds: situations in which a duty demands a card for more than one thing while the card can serve only
one of them; those in which different clauses demand different cards of which only one can be played;
moments at which two clauses each demand an act of the same player, and play goes on after either.

Why it matters: whichever is chosen, the duty is broken for the other, and nobody is named to choose.

Example: two Hexes lie before a player who holds one card that passes either.

How to settle it: say who chooses, or what comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from checker.explore.cards.finding_builders import of_clauses, places
from checker.explore.cards.search_job import alike
from checker.explore.duties.one_card_duties import Held, RivalDuties, asking, rivals
from checker.explore.duties.one_hand_duties import RivalCards, rival_cards
from checker.explore.duties.unregulated_acts import starts, waits_at
from checker.explore.scene_driver import SceneDriver
from checker.kernel.effect import Await, Put
from checker.kernel.game_play import Playing
from checker.kernel.term import Instance, Value
from checker.kernel.trees.paraphrase import in_words
from checker.kernel.trees.walk import facts_in, of_kind
from checker.kernel.verdict import Extent, Finding
from checker.norms.evaluate import Context, by_default
from checker.norms.permissions import Permitted, duties, permission
from checker.norms.rulebook import Rulebook
from checker.run.phrases import told
from checker.run.progress import Waits
from checker.session.context import Bench, Scope, Work
from checker.session.persistent_memo import TracedResult, part_of, relevance, traced_each
from checker.simulate.possible_acts import possible

CODE = "HX204"
NAME = "competing-duties"


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each set of clauses that demand too much of one card."""
    game = work.bench.rules.game
    found = []
    for one in _rivals(work):
        naming = next((d for d in game.declarations if d.point == "/".join(one.clauses)), None)
        message = (
            f"{' and '.join(one.clauses)} demand{'s' * (len(one.clauses) == 1)} `{one.card}` {len(one.ways)} times at once "
            f"(`{'` or `'.join(one.ways)}`) and no clause says who chooses"
        )
        found.append(
            of_clauses(
                game,
                (CODE, NAME),
                "warning",
                message,
                one.clauses,
                cards=(one.card,),
                at=places(game, one.clauses),
                lines=one.lines,
                naming=naming,
                fingerprint="/".join((one.act, *one.clauses)),
                settle="say who chooses, or what comes first",
            )
        )
    reads = game, work.bench.situations
    both = work.kept("torn", reads, tuple[Torn, ...], lambda: work.spread("duties", _torn, [None])[0])
    found += [_both(work.bench, one) for one in both]
    found += [_cards(work.bench, r) for part in work.spread("rival cards", _two_cards, [None]) for r in part]
    number = len(asking(work.bench))
    return found, Scope(
        NAME,
        Extent.EXHAUSTED,
        f"every card in {number} situations, each at its smallest table, open points as by default; two cards of one hand in the first; two acts in the "
        "first moment of every situation in which play waits for one",
    )


def _both(bench: Bench, one: Torn) -> Finding:
    words = bench.rules.game.vocabulary
    first, second = (f"`{in_words(words, a)}`" for a in one.acts)
    return of_clauses(
        bench.rules.game,
        (CODE, NAME),
        "error",
        f"{' and '.join(one.clauses)} demand both {first} and {second} of one player, and play goes on after either",
        one.clauses,
        lines=one.lines,
        fingerprint="/".join((*one.acts, *one.clauses)),
        settle="say which of the duties gives way, or keep their conditions apart",
    )


def _cards(bench: Bench, rivals_: RivalCards) -> Finding:
    clauses = (*rivals_.one, *rivals_.other)
    a, b = rivals_.cards
    return of_clauses(
        bench.rules.game,
        (CODE, NAME),
        "warning",
        f"{_demand(rivals_.one)} `{a}` where {_demand(rivals_.other)} `{b}`, only one of them can be played, and no clause says which",
        clauses,
        cards=rivals_.cards,
        at=places(bench.rules.game, clauses),
        lines=rivals_.lines,
        fingerprint="/".join((rivals_.act, *sorted(clauses))),
        settle="say which duty goes first, or ask for the one only where the other does not hold",
    )


def _demand(clauses: tuple[str, ...]) -> str:
    return f"{' and '.join(clauses)} demand{'s' * (len(clauses) == 1)}"


def _two_cards(bench: Bench, _: None) -> tuple[RivalCards, ...]:
    return rival_cards(bench)


def _torn(bench: Bench, _: None) -> tuple[Torn, ...]:
    return torn(bench)


def _rivals(work: Work) -> list[RivalDuties]:
    """For each set of clauses that demand more of one card than it can do, the first scene that shows it."""
    bench = work.bench
    situations, known = asking(bench), relevance(bench)
    listed = [Held(number, title) for number in range(len(situations)) for title in alike(bench)]
    parts = [part_of(known, situations[at.situation].lines, at.title) for at in listed]

    def make(missing: list[Held]) -> list[TracedResult[tuple[RivalDuties, ...]]]:
        return work.spread("duties", rivals, [missing])[0]

    tried = traced_each(work, "duties", tuple[RivalDuties, ...], listed, parts, make)
    found: dict[tuple[str, ...], RivalDuties] = {}
    for one in (r for each in tried for r in each.result):
        found.setdefault(one.clauses, one)
    return [found[clauses] for clauses in sorted(found)]


class Torn(NamedTuple):
    """Two acts that one player has to do at a moment which is over after either, and a scene that asks for both."""

    clauses: tuple[str, ...]
    acts: tuple[str, str]
    lines: tuple[str, ...]


class _Owed(NamedTuple):
    """What a clause demands, and the player of whom it does."""

    clause: str
    act: str
    way: Instance


def torn(bench: Bench) -> tuple[Torn, ...]:
    """For each set of clauses that demand two such acts, the first scene of the catalogue that shows it."""
    found: dict[tuple[str, ...], Torn] = {}
    for situation in starts(bench) if bench.playing is not None else ():
        start = SceneDriver(bench, situation.least).begin(situation.lines)
        waits = waits_at(bench.rules, start.judge.branches[0].position) if start is not None else None
        if start is None or waits is None or bench.playing is None:
            continue
        context, owed = _as_by_default(bench.rules, bench.playing, waits)
        for one, other in combinations(owed, 2):
            if one.act != other.act and one.way[0] == other.way[0]:
                clauses = tuple(sorted((one.clause, other.clause)))
                lines = (*start.lines, *(_asked(context, o) for o in (one, other)))
                found.setdefault(clauses, Torn(clauses, (one.act, other.act), lines))
    return tuple(found[k] for k in sorted(found))


def _as_by_default(rules: Rulebook, playing: Playing, waits: Waits) -> tuple[Context, tuple[_Owed, ...]]:
    """What is owed where play waits, with open points as by default."""
    return by_default(
        rules, waits.position.store, lambda at: (at, tuple(_owed(at, playing, waits.moment, dict(waits.env))))
    )


def _owed(context: Context, playing: Playing, moment: Await, about: dict[str, Value]) -> Iterator[_Owed]:
    """Each duty to an act that ends the moment, with the first permitted way to fulfil it for each player."""
    ending = tuple(a for a in moment.acts if _ends(context.rules, a, moment))
    worth = (*playing.acts(context, moment.moment, ending, about), *possible(context, moment.moment, ending, about))
    for act in ending:
        instances = tuple(dict.fromkeys(tuple(i[1:]) for i in worth if i[0] == act))
        for norm, ways in duties(context, act, instances):
            lawful = [w for w in ways if isinstance(permission(context, act, w), Permitted)]
            for way in {w[0]: w for w in reversed(lawful)}.values():
                yield _Owed(context.rules.norms[norm].clause, act, way)


def _asked(context: Context, owed: _Owed) -> str:
    """The question whether the player must do it."""
    declared = context.rules.acts[owed.act]
    env = {letter: a for (letter, _), a in zip(declared.params, owed.way, strict=True)}
    return f"must {told(context, '{' + declared.params[0][0] + '}', env)} {told(context, declared.phrase, env)}?"


def _ends(rules: Rulebook, name: str, moment: Await) -> bool:
    """What the act does is what the moment waits for."""
    act = rules.acts.get(name)
    return act is not None and any(facts_in(p.field) & facts_in(moment.until) for p in _puts((act.body, act.last)))


def _puts(tree: object) -> list[Put]:
    return list(of_kind(tree, Put))
