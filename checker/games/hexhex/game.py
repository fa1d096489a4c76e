"""HEX•HEX as the passes see it: its functions and the reading of its scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

from checker.games.hexhex import asked, asked_acts, became, facts, opening, placings, plays, variants
from checker.games.hexhex.meant import turned_up
from checker.games.hexhex.opening import HAND
from checker.games.hexhex.plays import DISCARDED, OVER, REVEAL, UNTOLD
from checker.games.hexhex.table import shuffled_in
from checker.games.hexhex.variants import of_one, together, warn
from checker.kernel.game import Box, Game
from checker.kernel.lying_cards import held_card
from checker.kernel.position import Store
from checker.kernel.scene import Item, OwnReading, Scene, TableChange
from checker.kernel.source import Leaf, Node, refused
from checker.kernel.vocabulary import Asked, Functions, Vocabulary, answering
from checker.syntax.parts import text_of, titles_in
from checker.syntax.scene_forms import act_told, form_by, form_of, is_behind, told_by

if TYPE_CHECKING:
    from checker.kernel.game_play import Playing

__all__ = ["SceneForms", "functions", "playing", "scene_forms"]

Laid = tuple[int, str]
"""A seat and the title of a card."""


def functions(**_: Any) -> Functions:
    """The functions behind the facts."""
    return {
        **answering(asked, facts, variants),
        **answering(became, plays, begun="told "),
        **answering(asked_acts, begun="question "),
        **answering(placings, begun="setup "),
        "begins": opening.begins,
        "curse is": lambda store, curse: store.put(("curse",), curse.strip('"')),
        "ends answer": lambda: REVEAL,
        "ends over": lambda: OVER,
        "plays alone": opening.plays_alone,
    }


def playing(game: Game) -> Playing:
    """What whole games need."""
    from checker.games.hexhex import acts

    return acts.playing(game)


def scene_forms(game: Game) -> Callable[[Scene], SceneForms]:
    """What reads the game's own statements in a scene."""
    box = Box.of(game, "players least", "players most", "starting Voice", "starting hand")
    return partial(SceneForms, game.vocabulary, together(game), box=box)


class SceneForms(OwnReading):
    """The forms of one scene's statements and its opening table."""

    def __init__(self, words: Vocabulary, warning: str, scene: Scene, box: Box) -> None:
        if warning and not of_one(scene):
            warn(warning)
        self.words, self.scene, self.box = words, scene, box
        self.supposed = 0

    forced, untold, passing = ("dealt",), UNTOLD, DISCARDED
    """Moments that pass when nothing but the course of play is asked about, before what came of all is, and before
    what is done at another one."""

    def opening(self, laid: TableChange) -> Store:
        """The table before the first event."""
        self._refuse_large_hands()
        said = [(told_by(self.words, i.said) or form_by(self.words, i.said), i.said) for i in self.scene.items]
        casts = (i.said for i in self.scene.items if act_told(self.words, i.said) == "cast")
        caster = next((self._seat(one.parts[0]) for one in casts), None)
        held = needed(said, self._seat)
        begun = next((_BEGUN.get(end, "") for i in self.scene.items if (end := told_by(self.words, i.said))), "")
        voice = self.box.counts.get("starting Voice", 5)
        store = opening.opening(self.scene.players, held, caster, voice, begun, self.supposed, laid)
        self._seated(store)
        return store

    def others(self) -> Iterator[SceneForms]:
        """The same scene with each other player supposed to be the one who casts, where it tells nobody."""
        for seat in range(1, len(self.scene.players)):
            other = copy(self)
            other.supposed = seat
            yield other

    def _seat(self, tree: Node | Leaf) -> int:
        """The seat of a player who is named."""
        return self.scene.players.index(text_of(tree))

    def _refuse_large_hands(self) -> None:
        """Raises InputError for more cards in a hand than a deal gives."""
        for item in self.scene.items:
            held = item.said.parts[1] if item.said.rule == "placed_hand" else None
            if isinstance(held, Node) and len(held.parts) > (most := self.box.counts.get("starting hand", HAND)):
                message = f"a hand of {len(held.parts)} cards; {most} is the most without a reason in the scene"
                raise refused(item.raw.place, message, item.raw.whole)

    def _seated(self, store: Store) -> None:
        """Raises InputError for a game that goes on with more or fewer players than it is for."""
        many = len(self.scene.players)
        least, most = (self.box.counts.get(f, many) for f in ("players least", "players most"))
        asked = [
            f for i in self.scene.items if isinstance(f := form_of(self.words, i.said), Asked) and f.when != "during"
        ]
        if not least <= many <= most and (store.things("hex") or not all(map(self._before_play, asked))):
            by = self.box.clauses.get("players most" if many > most else "players least", "")
            message = f"the game is for {least} to {most} players, and the scene has {many} [{by}]"
            raise refused(self.scene.place, message, f"players {' '.join(self.scene.players)}")

    def _before_play(self, asked: Asked) -> bool:
        """The question can be answered without a game that goes on."""
        return asked.result == "act" or asked.function in _ASKED

    def holding(self, store: Store, item: Item) -> Store:
        """The table on which whoever is asked about holds the cards that the question speaks of."""
        if form_by(self.words, item.said) not in _ASKED:
            return store
        first, *others = item.said.parts
        behind = (p for p in others if is_behind(p))
        player = self._seat(first)
        for title in filter(None, (next(titles_in(p), "") for p in (item.said, *behind))):
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


_ASKED = frozenset(answering(asked_acts))
"""The functions by which it is asked which cards a player may or must lay."""
_BEGUN = {"dealing": "between rounds", "dealt": "before the round"}
"""The place in the round where a scene begins that tells of such an event first, unless it states one."""


def needed(said: Iterable[tuple[str, Node]], seat: Callable[[Node | Leaf], int]) -> list[Laid]:
    """The cards that must be held from the start for all that is told to be played, readied or discarded.

    A card that is told to be drawn need not, nor one that is played after a deal, nor one that is stated to lie in
    the deck if its player played another before, and so may have drawn it. Each statement comes with its rule, or the
    function that it is told by, or the moment that it ends.
    """
    found: list[Laid] = []
    drawn: list[Laid] = []
    deck: list[str] = []
    played: set[int] = set()
    dealt = False
    for told, phrase in said:
        parts = phrase.parts
        match told:
            case "deck top":
                deck = list(titles_in(phrase))
            case "dealing":
                dealt = True
            case "draws":
                drawn.append((seat(parts[0]), text_of(parts[1])))
            case rule if rule in PLAYED:
                who, title = seat(parts[0]), next(titles_in(phrase), "")
                if title in deck and who in played:
                    deck.remove(title)
                elif not dealt:
                    found.append((who, title))
                played.add(who)
    return [card for card in found if card not in drawn]


PLAYED = ("plays", "plays at reveal", "readies", "discards")
"""The functions that tell of a card out of somebody's hand."""
