"""The judge: a scene carried out in every way the rules allow, and its questions answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from checker.answers.verdicts import Answer, Leaf, answered
from checker.answers.view import NotStated, View
from checker.kernel.point import Kind, Option, Point, Undecided
from checker.kernel.position import Position, Store
from checker.kernel.scene import Arrange, Ask, Close, Deed, May, Must, Select, WhatHappens
from checker.kernel.term import Value
from checker.norms.context import Context
from checker.norms.resolve import Forbidden, Permitted, consequence, duties, following, permission
from checker.norms.rulebook import Rulebook
from checker.run.begin import agenda_from
from checker.run.play import Branch, Took, TooMany, acting, carry_on, lapsed
from checker.run.progress import Line
from checker.run.step import fork


class Judge:
    """Carries out one scene; `answers` holds one answer for each question so far."""

    def __init__(self, rules: Rulebook, forms: Any) -> None:
        self.rules = rules
        self.forms = forms
        self.start: Store = forms.opening()
        self.answers: list[Answer] = []
        self.impossible: tuple[str, tuple[str, ...]] | None = None
        agenda = agenda_from(rules, "game", forms.phase(self.start))
        self.branches: list[Branch] = []
        self.unknown = False
        try:
            self.branches = self._carried([Branch(Position(self.start, agenda))])
        except TooMany:
            self.unknown = True

    def _carried(self, branches: list[Branch]) -> list[Branch]:
        return carry_on(self.rules, branches)

    # -- statements --------------------------------------------------------------------------

    def tell(self, item: Any) -> None:
        """The scene goes on with one more statement; a question adds an answer."""
        form = self.forms.form(item)
        text = item.raw.text
        try:
            if self.unknown:
                raise TooMany
            match form:
                case Arrange(apply):
                    self._arrange(apply)
                case Deed():
                    self._keep([b for one in self.branches for b in self._done(one, form)], text, form.lacking)
                case Select():
                    self._keep([b for one in self.branches for b in self._selected(one, form)], text)
                case Close():
                    self._keep([b for one in self.branches for b in self._closed(one, form)], text)
                case May() | Must() | Ask() | WhatHappens():
                    self._question(item, form)
                case _:
                    assert_never(form)
        except (TooMany, RecursionError):
            self.unknown = True
            if isinstance(form, May | Must | Ask | WhatHappens):
                self.answers.append(Answer.unknown(text))

    def _arrange(self, apply: Any) -> None:
        self.branches = [b for one in self.branches for b in self._arranged(one, apply)]

    def _arranged(self, branch: Branch, apply: Callable[[Store], Store]) -> list[Branch]:
        position = branch.position.with_store(apply(branch.position.store))
        return self._carried([Branch(position, branch.trail, None, branch.ended, branch.illegal, branch.settled)])

    def _keep(self, branches: list[Branch], text: str, lacking: str = "") -> None:
        if branches:
            self.branches = branches
        elif self.impossible is None:
            cites = tuple(dict.fromkeys(c for b in self.branches for line in b.lines() for c in line.clauses))
            self.impossible = (f"{text}` ({lacking})" if lacking else f"{text}`", cites)

    def _quiet(self, branch: Branch) -> list[Branch]:
        """The branch after every response that was still possible was let go by."""
        done, todo = [], [branch]
        while todo:
            one = todo.pop(0)
            if _quietly(one):
                todo = self._carried([lapsed(one)]) + todo
            else:
                done.append(one)
        return done

    def _done(self, branch: Branch, deed: Deed) -> list[Branch]:
        if branch.illegal and not branch.settled:
            return [branch]
        if deed.first is not None and branch.moment in deed.first.moments:
            return [b for one in self._closed(branch, deed.first) for b in self._done(one, deed)]
        if deed.instead is not None and branch.moment == deed.instead[0]:
            return self._attempt(branch, Deed(deed.instead[1], deed.instance, deed.text), deed.instead[2])
        args = deed.instance(View(self.rules, branch, self.start))
        if deed.first is not None and args is not None:
            return self._attempt(branch, deed, args)
        if _quietly(branch) and not self._answers(branch, args):
            return [b for one in self._quiet(branch) for b in self._done(one, deed)]
        if args is None:
            return []
        if branch.waits and branch.waits[0].lapses and not deed.any_time and deed.act not in branch.waits[0].acts:
            return [b for one in self._carried([lapsed(branch)]) for b in self._done(one, deed)]
        bound = deed.act in self.rules.bound
        if bound and not deed.any_time and deed.act not in self.rules.deontic and not self._now(branch, deed.act):
            return []
        return self._attempt(branch, deed, args)

    def _now(self, branch: Branch, act: str) -> bool:
        """The act is one of those that the moment is for."""
        return branch.waits is not None and act in branch.waits[0].acts

    def _answers(self, branch: Branch, args: tuple[Value, ...] | None) -> bool:
        """The act is aimed at a card that is coming into play."""
        coming = View(self.rules, branch, self.start).coming()
        return args is not None and any(a in coming for a in args[2:] if a is not None)

    def _attempt(self, branch: Branch, deed: Deed, args: tuple[Value, ...]) -> list[Branch]:
        context = Context(self.rules, branch.position.store)
        try:
            ruling = permission(context, deed.act, args)
        except Undecided as undecided:
            ways = [b for one in _forked(branch, undecided.point) for b in self._attempt(one, deed, args)]
            legal = [b for b in ways if b.illegal == branch.illegal]
            return legal if legal and undecided.point.kind is Kind.SILENT else ways
        clauses = tuple(context.cites)
        allowed = Branch(
            branch.position, (*branch.trail, Line("", clauses, ("permission",))), branch.waits, branch.ended
        )
        if isinstance(ruling, Forbidden):
            return self._illegal(branch, deed, args, ruling.by, clauses)
        return self._carried([acting(allowed, deed.act, args)])

    def _illegal(
        self, branch: Branch, deed: Deed, args: tuple[Value, ...], by: tuple[str, ...], clauses: tuple[str, ...]
    ) -> list[Branch]:
        """The branch after a forbidden act; it forks if a norm attaches something to the act all the same."""
        line = Line(f"{deed.text}: this is illegal", clauses)
        illegal = (deed.act, *args)
        context = Context(self.rules, branch.position.store)
        attached = following(context, deed.act, args)
        if not attached:
            return [Branch(branch.position, (*branch.trail, line), branch.waits, branch.ended, illegal)]
        point = consequence(by, tuple(f.clause for f in attached))
        undone, done = point.options
        kept = Branch(
            branch.position, (*branch.trail, line, Took(point, undone)), branch.waits, branch.ended, illegal, True
        )
        position = branch.position
        for follow in reversed(attached):
            position = position.pushed(follow.effect, follow.env)
        marked = Line("", done.clauses)
        fired = Branch(position, (*branch.trail, line, Took(point, done), marked), None, False, illegal, True)
        return [kept, *self._carried([fired])]

    def _selected(self, branch: Branch, select: Select) -> list[Branch]:
        if branch.illegal and not branch.settled:
            return [branch]
        if select.moment:
            return self._stated(branch, select)
        if not select.first or select.deeds_only is False:
            quiet = self._quiet(branch)
            fitting = [b for b in quiet if select.holds(View(self.rules, b, self.start))]
            if select.after is not None:
                return [b for one in fitting for b in self._arranged(one, select.after)]
            if fitting or not select.first:
                return fitting
            branch_list = quiet
        else:
            branch_list = [branch]
        for deed in select.first:
            branch_list = [b for one in branch_list for b in self._done(one, deed) if not b.illegal]
        settled = [b for one in branch_list for b in self._quiet(one)]
        return [b for b in settled if select.holds(View(self.rules, b, self.start))]

    def _stated(self, branch: Branch, select: Select) -> list[Branch]:
        todo, found = [branch], []
        while todo:
            one = todo.pop()
            if one.moment == select.moment:
                position = one.position.with_store(select.apply(one.position.store))
                found += self._carried([lapsed(Branch(position, one.trail))])
            elif _quietly(one):
                todo += self._carried([lapsed(one)])
            elif select.holds(View(self.rules, one, self.start)):
                found.append(one)
        return found

    def _closed(self, branch: Branch, close: Close) -> list[Branch]:
        if branch.illegal and not branch.settled:
            return [branch]
        if close.left is not None:
            return self._finished(branch, close)
        return [b for one in self._quiet(branch) if one.moment in close.moments for b in self._carried([lapsed(one)])]

    def _finished(self, branch: Branch, close: Close) -> list[Branch]:
        """The branch after everybody who has not acted turned out to be unable to."""
        todo, done = [branch], []
        while todo:
            one = todo.pop()
            left = close.left(one.position.store) if close.left and one.moment in close.moments else ()
            if left:
                todo += self._carried([acting(one, *left[0])])
            else:
                done.append(one)
        return done

    # -- questions ---------------------------------------------------------------------------

    def _question(self, item: Any, form: May | Must | Ask | WhatHappens) -> None:
        text = item.raw.text
        if self.impossible is not None:
            self.answers.append(Answer.impossible(text, *self.impossible))
            return
        responding = isinstance(form, May)
        leaves: list[Leaf] = []
        for branch in self.branches:
            keep = responding and self._about_response(self._supposing(branch, item), form)
            for one in [branch] if keep else self._passed(branch, form):
                leaves += self._leaves(self._supposing(one, item), form)
        self.answers.append(answered(self.rules, text, leaves))
        if not (responding and any(self._about_response(self._supposing(b, item), form) for b in self.branches)):
            self.branches = [b for one in self.branches for b in self._answered(one)]

    def _answered(self, branch: Branch) -> list[Branch]:
        """The branch after a question: responses are over, but what chance has to say may still be told."""
        if _quietly(branch) and branch.waits and any(a in self.rules.acts for a in branch.waits[0].acts):
            return [b for one in self._carried([lapsed(branch)]) for b in self._answered(one)]
        return [branch]

    def _passed(self, branch: Branch, form: May | Must | Ask | WhatHappens) -> list[Branch]:
        """The branch at the place of the question; what is forced has happened if it is asked what happens."""
        quiet = self._quiet(branch)
        if not isinstance(form, WhatHappens):
            return quiet
        forced = getattr(self.forms, "forced", ())
        return [b for one in quiet for b in (self._carried([lapsed(one)]) if one.moment in forced else [one])]

    def _supposing(self, branch: Branch, item: Any) -> Branch:
        """The branch with the cards that the question supposes in an unknown hand."""
        holding = getattr(self.forms, "holding", None)
        if holding is None:
            return branch
        position = branch.position.with_store(holding(branch.position.store, item))
        return Branch(position, branch.trail, branch.waits, branch.ended, branch.illegal, branch.settled)

    def _about_response(self, branch: Branch, form: Any) -> bool:
        if not _quietly(branch):
            return False
        instances = form.instances(View(self.rules, branch, self.start))
        return any(self._answers(branch, i) for i in instances)

    def _leaves(self, branch: Branch, form: May | Must | Ask | WhatHappens) -> list[Leaf]:
        view = View(self.rules, branch, self.start)
        if branch.illegal and not branch.settled and not isinstance(form, WhatHappens):
            return self._after_illegal(branch)
        try:
            value = self._value(view, form)
        except Undecided as undecided:
            return [leaf for one in _forked(branch, undecided.point) for leaf in self._leaves(one, form)]
        except NotStated as missing:
            value = f"?{missing}"
        return [Leaf(branch.trail, value, tuple(view.context.cites))]

    def _after_illegal(self, branch: Branch) -> list[Leaf]:
        options = (Option("a", "one outcome"), Option("b", "another"))
        point = Point(
            "what follows an illegal act",
            Kind.SILENT,
            ("illegal",),
            options,
            (),
            "no clause says what follows this illegal act",
        )
        return [Leaf((*branch.trail, Took(point, o)), f"?{o.value}", ()) for o in options]

    def _value(self, view: View, form: May | Must | Ask | WhatHappens) -> str:
        match form:
            case Ask(answer):
                return answer(view)
            case May(act, instances):
                return self._may(view, act, instances(view))
            case Must():
                return self._must(view, form)
            case WhatHappens():
                if view.branch.illegal:
                    return "illegal"
                return "; ".join(line.text for line in view.branch.lines() if line.text) or "nothing"
            case _:
                assert_never(form)

    def _may(self, view: View, act: str, instances: tuple[tuple[Value, ...], ...]) -> str:
        silent = False
        for args in instances:
            ruling = permission(view.context, act, args)
            nameable = True if isinstance(ruling, Forbidden) else view.nameable(args)
            if isinstance(ruling, Permitted) and nameable:
                return "yes"
            silent = silent or (not isinstance(ruling, Forbidden) and nameable is not False)
        if silent:
            key = ("option", "unregulated", act)
            chosen = view.store.get(key)
            if chosen is None:
                options = (Option(False, "not allowed"), Option(True, "allowed"))
                raise Undecided(
                    Point(
                        f"whether this may be done: {act}",
                        Kind.SILENT,
                        key,
                        options,
                        (),
                        "no clause allows or forbids it",
                    )
                )
            return "yes" if chosen else "no"
        return "no"

    def _must(self, view: View, form: Must) -> str:
        wanted = form.wanted(view)
        names = {form.named(i) for i in wanted}
        obliged = False
        for norm, fulfilling in duties(view.context, form.act, form.possible(view)):
            allowed = {
                form.named(i) for i in fulfilling if not isinstance(permission(view.context, form.act, i), Forbidden)
            }
            if allowed & names:
                view.context.cite(norm)
            obliged = obliged or bool(allowed and allowed <= names)
        if not obliged:
            for args in wanted:
                permission(view.context, form.act, args)
        return "yes" if obliged else "no"


def _quietly(branch: Branch) -> bool:
    """The moment ends by itself when the scene speaks of something else."""
    return branch.waits is not None and branch.waits[0].lapses and not branch.waits[0].told


def _forked(branch: Branch, point: Point) -> list[Branch]:
    return [
        Branch(
            position, (*branch.trail, Took(point, option)), branch.waits, branch.ended, branch.illegal, branch.settled
        )
        for option, position in fork(branch.position, point).ways
    ]
