"""Rolling again as a Markov chain, with exact fractions.

While a result is to be rolled again [WX-121, WX-123] nothing else changes, so that the chain has one
state that is left with the chance of any other face. Where no clause says how many faces the die has, it
has one for each entry of the HEXX board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain, combinations, cycle, islice, product
from typing import NamedTuple

from checker.games.hexx.board import HIDDEN
from checker.kernel.game_play import Repeated, Repeats
from checker.kernel.position import AtTable, Store
from checker.kernel.term import Undecided


class Rerolls(NamedTuple):
    """How likely each result is in the end, and how many rolls it takes on average."""

    chances: dict[int, Fraction]
    expected: Fraction


def rerolls(again: Iterable[int], faces: int) -> Rerolls | None:
    """The end of the chain in which these results are rolled again; None if that is all of them."""
    repeated = frozenset(again) & frozenset(range(1, faces + 1))
    stays = Fraction(len(repeated), faces)
    if stays == 1:
        return None
    expected = 1 / (1 - stays)
    each = Fraction(1, faces) * expected
    return Rerolls({n: Fraction(0) if n in repeated else each for n in range(1, faces + 1)}, expected)


DIE = "assumed-die"
"""The clause that says what has to be supposed of the die."""


FACES = "faces of the die"
"""What a clause counts that says how many faces the die has."""


def faces(context: AtTable) -> int:
    """How many faces the die has: as many as a clause says, else one for each entry of the HEXX board."""
    stated = next((c for c in context.rules.game.counts if c.of == FACES and c.number is not None), None)
    context.cites[DIE if stated is None else stated.clause] = None
    return len(context.rules.cards) if stated is None else int(stated.number)


def again_for(context: AtTable, player: int) -> tuple[int, ...]:
    """The results that the player would have to roll again on this table, as the norms have it."""
    entries = range(1, len(context.rules.cards) + 1)
    return tuple(n for n in entries if context.fact("rolled again", n, player) is True)


# -- every set of results that can be rolled again ------------------------------------------------

SEATED, LETTERS = ("Red", "Black"), "EAIORTNS"
"""Who plays in the scene that shows a set, and with which tiles."""
MANY = 4
"""Of more results than this not every set is tried."""

ResultSets = dict[tuple[int, ...], tuple[str, ...]]
Answers = tuple[tuple[bool, frozenset[str]], ...]


def repeats(at: Callable[[Store], AtTable], titles: tuple[str, ...], hand: int) -> Repeats:
    """Every set of results that can be rolled again at once, by the tiles in hands and bag and by what was rolled."""
    marked = _marked(at, len(titles))
    found: ResultSets = {}
    endless: tuple[str, ...] = ()
    sizes: dict[object, tuple[int, ...]] = {}  # of those on which the same is rolled again the first
    for size in product(range(hand + 1), repeat=3):
        looked = [_again(at, _table(size, before), len(titles)) for before in ((), marked)]
        sizes.setdefault(tuple(tuple(a.items()) for a in looked), size)
    for before in _befores(marked):
        for size in sizes.values():
            looked_at = _again(at, _table(size, before), len(titles))
            _noted(found, looked_at)
            if not endless and all(answers[0][0] for answers in looked_at.values()):
                endless = _scene(size, before)
    sides = faces(at(Store()))
    rolled = "any of" if len(marked) <= MANY else "none, each alone and all of"
    scope = (
        f"hands and bag of at most {hand} tiles, after {rolled} the results were rolled for which that counts "
        f"({', '.join(map(str, marked)) or 'none'}): {len(found)} sets of results can be rolled again at once"
    )
    sets = tuple(_told(again, found[again], titles, sides) for again in sorted(found, key=lambda one: (len(one), one)))
    return Repeats(sets, scope, endless)


def _scene(size: tuple[int, ...], before: tuple[int, ...]) -> tuple[str, ...]:
    """A scene in which it is asked which results are rolled again on such a table."""
    tiles = [" ".join(islice(cycle(LETTERS), count)) for count in size]
    hands = (f"hand {who}: {held or 'nothing'}" for who, held in zip(SEATED, tiles, strict=False))
    rolls = (f"{SEATED[0]} rolls {number:02}" for number in before)
    bag = f"bag has {size[-1]} tile{'s' if size[-1] > 1 else ''}" if size[-1] else "bag is empty"
    return (f"players {' '.join(SEATED)}", *hands, bag, *rolls, f"which results does {SEATED[0]} roll again?")


def _befores(marked: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Which of these results were rolled before: any, or where they are many none, each alone, and all."""
    counts = range(len(marked) + 1) if len(marked) <= MANY else (0, 1, len(marked))
    return chain.from_iterable(combinations(marked, n) for n in counts)


def _marked(at: Callable[[Store], AtTable], entries: int) -> tuple[int, ...]:
    """The results for which it matters that the player rolled them before."""
    fresh = _table((1, 1, 1), ())
    known = _again(at, fresh, entries)
    return tuple(n for n in known if _again(at, fresh.put(("before", n, 0), True), entries)[n] != known[n])


def _table(size: tuple[int, ...], before: tuple[int, ...]) -> Store:
    """A table with so many tiles in the two hands and the bag, after the first player rolled those results."""
    store = Store().put(("seats",), 2)
    for zone, count in zip((("hand", 0), ("hand", 1), ("bag",)), size, strict=True):
        store = store.put(("zone", *zone), tuple((HIDDEN, (*zone, n)) for n in range(count)))
    for number in before:
        store = store.put(("before", number, 0), True)
    return store


def _again(at: Callable[[Store], AtTable], store: Store, entries: int) -> dict[int, Answers]:
    """For each result whether it is rolled again, by which clauses; both where that is open."""
    found: dict[int, Answers] = {}
    for number in range(1, entries + 1):
        context = at(store)
        try:
            yes = context.fact("rolled again", number, 0) is True
            found[number] = ((yes, frozenset(context.cites) if yes else frozenset()),)
        except Undecided as open_one:
            found[number] = ((False, frozenset()), (True, frozenset(open_one.point.clauses)))
    return found


def _noted(found: ResultSets, answers: dict[int, Answers]) -> None:
    """Adds the sets of results that are rolled again by these answers, with the clauses that say so."""
    for picked in product(*answers.values()):
        again = tuple(n for n, (yes, _) in zip(answers, picked, strict=True) if yes)
        found.setdefault(again, tuple(sorted({c for _, clauses in picked for c in clauses})))


def _told(again: tuple[int, ...], clauses: tuple[str, ...], titles: tuple[str, ...], sides: int) -> Repeated:
    """What the chain comes to; an entry that the die does not show has no chance."""
    end, listed = rerolls(again, sides), tuple(titles[n - 1] for n in again)
    if end is None:
        return Repeated(listed, clauses, "", {})
    chances = {title: str(end.chances.get(n, Fraction(0))) for n, title in enumerate(titles, 1)}
    return Repeated(listed, (*clauses, DIE), str(end.expected), chances)
