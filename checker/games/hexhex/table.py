"""How a HEX•HEX table is laid out for a scene."""

from __future__ import annotations

from checker.kernel.game import Box
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Store
from checker.kernel.scene import Item, Raw, Scene
from checker.kernel.source import refused
from checker.kernel.term import Value
from checker.kernel.tree import Leaf
from checker.kernel.trees.walk import of_kind
from checker.kernel.vocabulary import Vocabulary
from checker.syntax.scene_forms import form_by

MARKS = {
    "Boost": "boosted",
    "Rot": "rotted",
    "Escalating Obsession": "escalated",
    "Double & Thrice": "doubled and thriced",
    "Maddening Compulsion Left": "maddened left",
    "Maddening Compulsion Right": "maddened right",
}
"""What a Hex is called that carries the token of the title."""


def shuffled_in(store: Store, title: str) -> int:
    """How many cards of the title went into the deck with the discards, so that nobody knows where they are."""
    deck = store.lying("deck") if store.get(("shuffled",)) else ()
    return sum(title_of(card) == title for card in deck)


def tokens_on(store: Store, label: Value) -> tuple[str, ...]:
    """The titles of the tokens on the Hex, in the order in which they were put on."""
    return tuple(str(store.get(("token title", t))) for t in store.things("token") if store.get(("bearer", t)) == label)


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


def any_card(store: Store, title: str) -> Value:
    """Some card of the title anywhere on the table."""
    best: Value = None
    for card in store.titled(title):
        best = card if best is None or card not in store.lying("deck") else best
    return best


def fits(store: Store, box: Box, scene: Scene, words: Vocabulary) -> None:
    """Raises InputError if the table needs more cards, Hexes or tokens than the box is known to hold."""
    used = {str(key[1]): int(str(n)) for key, n in store.items() if key[0] == "printed"}
    for title, number in used.items():
        held = box.copies.get(title, number)
        if number > held:
            copies = "copy" if number == 1 else "copies"
            at = _telling(scene, words, held, title)
            raise refused(at.place, f"the scene needs {number} {copies} of {title}; the box holds {held}", at.whole)
    for sort, of, said in (("hex", "standard tokens", "Hexes"), ("token", "enhanced tokens", "Enhanced tokens")):
        there = store.things(sort)
        if len(there) > (held := box.counts.get(of, len(there))):
            at = _telling(scene, words, held)
            raise refused(at.place, f"the scene needs {len(there)} {said}; the box holds tokens for {held}", at.whole)


def _telling(scene: Scene, words: Vocabulary, before: int, title: str = "") -> Raw:
    """The first of the statements that name the title, or lay out a Hex, after so many others; or else the last."""
    stated = [i for i in scene.items if i.said is i.tree.parts[0]]

    def named(item: Item) -> bool:
        return any(leaf.text == title for leaf in of_kind(item.said, Leaf))

    told = [i for i in stated if (named(i) if title else form_by(words, i.said) == "hex lies")]
    found = told[before : before + 1] or told[-1:]
    return found[0].raw if found else scene.items[0].raw
