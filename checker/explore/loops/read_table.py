"""A table that notes what is read of it while play goes on, and with what it is gone on."""

from __future__ import annotations
