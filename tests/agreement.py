"""One condition, two readers: evaluated on a table by the interpreter, and as the solver's formula."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

import z3
from positions import Generator, desk, of_kind, results, settled, sorted_as

from checker.kernel.lying_cards import title_of
from checker.kernel.norm import Counts, Gives, Pattern
from checker.kernel.position import Store
from checker.kernel.term import (
    And,
    Arith,
    Call,
    Compare,
    Cond,
    Count,
    Every,
    Expr,
    Is,
    Lit,
    Not,
    Or,
    Some,
    Undecided,
    Value,
    Var,
)
from checker.norms.evaluate import Binding, Context
from checker.smt.conflicts import matched
from checker.smt.encode import NO_NUMBER, PLACE, FormulaEncoder, Opaque
from checker.smt.norm_pairs import about


class Question(NamedTuple):
    """What both readers are asked: is the act an instance of the pattern, with the condition, and which value."""

    name: str
    pattern: Pattern
    cond: Cond
    value: Expr | None
    sorts: tuple[str, ...]


class Reader:
    """The solver's reading of a question, evaluated by the solver; alike evaluations are done once."""

    def __init__(self, terms: FormulaEncoder, question: Question) -> None:
        self.terms = terms
        self.question = question
        places = tuple(range(len(question.pattern.args)))
        names, same = matched(question.pattern, places, terms)
        holds = z3.And(*same, terms.holds(question.cond, names))
        self.formulas = [holds] if question.value is None else [holds, terms.value(question.value, names)]
        self.parts = _opaque(self.formulas, terms)
        self.numbers = [_amount(p) for p in self.parts]
        self.cards = tuple((t, 1) for k in sorted(_kinds(question.cond)) for t in of_kind().get(k, ()))
        self.known: dict[tuple[Any, ...], tuple[Any, ...]] = {}

    def asked(self, context: Context, places: Binding) -> tuple[Any, ...]:
        """What the terms stand for that the solver does not look into, as numbers and truth values."""
        return tuple(self._encoded(part, context, places) for part in self.parts)

    def _encoded(self, part: Opaque, context: Context, places: Binding) -> Any:
        tree: Any = part.stands_for
        if part.asks == "title":
            return self.terms.code(title_of(context.value(tree, places)))
        if part.asks != "value":
            return context.is_kind(context.value(tree, places), part.asks)
        if isinstance(tree, Some | Every):
            return context.holds(tree, places)
        found = context.value(tree, places)
        return found is True if z3.is_bool(part.term) else self.terms.code(found)

    def says(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The formulas where the terms have the values: one truth value, and a number if one is asked for."""
        if values not in self.known:
            put = [(p.term, literal(v)) for p, v in zip(self.parts, values, strict=True)]
            plain = [z3.simplify(z3.substitute(f, *put)) for f in self.formulas]
            assert z3.is_true(plain[0]) or z3.is_false(plain[0]), f"{self.question.name} is left open: {plain[0]}"
            self.known[values] = (z3.is_true(plain[0]), *(p.as_long() for p in plain[1:]))
        return self.known[values]


@cache
def _literals() -> dict[tuple[bool, int], Any]:
    return {}


def literal(value: int) -> Any:
    """The truth value or number as the solver's own, made once."""
    key = (isinstance(value, bool), value)
    known = _literals()
    if key not in known:
        known[key] = z3.BoolVal(value) if key[0] else z3.IntVal(value)
    return known[key]


def _opaque(formulas: list[Any], terms: FormulaEncoder) -> tuple[Opaque, ...]:
    """The outermost terms of the formulas that were left as they are."""
    found: dict[int, Opaque] = {}
    todo = list(formulas)
    while todo:
        term = todo.pop()
        known = terms.opaque.get(term.get_id())
        if known is not None:
            found[term.get_id()] = known
        else:
            todo += term.children()
    return tuple(found.values())


def _amount(part: Opaque) -> bool:
    tree = part.stands_for
    return part.asks == "value" and isinstance(tree, Call) and results()[tree.fact] == "number"


def norm_questions() -> list[Question]:
    """Every norm of the game whose claims can clash, as it is asked about in pairs."""
    words = desk().game.vocabulary
    facts = {f.name: tuple(p for p, _ in f.params) for f in words.facts} | {f.name: f.params for f in words.fields}
    acts = {a.name: tuple(p for p, _ in a.params) for a in words.acts}
    found = []
    for norm in desk().game.norms:
        pattern, claim = about(norm), norm.claim
        if pattern is not None:
            sorts, _ = sorted_as((facts if isinstance(claim, Gives | Counts) else acts)[pattern.act], "")
            found.append(
                Question(norm.id, pattern, norm.cond, claim.value if isinstance(claim, Gives) else None, sorts)
            )
    return found


SORTS = ("player", "player", "hex", "card", "number", "direction", "title")
LETTERS = tuple(f"V{n}" for n in range(len(SORTS)))


class Trees:
    """Random conditions over the words of the game; their variables are the places of an act that takes one of each sort."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        words = desk().game.vocabulary
        self.tables = Generator(seed)
        self.calls: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        for field in words.fields:
            params, result = sorted_as(field.params, field.result)
            self.calls.setdefault(result, []).append((field.name, params))
        for fact in words.facts:
            params, result = sorted_as(tuple(p for p, _ in fact.params), fact.result)
            self.calls.setdefault(result, []).append((fact.name, params))
        self.kinds = (*words.kinds, *(c.title for c in desk().game.cards))

    def question(self, number: int) -> Question:
        """A random condition, and a random number."""
        pattern = Pattern("anything", tuple(Var(v) for v in LETTERS))
        return Question(f"tree {number}", pattern, self.cond(4), self.expr("number", 3), SORTS)

    def cond(self, depth: int) -> Cond:
        """A condition of at most the depth."""
        draw = self.random
        kind = draw.choice(("is", "kind", "compare", "compare", "and", "or", "not", "some")) if depth > 0 else "is"
        match kind:
            case "kind":
                return Is(Call("is", (self.expr("card", depth - 1), Lit(draw.choice(self.kinds)))))
            case "compare":
                sort = draw.choice(("number", "number", "player", "hex", "title"))
                ops = ("is", "is-not", "least", "most", "more", "less") if sort == "number" else ("is", "is-not")
                return Compare(draw.choice(ops), self.expr(sort, depth - 1), self.expr(sort, depth - 1))
            case "and":
                return And((self.cond(depth - 1), self.cond(depth - 1)))
            case "or":
                return Or(tuple(self.cond(depth - 1) for _ in range(draw.randrange(2, 4))))
            case "not":
                return Not(self.cond(depth - 1))
            case "some":
                of = Some if draw.random() < 0.5 else Every
                return of("W", "player", Compare("least", Call("Voice", (Var("W"),)), self.expr("number", depth - 2)))
            case _:
                return Is(self._call("condition", depth - 1))

    def expr(self, sort: str, depth: int) -> Expr:
        """An expression of the sort."""
        draw = self.random
        if sort == "number" and depth > 0 and draw.random() < 0.4:
            op = draw.choice(("plus", "minus", "times"))
            return Arith(op, self.expr(sort, depth - 1), self.expr(sort, depth - 1))
        if sort == "number" and draw.random() < 0.1:
            return Count("W", "player", Compare("less", Call("Voice", (Var("W"),)), Lit(draw.randrange(-2, 4))))
        if depth > 0 and sort in self.calls and draw.random() < 0.5:
            return self._call(sort, depth - 1)
        mine = [v for v, s in zip(LETTERS, SORTS, strict=True) if s == sort]
        if mine and draw.random() < 0.8:
            return Var(draw.choice(mine))
        value = self.tables.value(self.tables.table(), sort)
        return Lit(value) if not isinstance(value, tuple) else Var("nobody")

    def _call(self, sort: str, depth: int) -> Call:
        name, params = self.random.choice(self.calls[sort])
        return Call(name, tuple(self.expr(p, depth) for p in params))


class Seen(NamedTuple):
    """What was compared: tables, how often each condition held, how many evaluations differed, edges met.

    `outside` counts tables on which an amount has no value, of which the solver's reading says nothing.
    """

    tables: int
    held: dict[str, int]
    different: int
    edges: dict[str, int]
    outside: int


EDGES: dict[str, Callable[[Context], bool]] = {
    "Voice below zero": lambda c: any(_number(c.fact("Voice", p)) < 0 for p in c.things("player")),
    "Voice zero": lambda c: any(c.fact("Voice", p) == 0 for p in c.things("player")),
    "no Hex": lambda c: not c.things("hex"),
    "several Hexes": lambda c: len(c.things("hex")) > 2,
    "an empty hand": lambda c: any(not c.store.get(("zone", "hand", p)) for p in c.things("player")),
    "six players": lambda c: len(c.things("player")) == 6,
    "maddened left": lambda c: _maddened(c, "left"),
    "maddened right": lambda c: _maddened(c, "right"),
}


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0


def _maddened(context: Context, side: str) -> bool:
    borne = (t for t in context.things("token") if context.fact("bearer", t) in context.things("hex"))
    return any(context.fact("points", t, side) is True for t in borne)


def compared(questions: list[Question], seed: int, tables: int) -> Seen:
    """So many tables, each with a question, on which both readers agree. Raises AssertionError where they do not."""
    terms = FormulaEncoder(desk().game)
    readers = [Reader(terms, q) for q in questions]
    generator = Generator(seed)
    held = {q.name: 0 for q in questions}
    edges = dict.fromkeys(EDGES, 0)
    done = outside = 0
    drawn = generator.table()
    while done < tables:
        reader = readers[done % len(readers)]
        drawn = generator.table() if done % 4 == 0 else generator.written(drawn)
        found = _once(reader, generator, drawn)
        if found is None:
            outside += 1
            continue
        done += 1
        live, store = found
        held[reader.question.name] += live
        context = Context(desk().rules, store)
        if done % 8 == 0:
            for name, met in EDGES.items():
                edges[name] += met(context)
    return Seen(tables, held, sum(len(r.known) for r in readers), edges, outside)


def _once(reader: Reader, generator: Generator, store: Store) -> tuple[bool, Store] | None:
    """One table: whether the condition holds there, in both readings; None where an amount has no value."""
    question = reader.question
    args = _instance(reader, generator, store)
    places: Binding = {f"{PLACE}{n}": a for n, a in enumerate(args)}
    said: list[tuple[Any, ...]] = []

    def ask(context: Context) -> None:
        said[:] = [reader.asked(context, places), _run(reader, context, args)]

    store = settled(_steered(reader, generator, store, places), generator.random, ask)
    values, run = said
    if any(n and (v >= NO_NUMBER) for n, v in zip(reader.numbers, values, strict=True)):
        return None
    solver = reader.says(values)
    assert solver[: len(run)] == run, f"{question.name}: run says {run}, smt {solver} of {args} at {values}"
    return run[0], store


def _steered(reader: Reader, generator: Generator, store: Store, places: Binding) -> Store:
    """The table with some of what the question asks for put at random, so that its condition holds now and then."""
    draw = generator.random
    for part in reader.parts:
        tree = part.stands_for
        if not isinstance(tree, Call) or part.asks != "value" or draw.random() < 0.4:
            continue
        try:
            args = tuple(Context(desk().rules, store).value(a, places) for a in tree.args)
        except Undecided:
            continue
        sort = results()[tree.fact]
        mine = [v for v, s in zip(places.values(), reader.question.sorts, strict=True) if s == sort]
        near = bool(mine) and draw.random() < 0.6
        value = (
            draw.random() < 0.7 if sort == "condition" else draw.choice(mine) if near else generator.value(store, sort)
        )
        key = (tree.fact, *args) if tree.fact in desk().rules.fields else ("stated", tree.fact, *args)
        store = store.put(key, value)
    return store


def _run(reader: Reader, context: Context, args: tuple[Value, ...]) -> tuple[Any, ...]:
    """What the interpreter says: whether the norm is live, and the value that it gives."""
    question = reader.question
    env = context.matches(question.pattern, args)
    if env is None or not context.holds(question.cond, env):
        return (False,)
    if question.value is None:
        return (True,)
    return True, reader.terms.code(context.value(question.value, env))


def _instance(reader: Reader, generator: Generator, store: Store) -> tuple[Value, ...]:
    """Arguments of the act: often those that the pattern names, and cards that the condition speaks of."""
    draw = generator.random
    found: list[Value] = []
    for arg, sort in zip(reader.question.pattern.args, reader.question.sorts, strict=True):
        if isinstance(arg, Lit) and draw.random() < 0.8:
            found.append(arg.value)
        elif sort == "card" and reader.cards and draw.random() < 0.6:
            found.append(draw.choice(reader.cards))
        else:
            found.append(generator.value(store, sort))
    return tuple(found)


def _kinds(tree: Any) -> set[str]:
    """The kinds and titles of cards that a condition asks for."""
    parts = tree if isinstance(tree, tuple) else [getattr(tree, f) for f in getattr(tree, "__struct_fields__", ())]
    own = (
        {str(tree.args[1].value)}
        if isinstance(tree, Call) and tree.fact == "is" and isinstance(tree.args[1], Lit)
        else set()
    )
    return own.union(*map(_kinds, parts))
