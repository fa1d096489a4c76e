"""Why the answer is not another one: what would have allowed or forbidden it, and what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.kernel.norm import May, Must, MustNot, Norm
from checker.kernel.point import Undecided
from checker.kernel.scene import Ask, Form
from checker.kernel.scene import May as MayForm
from checker.kernel.term import Value
from checker.norms.context import Context
from checker.norms.rulebook import Rulebook

WORDS = {May: "allow it", Must: "oblige to it", MustNot: "forbid it"}
STANDING = {May: "allows it", Must: "obliges to it", MustNot: "forbids it"}


class Watched:
    """Forms of a scene that remember what their questions looked at: `notes`, one set a question."""

    def __init__(self, forms: Any, rules: Rulebook) -> None:
        self.forms = forms
        self.rules = rules
        self.notes: list[dict[str, None]] = []

    def __getattr__(self, name: str) -> Any:
        if name in ("forms", "rules", "notes"):
            raise AttributeError(name)
        return getattr(self.forms, name)

    def form(self, item: Any) -> Form:
        """The form of the statement; a question's looks are remembered."""
        form: Form = self.forms.form(item)
        if item.tree.parts[0].rule == "question":
            self.notes.append({})
        match form:
            case MayForm(act, instances):

                def seen(view: Any) -> Any:
                    found = instances(view)
                    for args in found:
                        self.notes[-1].update(dict.fromkeys(why(view.context.rules, view.store, act, args)))
                    return found

                return MayForm(act, seen)
            case Ask(answer, about):

                def asked(view: Any) -> str:
                    told = answer(view)
                    for loser, winner in view.context.beaten:
                        self.notes[-1][f"{loser} does not stand: {winner} outranks it"] = None
                    return told

                return Ask(asked, about)
        return form


def why(rules: Rulebook, store: Any, act: str, args: tuple[Value, ...]) -> Iterator[str]:
    """What is live about the act and who outranks whom; then the clauses whose conditions are not met."""
    live: list[Norm] = []
    unmet: dict[type[May | MustNot], dict[str, None]] = {May: {}, MustNot: {}}
    for norm in rules.deontic[act]:
        claim = norm.claim
        assert isinstance(claim, May | Must | MustNot)
        try:
            context = Context(rules, store)
            env = context.matches(claim.act, args)
            if env is not None and context.applies(norm, env):
                live.append(norm)
            elif env is not None and isinstance(claim, May | MustNot):
                unmet[type(claim)][norm.clause] = None
        except Undecided:
            yield f"whether {norm.clause} applies is open"
    for norm in live:
        above = [
            o
            for o in live
            if isinstance(o.claim, MustNot) != isinstance(norm.claim, MustNot) and rules.outranks(o.id, norm.id)
        ]
        if above:
            names = ", ".join(dict.fromkeys(o.clause for o in above))
            yield f"{norm.clause} would {WORDS[type(norm.claim)]}, but {names} outranks it"
        else:
            yield f"{norm.clause} {STANDING[type(norm.claim)]}"
    heard = {n.clause for n in live}
    for claims, clauses in unmet.items():
        left = ", ".join(c for c in clauses if c not in heard)
        if left:
            yield f"would {WORDS[claims]}, but what they ask for is not so here: {left}"
