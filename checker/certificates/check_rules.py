"""Compares the programs of a certificate with the rules: each follows the effects of its body, and leaves no change out.

What a change can do is worked out anew from the effect and from what is `known` to be there before it, which is taken
on trust, as is where play never gets, but for what the rules alone show: what is done if the condition is none, or
for nobody, norms about other words than those `given` to an act wherever it is called, and what is attached to an act
that no step waits for in circumstances without which it is not allowed. It shares nothing with what finds certificates, nor with what checks them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from typing import Any

from checker.certificates.check_bodies import Bodies
from checker.certificates.check_changes import Counters, Stray
from checker.kernel import effect as e
from checker.kernel.game import Game, Procedure
from checker.kernel.norm import Norm, Pattern, Replaces, When
from checker.kernel.term import All, And, Lit, Not, Var, Yes
from checker.kernel.trees.anytime_acts import allows, unawaited
from checker.kernel.vocabulary import Act

ProgramTree = Any

Parts = frozenset[object]

NEEDS, PLACES = "needs", "places"
KNOWN = ("proved", "exhausted", "sampled")
"""How far what is taken for granted may be known."""


def compared(read: dict[str, Any], game: Game) -> tuple[dict[str, str], frozenset[int]]:
    """The strays; and the ways that play does not go by the rules alone, each a program of the certificate."""
    measures = (level.get("measure", {}) for loop in read["loops"] for level in loop["levels"])
    rules = _Rules(game, read["contexts"], sorted({counter for measure in measures for counter in measure}))
    found: dict[str, str] = {}
    for loop in read["loops"]:
        try:
            for level in loop["levels"]:
                rules.loop(loop["where"], loop["site"], level["context"])
        except (Stray, TypeError, LookupError, AttributeError, ValueError, RecursionError) as fault:
            rules.followed.clear()
            found[loop["where"]] = str(fault) if isinstance(fault, Stray) else "it is not as the rules have it"
    listed = {(loop["where"], str(loop.get("site"))) for loop in read["loops"]}
    left = {at for at, site in rules.loops if (at, str(site)) not in listed}
    left |= rules.bodies.rings({at for at, site in listed if site == "None"})
    if without := unlisted(read, game):
        found |= {loop["where"]: without for loop in read["loops"] if loop["levels"]}
    shut = frozenset[int]() if found else rules.shut()
    return found | dict.fromkeys(sorted(left), "the certificate leaves this loop out"), shut


class _Rules:
    """The bodies of a game, with the contexts of a certificate that were found to follow them."""

    def __init__(self, game: Game, contexts: list[Any], counters: list[str]) -> None:
        self.bodies = Bodies(game)
        self.contexts = contexts
        self.followed: set[int] = set()
        self.counters = Counters(game.vocabulary, counters)
        self.supplied = frozenset(s.name for s in game.vocabulary.sorts if s.piece)
        self.sure = surely_attached(game)
        self.loops = dict(self.bodies.loops())
        self.at = 0
        self.met: Counter[int] = Counter()
        self.closed: list[tuple[int, set[tuple[int, str]]]] = []
        self.open: set[tuple[int, str]] = set()

    # -- where play never gets ----------------------------------------------------------------

    def shut(self) -> frozenset[int]:
        """The ways that are closed wherever they are met: by the rules, or by a word that is given in every call."""
        closed = Counter(way for way, words in self.closed if not words or words - self.open)
        return frozenset(way for way, times in closed.items() if times == self.met[way])

    def unreached(self, program: ProgramTree) -> bool:
        """Play is said not to get to the program."""
        said = isinstance(program, dict) and set(program) == {"never"}
        if said:
            self.met[id(program)] += 1
        return said

    def about_others(self, act: Act, pattern: tuple[object, ...], way: ProgramTree) -> None:
        """Closes the way if the norm is about another word than is given to the act."""
        given = self.contexts[self.at].get("given", {})
        each = [(p, one.value) for (p, _), one in zip(act.params, pattern, strict=True) if isinstance(one, Lit)]
        words = {(self.at, p) for p, value in each if p in given and given[p] != value}
        self.closed += [(id(way), words)] if words else []

    # -- programs -----------------------------------------------------------------------------

    def loop(self, where: str, site: int | None, number: int) -> None:
        """Raises Stray unless the context is that of going through the loop once."""
        context, self.at = self.contexts[number], number
        self.open |= {(number, word) for word in (*context.get("given", {}), ALLOWED)}
        if context["of"] != where:
            raise Stray(f"the context is that of {context['of']}")
        if site is None:
            self.body(where, context["does"])
        else:
            self.again(self.loops[where, site], context["does"])

    def named(self, name: str, program: ProgramTree) -> None:
        """As `body`, whose name the fault then has."""
        try:
            self.body(name, program)
        except (ValueError, TypeError, LookupError, AttributeError):
            raise Stray(f"{name} is not as the rules have it") from None

    def body(self, name: str, program: ProgramTree) -> None:
        """Raises Stray unless the program follows the body."""
        if name in self.bodies.acts:
            self.act(name, program)
        elif name in self.bodies.cards:
            self.follows(self.bodies.cards[name], program)
        else:
            self.procedure(self.bodies.procedures[name], program)

    def act(self, name: str, program: ProgramTree) -> None:
        """Raises Stray unless the act, what is attached to it and what takes its place are in the program."""
        if self.unreached(program):
            return
        named = [(n, claim) for n, claim in self.bodies.norms if f"act {claim.event.act}" == name]
        own = [claim for _, claim in named]
        attached = [(n, claim.effect) for n, claim in named if isinstance(claim, When)]
        instead = [
            claim.effect if isinstance(claim, Replaces) else NOTHING for claim in own if not isinstance(claim, When)
        ]
        (body, *after), *others = either(program)
        for claim, way in zip([c for c in own if not isinstance(c, When)], others, strict=True):
            self.about_others(self.bodies.acts[name], claim.event.args, way)
        self.follows(self.bodies.acts[name].body, body)
        followed = len(after) - 1 if after[-1] is None else len(attached)
        for (norm, effect), ways in zip(attached[:followed], after[:-1], strict=True):
            self.perhaps(effect, ways)
            self.closed += [(id(either(ways)[-1]), {(self.at, ALLOWED)})] if norm in self.sure else []
        if after[-1] is not None:
            self.follows(self.bodies.acts[name].last, after[-1])
        self.each(instead, others)

    def procedure(self, procedure: Procedure, program: ProgramTree) -> None:
        """Raises Stray unless the program has the steps of the procedure, each after those it must follow."""
        if set(program) != {"until", "in"} or program["until"] != procedure.name:
            raise Stray(f"expected the procedure {procedure.name}")
        steps = [s.effect for s in self.bodies.steps(procedure)]
        if procedure.unordered:
            for line, way in zip(permutations(steps), either(program["in"]), strict=True):
                self.line(line, way)
        else:
            self.line(steps, program["in"])

    def again(self, loop: object, program: ProgramTree) -> None:
        """Raises Stray unless the program is what may happen when the loop is gone through once."""
        if isinstance(loop, e.While):
            self.each([loop.body], either(program))
        else:
            for act, way in zip(self.bodies.called(loop), either(program), strict=True):
                call, *rest = way if isinstance(way, list) else [way]
                self.calls(act, call, free=act.removeprefix("act ") in self.bodies.unawaited)
                if rest and not self.unreached(*rest):
                    raise Stray(f"something is said to follow {act}")

    def calls(self, name: str, program: ProgramTree, args: tuple[object, ...] = (), free: bool = False) -> None:
        """Raises Stray unless contexts of the named body are called, each of which follows it.

        If it is called `free`, some norm allows it.
        """
        params = self.bodies.acts[name].params if args else ()
        said = {p: one.value for (p, _), one in zip(params, args, strict=True) if isinstance(one, Lit)}
        for number in () if self.unreached(program) else program["call"]:
            context = self.contexts[number]
            given = context.get("given", {})
            self.open |= {(number, word) for word in given if word not in said or said[word] != given[word]}
            self.open |= set() if free else {(number, ALLOWED)}
            if context["of"] != name:
                raise Stray(f"{context['of']} is called in the place of {name}")
            if number not in self.followed:
                self.followed.add(number)
                before, self.at = self.at, number
                self.named(name, context["does"])
                self.at = before

    def line(self, effects: Iterable[e.Effect], program: ProgramTree) -> None:
        """Raises Stray unless the parts of the program follow the effects, up to where nothing gets further."""
        effects = list(effects)
        if program and program[-1] is None:
            program, effects = program[:-1], effects[: len(program) - 1]
        self.each(effects, program)

    def each(self, effects: Iterable[e.Effect], programs: list[ProgramTree]) -> None:
        """Raises Stray unless each program follows its effect."""
        for effect, program in zip(effects, programs, strict=True):
            self.follows(effect, program)

    def created(self, effect: e.Create, program: ProgramTree) -> None:
        """Raises Stray unless the program follows what is done once there is a new thing."""
        self.counters.follow(effect, program[0])
        self.line([effect.body], program[1:])

    def perhaps(self, effect: e.Effect, program: ProgramTree) -> None:
        """Raises Stray unless the program says that the effect may happen, or not."""
        *ways, without = either(program)
        self.each([effect] * len(ways), ways)
        self.each([NOTHING], [without])

    def follows(self, effect: object, program: ProgramTree) -> None:
        """Raises Stray unless the program follows the effect."""
        if self.unreached(program):
            return
        match effect:
            case e.Nothing() | e.End() | e.Say() | e.Consult():
                self.line([], program)
            case e.Then(effects):
                self.line(effects, program)
            case e.Under(clauses, inner):
                self.follows(inner if self.bodies.stated(clauses) else NOTHING, program)
            case e.If(cond, then, otherwise):
                self.closed += [(id(w), set()) for no, w in zip(NEVER, either(program), strict=True) if cond == no]
                self.each([then, otherwise], either(program))
            case e.Let(_, _, body):
                self.each([body], either(program))
            case e.Each(over=over, body=body) | e.Choose(over=over, body=body) | e.Pick(over=over, body=body):
                if isinstance(over, All) and (over.sort, over.where) == ("player", Yes()):
                    self.closed.append((id(either(program)[-1]), set()))
                self.perhaps(body, program)
            case e.Chance(body=body):
                self.perhaps(body, program)
            case e.While() | e.Await():
                once, out = either(program)
                self.again(effect, once)
                self.each([NOTHING], [out])
            case e.Together(together):
                for line, way in zip(permutations(together), either(program), strict=True):
                    self.line([part.effect for part in line], way)
            case e.Joint(_, effects):
                parts = [x for one in effects for x in (one.effects if isinstance(one, e.Then) else [one])]
                for part, way in zip(parts, program if isinstance(program, list) else [program], strict=True):
                    self.perhaps(part, way)
            case e.Leave(name):
                if program != {"leave": name}:
                    raise Stray(f"expected the end of {name}")
            case e.Run(name):
                if "call" in program:
                    self.calls(f"procedure {name}", program)
                else:
                    self.procedure(self.bodies.procedures[f"procedure {name}"], program)
            case e.Event():
                self.calls(self.bodies.called(effect)[0], program, effect.args)
            case e.Carry():
                for card, way in zip(self.bodies.cards, either(program), strict=True):
                    self.calls(card, way)
            case e.Unstated(_, fields):
                for field, way in zip(fields, program if isinstance(program, list) else [program], strict=True):
                    self.perhaps(e.Unstated("", (field,)), way) if "either" in way else self.counters.follow(
                        effect, way
                    )
            case e.Create(_, sort) if sort in self.supplied:
                made, none_left = either(program)
                if not self.unreached(made):
                    self.created(effect, made)
                self.each([NOTHING], [none_left])
            case e.Create():
                self.created(effect, program)
            case _:  # what changes something, or a stray one, which is refused there
                self.counters.follow(effect, program)


ALLOWED = "some norm allows it"
NOTHING = e.Nothing()
NEVER = (Not(Yes()), Yes())
"""The conditions under which the first and the second of two ways are not gone."""


def either(program: ProgramTree) -> list[ProgramTree]:
    """The ways of the program. Raises Stray if it has none."""
    if set(program) != {"either"}:
        raise Stray(f"expected ways, and `{str(program)[:60]}` has none")
    return list(program["either"])


def surely_attached(game: Game) -> frozenset[str]:
    """The norms that attach something in circumstances that each norm which allows the act asks for."""
    found: set[str] = set()
    allowing = unawaited(game)
    for norm in game.norms:
        if isinstance(norm.claim, When) and (asked := _asked(norm, norm.claim.event)) is not None:
            each = [_asked(n, about) for n in allowing.get(norm.claim.event.act, ()) if (about := allows(n.claim))]
            found |= {norm.id} if each and all(one is not None and asked <= one for one in each) else set()
    return frozenset(found)


def _asked(norm: Norm, pattern: Pattern) -> Parts | None:
    """What the norm asks for, with the arguments of the act by their places; None if not any will do as such."""
    names = {v.name: Var(f"#{n}") for n, v in enumerate(pattern.args) if isinstance(v, Var)}
    if len(names) < len(pattern.args) or norm.reading:
        return None
    parts = norm.cond.parts if isinstance(norm.cond, And) else () if norm.cond == Yes() else (norm.cond,)
    return frozenset(_placed(part, names) for part in parts)


def _placed(tree: object, names: dict[str, Var]) -> object:
    if isinstance(tree, Var):
        return names.get(tree.name, tree)
    if isinstance(tree, tuple):
        return tuple(_placed(part, names) for part in tree)
    fields = getattr(tree, "__struct_fields__", ())
    return type(tree)(*(_placed(getattr(tree, f), names) for f in fields)) if fields else tree


def unlisted(read: dict[str, Any], game: Game) -> str:
    """What the certificate takes for granted of the rules without listing it as known; nothing if it lists all."""
    rests = {one["item"]: one for one in read["rests_on"] if one["known"] in KNOWN}
    done = {context.get("of") for context in read["contexts"] if isinstance(context, dict)}
    needing = {a.name for a in game.vocabulary.acts if not isinstance(a.needs, Yes) and f"act {a.name}" in done}
    needs = rests.get(NEEDS, {"of": []})
    listed = needing if needs.get("of") is None else {*needs["of"], *needs.get("without", ())}
    if left := sorted(needing - listed):
        return f"it is not listed and known that what `{left[0]}` needs is there where it is done"
    if functional(game) and PLACES not in rests:
        return "it is not listed and known that functions that say where cards lie say so by where they lie"
    return ""


def functional(game: Game) -> bool:
    """Some fact is answered by a function."""
    return any(f.definition is None and not f.institutional for f in game.vocabulary.facts)


def told_of(rests: list[dict[str, Any]], brought: tuple[str, ...]) -> str:
    """What a certificate takes for granted, in words; `brought` are the acts that effects bring about whether or not what
    they need is there."""
    listed: dict[str, list[str]] = {}
    for one in rests:
        listed.setdefault(f"{one['known']}{f' ({how})' if (how := one.get('how')) else ''}", []).append(one["says"])
    found = [f"taken for granted, and {known}: {'; '.join(says)}" for known, says in listed.items()]
    if without := next((one["without"] for one in rests if one.get("without")), ()):
        found.append(f"what {_acts(without)} needs is not counted on, since play did it without")
    if left := [act for act in brought if act not in without]:
        found.append(f"what {_acts(left)} needs is there where an effect brings it about, as sampled")
    return "".join(f"{one}; " for one in found)


def _acts(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
