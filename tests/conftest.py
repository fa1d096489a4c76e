"""What all tests share: a cache of compiled forms that is theirs alone."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

os.environ.setdefault("HEXCHECK_CACHE", str(ROOT / ".pytest_cache" / "hexcheck"))

settings.register_profile(
    "hexcheck",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("hexcheck")

