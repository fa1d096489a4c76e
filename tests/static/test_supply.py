"""How many things a round can make at most: read off the effect trees, and never exceeded by random games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from played import play

from checker.catalog import games as house
from checker.games.hexhex.acts import acts, beginning, weight
from checker.kernel.effect import Add, Await, Create, Each, Event, Nothing, Put, Remove, Then, Unstated, While
from checker.kernel.game import Card, Game
from checker.kernel.norm import Leaves
from checker.kernel.position import Position
from checker.kernel.term import All, Arith, Call, Compare, Lit, Var, Yes
from checker.run.progress import Line
from checker.simulate.games import Players, RandomPolicy
from checker.static.creation_bounds import Most, Times, makes, most, raised
from checker.static.stacking_bounds import stacked

RULES = house.desk("hexhex").rules
GAME = RULES.game
MAKE = Create("G", "hex", Nothing())
LEFT = Call("drawn")
TWICE = Lit(2)
COUNTER = next(
    c for c in GAME.cards if makes(c.text, "hex") and isinstance(c.text, Then) and While in map(type, c.text.effects)
)
(OPEN,) = [n for n in GAME.norms if n.speaker == COUNTER.title and isinstance(n.claim, Leaves)]


def loop(body: Any, number: Any = TWICE, cond: Any = None) -> Then:
    """So often the body, counted as the cards do."""
    down = Add(LEFT, Arith("minus", Lit(0), Lit(1)))
    return Then((Put(LEFT, number), While(cond or Compare("least", LEFT, Lit(1)), Then((down, body)))))


def with_text(text: Any, copies: int = 5) -> Game:
    """The game with one more card, of which there are some copies."""
    card: Card = msgspec.structs.replace(GAME.cards[0], title="More", text=text, copies=copies)
    return msgspec.structs.replace(GAME, cards=(*GAME.cards, card))


def norms(claim: Any) -> Game:
    """The game with another claim in the norm that leaves a number open."""
    return msgspec.structs.replace(
        GAME, norms=tuple(msgspec.structs.replace(n, claim=claim) if n is OPEN else n for n in GAME.norms)
    )


def test_the_bound_is_the_cast_and_the_copies_of_what_makes_more() -> None:
    """What hangs on a number that no clause states is not given a value."""
    found = most(GAME, "hex")
    assert found is not None
    plain = sum(c.copies for c in GAME.cards if makes(c.text, "hex") and c is not COUNTER)
    assert (found.fixed, [t.each for t in found.times]) == (1 + plain, [COUNTER.copies])
    assert found.usual == 12 and found.known is None
    assert most(GAME, "token") is None, "each copy of a Hex brings as many tokens as lie on it"
    tokens = stacked(GAME, "token")
    laying = sum(c.copies * dict(tokens.cards).get(c.title, 0) for c in GAME.cards) if tokens else 0
    assert tokens and tokens.on == "hex" and tokens.bound == found.copies(laying) and laying == 20
    assert most(GAME, "gesture") == Most(0)


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (Nothing(), 0),
        (MAKE, 5),
        (Then((MAKE, Create("G", "hex", MAKE))), 15),
        (loop(MAKE), 10),
        (loop(Nothing(), LEFT), 0),
        (loop(MAKE, LEFT), None),
        (loop(MAKE, cond=Yes()), None),
        (loop(Then((MAKE, Put(LEFT, Lit(3))))), None),
        (loop(Then((MAKE, Event("pass", (Lit(0),) * 3)))), 10),
        (loop(Then((MAKE, Event("draw", (Lit(0),))))), None),
        (loop(Then((MAKE, Event("play", (Lit(0),) * 5)))), None),
        (Each("P", Yes(), MAKE), None),  # type: ignore[arg-type]
        (Event("cast", (Lit(0), Lit(1))), None),
    ],
)
def test_one_more_card_adds_what_it_makes_or_takes_the_bound_away(text: Any, more: int | None) -> None:
    usual = most(GAME, "hex")
    found = most(with_text(text), "hex")
    assert usual is not None and (found and found.usual - usual.usual) == more


def test_a_bound_on_the_number_is_a_bound_on_the_things() -> None:
    assert isinstance(OPEN.claim, Leaves)
    for upper, known in ((2, 15), (3, 18), (None, None)):
        found = most(norms(msgspec.structs.replace(OPEN.claim, most=upper)), "hex")
        assert found is not None and found.known == known
    assert Most(1, (Times(2, "n", 3, 4),)).copies(2) == Most(2, (Times(4, "n", 3, 4),))


@pytest.mark.parametrize(("players", "seeds"), [(3, range(2)), (6, range(1))])
def test_in_random_games_what_makes_them_does_so_once_in_a_round(players: int, seeds: range) -> None:
    """What the bound supposes, and the bound itself."""
    bound = most(GAME, "hex")
    makers = {c.title for c in GAME.cards if makes(c.text, "hex")}
    seen: Counter[object] = Counter()
    met = 0

    def watch(position: Position, lines: tuple[Line, ...], moment: str) -> None:
        nonlocal met
        there = position.store.get(("things", "hex"), ())
        assert bound is not None and isinstance(there, tuple) and len(there) <= bound.usual
        now = position.store.get(("round",), 1)
        for event in (line.event for line in lines if line.event):
            if event[0] == "cast" or (event[0] == "the effect" and event[1][0] in makers):  # type: ignore[index]
                seen[seed, now, event[:2] if event[0] == "the effect" else event[0]] += 1
                met += 1

    for seed in seeds:
        play(
            Players(RULES, acts, weight, watch),
            beginning(GAME.cards, tuple("ABCDEF"[:players])),
            RandomPolicy(seed),
            400,
        )
    assert met > 10 and set(seen.values()) == {1}
    assert {event if isinstance(event, str) else event[0] for _, _, event in seen} == {"cast", "the effect"}  # type: ignore[misc]


def test_fewer_copies_make_fewer_things() -> None:
    cards = tuple(msgspec.structs.replace(c, copies=c.copies - makes(c.text, "hex")) for c in GAME.cards)
    found = most(msgspec.structs.replace(GAME, cards=cards), "hex")
    assert found is not None and found.usual == 12 - len([c for c in GAME.cards if makes(c.text, "hex")])


TOKEN, COPY = Var("T"), Var("G")
LAY = Create("U", "token", Put(Call("bearer", (Var("U"),)), Var("the hex")))
LAID = Event("mark", (Var("this card"), Var("the hex")))
AGAIN = Create("G", "hex", Then((Event("copy", (COPY, Var("the hex"))), Event("copy", (COPY, Var("the hex"))))))
LATER = Create("G", "hex", Then((Event("mark", (Var("this card"), COPY)), Event("copy", (COPY, Var("the hex"))))))
TURNED = Create("G", "hex", Event("copy", (Var("the hex"), COPY)))


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (Nothing(), 0),
        (LAID, 5),
        (Then((LAID, LAID)), 10),
        (LAY, None),
        (Put(Call("bearer", (TOKEN,)), Var("the hex")), None),
        (Unstated("it", (Call("bearer", (TOKEN,)),)), None),
        (Each("T", All("T", "token", Yes()), LAID), None),
        (Remove(Var("the hex"), "hex"), None),
        (AGAIN, None),
        (LATER, None),
        (TURNED, None),
        (Await("now", ("mark",), Yes()), None),
    ],
)
def test_on_each_hex_lies_at_most_one_token_for_each_that_a_card_lays(text: Any, more: int | None) -> None:
    found = stacked(with_text(text), "token")
    assert (found and sum(n * copies(t) for t, n in found.cards) - 20) == more


def copies(title: str) -> int:
    """How many there are; five of the card that is added."""
    return next((c.copies for c in GAME.cards if c.title == title), 5)


def test_two_tokens_on_one_hex_go_back_to_two_cards_in_random_games() -> None:
    """What the bound of the tokens rests on: as many on each Hex as cards were put on Hexes in the round."""
    stack = stacked(GAME, "token")
    assert stack is not None
    seen = 0

    def watch(position: Position, lines: tuple[Line, ...], moment: str) -> None:
        nonlocal seen, laid, now
        if position.store.get(("round",), 1) != now:
            laid, now = 0, position.store.get(("round",), 1)
        laid += sum((line.event or ())[:1] == ("mark",) for line in lines)
        there = position.store.get(("things", "token"), ())
        assert isinstance(there, tuple)
        on = Counter(position.store.get(("bearer", token), None) for token in there)
        seen = max(seen, *on.values(), 0)
        assert all(number <= laid for number in on.values())

    for seed in range(2):
        laid, now = 0, 1
        play(Players(RULES, acts, weight, watch), beginning(GAME.cards, tuple("ABC")), RandomPolicy(seed), 400)
    assert seen > 1


def test_the_numbers_that_nobody_states_are_raised_as_far_as_it_takes() -> None:
    found = most(GAME, "hex")
    assert found is not None and [found.above(n) for n in (11, 12, 14, 15, 17, 18)] == [0, 1, 1, 2, 2, 3]
    bounded = Most(1, (Times(2, "a", 1, 2),))
    assert [bounded.above(n) for n in (2, 3, 4, 5)] == [0, 1, 1, 0], "beyond its bound no number is taken"
    again = most(raised(GAME, "hex", 2), "hex")
    assert again is not None and (again.usual, again.fixed, again.known) == (18, found.fixed, None)
    assert raised(GAME, "token", 2) == GAME
