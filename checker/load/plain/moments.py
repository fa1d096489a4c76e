"""Sentences that say what is done as a period of play begins or ends: each is a step of the procedure of that name."""

from __future__ import annotations

from checker.load.plain.ruled import ChangedNorms
from checker.load.plain.rules_changed import NotRead, line_of, whole
from checker.syntax.natural.spans import PERIOD


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
