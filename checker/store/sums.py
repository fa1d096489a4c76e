"""What names are made of: sums of bytes, from where they lie in Python without the library for all others around them."""

from __future__ import annotations

try:
    from _blake2 import (
        blake2b,  # `hashlib` has the same one, and loads OpenSSL besides, which takes longer than any sum
    )
except ImportError:  # another Python may keep it elsewhere
    from hashlib import blake2b

__all__ = ["blake2b", "summed"]

BYTES = 32


def summed(*parts: bytes) -> str:
    """A name for the parts in their order, each told from the next."""
    seen = blake2b(digest_size=BYTES)
    for part in parts:
        seen.update(len(part).to_bytes(8, "big") + part)
    return seen.hexdigest()
