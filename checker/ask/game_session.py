"""A game laid ready for questions: its rules with amendments, and the reading of its scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from checker.ask.whole_rulebook import rulebook, without_circles
from checker.boards import LABELS
from checker.kernel.game import Box, Game
from checker.kernel.position import Memory
from checker.kernel.record import Record
from checker.kernel.scene import Item, Raw, Scene
from checker.kernel.source import SCENE_PLAYERS, InputError, Place, Problem
from checker.kernel.vocabulary import Functions, Vocabulary, under_facts
from checker.load.compiled_game import CompiledScenes, compiled_game, digest, scene_reader, scenes_told, told_in
from checker.load.find_amendment import VARIANTS, known, named, titled, titles, variants, with_needed
from checker.load.folders.game_folder import folder_of
from checker.norms import card_kinds, zones
from checker.norms import counts as counted
from checker.norms.rulebook import Rulebook
from checker.run import lookahead as foresight
from checker.store import fingerprint as content
from checker.store.disk_cache import DiskShelf, keep, kept
from checker.store.own_code import code_in
from checker.syntax.files import read_text
from checker.syntax.lexer import fold
from checker.syntax.scene_reader import SceneReader, rulings, seated, statements, switched_on
from checker.verdicts.ruling_check import CheckedQuestion, Ruled, RuledScene, asked, checked, ruled
from checker.verdicts.statements import OwnForms, SceneStatements
from checker.verdicts.verdict import Answer

if TYPE_CHECKING:
    from checker.kernel.game_play import Playing
    from checker.syntax.everyday.hints import Hint
    from checker.syntax.everyday.retell import Retold, Unread


class Own(Record):
    """A game's own part: the functions behind its facts, what reads its scenes, how whole games go, which files it reads besides; the numbers of players, if the game's settings say so, and a name for what is in its files of data."""

    functions: Callable[[str], Functions]
    scene_forms: Callable[[Game], OwnForms | None]
    playing: Callable[[Game], Playing | None] = lambda game: None
    reads: Callable[[str], tuple[Path, ...]] = lambda name: ()
    players: tuple[int, ...] = ()
    data: str = ""


def no_scene(text: str, file: str) -> Problem:
    """The problem of a text that says nothing."""
    return Problem(Place(file, 1), "there is no scene in it", text[:100], "begin with `players A B C`, clockwise")


class Desk:
    """One game with the amendments that every scene has; scenes may switch on further ones."""

    def __init__(
        self,
        name: str,
        own: Own,
        amendments: tuple[Path, ...] = (),
        without: tuple[str, ...] = (),
        root: Path | None = None,
        cut: bool = False,
    ) -> None:
        amendments = with_needed(name, amendments, root)
        self.name, self.parts, self.amendments, self.without, self.root = name, own, amendments, without, root
        self.cut, self.folder = cut, folder_of(name, root)
        self.key = digest(name, amendments, root, without) + own.data
        self.game = compiled_game(self.key, name, amendments, root, without)
        self.titles = frozenset(t.casefold() for path in amendments for t in titles(path))
        self.game = without_circles(self.game, self._functions, amendments) if cut else self.game
        if amendments or without or root is not None or own.data:
            self.refuse()
        self._amended: dict[tuple[Path, ...], Desk] = {}
        self._reader: SceneReader | None = None
        self._laws: dict[tuple[str, str], Raw] = {}

    def __reduce__(self) -> tuple[type[Desk], tuple[object, ...]]:
        return Desk, (self.name, self.parts, self.amendments, self.without, self.root, self.cut)

    @cached_property
    def _functions(self) -> Functions:
        return _functions(self.parts.functions(self.name), self.game)

    @cached_property
    def rules(self) -> Rulebook:
        """The game's rulebook."""
        return rulebook(self.game, self._functions, self.amendments)

    @cached_property
    def own(self) -> OwnForms | None:
        """What reads the game's own statements in a scene, if anything."""
        return self.parts.scene_forms(self.game)

    def refuse(self) -> None:
        """Raises InputError for rules that do not go together; those that come along do, and are not looked at before
        somebody asks them."""
        _ = self.rules, self.own

    @property
    def title(self) -> str:
        """What the game is called in print."""
        from checker.syntax.everyday.forms import FORMS, called

        texts = map(read_text, self.folder.files(self.folder.specs, FORMS))
        return next(filter(None, map(called, texts)), self.name)

    @cached_property
    def fewest(self) -> int:
        """The least number of players that the game can have."""
        key = f"{self.key} {self.parts.players} {code_in('games', 'simulate')}"
        known: int | None = kept("seats", key, int)
        if known is None:
            known = min(self.seated(()), default=2)
            keep("seats", key, known)
        return known

    def seated(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the numbers of players that the game can have; its own if it can have none of them."""
        playing = self.parts.playing(self.game)
        own = self.parts.players or (playing.seats if playing is not None else ())
        return (tuple(n for n in numbers if n in own) or own) if own else numbers

    @property
    def taken(self) -> str:
        """A name for what the game's own reading of scenes takes from the rules, but for single cards and for errors."""
        own = dict(getattr(self.own, "keywords", {}))
        return content.named({name: _of_no_card(value) for name, value in own.items()}) + self.parts.data

    def shelf(self) -> DiskShelf:
        """Where results are kept that depend on nothing but the rules, this program and what it reads besides."""
        return DiskShelf(self.parts.data + content.of_files(self.parts.reads(self.name)))

    @property
    def reader(self) -> SceneReader:
        """What reads the scenes of the game."""
        if self._reader is None:
            self._reader = scene_reader(self.key, self.game)
        return self._reader

    def with_laws(self, scene: Scene) -> Desk:
        """The desk with the laws and variants of the scene. Raises InputError for an unknown one."""
        return self._amended_by(scene.amendments, scene.place.file)

    def _amended_by(self, titles: Iterable[str], file: str) -> Desk:
        """The desk with the laws and variants that the file names: its variants before the amendments that the desk
        has, which may amend them, its laws after. Raises InputError for an unknown one."""
        paths = self._own_laws(titles, file)
        if not paths:
            return self
        if paths not in self._amended:
            first = tuple(path for path in paths if path.parent.name == VARIANTS)
            amendments = (*first, *self.amendments, *(path for path in paths if path not in first))
            self._amended[paths] = Desk(self.name, self.parts, amendments, self.without, self.root, self.cut)
        return self._amended[paths]

    def switched(self, title: str) -> Desk:
        """The desk with the law or variant of the title. Raises InputError for an unknown one."""
        return self._amended_by((title,), "scene")

    def changed(self, amendments: tuple[Path, ...] = (), without: tuple[str, ...] = ()) -> Desk:
        """The desk with further amendments, and without the clauses."""
        every, gone = (*self.amendments, *amendments), (*self.without, *without)
        return Desk(self.name, self.parts, every, gone, self.root, self.cut)

    def bare(self) -> Desk:
        """The desk without amendments."""
        return Desk(self.name, self.parts, (), self.without, self.root)

    def scenes(self, text: str, file: str, hinted: bool = True) -> list[Scene]:
        """The scenes of the text. Raises InputError with every problem found, with hints if these are wanted, or if there
        is none."""
        raws = statements(text, file)
        if not raws:
            raise InputError(no_scene(text, file))
        for raw in raws:
            if raw.text.startswith(("law ", "variant ")):
                self._laws.setdefault((file, raw.text.partition(" ")[2].strip().strip('"')), raw)
        try:
            return self._seatable([s for part, desk in self._parts(raws) for s in desk.reader.scenes(part)])
        except InputError as error:
            raise InputError(*self.hinted(error.problems, raws) if hinted else error.problems) from None

    def hinted(self, problems: Iterable[Problem], raws: Sequence[Raw]) -> tuple[Problem, ...]:
        """The problems of the statements, each with what the game has to say to it."""
        gone = self._taken_away()
        return tuple(p if p.long else _with_removed(self._hinted(p, raws), gone) for p in problems)

    def _seatable(self, scenes: list[Scene]) -> list[Scene]:
        """The scenes. Raises InputError for one with more or fewer players than the game's settings say."""
        few, many = min(self.parts.players, default=0), max(self.parts.players, default=SCENE_PLAYERS)
        said = f"{self.name} is for {few}" + (f" to {many}" if few < many else "")
        wrong = [scene for scene in scenes if not few <= len(scene.players) <= many]
        if wrong:
            raise InputError(*(Problem(s.place, f"{len(s.players)} players; {said}") for s in wrong))
        return scenes

    def _parts(self, raws: list[Raw]) -> Iterator[tuple[list[Raw], Desk]]:
        """The statements of the scenes that follow each other and are told in the same words, with the desk that reads
        them: what a scene switches on may bring words of its own."""
        for desk, part in groupby(rulings(raws), lambda scene: self._reading(scene)):
            yield [raw for scene in part for raw in scene], desk

    def _reading(self, scene: Sequence[Raw]) -> Desk:
        """The desk in whose words the scene is told; this one where what it switches on is unknown or brings none."""
        titles = switched_on(scene)
        try:
            self._own_laws(titles, scene[0].place.file)
        except InputError:
            return self
        amended = self._amended_by(titles, scene[0].place.file)
        return self if told_in(amended.game) == told_in(self.game) else amended

    def retold(self, text: str) -> Retold | Unread:
        """The scene as it was typed, told in the grammar's forms, or the sentence of it that cannot be."""
        listed = any(map(seated, text.replace(";", "\n").split("\n")))
        named = ((names, names if listed else spoken) for names, spoken in variants(self.name, self.root))
        from checker.syntax.everyday.forms import FORMS
        from checker.syntax.everyday.preamble import mentioned
        from checker.syntax.everyday.retell import retold

        names = next((names for names, spoken in named if mentioned(text, spoken)), ())
        at = self._amended_by(names[:1], "scene")
        return retold(text, at.game, at.reader, self.folder.specs / FORMS, self.fewest, names, at.key)

    def questions(self) -> tuple[str, ...]:
        """The questions that are typed as the grammar has them, with holes in braces."""
        from checker.syntax.everyday.forms import FORMS
        from checker.syntax.everyday.nearest import questions_as_typed
        from checker.syntax.everyday.retell import spoken_of

        return tuple(questions_as_typed(spoken_of(self.game, self.reader, self.folder.specs / FORMS, self.key)))

    def _hinted(self, problem: Problem, raws: Sequence[Raw]) -> Problem:
        """The problem with what there is to say of the players or the card that were expected."""
        before = [who for r in raws if (who := seated(r.text)) and r.place.line <= problem.place.line]
        from checker.ask.foreign_words import instead, with_clauses, with_players

        found = with_clauses(with_players(problem, before), self.game)
        return instead(found, raws, self._hints(), self.reader.titles)

    def _hints(self) -> tuple[Hint, ...]:
        """What the game has to say instead of what no form reads."""
        from checker.syntax.everyday.forms import FORMS
        from checker.syntax.everyday.hints import hints_in

        own = (path for path in self.folder.files(self.folder.specs, FORMS))
        return tuple(hint for path in own for hint in hints_in(read_text(path)))

    def _amending(self, title: str, said: Raw) -> tuple[Path, ...]:
        """The file of the law or variant. Raises InputError if there is none."""
        try:
            return named(self.name, (title,), said.place, self.root)
        except InputError as error:
            there = titled(self.name, self.root)
            shown = (msgspec.structs.replace(p, excerpt=said.whole[:300]) for p in error.problems)
            from checker.ask.foreign_words import with_amendments

            raise InputError(*(with_amendments(p, title, there, self.game) for p in shown)) from None

    def _taken_away(self) -> frozenset[str]:
        """The titles of the cards that the amendments take out of the game."""
        if not self.amendments:
            return frozenset()
        base = compiled_game(digest(self.name, (), self.root), self.name, (), self.root)
        return frozenset(c.title for c in base.cards) - {c.title for c in self.game.cards}

    def answers(self, scene: Scene) -> list[tuple[Item, Answer]]:
        """Each question of the scene with its answer. Raises InputError for what no box can lay out."""
        desk = self.with_laws(scene)
        return list(asked(desk.rules, scene, SceneStatements(desk.rules, scene, desk.own)))

    def checked(self, scene: Scene, memory: Memory | None = None) -> list[CheckedQuestion]:
        """Every expectation of the scene, compared with the answer; what is worked out goes into the memory of these rules."""
        return checked(scene, self.ruled(scene, memory).scene)

    def ruled(self, scene: Scene, memory: Memory | None = None, elsewhere: bool = False) -> Ruled:
        """What every expectation of the scene comes to, with what lay and was looked up on the way.

        A scene that was read `elsewhere`, under other rules, may speak of what is not in these.
        """
        try:
            desk = self.with_laws(scene)
        except InputError as error:
            return Ruled(RuledScene((), error.problems[0]))
        own = desk.rules.looked if desk is not self else None
        if own is not None:
            own.clear()
        seen: set[str] = set()
        reading = partial(SceneStatements, desk.rules, scene, desk.own)
        found = ruled(desk.rules, scene, reading, memory if desk is self else None, seen, elsewhere)
        return Ruled(found, frozenset(seen), frozenset(own or ()))

    def laws(self, scene: Scene) -> str:
        """What the laws and variants of the scene say that are its own. Raises InputError for an unknown one."""
        return "".join(read_text(path) for path in self._own_laws(scene.amendments, scene.place.file))

    def clauses(self, scene: Scene) -> frozenset[str]:
        """The clauses that hold with the laws and variants of the scene; those of the game where one is unknown."""
        try:
            return frozenset(c.id for c in self.with_laws(scene).game.clauses)
        except InputError:
            return frozenset(c.id for c in self.game.clauses)

    def _own_laws(self, titles: Iterable[str], file: str) -> tuple[Path, ...]:
        wanted = [t for t in titles if t.casefold() not in self.titles]
        return tuple(
            p
            for title in wanted
            for p in self._amending(title, self._laws.get((file, title), Raw("", Place(file, 1), "")))
            if p not in self.amendments
        )

    def ruling_files(self) -> list[Path]:
        """The files with the rulings of the game, in name order."""
        return self.folder.rulings()

    def rulings(self, only: Path | None = None) -> list[Scene]:
        """The rulings of the game, or of one file. Raises InputError with the problems of all files."""
        paths = self.ruling_files() if only is None else [only]
        shown = [self.folder.shown(path) for path in paths]
        texts = [(name, read_text(path, name)) for path, name in zip(paths, shown, strict=True)]
        brought = [(path.name, read_text(path)) for path in dict.fromkeys(known(self.name, self.root).values())]
        told = scenes_told(self.game, [*texts, *brought], lambda: self._told(texts))
        self._laws |= told.laws
        return list(told.scenes)

    def _told(self, texts: Iterable[tuple[str, str]]) -> CompiledScenes:
        """What the files tell. Raises InputError with the problems of all of them."""
        found: list[Scene] = []
        problems: list[Problem] = []
        for name, text in texts:
            try:
                found += self.scenes(text, name)
            except InputError as error:
                problems += error.problems
        if problems:
            raise InputError(*problems)
        return CompiledScenes(tuple(found), self._laws)


def _of_no_card(value: object) -> object:
    """The value without what it says of single cards, which belongs to each of them."""
    return msgspec.structs.replace(value, copies={}, clauses={}) if isinstance(value, Box) else value


def _functions(own: Functions, game: Game) -> Functions:
    words = game.vocabulary
    of_words = (counted.functions(words), zones.functions(words), _board(words))
    shared = (foresight.FUNCTIONS, card_kinds.FUNCTIONS, *of_words, own)
    return under_facts(words, {name: function for functions in shared for name, function in functions.items()})


def _board(words: Vocabulary) -> Functions:
    if not any(sort.labels == LABELS for sort in words.sorts):
        return {}
    from checker.boards.facts import functions

    return functions(words)


def _with_removed(problem: Problem, gone: Iterable[str]) -> Problem:
    """The problem, with a hint where it is met at a card that was taken out of the game."""
    met = f"{fold(problem.excerpt[problem.place.column - 1 :])} "
    for title in gone:
        if met.startswith(f"{fold(title)} "):
            return Problem(problem.place, problem.message, problem.excerpt, f"the amendments remove the card `{title}`")
    return problem
