"""Scenes on whose tables no norm gives a value, answered by the reference, and the words for such tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

from checker.explore.scene_driver import SceneDriver, replayed
from checker.explore.situations import SEATS, catalogue, players
from checker.explore.statements.norm_questions import Asking
from checker.kernel.source import InputError
from checker.kernel.term import Cond, Expr, Kind, Undecided, Value
from checker.kernel.value_gap import Region, Said
from checker.kernel.verdict import Verdict
from checker.kernel.vocabulary import Fact, Vocabulary, sort_of, sorts
from checker.norms.evaluate import Context
from checker.run.branches import TooMany
from checker.session.context import Bench

MOST_SITUATIONS = 3
"""So many situations at most are laid out below what a scene says."""
MOST_CARDS = 40
"""A pile is laid out of so many cards at most."""
_SLOT = re.compile(r"\{([^}]+)\}")


def nothing_said(bench: Bench, seats: int) -> Callable[[Expr | Cond, dict[str, Value]], Value]:
    """What something is worth on a table of which nothing is said but who is there; None where that is not known."""
    told = Asking(bench).begin((players(seats),))
    store = told.judge.branches[0].position.store if told is not None and told.judge.branches else None

    def known(tree: Expr | Cond, env: dict[str, Value]) -> Value:
        if store is None or any(isinstance(v, str) and v in bench.rules.cards for v in env.values()):
            return None
        here = Context(bench.rules, store)
        try:
            return here.holds(tree, env) if isinstance(tree, Cond) else here.value(tree, env)
        except (Undecided, InputError, KeyError, TypeError, AttributeError, IndexError):
            return None

    return known


def shown(bench: Bench, fact: Fact, region: Region, seats: int) -> tuple[str, ...]:
    """The first scene of the region's table that the reference leaves open for want of a value; nothing if none does."""
    words = bench.rules.game.vocabulary
    question = f"{'who' if fact.result == 'player' else 'what'} is {asked_for(words, fact, region)}?"
    told: set[tuple[str, ...]] = set()
    for lines in stated(bench, region, seats):
        scene = (*lines, question)
        readable = scene not in told and all(_sayable(bench, seats, line) for line in scene[1:])
        if readable and _silent(bench, fact, scene):
            return scene
        told.add(scene)
    return ()


def _sayable(bench: Bench, seats: int, line: str) -> bool:
    """The line is one that scenes can have; each is read once."""
    table = bench.once(("sayable", seats), lambda: SceneDriver(bench, seats))
    return bench.once(("sayable", seats, line), lambda: table.item(line) is not None)


def _silent(bench: Bench, fact: Fact, scene: tuple[str, ...]) -> bool:
    """The reference answers that nothing states the fact, of whatever is asked about."""
    said = re.escape(fact.phrase.split(" | ")[0]).replace(r"\{", "{").replace(r"\}", "}")
    named = re.compile(_SLOT.sub(".+", said))
    try:
        answers = list(replayed(bench, "\n".join(scene)))
    except (InputError, TooMany, RecursionError):
        return False
    if not answers or answers[-1].verdict is not Verdict.SILENT:
        return False
    return any(p.kind is Kind.SILENT and named.search(p.id) is not None for p in answers[-1].points)


def stated(bench: Bench, region: Region, seats: int) -> Iterator[tuple[str, ...]]:
    """Ways to state the table: what is otherwise than it starts, then all of it, by itself and upon situations.

    Where the region supposes what no scene says, one way is enough.
    """
    said = region.said
    few = [one for one in said if one.value != one.start]
    ways = [_lines(bench, few), _lines(bench, [one for one in said if not one.free or one in few])]
    ways.append(_lines(bench, [*said]))
    if not region.plain:
        yield (players(seats), *ways[0])
        return
    yield from ((players(seats), *lying, *lines) for lying in _places(bench, region) for lines in ways[:2])
    yield from ((players(seats), *lines) for lines in ways)
    for laid in islice(catalogue(bench.situations).situations, MOST_SITUATIONS):
        if laid.least <= seats:
            yield from ((players(seats), *laid.lines, *lines) for lines in ways)


def _places(bench: Bench, region: Region) -> Iterator[tuple[str, ...]]:
    """Ways to say where the cards lie that are asked about: in each place that the first player has, or all have."""
    words = bench.rules.game.vocabulary
    titles = [arg for arg in region.args if isinstance(arg, str) and arg in bench.rules.cards]
    stated = {(one.name, one.args[1:]) for one in region.said if one.kind == "zone" and one.value}
    for zone in words.zones if titles else ():
        if zone.cards and all(sort_of(words, p) == "player" for p in zone.params) and not stated:
            yield (f"{_place_of(words, zone.name, (0,) * len(zone.params))}: {', '.join(titles)}",)


def _lines(bench: Bench, said: list[Said]) -> tuple[str, ...]:
    """What states the values, cards that lie in one place in one line."""
    words = bench.rules.game.vocabulary
    lying: dict[str, list[str]] = {}
    found: list[str] = []
    titles = [c.title for c in bench.rules.game.cards]
    for one in said:
        match one.kind:
            case "zone" if one.value:
                lying.setdefault(_place_of(words, one.name, one.args[1:]), []).append(str(one.args[0]))
            case "pile" if isinstance(one.value, int) and titles:
                there = lying.setdefault(_place_of(words, one.name, one.args), [])
                used = [title for cards in lying.values() for title in cards]
                there += islice(_left(bench, used), max(0, min(one.value, MOST_CARDS) - len(there)))
            case "field":
                found.append(told(words, one))
            case _:  # a number is stated in the question, and where nothing lies nothing is said
                continue
    return (*(f"{where}: {', '.join(cards) or 'nothing'}" for where, cards in lying.items()), *found)


def _left(bench: Bench, used: list[str]) -> Iterator[str]:
    """The cards that are left, one of each title after the other, of those whose number nobody knows as many as wanted."""
    cards, left = bench.rules.game.cards, Counter(used)
    for copy in range(1, MOST_CARDS + 1):
        yield from (c.title for c in cards if left[c.title] < copy and (c.boxed is None or c.boxed >= copy))


def _place_of(words: Vocabulary, name: str, args: tuple[Value, ...]) -> str:
    """The place in words."""
    zone = next(z for z in words.zones if z.name == name)
    return _filled(words, zone.phrase, dict(zip(zone.params, args, strict=False)))


def told(words: Vocabulary, said: Said) -> str:
    """The value as a scene states it."""
    field = next(f for f in words.fields if f.name == said.name)
    phrase = _filled(words, field.phrase, dict(zip(field.params, said.args, strict=True)))
    if said.sort == "condition":
        return phrase if said.value else f"it is not so that {phrase}"
    return f"{phrase} is {thing(said.sort, said.value)}"


def thing(sort: str, value: Value) -> str:
    """The thing as a scene names it."""
    if value is None:
        return "nobody" if sort == "player" else "nothing"
    return SEATS[value] if sort == "player" and isinstance(value, int) else str(value)


def _filled(words: Vocabulary, phrase: str, env: dict[str, Value]) -> str:
    """The first wording of the phrase, with the things in their places."""
    of = {x: next((s.name for s in sorts(words) if x[:1] in s.letters), "") for x in env}
    return _SLOT.sub(lambda slot: thing(of[slot[1]], env[slot[1]]), phrase.split(" | ")[0])


def asked_for(words: Vocabulary, fact: Fact, region: Region) -> str:
    """The value that is asked for, of the region's one table."""
    numbers = {one.name: one.value for one in region.said if one.kind == "number"}
    env = {letter: numbers.get(letter, arg) for (letter, _), arg in zip(fact.params, region.args, strict=True)}
    return _filled(words, fact.phrase, env)


def where(words: Vocabulary, region: Region) -> str:
    """When a table is in the region, in words; nothing if every table is."""
    known = [one for one in region.said if not one.free and not (one.kind == "number" and one.least == one.most)]
    return " and ".join(_within(words, one) for one in known)


def _within(words: Vocabulary, said: Said) -> str:
    if said.kind == "zone":
        lies = f"in {_place_of(words, said.name, said.args[1:])}"
        return f"{said.args[0]} is {lies}" if said.value else f"{said.args[0]} is not {lies}"
    if said.sort != "number":
        return told(words, said)
    if said.kind == "field":
        field = next(f for f in words.fields if f.name == said.name)
        subject = _filled(words, field.phrase, dict(zip(field.params, said.args, strict=True)))
    else:
        subject = (
            said.name if said.kind == "number" else f"the number of cards in {_place_of(words, said.name, said.args)}"
        )
    return f"{subject} is {_between(said.least, said.most)}"


def _between(least: int | None, most: int | None) -> str:
    if least == most:
        return str(least)
    if least is None:
        return f"{most} or less"
    return f"{least} or more" if most is None else f"{least} to {most}"
