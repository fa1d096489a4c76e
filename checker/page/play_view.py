"""Where a scene stands: its table, how it came about step by step, and what may be done next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import assert_never

from checker.ask.game_session import Desk
from checker.boards.hexes import on_board
from checker.boards.layout import layout, where
from checker.drawing.table_view import UNKNOWN, TableView, drawn
from checker.kernel.position import Store
from checker.kernel.record import Record
from checker.kernel.scene import Scene
from checker.kernel.term import Undecided, Value
from checker.kernel.vocabulary import labelled, sort_of
from checker.norms.evaluate import Context
from checker.norms.permissions import Forbidden, Permitted, Unregulated, permission
from checker.run.branches import Branch, TooMany, carry_on, lapsed
from checker.run.phrases import told_act
from checker.run.progress import Line
from checker.scenes.trace_text import steps
from checker.simulate.possible_acts import possible
from checker.verdicts.scene_interpreter import Judge
from checker.verdicts.statements import SceneStatements

FRESH = 99
"""From here cards are numbered that a player may turn out to hold."""
MOST_ACTS = 120
MOST_MOMENTS = 4
MOST_REACHING = 300
"""So many acts that lay something on a board are judged at most, of those that could show one more legal space."""
MOST_OPEN = 60
"""So much may be open of the things on a table at most before nothing is said of the acts there."""


class ActView(Record):
    """Something that a player may do next, as a scene tells it: whether it is `legal`, forbidden or open, by which clauses.

    If it is about things on a board or about a space, `spaces` are where these are.
    """

    who: int | None
    text: str
    legal: bool | None
    by: tuple[str, ...]
    spaces: tuple[str, ...] = ()


class FrameView(Record):
    """A step of play with its clauses, and the table after it."""

    text: str
    clauses: tuple[str, ...]
    table: TableView


class PlayView(Record):
    """The table of a scene, the steps to it, the moment at which somebody may act, what may be done there, and on which
    spaces something may be laid that is not in that list."""

    table: TableView
    frames: tuple[FrameView, ...]
    moment: str
    acts: tuple[ActView, ...]
    ended: bool
    places: tuple[str, ...] = ()


def play_view(desk: Desk, scene: Scene, seat: int | None = None) -> PlayView | None:
    """Where the scene stands in the first way it can have gone; None where it cannot have happened.

    If the hand at the `seat` is not known, every card of the game is one that may be played from it.
    Raises InputError for a scene that cannot be laid out.
    """
    found = played(desk, scene)
    if found is None:
        return None
    at, branch = found
    context = Context(at.rules, branch.position.store)
    acts = tuple(_acts_until(at, scene, branch, seat))
    table = drawn(context, branch.position.store)
    places = tuple(sorted(_places(at, context, branch)))
    return PlayView(table, tuple(_frames(context, branch)), branch.moment, acts, bool(branch.ended), places)


def played(desk: Desk, scene: Scene) -> tuple[Desk, Branch] | None:
    """The game with the scene's laws, and where the scene stands in it in the first way that it can have gone.

    None where it cannot have happened. Raises InputError for a scene that cannot be laid out.
    """
    at = desk.with_laws(scene)
    forms = SceneStatements(at.rules, scene, at.own)
    judge = Judge(at.rules, forms, True)
    for item in scene.items[forms.first :]:
        judge.tell(item)
    if judge.impossible is not None or judge.lost is not None or not judge.branches:
        return None
    return at, judge.branches[0]


def _frames(context: Context, branch: Branch) -> Iterator[FrameView]:
    """The steps, each with the table as it is before the next one."""
    passed = [(line, one.before.store) for one in branch.passed for line in one.entries if isinstance(line, Line)]
    found: list[tuple[Line, int]] = []
    for step in steps(context.rules, branch.trail):
        since = found[-1][1] + 1 if found else 0
        at = next((n for n in range(since, len(passed)) if passed[n][0].text == step.text), None)
        found += [(step, at)] if at is not None else []
    tables = [*(passed[at][1] for _, at in found[1:]), context.store]
    for (step, _), table in zip(found, tables, strict=False):
        yield FrameView(step.text, step.clauses, drawn(context, table))


def _acts_until(desk: Desk, scene: Scene, branch: Branch, seat: int | None) -> Iterator[ActView]:
    """The acts of the moment, and those of the next moments if nobody acts until then; what is legal at one is legal."""
    found: dict[str, ActView] = {}
    for _ in range(MOST_MOMENTS):
        for store in _holding(desk, branch.position.store, seat):
            for act in _acts(desk, scene, branch, store):
                if (seat is None or act.who == seat) and (
                    act.text not in found or (act.legal and not found[act.text].legal)
                ):
                    found[act.text] = act
        if branch.waits is None or not branch.waits[0].lapses:
            break
        try:
            branch = carry_on(desk.rules, [lapsed(branch)])[0]
        except TooMany:
            break
    yield from sorted(found.values(), key=lambda act: (act.legal is False, act.legal is None))


def _acts(desk: Desk, scene: Scene, branch: Branch, store: Store) -> Iterator[ActView]:
    if branch.waits is None:
        return
    moment, about = branch.waits
    playing = desk.parts.playing(desk.game)
    listed = playing.acts if playing is not None else possible
    told = Context(desk.rules, store)
    context, found = _settled(told, lambda at: listed(at, moment.moment, moment.acts, dict(about)))
    board = layout(desk.game.vocabulary)
    lying = where(board, store) if board else {}
    named = labelled(desk.game.vocabulary, "\n".join(item.raw.text for item in scene.items))
    for name, *args in found[:MOST_ACTS]:
        act = desk.rules.acts[str(name)]
        text = told_act(context, act, act.bound(tuple(args)))
        own = bool(act.params) and sort_of(desk.game.vocabulary, act.params[0][0]) == "player"
        who = args[0] if own and isinstance(args[0], int) else None
        if desk.reader.reads(text, scene.players, named):
            spaces = (
                *(lying[arg] for arg in args if arg in lying),
                *(str(arg) for arg in args if board and arg in board.spaces),
                *filter(on_board, labelled(desk.game.vocabulary, text)),
            )
            legal, by = _judged(context, str(name), tuple(args))
            yield ActView(who, text, legal, by, spaces)


def _places(desk: Desk, context: Context, branch: Branch) -> set[str]:
    """The spaces on which something may be laid, by acts that are too many to be listed."""
    playing, found = desk.parts.playing(desk.game), set[str]()
    if playing is None or playing.reaching is None or branch.waits is None:
        return found
    listed = ((act, spaces) for act, spaces in playing.reaching(context) if act[0] in branch.waits[0].acts)
    further = ((act, spaces) for act, spaces in listed if not found.issuperset(spaces))
    for (name, *args), spaces in islice(further, MOST_REACHING):
        if _judged(context, str(name), tuple(args))[0]:
            found.update(spaces)
    return found


def _settled(
    context: Context, acts: Callable[[Context], Iterable[tuple[Value, ...]]]
) -> tuple[Context, tuple[tuple[Value, ...], ...]]:
    """The acts, and the table on which they are looked for: what is open about single things is as by default."""
    for _ in range(MOST_OPEN):
        try:
            return context, tuple(acts(context))
        except Undecided as open_:
            point = open_.point
            context = Context(context.rules, context.store.put(point.key, point.options[0].value))
    return context, ()


def _judged(context: Context, act: str, args: tuple[Value, ...]) -> tuple[bool | None, tuple[str, ...]]:
    """Whether the act is legal, forbidden or open, and the clauses by which it is."""
    try:
        ruling = permission(context, act, args)
    except Undecided as open_:
        return None, open_.point.clauses
    match ruling:
        case Permitted(by):
            return True, by
        case Forbidden(by):
            return False, by
        case Unregulated():
            return None, ()
        case _:
            assert_never(ruling)


def _holding(desk: Desk, store: Store, seat: int | None) -> Iterator[Store]:
    """The table; if the hand at the seat is not known, also with each card of the game in it."""
    yield store
    if seat is not None and store.get((UNKNOWN, seat)) is True:
        known = store.get(("zone", desk.rules.hand, seat), ())
        held = known if isinstance(known, tuple) else ()
        for card in desk.game.cards:
            yield store.put(("zone", desk.rules.hand, seat), (*held, (card.title, FRESH + seat)))
