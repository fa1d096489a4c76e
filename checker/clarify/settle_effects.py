"""How effects can be settled: what nobody states, whom or what nobody names, and orders that nothing fixes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.clarify.rule_text import ActForm, NormText, Texts, both, matched, renamed
from checker.kernel.term import Option, Point
from checker.kernel.trees.paraphrase import generally
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

SettlingWords = Iterator[tuple[str, tuple[str, ...]]]
"""Titles, each with the lines of an erratum."""


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


def _new(kind: str, title: str, norms: tuple[str, ...], over: tuple[str, ...] = ()) -> tuple[str, ...]:
    """A clause of the erratum's own; `E-0` stands for whatever name it gets."""
    ranks = (f"  over {' '.join(over)}",) if over else ()
    return (f'clause E-0 {kind} "Errata"', f"  says {title}.", *(f"  norm {n}" for n in norms), *ranks)


def unregulated(texts: Texts, act: str, question: str) -> SettlingWords:
    """An act that no clause allows or forbids: a clause that does either."""
    words = question.removesuffix("?").partition(" ")[2].split(" ", 1)
    if len(words) < 2 or not question.startswith("may "):
        return
    for form in texts.forms(act):
        names = matched(form.deed, words[1])
        if names is not None:
            conds = _conds(texts, form, words[0], names)
            for verb, kind in (("must not", "prohibition"), ("may", "permission")):
                claim = f"{form.actor} {verb} {form.deed}"
                text = f"{claim} if {' and '.join(conds)}" if conds else claim
                named = {c[:1]: "themselves" if c[5:] == form.actor else c[5:] for c in conds}
                said = generally(texts.game.vocabulary, renamed(claim, named))
                yield said, _new(kind, said[:1].upper() + said[1:], (text,))
            return


def _conds(texts: Texts, form: ActForm, who: str, names: dict[str, str]) -> list[str]:
    """What is said of the things in the question: cards by their titles, players by being the actor or not."""
    titles = {c.title.casefold(): c.title for c in texts.game.cards}
    found = []
    for letter, said in names.items():
        if said.casefold() in titles:
            found.append(f"{letter} is {titles[said.casefold()]}")
        elif said == who:
            found.append(f"{letter} is {form.actor}")
    return found


def illegal(texts: Texts, act: str, clauses: tuple[str, ...]) -> SettlingWords:
    """A forbidden act of which nobody says what becomes of it: it is taken back, or it is allowed after all."""
    forbidding = list(_forbidding(texts, act, clauses))
    yield from _undone(forbidding, clauses)
    if forbidding:
        norms = tuple(f"{form.actor} may {form.deed}{_if(norm)}" for form, norm in forbidding)
        title = f"What {both(clauses)} {'forbid' if len(clauses) > 1 else 'forbids'} may be done"
        yield title, _new("permission", title, norms, clauses)


def _if(norm: NormText) -> str:
    return f" if {norm.cond}" if norm.cond else ""


def _forbidding(texts: Texts, act: str, clauses: tuple[str, ...]) -> Iterator[tuple[ActForm, NormText]]:
    """The norms of the clauses that forbid the act, each with the form in the letters of the norm."""
    for norm in (n for c in clauses for n in texts.of(c)):
        actor, verb, deed = norm.claim.partition(" must not ")
        for form in texts.forms(act) if verb else ():
            if matched(form.deed, deed) is not None:
                names = {**(matched(form.deed, deed) or {}), form.actor: actor}
                yield ActForm(actor, deed, renamed(form.said, names)), norm
                break


def _undone(forbidding: list[tuple[ActForm, NormText]], clauses: tuple[str, ...]) -> SettlingWords:
    """The clauses say themselves that nothing comes of the act."""
    lines = tuple(
        f'norm of {norm.owner}: when {form.said}, carry out "taking-back" if {norm.cond}'
        for form, norm in forbidding
        if norm.cond
    )
    if lines:
        empty = ("procedure taking-back", '  step nothing: If not always, carry out "taking-back".')
        yield f"An act against {both(clauses, 'or')} is taken back, and nothing else comes of it", (*empty, *lines)


def consequences(texts: Texts, point: Point) -> SettlingWords:
    """A forbidden act to which another clause attaches something: the one that forbids it says which it is."""
    undone, done = point.options
    acts = [a.name for a in texts.game.vocabulary.acts if any(_forbidding(texts, a.name, undone.clauses))]
    for act in acts:
        yield from _undone(list(_forbidding(texts, act, undone.clauses)), undone.clauses)
        said = [f.said for f in texts.forms(act)]
        attached = [n.text for c in done.clauses for n in texts.of(c) if _upon(n, said)]
        lines = tuple(f"norm of {owner}: {text}" for owner in undone.clauses for text in attached)
        if lines:
            yield f"What {both(done.clauses)} attaches to it follows an act against {both(undone.clauses)}", lines


def _upon(norm: NormText, said: list[str]) -> bool:
    """The norm attaches something to the act."""
    event = norm.claim.removeprefix("when ").partition(",")[0]
    return norm.claim.startswith("when ") and any(matched(s, event) is not None for s in said)
