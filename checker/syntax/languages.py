"""The languages of one game: that of its cards and norms, and that of its scenes."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from checker.kernel.game import Game
from checker.kernel.trees.course_steps import course_steps
from checker.kernel.vocabulary import Vocabulary, sorts
from checker.store.disk_cache import data_folder
from checker.syntax.files import read_text
from checker.syntax.grammar import NO_SUCH, grammar_text, phrases
from checker.syntax.lalr.tables import Automaton, compiled
from checker.syntax.lexer import Lexicon, fold, run_together, unnumbered
from checker.syntax.natural.english import plural
from checker.syntax.natural.spans import spans
from checker.syntax.parser import Language
from checker.syntax.scene_forms import QUESTION, SETUP, TOLD, form_phrases, scene_forms, told_forms
from checker.syntax.tree_cache import Trees

TOGETHER = {
    "or less": ("OR_LESS", "or less"),
    "or fewer": ("OR_LESS", "or fewer"),
    "or more": ("OR_MORE", "or more"),
    "only if": ("ONLY_IF", "only if"),
}
"""Words that are read as one: behind a number that something is at most or at least, and before what has to hold."""
SOUGHT = '\n%extend claim: "whenever" cond "," simple -> whenever_so\n'
"""What is always looked for: said in full alone, since `whenever` begins with an event as cards say things."""
LANGUAGES = 8
"""So many languages are kept: rules that differ in a clause have the same, and read no sentence twice."""


@lru_cache(maxsize=LANGUAGES)
def language(
    words_: Vocabulary, titles: tuple[str, ...], shared: str, starts: tuple[str, ...], short: str = ""
) -> Language:
    """The language of a game's cards and norms; `titles` are the names of its cards, `short` the rules for what is
    said for short."""
    names = {fold(n): ("KIND", n) for n in (*words_.kinds, *titles)}
    if short:
        names = _several(names) | names | TOGETHER | {fold(said): ("SPAN", said) for said, _ in spans(words_)}
    variables = _variables(words_)
    text = grammar_text(words_, shared, natural=bool(short)) + (short or SOUGHT)
    small = _small(words_.kinds, titles, bool(short))
    trees = Trees(repr((text, starts, sorted(names.items()), sorted(variables.items()), *sorted(small))))
    lexicon = Lexicon({}, names, small, variables, numerals=bool(short))
    spelled = _spelled(words_)
    if short:
        from checker.syntax.natural.further import all_said  # a scene needs none of it

        spelled |= {p.rule: p.parts for p in all_said(words_)}
    return Language(compiled(text, starts), starts, lexicon, spelled, trees)


def _small(kinds: tuple[str, ...], titles: tuple[str, ...], several: bool) -> dict[str, str]:
    """The kinds that a title differs from in its capitals alone, which are meant where they are written so."""
    called = {fold(title) for title in titles} - {""}
    small = [kind for kind in kinds if fold(kind) in called and kind not in titles]
    return {kind: "KIND" for kind in small} | ({plural(kind): "KINDS" for kind in small} if several else {})


def _several(names: dict[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Several of each kind of card, by name."""
    return {fold(said): ("KINDS", said) for _, name in names.values() for said in [plural(name)]}


class SceneLanguage(NamedTuple):
    """What the language of a game's scenes is made of: its phrases as they were compiled, and the words it knows."""

    compiled: Automaton
    lexicon: tuple[dict[str, tuple[str, str]], dict[str, str]]
    spelled: dict[str, tuple[str, ...]]


_NONE = {"placed": "statement", "happened": "event", "asked": "question"}
NOTHING_DERIVED = "".join(f'{head}_here: "no" "such" "{what}" -> {NO_SUCH}{what}\n' for head, what in _NONE.items())
"""The rules for what a game lays out, tells and asks of which nothing follows from its vocabulary."""
SCENES = ("line",)
FORMS = (QUESTION, SETUP, TOLD, "event__")
"""How the rules are named that a statement is read by first: a form of the game, then what happens."""


def spoken(words_: Vocabulary, titles: tuple[str, ...], counts: tuple[str, ...], shared: str) -> SceneLanguage:
    """How scenes of the game are told; `counts` are the things whose number is known."""
    of_cards = {f"copies of {n}" for n in titles}
    names = {fold(n): ("COUNT", n) for n in counts if n not in of_cards}
    names |= {name: ("KIND", title) for name, title in unnumbered(titles).items()}
    names |= {run_together(n): ("KIND", n) for n in titles} | {fold(n): ("KIND", n) for n in titles}
    made = compiled(grammar_text(words_, shared, scene=True), SCENES, longest=True, first=FORMS)
    spelled = _spelled(words_) | {p.rule: p.parts for p in form_phrases(words_)}
    return SceneLanguage(made, (names, _variables(words_)), spelled)


def spoken_in(game: Game) -> SceneLanguage:
    """How the scenes of the game are told."""
    folder = data_folder() / "grammar"
    shared = "\n".join(read_text(folder / f) for f in ("card.lark", "scene.lark"))
    shared += scene_forms(game.vocabulary, course_steps(game)) if game.vocabulary.derives else NOTHING_DERIVED
    shared += told_forms(game.vocabulary)
    counts = tuple(dict.fromkeys(c.of for c in game.counts)) or ("playing cards",)
    return spoken(game.vocabulary, tuple(c.title for c in game.cards), counts, shared)


def scene_language(made: SceneLanguage) -> Language:
    """The language of a game's scenes."""
    names, variables = made.lexicon
    return Language(made.compiled, SCENES, Lexicon({}, names, {}, variables, spoken=True), made.spelled)


def _variables(words_: Vocabulary) -> dict[str, str]:
    return {letter: f"VAR_{s.name.upper()}" for s in sorts(words_) for letter in s.letters}


def _spelled(words_: Vocabulary) -> dict[str, tuple[str, ...]]:
    return {p.rule: p.parts for p in phrases(words_)}
