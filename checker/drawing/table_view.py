"""A table as it is drawn: who sits there with what before them, which things lie where, what lies on a board.

All of it comes from the vocabulary of the game: zones and fields of a player belong to the seat, two players that
belong to a thing are where it comes from and before whom it lies, and what is fastened to a thing marks it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.boards.facts import board_spaces
from checker.boards.layout import SQUARES, layout, lying, point
from checker.drawing.colours import COLOURS, SEATED, Colour, named_in, seat_colours
from checker.kernel.lying_cards import title_of
from checker.kernel.position import Store
from checker.kernel.record import Record
from checker.kernel.term import Value
from checker.kernel.vocabulary import UNSEEN, Field, sort_of
from checker.norms.evaluate import Context
from checker.run.phrases import told, word

PRINTED = "printed on"
"""Under this a table keeps what a scene tells to be printed on a thing."""
UNKNOWN = "unknown hand"
"""Says of a seat that nobody knows what is held there."""
_WHOSE = re.compile(r"^the |(?: (?:of|by|to|due from|owed by))? \{P\}|(?<= )that \{P\} (?:may )?")
"""What a phrase for a number of a player says of whose it is."""
MOST_LISTED = 12
"""So many cards of a zone are named; of more only their number is told."""


class ZoneView(Record):
    """A place for cards, what lies there as far as it is named, and how many cards that are."""

    name: str
    cards: tuple[str, ...]
    number: int
    known: bool = True


class SeatView(Record):
    """A player with what lies there, what is counted, what is said of them, and their colour, if the game gives them one."""

    name: str
    zones: tuple[ZoneView, ...]
    numbers: tuple[tuple[str, str], ...]
    marks: tuple[str, ...]
    colour: Colour | None = None


class ThingView(Record):
    """A thing in play: the seats that it comes from and lies before, if any, and what is said of it."""

    name: str
    sort: str
    source: int | None
    seat: int | None
    marks: tuple[str, ...]


class SpaceView(Record):
    """A space of a board: what it is called, what lies on it, the seat that this belongs to, if any, what is printed on
    that, what is so of the space itself, and the colour of what lies there on top, if it has one."""

    q: int
    r: int
    label: str
    cards: tuple[str, ...]
    seat: int | None
    printed: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    colour: Colour | None = None


class TableView(Record):
    """All that is drawn of a table; `board` is the shape of the game's, whether anything lies on it or not, if it has one.

    Of a board of squares all are there, of one of hexes those on which something lies.
    """

    seats: tuple[SeatView, ...]
    things: tuple[ThingView, ...]
    spaces: tuple[SpaceView, ...]
    zones: tuple[ZoneView, ...]
    notes: tuple[str, ...]
    board: str = ""


class Drawn:
    """One table, with the words of its game."""

    def __init__(self, context: Context) -> None:
        self.context, self.store = context, context.store
        self.words = context.rules.game.vocabulary
        of_scenes = context.rules.told_by.values()
        self.seen = tuple(f for f in self.words.fields if f.name not in of_scenes and f.marks != UNSEEN)
        """What is stored of the table and seen there, and not of what a scene tells."""
        self.board = layout(self.words)
        names = self.store.get(("names",), ())
        self.names = tuple(map(str, names)) if isinstance(names, tuple) else ()
        self.colours = seat_colours(self.words, self.names)

    def view(self) -> TableView:
        """The table as it is drawn."""
        seats = tuple(self._seat(at, name) for at, name in enumerate(self.names))
        return TableView(
            seats,
            tuple(self._things()),
            tuple(self._spaces()),
            tuple(self._zone(*zone) for zone in self._zones(lambda args: not args)),
            tuple(self._notes()),
            self.board.shape if self.board else "",
        )

    def _zones(self, where: Callable[[tuple[Value, ...]], bool]) -> Iterator[tuple[str, tuple[Value, ...]]]:
        every = {k[1:]: v for k, v in self.store.items() if k[0] == "zone" and isinstance(v, tuple) and where(k[2:])}
        for zone in self.words.zones:
            yield from ((zone.name, held) for key, held in every.items() if key[0] == zone.name and held)

    def _zone(self, name: str, held: tuple[Value, ...], known: bool = True) -> ZoneView:
        cards = tuple(self._card(card) for card in held) if len(held) <= MOST_LISTED else ()
        return ZoneView(name, cards, len(held), known)

    def _card(self, card: Value) -> str:
        marks = [m for f in self._fields("card", "condition") if (m := self._so(f, card))]
        title = self._unseen(word(self.context, "C", card))
        return f"{title} ({', '.join(m.removeprefix(f'{title} ') for m in marks)})" if marks else title

    def _unseen(self, title: str) -> str:
        """The title; of a thing that is called by its sort alone, which nobody sees, that it is one."""
        return f"a {title}" if any(title == sort.name for sort in self.words.sorts) else title

    def _fields(self, sort: str, result: str) -> list[Field]:
        """The fields of one thing of the sort that hold what is asked for, in their order."""
        return [f for f in self.seen if [*map(self._sort, f.params)] == [sort] and f.result == result]

    def _sort(self, letter: str) -> str:
        return sort_of(self.words, letter)

    def _so(self, field: Field, thing: Value) -> str:
        """What the field says of the thing in words, if it is so and was not so from the start."""
        if self.store.get((field.name, thing), field.initial) is not True or field.initial is True:
            return ""
        return told(self.context, field.phrase, {field.params[0]: thing})

    def _seat(self, at: int, name: str) -> SeatView:
        unknown, hand = self.store.get((UNKNOWN, at)) is True, self.context.rules.hand or "hand"
        zones = [self._zone(*zone) for zone in self._zones(lambda args: args == (at,))]
        if unknown:
            zones = [ZoneView(hand, (), 0, False), *(z for z in zones if z.name != hand)]
        elif (UNKNOWN, at) in self.store and not any(z.name == hand for z in zones):
            zones = [ZoneView(hand, (), 0), *zones]
        numbers = []
        for field in self._fields("player", "number"):
            value = self.store.get((field.name, at), field.initial)
            if value is not None and (value != field.initial or field.initial):
                numbers.append((_WHOSE.sub("", field.phrase.partition(" | ")[0]), str(value)))
        marks = [*self._of_things(at)]
        roles = [f for f in self.seen if not f.params and f.result == "player"]
        marks += [_role(f.phrase) for f in roles if (f.name,) in self.store and self.store.get((f.name,)) == at]
        marks += [m for f in self._fields("player", "condition") if f.name != UNKNOWN and (m := self._so(f, at))]
        colour = self.colours.get(at) or named_in(" ".join(m for m in marks if name not in m.split()))
        return SeatView(name, tuple(zones), tuple(numbers), tuple(marks), colour)

    def _of_things(self, at: int) -> Iterator[str]:
        """What the player at the seat is to the things in play, what is last come to be first."""
        for sort in self.words.sorts:
            for thing in self._there(sort.name):
                links = [f for f in self._fields(sort.name, "player") if self.store.get((f.name, thing)) == at]
                yield from (_role(told(self.context, f.phrase, {f.params[0]: thing})) for f in reversed(links))

    def _things(self) -> Iterator[ThingView]:
        made = [(s.name, t) for s in self.words.sorts for t in self._there(s.name)]
        fastened = {thing for sort, thing in made if self._bearer(sort, thing) is not None}
        for sort, thing in made:
            if thing in fastened:
                continue
            links = [self.store.get((f.name, thing)) for f in self._fields(sort, "player")]
            seats = [one for one in links if isinstance(one, int)][:2]
            marks = [m for f in self._fields(sort, "condition") if (m := self._so(f, thing))]
            marks += [self._called(s, t) for s, t in made if self._bearer(s, t) == thing]
            source = seats[0] if len(seats) > 1 else None
            yield ThingView(str(thing), sort, source, seats[-1] if seats else None, tuple(marks))

    def _there(self, sort: str) -> tuple[Value, ...]:
        there = self.store.get(("things", sort), ())
        return there if isinstance(there, tuple) else ()

    def _bearer(self, sort: str, thing: Value) -> Value:
        """What the thing is fastened to: another thing that belongs to it."""
        for other in self.words.sorts:
            for field in self._fields(sort, other.name):
                bearer = self.store.get((field.name, thing))
                if bearer is not None and bearer in self._there(other.name):
                    return bearer
        return None

    def _called(self, sort: str, thing: Value) -> str:
        titles = (self.store.get((f.name, thing)) for f in self._fields(sort, "title"))
        return str(next(filter(None, titles), thing))

    def _spaces(self) -> Iterator[SpaceView]:
        if self.board is None:
            return
        held: dict[str, list[tuple[Value, str]]] = {at: [] for at in self.board.spaces}
        for thing, at, letter in lying(self.board, self.store):
            held.setdefault(at, []).append((thing, letter))
        for at, there in held.items():
            owners = (self.store.get((f.name, thing)) for thing, _ in there for f in self._of_players())
            faces = tuple(self._face(thing, letter) for thing, letter in there)
            owner = next((o for o in owners if isinstance(o, int)), None)
            marks = tuple(m for f in self._fields(self.board.sort, "condition") if (m := self._so(f, at)))
            marks = tuple(m.removeprefix(f"{at} ").removeprefix("is ") for m in marks)
            printed = tuple(m for thing, _ in there for m in self._printed(thing))
            yield SpaceView(*point(at), at, faces, owner, printed, marks, self._coloured(faces, owner))

    def _coloured(self, faces: tuple[str, ...], owner: int | None) -> Colour | None:
        """The colour of what lies there: what it is called by, or its owner's, or that of the seat where a game has none."""
        own = named_in(faces[-1]) if faces and len(faces[-1]) > 1 else None
        if own is not None or owner is None:
            return own
        return self.colours.get(owner) or COLOURS[SEATED[owner % len(SEATED)]]

    def _printed(self, thing: Value) -> tuple[str, ...]:
        """What is printed on the thing: as the scene tells it, or of which kinds the card is."""
        told, card = self.store.get((PRINTED, thing)), self.context.rules.cards.get(title_of(thing))
        return tuple(map(str, told)) if isinstance(told, tuple) else card.kinds if card else ()

    def _of_players(self) -> Iterator[Field]:
        """The fields that give a player for one thing, whatever its sort."""
        return (f for f in self.words.fields if len(f.params) == 1 and f.result == "player")

    def _face(self, card: Value, letter: str) -> str:
        """What is seen of the thing: what it shows of those that are called by a name, or its title, or its name."""
        if self.board and self.board.shape == SQUARES:
            return word(self.context, letter, card)
        called = {s.name for s in self.words.sorts if s.called and s.name != board_spaces(self.words)}
        shown = (self.store.get((f.name, card)) for f in self.words.fields if len(f.params) == 1 and f.result in called)
        return self._unseen(str(next((one for one in shown if one), title_of(card))))

    def _notes(self) -> Iterator[str]:
        """What is so of the whole table, and was not from the start."""
        for field in self.seen:
            value = self.store.get((field.name,), field.initial)
            if field.params or value == field.initial or value is None:
                continue
            if field.result == "condition" and value is True:
                yield field.phrase.partition(" | ")[0]
            elif field.result == "number":
                yield f"{field.phrase.partition(' | ')[0]}: {value}"


def _role(phrase: str) -> str:
    """How the phrase calls a player, without its article, and without saying that it is a player."""
    return phrase.partition(" | ")[0].removeprefix("the ").removeprefix("player ").removeprefix("who ")


def drawn(context: Context, store: Store) -> TableView:
    """The table as it is drawn."""
    return Drawn(context.at(store)).view()
