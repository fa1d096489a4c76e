"""What the judge's page asks of the program that runs beside it, and what it is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

import hexcheck
from checker.find.found import as_json, found
from checker.kernel.source import InputError
from checker.page.answer_view import shown
from checker.page.board_view import fits, led, offered
from checker.page.game_view import game_view
from checker.page.link_code import link_code
from checker.page.next_view import NextView, TableWords, next_view, starters
from checker.page.play_view import PlayView, play_view
from checker.process.inputs import usable
from checker.syntax.files import read_text

WRITTEN = Path("errata.norm")
"""Where an erratum stands that was written on the page."""
RULING = "\nruling "
"""With this each ruling of a file begins."""


def reply(request: str) -> str:
    """The answer to a request, both as JSON: what was asked for under `ok`, or what is wrong with it under `problems`."""
    asked: dict[str, Any] = msgspec.json.decode(request)
    try:
        answer: dict[str, object] = {"ok": _ANSWERS[asked.pop("want")](**asked)}
    except InputError as error:
        answer = {"problems": error.problems}
    except RecursionError:
        answer = {"failed": "this goes on within itself too deeply to be worked out"}
    except MemoryError:
        answer = {"failed": "there is not enough memory for this"}
    return msgspec.json.encode(answer).decode()


@lru_cache(maxsize=8)
def _rules(game: str, errata: str) -> hexcheck.Rules:
    """The rules; code of the game's own is there only if whoever made the page allowed it, and the browser holds it in."""
    if not errata.strip():
        return hexcheck.load(game, allow_code=True)
    WRITTEN.write_text(errata, encoding="utf-8")
    return hexcheck.load(game, errata=[WRITTEN], allow_code=True)


def _asked(game: str, scene: str, errata: str = "", why_not: bool = False, settle: bool = False) -> dict[str, object]:
    found = _rules(game, errata).answered(scene, why_not=why_not, settle=settle)
    told = next((one.told for one in found if one.told), None)
    return {
        "answers": [shown(one) for one in found],
        "read_as": told.text if told else "",
        "taken": (*(told.taken if told else ()), *(f"true from there on: {late}" for late in found[0].late)),
    }


def _find(game: str, words: str) -> object:
    desks = [_rules(game, "").desk]
    return as_json(found(desks, usable(words, "scene")))["found"]


def _warm(game: str) -> None:
    """The game is laid ready and what answers is loaded: the first of its rulings was asked."""
    rules = _rules(game, "")
    for path in rules.desk.folder.rulings()[:1]:
        rules.answered(RULING.join(read_text(path).split(RULING)[:2]))


def _play(game: str, scene: str, errata: str = "", seat: int | None = None) -> PlayView | None:
    rules = _rules(game, errata)
    return play_view(rules.desk, rules.scenes(scene)[-1], seat)


def _next(game: str, begun: str, table: dict[str, object]) -> NextView:
    return next_view(_rules(game, "").desk, begun, msgspec.convert(table, TableWords))


def _offered(game: str, scene: str, text: str, table: dict[str, object], errata: str = "") -> object:
    return offered(_rules(game, errata).desk, scene, text, msgspec.convert(table, TableWords))


_ANSWERS: dict[str, Callable[..., object]] = {
    "ask": _asked,
    "play": _play,
    "next": _next,
    "starters": lambda game, player, players: starters(_rules(game, "").desk, player, tuple(players)),
    "warm": _warm,
    "game": lambda game, errata="": game_view(_rules(game, errata).desk),
    "code": lambda game, text: link_code(text),
    "find": _find,
    "offered": _offered,
    "led": lambda game, scene, act, space, errata="": led(_rules(game, errata).desk, scene, act, space),
    "fits": lambda game, scene, begun, spaces, errata="": list(fits(_rules(game, errata).desk, scene, begun, spaces)),
}
