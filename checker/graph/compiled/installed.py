"""Whether the kernel can be had here."""

from __future__ import annotations

from importlib.util import find_spec

from checker.graph.state_space import GraphExtension, StateSpace, Telling


def kernel() -> GraphExtension | None:
    """The search by the kernel; None where the extra for it is not installed."""
    if find_spec("numba") is None or find_spec("numpy") is None:
        return None
    return _by_kernel


def _by_kernel(space: StateSpace, most: int, tell: Telling) -> StateSpace:
    from checker.graph.compiled.kernel_search import continued  # takes long to load, and few deals need it

    return continued(space, most, tell)
