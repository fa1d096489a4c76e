"""The sentences of a game's entries read and lowered; problems are collected, so that several are told at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property, lru_cache, partial
from itertools import product
from typing import TypeVar, cast

import msgspec

from checker.kernel.effect import Effect, Nothing, Then
from checker.kernel.norm import Claim
from checker.kernel.source import InputError, Node, Problem
from checker.kernel.term import All, Cond, Expr
from checker.kernel.trees.number_bounds import refuse_endless
from checker.kernel.vocabulary import Vocabulary, sorts
from checker.store.disk_cache import data_folder
from checker.syntax.files import SourceLine, read_text
from checker.syntax.languages import LANGUAGES, language
from checker.syntax.lower_norms import Lowering
from checker.syntax.natural.claims import Claims
from checker.syntax.natural.further import readable
from checker.syntax.natural.tables import LeftOpen
from checker.syntax.natural.trees import Tree, because, of_card, within
from checker.syntax.parser import Language
from checker.syntax.refusals.accepted import AcceptedSentences, Unfolding

MOST_PROBLEMS = 50
NATURAL = "natural.lark"
STARTS = ("effect", "norm", "cond", "number")

T = TypeVar("T")
EACH = re.compile(r"each ([a-z]+) ([A-Z]\d*) such that ")


@lru_cache(maxsize=LANGUAGES)
def as_cards_say(
    words: Vocabulary, titles: tuple[str, ...], shared: str, starts: tuple[str, ...]
) -> tuple[Language, Unfolding]:
    """The language in which sentences are read as cards say them, in as many of its ways as can be told apart, and what
    they say in full."""
    natural = read_text(data_folder() / "grammar" / NATURAL)
    made = readable(words, natural, lambda rules: language(words, titles, shared, starts, rules))
    unfolding = Unfolding(words, made)
    made.acceptance = made.acceptance or AcceptedSentences(words, titles, made, copy(unfolding))
    unfolding.acceptance = made.acceptance
    return made, unfolding


class Sentences:
    """Reads the sentences of one vocabulary, with the titles of the cards as names."""

    def __init__(self, words: Vocabulary, titles: tuple[str, ...]) -> None:
        self.problems: list[Problem] = []
        shared = "\n".join(read_text(data_folder() / "grammar" / f) for f in ("card.lark", "norm.lark"))
        starts = (*STARTS, *(x.name for x in sorts(words) if x.name not in STARTS))
        self.words = words
        self._made_of = words, titles, shared, starts
        self.language: Language = language(words, titles, shared, starts)
        self.lowering = Lowering(words)

    @property
    def card_language(self) -> Language:
        """The language in which sentences are read as cards say them."""
        return self._as_cards_say[0]

    @property
    def _unfolding(self) -> Unfolding:
        return self._as_cards_say[1]

    @cached_property
    def _as_cards_say(self) -> tuple[Language, Unfolding]:
        return as_cards_say(*self._made_of)

    def tree(self, line: SourceLine, start: str, card: bool = False) -> Node | None:
        """The tree of the rest of the line, which may stand on a card, or None where it is a problem."""
        return self.guarded(line, lambda: self.read(line, start)[1] if card else _read(self.language, line, start))

    def read(self, line: SourceLine, start: str) -> tuple[Language, Node]:
        """The tree of a line of a card, and the language that it is read in: as it stands, or as cards say it."""
        if (tree := self.language.known(line.rest, start)) is not None:
            return self.language, tree
        if (tree := self.card_language.known(line.rest, start)) is not None:
            return self.card_language, tree
        raise refusal(line, (self.language, self.card_language), (start,))

    def unfolded(self, tree: Node, title: str = "") -> Node:
        """The tree with what it says for short said in full; `title` is that of the card it stands on.

        Raises ValueError for what English leaves open.
        """
        return tree if self.language.makes(tree) else self._unfolding.whole(tree, title)

    def guarded(self, line: SourceLine, read: Callable[[], T]) -> T | None:
        """What is read, or None where it is a problem. Raises InputError when there are too many."""
        try:
            return read()
        except InputError as error:
            self.problems.extend(line.located(p) for p in error.problems)
            if len(self.problems) >= MOST_PROBLEMS:
                raise InputError(*in_order(self.problems)) from None
            return None

    def meant(self, line: SourceLine, lower: Callable[[], T], default: T) -> T:
        """What is meant, or the default where that is a problem."""
        try:
            found = lower()
            refuse_endless(found)
            return found
        except ValueError as error:
            hint = error.hint if isinstance(error, LeftOpen) else ""
            self.problems.append(line.problem(str(error), hint))
            return default

    def _made_once(self, key: tuple[str, str, str], make: Callable[[], T]) -> T:
        """What is made, or what was made of the same words for other rules told in the same language."""
        known = self.language.meanings
        if key not in known:
            before = len(self.problems)
            made = make()
            if len(self.problems) > before:
                return made
            known[key] = made
        return cast(T, known[key])

    def effect(self, line: SourceLine) -> Effect:
        """The effect that the line states."""
        return self._made_once(("effect", line.rest, ""), lambda: self._effect(line))

    def _effect(self, line: SourceLine) -> Effect:
        tree = self.tree(line, "effect")
        nothing: Effect = Nothing()
        return nothing if tree is None else self.meant(line, lambda: self.lowering.effect(tree), nothing)

    def effects(self, lines: Iterable[SourceLine]) -> Effect:
        """The effects of the lines one after the other."""
        found = [self.effect(x) for x in lines]
        return found[0] if len(found) == 1 else Then(tuple(found)) if found else Nothing()

    def text(self, lines: Iterable[SourceLine]) -> Effect:
        """The effect of a text in several lines; below one stand the clauses because of which it is done."""
        first: SourceLine | None = None
        done: list[tuple[Tree, ...]] = []
        for line in lines:
            if line.key == "because":
                acts = self._unfolding.acts(Node("effect", done.pop())).parts if done else ()
                done += [(because(line.rest, acts),)] if acts else []
            elif (tree := self.tree(line, "effect", card=True)) is not None:
                first = first or line
                done.append(tree.parts)
        if first is None:
            return Nothing()
        whole = Node("effect", tuple(sentence for part in done for sentence in part))
        nothing: Effect = Nothing()
        return self.meant(first, lambda: self.lowering.effect(self.unfolded(whole)), nothing)

    def kinds(self, lines: Iterable[SourceLine]) -> tuple[str, ...]:
        """The kinds that a text in several lines says its card is of."""
        said = (x.rest for x in lines if x.key == "text" and self.language.known(x.rest, "effect") is None)
        read = (self.card_language.known(text, "effect") for text in said)
        return tuple(kind for tree in read if tree is not None for kind in self._unfolding.kinds(tree))

    def norm(self, line: SourceLine, title: str = "") -> tuple[Claim, Cond] | None:
        """The claim and the condition that the line states, on a card of the title if one is given, or None where it
        is a problem."""
        return self._made_once(("norm", line.rest, title), lambda: self._norm(line, title))

    def _norm(self, line: SourceLine, title: str) -> tuple[Claim, Cond] | None:
        line = self.whole(line)
        full = bool(title) or line.rest.endswith(".")
        tree = self.tree(line, "norm", full)
        if tree is None:
            return None
        return self.meant(line, lambda: self.lowering.norm(self._in_full(tree, title) if full else tree), None)

    def whole(self, line: SourceLine) -> SourceLine:
        """The norm with a full stop behind it, if it is read as cards say it, means something so, and is not read otherwise."""
        if line.rest.endswith(".") or self.language.known(line.rest, "norm") is not None:
            return line
        tree = self.card_language.known(f"{line.rest}.", "norm")
        try:
            meant = tree is not None and self.lowering.norm(self.unfolded(tree))
        except ValueError:
            return line
        return msgspec.structs.replace(line, rest=f"{line.rest}.") if meant else line

    def once(self, line: SourceLine) -> tuple[str, str, str, str] | None:
        """Of a line that says who may do what: who, the event that it is done, that it is forbidden, and where it may be."""
        try:
            norm = self.unfolded(self.read(line, "norm")[1])
            claim, *conds = norm.parts
            if (
                not isinstance(claim, Node)
                or claim.rule not in ("may", "must_not")
                or norm.rule not in ("norm", "norm_if")
            ):
                return None
            who, deed = claim.parts
            assert isinstance(deed, Node)
            show, cond = self.card_language.show, conds[0] if conds else None
            event = self._unfolding.of.told(deed, who)
            forbidden = show(Node("norm", (Node("must_not", claim.parts),)))
            return show(who), show(Node("event", (event,))), forbidden, "" if cond is None else show(cond)
        except (InputError, ValueError):
            return None

    def done_by(self, line: SourceLine, who: str) -> str | None:
        """What the line says is done, in full, by whoever is named so where it says `you`; nothing if that is not read, or
        nobody is named."""
        try:
            full: Tree = self.unfolded(self.read(line, "effect")[1])
            if who:
                named = self.card_language.parse(who, "player", line.place)
                full = Claims(self._unfolding.of, self.unfolded(self.read(line, "effect")[1]), "").told_of(full, named)
        except (InputError, ValueError):
            return None
        spoken = any(
            isinstance(t, Node) and t.rule in ("you", "this_card", "that_card", "command") for t in within(full)
        )
        return None if spoken else self.card_language.show(full)

    def _in_full(self, norm: Node, title: str) -> Node:
        whole = self.unfolded(norm, title)
        return of_card(whole, title) if title else whole

    def rulings(self, line: SourceLine, title: str) -> tuple[tuple[Claim, Cond], ...]:
        """What the line of a text says that holds while the card of the title works."""
        return self._made_once(("rulings", line.rest, title), lambda: self._rulings(line, title))

    def _rulings(self, line: SourceLine, title: str) -> tuple[tuple[Claim, Cond], ...]:
        if self.language.known(line.rest, "effect") is not None:
            return ()
        tree = self.card_language.known(line.rest, "effect")
        if tree is None:
            return ()
        norms: tuple[Node, ...] = self.meant(line, lambda: self._unfolding.rulings(tree, title), ())
        made = (self.meant(line, partial(self.lowering.norm, of_card(norm, title)), None) for norm in norms)
        return tuple(x for x in made if x is not None)

    @cached_property
    def of_two_states(self) -> Lowering:
        """What the trees mean where they may also speak of the table before."""
        return Lowering(self._made_of[0], two_state=True)

    def cond(self, line: SourceLine, two_states: bool = False) -> Cond | None:
        """The condition that the line states, or None where it is a problem."""
        return self._made_once(
            ("states" if two_states else "cond", line.rest, ""), lambda: self._cond(line, two_states)
        )

    def _cond(self, line: SourceLine, two_states: bool) -> Cond | None:
        tree, lowering = self.tree(line, "cond"), self.of_two_states if two_states else self.lowering
        return None if tree is None else self.meant(line, lambda: lowering.cond(tree), None)

    def asked(self, line: SourceLine) -> tuple[str, Expr | Cond] | None:
        """What a question asks for, with the sort of its value, or None where it is a problem: whether something is so,
        a number or a thing, or `each player P such that …`."""
        if found := EACH.match(line.rest):
            where = self.cond(line.cut(found.end()), two_states=True)
            return None if where is None else (found[1], All(found[2], found[1], where))
        starts = ("cond", *(s for s in self.language.starts if s not in ("effect", "norm", "cond")))
        for start in starts:
            if (tree := self.language.known(line.rest, start)) is not None:
                lower = self.of_two_states.cond if start == "cond" else self.of_two_states.expr
                meaning = self.meant(line, partial(lower, tree), None)
                return None if meaning is None else ("condition" if start == "cond" else start, meaning)
        self.problems.extend(map(line.located, refusal(line, (self.language,), starts).problems))
        return None


def _read(language: Language, line: SourceLine, start: str) -> Node:
    return language.parse(line.rest, start, line.place, line=line.whole)


def refusal(line: SourceLine, languages: Iterable[Language], starts: Iterable[str]) -> InputError:
    """Why the line cannot be read in any of the languages as any of these, told where most of it was read."""
    spoken, start = max(product(languages, starts), key=lambda one: one[0].reach(line.rest, one[1]))
    try:
        _read(spoken, line, start)
    except InputError as error:
        return error
    raise AssertionError(f"`{line.rest}` can be read")


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """The problems in the order of their places."""
    return sorted(problems, key=lambda p: (p.place.file, p.place.line, p.place.column))
