"""Generated positions: tables of random games, changed at random in ways that play may never reach."""

from __future__ import annotations

from functools import cache
from random import Random

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.games.hexhex.acts import acts, beginning, weight
from checker.kernel.position import Key, Store
from checker.kernel.term import Undecided, Value
from checker.kernel.vocabulary import Vocabulary, sort_of
from checker.norms.evaluate import Context
from checker.simulate.games import Decision, Players, RandomPolicy

NUMBERS = (-4, -1, 0, 0, 1, 2, 3, 5, 6, 11)
MOST_SEATS = 6


@cache
def desk() -> Desk:
    return house.desk("hexhex")


@cache
def bases() -> tuple[Store, ...]:
    """Tables at decisions of random games, for every number of players."""
    found: list[Store] = []
    for seats in range(3, MOST_SEATS + 1):
        players = Players(desk().rules, acts, weight)
        position = players.begin(beginning(desk().game.cards, tuple("ABCDEF"[:seats])))
        policy = RandomPolicy(seats, points=True)
        for number in range(160):
            position, decision = players.next(position)
            if not isinstance(decision, Decision):
                break
            if number > 10 and number % 6 == 0:
                found.append(position.store)
            position = decision.after[policy.pick(decision)]
    return tuple(found)


@cache
def results() -> dict[str, str]:
    """The sort of every field and fact, or `condition`."""
    words = desk().game.vocabulary
    return {f.name: f.result for f in (*words.fields, *words.facts)}


@cache
def of_kind() -> dict[str, tuple[str, ...]]:
    """The titles of the cards of each kind, and of each title."""
    cards = desk().game.cards
    kinds = {k: tuple(c.title for c in cards if k in (*c.kinds, *c.unsure)) for k in desk().game.vocabulary.kinds}
    return kinds | {c.title: (c.title,) for c in cards}


def sorted_as(letters: tuple[str, ...], result: str) -> tuple[tuple[str, ...], str]:
    """The sorts of parameters, and the sort or `condition` of what has them."""
    return tuple(sort_of(desk().game.vocabulary, letter) for letter in letters), result


class Generator:
    """Makes tables from a seed; `domain` gives values of a sort, with edges more often than by chance."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.words: Vocabulary = desk().game.vocabulary
        self.spoken = desk().rules.words
        self.fields = [(f.name, *sorted_as(f.params, f.result)) for f in self.words.fields]

    def table(self) -> Store:
        """A table: its zones, things and fields changed here and there."""
        draw = self.random
        store = draw.choice(bases())
        for sort, letter in (("hex", "H"), ("token", "T")):
            if draw.random() < 0.5:
                there = tuple(f"{letter}{n}" for n in range(1, 5) if draw.random() < 0.6)
                store = store.put(("things", sort), there)
        for _ in range(draw.randrange(3)):
            zones = [k for k in store._data if k[0] == "zone" and k[1] != "deck"]
            zone = draw.choice(zones) if zones else ("zone", "discard pile")
            held = () if draw.random() < 0.4 else (draw.choice(self.cards(store)),)
            store = store.put(zone, held)
        for _ in range(draw.randrange(1, 9)):
            store = self.written(store)
        if draw.random() < 0.4:
            store = self._maddened(store)
        return store

    def written(self, store: Store) -> Store:
        """The table with one field of one thing, or of nothing, put at random."""
        name, params, result = self.random.choice(self.fields)
        key: Key = (name, *(self.value(store, sort) for sort in params))
        return store.put(key, self.value(store, result))

    def _maddened(self, store: Store) -> Store:
        hexes = store.get(("things", "hex"), ())
        tokens = store.get(("things", "token"), ())
        cards = [c.title for c in desk().game.cards if "token card" in c.kinds]
        if hexes and isinstance(hexes, tuple):
            new = f"T{self.random.randrange(5, 9)}"
            store = store.put(("bearer", new), self.random.choice(hexes))
            store = store.put(("token title", new), self.random.choice(cards))
            store = store.put(("things", "token"), (*tokens, new) if isinstance(tokens, tuple) else (new,))
        return store

    def cards(self, store: Store) -> tuple[Value, ...]:
        """A few cards of the table, whatever zone they are in, and one of each title now and then."""
        titles = [c.title for c in desk().game.cards]
        return tuple((self.random.choice(titles), self.random.randrange(1, 4)) for _ in range(3))

    def value(self, store: Store, sort: str) -> Value:
        """A value of the sort, or nothing where there is none and now and then."""
        draw = self.random
        match sort:
            case "number":
                return draw.choice(NUMBERS)
            case "condition":
                return draw.random() < 0.5
            case "player":
                seats = store.get(("seats",), 3)
                return draw.randrange(seats) if isinstance(seats, int) and draw.random() < 0.95 else None
            case "card":
                held = [h for k, h in store._data.items() if k[0] == "zone" and k[1] != "deck" and h]
                zone = draw.choice(held) if held and draw.random() < 0.7 else self.cards(store)
                return draw.choice(zone) if isinstance(zone, tuple) else None
            case "title":
                return draw.choice([c.title for c in desk().game.cards])
            case _:
                there = store.get(("things", sort), self.spoken.get(sort, ()))
                return draw.choice(there) if isinstance(there, tuple) and there and draw.random() < 0.95 else None


def settled(store: Store, draw: Random, asked: object) -> Store:
    """The table with every open point that `asked` meets settled at random."""
    assert callable(asked)
    while True:
        try:
            asked(Context(desk().rules, store))
        except Undecided as undecided:
            store = store.put(undecided.point.key, draw.choice(undecided.point.options).value)
        else:
            return store
