"""What lasts until a period of play ends: the periods that a game's procedures name, and what keeps count of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from checker.kernel.game import Game, Procedure, Step
from checker.kernel.vocabulary import Field, Short, Vocabulary
from checker.load.vocabulary_reader import vocabulary
from checker.syntax.files import Entry, SourceLine
from checker.syntax.lexer import pattern
from checker.syntax.natural.spans import AFTER_NEXT, BEGUN, LASTING, NEXT, PERIOD, period_of
from checker.syntax.sentences import Sentences

_EACH = r'for each player P\b[^.]*carry out "{}"'
_FREE = 'For each card C, for each player Q, set it not so that what C says lasts for Q until "{}".'
_FREE_NEXT = 'For each card C, set it not so that what C says lasts for {2} until "{0}".'
_BEGIN = (
    'For each card C such that (what C says lasts for {2} until "{0}"), '
    'set it so that what C says lasts for {2} until "{1}".'
)
_END = (
    'For each card C, for each player Q such that (what C says lasts for Q until "{1}"), '
    '(Set it not so that what C says lasts for Q until "{0}". Set it not so that what C says lasts for Q until "{1}".).'
)


def spoken(words: Iterable[Entry], rules: Mapping[str, Entry]) -> Vocabulary:
    """The vocabulary of a game, with the periods that its procedures name."""
    made = vocabulary(tuple(words))
    return msgspec.structs.replace(made, shorts=(*made.shorts, *_periods(made, rules)))


def _periods(words: Vocabulary, rules: Mapping[str, Entry]) -> Iterable[Short]:
    """Each procedure that is carried out step by step, with whose it is if each player has their own."""
    of_one = [f.phrase.split(" | ")[0] for f in words.fields if f.result == "player" and not f.params]
    procedures = {key.partition(" ")[2]: entry for key, entry in rules.items() if key.startswith("procedure ")}
    said = " ".join(line.rest for entry in procedures.values() for line in entry.all("step"))
    for name, entry in procedures.items():
        if not entry.all("unordered") and entry.all("step"):
            each_has_one = pattern(_EACH.format(re.escape(name)), True).search(said)
            own = "P" if each_has_one else next((f for f in of_one if f.endswith(f" on {name}")), "")
            yield Short(name, PERIOD, (), name, "", own)


def with_durations(game: Game, sentences: Sentences) -> Game:
    """The game with what its cards say for a time kept, until that is over."""
    used = sorted(sentences.lowering.terms.lasting)
    if not used:
        return game
    for told in [u for u in used if u.startswith(AFTER_NEXT)]:
        used.append(told + BEGUN)
    fields = tuple(
        Field(LASTING + u, ("C", "P"), "condition", f"what {{C}} says lasts for {{P}} until {_worded(u)}", False)
        for u in used
    )
    words = msgspec.structs.replace(game.vocabulary, fields=(*game.vocabulary.fields, *fields))
    procedures = tuple(_renewed(p, [u for u in used if period_of(u) == p.name], sentences) for p in game.procedures)
    return msgspec.structs.replace(game, vocabulary=words, procedures=procedures)


def _worded(told: str) -> str:
    return told.replace(BEGUN, ", which has begun")


def _renewed(procedure: Procedure, used: list[str], sentences: Sentences) -> Procedure:
    """The procedure with steps at its beginning and its end for what lasts until then."""
    own = next((s.means for s in sentences.words.shorts if s.result == PERIOD and s.name == procedure.name), "")
    first: list[str] = []
    last: list[str] = []
    for told in used:
        if told.startswith(AFTER_NEXT) and not told.endswith(BEGUN):
            first.append(_BEGIN.format(told, told + BEGUN, own))
            last.append(_END.format(told, told + BEGUN))
        elif told.startswith(NEXT):
            first.append(_FREE_NEXT.format(told, "", own))
        elif not told.endswith(BEGUN):
            first.append(_FREE.format(told))
            last.append(_FREE.format(told))
    begun = tuple(_step(f"lasting {n}", text, procedure, sentences) for n, text in enumerate(first, 1))
    ended = tuple(_step(f"lasted {n}", text, procedure, sentences) for n, text in enumerate(last, 1))
    return msgspec.structs.replace(procedure, steps=(*begun, *procedure.steps, *ended))


def _step(name: str, text: str, procedure: Procedure, sentences: Sentences) -> Step:
    place = next(s.place for s in procedure.steps)
    assert place is not None
    tree = sentences.tree(SourceLine("step", text, place, text), "effect", card=True)
    assert tree is not None
    return Step(name, (), sentences.lowering.effect(tree), (), None)
