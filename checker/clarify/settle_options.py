"""The ways in which an open point can be settled, each as the lines of an erratum; whether they do is tried elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from checker.clarify.rule_text import NormText, Texts, both, matched, renamed
from checker.clarify.settle_effects import SettlingWords, consequences, effects, illegal, orders, picks, unregulated
from checker.kernel.term import Option, Point
from checker.kernel.trees.paraphrase import generally


class SettleOption(NamedTuple):
    """One way of settling a point: in words, and as the lines of an erratum."""

    title: str
    lines: tuple[str, ...]


class OpenQuestion(NamedTuple):
    """What is asked, and the whole scene as it is told."""

    question: str
    scene: str
    players: int


def ways(texts: Texts, point: Point, asked: OpenQuestion) -> Iterator[SettleOption]:
    """Every way that the language has for settling the point, the default first."""
    for title, lines in _ways(texts, point, asked):
        said = generally(texts.game.vocabulary, title)
        yield SettleOption(said[:1].upper() + said[1:], lines)


def _ways(texts: Texts, point: Point, asked: OpenQuestion) -> SettlingWords:
    match point.key[1:]:
        case ("conflict", "silent", *_):
            yield from _singled(texts, point, asked)
        case ("conflict", *_):
            yield from _ranked(point)
        case ("reading", str(clause), *_):
            yield from _read(texts, point, clause)
        case ("value", *_):
            yield from _stated(texts, point)
        case ("joint", str(label)):
            yield from _joined(texts, label)
        case ("kind", str(title), str(kind)):
            yield from _kinds(texts, title, kind)
        case ("count", str(of)):
            yield from ((f"The number of {of} is {o.value}", (f"count {of} {o.value}",)) for o in point.options)
        case ("not stated", str(what)):
            yield from _counted(texts, what)
        case ("unregulated", str(act)):
            yield from unregulated(texts, act, asked.question)
        case ("illegal act", str(act), *_):
            yield from illegal(texts, act, point.clauses)
        case ("consequence", *_):
            yield from consequences(texts, point)
        case ("effect", str(what), *_):
            yield from effects(texts, what)
        case ("pick", str(slot), *_):
            yield from picks(texts, slot, asked.scene)
        case ("order", str(about), *_):
            yield from orders(texts, about, point.options)


def _ranked(point: Point) -> SettlingWords:
    """The clauses of each side before those of the others."""
    for option in point.options:
        others = tuple(dict.fromkeys(c for o in point.options if o is not option for c in o.clauses))
        pairs = [(a, b) for a, b in product(option.clauses, others) if a not in others and b not in option.clauses]
        if pairs:
            upper, lower = (both(dict.fromkeys(x[n] for x in pairs)) for n in (0, 1))
            goes = "goes" if len({a for a, _ in pairs}) == 1 else "go"
            yield f"{upper} {goes} before {lower}", tuple(f"precedence {a} over {b}" for a, b in pairs)


def _read(texts: Texts, point: Point, clause: str) -> SettlingWords:
    """The clause with one of its readings in that regard and no other."""
    labels = {o.value for o in point.options}
    norms = [n for n in texts.of(clause) if n.reading in labels]
    for option in point.options:
        if any(n.reading == option.value for n in norms):
            kept = tuple(f"norm {n.id}: {n.text}" for n in norms if n.reading == option.value)
            gone = tuple(f"remove norm {n.id}" for n in norms if n.reading != option.value)
            yield f"{clause} means: {option.value}", kept + gone


def _stated(texts: Texts, point: Point) -> SettlingWords:
    """The value that the norm leaves open, stated."""
    norm = texts.norms.get(point.id.removeprefix("value of "))
    if norm is None:
        return
    circumstances = f" if {norm.cond}" if norm.cond else ""
    for option in point.options:
        claim = _claim(norm, option)
        if claim:
            yield f"{claim}{circumstances}", (f"norm {norm.id}: {claim}{circumstances}",)


def _claim(norm: NormText, option: Option) -> str:
    fact = re.fullmatch(r"whether (.*) is unstated", norm.claim)
    if fact is not None:
        return f"it {'counts' if option.value is True else 'does not count'} that {fact[1]}"
    value = re.match(r"(the value of .* is) unstated\b", norm.claim)
    return f"{value[1]} {option.value}" if value is not None and isinstance(option.value, int) else ""


# -- one of several ----------------------------------------------------------------------------


def _singled(texts: Texts, point: Point, asked: OpenQuestion) -> SettlingWords:
    """Of several to whom a definition fits the first in a row of seats; or, if so, nobody."""
    for norm in (n for c in point.clauses for n in texts.of(c)):
        found = re.fullmatch(r"the value of (.*) is any player (\w) such that (.*)", norm.claim)
        if found is None or f": {found[1]}" not in point.id:
            continue
        row = f" if {norm.cond}" if norm.cond else ""
        for anchor, step in _rows(texts):
            cond = _first(found[2], found[3], anchor, step, asked.players)
            said = f"of several, {found[1]} is the first of {anchor}, {step.format('that player')}, and so on"
            yield said, (f"norm {norm.id}: the value of {found[1]} is any player {found[2]} such that {cond}{row}",)


def _rows(texts: Texts) -> Iterator[tuple[str, str]]:
    """Where a row of seats can begin, and how it goes on."""
    words = texts.game.vocabulary
    fields = [f.phrase for f in words.fields if f.result == "player" and not f.params]
    facts = [f.phrase for f in words.facts if f.result == "player" and not f.params]
    steps = [re.sub(r"\{\w+\}", "{}", f.phrase) for f in words.facts if f.result == "player" and _of_player(f.phrase)]
    return ((a, s) for s in steps for a in (fields or facts))


def _of_player(phrase: str) -> bool:
    return bool(re.fullmatch(r"[^{}|]*\{P\}", phrase))


def _first(var: str, cond: str, anchor: str, step: str, players: int) -> str:
    """The condition that the player is the first in the row of whom the other condition holds."""
    seats, parts = [anchor], []
    for _ in range(1, players):
        before = " or ".join(f"{var} is {seat}" for seat in seats)
        parts.append(f"({before} or not ({renamed(cond, {var: seats[-1]})}))")
        seats.append(step.format(seats[-1]))
    return f"(({cond}) and {' and '.join(parts)})"


# -- what happens normally -----------------------------------------------------------------------


def _joined(texts: Texts, label: str) -> SettlingWords:
    """What normally happens together: each part for itself, or none where another is prevented."""
    norm = next((n for n in texts.norms.values() if label in (n.owner, n.id) and n.text.startswith("normally, ")), None)
    if norm is None:
        return
    text = norm.text.removeprefix("normally, ")
    yield f"The rest of {label} happens although a part of it does not", (f"norm {norm.id}: {text}",)
    found = re.fullmatch(r"(when .*?), \((.*)\.\)", text)
    if found is None:
        return
    parts = re.split(r"\. ", found[2])
    for part in parts:
        lets = [c for n in texts.norms.values() if (c := _altering(n, part)) is not None]
        if lets:
            rest = ". ".join(
                f"If not ({' or '.join(lets)}), {p[:1].lower() if p[1:2].islower() else p[:1]}{p[1:]}"
                for p in parts
                if p != part
            )
            line = f"norm {norm.id}: {found[1]}, ({part}. {rest}.)"
            yield f"The rest of {label} does not happen where a part of it is prevented", (line,)


def _altering(norm: NormText, event: str) -> str | None:
    """In which circumstances the norm prevents or replaces the event, in the event's own words."""
    claim = re.fullmatch(r"(?:(.*) is prevented|instead of (.*?), .*)", norm.claim)
    names = matched(claim[1] or claim[2], event) if claim else None
    return renamed(f"({norm.cond})", names) if names is not None and norm.cond else None


# -- what is on paper ----------------------------------------------------------------------------


def _kinds(texts: Texts, title: str, kind: str) -> SettlingWords:
    """The card is of the kind, or is not."""
    entry = texts.rules.get(f"card {title}")
    if entry is None:
        return
    unsure = [k for part in entry.text("unsure").split(",") if (k := part.strip()) and k != kind]
    kept = (f"  unsure {', '.join(unsure)}",) if unsure else ("  unsure ",)
    for text, kinds in ((f"{title} is not {kind}", ""), (f"{title} is {kind}", f", {kind}")):
        yield text, (f"change card {title}", f"  kinds {entry.text('kinds')}{kinds}", *kept)


def _counted(texts: Texts, what: str) -> SettlingWords:
    """The number that a clause leaves open; as many as the cards of the box are taken to be, or one."""
    of = what.removeprefix("the number of ")
    if any(c.of == of and c.number is None for c in texts.game.counts):
        kinds = of.casefold().removesuffix("s")
        known = sum(c.copies for c in texts.game.cards if kinds in c.kinds)
        yield f"The number of {of} is {known or 1}, for instance", (f"count {of} {known or 1}",)
