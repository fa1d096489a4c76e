"""How effects can be settled: what nobody states, whom or what nobody names, and orders that nothing fixes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.clarify.rule_text import Texts, matched, renamed
from checker.clarify.settle_acts import SettlingWords
from checker.kernel.point import Option
from checker.kernel.trees.renamed_keys import as_written
from checker.norms.evaluate import plain

SettledEffects = Iterator[tuple[str, str]]
"""Titles, each with what is carried out."""

_UNSTATED = re.compile(
    r'what "([^"]*)" does is unstated(?: and may change ((?:the [\w ]+ of [\w ]+?)(?:, the [\w ]+ of [\w ]+?)*))?(?= if |\.|$)',
    re.I,
)
_PICK = re.compile(
    r'some (\w+) (\w) such that (\([^()]*(?:\([^()]*\)[^()]*)*\)|.*?) is meant(?: for "([^"]*)")?\.', re.I
)
_EACH = re.compile(r"(?<!turn, )(?:one by one, )?for each ", re.I)


def effects(texts: Texts, what: str) -> SettlingWords:
    """An effect that no clause states: none, or somebody loses or gains what it may change."""
    for kind, name, text in texts.sentences():
        for found in _UNSTATED.finditer(text):
            if re.fullmatch(re.sub(r"\\\{\w+\\\}", ".+", re.escape(found[1])), what):
                for title, effect in _instead(texts, what, found[2] or ""):
                    said = effect if found[0][:1].islower() else effect[:1].upper() + effect[1:]
                    lines = texts.changed(kind, name, text, text[: found.start()] + said + text[found.end() :])
                    if lines:
                        yield title, lines


def _instead(texts: Texts, what: str, changes: str) -> SettledEffects:
    """What can stand in the place of the unstated effect."""
    about = re.sub(r" for \w+$", "", what)
    fields = [c for part in changes.split(", ") if (c := part.strip())]
    if fields:
        yield f"{about} changes nothing", f"raise {fields[0]} by 0"
    wanted = {f.rpartition(" of ")[0] for f in fields}
    for act in texts.game.vocabulary.acts:
        changed = _fields(texts, act.name)
        if fields and changed and changed <= wanted:
            yield from _acts(texts, act.name, about, fields[0].rpartition(" of ")[2])


def _fields(texts: Texts, act: str) -> set[str]:
    """The numbers that the act, and the procedure that it begins, raises or lowers."""
    entry = texts.words[f"act {as_written(act)}"]
    text = " ".join(line.rest for line in entry.lines)
    for called in re.findall(r'carry out "([^"]*)"', text, re.I):
        procedure = texts.rules.get(f"procedure {called}")
        text += " ".join(line.rest for line in procedure.lines) if procedure else ""
    return set(re.findall(r"(?:raise|lower) (the [\w ]+?) of \w\b", text, re.I))


def _acts(texts: Texts, act: str, about: str, whom: str) -> SettledEffects:
    """The act with 1 for its number, done or suffered by the player, because of the card."""
    params = dict(texts.act(act).params)
    letters = set(re.findall(r"\b[A-Z]\b", " ".join(params)))
    for form in texts.forms(act):
        used = set(re.findall(r"\b[A-Z]\b", form.deed))
        if "N" in used and letters - {form.actor} == used and len(used) < 3:
            names = {letter: "1" if letter == "N" else about for letter in used}
            deed = renamed(form.deed, names)
            said = renamed(form.said, {**names, form.actor: whom})
            yield f"{about}: {renamed(form.said, names)}", deed if whom == "you" else said


# -- whom or what nobody names -------------------------------------------------------------------


def picks(texts: Texts, slot: str, scene: str) -> SettlingWords:
    """What no clause names: its player chooses, or a neighbour or the like of the player is meant."""
    for kind, name, text in texts.sentences():
        if kind == "card" and name.casefold() not in scene.casefold():
            continue
        for found in _PICK.finditer(text):
            sort, var, cond, label = found[1], found[2], found[3], found[4]
            asked = f"which {sort} is meant" + (f" for {label}" if label else "")
            if slot != asked and not (slot.startswith(f"{asked} for ") and name.partition(":")[0] in slot):
                continue
            you = "you" if kind == "card" else "P"
            for title, effect in _meant(texts, sort, var, cond, you):
                said = effect if found[0][:1].islower() else effect[:1].upper() + effect[1:]
                lines = texts.changed(kind, name, text, text[: found.start()] + said + text[found.end() :])
                if lines:
                    yield f"{name.split(':')[0]}: {title}", lines


def _meant(texts: Texts, sort: str, var: str, cond: str, you: str) -> SettledEffects:
    chooses = "choose" if you == "you" else f"{you} chooses"
    yield f"the player chooses which {sort}", f"{chooses} a {sort} {var} such that {cond}."
    if sort == "player":
        if not re.search(rf"\b{var} (?:is not|plays against) {you}\b", cond):
            yield "its player is meant", f"let {var} be {you}."
        for fact in texts.game.vocabulary.facts:
            if fact.result == "player" and re.fullmatch(r"[^{}|]*\{P\}", fact.phrase):
                whom = re.sub(r"\{P\}", you, fact.phrase)
                yield f"{re.sub(r'{P}', 'its player', fact.phrase)} is meant", f"let {var} be {whom}."


# -- orders --------------------------------------------------------------------------------------


def orders(texts: Texts, about: str, options: tuple[Option, ...]) -> SettlingWords:
    """What nothing orders: done in turn, or in the order in which one clause names it."""
    for kind, name, text in texts.sentences():
        if kind in ("procedure", "card", "act", "norm") and _EACH.search(text) and _about(texts, about, text):
            said = _EACH.sub(lambda m: f"{'In' if m[0][0].isupper() else 'in'} turn, for each ", text)
            lines = texts.changed(kind, name, text, said)
            if lines:
                yield (
                    f"in `{name.partition(':')[0]}` one thing comes after the other, in the order of the seats or in which it came into play",
                    lines,
                )
    yield from _one_clause(texts, options)


def _about(texts: Texts, about: str, text: str) -> bool:
    """The text does for each what the order is about."""
    acts = [a.said.split(" | ") for a in texts.game.vocabulary.acts]
    forms = [f for said in acts if plain(said[0]) == about for f in map(plain, said)] or [about]
    parts = [part.strip(" .()") for part in re.split(r"[,.()] ?", text)]
    return f'"{about}"' in text or any(matched(form, part) is not None for form in forms for part in parts)


def _one_clause(texts: Texts, options: tuple[Option, ...]) -> SettlingWords:
    """What several clauses attach to one event, in the order in which one of them says it all."""
    owners = [o.value for o in options]
    known = [c for c in owners if isinstance(c, str) and texts.of(c)]
    if len(known) == len(owners) == 2:
        for first, second in (known, known[::-1]):
            moved = [n for n in texts.of(second) if n.text.startswith("when ")]
            lines = tuple(x for n in moved for x in (f"remove norm {n.id}", f"norm of {first}: {n.text}"))
            if lines:
                yield f"What {first} says comes first, then what {second} says", lines
