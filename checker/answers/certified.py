"""What `certify` does: measures found and written down, or a certificate read and checked anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from checker.answers.checking import bench, written
from checker.answers.desk import Desk
from checker.answers.workers import cores
from checker.certificate import Certificate, Unsound, certificate, checked
from checker.kernel.source import InputError, Place, Problem
from checker.read.files import read_text


def read(path: Path) -> Certificate:
    """The certificate in the file. Raises InputError if there is none."""
    try:
        return certificate(read_text(path))
    except Unsound as fault:
        raise InputError(Problem(Place(str(path), 1), str(fault))) from None


def made(desk: Desk, jobs: int, output: Path | None) -> Certificate:
    """The certificate of the game, written to the file if there is one."""
    from checker.analyses.endless_play import measures
    from checker.analyses.registry import working
    from checker.read.cache import Shelf
    from checker.search.bench import Options

    with working(bench(desk), Options(jobs=jobs or cores(), shelf=Shelf())) as work:
        document = msgspec.json.format(msgspec.json.encode(measures(work)), indent=1)
    if output is not None:
        written(output, document.decode() + "\n")
    return certificate(document)


def lines(found: Certificate) -> Iterator[str]:
    """What the certificate shows, loop by loop, and what it takes for granted."""
    results = checked(found)
    for result, loop in zip(results, found.loops, strict=True):
        yield f"{found.game}: {result.where}: {'it ends' if result.ends else 'not shown to end: ' + result.fault}"
        for level in loop.levels if result.ends else ():
            yield "    falls: " + " + ".join(f"{n} × {c}" if n > 1 else c for c, n in sorted(level.measure.items()))
    ended = sum(r.ends for r in results)
    yield f"{ended} of {len(results)} loops of {found.game} end; this takes for granted that"
    for number, one in enumerate(found.rests_on):
        last = number == len(found.rests_on) - 1
        yield f"  - {one} ({sum(r.trusted for r in results)} times)" if last else f"  - {one}"


def fails(found: Certificate) -> bool:
    """Something is claimed that the certificate does not show."""
    return any(not r.ends and loop.why is not None for r, loop in zip(checked(found), found.loops, strict=True))
