"""A card, a clause, an open point, the parameters, words or procedures of a game, with all that belongs to it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from typing import get_args

from checker.ask.answer_text import wrapped
from checker.ask.errata_cited import by
from checker.ask.game_session import Desk
from checker.check import analysis_pages as pages
from checker.cli.show_forms import procedure_lines, question_lines, scene_lines, vocabulary_lines
from checker.kernel.effect import Effect, Event, Nothing, Then
from checker.kernel.game import Authority, Card, Clause, Declaration, Game
from checker.kernel.norm import ALL_ELSE, Claim, Gives, Leaves, Modifies, Norm, OfFact, Pattern, about
from checker.kernel.record import Record
from checker.kernel.source import InputError, Place, misused
from checker.kernel.term import Call, Lit, Value, Var, Yes
from checker.kernel.trees.clause_uses import Uses, mentions, uses
from checker.kernel.trees.walk import facts_in, parts_of, within
from checker.kernel.vocabulary import OFF, Vocabulary
from checker.norms.evaluate import plain
from checker.syntax.files import excerpt
from checker.syntax.lexer import fold

MOST_RULINGS = 8
"""So many of the rulings that use a card are told: those with a source first, then the shortest."""

EFFECTS: tuple[type, ...] = get_args(Effect)

ACT = "act "
"""Stands before the name of an act, where it could be that of a fact."""

_GAP = re.compile(r"\{\w+\}")


def shown(desks: list[Desk], what: str) -> list[str]:
    """The lines that describe it. Raises InputError, with the nearest names, if nothing is called so."""
    if what == "parameters":
        return [line for desk in desks for line in _parameters(desk.game)]
    if what == "scenes":
        return [line for desk in desks for line in scene_lines(desk)]
    if what.startswith("questions"):
        word = what.removeprefix("questions").strip()
        told = [(desk, list(question_lines(desk, word))) for desk in desks]
        found = [line for desk, forms in told if forms for line in (f"{desk.name}:", *(f"  {one}" for one in forms))]
        return found or [f"no form of a question has `{word}` in it; `show scenes` lists them all"]
    if what == "vocabulary":
        return [line for desk in desks for line in vocabulary_lines(desk.game)]
    if what == "procedures":
        return [line for desk in desks for line in procedure_lines(desk.game)]
    if what == "analyses":
        return pages.listed()
    found = [line for desk in desks for line in _one(desk, what)] or pages.page(what)
    found = found or [line for desk in desks for line in _phrases(desk, what)]
    found = found or _only_card(desks, what)
    if found:
        return found
    names = {fold(n): n for n in (*(n for desk in desks for n in _names(desk.game)), *pages.names())}
    close = difflib.get_close_matches(fold(what), names, n=3, cutoff=0.5)
    hint = (
        "did you mean " + " or ".join(f"`{names[c]}`" for c in close) + "?"
        if close
        else "`show parameters` lists the numbers, `show vocabulary` the words, `show scenes` what a scene can say, `show procedures` the steps"
    )
    hint = pages.known(what) or hint
    raise misused(f"there is no card, clause, open point or kind of finding `{what}`", hint)


def _names(game: Game) -> Iterator[str]:
    yield from (c.title for c in game.cards)
    yield from (c.id for c in game.clauses)
    yield from (d.id for d in game.declarations)
    yield from ("parameters", "vocabulary", "procedures", "scenes", "questions", "analyses")


def _one(desk: Desk, what: str) -> Iterator[str]:
    game = desk.game
    for card in game.cards:
        if fold(card.title) == fold(what):
            yield from _card(desk, card)
    for clause in game.clauses:
        if clause.id.casefold() == what.casefold():
            yield from _clause(desk, clause)
    for declared in game.declarations:
        if what.casefold() in (declared.id.casefold(), declared.point.casefold()):
            yield from _point(game, declared)


def _only_card(desks: list[Desk], what: str) -> list[str]:
    """The card whose title has these words, if there is one only."""
    wanted = set(what.casefold().split())
    meant_ones = [(d, c) for d in desks for c in d.game.cards if wanted and wanted <= set(c.title.casefold().split())]
    return [line for desk, card in meant_ones for line in _card(desk, card)] if len(meant_ones) == 1 else []


def _phrases(desk: Desk, what: str) -> Iterator[str]:
    """What speaks of the things of which it is a wording."""
    for name, phrase in meant(desk.game.vocabulary, what):
        found = spoken(desk.game, name)
        yield f"{desk.game.name}: {phrase}"
        yield from _norms(desk, "norms that state it" if not name.startswith(ACT) else "norms about it", found.stating)
        yield from _norms(desk, "norms that speak of it", found.mentioning)
        yield from used_lines(found)


def _card(desk: Desk, card: Card) -> Iterator[str]:
    game = desk.game
    yield card.title
    yield from _amended(game, "card", card.title)
    yield from _field("kinds", ", ".join(card.kinds))
    yield from _field("nothing says whether it is", ", ".join(card.unsure))
    yield from _field("text", card.wording or "none")
    if not isinstance(card.text, Nothing):
        yield "  tree:"
        yield from tree_lines(card.text, "    ")
    yield from _field("copies", f"{card.copies} ({card.copies_source})")
    yield from _field("unstated", ", ".join(card.unstated))
    yield from _field("assumed", ", ".join(card.assumed))
    yield from _field("stands at", _place(card.place))
    yield from _clauses(game, "clauses", card.clauses)
    own = [n for n in game.norms if n.speaker == card.title]
    yield from _norms(desk, "norms that speak for it", own)
    about = [n for n in game.norms if n not in own and card.title in mentions(n)]
    yield from _norms(desk, "norms that name it", about)
    kinds = [n for n in game.norms if n not in own and n not in about and mentions(n) & {*card.kinds, *card.unsure}]
    yield from _field("norms about its kinds", ", ".join(dict.fromkeys(n.clause for n in kinds)))
    others = [c.title for c in game.cards if c is not card and card.title in mentions(c.text)]
    yield from _field("cards that name it", ", ".join(others))
    yield from _rulings(desk, card)


def _rulings(desk: Desk, card: Card) -> Iterator[str]:
    """The rulings that use the card; none where amendments leave some that cannot be read."""
    try:
        ruled = [s for s in desk.rulings() if any(card.title in i.raw.text for i in s.items)]
    except InputError:
        return
    ruled.sort(key=lambda s: (s.authority == Authority(), len(s.items)))
    if ruled:
        more = f" (the first {MOST_RULINGS} of {len(ruled)})" if len(ruled) > MOST_RULINGS else ""
        yield f"  rulings that use it{more}:"
    for scene in ruled[:MOST_RULINGS]:
        yield from wrapped(scene.authority.of(scene.title), "    ", "      ")


def _clause(desk: Desk, clause: Clause) -> Iterator[str]:
    game, found = desk.game, uses(desk.game)
    yield f"{clause.id} ({clause.kind})" + (f": {clause.heading}" if clause.heading else "")
    yield from _amended(game, "clause", clause.id)
    yield from _field("says", clause.summary)
    yield from _field("informal", clause.informal)
    yield from _field("source", clause.authority.source)
    yield from _field("since", clause.authority.since)
    yield from _field("stands at", _place(clause.place))
    norms = [n for n in game.norms if n.clause == clause.id]
    yield from _norms(desk, "norms", norms)
    for count in game.counts:
        if count.clause == clause.id:
            yield from _field("counts", f"{count.of}: {'left unstated' if count.number is None else count.number}")
    off = (f.removeprefix(OFF) for n in norms for f in sorted(facts_in(n.cond)) if f.startswith(OFF))
    yield from _field("switched off where it says so", ", ".join(dict.fromkeys(off)))
    yield from _precedence(desk, norms)
    yield from _used(found, clause.id)


def _amended(game: Game, kind: str, name: str) -> Iterator[str]:
    """One line for each amendment that brought or changed it."""
    for one in game.amended:
        if (one.kind, one.name) == (kind, name):
            yield from _field("brought or changed", by(one))


def _used(found: Uses, clause: str) -> Iterator[str]:
    yield from _field("steps", ", ".join(found.steps.get(clause, ())))
    yield from _field("cards", ", ".join(found.cards.get(clause, ())))
    yield from _field("acts", ", ".join(found.acts.get(clause, ())))
    yield from _field("open points", ", ".join(found.points.get(clause, ())))


def _precedence(desk: Desk, norms: list[Norm]) -> Iterator[str]:
    names = {n.id for n in norms} | {n.clause for n in norms}
    above = [o.clause for o in desk.game.norms if names & {*o.outranks} and o.clause not in names]
    below = [name for n in norms for name in n.outranks]
    yield from _field("outranks", ", ".join(dict.fromkeys(below)))
    yield from _field("is outranked by", ", ".join(dict.fromkeys(above)))


def _point(game: Game, declared: Declaration) -> Iterator[str]:
    yield declared.id
    yield from _field("open point", declared.point)
    yield from _field("why it is open", declared.reason)
    yield from _field("for playing on", declared.default)
    yield from _field("stands at", _place(declared.place))
    yield from _clauses(game, "clauses", declared.clauses)


def _parameters(game: Game) -> Iterator[str]:
    yield f"{game.name}: what `what is …?` knows"
    for of in dict.fromkeys(c.of for c in game.counts):
        stated = [f"{'unstated' if c.number is None else c.number} [{c.clause}]" for c in game.counts if c.of == of]
        yield from _field(of, ", ".join(stated))
    for card in game.cards:
        yield from _field(f"copies of {card.title}", f"{card.copies} [{card.copies_source}]")
    given: dict[str, dict[str, None]] = {}
    for norm in game.norms:
        if isinstance(norm.claim, Gives | Leaves | Modifies):
            given.setdefault(norm.claim.term.fact, {})[norm.clause] = None
    for fact in game.vocabulary.facts:
        if fact.result == "number" and fact.name in given:
            yield from _field(_phrase(fact.phrase), ", ".join(given[fact.name]))
    for field in game.vocabulary.fields:
        if field.result == "number":
            yield from _field(_phrase(field.phrase), "as the scene goes")


def _phrase(template: str) -> str:
    first = template.split(" | ")[0].removeprefix("the ")
    return first.replace("{", "").replace("}", "")


def _norms(desk: Desk, title: str, norms: Iterable[Norm]) -> Iterator[str]:
    written = {n.id.rpartition("/")[0] if n.speaker == ALL_ELSE else n.id: n for n in norms}
    for number, (name, norm) in enumerate(written.items()):
        if number == 0:
            yield f"  {title}:"
        text = excerpt(norm.place, desk.root) or type(norm.claim).__name__.lower()
        reading = f"[{norm.reading}] " if norm.reading else ""
        yield from wrapped(f"{name}: {reading}{text}", "    ", "      ")


def _clauses(game: Game, title: str, ids: tuple[str, ...]) -> Iterator[str]:
    if ids:
        yield f"  {title}:"
    known = {c.id: c for c in game.clauses}
    for name in ids:
        clause = known.get(name)
        said = clause.summary if clause else "not in the rules"
        yield from wrapped(f"{clause.authority.of(name) if clause else name}: {said}", "    ", "      ")


def tree_lines(tree: object, indent: str) -> Iterator[str]:
    """The tree of an effect, one atom a line, its parts below it."""
    if isinstance(tree, Then):
        for part in tree.effects:
            yield from tree_lines(part, indent)
        return
    words: list[str] = []
    parts: list[object] = []
    for name in getattr(tree, "__struct_fields__", ()):
        value = getattr(tree, name)
        if isinstance(value, EFFECTS):
            parts.append(value)
        elif value not in ((), ""):
            words.append(_said(value))
    yield from wrapped(f"{type(tree).__name__.lower()} {', '.join(words)}".rstrip(), indent, indent + "    ")
    for below in parts:
        if not isinstance(below, Nothing):
            yield from tree_lines(below, indent + "  ")


def _said(value: Value) -> str:
    if isinstance(value, Var):
        return value.name
    if isinstance(value, Lit):
        return "nobody" if value.value is None else str(value.value)
    if isinstance(value, Yes):
        return "always"
    if isinstance(value, tuple):
        return ", ".join(map(_said, value))
    fields = [_said(part) for part in parts_of(value)]
    if isinstance(value, Call):
        return f"{value.fact}({_said(value.args)})"
    return f"{type(value).__name__.lower()}({', '.join(fields)})" if fields else str(value)


def _field(name: str, text: str) -> Iterator[str]:
    if text:
        yield from wrapped(f"{name}: {text}", "  ", "    ")


def _place(place: Place | None) -> str:
    return f"{place.file}:{place.line}" if place else ""


class PhraseUses(Record):
    """All in the rules that speaks of something: norms that state it, norms that mention it, and where it is used."""

    stating: tuple[Norm, ...]
    mentioning: tuple[Norm, ...]
    steps: tuple[str, ...]
    cards: tuple[str, ...]
    acts: tuple[str, ...]
    facts: tuple[str, ...]


def meant(words: Vocabulary, phrase: str) -> tuple[tuple[str, str], ...]:
    """Name and first wording of each field, fact and act of which the phrase is a wording, whatever its letters."""
    every = [(x.name, x.phrase) for x in words.fields] + [(x.name, x.phrase) for x in words.facts]
    every += [(f"{ACT}{a.name}", f"{a.phrase} | {a.said}" if a.phrase else a.said) for a in words.acts]
    return tuple((name, plain(said)) for name, said in every if _fits(said, phrase))


def _fits(said: str, phrase: str) -> bool:
    return any(_pattern(one).fullmatch(" ".join(phrase.split())) for one in said.split(" | "))


def _pattern(wording: str) -> re.Pattern[str]:
    parts = _GAP.split(" ".join(wording.split()))
    return re.compile(r"\{?\w+\}?".join(map(re.escape, parts)), re.IGNORECASE)


def spoken(game: Game, name: str) -> PhraseUses:
    """All in the rules that speaks of the field, fact or act."""
    words = game.vocabulary
    stating = tuple(n for n in game.norms if _stated(n.claim) == name)
    return PhraseUses(
        stating,
        tuple(n for n in game.norms if n not in stating and name in said_in((n.claim, n.cond))),
        tuple(f"{s.name} of {p.name}" for p in game.procedures for s in p.steps if name in said_in(s.effect)),
        tuple(c.title for c in game.cards if name in said_in(c.text)),
        tuple(plain(a.said) for a in words.acts if f"{ACT}{a.name}" != name and name in said_in((a.body, a.last))),
        tuple(plain(f.phrase) for f in words.facts if f.name != name and name in said_in(f.definition)),
    )


def _stated(claim: Claim) -> str:
    """The fact that the claim states, or the act of which it speaks; nothing for any other."""
    what = about(claim)
    return "" if what is None else what.act if isinstance(claim, OfFact) else f"{ACT}{what.act}"


def said_in(tree: object) -> frozenset[str]:
    """The names of the fields, facts and acts of which the tree speaks."""
    return facts_in(tree) | {f"{ACT}{part.act}" for part in within(tree) if isinstance(part, Pattern | Event)}


def used_lines(used: PhraseUses) -> Iterator[str]:
    """Where it is used besides the norms, one kind a line."""
    for title, names in (
        ("steps", used.steps),
        ("cards", used.cards),
        ("acts", used.acts),
        ("follows from it", used.facts),
    ):
        if names:
            yield from wrapped(f"{title}: {', '.join(dict.fromkeys(names))}", "  ", "    ")
