"""The rules of a game, loaded once and asked as often as one likes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from checker.ask.answer_json import answers_json, retold_json, rulings_json
from checker.ask.ask import Answered, Settling, asked_at
from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.catalog.named_games import accepted, desk, games
from checker.catalog.retelling import retold, with_near
from checker.kernel.game import Game
from checker.kernel.scene import Scene
from checker.kernel.source import InputError, Place, Problem
from checker.process.inputs import usable
from checker.syntax.everyday.retell import Retold
from checker.syntax.scene_reader import named_game, statements
from hexcheck.records import Answers, Changes, Findings, Rulings

if TYPE_CHECKING:
    from hexcheck.report import Report

SCENE = "scene"
"""What a scene is called in messages."""


Scope = Literal["none", "quick", "pairs", "tables", "triples"]


class Rules:
    """The rules of one game, with the amendments that they were loaded with.

    >>> import hexcheck
    >>> rules = hexcheck.load("hexhex")
    >>> said = rules.ask("players A B C; A casts at B; B plays Turn Aside Left; where does the Hex go?")
    >>> [(one.verdict, one.outcomes[0].value, one.deciding) for one in said.answers]
    [('FORCED', 'C', ('HH-37', 'HH-172'))]

    What cannot be read is refused with its place and what may be meant:

    >>> try:
    ...     rules.ask("players A B C; A casts at B; B plays Dukc; what happens?")
    ... except hexcheck.InputError as error:
    ...     error.problems[0].place.column, error.problems[0].hint
    (38, 'did you mean `Duck`?')
    """

    def __init__(self, desk: Desk, word: str = "") -> None:
        self.desk = desk
        self._word = word or desk.name

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.desk.name

    @cached_property
    def game(self) -> Game:
        """All that was read of the game."""
        return self.desk.game

    def ask(self, scene: str, *, settle: bool = False) -> Answers:
        """The answers to the questions of the scene; with `settle`, also the errata that settle what is open.

        Raises InputError for a scene that cannot be used.
        """
        found = self.answered(scene, settle=settle)
        said = answers_json(((one.answer, one.game) for one in found), (one.settled for one in found))
        return msgspec.convert({**said, **retold_json(one.told for one in found)}, Answers)

    def check(self, *, scope: Scope = "pairs", players: str | None = None, jobs: int = 0, memory: int = 0) -> Findings:
        """What the rules contradict, leave open or never reach: `players` for instance `3-6`, as many as the game takes if None.

        >>> import hexcheck
        >>> found = hexcheck.load("examples/court").check(scope="quick", jobs=1)
        >>> [(one.severity, one.message) for one in found.findings if one.code == "HX302"]
        [('warning', 'nothing states the winner, whom nobody fits in `who is the winner`')]

        Each carries the smallest scene that shows it, which `ask` answers, and what would settle it:

        >>> one = found.findings[0]
        >>> one.witness.split("\\n"), one.settle, one.places[0].file
        (['players A B', 'who is the winner?'], 'say what is so then', 'examples/court/specs/clauses.norm')

        Raises InputError for numbers of players that cannot play.
        """
        from checker.check import run_checks
        from checker.check.finding_formats import as_json

        numbers = run_checks.meant(players, [self.desk])
        report = run_checks.report(self.desk, numbers, scope, jobs, memory=memory)
        report.accepting = accepted((self._word,)).get(self.name)
        return msgspec.json.decode(as_json([report]), type=Findings)

    def rulings(self) -> Rulings:
        """Every ruling of the game, compared with what the rules say.

        >>> import hexcheck
        >>> ruled = hexcheck.load("examples/court").rulings()
        >>> ruled.agree == ruled.questions, [one.ruling for one in ruled.rulings if one.faults]
        (True, [])
        >>> ruled.rulings[0].question, ruled.rulings[0].verdict, ruled.rulings[0].value
        ('what is the coins of A?', 'FORCED', '5')
        """
        return msgspec.convert(rulings_json(house.all_checked(self.desk)), Rulings)

    def diff(self, errata: Iterable[str | PathLike[str]], *, jobs: int = 0, seconds: int = 600) -> Changes:
        """What the errata change in these rules, as far as it is found in about so many seconds; 0 is no bound.

        >>> import hexcheck
        >>> changes = hexcheck.load("examples/court").diff(["examples/court/errata/heirs.norm"], jobs=1)
        >>> [one] = changes.games
        >>> one.amendments
        ('When somebody goes out, everybody who is still in the game gets a coin',)
        >>> [(r.question, r.before, r.after) for r in one.rulings if r.changes == "outcome"][0]
        ('what is the coins of A?', 'FORCED: 5', 'FORCED: 6')

        Raises InputError for errata that cannot be read.
        """
        from checker.errata import diff, diff_output

        amended = self.desk.changed(tuple(map(Path, errata)))
        return msgspec.convert(diff_output.as_json(diff.changed([(self.desk, amended)], jobs, seconds)), Changes)

    def report(
        self,
        *,
        scope: Scope = "pairs",
        players: str | None = None,
        findings: str | PathLike[str] | None = None,
        since: str | PathLike[str] | None = None,
        seed: int = 0,
        seconds: int = 0,
        jobs: int = 0,
        memory: int = 0,
    ) -> Report:
        """What players will ask, for a publisher: made in about so many seconds, 0 is no bound.

        The findings can be taken from a file; `since` is another edition to compare with: a file of findings, or a folder
        with the rules as they were. Raises InputError for files of no use.
        """
        from checker.check.run_checks import meant
        from checker.report.publish import ReportPlan, made
        from hexcheck.report import Report

        kept, old = (Path(one) if one is not None else None for one in (findings, since))
        numbers = meant(players, [self.desk])
        plan = ReportPlan(numbers, scope, jobs, memory, seed, seconds, kept, old, house.old_version)
        return Report(*made(self.desk, plan))

    def answered(self, scene: str, *, why_not: bool = False, settle: bool = False) -> list[Answered]:
        """Every question of the scene with its answer, with all that is known of it.

        A scene that cannot be read as it stands is told in the forms of the game if it can be. Raises InputError.
        """
        scenes, told = self._read(scene)
        answers = asked_at(self.desk, scenes, why_not, _settling() if settle else None)
        return [msgspec.structs.replace(one, told=told) for one in answers] if told else answers

    def scenes(self, scene: str) -> list[Scene]:
        """The scenes of the text, as they are read. Raises InputError."""
        return self._read(scene)[0]

    def _read(self, scene: str) -> tuple[list[Scene], Retold | None]:
        """The scenes, and how they were told if they cannot be read as they stand."""
        text = usable(scene, SCENE)
        self._own(text)
        try:
            return self.desk.scenes(text, SCENE), None
        except InputError as error:
            found = retold([self.desk], text, SCENE)
            if found is None:
                raise with_near(error, [self.desk], statements(text, SCENE)) from None
            return self.desk.scenes(found[1].text, SCENE), found[1]

    def _own(self, text: str) -> None:
        """Raises InputError if the scene says that it is one of another game."""
        named = named_game(statements(text, SCENE))
        if named and named != self.name:
            message = f"this scene is one of `{named}`, and these are the rules of `{self.name}`"
            raise InputError(Problem(Place(SCENE, 1), message, "", f'`hexcheck.load("{named}")`'))


def load(
    game: str | PathLike[str],
    *,
    errata: Iterable[str | PathLike[str]] = (),
    variants: Iterable[str] = (),
    dictionary: str | PathLike[str] | None = None,
    allow_code: bool = False,
) -> Rules:
    """The rules of the game that comes along under this name, or that is in this folder, with errata from files and
    variants by their titles.

    >>> import hexcheck
    >>> rules = hexcheck.load("examples/court", errata=["examples/court/errata/heirs.norm"])
    >>> rules.name, len(rules.game.cards)
    ('court', 3)

    Code in the folder runs only if that is allowed. Raises InputError with every problem of the files.
    """
    (word,) = games((str(game),))
    words = Path(dictionary) if dictionary is not None else None
    return Rules(desk(word, list(map(Path, errata)), list(variants), None, words, allow_code=allow_code), word)


def _settling() -> Settling:
    from checker.clarify.settle import settled  # it reads the rules as they are written

    return settled
