"""The vocabulary of a game from its entries; what cannot be a word of the game is an error with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from string import ascii_uppercase

import msgspec

from checker.kernel.declarations import function_of, marking
from checker.kernel.effect import Nothing
from checker.kernel.source import InputError, Place, Problem
from checker.kernel.vocabulary import (
    BUILT_IN,
    Act,
    Asked,
    Fact,
    Field,
    LaidOut,
    Short,
    Sort,
    ToldEvent,
    Vocabulary,
    Zone,
    sort_of,
)
from checker.kernel.zone_terms import holdable, with_hand, zone_terms
from checker.load.short_reader import HEADS as SHORT_HEADS
from checker.load.short_reader import listed_out, shorts_of
from checker.syntax.files import Entry, SourceLine
from checker.syntax.grammar import ident
from checker.syntax.lexer import SPELLING, pieces
from checker.syntax.natural.derived import derived_shorts, relative_clauses

FORM_HEADS = frozenset({"question", "setup", "told"})
"""Ways in which scenes ask, lay out and tell; each is called by its phrase."""
HEADS = frozenset({"sort", "word", "kinds", "derived", "field", "fact", "act", "zone"}) | FORM_HEADS | SHORT_HEADS
UNKIND = "none of them: "
"""Stands before kinds of which a card is that is of no other."""
FORM = re.compile(
    r'"(?P<phrase>[^"]+)" (?:(?P<when>before|during|after|so far|late|next|first|any time) )?(?P<word>asks|by|does|if|ends) (?=\S)'
)
"""What stands in a headline before what a question asks, or what lays something out."""
ALWAYS_SAID = frozenset(
    {"always", "nobody", "nothing", "that card", "that player", "the named player", "this card", "you"}
)
"""What is said in every game of a thing or of how things are, with no word of its vocabulary."""
_QUOTED = re.compile(r'"([^"]*)"')
_SLOT = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*([ -][A-Za-z0-9]+)*")


_FORMS = {
    "question": (
        ("asks", "by"),
        (None, "before", "during", "after", "so far", "late", "next"),
        '"who leads" asks …`, or `… before asks …`, `… during asks …`, `… so far asks …`, `… late asks …`, `… by FUNCTION',
    ),
    "setup": (("does", "by"), (None, "first"), '"{P} leads" does …`, or `… first does …'),
    "told": (("does", "if", "by", "ends"), (None, "any time"), '"{P} draws" does …`, or `… if …`, or `… ends MOMENT'),
}
"""What stands behind the phrase of a form, what says before it when it is meant, and how such forms look."""


def called(head: SourceLine) -> str:
    """What the entry is called: its name, or the phrase of a question or of what is laid out."""
    phrase = _QUOTED.match(head.rest) if head.key in FORM_HEADS else None
    return phrase[1] if phrase else name_of(head.rest)


def name_of(rest: str) -> str:
    """The name in a headline: what stands before the quoted phrase and the colon."""
    return rest.split('"')[0].split(":")[0].strip()


@lru_cache(maxsize=4)  # of the game, of its properties, and of an amendment
def vocabulary(entries: tuple[Entry, ...]) -> Vocabulary:
    """The words of the entries. Raises InputError with every problem found."""
    reading = _Words()
    for entry in sorted(listed_out(entries), key=lambda e: e.head.key != "sort"):
        try:
            reading.add(entry)
        except ValueError as error:
            head = entry.head
            reading.problems.append(head.problem(str(error)))
    if reading.problems:
        raise InputError(*reading.problems)
    return reading.made()


class _Words:
    """What was read so far, each with its entry."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.sorts: list[Sort] = []
        self.fields: list[Field] = []
        self.facts: list[Fact] = []
        self.acts: list[Act] = []
        self.zones: list[Zone] = []
        self.kinds: list[str] = []
        self.unkinds: list[str] = []
        self.shorts: list[Short] = []
        self.questions: list[Asked] = []
        self.setups: list[LaidOut] = []
        self.told: list[ToldEvent] = []
        self.words: list[tuple[str, str]] = []
        self.derives = True
        self.seen: set[tuple[str, str]] = set()
        self.phrased: dict[tuple[str, ...], tuple[str, Place]] = {}
        self.at = Place("", 1)

    def made(self) -> Vocabulary:
        """The vocabulary of what was read."""
        zones = with_hand(self.zones)
        brought = zone_terms(zones, (*self.fields, *self.facts))
        made = Vocabulary(
            tuple(self.sorts),
            (*self.fields, *brought[0]),
            (*self.facts, *brought[1]),
            tuple(self.acts),
            zones,
            tuple(self.kinds),
            tuple(self.words),
            shorts=tuple(self.shorts),
            questions=tuple(self.questions),
            setups=tuple(self.setups),
            told=tuple(self.told),
            unkinds=tuple(self.unkinds),
            derives=self.derives,
        )
        made = msgspec.structs.replace(made, shorts=(*made.shorts, *derived_shorts(made)))
        return msgspec.structs.replace(made, shorts=(*made.shorts, *relative_clauses(made)))

    def add(self, entry: Entry) -> None:
        """Files one entry. Raises ValueError, saying why, if it cannot be used."""
        head = entry.head
        self.at = head.place
        quoted = _QUOTED.findall(head.rest)
        tail = head.rest.rpartition('"')[2].rpartition(":")[2].strip()
        match head.key:
            case "sort":
                self._sort(head.rest)
            case "word":
                self._word(head.rest)
            case "kinds":
                listed = [k for part in head.rest.removeprefix(UNKIND).split(",") if (k := part.strip())]
                self.kinds += listed
                self.unkinds += listed if head.rest.startswith(UNKIND) else []
            case "derived":
                if head.rest != "nothing":
                    raise ValueError("expected `derived nothing`: no statements but the forms")
                self.derives = False
            case "field":
                name, phrase = self._named("field", head.rest, quoted, 1), quoted[0]
                tail, _, marks = tail.partition(", marks ")
                result, initial = self._result(tail)
                field = Field(name, self._slots(phrase), result, phrase, initial, marks.strip())
                self.fields.append(marking(field, self.fields, self._ranges))
            case "fact":
                self._fact(entry, self._named("fact", head.rest, quoted, 1), quoted[0], tail)
            case "act":
                self._act(
                    self._named("act", head.rest, quoted, 2), quoted, tail, (*entry.all("needs"), *entry.all("among"))
                )
            case key if key in SHORT_HEADS:
                name = self._named(key, head.rest, quoted, len(quoted))
                known = frozenset(s.name for s in (*BUILT_IN, *self.sorts))
                self.shorts += shorts_of(entry, name, tail, self._ranges, known)
            case "question" | "setup" | "told":
                self._form(entry, quoted)
            case "zone":
                name = self._named("zone", head.rest, quoted, 1)
                self.zones.append(self._zone(name, quoted[0], head.rest.rpartition('"')[2].strip()))

    def _form(self, entry: Entry, quoted: list[str]) -> None:
        """Files a question or what is laid out. Raises ValueError if it is not told as one."""
        head, found = entry.head, FORM.match(entry.head.rest)
        behind, when, shape = _FORMS[head.key]
        if found is None or found["word"] not in behind or found["when"] not in when:
            raise ValueError(f"expected `{head.key} {shape}`")
        self._apart(head.key, head.key, quoted[0], quoted[0])
        for wording in quoted[0].split(" | "):
            self._wording(wording, False)
        gaps = self._slots(quoted[0], found["word"] == "by")
        if head.key == "question":
            self.questions.append(Asked(quoted[0], gaps, when=found["when"] or "after"))
        elif head.key == "told":
            self.told.append(ToldEvent(quoted[0], gaps, any_time=bool(found["when"])))
        else:
            then = [self._behind(line) for line in entry.all("then")]
            self.setups.append(LaidOut(quoted[0], gaps, first=found["when"] == "first", then=(*then, None)[0]))

    def _behind(self, line: SourceLine) -> LaidOut:
        """What may stand any number of times behind a setup. Raises ValueError if it is not told as that."""
        found = FORM.match(line.rest)
        behind, _, shape = _FORMS["setup"]
        if found is None and (phrase := _QUOTED.fullmatch(line.rest.strip())):
            return LaidOut(phrase[1], self._slots(phrase[1], True))
        if found is None or found["when"] or found["word"] not in behind:
            raise ValueError(f"expected `then {shape}`")
        return LaidOut(found["phrase"], self._slots(found["phrase"], found["word"] == "by"))

    def _zone(self, name: str, phrase: str, tail: str) -> Zone:
        """The zone. Raises ValueError for what cannot stand behind its phrase."""
        found = re.fullmatch(r"(in order)?(: cards)?(?:, starts (full|shuffled)(?: of ([^,]+))?)?(, held)?", tail)
        if found is None or (found[3] and not found[2]) or (found[3] == "shuffled" and not found[1]):
            shape = "`in order`, `: cards`, `, starts full` or `, starts shuffled` (`of KIND`), and `, held`"
            raise ValueError(f"expected nothing or {shape} behind the phrase of a zone; not `{tail}`")
        slots = self._slots(phrase)
        if found[3] and slots:
            raise ValueError("where the cards begin there is one place, so its phrase has no gap")
        other = next((z.name for z in self.zones if z.held), "")
        if found[4] and found[4] not in self.kinds:
            raise ValueError(f"`{found[4]}` is no kind of card")
        if found[5] and other:
            raise ValueError(f"players hold their cards in the zone `{other}` already")
        begins = (found[3] or "", bool(found[5]), found[4] or "")
        return holdable(Zone(name, slots, phrase, bool(found[1]), bool(found[2]), *begins))

    def _named(self, kind: str, rest: str, quoted: list[str], number: int) -> str:
        name = name_of(rest)
        if len(quoted) != number:
            raise ValueError(
                f"expected `{kind} NAME` and then {'its phrase' if number == 1 else 'two phrases'} in quotes"
            )
        if not _NAME.fullmatch(name):
            raise ValueError(
                f"`{name}` is no name: words of letters and digits" if name else f"this {kind} has no name"
            )
        if ident(name) == "is":
            raise ValueError("`is` says of what kind a card is; the key is another word")
        family = "value" if kind in ("field", "fact", "zone") else kind
        family += rest.rpartition(":")[2].strip()[:1] if kind == "which" else ""
        if (family, ident(name)) in self.seen:
            raise ValueError(f"there already is a {family} `{name}`")
        self.seen.add((family, ident(name)))
        for number_, wordings in enumerate(quoted):
            self._apart(family if number == 1 else ("deed", "event")[number_], kind, name, wordings)
            for wording in wordings.split(" | "):
                self._wording(wording, kind == "act" and number_ == 0 and wordings == "")
        return name

    def _apart(self, family: str, kind: str, name: str, wordings: str) -> None:
        """Raises ValueError if something of the family has one of the wordings already."""
        known = Vocabulary(tuple(self.sorts))
        nobody = (*ALWAYS_SAID, *(f"no {sort.name}" for sort in self.sorts)) if family == "value" else ()
        for wording in filter(None, wordings.split(" | ")):
            if " ".join(wording.casefold().split()) in nobody:
                raise ValueError(f"`{wording}` means something in every game; give this another phrase")
            try:
                key = (family, *_SLOT.sub(lambda gap: f"{{{sort_of(known, gap[1])}}}", wording).casefold().split())
            except KeyError:  # the gap is told apart where the sorts are looked for
                continue
            if key in self.phrased:
                other, at = self.phrased[key]
                raise ValueError(f"`{wording}` is the phrase of the {other} already, in line {at.line} of {at.file}")
            self.phrased[key] = (f"{kind} `{name}`", self.at)

    def _wording(self, wording: str, may_be_empty: bool) -> None:
        if not wording.strip() and not may_be_empty:
            raise ValueError("a phrase has at least one word")
        plain = _SLOT.sub(" ", wording)
        for word in re.findall(r"[^\s,;:.()]+", plain):
            whole = pieces(word)
            if len(whole) != 1 or not re.search(r"\w", word) or re.fullmatch(r"-?\d+", word):
                raise ValueError(f"`{word}` cannot be a word of a phrase")
        if wording.strip() and not re.search(r"\w", plain):
            raise ValueError("a phrase has at least one word beside its gaps")

    def _slots(self, phrase: str, some: bool = False) -> tuple[str, ...]:
        """The gaps of the phrase; a wording may have but `some` of them. Raises ValueError for others."""
        slots = tuple(dict.fromkeys(_SLOT.findall(phrase if some else phrase.split(" | ")[0])))
        for wording in phrase.split(" | "):
            found = _SLOT.findall(wording)
            if (set(found) != set(slots) and not some) or len(found) != len(set(found)):
                raise ValueError("each wording of a phrase has the same gaps, each once")
        for slot in slots:
            self._ranges(slot)
        return slots

    def _ranges(self, letter: str) -> str:
        known = Vocabulary(tuple(self.sorts))
        try:
            return sort_of(known, letter)
        except KeyError:
            raise ValueError(f"no sort has the letter `{letter[:1]}`") from None

    def _result(self, tail: str) -> tuple[str, int | str | bool | None]:
        result, _, initial = tail.partition(", starts ")
        result = result.strip()
        known = {s.name for s in (*BUILT_IN, *self.sorts)} | {"condition"}
        if result not in known:
            either = "; what may be of either sort is two fields" if " or " in result else ""
            raise ValueError(f"expected `: SORT` or `: condition` at the end; `{result}` is no sort{either}")
        value = constant(initial)
        if value is not None and isinstance(value, bool) != (result == "condition"):
            raise ValueError(f"a {result} cannot start as `{initial.strip()}`")
        if value is not None and (result == "number") != (isinstance(value, int) and not isinstance(value, bool)):
            raise ValueError(f"a {result} cannot start as `{initial.strip()}`")
        return result, value

    def _sort(self, rest: str) -> None:
        match = re.fullmatch(
            r'([a-z]+)(?: letters((?: [A-Z])+))?( or cards)?(?: labelled "([^"]+)")?(?: of "([^"]+)")?( spelled| quoted)?',
            rest,
        )
        if match is None:
            raise ValueError("expected `sort NAME letters X Y`, the name in small letters")
        labels = match.group(4) or ""
        try:
            re.compile(labels)
        except re.error as error:
            raise ValueError(f"`{labels}` is no pattern for labels: {error}") from None
        written = {" spelled": SPELLING, " quoted": "STRING"}.get(match.group(6) or "", "")
        name, letters = match.group(1), tuple((match.group(2) or "").split())
        for sort in (*BUILT_IN, *self.sorts):
            if name in (sort.name, "condition", "zone", "kind", "deed", "happening", "effect", "norm", "cond"):
                raise ValueError(f"`{name}` already means something else")
            for letter in letters:
                if letter in sort.letters or letters.count(letter) > 1:
                    taken = {one for known in (*self.sorts, sort) for one in known.letters}
                    free = ", ".join(sorted(set(ascii_uppercase) - taken - {*letters}))
                    raise ValueError(f"the letter `{letter}` already stands for a {sort.name}; free are {free}")
        self.sorts.append(Sort(name, letters, match.group(3) is not None, labels, match.group(5) or "", written))

    def _word(self, rest: str) -> None:
        listed, _, sort = rest.partition(":")
        names = [w.strip() for w in listed.split(",")]
        if sort.strip() not in {s.name for s in self.sorts}:
            raise ValueError(f"expected `word WORD, WORD: SORT`; `{sort.strip()}` is no sort of this game")
        for name in names:
            if not _NAME.fullmatch(name):
                raise ValueError(f"`{name}` is no word")
            if ("word", ident(name)) in self.seen:
                raise ValueError(f"there already is a word `{name}`")
            self.seen.add(("word", ident(name)))
            self._wording(name, False)
        self.words += [(name, sort.strip()) for name in names]

    def _fact(self, entry: Entry, name: str, phrase: str, tail: str) -> None:
        bare, over, listed = tail.partition(" over ")
        slots = self._slots(phrase)
        letters = tuple(listed.partition(", starts ")[0].split()) if over else slots
        result, initial = self._result(
            bare + (", starts " + listed.partition(", starts ")[2] if ", starts " in listed else "")
        )
        if set(letters) != set(slots):
            raise ValueError("the letters behind `over` are the gaps of the phrase")
        ruled = entry.text("by") == "rules"
        function = function_of(entry.text("by"), name)
        self.facts.append(
            Fact(
                name,
                tuple((s, "") for s in letters),
                result,
                phrase,
                entry.text("is"),
                None,
                ruled,
                initial,
                self._within(entry),
                function,
            )
        )

    def _within(self, entry: Entry) -> tuple[str, ...]:
        """The facts that say how small and how large the number can be. Raises ValueError for anything but two names."""
        named = tuple(part.strip() for part in entry.text("within").split(" to ")) if entry.text("within") else ()
        if len(named) not in (0, 2):
            raise ValueError("expected `within LEAST to LARGEST`, the names of two facts")
        return named

    def _act(self, name: str, quoted: list[str], tail: str, needs: Iterable[SourceLine]) -> None:
        params = tuple(tail.split())
        for letter in params:
            self._ranges(letter)
        for phrase in quoted:
            for slot in _SLOT.findall(phrase):
                if slot not in params:
                    raise ValueError(f"the gap `{{{slot}}}` is none of the letters of the act")
        if quoted[0] and not params:
            raise ValueError("an act that is done has a first letter that stands for who does it")
        wanted, named = tuple(line.rest for line in needs), tuple((p, "") for p in params)
        self.acts.append(Act(name, named, quoted[0], quoted[1], Nothing(), wanted=wanted))


def constant(text: str) -> int | str | bool | None:
    """A value as it is written: a number, yes or no, a word, or none."""
    text = text.strip()
    if not text:
        return None
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
