"""What a walk through the rules keeps: the changes met, what calls come to, and where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from checker.kernel.norm import Pattern
from checker.kernel.term import Expr, Lit, Var
from checker.kernel.vocabulary import Vocabulary
from checker.smt.ranking_deeds import Deed, moved
from checker.smt.ranking_kept import Final, Finals
from checker.smt.ranking_logic import Names, Token, constants
from checker.smt.ranking_program import Draft, Program, calls, never, one
from checker.smt.ranking_state import Edge, State, Words, joined

Why: TypeAlias = dict[str, Any]


class Dead(NamedTuple):
    """Nothing gets past here: `why` is a tree of changes that are dead and of conditions that cannot hold."""

    why: Why


Outcome: TypeAlias = State | Dead


class Summary(NamedTuple):
    """What a call comes to, what it changes, which procedures it breaks off, and what was met and called on the way."""

    outcome: Outcome
    changes: frozenset[Token] = frozenset()
    leaves: frozenset[str] = frozenset()
    edges: tuple[Edge, ...] = ()
    called: frozenset[str] = frozenset()


Measure: TypeAlias = tuple[tuple[str, int], ...]
"""A sum of counters, each with its weight."""


def most(measure: Measure, edge: Edge) -> float:
    """How far the change can raise the sum at most."""
    total: float = 0
    weights = dict(measure)
    for counter, (_, high) in edge.delta:
        if counter in weights:
            total += float("inf") if high is None else weights[counter] * high
    return total


class Frame:
    """The bookkeeping of one walk; `begun` is what the walk began with, `back` whether it came back to it.

    `known` holds what calls come to in every walk in which the same measures fall, `written` their programs.
    """

    def __init__(
        self,
        words: Words,
        measures: tuple[Measure, ...],
        known: dict[Any, Summary],
        written: dict[Any, Program],
        finals: Finals,
    ) -> None:
        self.words = words
        self.measures = measures
        self.known = known
        self.written = written
        self.finals = finals
        self.draft = Draft()
        self.program: Program = []
        self.passed: list[Edge] = []
        self.where = ""
        self.begun = ""
        self.back = False
        self.left: list[dict[str, list[State]]] = [{}]
        self.changes: list[set[Token]] = [set()]
        self.under_way: set[Any] = set()
        self._met: list[dict[Edge, None]] = [{}]
        self._called: list[set[str]] = [set()]
        self._guess: dict[Any, Summary] = {}
        self._done: dict[Any, Summary] = {}
        self._asked: dict[Any, Summary] = {}
        self._dead: dict[Edge, bool] = {}
        self._final: set[Any] = set()
        self._guessed: list[bool] = [False]

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The changes that were met and can happen though no measure falls."""
        return tuple(e for e in self._met[0] if not self.dead(e))

    def dead(self, edge: Edge) -> bool:
        """Some measure falls along the change."""
        if edge not in self._dead:
            self._dead[edge] = any(most(m, edge) <= -1 for m in self.measures)
        return self._dead[edge]

    def settled(self, work: Callable[[], Outcome]) -> Outcome:
        """What the work comes to, done again until what was guessed of calls within calls is right."""
        while True:
            self._done, self._asked, self._met, self._called = {}, {}, [{}], [set()]
            self.changes, self.left = [set()], [{}]
            self.back = False
            self.draft = Draft()
            found, steps = self.draft.of(work)
            self.program = one(steps)
            wrong = {k: self._done[k] for k, v in self._asked.items() if k in self._done and self._done[k] != v}
            if not wrong:
                self.known.update(self._done)
                return found
            self._guess.update(wrong)

    def changed(self, state: State, what: str, deed: Deed | None, changes: frozenset[Token]) -> Outcome:
        """What is known after a single change, if no measure falls along it; without a deed nothing is changed."""
        edge = Edge(self.where, what, deed, moved(deed) if deed is not None else ())
        self.passed.append(edge)
        if edge.delta:
            self._met[-1][edge] = None
            if self.dead(edge):
                return Dead({"change": edge})
        self.changes[-1] |= changes
        return self.words.after(state, changes)

    def made_by(self, kind: str) -> dict[str, tuple[Edge, ...]]:
        """All of the kind (`card`, `act`) that was called on the way, each with the changes that it may make there."""
        met = self._met[0]
        made: dict[str, dict[Edge, None]] = {n: {} for n in sorted(self._called[0]) if n.startswith(f"{kind} ")}
        for key, summary in self.known.items():
            if key[0] in made:
                made[key[0]].update((e, None) for e in summary.edges if e in met)
        return {name.removeprefix(f"{kind} "): tuple(edges) for name, edges in made.items()}

    def came(self, *names: str) -> None:
        """Notes what was called."""
        self._called[-1].update(names)
        self.back = self.back or self.begun in names

    def summary(self, key: Any, body: Callable[[], Outcome]) -> Summary:
        """What the call comes to; a guess within itself."""
        self.draft.add({"call": [key]})
        found = self._done.get(key) or self.known.get(key) or self._taken(key)
        if found is None and key in self.under_way:
            found = self._asked[key] = self._guess.get(key, Summary(Dead({"nested": key[0]})))
        if found is not None:
            self._met[-1].update(dict.fromkeys(found.edges))
            self.came(*found.called)
            if key not in self._final:
                self.guessed()
            return found
        self.under_way.add(key)
        for stack in (self.changes, self._called):
            stack.append(set())
        self._met.append({})
        self.left.append({})
        self._guessed.append(False)
        outcome, steps = self.draft.of(body)
        self.written[key] = one(steps)
        met, called = self._met.pop(), self._called.pop()
        found = Summary(
            outcome, frozenset(self.changes.pop()), frozenset(self.left.pop()), tuple(met), frozenset(called)
        )
        self.under_way.discard(key)
        self._met[-1].update(met)
        self.came(*called)
        if self._guessed.pop():
            self.guessed()
            self._done[key] = found
        else:
            self.known[key] = found
            self._final.add(key)
            self.finals.add(key, found, self.written[key], calls(self.written[key]), self.dead)
        return found

    def guessed(self) -> None:
        """What is being worked out hangs on a guess, or on what is under way."""
        self._guessed[-1] = True

    def _taken(self, key: Any) -> Summary | None:
        """What the call comes to if that is final and worked out elsewhere, with all that is called in it."""
        taken: dict[Any, Final] = {}
        waiting = [key]
        while waiting:
            one = waiting.pop()
            if one in taken or one in self._final:
                continue
            final = self.finals.found(one, self.dead)
            if final is None or not self.under_way.isdisjoint(final.summary.called):
                return None
            taken[one] = final
            waiting += final.keys
        for one, final in taken.items():
            self.known[one], self.written[one] = final.summary, final.program
        self._final.update(taken)
        return self.known[key]

    def ways(self, listed: Iterable[tuple[Outcome, Callable[[State], Outcome]]], nothing: str = "") -> Outcome:
        """What is known whichever way it went, each with what is known where it begins; written down as such."""
        after: list[Outcome] = []
        programs: list[Program] = []
        for begun, goes in listed:
            found, program = self.way(begun, goes)
            after.append(found)
            programs.append(program)
        self.draft.add({"either": programs})
        return either(after, nothing)

    def way(self, begun: Outcome, goes: Callable[[State], Outcome]) -> tuple[Outcome, Program]:
        """What is known after one way, and its program."""
        if isinstance(begun, Dead):
            return begun, never(begun.why)
        found, steps = self.draft.of(lambda: goes(begun))
        return found, one(steps)


def unused(sort: str, names: Names, state: State) -> Var:
    """A name for a thing of the sort that nothing else has."""
    used = {v.name for v in names.values() if isinstance(v, Var)}
    used.update(*(constants(f) for f in state.facts), (c for c, _ in state.zones))
    number = 1
    while f"{sort}#{number}" in used:
        number += 1
    return Var(f"{sort}#{number}")


def without(state: State, name: str) -> State:
    """What is known of everything else."""
    facts = frozenset(f for f in state.facts if name not in constants(f))
    return State(facts, tuple(z for z in state.zones if z[0] != name))


def either(ways: Iterable[Outcome], nothing: str = "") -> Outcome:
    """What is known whichever way it went; dead if every way is."""
    ways = list(ways)
    alive = [w for w in ways if isinstance(w, State)]
    if alive:
        after = alive[0]
        for other in alive[1:]:
            after = joined(after, other)
        return after
    whys = [w.why for w in ways if isinstance(w, Dead)]
    return Dead(whys[0] if len(whys) == 1 else {"all": whys} if whys else {"impossible": nothing})


def in_order(steps: tuple[Any, ...]) -> tuple[Any, ...]:
    """The steps, each after those it must follow, else as written."""
    left = list(steps)
    done: list[Any] = []
    names = {s.name for s in steps}
    while left:
        one = next(s for s in left if all(a in {d.name for d in done} or a not in names for a in s.after))
        done.append(one)
        left.remove(one)
    return tuple(done)


def matched(pattern: Pattern, args: tuple[Expr, ...]) -> tuple[Names, bool]:
    """The variables of the pattern, and whether the event may be one of its instances as far as values are written."""
    found: Names = {}
    same = True
    for mine, arg in zip(pattern.args, args, strict=True):
        if isinstance(mine, Var) and mine.name not in found:
            found[mine.name] = arg
        elif isinstance(mine, Lit) and isinstance(arg, Lit) and mine != arg:
            same = False
    return found, same


def addressed(words: Vocabulary, card: Expr, names: Names) -> Names:
    """What `you`, `the Hex`, `this card` and `that card` mean in the text of the card."""
    none: Expr = Lit(None)
    given = {"P": "you", "D": "that card", "Q": "named"} | {
        s.letters[0]: f"the {s.name}" for s in words.sorts if s.letters
    }
    return {"this card": card, **{said: names.get(letter, none) for letter, said in given.items()}}
