"""What a scene says twice of the table that it opens with, and differently."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from checker.kernel.source import refused
from checker.kernel.tree import Node
from checker.syntax.parts import text_of


def refuse_contradictions(items: Iterable[Any]) -> None:
    """Raises InputError at the first statement that cannot be so together with an earlier one."""
    told: dict[str, tuple[object, Any]] = {}
    for item in items:
        _refuse_twice(item)
        for what, said in _says(item.tree.parts[0]):
            before, earlier = told.setdefault(what, (said, item))
            if before != said:
                message = f"`{item.raw.text}` contradicts `{earlier.raw.text}`"
                raise refused(item.raw.place, message, item.raw.whole, "take one of the two away")


def _refuse_twice(item: Any) -> None:
    """Raises InputError for the Voice of one player told twice in one statement."""
    tree: Node = item.tree.parts[0]
    if tree.rule == "voices":
        names = [text_of(one.parts[0]) for one in tree.parts if isinstance(one, Node)]
        twice = next((name for name in names if names.count(name) > 1), "")
        if twice:
            raise refused(
                item.raw.place, f"the Voice of {twice} is told twice", item.raw.whole, "take one of the two away"
            )


def _says(tree: Node) -> Iterator[tuple[str, object]]:
    """What the statement is about, and what it says of that."""
    parts = tree.parts
    match tree.rule:
        case "before_round" | "before_cast" | "between_rounds":
            yield "moment", tree.rule
        case "placed_hand":
            listed = parts[1]
            cards = listed.parts if isinstance(listed, Node) and listed.rule != "no_cards" else ()
            yield f"hand of {text_of(parts[0])}", sorted(map(text_of, cards))
        case "voices":
            for one in (part for part in parts if isinstance(part, Node)):
                yield f"Voice of {text_of(one.parts[0])}", text_of(one.parts[1])
        case _:
            return
