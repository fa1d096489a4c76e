"""The wheel's build hook: lays out the one package that the wheel installs, and reads the games once.

In the wheel the program lies inside `hexcheck`, since its own name is another project's at the top of site-packages.
Its imports are written accordingly, so that nothing has to be redirected when it runs.

What was read are the same compiled forms that are kept in a user's cache, under the same keys: of the content they
come from, and of the code that reads them. They are data that every Python reads, and the same bytes each time. Where
a key does not fit (an amended game), the user's cache is used as ever.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INSIDE = "hexcheck._checker"
"""What `checker` is called where it is installed."""
IMPORT = re.compile(r"^(\s*(?:from|import) )checker\b", re.MULTILINE)
DATA = ("cards", "examples", "grammar", "specs")
COMPILE = f"from {INSIDE}.load.compiled_game import compile_all; compile_all()"
LEFT = shutil.ignore_patterns("__pycache__", "*.pyc", "DECISIONS.md")


class OnePackage(BuildHookInterface[Any]):
    """Puts the package and the compiled forms of all games into a wheel; an editable installation needs neither."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the package. Raises CalledProcessError if a game cannot be read."""
        if version == "editable":
            return
        root, there = Path(self.root), Path(self.root) / "build" / "wheel"
        shutil.rmtree(there, ignore_errors=True)
        program = there / INSIDE.replace(".", "/")
        shutil.copytree(root / "hexcheck", there / "hexcheck", ignore=LEFT)
        shutil.copytree(root / "checker", program, ignore=LEFT)
        for path in (there / "hexcheck").rglob("*.py"):
            path.write_text(IMPORT.sub(rf"\1{INSIDE}", path.read_text("utf-8")), "utf-8")
        for name in DATA:
            shutil.copytree(root / name, program / "_data" / name, ignore=LEFT)
        # Through PYTHONPATH pip hands a build in isolation what it requires.
        paths = [str(there), *filter(None, [os.environ.get("PYTHONPATH")])]
        env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "HEXCHECK_CACHE": str(program / "_data" / "compiled"),
        }
        subprocess.run([sys.executable, "-B", "-c", COMPILE], cwd=there, env=env, check=True)
        # How the files lay while the wheel was built says nothing of where it is installed.
        for path in (program / "_data" / "compiled").glob("code-*.bin"):
            path.unlink()
        build_data["force_include"][str(there)] = "/"
