"""Where to look for the cards that satisfy a condition, if that is less than everywhere."""

from __future__ import annotations

from collections.abc import Callable

from checker.kernel.term import And, Call, Cond, Expr, Is, Lit, Value, Var
from checker.kernel.vocabulary import Field
from checker.norms.evaluation_protocol import Binding, Here, RangeReader, RuleWords, ValueReader


class ZoneCandidates:
    """What conditions say of where to look, from the words of the rules; `read` turns an expression into a function."""

    def __init__(self, words: RuleWords, read: Callable[[Expr], ValueReader]) -> None:
        self.words = words
        self.read = read

    def range(self, where: Cond, var: str, sort: str) -> RangeReader | None:
        """Where to look for things that satisfy the condition, if that is less than all of the sort.

        Only what the first parts say is used, as long as they can neither cite nor be open.
        """
        if sort != "card":
            return None
        for part in where.parts if isinstance(where, And) else (where,):
            if isinstance(part, Is):
                found = self._extent(part.call, var)
                if found is not None:
                    return found
            if not self._plain(part):
                return None
        return None

    def beside(self, where: Cond, var: str, given: frozenset[str]) -> RangeReader | None:
        """Where the cards lie that can satisfy the condition, by a part of it that asks besides for the given variables
        alone; None if there is none. What other parts leave open of cards that lie elsewhere is not met."""
        parts = where.parts if isinstance(where, And) else (where,)
        calls = (p.call for p in parts if isinstance(p, Is))
        fitting = (c for c in calls if {a.name for a in c.args if isinstance(a, Var)} <= {var, *given})
        return next((found for c in fitting if (found := self._extent(c, var)) is not None), None)

    def _extent(self, call: Call, var: str) -> RangeReader | None:
        at = [i for i, a in enumerate(call.args) if a == Var(var)]
        if len(at) != 1 or any(_mentions(a, var) for i, a in enumerate(call.args) if i != at[0]):
            return None
        others = tuple(self.read(a) for i, a in enumerate(call.args) if i != at[0])
        listing = self.words.functions.get(f"{call.fact} over {at[0]}")
        if listing is not None:

            def extent(here: Here, env: Binding) -> tuple[Value, ...]:
                found = listing(here, *(r(here, env) for r in others))
                return found if isinstance(found, tuple) and not here.store.stated else here.things("card")

            return extent
        field = self.words.fields.get(call.fact)
        if field is not None:
            return _marked(field, at[0], others)
        fact = self.words.facts.get(call.fact)
        if fact is None or not isinstance(fact.meant, And | Is):
            return None
        params = [p for p, _ in fact.params]
        free = params.pop(at[0])
        inner = self.range(fact.meant, free, "card")
        if inner is None:
            return None
        pairs = tuple(zip(params, others, strict=True))
        return lambda here, env: inner(here, {p: r(here, env) for p, r in pairs})

    def _plain(self, part: Cond) -> bool:
        match part:
            case Is(Call("is", (Var(), Lit(title)))):
                return title in self.words.cards
            case Is(Call(name, _)):
                return name in self.words.fields
            case _:
                return False


def _marked(field: Field, at: int, others: tuple[ValueReader, ...]) -> RangeReader | None:
    """The cards in zones of which it is stored that the field holds, if none does of which nothing is stored."""
    if field.result != "condition" or field.initial is True:
        return None

    def extent(here: Here, env: Binding) -> tuple[Value, ...]:
        wanted = tuple(r(here, env) for r in others)
        stored = (k[1:] for k, v in here.store.entries(field.name) if v is True)
        cards = (args[at] for args in stored if args[:at] + args[at + 1 :] == wanted)
        return tuple(sorted((c for c in cards if here.store.holding(c)), key=repr))

    return extent


def _mentions(expr: Expr, var: str) -> bool:
    match expr:
        case Var(name):
            return name == var
        case Lit():
            return False
        case _:
            return True
