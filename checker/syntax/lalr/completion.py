"""What may come next in a sentence or in a statement of a scene: words of the grammar, and kinds of names."""

from __future__ import annotations

from checker.kernel.record import Record
from checker.kernel.vocabulary import labelled
from checker.syntax.lalr.tables import END, Stack, TooDeep
from checker.syntax.lexer import Lexicon, pieces
from checker.syntax.parser import Language
from checker.syntax.scene_reader import SceneReader

MOST = 400
"""So many ways to read the beginning are followed at most."""


class MayFollow(Record):
    """What may come next: `words` as they are written, `names` by the terminals of the grammar; nothing if it is `whole`."""

    words: tuple[str, ...]
    names: tuple[str, ...]
    whole: bool


def coming_in_scene(reader: SceneReader, begun: str, players: tuple[str, ...], told: str = "") -> MayFollow:
    """What may come after the beginning of a statement below what is told; nothing where it cannot be gone on with."""
    names = {**labelled(reader.words, f"{told}\n{begun}"), **dict.fromkeys(players, "PLAYER")}
    return coming(reader.language, "line", begun, reader.language.with_names(names))


def coming(language: Language, start: str, begun: str, lexicon: Lexicon) -> MayFollow:
    """What may come after the beginning of a text of this kind; nothing where it cannot be gone on with."""
    raw, table = pieces(begun), language.table
    todo: list[tuple[int, Stack]] = [(0, table.start(start))]
    ends: list[Stack] = []
    left = MOST
    while todo and left:
        left -= 1
        at, stack = todo.pop()
        if at == len(raw):
            ends.append(stack)
            continue
        for word in lexicon.options(begun, raw, at):
            try:
                further = table.fed(start, stack, word.terminal, word.text)
            except TooDeep:
                continue
            if further is not None:
                todo.append((word.then, further))
    terminals = {t for stack in ends for t in table.accepted(start, stack)}
    words = sorted({table.literals[t] for t in terminals if t in table.literals})
    names = sorted(t for t in terminals if t not in table.literals and t != END)
    return MayFollow(tuple(words), tuple(names), END in terminals)
