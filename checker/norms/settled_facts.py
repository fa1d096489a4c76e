"""Conditions that may lead back to themselves: what they are where the rules settle it, open where the circle closes.

One is settled if it comes out the same whatever those others are that are not settled; so the order in which a
condition tells its parts makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from checker.kernel.position import Key, Store
from checker.kernel.term import Kind, Option, Point, Undecided, Value
from checker.kernel.trees.walk import reachable
from checker.norms.evaluation_protocol import Here, RuleWords
from checker.norms.unknown_values import RIGID, said

if TYPE_CHECKING:
    from checker.norms.evaluate import Context

_STATED = "stated"
_LOOKING: Key = (_STATED,)
"""On a table that says so, a condition that may lead back to itself is not worked out unless it is stated."""
MOST_WAYS = 256
"""A condition counts as not settled if more ways are to be looked at."""

_Asked: TypeAlias = tuple[Value, ...]
"""A fact and of what."""
_Supposed: TypeAlias = dict[_Asked, bool]
"""What conditions are supposed to be."""
_Relied: TypeAlias = tuple[dict[str, None], dict[tuple[str, str], None]]
"""The clauses that were relied on, and which norm was beaten by which."""


def supposed(here: Here, words: RuleWords, name: str, args: tuple[Value, ...]) -> Value:
    """What it is stated or supposed that the condition is; None if it is to be worked out.

    Raises Undecided where it may only be supposed.
    """
    store = here.store
    if not store.stated:
        return None
    found = store.get((_STATED, name, *args))
    if found is None and store.get(_LOOKING):
        raise Undecided(_point(said(here, words, (name, *args)), (_STATED, name, *args), ()))
    return found


def settled(context: Context, name: str, args: tuple[Value, ...]) -> Value:
    """What the condition is; raises Undecided where it leads back to itself and is not settled otherwise."""
    asked = (name, *args)
    found = context.once(("circle", asked), lambda here: _Settling(here, _FoundOut({}, {}, {}, {})).followed(asked))
    return _Settling(context, found.copied()).value(asked)


def _key(asked: _Asked) -> Key:
    return (RIGID, "circle", *asked)


def _point(told: str, key: Key, clauses: tuple[str, ...]) -> Point:
    options = (Option(True, f"it is so that {told}", clauses), Option(False, f"it is not so that {told}", clauses))
    text = f"what makes it so that {told} leads back to it: no clause says which comes first"
    return Point(f"whether {told}", Kind.SILENT, key, options, clauses, text)


class _FoundOut(NamedTuple):
    """What is known so far of conditions on one table: what each is, or the point at which it is open.

    Of each that was looked at are kept those that it `used`, those that it `met` while they were not known, and what
    was relied on whichever way these were.
    """

    known: dict[_Asked, bool | Point]
    met: dict[_Asked, dict[_Asked, None]]
    used: dict[_Asked, dict[_Asked, None]]
    looks: dict[_Asked, list[_Relied]]

    def copied(self) -> _FoundOut:
        """The same, to go on from."""
        return _FoundOut(self.known.copy(), self.met.copy(), self.used.copy(), self.looks.copy())


class _Settling:
    """Conditions on one table as they are found out; those of a circle are `closed`: each is open by itself."""

    def __init__(self, context: Context, found: _FoundOut) -> None:
        self.context = context
        self.found = found
        self.known, self.met, self.used, self.looks = found
        self.closed: dict[_Asked, tuple[_Asked, ...]] = {}
        self.making: dict[_Asked, tuple[_Asked, ...]] = {}

    def followed(self, asked: _Asked) -> _FoundOut:
        """What the rules settle of all that on which the one hangs."""
        self._follow([asked])
        return self.found

    def value(self, asked: _Asked) -> bool:
        """What the condition is, with the clauses on which that rests cited; raises Undecided if it is open."""
        while asked not in self.known:
            near = (asked, *self._open(asked))
            if asked in self.known:
                continue
            one = asked if asked in self.closed else next((other for other in near if other in self.closed), None)
            if one is None:
                circle = self._circle(near)
                self.closed.update(dict.fromkeys(circle, circle))
                continue
            chosen = self.context.store.get(_key(one))
            if chosen is None:
                raise Undecided(self._closing(one))
            self.known[one] = chosen is True
            self._follow(self._hanging(one))
        found = self.known[asked]
        self._relied_on(asked)
        if isinstance(found, Point):
            raise Undecided(found)
        return found

    def _follow(self, left: list[_Asked]) -> None:
        """Looks at each, at what it hangs on, and again at what hangs on one that is found out."""
        self.making.clear()
        while left:
            one = left.pop()
            if one in self.known:
                continue
            found = self._looked(one)
            if found is None:
                left += (other for other in self.met[one] if other not in self.met)
            else:
                self.known[one] = found
                left += self._hanging(one)

    def _hanging(self, asked: _Asked) -> list[_Asked]:
        """Those that are not known and hang on the one."""
        mine = (other for other, met in self.met.items() if asked in met)
        return [other for other in mine if other not in self.known and other not in self.closed]

    def _looked(self, asked: _Asked) -> bool | Point | None:
        """What the condition is whatever those are that are not known; None if it hangs on them."""
        self.met[asked], self.used[asked], self.looks[asked] = {}, {}, []
        found = None
        for _, way, here in self._ways(asked):
            self.looks[asked].append((here.cites, here.beaten))
            if len(self.looks[asked]) > MOST_WAYS or (found is not None and way != found):
                return None
            found = way
        return found

    def _ways(self, asked: _Asked) -> Iterator[tuple[_Supposed, bool | Point, Context]]:
        """What the condition is for each way in which those can be that are not known, as far as it asks for them."""
        name, *args = asked
        own = self.context.rules.compiled.owns[str(name)]
        left: list[tuple[Store, _Supposed]] = [(self.context.store.put(_LOOKING, True), {})]
        while left:
            table, supposed = left.pop()
            here = self.context.at(table)
            way: bool | Point
            try:
                way = own(here, tuple(args)) is True
            except Undecided as undecided:
                way = undecided.point
            if isinstance(way, Point) and way.key[0] == _STATED:
                other = way.key[1:]
                known = self.known.get(other)
                if known is None:
                    self.met[asked][other] = None
                    left += ((table.put(way.key, so), {**supposed, other: so}) for so in (True, False))
                    continue
                self.used[asked][other] = None
                if not isinstance(known, Point):
                    left.append((table.put(way.key, known), supposed))
                    continue
                way = known
            yield supposed, way, here

    def _relied_on(self, asked: _Asked) -> None:
        """Cites what the condition rests on."""
        for one in reachable([asked], self.used.__getitem__):
            for cites, beaten in self.looks[one]:
                self.context.cites.update(cites)
                self.context.beaten.update(beaten)

    def _circle(self, near: tuple[_Asked, ...]) -> tuple[_Asked, ...]:
        """Those of them that lead back to themselves and to nothing else that is open."""
        circle = near
        while len(inner := min((self._open(one) for one in circle), key=len)) < len(circle):
            circle = inner
        return tuple(one for one in near if one in circle)

    def _closing(self, asked: _Asked) -> Point:
        """That the condition leads back to itself, by whatever says something of its circle."""
        clauses = tuple(dict.fromkeys(c for one in self.closed[asked] for cites, _ in self.looks[one] for c in cites))
        return _point(said(self.context, self.context.rules.compiled.words, asked), _key(asked), clauses)

    def _open(self, asked: _Asked) -> tuple[_Asked, ...]:
        """All that are open to which the one leads, the nearest first."""
        while True:
            found = dict.fromkeys(self._makes(asked))
            left = list(found)
            for one in left:
                new = [other for other in self._makes(one) if other not in found]
                found.update(dict.fromkeys(new))
                left += new
            unseen = [one for one in found if one not in self.met]
            if not unseen:
                return tuple(found)
            self._follow(unseen)

    def _makes(self, asked: _Asked) -> tuple[_Asked, ...]:
        """Those that are not known and by themselves can make a difference to the one."""
        if asked in self.known or asked not in self.met:
            return ()
        if asked not in self.making:
            ways = [(supposed, way) for supposed, way, _ in islice(self._ways(asked), MOST_WAYS + 1)]
            if len(ways) > MOST_WAYS:
                self.making[asked] = tuple(one for one in self.met[asked] if one not in self.known)
            else:
                pairs = ((a, b) for (a, so), (b, not_so) in combinations(ways, 2) if so != not_so)
                apart = ([one for one in a if b.get(one, a[one]) != a[one]] for a, b in pairs)
                self.making[asked] = tuple(dict.fromkeys(only[0] for only in apart if len(only) == 1))
        return self.making[asked]
