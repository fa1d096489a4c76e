"""The catalogue of a game that is only specs: what its vocabulary leads to stands besides what its catalogue says.

Where the catalogue has no situation, or does not tell how cards are played, play begins also with nothing on the table,
and each act that is done with a card tells how it is played; where it asks nothing, every number, player and condition of
the table or of a player is asked about. The scenes that the players' acts lead to, few from each situation, stand by
themselves; so do those in which what players or the table begin with has run out; loops of play are looked for from every situation that the catalogue has, as it stands.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from itertools import islice, product

from checker.explore.duties.unregulated_acts import waits_at
from checker.explore.scene_driver import SceneDriver
from checker.explore.scene_state import SceneState
from checker.explore.situations import (
    ALONE,
    AS_IT_STANDS,
    OF_ACTS,
    REACHED,
    SEATS,
    Situation,
    catalogue,
    in_hands,
    players,
)
from checker.kernel.game import Game
from checker.kernel.lying_cards import all_lie, filled, with_card
from checker.kernel.position import Position, Store
from checker.kernel.term import Undecided, Value
from checker.kernel.vocabulary import Vocabulary, sort_of
from checker.norms.evaluate import Context
from checker.run.branches import Branch, Chose, TooMany, allowing, lapsed
from checker.run.phrases import told
from checker.run.progress import Waits
from checker.session.context import Bench
from checker.simulate.possible_acts import conceivable, permitted

ASKED = {"condition": "is it so that", "number": "what is", "player": "who is"}
"""How it is asked what a word of each sort is worth."""
MOST_ACTS = 3
"""So many acts one after another lead to a scene at most."""
MOST_SCENES = 40
"""So many scenes are added for each situation at most, those with the fewest acts first."""
MOST_TIED = 10
"""So many where two hands hold a card each of which a number is the same."""
MOST_TOLD = 12
"""Where an act comes out in so many ways, it is told which."""
MOST_FALLS = 3
"""So many of the ways in which chance and choices make an act come out are followed at most."""
MOST_STEPS = 300_000
"""So many steps of play lead to the scenes of one situation at most."""
MOST_MOMENTS = 12
"""So many moments that may pass are looked at where play rests."""


def completed(bench: Bench, most: int = 2) -> Bench:
    """The bench with the catalogue that its game leads to, which is for so many players at `most`."""
    book, text = catalogue(bench.situations), bench.situations
    if not book.situations or not book.plays:
        text += f'\n\nscene "the beginning"\n{players(2)}'
    if not book.plays:
        text += "\n".join(("\n", f'scene "{OF_ACTS}"\n{players(2)}', *_plays(bench.rules.game)))
    if not book.asked:
        text += "\n".join(("\n", f'scene "asked"\n{players(2)}', *_asked(bench.rules.game.vocabulary)))
    bench = bench._replace(situations=text)
    begun = catalogue(text).situations
    scenes = [_written(one, lines) for one in begun for lines in _reached(bench, one)]
    scenes += [_written(one, lines) for one in _tied(bench, begun) for lines in _reached(bench, one, MOST_TIED)]
    scenes += [_scene(f"{ALONE}{'; '.join(lines)}", (players(2), *lines)) for lines in _ends(bench)] * (not book.plays)
    stands = [(one.name, (players(one.least), *one.lines)) for one in book.situations or begun]
    stands += [("for as many as may play", (players(most),))] * (
        most > 2 or (bool(book.situations) and _laid(bench.rules.game))
    )
    scenes += [_scene(f"{AS_IT_STANDS}{name}", lines) for name, lines in stands]
    return bench._replace(situations="\n\n".join((text, *scenes)))


def _tied(bench: Bench, begun: tuple[Situation, ...]) -> Iterator[Situation]:
    """The first situation with both hands told, with a card in either of which a number is the same: two of one title, and
    two of different ones."""
    for titles in _equals(bench):
        told = ((one, in_hands(bench.rules.game, one.lines, titles)) for one in begun)
        first = next(((one, lines) for one, lines in told if lines), None)
        if first is not None:
            yield Situation(f"{first[0].name}, with {' and '.join(titles)}", first[0].least, first[1])


def _equals(bench: Bench) -> Iterator[tuple[str, ...]]:
    """Two cards of one title and two of different ones, if there are such, that clauses give one number."""
    game, words = bench.rules.game, bench.rules.game.vocabulary
    store, worth = Store(), dict[tuple[str, Value], str]()
    facts = [
        f.name for f in words.facts if f.result == "number" and [sort_of(words, x) for x, _ in f.params] == ["card"]
    ]
    alike: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()
    for card, fact in product(game.cards, facts):
        with suppress(Undecided, LookupError):
            table = Context(bench.rules, with_card(store, card.title, ("zone", "")))
            told = (fact, table.fact(fact, (card.title, 1)))
            if card.copies > 1:
                alike = alike or (card.title, card.title)
            if worth.setdefault(told, card.title) != card.title:
                unlike = unlike or (worth[told], card.title)
    yield from (pair for pair in (alike, unlike) if pair)


def _laid(game: Game) -> bool:
    """All cards lie where they begin as the rules say."""
    return all_lie(game, filled(game, Store()))


def _plays(game: Game) -> Iterator[str]:
    """How players do each act with a card, and with nothing besides but another card or player."""
    title = max((c.title for c in game.cards if c.copies), key=len, default="")
    for act in game.vocabulary.acts if title else ():
        sorts = tuple((letter, sort_of(game.vocabulary, letter)) for letter, _ in act.params)
        cards = [letter for letter, sort in sorts if sort == "card"]
        others = [letter for letter, sort in sorts[1:] if sort == "player"]
        if act.phrase and len(cards) in (1, 2) and len(others) < 2 and len(sorts) == 1 + len(cards) + len(others):
            for card, wording in product(cards, act.phrase.split(" | ")):
                if f"{{{card}}}" in wording:
                    put = {**dict.fromkeys(cards, "H1"), **dict.fromkeys(others, SEATS[1]), card: title}
                    yield f"{SEATS[0]} does {wording.format_map(put)}"


def _ends(bench: Bench) -> Iterator[tuple[str, ...]]:
    """The lines of scenes in which one thing has run out, or all have, in a turn where there are turns, and of those in
    which play is over by that."""
    spent, table = tuple(_spent(bench.rules.game.vocabulary)), SceneDriver(bench, 2)
    for lines in dict.fromkeys((*spent, tuple(line for one in spent for line in one))) if spent else ():
        turn, bare = (f"it is {SEATS[0]}'s turn", *lines), table.begin(lines)
        taken = table.begin(turn) is not None
        over = bare is not None and not any(branch.position.agenda for branch in bare.judge.branches)
        yield from (turn,) * taken + (lines,) * (over or (bare is not None and not taken))


def _spent(words: Vocabulary) -> Iterator[tuple[str, ...]]:
    """What says of each number with which the table or every player begins, and of each pile, that nothing is left."""
    for field in words.fields:
        if field.result == "number" and isinstance(field.initial, int) and field.initial > 0:
            told = f"{field.phrase.split(' | ')[0]} is 0"
            if not field.params:
                yield (told,)
            elif [sort_of(words, letter) for letter in field.params] == ["player"]:
                yield tuple(told.replace(f"{{{field.params[0]}}}", who) for who in SEATS[:2])
    yield from ((f"{z.name}: nothing",) for z in words.zones if z.cards and not z.params and z.ordered)


def _asked(words: Vocabulary) -> Iterator[str]:
    """What can be asked about the table and its players."""
    told = [(f.params, f.phrase, f.result) for f in words.fields]
    told += [(tuple(letter for letter, _ in f.params), f.phrase, f.result) for f in words.facts]
    for letters, phrase, result in told:
        if result not in ASKED or len(letters) > 1 or any(sort_of(words, letter) != "player" for letter in letters):
            continue
        wording = phrase.split(" | ")[0]
        yield f"{ASKED[result]} {wording.replace(f'{{{letters[0]}}}', SEATS[0]) if letters else wording}?"


def _written(start: Situation, lines: tuple[str, ...]) -> str:
    return _scene(f"{REACHED}{start.name}: {'; '.join(lines[len(start.lines) + 1 :])}", lines)


def _scene(name: str, lines: tuple[str, ...]) -> str:
    return "\n".join((f'scene "{name}"', *lines))


def _reached(bench: Bench, situation: Situation, most: int = MOST_SCENES) -> list[tuple[str, ...]]:
    """The lines of scenes that acts lead to from the situation, as far as few steps do."""
    found: list[tuple[str, ...]] = []
    with suppress(TooMany), allowing(MOST_STEPS):
        found.extend(islice(_leading(bench, situation), most))
    return found


def _leading(bench: Bench, situation: Situation) -> Iterator[tuple[str, ...]]:
    """The lines of scenes that acts lead to from the situation, one of those that lead to the same."""
    table = SceneDriver(bench, situation.least)
    start = table.begin(situation.lines)
    todo = [] if start is None else list(_told_ways(table, start, 0))
    seen = {_place(s) for s in todo}
    for _ in range(MOST_ACTS):
        further: list[SceneState] = []
        for state in todo:
            for after in (one for line in _acts(bench, state) for one in _come_out(table, state, line)):
                if _place(after) in seen:
                    continue
                seen.add(_place(after))
                further.append(after)
                yield after.lines
        todo = further


def _come_out(table: SceneDriver, state: SceneState, line: str) -> Iterator[SceneState]:
    """What comes of the act; where that hangs on chance or on choices, each of a few ways with these told."""
    after = table.tell(state, line)
    if after is None or after.illegal or after.judge.unknown:
        return
    yield from _told_ways(table, after, len(tuple(state.judge.branches[0].forks())))


def _told_ways(table: SceneDriver, state: SceneState, known: int) -> Iterator[SceneState]:
    """The scene; where it can be in many ways, a few of these with what chance and players chose since the forks that
    were `known`."""
    ways = state.judge.branches
    if len(ways) < MOST_TOLD:
        yield state
        return
    names = state.lines[0].split()[1:]
    for way in ways[:: -(-len(ways) // MOST_FALLS)]:
        made = (fork for fork in tuple(way.forks())[known:] if isinstance(fork, Chose))
        said = ((f"{names[m.by.who]} chooses" if isinstance(m.by.who, int) else "it falls on", m) for m in made)
        one = table.begin((*state.lines[1:], *(f"{how} {m.option.text}" for how, m in said)))
        if one is not None and not one.judge.unknown and len(one.judge.branches) < MOST_TOLD:
            yield one


def _place(state: SceneState) -> Hashable:
    return frozenset((b.position.store, b.position.agenda) for b in state.judge.branches)


def _acts(bench: Bench, state: SceneState) -> Iterator[str]:
    """The acts that may be done next, told: at the moment at which play rests, and at those that come if nobody acts."""
    lines: dict[str, None] = {}
    for waits in _moments(bench, state.judge.branches[0].position):
        context = Context(bench.rules, waits.position.store)
        for name, *args in _allowed(context, waits.moment.acts):
            act = bench.rules.acts[str(name)]
            env = {letter: a for (letter, _), a in zip(act.params, args, strict=True)}
            lines[f"{told(context, '{' + act.params[0][0] + '}', env)} does {told(context, act.phrase, env)}"] = None
    yield from lines


def _allowed(context: Context, kinds: tuple[str, ...]) -> tuple[tuple[Value, ...], ...]:
    """The acts of the kinds that are allowed there; one of which that is open keeps no other away."""
    found: list[tuple[Value, ...]] = []
    with suppress(Undecided):
        for one in conceivable(context, kinds):
            with suppress(Undecided):
                found += [one] if permitted(context, one) else []
    return tuple(found)


def _moments(bench: Bench, position: Position) -> Iterator[Waits]:
    for _ in range(MOST_MOMENTS):
        waits = waits_at(bench.rules, position)
        if waits is None:
            return
        yield waits
        if not waits.moment.lapses:
            return
        position = lapsed(Branch(waits.position, (), (waits.moment, waits.env))).position
