"""Names for contents: equal contents have equal names, wherever they were read from; and what is kept under such names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import GenericAlias
from typing import Any, Protocol

import msgspec

try:
    from _blake2 import (
        blake2b,  # `hashlib` has the same one, and loads OpenSSL besides, which takes longer than any sum
    )
except ImportError:  # another Python may keep it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b", "summed"]

BYTES = 32


def kind_of(whole: Any, *parts: object) -> object:
    """What `whole[parts]` is as an annotation, where the parts are known only when it is asked for."""
    return GenericAlias(whole, parts)


class Shelf(Protocol):
    """Keeps results from one run to the next, under names of what they were worked out from."""

    def get(self, kind: str, name: str, of: object) -> Any:
        """What was put there under the name; None if that is nothing, or not what `of` says."""

    def put(self, kind: str, name: str, value: object) -> None:
        """Keeps the value for later runs where that is possible; None cannot be kept."""


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


def summed(*parts: bytes) -> str:
    """A name for the parts in their order, each told from the next."""
    seen = blake2b(digest_size=BYTES)
    for part in parts:
        seen.update(len(part).to_bytes(8, "big") + part)
    return seen.hexdigest()
