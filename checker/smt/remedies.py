"""What acts lead to, and which norms tell what follows an act that another norm forbids or demands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from checker.kernel.effect import Carry, Event, Let, Put, Run
from checker.kernel.game import Game
from checker.kernel.norm import Must, MustNot, Norm, Pattern, Prevents, Replaces, When
from checker.kernel.term import And, Call, Cond, Lit, Not, Some, Var
from checker.kernel.trees.clause_uses import bounded_in
from checker.kernel.trees.walk import facts_in, of_kind, parts_of
from checker.kernel.vocabulary import addressed
from checker.smt.norm_pairs import Link, NormPair

From: TypeAlias = int | Lit | None
"""Where an argument of an event comes from: a place of the act, a word written down, or anywhere."""
Places: TypeAlias = dict[str, From]


class Led(NamedTuple):
    """An event that an act leads to: where its arguments come from, and the card by whose text it comes."""

    event: str
    link: tuple[From, ...]
    card: From = None
    title: str = ""


def led(game: Game, act: str) -> tuple[Led, ...]:
    """The events that the act leads to, itself first; of a card that is carried out, those of every text."""
    return tuple(dict.fromkeys(_Walk(game).act(act)))


def consequences(game: Game) -> list[NormPair]:
    """Prohibitions, each with the norms that say what happens when what they forbid is done.

    What comes to nothing anyhow (a prevention) is a remedy and leaves no doubt; so does the clause itself. Both
    speak of the same circumstances of the same thing. Each has with it what the act leads through on the way and
    what stands instead of that, and what the act has written down by then.
    """
    ways = _Ways(game)
    return [
        p._replace(kept=ways.kept(p.about), past=ways.past(p))
        for p in remedies(game)
        if not isinstance(_told(game, p.other).claim, Prevents)
        and isinstance(_rule(game, p.one).claim, MustNot)
        and _rule(game, p.one).clause != _told(game, p.other).clause
        and _of_the_same(game, p)
    ]


def _of_the_same(game: Game, pair: NormPair) -> bool:
    """Some circumstance that both ask for is one of the same place of the act, or of no place at all.

    What only shares kinds of cards, and not all that are forbidden, follows allowed acts as well: it is a price.
    """
    one, other = _rule(game, pair.one), _told(game, pair.other)
    assert isinstance(one.claim, MustNot)
    event = event_of(other)
    if pair.about == event.act and (bounded(one) & bounded(other) or within(one, other)):
        return True
    facts = {f.name for f in game.vocabulary.facts if f.institutional or f.definition is not None}
    first = set(_asked((one.claim.act.args, one.cond), _places(one.claim.act, range(len(one.claim.act.args))), facts))
    second = set(_asked((event.args, other.cond), _places(event, pair.link), facts))
    shared = {
        (word, here)
        for word, here in first
        if any(word == told and (here & there or not (here or there)) for told, there in second)
    }
    whole = shared == first and facts_in(one.cond) <= facts_in(other.cond) | {word for word, _ in first} | {"is"}
    return bool(shared) and (whole or any(word in facts for word, _ in shared))


def _places(pattern: Pattern, link: Iterable[From]) -> Places:
    return {a.name: at for a, at in zip(pattern.args, link, strict=False) if isinstance(a, Var)}


def _asked(tree: object, places: Places, facts: set[str]) -> Iterator[tuple[str, frozenset[From]]]:
    """The words and facts in the tree, each with the places of the act that it speaks of; not those of other things."""
    match tree:
        case Lit(str(word)):
            yield word, frozenset()
            return
        case Call(name, args) if name == "is" or name in facts:
            things = [a.name for a in args if isinstance(a, Var)]
            spoken = frozenset(places[t] for t in things if places.get(t) is not None)
            if spoken or not things:
                said = [a.value for a in args if isinstance(a, Lit)]
                yield (str(said[0]) if name == "is" and said else name), spoken
            if name == "is":
                return
    for part in parts_of(tree):
        yield from _asked(part, places, facts)


def remedies(game: Game) -> list[NormPair]:
    """Prohibitions and duties, each with the norms that say what follows a breach of it.

    A norm does so if it speaks of an event that the act leads to, and of the same circumstances; of the act
    itself also if both bound the same amount, or it asks for all that the other does.
    """
    facts = {f.name for f in game.vocabulary.facts if f.institutional or f.definition is not None}
    telling = [(n, circumstances(n, facts)) for n in game.norms if isinstance(n.claim, Prevents | Replaces | When)]
    forbidden = {n.claim.act.act for n in game.norms if isinstance(n.claim, MustNot)}
    leading = {act: led(game, act) for act in sorted(forbidden)}
    found: list[NormPair] = []
    for norm in game.norms:
        if not isinstance(norm.claim, Must | MustNot):
            continue
        act = norm.claim.act.act
        wanted = circumstances(norm, facts)
        for event in leading[act] if isinstance(norm.claim, MustNot) else ():
            for tells, told in telling:
                if event_of(tells).act != event.event:
                    continue
                itself = event.event == act and (bounded(norm) & bounded(tells) or within(norm, tells))
                if wanted & told or itself or norm.clause == tells.clause:
                    found.append(NormPair(norm.id, tells.id, act, event.link, (event.card, event.title)))
    return found


def answered(game: Game, pair: NormPair) -> bool:
    """The second norm speaks of every card and kind that the first asks for, or comes by the text of one; or is its own."""
    one, other = _rule(game, pair.one), _told(game, pair.other)
    assert isinstance(one.claim, Must | MustNot)
    cards = [c for c in game.cards if c.title == pair.text[1]]
    told = circumstances(other, set()) | {word for c in cards for word in (c.title, *c.kinds)}
    names = {word for c in game.cards for word in (c.title, *c.kinds)}
    asked = _wanted((one.claim.act.args, one.cond)) & names
    return one.clause == other.clause or asked <= told


def _wanted(tree: object, holds: bool = True) -> set[str]:
    """The words in the tree, but those of what must not hold."""
    match tree:
        case Not(part):
            return _wanted(part, not holds)
        case Lit(str(word)):
            return {word} if holds else set()
    parts = parts_of(tree)
    return set().union(*(_wanted(p, holds) for p in parts))


def impossible(norm: Norm) -> bool:
    """The norm forbids what cannot be done anyhow: the thing that it would be done to is not there."""
    parts = getattr(norm.cond, "parts", (norm.cond,))
    return isinstance(norm.claim, MustNot) and any(
        isinstance(p, Not) and isinstance(p.part, Some) and p.part.sort != "player" for p in parts
    )


def _told(game: Game, name: str) -> Norm:
    """The norm of that name that tells what happens; a card may bring another one of the same name."""
    return next(n for n in game.norms if n.id == name and isinstance(n.claim, Prevents | Replaces | When))


def _rule(game: Game, name: str) -> Norm:
    """The prohibition or duty of that name."""
    return next(n for n in game.norms if n.id == name and isinstance(n.claim, Must | MustNot))


class _Ways:
    """What acts lead through, worked out once for each act."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[tuple[str, str], tuple[frozenset[Led], dict[tuple[str, From], From]]] = {}

    def _led(self, act: str, without: str = "") -> tuple[frozenset[Led], dict[tuple[str, From], From]]:
        if (act, without) not in self._known:
            walk = _Walk(self.game, without)
            self._known[act, without] = (frozenset(walk.act(act)), walk.kept)
        return self._known[act, without]

    def kept(self, act: str) -> tuple[tuple[str, int, int], ...]:
        """What the act writes down of its places: the field of one is another."""
        found = self._led(act)[1].items()
        return tuple((f, a, b) for (f, a), b in found if isinstance(a, int) and isinstance(b, int))

    def past(self, pair: NormPair) -> tuple[tuple[str, Link], ...]:
        """What stands instead of an event without which the act does not lead to that of the pair, and the event's places."""
        event = event_of(_told(self.game, pair.other)).act
        found: list[tuple[str, Link]] = []
        for norm in self.game.norms:
            if not isinstance(norm.claim, Prevents | Replaces) or (on := norm.claim.event.act) in (event, pair.about):
                continue
            links = {one.link for one in self._led(pair.about)[0] if one.event == on}
            if len(links) == 1 and not any(
                (one.event, one.link, one.title) == (event, pair.link, pair.text[1])
                for one in self._led(pair.about, on)[0]
            ):
                found.append((norm.id, next(iter(links))))
        return tuple(found)


class _Walk:
    """Follows an act into procedures, further acts and the texts of cards, each of them once, but `without` an event."""

    def __init__(self, game: Game, without: str = "") -> None:
        self.game = game
        self.without = without
        self.acts = {a.name: a for a in game.vocabulary.acts}
        self.procedures = {p.name: p for p in game.procedures}
        self.seen: set[tuple[str, str]] = set()
        self.kept: dict[tuple[str, From], From] = {}

    def act(self, name: str) -> Iterator[Led]:
        """The act itself and all that it leads to."""
        declared = self.acts.get(name)
        if declared is None:
            return
        places: Places = {p: at for at, (p, _) in enumerate(declared.params)}
        yield Led(name, tuple(places.values()))
        yield from self.tree((declared.body, declared.last), places, (None, ""))

    def tree(self, tree: object, places: Places, text: tuple[From, str]) -> Iterator[Led]:
        """What the effect leads to, its variables standing for these places."""
        match tree:
            case Run(name) if name in self.procedures:
                if self._fresh("run", name, text[1]):
                    yield from self.tree(tuple(s.effect for s in self.procedures[name].steps), places, text)
            case Event(name) if name == self.without:
                return
            case Event(name, args):
                link = tuple(self._place(a, places) for a in args)
                yield Led(name, link, *text)
                declared = self.acts.get(name)
                if declared is not None and self._fresh("act", name, text[1]):
                    inner: Places = {p: at for (p, _), at in zip(declared.params, link, strict=False)}
                    yield from self.tree((declared.body, declared.last), inner, text)
            case Put(Call(name, (Var(of),)), Var(value)):
                self.kept[(name, places.get(of))] = places.get(value)
            case Let(var, value, body):
                yield from self.tree(body, {**places, var: self._place(value, places)}, text)
            case Carry(card):
                if not text[1] and self._fresh("text", "", ""):
                    for known in self.game.cards:
                        at = self._place(card, places)
                        yield from self.tree(known.text, self._addressed(places, card), (at, known.title))
            case _:  # whatever else leads to what its parts do
                for part in parts_of(tree):
                    yield from self.tree(part, places, text)

    def _fresh(self, kind: str, name: str, title: str) -> bool:
        new = (f"{kind} {name}", title) not in self.seen
        self.seen.add((f"{kind} {name}", title))
        return new

    def _place(self, expr: object, places: Places) -> From:
        match expr:
            case Lit():
                return expr
            case Var(name):
                return places.get(name)
            case Call(name, (Var(of),)):
                return self.kept.get((name, places.get(of)))
            case _:
                return None

    def _addressed(self, places: Places, card: object) -> Places:
        """What `you`, `this card`, `that card` and the other words of a card's text stand for."""
        named = {said: places.get(letter) for said, letter in addressed(self.game.vocabulary).items()}
        return {**named, "this card": self._place(card, places)}


def within(one: Norm, other: Norm) -> bool:
    """The first asks for something, and the other for all of it in the same words, of the same places of an act."""
    asked = _circumstances(_spoken_of(one), one.cond)
    return bool(asked) and asked <= _circumstances(_spoken_of(other), other.cond)


def _spoken_of(norm: Norm) -> Pattern:
    """What the norm forbids or demands, or the event that it tells of."""
    claim = norm.claim
    return claim.act if isinstance(claim, Must | MustNot) else event_of(norm)


def _circumstances(pattern: Pattern, cond: Cond) -> set[object]:
    """Each thing that the condition asks for of the act, in which variables are places of the act."""
    places = {a.name: at for at, a in enumerate(pattern.args) if isinstance(a, Var)}
    parts = cond.parts if isinstance(cond, And) else (cond,)
    shapes = ((part, _shape(part, places)) for part in parts)
    return {shape for part, shape in shapes if shape != _shape(part, {})}


def _shape(tree: object, places: dict[str, int]) -> object:
    """The tree with places for variables; equal for trees that say the same of the same places."""
    if isinstance(tree, Var):
        return ("place", places[tree.name]) if tree.name in places else tree
    if isinstance(tree, tuple):
        return tuple(_shape(part, places) for part in tree)
    fields = getattr(tree, "__struct_fields__", None)
    return tree if fields is None else (type(tree).__name__, *(_shape(getattr(tree, f), places) for f in fields))


def circumstances(norm: Norm, facts: set[str]) -> set[str]:
    """What the norm asks for: the derived facts, and the words for cards and kinds."""
    pattern = _spoken_of(norm)
    return _words((pattern.args, norm.cond), facts)


def bounded(norm: Norm) -> set[int]:
    """The places of the amounts in what the norm speaks of that it wants to be at least or at most so much."""
    pattern = _spoken_of(norm)
    amounts = bounded_in(norm.cond)
    return {at for at, arg in enumerate(pattern.args) if isinstance(arg, Var) and arg.name in amounts}


def event_of(norm: Norm) -> Pattern:
    """The event that the norm tells of."""
    assert isinstance(norm.claim, Prevents | Replaces | When)
    return norm.claim.event


def _words(tree: object, facts: set[str]) -> set[str]:
    return {*(lit.value for lit in of_kind(tree, Lit) if isinstance(lit.value, str)), *(facts_in(tree) & facts)}
