"""The plays of the word game that scenes tell and ask about; each is made from what stands in the gaps of its form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from checker.boards.hexes import Space, label_of, tiles_on
from checker.games.hexx.board import Laying, TilePut, after, assigned, gap_in, is_hexx, letters_on
from checker.games.hexx.board import line_of as line
from checker.games.hexx.moves import meant_by
from checker.games.hexx.plays import words_of
from checker.games.hexx.telling.opening import Before, box_of, hexx_of, in_the_box, letter_told, space_told, word_told
from checker.kernel.position import Store
from checker.kernel.scene import Deed, MayQuestion, Raw, Refusal, Sight, Stated
from checker.kernel.source import Place, Problem, refused
from checker.kernel.term import Instance
from checker.kernel.trees.walk import facts_in
from checker.kernel.vocabulary import Functions

Meanings: TypeAlias = Callable[[Sight], tuple[Laying, ...]]
"""What the words for a play can mean on a table."""
PlayTold: TypeAlias = Callable[..., Meanings]
"""What they can mean, from the statement and what stands in its gaps."""
GAP = "has gap"
NOT_HELD = "what a hand does not list it does not hold"


def _word(this: Stated, told: str, label: str, heading: str, *marks: str | None) -> Meanings:
    """Every tile of the word as the scene has it, those that lie there already included."""
    word, place = word_told(told, this.raw), space_told(label, this.raw)
    spots = line(word, place, heading)
    wild = hexx_of(marks, spots, word, this.raw)
    play = Laying(word, heading, tuple(TilePut(x, s, s in wild) for x, s in zip(word, spots, strict=True)))
    return lambda _: (play,)


def _tiles(this: Stated, *told: str | None) -> Meanings:
    """The tiles, each told by its letter, its space, and whether it is a HEXX tile."""
    hint = "a whole word runs somewhere, as in `REAL at 1,0 south-east`"
    puts = tuple(
        TilePut(letter_told(letter or "", this.raw, hint), space_told(label or "", this.raw), wild is not None)
        for letter, label, wild in zip(told[::3], told[1::3], told[2::3], strict=True)
    )
    if len({p.spot for p in puts}) < len(puts):
        raise refused(this.raw.place, "two tiles on one space", this.raw.whole)
    return lambda _: (Laying("", "", puts),)


def _somewhere(this: Stated, told: str) -> Meanings:
    """Each play of the word that fits on the table."""
    word = word_told(told, this.raw)
    return lambda view: meant_by(letters_on(view.store), word, words_of(view.context))


def _plays(said: PlayTold, single: bool, this: Stated, _: Before, who: int, *told: str | None) -> Deed:
    """The player lays what is told."""
    return _deed(this, who, said(this, *told), single, told[0] or "")


def _may_play(said: PlayTold, single: bool, this: Stated, who: int, *told: str | None) -> MayQuestion:
    """Whether the player may do that."""
    return MayQuestion("lay", _layings(who, said(this, *told), single))


_TOLD: dict[str, tuple[PlayTold, bool]] = {
    "word": (_word, False),
    "tiles": (_tiles, True),
    "somewhere": (_somewhere, False),
}
FUNCTIONS: Functions = {
    **{f"told plays {name}": partial(_plays, *how) for name, how in _TOLD.items()},
    **{f"question may play {name}": partial(_may_play, *how) for name, how in _TOLD.items()},
}
"""What stands behind the forms of plays that are told and asked about."""


def _deed(this: Stated, who: int, said: Meanings, single: bool, word: str) -> Deed:
    """The play that happens, as the words mean it on the table at that moment.

    There is none where the table has no room or the hand no tiles for it, or where several are meant.
    """
    box = box_of(this.rules.game)

    def instance(view: Sight) -> Instance | None:
        meant = said(view)
        play, denied = _on_table(view.store, meant[0], single) if len(meant) == 1 else (None, [])
        if play is None or (denied and not view.stands()):
            return None
        found, lacking = assigned(view.store, who, play)
        new = sum(put.hexx and not is_hexx(view.store, tile) for tile, put in found.items())
        in_the_box(box, view.store, this.raw.place, new, this.raw.whole)
        return (who, play.text()) if not lacking or view.store.get(("unknown hand", who)) else None

    refusal = partial(_refusal, this, who, said, single, word)
    return Deed("lay", instance, this.raw.text, tried=True, refused=refusal)


def _layings(who: int, said: Meanings, single: bool) -> Callable[[Sight], tuple[Instance, ...]]:
    """The plays that the words can mean on the table at that moment, with the tiles of the hand."""

    def instances(view: Sight) -> Iterator[Instance]:
        for meant in said(view):
            play, _ = _on_table(view.store, meant, single)
            _, lacking = assigned(view.store, who, play)
            if lacking and not assigned(view.store, who, wild := _wild(play, lacking))[1]:
                yield (who, wild.text())
            elif not lacking or view.store.get(("unknown hand", who)):
                yield (who, play.text())

    return lambda view: tuple(instances(view))


def _refusal(this: Stated, who: int, said: Meanings, single: bool, word: str, view: Sight) -> Refusal | None:
    """Why what is told cannot be laid on the table at that moment, if it cannot."""
    if view.stands():
        return None
    meant, raw = said(view), this.raw
    if len(meant) != 1:
        return _unclear(word, meant, raw)
    play, denied = _on_table(view.store, meant[0], single)
    if denied:
        return Refusal(Problem(raw.place, denied[0][0], raw.whole[:300], denied[0][1]))
    _, lacking = assigned(view.store, who, play)
    if lacking and not view.store.get(("unknown hand", who)):
        return None if view.store.entries("option") else _not_held(this, view.store, who, lacking)
    return _gap_told(view, who, play, raw)


def _not_held(this: Stated, store: Store, who: int, lacking: list[TilePut]) -> Refusal:
    named = ", ".join("HEXX" if p.hexx else p.letter for p in lacking)
    message = f"{this.names[who]} does not hold the tiles for this: {named}"
    held = any(is_hexx(store, t) for t in store.lying("hand", who)) and not lacking[0].hexx
    hint = f"a HEXX tile is told as one: `{lacking[0].letter} as HEXX`" if held else NOT_HELD
    return Refusal(Problem(this.raw.place, message, this.raw.whole[:300], hint))


def _unclear(word: str, meant: tuple[Laying, ...], raw: Raw) -> Refusal:
    """The word fits nowhere, or in several places alike."""
    where = [f"`{word} at {label_of(one.puts[0].spot)} {one.heading}`" for one in meant]
    if not where:
        message, hint = (
            f"nowhere does {word} touch a tile, or take one in, as a row of its own",
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


def _gap_told(view: Sight, who: int, play: Laying, raw: Raw) -> Refusal | None:
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


def _place_of(spot: Space, raw: Raw) -> Place:
    """Where the space is named in the statement, else where that begins."""
    at = raw.whole.find(label_of(spot), raw.place.column - 1)
    return raw.place if at < 0 else Place(raw.place.file, raw.place.line, at + 1)


def _wild(play: Laying, lacking: list[TilePut]) -> Laying:
    """The play with HEXX tiles for the letters that the hand lacks [WX-35]."""
    puts = tuple(TilePut(p.letter, p.spot, p.hexx or p in lacking) for p in play.puts)
    return Laying(play.word, play.heading, puts)
