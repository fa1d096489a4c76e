"""What a game's scenes and texts can say: forms and questions, words by kind, procedures step by step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checker.ask.answer_text import wrapped
from checker.ask.game_session import Desk
from checker.kernel.game import Game, Procedure
from checker.kernel.vocabulary import OFF, Act, Sort, Vocabulary, sorts
from checker.syntax.form_listing import ASKED, HAPPENED, LAID, FormListing, called
from checker.syntax.lexer import fold

HEADINGS = {LAID: "what lies on the table", HAPPENED: "what happens", ASKED: "what is asked"}


def listing(desk: Desk) -> FormListing:
    """The forms of the game's scenes."""
    table = desk.reader.language.table
    return FormListing(table.rules, table.literals, (sort.name for sort in sorts(desk.game.vocabulary)))


def scene_lines(desk: Desk) -> Iterator[str]:
    """Every form of a scene, and below them what stands in capitals."""
    yield f"{desk.game.name}: what a scene can say, after `players A B C`"
    forms, every = listing(desk), list[str]()
    for origin, heading in HEADINGS.items():
        yield f"  {heading}"
        every += forms.forms(origin)
        mark = "?" if origin == ASKED else ""
        yield from (f"    {form}{mark}" for form in forms.forms(origin))
    yield "  where"
    for name, told in forms.explained(every).items():
        yield from wrapped(f"{name} is {'; '.join(told)}", "    ", "      ")


def question_lines(desk: Desk, word: str) -> Iterator[str]:
    """The questions in which the word stands, then those in which it can stand for what is in capitals, those typed in
    haste among them.

    The title of a card stands in those about a card.
    """
    forms = listing(desk)
    asked = forms.forms(ASKED)
    named = forms.explained(asked)
    filled = (one for form in asked for one in _filled(form, named)) if word else ()
    wanted = ["card"] if any(fold(c.title) == fold(word) for c in desk.game.cards) else fold(word).split()
    typed = (
        (re.sub(r"\{(\w+)\}", lambda hole: hole[1].upper(), form.rstrip("?")) for form in desk.questions())
        if word
        else ()
    )
    for form in dict.fromkeys((*asked, *filled, *typed)):
        if all(any(w.startswith(part) for w in fold(form).split()) for part in wanted):
            yield f"{form}?"


def _filled(form: str, named: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """The form with one of the things in capitals spelled out."""
    for name in dict.fromkeys(called(form)):
        yield from (form.replace(name, told, 1) for told in named.get(name, ()))


def vocabulary_lines(game: Game) -> Iterator[str]:
    """Every phrase that the texts of the game may use, under the kind of thing that it stands for."""
    words = game.vocabulary
    yield f"{game.name}: what cards, clauses and errata can say"
    yield from _group("letters", (_ranging(s) for s in sorts(words) if s.letters))
    yield from _group("words", (f"{word} ({sort})" for word, sort in words.words))
    yield from _group("kinds of card", words.kinds)
    yield from _group("places for cards", (_plain(z.phrase) for z in words.zones))
    yield from _group("conditions", _phrases(words, condition=True))
    yield from _group("numbers, players and things", _phrases(words, condition=False))
    yield from _group("questions of scenes", (f"{_plain(q.phrase)}?" for q in words.questions))
    yield from _group("statements about the table", (_plain(x.phrase) for x in words.setups))
    yield from _group("statements of what happened", (_plain(x.phrase) for x in words.told))
    yield from _group("acts, as something done or told", (_act(a) for a in words.acts))


def procedure_lines(game: Game) -> Iterator[str]:
    """Every procedure of the game with its steps in the order in which they are written."""
    yield f"{game.name}: procedures and their steps"
    for procedure in game.procedures:
        yield f"  {procedure.name}" + (" (nothing orders the steps)" if procedure.unordered else "")
        yield from _steps(procedure)


def _steps(procedure: Procedure) -> Iterator[str]:
    for step in procedure.steps:
        after = f" after {', '.join(step.after)}" if step.after else ""
        clauses = f" [{', '.join(step.clauses)}]" if step.clauses else ""
        yield f"    {step.name}{after}{clauses}"


def _phrases(words: Vocabulary, condition: bool) -> list[str]:
    """The phrases of fields and facts that are conditions, or of those that are not, in reading order."""
    stored = [(f.phrase, f.result, "") for f in words.fields]
    sayable = (f for f in words.facts if not f.name.startswith(OFF))
    derived = [(f.phrase, f.result, "by norms" if f.institutional else "") for f in sayable]
    fitting = [entry for entry in (*stored, *derived) if (entry[1] == "condition") is condition]
    return sorted((_line(*entry, condition) for entry in fitting), key=str.casefold)


def _line(phrase: str, result: str, source: str, condition: bool) -> str:
    notes = ", ".join(note for note in ("" if condition else result, source) if note)
    return f"{_plain(phrase)} ({notes})" if notes else _plain(phrase)


def _act(act: Act) -> str:
    done = f"{_plain(act.phrase)}; told: " if act.phrase else "told only: "
    return done + _plain(act.said)


def _plain(phrase: str) -> str:
    """All wordings of a phrase, its gaps as bare letters."""
    return phrase.replace("{", "").replace("}", "").replace(" | ", ", or ")


def _ranging(sort: Sort) -> str:
    """The sort with the letters that stand for its things, and how one of them is called by its name."""
    called = f', or the {sort.name} "…"' if sort.called else ""
    return f"{sort.name}: {' '.join(sort.letters)}{called}"


def _group(heading: str, entries: Iterable[str]) -> Iterator[str]:
    listed = list(entries)
    if listed:
        yield f"  {heading}"
    for entry in listed:
        yield from wrapped(entry, "    ", "      ")
