"""What the text of a card says is done as a period of play begins or ends: a step of the procedure of that name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from checker.kernel.game import Step
from checker.kernel.source import InputError
from checker.kernel.vocabulary import Vocabulary
from checker.syntax.files import Entry, SourceLine
from checker.syntax.natural.spans import PERIOD
from checker.syntax.sentences import Sentences

_MOMENT = re.compile(
    r"(?:while this card is in (?P<place>your [\w ]+), )?at the (?P<when>beginning|start|end) of "
    r"(?P<whose>your|each|every|the) (?P<period>[a-z ]+?), (?P<done>.+)",
    re.IGNORECASE,
)
CARD, WHO = "C1", "P1"


class CardMoment(NamedTuple):
    """A step that a card brings, of the procedure, as that begins or ends."""

    procedure: str
    first: bool
    step: Step


def at_moment(line: SourceLine) -> bool:
    """The line of a card says what is done as a period begins or ends."""
    return line.key == "text" and _MOMENT.fullmatch(line.rest) is not None


def moments(entry: Entry, title: str, sentences: Sentences) -> Iterator[CardMoment]:
    """The steps that the card brings. Raises InputError for a line that is not read."""
    for number, line in enumerate((x for x in entry.lines if at_moment(x)), 1):
        said = _MOMENT.fullmatch(line.rest)
        assert said is not None
        period, own = _period(sentences.words, said["period"].lower(), line)
        own = own if own == "P" or said["when"].lower() != "end" else ""
        your = said["whose"].lower() == "your"
        if your and not own:
            raise _refused(line, f"whose {period} is that? nothing says so there", "`each …` speaks of all of them")
        where = _where(sentences.words, said["place"], line)
        done = re.sub(r"\b[Tt]his card\b", CARD, said["done"][:1].upper() + said["done"][1:])
        full = sentences.done_by(msgspec.structs.replace(line, rest=done), WHO)
        if full is None:
            raise _refused(line, "what is done then is not read", "")
        one = f"{CARD} is {title} and {where}" + f" and {WHO} is {own}" * your
        text = f"For each card {CARD}, for each player {WHO} such that ({one}), ({full})."
        effect = sentences.effect(SourceLine("step", text, line.place, text))
        step = Step(f"{title} {number}", (entry.text("by", title),), effect, (), line.place)
        yield CardMoment(period, said["when"].lower() != "end", step)


def _period(words: Vocabulary, said: str, line: SourceLine) -> tuple[str, str]:
    """The procedure that is meant, and whose it is."""
    periods = {s.name: s.means for s in words.shorts if s.result == PERIOD}
    if said not in periods:
        named = ", ".join(f"`{name}`" for name in periods)
        raise _refused(line, f"no procedure is called `{said}`", f"a period is one of {named}")
    return said, periods[said]


def _where(words: Vocabulary, place: str | None, line: SourceLine) -> str:
    """The condition under which the card works for a player."""
    short = next(
        (s for s in words.shorts if s.result == "condition" and "this card" in s.means and len(s.params) == 1), None
    )
    if place is None and short is not None:
        return "(" + re.sub(rf"\b{short.params[0]}\b", WHO, short.means).replace("this card", CARD) + ")"
    zones = [z.phrase.split(" | ")[0] for z in words.zones if z.cards and len(z.params) == 1]
    told = {
        f"your {found[1]}": re.sub(r"\{\w+\}", WHO, z)
        for z in zones
        if (found := re.fullmatch(r"the (.+) of \{\w+\}", z))
    }
    if place is not None and place.lower() not in told:
        raise _refused(
            line, f"nobody has a place called `{place}`", f"a place is one of {', '.join(map('`{}`'.format, told))}"
        )
    if place is None:
        first = next(reversed(told), "your …")
        rest = line.rest[:1].lower() + line.rest[1:]
        raise _refused(
            line, "nothing says where the card works", f"did you mean `While this card is in {first}, {rest}`?"
        )
    return f"{CARD} is in {told[place.lower()]}"


def _refused(line: SourceLine, message: str, hint: str) -> InputError:
    return InputError(line.located(line.problem(message, hint)))
