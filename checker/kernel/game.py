"""A game as it was read, with the properties that it keeps: the value that every pass gets."""

from __future__ import annotations

import msgspec

from checker.kernel.effect import Effect, Nothing
from checker.kernel.norm import Gives, Norm, Pattern
from checker.kernel.record import Record
from checker.kernel.source import Place
from checker.kernel.term import Cond, Lit, Yes
from checker.kernel.vocabulary import Field, Vocabulary


class Check(Record):
    """One sentence of a property.

    `when` is `always` (every position), `resting` (every position at which players may act), `step` (every step of
    play: the condition may speak of the table before it), `after` (every such step on which an event of the pattern
    happens), the name of a moment, or `never` (no event of the pattern may happen where the condition holds).
    """

    when: str
    cond: Cond
    event: Pattern | None = None


class HistoryNote(Record):
    """What is noted of the course of play: at an event of the pattern where the condition holds, or at the moment `when`."""

    when: str
    does: Effect
    event: Pattern | None = None
    cond: Cond = Yes()


class Property(Record):
    """A property with its checks; `function` names a watcher of what spans several positions.

    What is noted of the course of play for it is kept in fields that no rule can read.

    `violable` says in which situation the rulebook itself breaks it, and `where` is the condition of that
    situation, which holds before the step that breaks it or after; `unchecked` says why nothing is checked.
    """

    id: str
    kind: str
    says: str
    clauses: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    function: str = ""
    violable: str = ""
    where: Cond = Yes()
    unchecked: str = ""
    place: Place | None = None
    keeps: tuple[Field, ...] = ()
    notes: tuple[HistoryNote, ...] = ()


class Card(Record):
    """A card of the deck.

    `kinds` holds what it is known to be, `unsure` what nothing says whether it is.
    """

    title: str
    kinds: tuple[str, ...]
    unsure: tuple[str, ...]
    text: Effect
    wording: str
    clauses: tuple[str, ...]
    copies: int = 0
    copies_source: str = "assumed"
    assumed: tuple[str, ...] = ()
    unstated: tuple[str, ...] = ()
    place: Place | None = None

    @property
    def made_up(self) -> bool:
        """The whole card is assumed, its text too."""
        return any(said.startswith("the whole card") for said in self.assumed)

    @property
    def boxed(self) -> int | None:
        """How many copies the box is known to hold; None where that is assumed or invented."""
        return None if self.copies_source in ("assumed", "invented") else self.copies


class Authority(Record):
    """Who says so, in what, and since when it holds: a year, a month or a day."""

    source: str = ""
    since: str = ""

    def of(self, title: str) -> str:
        """The title as it is cited, with where it comes from."""
        told = "; ".join(filter(None, (self.source, f"since {self.since}" if self.since else "")))
        return f"{title} ({told})" if told else title


class Clause(Record):
    """A numbered clause of the rulebook in our own words; `informal` holds the reason if it is.

    `printed` is what the rulebook has in its own words, on the `page`, where the game's folder holds it.
    """

    id: str
    kind: str
    heading: str
    summary: str
    informal: str = ""
    place: Place | None = None
    authority: Authority = Authority()
    printed: str = ""
    page: str = ""


class Step(Record):
    """A step of a procedure; it comes after the steps named in `after`."""

    name: str
    clauses: tuple[str, ...]
    effect: Effect
    after: tuple[str, ...] = ()
    place: Place | None = None


class Procedure(Record):
    """Steps in the order in which they are written, or, if `unordered`, in any that their edges allow."""

    name: str
    steps: tuple[Step, ...]
    unordered: bool = False


class Declaration(Record):
    """A name and a reason for an open point; `point` matches the computed point's id.

    `slots` are what cards leave unstated in their own words and what is the same doubt.
    """

    id: str
    point: str
    reason: str
    default: str = ""
    clauses: tuple[str, ...] = ()
    place: Place | None = None
    slots: tuple[str, ...] = ()


class Wording(Record):
    """How the open point is asked by players, and the sentence to print for each way in which it can be settled.

    `point` is the name of a declaration, or matches the computed point's id. `answers` are those to the question, one
    for each sentence; `amends` the lines of an amendment for those keys for which none is found; `instead` the clauses
    in the place of which the sentences stand.
    """

    id: str
    point: str
    asked: str = ""
    sentences: tuple[tuple[str, str], ...] = ()
    answers: tuple[str, ...] = ()
    amends: tuple[tuple[str, str], ...] = ()
    instead: tuple[str, ...] = ()

    def answer(self, sentence: str) -> str:
        """What the sentence answers to the question; nothing where the game does not say."""
        return next(
            (told for (_, text), told in zip(self.sentences, self.answers, strict=False) if text == sentence), ""
        )

    def amendment(self, sentence: str) -> tuple[str, ...]:
        """The lines of the amendment that the game has for the sentence itself, those of one entry behind its head."""
        keys = {key for key, text in self.sentences if text == sentence}
        return tuple(
            line for key, entry in self.amends if key in keys for line in entry.replace("; ", "\n  ").split("\n")
        )


class StatedCount(Record):
    """A number stated by a clause (None: left unstated), to be compared with others of the same thing."""

    of: str
    number: int | None
    clause: str
    place: Place | None = None


class Amended(Record):
    """An entry that an amendment brought or changed: its kind and name, the amendment's title, and where it says so."""

    kind: str
    name: str
    title: str
    place: Place | None = None


class Overruled(Record):
    """What is called so is changed by two amendments: what the first says of it has no effect, since the other,
    which is laid later, says something else; and where both say so."""

    name: str
    first: str
    title: str
    place: Place
    before: Place


class Game(Record):
    """Everything that was read for one game, amendments included; `gone` are the cards that they take away.

    `by_function` are the facts that a function has to answer, each with its place.
    """

    name: str
    vocabulary: Vocabulary
    cards: tuple[Card, ...] = ()
    clauses: tuple[Clause, ...] = ()
    norms: tuple[Norm, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    setup: Effect = Nothing()
    counts: tuple[StatedCount, ...] = ()
    amendments: tuple[str, ...] = ()
    stand_ins: tuple[Card, ...] = ()
    properties: tuple[Property, ...] = ()
    gone: tuple[str, ...] = ()
    amended: tuple[Amended, ...] = ()
    by_function: tuple[tuple[str, Place], ...] = ()
    overruled: tuple[Overruled, ...] = ()
    wordings: tuple[Wording, ...] = ()

    @property
    def texts(self) -> tuple[object, ...]:
        """Everything that is carried out in play: procedures, and what acts, cards and norms do."""
        acts = tuple((a.body, a.last) for a in self.vocabulary.acts)
        return self.procedures, acts, tuple(c.text for c in self.cards), tuple(n.claim for n in self.norms)


class Box(Record):
    """What is in the box as far as it is stated: copies by title, counts by thing, and by which clause."""

    copies: dict[str, int] = msgspec.field(default_factory=dict)
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    clauses: dict[str, str] = msgspec.field(default_factory=dict)

    @staticmethod
    def of(game: Game, *facts: str) -> Box:
        """What the game states of its cards, of pieces, and of these facts: the largest number that clauses give."""
        given = [(n.claim.term.fact, n.claim.value, n.clause) for n in game.norms if isinstance(n.claim, Gives)]
        numbers = [(f, v.value) for f, v, _ in given if f in facts and isinstance(v, Lit) and isinstance(v.value, int)]
        pieces = [(c.of, c.number, c.clause) for c in game.counts if c.number is not None]
        return Box(
            {c.title: c.boxed for c in game.cards if c.boxed is not None},
            {of: number for of, number, _ in pieces} | dict(sorted(numbers)),
            {of: clause for of, _, clause in [*pieces, *given]},
        )


def _unsure(card: Card, model: Card) -> tuple[str, ...]:
    return tuple(k for k in model.unsure if k not in card.kinds)


def _like(card: Card, model: Card) -> Card:
    kinds = tuple(dict.fromkeys((*card.kinds, *model.kinds)))
    return msgspec.structs.replace(
        card, kinds=kinds, text=model.text, clauses=model.clauses, unsure=_unsure(card, model)
    )


def with_cards(game: Game, cards: tuple[Card, ...]) -> Game:
    """The game with stand-in cards: each is, and does, what the stand-in of its last known kind is and does."""
    if not cards:
        return game
    known = {c.kinds[0]: c for c in game.stand_ins}
    made = []
    for card in cards:
        model = next((known[k] for k in reversed(card.kinds) if k in known), None)
        made.append(_like(card, model) if model else card)
    return msgspec.structs.replace(game, cards=(*game.cards, *made))
