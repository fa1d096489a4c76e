"""What happens in a scene of the word game: plays, rolls, exchanges, and what was chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.games.hexx.board import hand_of, is_hexx, letters_on, tiles_on
from checker.games.hexx.chosen import chosen
from checker.games.hexx.held import assigned
from checker.games.hexx.laying import Laying, Put
from checker.games.hexx.laying import line_of as line
from checker.games.hexx.opening import Table, letter_told
from checker.games.hexx.told import hexx_of, refuse, space_told, spot_told, text_of, word_told
from checker.kernel.scene import Deed, Form
from checker.kernel.term import Value
from checker.kernel.tree import Leaf, Node

Instance = tuple[Value, ...]


NOT_HELD = "what a hand does not list it does not hold"


class Events:
    """Reads the events of one scene."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seat = table.seat

    def happened(self, item: Any) -> Form:
        """What an event does. Raises InputError for words that mean nothing here."""
        tree, raw = item.tree.parts[0], item.raw
        parts, text = tree.parts, item.raw.text
        who = self.seat(parts[0])
        match tree.rule:
            case "plays":
                return Deed("lay", self.laying(who, parts[1], raw, sure=True), text, tried=True)
            case "just_rolls":
                entry = int(text_of(parts[1]).partition(" ")[0])
                return Deed("sketch", lambda _: (who, entry), text)
            case "rolls" | "rolls_entry":
                number = self.table.entry(parts[1], raw)
                return Deed("roll", lambda _: (who, number), text, instead=("turn", "sketch", (who, number)))
            case "exchanges":
                return Deed("exchange", lambda _: (who, int(text_of(parts[1]))), text)
            case "passes":
                return Deed("pass", lambda _: (who,), text)
            case "forfeits":
                return Deed("forfeit", lambda _: (who,), text)
            case "swaps":
                label, letter = _label(parts[1]), letter_told(parts[2], raw)
                return Deed("swap", lambda _: (who, label, letter), text, tried=True)
            case _:
                return chosen(self.seat, tree, raw)

    def laying(self, who: int, tree: Node, raw: Any, sure: bool = False) -> Callable[[Any], Instance | None]:
        """The play that the words mean on the table at that moment.

        If it is `sure` to happen, tiles that the hand lacks are an error of the scene.
        """
        said = self._said(tree, raw)

        def instance(view: Any) -> Instance | None:
            there = letters_on(view.store)
            puts: list[Put] = []
            for put in said.puts:
                where = f"{put.spot[0]},{put.spot[1]}"
                if put.spot not in there:
                    puts.append(put)
                elif put.hexx and not is_hexx(view.store, tiles_on(view.store)[put.spot]):
                    if view.stands() or not sure:
                        puts.append(put)
                        continue
                    hint = "a tile can stand for a letter as a HEXX tile when it is put down"
                    raise refuse(raw.place, f"what lies at {where} is no HEXX tile", raw.whole, hint)
                elif there[put.spot] != put.letter or tree.rule == "tiles_played":
                    if view.stands() or not sure:
                        puts.append(put)
                        continue
                    message = f"at {where} lies {there[put.spot]} already"
                    hint = "a word has the letters that lie there; single tiles go to empty spaces"
                    raise refuse(raw.place, message, raw.whole, hint)
            play = Laying(said.word, said.heading, tuple(puts))
            found, lacking = assigned(view.store, who, play)
            if lacking and not sure and not assigned(view.store, who, wild := _wild(play, lacking))[1]:
                return (who, wild.text())
            if sure:
                new = sum(put.hexx and not is_hexx(view.store, tile) for tile, put in found.items())
                self.table.in_the_box(view.store, raw.place, new, raw.whole)
            settled = not view.store.entries("option")
            if lacking and view.store.get(("unknown hand", who)):
                return (who, play.text())
            if lacking and sure and settled and not view.stands():
                named = ", ".join("HEXX" if p.hexx else p.letter for p in lacking)
                message = f"{list(self.table.seats)[who]} does not hold the tiles for this: {named}"
                held = any(is_hexx(view.store, t) for t in hand_of(view.store, who)) and not lacking[0].hexx
                hint = f"a HEXX tile is told as one: `{lacking[0].letter} as HEXX`" if held else NOT_HELD
                raise refuse(raw.place, message, raw.whole, hint)
            return None if lacking else (who, play.text())

        return instance

    def _said(self, tree: Node, raw: Any) -> Laying:
        """Every tile of the play as the scene has it, those that lie there already included."""
        if tree.rule == "word_played":
            word, place = word_told(tree.parts[0], raw), space_told(tree.parts[1], raw)
            heading = _rule(tree.parts[2]).replace("_", "-")
            spots = line(word, place, heading)
            wild = hexx_of(tree.parts[3], spots, word, raw)
            return Laying(word, heading, tuple(Put(x, s, s in wild) for x, s in zip(word, spots, strict=True)))
        trees = [p for p in tree.parts if isinstance(p, Node)] if tree.rule == "tiles_played" else [tree]
        hint = "a whole word runs somewhere, as in `REAL at 1,0 south-east`"
        puts = tuple(
            Put(letter_told(p.parts[0], raw, hint), space_told(p.parts[1], raw), p.rule == "put_hexx") for p in trees
        )
        if len({p.spot for p in puts}) < len(puts):
            raise refuse(raw.place, "two tiles on one space", raw.whole)
        return Laying("", "", puts)


def _wild(play: Laying, lacking: list[Put]) -> Laying:
    """The play with HEXX tiles for the letters that the hand lacks [WX-35]."""
    puts = tuple(Put(p.letter, p.spot, p.hexx or p in lacking) for p in play.puts)
    return Laying(play.word, play.heading, puts)


def _label(tree: Any) -> str:
    q, r = spot_told(tree)
    return f"{q},{r}"


def _rule(tree: Node | Leaf) -> str:
    return tree.rule if isinstance(tree, Node) else ""
