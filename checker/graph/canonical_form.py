"""States as they are compared: without what no later play can read, equal things under equal names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from checker.kernel.effect import Effect, Part
from checker.kernel.position import GONE, Agenda, Env, Key
from checker.kernel.record import Record
from checker.kernel.term import Lit, Value
from checker.kernel.trees.walk import of_kind, rebuilt, renamed
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import RIGID
from checker.run.order_ends import COUNT, ORDER

TableEntries: TypeAlias = dict[Key, Value]

PLAYS: Key = ("plays",)
PICKS: Key = ("picks",)
OCCASIONS: dict[Value, Key] = {
    "effect": PLAYS,
    "nothing to choose": PLAYS,
    "copied target": PLAYS,
    "illegal act": PLAYS,
    "pick": PICKS,
    ORDER: COUNT,
}
"""The open points that are settled anew each time: the last word of their keys says at which count that was."""
COUNTS = frozenset(OCCASIONS.values())


class CanonicalForm:
    """What is compared of tables and agendas under these rules: equal forms go on alike.

    Left out is what holds anyway, what was settled for an occasion that is over, and what is said of things that are no
    more and that nothing names. What is there is named in its order.
    """

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.letters = own_letters(rules)
        self._labels: dict[Value, frozenset[str]] = {}
        self._spoken: dict[int, tuple[object, frozenset[str]]] = {}

    def of(
        self, entries: Iterable[tuple[Key, Value]], agenda: Agenda, spoken: frozenset[str] | None = None
    ) -> tuple[TableEntries, Agenda]:
        """The entries that count, and the agenda, with things under their names; `spoken` are the names in the agenda."""
        table = self._sorted(dict(self._settled(dict(entries))))
        if not self.letters:
            return table, agenda
        table, named = self._there(table, labels_of_agenda(self, agenda) if spoken is None else spoken)
        names = self._names(table, named)
        if all(a == b for a, b in names.items()):
            return table, agenda
        return {renamed(k, names): renamed(v, names) for k, v in table.items()}, agenda_renamed(agenda, names)

    def alive(self, entries: TableEntries, spoken: frozenset[str]) -> frozenset[str]:
        """The things that are there or are named by something that is kept or by what is `spoken` on the agenda."""
        return self._there(entries, spoken)[1]

    def plain(self, key: Key, value: Value) -> bool:
        """The entry says no more than what holds where there is none."""
        if key[0] == "zone" or key[0] == "things":
            return value == ()
        if key[0] == "made":
            return value == 0
        field = self.rules.fields.get(str(key[0]))
        return field is not None and field.initial == value and type(field.initial) is type(value)

    def loose(self, key: Key) -> bool:
        """The key is that of a zone in which cards have no order."""
        return key[0] == "zone" and key[1] not in self.rules.ordered_zones

    def labels(self, value: Value) -> frozenset[str]:
        """The names of things in the value."""
        found = self._labels.get(value)
        if found is None:
            found = self._labels[value] = frozenset(x for x in of_kind(value, str) if self.label(x))
        return found

    def spoken(self, effect: Effect) -> frozenset[str]:
        """The names of things that stand in an effect as it was put on the agenda."""
        known = self._spoken.get(id(effect))
        if known is None:
            found = frozenset(x for v in named_in(effect) for x in self.labels(v))
            known = self._spoken[id(effect)] = (effect, found)
        return known[1]

    def label(self, word: str) -> bool:
        """The word is the name of a thing that came into play, or will."""
        return word[:1] in self.letters and word[1:].isdecimal()

    def occasion(self, key: Key) -> Key | None:
        """Where it is counted which occasion it was that the entry settles; None if it settles none."""
        if len(key) < 3 or key[0] != RIGID:
            return None
        return OCCASIONS.get(key[1]) if isinstance(key[-1], int) else None

    def _settled(self, listed: TableEntries) -> Iterator[tuple[Key, Value]]:
        """The entries without counts of occasions; what was settled for the present one is as if it were the first."""
        for key, value in listed.items():
            if key in COUNTS or value is GONE:
                continue
            count = self.occasion(key)
            if count is None:
                yield key, value
            elif key[-1] == listed.get(count, 0):
                yield (*key[:-1], 0), value

    def _sorted(self, listed: TableEntries) -> TableEntries:
        loose = self.loose
        shown = ((k, tuple(sorted(v, key=repr)) if loose(k) and isinstance(v, tuple) else v) for k, v in listed.items())
        return {k: v for k, v in shown if not self.plain(k, v)}

    def _there(self, table: TableEntries, spoken: frozenset[str]) -> tuple[TableEntries, frozenset[str]]:
        """What is said of things that are there, or are named by something that is kept, and the names of these."""
        alive = set(spoken)
        for key, value in table.items():
            if key[0] == "things":
                alive.update(self.labels(value))
        about = {k: self.labels(k[1:]) for k in table if k[0] not in ("things", "made")}
        kept: set[Key] = set()
        while True:
            more = [k for k, of in about.items() if k not in kept and of <= alive]
            if not more:
                break
            kept.update(more)
            alive.update(x for k in more for x in self.labels(table[k]))
        return {k: v for k, v in table.items() if k in kept or k not in about}, frozenset(alive)

    def _names(self, table: TableEntries, named: frozenset[str]) -> dict[str, str]:
        """The new name of each thing; how many were made is set to what is named."""
        names: dict[str, str] = {}
        for letter, sort in self.letters.items():
            there = table.get(("things", sort), ())
            listed = [x for x in there if isinstance(x, str)] if isinstance(there, tuple) else []
            gone = sorted((x for x in named if x[0] == letter and x not in listed), key=lambda x: int(x[1:]))
            order = [*listed, *gone]
            names |= {x: f"{letter}{n}" for n, x in enumerate(order, 1)}
            if order:
                table["made", sort] = len(order)
            else:
                table.pop(("made", sort), None)
        return names


def own_letters(rules: Rulebook) -> dict[str, str]:
    """The letters of things that nothing else in the rules could be taken for, each with its sort."""
    sorts = [s.name for s in rules.game.vocabulary.sorts]
    letters = [s[0].upper() for s in sorts]
    words = {w for listed in rules.words.values() for w in listed} | {c.title for c in rules.game.cards}
    words |= {
        one.value
        for one in of_kind((rules.game.procedures, rules.game.norms, rules.game.cards), Lit)
        if isinstance(one.value, str)
    }
    taken = {w[:1] for w in words if w[1:].isdecimal()}
    return {x: s for x, s in zip(letters, sorts, strict=True) if letters.count(x) == 1 and x not in taken}


def named_in(effect: Effect) -> Iterator[Value]:
    """The values that stand in an effect as it was put on the agenda."""
    for one in of_kind(effect, Lit):
        yield one.value
    for part in of_kind(effect, Part):
        yield from (v for _, v in part.env)


def labels_of_agenda(form: CanonicalForm, agenda: Agenda) -> frozenset[str]:
    """The names of things in what is still to be done."""
    found: set[str] = set()
    while agenda:
        effect, env, agenda = agenda
        found.update(*(form.labels(v) for _, v in env), form.spoken(effect))
    return frozenset(found)


def agenda_renamed(agenda: Agenda, names: dict[str, str]) -> Agenda:
    """The agenda with things under their new names."""
    chain: list[tuple[object, Env]] = []
    while agenda:
        effect, env, agenda = agenda
        chain.append((effect_renamed(effect, names), tuple((n, renamed(v, names)) for n, v in env)))
    for effect, env in reversed(chain):
        agenda = (effect, env, agenda)
    return agenda


def effect_renamed(effect: Effect, names: dict[str, str]) -> Any:
    """The effect with things under their new names; the very same if it names none of them."""
    if not any(x in names and names[x] != x for v in named_in(effect) for x in of_kind(v, str)):
        return effect
    quoted = {repr(x): repr(y) for x, y in names.items()}

    def change(tree: Any) -> Any:
        match tree:
            case Lit(value):
                return Lit(renamed(value, names))
            case Part(name, inner, env, after):
                bound = tuple((n, renamed(v, names)) for n, v in env)
                return Part(quoted.get(name, name), change(inner), bound, tuple(quoted.get(a, a) for a in after))
            case Record() | tuple():
                return rebuilt(tree, change)
            case _:  # a word or a number names nothing by itself
                return tree

    return change(effect)
