"""What can be done on a board by touching it: where acts lead, where a statement may end, and which speak of a space."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checker.ask.ask import asked_at
from checker.ask.game_session import Desk
from checker.boards.layout import Layout, layout, where
from checker.kernel.position import Store
from checker.kernel.record import Record
from checker.kernel.source import InputError
from checker.kernel.verdict import Verdict
from checker.kernel.vocabulary import Vocabulary, sort_of
from checker.page.next_view import TableWords, next_view
from checker.page.play_view import played
from checker.syntax.form_listing import ASKED, HAPPENED, LAID, FormListing, called

SCENE = "scene"
LEGAL = "is this legal?"
"""Asked of an act that a scene told last."""
IMPOSSIBLE = "impossible"
"""What is answered of a scene that cannot have happened."""
MOST_ENDS = 3
WIDE = frozenset({"CONDITION", "ACT", "NUMBER", "CARDS", "OPEN_FACT"})
"""What can be of so many forms that no statement is begun with it by touching a space."""
PLAYER, THING, FRESH, SPACE = "{player}", "{thing}", "{new}", "{space}"
"""What stands in the beginning of a statement for whoever acts, for what was touched, for a new thing and for its space."""


class BegunView(Record):
    """The beginning of a statement about a space, with what was touched in braces; of one on which something lies or not.

    Its `kind` is whether it tells what happens, lays the table out or asks.
    """

    text: str
    kind: str
    taken: bool
    empty: bool


class OfferView(Record):
    """How a statement about a space begins, and whether what it tells of is legal; neither if that is open, or not known."""

    text: str
    legal: bool | None


class FitView(Record):
    """A space, and whether the statement that ends there tells of something legal; neither if that is open."""

    space: str
    legal: bool | None


def led(desk: Desk, told: str, act: str, space: str) -> str:
    """The space to which the act brings what lies on the space, before anything else happens; nothing if to none."""
    before, after = _course(desk, told), _course(desk, f"{told}\n{act}")
    if not before or (board := layout(desk.game.vocabulary)) is None:
        return ""
    moved = [thing for thing, at in where(board, before[-1]).items() if at == space]
    for store in after[len(before) - 1 :]:
        at = where(board, store).get(moved[-1]) if moved else None
        if at is not None and at != space:
            return at
    return ""


def _course(desk: Desk, told: str) -> list[Store]:
    """The tables of the scene one after the other, the last as it stands; none if it cannot have happened."""
    found = played(desk, desk.scenes(told, SCENE)[-1])
    return [*(one.before.store for one in found[1].passed), found[1].position.store] if found else []


def fits(desk: Desk, told: str, begun: str, spaces: Iterable[str]) -> Iterator[FitView]:
    """Of each space at which the statement can end, whether what it tells of is legal."""
    for space in spaces:
        found = _judged(desk, told, f"{begun}{space}")
        if found is not None:
            yield FitView(space, found[1])


def offered(desk: Desk, told: str, text: str, table: TableWords) -> OfferView | None:
    """The beginning of a statement, if it can be gone on with on the table, judged by the first few statements that begin so.

    One that is legal only if it goes on is open.
    """
    further = [option.text for option in next_view(desk, text, table).options]
    ends = [text + one for one in further[:MOST_ENDS]] if text[-1:] == " " else [text]
    whole = able = open_ = False
    for can, legal in filter(None, (_judged(desk, told, end) for end in ends)):
        if can and legal:
            return OfferView(text, True)
        whole, able, open_ = True, able or can, open_ or (can and legal is None)
    if whole and not able:
        return None
    return OfferView(text, None if open_ or not whole or (further and text[-1:] != " ") else False)


def _judged(desk: Desk, told: str, statement: str) -> tuple[bool, bool | None] | None:
    """Whether the statement can be at all, and whether it tells of something legal; None if it is not whole."""
    try:
        answer = asked_at(desk, desk.scenes(f"{told}\n{statement}\n{LEGAL}", SCENE))[-1].answer
    except InputError:
        return None
    return answer.value != IMPOSSIBLE, answer.value == "yes" if answer.verdict is Verdict.FORCED else None


def beginnings(desk: Desk) -> tuple[BegunView, ...]:
    """How statements about a space of the game's board begin, up to what the touch does not say; nothing if it has none."""
    words, table = desk.game.vocabulary, desk.reader.language.table
    board = layout(words)
    if board is None:
        return ()
    spaces = board.sort
    listing = FormListing(table.rules, table.literals, (sort.name for sort in words.sorts))
    further, things, new = frozenset(_otherwise(words)), _things(words, board), _labelled(words, board)
    found: dict[BegunView, None] = {}
    for origin in (HAPPENED, LAID, ASKED):
        forms = [form for form in listing.forms(origin) if form not in further]
        known = listing.explained(forms)
        names = {spaces.upper(), *(name for name, told in known.items() if spaces.upper() in told)}
        for form in (spelled for one in forms for spelled in _spelled(one, known, names)):
            found |= dict.fromkeys(_begun(form + "?" * (origin == ASKED), names, things, new, origin))
    return tuple(found)


def _things(words: Vocabulary, board: Layout) -> set[str]:
    """What things are called that a scene names by labels of their own, or that stand on squares."""
    standing = {sort_of(words, f.params[0]) for f in board.fields} - {"player"}
    return {name.upper() for name in standing} | _labelled(words, board)


def _labelled(words: Vocabulary, board: Layout) -> set[str]:
    return {s.name.upper() for s in words.sorts if s.labels.startswith("(?<=") and s.name != board.sort}


def _otherwise(words: Vocabulary) -> Iterator[str]:
    """The forms of acts that say in other words what another form says."""
    for act in words.acts:
        for phrase in act.said.split(" | ")[1:]:
            yield re.sub(r"\{(\w+)\}", lambda hole: sort_of(words, hole.group(1)).upper(), phrase)


def _spelled(form: str, known: dict[str, tuple[str, ...]], spaces: set[str]) -> Iterator[str]:
    """The form as it is, or with what ends it spelled out where only that speaks of a space."""
    *_, last = called(form) or [""]
    if last not in spaces and form.endswith(last) and last not in WIDE:
        yield from (form.removesuffix(last) + told for told in known.get(last, ()) if spaces & {*called(told)})
    yield form


def _begun(form: str, spaces: set[str], things: set[str], new: set[str], origin: str) -> Iterator[BegunView]:
    """The form up to what the touch does not say: of what lies there, or of the space, if it is about either."""
    holes, laid = {*called(form)}, origin == LAID
    if WIDE & holes or "…" in form or (laid and things and "SPELLING" in holes):
        return
    if things & holes and not laid:
        begun = BegunView(_kept(form, {"PLAYER": PLAYER, **dict.fromkeys(things, THING)}), origin, True, False)
        yield from [begun] * ("{" in begun.text)
    if spaces & holes:
        named = {"PLAYER": PLAYER, **dict.fromkeys(spaces, SPACE), **(dict.fromkeys(new, FRESH) if laid else {})}
        begun = BegunView(_kept(form, named), origin, not things & holes, True)
        yield from [begun] * (bool(begun.text.strip()) and (laid or "{" in begun.text))


def _kept(form: str, named: dict[str, str]) -> str:
    """The form up to the first that has no name, or has one that stands there already."""
    kept: list[str] = []
    for word in re.split(r"([A-Z][A-Z_]+)", form):
        if word.isupper() and (word not in named or named[word] in kept):
            break
        kept.append(named.get(word, word))
    return "".join(kept)
