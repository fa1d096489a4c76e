"""What a question is told on one branch of play, and which clauses decide that."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TypeAlias, assert_never

from checker.kernel.norm import May as MayNorm
from checker.kernel.norm import Must as MustNorm
from checker.kernel.norm import MustNot, Norm
from checker.kernel.scene import Ask, MayQuestion, MustQuestion, WhatHappens
from checker.kernel.term import And, Undecided, Value
from checker.kernel.trees.walk import facts_in
from checker.norms.evaluate import Context
from checker.norms.permissions import Forbidden, Permitted, Unregulated, duties, permission
from checker.norms.rulebook import Rulebook
from checker.norms.unknown_values import unknown
from checker.provenance.deciding_clauses import deciding, driving, forbidding
from checker.provenance.permission_clauses import in_order, ruling_clauses
from checker.run.completions import told_whole
from checker.run.phrases import told as told_of
from checker.scenes.card_lookup import rely_on_text
from checker.scenes.question_view import View
from checker.scenes.trace_text import steps

Question: TypeAlias = MayQuestion | MustQuestion | Ask | WhatHappens


def told(view: View, form: Question) -> str:
    """The answer of one branch. Raises Undecided at an open point, NotStated where nobody can tell."""
    match form:
        case Ask(answer):
            return answer(view)
        case MayQuestion():
            meant = form.here(view)
            there = meant.instances(view)
            said = _may(view, meant.act, _told_whole(view, meant.act, there)) if there else _lacking(view, meant)
            rely_on_text(view, there)
            if said == "no" and view.branch.kept:
                _rely_on_duties(view, meant)
            return said
        case MustQuestion():
            rely_on_text(view, form.wanted(view))
            return _must(view, form)
        case WhatHappens():
            if view.branch.illegal or view.options_of_illegal_acts():
                return "illegal"
            for amount in (part for line in view.branch.lines() for part in line.event if unknown(part)):
                view.amount(amount)
            return "; ".join(step.text for step in steps(view.rules, view.branch.trail)) or "nothing"
        case _:
            assert_never(form)


def _told_whole(view: View, act: str, instances: tuple[tuple[Value, ...], ...]) -> tuple[tuple[Value, ...], ...]:
    return told_whole(view.context, act, instances, view.branch.position.agenda)


def _may(view: View, act: str, instances: tuple[tuple[Value, ...], ...]) -> str:
    silent = False
    for args in instances:
        ruling = permission(view.context, act, args)
        nameable = True if isinstance(ruling, Forbidden) else view.nameable(act, args)
        if isinstance(ruling, Permitted) and nameable:
            return "yes"
        silent = silent or (not isinstance(ruling, Forbidden) and nameable is not False)
    if not silent:
        return "no"
    chosen = view.unregulated(act)
    for args in instances:
        view.context.cites.update(dict.fromkeys(_near(Context(view.rules, view.store), act, args)))
    view.context.cites.update(dict.fromkeys(() if view.rules.deontic[act] else _moments_of(view.rules, act)))
    return "yes" if chosen else "no"


def _rely_on_duties(view: View, form: MayQuestion) -> None:
    """Relied on is what demands that something else be done that is allowed."""
    context = Context(view.rules, view.store)
    with suppress(Undecided):
        for norm, fulfilling in duties(context, form.act, form.possible(view) if form.possible else ()):
            if any(isinstance(permission(context, form.act, i), Permitted) for i in fulfilling):
                view.context.cite(norm)


def _moments_of(rules: Rulebook, act: str) -> tuple[str, ...]:
    """The clauses by which play comes to the moments at which the act is done."""
    from checker.provenance.excluding_clauses import occasions

    return rules.found.of(("moments of", act), lambda: occasions(rules, lambda moment: act in moment.acts))


def _lacking(view: View, form: MayQuestion) -> str:
    """No, since what it takes is lacking; relied on is what would be said with it."""
    granted = with_what_it_takes(view, form)
    needing = _needing(view.rules, form.act)
    view.context.cites.update(dict.fromkeys((*needing, *_elsewhere(view, form))))
    if needing and _allowed(granted, form):
        return "no"
    for args in form.instances(granted):
        with suppress(Undecided):
            permission(granted.context, form.act, args)
    view.context.cites.update(granted.context.cites)
    return "no"


def _needing(rules: Rulebook, act: str) -> tuple[str, ...]:
    """The clauses that demand what the act needs."""
    return rules.stated(rules.acts[act].because)


def _elsewhere(view: View, form: MayQuestion) -> tuple[str, ...]:
    """The clauses that say how many copies there are of what is lacking, if all of them are on the table already."""
    there = (value for args in form.instances(with_what_it_takes(view, form)) for value in args)
    cards = (view.rules.cards[str(v[0])] for v in there if isinstance(v, tuple) and v[0] in view.rules.cards)
    out = (c.copies_source for c in cards if view.store.get(("printed", c.title), 0) == c.copies)
    return view.rules.stated(tuple(dict.fromkeys(out)))


def remark(view: View, form: Question) -> str:
    """What there is to say of the answer besides: what an act lacks, which act was illegal, that play goes on."""
    match form:
        case MayQuestion(act, instances) if not instances(view) and view.rules.acts[act].lacking:
            declared, granted = view.rules.acts[act], instances(with_what_it_takes(view, form))
            return told_of(view.context, declared.lacking, declared.bound(granted[0])) if granted else ""
        case WhatHappens():
            return "; ".join(line.text for line in view.branch.lines() if line.event[:1] == ("illegal",))
        case Ask(so_far=True):
            waits = view.branch.waits
            return "so far; play goes on" if waits is not None and not waits[0].lapses else ""
        case _:  # of any other question its answer says all
            return ""


def with_what_it_takes(view: View, form: MayQuestion) -> View:
    """The same as if what is lacking for the act were there."""
    return View(view.rules, view.branch.on(form.granted(view.store) if form.granted else view.store), view.start)


def _must(view: View, form: MustQuestion) -> str:
    obliged = False
    for norm, allowed, barring in _bindings(view, form):
        if any(map(form.asked(view), allowed)):
            view.context.cite(norm)
        view.context.cites.update(dict.fromkeys(barring or ()))
        obliged = obliged or barring is not None
    if not obliged:
        for args in form.wanted(view):
            permission(view.context, form.act, args)
        for demanding in _demanding(view, form.act, form.wanted(view)):
            view.context.cite(demanding.id)
    return "yes" if obliged else "no"


def _bindings(
    view: View, form: MustQuestion
) -> Iterator[tuple[str, tuple[tuple[Value, ...], ...], tuple[str, ...] | None]]:
    """Each duty with the instances by which it may be fulfilled, and what binds to those that are wanted."""
    known: dict[tuple[object, ...], tuple[str, ...] | None] = {}
    for name, allowed in _owed(view, form):
        norm = view.rules.norms[name]
        says = (norm.claim, norm.cond, allowed)
        if says not in known:
            known[says] = _binding(view, form, name, allowed)
        yield name, allowed, known[says]


def _owed(view: View, form: MustQuestion) -> Iterator[tuple[str, tuple[tuple[Value, ...], ...]]]:
    """Each duty with the instances by which it may be fulfilled."""
    for norm, fulfilling in duties(view.context, form.act, form.possible(view)):
        allowed = (i for i in fulfilling if not isinstance(permission(view.context, form.act, i), Forbidden))
        yield norm, tuple(allowed)


def _binding(
    view: View, form: MustQuestion, norm: str, allowed: tuple[tuple[Value, ...], ...]
) -> tuple[str, ...] | None:
    """The clauses besides the norm by which nothing but what is wanted fulfils it; None if something else does, or if it
    gives way to another duty."""
    asked = form.asked(view)
    from checker.scenes.owed_acts import gives_way

    if any(map(asked, allowed)) and (others := gives_way(view, form.act, norm, allowed)) is not None:
        view.context.cites.update(dict.fromkeys(others))
        return None
    from checker.scenes.owed_acts import instead_of, unavoidable

    instead = instead_of(view, form.act, norm, allowed, form.possible(view)) if any(map(asked, allowed)) else ()
    if allowed and all(map(asked, (*allowed, *instead))):
        return ()
    return unavoidable(view, form.act, norm, allowed, asked, instead)


def decided_by(view: View, form: Question) -> tuple[str, ...]:
    """The clauses that decide the answer of one branch whose steps were kept."""
    legality = isinstance(form, WhatHappens) or (isinstance(form, Ask) and form.of_legality)
    if legality and (view.branch.illegal or (isinstance(form, WhatHappens) and view.options_of_illegal_acts())):
        return forbidding(view)
    match form:
        case MayQuestion():
            fresh = View(view.rules, view.branch, view.start)
            meant = form.here(fresh)
            if there := meant.instances(fresh):
                return _permitting(fresh, meant.act, _told_whole(fresh, meant.act, there))
            barring = _barring(with_what_it_takes(fresh, meant), meant)
            return (*barring, *_needing(view.rules, meant.act), *_elsewhere(view, meant))
        case MustQuestion():
            fresh = View(view.rules, view.branch, view.start)
            return _obliging(fresh, form)
        case WhatHappens():
            return driving(view)
        case Ask(of_legality=True):
            allowing = [line.clauses for line in view.branch.lines() if line.event == ("permission",)]
            return forbidding(view) or (allowing[-1] if allowing else ())
        case Ask():
            return deciding(view, lambda other: told(other, form))
        case _:
            assert_never(form)


def _barring(view: View, form: MayQuestion) -> tuple[str, ...]:
    """The clauses by which the act would not be allowed even with what it takes; all that speaks if it needs nothing."""
    needless = _needing(view.rules, form.act) and _allowed(view, form)
    return () if needless else _permitting(view, form.act, form.instances(view))


def _allowed(view: View, form: MayQuestion) -> bool:
    """One of the acts is allowed, for all that is decided."""
    with suppress(Undecided):
        context = Context(view.rules, view.store)
        return any(isinstance(permission(context, form.act, i), Permitted) for i in form.instances(view))
    return False


def _permitting(view: View, act: str, instances: tuple[tuple[Value, ...], ...]) -> tuple[str, ...]:
    """The clauses that allow the first act that is allowed, or that forbid them all, those that forbid each alone."""
    against: list[tuple[str, ...]] = []
    ranks: dict[str, None] = {}
    for args in instances:
        context = Context(view.rules, view.store)
        ruling = permission(context, act, args)
        named = ruling_clauses(context, act, args, ruling)
        ranking = _ranking(context, named)
        if isinstance(ruling, Permitted) and view.nameable(act, args):
            return (*named, *ranking)
        near = _near(context, act, args) if isinstance(ruling, Unregulated) else ()
        near = (*near, *(() if view.rules.deontic[act] else _moments_of(view.rules, act)))
        against.append(named if isinstance(ruling, Forbidden) else (*view.context.cites, *near))
        ranks.update(dict.fromkeys(ranking if isinstance(ruling, Forbidden) else ()))
    each = tuple(c for c in (against[0] if against else ()) if all(c in by for by in against))
    return (*(each or dict.fromkeys(c for by in against for c in by)), *ranks)


def _near(context: Context, act: str, args: tuple[Value, ...]) -> tuple[str, ...]:
    """The clauses that nearly allow the act, else those that nearly speak of it."""
    allowing = [n for n in context.rules.deontic[act] if isinstance(n.claim, MayNorm)]
    return (
        tuple(_nearly(context, allowing, args))
        or tuple(_nearly(context, context.rules.deontic[act], args))
        or tuple(_nearly(context, allowing, args, least=1))
    )


def _nearly(context: Context, norms: list[Norm], args: tuple[Value, ...], least: int = 2) -> Iterator[str]:
    """The clauses of those norms of at `least` so many conditions that would speak of the act if one thing more
    were so, the card being what it is."""
    for norm in norms:
        parts = norm.cond.parts if isinstance(norm.cond, And) else (norm.cond,)
        assert isinstance(norm.claim, MayNorm | MustNorm | MustNot)
        with suppress(Undecided):
            env = context.matches(norm.claim.act, args)
            unmet = [part for part in parts if env is not None and not context.holds(part, env)]
            if len(unmet) == 1 and len(parts) >= least and facts_in(unmet[0]) != {"is"}:
                yield norm.clause


def _ranking(context: Context, by: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses by which those clauses outrank what else is said."""
    norms = context.rules.norms
    ranks = (context.rules.rank(winner, loser) for loser, winner in context.beaten if norms[winner].clause in by)
    return tuple(rank for rank in ranks if rank is not None)


def _obliging(view: View, form: MustQuestion) -> tuple[str, ...]:
    wanted = form.wanted(view)
    found: list[Norm] = []
    one_way: list[Norm] = []
    besides: dict[str, None] = {}
    for norm, allowed, barring in _bindings(view, form):
        if any(map(form.asked(view), allowed)):
            one_way.append(view.rules.norms[norm])
        if barring is not None:
            found.append(view.rules.norms[norm])
            besides.update(dict.fromkeys(barring))
    if found:
        return (*in_order(view.rules, found, wanted[0]), *besides)
    if before := tuple(c for n in one_way for c in _before(view, form, n)):
        return tuple(dict.fromkeys(before))
    demanding = one_way or _demanding(view, form.act, wanted)
    named = in_order(view.rules, demanding, wanted[0]) if demanding else ()
    return (*_permitting(view, form.act, wanted), *named)


def _before(view: View, form: MustQuestion, duty: Norm) -> tuple[str, ...]:
    """The clauses of the duties to which this one gives way, and those by which these go before it."""
    allowed = next((a for name, a in _owed(view, form) if name == duty.id), ())
    from checker.scenes.owed_acts import gives_way

    others = gives_way(view, form.act, duty.id, allowed) or ()
    return (*others, *_ranking(view.context, others)) if others else ()


def _demanding(view: View, act: str, instances: tuple[tuple[Value, ...], ...]) -> list[Norm]:
    """The norms that would demand one of the acts, which nothing forbids, if one thing more were so."""
    context = Context(view.rules, view.store)
    demands = [n for n in view.rules.deontic[act] if isinstance(n.claim, MustNorm)]
    free = [args for args in instances if not isinstance(permission(context, act, args), Forbidden)]
    return [norm for args in free for norm in demands if any(_nearly(context, [norm], args))]
