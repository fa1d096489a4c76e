"""The table as the statements of a scene lay it out, in whatever order: none says otherwise what another one names."""

from __future__ import annotations

from collections.abc import Iterator

from checker.kernel.effect import Add, Effect
from checker.kernel.position import GONE, Key, Store
from checker.kernel.scene import Item
from checker.kernel.source import InputError
from checker.kernel.term import Value
from checker.kernel.trees.walk import of_kind
from checker.kernel.vocabulary import sort_of
from checker.norms.rulebook import Rulebook
from checker.scenes.card_lookup import ASIDE
from checker.scenes.stated_table import Arranging

PLACING = ("placed_zone", "placed_empty", "placed_hand")
"""How the names of statements begin that say what lies where."""

SEVERAL = frozenset({"zone", "printed", "unknown hand"})
"""What several statements may each say more of."""

NamedThings = frozenset[tuple[str, Value]]
"""Things that words name, each with its sort."""


class SaidOnce:
    """What statements have said so far of the table.

    What a setup writes of things that its words do not name, as of every other player, is so unless a plain statement
    says otherwise, before or after.
    """

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.by: dict[Key, str] = {}
        self.plain: set[Key] = set()
        self.supposed: dict[Key, Value] = {}
        """What stood before where a setup wrote of things that it does not name."""

    def stated(self, item: Item, store: Store, apply: Arranging) -> Store:
        """The table with what a plain statement says. Raises InputError if something else was said."""
        before = store.after(tuple(self.supposed.items()))
        laid = apply(before)
        said = tuple(_said(item, before, laid))
        for key in said:
            if key in self.supposed:
                del self.supposed[key]
            elif key in self.by:
                raise self._contradiction(item, key)
            self.by[key] = item.raw.text
        self.plain.update(said)
        return laid.after(tuple((key, store.get(key, GONE)) for key in self.supposed))

    def set_up(self, item: Item, store: Store, apply: Arranging, named: NamedThings, does: Effect) -> Store:
        """The table as a setup lays it out. Raises InputError if something else was said of what it does not count."""
        counted = {one.field.fact for one in of_kind(does, Add)} | SEVERAL
        laid = apply(store)
        kept: list[tuple[Key, Value]] = []
        for key in (k for k, _ in laid.changes(store) if k[0] not in counted):
            supposed = not self._names(key, named)
            if supposed and key in self.plain:
                kept.append((key, store.get(key, GONE)))
            elif key in self.by:
                raise self._contradiction(item, key)
            else:
                self.by[key] = item.raw.text
                self.supposed.update({key: store.get(key, GONE)} if supposed else {})
        return laid.after(tuple(kept))

    def _names(self, key: Key, named: NamedThings) -> bool:
        """The key is of no field of things, or of things that are named."""
        field = self.rules.fields.get(str(key[0]))
        if field is None:
            return True
        words = self.rules.game.vocabulary
        return all((sort_of(words, p), arg) in named for p, arg in zip(field.params, key[1:], strict=False))

    def _contradiction(self, item: Item, key: Key) -> InputError:
        raw = item.raw
        return InputError(raw.problem(f"`{raw.text}` contradicts `{self.by[key]}`", "take one of the two away"))


def _said(item: Item, before: Store, after: Store) -> Iterator[Key]:
    """What the statement says on the table that no other one may say otherwise."""
    changed = (key for key, _ in after.changes(before))
    if item.said.rule.startswith(PLACING):
        yield from (key for key in changed if key[0] == "zone" and key != ASIDE)
    else:
        yield from (key for key in changed if key[0] not in SEVERAL)
