"""What `--help` says: the commands by what one wants of them, examples that are taken, and exit codes."""

from __future__ import annotations

import re
import shlex

import pytest

from checker.cli.help import EXAMPLES, FINDS, GROUPS
from checker.cli.main import app, run


def test_every_command_stands_in_a_group_and_has_two_examples_that_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    """The examples are command lines of that command, its help shows them, and says what the exit code means."""
    assert run(["--help"]) == 0
    top = capsys.readouterr().out
    assert all(title in top for title in GROUPS) and {n for names in GROUPS.values() for n in names} == {*EXAMPLES}
    for name, lines in EXAMPLES.items():
        assert run([name, "--help"]) == 0
        told = capsys.readouterr().out
        assert not re.search(r"default: (False|None|\"|\()", " ".join(told.split()))
        for line in lines:
            words = shlex.split(line.partition(" > ")[0])
            assert words[:2] == ["hexcheck", name] and line[:60] in told
            app().parse_args([*words[1:]], exit_on_error=False, print_error=False)
        assert ("1 something was found" in told) == (name in FINDS)
