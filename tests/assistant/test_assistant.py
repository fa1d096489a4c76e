"""The server for assistants, asked by the protocol's own client over standard input and output."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import pytest
from conftest import ROOT
from mcp import Client, MCPError, StdioServerParameters

from hexcheck.schema_files import schemas

HERE = ROOT / "tests"
EXAMPLE = ROOT / "examples" / "court"
DUCK = "players A B C; hand B: Duck; A casts at B; must B play Duck?"
SECONDS = 300.0


BLOCKS = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "assistant.md").read_text("utf-8"), re.S)
DOCUMENTED = [server["hexcheck"] for block in BLOCKS for server in json.loads(block).values()]
"""How the desktop clients are told to start it."""


@asynccontextmanager
async def served(*options: str, folder: Path = ROOT, **more: str) -> AsyncIterator[Client]:
    """A client of a server that was started in the folder, as desktop clients are told to, with the options besides."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **more}
    (command,) = {one["command"] for one in DOCUMENTED}
    (args,) = {(*one["args"],) for one in DOCUMENTED}
    command = str(Path(sys.executable).parent / command)
    started = StdioServerParameters(command=command, args=[*args, *options], cwd=folder, env=env)
    async with Client(started, read_timeout_seconds=SECONDS) as client:
        yield client


async def called(client: Client, tool: str, **given: Any) -> tuple[str, dict[str, Any] | None, bool]:
    """The text, the record, and whether it was refused."""
    found = await client.call_tool(tool, given)
    return "".join(one.text for one in found.content), found.structured_content, bool(found.is_error)


def fits(format: str, record: Any) -> None:
    jsonschema.validate(record, json.loads(schemas()[f"{format}-1.json"]))


def test_every_tool_answers_with_the_record_of_the_command_and_thirty_questions_of_players_are_answered() -> None:
    async def told() -> None:
        async with served() as client:
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == [
                "games", "ask", "settle", "find", "show", "forms", "rulings", "check", "diff",
            ]  # fmt: skip
            assert (await called(client, "write", path="a.norm", text=""))[2]
            assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)
            text, _, _ = await called(client, "games")
            assert {line.split(":")[0] for line in text.split("\n")} >= {"hexhex", "hexx", "horrible"}
            text, record, _ = await called(client, "ask", scene=DUCK, why_not=True)
            fits("answer", record)
            assert record and record["answers"][0]["verdict"] == "AMBIGUOUS" and "HH-171" in text
            text, record, _ = await called(client, "settle", scene=DUCK)
            fits("answer", record)
            assert record and record["answers"][0]["settled"]
            text, record, _ = await called(client, "find", words="jump over two tiles")
            fits("found", record)
            assert "HO-31" in text
            assert "lose" in (await called(client, "show", what="HH-83"))[0]
            text, _, _ = await called(client, "forms", game="horrible", word="jump")
            assert "may PLAYER move" not in text and "jump" in text.split("where")[0]
            text, record, _ = await called(client, "rulings", game="horrible", words="jump over two tiles in a row")
            fits("rulings", record)
            assert "FORCED: yes" in text
            text, record, _ = await called(client, "check", game="examples/court", seconds=60)
            fits("findings", record)
            erratum = (EXAMPLE / "errata" / "heirs.norm").read_text("utf-8")
            text, record, _ = await called(client, "diff", game="examples/court", erratum=erratum, seconds=60)
            fits("changes", record)
            assert record and record["games"][0]["rulings"]
            await resources(client)
            await questions(client)

    anyio.run(told)


async def resources(client: Client) -> None:
    """What is to be read is read, and the prompt says how to ask."""
    clause = await client.read_resource("hexcheck://hexhex/clause/HH-83")
    assert "HH-83" in clause.contents[0].text
    card = await client.read_resource("hexcheck://hexhex/card/HEX%E2%80%A2HEX")
    assert card.contents[0].text.startswith("HEX•HEX")
    rules = await client.read_resource("hexcheck://horrible/rules")
    assert "HO-31 (Jump): " in rules.contents[0].text
    with pytest.raises(MCPError, match="HH-1000"):
        await client.read_resource("hexcheck://hexhex/clause/HH-1000")
    prompt = await client.get_prompt("judge", {"question": "can I stun myself?"})
    said = prompt.messages[0].content.text
    assert "can I stun myself?" in said and "AMBIGUOUS" in said and "taken for granted" in said


async def questions(client: Client) -> None:
    """Put into scenes by what `forms`, `rulings` and `find` tell: each comes out as the rulebook has it, by its clauses."""
    rows = [*csv.DictReader((HERE / "assistant_scenes.tsv").open(encoding="utf-8"), delimiter="\t")]
    wrong = []
    for row in rows:
        tool, _, words = row["scene"].partition(" ")
        if tool == "find":
            text, _, refused = await called(client, "find", words=words, game=row["game"])
            right = not refused and any(clause in text for clause in row["clauses"].split(","))
        else:
            _, record, refused = await called(client, "ask", scene=row["scene"], game=row["game"])
            right = not refused and record is not None and is_right(record["answers"][-1], row)
        wrong += [] if right else [row["question"]]
    assert len(rows) == 30 and not wrong, wrong


def is_right(answer: dict[str, Any], row: dict[str, str]) -> bool:
    """The verdict and the outcome are those of the row, and a clause of the row is among those that decide it."""
    forced = answer["verdict"] == "FORCED"
    said = f"FORCED: {answer['outcomes'][0]['value']}" if forced else answer["verdict"]
    return said == row["answer"] and bool({*row["clauses"].split(",")} & {*answer["deciding"]})


def test_what_cannot_be_used_hurts_nothing_and_new_files_are_written_where_that_is_allowed(
    tmp_path: Path,
) -> None:
    """Hostile input is refused; nothing outside the folder is read, and nothing is written."""
    (tmp_path / "secret.scene").write_text("players A B\nSECRET?\n")
    inside = tmp_path / "here"
    inside.mkdir()
    (inside / "out").symlink_to(EXAMPLE)

    async def told() -> None:
        async with served("--allow-write", folder=inside) as client:
            text, record, refused = await called(
                client, "ask", scene="players A B C; A casts at B; B plays Dukc; what happens?"
            )
            assert refused and record is None and "hint: did you mean `Duck`?" in text and "HH-171" in text
            for game in (str(EXAMPLE), "../", "out", "/", "~", "\0", "x" * 5000, "hexhex/../../.."):
                text, record, refused = await called(client, "check", game=game, seconds=5)
                assert refused and record is None, game
            for scene in (
                str(tmp_path / "secret.scene"),
                "../secret.scene",
                "game ../; players A B; what happens?",
                "",
                "?" * 20_000,
                "\u202e",
            ):
                text, _, refused = await called(client, "ask", scene=scene)
                assert "SECRET" not in text and (refused or "secret" not in text), scene[:40]
            text, _, refused = await called(client, "ask", scene=DUCK, erratum="nonsense")
            assert refused and "nonsense" in text
            assert not (await called(client, "ask", scene=DUCK))[2]
            assert sorted(path.name for path in inside.iterdir()) == ["out"]
            assert not (await called(client, "write", path="ward.norm", text="erratum x\n"))[2]
            for path in ("ward.norm", "../ward.norm", "ward.py", "/tmp/ward.norm", "out/ward.norm"):
                assert (await called(client, "write", path=path, text="other"))[2], path
        assert (inside / "ward.norm").read_text() == "erratum x\n"

    anyio.run(told)


def test_a_call_that_is_cancelled_ends_and_the_next_is_answered(tmp_path: Path) -> None:
    """What nobody waits for is not worked on: its process is gone, and no other is left when the client goes."""

    async def told() -> None:
        async with served(HEXCHECK_CACHE=str(tmp_path)) as client:  # nothing is known from a run before
            asked = {"game": "examples/court", "scene": "players A B; A claims the taxes; what is the coins of A?"}
            first = await called(client, "ask", **asked)
            with pytest.raises(MCPError, match="timed out"):
                await client.call_tool("check", {"game": "examples/tiles", "scope": "pairs"}, read_timeout_seconds=1)
            assert not first[2] and await called(client, "ask", **asked) == first
            assert len(workers()) == 1
        assert not workers()

    anyio.run(told)


def workers() -> list[str]:
    """The processes that answer calls of servers begun here."""
    listed = subprocess.run(["ps", "-eww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    mine = {pid for pid, parent, _ in rows if parent == str(os.getpid())}
    return [pid for pid, parent, args in rows if parent in mine and "spawn_main" in args]
