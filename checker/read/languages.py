"""The languages of one game: that of its cards and norms, and that of its scenes."""

from __future__ import annotations

from functools import lru_cache

from checker.kernel.vocabulary import Vocabulary, sorts
from checker.read.lexer import Lexicon, fold, run_together
from checker.read.parser import Language
from checker.read.phrases import grammar_text, phrases
from checker.read.trees import Trees

LANGUAGES = 4
"""So many languages are kept: rules that differ in a clause have the same, and read no sentence twice."""


@lru_cache(maxsize=LANGUAGES)
def language(words_: Vocabulary, titles: tuple[str, ...], shared: str, starts: tuple[str, ...]) -> Language:
    """The language of a game's cards and norms; `titles` are the names of its cards."""
    names = {fold(n): ("KIND", n) for n in (*words_.kinds, *titles)}
    return _language(words_, names, shared, starts, scene=False)


def scene_language(words_: Vocabulary, titles: tuple[str, ...], counts: tuple[str, ...], shared: str) -> Language:
    """The language of a game's scenes; `counts` are the things whose number is known."""
    of_cards = {f"copies of {n}" for n in titles}
    names = {fold(n): ("COUNT", n) for n in counts if n not in of_cards}
    names |= {run_together(n): ("KIND", n) for n in titles} | {fold(n): ("KIND", n) for n in titles}
    return _language(words_, names, shared, ("line",), scene=True)


def _language(
    words_: Vocabulary, names: dict[str, tuple[str, str]], shared: str, starts: tuple[str, ...], scene: bool
) -> Language:
    variables = {letter: f"VAR_{s.name.upper()}" for s in sorts(words_) for letter in s.letters}
    spelled = {p.rule: p.parts for p in phrases(words_)}
    lexicon = Lexicon({}, names, {}, variables, spoken=scene)
    text = grammar_text(words_, shared, scene)
    trees = None if scene else Trees(repr((text, starts, sorted(names.items()), sorted(variables.items()))))
    return Language(text, starts, lexicon, spelled, trees)
