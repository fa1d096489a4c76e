"""Open points and their options in sentences, made from what the clauses and phrases say."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from checker.kernel.game import Game
from checker.kernel.point import Option, Point
from checker.kernel.position import Store
from checker.kernel.term import Value
from checker.norms.evaluate import Binding, Context
from checker.norms.rulebook import Rulebook
from checker.run.phrases import told
from checker.verdicts.denied import denied


def listed(names: Iterable[str], last: str = "and") -> str:
    """The names as one says them: A, B and C."""
    *before, end = dict.fromkeys(names)
    return f"{', '.join(before)} {last} {end}" if before else end


class PointWording:
    """The words for the options of open points on one table."""

    def __init__(self, rules: Rulebook, store: Store) -> None:
        self.rules = rules
        self.store = store

    def option(self, point: Point, option: Option) -> str:
        """What is so under the option, as it reads after `if`."""
        match point.key[1:]:
            case ("conflict", *_):
                return self._prevailing(point, option)
            case ("pick", *_):
                return f"{option.text} is meant"
            case ("kind", title, kind):
                return f"{title} {'counts' if option.value else 'does not count'} as {kind}"
            case ("effect", what, *_):
                return f"{what} changes {'nothing' if option == point.options[0] else 'something'}"
            case ("reading", clause, *_):
                return f'{clause} is read as "{option.value}"'
            case ("value", fact, *args):
                phrase = self._phrase(str(fact), tuple(args))
                if isinstance(option.value, bool):
                    return phrase if option.value else denied(phrase)
                return f"{phrase} is {option.value}"
            case _:
                return option.text

    def point(self, point: Point) -> Point:
        """The point, its text naming what the thing that is not stated is about."""
        match point.key[1:]:
            case ("value", fact, *args):
                text = f"nothing states {self._about(str(fact), tuple(args))}"
            case ("conflict", *_) if len(point.clauses) == 1:
                those = listed((o.text.partition(", by ")[0].removeprefix("it is ") for o in point.options), "or")
                text = f"{point.clauses[0]} does not single out {point.id.partition(': ')[2]}: {those}"
            case ("effect", what, *_):
                text = f"no clause states the effect of {what}"
            case ("kind", title, kind):
                text = f"no clause says whether {title} counts as {kind}"
            case _:
                text = point.text
        return msgspec.structs.replace(point, text=text)

    def _about(self, fact: str, args: tuple[Value, ...]) -> str:
        phrase = self._phrase(fact, args)
        return f"whether {phrase}" if self.rules.facts[fact].result == "condition" else phrase

    def _prevailing(self, point: Point, option: Option) -> str:
        others = {c for o in point.options if o != option for c in o.clauses}
        if others & set(option.clauses):
            about = point.id.partition(": ")[2]
            said = option.text.partition(", by ")[0]
            return f"{about} is {said.removeprefix('it is ')}" if said.startswith("it is ") else f"{about}: {said}"
        return f"{listed(option.clauses)} prevail{'' if len(option.clauses) > 1 else 's'}"

    def _phrase(self, name: str, args: tuple[Value, ...]) -> str:
        fact = self.rules.facts[name]
        env: Binding = {letter: arg for (letter, _), arg in zip(fact.params, args, strict=True)}
        return told(Context(self.rules, self.store), fact.phrase, env)


def told_point(game: Game, point: Point) -> tuple[str, ...]:
    """What the clauses of the point say, one sentence a clause, where they disagree; else what is open."""
    said = {c.id: c.summary for c in game.clauses}
    known = tuple(f"{c}: {said[c]}" for c in point.clauses if c in said)
    disagree = point.key[1:2] in (("conflict",), ("consequence",)) and len(known) > 1
    return known if disagree else (point.text or listed((o.text for o in point.options), "or"),)


def settling(game: Game, point: Point) -> tuple[str, ...]:
    """What lets an amendment prevail over the clauses that it disagrees with, one sentence for each of its clauses."""
    if point.key[1:2] != ("conflict",):
        return ()
    amending = {a.name for a in game.amended if a.kind == "clause"}
    found = []
    for option in point.options:
        others = tuple(dict.fromkeys(c for o in point.options if o != option for c in o.clauses))
        if not set(others) & {*amending, *option.clauses}:
            found += [
                f"to let {c} prevail, give it a line `over {' '.join(others)}`" for c in option.clauses if c in amending
            ]
    return tuple(found)
