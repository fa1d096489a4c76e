"""The judge: a scene carried out in every way the rules allow, and its questions answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from typing import Protocol, assert_never

from checker.kernel.lying_cards import title_of
from checker.kernel.position import Key, Memory, Position, Store
from checker.kernel.scene import (
    Arrange,
    Ask,
    Close,
    Deed,
    Form,
    Item,
    MayQuestion,
    MustQuestion,
    Select,
    WhatHappens,
)
from checker.kernel.source import InputError
from checker.kernel.term import Value
from checker.norms.rulebook import Rulebook
from checker.run.branches import Branch, TooMany
from checker.run.procedures import resumed
from checker.scenes.transitions import StatedEvent, Transitions
from checker.scenes.try_act import doubted, told_by_the_act
from checker.syntax.parts import asks_for_nothing_but
from checker.verdicts.answer_on_path import Question
from checker.verdicts.path_answers import leaves_of, meant_now, nearing
from checker.verdicts.point_wording import PointWording
from checker.verdicts.referent_checks import refuse_unclear
from checker.verdicts.verdict import Answer, PathEnd, answered, of_each, valued


class SceneReading(Protocol):
    """What a scene's statements mean: the table it opens with, and the form of each.

    `first` counts the statements about that table; `forced` are moments that pass unless it is asked what may be done at them,
    `untold` those that come to an end before it is asked what came of all.
    `others` are the same scene with something else supposed of what it does not tell. Of the table it opens with, `stated`
    are the entries that the scene tells where that may tell where play stands.
    """

    first: int
    forced: tuple[str, ...]
    untold: Close | None

    @property
    def stated(self) -> frozenset[Key] | None: ...

    def opening(self) -> Store: ...

    def others(self) -> Iterator[SceneReading]: ...

    def phase(self, store: Store) -> str: ...

    def form(self, item: Item) -> Form: ...

    def holding(self, store: Store, item: Item) -> Store: ...

    def nowhere(self) -> InputError: ...


class Judge:
    """Carries out one scene; `answers` holds one answer for each question so far.

    A `brief` one says of an answer that no open point decides nothing but what it is.
    If `traced`, the ways remember their steps, and each answer says which clauses decide it. The `memory` of these
    rules, if there is one, remembers what is worked out from its tables.
    """

    def __init__(
        self, rules: Rulebook, forms: SceneReading, traced: bool = False, memory: Memory | None = None
    ) -> None:
        self.rules = rules
        self.forms = forms
        opening = forms.opening()
        self.start: Store = opening if memory is None else opening.remembering(memory)
        self.course = Transitions(rules, self.start)
        self.answers: list[Answer] = []
        self.impossible: tuple[str, tuple[str, ...], tuple[str, ...]] | None = None
        agenda = resumed(rules, forms.phase(self.start))
        self.branches: list[Branch] = []
        self.last: tuple[list[Branch], StatedEvent] | None = None
        self.asked = False
        self.since: list[tuple[list[Branch], StatedEvent]] = []
        self.lost: TooMany | None = None
        self.shown: Close | None = None
        self.doubts: list[Branch] = []
        self.refused: InputError | None = None
        self.standing = self.acted = self.brief = False
        self.opened = Branch(Position(self.start, agenda), kept=traced)
        try:
            self._begin(self.opened)
        except TooMany as lost:
            self.lost = lost

    def _begin(self, start: Branch) -> None:
        """Play stands where the scene begins; `standing` in the middle, it goes on once that is needed."""
        placed = None
        if self.forms.stated is not None:
            from checker.scenes.course.place_of_play import begun

            placed = begun(self.rules, start, self.forms.stated, self.forms.nowhere)
        self.branches, self.standing = placed or (self.course.carried([start]), False)
        if placed and not self.standing:
            self._go_on()

    def _go_on(self) -> None:
        """Play goes on from where the scene begins to the next moment."""
        self.branches, self.standing = self.course.carried([b.laid(b.position) for b in self.branches]), False

    @property
    def unknown(self) -> bool:
        """What comes of what was told is not known: play branches too often, or does not end."""
        return self.lost is not None

    def apart(self) -> Judge:
        """The same scene where it is, going on by itself: what comes after a moment is worked out, and so looked up, anew."""
        judge = copy(self)
        judge.course = Transitions(self.rules, self.start)
        return judge

    def beside(self) -> Judge:
        """The same scene where it is, going on by itself: what came after a moment before is not worked out anew."""
        return copy(self)

    def tell(self, item: Item) -> None:
        """The scene goes on with one more statement; a question adds an answer.

        Raises InputError where the statement speaks of a thing that is not there, or of one of several.
        """
        before, possible = self._tables(), self.impossible is None
        self._told(item)
        if possible and self.lost is None:
            refuse_unclear(self.rules.game.vocabulary, item, before, self._tables() or before)

    def _known_before(self, form: Arrange) -> list[Branch]:
        """The ways if the table was so before the last event and is so still, if that gives somebody a moment to act
        that there is not otherwise; none if it was not so."""
        if self.last is None or isinstance(self.last[1], Arrange):
            return []
        before, event = self.last
        held = [b for one in before for b in self.course.arranged(one, form.apply)]
        ways = self.course.told(held, event) if held else []
        if not all(_lies(b.position.store) == _lies(form.apply(b.position.store)) for b in ways):
            return []
        ways = self._after_asking(ways) if self.asked else ways
        forbidden = {b.illegal for b in ways} - {b.illegal for b in self.branches}
        return ways if not forbidden and {b.moment for b in ways} - {b.moment for b in self.branches} else []

    def _tables(self) -> list[Store]:
        return [b.position.store for b in self.branches]

    def _told(self, item: Item) -> None:
        form = self.forms.form(item)
        text = item.raw.text
        course, branches = self.course, self.branches
        self._usable(form)
        self.asked = self.asked and not isinstance(form, Deed | Select | Close)
        try:
            if self.lost is not None:
                raise self.lost
            if isinstance(form, Deed) and not self.acted and self.forms.stated is not None:
                from checker.scenes.course.place_of_play import told_there

                self.branches, self.acted = told_there(course, branches, form), True
                branches = self.branches
            if self.standing and not isinstance(form, Arrange | Ask):
                self._go_on()
                branches = self.branches
            match form:
                case Arrange():
                    known = self._known_before(form)
                    self.branches = known or self._laid(branches, form)
                    self.since = [*self.since, (branches, form)]
                    self.last = self.last if known else (branches, form)
                case Deed():
                    self._show(lambda b: (course.instance(b, form),))
                    self.shown = form.shown or self._still_shown()
                    self.last, self.since = (self.branches, form), [(self.branches, form)]
                    doubted_ones = [b for b in self.doubts if course.answers(b, course.instance(b, form))]
                    ways = course.ways([*self.branches, *doubted_ones], form)
                    kept = told_by_the_act(ways, form.tried)
                    self._keep(kept, text, form)
                    self.doubts = [b for b in doubted(ways) if b not in kept]
                case Select() | Close():
                    self.shown, self.last, self.doubts = None, (branches, form), []
                    held = course.told(branches, form)
                    if held or self.impossible is not None or not isinstance(form, Select):
                        self.since = [*self.since, (branches, form)]
                    else:
                        from checker.scenes.forced_choice import insisted

                        held, self.since = insisted(course, branches, self.since, form), []
                    self._keep(held, text, form)
                case MayQuestion() | MustQuestion() | Ask() | WhatHappens():
                    self._question(item, form)
                case _:
                    assert_never(form)
        except (TooMany, RecursionError) as error:
            lost = self.lost = error if isinstance(error, TooMany) else TooMany()
            if isinstance(form, MayQuestion | MustQuestion | Ask | WhatHappens):
                self.answers.append(Answer.unknown(self.rules, text, lost.endless, lost.round, lost.mostly))

    def _laid(self, branches: list[Branch], form: Arrange) -> list[Branch]:
        """The ways on the table that is told; where play stands in the middle, it stands there still."""
        if not self.standing:
            return self.course.told(branches, form)
        tables = [b.position.with_store(form.apply(b.position.store)) for b in branches]
        return [b.waiting(p, b.waits) if b.waits else b.laid(p) for b, p in zip(branches, tables, strict=True)]

    def over(self) -> None:
        """The scene ends here. Raises InputError where what it told last cannot be used."""
        if self.refused is not None:
            raise self.refused

    def _usable(self, form: Form) -> None:
        """Raises InputError if what is told next, or was told last and is not asked about, is refused on every way."""
        if not isinstance(form, Arrange) and not (isinstance(form, Ask) and form.of_legality):
            self.over()
        self.refused = self.refused if isinstance(form, Arrange) else None
        if isinstance(form, Deed) and form.refused is not None and self.impossible is None and self.lost is None:
            found = [r for b in self.branches if (r := form.refused(self.course.view(b)))]
            if len(found) == len(self.branches):
                self.refused = InputError(found[0].problem)
                if not all(r.unless_asked for r in found):
                    raise self.refused

    def _show(self, meant: Callable[[Branch], Iterable[tuple[Value, ...] | None]]) -> None:
        """What was played in the open has come into play if an act that is meant on a branch answers it."""
        if self.shown is not None:
            shown = [b for one in self.branches for b in self.course.closed(one, self.shown)]
            if any(self.course.answers(b, i) for b in shown for i in meant(b)):
                self.branches, self.shown = shown, None

    def _still_shown(self) -> Close | None:
        """What ends the readying of cards that were played in the open, as long as it has not ended."""
        shown = self.shown
        return shown if shown and any(b.moment in shown.moments for b in self.branches) else None

    def _show_for(self, item: Item, form: Question) -> None:
        """What was played in the open has come into play, unless the question is what else may be done before."""
        match form:
            case MayQuestion():
                self._show(lambda b: form.instances(self.course.view(self._supposing(b, item))))
            case MustQuestion():
                self._show(lambda b: form.wanted(self.course.view(self._supposing(b, item))))
            case Ask() | WhatHappens():
                if self.shown is not None:
                    self.branches = [b for one in self.branches for b in self.course.closed(one, self.shown)]
                    self.shown = None
            case _:
                assert_never(form)

    def _keep(self, branches: list[Branch], text: str, form: Deed | Select | Close) -> None:
        if branches:
            self.branches = branches
        elif self.impossible is None:
            cites = tuple(dict.fromkeys(c for b in self.branches for line in b.lines() for c in line.clauses))
            lacking = "" if isinstance(form, Close) else form.lacking
            event = f"`{text}` ({lacking})" if lacking else f"`{text}`"
            from checker.provenance.excluding_clauses import excluding

            self.impossible = (event, cites, excluding(self.course, self.branches, form))

    # -- questions ---------------------------------------------------------------------------

    def _question(self, item: Item, form: Question) -> None:
        text = item.raw.text
        if self.impossible is not None:
            self.answers.append(Answer.impossible(self.rules, text, *self.impossible))
            return
        self._show_for(item, form)
        as_stated = self._as_stated(item, form)
        leaves, into_window = self._asked(item, form, as_stated or self._near(item, form))
        answer = valued if self.brief else answered
        said = answer(self.rules, text, leaves, PointWording(self.rules, self.start))
        apiece = form.apiece if isinstance(form, Ask) else ()
        self.answers.append(of_each(item.raw, [*self._apiece(apiece)], said) if apiece else said)
        if not into_window and not as_stated and not self.standing:
            self.branches, self.asked = self._after_asking(self.branches), True

    def _apiece(self, apiece: tuple[tuple[str, Item], ...]) -> Iterator[tuple[str, Answer]]:
        """What each of the players is answered, each asked by themselves."""
        for name, one in apiece:
            judge = self.beside()
            judge.answers = []
            judge.tell(one)
            yield name, judge.answers[-1]

    def _as_stated(self, item: Item, form: Question) -> list[Branch]:
        """The table as the scene states it, where nothing has happened but what is forced, and the question is about
        nothing but what is stated and was changed by that; else none."""
        if self.forms.stated is None or self.last is not None or not isinstance(form, Ask):
            return []
        from checker.scenes.course.place_of_play import overwritten

        passed = [b for one in self.branches for b in self._passed(one, form)]
        changed = overwritten(self.rules, self.start, passed, self.forms.stated)
        return [self.opened] if changed and asks_for_nothing_but(item.said, changed) else []

    def _after_asking(self, branches: list[Branch]) -> list[Branch]:
        return [b for one in branches for b in self.course.answered(one)]

    def _near(self, item: Item, form: Question) -> list[Branch]:
        """The ways at the moment that the question is about, as far as play gets there by itself."""
        if not isinstance(form, MayQuestion | MustQuestion):
            return self.branches
        supposing = partial(self._supposing, item=item)
        return [b for one in self.branches for b in nearing(self.course, one, form, supposing)]

    def leaves(self, item: Item) -> list[PathEnd]:
        """What the question is answered with in each way that things can go; the scene does not go on."""
        form = self.forms.form(item)
        if not isinstance(form, MayQuestion | MustQuestion | Ask | WhatHappens):
            return []
        return self._asked(item, form, self.branches)[0]

    def _asked(self, item: Item, form: Question, branches: list[Branch]) -> tuple[list[PathEnd], bool]:
        """The answer in each way, and whether it is about an answer to a card that is coming into play."""
        leaves: list[PathEnd] = []
        seen: set[str] = set()
        into_window = False
        doubts = self.doubts if _of_legality(form) else self._doubted(item, form)
        for branch in [*(self._supposed(item, form, branches) or branches), *doubts]:
            answers = meant_now(self.course, self._supposing(branch, item), form)
            into_window = into_window or answers
            for one in [branch] if answers else self._passed(branch, form):
                leaves += leaves_of(self.course, self._supposing(one, item), form, seen)
        return leaves, into_window

    def _doubted(self, item: Item, form: Question) -> list[Branch]:
        """The ways on which the last act is in doubt, where the question is about an answer to it."""
        if not isinstance(form, MayQuestion | MustQuestion):
            return []
        return [b for b in self.doubts if meant_now(self.course, self._supposing(b, item), form)]

    def _passed(self, branch: Branch, form: Question) -> list[Branch]:
        """The branch at the place of the question; what is forced has happened unless it is about what may be done."""
        if self.standing or branch is self.opened:
            return [branch]
        quiet = [b for one in self.course.quiet(branch, due=False) for b in self._looked_at(one, form)]
        if isinstance(form, MayQuestion | MustQuestion) or (isinstance(form, Ask) and form.here):
            return quiet
        if isinstance(form, Ask) and form.beyond is not None:
            quiet = [b for one in quiet for b in self.course.closed(one, form.beyond)]
        forced = self.forms.forced
        return [b for one in quiet for b in (self.course.after(one) if one.moment in forced else [one])]

    def _looked_at(self, branch: Branch, form: Question) -> list[Branch]:
        """The branch; after what is due there, unless the question is about an act that can be done before."""
        view = self.course.view(branch)
        match form:
            case MayQuestion():
                here = form.instances(view)
            case MustQuestion():
                here = form.wanted(view)
            case Ask() | WhatHappens():
                here = ()
            case _:
                assert_never(form)
        return [branch] if here else self.course.quiet(branch)

    def _supposing(self, branch: Branch, item: Item) -> Branch:
        """The branch with the cards that the question supposes in an unknown hand."""
        return branch.on(self.forms.holding(branch.position.store, item))

    def _supposed(self, item: Item, form: Question, branches: list[Branch]) -> list[Branch]:
        """The ways if the cards that the question supposes were held before the last event, if that gives
        somebody a moment to act that there is not without them; none if this is the moment that is asked about."""
        if self.last is None or not isinstance(form, MayQuestion | MustQuestion):
            return []
        if any(meant_now(self.course, self._supposing(b, item), form) for b in branches):
            return []
        before, event = self.last
        held = [self._supposing(branch, item) for branch in before]
        if all(a.position.store is b.position.store for a, b in zip(held, before, strict=True)):
            return []
        ways = [b for one in self.course.retold(held, event) for b in self._passed(one, form)]
        plain = [b for one in branches for b in self._passed(one, form)]
        forbidden = {b.illegal for b in ways} - {b.illegal for b in plain}
        return ways if not forbidden and {b.moment for b in ways} - {b.moment for b in plain} else []


def _lies(store: Store) -> dict[Key, list[str]]:
    """The cards in each place, by their titles."""
    return {key: sorted(map(title_of, lying)) for key, lying in store.entries("zone") if isinstance(lying, tuple)}


def _of_legality(form: Question) -> bool:
    """The question is, among other things, whether the last act was legal."""
    return isinstance(form, WhatHappens) or (isinstance(form, Ask) and form.of_legality)
