"""Facts about plays: the rows and words that a play makes, and which tiles of a hand it puts down."""

from __future__ import annotations

from functools import lru_cache

from checker.boards.hexes import Space, direction_between, label_of, neighbours, places, space_of, tiles_on
from checker.games.hexx.board import (
    Grown,
    Made,
    TileRow,
    after,
    assigned,
    grown_by_s,
    is_hexx,
    laying_of,
    letters_on,
    made,
    part_is_word,
)
from checker.games.hexx.words import Dictionary, chosen
from checker.kernel.position import AtTable
from checker.kernel.term import Kind, Option, Point, Undecided, Value


def words_of(context: AtTable) -> Dictionary:
    """The dictionary in use: that of the scene, or the players' choice; names are no words [WX-18]."""
    listed = context.store.get(("dictionary",))
    names = context.store.listed("proper names")
    found: Dictionary = chosen(listed) if listed is not None else context.rules.functions["the dictionary"](context)
    return found if not names else _without(found, names)


@lru_cache(maxsize=2)
def _without(words: Dictionary, names: tuple[Value, ...]) -> Dictionary:
    """The words that are no names; made once for a table, since there may be very many."""
    taken = words.words.intersection(map(str, names))
    return Dictionary(words.words - taken) if taken else words


def makes(context: AtTable, play: Value) -> Made:
    """What the play makes, worked out once for each table."""
    key = ("made", play)
    known = context.store.kept.get(key)
    if known is None:
        laying = laying_of(play)
        known = made(after(letters_on(context.store), laying), laying, words_of(context))
        context.store.kept[key] = known
    found: Made = known
    return found


def counted(context: AtTable, play: Value) -> tuple[tuple[TileRow, ...], tuple[TileRow, ...]]:
    """The new words that the play makes: on its own line, and across it [WX-20, WX-21]."""
    rows = makes(context, play)
    spots = _spots(play)

    def new(row: TileRow) -> bool:
        if not row.readings or not _lettered(context, set(row.spots) - spots):
            return False
        return not _only_grown(context, row, spots)

    own = tuple(r for r in rows.lines if new(r))
    return own, tuple(r for r in rows.across if new(r)) if own else ()


def _only_grown(context: AtTable, row: TileRow, spots: set[Space]) -> bool:
    """The row is an old word with nothing but an S put on it, and the players agreed that this is no new one [WX-7]."""
    grown = grown_by_s(row, spots, words_of(context))
    if grown is Grown.NOT or context.fact("adding s") is True:
        return False
    return grown is Grown.BEHIND or context.fact("front s") is True


def _lettered(context: AtTable, spots: set[Space]) -> bool:
    """Every HEXX tile on the spaces is still the letter that it stood for [WX-36]."""
    there = tiles_on(context.store)
    wild = (there[s] for s in spots if s in there and is_hexx(context.store, there[s]))
    return all(context.fact("keeps letter", tile) is True for tile in wild)


def _spots(play: Value) -> set[Space]:
    return {p.spot for p in laying_of(play).puts}


def primary(context: AtTable, play: Value) -> TileRow | None:
    """The word on the line of the play; open where one tile makes words on several lines [WX-20]."""
    own, _ = counted(context, play)
    if len(own) < 2:
        return own[0] if own else None
    key = ("option", "primary", play)
    chosen_row = context.store.get(key)
    if chosen_row is None:
        options = tuple(Option(r.letters, f"it is {' or '.join(r.readings)}", ()) for r in own)
        text = "one tile makes words on several lines, and no clause says which is the primary one"
        raise Undecided(Point("which word is primary", Kind.SILENT, key, options, ("WX-20",), text))
    return next(r for r in own if r.letters == chosen_row)


def makes_word(context: AtTable, play: Value) -> bool:
    """The tiles on the line of the play are a word."""
    return any(r.readings for r in makes(context, play).lines)


def makes_new(context: AtTable, play: Value) -> bool:
    """One of the words is new."""
    return bool(counted(context, play)[0])


def makes_across(context: AtTable, play: Value) -> bool:
    """Secondary words arise."""
    return bool(counted(context, play)[1])


def leaves_rows(context: AtTable, play: Value) -> bool:
    """A row across the play, or another line of its only tile, is no word."""
    return bool(what_makes_leaves_rows(context, play)) and makes_word(context, play)


def what_makes_leaves_rows(context: AtTable, play: Value) -> tuple[str, ...]:
    """The rows that the play makes and that are no words: the letters, where the first lies, and which way they run."""
    rows = makes(context, play)
    found = sorted((r for r in (*rows.lines, *rows.across) if len(r.letters) > 1 and not r.readings), key=_by_letters)
    return tuple(f"{r.letters} at {label_of(r.spots[0])} {direction_between(r.spots[0], r.spots[1])}" for r in found)


def _by_letters(row: TileRow) -> tuple[str, Space]:
    return row.letters, row.spots[0]


def grows_by_s(context: AtTable, play: Value) -> bool:
    """The play makes no word on its line but an old one with an S put on it."""
    grown = [grown_by_s(r, _spots(play), words_of(context)) for r in makes(context, play).lines if r.readings]
    if not grown or Grown.NOT in grown:
        return False
    return Grown.FRONT not in grown or context.fact("front s") is True


def leaves_grown(context: AtTable, play: Value) -> bool:
    """A row that only grew by an S makes no new word, as the players agreed."""
    rows, spots = makes(context, play), _spots(play)
    return any(_only_grown(context, r, spots) for r in (*rows.lines, *rows.across) if r.readings)


def is_name(context: AtTable, play: Value) -> bool:
    """The line of the play is a proper name or an abbreviation; it may be a word from the other end [WX-14].

    What a play is told as is what it is meant to be.
    """
    rows, said = makes(context, play).lines, laying_of(play).word
    meant = tuple(r for r in rows if said in (r.letters, r.letters[::-1]))
    if meant:
        return said in context.store.listed("proper names")
    return not makes_word(context, play) and _named(context, rows)


def makes_name(context: AtTable, play: Value) -> bool:
    """A row that the play makes, on its line or across, is a proper name or an abbreviation."""
    rows = makes(context, play)
    return _named(context, (*rows.lines, *rows.across))


def _named(context: AtTable, rows: tuple[TileRow, ...]) -> bool:
    names = context.store.listed("proper names")
    return any(s in names for r in rows for s in (r.letters, r.letters[::-1]))


def part_only(context: AtTable, play: Value) -> bool:
    """A part of the line of the play is a word, and the whole is none."""
    said = laying_of(play).word
    rows = makes(context, play).lines
    return not makes_word(context, play) and any(part_is_word(r, _spots(play), words_of(context), said) for r in rows)


def runs_backwards(context: AtTable, play: Value) -> bool:
    """A word of the play can be read against the heading, or westward."""
    own, across = counted(context, play)
    return any(reading != r.letters for r in (*own, *across) for reading in r.readings)


def runs_aslant(context: AtTable, play: Value) -> bool:
    """A word on the line of the play lies on a diagonal."""
    return any(row.spots[0][1] != row.spots[-1][1] for row in counted(context, play)[0])


def takes_in(context: AtTable, play: Value) -> bool:
    """A word on the line of the play has tiles that lay there before."""
    spots = _spots(play)
    return any(not set(row.spots) <= spots for row in counted(context, play)[0])


def length(context: AtTable, play: Value) -> int:
    """How many letters the line of the play has, its longest where one tile lies on several."""
    return max((len(r.letters) for r in makes(context, play).lines), default=0)


def one_line(context: AtTable, play: Value) -> bool:
    """The tiles of the play lie on one line."""
    return makes(context, play).straight


def has_gap(context: AtTable, play: Value) -> bool:
    """There is an empty space between the tiles of the play."""
    rows = makes(context, play)
    return rows.straight and not rows.gapless


def lies_over(context: AtTable, play: Value) -> bool:
    """A tile of the play would lie on a space that has one."""
    there = letters_on(context.store)
    return any(p.spot in there for p in laying_of(play).puts)


def connects(context: AtTable, play: Value) -> bool:
    """A tile of the play touches one that lies there already."""
    mine = _spots(play)
    there = letters_on(context.store)
    return any(n in there and n not in mine for s in mine for n in neighbours(s))


def lays_hexx(context: AtTable, play: Value) -> bool:
    """The play puts down a HEXX tile."""
    return any(p.hexx for p in laying_of(play).puts)


def in_made(context: AtTable, tile: Value, play: Value) -> bool:
    """The tile stands in a word that the play makes."""
    spot = places(context.store).get(tile)
    own, across = counted(context, play)
    return any(spot in r.spots for r in (*own, *across))


def in_primary(context: AtTable, tile: Value, play: Value) -> bool:
    """The tile stands in the primary word of the play."""
    row = primary(context, play)
    return row is not None and places(context.store).get(tile) in row.spots


def tiles_laid(context: AtTable, play: Value) -> int:
    """How many tiles the play puts down."""
    return len(laying_of(play).puts)


def place_in(context: AtTable, tile: Value, play: Value, player: Value) -> Value:
    """Where the player puts the tile in the play."""
    put = assigned(context.store, player, laying_of(play))[0].get(tile)
    return None if put is None else label_of(put.spot)


def face_at(context: AtTable, space: Value, play: Value) -> Value:
    """The letter that the play has on the space."""
    return next((p.letter for p in laying_of(play).puts if p.spot == space_of(space)), None)


def wild_at(context: AtTable, space: Value, play: Value) -> bool:
    """The play has a HEXX tile on the space."""
    return any(p.hexx for p in laying_of(play).puts if p.spot == space_of(space))


def relettered(context: AtTable, play: Value, player: Value) -> bool:
    """A HEXX tile that was laid before would stand for another letter now."""
    found, _ = assigned(context.store, player, laying_of(play))
    store = context.store
    return any(p.hexx and store.get(("face", t)) not in (None, p.letter) for t, p in found.items())
