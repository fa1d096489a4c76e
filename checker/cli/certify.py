"""What `certify` does: measures found and written down, a certificate read and checked anew, or what ends for a card."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from checker.ask.answer_text import wrapped
from checker.ask.game_session import Desk
from checker.certificates.check import LoopResult, Unsound, certificate
from checker.check.run_checks import bench
from checker.explore.loops.loop_search import Looped
from checker.kernel.source import InputError, Place, Problem, misused
from checker.process.outputs import writable, written
from checker.process.parallel_map import cores
from checker.syntax.files import read_text
from checker.syntax.lexer import fold


def read(path: Path) -> dict[str, object]:
    """The certificate in the file. Raises InputError if there is none."""
    try:
        return certificate(read_text(path))
    except Unsound as fault:
        raise InputError(Problem(Place(str(path), 1), str(fault))) from None


def single(desks: list[Desk], output: Path | None) -> None:
    """A file takes the certificate of one game. Raises InputError if there are several, or it cannot be written."""
    if output is not None and len(desks) > 1:
        text = f"{output} can hold the certificate of one game, and there are {len(desks)}"
        raise misused(text, "`--game` says of which")
    if output is not None:
        writable(output)


def made(desk: Desk, jobs: int, output: Path | None) -> dict[str, Any]:
    """The certificate of the game, written to the file if there is one."""
    from checker.analyses.endless_play import measures, on_trust
    from checker.analyses.registry import working
    from checker.session.context import Options

    with working(bench(desk), Options(jobs=jobs or cores(), shelf=desk.shelf())) as work:
        measured = certificate(json.dumps(measures(work)))
    said, left = on_trust(measured, desk.game)
    document = json.dumps(
        {**measured, "ways": {"never": said, "closed by the rules": said - left, "left": left}}, indent=1
    )
    if output is not None:
        written(output, document + "\n")
    return certificate(document)


def shown(found: dict[str, Any], desks: list[Desk]) -> tuple[LoopResult, ...]:
    """What the certificate shows of the loops of its game. Raises InputError if that is none of the games."""
    from checker.analyses import endless_play

    desk = next((d for d in desks if d.name == found["game"]), None)
    if desk is None:
        text = f"the certificate is of `{found['game']}`, which is none of {', '.join(d.name for d in desks)}"
        raise misused(text, "`--game` and `--errata` say which rules are meant")
    return endless_play.shown(found, desk.game)


def titled(desks: list[Desk], names: list[str]) -> list[tuple[Desk, str]]:
    """The cards of these titles, each with its game. Raises InputError if there is no such card, nor a file."""
    found: list[tuple[Desk, str]] = []
    for name in names:
        cards = [(d, c.title) for d in desks for c in d.game.cards if fold(c.title) == fold(name)]
        if not cards:
            raise misused(f"there is neither a file nor a card `{name}`", "`hexcheck show CARD` tells a card")
        found += cards
    return found


def of_card(desk: Desk, title: str, jobs: int) -> list[str]:
    """Of each place to which play may come back and where the card is carried out: why it ends, or a loop of play."""
    from checker.analyses.endless_play import known
    from checker.analyses.registry import working
    from checker.session.context import Options

    with working(bench(desk), Options(jobs=jobs or cores(), shelf=desk.shelf())) as work:
        found = known(work, (title,))
    mine = [(r, one) for r, one in zip(found.results, found.shown["loops"], strict=False) if _concerns(one, title)]
    ended = [loop for result, loop in mine if result.ends]
    said = [f"{desk.name}: `{title}` is carried out in {len(mine)} places to which play may come back"]
    said += _ending(ended) if ended else []
    for result, loop in mine:
        said += [] if result.ends else _open(loop, title, found.loops)
    return said


def _concerns(loop: dict[str, Any], title: str) -> bool:
    return title in loop["cards"] or loop["where"] == f"card {title}"


def _ending(loops: list[dict[str, Any]]) -> Iterator[str]:
    """The measures, each row of them with the places that it ends."""
    yield f"  {len(loops)} of them end: no change that the card makes there raises what falls each time"
    rows: dict[str, list[str]] = {}
    for loop in loops:
        row = "; then ".join(_falls(loop)) or "nothing has to: the way back is not there"
        rows.setdefault(row, []).append(loop["where"])
    for row, wheres in rows.items():
        yield from wrapped(f"falls: {row}", "    ", "      ")
        yield from wrapped(f"in {', '.join(dict.fromkeys(wheres))}", "      ", "        ")


def _open(loop: dict[str, Any], title: str, loops: tuple[Looped, ...]) -> Iterator[str]:
    """The loop of play, or that none is known; and which changes of the card no measure accounts for."""
    own = [change for change in loop["left"] if change["where"] == f"card {title}"]
    found = next((x for x in loops if x.where == loop["where"] and x.sure), None)
    if found is None:
        yield f"  {loop['where']}: not shown to end, and no loop of play was found; this is no proof of either"
    else:
        how = "nobody can lead out of it" if found.forced else f"{' and '.join(found.who)} choose to go on"
        with_ = f" with {' and '.join(found.cards)}" if found.cards else ", with this card or without"
        yield f"  {loop['where']}: play can come back to it for ever{with_}; {how}"
        yield from wrapped(f"broken by: {', '.join(found.breaking) or 'no card of the box'}", "      ", "        ")
        yield from (f"      | {line}" for line in found.lines)
    if own:
        yield from wrapped(
            f"no measure falls in spite of what it does: {'; '.join(c['what'] for c in own)}", "      ", "        "
        )


def _sum(measure: dict[str, int]) -> str:
    return " + ".join(f"{n} × {c}" if n > 1 else c for c, n in sorted(measure.items()))


def _falls(loop: dict[str, Any]) -> list[str]:
    return [_sum(level["measure"]) for level in loop["levels"] if "measure" in level]


def lines(found: dict[str, Any], results: tuple[LoopResult, ...]) -> Iterator[str]:
    """What the certificate shows, loop by loop, and what it takes for granted."""
    game, rests = found["game"], found["rests_on"]
    measures = {loop["where"]: _falls(loop) for loop in found["loops"]}
    for result in results:
        yield f"{game}: {result.where}: {_said(result)}"
        yield from (f"    falls: {one}" for one in measures.get(result.where, ()) if result.ends)
    ended = sum(r.ends for r in results)
    yield f"{ended} of {len(results)} loops of {game} end; this takes for granted that"
    trusted = frozenset[int]().union(*(r.trusted for r in results))
    for one in rests:
        ways = f" ({_ways(len(trusted))})" if one["item"] == "never" else ""
        yield f"  - {one['says']}{ways}; {one['known']}{', ' * ('how' in one)}{one.get('how', '')}"
        if one.get("without"):
            yield f"    but what {', '.join(f'`{a}`' for a in one['without'])} needs is not counted on: play did it without"


def _said(result: LoopResult) -> str:
    if not result.ends:
        return f"not shown to end: {result.fault}"
    given = f"since play does not go {_ways(len(result.trusted))}" if result.trusted else "whichever way play goes"
    return f"it ends, {given}"


def _ways(number: int) -> str:
    return "1 way" if number == 1 else f"{number} ways"


def fails(found: dict[str, Any], results: tuple[LoopResult, ...]) -> bool:
    """Something is claimed that the certificate does not show."""
    unclaimed = {loop["where"] for loop in found["loops"] if not loop["levels"]}
    return any(not r.ends and r.where not in unclaimed for r in results)
