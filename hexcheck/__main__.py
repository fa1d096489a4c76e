"""The command `hexcheck`, which `python -m hexcheck` is too."""

from __future__ import annotations

from checker.__main__ import main

if __name__ == "__main__":
    main()
