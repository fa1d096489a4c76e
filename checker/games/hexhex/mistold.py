"""Statements that people make and that no form of HEX•HEX has, and what to say instead."""

from __future__ import annotations

HINTS: tuple[tuple[str, str], ...] = (
    (r"must (\S+) play", r"say which card: `must \1 play Duck?`, `must \1 play Level or Spite?`"),
    (
        r"(may|must) (\S+) pass",
        r"`\1 \2 pass the turn?` asks about playing nothing, `\1 \2 play Duck?` about a card that passes the Hex",
    ),
    (
        r"(\S+) casts (?!at )(.+)",
        r"a Hex is cast at a player: `\1 casts at NAME`; a card is played: `\1 plays \2`",
    ),
    (r"(\S+) draws (?:a|one|\d+) cards?", r"say which card: `\1 draws Ward`"),
    (r"(?:is|will) (the hex|[A-Z]\d+) (?:going|go|goes) off", r"did you mean `does \1 go off?`?"),
    (
        r"(?:what|which cards?|who) (?:counters?|cancels?|stops?|beats?) (.+)",
        r"ask about one card: `may NAME play Null on \1?`, after `\1` was played",
    ),
    (r"can (.+)", r"did you mean `may \1?`?"),
    (r"(\S+) ducks", r"did you mean `\1 plays Duck`?"),
    (r"(\S+) plays (.+) (?:to|at) .+", r"say who is meant: `\1 plays \2 naming NAME`"),
    (
        r"(?:what|how) does (.+) (?:do|work)",
        r"`hexcheck show \1` shows a card, a clause or an open point",
    ),
    (
        r"how much voice does (.+) cost",
        r"`hexcheck show parameters` lists what has an amount",
    ),
    (r"how many cards are dealt", r"did you mean `what is the starting hand?`?"),
    (r"how many cards are there", r"did you mean `what is the number of playing cards?`?"),
    (r"who (?:starts|begins|goes first)", r"did you mean `who casts next?`?"),
    (r"who deals first", r"did you mean `who deals?` or `who deals first in the next game?`?"),
    (r"what (?:must|may|can) (\S+) (?:do|play)", r"ask about one card: `must \1 play Duck?`, `may \1 play Duck?`"),
    (r"is (the hex|[A-Z]\d+) (?:boosted|rotted|escalated|maddened)", r"did you mean `what does \1 carry?`?"),
    (r"does (the hex|[A-Z]\d+) (?:pass|move) to \S+", r"did you mean `where does \1 go?`?"),
    (r"does (\S+) (?:win|lose) the game", r"did you mean `who wins?`?"),
    (r"(?:who|which player) is the (?:target|victim)", r"did you mean `who is The Intended?`?"),
    (r"(?:who is the target|who is targeted)", r"did you mean `who is The Intended?`?"),
    (r"(?:does|is) (\S+) (?:get )?hexed twice", r"did you mean `how many times is \1 Hexed?`?"),
)
"""Patterns for whole statements without their question mark, in any case, each with its hint."""
