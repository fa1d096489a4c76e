"""A plain referee for the small games of `oracle_games.py`, by brute force; it knows nothing of the program.

A position maps (field, player) to what it is worth, with the player "" for what is nobody's. What the rules leave open is
a set: the values that stand, the ends of all orders, the acts that may be done.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

import oracle_games as games
from oracle_games import MARKS, NUMBERS, PLAYERS, TURNS, Game, Norm, places

Position = dict[tuple[str, str], int]
RELATIONS = {"": "__eq__", "at least": "__ge__", "at most": "__le__", "more than": "__gt__", "less than": "__lt__"}
MOST, FAR = 2_000, 20


class TooMany(Exception):
    """There are more positions than are looked at."""


class Grows(TooMany):
    """A counter goes farther than clauses ask for."""


def worth(at: Position, of, who: dict[str, str]) -> int:
    """What a number or a counter is worth."""
    if not isinstance(of, int) and of.field == "cards":
        return sum(at[card, who.get(of.who, "")] for card in games.CARDS)
    return of if isinstance(of, int) else at[of.field, who.get(of.who, "")]


def holds(at: Position, asked, who: dict[str, str]) -> bool:
    """Whether the condition holds; no condition always does."""
    match asked:
        case None:
            return True
        case games.Compared(left, how, right):
            return bool(getattr(worth(at, left, who), RELATIONS[how])(worth(at, right, who)))
        case games.Marked(field, letter):
            return bool(at[field, who.get(letter, "")])
        case games.Not(one):
            return not holds(at, one, who)
        case games.Joined("and", left, right):
            return holds(at, left, who) and holds(at, right, who)
        case games.Joined("or", left, right):
            return holds(at, left, who) or holds(at, right, who)
    raise AssertionError(asked)


@lru_cache(maxsize=8)
def above(norms: tuple[Norm, ...]) -> set[tuple[str, str]]:
    """Who outranks whom, also by way of others."""
    pairs = {(norm.name, low) for norm in norms for low in norm.over}
    while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
        pairs |= more
    return pairs


def standing_norms(said: dict[str, object], over: set[tuple[str, str]]) -> set[str]:
    """The claims that stand: all but those that a standing one that says something else outranks."""
    stands, left = set[str](), set(said)
    while left:
        top = {a for a in left if not any((b, a) in over for b in left)}
        stands |= {a for a in top if not any((b, a) in over and said[b] != said[a] for b in stands)}
        left -= top
    return stands


def standing(said: dict[str, object], over: set[tuple[str, str]]) -> set[object]:
    """What the standing claims say."""
    return {said[name] for name in standing_norms(said, over)}


def live(game: Game, at: Position, of: str, player: str, attached: bool = False) -> list[Norm]:
    """What speaks of the act or the fact there: says what it is worth or whether it is allowed, or attaches something."""
    norms = (norm for norm in game.norms if norm.of == of and isinstance(norm.says, int | str) != attached)
    return [norm for norm in norms if holds(at, norm.condition, {"P": player})]


def values(game: Game, at: Position, fact: str, player: str = "") -> set[object]:
    """What the fact may be worth: nothing if no clause states it, several if clauses clash."""
    return standing({norm.name: norm.says for norm in live(game, at, fact, player)}, above(game.norms))


def may(game: Game, at: Position, act: str, player: str) -> set[object]:
    """Whether the act is allowed: nothing if no clause speaks of it, both if clauses clash; what must be done may be done."""
    return standing({n.name: n.says != "must not" for n in live(game, at, act, player)}, above(game.norms))


def must(game: Game, at: Position, act: str, player: str) -> set[object]:
    """Whether the act has to be done: no if no clause demands it, both if clauses clash."""
    norms = live(game, at, act, player)
    stand = standing_norms({norm.name: norm.says != "must not" for norm in norms}, above(game.norms))
    said = {norm.says for norm in norms if norm.name in stand}
    return {True, "must not" not in said} if "must" in said else {False}


def done(at: Position, effects: tuple[games.Effect, ...], who: dict[str, str]) -> Iterator[Position]:
    """Every position in which the effects may end, once for each way."""
    if not effects:
        yield at
        return
    for after in one_done(at, effects[0], who):
        yield from done(after, effects[1:], who)


def one_done(at: Position, effect: games.Effect, who: dict[str, str]) -> Iterator[Position]:
    match effect:
        case games.Change(how, what, by):
            place, much = (what.field, who.get(what.who, "")), worth(at, by, who)
            yield {**at, place: {"set": much, "raise": at[place] + much, "lower": at[place] - much}[how]}
        case games.Mark(field, letter, on):
            yield {**at, (field, who.get(letter, "")): int(on)}
        case games.Move(card, letter):
            yield {**at, **{(card, one): int(one == who.get(letter, "")) for one in (*PLAYERS, "")}}
        case games.If(asked, then):
            yield from done(at, then if holds(at, asked, who) else (), who)
        case games.AnyOrder(parts):
            for order in permutations(parts):
                yield from done(at, order, who)
        case games.Each(then):
            for order in permutations(PLAYERS):
                found = [at]
                for player in order:
                    found = [end for one in found for end in done(one, then, {**who, "Q": player})]
                yield from found


def ends(game: Game, at: Position, act: str, player: str) -> list[Position]:
    """The different positions in which the act of the player may end."""
    found: dict[tuple[int, ...], Position] = {}
    then = games.AnyOrder(tuple(norm.says for norm in live(game, at, act, player, attached=True)))
    for after in done(at, (*dict(game.acts)[act], then), {"P": player}):
        after = passed_on({**after, ("moved", player): 1}) if game.turns else after
        found.setdefault(tuple(after.values()), after)
    return list(found.values())


def passed_on(at: Position) -> Position:
    """The position when the next player has to act, if whoever is on turn has moved; nobody is on turn at the end."""
    on, other = sorted(PLAYERS, key=lambda who: -at["turn", who])
    passes = not at["over", ""] and at["moved", on]
    return {**at, ("turn", on): 0, ("turn", other): 1, ("moved", other): 0} if passes else at


Key = tuple[int, ...]
Graph = dict[Key, tuple[Position, list[tuple[str, str, Key]]]]
"""Every position that play can reach, with each way on: who does what, and where that leads."""


def start(game: Game) -> Position:
    told = dict(game.starts)
    turns = {place: int(place == ("turn", "A")) for place in places(TURNS if game.turns else ())}
    there = {(name, who): told.get(name, 0) for name, who in places((*NUMBERS, *MARKS))}
    return there | turns | {(card, who): int(not who) for card, who in games.lying(game.cards)}


def able(game: Game, at: Position, sure: bool) -> list[tuple[str, str]]:
    """Who may do what there; if `sure`, no clause says otherwise."""
    if at["over", ""]:
        return []
    says = [((who, act), may(game, at, act, who)) for who in PLAYERS for act, _ in game.acts]
    return [one for one, said in says if (said == {True} if sure else True in said)]


def graph(game: Game, sure: bool = True) -> Graph:
    """What play can reach from the start. Raises TooMany."""
    found, waiting = Graph(), [start(game)]
    while waiting:
        at = waiting.pop()
        if (key := tuple(at.values())) in found:
            continue
        if any(abs(at[place]) > FAR for place in places(NUMBERS)):
            raise Grows
        if len(found) >= MOST:
            raise TooMany
        ways = [(who, act, end) for who, act in able(game, at, sure) for end in ends(game, at, act, who)]
        found[key] = at, [(who, act, tuple(end.values())) for who, act, end in ways]
        waiting += [end for _, _, end in ways]
    return found


def for_ever(known: Graph) -> set[Key]:
    """The positions from which play can go on for ever."""
    left = set(known)
    while gone := {key for key in left if not any(to in left for _, _, to in known[key][1])}:
        left -= gone
    return left


def leads_to(known: Graph, goals: set[Key]) -> set[Key]:
    """The positions from which play can come to one of the goals."""
    found = set(goals)
    while more := {key for key in known if key not in found and any(to in found for _, _, to in known[key][1])}:
        found |= more
    return found
