"""Sentences that say what is not needed any more, and when the game ends: the bans on what goes without it are gone, and a step ends it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.kernel.vocabulary import sorts
from checker.load.apply_erratum import edges
from checker.load.plain.framed import FramedErrata
from checker.load.plain.restated import said
from checker.load.plain.rules_changed import NotRead, has, whole
from checker.load.plain.spoken_of import FEWEST_SHARED, words_of

_DENIED = re.compile(r"\bnot ((?:[A-Z]|the|there|an?) [^()]+?)(?= and | or |\)|$)")
_ENDS = re.compile(
    r"the game (?:ends|is over|stops)(?: (?:immediately|at once))? (?:once|when|as soon as|if) (?P<cond>[^,]+)"
    r"|(?:once|when|whenever|as soon as|if) (?P<cond2>[^,]+), the game (?:ends|is over|stops)(?: (?:immediately|at once))?",
    re.I,
)
_NOTHING = re.compile(r"there is a player ([A-Z]) such that the number of \w+ in the hand of \1 is 0")
_OVER = "the game is over"


class NeedsAndEnds(FramedErrata):
    """What need not be so, and when the game is over."""

    def _of_needs(self, sentence: str, _error: NotRead, number: int) -> str:
        """The bans on what is not as the sentence says that it need not be, taken away, if they deny just that."""
        told = said(sentence)
        words = words_of(f"{told.lead} {told.text}")
        if told.mode != "exempt" or told.struck or words.numbers or len(words.words) < FEWEST_SHARED or number < 1:
            return ""
        gone = dict[str, dict[str, None]]()
        for rule in self.spoken.clauses:
            for norm in self.norms[rule]:
                head, _, conds = norm.partition(" if ")
                for atom in _DENIED.findall(conds) if " must not " in head and norm[0] != "[" else ():
                    if self._just(atom, norm, rule, words.words):
                        gone.setdefault(f"{head}: {atom}", {})[f"remove norm of {rule}: {norm}"] = None
        return "\n".join(next(iter(gone.values()))) if len(gone) == 1 else ""

    def _just(self, atom: str, norm: str, rule: str, words: frozenset[str]) -> bool:
        """The words say all that is denied, and nothing that the rule, or what it is asked of, does not say."""
        named = words_of(" ".join(one.name for one in sorts(self.words) if has(atom, one.name))).words
        content = frozenset(word for word in words_of(atom).words if len(word) > 1) - named
        known = words_of(f"{self.spoken.clauses[rule].text('says')} {norm}").words
        return bool(content) and not self.spoken.missing(content, words) and not self.spoken.missing(words, known)

    def _of_the_end(self, sentence: str, _: NotRead, number: int) -> str:
        """A step that ends the game where the condition holds, behind the one that does so as players have acted."""
        found = _ENDS.fullmatch(sentence.strip().removesuffix("."))
        cond = self.circumstance(found["cond"] or found["cond2"]) if found else ""
        places = [*self._ends()]
        if not cond or len(places) != 1:
            return ""
        ((procedure, step),) = places
        cond = self._of_somebody(cond)
        return "\n".join(
            (
                f'clause E-{number} effect "Errata"',
                f"  says {whole(sentence)}",
                "  informal a step says what is done",
                f"step end-{number} of {procedure} E-{number} after {step}: If {cond}, set it so that {_OVER}.",
            )
        )

    def _of_somebody(self, cond: str) -> str:
        """The condition; where nobody has things in hand, as the game says it of everybody at its end."""
        if not _NOTHING.fullmatch(cond):
            return cond
        means = (entry.text("means") for key, entry in self.word_entries.items() if key.startswith("fact "))
        every = [
            one for one in means if re.match(r"every player [A-Z] is such that \(the number of \w+ in the hand of", one)
        ]
        if len(every) == 1:
            return re.sub(r"^every player ([A-Z]) is such that", r"there is a player \1 such that", every[0])
        return cond

    def _ends(self) -> Iterator[tuple[str, str]]:
        """The procedures in which players act and the game may end, each with the step that ends it."""
        for key, entry in self.rules.items():
            steps = entry.all("step") if key.startswith("procedure ") else ()
            acting = [at for at, line in enumerate(steps) if re.search(r": Players may act ", line.rest)]
            ends = [line for line in steps[max(acting) :] if f"set it so that {_OVER}" in line.rest] if acting else []
            if ends:
                yield key.partition(" ")[2], edges(ends[-1]).name
