"""What can be said of an amount: who has how much of it, more or less of it than others, most or least of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checker.kernel.vocabulary import Short
from checker.syntax.grammar import Phrase
from checker.syntax.natural.english import plural, singular
from checker.syntax.natural.leads import EQUAL, Further

HAVING = (
    ("more", "more {w} than {{{q}}}", "{own} is more than {other}"),
    ("less", "less {w} than {{{q}}} | fewer {w} than {{{q}}}", "{own} is less than {other}"),
    ("as much", "as much {w} as {{{q}}} | as many {w} as {{{q}}}", "{own} is {other}"),
    ("more than", "more than {{N}} {w}", "{own} is more than N"),
    ("less than", "less than {{N}} {w} | fewer than {{N}} {w}", "{own} is less than N"),
    ("at least", "at least {{N}} {w} | {{N}} or more {w} | {{N}} {w} or more", "{own} is at least N"),
    ("at most", "at most {{N}} {w} | {{N}} or less {w} | {{N}} or fewer {w} | {{N}} {w} or less", "{own} is at most N"),
    ("exactly", "exactly {{N}} {w}", "{own} is N"),
    ("none", "no {w}", "{own} is 0"),
)
"""What somebody has, and what it means: {own} amount, {other} amount of another."""
EXTREME = (
    (
        "more than others",
        "more {w} than each other player | more {w} than every other player | more {w} than any other player | more {w} than everyone else",
        "every {sort} {q} is such that ({q} is {one} or {own} is more than {other})",
    ),
    (
        "less than others",
        "fewer {w} than each other player | less {w} than each other player | fewer {w} than any other player | less {w} than any other player | fewer {w} than everyone else",
        "every {sort} {q} is such that ({q} is {one} or {own} is less than {other})",
    ),
    ("most", "the most {w} | the highest {w}", "every {sort} {q} is such that ({own} is at least {other})"),
    (
        "least",
        "the least {w} | the fewest {w} | the lowest {w}",
        "every {sort} {q} is such that ({own} is at most {other})",
    ),
)


EACH_AMOUNT = "each_amount"
"""The result of what each one of an amount is called: `coin you have`."""


def of_amount(name: str, wordings: str, letter: str, sort: str, means: str, held: bool = True) -> tuple[Short, ...]:
    """All that is said for short of the amount that is called so, of one thing of the sort; `held` if it can also be
    said to be held."""
    other = next(x for n in range(1, 100) if (x := f"{letter}{n}") not in means)
    said = {"own": means, "other": re.sub(rf"\b{letter}\b", other, means), "sort": sort, "q": other, "one": letter}
    leads = ("with", "who has", "who holds", "that has") if held else ("with", "who has")
    verbs = ("has", "holds") if held else ("has",)
    found: list[Short] = []
    if sort == "player":
        each_one, yours = _one_of(wordings.split(" | ")[0]), re.sub(rf"\b{letter}\b", "you", means)
        found.append(Short(f"{name} each", EACH_AMOUNT, (letter,), f"{each_one} {{{letter}}} has", "", means))
        found.append(Short(f"{name} each of yours", EACH_AMOUNT, (), f"{each_one} you have", "", yours))
    for how, phrase, meaning in (*HAVING, *(x for x in EXTREME if sort == "player" or "others" not in x[0])):
        of_one = [one for w in wordings.split(" | ") if "N" in phrase and (one := _one_of(w)) != w]
        ways = [way.format(w=w, q=other) for w in (*wordings.split(" | "), *of_one) for way in phrase.split(" | ")]
        slots = tuple(s for s in ("N", other) if f"{{{s}}}" in ways[0])
        params = (letter, *slots)
        cond = meaning.format(**said)
        which = " | ".join(f"{lead} {way}" for lead in leads for way in ways)
        if how == "none":
            which += "".join(f" | without {w}" for w in wordings.split(" | "))
        found.append(Short(f"{name} {how}", f"which_{sort}", params, which, "", cond))
        holds = " | ".join(f"{{{letter}}} {verb} {way}" for verb in verbs for way in ways)
        found.append(Short(f"{name} is {how}", "condition", params, holds, "", cond))
    return tuple(found)


def as_many(name: str, wordings: list[str], letter: str, means: str, pair: bool) -> Iterator[Short]:
    """That all players have the same of the amount, and that both have, where there is a `pair` of them."""
    other = next(x for n in range(1, 100) if (x := f"{letter}{n}") not in means)
    theirs = re.sub(rf"\b{letter}\b", other, means)
    same = f"every player {letter} is such that (every player {other} is such that ({means} is {theirs}))"
    who = ("all players", "both players") if pair else ("all players",)
    said = " | ".join(f"{they} have the same number of {wording}" for they in who for wording in wordings)
    yield Short(f"{name} all alike", "condition", (), said, "", same)


def _one_of(wording: str) -> str:
    """The wording as it is said of one: `at least 1 coin`, `at least 1 card in hand`."""
    first, _, rest = wording.partition(" ")
    return f"{singular(first)} {rest}".strip()


def equal_to(known: Iterable[Phrase]) -> Iterator[Further]:
    """What is done or happens with so much of something, as with an amount of it that is equal to another."""
    listed = [p for p in known if p.result in ("deed", "happening")]
    said = {p.parts for p in listed}
    for phrase in listed:
        at = next((n for n, part in enumerate(phrase.parts) if dict(phrase.slots).get(part[1:-1]) == "number"), -1)
        if at < 1 or len(phrase.parts) == at + 1 or not _NOUN.fullmatch(noun := phrase.parts[at + 1]):
            continue
        lead, gap, rest = phrase.parts[:at], phrase.parts[at], phrase.parts[at + 2 :]
        if noun != plural(noun) and (*lead, gap, plural(noun), *rest) in said:
            continue
        if noun in _BEHIND or (rest and rest[0] not in _BEHIND):
            continue
        number = next(slot for slot in phrase.slots if "{" + slot[0] + "}" == gap)
        here = (*lead, noun, "equal", "to", gap, *rest)
        yield Further(Phrase(f"{EQUAL}here__{phrase.rule}", phrase.result, here, phrase.slots), phrase.result)
        if rest[:1] == ("to",):
            where = phrase.slots.index(number)
            slots = (*(slot for slot in phrase.slots if slot != number), number)
            last = Phrase(
                f"{EQUAL}last{where}__{phrase.rule}", phrase.result, (*lead, noun, *rest, "equal", "to", gap), slots
            )
            yield Further(last, phrase.result)


_BEHIND = ("to", "from", "on", "by", "at", "against", "of", "in")
"""Words behind what there is so much of."""
_NOUN = re.compile(r"[A-Za-z]+")
