"""What the page asks of the program, and what it shows of a course of play, without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest
from conftest import ROOT

from hexcheck.browser import reply

SLOW_THEN_QUICK = """
globalThis.setTimeout = (run) => { clocks.push(run); return clocks.length; };
globalThis.clearTimeout = (number) => { clocks[number - 1] = null; };
const clocks = [], workers = [];
globalThis.Worker = class {
  constructor() { this.posted = []; workers.push(this); }
  postMessage(one) { this.posted.push(one); }
  terminate() { this.ended = true; }
};
const { Program } = await import(process.argv[1]);
const program = new Program({ g: "g" }, "g", () => {});
const said = [];
const first = program.ask({ game: "g", text: "slow" }).then((s) => said.push(["slow", s]));
const second = program.ask({ game: "g", text: "quick" }).then((s) => said.push(["quick", s]));
workers[0].onmessage({ data: { ready: true } });
const begun = [workers[0].posted.length, clocks.filter(Boolean).length];
clocks.find(Boolean)();
workers[1].onmessage({ data: { ready: true } });
const again = workers[1].posted.map((p) => p.request.text);
workers[1].onmessage({ data: { number: workers[1].posted[0].number, said: '{"fine": true}' } });
await Promise.all([first, second]);
console.log(JSON.stringify({ begun, again, said }));
"""


def test_a_request_is_timed_from_its_own_beginning_and_the_next_is_answered() -> None:
    """One that takes too long is ended alone: the next was not begun yet, and is put to the program begun anew."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    path = (ROOT / "checker" / "page" / "static" / "program.js").as_uri()
    run = [node, "--input-type=module", "-e", SLOW_THEN_QUICK, path]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60, cwd=ROOT / "tests")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["begun"] == [1, 1]
    assert told["again"] == ["quick"]
    assert [name for name, _ in told["said"]] == ["slow", "quick"]
    assert "failed" in told["said"][0][1] and told["said"][1][1] == {"fine": True}


def test_what_happens_is_shown_whole() -> None:
    """The first line on the page tells all that happened, not the last event alone."""
    scene = "players A B C; Hex: A to B; hand B: nothing; the Hex goes off; what happens?"
    shown = json.loads(reply(json.dumps({"want": "ask", "game": "hexhex", "scene": scene})))["ok"]["answers"][0]
    told = [step["text"] for step in shown["ways"][0]["steps"]]
    assert len(told) > 3
    assert all(event in shown["headline"] for event in told)
