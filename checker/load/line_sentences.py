"""The sentence that a line of an entry states, and what stands before it; questions, setups and moments of cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import msgspec
from msgspec import structs

from checker.kernel.game import Step
from checker.kernel.norm import May, Must
from checker.kernel.source import InputError, Node
from checker.kernel.term import Cond, Expr, Lit, Some, Var, Yes
from checker.kernel.trees.two_state import primed
from checker.kernel.vocabulary import Asked, LaidOut, Reliance, ToldEvent, Vocabulary
from checker.load.short_entries.value_rows import by_case
from checker.load.vocabulary_reader import FORM, FORM_HEADS
from checker.syntax.files import Entry, SourceLine, with_line
from checker.syntax.natural.spans import PERIOD
from checker.syntax.parser import Language
from checker.syntax.sentences import EACH, Sentences, refusal

STARTS = {
    "norm": "norm",
    "text": "effect",
    "does": "effect",
    "last": "effect",
    "needs": "cond",
    "step": "effect",
    "means": "",
    "question": "",
    "setup": "effect",
    "told": "effect",
}
"""What a line states, by its key; anything that has a value where that is nothing."""
RETOLD = "by what it does"
"""Stands behind `told` where the act is not told apart from what it does: no sentence."""
_LABEL = re.compile(r"\[[^\]]*\] ")
_AMENDED = re.compile(r"(?:of )?[^\s:[]+: ")

_MOMENT = re.compile(
    r"(?:while this card is in (?P<place>your [\w ]+), )?at the (?P<when>beginning|start|end) of "
    r"(?P<whose>your|each|every|the) (?P<period>[a-z ]+?), (?P<done>.+)",
    re.IGNORECASE,
)
CARD, WHO = "C1", "P1"

WHETHER = "whether "
"""Begins what is asked about an act: `whether P may draw if P is on turn`."""
_SAID = re.compile(r'"(?P<words>[^"]+)"')
_BY = re.compile(r"(?:by )?(?P<clauses>\S+-\d+(?: \S+-\d+)*)")
_IF = " if "
_RECKONED = re.compile(r"\{([^{}]+ [^{}]+)\}")
"""What stands for a value in the words of a line, if it is reckoned: `{the number of results}`."""


class Sentence(NamedTuple):
    """A sentence: where it begins in the rest of its line, the language that it is read in, as what, and its tree."""

    at: int
    language: Language
    start: str
    tree: Node


def sentence_of(line: SourceLine, sentences: Sentences, full: bool = False) -> Sentence | None:
    """The sentence that the line states, in `full` or as cards say things; None if it states none.

    Raises InputError for one that cannot be read.
    """
    body, starts = stated(line, sentences)
    at = len(line.rest) - len(body.rest)
    body = sentences.whole(body) if starts == ("norm",) else body
    languages = (sentences.language,) if full else (sentences.language, sentences.card_language)
    for language, start in product(languages, starts):
        if (tree := language.known(body.rest, start)) is not None:
            return Sentence(at, language, start, tree)
    if starts:
        raise InputError(*map(line.located, refusal(body, languages, starts).problems))
    return None


def stated(line: SourceLine, sentences: Sentences) -> tuple[SourceLine, tuple[str, ...]]:
    """The line from its sentence on, and as what that may be read; as nothing if it states none."""
    key = line.key.partition("[")[0]
    body = line.cut(len(_lead(line))) if key in STARTS else line
    retold = key == "told" and line.rest == RETOLD
    if key not in STARTS or not body.rest.strip() or by_case(line) or at_moment(line) or retold:
        return body, ()
    if key == "question" and body.rest.startswith(WHETHER):
        return body.cut(len(WHETHER)), ("norm",)
    lead = line.rest.removesuffix(body.rest).rstrip()
    if key in FORM_HEADS and lead.endswith((" by", " ends")):
        return body, ()
    if key == "told" and lead.endswith("if"):
        return body, ("cond",)
    return body, (STARTS[key],) if STARTS[key] else ("cond", *sentences.language.starts)


def _lead(line: SourceLine) -> str:
    """What stands before the sentence: the norm that is changed, the label of a reading, a step's name and clauses."""
    if line.key in FORM_HEADS:
        found = FORM.match(line.rest)
        lead = found.group() if found else ""
        each = EACH.match(line.rest, len(lead))
        return lead + (each.group() if each else "")
    if line.key == "step":
        head, colon, _ = line.rest.partition(": ")
        return head + colon
    named = _AMENDED.match(line.rest) if line.key.startswith("norm") else None
    label = _LABEL.match(line.rest, named.end() if named else 0)
    return (named.group() if named else "") + (label.group() if label else "")


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


def behind(entry: Entry) -> SourceLine:
    """What a question asks, or what lays something out."""
    found = FORM.match(entry.head.rest)
    return entry.head.cut(found.end() if found else 0)


def asked(question: Asked, entry: Entry, sentences: Sentences) -> Asked:
    """The question with what it asks for, and what its answer relies on."""
    line = behind(entry)
    relies = tuple(_reliance(x, sentences) for x in entry.lines if x.key not in ("otherwise", "then"))
    question = structs.replace(question, then=entry.text("then").strip('"'))
    found = FORM.match(entry.head.rest)
    if found is not None and found["word"] == "by":
        function, given = _called(line.rest)
        return structs.replace(question, result="words", function=function, given=given, relies=relies)
    if line.rest.startswith(WHETHER):
        for other in entry.all("otherwise"):
            named = question.params
            question = structs.replace(question, otherwise=_of_act(Asked(question.phrase, named), other, sentences))
        return structs.replace(_of_act(question, line, sentences), relies=relies)
    result, asks = sentences.asked(line) or ("", question.asks)
    asks = primed(asks) if question.when == "before" else asks
    return structs.replace(question, result=result, asks=asks, relies=relies)


def _of_act(question: Asked, line: SourceLine, sentences: Sentences) -> Asked:
    """The question with the act that the line asks about, done with nothing that it does not name."""
    made = sentences.norm(line.cut(len(WHETHER)))
    if made is None or not isinstance(made[0], May | Must):
        return question
    claim = made[0]
    named = set(re.findall(r"\w+", line.rest))
    args = tuple(Lit(None) if isinstance(a, Var) and a.name not in named else a for a in claim.act.args)
    asks, where = structs.replace(claim, act=structs.replace(claim.act, args=args)), made[1]
    while isinstance(where, Some) and where.var in question.params:  # a gap stands for what is told, not for any
        where = where.where
    return structs.replace(question, result="act", asks=asks, where=where)


def laid_out(setup: LaidOut, entry: Entry, sentences: Sentences) -> LaidOut:
    """The setup with what it does, and what it refuses."""
    refuses = tuple(_reliance(x, sentences) for x in entry.lines if x.key != "then")
    then = [_laying(setup.then, line, sentences) for line in entry.all("then") if setup.then is not None]
    return structs.replace(_laying(setup, entry.head, sentences), refuses=refuses, then=(*then, None)[0])


def _laying(setup: LaidOut, line: SourceLine, sentences: Sentences) -> LaidOut:
    """The setup, or what may stand behind one, with what it does."""
    found = FORM.match(line.rest)
    if found is None:
        return setup
    said = line.cut(found.end())
    if found["word"] == "by":
        function, given = _called(said.rest)
        return structs.replace(setup, function=function, given=given)
    return structs.replace(setup, does=sentences.effect(said))


def _called(rest: str) -> tuple[str, tuple[str, ...]]:
    """The name of a function, and what it is given: what stands in quotes behind it."""
    function, *given = (part.strip() for part in rest.split('"') if part.strip())
    return function, tuple(given)


def told_event(event: ToldEvent, entry: Entry, sentences: Sentences) -> ToldEvent:
    """The statement with the act that it tells, or with what holds of the ways on which it is so."""
    found = FORM.match(entry.head.rest)
    refuses = tuple(_reliance(line, sentences) for line in entry.all("refuses"))
    event = structs.replace(event, refuses=refuses, then=entry.text("then").strip('"'))
    if found is not None and found["word"] == "if":
        return structs.replace(event, holds=sentences.cond(behind(entry)) or Yes())
    if found is not None and found["word"] == "by":
        return structs.replace(event, function=behind(entry).rest.strip())
    if found is not None and found["word"] == "ends":
        return structs.replace(event, ends=tuple(behind(entry).rest.strip().split(", ")))
    for line in entry.all("at"):
        moment, _, does = line.rest.removeprefix('"').partition('" does ')
        instead = sentences.effect(line.cut(len(line.rest) - len(does)))
        event = structs.replace(event, at=moment, instead=instead)
    lacking = entry.text("lacking").strip('"')
    already = bool(entry.all("already"))
    told = sentences.effect(behind(entry))
    return structs.replace(event, does=told, already=already, lacking=lacking)


def _reliance(line: SourceLine, sentences: Sentences) -> Reliance:
    """What a line below a question says that its answer relies on, or below a setup that it refuses."""
    rest, said = line, _SAID.match(line.rest)
    if said is not None:
        rest = rest.cut(min(said.end() + 1, len(rest.rest)))
    by = _BY.match(rest.rest)
    if by is not None:
        rest = rest.cut(min(by.end() + 1, len(rest.rest)))
    looks: Expr | Cond | None = None
    if line.key == "looks":
        looked, _, given = rest.cut(len("at ")).rest.partition(_IF)
        found = sentences.asked(structs.replace(rest.cut(len("at ")), rest=looked))
        looks, rest = found[1] if found else None, rest.cut(len(rest.rest) - len(given))
    else:
        rest = rest.cut(len("if ")) if rest.rest.startswith("if ") else rest
    if (line.key in ("open", "supposes", "refuses") and said is None) or (line.key == "rests" and by is None):
        message = 'expected `open "WORDS" by CLAUSES if …`, `rests CLAUSES if …`, `looks at … if …` `supposes "WORDS" if …` or `refuses "WORDS" if …`'
        sentences.problems.append(with_line(line.problem(message)))
    cond = sentences.cond(rest) if rest.rest.strip() else None
    clauses = tuple(by["clauses"].split()) if by else ()
    words = said["words"] if said else ""
    values = ((slot, sentences.asked(structs.replace(line, rest=slot))) for slot in _RECKONED.findall(words))
    found_values = tuple((slot, value[1]) for slot, value in values if value and isinstance(value[1], Expr))
    return Reliance(line.key, words, clauses, looks, cond or Yes(), found_values)
