"""What stands otherwise in the rules of one game: cards, norms, words, steps, counts, one line for each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

import msgspec

from checker.ask.game_session import Desk
from checker.kernel.game import Card, Clause, Game, Step
from checker.kernel.norm import Newer, Norm
from checker.kernel.record import Record
from checker.kernel.source import Place
from checker.kernel.term import Value
from checker.kernel.trees.walk import facts_in
from checker.kernel.vocabulary import OFF
from checker.norms.rulebook import filed
from checker.store.fingerprint import named
from checker.syntax.files import excerpt

SILENT = frozenset({"place", "wording", "summary", "heading", "assumed", "unstated", "copies_source"})
"""What is said about a thing and decides nothing in play."""

PLAIN = (str, int, type(None))
"""Values that can be told in a word."""
WRITTEN = {"initial": "starts"}


class ChangedText(Record):
    """One thing that is new, gone, or says something else; `proved` if that cannot change any play.

    `how` tells a changed norm from the old one: another claim, or where it holds.
    """

    kind: str
    name: str
    what: str
    before: str = ""
    after: str = ""
    proved: bool = False
    cards: tuple[str, ...] = ()
    how: str = ""

    @property
    def clause(self) -> str:
        """The clause that it belongs to, if it does to one."""
        match self.kind:
            case "clause" | "precedence of":
                return self.name
            case "count":
                return self.name.rpartition(" of ")[2]
            case "norm":
                return re.sub(r"\.\d+$", "", self.name)
        return ""


def touched(otherwise: Iterable[ChangedText], before: Game, after: Game) -> frozenset[str]:
    """The cards that what stands otherwise is about: those that are changed, that it speaks for, and that it names."""
    said = [t for t in otherwise if not t.proved or t.kind == "clause"]
    about = {t.name for t in said} | {card for t in said for card in t.cards}
    about |= {n.speaker for game in (before, after) for n in game.norms if n.id in about}
    words = " ".join(f"{t.before} {t.after}" for t in said)
    titles = {card.title for game in (before, after) for card in game.cards}
    return frozenset(t for t in titles if t in about or re.search(rf"(?<!\w){re.escape(t)}(?!\w)", words))


def texts(before: Desk, after: Desk) -> tuple[ChangedText, ...]:
    """All that stands otherwise, in the order of the rules."""
    return tuple(_texts(before, after))


def clauses(otherwise: Iterable[ChangedText], before: Game, after: Game) -> tuple[ChangedText, ...]:
    """The words of each clause of which something stands otherwise, in the order of the rules."""
    old, new = ({clause.id: _told(clause) for clause in game.clauses} for game in (before, after))
    named_ = {text.clause for text in otherwise}
    found = [name for name in dict.fromkeys((*old, *new)) if name in named_]
    whats = {(True, False): "gone", (False, True): "new"}
    return tuple(
        ChangedText(
            "clause", name, whats.get((name in old, name in new), "changed"), old.get(name, ""), new.get(name, "")
        )
        for name in found
    )


def _texts(before: Desk, after: Desk) -> Iterator[ChangedText]:
    one, other = before.game, after.game
    yield from _norms(before, after)
    yield from _cards(before, after)
    clauses = [(c.id, c) for c in one.clauses], [(c.id, c) for c in other.clauses]
    dated = any(isinstance(n.claim, Newer) and n.claim.age is None for n in (*one.norms, *other.norms))
    for text in _listed("clause", *clauses):
        yield msgspec.structs.replace(text, proved=text.what == "changed" and not dated)
    for kind, pairs in _others(one, other):
        yield from _listed(kind, *pairs)
    yield from _otherwise("count", _counted(one), _counted(other))


NamedTexts = Iterable[tuple[str, object]]


def _others(one: Game, other: Game) -> Iterator[tuple[str, tuple[NamedTexts, NamedTexts]]]:
    def steps(game: Game) -> NamedTexts:
        for procedure in game.procedures:
            for number, step in enumerate(procedure.steps):
                before = procedure.steps[number - 1].name if number else "the beginning"
                yield f"{step.name} of {procedure.name}", (step, before)

    words, others = one.vocabulary, other.vocabulary
    yield "step", (steps(one), steps(other))
    facts, fresh = ([(f.name, f) for f in w.facts if not f.name.startswith(OFF)] for w in (words, others))
    yield "fact", (facts, fresh)
    yield "act", ([(a.name, a) for a in words.acts], [(a.name, a) for a in others.acts])
    yield "field", ([(f.name, f) for f in words.fields], [(f.name, f) for f in others.fields])
    yield "zone", ([(z.name, z) for z in words.zones], [(z.name, z) for z in others.zones])
    kinds = ([("kinds", words.kinds)], [("kinds", others.kinds)])
    yield "word", kinds
    yield "open point", ([(d.id, d) for d in one.declarations], [(d.id, d) for d in other.declarations])
    yield "property", ([(p.id, p) for p in one.properties], [(p.id, p) for p in other.properties])
    yield "stand-in", ([(c.title, c) for c in one.stand_ins], [(c.title, c) for c in other.stand_ins])


def _otherwise(kind: str, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[ChangedText]:
    """What is said under a name that says something else, or is said under none of old or new."""
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) != new.get(name):
            what = "gone" if name not in new else "new" if name not in old else "changed"
            yield ChangedText(kind, name, what, old.get(name, ""), new.get(name, ""))


def _listed(kind: str, before: NamedTexts, after: NamedTexts) -> Iterator[ChangedText]:
    old, new = dict(before), dict(after)
    for name in dict.fromkeys((*old, *new)):
        if name not in new:
            yield ChangedText(kind, name, "gone", _told(old[name]))
        elif name not in old:
            yield ChangedText(kind, name, "new", "", _told(new[name]))
        elif named(old[name]) != named(new[name]):
            yield _changed(kind, name, old[name], new[name])


def _changed(kind: str, name: str, one: object, other: object) -> ChangedText:
    """What the thing said and says; where that is the same words, what about it is different."""
    was, now = _told(one), _told(other)
    if was != now or not isinstance(one, Record):
        return ChangedText(kind, name, "changed", was, now)
    parts = [f for f in one.__struct_fields__ if f != "place" and getattr(one, f) != getattr(other, f)]
    plain = [f for f in parts if isinstance(getattr(one, f), PLAIN) and isinstance(getattr(other, f), PLAIN)]
    how = ", ".join(f"another {f}" for f in parts if f not in plain)
    return ChangedText(kind, name, "changed", _valued(one, plain), _valued(other, plain), how=how)


def _valued(thing: object, parts: list[str]) -> str:
    """The parts with their values, as they are written where there is a word for it."""
    return "; ".join(f"{WRITTEN.get(f, f)} {_value(getattr(thing, f))}" for f in parts)


def _value(value: object) -> str:
    return "nothing" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _told(thing: object) -> str:
    """What the thing says, in a few words."""
    match thing:
        case (Step() as step, before):
            return f"after {before}: {_excerpt(step.place)}"
        case (*words,):
            return ", ".join(map(str, words))
    for field in ("summary", "wording", "reason", "says", "phrase", "said"):
        if getattr(thing, field, ""):
            said = str(getattr(thing, field))
            return thing.authority.of(said) if isinstance(thing, Clause) else said
    return ""


def _excerpt(place: Place | None, desk: Desk | None = None) -> str:
    return excerpt(place, desk.root if desk else None)


# -- norms -------------------------------------------------------------------------------------


def _norms(before: Desk, after: Desk) -> Iterator[ChangedText]:
    old, new = _by_clause(before.game), _by_clause(after.game)
    yield from _otherwise("precedence of", _ranks(old), _ranks(new))
    for clause in dict.fromkeys((*old, *new)):
        for one, other in _paired(old.get(clause, ()), new.get(clause, ())):
            yield _norm(before, after, one, other)


def _norm(before: Desk, after: Desk, one: Norm | None, other: Norm | None) -> ChangedText:
    old, new = (_written(n, d) if n else "" for n, d in ((one, before), (other, after)))
    if one is None or other is None:
        named_by = one or other
        assert named_by is not None
        return ChangedText("norm", named_by.id, "new" if one is None else "gone", old, new)
    from checker.smt.equivalence import same

    proved = same(before.game, after.game, one, other)
    return ChangedText(
        "norm", other.id, "changed", old, new, proved, how="" if proved else _how(before.game, one, other)
    )


def _written(norm: Norm, desk: Desk) -> str:
    """The norm as it is written, with what switches it off."""
    off = sorted(f.removeprefix(OFF) for f in facts_in(norm.cond) if f.startswith(OFF))
    return _excerpt(norm.place, desk) + (f" (not where {' or '.join(off)} switches it off)" if off else "")


def _kind(norm: Norm) -> str:
    return SAYS[type(norm.claim).__name__]


def _paired(old: tuple[Norm, ...], new: tuple[Norm, ...]) -> Iterator[tuple[Norm | None, Norm | None]]:
    """The norms of a clause that stand otherwise: what says the same under another number is no change.

    Those with one number belong together, then those that speak of the same; the others are gone or new.
    """
    left, right = list(old), list(new)
    for alike in (_silenced, lambda n: (n.id, filed(n)), lambda n: (_kind(n), filed(n)), filed):
        for one in tuple(left):
            other = next((n for n in right if alike(n) == alike(one)), None)
            if other is not None:
                left.remove(one)
                right.remove(other)
                if alike is not _silenced:
                    yield one, other
    yield from ((one, None) for one in left)
    yield from ((None, other) for other in right)


SAYS = {
    "May": "permission",
    "Must": "duty",
    "MustNot": "prohibition",
    "Prevents": "prevention",
    "Replaces": "replacement",
    "Protects": "protection",
    "When": "effect",
    "Counts": "definition",
    "Gives": "value",
    "Leaves": "open value",
    "Modifies": "modification",
    "Outranks": "precedence",
    "Newer": "precedence",
    "SwitchesOff": "exception",
}


def _how(before: Game, one: Norm, other: Norm) -> str:
    """What is different about a norm, in a few words."""
    from checker.smt.equivalence import reach

    was, now = _kind(one), _kind(other)
    parts = [] if was == now else [f"a {was} becomes a {now}"]
    if was == now and one.claim != other.claim:
        parts.append(f"another {was}")
    if one.speaker != other.speaker:
        parts.append(f"speaks for {other.speaker} instead of {one.speaker}")
    if one.cond != other.cond:
        parts.append(f"holds {reach(before, one, other)}")
    return ", ".join(parts)


Norms: TypeAlias = dict[str, tuple[Norm, ...]]


def _by_clause(game: Game) -> Norms:
    found: dict[str, tuple[Norm, ...]] = {}
    for norm in game.norms:
        found[norm.clause] = (*found.get(norm.clause, ()), norm)
    return found


def _silenced(norm: Norm) -> Norm:
    """The norm without its place and number, and without what it outranks, which is told of its clause."""
    return msgspec.structs.replace(norm, id="", place=None, outranks=())


def _ranks(norms: Norms) -> dict[str, str]:
    """What each clause outranks with its norms."""
    found: dict[str, dict[str, None]] = {}
    for norm in (n for several in norms.values() for n in several):
        found.setdefault(norm.clause, {}).update(dict.fromkeys(norm.outranks))
    return {clause: f"outranks {', '.join(names)}" for clause, names in found.items() if names}


# -- cards and counts --------------------------------------------------------------------------


def _cards(before: Desk, after: Desk) -> Iterator[ChangedText]:
    old, new = {c.title: c for c in before.game.cards}, {c.title: c for c in after.game.cards}
    for title in dict.fromkeys((*old, *new)):
        if title not in new:
            yield ChangedText("card", title, "gone", old[title].wording, "", False, (title,))
        elif title not in old:
            yield ChangedText("card", title, "new", "", new[title].wording, False, (title,))
        else:
            one, other = old[title], new[title]
            parts = [f for f in one.__struct_fields__ if f != "place" and getattr(one, f) != getattr(other, f)]
            if parts:
                proved = not set(parts) - SILENT
                yield ChangedText("card", title, "changed", _part(one, parts), _part(other, parts), proved, (title,))


def _part(card: Card, parts: list[str]) -> str:
    if "wording" in parts:
        return str(card.wording)
    return "; ".join(f"{p.replace('_', ' ')}: {_plainly(getattr(card, p))}" for p in parts)


def _plainly(value: Value) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _counted(game: Game) -> dict[str, str]:
    return {f"{c.of} of {c.clause}": "unstated" if c.number is None else str(c.number) for c in game.counts}
