"""What is known at a place of the rules: conditions closed over named things, kept until what they speak of changes."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

from checker.kernel import term as t
from checker.kernel.game import Game
from checker.kernel.trees.walk import parts_of
from checker.smt.encode import Names

Token: TypeAlias = tuple[str, str]
"""A change: what kind (`true`, `false`, `value`, `zone`, `create`, `remove`) and of what."""
ANYTHING: Token = ("anything", "")
NO = t.Not(t.Yes())
THERE = " there"


def closed(tree: object, names: Names) -> Any:
    """The tree with its free variables put as given."""
    if isinstance(tree, t.Var):
        return names.get(tree.name, tree)
    put = tuple((n, names[n]) for n in _variables(tree) if n in names)
    return _closed(tree, frozenset(put)) if put else tree


@cache
def _closed(tree: Any, put: frozenset[tuple[str, t.Expr]]) -> object:
    names = dict(put)
    if isinstance(tree, tuple):
        return tuple(closed(x, names) for x in tree)
    names.pop(getattr(tree, "var", ""), None)
    return type(tree)(*(closed(getattr(tree, f), names) for f in tree.__struct_fields__))


@cache
def _variables(tree: object) -> frozenset[str]:
    if isinstance(tree, t.Var):
        return frozenset({tree.name})
    parts = parts_of(tree)
    return frozenset().union(*(_variables(p) for p in parts if not isinstance(p, str | int))) if parts else frozenset()


@cache
def constants(tree: object) -> frozenset[str]:
    """The named things that the condition speaks of."""
    return frozenset(name for name in _variables(tree) if "#" in name)


class Logic:
    """The words of one game as the solver sees them.

    `zoned` says of facts about one card in which zones the card lies if they hold; other facts that a
    function answers, or that norms decide, may depend on anything.
    """

    def __init__(self, game: Game, zoned: dict[str, frozenset[str]]) -> None:
        self.game = game
        self.zoned = zoned
        self.facts = {f.name: f for f in game.vocabulary.facts}
        self.fields = {f.name: f for f in game.vocabulary.fields}
        self.reading: dict[object, frozenset[Token]] = {}
        self._left: dict[tuple[t.Cond, frozenset[Token]], t.Cond] = {}
        self._plain: dict[tuple[t.Cond, bool], t.Cond] = {}

    # -- normal form -------------------------------------------------------------------------

    def plain(self, cond: t.Cond, yes: bool = True) -> t.Cond:
        """The condition (or its opposite) with meanings unfolded and `not` before single facts only."""
        if (cond, yes) not in self._plain:
            self._plain[cond, yes] = self._unfolded(cond, yes)
        return self._plain[cond, yes]

    def _unfolded(self, cond: t.Cond, yes: bool) -> t.Cond:
        match cond:
            case t.Yes():
                return cond if yes else NO
            case t.Not(part):
                return self.plain(part, not yes)
            case t.And(parts) | t.Or(parts):
                joined = t.And if isinstance(cond, t.And) == yes else t.Or
                return _flat(joined, tuple(self.plain(p, yes) for p in parts))
            case t.Some(var, sort, where) | t.Every(var, sort, where):
                made = t.Some if isinstance(cond, t.Some) == yes else t.Every
                return made(var, sort, self.plain(where, yes))
            case t.Is(t.Call(name, args)) if (fact := self.facts.get(name)) and fact.meant is not None:
                meant = closed(fact.meant, {p: a for (p, _), a in zip(fact.params, args, strict=True)})
                return self.plain(meant, yes)
            case _:
                return cond if yes else t.Not(cond)

    # -- what a condition depends on ---------------------------------------------------------

    def reads(self, tree: object) -> frozenset[Token]:
        """The fields, zones and kinds of things that the value of the tree depends on."""
        if tree not in self.reading:
            self.reading[tree] = self._reads(tree)
        return self.reading[tree]

    def _reads(self, tree: object) -> frozenset[Token]:
        found: set[Token] = set()
        if isinstance(tree, t.Call) and tree.fact != "is":
            if tree.fact in self.fields:
                found.add(("value", tree.fact))
            elif tree.fact in self.zoned:
                found.add(("zone", ""))
            elif tree.fact.endswith(THERE):
                found.add(("things", tree.fact.removesuffix(THERE)))
            else:
                fact = self.facts.get(tree.fact)
                meant = fact.meant if fact else None
                found |= self.reads(meant) if meant is not None else {ANYTHING}
        if isinstance(tree, t.Count | t.Sum | t.All | t.Some | t.Every):
            found.add(("things", tree.sort))
        parts = parts_of(tree)
        return frozenset(found.union(*map(self.reads, (p for p in parts if not isinstance(p, str)))))

    def weakened(self, cond: t.Cond, changes: frozenset[Token]) -> t.Cond:
        """What is left of the condition after the changes, wherever they happened."""
        key = (cond, changes)
        if key not in self._left:
            self._left[key] = self._weakened(cond, changes)
        return self._left[key]

    def _weakened(self, cond: t.Cond, changes: frozenset[Token]) -> t.Cond:
        match cond:
            case t.And(parts):
                return _flat(t.And, tuple(self.weakened(p, changes) for p in parts))
            case t.Or(parts):
                kept = tuple(self.weakened(p, changes) for p in parts)
                return t.Yes() if t.Yes() in kept else _flat(t.Or, kept)
            case t.Some(var, sort, where):
                return t.Yes() if ("remove", sort) in changes else t.Some(var, sort, self.weakened(where, changes))
            case t.Every(var, sort, where):
                inner = self.weakened(where, changes)
                return t.Yes() if ("create", sort) in changes or inner == t.Yes() else t.Every(var, sort, inner)
            case _:
                return cond if all(self._stands(cond, c) for c in changes) else t.Yes()

    def _stands(self, literal: t.Cond, change: Token) -> bool:
        kind, name = change
        reads = self.reads(literal)
        if not reads or literal == t.Yes():
            return True
        if change == ANYTHING or ANYTHING in reads:
            return False
        match kind:
            case "zone":
                return ("zone", "") not in reads
            case "create" | "remove":
                stays = kind == "create" and isinstance(literal, t.Is) and literal.call.fact == name + THERE
                return stays or ("things", name) not in reads
            case "true" | "false" if ("value", name) in reads:
                positive = (
                    literal if isinstance(literal, t.Is) else literal.part if isinstance(literal, t.Not) else None
                )
                return (
                    isinstance(positive, t.Is)
                    and positive.call.fact == name
                    and (kind == "true") == (positive is literal)
                    and ("value", name) not in self.reads(positive.call.args)
                )
            case _:
                return ("value", name) not in reads


def there(sort: str, name: str) -> t.Cond:
    """The condition that the named thing exists."""
    return t.Is(t.Call(sort + THERE, (t.Var(name),)))


def _flat(joined: Any, parts: tuple[t.Cond, ...]) -> t.Cond:
    """The parts joined, without those that change nothing."""
    idle, ruling = (t.Yes(), NO) if joined is t.And else (NO, t.Yes())
    flat = [q for p in parts for q in (p.parts if isinstance(p, joined) else (p,)) if q != idle]
    if ruling in flat:
        return ruling
    return idle if not flat else flat[0] if len(flat) == 1 else joined(tuple(dict.fromkeys(flat)))
