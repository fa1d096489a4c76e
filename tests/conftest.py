"""What all tests share: HEX•HEX as it was read, and a cache of compiled forms that is theirs alone."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

os.environ.setdefault("HEXCHECK_CACHE", str(Path(tempfile.gettempdir()) / f"hexcheck-tests-{os.getuid()}"))

settings.register_profile(
    "hexcheck",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("hexcheck")


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return ROOT
