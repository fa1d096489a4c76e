"""A scene that is told so far: its lines, the ways it can have gone, and the open points met on them."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any, NamedTuple

from checker.explore.situations import SEATS
from checker.kernel.term import Point, Value
from checker.kernel.trees.walk import of_kind
from checker.run.branches import Branch, Chose, Took
from checker.run.progress import Line
from checker.verdicts.scene_interpreter import Judge

_SEAT = re.compile(rf"(?<!\{{)\b(?:{'|'.join(SEATS)})\b(?!\}})")
"""The name of a player of scenes that are searched."""


class Cause(NamedTuple):
    """What opened a point that no clause of its own names: the act that was under way, and its card."""

    act: str = ""
    card: str = ""


def key_of(point: Point, cause: Cause) -> str:
    """What makes two open points the same for a reader of the rules, wherever they are met."""
    plain = _SEAT.sub("a player", point.id)
    return f"{plain} [{cause.act}]" if cause.act else plain


class SceneState(NamedTuple):
    """A scene so far: its lines, and what the judge holds of it."""

    lines: tuple[str, ...]
    judge: Judge

    @property
    def illegal(self) -> bool:
        """In every way things can go, the last act was forbidden."""
        return all(b.illegal for b in self.judge.branches)

    def causes(self) -> dict[str, tuple[Point, Cause]]:
        """The open points that were met on the way, by what opened them."""
        found: dict[str, tuple[Point, Cause]] = {}
        for branch in self.judge.branches:
            act, card = "", ""
            for entry in branch.trail:
                if isinstance(entry, Line) and entry.event:
                    act = str(entry.event[0])
                    card = next((str(x[0]) for x in entry.event[1:] if isinstance(x, tuple)), card)
                elif isinstance(entry, Took):
                    cause = Cause() if entry.point.clauses else Cause(act, card)
                    found.setdefault(key_of(entry.point, cause), (entry.point, cause))
        return found

    def labels(self) -> tuple[str, ...]:
        """The labels that the lines use."""
        return tuple(dict.fromkeys(x for line in self.lines for x in re.findall(r"\b[A-Z]\d+\b", line)))

    def words(self) -> frozenset[str]:
        """The words in all values on its tables: titles of cards that lie there are among them."""
        return frozenset(w for b in self.judge.branches for _, v in b.position.store.items() for w in of_kind(v, str))

    def plays(self, seats: tuple[str, ...], cards: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """Who played which of the cards."""
        return tuple(
            (s, c) for c in cards for s in seats if any(line.startswith(f"{s} ") and c in line for line in self.lines)
        )

    def lawful(self) -> SceneState:
        """The ways in which the last act was not forbidden."""
        return self.among([b for b in self.judge.branches if not b.illegal])

    def fewer(self, known: frozenset[str], most: int) -> SceneState:
        """Few of the ways: known points as by default, and the first and last of what is left."""
        ways = [
            b
            for b in self.judge.branches
            if all(
                not isinstance(e, Took) or not is_known(e.point, known) or e.option == e.point.options[0]
                for e in b.trail
            )
        ] or self.judge.branches[:1]
        return self.among(ways if len(ways) <= most else [*ways[: most - 1], ways[-1]])

    def even(self, most: int) -> SceneState:
        """The ways of few choices, the first and the last, under all options of what is open alike."""
        made = list(dict.fromkeys(map(_chosen, self.judge.branches)))
        kept = made if len(made) <= most else [*made[: most - 1], made[-1]]
        return self.among([b for b in self.judge.branches if _chosen(b) in kept])

    def only(self, branch: Branch) -> SceneState:
        """This one way of the scene."""
        return self.among([branch])

    def afresh(self) -> SceneState:
        """The same scene, with nothing remembered of what was worked out from its tables."""
        return self.among([b.on(b.position.store.afresh()) for b in self.judge.branches])

    def among(self, branches: list[Branch]) -> SceneState:
        """The scene on these ways of it."""
        return SceneState(self.lines, judging(self, branches))


def judging(told: SceneState, branches: list[Branch]) -> Judge:
    """What the judge holds of the scene, with these branches of play."""
    judge = told.judge.apart()
    judge.branches = branches
    return judge


def _chosen(way: Branch) -> tuple[object, ...]:
    """What players and chance picked on this way, one after the other."""
    return tuple((e.by.who, e.by.what, e.option) for e in way.trail if isinstance(e, Chose))


def is_known(point: Point, known: frozenset[str]) -> bool:
    """The point is one of those that are known, whatever opened it."""
    plain = key_of(point, Cause())
    return plain in known or any(k.startswith(f"{plain} [") for k in known)


class Taken(NamedTuple):
    """A fork on the way with the option taken: an open point by its key, or a choice, which has no key."""

    key: str
    plain: str
    option: Value
    by: Any
    cause: Cause = Cause()

    @property
    def who(self) -> str:
        """Who chose."""
        return str(self.by.who)


EndedPlay = tuple[tuple[Taken, ...], Hashable]
"""One way in which things can go: the forks taken, and the answer at its end."""
