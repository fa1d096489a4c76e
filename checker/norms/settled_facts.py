"""Conditions that may lead back to themselves: what they are where the rules settle it, open where the circle closes.

One is settled if it comes out the same whatever those others are that are not settled; so the order in which a
condition tells its parts makes no difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from checker.kernel.point import Kind, Option, Point, Undecided
from checker.kernel.position import Key, Store
from checker.kernel.term import Value
from checker.norms.evaluation_protocol import Here, RuleWords
from checker.norms.unknown_comparisons import said
from checker.norms.unknown_values import RIGID

if TYPE_CHECKING:
    from checker.norms.evaluate import Context

_STATED = "stated"
_LOOKING: Key = (_STATED,)
"""On a table that says so, a condition that may lead back to itself is not worked out unless it is stated."""
MOST_WAYS = 256
"""A condition counts as not settled if more ways are to be looked at."""

_Asked: TypeAlias = tuple[Value, ...]
"""A fact and of what."""


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
    return _Settling(context).value((name, *args))


def _key(asked: _Asked) -> Key:
    return (RIGID, "circle", *asked)


def _point(told: str, key: Key, clauses: tuple[str, ...]) -> Point:
    options = (Option(True, f"it is so that {told}", clauses), Option(False, f"it is not so that {told}", clauses))
    text = f"what makes it so that {told} leads back to it: no clause says which comes first"
    return Point(f"whether {told}", Kind.SILENT, key, options, clauses, text)


class _Settling:
    """What is known so far of the conditions on one table: what each is, or the point at which it is open.

    Of each that was looked at are kept those that it `used`, those that it `met` while they were not known, and the
    clauses relied on.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.table: Store = context.store.put(_LOOKING, True)
        self.known: dict[_Asked, bool | Point] = {}
        self.met: dict[_Asked, dict[_Asked, None]] = {}
        self.used: dict[_Asked, dict[_Asked, None]] = {}
        self.looks: dict[_Asked, list[Context]] = {}

    def value(self, asked: _Asked) -> bool:
        """What the condition is, with the clauses on which that rests cited; raises Undecided if it is open."""
        self._follow([asked])
        while asked not in self.known:
            circle = self._closed(asked)
            table = self.context.store
            chosen = next((one for one in (asked, *circle) if table.get(_key(one)) is not None), None)
            if chosen is None:
                raise Undecided(self._closing(asked, circle))
            self.known[chosen] = table.get(_key(chosen)) is True
            self._follow(self._hanging(chosen))
        found = self.known[asked]
        self._relied_on(asked)
        if isinstance(found, Point):
            raise Undecided(found)
        return found

    def _follow(self, left: list[_Asked]) -> None:
        """Looks at each, at what it hangs on, and again at what hangs on one that is found out."""
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
        return [other for other, met in self.met.items() if asked in met and other not in self.known]

    def _looked(self, asked: _Asked) -> bool | Point | None:
        """What the condition is whatever those are that are not known; None if it hangs on them."""
        name, *args = asked
        own = self.context.rules.compiled.owns[str(name)]
        self.met[asked], self.used[asked], self.looks[asked] = {}, {}, []
        left, found = [self.table], None
        while left:
            here = self.context.at(left.pop())
            way: bool | Point
            try:
                way = own(here, tuple(args)) is True
            except Undecided as undecided:
                way = undecided.point
            if isinstance(way, Point) and way.key[0] == _STATED:
                other = way.key[1:]
                (self.used if other in self.known else self.met)[asked][other] = None
                known = self.known.get(other)
                if not isinstance(known, Point):
                    left += (here.store.put(way.key, so) for so in ((True, False) if known is None else (known,)))
                    continue
                way = known
            self.looks[asked].append(here)
            if len(self.looks[asked]) > MOST_WAYS or (found is not None and way != found):
                return None
            found = way
        return found

    def _relied_on(self, asked: _Asked) -> None:
        """Cites what the condition rests on."""
        rests = {asked: None}
        left = [asked]
        while left:
            one = left.pop()
            for here in self.looks[one]:
                self.context.cites.update(here.cites)
                self.context.beaten.update(here.beaten)
            new = [other for other in self.used[one] if other not in rests]
            rests.update(dict.fromkeys(new))
            left += new

    def _closed(self, asked: _Asked) -> tuple[_Asked, ...]:
        """The circle to which the one leads that leads to no other, beginning with what is nearest."""
        near = (asked, *self._open(asked))
        circle = near
        while len(inner := min((self._open(one) for one in circle), key=len)) < len(circle):
            circle = inner
        return tuple(one for one in near if one in circle)

    def _closing(self, asked: _Asked, circle: tuple[_Asked, ...]) -> Point:
        """That the conditions lead back to themselves, told of the first that makes a difference to what is asked."""
        first = next((one for one in circle if self._decides(one, asked)), asked)
        clauses = tuple(dict.fromkeys(c for one in circle for here in self.looks[one] for c in here.cites))
        told = said(self.context, self.context.rules.compiled.words, first)
        return _point(told, _key(first), clauses)

    def _decides(self, one: _Asked, asked: _Asked) -> bool:
        """What is asked does not come out the same whether the one is so or not."""
        ends: list[bool | Point | None] = []
        for so in (True, False):
            supposing = _Settling(self.context)
            supposing.known = {**self.known, one: so}
            supposing.met, supposing.used, supposing.looks = dict(self.met), dict(self.used), dict(self.looks)
            supposing._follow(supposing._hanging(one))
            ends.append(supposing.known.get(asked))
        return None in ends or ends[0] != ends[1]

    def _open(self, asked: _Asked) -> tuple[_Asked, ...]:
        """All that are open to which the one leads, the nearest first."""
        found = dict.fromkeys(one for one in self.met[asked] if one not in self.known)
        left = list(found)
        for one in left:
            new = [other for other in self.met[one] if other not in self.known and other not in found]
            found.update(dict.fromkeys(new))
            left += new
        return tuple(found)
