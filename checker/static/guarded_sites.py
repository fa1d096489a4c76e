"""Where the rules of a game ask for a fact or write into a field, and what is so wherever they come there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from checker.kernel.effect import Chance, Choose, Each, Event, If, Let, Pick, Put, Then, While
from checker.kernel.game import Game
from checker.kernel.norm import May, Norm
from checker.kernel.term import All, And, Call, Compare, Cond, Count, Every, Expr, Is, Lit, Not, Or, Some, Sum, Var
from checker.kernel.trees.fact_circles import stating
from checker.kernel.trees.walk import facts_in, filled, free, of_kind, parts_of, within

DEEPEST = 2
"""So many times it is asked who marked a thing that carries a mark."""
SiteGuards: TypeAlias = tuple[Cond, ...]
SiteTest: TypeAlias = Callable[[object], bool]


class Site(NamedTuple):
    """One place in the rules where something stands, and what is so whenever the rules come there."""

    part: Any
    guards: SiteGuards


class GuardedSites:
    """The places of a game, with what is so there: some of it, never what is not."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fields = {f.name: f for f in game.vocabulary.fields}
        self.marks: dict[tuple[str, tuple[Expr, ...], int], SiteGuards] = {}
        done = {e.act for e in of_kind(self._effects(game), Event)}
        self.allowed = {a.name: self._allowing(a.name) for a in game.vocabulary.acts if a.name not in done}

    def readers(self, fact: str) -> list[Site]:
        """Every place where the rules ask for the fact."""
        return list(self._all(lambda part: isinstance(part, Call) and part.fact == fact, DEEPEST))

    # -- what stands where -------------------------------------------------------------------

    def _effects(self, game: Game) -> object:
        acts = tuple((a.body, a.last) for a in game.vocabulary.acts)
        return game.procedures, game.setup, acts, tuple(c.text for c in (*game.cards, *game.stand_ins)), game.norms

    def _allowing(self, name: str) -> list[Norm]:
        return [n for n in self.game.norms if isinstance(n.claim, May) and n.claim.act.act == name]

    def _all(self, wanted: SiteTest, deep: int) -> Iterator[Site]:
        game = self.game
        for act in game.vocabulary.acts:
            yield from self._in((act.body, act.last), self._lawful(act.name, act.params), wanted, deep)
            yield from self._in(act.needs, (), wanted, deep)
        for fact in game.vocabulary.facts:
            yield from self._in(fact.definition, (), wanted, deep)
        for norm in game.norms:
            yield from self._in(norm.cond, (), wanted, deep)
            told = stating(norm)
            yield from self._in(told[1][1:] if told is not None else norm.claim, (norm.cond,), wanted, deep)
        for part in (game.procedures, game.setup, tuple(c.text for c in (*game.cards, *game.stand_ins))):
            yield from self._in(part, (), wanted, deep)

    def _lawful(self, act: str, params: tuple[tuple[str, str], ...]) -> SiteGuards:
        """That some norm allows the act, where nothing but players does it."""
        norms = self.allowed.get(act, [])
        ways: list[Cond] = []
        for norm in norms:
            assert isinstance(norm.claim, May)
            letters = {
                arg.name: Var(letter)
                for arg, (letter, _) in zip(norm.claim.act.args, params, strict=False)
                if isinstance(arg, Var)
            }
            ways.append(filled(norm.cond, letters))
        return (Or(tuple(ways)),) if ways else ()

    # -- the walk ----------------------------------------------------------------------------

    def _in(self, tree: object, guards: SiteGuards, wanted: SiteTest, deep: int) -> Iterator[Site]:
        if not any(wanted(part) for part in within(tree)):
            return
        if wanted(tree):
            yield Site(tree, guards)
        match tree:
            case And(parts):
                for at, part in enumerate(parts):
                    yield from self._in(part, (*guards, *parts[:at]), wanted, deep)
            case Some(var, _, where) | Every(var, _, where) | Count(var, _, where) | All(var, _, where):
                yield from self._in(where, _without(guards, var), wanted, deep)
            case Sum(var, _, where, of):
                yield from self._in(where, _without(guards, var), wanted, deep)
                yield from self._in(of, (*_without(guards, var), where), wanted, deep)
            case Then(effects):
                for at, effect in enumerate(effects):
                    yield from self._in(effect, guards if at == 0 else self._lasting(guards, deep), wanted, deep)
            case If(cond, then, otherwise):
                yield from self._in(cond, guards, wanted, deep)
                yield from self._in(then, (*guards, cond), wanted, deep)
                yield from self._in(otherwise, (*guards, Not(cond)), wanted, deep)
            case While(cond, body):
                kept = self._lasting(guards, deep)
                yield from self._in(cond, kept, wanted, deep)
                yield from self._in(body, (*kept, cond), wanted, deep)
            case Each() | Choose() | Chance() | Pick():
                yield from self._chosen(tree, guards, wanted, deep)
            case Let(var, value, body):
                yield from self._in(value, guards, wanted, deep)
                yield from self._in(body, _without(guards, var), wanted, deep)
            case _:  # every part of it, one after the other
                parts = parts_of(tree)
                for at, part in enumerate(parts):
                    kept = guards if at == 0 or not _does(tree) else self._lasting(guards, deep)
                    yield from self._in(part, kept, wanted, deep)

    def _chosen(
        self, tree: Each | Choose | Chance | Pick, guards: SiteGuards, wanted: SiteTest, deep: int
    ) -> Iterator[Site]:
        yield from self._in(tree.over, guards, wanted, deep)
        inner = _without(guards, tree.var)
        match tree.over:
            case All(var, _, where) if var == tree.var:
                inner = (*inner, where)
            case All(var, _, where):
                inner = (*inner, filled(where, {var: Var(tree.var)}))
            case _:  # whoever it is, nothing more is known
                pass
        kept = self._lasting(inner, deep) if isinstance(tree, Each) else inner
        yield from self._in(tree.body, kept, wanted, deep)

    # -- what stays so -----------------------------------------------------------------------

    def _lasting(self, guards: SiteGuards, deep: int) -> SiteGuards:
        """What of it stays so whatever happens: which kinds a card is of, and of which kinds are cards with a mark."""
        return tuple(kept for guard in guards for kept in self._stays(guard, deep))

    def _stays(self, guard: Cond, deep: int) -> SiteGuards:
        match guard:
            case _ if facts_in(guard) <= {"is"}:
                return (guard,)
            case And(parts):
                return tuple(kept for part in parts for kept in self._stays(part, deep))
            case Or(parts):
                each = [self._stays(part, deep) for part in parts]
                return (Or(tuple(And(kept) for kept in each)),) if all(each) else ()
            case Is(Call(name, args)) if deep and name in self.fields and self.fields[name].initial is not True:
                return self._marked(name, args, deep)
            case Compare("is", Call(name, args), Var()) | Compare("is", Var(), Call(name, args)) if (
                deep and name in self.fields and self.fields[name].initial is None
            ):
                return self._marked(name, args, deep)
            case _:
                return ()

    def _marked(self, name: str, args: tuple[Expr, ...], deep: int) -> SiteGuards:
        """What is so of the things for good since something was written into the field of them."""
        key = (name, args, deep)
        if key not in self.marks:
            self.marks[key] = self._written(name, args, deep)
        return self.marks[key]

    def _written(self, name: str, args: tuple[Expr, ...], deep: int) -> SiteGuards:
        ways: list[Cond] = []
        for site in self._all(lambda part: isinstance(part, Put) and part.field.fact == name, deep - 1):
            put = site.part
            if put.value in (Lit(False), Lit(None)):
                continue
            letters = {
                theirs.name: ours
                for theirs, ours in zip(put.field.args, args, strict=False)
                if isinstance(theirs, Var) and isinstance(ours, Var)
            }
            kept = [g for g in self._lasting(site.guards, deep - 1) if free(g) <= set(letters)]
            ways.append(And(tuple(filled(g, letters) for g in kept)))
        return (Or(tuple(ways)),) if ways and all(isinstance(w, And) and w.parts for w in ways) else ()


def _without(guards: SiteGuards, var: str) -> SiteGuards:
    """What is said of others than the variable, which stands for something else from here on."""
    return tuple(g for g in guards if var not in free(g))


def _does(tree: object) -> bool:
    """Its parts are done one after the other."""
    return type(tree).__module__.endswith(".effect") or isinstance(tree, tuple)
