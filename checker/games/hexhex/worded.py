"""Forms that only the words of a variant give a meaning: grammar/hexhex.lark names what each of them says.

A form called `whether__vex_drawn` asks for the fact or field `vex drawn` of the vocabulary, `do__take` tells of the act
`take`; players and words named in it are its arguments, in that order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from checker.games.hexhex.table import refuse, text_of
from checker.kernel.game import Game
from checker.kernel.position import Store
from checker.kernel.scene import Ask, Close, Deed, Form, yes
from checker.kernel.term import Value
from checker.kernel.tree import Node
from checker.kernel.vocabulary import Functions, Vocabulary
from checker.process.streams import complain
from checker.syntax.grammar import ident

PLACINGS = ("be__", "text__", "none__", "each__")
SAYS = (*PLACINGS, "do__", "any__", "number__", "whether__", "who__", "ended__")
OUTCOMES = {"omen_lowers": "lowers", "omen_raises": "raises"}
"""The forms that say what a Stix card did, each with the one that says it of any card."""
TOGETHER = ("ST-37", "ST-38")
"""The clauses about both variants at once."""
STIX_CARD = "the Stix card"
ENDED = Close(("over", "dealing"), "", then="over", untold="cast")
"""The round and what is done at its end are over."""


def says(tree: Node) -> bool:
    """The form is one that the words of a variant give a meaning."""
    return tree.rule.startswith(SAYS)


def is_placing(tree: Node) -> bool:
    """It lays out the table."""
    return tree.rule.startswith(PLACINGS)


class Worded:
    """Reads these forms in one scene, with the words that its rules have."""

    def __init__(self, words: Vocabulary, seats: dict[str, int]) -> None:
        self.seats = seats
        self.known = {ident(w.name): w.name for w in (*words.fields, *words.facts, *words.acts)}
        self.slots = {act.name: len(act.params) for act in words.acts}
        self.words = {f"word__{ident(word)}__0": word for word, _ in words.words}

    def _named(self, tree: Node, raw: Any) -> tuple[str, str, tuple[Value, ...]]:
        """What the form does, the word that it says, and the arguments. Raises InputError if no rule has the word."""
        kind, _, rest = tree.rule.partition("__")
        name = self.known.get(rest)
        if name is None:
            hint = "begin the scene with a line `variant …`"
            raise refuse(raw.place, f"`{raw.text}` belongs to a variant that is not played here", raw.whole, hint)
        return kind, name, tuple(self._arguments(tree))

    def _arguments(self, tree: Node) -> Iterator[Value]:
        for part in tree.parts:
            if isinstance(part, Node) and part.rule in self.words:
                yield self.words[part.rule]
            elif text_of(part) in self.seats:
                yield self.seats[text_of(part)]

    def placed(self, tree: Node, raw: Any) -> Callable[[Store], Store]:
        """What a placing does to the table."""
        kind, name, args = self._named(tree, raw)
        match kind:
            case "be":
                return lambda store: store.put((name, *args), True)
            case "none":
                return lambda store: store.put((name,), 0)
            case "text":
                return lambda store: store.put((name,), text_of(tree.parts[0]).strip('"'))
        numbers = {self.words[p.parts[1].rule]: int(text_of(p.parts[0])) for p in tree.parts}

        def counted(store: Store) -> Store:
            for word in self.words.values():
                store = store.put((name, word), numbers[word]) if word in numbers else store
            return store.put((f"told {name}",), True)

        return counted

    def form(self, tree: Node, raw: Any) -> Form:
        """What an event does, or a question asks."""
        kind, name, args = self._named(tree, raw)
        match kind:
            case "do" | "any":
                done = (*args, *(None,) * (self.slots[name] - len(args)))
                return Deed(name, lambda _: done, raw.text, any_time=kind == "any")
            case "number":
                return Ask(lambda view: str(view.context.fact(name, *args)))
            case "who":
                return Ask(
                    lambda view: ", ".join(p for p, s in self.seats.items() if _so(view, name, s, *args)) or "nobody"
                )
            case "ended":
                return Ask(lambda view: yes(_so(view, name, *args)), beyond=ENDED)
        return Ask(lambda view: yes(_so(view, name, *args)))


@lru_cache(maxsize=1)
def _warned(text: str) -> None:
    complain(text)


def warn(game: Game) -> None:
    """Says once, on standard error, what the clauses say of both variants at once, if both are switched on."""
    said = {c.id: c.summary for c in game.clauses}
    if {*TOGETHER, "VX-1"} <= said.keys():
        _warned("\n".join(f"warning: both variants are switched on [{i}]: {said[i]}" for i in TOGETHER))


def _so(view: Any, name: str, *args: Value) -> bool:
    return view.context.fact(name, *args) not in (False, 0, None)


def example_curse(context: Any) -> bool:
    """The curse is the rulebook's example: it forbids two common words of answer [VX-14]."""
    words = re.findall(r"\w+", str(context.store.get(("curse",))).casefold())
    return {"yes", "no"} <= set(words)


FUNCTIONS: Functions = {"example curse": example_curse}
