"""Sentences that say in which case something holds, or in which it does not: what they change is changed there, and stands as it
was elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from checker.kernel.source import InputError
from checker.kernel.vocabulary import sorts
from checker.load.plain.circumstances import ways_to_say
from checker.load.plain.ruled import ChangedNorms
from checker.load.plain.rules_changed import NotRead, line_of, whole
from checker.syntax.natural.tables import LeftOpen

_WHEN = r"(?:if|when|whenever|while|as long as|so long as|provided(?: that)?)"
_IN = r"(?:in|during|with|among)"
_FRAMES = tuple(
    (re.compile(pattern, re.I), holds)
    for pattern, holds in (
        (rf"(?:outside(?: of)?|except {_IN}|except {_WHEN}|unless) (?P<cond>[^,]+), (?P<base>.+)", False),
        (rf"(?:{_IN}|{_WHEN}|once) (?P<cond>[^,]+), (?:then )?(?P<base>.+)", True),
        (rf"(?P<base>.+?),? (?:unless|(?:except|but not|though not) (?:{_WHEN}|{_IN})) (?P<cond>.+)", False),
        (rf"(?P<base>.+),? (?:{_WHEN}) (?P<cond>.+)", True),
        (rf"(?P<base>.+),? (?:{_IN}) (?P<cond>.+)", True),
    )
)
_ONLY = re.compile(
    rf"(?P<base>.+?),? (?:but )?only (?:{_WHEN}|{_IN}) (?P<cond>.+)|only (?:{_WHEN}|{_IN}) (?P<cond2>[^,]+), (?P<base2>.+)",
    re.I,
)
_BOUND = re.compile(r"\b(?:a|an|any|every|each|some|number of) [a-z]+ ([A-Z]\d*) such that\b")
_LETTER = re.compile(r"(?<![\"\w])[A-Z]\d*(?![\w\"])")
_ASIDE = re.compile(r"\b(?:who|whom|that|which|whose)\b(?: [^ ,]+){0,4}$|\bgames?$", re.I)
"""What ends so may be what the case is said of, and not the whole."""
_BLOCK = re.compile(r"^\S.*(?:\n  .*)*", re.M)
_CALLED_BY = re.compile(
    r"\b(?:the (?:hex|card|tile|player|Hex)(?! [A-Z]\b| (?:with|drawn|on|who)\b)|you|your|this|these)\b"
)
"""What a condition may not call so: which is meant is not said."""


class FramedErrata(ChangedNorms):
    """What holds in some case only."""

    def formal(self, sentence: str, number: int, typed: bool = True) -> str:
        """The entries that the sentence says. Raises NotRead."""
        raise NotImplementedError

    def _in_case(self, sentence: str, _: NotRead, number: int) -> str:
        """The entries that the sentence says, where its case is one that the game's words say; nothing if it says no such case."""
        said = sentence.strip().removesuffix(".")
        for base, cond, holds in self._cases(said):
            with suppress(NotRead):
                return self._under(self.formal(_started(base), number), cond, holds, sentence)
        return ""

    def has_case(self, sentence: str) -> bool:
        """The sentence says in which case it holds, in words that are known."""
        return next(self._cases(sentence.strip().removesuffix(".")), None) is not None

    def _cases(self, said: str) -> Iterator[tuple[str, str, bool]]:
        """What the sentence says, the case that limits it and whether it holds there or anywhere else."""
        for pattern, holds in _FRAMES:
            if (
                (found := pattern.fullmatch(said))
                and not _ASIDE.search(found["base"])
                and (cond := self.circumstance(found["cond"]))
            ):
                yield found["base"].rstrip(","), cond, holds

    def only_case(self, said: str) -> tuple[str, str]:
        """What the sentence says and the only case in which it holds; nothing if it says none."""
        found = _ONLY.fullmatch(said)
        cond = self.circumstance(found["cond"] or found["cond2"]) if found else ""
        return ((found["base"] or found["base2"]).rstrip(","), cond) if found and cond else ("", "")

    def circumstance(self, text: str) -> str:
        """The condition, in full, that says of no thing in particular what the text says; nothing if none does."""
        things = [(one.name, one.letters[0]) for one in sorts(self.words) if one.letters]
        for way in dict.fromkeys(ways_to_say(text, things, self.alike)):
            full = self._condition(way)
            free = {*_LETTER.findall(_quoted(full, self.titles))} - {*_BOUND.findall(full)}
            if full and not free and not _CALLED_BY.search(full):
                return full
        return ""

    def _condition(self, text: str) -> str:
        """The condition in full; nothing if it is not read."""
        with suppress(InputError, LeftOpen, ValueError):
            _, tree = self.sentences.read(line_of(text), "cond")
            full = self.sentences.card_language.show(self.sentences.unfolded(tree))
            return full if self.sentences.language.known(full, "cond") is not None else ""
        return ""

    def _under(self, entries: str, cond: str, holds: bool, sentence: str) -> str:
        """The entries where the condition holds, or where it does not; elsewhere all stands as it was. Raises NotRead for what cannot
        be changed so."""
        there, elsewhere = (cond, _denied(cond)) if holds else (_denied(cond), cond)
        lines = list[str]()
        for block in _BLOCK.findall(entries):
            head, _, rest = block.partition("\n")
            kind, _, told = head.partition(": ")
            if head.startswith("change norm of ") and rest.startswith("  norm "):
                rule = kind.removeprefix("change norm of ")
                lines.append(f"{head}\n  norm {self._only_if(told, elsewhere)}")
                lines.append(f"norm of {rule}: {self._only_if(rest.removeprefix('  norm '), there)}")
            elif head.startswith("remove norm of "):
                rule = kind.removeprefix("remove norm of ")
                lines.append(f"change norm of {rule}: {told}\n  norm {self._only_if(told, elsewhere)}")
            elif head.startswith("remove clause "):
                rule = head.removeprefix("remove clause ")
                if not self.norms[rule] or self._gone(rule) != head:
                    raise NotRead(f"{rule} is more than norms: it cannot hold in one case only")
                lines += [
                    f"change norm of {rule}: {one}\n  norm {self._only_if(one, elsewhere)}" for one in self.norms[rule]
                ]
            elif head.startswith("change clause ") and re.fullmatch(r"  says .*", rest):
                says = self.rules[head.removeprefix("change ")].text("says")
                lines.append(f"{head}\n  says {whole(says)} {whole(sentence)}")
            elif head.startswith("clause E-") and "\n  norm " in block and "informal" not in block:
                lines.append(
                    re.sub(r"(?m)^  says .*$", lambda _: f"  says {whole(sentence)}", self._clause_under(block, there))
                )
            elif head.startswith("norm of "):
                lines.append(f"{kind}: {self._only_if(told, there)}")
            else:
                raise NotRead(f"`{head}` cannot hold in one case only")
        return "\n".join(lines)

    def _clause_under(self, block: str, cond: str) -> str:
        return re.sub(r"(?m)^  norm (.*)$", lambda found: f"  norm {self._only_if(found[1], cond)}", block)

    def _only_if(self, norm: str, cond: str) -> str:
        """The norm where the condition holds, too. Raises NotRead where that is not one, or where the norm tells that of its own."""
        head, when, conds = norm.partition(" if ")
        core = cond.removeprefix("not ").strip("()")
        if core in norm or norm[0] == "[" or re.match(r"(?:when|instead of|whether|\") ", norm):
            raise NotRead(f"`{norm}` says itself when it holds")
        joined = f"({conds})" if " or " in conds else conds
        now = f"{head} if {f'{joined} and ' if when else ''}{f'({cond})' if ' or ' in cond else cond}"
        if not self._reads(now, "norm"):
            raise NotRead(f"`{cond}` is not read of `{norm}`")
        return now


def _denied(cond: str) -> str:
    return f"not ({cond})" if " " in cond else f"not {cond}"


def _quoted(cond: str, titles: tuple[str, ...]) -> str:
    """The condition without the titles in it."""
    for title in titles:
        cond = cond.replace(title, "")
    return cond


def _started(text: str) -> str:
    return whole(text[:1].upper() + text[1:])
