"""Names for contents: equal contents have equal names, whatever the places they were read from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec


def named(*contents: object) -> str:
    """A name for what the values say: the same for equal ones, with places in files left out."""
    seen = hashlib.sha256()
    for one in contents:
        seen.update(
            msgspec.json.encode(_bare(msgspec.to_builtins(one, str_keys=True, order="deterministic", enc_hook=repr)))
            + b"\0"
        )
    return seen.hexdigest()


def of_files(paths: Iterable[Path]) -> str:
    """A name for what is in the files, in their order; nothing for none."""
    return "".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in paths)


@cache
def program() -> str:
    """A name for the program itself: it changes with every change of its code."""
    seen = hashlib.sha256()
    package = Path(__file__).resolve().parent.parent
    for path in sorted(package.rglob("*.py")):
        seen.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return seen.hexdigest()


def _bare(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {k: part if isinstance(part, str) else _bare(part) for k, part in tree.items() if k != "place"}
    if isinstance(tree, list | tuple):
        return [part if isinstance(part, str) else _bare(part) for part in tree]
    return tree
