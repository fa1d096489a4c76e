"""Sentences that say in which case something holds, or in which it does not: what they change is changed there, and stands as it
was elsewhere."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property

from checker.kernel.source import InputError
from checker.kernel.vocabulary import sorts
from checker.load.plain.patterns import figures
from checker.load.plain.ruled import ChangedNorms
from checker.load.plain.rules_changed import NotRead, line_of, whole
from checker.syntax.natural.english import plural
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
_THEY = re.compile(r"^(?:they|he or she|that player|you) (\w+)", re.I)
_OF_ONE = {"are": "is", "have": "has", "hold": "holds", "own": "owns", "do": "does", "were": "was", "can": "can"}
_THEIRS = re.compile(r"\b(?:they|their|them|you|your|he|she|his|her)\b", re.I)
_DOER = re.compile(r"([A-Z]) (?:may|must)\b")
_BOUND = re.compile(r"\b(?:a|an|any|every|each|some|number of) [a-z]+ ([A-Z]\d*) such that\b")
_LETTER = re.compile(r"(?<![\"\w])[A-Z]\d*(?![\w\"])")
_ASIDE = re.compile(r"\b(?:who|whom|that|which|whose)\b(?: [^ ,]+){0,4}$|\bgames?$", re.I)
"""What ends so may be what the case is said of, and not the whole."""
_BLOCK = re.compile(r"^\S.*(?:\n  .*)*", re.M)
_AMOUNTS = (
    (r"(\d+) or more|at least (\d+)|(?:no|not) (?:fewer|less) than (\d+)", "at least"),
    (r"(\d+) or (?:fewer|less)|at most (\d+)|(?:no|not) more than (\d+)", "at most"),
    (r"more than (\d+)", "more than"),
    (r"(?:fewer|less) than (\d+)", "less than"),
    (r"(?:exactly |only |just )?(\d+)", ""),
    (r"(no)|not any", ""),
)
_HAVE = r"(?:is|are|lie|lies|remain|remains|stand|stands)(?: still| left)?"
_COUNTED = (
    rf"(?:there (?:is|are) (?P<many>{{0}}) (?P<what>.+?)|(?P<many2>{{0}}) (?P<what2>.+?) {_HAVE})(?: (?P<where>.+))?"
)
_PLAYERS = (
    r"(?:an? |the )?(?P<two>\d+)-player games?",
    r"(?:an? |the )?(?:game|round|table)s? (?:with|of|for|between|among) (?P<many>{0}) players",
    r"(?:there (?:is|are) )?(?P<many>{0}) players?(?: (?:are|is) playing| (?:take|takes) part| plays?)?",
)
_NAMED = "|".join(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"))
_LAST = re.compile(
    r"(?:a|any|one|either) player (?:has )?(?:played|laid|placed|plays|lays|places) "
    r"(?:(?:the|their) last (?:of their )?(\w+)(?: in their hand)?|all (?:of )?their (\w+))",
    re.I,
)
_EMPTY = re.compile(r"(?P<what>.+?) (?:is|are) (?P<no>not |no longer )?empty|(?P<run>.+?) (?:has|have) run out")


class FramedErrata(ChangedNorms):
    """What holds in some case only."""

    @abstractmethod
    def formal(self, sentence: str, number: int, typed: bool = True) -> str:
        """The entries that the sentence says. Raises NotRead."""

    @cached_property
    def _unsaid_which(self) -> re.Pattern[str]:
        """What a condition may not call so, a thing of any sort by the sort alone: which is meant is not said."""
        names = "|".join(re.escape(one) for one in (sort.name for sort in sorts(self.words) if sort.name != "number"))
        return re.compile(rf"\b(?:the (?i:{names})(?! [A-Z]\b| (?:with|drawn|on|who)\b)|you|your|this|these)\b")

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
                and (cond := self.circumstance(found["cond"]) or self._of_doer(found["cond"]))
            ):
                yield found["base"].rstrip(","), cond, holds

    def only_case(self, said: str) -> tuple[str, str]:
        """What the sentence says and the only case in which it holds; nothing if it says none."""
        found = _ONLY.fullmatch(said)
        cond = self.circumstance(found["cond"] or found["cond2"]) if found else ""
        return ((found["base"] or found["base2"]).rstrip(","), cond) if found and cond else ("", "")

    def _of_doer(self, text: str) -> str:
        """The condition, in full, that says of whoever does something what the text says of `them`, with a gap for who that is."""
        said = _THEY.sub(lambda found: f"P {_OF_ONE.get(found[1].lower(), found[1])}", text)
        full = self._condition(said) if said != text and not _THEIRS.search(said) else ""
        free = {*_LETTER.findall(_untitled(full, self.titles))} - {*_BOUND.findall(full)}
        return re.sub(r"\bP\b", "{}", full) if free == {"P"} and not self._unsaid_which.search(full) else ""

    def circumstance(self, text: str) -> str:
        """The condition, in full, that says of no thing in particular what the text says; nothing if none does."""
        things = [(one.name, one.letters[0]) for one in sorts(self.words) if one.letters]
        for way in dict.fromkeys(ways_to_say(text, things, self.alike)):
            full = self._condition(way)
            free = {*_LETTER.findall(_untitled(full, self.titles))} - {*_BOUND.findall(full)}
            if full and not free and not self._unsaid_which.search(full):
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
        if "{}" in cond:
            doer = _DOER.match(head)
            if not doer:
                raise NotRead(f"`{norm}` is about nobody's act")
            cond = cond.replace("{}", doer[1])
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


def _untitled(cond: str, titles: tuple[str, ...]) -> str:
    """The condition without the titles in it."""
    for title in titles:
        cond = cond.replace(title, "")
    return cond


def _started(text: str) -> str:
    return whole(text[:1].upper() + text[1:])


def ways_to_say(text: str, sorts: Iterable[tuple[str, str]], alike: Sequence[Sequence[str]]) -> Iterator[str]:
    """Conditions that say just what the text says of how many there are of something, or when it is; `sorts` are those of things,
    each with a letter that stands for one."""
    said = _in_figures(text.strip())
    yield said
    yield f"it is {said}"
    if re.match(r"(?:an? |the )?final ", said):
        yield f"it is {said.replace('final', 'last', 1)}"
    for amount, told in _AMOUNTS:
        every = re.sub(r"\((?!\?)", "(?:", amount)
        for pattern in _PLAYERS if not told else _PLAYERS[1:]:
            if found := re.fullmatch(pattern.format(every), said, re.I):
                groups = found.groupdict()
                many = groups.get("two") or groups.get("many") or ""
                yield f"the number of players is {_number(many, amount, told)}"
        if found := re.fullmatch(_COUNTED.format(every), said, re.I):
            many = found["many"] or found["many2"]
            what, where = found["what"] or found["what2"], found["where"] or ""
            yield from (f"{one} is {_number(many, amount, told)}" for one in _numbers(what, where, [*sorts], alike))
    if found := _LAST.fullmatch(said):
        noun = next(filter(None, found.groups()))
        yield f"a player has no {plural(noun.removesuffix('s'))} in hand"
    if found := _EMPTY.fullmatch(said):
        holds = " is at least 1" if found["no"] else " is 0"
        things = dict.fromkeys((*(sort for sort, _ in sorts), "card"))
        yield from (f"the number of {plural(sort)} in {found['what'] or found['run']}{holds}" for sort in things)


def _number(many: str, amount: str, told: str) -> str:
    found = re.fullmatch(amount, many, re.I)
    number = next(filter(None, found.groups()), "") if found else many
    return f"{told} {'0' if number in ('', 'no') else number}".strip()


def _numbers(what: str, where: str, sorts: Sequence[tuple[str, str]], alike: Sequence[Sequence[str]]) -> Iterator[str]:
    """How the number of such things may be called."""
    words = what.split()
    group = next((g for g in alike if {words[-1].lower(), words[-1].lower().removesuffix("s")} & {*g}), ())
    nouns = dict.fromkeys((words[-1], *(plural(one) for one in group)))
    for noun in nouns:
        called = " ".join((*words[:-1], noun))
        place = f" {where}" if where else ""
        yield f"the number of {called}{place}"
        for sort, letter in sorts:
            if noun.lower() in (sort, plural(sort)) and len(words) == 1 and where:
                yield f"the number of {sort} {letter} such that {letter} is {where}"


def _in_figures(text: str) -> str:
    return re.sub(rf"\b(?:{_NAMED})\b(?=[ -])", lambda word: figures(word[0]), text, flags=re.I)
