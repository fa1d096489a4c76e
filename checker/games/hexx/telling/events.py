"""The plays of the word game that scenes tell and ask about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from checker.boards.hexes import Space, label_of
from checker.boards.table import tiles_on
from checker.games.hexx.board import is_hexx, letters_on
from checker.games.hexx.held import assigned
from checker.games.hexx.laying import Laying, TilePut, after, gap_in, meant_by
from checker.games.hexx.laying import line_of as line
from checker.games.hexx.plays import words_of
from checker.games.hexx.telling.opening import Table, letter_told
from checker.games.hexx.telling.told import hexx_of, space_told, word_told
from checker.kernel.position import Store
from checker.kernel.scene import Deed, Form, MayQuestion, Refusal
from checker.kernel.source import Place, Problem, refused
from checker.kernel.term import Instance
from checker.kernel.tree import Leaf, Node
from checker.kernel.trees.walk import facts_in
from checker.syntax.parts import text_of

GAP = "has gap"
NOT_HELD = "what a hand does not list it does not hold"


class Events:
    """Reads the plays of one scene."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seat = table.seat

    def played(self, item: Any) -> Form:
        """The play that a statement tells, or a question asks about."""
        player, told = item.said.parts
        who = self.seat(player)
        if item.tree.parts[0].rule == "question":
            return MayQuestion("lay", self.layings(who, told, item.raw))
        refusal = self.refusal(who, told, item.raw)
        return Deed("lay", self.laying(who, told, item.raw), item.raw.text, tried=True, refused=refusal)

    def laying(self, who: int, tree: Node, raw: Any) -> Callable[[Any], Instance | None]:
        """The play that happens, as the words mean it on the table at that moment.

        There is none where the table has no room or the hand no tiles for it, or where several are meant.
        """
        said, single = self._said(tree, raw), tree.rule == "tiles_played"

        def instance(view: Any) -> Instance | None:
            meant = said(view)
            play, denied = _on_table(view.store, meant[0], single) if len(meant) == 1 else (None, [])
            if play is None or (denied and not view.stands()):
                return None
            found, lacking = assigned(view.store, who, play)
            new = sum(put.hexx and not is_hexx(view.store, tile) for tile, put in found.items())
            self.table.in_the_box(view.store, raw.place, new, raw.whole)
            return (who, play.text()) if not lacking or view.store.get(("unknown hand", who)) else None

        return instance

    def layings(self, who: int, tree: Node, raw: Any) -> Callable[[Any], tuple[Instance, ...]]:
        """The plays that the words can mean on the table at that moment, with the tiles of the hand."""
        said, single = self._said(tree, raw), tree.rule == "tiles_played"

        def instances(view: Any) -> Iterator[Instance]:
            for meant in said(view):
                play, _ = _on_table(view.store, meant, single)
                _, lacking = assigned(view.store, who, play)
                if lacking and not assigned(view.store, who, wild := _wild(play, lacking))[1]:
                    yield (who, wild.text())
                elif not lacking or view.store.get(("unknown hand", who)):
                    yield (who, play.text())

        return lambda view: tuple(instances(view))

    def refusal(self, who: int, tree: Node, raw: Any) -> Callable[[Any], Refusal | None]:
        """Why what is told cannot be laid on the table at that moment, if it cannot."""
        said, single = self._said(tree, raw), tree.rule == "tiles_played"

        def refused(view: Any) -> Refusal | None:
            if view.stands():
                return None
            meant = said(view)
            if len(meant) != 1:
                return _unclear(tree, meant, raw)
            play, denied = _on_table(view.store, meant[0], single)
            if denied:
                return Refusal(Problem(raw.place, denied[0][0], raw.whole[:300], denied[0][1]))
            _, lacking = assigned(view.store, who, play)
            if lacking and not view.store.get(("unknown hand", who)):
                return None if view.store.entries("option") else self._not_held(view.store, who, lacking, raw)
            return _gap_told(view, who, play, raw)

        return refused

    def _not_held(self, store: Any, who: int, lacking: list[TilePut], raw: Any) -> Refusal:
        named = ", ".join("HEXX" if p.hexx else p.letter for p in lacking)
        message = f"{list(self.table.seats)[who]} does not hold the tiles for this: {named}"
        held = any(is_hexx(store, t) for t in store.lying("hand", who)) and not lacking[0].hexx
        hint = f"a HEXX tile is told as one: `{lacking[0].letter} as HEXX`" if held else NOT_HELD
        return Refusal(Problem(raw.place, message, raw.whole[:300], hint))

    def _said(self, tree: Node, raw: Any) -> Callable[[Any], tuple[Laying, ...]]:
        """What the play can mean on a table: the one with its place told, else each that fits there."""
        if tree.rule == "word_somewhere":
            word = word_told(tree.parts[0], raw)
            return lambda view: meant_by(letters_on(view.store), word, words_of(view.context))
        told = (self._placed(tree, raw),)
        return lambda _: told

    def _placed(self, tree: Node, raw: Any) -> Laying:
        """Every tile of the play as the scene has it, those that lie there already included."""
        if tree.rule == "word_played":
            word, place = word_told(tree.parts[0], raw), space_told(tree.parts[1], raw)
            heading = _rule(tree.parts[2]).replace("_", "-")
            spots = line(word, place, heading)
            wild = hexx_of(tree.parts[3], spots, word, raw)
            return Laying(word, heading, tuple(TilePut(x, s, s in wild) for x, s in zip(word, spots, strict=True)))
        trees = [p for p in tree.parts if isinstance(p, Node)] if tree.rule == "tiles_played" else [tree]
        hint = "a whole word runs somewhere, as in `REAL at 1,0 south-east`"
        puts = tuple(
            TilePut(letter_told(p.parts[0], raw, hint), space_told(p.parts[1], raw), p.rule == "put_hexx")
            for p in trees
        )
        if len({p.spot for p in puts}) < len(puts):
            raise refused(raw.place, "two tiles on one space", raw.whole)
        return Laying("", "", puts)


def _unclear(tree: Node, meant: tuple[Laying, ...], raw: Any) -> Refusal:
    """The word fits nowhere, or in several places alike."""
    word = text_of(tree.parts[0])
    where = [f"`{word} at {label_of(one.puts[0].spot)} {one.heading}`" for one in meant]
    if not where:
        message, hint = (
            f"{word} touches nothing and takes in nothing wherever it is laid",
            f"say where, as in `{word} at 0,0 east`",
        )
    else:
        message, hint = f"{word} can lie in {len(where)} places", f"say where: {', '.join(where[:3])}"
    return Refusal(Problem(raw.place, message, raw.whole[:300], hint))


def _on_table(store: Store, said: Laying, single: bool) -> tuple[Laying, list[tuple[str, str]]]:
    """The tiles that are put down where the play is said, and what keeps some from it, each with what would do.

    What lies there as it is said is not put down, unless `single` tiles are told.
    """
    there = letters_on(store)
    puts: list[TilePut] = []
    denied: list[tuple[str, str]] = []
    for put in said.puts:
        why = _denied(store, put, single) if put.spot in there else None
        denied += [why] if why else []
        puts += [put] if why or put.spot not in there else []
    return Laying(said.word, said.heading, tuple(puts)), denied


def _denied(store: Store, put: TilePut, single: bool) -> tuple[str, str] | None:
    tile, where = tiles_on(store)[put.spot], label_of(put.spot)
    if put.hexx and not is_hexx(store, tile):
        hint = "a tile can stand for a letter as a HEXX tile when it is put down"
        return f"what lies at {where} is no HEXX tile", hint
    letter = letters_on(store)[put.spot]
    if letter == put.letter and not single:
        return None
    return f"at {where} lies {letter} already", "a word has the letters that lie there; single tiles go to empty spaces"


def _gap_told(view: Any, who: int, play: Laying, raw: Any) -> Refusal | None:
    """The play leaves a gap in its line, and clauses that speak of gaps forbid it."""
    letters = letters_on(view.store)
    gap = gap_in(letters, play)
    by = view.forbidding("lay", (who, play.text())) if gap else ()
    speaking = {n.clause for n in view.rules.deontic["lay"] if GAP in facts_in(n.cond)}
    cited = [c for c in by if c in speaking]
    if gap is None or not cited:
        return None
    there = after(letters, play)
    tiles = " and ".join(f"{there[s]} at {label_of(s)}" for s in (gap[0], gap[-1]))
    empty = [label_of(s) for s in gap[1:-1]]
    spaces = " and ".join(empty) if len(empty) < 3 else f"{empty[0]} to {empty[-1]}"
    message = f"{spaces} {'is' if len(empty) == 1 else 'are'} empty between {tiles} [{', '.join(cited)}]"
    hint = f"tell what is put on {spaces} too, or ask next whether it is allowed: `is the play valid?`"
    return Refusal(Problem(_place_of(gap[-1], raw), message, raw.whole[:300], hint), unless_asked=True)


def _place_of(spot: Space, raw: Any) -> Place:
    """Where the space is named in the statement, else where that begins."""
    at = raw.whole.find(label_of(spot), raw.place.column - 1)
    return raw.place if at < 0 else Place(raw.place.file, raw.place.line, at + 1)


def _wild(play: Laying, lacking: list[TilePut]) -> Laying:
    """The play with HEXX tiles for the letters that the hand lacks [WX-35]."""
    puts = tuple(TilePut(p.letter, p.spot, p.hexx or p in lacking) for p in play.puts)
    return Laying(play.word, play.heading, puts)


def _rule(tree: Node | Leaf) -> str:
    return tree.rule if isinstance(tree, Node) else ""
