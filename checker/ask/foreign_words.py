"""What can be said to a scene whose words no rule of the game knows: where the rulebook has them, what else there is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from checker.kernel.game import Clause, Game
from checker.kernel.scene import Raw
from checker.kernel.source import Problem
from checker.syntax.everyday.hints import Hint
from checker.syntax.everyday.hints import told as hint_told
from checker.syntax.lexer import fold

MOST_CLAUSES = 3
MOST_TITLES = 12


def with_players(problem: Problem, before: Sequence[tuple[str, ...]]) -> Problem:
    """The problem, with the players of its scene, the last seated `before` it, as the hint where one was expected."""
    if "a player" not in problem.message or "did you mean" in problem.hint:
        return problem
    hint = f"the players are {', '.join(before[-1])}" if before else problem.hint
    return msgspec.structs.replace(problem, hint=hint)


def with_clauses(problem: Problem, game: Game) -> Problem:
    """The problem, with a hint which clauses have the word, where a card was expected and none is called so."""
    word = re.match(r"`([\w•-]{3,})` cannot stand here; expected .*a card or kind of card", problem.message)
    if word is None or "did you mean" in problem.hint or "nearest name" in problem.hint:
        return problem
    found = _spoken(word.group(1), game)
    kinds = "`, `".join(game.vocabulary.kinds[:3])
    hint = (
        f"no card is called `{word.group(1)}`; {told(found)}"
        if found
        else f"no card is called `{word.group(1)}`; a line `card {word.group(1)}: …` before it says of what kind one is (`{kinds}`, …)"
    )
    return msgspec.structs.replace(problem, hint=hint)


def with_amendments(problem: Problem, wanted: str, titles: Iterable[str], game: Game) -> Problem:
    """The problem, with the line it stands in, and a hint which clauses have the words and what amendments there are."""
    there = "; ".join(f"`{t}`" for t in list(titles)[:MOST_TITLES])
    hints = (
        [problem.hint]
        if "nearest" in problem.hint or "--errata" in problem.hint
        else [f"those that there are: {there}"]
        if there
        else []
    )
    found = _spoken(wanted, game, loosely=True) if wanted.strip() else []
    return msgspec.structs.replace(problem, hint="; ".join([*([told(found)] if found else []), *hints]) or problem.hint)


def told(clauses: Sequence[Clause]) -> str:
    """Where the rulebook speaks of it: why the clause states nothing here, or what it says."""
    first = clauses[0]
    ids = ", ".join(c.id for c in clauses[:MOST_CLAUSES])
    return f"{ids} speak{'s' if len(clauses) == 1 else ''} of it: {(first.informal or first.summary).rstrip('.')}"


def _spoken(word: str, game: Game, loosely: bool = False) -> list[Clause]:
    """The clauses whose words have it, those that state nothing here first."""
    pattern = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE if loosely else 0)
    found = [c for c in game.clauses if pattern.search(c.summary) and (loosely or word[:1].isupper())]
    return sorted(found, key=lambda c: (not c.informal, not pattern.search(c.informal)))


def instead(problem: Problem, raws: Sequence[Raw], hints: Iterable[Hint], titles: Iterable[str]) -> Problem:
    """The problem, with what to say instead of the statement that it is met in, if the game has a hint for such a one."""
    place = problem.place
    within = [r.text for r in raws if r.place.line == place.line and r.place.column <= place.column]
    said = within[-1].rstrip("?. ") if within else ""
    folded = fold(said)
    for title in titles:
        if said and folded == fold(title):
            return msgspec.structs.replace(
                problem, hint=f"say who does what with it, for instance `NAME plays {title}`"
            )
    other = next((told_instead for hint in hints if said and (told_instead := hint_told(hint, said))), "")
    return msgspec.structs.replace(problem, hint=other) if other else problem
