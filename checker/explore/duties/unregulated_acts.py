"""Acts that play waits for and of which no live norm speaks, in the situations of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from checker.explore.cards.minimal_scene import asked
from checker.explore.cards.search_result import DecidingPoint
from checker.explore.loops.loop_scene import named_in
from checker.explore.scene_driver import SceneDriver, replayed
from checker.explore.scene_state import Cause, key_of
from checker.explore.scene_templates import SceneTemplates
from checker.explore.situations import Situation, catalogue, players
from checker.kernel.effect import Add, Put
from checker.kernel.game import Card
from checker.kernel.game_play import Playing
from checker.kernel.norm import May, Must, MustNot, Norm
from checker.kernel.position import Position
from checker.kernel.source import InputError
from checker.kernel.term import And, Instance, Undecided, Var, Yes
from checker.kernel.trees.walk import facts_in, of_kind
from checker.kernel.verdict import Verdict
from checker.kernel.vocabulary import sort_of
from checker.norms.evaluate import Context
from checker.norms.permissions import Unregulated, permission
from checker.norms.rulebook import Rulebook
from checker.run.apply_effect import step
from checker.run.phrases import told
from checker.run.progress import Ended, Forked, Moved, Waits
from checker.session.context import Bench
from checker.simulate.possible_acts import conceivable
from checker.verdicts.verdict import Answer

MOST_STEPS = 200
"""So many steps at most are taken from where a situation is told to where somebody may act."""


def unruled(bench: Bench) -> tuple[DecidingPoint, ...]:
    """For each act that no live norm allows or forbids where play waits for it, the first scene that shows it.

    Where norms speak of the act in some circumstances, that is one which the course of play offers all the same, or one
    for which these are so in no situation, and hang on what nothing in the game changes.
    """
    playing = bench.playing
    found: dict[str, DecidingPoint] = {}
    never = NeverRuled()
    for situation in starts(bench) if playing is not None else ():
        table = SceneDriver(bench, situation.least)
        start = table.begin(situation.lines)
        waiting = waits_at(bench.rules, start.judge.branches[0].position) if start is not None else None
        if start is None or waiting is None or playing is None:
            continue
        for act, args in _silent(bench.rules, playing, waiting):
            if act not in found:
                met = _shown(bench, waiting, act, args, start.lines, situation.least)
                found.update({act: met} if met is not None else {})
        never.look(bench.rules, waiting, start.lines, situation.least)
    for act, (waiting, args, lines, least) in never.silent.items():
        if (
            act not in found
            and act not in never.ruled
            and all(_stays(bench.rules, n) for n in bench.rules.deontic[act])
        ):
            met = _shown(bench, waiting, act, args, lines, least)
            found.update({act: met} if met is not None else {})
    return tuple(found[act] for act in sorted(found))


def _stays(rules: Rulebook, norm: Norm) -> bool:
    """Part of what the norm asks for hangs on fields alone that no effect changes."""
    puts, adds = of_kind(rules.game, Put), of_kind(rules.game, Add)
    changed = {*(e.field.fact for e in puts), *(e.field.fact for e in adds)}
    parts = norm.cond.parts if isinstance(norm.cond, And) else (norm.cond,)
    asked = (facts_in(part) for part in parts)
    return any(facts and facts <= rules.fields.keys() - changed for facts in asked)


def conditional(rules: Rulebook) -> tuple[str, ...]:
    """The acts of which norms speak, but none of whatever is done and under whatever conditions; those of cards lapse."""
    spoken = ((act, rules.deontic[act]) for act in sorted(rules.acts))
    return tuple(act for act, norms in spoken if norms and not any(_always(n) for n in norms))


def _always(norm: Norm) -> bool:
    """The norm speaks of every instance of its act, however the table lies."""
    assert isinstance(norm.claim, May | Must | MustNot)
    given = [arg.name for arg in norm.claim.act.args if isinstance(arg, Var)]
    every = len(set(given)) == len(norm.claim.act.args)
    return every and isinstance(norm.cond, Yes) and norm.speaker in ("rule", "clarification")


class NeverRuled:
    """The acts of which norms speak in some situation, and of the others the first instance that could be done."""

    def __init__(self) -> None:
        self.ruled: set[str] = set()
        self.silent: dict[str, tuple[Waits, Instance, tuple[str, ...], int]] = {}

    def look(self, rules: Rulebook, waiting: Waits, lines: tuple[str, ...], least: int) -> None:
        """Takes note of what play waits for in the situation."""
        context = Context(rules, waiting.position.store)
        for act in (a for a in waiting.moment.acts if a not in self.ruled):
            try:
                for _, *args in conceivable(context, (act,)):
                    if not isinstance(permission(context, act, tuple(args)), Unregulated):
                        self.ruled.add(act)
                        break
                    self.silent.setdefault(act, (waiting, tuple(args), lines, least))
            except Undecided:
                self.ruled.add(act)


def starts(bench: Bench) -> tuple[Situation, ...]:
    """The situations, then the other scenes of the catalogue that are whole without a card put into them."""
    book = catalogue(bench.situations)
    titles = [c.title for c in bench.rules.game.cards]
    return (*book.situations, *book.alone, *(s for s in book.endless if not named_in(s, titles)))


def waits_at(rules: Rulebook, position: Position) -> Waits | None:
    """Where play waits for players to act, open points as by default; None if it does not get there soon."""
    for _ in range(MOST_STEPS):
        match step(rules, position):
            case Moved(position=further):
                position = further
            case Forked(ways=ways):
                position = ways[0][1]
            case Waits() as waits:
                return waits
            case Ended():
                return None
            case _ as never:
                assert_never(never)
    return None


def _silent(rules: Rulebook, playing: Playing, waiting: Waits) -> Iterator[tuple[str, Instance]]:
    context = Context(rules, waiting.position.store)
    try:
        instances = playing.acts(context, waiting.moment.moment, waiting.moment.acts, dict(waiting.env))
    except Undecided:
        return
    for name, *args in instances:
        try:
            ruling = permission(context, str(name), tuple(args))
        except Undecided:
            continue
        if isinstance(ruling, Unregulated):
            yield str(name), tuple(args)


def _shown(
    bench: Bench, waiting: Waits, act: str, args: Instance, lines: tuple[str, ...], seats: int
) -> DecidingPoint | None:
    """The question whether it may be done, if the judge says that nothing decides it."""
    declared = bench.rules.acts[act]
    env = {letter: a for (letter, _), a in zip(declared.params, args, strict=True)}
    context = Context(bench.rules, waiting.position.store)
    who = told(context, "{" + declared.params[0][0] + "}", env)
    question = f"may {who} {told(context, declared.phrase, env)}?"
    try:
        answers = list(replayed(bench, "\n".join((*lines, question))))
    except InputError:
        return None
    point = next((p for a in answers[-1:] for p in a.points if p.key[1:3] == ("unregulated", act)), None)
    if point is None or answers[-1].verdict is not Verdict.SILENT:
        return None
    key = key_of(point, Cause())
    return DecidingPoint(key, key, point, Cause(), question, (*lines, question), (), seats, -1)


def settled_by_hands(bench: Bench, met: DecidingPoint) -> bool:
    """Only because nobody tells what the player holds it is open: with no card, with each, and with each hand of the
    catalogue the answer is another one."""
    who = met.question.split()[1]
    if any(line.startswith(f"hand {who}:") for line in met.lines):
        return False
    titles = [c.title for c in bench.rules.game.cards]
    answers = [a for hand in ("nothing", *titles, *_hands(bench)) if (a := _with_hand(bench, met, who, hand))]
    return bool(answers) and not any(p.key == met.point.key for a in answers for p in a.points)


def _hands(bench: Bench) -> tuple[str, ...]:
    """What players hold in the scenes of the catalogue."""
    lines = bench.situations.splitlines()
    told = (line.partition(":")[2].strip() for line in lines if line.startswith("hand "))
    return tuple(dict.fromkeys(t for t in told if t))


def _with_hand(bench: Bench, met: DecidingPoint, who: str, hand: str) -> Answer | None:
    """The answer to the question of the scene where the player holds this and no more; None if it cannot be told."""
    head, *between, question = met.lines
    try:
        return asked(bench, (head, f"hand {who}: {hand}", *between, question))
    except InputError:
        return None


def by_kind(bench: Bench, met: DecidingPoint) -> tuple[tuple[str, DecidingPoint], ...]:
    """The point as each category of the cards with which it was met shows it, where it is about cards; else as it is.

    A gap that the rules have for cards of one category says nothing of those of another.
    """
    act = bench.rules.acts[str(met.point.key[2])]
    if not met.cards or all(sort_of(bench.rules.game.vocabulary, p) != "card" for p, _ in act.params):
        return (("", met),)
    groups: dict[str, list[str]] = {}
    for title in met.also:
        groups.setdefault(category(bench.rules, title), []).append(title)
    own = category(bench.rules, met.cards[-1])
    found = []
    for kind, titles in groups.items():
        first = met if kind == own else next((m for t in titles if (m := _asked_of(bench, met, t))), None)
        if first is not None:
            found.append((kind, first._replace(also=tuple(titles))))
    return tuple(found) or ((own, met),)


def category(rules: Rulebook, title: str) -> str:
    """The first kind of the card that is stated, or the first that it may be of; nothing for no card of the game."""
    card = rules.cards.get(title)
    return next(iter((*card.kinds, *card.unsure)), "") if isinstance(card, Card) else ""


def _asked_of(bench: Bench, met: DecidingPoint, title: str) -> DecidingPoint | None:
    """The first situation in which the point decides a question about the card in somebody's hand."""
    for situation in catalogue(bench.situations).situations:
        words = SceneTemplates(bench, situation.least)
        for seat in words.seats:
            for question in words.of_card(seat, title):
                lines = (players(situation.least), *situation.lines, question)
                try:
                    answers = list(replayed(bench, "\n".join(lines)))
                except InputError:
                    continue
                if any(p.key[1:3] == met.point.key[1:3] for a in answers[-1:] for p in a.points):
                    return met._replace(question=question, lines=lines, cards=(title,), seats=situation.least)
    return None
