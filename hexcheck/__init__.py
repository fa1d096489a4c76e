"""What a game's rules say, for other programs."""

from __future__ import annotations

from checker.kernel.source import InputError, Place, Problem
from hexcheck.library import Rules, load

__all__ = ["InputError", "Place", "Problem", "Rules", "load"]
