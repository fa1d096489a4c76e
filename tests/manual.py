"""The table of forms in the language's manual, made from the forms: `python tests/manual.py` writes it anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from checker.catalog.named_games import desk, known
from checker.cli.show_forms import listing
from checker.kernel.scene import Item
from checker.syntax.form_listing import ASKED, HAPPENED, LAID, FormListing

PAGE = Path(__file__).resolve().parent.parent / "grammar" / "README.md"
BEGIN, END = "| form | for instance |\n|---|---|\n", "\n### Rulings"

MORE = """players A B C
set up the Voice of B as 3
hand B: Duck, Null
it is so that B is Warded
it is not so that B is Warded
B does discard Duck
is it so that C is Warded?
who may draw a card?
who must draw a card?
which player P is such that P is Warded?
which card C is such that B holds C?
which number N is such that the Voice of B is N?
how many standard tokens are there?
how many copies of Duck are there?"""
"""A scene, never asked, with forms that no ruling has, or has in a way that is hard to read."""


def rows() -> Iterator[str]:
    """A row for everything that scenes of every game can say: its forms, and the shortest that a ruling has."""
    desks = [desk(name) for name in known()]
    listings = [listing(one) for one in desks]
    items = [item for one in desks for scene in one.rulings() for item in scene.items]
    items = [*sorted(items, key=lambda item: (-len(item.raw.text), item.raw.text)), *_more()]
    told = {item.said.rule: item.raw.text for item in items}
    for origin in (LAID, HAPPENED, ASKED):
        mark = "?" if origin == ASKED else ""
        shared = [by_rule(one, origin) for one in listings]
        for rule, forms in shared[0].items():
            if all(other.get(rule) == forms for other in shared):
                said = ", ".join(f"`{form}{mark}`" for form in forms)
                yield f"| {said} | {f'`{told[rule]}`' if rule in told else ''} |\n"


def by_rule(listing: FormListing, origin: str) -> dict[str, tuple[str, ...]]:
    """The forms that the part has of its own, by the names of what they say."""
    found: dict[str, list[str]] = defaultdict(list)
    for rule in listing.rules[origin]:
        if any(name not in listing.rules for _, name in rule.symbols):
            found[rule.name].append(listing._written(rule.symbols))
    return {name: tuple(dict.fromkeys(forms)) for name, forms in found.items()}


def _more() -> list[Item]:
    (scene,) = desk("hexhex").scenes(MORE, "the manual")
    return list(scene.items)


def current(page: str) -> str:
    """The page with the table as it should be."""
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + "".join(rows()) + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(current(PAGE.read_text("utf-8")), "utf-8")
