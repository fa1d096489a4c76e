"""What a vocabulary says without being told to: amounts of its numbers, conditions denied, places that are empty."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from checker.kernel.vocabulary import OFF, Fact, Field, Short, Vocabulary, Zone, sort_of, sorts
from checker.syntax.natural.amounts import as_many, of_amount
from checker.syntax.natural.english import article, bare, plural, singular
from checker.syntax.natural.kinds_of_things import nouns, places

DERIVED = "derived "
"""Begins the names of what a vocabulary says so; of its own short forms none does."""
_AMOUNT = re.compile(r"[Tt]he (?:number of )?([A-Za-z]+) of \{([^}]+)\}")
_PLACED = re.compile(r"[Tt]he number of ([a-z]+) of \{([^}]+)\} ((?:on|in|at|under) [a-z ]+)")
_HELD = re.compile(r"[Tt]he number of ([a-z]+) in the hand of \{([^}]+)\}")
_ONCE = re.compile(r"([a-z]+) an? ([a-z]+)")
TIMES = "times "
"""Begins the names of what is done so many times, behind what begins those of all of them."""
_SLOT = re.compile(r"\{([^}]+)\}")

WHO = "player"
"""The sort of whom `who …` is said; of all others, `that …` is."""
_GAP = re.compile(r"\{([^}]+)\}")
_WORD_NEXT = re.compile(r"\{([^}]+)\} ([a-z]+)")
_NEXT = re.compile(r"\{([^}]+)\}(?= \{)")


def derived_shorts(words: Vocabulary) -> tuple[Short, ...]:
    """All of it that the vocabulary does not say in its own words."""
    said = {(s.result, way.strip().lower()) for s in words.shorts for way in s.phrase.split(" | ")}
    said |= {("condition", way) for way, _ in _conditions(words, every=True)}
    found: list[Short] = []
    found += nouns(words)
    every = (*(s.said for s in words.shorts), *(a.said for a in words.acts))
    events = {_shape(words, way) for said in every for way in said.split(" | ")}
    for short in _derived(words):
        if short.said and any(_shape(words, way) in events for way in short.said.split(" | ")):
            continue
        if not short.phrase:
            found.append(msgspec.structs.replace(short, name=DERIVED + short.name))
            continue
        ways = [w for w in short.phrase.split(" | ") if (short.result, w.lower()) not in said]
        said |= {(short.result, w.lower()) for w in ways}
        if ways:
            found.append(
                Short(DERIVED + short.name, short.result, short.params, " | ".join(ways), short.said, short.means)
            )
    return tuple(found)


def _shape(words: Vocabulary, said: str) -> str:
    """What is said, with the sorts of things in their places."""
    return _SLOT.sub(lambda found: f"{{{sort_of(words, found[1])}}}", said).lower()


def _derived(words: Vocabulary) -> Iterator[Short]:
    yield from _amounts(words)
    yield from _gained(words)
    yield from _beside(words)
    yield from _there(words)
    yield from _winning(words)
    yield from places(words)
    yield from _others(words)
    yield from _repeated(words)
    yield from _becoming(words)
    for zone in (z for z in words.zones if z.cards):
        yield from _empty(zone)
    yield from _denied(_conditions(words))


def _amounts(words: Vocabulary) -> Iterator[Short]:
    """Whatever numbers players have, as what they have more or less of."""
    letters = next(s.letters for s in sorts(words) if s.name == "player")
    pair = any("the opponent of {" in f.phrase for f in words.facts)
    told = {name: own for s in words.shorts if (name := s.name.partition(" ")[0]) for own in [s]}
    lying = [found[1] for wording in _numbers(words) if (found := _PLACED.fullmatch(wording))]
    for wording in _numbers(words):
        held, own, placed = (one.fullmatch(wording) for one in (_HELD, _AMOUNT, _PLACED))
        found = held or own or placed
        if found is None or sort_of(words, found[2]) != "player" or (found[1] in told and not held):
            continue
        letter = letters[0]
        means = _SLOT.sub(letter, wording)
        said = f"{found[1]} in hand | {found[1]}" if held else f"{found[1]} {found[3]}" if placed else found[1]
        name = f"{found[1]} of players{' where they lie' if placed else ''}"
        if not placed:
            yield from of_amount(name, said, letter, "player", means, bool(held))
        alone = said.split(" | ")[: 1 if found[1] in lying else 2]
        yield from as_many(name, alone, letter, means, pair)


def _others(words: Vocabulary) -> Iterator[Short]:
    """Each thing but one, as what tells it from that one."""
    for sort in (s for s in sorts(words) if s.name != "number" and s.letters):
        one, other = sort.letters[0], f"{sort.letters[0]}1"
        yield Short(
            f"other {sort.name}",
            f"which_{sort.name}",
            (one, other),
            f"other than {{{other}}}",
            "",
            f"{one} is not {other}",
        )


def _becoming(words: Vocabulary) -> Iterator[Short]:
    """That a thing becomes what is written down of it in one word."""
    for field in words.fields:
        found = re.fullmatch(r"\{([^}]+)\} is ([a-z]+)", field.phrase.split(" | ")[0])
        if field.result == "condition" and found and found[2] not in ("not", "no"):
            becomes = f"{{{found[1]}}} becomes {found[2]}"
            does = f"Set it so that {found[1]} is {found[2]}."
            yield Short(f"becomes {field.name}", "event", (found[1],), "", becomes, does)


def _repeated(words: Vocabulary) -> Iterator[Short]:
    """What somebody does with one thing, done so many times, one after the other; nothing where the number is said otherwise."""
    deeds = [(a.phrase, a.said) for a in words.acts] + [(s.phrase, s.said) for s in words.shorts if s.said]
    letter = next(s.letters for s in sorts(words) if s.name == "player")[0]
    followed = {found[1] for told, _ in deeds for found in re.finditer(r"(?:^|\| )([a-z]+) \{", told)}
    for phrase, said in deeds:
        told = re.fullmatch(r"\{([^}]+)\} ([a-z]+) (an? [a-z]+)", said)
        one = _ONCE.fullmatch(phrase or (f"{bare(told[2])} {told[3]}" if told else ""))
        if (
            one
            and told
            and one[2] == told[3].split()[1]
            and sort_of(words, told[1]) == "player"
            and one[1] not in followed
        ):
            many = plural(one[2])
            yield Short(
                f"{TIMES}{one[1]} {many}",
                "deed",
                (letter, "N"),
                f"{one[1]} {{N}} {many}",
                f"{{{letter}}} {told[2]} {{N}} {many}",
                f"{letter} {told[2]} {article(one[2])} {one[2]}.",
            )


def _gained(words: Vocabulary) -> Iterator[Short]:
    """What players lose and gain of the numbers that are written down of them, where no act of the game is that."""
    acts = {a.phrase.split(" ")[0] for a in words.acts if a.phrase}
    letters = next(s.letters for s in sorts(words) if s.name == "player")
    for field in words.fields:
        found = _AMOUNT.fullmatch(field.phrase.split(" | ")[0])
        if field.result != "number" or found is None or sort_of(words, found[2]) != "player":
            continue
        own = f"{field.phrase.split(' | ')[0]}".replace("{" + found[2] + "}", letters[0])
        for verb, does in (("lose", "Lower"), ("gain", "Raise"), ("get", "Raise")):
            if not acts & {"lose", "gain", "get"}:
                one = singular(found[1])
                yield _gain(
                    letters[0], verb, tuple(dict.fromkeys((f"{{N}} {found[1]}", f"{{N}} {one}"))), f"{does} {own} by N."
                )
                if one != found[1]:
                    yield _gain(letters[0], verb, (f"{article(one)} {one}",), f"{does} {own} by 1.")


def _gain(letter: str, verb: str, amounts: tuple[str, ...], means: str) -> Short:
    """That somebody gains or loses the amount, said in each of the ways."""
    params = (letter, "N") if "N" in amounts[0] else (letter,)
    deed = " | ".join(f"{verb} {amount}" for amount in amounts)
    said = " | ".join(f"{{{letter}}} {verb}s {amount}" for amount in amounts)
    return Short(f"{verb} {amounts[0]}", "deed", params, deed, said, means)


def _beside(words: Vocabulary) -> Iterator[Short]:
    """The neighbour as the player who sits there."""
    if any(f"{lead} your {{" in s.phrase for s in words.shorts for lead in ("on", "to")):
        return
    for fact in words.facts:
        found = re.fullmatch(r"the (left|right) neighbour of \{[^}]+\}", fact.phrase.split(" | ")[0])
        if found and fact.result == "player":
            side = f"the player to your {found[1]} | the player on your {found[1]}"
            yield Short(f"beside {found[1]}", "player", (), side, "", f"the {found[1]} neighbour of you")


def _winning(words: Vocabulary) -> Iterator[Short]:
    """That somebody wins, where clauses give the winner."""
    letter = next(s.letters for s in sorts(words) if s.name == "player")[0]
    named: Iterable[Field | Fact] = (*words.facts, *words.fields)
    known = {way.lower() for f in named for way in f.phrase.split(" | ")}
    known |= {way.lower() for a in words.acts for way in a.said.split(" | ")}
    if not any(re.fullmatch(r"\{[^}]+\} wins", way) for way in known):
        for fact in words.facts:
            if fact.institutional and fact.result == "player" and not fact.params and fact.phrase == "the winner":
                means = f"the value of the winner is {letter}"
                yield Short("wins", "ruling", (letter,), f"{{{letter}}} wins", "", means)


def _there(words: Vocabulary) -> Iterator[Short]:
    """How many there are of what is counted for all."""
    named: Iterable[Field | Fact] = (*words.fields, *words.facts)
    for one in named:
        wording = one.phrase.split(" | ")[0]
        if one.result == "number" and (found := re.fullmatch(r"[Tt]he ([a-z ]+s)", wording)) and " of " not in wording:
            what = found[1]
            for how, said, means in (
                ("least", "at least {{N}} {w} | {{N}} or more {w}", "{own} is at least N"),
                ("most", "at most {{N}} {w} | {{N}} or fewer {w}", "{own} is at most N"),
                ("fewer", "fewer than {{N}} {w}", "{own} is less than N"),
                ("more", "more than {{N}} {w}", "{own} is more than N"),
                ("none", "no {w} | no more {w}", "{own} is 0"),
            ):
                ways = [f"there are {way}" for way in said.format(w=what).split(" | ")]
                slots = ("N",) if "{N}" in said.format(w=what) else ()
                yield Short(
                    f"there {how} {one.name}", "condition", slots, " | ".join(ways), "", means.format(own=wording)
                )


def _numbers(words: Vocabulary) -> Iterator[str]:
    facts = (f for f in words.facts if f.result == "number" and not f.name.startswith(OFF))
    named: Iterable[Field | Fact] = (*words.fields, *facts)
    for one in named:
        if one.result == "number":
            yield from one.phrase.split(" | ")[:1]


def _empty(zone: Zone) -> Iterator[Short]:
    for number, wording in enumerate(zone.phrase.split(" | ")):
        slots = tuple(_SLOT.findall(wording))
        means = f"the number of cards in {_SLOT.sub(lambda gap: gap[1], wording)} is 0"
        yield Short(f"empty {zone.name} {number}", "condition", slots, f"{wording} is empty", "", means)


def _conditions(words: Vocabulary, every: bool = False) -> Iterator[tuple[str, str]]:
    """Each wording of a condition, in small letters if `every` one is listed, with it as it is written of letters."""
    fields = (f.phrase for f in words.fields if f.result == "condition")
    facts = (f.phrase for f in words.facts if f.result == "condition" and not f.name.startswith(OFF))
    short = (s.phrase for s in words.shorts if s.result == "condition")
    for phrase in (*fields, *facts, *short):
        for wording in phrase.split(" | "):
            yield (wording.lower() if every else wording), _SLOT.sub(r"\1", wording)


def _denied(conditions: Iterable[tuple[str, str]]) -> Iterator[Short]:
    """Each condition of a thing as it is said not to hold."""
    for number, (wording, whole) in enumerate(conditions):
        head, _, rest = wording.partition("} ")
        verb, _, more = rest.partition(" ")
        if not head.startswith("{") or not more or "{" in head[1:] or more.split()[0] in ("no", "not"):
            continue
        denied = _not(verb, more)
        if denied:
            yield Short(
                f"not {number}", "condition", tuple(_SLOT.findall(wording)), f"{head}}} {denied}", "", f"not {whole}"
            )


def _not(verb: str, more: str) -> str:
    """The verb and what follows it, denied; nothing where that is not known."""
    match verb:
        case "is" if not more.startswith("{"):
            return f"is not {more}"
        case "has" if re.match(r"[a-z]+(ed|en|ne|id|un|ought|one)\b", more):
            return f"has not {more}"
        case "has" if one := re.match(r"an? (?=[a-z]+$)", more):
            return f"has no {more[one.end() :]}"
        case "can":
            return f"cannot {more}"
    return ""


def relative_clauses(words: Vocabulary) -> tuple[Short, ...]:
    """Each condition that begins with a thing, as what tells such things from others."""
    said = {
        (s.result, way.lower()) for s in words.shorts if s.result.startswith("which_") for way in s.phrase.split(" | ")
    }
    found = []
    for short in _clauses(words):
        if (short.result, short.phrase.lower()) not in said:
            said.add((short.result, short.phrase.lower()))
            found.append(short)
    return tuple(found)


def _clauses(words: Vocabulary) -> Iterator[Short]:
    told = (wording for act in words.acts for wording in (act.phrase, act.said))
    ahead = {(sort_of(words, gap), word) for wording in told for gap, word in _WORD_NEXT.findall(wording)}
    lettered = {s.name for s in sorts(words) if s.letters and s.name != "number"} - _crowded(words)
    fields = ((f.name, f.phrase) for f in words.fields if f.result == "condition")
    facts = ((f.name, f.phrase) for f in words.facts if f.result == "condition" and not f.name.startswith(OFF))
    short = ((s.name, s.phrase) for s in words.shorts if s.result == "condition")
    for name, wordings in (*fields, *facts, *short):
        for number, wording in enumerate(wordings.split(" | ")):
            gaps = _GAP.findall(wording)
            head, _, rest = wording.partition("} ")
            if not gaps or head != "{" + gaps[0] or not rest or (sort := sort_of(words, gaps[0])) not in lettered:
                continue
            lead, whole = "who" if sort == WHO else "that", _GAP.sub(r"\1", wording)
            yield Short(f"{lead} {name} {number}", f"which_{sort}", tuple(gaps), f"{lead} {rest}", "", whole)
            if (place := re.match(r"is (?=(in|on|at|out|under|behind|beside) )", rest)) and (
                sort,
                place[1],
            ) not in ahead:
                yield Short(f"placed {name} {number}", f"which_{sort}", tuple(gaps), rest[place.end() :], "", whole)
            if rest.startswith("is ") and not rest.startswith("is not "):
                not_so = f"{lead} is not {rest.removeprefix('is ')}"
                yield Short(f"{lead} not {name} {number}", f"which_{sort}", tuple(gaps), not_so, "", f"not {whole}")


def _crowded(words: Vocabulary) -> frozenset[str]:
    """The sorts behind which another thing can follow at once: `that` would begin it too (`that space`)."""
    said = (wording for act in words.acts for wording in (act.phrase, act.said))
    ahead = (sort_of(words, name) for wording in said for name in _NEXT.findall(wording))
    return frozenset(ahead) - {WHO}
