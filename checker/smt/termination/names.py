"""Names of things on a walk through the rules: new ones, those forgotten, and what the words of a text stand for."""

from __future__ import annotations

from checker.kernel.term import Expr, Lit, Var
from checker.kernel.vocabulary import Vocabulary, addressed
from checker.smt.encode import Names
from checker.smt.termination.counters import State
from checker.smt.termination.path_facts import constants


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


def given_to(words: Vocabulary, card: Expr, names: Names) -> Names:
    """What `you`, `the Hex`, `this card` and `that card` mean in the text of the card."""
    none: Expr = Lit(None)
    return {"this card": card, **{said: names.get(letter, none) for said, letter in addressed(words).items()}}
