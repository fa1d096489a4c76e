"""What a phrase of the vocabulary means, and all in the rules that speaks of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.ask.answer_text import wrapped
from checker.kernel.effect import Event
from checker.kernel.game import Game
from checker.kernel.norm import Claim, Norm, OfFact, Pattern, about
from checker.kernel.record import Record
from checker.kernel.trees.walk import facts_in, within
from checker.kernel.vocabulary import Vocabulary
from checker.norms.evaluate import plain

ACT = "act "
"""Stands before the name of an act, where it could be that of a fact."""

_GAP = re.compile(r"\{\w+\}")


class PhraseUses(Record):
    """All in the rules that speaks of something: norms that state it, norms that mention it, and where it is used."""

    stating: tuple[Norm, ...]
    mentioning: tuple[Norm, ...]
    steps: tuple[str, ...]
    cards: tuple[str, ...]
    acts: tuple[str, ...]
    facts: tuple[str, ...]


def meant(words: Vocabulary, phrase: str) -> tuple[tuple[str, str], ...]:
    """Name and first wording of each field, fact and act of which the phrase is a wording, whatever its letters."""
    every = [(x.name, x.phrase) for x in words.fields] + [(x.name, x.phrase) for x in words.facts]
    every += [(f"{ACT}{a.name}", f"{a.phrase} | {a.said}" if a.phrase else a.said) for a in words.acts]
    return tuple((name, plain(said)) for name, said in every if _fits(said, phrase))


def _fits(said: str, phrase: str) -> bool:
    return any(_pattern(one).fullmatch(" ".join(phrase.split())) for one in said.split(" | "))


def _pattern(wording: str) -> re.Pattern[str]:
    parts = _GAP.split(" ".join(wording.split()))
    return re.compile(r"\{?\w+\}?".join(map(re.escape, parts)), re.IGNORECASE)


def spoken(game: Game, name: str) -> PhraseUses:
    """All in the rules that speaks of the field, fact or act."""
    words = game.vocabulary
    stating = tuple(n for n in game.norms if _stated(n.claim) == name)
    return PhraseUses(
        stating,
        tuple(n for n in game.norms if n not in stating and name in said_in((n.claim, n.cond))),
        tuple(f"{s.name} of {p.name}" for p in game.procedures for s in p.steps if name in said_in(s.effect)),
        tuple(c.title for c in game.cards if name in said_in(c.text)),
        tuple(plain(a.said) for a in words.acts if f"{ACT}{a.name}" != name and name in said_in((a.body, a.last))),
        tuple(plain(f.phrase) for f in words.facts if f.name != name and name in said_in(f.definition)),
    )


def _stated(claim: Claim) -> str:
    """The fact that the claim states, or the act of which it speaks; nothing for any other."""
    what = about(claim)
    return "" if what is None else what.act if isinstance(claim, OfFact) else f"{ACT}{what.act}"


def said_in(tree: object) -> frozenset[str]:
    """The names of the fields, facts and acts of which the tree speaks."""
    return facts_in(tree) | {f"{ACT}{part.act}" for part in within(tree) if isinstance(part, Pattern | Event)}


def used_lines(used: PhraseUses) -> Iterator[str]:
    """Where it is used besides the norms, one kind a line."""
    for title, names in (
        ("steps", used.steps),
        ("cards", used.cards),
        ("acts", used.acts),
        ("follows from it", used.facts),
    ):
        if names:
            yield from wrapped(f"{title}: {', '.join(dict.fromkeys(names))}", "  ", "    ")
