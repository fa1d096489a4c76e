"""What the program answers in random positions of a small game, compared with what `oracle.py` says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from unittest.mock import patch

import oracle
from oracle_games import CARDS, MARKS, NUMBERS, PLAYERS, VALUES, Game, lying, places
from oracle_text import files, phrase
from oracle_text import place as zone

from checker.ask import game_session
from checker.ask.game_session import Desk
from checker.catalog.named_games import desk
from checker.kernel.verdict import Verdict
from checker.load import compiled_game
from checker.process.inputs import in_place
from checker.store import disk_cache

POSITIONS = 1
"""So many random positions of a game are asked about."""
SENTENCES = 5_000
SEATS = f"players {' '.join(PLAYERS)}"
FILES = {"specs/vocabulary.norm": "", "specs/procedure.norm": "", "specs/clauses.norm": "", "cards/all.cards": ""}
NUMBERED = count()

Tally = Counter[tuple[str, str]]
"""Of how many questions or claims of which kind it was right, unknown, or wrong."""
Question = tuple[str, set[str]]
"""A question and its true answers: none if nothing decides it, several if it is open. What is told has none."""


@contextmanager
def remembered() -> Iterator[None]:
    """Meanwhile what is compiled is kept in this process, and nothing on disk: the words of all games are the same."""
    kept: dict[tuple[str, str], object] = {}
    spoken, languages = compiled_game.spoken_in, dict[object, object]()

    def keep(kind: str, content: str, value: object) -> None:
        if len(kept) > 20:
            kept.clear()
        if kind == "grammar" or (kind == "sentences" and len(value) < SENTENCES):
            kept[kind, content] = value

    def spoken_once(game):
        words = game.vocabulary
        key = (*(card.title for card in game.cards), *(w.name for w in (*words.fields, *words.facts, *words.acts)))
        if key not in languages:
            languages[key] = spoken(game)
        return languages[key]

    with (
        patch.object(disk_cache, "kept", lambda kind, content, of: kept.get((kind, content))),
        patch.object(disk_cache, "keep", keep),
        patch.object(compiled_game, "spoken_in", spoken_once),
        patch.object(game_session, "digest", lambda *of: str(next(NUMBERED))),
    ):
        yield


def begun(folder: Path) -> Path:
    """The folder of a game, its files empty: what is in them is told in their place."""
    (folder / "specs").mkdir(parents=True, exist_ok=True)
    (folder / "hexcheck.toml").write_text('name = "oracle"\nplayers = "2"\n', encoding="utf-8")
    (folder / "cards").mkdir(exist_ok=True)
    for name in FILES:
        (folder / name).touch()
    return folder


def opened(game: Game, folder: Path) -> Desk:
    """The game as the program reads it, with the folder as the place of its files."""
    with in_place({folder / name: text for name, text in {**FILES, **files(game)}.items()}):
        return desk(str(folder))


def said(them: set[object]) -> set[str]:
    return {{True: "yes", False: "no"}[one] if isinstance(one, bool) else str(one) for one in them}


def position(draw: Random, cards: bool) -> oracle.Position:
    there = {name: draw.choice((*PLAYERS, "")) for name, _ in lying(cards)}
    numbers = {place: draw.randint(0, 3) for place in places(NUMBERS)}
    marks = {place: draw.randint(0, 1) for place in places(MARKS)}
    return {**numbers, **marks, **{(name, w): int(there[name] == w) for name, w in lying(cards)}, ("over", ""): 0}


def stated(at: oracle.Position) -> list[str]:
    """The position as a scene states it."""
    numbers = [f"set up {phrase(n, w)} as {at[n, w]}" for n, w in places(NUMBERS)]
    hands = {w: [CARDS[n] for n in CARDS if at.get((n, w))] for w in PLAYERS if (next(iter(CARDS)), w) in at}
    numbers += [f"hand {who}: {', '.join(held) or 'nothing'}" for who, held in hands.items()]
    return numbers + [f"it is {'' if at[n, w] else 'not '}so that {phrase(n, w)}" for n, w in places(MARKS)]


def of_clauses(game: Game, at: oracle.Position) -> Iterator[Question]:
    """What the clauses say there."""
    for fact, who in places(VALUES):
        yield f"what is {phrase(fact, who)}?", said(oracle.values(game, at, fact, who))
    for who in PLAYERS:
        owed = [act for act, _ in game.acts if oracle.must(game, at, act, who) != {False}]
        for act, _ in game.acts:
            allowed = oracle.may(game, at, act, who)
            yield f"may {who} {act}?", said(allowed)
            doubtful = len(allowed) > 1 and "may" in {norm.says for norm in oracle.live(game, at, act, who)}
            if owed in ([], [act]) and not doubtful:
                yield f"must {who} {act}?", said(oracle.must(game, at, act, who))


def of_table(ends: list[oracle.Position]) -> Iterator[Question]:
    """How the table lies, if it lies in one of these ways."""
    for place in places(NUMBERS):
        yield f"what is {phrase(*place)}?", {str(end[place]) for end in ends}
    for name in (name for name in CARDS if (name, "") in ends[0]):
        yield f"where is {CARDS[name]}?", {zone(who) for end in ends for who in (*PLAYERS, "") if end[name, who]}
    for place in places(MARKS):
        yield f"is it so that {phrase(*place)}?", said({bool(end[place]) for end in ends})


def after(game: Game, at: oracle.Position, draw: Random) -> Iterator[Question]:
    """Two acts that may be done, one after the other, each with how the table lies then."""
    ends = [at]
    for _ in range(2):
        able = set.intersection(*(set(oracle.able(game, end, sure=True)) for end in ends))
        if able:
            who, act = draw.choice(sorted(able))
            ends = [end for one in ends for end in oracle.ends(game, one, act, who)]
            yield f"{who} does {act}", set()
            yield from of_table(ends)


def wrong(answer, right: set[str]) -> str:
    """What is wrong with the answer; nothing if it is right, or if it is unknown."""
    told = {str(one.value) for one in answer.outcomes}
    told = {Verdict.UNKNOWN: right, Verdict.SILENT: set(), Verdict.FORCED: {answer.value}}.get(answer.verdict, told)
    return "" if told == right else f"{answer.verdict.name} {answer.value!r} {sorted(told)}, not {sorted(right)}"


def asked(game: Game, at: Desk, draw: Random, tally: Tally) -> Iterator[str]:
    """Every answer of the program that is wrong, with its scene."""
    for _ in range(POSITIONS):
        there = oracle.start(game) if game.turns else position(draw, game.cards)
        listed = [*(() if game.turns else of_clauses(game, there)), *after(game, there, draw)]
        lines = (SEATS, *(() if game.turns else stated(there)), *(line for line, _ in listed))
        questions = [(line, right) for line, right in listed if line.endswith("?")]
        (scene,) = at.scenes("\n".join(lines), "oracle")
        for (line, right), (_, answer) in zip(questions, at.answers(scene), strict=True):
            fault = wrong(answer, right)
            kind = "acts" if line.startswith(("may", "must")) else "values"
            tally[kind, "wrong" if fault else "unknown" if answer.verdict is Verdict.UNKNOWN else "right"] += 1
            if fault:
                yield "\n".join((*lines[: lines.index(line)], line, fault))
