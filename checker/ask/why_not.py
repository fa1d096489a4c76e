"""Why the answer is not another one: what would have allowed or forbidden it, and what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator

from checker.kernel.norm import Claim, May, Must, MustNot, Norm
from checker.kernel.position import Key, Store
from checker.kernel.scene import Ask, Form, Item
from checker.kernel.scene import MayQuestion as MayForm
from checker.kernel.term import And, Call, Cond, Is, Not, Or, Undecided, Value
from checker.norms.evaluate import Binding, Context
from checker.norms.permissions import Permitted, Unregulated, permission
from checker.norms.rulebook import Rulebook
from checker.scenes.question_view import View
from checker.verdicts.point_wording import listed
from checker.verdicts.scene_interpreter import SceneReading
from checker.verdicts.verdict import Answer

WORDS: dict[type[Claim], str] = {May: "allow it", Must: "oblige to it", MustNot: "forbid it"}
STANDING: dict[type[Claim], str] = {May: "allows it", Must: "obliges to it", MustNot: "forbids it"}
AGREEING = (f" {STANDING[May]}", f" {STANDING[Must]}")
OPEN = "whether {} applies is open"


class WatchedForms:
    """Forms of a scene that remember what their questions looked at: `notes`, one set a question.

    Each note goes with what would be answered where it was looked, or with any answer if that is nothing.
    """

    def __init__(self, forms: SceneReading, rules: Rulebook) -> None:
        self.forms = forms
        self.rules = rules
        self.first = forms.first
        self.forced = forms.forced
        self.untold = forms.untold
        self.opening = forms.opening
        self.phase = forms.phase
        self.holding = forms.holding
        self.others = forms.others
        self.nowhere = forms.nowhere
        self.notes: list[dict[tuple[str, str], None]] = []

    @property
    def stated(self) -> frozenset[Key] | None:
        """What the scene tells of where play may stand, once its table is laid out."""
        return self.forms.stated

    def told(self, number: int, answer: Answer) -> tuple[str, ...]:
        """What is told of the question of that number, looked at where it was so answered.

        That a clause is open is told only if no way decides it, what allows the act only if it may be forbidden.
        """
        values = {str(outcome.value) for outcome in answer.outcomes}
        looked = self.notes[number] if number < len(self.notes) else {}
        notes = dict.fromkeys(
            note
            for note, said in looked
            if (not said or said in values)
            and (values != {"yes"} or note.partition(" (")[0].endswith(AGREEING) is False)
        )
        decided = {
            OPEN.format(w.strip("(,)")) for note in notes if not note.startswith("whether") for w in note.split()
        }
        return tuple(note for note in notes if note not in decided)

    def form(self, item: Item) -> Form:
        """The form of the statement; a question's looks are remembered."""
        form = self.forms.form(item)
        if item.tree.parts[0] is not item.said:
            self.notes.append({})
        match form:
            case MayForm(act, instances, granted):

                def seen(view: View) -> tuple[tuple[Value, ...], ...]:
                    found = instances(view)
                    for args in found:
                        said = _said(view.rules, view.store, act, args)
                        notes = ((note, said) for note in why(view.rules, view.store, act, args))
                        self.notes[-1].update(dict.fromkeys(notes))
                    return found

                return MayForm(act, seen, granted)
            case Ask(answer):

                def asked(view: View) -> str:
                    told = answer(view)
                    for loser, winner in view.context.beaten:
                        self.notes[-1][f"{loser} does not stand: {winner} outranks it", ""] = None
                    return told

                return Ask(asked, form.of_legality)
        return form


def _said(rules: Rulebook, store: Store, act: str, args: tuple[Value, ...]) -> str:
    """Whether the act is allowed there, in words; nothing where that is open."""
    try:
        ruling = permission(Context(rules, store), act, args)
    except Undecided:
        return ""
    return "" if isinstance(ruling, Unregulated) else "yes" if isinstance(ruling, Permitted) else "no"


def why(rules: Rulebook, store: Store, act: str, args: tuple[Value, ...]) -> Iterator[str]:
    """What is live about the act and who outranks whom; then what says otherwise of this card, but not here."""
    live: list[Norm] = []
    unmet: list[Norm] = []
    for norm in rules.deontic[act]:
        claim = norm.claim
        assert isinstance(claim, May | Must | MustNot)
        context = Context(rules, store)
        env = None
        try:
            env = context.matches(claim.act, args)
            if env is not None and context.applies(norm, env):
                live.append(norm)
            elif env is not None and _about(context, norm.cond, env):
                unmet.append(norm)
        except Undecided:
            if not _fails(context, norm.cond, env):
                yield OPEN.format(norm.clause)
    beaten = {n.id: _above(rules, n, live) for n in live}
    for norm, same in _once(live):
        also = f" ({listed(same)} say{'' if len(same) > 1 else 's'} the same)" if same else ""
        above = beaten[norm.id]
        if above:
            outranks = f"{listed(above)} {'outrank' if len(above) > 1 else 'outranks'} it"
            yield f"{norm.clause} would {WORDS[type(norm.claim)]}, but {outranks}{also}"
        else:
            yield f"{norm.clause} {STANDING[type(norm.claim)]}{also}"
    allowed = any(not isinstance(n.claim, MustNot) and not beaten[n.id] for n in live)
    yield from _elsewhere(rules, [n for n in unmet if isinstance(n.claim, MustNot if allowed else May)], live)


def _fails(context: Context, cond: Cond, env: Binding | None) -> bool:
    """A part of the condition is not so, whatever the parts that are open turn out to be."""
    if env is None:
        return False
    for part in cond.parts if isinstance(cond, And) else (cond,):
        try:
            if not context.holds(part, env):
                return True
        except Undecided:
            continue
    return False


def _once(norms: list[Norm]) -> Iterator[tuple[Norm, tuple[str, ...]]]:
    """Each norm that says something new, with the other clauses that say the same."""
    groups: dict[tuple[Claim, Cond], list[Norm]] = {}
    for norm in norms:
        groups.setdefault((norm.claim, norm.cond), []).append(norm)
    for first, *others in groups.values():
        yield first, tuple(dict.fromkeys(n.clause for n in others if n.clause != first.clause))


def _above(rules: Rulebook, norm: Norm, live: list[Norm]) -> tuple[str, ...]:
    """The clauses that say otherwise and outrank the norm."""
    against = (o for o in live if isinstance(o.claim, MustNot) != isinstance(norm.claim, MustNot))
    return tuple(dict.fromkeys(o.clause for o in against if rules.outranks(o.id, norm.id)))


def _elsewhere(rules: Rulebook, norms: list[Norm], live: list[Norm]) -> Iterator[str]:
    """What the norms would say if what they ask for were so; of several that say the same the first."""
    heard = {n.clause for n in live}
    summaries = {c.id: c.summary for c in rules.game.clauses}
    for norm, _ in _once([n for n in norms if n.clause not in heard]):
        if norm.clause not in heard:
            heard.add(norm.clause)
            yield f"{norm.clause} would {WORDS[type(norm.claim)]}, but not here: {summaries[norm.clause]}"


def _about(context: Context, cond: Cond, env: Binding) -> bool:
    """The condition says of what kind something is, and so far as kinds are concerned it holds."""
    parts = cond.parts if isinstance(cond, And) else (cond,)
    kinds = [p for p in parts if _of_kind(context.rules, p)]
    return bool(kinds) and all(context.holds(p, env) for p in kinds)


def _of_kind(rules: Rulebook, cond: Cond) -> bool:
    """The condition speaks of kinds and titles of cards, and of nothing else."""
    match cond:
        case Not(part):
            return _of_kind(rules, part)
        case And(parts) | Or(parts):
            return all(_of_kind(rules, p) for p in parts)
        case Is(Call("is", _)):
            return True
        case Is(Call(name, _)):
            meaning = rules.facts[name].meant if name in rules.facts else None
            return isinstance(meaning, Not | And | Or | Is) and _of_kind(rules, meaning)
        case _:
            return False
