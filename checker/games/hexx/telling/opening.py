"""The table at the beginning of a scene of the word game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from checker.boards.hexes import FURTHEST, Space, distance, label_of, space_of, tiles_on
from checker.games.hexx.board import HAND, HEXX, HIDDEN, is_hexx, letter_of
from checker.games.hexx.tiles import ALPHABET
from checker.kernel.game import Box, Game
from checker.kernel.lying_cards import with_only
from checker.kernel.position import Store
from checker.kernel.scene import Raw, TableChange
from checker.kernel.source import Place, refused
from checker.kernel.term import Instance, Value

Before = Sequence[Instance]
"""What stood in the gaps of the statements told so before."""
COLOURS = ("red", "black")
UNTOLD = 40
"""How many tiles a bag of which nothing is told holds here: more than any scene draws."""
_LETTERS = re.compile(r"[A-Za-z]+")


def box_of(game: Game) -> Box:
    """How many HEXX tiles and how large a hand the clauses of the game state."""
    return Box.of(game, "starting hand")


def in_the_box(box: Box, store: Store, place: Place, further: int = 0, excerpt: str = "") -> None:
    """Raises InputError if more HEXX tiles are on the table, with so many further ones, than there are."""
    held = (t for _, zone in store.entries("zone") if isinstance(zone, tuple) for t in zone)
    there = further + sum(is_hexx(store, t) for t in held)
    if there > (most := box.counts.get("HEXX tiles", there)):
        message = f"{there} HEXX tiles; there are only {most} [{box.clauses['HEXX tiles']}]"
        raise refused(place, message, excerpt)


def opening(names: tuple[str, ...], box: Box, first_to_act: int | None, laid: TableChange) -> Store:
    """The table before the first event: what is stated, and unknown hands and an unknown bag."""
    store = Store().put(("seats",), 2).put(("names",), names)
    for seat in (0, 1):
        store = store.put(("unknown hand", seat), True)
    store = laid(store)
    if ("zone", "bag") not in store:
        store = bag_with((HIDDEN,) * UNTOLD)(store).put(("bag untold",), True)
    for seat in (0, 1):
        if store.get(("unknown hand", seat)):
            store = store.put(("hand unsized", seat), "starting hand" not in box.counts)
            store = store.put(("hand supposed", seat), not store.lying("bag"))
            full = box.counts.get("starting hand", HAND)
            store = with_only(store, (HIDDEN,) * full, ("zone", "hand", seat))
    if tiles_on(store):
        store = store.put(("started",), True)
    if ("turn",) not in store:
        last = store.get(("last word",))
        owing = [seat for seat in (0, 1) if store.get(("swaps", seat))]
        after = owing[0] if len(owing) == 1 else 1 - last if isinstance(last, int) else 0
        store = store.put(("turn",), after if first_to_act is None else first_to_act)
        store = store.put(("turn guessed",), "turn" if first_to_act is None else False)
        store = store.put(("turn untold",), first_to_act is None and not owing and last is None)
    if not store.lying("bag"):
        store = store.put(("all drawn",), True)
    return store


def letter_told(text: str, raw: Raw, hint: str = "") -> str:
    """One letter. Raises InputError for anything else, with the hint, and for a HEXX tile with the one about these."""
    wild = f"say for which letter it stands, as in `{HEXX} as E`"
    letter = word_told(text, raw)
    if len(letter) != 1 or letter not in ALPHABET:
        raise refused(raw.place, f"`{text}` is no single letter", raw.whole, wild if letter == HEXX else hint)
    return letter


def laid(store: Store, letter: str, spot: tuple[int, int], colour: int, hexx: bool) -> Store:
    """The table with the tile on the place, in the place of whatever lay there; the same letter is still of the same word."""
    label, there = label_of(spot), tiles_on(store).get(spot)
    of_word = store.get(("just", there)) is True and letter_of(store, there) == letter
    store = with_only(store, (HEXX if hexx else letter,), ("zone", "space", label))
    (tile,) = store.lying("space", label)
    store = store.put(("face", tile), letter).put(("colour", tile), colour)
    if of_word:
        store = store.drop(("just", there)).put(("just", tile), True).put(("just at", tile), label)
    return store.put(("laid before", tile), True) if hexx else store


def bag_with(titles: tuple[str, ...]) -> TableChange:
    """Just these tiles are in the bag."""
    return lambda store: with_only(store, titles, ("zone", "bag"))


def bag_of(store: Store, many: int | None) -> Store | str:
    """The table with so many tiles in the bag of which nothing is known, or why there is none."""
    return f"a bag of {many} tiles" if many and many < 0 else bag_with((HIDDEN,) * (many or 0))(store)


def colour_name(names: tuple[Value, ...], seat: Value) -> str:
    """The colour of the player in the seat: as the player is called, else red sits first."""
    plain = [str(name).casefold() for name in names]
    reds = plain.index("red") if "red" in plain else 1 - plain.index("black") if "black" in plain else 0
    return COLOURS[seat != reds]


def word_told(text: str, raw: Raw) -> str:
    """A word in capitals. Raises InputError for characters that are no letters."""
    if not _LETTERS.fullmatch(text):
        at = raw.whole.find(text)
        column = at + 1 if at >= 0 else raw.place.column
        raise refused(
            Place(raw.place.file, raw.place.line, column),
            f"`{text[:60]}` is no word: tiles carry the letters A to Z",
            raw.whole,
        )
    if len(text) > 2 * FURTHEST:
        raise refused(raw.place, f"a word of {len(text)} letters fits on no board", raw.whole)
    return text.upper()


def letters_told(texts: Iterable[str], raw: Raw) -> tuple[str, ...]:
    """What the tiles of a hand or bag carry: letters and HEXX. Raises InputError for anything else."""
    found = []
    for text in texts:
        word = word_told(text, raw)
        if word != HEXX and len(word) != 1:
            message = f"`{word[:60]}` is no tile: a tile is a letter or HEXX"
            raise refused(raw.place, message, raw.whole, "tiles are told one by one, as in `A T HEXX`")
        found.append(word)
    return tuple(found)


def space_told(label: str, raw: Raw) -> Space:
    """The place that is told, for a tile to lie on. Raises InputError for one that no board has."""
    q, r = space_of(label)
    if distance((q, r)) > FURTHEST:
        message = f"{q},{r} lies further from the centre than any board reaches ({FURTHEST} spaces)"
        raise refused(raw.place, message, raw.whole)
    return q, r


def hexx_of(marks: tuple[str | None, ...], spots: tuple[Space, ...], word: str, raw: Raw) -> frozenset[Space]:
    """The places of the HEXX tiles in a word, each told by its letter, and by its place if that is told.

    Raises InputError if a letter does not stand there, or twice.
    """
    found: set[Space] = set()
    for told, label in zip(marks[::2], marks[1::2], strict=True):
        letter = word_told(told or "", raw)
        if label is not None:
            fitting = [s for s, x in zip(spots, word, strict=True) if x == letter and s == space_of(label)]
        else:
            fitting = [s for s, x in zip(spots, word, strict=True) if x == letter and s not in found]
        if not fitting:
            raise refused(raw.place, f"there is no {letter} there in {word}", raw.whole, f"name a letter of {word}")
        if len(fitting) > 1:
            hint = f"say which: `with the {letter} at {fitting[0][0]},{fitting[0][1]} as HEXX`"
            raise refused(raw.place, f"{word} has {len(fitting)} times {letter}", raw.whole, hint)
        found.add(fitting[0])
    return frozenset(found)
