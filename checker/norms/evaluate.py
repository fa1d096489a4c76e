"""Evaluation of expressions, conditions and norms on a position."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TypeVar

from checker.kernel.lying_cards import title_of
from checker.kernel.norm import Counts, Gives, Leaves, Modifies, Norm, Pattern
from checker.kernel.position import Key, Store
from checker.kernel.record import Record
from checker.kernel.source import InputError
from checker.kernel.term import All, Cond, Expr, Kind, Lit, Option, Point, Undecided, Value
from checker.kernel.vocabulary import Fact
from checker.norms.card_kinds import of_kind
from checker.norms.evaluate_once import once
from checker.norms.evaluation_protocol import Binding
from checker.norms.modified_values import modified
from checker.norms.precedence import (
    Agreed,
    Conflict,
    NoClaim,
    PrecedenceCycle,
    Resolution,
    Statement,
    outranking,
    ranked,
    weigh,
)
from checker.norms.rule_reads import HELD
from checker.norms.rulebook import Rulebook
from checker.norms.settled_facts import settled
from checker.norms.unknown_values import RIGID, UNKNOWN

__all__ = ["RIGID", "UNKNOWN", "Binding", "Context"]

R = TypeVar("R")


class Context:
    """One evaluation: a rulebook, a table, and the clauses that were relied on so far; the table `before`, if there is one."""

    def __init__(self, rules: Rulebook, store: Store, before: Store | None = None) -> None:
        self.rules = rules
        self.store = store
        self.before = before
        self.cites: dict[str, None] = {}
        self.beaten: dict[tuple[str, str], None] = {}

    # -- values ------------------------------------------------------------------------------

    def value(self, expr: Expr, env: Binding) -> Value:
        """The value of the expression; raises Undecided at an open point."""
        return expr.value if isinstance(expr, Lit) else self.rules.compiled.read(expr)(self, env)

    def things(self, sort: str) -> tuple[Value, ...]:
        """Everything of the sort that exists in this position."""
        match sort:
            case "player":
                return tuple(self.store.seats)
            case "card":
                return self.store.cards()
            case "kind":
                return tuple(self.rules.game.vocabulary.kinds)
            case _:
                listing = self.rules.functions.get(f"every {sort}")
                if listing is not None:
                    found = listing(self)
                    return found if isinstance(found, tuple) else ()
                listed = self.store.get(("things", sort))
                if isinstance(listed, tuple):
                    return listed
                return self.rules.words[sort]

    def holds(self, cond: Cond, env: Binding) -> bool:
        """Whether the condition is true; raises Undecided at an open point."""
        return self.rules.compiled.test(cond)(self, env)

    def fact(self, name: str, *args: Value) -> Value:
        """The value of a field or fact for the arguments."""
        return self.rules.compiled.getter(name)(self, args)

    def earlier(self, name: str, args: tuple[Value, ...]) -> Value:
        """The value of a field or fact on the table before."""
        other = self.at(self.store if self.before is None else self.before)
        found = other.fact(name, *args)
        self.cites.update(other.cites)
        return found

    def is_kind(self, card: Value, kind: Value) -> bool:
        """Whether the card has the title or is of the kind; open where nothing says."""
        return of_kind(self.rules, self.store, title_of(card), kind)

    def once(self, name: Hashable, work: Callable[[Context], R]) -> R:
        """What the work gives here, cited as if done anew, but done once (`evaluate_once`)."""
        return once(self, name, work)

    def at(self, store: Store) -> Context:
        """An evaluation under the same rules on another table, which has relied on nothing yet."""
        return Context(self.rules, store)

    # -- norms -------------------------------------------------------------------------------

    def matches(self, pattern: Pattern, args: tuple[Value, ...]) -> Binding | None:
        """The binding under which the pattern is this instance of the act, if it is one."""
        return self.rules.compiled.match(pattern.args)(self, args)

    def applies(self, norm: Norm, env: Binding) -> bool:
        """Whether the norm is live under the binding, in the reading that was chosen.

        Where it is not, what its own clause says in its condition was not relied on: without the clause there would
        be no norm either.
        """
        known = norm.clause in self.cites
        if not self.holds(norm.cond, env):
            if not known:
                self.cites.pop(norm.clause, None)
            return False
        self.rules.looked.add((HELD, norm.id))
        return not norm.reading or self._reading(norm) == norm.reading

    def _reading(self, norm: Norm) -> Value:
        key: Key = (RIGID, "reading", norm.clause, *norm.asks)
        chosen = self.store.get(key)
        if chosen is None:
            labels = self.rules.readings[norm.clause, *norm.asks]
            raise Undecided(
                Point(
                    " on ".join((f"reading of {norm.clause}", *norm.asks)),
                    Kind.AMBIGUOUS,
                    key,
                    tuple(Option(label, f"{norm.clause} read as: {label}", (norm.clause,)) for label in labels),
                    (norm.clause,),
                    f"the wording of {norm.clause} can be read in {len(labels)} ways",
                )
            )
        return chosen

    def ruled(self, fact: Fact, args: tuple[Value, ...]) -> Value:
        """What the norms say of the fact: its value, or None if none says anything.

        What one leaves open is settled by whatever states it, unless a precedence that names them puts it over that.
        """
        return self.once(("fact", fact.name, args), lambda context: context._ruled(fact, args))

    def _ruled(self, fact: Fact, args: tuple[Value, ...]) -> Value:
        statements: list[Statement] = []
        norms = self.rules.about[fact.name]
        for norm in (n for n in norms if not isinstance(n.claim, Leaves | Modifies)):
            statements.extend(Statement(norm.id, v) for v in self._claimed(norm, args))
        stated = tuple(statements)
        for norm in (n for n in norms if isinstance(n.claim, Leaves)):
            if all(self.rules.over(norm.id, s.norm) for s in stated):
                statements.extend(Statement(norm.id, v) for v in self._claimed(norm, args))
        kind = Kind.AMBIGUOUS if len({self._clause(s) for s in statements}) > 1 else Kind.SILENT
        found = self.decide(statements, kind, plain(fact.phrase), fact.result) if statements else None
        changing = [n for n in norms if isinstance(n.claim, Modifies)]
        by = [s.norm for s in statements if s.says == found]
        return modified(self, fact, args, found, by, changing) if changing else found

    def settled(self, name: str, args: tuple[Value, ...]) -> Value:
        """What the condition is that may lead back to itself; raises Undecided where the circle closes."""
        return settled(self, name, args)

    def giving(self, fact: Fact, args: tuple[Value, ...]) -> tuple[str, ...]:
        """The clauses that say here which thing the fact is, whether or not there is one."""
        return self.once(("giving", fact.name, args), lambda context: context._giving(fact, args))

    def _giving(self, fact: Fact, args: tuple[Value, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(n.clause for n in self.rules.about[fact.name] if self._gives(n, args)))

    def _gives(self, norm: Norm, args: tuple[Value, ...]) -> bool:
        """The norm says which thing its fact is for the arguments."""
        if not isinstance(norm.claim, Gives):
            return False
        env = self.rules.compiled.match(norm.claim.term.args)(self, args)
        return env is not None and self.applies(norm, env)

    def _claimed(self, norm: Norm, args: tuple[Value, ...]) -> Iterator[Value]:
        claim = norm.claim
        match claim:
            case Counts(call, positive):
                env = self.rules.compiled.match(call.args)(self, args)
                if env is not None and self.applies(norm, env):
                    yield positive
            case Gives(call, value):
                env = self.rules.compiled.match(call.args)(self, args)
                if env is None:
                    return
                if isinstance(value, All):
                    if self.applies(norm, env):
                        listed = self.value(value, env)
                        yield from listed if isinstance(listed, tuple) else ()
                elif self.applies(norm, env):
                    yield self.value(value, env)
            case Leaves(call):
                env = self.rules.compiled.match(call.args)(self, args)
                if env is not None and self.applies(norm, env):
                    yield self._unstated(norm, claim, args, env)
            case _:
                raise TypeError(f"{norm.id} says nothing of a fact")

    def _unstated(self, norm: Norm, claim: Leaves, args: tuple[Value, ...], env: Binding) -> Value:
        key: Key = (RIGID, "value", claim.term.fact, *args)
        chosen = self.store.get(key)
        if chosen is not None:
            return None if chosen == "none" else chosen
        default = self.value(claim.default, env)
        values: list[Value] = [default]
        if claim.options:
            values += [v for o in claim.options if (v := self.value(o, env)) not in values]
        elif isinstance(default, int):
            upward = [default + 1, default + 2, default - 1]
            low = default if claim.least is None else claim.least
            values += [v for v in upward if v >= low and (claim.most is None or v <= claim.most)]
        raise Undecided(
            Point(
                f"value of {norm.id}",
                Kind.SILENT,
                key,
                tuple(Option(v, _named(v), (norm.clause,)) for v in values),
                (norm.clause,),
                f"nothing states {plain(self.rules.facts[claim.term.fact].phrase)}",
            )
        )

    def weighed(self, statements: list[Statement]) -> Resolution:
        """What stands among the statements. Raises InputError, naming the circle, if the norms outrank each other in one."""
        try:
            return weigh(statements, outranking(self))
        except PrecedenceCycle as error:
            raise InputError(self.rules.circle(error.cycle)) from None

    def decide(self, statements: list[Statement], kind: Kind, about: str, sort: str = "") -> Value:
        """What stands among the statements; raises Undecided if the precedence does not settle it."""
        match self.weighed(statements):
            case Agreed(says, by, beaten):
                for name in by:
                    self.cite(name)
                for defeat in beaten:
                    self.beaten[(defeat.loser, defeat.winner)] = None
                    clause = ranked(self, defeat.winner, defeat.loser)
                    if clause is not None:
                        self.cites[clause] = None
                return says
            case Conflict(standing, _):
                return self._conflict(standing, kind, about, sort)
            case NoClaim():
                return None

    def _conflict(self, standing: tuple[Statement, ...], kind: Kind, about: str, sort: str) -> Value:
        by_value: dict[Value, list[str]] = {}
        norms: dict[Value, list[str]] = {}
        for statement in standing:
            by_value.setdefault(statement.says, []).append(self._clause(statement))
            norms.setdefault(statement.says, []).append(statement.norm)
        clauses = tuple(sorted({c for cs in by_value.values() for c in cs}))
        values = sorted(by_value, key=repr)
        key: Key = (RIGID, "conflict", kind.value, about, *clauses, *(values if kind is Kind.SILENT else ()))
        chosen = _prevailing(self.store.get(key), by_value)
        if chosen is None:
            key = (*key, *values) if key in self.store else key
            chosen = _prevailing(self.store.get(key), by_value)
        if chosen is None:
            told = by_value if len(clauses) > 1 else norms
            options = tuple(
                Option(
                    ("says", says, *dict.fromkeys(cs)),
                    self._prevails(says, cs, sort, told[says]),
                    tuple(dict.fromkeys(cs)),
                )
                for says, cs in by_value.items()
            )
            raise Undecided(
                Point(
                    f"{'/'.join(clauses)}: {about}",
                    kind,
                    key,
                    options,
                    clauses,
                    f"{' and '.join(clauses)} disagree on: {about}"
                    if len(clauses) > 1
                    else f"{clauses[0]} does not say which",
                )
            )
        for clause in clauses:
            self.cites[clause] = None
        return chosen.says

    def _prevails(self, says: Value, clauses: list[str], sort: str, told: list[str]) -> str:
        """That this is so, by the clauses; or that what is `told` prevails: the clauses, or the norms if one says both."""
        names = " and ".join(dict.fromkeys(clauses))
        seats = self.store.get(("names",))
        if isinstance(says, bool):
            return f"{'yes' if says else 'no'}, by {names}"
        if sort == "player" and isinstance(says, int) and isinstance(seats, tuple) and says < len(seats):
            return f"it is {seats[says]}, by {names}"
        if sort == "number" and isinstance(says, int):
            return f"it is {says}, by {names}"
        return f"{' and '.join(dict.fromkeys(told))} prevail{'s' * (len(set(told)) == 1)}"

    def _clause(self, statement: Statement) -> str:
        norm = self.rules.norms.get(statement.norm)
        return norm.clause if norm else statement.norm

    def cite(self, norm: str) -> None:
        """The clause of the norm was relied on."""
        known = self.rules.norms.get(norm)
        self.cites[known.clause if known else norm] = None


def by_default(rules: Rulebook, store: Store, work: Callable[[Context], R]) -> R:
    """What the work gives on the table, open points taken as by default."""
    while True:
        try:
            return work(Context(rules, store))
        except Undecided as open_:
            store = store.put(open_.point.key, open_.point.options[0].value)


def speaking(context: Context, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses but for those of which whatever they state is for tables of another kind than this."""
    return tuple(c for c in clauses if not (needs := context.rules.of_tables(c)) or _at_hand(context, needs))


def _at_hand(context: Context, needs: tuple[tuple[Cond, ...], ...]) -> bool:
    here = Context(context.rules, context.store)
    try:
        return any(all(here.holds(part, {}) for part in parts) for parts in needs)
    except Undecided:
        return True


class _Prevailing(Record):
    """What stands where it was chosen which clauses prevail."""

    says: Value


def _prevailing(chosen: Value, by_value: dict[Value, list[str]]) -> _Prevailing | None:
    """What the clauses say of which it was chosen that they prevail, or the very thing that was chosen; None if neither
    is among what is said here."""
    if not isinstance(chosen, tuple):
        return None
    _, says, *clauses = chosen
    meant = [value for value, cs in by_value.items() if not set(cs).isdisjoint(clauses)]
    if len(meant) == 1:
        return _Prevailing(meant[0])
    return _Prevailing(says) if says in by_value else None


def _named(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"it is {value}"


def plain(phrase: str) -> str:
    """The first wording of a phrase, its variables as bare letters."""
    return phrase.split(" | ")[0].replace("{", "").replace("}", "")
