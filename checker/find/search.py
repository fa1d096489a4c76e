"""The index of what games say, and what in it is nearest to some words (lunr: BM25 over stems)."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

from lunr.builder import Builder
from lunr.index import Index

from checker.ask.game_session import Desk
from checker.find.alike import alike
from checker.find.passages import Passage, passages
from checker.find.words import CardNames, stems
from checker.kernel.record import Record
from checker.store import disk_cache as cache
from checker.store.own_code import code_in
from checker.syntax.everyday.forms import FORMS
from checker.syntax.everyday.preamble import mentioned
from checker.syntax.files import read_text

_ASKED = (
    (r"\b(?:can|can't|cant|cannot|may|allowed|could|legal|ok|okay)\b", frozenset({"permission", "prohibition"})),
    (r"\b(?:must|have to|has to|need|needs|forced|skip|should)\b", frozenset({"obligation", "permission"})),
    (r"\bwho\b.*\b(?:wins?|won|points?|gains?|gets?|scores?)\b", frozenset({"scoring"})),
    (r"\b(?:how many|set ?up|start with|begin with|dealt)\b", frozenset({"setup", "component-count"})),
)
_NUMBER_ASKED = re.compile(r"\bhow (?:many|much|far|long|often)\b", re.I)
_NUMBER = re.compile(r"\d|\b(?:one|once|two|twice|three|four|five|six|seven|eight|nine|ten|twelve|as many)\b", re.I)
NEARER = 1.3
"""So much nearer is a rule of a kind that is asked for."""


def likelier(question: str, kind: str, says: str) -> float:
    """How much likelier than another the rule of the kind is what is asked for."""
    low = question.casefold()
    fits = any(kind in kinds and re.search(words, low) for words, kinds in _ASKED)
    counts = _NUMBER_ASKED.search(low) is not None and _NUMBER.search(says) is not None
    return (NEARER if fits else 1.0) * (NEARER if counts else 1.0)


FIELDS = (("section", 1.0), ("says", 3.0), ("name", 1.0), ("beside", 1.5))
"""What a passage is found by, and how much each part of it weighs."""
SAME, SLIP, LONG = 0.4, 0.5, 5
"""How much a word weighs that says much the same, or that differs by a letter from one that no rule has; words so long at
least may have such a slip."""

KEPT = "found"
"""What an index is kept as."""
RECENT = 4
"""So many indexes are ready for questions that come one after the other."""
TOLD_BY = 3
"""So many of the nearest passages say of which game words speak."""


class Found(Record):
    """A passage that speaks of what is looked for, how near it is, and by which stems."""

    passage: Passage
    score: float
    stems: tuple[str, ...] = ()


class KeptIndex(Record):
    """What is kept from one run to the next: the passages and the two indexes over them."""

    passages: tuple[Passage, ...]
    rules: str
    rulings: str


class RuleSearch:
    """What several games say, ready to be searched."""

    def __init__(self, desks: Sequence[Desk]) -> None:
        self._desks = tuple(desks)

    @cached_property
    def _kept(self) -> KeptIndex:
        key = " ".join((*(_named(desk) for desk in self._desks), code_in("find", "syntax")))
        known: KeptIndex | None = cache.kept(KEPT, key, KeptIndex)
        if known is None:
            every = tuple(p for desk in self._desks for p in passages(desk))
            known = KeptIndex(every, *(_index(every, self._titles, rulings) for rulings in (False, True)))
            cache.keep(KEPT, key, known)
        return known

    @cached_property
    def _rules(self) -> Index:
        return _loaded(self._kept.rules)

    @cached_property
    def _rulings(self) -> Index:
        return _loaded(self._kept.rulings)

    @cached_property
    def _alike(self) -> dict[str, dict[str, frozenset[str]]]:
        return {
            desk.game.name: alike(read_text(p) for p in desk.folder.files(desk.folder.specs, FORMS))
            for desk in self._desks
        }

    def ready(self) -> None:
        """The index is there."""
        _ = self._kept

    def rules(self, text: str, game: str = "") -> list[Found]:
        """The clauses, cards and open points that speak of it, the nearest first; of one game, if that is named."""
        return self._ranked(self._rules, text, game)

    def rulings(self, text: str, game: str = "") -> list[Found]:
        """The rulings that speak of it, the nearest first; of one game, if that is named."""
        return self._ranked(self._rulings, text, game)

    def game(self, text: str) -> str:
        """The game that is named in it, if one is, else the one that says most of it; nothing if none says anything."""
        named = [desk.game.name for desk in self._desks if mentioned(text, (desk.game.name,))]
        if len(named) == 1:
            return named[0]
        scores = defaultdict[str, list[float]](list)
        for found in self.rules(text):
            scores[found.passage.game].append(found.score)
        return max(scores, key=lambda g: sum(sorted(scores[g])[-TOLD_BY:]), default="")

    @cached_property
    def _titles(self) -> CardNames:
        return CardNames(c.title for desk in self._desks for c in desk.game.cards)

    def _ranked(self, index: Index, text: str, game: str) -> list[Found]:
        """What speaks of it, each game asked in the words that it has for it."""
        every, found = self._kept.passages, list[Found]()
        for name in (game,) if game else self._alike:
            query = index.create_query()
            for term, weight, slip in self._terms(index, text, self._alike[name]):
                query.clause(term, boost=weight, use_pipeline=False, edit_distance=slip)
            results = index.query(query) if query.clauses else []
            spoken = (_found(text, every[int(one["ref"])], one) for one in results)
            found += [one for one in spoken if one.passage.game == name]
        return sorted(found, key=lambda one: -one.score)

    def _terms(self, index: Index, text: str, same: dict[str, frozenset[str]]) -> Iterator[tuple[str, float, int]]:
        """The stems that are looked for, what each weighs, and by how many letters it may differ."""
        asked = dict.fromkeys((*stems(text), *self._titles.named(text)))
        others = {other for one in asked for other in same.get(one, ())} - set(asked)
        for one in asked:
            known = one in index.inverted_index
            yield (one, 1.0, 0) if known or len(one) < LONG else (one, SLIP, 1)
        yield from ((one, SAME, 0) for one in sorted(others) if one in index.inverted_index)


def _found(text: str, passage: Passage, one: Any) -> Found:
    """The passage, the nearer if it is of a kind that is asked for."""
    likely = likelier(text, passage.source, passage.says) if passage.sort == "clause" else 1.0
    return Found(passage, one["score"] * likely, tuple(one["match_data"].metadata))


def _named(desk: Desk) -> str:
    """A name for all that is found in the game."""
    return desk.key + "".join(read_text(path) for path in desk.ruling_files())


@lru_cache(maxsize=RECENT)
def _loaded(index: str) -> Index:
    """The index of which this is the text."""
    return Index.load(index)


def _index(every: Sequence[Passage], titles: CardNames, rulings: bool) -> str:
    """The index over the rulings, or over the rest, as text."""
    made: Any = Builder()
    made.ref("at")
    for name, weight in FIELDS:
        made.field(name, boost=weight)
    for at, passage in enumerate(every):
        if (passage.sort == "ruling") == rulings:
            made.add({"at": str(at), **{name: _terms(getattr(passage, name), titles) for name, _ in FIELDS}})
    if not made.document_count:  # an average is taken over what is there
        made.add({"at": "", **{name: "" for name, _ in FIELDS}})
    return json.dumps(made.build().serialize())


def _terms(text: str, titles: CardNames) -> str:
    return " ".join((*stems(text), *titles.named(text)))


def indexed(desks: Sequence[Desk]) -> dict[str, bytes]:
    """The index of each of the games by itself, as it is kept, by file names."""
    with cache.noted() as found:
        for desk in desks:
            RuleSearch([desk]).ready()
    return {name: form for name, form in found.items() if name.startswith(f"{KEPT}-")}
