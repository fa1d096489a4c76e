"""Forms: patterns with typed holes, and what they say in the grammar's words.

`means "{P} hits {Q}" as "{P} plays Blow naming {Q}"` stands in specs/<game>/forms.norm: `[x]` may be left out,
`(x|y)` is either,
`{C=kind}` a card of the kind.
A card's hole that begins with C is no pronoun. A `;` parts statements; a player's hole that the pattern does not have is somebody not yet named.
`taking "…"` says what is taken for granted. The phrases of the grammar are forms too, whatever their endings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

from checker.kernel.record import Record
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.vocabulary import Sort, Vocabulary, sorts
from checker.syntax.everyday.english import HE, is_filler, plain
from checker.syntax.everyday.hints import ENTRY as HINT
from checker.syntax.grammar import phrases
from checker.syntax.lalr.tables import Rule
from checker.syntax.lexer import SPELLING, in_figures
from checker.syntax.scene_forms import QUESTION, SETUP, THEN, TOLD

_ENTRY = re.compile(r'means "([^"]+)" as "([^"]*)"(?: taking "([^"]+)")?$')
_ALIKE = re.compile(r"alike (\w+(?: \w+)+)$")
_NEAR = re.compile(r"near (\w+(?: \w+)+)$")
"""Lists words by which the rules are searched (checker/find); what is read is not read by them."""
_OWN = re.compile(r"(?:question|setup|told)\b")
_LISTING = re.compile(r"(seats|called|dated) (\S+(?: \S+)*)$")
"""Lines that list: the seats of a game; its name as people say it; words that begin a statement of when it is."""
_HOLE = re.compile(r"\{(\w+)(?:=([\w -]+))?\}")
_PART = re.compile(r"\{[^}]+\}|[\w•&-]+(?:'(?!s\b)\w+)*|'s|[\[\]()|]|[^\w\s]")
_STANDING = {word: r"<h\d+>" for word in HE} | {word: r"<i\d+>" for word in ("it", "its")}
"""The signs of pronouns."""
FORMS = "forms.norm"
"""The file of a game that has its forms."""
AGAIN = "_again_"
"""In the name of a hole that stands for what a hole before it stands for: by name, or by a pronoun."""
EITHER = "||"
"""Parts what a form says later in a scene from what it says at the beginning; nothing before it: only there."""
FIRSTLY = "^"
"""Begins a statement that stands before what happens."""
UNSAID = "+"
"""Begins a statement that stands there unless it was said before."""
SPELLED, NUMBER = "spelled", "number"
_SIGNS = {
    "player": r"<[phu]\d+>",
    "card": r"<[ci]\d+>",
    NUMBER: r"<n\d+>",
    SPELLED: r"<w\d+>",
}
_THING = r"<[si]\d+>"
OPEN = ("who", "where", "which", "what", "how many", "how much")
"""How questions begin whose answers name somebody or something."""
DEPTH = 3
_CHOICE = re.compile(r"\(\?:([^()]*)\)(?!\?)")
MOST_FORMS = 4000
MOST_OF_RULE = 400
"""A rule with more ways to say it lists things, and is read by the grammar alone."""


class EverydayForm(Record):
    """A pattern over signs, the sort of each hole, and the statements that it says, with holes; how much it tells;
    holes for cards of a kind;
    words that every sentence has that it reads; the numbers that it names, by the holes where they stand; its pattern
    as it was written."""

    pattern: str
    sorts: tuple[tuple[str, str], ...]
    says: str
    taking: str = ""
    weight: int = 0
    of_kind: tuple[tuple[str, str], ...] = ()
    needed: tuple[str, ...] = ()
    numbers: tuple[tuple[str, str], ...] = ()
    typed: str = ""


class Forms(Record):
    """The forms of a game, the seats that it always has, and the words that say in it what another word says; what people
    call it; with which words it is said when it is."""

    forms: tuple[EverydayForm, ...]
    seats: tuple[str, ...] = ()
    alike: tuple[tuple[str, str], ...] = ()
    called: tuple[str, ...] = ()
    dated: tuple[str, ...] = ()


def called(text: str) -> str:
    """What people call the game whose forms these are, as it is said first; nothing where it is not said."""
    listed = (
        found for line in text.split("\n") if (found := _LISTING.fullmatch(line.strip())) and found[1] == "called"
    )
    return next((found[2].split()[0].replace("_", " ") for found in listed), "")


def sort_named(words: Vocabulary, letter: str) -> str:
    """The sort of the things that a hole with the letter stands for."""
    found = next((s for s in sorts(words) if letter[0] in s.letters), None)
    return found.name if found and (found.name in _SIGNS or numbered(found)) else SPELLED


def numbered(sort: Sort) -> bool:
    """Things of the sort are named by labels that no word can be, or that the scene gives them."""
    return r"\d" in sort.labels or named_in_scenes(sort)


def named_in_scenes(sort: Sort) -> bool:
    """Things of the sort have the names that the scene lays them out with: `tile a: …`."""
    return sort.labels.startswith("(?<=")


def written(words: Vocabulary, text: str, file: str) -> Forms:
    """The forms that the text of a file has. Raises InputError for a line that is none."""
    found: list[EverydayForm] = []
    listed: dict[str, tuple[str, ...]] = {}
    alike = said_alike(text)
    entered = {at for at, line in enumerate(entries_in(text).split("\n"), 1) if line}
    for number, line in enumerate(text.split("\n"), 1):
        said = line.split("#")[0].strip() if '"' not in line else line.strip()
        if number in entered:
            continue
        entry, listing = _ENTRY.fullmatch(said), _LISTING.fullmatch(said)
        if entry:
            _refuse_dropping(words, entry[1], entry[2], entry[3] or "", Place(file, number))
            found.append(form(words, entry[1], entry[2], entry[3] or "", 2, alike))
        elif listing:
            listed[listing[1]] = (*listed.get(listing[1], ()), *(w.replace("_", " ") for w in listing[2].split()))
        elif (
            said
            and not said.startswith("#")
            and not (_ALIKE.fullmatch(said) or _NEAR.fullmatch(said) or HINT.fullmatch(said))
        ):
            raise InputError(Problem(Place(file, number), "this is no form", line, _instance(words)))
    seats, called, dated = (listed.get(head, ()) for head in ("seats", "called", "dated"))
    return Forms(tuple(found), seats, tuple(alike.items()), called, dated)


def _instance(words: Vocabulary) -> str:
    """The hint that shows a form, made of the first act of the game that a scene can tell."""
    told = (act.said.rpartition("|")[2].strip() for act in words.acts if act.phrase)
    does = next((said for said in told if re.match(r"\{\w+\} \w", said)), "{P} passes")
    who, _, rest = does.partition(" ")
    return f'for instance `means "{who} then {rest}" as "{does}"`'


def entries_in(text: str) -> str:
    """The text with nothing left but entries, the questions and setups that belong to the language of scenes itself."""
    lines, kept = [], False
    for line in text.split("\n"):
        kept = bool(_OWN.match(line)) or (kept and line[:1] in (" ", ""))
        lines.append(line if kept else "")
    return "\n".join(lines)


def _refuse_dropping(words: Vocabulary, pattern: str, says: str, taking: str, place: Place) -> None:
    """Raises InputError if something that is typed comes back nowhere, in the statements or in what is taken for granted.

    A question that is open names its players itself; of things with a label only those without one may be left out.
    """
    if not says:
        raise InputError(Problem(place, "this form says nothing of what is typed", pattern, "leave it out"))
    kept = {hole[1] for hole in _HOLE.finditer(says + taking)}
    for hole in _HOLE.finditer(pattern):
        sort = sort_named(words, hole[1])
        open_ = sort == "player" and says.rpartition(";")[2].strip().startswith(OPEN)
        if hole[1] not in kept and not open_ and (sort == "player" or sort in ("card", NUMBER, SPELLED)):
            hint = f'say what becomes of it, if need be in `taking "… {hole[0]} …"`'
            raise InputError(Problem(place, f"`{hole[0]}` is typed and comes back nowhere", pattern, hint))


def groups_alike(text: str) -> tuple[tuple[str, ...], ...]:
    """The groups of words that say the same, by the lines `alike WORD OTHER …` of the text."""
    found = (_ALIKE.fullmatch(line.strip()) for line in text.split("\n"))
    return tuple(tuple(one[1].split()) for one in found if one)


def said_alike(text: str) -> dict[str, str]:
    """The words that say what another says, by the lines `alike WORD OTHER …` of the text."""
    return {plain(other): plain(first) for first, *others in groups_alike(text) for other in others}


def form(
    words: Vocabulary, pattern: str, says: str, taking: str = "", more: int = 0, alike: dict[str, str] | None = None
) -> EverydayForm:
    """The form with the pattern."""
    held: dict[str, str] = {}
    of_kind: list[tuple[str, str]] = []
    made, depth = "", 0
    needed: list[str] = []
    numbers: list[tuple[str, str]] = []
    for part in _PART.findall(pattern):
        hole = _HOLE.fullmatch(part)
        if hole:
            name = hole[1]
            titled = sort_named(words, name) == "card" and name.startswith("C")
            of_kind += [(name, hole[2])] if hole[2] else []
            if name in held:
                again = f"{name}{AGAIN}{len(held)}"
                held[again] = held[name]
                made += rf"(?P<{again}>{_SIGNS.get(held[name], _THING)}) "
            else:
                held[name] = sort_named(words, name)
                made += rf"(?P<{name}>{r'<c[0-9]+>' if titled else _SIGNS.get(held[name], _THING)}) "
        elif part in "[(":
            depth += 1
            made += "(?:"
        elif part in "])":
            depth -= 1
            made += ")" + ("?" if part == "]" else "")
        elif part == "|":
            made += "|"
        elif part.casefold() in _STANDING:
            made += _STANDING[part.casefold()] + " "
        elif in_figures(part) or part.isdigit():
            numbers.append((f"number{len(numbers)}", in_figures(part) or part))
            made += rf"(?P<{numbers[-1][0]}>{_SIGNS[NUMBER]}) "
        elif part[0].isalnum() and (not is_filler(part) or (part == "right" and "to" in needed)):
            word = (alike or {}).get(plain(part), plain(part))
            made += re.escape(word) + " "
            needed += [] if depth else word.split()[:1]
        elif part == "'s":
            made += "'s "
    made = _CHOICE.sub(_without_nothing, made)
    weight = 10 + 8 * len(of_kind) - 2 * len(held) + more
    return EverydayForm(
        made, tuple(held.items()), says, taking, weight, tuple(of_kind), tuple(needed), tuple(numbers), pattern
    )


def _without_nothing(choice: re.Match[str]) -> str:
    """The choice without what is nothing but filler, which would stand for nothing at all; that may be left out whole."""
    ways = [way for way in choice[1].split("|") if way]
    return f"(?:{'|'.join(ways)})" if ways else choice[0]


def grammatical(
    words: Vocabulary, rules: Iterable[Rule], starts: tuple[str, ...], alike: dict[str, str]
) -> tuple[EverydayForm, ...]:
    """The phrases of the grammar as forms: those that have no gap but for players, things with a label, names,
    numbers and written words."""
    by: dict[str, list[Rule]] = {}
    for rule in rules:
        by.setdefault(rule.origin, []).append(rule)
    reading = _Expanding(words, by)
    found: list[EverydayForm] = []
    for start in starts:
        for parts in reading.expanded(start, DEPTH):
            said = reading.text(parts)
            end = "?" if start.startswith("asked") else ""
            if any(p.isalpha() for p in parts):
                found.append(form(words, said, said + end, alike=alike))
            if len(found) > MOST_FORMS:
                return tuple(found)
    return tuple(found)


class _Expanding:
    """Phrases of a grammar with the letters of their gaps."""

    def __init__(self, words: Vocabulary, by: dict[str, list[Rule]]) -> None:
        self.by = by
        self.letters = {s.name: s.letters[0] for s in sorts(words) if s.letters}
        self.values = words.words
        told = (p for p in phrases(words) if not p.rule.startswith("word__"))
        self.spoken = {sort for p in told for sort in (p.result, *(of for _, of in p.slots))}
        """The sorts of which the vocabulary speaks: of others only forms do."""
        self.spelled = {s.name for s in words.sorts if s.written == SPELLING}
        self._known: dict[tuple[str, int], tuple[tuple[str, ...], ...]] = {}
        self.titled = frozenset(s.name for s in sorts(words) if s.cards)
        self.labelled = {f"LABEL_{s.name.upper()}": s.letters[0] for s in sorts(words) if numbered(s)}

    def expanded(self, origin: str, depth: int) -> Iterator[tuple[str, ...]]:
        """The ways to say it, as words and gaps in braces without their numbers."""
        for rule in self.by.get(origin, ()):
            own = rule.name.startswith((QUESTION, SETUP, TOLD, THEN))
            ways = [list(self._symbol(kind, name, depth, own)) for kind, name in rule.symbols]
            if 0 < prod(map(len, ways)) <= MOST_OF_RULE:
                for way in product(*ways):
                    yield tuple(p for part in way for p in part)

    def _symbol(self, kind: str, name: str, depth: int, own: bool) -> Iterator[tuple[str, ...]]:
        leaf = {"KIND": "card", "INT": NUMBER, SPELLING: SPELLED, "PLAYER": "player"}
        if own and name == NUMBER:
            yield ("{number}",)
        elif kind == "word":
            yield (name.casefold(),)
        elif kind == "leaf" and name in leaf:
            yield ("{" + leaf[name] + "}",)
        elif kind == "leaf" and name in self.labelled:
            yield ("{" + name + "}",)
        elif kind == "part" and name in self.spelled:
            yield ("{" + SPELLED + "}",)
        elif kind == "part" and (name in self.letters or name == "number_phrase"):
            if name in ("player", "card") or f"LABEL_{name.upper()}" in self.labelled:
                yield ("{" + (name if name in ("player", "card") else f"LABEL_{name.upper()}") + "}",)
            elif name in self.titled:
                yield ("{card}",)
            if own or name in self.spoken:
                yield from (tuple(word.split()) for word, sort in self.values if sort == name)
        elif kind == "part" and (sort := self._place(name)):
            yield ("{" + sort + "}",)
        elif kind == "part" and depth:
            key = name, depth - 1
            if key not in self._known:
                self._known[key] = tuple(self.expanded(*key))
            yield from self._known[key]

    def _place(self, name: str) -> str:
        """The label by which a thing of the rule can be named, if it has one."""
        for rule in self.by.get(name, ()):
            if len(rule.symbols) == 1 and rule.symbols[0][1] in self.labelled:
                return rule.symbols[0][1]
        return ""

    def text(self, parts: tuple[str, ...]) -> str:
        """The pattern, each gap with a letter of its own."""
        used: dict[str, int] = {}
        said = []
        for part in parts:
            if part.startswith("{"):
                letter = self._letter(part[1:-1])
                used[letter] = used.get(letter, 0) + 1
                part = "{" + letter + (str(used[letter]) if used[letter] > 1 else "") + "}"
            said.append(part)
        return " ".join(said).replace(" 's", "'s").replace(" :", ":").replace(" ,", ",")

    def _letter(self, sort: str) -> str:
        return "W" if sort == SPELLED else self.labelled.get(sort) or self.letters[sort]
