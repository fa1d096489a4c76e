"""The sentences of a scene read by forms, with what was named before as what `it` and `he` stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Protocol

from msgspec.structs import replace

from checker.kernel.record import Record
from checker.syntax.everyday.english import in_order, is_filler
from checker.syntax.everyday.forms import AGAIN, EITHER, FIRSTLY, UNSAID, EverydayForm
from checker.syntax.everyday.frames import AUXILIARY
from checker.syntax.everyday.known import ME, NOBODY, Known, Read, chosen, doers, each_of_both, known_after, resumed
from checker.syntax.everyday.otherwise import OTHER, SOMEBODY, otherwise
from checker.syntax.everyday.parting import ASKS, WHO, parts, told_done, told_too_late
from checker.syntax.everyday.signs import Signs, Titles, alike, signs_of
from checker.syntax.everyday.thesaurus import in_plain_words
from checker.syntax.everyday.tolerant import Fit, Stock, TypedClause, fitting, unsure, whoever_is_meant
from checker.syntax.everyday.wishes import asks_leave, wish
from checker.syntax.lexer import fold

_HOLE = re.compile(r"\{(\w+)\}")
DEPTH = 4
MOST_READ = 60
"""So many parts of a sentence are tried at most."""


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


class Accepts(Protocol):
    """Whether the grammar has a statement, among others that lay things with labels."""

    def __call__(self, statement: str, among: tuple[str, ...] = ()) -> bool: ...


class ByContent(Record):
    """What a reader needs to read by content: the stock of words of a game, and what tells whether two statements mean
    the same."""

    stock: Callable[[], Stock]
    meaning: Callable[[str], object]


def _of_two(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """One speaks of whoever tells it and the other of somebody else."""
    mine = [kind == "u" and said in ME for kind, said in (one, other)]
    return mine[0] != mine[1] and (one, other)[mine[0]][0] in "up"


_DOES = re.compile(r"(?:plays|draws|holds|passes|casts) ")
"""How what somebody does goes on with whoever was named first."""


_TELLS = re.compile(r"(?:(?:and|but|so|then) )*(?:(?:if|when) |(?!.*\?))there (?:is|are|was|were)\b", re.IGNORECASE)
"""What tells that something is there asks nothing."""


def _asks(read: Read) -> bool:
    return any(statement.endswith("?") for statement in read.statements)


class Reader:
    """Reads the sentences of one scene. `accepts` says whether the grammar has a statement."""

    def __init__(
        self,
        forms: Sequence[EverydayForm],
        titles: Titles,
        seats: tuple[str, ...],
        accepts: Accepts,
        kinds: Mapping[str, tuple[str, ...]],
        happens: Callable[[str], bool],
        skips: Callable[[str], bool] = lambda sentence: False,
        by_content: ByContent | None = None,
        dated: tuple[str, ...] = (),
        told: tuple[str, ...] = (),
    ) -> None:
        self.forms = sorted(forms, key=lambda f: -f.weight)
        self.titles, self.seats, self.accepts = titles, seats, accepts
        self.kinds, self.skips, self.happens = kinds, skips, happens
        self.by_content, self.dated, self.told = by_content, dated, told
        self.torn: dict[str, tuple[str, ...]] = {}
        self._left = MOST_READ
        self._signed: dict[str, Signs] = {}
        self._read: dict[tuple[str, Known], Read | None] = {}

    def read(self, sentence: str, known: Known, depth: int = DEPTH) -> Read | None:
        """What the sentence says; None if nothing can be made of it."""
        sentence = sentence.strip(" ,.")
        sentence += "?" if ASKS.match(sentence) and not sentence.endswith("?") else ""
        if not sentence.strip("?!") or (depth == DEPTH and self.skips(sentence)):
            return Read((), (), known)
        key = sentence, known
        self._left = MOST_READ if depth == DEPTH else self._left
        if key not in self._read and self._left:
            self._left -= 1
            self._read[key] = None
            found = self._whole(sentence, known) or (self._parted(sentence, known, depth) if depth else None)
            self._read[key] = None if found and _TELLS.match(sentence) and _asks(found) else found
        return self._read.get(key)

    def _whole(self, sentence: str, known: Known) -> Read | None:
        """What the sentence says as a whole: what is asked is never read as told."""
        sentence = chosen(sentence, known)
        if not self._signs(sentence).text and not all(map(is_filler, re.findall(r"\w+", sentence))):
            return None
        each = [self._whole(one, known) for one in each_of_both(sentence, known)]
        if each and all(each):
            both = [one for one in each if one]
            return Read(tuple(s for one in both for s in one.statements), both[0].taken, both[-1].known, 3)
        signs, asks = self.ordered(self._signs(sentence)), sentence.endswith("?")
        if (found := self.by_form(signs, known, asks, told_twice=True)) is not None:
            return found
        if self.accepts(sentence):
            return Read((sentence,), (), self.after(signs, known, (sentence,)), 3)
        found = self.by_form(signs, known, asks) or self._by_frame(sentence, known)
        others = (self.by_form(self.ordered(other), known, asks) for other in otherwise(signs) if self.by_content)
        return found or next(filter(None, others), None) or self._wished(sentence, known)

    def _wished(self, sentence: str, known: Known) -> Read | None:
        """What somebody wants to do, which is not done; whether they may, where that is asked afterwards."""
        if known.wish and asks_leave(sentence):
            who, act = known.wish
            return self.read(f"may {who} {act}?", replace(known, wish=()), DEPTH - 1)
        who, act = wish(sentence)
        if not act:
            return None
        signs = self._signs(sentence)
        doer = next(iter(re.findall(r"<[ph]\d+>", signs.text)), "")
        named = self._value(doer, "player", signs, 0, known, {}) if doer else ""
        after = replace(self.after(signs, known, ()), wish=(named, act))
        return Read((), (f"what {named} wants is not done",), after) if named else None

    def _by_frame(self, sentence: str, known: Known) -> Read | None:
        """What the sentence says by its content; None if two forms that mean different things remain."""
        if self.by_content is None:
            return None
        said = resumed(in_plain_words(sentence), known)
        same = {word: other for word, other in self.titles.alike.items() if word not in AUXILIARY}
        signs = self._signs(said)
        ordered = Signs(alike(in_order(signs.text), same), signs.meant, signs.vague)
        clause = TypedClause(ordered, said, known.begun, doers(ordered, known))
        telling = self.forms, tuple(same.items()), self.by_content.stock()
        meant: dict[object, Read] = {}
        doubtful: dict[object, Read] = {}
        for level in fitting(clause, *telling):
            meant = {}
            for fit, read in self._told(level, clause, known):
                meaning = tuple(map(self.by_content.meaning, read.statements))
                (doubtful if unsure(fit) else meant).setdefault(meaning, read)
            if len({**meant, **doubtful}) > 1:
                break
            for read in meant.values():
                return read
        if doubtful or meant:
            self.torn.setdefault(sentence, tuple("; ".join(r.statements) for r in {**meant, **doubtful}.values()))
            return None
        asked = whoever_is_meant(clause, *telling[:2])
        return self._due(clause, known, *asked) if asked else None

    def _told(self, level: Sequence[Fit], clause: TypedClause, known: Known) -> list[tuple[Fit, Read]]:
        """The fits of which the grammar has all that they say, with that; those that begin as the clause does first."""
        reads = ((fit, self._filled(*fit, clause.signs, known)) for fit in level)
        told = [(f, r) for f, r in reads if r and all(self.accepts(s.lstrip(FIRSTLY + UNSAID)) for s in r.statements)]
        first = clause.signs.text.split()[0]
        return sorted(told, key=lambda one: one[1].statements[-1].split()[0].casefold() != first)

    def _due(self, clause: TypedClause, known: Known, sign: str, modal: str) -> Read | None:
        """What somebody may or must do, where it was asked whether to somebody."""
        who = self._value(sign, "player", clause.signs, clause.signs.text.index(sign), known, {})
        statement = f"what {modal} {who} do?"
        if not who or not self.accepts(statement):
            return None
        taken = f"asked is all that {who} {modal} do"
        return Read((statement,), (taken,), self.after(clause.signs, known, (statement,)), 3)

    def _signs(self, sentence: str) -> Signs:
        if sentence not in self._signed:
            self._signed[sentence] = signs_of(sentence, self.seats, self.titles)
        return self._signed[sentence]

    def ordered(self, signs: Signs) -> Signs:
        """The signs in the order of the grammar, with one word for those that say the same."""
        return Signs(alike(in_order(signs.text), self.titles.alike) or "what", signs.meant, signs.vague)

    def by_form(self, signs: Signs, known: Known, asks: bool, told_twice: bool = False) -> Read | None:
        """What the forms make of the signs: the one that tells the most; `told_twice` those that say one thing at the
        beginning of a scene and another later."""
        text = signs.text + " "
        words = frozenset(text.split())
        for form in self.forms:
            if (told_twice and EITHER not in form.says) or not words.issuperset(form.needed):
                continue
            if asks and not form.says.endswith("?"):
                continue
            found = _compiled(form.pattern).fullmatch(text)
            if found is None:
                continue
            filled = self._filled(form, found.groupdict(), signs, known)
            if filled is not None and self._accepted(filled.statements):
                return filled
        return None

    def _accepted(self, statements: tuple[str, ...]) -> bool:
        """The grammar has each of the statements; what one of them lays with a label the others may name."""
        said = tuple(s.lstrip(FIRSTLY + UNSAID) for s in statements)
        laying = tuple(s for s in said if ": " in s)
        return all(self.accepts(s, laying) if laying else self.accepts(s) for s in said)

    def _filled(self, form: EverydayForm, found: Mapping[str, str | None], signs: Signs, known: Known) -> Read | None:
        values: dict[str, str] = {}
        if any((sign := found.get(name)) and signs.of(sign)[1] != number for name, number in form.numbers):
            return None
        taken = [*signs.vague, *([form.taking] if form.taking else [])]
        for name, sort in form.sorts:
            sign = found.get(name)
            if sign is None:
                continue
            if AGAIN in name:
                kind, said = signs.of(sign)
                first = signs.of(found.get(name.split(AGAIN)[0]) or sign)
                if (kind not in "hui" and said != values.get(name.split(AGAIN)[0])) or _of_two((kind, said), first):
                    return None
                continue
            value = self._value(sign, sort, signs, signs.text.index(sign), known, values)
            if not value:
                return None
            kind, said = signs.of(sign)
            if kind == "s" and said == value and not value.startswith("the ") and "{" + name + "}" not in form.says:
                return None
            if kind in "hui" and not value.startswith("the "):
                taken.append(f"`{said}` is {value}")
            values[name] = value
        if any(kind not in self.kinds.get(values.get(name, ""), ()) for name, kind in form.of_kind):
            return None
        later, _, early = form.says.rpartition(EITHER)
        said_now = later.strip() if EITHER in form.says and known.begun else early.strip()
        if not said_now and form.says:
            return None
        free = [s for s in self.seats if s not in values.values()]
        for name in _HOLE.findall(said_now):
            if name not in values:
                if not free or dict(form.sorts).get(name, "player") != "player":
                    return None
                values[name] = free.pop(0)
        said_all = said_now
        for name, value in values.items():
            said_all = said_all.replace("{" + name + "}", value)
        taken = [re.sub(_HOLE, lambda m: values.get(m[1], m[0]), t) for t in taken]
        taken = [t for t in taken if not _HOLE.search(t)]
        statements = tuple(s.strip() for s in said_all.split(";") if s.strip())
        meant = {sign: values[name] for name, _ in form.sorts if (sign := found.get(name)) and name in values}
        return Read(statements, tuple(taken), self.after(signs, known, statements, meant), form.weight)

    def _value(self, sign: str, sort: str, signs: Signs, at: int, known: Known, told: dict[str, str]) -> str:
        """What the sign stands for as a thing of the sort; nothing if it stands for none.

        Only `himself` and its like stand for one whom the sentence names already, in `told`.
        """
        kind, said = signs.of(sign)
        before = re.findall(r"<p\d+>", signs.text[:at])
        named = [signs.of(s)[1] for s in before]
        match kind:
            case "h" if said in ("yourself", "myself"):
                return next((v for v in told.values() if v in self.seats), "")
            case "h" if sort == "player":
                every = [*known.players, *named]
                last = [p for p in every if said.endswith("self") or p not in told.values()][-1:]
                return last[0] if last else ""
            case "u" if sort == "player" and said in (SOMEBODY, OTHER):
                free = [s for s in self.seats if s not in (*named, *told.values())]
                return next((s for s in reversed(free) if s not in known.players), free[0] if free else "")
            case "u" if sort == "player" and said in ME and known.me:
                return known.me
            case "u" if sort == "player" and said in ME and (rest := [s for s in self.seats if s not in self.told]):
                return next((s for s in rest if s not in (*known.others, self.seats[0])), rest[0])
            case "u" if sort == "player":
                spoken_of = set(known.players) - {*named, *known.others}
                if len(spoken_of) == 1:
                    return spoken_of.pop()
                free = [s for s in self.seats if s not in (*named, *known.others)]
                return next((s for s in free if s != self.seats[0]), (free or self.seats)[0])
            case "i" if sort == "card":
                return known.card
            case "i" if sort not in ("player", "number", "spelled"):
                return f"the {sort}"
            case _:
                return said

    def after(
        self, signs: Signs, known: Known, statements: tuple[str, ...], meant: Mapping[str, str] = NOBODY
    ) -> Known:
        """What is known after the sentence, whose signs without a name are meant so."""
        told = [s for s in statements if self.happens(s)]
        deeds = [tuple(s.split()) for s in told if s.split()[0] in self.seats]
        begun = bool(told) or any(s.split()[0] in self.dated for s in statements)
        return known_after(signs, known, statements, meant, begun, deeds[-1] if deeds else known.deed)

    def _parted(self, sentence: str, known: Known, depth: int) -> Read | None:
        """What the sentence says in two parts, each of which says something."""
        for first, second in takewhile(lambda _: self._left, parts(sentence)):
            before = known if sentence.startswith(first) else self.after(self._signs(second), known, ())
            who = second.partition(" ")[0] == WHO
            if who and not re.search(r"<[phu]\d+>$", self._signs(first).text):
                continue
            one = self.read(first, before, depth - 1) or self._going_on(second, first, before, depth)
            if one is None or (told_done(first, sentence) and not any(map(self.happens, one.statements))):
                continue
            alone = None if who or _DOES.match(second) else self.read(second, one.known, depth - 1)
            two = alone or self._going_on(first, second.removeprefix(WHO), one.known, depth, last=who)
            if two is None and not who:
                two = self.read(second, one.known, depth - 1)
            if two is not None:
                statements = (*one.statements, *two.statements)
                if told_too_late(statements):
                    continue
                return Read(statements, (*one.taken, *two.taken), two.known, one.weight + two.weight)
        return None

    def _going_on(self, first: str, second: str, known: Known, depth: int, last: bool = False) -> Read | None:
        """What the second part says with whoever, or the thing that, is named first in the first part, or `last`."""
        signs = self._signs(first)
        named = re.findall(r"<[psu]\d+>", signs.text)
        who = named[-1 if last else 0] if named and not self._names_a_card(second) else ""
        if who and signs.of(who)[1] in ME and re.search(r"\bme\b", second):
            return None
        return self.read(f"{signs.of(who)[1]} {second.strip()}", known, depth - 1) if who else None

    def _names_a_card(self, part: str) -> bool:
        """The part begins with a title as it is written, which nobody does."""
        signs = self._signs(part)
        title = signs.meant[0] if signs.text.startswith("<c0>") else ""
        return bool(title) and re.match(rf"{re.escape(fold(title))}(?!\w)", fold(part)) is not None
