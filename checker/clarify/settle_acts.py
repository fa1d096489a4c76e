"""How it can be settled whether an act is allowed, and what becomes of one that is not."""

from __future__ import annotations

from collections.abc import Iterator

from checker.clarify.rule_text import ActForm, NormText, Texts, both, matched, renamed
from checker.kernel.point import Point
from checker.kernel.trees.paraphrase import generally

SettlingWords = Iterator[tuple[str, tuple[str, ...]]]
"""Titles, each with the lines of an erratum."""


def _new(kind: str, title: str, norms: tuple[str, ...], over: tuple[str, ...] = ()) -> tuple[str, ...]:
    """A clause of the erratum's own; `E-0` stands for whatever name it gets."""
    ranks = (f"  over {' '.join(over)}",) if over else ()
    return (f'clause E-0 {kind} "Errata"', f"  says {title}.", *(f"  norm {n}" for n in norms), *ranks)


def unregulated(texts: Texts, act: str, question: str) -> SettlingWords:
    """An act that no clause allows or forbids: a clause that does either."""
    words = question.removesuffix("?").partition(" ")[2].split(" ", 1)
    if len(words) < 2 or not question.startswith("may "):
        return
    for form in texts.forms(act):
        names = matched(form.deed, words[1])
        if names is not None:
            conds = _conds(texts, form, words[0], names)
            for verb, kind in (("must not", "prohibition"), ("may", "permission")):
                claim = f"{form.actor} {verb} {form.deed}"
                text = f"{claim} if {' and '.join(conds)}" if conds else claim
                named = {c[:1]: "themselves" if c[5:] == form.actor else c[5:] for c in conds}
                said = generally(texts.game.vocabulary, renamed(claim, named))
                yield said, _new(kind, said[:1].upper() + said[1:], (text,))
            return


def _conds(texts: Texts, form: ActForm, who: str, names: dict[str, str]) -> list[str]:
    """What is said of the things in the question: cards by their titles, players by being the actor or not."""
    titles = {c.title.casefold(): c.title for c in texts.game.cards}
    found = []
    for letter, said in names.items():
        if said.casefold() in titles:
            found.append(f"{letter} is {titles[said.casefold()]}")
        elif said == who:
            found.append(f"{letter} is {form.actor}")
    return found


def illegal(texts: Texts, act: str, clauses: tuple[str, ...]) -> SettlingWords:
    """A forbidden act of which nobody says what becomes of it: it is taken back, or it is allowed after all."""
    forbidding = list(_forbidding(texts, act, clauses))
    yield from _undone(forbidding, clauses)
    if forbidding:
        norms = tuple(f"{form.actor} may {form.deed}{_if(norm)}" for form, norm in forbidding)
        title = f"What {both(clauses)} {'forbid' if len(clauses) > 1 else 'forbids'} may be done"
        yield title, _new("permission", title, norms, clauses)


def _if(norm: NormText) -> str:
    return f" if {norm.cond}" if norm.cond else ""


def _forbidding(texts: Texts, act: str, clauses: tuple[str, ...]) -> Iterator[tuple[ActForm, NormText]]:
    """The norms of the clauses that forbid the act, each with the form in the letters of the norm."""
    for norm in (n for c in clauses for n in texts.of(c)):
        actor, verb, deed = norm.claim.partition(" must not ")
        for form in texts.forms(act) if verb else ():
            if matched(form.deed, deed) is not None:
                names = {**(matched(form.deed, deed) or {}), form.actor: actor}
                yield ActForm(actor, deed, renamed(form.said, names)), norm
                break


def _undone(forbidding: list[tuple[ActForm, NormText]], clauses: tuple[str, ...]) -> SettlingWords:
    """The clauses say themselves that nothing comes of the act."""
    lines = tuple(
        f'norm of {norm.owner}: when {form.said}, carry out "taking-back" if {norm.cond}'
        for form, norm in forbidding
        if norm.cond
    )
    if lines:
        empty = ("procedure taking-back", '  step nothing: If not always, carry out "taking-back".')
        yield f"An act against {both(clauses, 'or')} is taken back, and nothing else comes of it", (*empty, *lines)


def consequences(texts: Texts, point: Point) -> SettlingWords:
    """A forbidden act to which another clause attaches something: the one that forbids it says which it is."""
    undone, done = point.options
    acts = [a.name for a in texts.game.vocabulary.acts if any(_forbidding(texts, a.name, undone.clauses))]
    for act in acts:
        yield from _undone(list(_forbidding(texts, act, undone.clauses)), undone.clauses)
        said = [f.said for f in texts.forms(act)]
        attached = [n.text for c in done.clauses for n in texts.of(c) if _upon(n, said)]
        lines = tuple(f"norm of {owner}: {text}" for owner in undone.clauses for text in attached)
        if lines:
            yield f"What {both(done.clauses)} attaches to it follows an act against {both(undone.clauses)}", lines


def _upon(norm: NormText, said: list[str]) -> bool:
    """The norm attaches something to the act."""
    event = norm.claim.removeprefix("when ").partition(",")[0]
    return norm.claim.startswith("when ") and any(matched(s, event) is not None for s in said)
