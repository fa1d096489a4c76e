"""Every instance of an act that a player could do on a table, whether or not the rules allow it."""

from __future__ import annotations

from checker.kernel.term import Value
from checker.kernel.vocabulary import needed, sort_of
from checker.norms.evaluate import Context
from checker.norms.number_ranges import offered

MOST_INSTANCES = 2000
SOME = range(21)


def possible_instances(context: Context, act: str, seat: int) -> tuple[tuple[Value, ...], ...]:
    """Every instance of the act that the player could do, with things left out too."""
    rules = context.rules
    declared, norms = rules.acts[act], rules.deontic[act]
    sorts = [sort_of(rules.game.vocabulary, letter) for letter, _ in declared.params]
    found: list[tuple[Value, ...]] = [(seat,)]
    for sort in sorts[1:]:
        things = (None,) if sort == "number" else (*context.things(sort), None)
        found = [(*f, t) for f in found for t in things][:MOST_INSTANCES]
    for at in (n for n, sort in enumerate(sorts) if sort == "number"):
        told = [(f, offered(context, declared, norms, f, at, rules.compiled.read)) for f in found]
        found = [(*f[:at], number, *f[at + 1 :]) for f, some in told for number in (SOME if some is None else some)][
            :MOST_INSTANCES
        ]
    return tuple(found)


def whole_instances(context: Context, act: str, seat: int) -> tuple[tuple[Value, ...], ...]:
    """Every instance of the act by the player with all that its words name."""
    declared = context.rules.acts[act]
    named = [at for at, (letter, _) in enumerate(declared.params) if letter in needed(declared.said)]
    return tuple(i for i in possible_instances(context, act, seat) if all(i[at] is not None for at in named))
