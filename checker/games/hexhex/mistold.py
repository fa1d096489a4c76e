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
    (r"does (\S+) (?:win|lose) the game", r"did you mean `who wins?`?"),
    (r"(?:who|which player) is the (?:target|victim)", r"did you mean `who is The Intended?`?"),
    (r"(?:who is the target|who is targeted)", r"did you mean `who is The Intended?`?"),
    (r"(?:does|is) (\S+) (?:get )?hexed twice", r"did you mean `how many times is \1 Hexed?`?"),
)
"""Patterns for whole statements without their question mark, in any case, each with its hint."""
