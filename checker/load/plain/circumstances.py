"""What an editor says of the case in which something holds, as the condition that the game's own words say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from checker.load.plain.patterns import figures
from checker.syntax.natural.english import plural

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
_EMPTY = re.compile(r"(?P<what>.+?) (?:is|are) (?P<no>not |no longer )?empty|(?P<run>.+?) (?:has|have) run out")


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
