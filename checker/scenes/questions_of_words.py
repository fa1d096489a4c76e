"""What a game's own words ask of a table: who and which, where a card is, who may and who must act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any

from checker.kernel.lying_cards import title_of
from checker.kernel.norm import ASSUMED, May, Must
from checker.kernel.scene import MayQuestion, MustQuestion, Raw, yes
from checker.kernel.source import InputError, Leaf, Node
from checker.kernel.term import All, Call, Cond, Count, Expr, Lit, Value, Var
from checker.kernel.trees.walk import free
from checker.kernel.vocabulary import Asked, sort_of, sorts
from checker.norms.evaluate import plain
from checker.norms.permissions import Forbidden, Permitted, duties, permission
from checker.run.phrases import told, told_act
from checker.scenes.phrase_meaning import CARD, Phrased, asked, by_titles
from checker.scenes.possible_instances import whole_instances
from checker.scenes.question_view import View

FITS = ", whom nobody fits"
"""Stands behind what a clause would give that asks for something which nobody is."""


NONE = {"player": "nobody"}
"""What is said where there is no such thing, if not `nothing`."""


def _card_told(gap: Expr) -> tuple[str, int | None] | None:
    """The card as a function takes what is named: by its title, with the player whose it is if one is named."""
    match gap:
        case Var(name) if name.startswith(CARD):
            return (name.removeprefix(CARD), None)
        case Lit((int(seat), str(title))):
            return (title, seat)
    return None


class WordQuestions:
    """The questions of one scene that only its words ask."""

    def __init__(self, phrased: Phrased) -> None:
        self.phrased = phrased

    def value(self, tree: Node | Leaf, sort: str) -> Callable[[View], str]:
        """The thing that the words name; open where it is one that clauses give, and none does."""
        named = self.phrased.term(tree)
        fact = self.phrased.rules.facts.get(named.fact) if isinstance(named, Call) else None

        def answer(view: View) -> str:
            found = view.context.value(named, self.phrased.in_question(named, view))
            if found is None and isinstance(named, Call) and fact is not None and fact.institutional:
                here = view.context.giving(fact, tuple(view.context.value(a, {}) for a in named.args))
                view.left_open(f"{plain(fact.phrase)}{FITS if here else ''}", here)
            return self.listed(view, (found,) if found is not None else (), sort)

        return answer

    def thing(self, tree: Node | Leaf) -> Callable[[View], Value]:
        """The thing itself that the words name."""
        named = self.phrased.term(tree)
        return lambda view: view.context.value(named, self.phrased.in_question(named, view))

    def how_many(self, var: str, sort: str, cond: Cond) -> Callable[[View], str]:
        """How many things of the sort the condition holds for."""
        count = Count(var, sort, self.phrased.grounded(cond))

        def answer(view: View) -> str:
            with asked(view, count) as context:
                return view.amount(context.value(count, self.phrased.in_question(count, view)))

        return answer

    def those(self, var: str, sort: str, cond: Cond) -> Callable[[View], str]:
        """The things of the sort for which the condition holds."""
        over = All(var, sort, self.phrased.grounded(cond))
        self.phrased.refuse_endless(over)

        def answer(view: View) -> str:
            with asked(view, over) as context:
                found = context.value(over, self.phrased.in_question(over, view))
            return self.listed(view, found if isinstance(found, tuple) else (), sort)

        return answer

    def form(self, question: Asked, gaps: dict[str, Expr]) -> Callable[[View], str]:
        """What a question of the game asks for, with what stands in its gaps."""
        asks: Any = question.asks

        def answer(view: View) -> str:
            named = {n: card for n, gap in gaps.items() if question.function and (card := _card_told(gap))}
            env = self.phrased.bound(question.asks, {n: gap for n, gap in gaps.items() if n not in named}, view)
            self._rely(question, env, view)
            if question.function:
                said = (named[name] if name in named else env.get(name) for name in question.params)
                return self._in_words(
                    question, view, view.rules.functions[question.function](view, *said, *question.given)
                )
            if question.result == "condition":
                return yes(view.context.holds(asks, env))
            found = view.context.value(asks, env)
            if question.result == "number":
                return view.amount(found)
            things = found if isinstance(asks, All) and isinstance(found, tuple) else (found,)
            return self.listed(view, tuple(t for t in things if t is not None), question.result)

        return answer

    def _in_words(self, question: Asked, view: View, found: object) -> str:
        """What a function answers: whether something is so, how much it is, which players, what in words, or how much."""
        match found:
            case bool():
                return yes(found)
            case int():
                return view.amount(found)
            case list():
                return str(len(found)) if question.phrase.startswith("how many") else ", ".join(found) or "nothing"
            case tuple():
                return self.listed(view, found, "player")
        return str(found)

    def of_act(self, question: Asked, gaps: dict[str, Expr]) -> MayQuestion | MustQuestion:
        """What norms say of the act that a question of the game asks about, with what stands in its gaps."""
        assert isinstance(question.asks, May | Must)
        act, pattern = question.asks.act.act, question.asks.act.args

        def instances(view: View) -> tuple[tuple[Value, ...], ...]:
            env = self.phrased.bound(question.asks, gaps, view)
            self._rely(question, env, view)
            left = sorted(free((pattern, question.where)) - env.keys())
            words = view.rules.game.vocabulary
            numbers = [n for n in left if sort_of(words, n) == "number"]
            others = [n for n in left if n not in numbers]
            ways = product(*(view.context.things(sort_of(words, letter)) for letter in others))
            bound = ({**env, **dict(zip(others, way, strict=True))} for way in ways)
            return tuple(
                tuple(view.context.value(a, one) for a in pattern)
                for outer in bound
                for one in _numbered(view, outer, numbers, question.where)
            )

        if isinstance(question.asks, May):
            other = question.otherwise and self.of_act(question.otherwise, gaps)
            return MayQuestion(act, instances, instead=(lambda _: other) if isinstance(other, MayQuestion) else None)
        seat = gaps[pattern[0].name] if isinstance(pattern[0], Var) else pattern[0]
        assert isinstance(seat, Lit) and isinstance(seat.value, int)
        who = seat.value
        by_title = {name for name, gap in gaps.items() if isinstance(gap, Var) and gap.name.startswith(CARD)}
        titled = [at for at, arg in enumerate(pattern) if isinstance(arg, Var) and arg.name in by_title]

        def possible(view: View) -> tuple[tuple[Value, ...], ...]:
            """Nothing hangs on where the numbers end that are tried."""
            return self.phrased.possible(view.on(view.store), act, who)

        return MustQuestion(act, instances, possible, lambda done: by_titles(done, titled))

    def _rely(self, question: Asked, env: dict[str, Value], view: View) -> None:
        """Relies on what the answer to the question does besides. Raises Undecided where it is open."""
        for one in question.relies:
            if not view.context.holds(one.cond, env):
                continue
            words = told(view.context, one.words, env)
            match one.kind:
                case "open":
                    view.left_open(words, view.rules.stated(one.clauses))
                case "supposes":
                    view.context.cites[f"{ASSUMED}{words}"] = None
                case "looks":
                    looks: Any = one.looks
                    read = view.context.holds if isinstance(looks, Cond) else view.context.value
                    read(looks, env)
                case _:
                    view.context.cites.update(dict.fromkeys(view.rules.stated(one.clauses)))

    def listed(self, view: View, things: tuple[Value, ...], sort: str) -> str:
        """The things in words, each copy of a card by itself."""
        letter = next(s.letters[0] for s in sorts(view.rules.game.vocabulary) if s.name == sort and s.letters)
        names = [told(view.context, "{" + letter + "}", {letter: thing}) for thing in dict.fromkeys(things)]
        return ", ".join(names if sort == "player" else sorted(names)) or NONE.get(sort, "nothing")

    def board(self, raw: Raw) -> Callable[[View], str]:
        """The board drawn, each tile as its sign, or by the first letter of its name. Raises InputError for a game without one."""
        rules = self.phrased.rules
        from checker.boards.facts import functions as boards

        if not boards(rules.game.vocabulary):
            raise InputError(raw.problem("this game has no board"))
        sign = rules.functions.get("sign of tile", lambda _, tile: title_of(tile)[:1])
        from checker.boards.pictures import picture

        return lambda view: picture(view.store, partial(sign, view.context))

    def where(self, title: str) -> Callable[[View], str]:
        """The places where cards of the title lie."""
        return lambda view: _listed(self._places(view, lambda card: title_of(card) == title))

    def where_one(self, tree: Node | Leaf) -> Callable[[View], str]:
        """The place where the card lies that the words name."""
        named = self.phrased.one_card(tree)

        def answer(view: View) -> str:
            one = view.context.value(named, self.phrased.in_question(named, view))
            return _listed(self._places(view, lambda card: card == one))

        return answer

    def _places(self, view: View, such: Callable[[Value], bool]) -> Iterator[str]:
        """The zones that hold such a card, in the order of the vocabulary, in words."""
        for zone in view.rules.game.vocabulary.zones:
            for key, held in view.store.entries("zone"):
                if key[1] == zone.name and isinstance(held, tuple) and any(map(such, held)):
                    yield told(view.context, zone.phrase, dict(zip(zone.params, key[2:], strict=True)))

    def due(self, view: View, only: int | None = None) -> str:
        """What somebody has to do at this moment, or only that player, act by act."""
        from checker.scenes.owed_acts import gives_way, instead_of

        found: dict[str, None] = {}
        for act in view.rules.acts:
            if not any(isinstance(n.claim, Must) for n in view.rules.deontic[act]):
                continue
            for seat in view.context.things("player") if only is None else (only,):
                assert isinstance(seat, int)
                possible = whole_instances(view.context, act, seat)
                for norm, fulfilling in duties(view.context, act, possible):
                    allowed = tuple(
                        i for i in fulfilling if not isinstance(permission(view.context, act, i), Forbidden)
                    )
                    if allowed and (others := gives_way(view, act, norm, allowed)) is not None:
                        view.context.cites.update(dict.fromkeys(others))
                    elif said := self._said(view, act, (*allowed, *instead_of(view, act, norm, allowed, possible))):
                        view.context.cite(norm)
                        found[" or ".join(said)] = None
        return "; ".join(found) or "nothing"

    def allowed(self, view: View, seat: int) -> str:
        """What clauses allow the player to do at this moment, of what play waits for; open where that takes a card of a
        hand that nobody knows."""
        waits = view.branch.waits
        acts = [a for a in (waits[0].acts if waits is not None else ()) if a in view.rules.acts]
        self._known_hand(view, seat, acts)
        found: list[str] = []
        for act in acts:
            possible = whole_instances(view.context, act, seat)
            fitting = (i for i in possible if isinstance(permission(view.context, act, i), Permitted))
            found += self._said(view, act, fitting)
        return ", ".join(found) or "nothing"

    def allowed_with(self, view: View, seat: int, act: str) -> str:
        """The things with which clauses allow the player to do the act at this moment; open as above."""
        self._known_hand(view, seat, [act])
        fitting = [
            i
            for i in whole_instances(view.context, act, seat)
            if isinstance(permission(view.context, act, i), Permitted)
        ]
        sort = sort_of(view.rules.game.vocabulary, view.rules.acts[act].params[-1][0])
        return self.listed(view, tuple(i[-1] for i in fitting), sort)

    def _known_hand(self, view: View, seat: int, acts: list[str]) -> None:
        """Leaves open what one of the acts may be done with if that takes a card of a hand that nobody knows."""
        words = view.rules.game.vocabulary
        with_cards = any(sort_of(words, p) == "card" for a in acts for p, _ in view.rules.acts[a].params)
        if with_cards and view.store.get(("unknown hand", seat)) is True:
            view.left_open(f"which cards {self.phrased.names[seat]} holds")

    def _said(self, view: View, act: str, instances: Iterable[tuple[Value, ...]]) -> list[str]:
        """The acts as they are told, each once."""
        declared = view.rules.acts[act]
        return list(dict.fromkeys(told_act(view.context, declared, declared.bound(i)) for i in instances))


def _numbered(view: View, env: dict[str, Value], numbers: list[str], where: Cond) -> Iterable[dict[str, Value]]:
    """The things where the condition holds, with each number that it allows; one number at most is left open by it."""
    if not numbers:
        return (env,) if view.context.holds(where, env) else ()
    (number,) = numbers
    found = view.context.value(All(number, "number", where), env)
    return ({**env, number: n} for n in found) if isinstance(found, tuple) else ()


def _listed(places: Iterable[str]) -> str:
    return " and ".join(dict.fromkeys(places)) or "nowhere"
