"""Play that need never end.

What it finds: loops of the rules for which no measure is known that falls each time they are gone through. A loop of play is told only if play was brought round it twice, by acts that norms allow, to a table that is equal in all that was read on the way; what only looks like one is told as unknown, with what is another each time.

Why it matters: a card game ends because something runs out. A card that comes back to a hand, or a round that is
repeated until somebody wins, may undo that.

Example: an erratum by which a card that was played returns to its player's hand.

How to settle it: let something run out, or say how often the thing may be done.

What is proved: what ends is proved by a certificate, which the finder writes. A program of its own (standard library only) proves from it alone that a measure falls on every way through the loop. A second one proves that the ways are those of the rules, that none is left out, and how far each change moves each counter. On trust is what the certificate says was there before a change (so much, in this zone), which the finder alone has followed. All that is on trust is listed in the certificate, and looked at in play at random: what an act needs is counted on only where play never did the act without it, and where a measure did not fall in play nothing is claimed. Where a loop ends only because play does not go some ways, those are on trust too, and counted, but for those that the second program finds closed by the rules as they are written: their condition is the opposite of something known, or Z3 finds that it cannot be; the finder excludes no way that it need not.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import msgspec

from checker.certificates.check import LoopResult, checked
from checker.certificates.check_rules import compared, functional, told_of
from checker.explore.cards.finding_builders import of_clauses
from checker.explore.loops.amended_loops import brought, farther, loops_of_play
from checker.explore.loops.loop_search import CHANCE, Looped, grouped
from checker.explore.loops.loop_words import for_ever, seeming
from checker.explore.loops.moving_cards import movers
from checker.explore.sampled_play import not_falling, sampled
from checker.explore.whole_games import PlayedOut, whole_games
from checker.kernel.game import Game
from checker.kernel.norm import Prevents, Replaces, When
from checker.kernel.term import Yes
from checker.kernel.trees.anytime_acts import allowing, unawaited
from checker.kernel.trees.self_replacement import unfolded
from checker.kernel.trees.walk import clauses_in
from checker.kernel.verdict import Extent, Finding
from checker.norms.rulebook import Rulebook
from checker.session.context import Bench, Scope, Work
from checker.smt.unguarded_needs import as_allowed, unguarded
from checker.static.zone_facts import zoned
from checker.store.fingerprint import Shelf, named

CODE = "HX501"
NAME = "endless-play"
APART = 14
LOOKED = "; loops of play were looked for from the scenes of the catalogue that begin with `endless:`, with one card after the other, then with two that move cards, until some showed a loop"
UNTOLD = "; no scene of it was found: it was searched from a scene of the catalogue, each of its acts told in every wording and after every ending that the catalogue has"
"""What is said of a loop that no scene shows."""
RANKING = ("ranking",)
"""Under what a process remembers the measures of the game."""


class EndKnowledge(NamedTuple):
    """What is known of how play ends: the certificate, what it shows, and the loops of play found where it shows nothing."""

    shown: dict[str, Any]
    results: tuple[LoopResult, ...]
    loops: tuple[Looped, ...]
    trust: tuple[int, int] = (0, 0)
    """How many ways play is said never to go where a loop ends for that, and how many of them are left on trust."""

    @property
    def open(self) -> tuple[str, ...]:
        """The places to which play may come back and that no measure is known to end."""
        return tuple(dict.fromkeys(r.where for r in self.results if not r.ends))


def known(work: Work, first: tuple[str, ...] = ()) -> EndKnowledge:
    """What is known of how play ends; for loops the cards `first` are tried before the others."""
    document = measures(work)
    results, trust = _shown(document, work.bench.rules.game)
    found = EndKnowledge(document, results, (), trust)
    cards = (*first, *movers(work.bench.rules, document))
    return found._replace(loops=loops_of_play(work, found.open, cards, brought(work.bench.rules, document, found.open)))


def shown(document: dict[str, object], game: Game) -> tuple[LoopResult, ...]:
    """What a certificate shows of each loop of the game, its own ones first, those that it leaves out last."""
    return _shown(document, game)[0]


def on_trust(document: dict[str, object], game: Game) -> tuple[int, int]:
    """How many ways play is said never to go where a loop ends for that, and how many of them are left on trust."""
    return _shown(document, game)[1]


def _shown(document: dict[str, object], game: Game) -> tuple[tuple[LoopResult, ...], tuple[int, int]]:
    astray, shut = compared(document, unfolded(game))
    claimed = checked(document)
    said = frozenset[int]().union(*(r.trusted for r in claimed))
    results = [r._replace(trusted=r.trusted - shut) for r in claimed]
    results = [r._replace(ends=False, fault=astray[r.where]) if r.where in astray else r for r in results]
    named = {r.where for r in results}
    left_out = (LoopResult(where, False, fault) for where, fault in astray.items() if where not in named)
    return (*results, *left_out), (len(said), len(said - shut))


def run(work: Work) -> tuple[list[Finding], Scope]:
    """One finding for each loop of play that was found, and one for all places that nothing is known to end."""
    found_out = known(work)
    results, open_ = found_out.results, found_out.open
    loops = _sure(found_out)
    out: tuple[PlayedOut, ...] = ()
    if _left(open_, loops):
        out = whole_games(work)
        if not _settled(out, loops) and all(one.complete for one in out):
            states = max(one.states for one in out)
            found_out = found_out._replace(loops=(*found_out.loops, *farther(work, open_, states)))
            loops = _sure(found_out)
        out = out if _settled(out, loops) else ()
    left = _left(open_, loops)
    left = () if out else left
    told = alike(work.bench.rules, found_out, left)
    bare = tuple(w for w in left if w not in told)
    found = [_loop(work, group) for group in grouped(loops)]
    found += [_unknown(work, bare, found_out)] if bare else []
    ended, (said, trusted) = sum(r.ends for r in results), found_out.trust
    looked = LOOKED if open_ else ""
    bare_acts = unguarded(work.bench.rules.game)
    scope = (
        f"{ended} of {len(results)} places to which play may come back are left for good: a measure falls each time; "
        f"{_covered(found_out)} "
        f"(the certificate was checked by itself, and compared with the rules: it leaves out no change that they make, and "
        f"how far each moves what is counted was worked out anew; {sum(r.ends and not r.trusted for r in results)} of them end whatever the conditions on the way "
        f"are worth, the others since play cannot go {said} ways, of which {said - trusted} are closed by the rules as they "
        f"are written, which was looked at again, and {trusted} are left to the finder and Z3); "
        f"{told_of(found_out.shown['rests_on'], bare_acts)}players do no act without what it needs; "
        f"acts are done where a step waits for them, those that no step waits for at any moment"
        f"{looked}{_besides(told)}{_ending(out, bool(loops))}"
    )
    far = Extent.UNKNOWN if left else Extent.EXHAUSTED if out else Extent.SAMPLED if bare_acts else Extent.PROVED
    return found, Scope(NAME, far, scope)


def _sure(known: EndKnowledge) -> tuple[Looped, ...]:
    return tuple(one for one in known.loops if one.sure)


def _left(places: tuple[str, ...], loops: tuple[Looped, ...]) -> tuple[str, ...]:
    """The places of which no loop is told."""
    return tuple(w for w in places if w not in {one.where for one in loops})


def _settled(out: tuple[PlayedOut, ...], loops: tuple[Looped, ...]) -> bool:
    """Play ends but for the loops."""
    return all(one.settles([loop.done for loop in loops]) for one in out)


def _ending(out: tuple[PlayedOut, ...], loops: bool) -> str:
    """That play ends wherever else it may come back to, if that was looked at to its end."""
    if not out:
        return ""
    counted = ", ".join(f"{one.states} states for {one.players} players" for one in out)
    scenes = sum(one.scenes for one in out)
    also = f" and from {scenes} scene{'s' * (scenes != 1)} of the catalogue" if scenes else ""
    return (
        f"; at the others no play goes on for ever: every state was looked at to which play can come from the beginning of the "
        f"game{also} ({counted}), whatever is decided and however what is open goes, and it comes to none of them again{' but by the loops that are told' * loops}"
    )


def _covered(found: EndKnowledge) -> str:
    """How many cards are carried out in places that end."""
    ends = {r.where for r in found.results if r.ends}
    cards = {c for loop in found.shown["loops"] if loop["where"] in ends for c in loop["cards"]}
    return f"the changes that each of {len(cards)} cards makes there are among those that it counts"


def alike(rules: Rulebook, found: EndKnowledge, left: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the places left whose loops are told already.

    Only cards that a loop was found with are moved there, or an act may be done there that no step waits for, and that
    a loop was found with. What comes back within the text of a card is none of them: nobody acts there.
    """
    sure = [one for one in found.loops if one.sure]
    told = {c for one in sure for c in one.cards}
    done = {a for one in sure for a in one.unawaited}
    loops = {loop["where"]: loop for loop in found.shown["loops"]}
    moved = {w: set(movers(rules, {"loops": [loops[w]]})) for w in left if w in loops and not w.startswith("card ")}
    acted = {w for w in moved if done.intersection(loops[w].get("unawaited", ()))}
    return tuple(w for w, cards in moved.items() if w in acted or (cards and cards <= told))


def _besides(told: tuple[str, ...]) -> str:
    return f"; not known to end, with something in it that a loop was found with: {', '.join(told)}" if told else ""


def _loop(work: Work, group: list[Looped]) -> Finding:
    one = group[0]
    cards = tuple(sorted({c for x in group for c in x.cards}))
    alone = (c for x in group for c in x.alone if c in {known.id for known in work.bench.rules.game.clauses})
    clauses = tuple(dict.fromkeys((*_clauses(work, (one.where,)), *(c for x in group for c in x.by), *alone)))
    return of_clauses(
        work.bench.rules.game,
        (CODE, NAME),
        "error" if one.forced else "warning",
        f"{for_ever(work.bench.rules, one, cards)}{'' if one.told else UNTOLD}",
        clauses,
        cards=cards,
        lines=one.lines if one.told else (),
        extent=Extent.EXHAUSTED if one.told else Extent.UNKNOWN,
        assumed=any(c.title in cards and c.copies_source == "assumed" for c in work.bench.rules.game.cards),
        fingerprint="/".join((one.where, str(one.forced), *cards, *sorted(one.done), *one.by)),
        settle="let something run out there, or say how often it may be repeated",
        substance=f"{'chance' if one.who == CHANCE else 'choice'}{'' if one.left else ', no way out'}",
    )


def _clauses(work: Work, places_: tuple[str, ...]) -> tuple[str, ...]:
    steps = [(f"step {s.name} of {p.name}", s) for p in work.bench.rules.game.procedures for s in p.steps]
    return tuple(dict.fromkeys(c for where, s in steps if where in places_ for c in s.clauses))


def measures(work: Work) -> dict[str, object]:
    """The certificate of every loop of the game, as plain values, and what it takes for granted.

    It counts on what an act needs only where play at random never did the act without that; and where play went through a
    loop though its measures did not fall, it claims nothing.
    """
    from checker.smt.termination.find_measures import Ranking
    from checker.smt.termination.write_certificate import document, granted

    seen = sampled(work.bench)
    game, shelf = _ground(work.bench.rules.game, seen.without), work.options.shelf
    number = len(Ranking(game, {}).loops())
    do = partial(_measured, shelf, seen.without)
    ranked = (_ranked(work.bench.rules), sorted(seen.without))
    loops = work.kept_each("measures", ranked, dict[str, Any], "measures", do, range(number))
    begun = work.bench.scratch.of(work.bench).get(RANKING)
    if begun is not None:
        laid, ranking, _ = begun
        laid.leave(ranking.finals)
    needing = [a.name for a in game.vocabulary.acts if not isinstance(a.needs, Yes)]
    how = f"{seen.steps} steps of play at random"
    rests = granted("sampled" if seen.steps else "unknown", how, of=needing, without=sorted(seen.without))
    if as_allowed(work.bench.rules.game) != work.bench.rules.game:
        rests[0]["says"] += ", and those of which nothing but what is allowed may be done where a norm allows them"
    made = document(game.name, loops, rests)
    spare = {"needs": not needing and not seen.without, "places": not functional(game)}
    spare["allowed"] = not any("unawaited" in one for one in made["loops"])
    made["rests_on"] = [one for one in rests if not spare.get(one["item"])]
    astray = not_falling(work.bench.rules, game, seen.walks, made)
    claimed = [{**one, "levels": []} if one["where"] in astray else one for one in made["loops"]]
    return {**made, "loops": claimed}


def _ground(game: Game, without: frozenset[str]) -> Game:
    """The game as certificates speak of it: players do what is allowed, and what these acts need is not counted on."""
    game = as_allowed(game)
    acts = (msgspec.structs.replace(a, needs=Yes()) if a.name in without else a for a in game.vocabulary.acts)
    words = msgspec.structs.replace(game.vocabulary, acts=tuple(acts)) if without else game.vocabulary
    return unfolded(msgspec.structs.replace(game, vocabulary=words))


def _ranked(rules: Rulebook) -> object:
    """What measures are made from: all that is carried out, the norms that come between, and what the words mean."""
    game = rules.game
    cited = clauses_in((game.procedures, game.vocabulary, game.cards, tuple(n.claim for n in game.norms)))
    return (
        as_allowed(game).vocabulary,
        game.procedures,
        [(c.title, c.kinds, c.unsure, c.text) for c in game.cards],
        [(n.id, n.claim, n.cond) for n in game.norms if isinstance(n.claim, When | Replaces | Prevents)],
        [c.id for c in game.clauses if c.id in cited],
        allowing(game),
        zoned(rules),
    )


def _measured(shelf: Shelf | None, without: frozenset[str], bench: Bench, number: int) -> dict[str, Any]:
    from checker.smt.termination.write_certificate import written

    _, ranking, shapes = _ranking(shelf, without, bench)
    return written(ranking.ranked(ranking.loops()[number]), shapes)


def _ranking(shelf: Shelf | None, without: frozenset[str], bench: Bench) -> Any:
    """What is known of the game, its measures and their programs; one for all loops, so that they share it."""
    from checker.smt.termination.call_memo import ShelvedCalls, ground
    from checker.smt.termination.find_measures import Ranking
    from checker.smt.termination.write_certificate import Shapes

    scratch = bench.scratch.of(bench)
    if RANKING not in scratch:
        game, zones = _ground(bench.rules.game, without), zoned(bench.rules)
        laid = ShelvedCalls(shelf, named(ground(game, zones)))
        scratch[RANKING] = (laid, Ranking(game, zones, laid.finals(game)), Shapes())
    return scratch[RANKING]


def _unknown(work: Work, left: tuple[str, ...], known: EndKnowledge) -> Finding:
    """The note names what allows (of amended rules, what is new) that something is done there at any moment.

    What only looks like a loop is told with what is otherwise each time it is gone through.
    """
    left = tuple(sorted(left))
    loops: list[dict[str, Any]] = known.shown["loops"]
    seems = dict.fromkeys(seeming(work.bench.rules, one) for one in known.loops if not one.sure and one.where in left)
    either = "; ".join(seems) or "no loop of play was found there either"
    acts = {a for loop in loops if loop["where"] in left for a in loop.get("unawaited", ())}
    game, fresh = work.bench.rules.game, {a.name for a in work.bench.rules.game.amended}
    norms = (n for act, norms in unawaited(game).items() if act in acts for n in norms)
    free = dict.fromkeys(n.clause for n in norms if n.clause in fresh or not fresh)
    clauses, who = (*_clauses(work, left), *free), " and ".join(free)
    often = f"; nothing but what runs out bounds how often somebody chooses to do what {who} allow at any moment"
    return of_clauses(
        work.bench.rules.game,
        (CODE, NAME),
        "note",
        f"no measure is known that ends {'; '.join(left)}; {either}{often * bool(free)}",
        clauses,
        extent=Extent.UNKNOWN,
        fingerprint="/".join(left),
        settle="say what runs out there",
    )
