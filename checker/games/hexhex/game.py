"""HEX•HEX as the passes see it: its functions and the reading of its scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

from checker.games.hexhex import asked, asked_acts, became, facts, opening, plays, variants
from checker.games.hexhex.closing import DISCARDED, OVER, REVEAL, UNTOLD
from checker.games.hexhex.meant import turned_up
from checker.games.hexhex.needed import drawing, needed
from checker.games.hexhex.opening import HAND, Table
from checker.games.hexhex.table import fits, shuffled_in
from checker.games.hexhex.variants import of_one, together, warn
from checker.kernel.game import Box, Game, OfCards
from checker.kernel.lying_cards import held_card
from checker.kernel.norm import Gives
from checker.kernel.position import Store
from checker.kernel.scene import Arrange, Form
from checker.kernel.source import refused
from checker.kernel.term import Lit, Value
from checker.kernel.tree import Node
from checker.kernel.vocabulary import Functions, Vocabulary, answering
from checker.syntax.parts import titles_in
from checker.syntax.scene_forms import QUESTION, act_told, form_by, is_behind, shared, told_by

if TYPE_CHECKING:
    from checker.kernel.game_play import Playing

__all__ = ["SceneForms", "functions", "playing", "scene_forms"]


def functions(**_: Any) -> Functions:
    """The functions behind the facts."""
    return {
        **answering(asked, facts, variants),
        **answering(became, plays, begun="told "),
        **answering(asked_acts, begun="question "),
        "begins": opening.begins,
        "ends answer": lambda: REVEAL,
        "ends over": lambda: OVER,
        "plays alone": opening.plays_alone,
    }


def playing(game: Game) -> Playing:
    """What whole games need."""
    from checker.games.hexhex import whole

    return whole.playing(game)


def scene_forms(game: Game) -> Callable[[Any], SceneForms]:
    """What reads the game's own statements in a scene."""
    box = Box(
        {c.title: c.boxed for c in game.cards if c.boxed is not None},
        {c.of: c.number for c in game.counts if c.number is not None} | _players(game),
        {c.title: (*c.kinds, *c.unsure) for c in game.cards},
        {n.claim.term.fact: n.clause for n in game.norms if isinstance(n.claim, Gives)},
    )
    voice = stated(game, "starting Voice", 5)
    hand = max((n for n in constants(game, "starting hand") if isinstance(n, int)), default=HAND)
    drawn_by = drawing(game)
    return partial(
        SceneForms,
        game.vocabulary,
        together(game),
        starting_voice=voice if isinstance(voice, int) else 5,
        box=box,
        hand=hand,
        drawing=drawn_by,
    )


def _players(game: Game) -> dict[str, int]:
    """The least and the largest number of players, as far as clauses give them."""
    given = {fact: stated(game, fact, None) for fact in ("players least", "players most")}
    return {fact: number for fact, number in given.items() if isinstance(number, int)}


def stated(game: Game, fact: str, default: Value) -> Value:
    """The constant that a clause gives for the fact."""
    return next(constants(game, fact), default)


def constants(game: Game, fact: str) -> Iterator[Value]:
    """Every constant that a clause gives for the fact, under whatever condition."""
    for norm in game.norms:
        claim = norm.claim
        if isinstance(claim, Gives) and claim.term.fact == fact and isinstance(claim.value, Lit):
            yield claim.value.value


class SceneForms:
    """The forms of one scene's statements and its opening table."""

    def __init__(
        self,
        words: Vocabulary,
        warning: str,
        scene: Any,
        whole: Any,
        starting_voice: int,
        box: Box | None = None,
        hand: int = HAND,
        drawing: OfCards | None = None,
    ) -> None:
        self.words = words
        if warning and not of_one(scene):
            warn(warning)
        self.scene, self.whole = scene, whole
        self.drawing = frozenset() if drawing is None else drawing.titles
        self.voice = starting_voice
        self.supposed = 0
        self.box = box or Box()
        self.table = Table(scene.players, self.box, hand)
        self.first = next((i for i, item in enumerate(scene.items) if not _is_placing(item)), len(scene.items))

    def form(self, item: Any) -> Form:
        """What the statement does or asks."""
        return Arrange(self.table.placed(item, begun=True))

    forced, untold, passing = ("dealt",), UNTOLD, DISCARDED
    """Moments that pass when nothing but the course of play is asked about, before what came of all is, and before
    what is done at another one."""

    def opening(self, laid: Callable[[Store], Store] = lambda store: store) -> Store:
        """The table before the first event."""
        placed = [self.table.placed(i) for i in self.scene.items[: self.first]]
        own = [(i, told_by(self.words, i.said)) for i in self.whole.items]
        said = [(end or i.said.rule, i.said) for i, end in own if end or not shared(i.said.rule)]
        casts = (i.said for i in self.whole.items if act_told(self.words, i.said) == "cast")
        caster = next((self.table.seat(one.parts[0]) for one in casts), None)
        held = needed(said, self.table.seat, self.drawing)
        begun = next((_BEGUN.get(end, "") for _, end in own if end), "")
        store = self.table.opening(placed, held, caster, self.voice, begun, self.supposed, laid)
        fits(store, self.box, self.scene)
        self._seated(store)
        return store

    def others(self) -> Iterator[SceneForms]:
        """The same scene with each other player supposed to be the one who casts, where it tells nobody."""
        for seat in range(1, len(self.scene.players)):
            other = copy(self)
            other.supposed = seat
            yield other

    def _seated(self, store: Store) -> None:
        """Raises InputError for a game that goes on with more or fewer players than it is for."""
        many = len(self.scene.players)
        least, most = (self.box.counts.get(f, many) for f in ("players least", "players most"))
        asked = [i.said for i in self.scene.items if i.tree.parts[0].rule == "question"]
        if not least <= many <= most and (store.things("hex") or not all(map(self._before_play, asked))):
            by = self.box.clauses.get("players most" if many > most else "players least", "")
            message = f"the game is for {least} to {most} players, and the scene has {many} [{by}]"
            raise refused(self.scene.place, message, f"players {' '.join(self.scene.players)}")

    def _before_play(self, asked: Node) -> bool:
        """The question can be answered without a game that goes on."""
        number = asked.rule.removeprefix(QUESTION).partition("__")[0]
        of_act = asked.rule.startswith(QUESTION) and self.words.questions[int(number)].result == "act"
        return of_act or form_by(self.words, asked) in _ASKED

    def holding(self, store: Store, item: Any) -> Store:
        """The table on which whoever is asked about holds the cards that the question speaks of."""
        if form_by(self.words, item.said) not in _ASKED:
            return store
        first, *others = item.said.parts
        behind = (p for p in others if is_behind(p))
        player = self.table.seat(first)
        for title in (next(titles_in(p)) for p in (item.said, *behind)):
            away = self.box.copies.get(title, -1) + shuffled_in(store, title)
            left = title not in self.box.copies or store.get(("printed", title), 0) != away
            if (
                left
                and store.get(("unknown hand", player))
                and held_card(store, title, ("zone", "hand", player)) is None
            ):
                store = turned_up(store, player, title)
        return store

    def phase(self, store: Store) -> str:
        """The step of the round before which the scene begins."""
        stated = store.get(("phase",))
        if stated == "before the round":
            return "dealt"
        if stated == "between rounds":
            return "deal"
        if stated == "rotate":
            return "rotate"
        if store.get(("cast",)):
            return "beats"
        return "cast"


def _is_placing(item: Any) -> bool:
    return str(item.tree.parts[0].rule) in _PLACINGS


_ASKED = frozenset(answering(asked_acts))
"""The functions by which it is asked which cards a player may or must lay."""
_BEGUN = {"dealing": "between rounds", "dealt": "before the round"}
"""The place in the round where a scene begins that tells of such an event first, unless it states one."""

_PLACINGS = frozenset(["placed_hand", "the_hex_lies", "hex_lies", "deck_top", "curse_is"])
