"""Errata as an editor writes them, from the rulebooks alone: each list was fixed before the code was looked at, and then measured.

What is read comes to what was meant; of what is refused the clause is shown, with sentences that are read when they are typed.
Of the ninth, thirty to which nothing was fitted, none was read, and of 23 the clause was shown.
Of the tenth 15 are read, for which the reading was made, 7 before, one of them wrongly; of the eleventh, which was only measured, 10, 4 before.
Of the twelfth and the thirteenth 15 are read, 1 before; of every third sentence, to which nothing was fitted, none more than before.
A line of a list is `game | clauses, one of which is shown | what is typed | what it must come to`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT, TRIALS

from checker.catalog import games
from checker.errata.text_diff import texts
from checker.kernel.source import InputError
from checker.load.load import load

LATER = 11 if TRIALS == 1 else 0
"""Only a thorough run reads the lists up to this one: those after it are of the same kinds."""
LISTED = [
    line.split(" | ")
    for path in sorted((ROOT / "tests" / "sentences").glob("editor_errata_*.txt"))
    for line in path.read_text("utf-8").splitlines()
    if int(path.stem.rpartition("_")[2]) > LATER
]
CHANGED = {
    "All players begin the game with 6 Voice.": "starts 6",
    "The last player to drop their cards and raise their hands loses two Voice instead of three.": "the loss of HEX•HEX is 2",
    "Ignore the rule that players cannot name themselves as the target of Stun.": "HH-87.1 gone",
    "Maddening Compulsion may not be played on a Maddened Hex.": "C is Maddening Compulsion Right and H is maddened",
    "Words must be at least 4 letters long.": "the value of the least number of letters is 4",
    "Deal each player 3 Goal Cards face up.": "HO-20.3 changed",
    "A movement may leave more than one group of Hexes.": "HO-18 gone",
    "When a Goal Card is completed, the Hexes in play are no longer discarded.": "discard of scoring gone",
    "Voice losses and gains are no longer doubled in a tie-breaker.": "HH-117 gone",
    "Any player matching the Hex Sign gains two Voice.": "the value of the gain for a matching sign is 2",
    "A movement may rotate the Hex.": "HO-27 gone",
    "A player who shows a different sign loses two Voice.": "the value of the loss for another sign is 2",
    "Each player is dealt seven cards face down.": "the value of the starting hand is 7",
    "A player may sacrifice at most three Voice.": "P must not sacrifice N Voice if N is more than 3",
    "There are two HEX•HEX cards in the deck.": "copies: 2",
    "Any player matching the Hex Sign no longer gains Voice.": "gain of scoring-a-sign gone",
    "The first player to complete two Goal Cards wins.": "HO-25 changed",
    "A player needs five completed Goal Cards to win.": "HO-25 changed",
    "When the deck runs out, the discard pile is not reshuffled.": "it does not count that the discards are shuffled in if",
    "Each player draws five tiles from the bag.": "the value of the size of a hand is 5",
    "Words need not be found in a dictionary.": "WX-17.2 gone",
    "HEX•HEX costs four Voice instead of three.": "the value of the loss of HEX•HEX is 4",
    "A player may choose to be Hexed.": "HH-86.1 gone",
    "The orientation of a Hex may be rotated during a movement.": "HO-27 gone",
    "Each player now starts with 7 cards instead of 5.": "the value of the starting hand is 7",
    "A hand consists of seven tiles; wherever the rules say 6 read 7.": "the value of the size of a hand is 7",
    "Words must be at least three letters long.": "the value of the least number of letters is 3",
    "A player may exchange tiles even when he could have made a word.": "WX-12.5 gone",
    "The winner is the first player to finish five Goal Cards.": "HO-2.1 changed",
    "Deal three face-up Goal Cards to each player.": "HO-20.3 changed",
    "Movement is no longer optional: if a legal move exists it must be made.": "it counts that P has to move a tile",
    "You may not move the tile that your opponent placed on his last turn.": "V X if P is not P and T was placed by P in the last turn",
    "A Hex may slide into an occupied space.": "HO-29 gone",
    "When a player is Hexed, they may choose whether to play their Play Only When Hexed card.": "HH-48.4 gone",
    "The winner no longer makes up a rule for the next game.": "HH-120 gone",
    "A player whose card is cancelled may not play another one.": "P must not play C on H if P is The Intended",
    "You are free to let a Hex go off on you even though you could pass it on.": "HH-47.2 gone",
    "Ward no longer helps against the card HEX•HEX.": "Z is not sacrifice and Z is not HEX•HEX",
    "The Intended of a Maddened Hex may play Stun as an exception to the usual ban.": "G is P) and C is not Stun",
    "The player with the fewest tiles in their color wins.": "the score of P is at most the score of P",
    "If The Hexed loses additional Voice, the player who targeted them gains the same amount.": "the gain by H is the loss by H",
    "The Hexed loses two points of Voice and the player who targeted them gains two.": "the value of the gain by H is 2",
    "In the last round, the player with the most Voice casts the Hex.": "is at most the Voice of P)) if the last round is next",
    "All players begin at 10 Voice.": "starts 10",
    "Deal each player 6 cards face down.": "the value of the starting hand is 6",
    "The player Hexed by HEX•HEX loses 2 Voice.": "the value of the loss of HEX•HEX is 2",
    "When a Hex goes off, the Hexed player loses two points of Voice.": "the value of the loss by H is 2 if not",
    "The player who targeted The Hexed gains as much Voice as The Hexed loses.": "the gain by H is the loss by H if not",
    "In a tie-breaker, the player with the most Voice selects a dealer.": "is at most the Voice of P)) if a tie-breaker is next",
    "The Intended may play Stun on a Maddened Hex.": "G is P) and C is not Stun",
    "Maddening Compulsion may not be answered with another Maddening Compulsion.": "P must not play C on H if",
    "A Warded player can be the victim of another player's Spite.": "Z is not sacrifice and Z is not Spite",
    "Each player draws 7 tiles from the bag.": "the value of the size of a hand is 7",
    "The first player to complete 4 Goal Cards wins.": "HO-25 changed",
    "A player who cannot play a valid word may exchange up to 3 tiles.": "N is at most 3 and not P can lay a word",
    "After playing a word, a player refills their hand to 7 tiles.": "in the hand of the player on turn is less than 7",
    "HEX•HEX no longer ends the round.": "HH-62 gone",
    "HEX•HEX may only be played on your turn.": "C is HEX•HEX and not P is on turn",
    "Movement is mandatory.": "it counts that P has to move a tile",
    "All players begin the game with 7 Voice.": "starts 7",
    "The number of rounds is equal to the number of players.": "outranks HH-24",
    "Stun may not be played out of turn.": "C is Stun and not P is on turn",
    "A Hexed player may choose not to play their Play Only When Hexed card.": "HH-49.1 gone",
    "The last player to raise their hands loses five Voice.": "the value of the loss of HEX•HEX is 5",
    "Ward does not protect against HEX•HEX.": "Z is not sacrifice and Z is not HEX•HEX",
    "A player whose sign is beaten by the Hex Sign loses two more Voice.": "extra loss for a beaten sign is 2",
    "A player who cannot play a word may discard 1 to 3 tiles.": "N is at most 3 and not P can lay a word",
    "Deal each player 3 Goal Cards face-up.": "HO-20.3 changed",
    "In a three-player game, deal each player 7 cards instead of 5.": "the value of the starting hand is 7 if the number of players is 3",
    "Cards that pass the Hex to a player across the table may not be played in a three-player game.": "C is Deflect Across and the number of players is 3",
    "Ward does not protect its owner from the loss of Voice caused by HEX•HEX.": "Z is not sacrifice and Z is not HEX•HEX",
    "Shuffle the discard pile into the deck at the end of each round, before the new dealer deals.": "after rotate: The discard pile is shuffled into the deck",
    "Each player draws 7 tiles from the bag to form their hand and refills it to 7 after playing a word.": "in the hand of the player on turn is less than 7",
    "The game ends immediately once a player has played the last tiles in their hand.": "all tiles are drawn, set it so that the game is over",
    "Null & Void: Instead of each player, only your opponent must remove 1 tile from the game board and place it back into the bag.": "Your opponent removes a tile from the game board",
    "A player may not move the Hex tile which their opponent placed on the turn just before.": "V X if P is not P and T was placed by P in the last turn",
    "Only the Hex selected for the Push may be used for completing Goal Cards.": "it does not count that T counts as moved if T was pushed along",
    "When a Boosted Hex goes off, the player who targeted The Hexed gains two Voice instead of one.": "the value of the gain by H is 2 if there is a token T",
    "The Intended of a Maddened Hex may still play HEX•HEX, but no other card that may be played out of turn.": "G is P) and C is not HEX•HEX",
    "Movement is mandatory while 6 or more Hexes are in play.": "it counts that P has to move a tile if the number of tiles in play is at least 6",
    "A Push may not move more than two intervening Hexes.": "U is in the way of T to the X is more than 2",
    "Once a player has played their last tile, the game ends immediately.": "all tiles are drawn, set it so that the game is over",
    "The player who played HEX•HEX gains 1 Voice.": "when P plays C, P gains 1 Voice if C is HEX•HEX",
    "The discard pile is reshuffled into the deck at the end of every round.": "after rotate: The discard pile is shuffled into the deck",
    "The starting word need not cover the center space.": "WX-8.2 gone",
    "The player who played HEX•HEX gains one Voice.": "when P plays C, P gains 1 Voice if C is HEX•HEX",
    "The first word does not have to cover the center space.": "WX-8.2 gone",
    "Shuffle the discard pile back into the deck at the end of every round.": "after rotate: The discard pile is shuffled into the deck",
}
"""What the errata that are read come to; of the others none may be read otherwise."""
SHOWN = 19 if LATER else 146
"""Of so many that are refused, of the last list unless the run is thorough, the clause is shown at least."""


def erratum(folder: Path, said: str) -> Path:
    path = folder / "said.norm"
    path.write_text(f'erratum "As an editor writes it"\n{said}\n', encoding="utf-8")
    return path


@cache
def refused(game: str, said: str, folder: Path) -> InputError | None:
    try:
        load(game, (erratum(folder, said),))
    except InputError as error:
        return error
    return None


@pytest.mark.parametrize(
    ("game", "said"), [(game, said) for game, _, said, _ in LISTED], ids=[one[2] for one in LISTED]
)
def test_an_erratum_is_read_as_what_it_says_or_refused(tmp_path: Path, game: str, said: str) -> None:
    if refused(game, said, tmp_path):
        assert said not in CHANGED
        return
    changed = texts(games.desk(game), games.desk(game, (erratum(tmp_path, said),)))
    now = [*(re.sub(r"\b[QR]\b", "P", one.after) for one in changed), *(f"{one.name} {one.what}" for one in changed)]
    assert any(CHANGED.get(said, "(refused)") in one for one in now), now


def test_what_players_start_with_instead_is_told_as_without_that_word(tmp_path: Path) -> None:
    def now(said: str) -> list[str]:
        return [one.after for one in texts(games.desk("hexhex"), games.desk("hexhex", (erratum(tmp_path, said),)))]

    assert now("Players start with 7 Voice instead of 5.") == now("Players start with 7 Voice.") != []
    assert refused("hexhex", "Players start with 7 Voice instead of 4.", tmp_path)
    assert refused("hexhex", "In the last round players start with 7 Voice instead of 5.", tmp_path)


def test_a_rule_said_again_with_an_exception_does_not_hold_there(tmp_path: Path) -> None:
    said = "In a tie-breaker every Voice loss and every Voice gain counts double, except if it is the last round."
    now = [one.after for one in texts(games.desk("hexhex"), games.desk("hexhex", (erratum(tmp_path, said),)))]
    assert "the value of the multiplier is 2 if it is a tie-breaker and not (it is the last round)" in now


def test_what_says_more_than_a_rule_does_not_change_that_rule_for_everybody(tmp_path: Path) -> None:
    lines = (ROOT / "tests" / "sentences" / "restricted_errata.txt").read_text("utf-8").splitlines()
    some = lines[:: 3 if LATER else 1]
    assert not [one for one in some if not refused(*one.split(" | "), tmp_path)]


def test_the_clause_is_shown_and_what_is_proposed_is_read(tmp_path: Path) -> None:
    shown, ways = 0, set[tuple[str, str]]()
    for game, clauses, said, _ in LISTED[-30:] if LATER else LISTED:
        error = refused(game, said, tmp_path)
        near = error.problems[0].near if error else ()
        shown += not {*re.split(r"[ ,]+", clauses)}.isdisjoint(one.name for one in near)
        ways |= {(game, one.way) for one in near if one.way}
    assert shown >= SHOWN, shown
    assert not [(game, way) for game, way in ways if refused(game, way, tmp_path)]
