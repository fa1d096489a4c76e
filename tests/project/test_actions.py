"""What other repositories run: the hooks of pre-commit and the steps of the action, each run as it stands there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A repository that holds a game, and beside it the command."""
    shutil.copytree(ROOT / "examples" / "court", tmp_path / "game")
    command = tmp_path / "bin" / "hexcheck"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m checker "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return tmp_path / "game"


def run(game: Path, line: str, **said: str) -> subprocess.CompletedProcess[str]:
    path = f"{game.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), **said}
    return subprocess.run(["bash", "-c", line], cwd=game, env=env, capture_output=True, text=True, check=False)


def test_the_hooks_pass_for_a_tidy_game_and_mend_an_untidy_one(game: Path) -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    tidy, rulings = re.findall(r"^  entry: (.+)$", hooks, re.MULTILINE)
    assert run(game, rulings).returncode == 0
    (scene,) = (game / "specs" / "rulings").glob("*.scene")
    before = scene.read_text(encoding="utf-8")
    scene.write_text(before.replace("A claims the taxes", "A   claims the taxes", 1), encoding="utf-8")
    assert run(game, f"{tidy} {scene}").returncode == 0 and scene.read_text(encoding="utf-8") == before
    scene.write_text(before.replace("expect FORCED: 5", "expect FORCED: 6", 1), encoding="utf-8")
    assert run(game, rulings).returncode == 1


def test_the_steps_of_the_action_pass_and_fail_as_they_are_told_to(game: Path) -> None:
    action = (ROOT / "action.yml").read_text(encoding="utf-8")
    ruled, checked = re.findall(r"^      run: (hexcheck .+)$", action, re.MULTILINE)
    said = {"GAME": ".", "SCOPE": "quick", "FAIL_ON": "never"}
    assert run(game, ruled, **said).returncode == 0
    settings = game / "hexcheck.toml"
    kept = settings.read_text(encoding="utf-8").partition("[[accepted]]")[0]
    settings.write_text(kept, encoding="utf-8")
    done = run(game, checked, **said)
    assert done.returncode == 0 and re.match(r"::(warning|error|notice) file=specs/", done.stdout), done.stderr
    assert run(game, checked, **{**said, "FAIL_ON": "warning"}).returncode == 1
