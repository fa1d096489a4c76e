"""Names for contents: equal contents have equal names, whatever the places they were read from."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from checker.store.sums import summed


def named(*contents: object) -> str:
    """A name for what the values say: the same for equal ones, with places in files left out."""
    plain = (msgspec.to_builtins(one, str_keys=True, order="deterministic", enc_hook=repr) for one in contents)
    return summed(*(msgspec.json.encode(_bare(one)) for one in plain))


def of_files(paths: Iterable[Path]) -> str:
    """A name for what is in the files, in their order; nothing for none."""
    return "".join(summed(path.read_bytes()) for path in paths)


@cache
def program() -> str:
    """A name for the program itself: it changes with every change of its code."""
    package = Path(__file__).resolve().parent.parent
    code = sorted(package.rglob("*.py"))
    return summed(*(part for p in code for part in (str(p.relative_to(package)).encode(), p.read_bytes())))


def _bare(tree: object) -> object:
    if isinstance(tree, dict):
        return {k: part if isinstance(part, str) else _bare(part) for k, part in tree.items() if k != "place"}
    if isinstance(tree, list | tuple):
        return [part if isinstance(part, str) else _bare(part) for part in tree]
    return tree
