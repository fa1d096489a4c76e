"""Open points, as declared or made from what clauses and phrases say: their names, their options in sentences, and these denied or asked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase

import msgspec

from checker.kernel.game import Declaration, Game, Wording
from checker.kernel.position import Store
from checker.kernel.term import Option, Point, Value
from checker.kernel.verdict import Finding
from checker.norms.evaluate import Binding, Context
from checker.norms.rulebook import Rulebook
from checker.run.phrases import told

_BE = r"may|can|must|is|are|was|were|has to|have to|does|do|has|have|will"
_FIRST = re.compile(rf"^(.*?)\b(cannot|may not|must not|{_BE})\b(?! not\b)(.*)$")
_NOT = {
    "may": "may not",
    "can": "cannot",
    "must": "must not",
    "has to": "does not have to",
    "have to": "do not have to",
}
_IT = re.compile(r"^(it) ([a-z]+[^s\W]s)\b(.*)$", re.I)
_VERB = re.compile(
    r"^((?:an?|the|some|every|each|no)? ?[\w•&-]+(?: [\w•&-]+)??(?: of (?:an?|the)(?: [\w•&-]+){1,2}?)?) ([a-z]+[^s\W]s)\b(.*)$",
    re.I,
)


def listed(names: Iterable[str], last: str = "and") -> str:
    """The names as one says them: A, B and C."""
    *before, end = dict.fromkeys(names)
    return f"{', '.join(before)} {last} {end}" if before else end


class PointWording:
    """The words for the options of open points on one table."""

    def __init__(self, rules: Rulebook, store: Store) -> None:
        self.rules = rules
        self.store = store

    def option(self, point: Point, option: Option) -> str:
        """What is so under the option, as it reads after `if`."""
        match point.key[1:]:
            case ("conflict", *_):
                return self._prevailing(point, option)
            case ("pick", *_):
                return f"{option.text} is meant"
            case ("kind", title, kind):
                return f"{title} {'counts' if option.value else 'does not count'} as {kind}"
            case ("effect", what, *_):
                return f"{what} changes {'nothing' if option == point.options[0] else 'something'}"
            case ("reading", clause, *_):
                return f'{clause} is read as "{option.value}"'
            case ("value", fact, *args):
                phrase = self._phrase(str(fact), tuple(args))
                if isinstance(option.value, bool):
                    return phrase if option.value else denied(phrase)
                return f"{phrase} is {option.value}"
            case _:
                return option.text

    def point(self, point: Point) -> Point:
        """The point, its text naming what the thing that is not stated is about."""
        match point.key[1:]:
            case ("value", fact, *args):
                text = f"nothing states {self._about(str(fact), tuple(args))}"
            case ("conflict", *_) if len(point.clauses) == 1:
                those = listed((o.text.partition(", by ")[0].removeprefix("it is ") for o in point.options), "or")
                text = f"{point.clauses[0]} does not single out {point.id.partition(': ')[2]}: {those}"
            case ("effect", what, *_):
                text = f"no clause states the effect of {what}"
            case ("kind", title, kind):
                text = f"no clause says whether {title} counts as {kind}"
            case _:
                text = point.text
        return msgspec.structs.replace(point, text=text)

    def _about(self, fact: str, args: tuple[Value, ...]) -> str:
        phrase = self._phrase(fact, args)
        return f"whether {phrase}" if self.rules.facts[fact].result == "condition" else phrase

    def _prevailing(self, point: Point, option: Option) -> str:
        others = {c for o in point.options if o != option for c in o.clauses}
        if others & set(option.clauses):
            about = point.id.partition(": ")[2]
            said = option.text.partition(", by ")[0]
            return f"{about} is {said.removeprefix('it is ')}" if said.startswith("it is ") else f"{about}: {said}"
        return f"{listed(option.clauses)} prevail{'' if len(option.clauses) > 1 else 's'}"

    def _phrase(self, name: str, args: tuple[Value, ...]) -> str:
        fact = self.rules.facts[name]
        env: Binding = {letter: arg for (letter, _), arg in zip(fact.params, args, strict=True)}
        return told(Context(self.rules, self.store), fact.phrase, env)


def told_point(game: Game, point: Point) -> tuple[str, ...]:
    """What the clauses of the point say, one sentence a clause, where they disagree; else what is open."""
    said = {c.id: c.summary for c in game.clauses}
    known = tuple(f"{c}: {said[c]}" for c in point.clauses if c in said)
    disagree = point.key[1:2] in (("conflict",), ("consequence",)) and len(known) > 1
    return known if disagree else (point.text or listed((o.text for o in point.options), "or"),)


def settling(game: Game, point: Point) -> tuple[str, ...]:
    """What lets an amendment prevail over the clauses that it disagrees with, one sentence for each of its clauses."""
    if point.key[1:2] != ("conflict",):
        return ()
    amending = {a.name for a in game.amended if a.kind == "clause"}
    found = []
    for option in point.options:
        others = tuple(dict.fromkeys(c for o in point.options if o != option for c in o.clauses))
        if not set(others) & {*amending, *option.clauses}:
            found += [
                f"to let {c} prevail, give it a line `over {' '.join(others)}`" for c in option.clauses if c in amending
            ]
    return tuple(found)


def declaration(game: Game, point: Point, key: str = "") -> Declaration | None:
    """The declaration that names the point, by its id, its key or its clauses; `*` in it stands for any words."""
    names = (point.id, key or point.id, "/".join(point.clauses) or point.id)
    return next((d for d in game.declarations if any(n == d.point or fnmatchcase(n, d.point) for n in names)), None)


def declared_as(game: Game, name: str) -> Declaration | None:
    """The declaration of that name."""
    return next((d for d in game.declarations if d.id == name), None)


def wording_of(game: Game, point: Point) -> Wording | None:
    """How the point is asked and settled in print, by its name, its id or its clauses, if the game says so."""
    names = (point_name(game, point), point.id, "/".join(point.clauses))
    return next((w for w in game.wordings if any(n == w.point or fnmatchcase(n, w.point) for n in names)), None)


def wording_of_finding(game: Game, found: Finding) -> Wording | None:
    """How what is wrong is asked and settled in print: by the open point that it names, or by what kind of thing it is."""
    names = (found.point, f"{found.name}: {found.substance}")
    return next((w for w in game.wordings if any(n and fnmatchcase(n, w.point) for n in names)), None)


def point_name(game: Game, point: Point) -> str:
    """What the point goes by in reports: as it is declared, or else by its id, whatever the seats of a random game."""
    declared = declaration(game, point)
    return declared.id if declared else re.sub(r"\bSeat \d+\b", "a player", point.id)


def denied(sentence: str) -> str:
    """The sentence with `not` at its first verb; with what it is not before it where no verb is known."""
    head, condition = _parted(sentence)
    found = None if _IT.match(head) else _FIRST.match(head)
    if found is not None and found[2] not in ("cannot", "may not", "must not"):
        return f"{found[1]}{_NOT.get(found[2], f'{found[2]} not')}{found[3]}{condition}"
    third = _VERB.match(head) if found is None else None
    if third is not None and third[1].endswith(" still"):
        return f"{third[1].removesuffix('still')}no longer {third[2]}{third[3]}{condition}"
    if third is not None:
        return f"{third[1]} does not {bare(third[2])}{third[3]}{condition}"
    return f"it is not so that {sentence}"


def asked(sentence: str) -> str:
    """The question whether it is so; nothing where no verb is known."""
    head, condition = _parted(sentence)
    found = None if _IT.match(head) else _FIRST.match(head)
    if found is not None and found[1].strip():
        verb = found[2]
        if verb in ("has to", "have to"):
            do = "does" if verb == "has to" else "do"
            return capital(f"{do} {found[1].strip()} have to{found[3]}{condition}?")
        if verb in ("may", "can", "must", "is", "are", "was", "were", "will"):
            return capital(f"{verb} {found[1].strip()}{found[3]}{condition}?")
        return ""
    third = _VERB.match(head) if found is None else None
    return capital(f"does {third[1]} {bare(third[2])}{third[3]}{condition}?") if third is not None else ""


def bare(verb: str) -> str:
    """The verb without the ending of the third person."""
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-2] if re.search(r"(?:sh|ch|ss|x|zz|o)es$", verb) else verb[:-1]


def _parted(sentence: str) -> tuple[str, str]:
    """What is said, and under which condition."""
    at = sentence.find(" if ")
    return (sentence, "") if at < 0 else (sentence[:at], sentence[at:])


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
