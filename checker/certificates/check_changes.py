"""How far a single change of the table can raise the counters of a certificate, worked out anew from its effect.

Counters are whole numbers, never below 0: things of a sort, cards in a zone, fields that hold and that do not (or
that have a value and that have none), numbers as far as they are above 0, and as far as they are below some `tops`. What is `known` to be there before the
change is taken from the certificate: a number is at `least` so much, and at `most`, a thing is `surely` there or a field surely
otherwise, nothing changes since it is `already` so, the card comes `from` a zone, the value is put `to` something.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from checker.kernel import effect as e
from checker.kernel.effect import Effect
from checker.kernel.term import Expr, Lit
from checker.kernel.vocabulary import Vocabulary

BELOW = ": below "
"""Stands between a number and what a counter counts to which it lacks."""


class Stray(Exception):
    """The certificate speaks of other rules; the message says where."""


class Counters:
    """The counters of one game."""

    def __init__(self, words: Vocabulary, tops: Iterable[str] = ()) -> None:
        self.tops = [(name, int(top)) for name, said, top in (t.partition(BELOW) for t in tops) if said]
        self.fields = {f.name: f for f in words.fields}
        self.sorts = {letter: s.name for s in words.sorts for letter in s.letters}

    def follow(self, effect: Any, program: dict[str, Any]) -> None:
        """Raises Stray unless the counters rise no further by the effect than each of the changes says."""
        for change in program["changes"]:
            said = change["rises"]
            found = self.rises(effect, change["known"]) | self.rooms(effect, change["known"])
            for counter in {*said, *found}:
                most, least = said.get(counter, 0), found.get(counter, 0)
                if most is not None and (least is None or least > most):
                    raise Stray(f"`{change.get('what')}` may raise `{counter}` further than is said")

    def rises(self, effect: Effect, known: dict[str, object]) -> dict[str, int | None]:
        """How far the effect can raise the counters at most; None where there is no bound."""
        match effect:
            case e.Add(field, amount):
                by = number(amount, known, "by")
                return {field.fact: by if by is None or by >= 0 else -min(-by, atleast(known))}
            case e.Put(field, value) if self.fields[field.fact].result == "number":
                to = number(value, known, "to")
                return {field.fact: None if to is None else max(to, 0) - atleast(known)}
            case e.Put(field, value):
                has, has_not = self.ends(field.fact)
                holds = value.value not in (None, False) if isinstance(value, Lit) else known.get("to")
                up, down = (has, has_not) if holds else (has_not, has)
                if known.get("already"):
                    return {}
                return {up: 1, down: 1} if holds is None else {up: 1, down: -1 if known["surely"] else 0}
            case e.Move(_, zone):
                rises: dict[str, int | None] = {} if known["from"] is None else {f"cards: {known['from']}": -1}
                return {} if known["from"] == zone.fact else {**rises, f"cards: {zone.fact}": 1}
            case e.Create(_, sort):
                rises = {f"things: {sort}": 1}
                for name, one in self.fields.items():
                    about = [self.sorts.get(letter[:1]) for letter in one.params]
                    if sort in about:
                        most = one.initial if isinstance(one.initial, int) and one.result == "number" else 1
                        rises |= dict.fromkeys(self.ends(name), most if about == [sort] else None)
                return rises
            case e.Remove(_, sort):
                return {f"things: {sort}": -1 if known["surely"] else 0}
            case e.Unstated(_, fields):
                return {end: None for field in fields for end in self.ends(field.fact)}
        raise Stray(f"{type(effect).__name__} is no change")

    def rooms(self, effect: Effect, known: dict[str, object]) -> dict[str, int | None]:
        """How far the effect can raise what is left below each of the tops at most; None where there is no bound."""
        found: dict[str, int | None] = {}
        for name, top in self.tops:
            counter, left = f"{name}{BELOW}{top}", max(0, top - atmost(known, top))
            match effect:
                case e.Add(field, amount) if field.fact == name:
                    by = number(amount, known, "by")
                    found[counter] = by if by is None else -min(by, left) if by >= 0 else -by
                case e.Put(field, value) if field.fact == name:
                    to = number(value, known, "to")
                    found[counter] = to if to is None else max(0, top - to) - left
                case e.Unstated(_, fields) if name in [field.fact for field in fields]:
                    found[counter] = None
                case e.Create(_, sort) if sort in [self.sorts.get(letter[:1]) for letter in self.fields[name].params]:
                    found[counter] = None
                case _:  # nothing else changes a number
                    continue
        return found

    def ends(self, name: str) -> tuple[str, ...]:
        """The counters of a field."""
        result = self.fields[name].result
        if result == "number":
            return (name,)
        return (f"{name}: yes", f"{name}: no") if result == "condition" else (f"{name}: set", f"{name}: none")


def atleast(known: dict[str, object]) -> int:
    """What a number is known to be at least."""
    least = known["least"]
    if type(least) is not int or least < 0:
        raise Stray(f"`{least}` is no whole number from 0 on")
    return least


def atmost(known: dict[str, object], else_: int) -> int:
    """What a number is known to be at most; `else_` where nothing is known."""
    most = known.get("most", else_)
    if type(most) is not int:
        raise Stray(f"`{most}` is no whole number")
    return most


def number(value: Expr, known: dict[str, object], name: str) -> int | None:
    """The number that is written down, or known under the name; None if it is not known."""
    found = value.value if isinstance(value, Lit) else known[name]
    return found if type(found) is int else None
