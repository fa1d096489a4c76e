"""What the commands ask of games: answers, rulings compared, versions, and which games are meant."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec

from checker.ask.ask import Answered, Settling, asked_at
from checker.ask.game_session import Desk, no_scene
from checker.catalog.named_games import (
    accepted,
    around,
    desk,
    folder_named,
    games,
    here,
    known,
    put_to,
    told_in,
    unnamed,
    worded,
)
from checker.kernel.scene import Raw, Scene
from checker.kernel.source import InputError, Place, Problem, misused
from checker.load.folders.game_folder import WORDS, stands_alone
from checker.process.inputs import standard_input, usable
from checker.syntax.files import read_text
from checker.syntax.lexer import fold
from checker.syntax.scene_reader import named_game, seated, statements
from checker.verdicts.ruling_check import CheckedQuestion, checked

SHORTEST = 3
"""So many lines at most has a scene that says the game, who plays, and asks."""


def asked(
    scene: str,
    errata: list[Path] | None,
    variants: list[str] | None,
    why_not: bool,
    dictionary: Path | None = None,
    settle: bool = False,
    named: str | None = None,
    allow_code: bool = False,
    called: str = "",
) -> list[Answered]:
    """Every question of the scenes with its answer. Raises InputError for what cannot be used.

    A scene that does not name its game belongs to the first that can read it; if none can, the one that so many
    players can play and that reads the most says what is wrong, and whether the words are those of another game. A
    game that the amendments do not fit is none of them, unless it can read the scene without them, or they fit none.
    Rules that cannot be read by themselves are told before a scene that no other game can read. A scene that is `called` so
    is no file.
    """
    text, file = (scene, called) if called else _text(scene)
    raws = _told(text, file)
    name = named or told_in(file, named_game(raws)) or around(Path(file))
    opened = partial(desk, errata=errata, variants=variants, dictionary=dictionary, allow_code=allow_code)
    settling = _settling() if settle else None
    refused: dict[str, tuple[Problem, ...]] = {}
    refusing: dict[str, Desk] = {}
    unfit: dict[str, tuple[Problem, ...]] = {}
    unseated: list[tuple[Desk, list[Scene]]] = []
    for game in games((name,) if name else ()):
        try:
            at = opened(game)
        except InputError as error:
            if name or _reads(game, text, file):
                raise _of_another_amendment(error, errata, variants) from None
            unfit[game] = error.problems
            continue
        try:
            scenes = at.scenes(text, file, hinted=False)
        except InputError as error:
            refused[game] = error.problems
            refusing[game] = at
            continue
        if name or _seats(at, raws):
            answers = asked_at(at, scenes, why_not, settling)
            if len(raws) <= SHORTEST:
                from checker.catalog.retelling import refuse_bare

                refuse_bare(at, scenes, raws, answers)
            return answers
        unseated.append((at, scenes))
    from checker.catalog import retelling

    if not unseated and refused and not unfit:
        if found := retelling.retold([*refusing.values()], text, file):
            at, told = found
            answers = asked_at(at, at.scenes(told.text, file), why_not, settling)
            return retelling.answered(told, answers)
    refused = {game: refusing[game].hinted(problems, raws) for game, problems in refused.items()}
    against = refused or unfit
    if not unseated and unfit and not errata and not variants:
        raise InputError(*(problem for problems in unfit.values() for problem in problems))
    if not unseated:
        likeliest = max(against, key=lambda g: _read_until(against[g], _seats(desk(g, allow_code=allow_code), raws)))
        first, *rest = against[likeliest]
        first = (
            _of_another_game(retelling.hinted(refusing[likeliest], first, text), raws, likeliest) if refused else first
        )
        raise retelling.with_near(InputError(first, *rest), [*refusing.values()], raws)
    try:
        return asked_at(*unseated[0], why_not, settling)
    except InputError as error:
        seated = ((g, problems[0]) for g, problems in refused.items() if _seats(desk(g, allow_code=allow_code), raws))
        meant = [_of_another_game(problem, raws, g) for g, problem in seated]
        raise InputError(*meant, *error.problems) from None


def untold(words: tuple[str, ...], game: str | None) -> str | None:
    """The game to tell a scene of at a prompt: nothing but that is named, and whoever asks sits at a terminal."""
    if len(words) > 1 or (words and game is not None) or not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    word = words[0] if words else game or known()[0]
    return word if word in known() or (folder_named(word) is not None and os.path.isdir(word)) else None


def _read_until(problems: tuple[Problem, ...], seated: bool) -> tuple[bool, int, int, int]:
    """How likely a game is meant: for so many players, with few problems, the first of them late."""
    return seated, -len(problems), problems[0].place.line, problems[0].place.column


def _seats(at: Desk, raws: list[Raw]) -> bool:
    """So many can play the game as the first scene has players."""
    many = len(next((seated(r.text) for r in raws if seated(r.text)), ()))
    return at.seated((many,)) == (many,)


def _reads(game: str, text: str, file: str) -> bool:
    """The game as it stands can read the scenes."""
    with suppress(InputError):
        return bool(desk(game).scenes(text, file))
    return False


def _unread(text: str, file: str) -> InputError:
    """Why no game reads the scenes as they stand: what the one says that reads the most of them."""
    found: list[tuple[tuple[bool, int, int, int], InputError]] = []
    for game in known():
        try:
            desk(game).scenes(text, file)
        except InputError as error:
            found.append((_read_until(error.problems, _seats(desk(game), statements(text, file))), error))
    return max(found, key=lambda one: one[0])[1]


def _of_another_game(problem: Problem, raws: list[Raw], game: str) -> Problem:
    """The problem; if it has no better hint and another game has the words of its statement, the hint says so."""
    better = ("did you mean", "`may ", "`must ", "no card is called `")
    if problem.long or any(words in problem.hint for words in better):
        return problem
    before = [r for r in raws if (r.place.line, r.place.column) <= (problem.place.line, problem.place.column)]
    who = next((r.text for r in before if seated(r.text)), "")
    for other in known() if who and before[-1].text != who else ():
        with suppress(InputError):
            at = desk(other)
            fits = "no card is called" not in problem.hint or _seats(at, raws)
            if other != game and fits and at.scenes(f"{who}\n{before[-1].text}", problem.place.file):
                hint = f"the scene is read as one of {game}; these words belong to {other}"
                hint += "" if _seats(at, raws) else ", which so many cannot play"
                return msgspec.structs.replace(problem, hint=hint)
    return problem


def _of_another_amendment(error: InputError, errata: list[Path] | None, variants: list[str] | None) -> InputError:
    """The problems; if the amendments are those of other games, the hint of the first says so."""
    if not (errata or variants):
        return error
    with suppress(InputError):
        first, *rest = error.problems
        hint = f"the amendment fits {' and '.join(fitting(errata or [], variants))}"
        return InputError(msgspec.structs.replace(first, hint=hint), *rest)
    return error


def _told(text: str, file: str) -> list[Raw]:
    """The statements of the text. Raises InputError where there is none, or where they are amendments."""
    raws = statements(text, file)
    if not raws:
        raise InputError(no_scene(text, file))
    if raws[0].text.startswith('erratum "'):
        hint = f"`hexcheck ask SCENE --errata {file}` asks a scene with them"
        raise InputError(raws[0].problem("these are amendments, and no scene", hint))
    return raws


def _text(scene: str) -> tuple[str, str]:
    if scene == "-":
        return standard_input(), "standard input"
    if not scene.strip():
        raise misused("there is no scene in it", "`hexcheck ask --help` says how one is told")
    path = Path(scene)
    try:
        there = path.exists()
    except (OSError, ValueError):
        there = False
    if there or (len(scene.split()) == 1 and (path.suffix or "/" in scene)):
        return read_text(path), scene
    return usable(scene, "scene"), "scene"


def all_checked(at: Desk, jobs: int = 1) -> list[CheckedQuestion]:
    """Every expectation of the game's rulings, compared with the answers; in so many processes, 0 for all cores."""
    return _checked(at, at.rulings(), jobs)


def checked_by_game(
    what: Iterable[str],
    errata: list[Path] | None,
    variants: list[str] | None,
    dictionary: Path | None,
    allow_code: bool,
) -> dict[str, list[CheckedQuestion]]:
    """What the rulings of the games, or of files with scenes, come to, by the name of the game."""
    files = [path for path in map(Path, what) if (path.suffix or path.exists()) and not path.is_dir()]
    named = [name for name in what if Path(name) not in files]
    each: dict[str, list[CheckedQuestion]] = {}
    for path in files:
        name, told = file_checked(path, errata, variants, dictionary, allow_code)
        each.setdefault(name, []).extend(told)
    for name in meant(named, errata, variants) if named or not files else ():
        at = desk(name, errata, variants, dictionary=dictionary, allow_code=allow_code)
        each.setdefault(at.name, []).extend(all_checked(at, 0))
    return each


def file_checked(
    path: Path,
    errata: list[Path] | None,
    variants: list[str] | None,
    dictionary: Path | None = None,
    allow_code: bool = False,
) -> tuple[str, list[CheckedQuestion]]:
    """The game of the file's scenes, and all that they expect, compared with the answers. Raises InputError if that is nothing."""
    text, file = read_text(path), str(path)
    name = (
        told_in(file, named_game(statements(text, file)))
        or around(path)
        or next((g for g in known() if _reads(g, text, file)), "")
    )
    if not name:
        asked(file, errata, variants, False, dictionary)
        raise _unread(text, file)
    (game,) = games((name,))
    at = desk(game, errata, variants, dictionary=dictionary, allow_code=allow_code)
    found = _checked(at, at.scenes(text, file), 1)
    if not found:
        hint = f"say it below the question: `expect FORCED: yes`; the answers: `hexcheck ask {file}`"
        raise InputError(Problem(Place(file, 1), "no question says what is expected", "", hint))
    return at.name, found


def _checked(at: Desk, scenes: list[Scene], jobs: int) -> list[CheckedQuestion]:
    """The expectations of the scenes, compared with what comes of them now or in an earlier run."""
    from checker.check.run_checks import as_written  # a question alone needs nothing of it

    bench = as_written(at)
    from checker.process.parallel_map import spread
    from checker.session.ruling_memo import carried_out, rulings_told

    told = rulings_told(bench, at.shelf(), scenes, lambda left: spread(partial(carried_out, bench), left, jobs))
    return [c for scene, one in zip(scenes, told, strict=True) if one is not None for c in checked(scene, one.result)]


def versions(
    old_new: tuple[Path, ...], errata: list[Path] | None, game: str | None, allow_code: bool = False
) -> list[tuple[Desk, Desk]]:
    """The desks to compare, before and after, for each game that both versions have, or for the one that is named."""
    opened = partial(desk, allow_code=allow_code)
    if len(old_new) == 1 and errata and not old_new[0].is_file():
        return versions((), errata, str(old_new[0]), allow_code)
    if len(old_new) not in (0, 2) or not (old_new or errata):
        raise misused("say what to compare: `--errata FILE`, or two versions OLD and NEW")
    if not old_new:
        return [(opened(n), opened(n, errata)) for n in meant((game,) if game else (), errata)]
    if any(stands_alone(path) for path in old_new):
        before, after = (opened(os.path.join(".", path), errata) for path in old_new)
        return [(before, after)]
    sides = [(p, ()) if p.is_dir() else (None, (p,)) for p in old_new]
    for path, (root, _) in zip(old_new, sides, strict=True):
        if root is not None and not known(root):
            hint = f"it needs specs/{WORDS}, or specs/<game>/{WORDS}"
            raise InputError(Problem(Place(str(path), 1), "there is no game in this folder", "", hint))
    old, new = ([*known(root)] for root, _ in sides)
    files = [path for _, added in sides for path in added]
    fits = set(old) if game or not files else set.intersection(*(set(fitting([f])) for f in files))
    return [
        (
            desk(n, (*sides[0][1], *(errata or ())), None, sides[0][0]),
            desk(n, (*sides[1][1], *(errata or ())), None, sides[1][0]),
        )
        for n in old
        if n in new and n in fits and game in (None, n)
    ]


def old_version(name: str, folder: Path, allow_code: bool = False) -> Desk:
    """The game as it stands in the folder: one of its own, or one with cards/ and specs/ of several games.

    Raises InputError where it is not there.
    """
    if stands_alone(folder):
        return desk(os.path.join(".", folder), allow_code=allow_code)
    if name not in known(folder):
        raise InputError(Problem(Place(str(folder), 1), f"there is no edition of `{name}` in this folder"))
    return desk(name, root=folder)


def meant(
    named_ones: Iterable[str], errata: list[Path] | None = None, variants: list[str] | None = None
) -> tuple[str, ...]:
    """The named games; where none is, that of the folder one is in, those that the amendments fit, or all.

    Raises InputError if there is none.
    """
    listed = tuple(named_ones) or here()
    return games(listed) if listed or not (errata or variants) else fitting(errata or [], variants)


def fitting(errata: list[Path], variants: list[str] | None = None) -> tuple[str, ...]:
    """The games whose words the amendments use.

    Raises InputError if they fit none, with the problems of the game whose names they use most.
    """
    fit: list[str] = []
    refused: dict[str, InputError] = {}
    for name in known():
        try:
            desk(name, errata, variants)
            fit.append(name)
        except InputError as error:
            refused[name] = error
    if not fit:
        said = " ".join(read_text(path) for path in errata if path.is_file())
        raise refused[
            max(
                refused,
                key=lambda g: (_names_of(g, said), -len(refused[g].problems), refused[g].problems[0].place.line),
            )
        ]
    return tuple(fit)


def _names_of(name: str, text: str) -> int:
    """How many words of the text are names of the game, or begin as the ids of its clauses do."""
    game = desk(name).game
    series = {c.id.partition("-")[0] for c in game.clauses}
    titles = {word for c in game.cards for word in fold(c.title).split()}
    words = text.replace('"', " ").split()
    return sum(w.partition("-")[0] in series and "-" in w for w in words) + len({fold(w) for w in words} & titles)


def needs(package: str, extra: str, what: str) -> None:
    """Raises InputError if the package is not installed that it needs, and that comes with the extra."""
    from importlib.util import find_spec

    if find_spec(package) is None:
        hint = f'`pip install "hexcheck[{extra}]"` installs it'
        raise misused(f"{what} needs the package `{package}`, which is not there", hint)


def _settling() -> Settling:
    from checker.clarify.settle import settled  # it reads the rules as they are written

    return settled


__all__ = [
    "accepted",
    "all_checked",
    "asked",
    "desk",
    "file_checked",
    "fitting",
    "games",
    "known",
    "meant",
    "needs",
    "old_version",
    "put_to",
    "unnamed",
    "untold",
    "versions",
    "worded",
]
