"""What all tests share: a cache of compiled forms that is theirs alone, and how many examples are tried.

`HEXCHECK_TRIALS=20 make unit` tries twenty times as many, other ones each time.
"""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

TRIALS = int(os.environ.get("HEXCHECK_TRIALS", "1"))

os.environ.setdefault("HEXCHECK_CACHE", str(ROOT / ".pytest_cache" / "hexcheck"))

settings.register_profile(
    "hexcheck",
    deadline=None,
    derandomize=TRIALS == 1,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("hexcheck")


def trials(number: int) -> settings:
    """So many examples, or a multiple of them."""
    return settings(max_examples=number * TRIALS)
