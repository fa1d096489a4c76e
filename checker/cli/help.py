"""What each parameter of each command means, in the words of `--help`."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Annotated, get_type_hints

from checker.cli.completions import offered
from checker.store.disk_cache import data_folder
from checker.syntax.files import read_text

HELP = {
    "all": "Tell every ruling that comes out otherwise, not only the ten with the shortest scenes.",
    "allow_code": "Run the module that the settings of a game's folder name; without it, no code of a folder is run.",
    "allow_write": "Let assistants write errata, cards and scenes into new files of this folder; without it nothing is written.",
    "ablate": "Take each formal clause away in turn, and name those whose absence changes no ruling.",
    "dictionary": "The dictionary of a word game: a file with one word on a line; without it, the list that comes along.",
    "errata": "A file with amendments; may be given several times.",
    "fail_on": "The least severity that makes the exit code 1.",
    "certify what": "Certificates to check, or titles of cards; without any, a certificate is made for each game.",
    "files": "The files, or the folder of a game; every file of every game that comes along if none is named.",
    "fmt check": "Change nothing; exit code 1 if a file is not in canonical form.",
    "new folder": "The folder, which is not there yet; the game is called as it is.",
    "serve folder": "The folder of the page.",
    "format": "Text for people, JSON for programs.",
    "rulings format": "Text for people; JSON, SARIF, JUnit or annotations of GitHub for programs.",
    "diff format": "Text for people; JSON, SARIF, JUnit or annotations of GitHub for programs.",
    "check format": "Text for people; JSON, SARIF, JUnit or annotations of GitHub for programs.",
    "game": "The game, by name or by its folder; without it, every game that fits.",
    "shell": "The shell that is to complete.",
    "ignore": "Findings that are not told: a code, the beginning of codes or a name; may be given several times, or with commas.",
    "like": "A game that comes along as an example, which is written instead: `bluff`, `court`, …; any other name lists them.",
    "games": "The games, by name or by folder; all that come along if none is named.",
    "host": "The host to listen at; this machine alone if nothing is said.",
    "jobs": "How many processes; as many as there are cores if 0.",
    "out": "The folder to write to; each game has a folder of its own in it, with Markdown, a page, a PDF (with `hexcheck[report]`), all sentences to print (`wordings.md`) and the findings. `-` prints the Markdown.",
    "output": "The file to write to; `-`, or none, is standard output.",
    "certify output": "The file to write the certificate to; `-` prints it, and nothing else.",
    "players": "For how many players: a number, or two with a hyphen between them; 3-6, or as many as the game takes, if nothing is said.",
    "port": "The port to listen at; 0 is one that is free.",
    "page out": "The folder to write to; what else is in it stays.",
    "pyodide": "The folder with the files of Pyodide and the wheel of msgspec for it; `make pyodide` fetches them.",
    "policy": "How the players of random games decide.",
    "findings": "Take the findings from this file of `check --format json` instead of looking for them.",
    "since": "Say also what is new, settled and changed since another edition: a file of findings, the folder of its report, or a folder with the rules as they were.",
    "report seed": "Which random games are played to see how often a question matters.",
    "report seconds": "So many seconds are spent on it at most, about; what the time was too short for is said; 0 is no bound.",
    "reruns": "How many random games at most are played again for each open point.",
    "random_games": "Play so many random games in all, to say how often each question matters.",
    "sample": "Play so many random games for each number of players, and say how often open points matter; without `--scope`, nothing else.",
    "scene": "A file with scenes, or the scene itself with `;` between its statements; before it the game, or its folder, if that is not clear.",
    "memory": "How many megabytes all processes may use together, counting for each what it shares with others; with less, fewer of them work, and what does not fit is left and said to be `unknown`; what would not do to read the rules is refused; 0 is no bound. Random games (`--games`) are not bounded.",
    "report scope": "Which cards are tried together: one; pairs; pairs in every situation at every table; any three.",
    "scope": "Which cards are tried together: one; pairs, if nothing else is said; pairs in every situation at every table; any three; `none`, with `--games` alone, runs no analysis.",
    "seconds": "After about so many seconds what was found by then is told, and of what only a part was looked at; 0 is no bound.",
    "deal": "Looks at every state that play can come to from what the words place, as in scenes: `hand A: …; hand B: nothing`.",
    "deals": "Looks so at so many deals of chance, by the seed.",
    "until": "The procedure with whose end a deal is over (`round`); else it goes on to the end of the game.",
    "states": "So many states of a deal at most are looked at.",
    "scheduler": "The address of a scheduler of dask.distributed whose workers look at the deals (with `hexcheck[cluster]`); else processes of this machine do, `--jobs` of them.",
    "defaults": "What is open in a deal goes as by default, not in every way.",
    "seed": "Which random games are played.",
    "select": "Only these findings are told: a code, the beginning of codes or a name; may be given several times, or with commas.",
    "check all": "Everything that was found, with what would settle it, and how far each analysis looked; without it, the first screen.",
    "settle": "Say also which errata settle an open question, each with the answer that it leads to.",
    "variant": "A variant or law of the game, by its title; may be given several times.",
    "versions": "Two versions to compare, old and new: folders with cards/ and specs/, or files with amendments; or the game that --errata changes; or the game and an erratum of one sentence.",
    "what": "The title of a card, the id of a clause, the name of an open point, the code of a finding; `parameters`, `vocabulary`, `procedures`, `analyses`; `scenes` (all that a scene can say); `questions WORD`; before it the game, or its folder.",
    "words": "What is looked for, in any words; before them the game, or its folder, if only that is meant.",
    "why_not": "Say also what speaks for another answer, and what stands in its way.",
}
"""What each parameter means, by its name, or by command and name."""

NAMES = {"sample": "--games", "random_games": "--games"}
"""The options that go by another name than their parameter."""


MOST = {
    "jobs": 1_000,
    "memory": 1_000_000_000,
    "deals": 1_000_000,
    "port": 65_535,
    "reruns": 1_000_000,
    "sample": 1_000_000,
    "random_games": 1_000_000,
    "seconds": 1_000_000,
    "states": 1_000_000_000,
}
"""The numbers that are never below zero, and how large each is at most."""
LEAST = {"deals": 1, "states": 1}
"""Those that are never so low as zero."""


GROUPS = {
    "Ask what the rules say": ("ask", "find", "show", "rulings"),
    "Look for what is wrong, and mend it": ("check", "diff", "certify", "coverage"),
    "Publish": ("report", "page", "serve"),
    "Write": ("new", "fmt", "lsp", "mcp", "completion"),
}
"""The commands, by what one wants of them."""
EXAMPLES = {
    "ask": ("hexcheck ask ./my-game", "hexcheck ask ./my-game scene.txt --why-not"),
    "find": ("hexcheck find two at once", 'hexcheck find ./my-game "who wins a tie"'),
    "show": ("hexcheck show HX101", "hexcheck show ./my-game scenes"),
    "rulings": ("hexcheck rulings", "hexcheck rulings ./my-game --format junit"),
    "check": ("hexcheck check ./my-game", "hexcheck check ./my-game --all --fail-on warning"),
    "diff": ("hexcheck diff --errata erratum.norm", "hexcheck diff ./old ./new --format json"),
    "certify": ("hexcheck certify --output certificate.json", "hexcheck certify certificate.json"),
    "coverage": ("hexcheck coverage", "hexcheck coverage ./my-game --ablate"),
    "report": ("hexcheck report --out reports", "hexcheck report ./my-game --since ./before --out reports"),
    "page": ("hexcheck page --out page", "hexcheck page ./my-game --out page"),
    "serve": ("hexcheck serve page", "hexcheck serve page --host 192.168.1.20 --port 8000"),
    "new": ("hexcheck new my-game", "hexcheck new my-game --like bluff"),
    "fmt": ("hexcheck fmt ./my-game", "hexcheck fmt --check erratum.norm"),
    "lsp": ("hexcheck lsp", "hexcheck lsp --help"),
    "mcp": ("hexcheck mcp", "hexcheck mcp --allow-write"),
    "completion": ("hexcheck completion bash", "hexcheck completion fish > ~/.config/fish/completions/hexcheck.fish"),
}
"""Two examples for each command."""
FINDS = frozenset({"check", "diff", "rulings", "certify", "fmt"})
"""The commands that say by their exit code whether they found something."""
EXITS = "Exit codes: 0 as it should be{}, 2 input that cannot be used, 130 interrupted, 143 told to stop."
FOUND = ", 1 something was found or disagrees"


def ending(name: str) -> str:
    """What `--help` of the command ends with: two examples, and what the exit code means."""
    shown = "\n".join(f"    {line}" for line in EXAMPLES[name])
    return f"For instance:\n\n{shown}\n\n{EXITS.format(FOUND if name in FINDS else '')}"


TOLD = """A scene says who plays, clockwise, then what lies there and what happens, then asks:

{}

`hexcheck ask` alone, at a terminal, keeps a table. `hexcheck show scenes` lists all that can be said, and `hexcheck show questions WORD` the questions with a word in them."""
"""What `ask --help` says besides."""


def examples() -> tuple[tuple[str, str], ...]:
    """Scenes of the games that come along, each behind the name of its game, as a judge may put them."""
    files = sorted((data_folder() / "specs").glob("*/examples.txt"))
    return tuple((path.parent.name, line) for path in files for line in read_text(path).splitlines() if line)


def described(command: Callable[..., int]) -> Callable[..., int]:
    """The command with the meaning of each parameter where the command-line library looks for it."""
    from cyclopts import Parameter, validators

    if command.__name__ == "ask" and "\n" not in (command.__doc__ or ""):
        shown = "\n".join(f'    hexcheck ask {game} "{scene}"' for game, scene in examples())
        command.__doc__ = f"{command.__doc__}\n\n{TOLD.format(shown)}"
    defaults = signature(command).parameters
    for name, kind in get_type_hints(command).items():
        if name != "return":
            said_already = defaults[name].default is False or defaults[name].default in (None, "", ())
            bounds = validators.Number(gte=LEAST.get(name, 0), lte=MOST[name]) if name in MOST else None
            said = HELP.get(f"{command.__name__} {name}") or HELP[name]
            command.__annotations__[name] = Annotated[
                kind,
                Parameter(
                    NAMES.get(name),
                    help=said,
                    negative=(),
                    validator=bounds,
                    completer=offered(name),
                    show_default=not said_already,
                ),
            ]
    return command
