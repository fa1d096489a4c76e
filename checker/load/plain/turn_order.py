"""Sentences that speak of who had the first turn, the second or the last, which is written down, and of what is done as a period of
play begins or ends, which is a step of the procedure of that name."""

from __future__ import annotations

import msgspec

from checker.kernel.vocabulary import Field, Short, sorts
from checker.load.plain.ruled import ChangedNorms
from checker.load.plain.rules_changed import NotRead, line_of, whole
from checker.syntax.natural.spans import PERIOD

_NTH = {"first": "1", "second": "2", "third": "3", "last": "the number of player Q such that always"}
_PERIOD = "turn"


class OrderOfTurns(ChangedNorms):
    """What holds of whoever had a turn before or after the others."""

    def _in_order(self, words: dict[str, str], number: int) -> str:
        nth = words["nth"].lower()
        who, steps = self._turns(_PERIOD)
        letter = next(s.letters for s in sorts(self.words) if s.name == "player")[0]
        went = f"{{{letter}}} went {nth} (E{number})"
        field = Field(f"went E{number}", (letter,), "condition", went, False)
        who_did = Short(
            f"who went E{number}",
            "which_player",
            (letter,),
            f"who went {nth} (E{number})",
            "",
            went.replace("{", "").replace("}", ""),
        )
        known = msgspec.structs.replace(
            self.words, fields=(*self.words.fields, field), shorts=(*self.words.shorts, who_did)
        )
        said = f"{words['before']}the player who went {nth}"
        try:
            told = type(self)(known, self.word_entries, self.rules)._ruled(
                whole(f"{said} (E{number}){words['after']}"), f"{said}{words['after']}", number
            )
        except NotRead as error:
            raise NotRead(error.message, error.hint.replace(f" (E{number})", "")) from None
        place = f"the place of {{}} in the order of first turns (E{number})"
        theirs = place.format(who)
        return "\n".join(
            (
                f'field place E{number} "{place.format("{P}")}": number, starts 0',
                f'fact went E{number} "{went}": condition',
                f"  means {place.format(letter)} is {_NTH[nth]}",
                told,
                f"step order-{number} of {_PERIOD} E-{number} before {steps[0]}: If {theirs} is 0, "
                f"set {theirs} to 1 plus the number of player Q such that ({place.format('Q')} is at least 1).",
            )
        )

    def _turns(self, period: str) -> tuple[str, list[str]]:
        """Whose each period of that name is, and the steps of its procedure. Raises NotRead where it is nobody's."""
        who = next((s.means for s in self.words.shorts if s.result == PERIOD and s.name == period), "")
        entry = self.rules.get(f"procedure {period}")
        steps = [line.rest.partition(":")[0].split()[0] for line in entry.all("step")] if entry is not None else []
        if not who or not steps:
            raise NotRead(f"no procedure is called `{period}` that is somebody's; whose comes first is not known")
        return who, steps

    def _in_the_first(self, words: dict[str, str], number: int) -> str:
        """What nobody may do in the first of their periods."""
        period = words["period"].lower()
        whose, steps = self._turns(period)
        found = self.sentences.once(line_of(whole(words["said"])))
        if found is None:
            raise NotRead("who may not do what?", self._hint(whole(words["said"]), "norm"))
        who, _, forbidden, cond = found
        first, had = f"it is the first {period} of {{}} (E{number})", f"{{}} has had a {period} (E{number})"
        over = list(self._allowing(self._act_of(forbidden)))
        ended = f"For each player Q, set it not so that {first.format('Q')}."
        return "\n".join(
            (
                f'field first E{number} "{first.format("{P}")}": condition, starts no',
                f'field had E{number} "{had.format("{P}")}": condition, starts no',
                f'clause E-{number} prohibition "Errata"',
                *((f"  over {' '.join(over)}",) if over else ()),
                f"  says {words['said']} in their first {period}.",
                f"  norm {forbidden} if {first.format(who)}{f' and ({cond})' if cond else ''}",
                f"step first-{number} of {period} E-{number} before {steps[0]}: {ended} If not {had.format(whose)}, "
                f"(Set it so that {first.format(whose)}. Set it so that {had.format(whose)}.).",
                f"step had-{number} of {period} E-{number} after {steps[-1]}: {ended}",
            )
        )


class MomentsOfPlay(ChangedNorms):
    """What is done as a period begins or ends."""

    def _at_moment(self, words: dict[str, str], number: int) -> str:
        period, whose, when = words["period"].strip().lower(), words["whose"].lower(), words["when"].lower()
        entry = self.rules.get(f"procedure {period}")
        steps = [line.rest.partition(":")[0].split()[0] for line in entry.all("step")] if entry is not None else []
        if not steps:
            named = ", ".join(f"`{k.partition(' ')[2]}`" for k in self.rules if k.startswith("procedure "))
            raise NotRead(f"no procedure is called `{period}`; a period is one of {named}")
        own = next((s.means for s in self.words.shorts if s.result == PERIOD and s.name == period), "")
        if own != "P" and when == "end":
            own = ""
        if whose in ("your", "their") and not own:
            raise NotRead(f"whose {period} is that? nothing says so there; `each {period}` speaks of all of them")
        said = words["done"][:1].upper() + words["done"][1:]
        done = self.sentences.done_by(line_of(whole(said)), own if whose == "your" else "")
        if done is None or self.sentences.language.known(done, "effect") is None:
            raise NotRead("what is done then is not read", self._hint(whole(said), "effect"))
        where = f"before {steps[0]}" if when != "end" else f"after {steps[-1]}"
        return "\n".join(
            (
                f'clause E-{number} effect "Errata"',
                f"  says At the {when} of {whose} {period}, {words['done']}.",
                "  informal a step says what is done",
                f"step at-{number} of {period} E-{number} {where}: {done}",
            )
        )
