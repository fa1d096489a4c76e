"""The server: calls of the protocol to what is worked out elsewhere, and what comes of them to results."""

from __future__ import annotations

from functools import partial
from importlib.metadata import version
from typing import Annotated, Any, Literal

import anyio
from anyio import CapacityLimiter, to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from checker.assistant.call_worker import CallWorker
from checker.assistant.replied import Answering, Replied

INSTRUCTIONS = """hexcheck says what the rules of a game force, leave open or contradict, with the clauses that decide it. \
It decides; you translate. Put the player's question into a scene, `ask` it, and tell the verdict, its clauses and what was \
taken for granted unchanged. Never answer a question of rules from memory, and never turn AMBIGUOUS or SILENT into yes or no."""

JUDGE = """Somebody at a table asks: {question}

1. `games` lists the games. If it is not said which one is played, `find` with the words of the question names the likeliest.
2. A scene is statements parted by `;`: who plays (`players A B C`, clockwise), what lies there (`hand B: TITLE, TITLE`), what happens \
in order, and one question with a question mark at the end. Names of players stay as they were told.
3. `forms` with a word of the question lists the questions and statements that can be read, and what may stand in capitals. \
Use these forms as they stand. Titles of cards are spelled as in the game.
4. Say only what was told. Do not add cards, hands or acts that nobody spoke of: what is not told stays open, and hexcheck \
says so.
5. `ask` the scene. If it cannot be read, the place, the nearest form and the clauses that speak of it are told: mend the \
scene and ask again. If no form says what is meant, tell the clauses that `find` gives, and that hexcheck was not asked.
6. Tell the answer: the verdict in its own word (FORCED: the rules leave nothing else; AMBIGUOUS: the rules can be read in \
several ways, and all outcomes are listed; SILENT: the rules do not say; CONTRADICTION: two rules disagree), the outcome, \
the clauses that decide, in words (`show` them), and all that was taken for granted or rests on assumptions. Change none \
of it.
7. Where the rules leave it open, `settle` gives the errata that would decide it. Offer them as what a table may agree on, \
never as what the rules say."""


GameField = Annotated[str, Field(description="The game, by name or by a folder; empty: every game that fits.")]
SceneField = Annotated[
    str, Field(description="The scene: statements parted by `;` or lines, and a question at the end.")
]
Erratum = Annotated[str, Field(description="The text of errata that the rules are amended by, if any.")]
Variants = Annotated[tuple[str, ...], Field(description="Titles of variants or laws of the game that are played with.")]
Seconds = Annotated[int, Field(ge=1, le=3600, description="After so many seconds what was found by then is told.")]
READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)

MOST = 3
"""So many calls are worked out at a time; more of them wait."""


def serve(answering: Answering, allow_write: bool) -> None:
    """Serves an assistant on standard input and output until it has had enough."""
    workers = CallWorkers(answering)
    try:
        anyio.run(server(workers, allow_write).run_stdio_async)
    finally:
        workers.end()


def server(workers: CallWorkers, allow_write: bool) -> MCPServer[Any]:
    """The server with its tools, resources and prompt; with what writes only if that is allowed."""
    made: MCPServer[Any] = MCPServer(
        "hexcheck", instructions=INSTRUCTIONS, version=version("hexcheck"), log_level="WARNING"
    )
    _judging(made, workers)
    _editing(made, workers, allow_write)
    _reading(made, workers)
    return made


async def _told(workers: CallWorkers, want: str, **given: Any) -> CallToolResult:
    """The result of a call. Raises ToolError, with the hint, for what cannot be used."""
    found = await workers.reply(want, given)
    if found.refused:
        raise ToolError(found.text)
    return CallToolResult(content=[TextContent(type="text", text=found.text)], structured_content=found.record)


def _judging(made: MCPServer[Any], workers: CallWorkers) -> None:
    @made.tool(annotations=READS)
    async def games() -> CallToolResult:
        """The games whose rules are here, with how many clauses and cards each has, its variants and an example."""
        return await _told(workers, "games")

    @made.tool(annotations=READS)
    async def ask(
        scene: SceneField, game: GameField = "", erratum: Erratum = "", variants: Variants = (), why_not: bool = False
    ) -> CallToolResult:
        """The verdict on each question of a scene, with the clauses that decide, the steps, and what is taken for granted."""
        return await _told(workers, "ask", scene=scene, game=game, erratum=erratum, variants=variants, why_not=why_not)

    @made.tool(annotations=READS)
    async def settle(scene: SceneField, game: GameField = "", variants: Variants = ()) -> CallToolResult:
        """The same as `ask`, with the errata that would settle what is open and the answer each leads to."""
        return await _told(workers, "settle", scene=scene, game=game, variants=variants)

    @made.tool(annotations=READS)
    async def find(words: str, game: GameField = "") -> CallToolResult:
        """The clauses, rulings, cards and known open points that speak of some words, the nearest first."""
        return await _told(workers, "find", words=words, game=game)

    @made.tool(annotations=READS)
    async def show(
        what: Annotated[
            str, Field(description="The title of a card, the id of a clause, an open point, a finding's code.")
        ],
        game: GameField = "",
    ) -> CallToolResult:
        """A card, a clause or an open point with all that belongs to it."""
        return await _told(workers, "show", what=what, game=game)

    @made.tool(annotations=READS)
    async def forms(
        game: str, word: Annotated[str, Field(description="Only forms with the word; empty: all.")] = ""
    ) -> CallToolResult:
        """What scenes of the game can say and ask, form by form, and what may stand in the place of capitals."""
        return await _told(workers, "forms", game=game, word=word)

    @made.tool(annotations=READS)
    async def rulings(
        game: str,
        words: Annotated[str, Field(description="Only rulings that speak of the words; empty: all, counted.")] = "",
    ) -> CallToolResult:
        """The rulings of the game, each question with the expected answer and what the rules say; all agree or are listed."""
        return await _told(workers, "rulings", game=game, words=words)


def _editing(made: MCPServer[Any], workers: CallWorkers, allow_write: bool) -> None:
    @made.tool(annotations=READS)
    async def check(
        game: str, scope: Literal["quick", "pairs"] = "quick", erratum: Erratum = "", seconds: Seconds = 120
    ) -> CallToolResult:
        """What is wrong with the rules of a game or of a folder, each finding with the smallest scene that shows it."""
        return await _told(workers, "check", game=game, scope=scope, erratum=erratum, seconds=seconds)

    @made.tool(annotations=READS)
    async def diff(game: str, erratum: Erratum, seconds: Seconds = 120) -> CallToolResult:
        """What errata change in a game or a folder: plays, rulings and findings that come out otherwise."""
        return await _told(workers, "diff", game=game, erratum=erratum, seconds=seconds)

    if allow_write:

        @made.tool(annotations=WRITES)
        async def write(
            path: Annotated[str, Field(description="A new file that ends in .norm, .cards or .scene, in this folder.")],
            text: str,
        ) -> CallToolResult:
            """Writes errata, cards or scenes into a file that is not there yet."""
            return await _told(workers, "write", path=path, text=text)


def _reading(made: MCPServer[Any], workers: CallWorkers) -> None:
    async def read(what: str, game: str) -> str:
        found = await workers.reply("show", {"what": what, "game": game})
        if found.refused:
            raise ResourceError(found.text)
        return found.text

    @made.resource("hexcheck://{game}/clause/{clause}", title="A clause", mime_type="text/plain")
    async def clause(game: str, clause: str) -> str:
        """A clause of a game's rules: what it says, where it stands, what it is used by."""
        return await read(clause, game)

    @made.resource("hexcheck://{game}/card/{title}", title="A card", mime_type="text/plain")
    async def card(game: str, title: str) -> str:
        """A card of a game: its text, its kinds, the clauses and rulings about it."""
        return await read(title, game)

    @made.resource("hexcheck://{game}/rules", title="All clauses of a game", mime_type="text/plain")
    async def rules(game: str) -> str:
        """Every clause of a game in order, one a line, with its section."""
        found = await workers.reply("rules", {"game": game})
        if found.refused:
            raise ResourceError(found.text)
        return found.text

    @made.prompt(title="Ask as a judge")
    def judge(question: str) -> str:
        """How to put a table into a scene, ask hexcheck, and tell what it says unchanged."""
        return JUDGE.format(question=question)


class CallWorkers:
    """The processes that wait for a call, and how many may work at a time."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._idle: list[CallWorker] = []
        self._limit = CapacityLimiter(MOST)

    async def reply(self, want: str, given: dict[str, object]) -> Replied:
        """What comes of the call; where it is cancelled, its process ends with it."""
        async with self._limit:
            worker = self._idle.pop() if self._idle else CallWorker(self._answering)
            try:
                found: Replied = await to_thread.run_sync(partial(worker.reply, want, given), abandon_on_cancel=True)
            except (EOFError, OSError):
                worker.end()
                return Replied(
                    "hexcheck: this ended before it was worked out; there may not be enough memory", None, True
                )
            except BaseException:
                worker.end()
                raise
            self._idle.append(worker)
            return found

    def end(self) -> None:
        """No process is left."""
        while self._idle:
            self._idle.pop().end()
