"""The wheel's build hook: the games are read once while the wheel is made, so that nobody waits for it later.

What it ships are the same compiled forms that are kept in a user's cache, under the same keys: of the content
they come from, and of the code that reads them. They are data that every Python reads, and the same bytes each time.
Where a key does not fit (an amended game), the user's cache is used as ever.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TARGET = "checker/_data/compiled"
COMPILE = "from checker.load.compiled_game import compile_all; compile_all()"


class CompiledForms(BuildHookInterface[Any]):
    """Puts the compiled forms of all games into a wheel; an editable installation needs none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the folder of compiled forms. Raises CalledProcessError if a game cannot be read."""
        if version == "editable":
            return
        folder = Path(self.root) / "build" / "compiled"
        shutil.rmtree(folder, ignore_errors=True)
        # Through PYTHONPATH pip hands a build in isolation what it requires.
        paths = [self.root, *filter(None, [os.environ.get("PYTHONPATH")])]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "HEXCHECK_CACHE": str(folder)}
        subprocess.run([sys.executable, "-B", "-c", COMPILE], env=env, check=True)
        build_data["force_include"][str(folder)] = TARGET
