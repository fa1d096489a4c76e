"""Sentences that speak of what was done to a thing this turn, or in the last one: it is written down, and forgotten in time."""

from __future__ import annotations

import re

from checker.load.plain.ruled import ChangedNorms
from checker.load.plain.rules_changed import NotRead, line_of, whole
from checker.syntax.grammar import Phrase, phrases
from checker.syntax.natural.english import IRREGULAR, article, bare, done

_OTHERS = ("your opponent", "their opponent", "the opponent", "another player", "an opponent", "somebody else")


class RememberedActs(ChangedNorms):
    """What is forbidden of things that something was done to before."""

    def _remembered(self, words: dict[str, str], number: int) -> str:
        sort, who = words["sort"].lower(), words["who"].lower()
        event = self._event_of(words["verb"].lower(), sort)
        renewed = self._renewal(words["period"].strip(), number)
        if not renewed:
            raise NotRead("of a game nothing is the last one")
        said = whole(f"{words['said']} {article(sort)} {sort}")
        found = self.sentences.once(line_of(said))
        if found is None:
            raise NotRead("who may not do what?", self._hint(said, "norm"))
        doer, forbidden, cond = found[0], found[2], found[3]
        gap = next(name for name, slot in event.slots if slot == sort)
        letters = self.words_letters(sort)
        thing = next((x for x in letters if re.search(rf"\b{x}\b", forbidden)), "")
        if not thing:
            raise NotRead(f"of which {sort} is that said?")
        last = words["when"].lower() != "this"
        now = f"{{0}} was {done(bare(event.parts[1]))} by {{1}} in this {words['period']} (E{number})"
        before = now.replace("in this", "in the last")
        told = " ".join(part[1:-1] if part.startswith("{") else part for part in event.parts)
        actor = event.slots[0][0]
        other = next(x for x in self.words_letters("player") if x != doer)
        whose = f"{other} is not {doer} and " if who in _OTHERS else f"{other} is {doer} and "
        holds = (before if last else now).format(thing, other)
        step = renewed[0].partition(": ")[0]
        each = f"For each {sort} {thing}, for each player {other}, "
        kept = f"(If {now.format(thing, other)}, (Set it so that {before.format(thing, other)}.) otherwise (Set it not so that {before.format(thing, other)}.). "
        also = f" and ({cond})" if cond else ""
        return "\n".join(
            (
                f'field now E{number} "{now.format(_gap(thing), _gap(other))}": condition, starts no',
                f'field before E{number} "{before.format(_gap(thing), _gap(other))}": condition, starts no',
                f'clause E-{number} prohibition "Errata"',
                *((f"  over {' '.join(over)}",) if (over := list(self._allowing(self._act_of(forbidden)))) else ()),
                f"  says {words['said']} the {sort} that {who} {words['verb']} {words['when']} {words['period']}.",
                f"  norm when {told}, set it so that {now.format(gap, actor)}",
                f"  norm {forbidden} if {whose}{holds}{also}",
                f"{step}: {each}{kept}Set it not so that {now.format(thing, other)}.).",
            )
        )

    def _event_of(self, verb: str, sort: str) -> Phrase:
        """What happens to a thing of the sort where somebody does that to it. Raises NotRead if nothing does."""
        base = IRREGULAR.get(verb, verb)
        for phrase in phrases(self.words):
            told = phrase.result == "happening" and len(phrase.slots) > 1 and phrase.slots[0][1] == "player"
            if told and sort in {slot for _, slot in phrase.slots} and phrase.parts[0] == _gap(phrase.slots[0][0]):
                plain = bare(phrase.parts[1]) if phrase.parts[1].endswith("s") else ""
                if (plain and verb in (plain, done(plain))) or plain == base != "":
                    return phrase
        raise NotRead(f"nothing that players do to a {sort} is called `{verb}`")


def _gap(letter: str) -> str:
    return "{" + letter + "}"
