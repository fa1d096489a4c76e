"""Facts about what a player can still do: lay a word, or make one in some other way."""

from __future__ import annotations

from contextlib import suppress

from checker.games.hexx.board import HIDDEN, Grown, Laying, kind_of, letters_on
from checker.games.hexx.moves import ANY, grown, hand_kinds, plays, some_play
from checker.games.hexx.plays import words_of
from checker.games.hexx.swaps import can_swap
from checker.kernel.norm import MustNot, Norm
from checker.kernel.position import AtTable
from checker.kernel.term import Undecided, Value, Var
from checker.kernel.trees.walk import free
from checker.kernel.untold_hands import by_untold_hand, suppose


def can_lay(context: AtTable, player: Value) -> bool:
    """The player is known to hold what some word could be laid with; tiles that are not told are left out of account.

    Raises Undecided where that is asked of a hand that is not told.
    """
    found = by_untold_hand(context, player, "can lay a word", "cannot lay a word")
    if found is not None:
        return found
    lays = not context.store.get(("unknown hand", player)) and _lays(context, player)
    if not lays and part_unknown(context, player):
        suppose(context, player)
    return lays


def part_unknown(context: AtTable, player: Value) -> bool:
    """Nobody tells the player's hand, or what a tile of it is."""
    store = context.store
    hidden = any(kind_of(store, tile) == HIDDEN for tile in store.lying("hand", player))
    return hidden or store.get(("unknown hand", player)) is True


def _lays(context: AtTable, player: Value) -> bool:
    """What is known of the hand makes some word that may be laid."""
    if _can_lay(context, player, frozenset({Grown.NOT})):
        return True
    if not _can_lay(context, player, ANY) or context.fact("adding s") is True:
        return _can_lay(context, player, ANY)
    return _can_lay(context, player, ANY - {Grown.BEHIND}) and context.fact("front s") is not True


def _can_lay(context: AtTable, player: Value, ways: frozenset[Grown]) -> bool:
    """Some word of the hand may lie there that grew out of an old one in one of these ways, by an S or not at all."""
    words = words_of(context)
    if not some_play(context, player, words, ways):
        return False
    letters, hand = letters_on(context.store), hand_kinds(context, player)
    found = (p for p in plays(letters, hand, words) if ways == ANY or grown(letters, p, words) in ways)
    left_open: Undecided | None = None
    for play in found:
        try:
            if not _barred(context, play):
                return True
        except Undecided as undecided:
            left_open = left_open or undecided
    if left_open is not None:
        raise left_open
    return False


def barred(context: AtTable, play: Laying) -> bool:
    """It is known that a prohibition which asks of the word alone, and not of who lays it or when, forbids the play."""
    with suppress(Undecided):
        return _barred(context, play)
    return False


def _barred(context: AtTable, play: Laying) -> bool:
    """Such a prohibition forbids the play. Raises Undecided where that is open."""
    here, said = context.at(context.store), play.text()
    left_open: Undecided | None = None
    for norm, var in ((n, v) for n in context.rules.deontic["lay"] if (v := _of_the_word(n))):
        try:
            if here.applies(norm, {var: said}) is True:
                context.cites[norm.clause] = None
                return True
        except Undecided as undecided:
            left_open = left_open or undecided
    if left_open is not None:
        raise left_open
    return False


def _of_the_word(norm: Norm) -> str:
    """The variable of the word, if the norm is a prohibition that asks of nothing else; else nothing."""
    claim = norm.claim
    if not isinstance(claim, MustNot) or not all(isinstance(a, Var) for a in claim.act.args):
        return ""
    _, word = claim.act.args
    return word.name if isinstance(word, Var) and free(norm.cond) == {word.name} else ""


def hopeless(context: AtTable, player: Value) -> bool:
    """The player's hand is known and makes no word, nor does a letter that the player has to exchange."""
    store = context.store
    if part_unknown(context, player) or can_lay(context, player):
        return False
    owing = store.get(("bound", player)) is True or store.get(("swaps", player), 0) != 0
    return not (owing and can_swap(context, player))
