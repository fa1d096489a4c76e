"""How a HEX•HEX table is laid out for a scene."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.kernel.game import Box
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Store
from checker.kernel.source import refused
from checker.kernel.term import Value
from checker.kernel.tree import Leaf, Node
from checker.syntax.parts import text_of

MARKS = {
    "Boost": "boosted",
    "Rot": "rotted",
    "Escalating Obsession": "escalated",
    "Double & Thrice": "doubled and thriced",
    "Maddening Compulsion Left": "maddened left",
    "Maddening Compulsion Right": "maddened right",
}
"""What a Hex is called that carries the token of the title."""

TOKENS = {mark.partition(" and ")[0]: title for title, mark in MARKS.items()}
"""The title of the token by the first words for what a Hex is called that carries it."""


def shuffled_in(store: Store, title: str) -> int:
    """How many cards of the title went into the deck with the discards, so that nobody knows where they are."""
    deck = store.lying("deck") if store.get(("shuffled",)) else ()
    return sum(title_of(card) == title for card in deck)


def new_hex(store: Store, label: str, sender: int, intended: int) -> Store:
    """The table with the Hex in front of its Intended."""
    number = int(label[1:])
    made = store.get(("made", "hex"), 0)
    assert isinstance(made, int)
    store = store.put(("made", "hex"), max(made, number)).put(("things", "hex"), (*store.things("hex"), label))
    return store.put(("sender", label), sender).put(("intended", label), intended)


def new_token(store: Store, label: str, title: str) -> Store:
    """The table with one more token on the Hex."""
    made = store.get(("made", "token"), 0)
    assert isinstance(made, int)
    token = f"T{made + 1}"
    store = store.put(("made", "token"), made + 1).put(("things", "token"), (*store.things("token"), token))
    return store.put(("bearer", token), label).put(("token title", token), title)


def tokens_on(store: Store, label: Value) -> tuple[str, ...]:
    """The titles of the tokens on the Hex, in the order in which they were put on."""
    return tuple(str(store.get(("token title", t))) for t in store.things("token") if store.get(("bearer", t)) == label)


def marks(tree: Node) -> list[str]:
    """The titles of the tokens that the words after a Hex name, in order; repeated when `twice`."""
    found: list[str] = []
    for mark in tree.parts:
        assert isinstance(mark, Node)
        if mark.rule == "maddened_marks":
            for mad in mark.parts:
                assert isinstance(mad, Node)
                side = mad.parts[0]
                assert isinstance(side, Node)
                found.append(TOKENS["maddened right" if "right" in side.rule else "maddened left"])
            continue
        if mark.rule == "mad":
            side = mark.parts[0]
            assert isinstance(side, Node)
            found.append(TOKENS["maddened right" if "right" in side.rule else "maddened left"])
            continue
        times = 1
        for part in mark.parts:
            if isinstance(part, Node):
                times = 2 if part.rule == "twice" else int(text_of(part))
        found += [TOKENS[mark.rule]] * times
    return found


def described(store: Store, card: Value) -> str:
    """Where the card is, in words."""
    names = store.get(("names",), ())
    assert isinstance(names, tuple)
    for key in store.holding(card)[:1]:
        owner = str(names[key[2]]) if len(key) > 2 and isinstance(key[2], int) else ""
        match key[1]:
            case "hand":
                return f"hand of {owner}"
            case "in play":
                return f"in play before {owner}"
            case "played":
                return "played"
            case "discards":
                return "discard pile"
            case "box":
                return "out of the game"
            case other:
                return str(other)
    return "deck"


def any_card(store: Store, title: str) -> Any:
    """Some card of the title anywhere on the table."""
    best: Value = None
    for card in store.titled(title):
        best = card if best is None or card not in store.lying("deck") else best
    return best


def fits(store: Store, box: Box, scene: Any) -> None:
    """Raises InputError if the table needs more cards, Hexes or tokens than the box is known to hold."""
    used = {str(key[1]): int(str(n)) for key, n in store.items() if key[0] == "printed"}
    for title, number in used.items():
        held = box.copies.get(title, number)
        if number > held:
            copies = "copy" if number == 1 else "copies"
            at = _telling(scene, held, title)
            raise refused(at.place, f"the scene needs {number} {copies} of {title}; the box holds {held}", at.whole)
    for sort, of, said in (("hex", "standard tokens", "Hexes"), ("token", "enhanced tokens", "Enhanced tokens")):
        there = store.things(sort)
        if len(there) > (held := box.counts.get(of, len(there))):
            at = _telling(scene, held)
            raise refused(at.place, f"the scene needs {len(there)} {said}; the box holds tokens for {held}", at.whole)


def _telling(scene: Any, before: int, title: str = "") -> Any:
    """The first of the statements that name the title, or lay out a Hex, after so many others; or else the last."""
    stated = [i for i in scene.items if i.tree.parts[0].rule != "question"]
    told = [i for i in stated if (title in words_of(i.said) if title else i.said.rule in ("the_hex_lies", "hex_lies"))]
    found = told[before : before + 1] or told[-1:]
    return found[0].raw if found else scene.items[0].raw


def words_of(tree: Node | Leaf) -> Iterator[str]:
    """Every word of the phrase."""
    if isinstance(tree, Leaf):
        yield tree.text
    else:
        for part in tree.parts:
            yield from words_of(part)
