"""Questions and setups of a game read: what they ask for and rely on, what they do and refuse."""

from __future__ import annotations

import re

from msgspec import structs

from checker.kernel.norm import May, Must
from checker.kernel.term import Cond, Expr, Lit, Some, Var, Yes
from checker.kernel.trees.two_state import primed
from checker.kernel.vocabulary import Asked, LaidOut, Reliance, ToldEvent
from checker.load.vocabulary_reader import FORM
from checker.syntax.files import Entry, SourceLine
from checker.syntax.sentences import Sentences
from checker.syntax.source_lines import with_line

WHETHER = "whether "
"""Begins what is asked about an act: `whether P may draw if P is on turn`."""
_SAID = re.compile(r'"(?P<words>[^"]+)"')
_BY = re.compile(r"(?:by )?(?P<clauses>\S+-\d+(?: \S+-\d+)*)")
_IF = " if "
_RECKONED = re.compile(r"\{([^{}]+ [^{}]+)\}")
"""What stands for a value in the words of a line, if it is reckoned: `{the number of results}`."""


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
