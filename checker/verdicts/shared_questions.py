"""The questions that scenes of every game can ask, and those that a game has in its forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import structs

from checker.kernel.position import Store
from checker.kernel.scene import (
    Ask,
    Close,
    Form,
    Item,
    MayQuestion,
    MustQuestion,
    Raw,
    Stated,
    WhatHappens,
    by_name,
    yes,
)
from checker.kernel.source import InputError, Leaf, Node
from checker.kernel.term import Compare, Every, Expr, Lit, Undecided, Value, Var
from checker.kernel.vocabulary import Asked, LaidOut
from checker.scenes.card_lookup import is_of_kind, kinds_of
from checker.scenes.phrase_meaning import CARD, Phrased
from checker.scenes.question_view import COPIES, NotStated, View
from checker.scenes.questions_of_words import WordQuestions
from checker.syntax.parts import text_of
from checker.syntax.scene_forms import ASKS, DONE, OF_EACH, QUESTION, OwnForm, as_said, form_of, form_phrase, is_behind
from checker.verdicts.answer_on_path import Question, told

_SLOT = re.compile(r"\{([^}]+)\}")
GUESSED = ("turn guessed",)
"""Where a table says that it is not told whose turn it is: then it is that of whoever acts first."""
ONLY = "the "
"""Begins what is spoken of as the only thing of its sort."""


class SharedQuestions:
    """The questions of one scene that are none of a grammar of the game's own; `untold` ends before what came of
    all is asked, `passing` before what lies at hand is."""

    def __init__(
        self,
        phrased: Phrased,
        untold: Close | None,
        passing: Close | None,
        holding: Callable[[Store, Item], Store],
    ) -> None:
        self.phrased = phrased
        self.rules = phrased.rules
        self.names = phrased.names
        self.untold, self.passing, self.holding = untold, passing, holding
        self.words = WordQuestions(phrased)

    def asked(self, item: Item) -> Form:
        """What the question asks."""
        tree = item.said
        parts = tree.parts
        match tree.rule:
            case "ask_may":
                return self._asked_of(self.phrased.seat(parts[0]), parts[1], True)
            case "ask_must":
                return self._asked_of(self.phrased.seat(parts[0]), parts[1], False)
            case "ask_fact":
                return Ask(self.phrased.fact(as_said(parts[0])))
            case "ask_number":
                return Ask(self.phrased.number(as_said(parts[0])))
            case "ask_what":
                return WhatHappens()
            case "ask_board":
                from checker.boards.pictures import in_one_line

                return Ask(self.words.board(item.raw), also=in_one_line)
            case "ask_who_may" | "ask_who_must":
                seats = (Node("seat", (Leaf("PLAYER", name),)) for name in self.names)
                return self._who(item, [Node(tree.rule.replace("who_", ""), (seat, parts[0])) for seat in seats])
            case _ if tree.rule == OF_EACH:
                return self._who(item, parts)
            case "ask_due":
                return Ask(lambda view: self.words.due(view), here=True)
            case "ask_must_do":
                seat = self.phrased.seat(parts[0])
                return Ask(lambda view: self.words.due(view, seat), here=True)
            case "ask_may_do":
                seat = self.phrased.seat(parts[0])
                return Ask(lambda view: self.words.allowed(view, seat), here=True, now=partial(self._something, seat))
            case "ask_which_may":
                return self._which_may(parts[0])
            case "ask_legal":
                return Ask(lambda view: yes(_legal(view, item.raw)), of_legality=True)
            case "ask_count":
                return Ask(lambda view: view.count(text_of(parts[0])))
            case "ask_copies":
                return Ask(lambda view: view.count(COPIES + text_of(parts[0])))
            case "ask_kinds":
                return Ask(lambda view: ", ".join(kinds_of(view, text_of(parts[0]))) or "none")
            case "ask_kind":
                assert isinstance(parts[1], Node)
                kind = self.rules.game.vocabulary.kinds[int(parts[1].rule.split("__")[1])]
                title = text_of(parts[0])
                return Ask(lambda view: yes(is_of_kind(view, title, kind)))
            case "ask_where":
                return Ask(self.words.where(text_of(parts[0])))
            case "ask_where_one":
                return Ask(self.words.where_one(parts[0]))
            case "ask_agent":
                who, named = self.phrased.seat(parts[0]), self.words.thing(as_said(parts[1]))
                return Ask(lambda view: yes(named(view) == who), so_far=True)
            case "ask_came":
                return self._came(as_said(parts[0]))
            case "ask_who_came":
                return self._who_came(parts[0])
        if tree.rule.startswith(QUESTION):
            return self._of_the_game(tree, item)
        if tree.rule.startswith(("ask_most__", "ask_least__")):
            return self._leading(tree.rule)
        head, _, sort = tree.rule.rpartition("_")
        if head == "ask_value":
            return Ask(self.words.value(as_said(parts[0]), sort))
        var, cond = (text_of(parts[0]), parts[1]) if len(parts) == 2 else ("?", as_said(parts[0]))
        where = self.phrased.lowering.cond(cond)
        if head == "ask_how_many":
            return Ask(self.words.how_many(var, sort, where))
        return Ask(self.words.those(var, sort, where), also=by_name if sort == "player" else None)

    def _of_the_game(self, tree: Node, item: Item) -> Form:
        question = form_of(self.rules.game.vocabulary, tree)
        assert isinstance(question, Asked)
        if makes(self.phrased, item, question):
            form: Form = made(self.phrased, item, question)
            return form
        if question.result == "act":
            return self.words.of_act(question, gaps(self.phrased, tree))
        return Ask(
            self.words.form(question, gaps(self.phrased, tree)),
            here=question.when == "during",
            now=(lambda view: True) if question.when == "during" else None,
            so_far=question.when == "so far",
            beyond={"so far": self.untold, "late": self.untold, "next": self.passing}.get(question.when),
            also=self.rules.functions.get(f"also {question.function}") or by_name,
        )

    def _who(self, item: Item, each: Sequence[Node | Leaf]) -> Form:
        """Of which players what asks it of each is answered yes, each asked on the table that this supposes."""
        _, how, rest = item.raw.text.split(maxsplit=2)
        raws = [structs.replace(item.raw, text=f"{how} {name} {rest}") for name in self.names]
        items = [Item(raw, Node("line", (Node("question", (one,)),))) for raw, one in zip(raws, each, strict=True)]
        forms = [self.asked(one) for one in items]

        def holds(view: View, one: Item, form: Form) -> bool:
            assert isinstance(form, Question)
            there = view.on(self.holding(view.store, one))
            try:
                return told(there, form) == "yes"
            finally:
                view.context.cites.update(there.context.cites)

        def answer(view: View) -> str:
            if view.store.get(GUESSED):
                hint = "say it before, for instance by what somebody does"
                raise InputError(item.raw.problem("nothing says whose turn it is, on which this hangs", hint))
            found = zip(self.names, items, forms, strict=True)
            return ", ".join(name for name, one, form in found if holds(view, one, form)) or "nobody"

        of_acts = tuple(form for form in forms if isinstance(form, MayQuestion | MustQuestion))
        apiece = tuple(zip(self.names, items, strict=True))
        return Ask(answer, here=True, also=by_name, each=of_acts, apiece=apiece)

    def _which_may(self, tree: Node | Leaf) -> Form:
        """With what a player may do something at the moment."""
        assert isinstance(tree, Node)
        seat, act = self.phrased.seat(tree.parts[0]), self.phrased.lowering.terms.named[tree.rule.removeprefix(DONE)]
        return Ask(lambda view: self.words.allowed_with(view, seat, act), here=True, now=partial(self._something, seat))

    def _something(self, seat: int, view: View) -> bool:
        """The player may do something at the moment, or nobody can tell."""
        try:
            return self.words.allowed(view, seat) != "nothing"
        except (Undecided, NotStated):
            return True

    def _asked_of(self, seat: int, deed: Node | Leaf, may: bool) -> MayQuestion | MustQuestion:
        if not may:
            return self.phrased.obliged(seat, deed)
        act, instance = self.phrased.deed(seat, deed)
        return MayQuestion(act, lambda view: tuple(i for i in (instance(view),) if i is not None))

    def _came(self, event: Node | Leaf) -> Form:
        """Whether the event has come about."""
        act, _, instance = self.phrased.happening(event)
        return Ask(lambda view: yes(came(view, act, instance(view))), so_far=True)

    def _who_came(self, tree: Node | Leaf) -> Form:
        """To whom the event has come about, or by whom."""
        assert isinstance(tree, Node)
        rule = tree.rule.removeprefix(f"{ASKS}which__")

        def seated(seat: int) -> Node:
            return Node(rule, (Node("seat", (Leaf("PLAYER", self.names[seat]),)), *tree.parts))

        events = [self.phrased.happening(seated(seat)) for seat in range(len(self.names))]

        def answer(view: View) -> str:
            pairs = zip(self.names, events, strict=True)
            return ", ".join(n for n, (act, _, one) in pairs if came(view, act, one(view))) or "nobody"

        return Ask(answer, so_far=True, also=by_name)

    def _leading(self, rule: str) -> Form:
        """Whose number is the most, or the least."""
        how, _, phrase = rule.removeprefix("ask_").partition("__")

        def of(var: str) -> Expr:
            return self.phrased.lowering.expr(Node(phrase, (Node("var_player", (Leaf("VAR_PLAYER", var),)),)))

        where = Every("other", "player", Compare({"most": "least", "least": "most"}[how], of("?"), of("other")))
        return Ask(self.words.those("?", "player", where), also=by_name)


def gaps(phrased: Phrased, tree: Node) -> dict[str, Expr]:
    """What stands in each gap of a form of the game."""
    words = phrased.rules.game.vocabulary
    phrase = form_phrase(words, tree.rule)
    named = (part for part in tree.parts if not is_behind(part))
    return {name: phrased.thing(part) for (name, _), part in zip(phrase.slots, named, strict=True)}


def all_gaps(phrased: Phrased, tree: Node) -> list[dict[str, Expr]]:
    """What stands in each gap of a setup, and then in those of all that stands behind it, with these."""
    found = gaps(phrased, tree)
    return [
        found,
        *({**found, **gaps(phrased, part)} for part in tree.parts if isinstance(part, Node) and is_behind(part)),
    ]


def makes(phrased: Phrased, item: Item, form: OwnForm) -> bool:
    """A function of the game makes of the statement what it does."""
    return f"{item.said.rule.partition('__')[0]} {form.function}" in phrased.rules.functions


def made(phrased: Phrased, item: Item, form: OwnForm, *before: object) -> Any:
    """What the function makes of the statement. Raises InputError where it says why there is nothing."""
    function = phrased.rules.functions[f"{item.said.rule.partition('__')[0]} {form.function}"]
    stated = Stated(item.raw, phrased.names, phrased.rules)
    found = function(stated, *before, *things(phrased, item, form))
    if isinstance(found, str):
        raise refused_by(found, item)
    return found


def things(phrased: Phrased, item: Item, form: OwnForm) -> tuple[Value, ...]:
    """What stands in each gap of a form of the game, as a function takes it, and then in those of what stands behind.

    A card is its title with the player whose it is, if one is named; nothing is what the wording leaves out. Raises
    InputError for what is no thing by itself.
    """
    behind = (part for part in item.said.parts if isinstance(part, Node) and is_behind(part))
    then = form.then.phrase if isinstance(form.then, LaidOut) else form.then or ""
    told = ((form.params, item.said), *((tuple(dict.fromkeys(_SLOT.findall(then))), part) for part in behind))
    named = ((params, gaps(phrased, part)) for params, part in told)
    return tuple(_thing(found[name], item) if name in found else None for params, found in named for name in params)


def _thing(gap: Expr, item: Item) -> Value:
    """What stands in the gap, as far as that hangs on no table."""
    match gap:
        case Lit((int(seat), str(title))) if seat >= 0:
            return (title, seat)
        case Lit(value) if not isinstance(value, tuple):
            return value
        case Var(name) if name.startswith(CARD):
            return (name.removeprefix(CARD), None)
        case Var(name) if name.startswith(ONLY):
            return name
    raise InputError(item.raw.problem("who and what is meant must be named here"))


def refused_by(said: str, item: Item) -> InputError:
    """The refusal of a statement by a function of the game, which says why, and behind `; say` what to say instead."""
    message, say, hint = said.partition("; say ")
    return InputError(item.raw.problem(message, f"say {hint}" if say else ""))


def _legal(view: View, raw: Raw) -> bool:
    """The last act was allowed. Raises InputError if there was none."""
    if view.branch.illegal is None and not view.events():
        raise InputError(raw.problem("nothing was done yet", "tell an act before, as in `NAME does …`"))
    return view.allowed()


def came(view: View, act: str, args: tuple[Value, ...] | None) -> bool:
    """The event has come about; what is left out may be anything."""
    if args is None:
        return False
    return any(all(a in (None, b) for a, b in zip(args, e[1:], strict=True)) for e in view.events(act))
