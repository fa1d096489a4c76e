"""What the command line lends to the server for assistants: each of its calls, answered in words and as a record."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from checker.ask.answer_json import answers_json, clashes_json, retold_json, rulings_json
from checker.ask.answer_text import ruling_lines
from checker.ask.ask import asked_text
from checker.ask.game_session import Desk
from checker.assistant.replied import Replied
from checker.catalog import games as house
from checker.kernel.source import InputError, Place, Problem
from checker.load.find_amendment import titled
from checker.process.inputs import in_place, usable
from checker.syntax.scene_reader import named_game, statements

CALL = "the call"
"""What a call is called in messages."""
ERRATUM = Path("errata-of-the-call.norm")
"""Where errata of a call stand, as if they were in a file."""
WRITTEN = (".norm", ".cards", ".scene")
MOST_RULINGS = 60


def answered(want: str, given: dict[str, object]) -> Replied:
    """What comes of the call. Raises InputError for what cannot be used."""
    return CALLS[want](**given)


def _game(word: str) -> str:
    """The word, which names a game that comes along or a folder in this one. Raises InputError for another."""
    word = usable(word.strip(), CALL)
    if word and word not in house.known() and not _inside(word):
        hint = "start `hexcheck mcp` in the folder that the game lies in"
        raise InputError(Problem(Place(CALL, 1), f"`{word}` is not in this folder", "", hint))
    return word


def _inside(path: str) -> bool:
    """The path leads to something in the folder in which the server was started, whatever links are on the way."""
    try:
        return Path(path).resolve().is_relative_to(Path.cwd().resolve())
    except (OSError, ValueError, RuntimeError):
        return False


@contextmanager
def _amended(erratum: str) -> Iterator[list[Path]]:
    """Meanwhile the errata stand in a file that only this call sees."""
    text = usable(erratum, CALL)
    with in_place({ERRATUM: text} if text.strip() else {}):
        yield [ERRATUM] if text.strip() else []


def _desk(game: str, errata: Iterable[Path] = (), variants: Iterable[str] = ()) -> Desk:
    (name,) = house.games((_game(game),))
    return house.desk(name, [*errata], [*variants])


def _text(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _plain(record: object) -> dict[str, object]:
    found: dict[str, object] = msgspec.to_builtins(record)
    return found


def games() -> Replied:
    """The games that come along, and those in folders here."""
    told = []
    for name in house.known():
        game = house.desk(name).game
        variants = ", ".join(titled(name))
        told.append(
            f"{name}: {len(game.clauses)} clauses, {len(game.cards)} cards" + (f"; with {variants}" if variants else "")
        )
    return Replied(_text([*told, "a folder with a game of its own is named by its path, for instance `./my-game`"]))


def ask(
    scene: str,
    game: str = "",
    erratum: str = "",
    variants: Iterable[str] = (),
    why_not: bool = False,
    settle: bool = False,
) -> Replied:
    """The answers to the questions of the scene."""
    text = usable(scene, "scene")
    _game(named_game(statements(text, "scene")) or "")
    with _amended(erratum) as errata:
        found = house.asked(text, errata, [*variants], why_not, None, settle, _game(game) or None, False, "scene")
    answers = answers_json(((one.answer, one.game) for one in found), (one.settled for one in found))
    clashes = clashes_json(one.game for one in found)
    record = {**answers, **clashes, **retold_json(one.told for one in found)}
    return Replied(_text(asked_text(found)), _plain(record))


def settle(scene: str, game: str = "", variants: Iterable[str] = ()) -> Replied:
    """The same with the errata that settle what is open."""
    return ask(scene, game, "", variants, settle=True)


def find(words: str, game: str = "") -> Replied:
    """What speaks of the words."""
    from checker.find import found

    named, told = house.worded((words,), _game(game) or None)
    desks = [house.desk(name) for name in house.meant((named,) if named else ())]
    listed = found.found(desks, told)
    return Replied(_text(found.lines(listed)), _plain(found.as_json(listed)))


def show(what: str, game: str = "") -> Replied:
    """A card, a clause, an open point or a kind of finding."""
    from checker.cli.show import shown

    named = _game(game)
    desks = [house.desk(name) for name in house.meant((named,) if named else ())]
    return Replied(_text(shown(desks, usable(what, CALL))))


def forms(game: str, word: str = "") -> Replied:
    """What scenes can say, or the forms with the word in them and what stands in their capitals."""
    from checker.cli.show_forms import HEADINGS, listing, question_lines, scene_lines
    from checker.syntax.form_listing import ASKED

    at, told = _desk(game), usable(word, CALL).strip()
    if not told:
        return Replied(_text(scene_lines(at)))
    every = listing(at)
    said = [
        f"{form}{'?' * (origin == ASKED)}"
        for origin in HEADINGS
        for form in every.forms(origin)
        if told.casefold() in form.casefold()
    ]
    said = [*dict.fromkeys((*said, *question_lines(at, told)))]
    where = (f"{name} is {'; '.join(can)}" for name, can in every.explained([one.rstrip("?") for one in said]).items())
    return Replied(
        _text((*said, "where", *where)) if said else f"no form has `{told}` in it; without a word all are listed"
    )


def rules(game: str) -> Replied:
    """Every clause in order."""
    return Replied(_text(f"{c.id} ({c.heading}): {c.summary}" for c in _desk(game).game.clauses))


def rulings(game: str, words: str = "") -> Replied:
    """The rulings that speak of the words, or how many there are and those that disagree."""
    at = _desk(game)
    scenes = at.rulings()
    if words.strip():
        from checker.find.search import RuleSearch

        near = [f.passage.name for f in RuleSearch([at]).rulings(usable(words, CALL), at.name)][:MOST_RULINGS]
        scenes = [scene for scene in scenes if scene.title in near]
    told = [one for scene in scenes for one in at.checked(scene)] if words.strip() else house.all_checked(at, 1)
    shown = told if words.strip() else [one for one in told if one.faults]
    lines = (f"{c.title}: {c.question} {c.expected}" for c in shown) if words.strip() else ruling_lines(told)
    record = _plain(rulings_json(told))
    return Replied(_text(lines), {**record, "rulings": record["rulings"] if words.strip() else []})


def check(game: str, scope: str = "quick", erratum: str = "", seconds: int = 120) -> Replied:
    """What is wrong with the rules, as far as it is found in the time."""
    from checker.check.finding_formats import as_json, as_lines
    from checker.check.run_checks import USUAL, in_time

    with _amended(erratum) as errata:
        made = in_time(_desk(game, errata), USUAL, scope, 1, None, 0, time.monotonic() + seconds)
    return Replied(_text(as_lines([made])), msgspec.json.decode(as_json([made])))


def diff(game: str, erratum: str, seconds: int = 120) -> Replied:
    """What the errata change, as far as it is found in the time."""
    from checker.errata import diff, diff_output

    with _amended(erratum) as errata:
        if not errata:
            raise InputError(Problem(Place(CALL, 1), "there are no errata to compare with"))
        found = diff.changed([(_desk(game), _desk(game, errata))], 1, seconds)
    return Replied(_text(diff_output.lines(found, True)), _plain(diff_output.as_json(found)))


def write(path: str, text: str) -> Replied:
    """The text stands in a new file in this folder."""
    at, told = Path(usable(path, CALL)), usable(text, CALL)
    if not _inside(path) or at.suffix not in WRITTEN or os.path.lexists(at):
        hint = f"a file that is not there yet, in this folder, that ends in {', '.join(WRITTEN)}"
        raise InputError(Problem(Place(CALL, 1), f"`{path}` is not written", "", hint))
    with open(at, "x", encoding="utf-8") as file:
        file.write(told)
    return Replied(f"wrote {at}")


_CALLS = (games, ask, settle, find, show, forms, rules, rulings, check, diff, write)
CALLS: dict[str, Callable[..., Replied]] = {call.__name__: call for call in _CALLS}
