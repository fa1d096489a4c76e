"""Deals: the cards that words place or that chance gives, and the positions at which play begins with them."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from checker.graph.offers import of_players
from checker.kernel.effect import End
from checker.kernel.lying_cards import filled, title_of
from checker.kernel.position import AS_IT_FELL, Agenda, Position, Store
from checker.kernel.source import InputError, Place, Problem
from checker.session.context import Bench
from checker.simulate.games import Decider, Decision, Players, RandomPolicy
from checker.simulate.plain_games import playing as plainly
from checker.verdicts.scene_interpreter import Judge

MOST_STEPS_OF_A_DEAL = 10_000
"""So many decisions at most are made by chance before somebody acts."""
LETTERS = "ABCDEFGH"
"""What the players of a deal are called."""


class DealPlan(NamedTuple):
    """What is looked at of each deal: up to the end of the procedure `until`, if it is given, at most so many states;
    what is open in `each` way, or as by default."""

    until: str = ""
    most: int = 1_000_000
    each: bool = True


def stated(bench: Bench, text: str) -> tuple[Position, ...]:
    """The positions at which play stands once all that the text says is on the table, and nothing else.

    Raises InputError where that cannot be read, is impossible, or leaves open what somebody holds.
    """
    lines = [line.strip() for line in text.replace("\n", ";").split(";") if line.strip()]
    seated = (
        () if any(line.startswith("players ") for line in lines) else (f"players {' '.join(_seated(bench, lines))}",)
    )
    try:
        players, judge = _told(bench, "\n".join((*seated, *lines)))
    except InputError as error:
        raise InputError(*(_above(problem, len(seated)) for problem in error.problems)) from None
    here = Place("--deal", 1)
    if judge.impossible is not None or not judge.branches:
        why = judge.impossible[0] if judge.impossible is not None else "nothing comes of it"
        raise InputError(Problem(here, f"this deal cannot be: {why}", text))
    tables = [b.position.store for b in judge.branches]
    open_ = next((key[1] for t in tables for key, v in t.entries("unknown hand") if v is True), None)
    if isinstance(open_, int):
        who = players[open_]
        hint = f"say `hand {who}: nothing`, or what it is"
        raise InputError(Problem(here, f"what {who} holds is not told", text, hint))
    return tuple(Position(b.position.store.afresh(), b.position.agenda) for b in judge.branches)


def _told(bench: Bench, text: str) -> tuple[tuple[str, ...], Judge]:
    """The players of the scene of the text, and it carried out. Raises InputError where it asks something."""
    scene = bench.read(text, "--deal")[0]
    forms = bench.forms(scene)
    judge = bench.judge(bench.rules, forms)
    for item in scene.items[forms.first :]:
        judge.tell(item)
        if judge.answers:
            hint = f"`hexcheck ask` answers questions; leave `{item.raw.text}` out"
            raise InputError(Problem(item.raw.place, "a deal asks nothing", item.raw.text, hint))
    return scene.players, judge


def _above(problem: Problem, lines: int) -> Problem:
    """The problem so many lines higher."""
    place = Place(problem.place.file, max(1, problem.place.line - lines), problem.place.column)
    return Problem(place, problem.message, problem.excerpt, problem.hint)


def _seated(bench: Bench, lines: list[str]) -> tuple[str, ...]:
    """The first players up to the last one whose hand is told, as many as the game needs at least."""
    told = [LETTERS.index(w[0]) + 1 for line in lines for w in line.replace(":", " ").split() if w in LETTERS]
    least = bench.playing.seats[0] if bench.playing is not None and bench.playing.seats else 2
    return tuple(LETTERS[: max([least, *told])])


def drawn(bench: Bench, seats: int, seed: int) -> Position:
    """The position in a whole game after the last of what chance decides before anybody can do anything.

    What is open before takes its default.
    """
    playing = bench.playing or plainly(bench.rules.game)
    players, policy = Players(bench.rules, playing.acts, playing.weight), RandomPolicy(seed)
    dealt = position = players.begin(filled(bench.rules.game, playing.table(tuple(LETTERS[:seats]))))
    chance = True
    for _ in range(MOST_STEPS_OF_A_DEAL):
        position, decision = players.next(position)
        dealt = position if chance else dealt
        if not isinstance(decision, Decision) or _acted(decision):
            break
        chance = decision.kind is Decider.CHANCE
        position = decision.after[policy.pick(decision)]
    return _fallen(dealt, Random(seed))


def _acted(decision: Decision) -> bool:
    """Somebody can do something, not only let the moment pass."""
    return decision.kind is Decider.ACT and any(way.option.value is not None for way in decision.ways)


def hands(bench: Bench, position: Position) -> str:
    """What each player holds there, as scenes say it; nothing where nobody holds anything."""
    held = ((key, cards) for key, cards in of_players(position.store) if key[1] == bench.rules.hand)
    told = ((int(str(key[2])), ", ".join(sorted(map(title_of, cards))) or "nothing") for key, cards in held)
    return "; ".join(f"hand {LETTERS[who]}: {cards}" for who, cards in sorted(told))


def _fallen(position: Position, random: Random) -> Position:
    """The position with everything that is stacked lying as it fell."""
    store: Store = position.store.put(AS_IT_FELL, True)
    for key, held in position.store.entries("zone"):
        if len(key) == 2 and isinstance(held, tuple):
            store = store.put(key, tuple(random.sample(held, len(held))))
    return position.with_store(store)


def begun(begin: Position, until: str) -> Position:
    """The position with nothing to be done after the end of the procedure, if one is given.

    Raises InputError for one that is not under way.
    """
    return Position(begin.store, _until(begin.agenda, until))


def _until(agenda: Agenda, procedure: str) -> Agenda:
    """The agenda up to the end of the procedure."""
    if not procedure:
        return agenda
    chain, ends = [], []
    while agenda:
        effect, env, agenda = agenda
        chain.append((effect, env))
        if isinstance(effect, End):
            ends.append(effect.procedure)
            if effect.procedure == procedure:
                break
    else:
        known = ", ".join(f"`{name}`" for name in dict.fromkeys(ends))
        hint = f"under way: {known}" if known else "nothing is under way"
        raise InputError(Problem(Place("--until", 1), f"no `{procedure}` is under way in this deal", "", hint))
    cut: Agenda = ()
    for effect, env in reversed(chain):
        cut = (effect, env, cut)
    return cut
