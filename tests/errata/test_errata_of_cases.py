"""Errata that limit what they change to a case, or say two things at once: just that is changed, and what is said beside refuses them."""

from __future__ import annotations

import re
from functools import cache

import pytest

from checker.load.load import load
from checker.load.plain.reading import NotRead, PlainErrata


@cache
def rules(game: str) -> PlainErrata:
    reader = load(game)
    return PlainErrata(reader.bare, reader.source.words, reader.source.rules, reader.source.alike)


def now(game: str, said: str) -> list[str]:
    """What becomes of norms, with the letters of players alike, and of all else but what clauses say."""
    entries = re.sub(r"change clause .*\n  says .*\n?", "", rules(game).formal(said, 1))
    lines = [
        line for line in entries.splitlines() if not line.startswith(("change norm", "  says", "  over", "clause"))
    ]
    return [re.sub(r"\b[QR]\b", "P", line.removeprefix("  ").removeprefix("norm ")) for line in lines]


HAND = "the value of the starting hand is"
SKIP = "skip the movement if the player on turn is P and not P has moved and not P has laid a tile and"
MANY = "(the number of tiles in play is at least 6)"
READ = {
    "hexhex: In a three-player game, deal each player 7 cards instead of 5.": [
        f"{HAND} 5 if not (the number of players is 3)",
        f"of HH-27: {HAND} 7 if the number of players is 3",
    ],
    "hexhex: Anyone matching the Hex Sign gains two Voice, except in a tie-breaker.": [
        "the value of the gain for a matching sign is 1 if it is a tie-breaker",
        "of HH-160: the value of the gain for a matching sign is 2 if not (it is a tie-breaker)",
    ],
    "hexhex: HEX•HEX may be played out of turn, except with at most four players.": [
        "P may play C if C is HEX•HEX and the opening cast was made and not the round is over and not (the number of players is at most 4)"
    ],
    "horrible: Movement is mandatory while 6 or more Hexes are in play.": [
        f"P may {SKIP} not {MANY}",
        f"of HO-16: P must not {SKIP} {MANY[1:-1]}",
        f"it does not count that P has to move a tile if not {MANY}",
        f"of HO-16: it counts that P has to move a tile if {MANY[1:-1]}",
    ],
    "hexx: Once all tiles are drawn, words need not be found in a dictionary.": [
        "P must not lay W if the line of W has enough letters and not the line of W is a word and not (all tiles are drawn)"
    ],
    "hexhex: When a Boosted Hex goes off, the player who targeted The Hexed gains two Voice instead of one.": [
        "the value of the gain by H is 2 if there is a token T such that (the Hex of T is H and the card of T is Boost)"
    ],
    "hexhex: In a tie-breaker, Voice losses and gains are tripled.": [
        "the value of the multiplier is 3 if it is a tie-breaker"
    ],
    "hexhex: The Intended of a Maddened Hex may still play HEX•HEX, but no other card that may be played out of turn.": [
        "P must not play C if C is out of turn and there is a hex G such that (G is maddened and The Intended of G is P) and C is not HEX•HEX"
    ],
    "hexx: Each player draws 7 tiles from the bag to form their hand and refills it to 8 after playing a word.": [
        "the value of the size of a hand is 7",
        "step draw of refilling WX-9: While the number of tiles in the hand of the player on turn is less than 8 and the number of tiles "
        "in the bag is at least 1, the player on turn draws a tile.",
    ],
    "horrible: A Push may not move more than two intervening Hexes.": [
        "P must not move T by V X if V is push and the number of tile U such that U is in the way of T to the X is more than 2"
    ],
    "horrible: No Hex may be moved by a Swap while fewer than five Hexes are in play.": [
        "P must not move T by V X if V is swap and the number of tiles in play is less than 5"
    ],
    "hexhex: Cards that pass the Hex to a player across the table may not be played in a three-player game.": [
        "P must not play C on H naming P if C is Deflect Across and the number of players is 3"
    ],
    "hexx: Null & Void: Instead of each player, only your opponent must remove 1 tile from the game board and place it back into the bag.": [
        "change card 11 Null & Void",
        "text Consult this card.",
        "text Your opponent removes a tile from the game board and places it back into the bag.",
        "because WX-111",
    ],
    "hexhex: A player may sacrifice at most three Voice unless they are Warded.": [
        "P must not sacrifice N Voice if N is more than 3 and not (P is Warded)"
    ],
    "hexhex: HEX•HEX may be played only by the dealer.": ["P must not play C if not P is the dealer and C is HEX•HEX"],
    "hexx: New words need not connect to an existing word.": [
        "remove norm of WX-13: P must not lay W if the number of tiles on the board is at least 1 and not W connects to a tile",
        "remove norm of WX-13: P must not lay W if the first word was laid and the number of tiles on the board is 0 and not W "
        "connects to a tile and not a word may begin on an emptied board",
    ],
    "hexx: The game ends when the bag is empty.": [
        "informal a step says what is done",
        "step end-1 of one-play E-1 after last: If the number of tiles in the bag is 0, set it so that the game is over.",
    ],
    "hexx: Words may not be played diagonally.": ["P must not lay W if W runs along a diagonal"],
    "horrible: In a Swap, only the Hex you selected may be used to complete Goal Cards.": [
        "it does not count that T counts as moved if T was traded"
    ],
    "hexhex: Stun: It may not be played out of turn.": [
        "P must not play C on H naming P if C is Stun and not P is on turn"
    ],
    "hexhex: HEX•HEX: The last player to raise their hands loses five Voice.": [
        "the value of the loss of HEX•HEX is 5"
    ],
}


@pytest.mark.parametrize("said", READ)
def test_what_is_said_of_a_case_is_changed_there_and_stands_elsewhere(said: str) -> None:
    game, _, sentence = said.partition(": ")
    assert now(game, sentence) == READ[said]


REFUSED = (
    "hexhex: When a Maddened Hex goes off, the player who targeted The Hexed gains two Voice instead of one.",
    "hexhex: Voice losses and gains are tripled.",
    "hexhex: In a tie-breaker, Voice losses are tripled.",
    "hexhex: Null may not be played by The Intended.",
    "hexx: If a word is already on the board, it may not be played again.",
    "hexhex: Cards that pass the Hex may not be played.",
    "hexx: The first word need not cover the centre if it is longer than five letters.",
    "horrible: In a Swap, only the Hex that was traded may be used to complete Goal Cards.",
    "hexhex: The winner no longer makes up a rule for the next game with four players.",
    "hexhex: In the last round players start with 7 Voice instead of 5.",
    "hexx: Take Two (01): You get another turn, but you may not play a HEXX tile during it.",
    "horrible: A Push may not move more than three tiles.",
    "horrible: A tile with a star may not be moved by a Swap.",
    "horrible: A Jump may not be made over more than two Hexes.",
)


@pytest.mark.parametrize("said", REFUSED)
def test_what_is_said_beside_is_not_left_out(said: str) -> None:
    game, _, sentence = said.partition(": ")
    with pytest.raises(NotRead):
        rules(game).formal(sentence, 1)
