"""What a vocabulary says in further words, each of which is another tree of the grammar: of whom was spoken of, of whoever is so,
of things that something is done to, of values that several things have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from msgspec import structs

from checker.kernel.vocabulary import Vocabulary, sorts
from checker.syntax.grammar import VOCABULARIES, Phrase, grammar_rule, phrases, telling
from checker.syntax.lalr.tables import TwoWays
from checker.syntax.natural.amounts import equal_to
from checker.syntax.natural.derived import DERIVED
from checker.syntax.natural.english import bare, done, plural, several
from checker.syntax.natural.event_forms import event_forms, ruling, statements
from checker.syntax.natural.kinds_of_things import adjectives
from checker.syntax.natural.leads import (
    ADJECTIVE,
    ALL_DO,
    BRIEF,
    EVER,
    IT,
    ITS_OWN,
    OF_MANY,
    OWNED,
    PASSIVE,
    SOMEONE,
    THEIR,
    THEY,
    VALUE,
    WHICH,
    Further,
)
from checker.syntax.natural.short_forms import WHOSE, natural_text, said_for_short, short_phrases

T = TypeVar("T")

SEVERAL = "of_several"
OWN = (SEVERAL, "would", "brief", "passing", "gerund")
"""Rules of the grammar that only these phrases make."""
_STANDING = {SEVERAL: "several_"}


@lru_cache(maxsize=VOCABULARIES)
def further_phrases(words: Vocabulary) -> tuple[Further, ...]:
    """All of them; none that the vocabulary says in its own words."""
    known = (*phrases(words), *said_for_short(words))
    said = {("closed_fact" if p.result == "condition" else "", *map(str.lower, p.parts)) for p in known}
    found: list[Further] = []
    for one in _every(words):
        key = (one.head if one.head in ("closed_fact", "simple", "plain") else "", *map(str.lower, one.phrase.parts))
        if key not in said or one.head == SEVERAL or one.phrase.rule.startswith(SOMEONE) or one.head.startswith("the_"):
            said.add(key)
            found.append(one)
    return tuple(found)


def _every(words: Vocabulary) -> Iterator[Further]:
    short = short_phrases(words)
    conditions = (
        *(p for p in phrases(words) if p.result == "condition"),
        *(p for p, s in short if s.result == "condition"),
    )
    yield from _of_whom_was_spoken(conditions)
    tells = telling(words)
    own = {
        p.parts[1].lower() for p in conditions if len(p.parts) > 1 and p.parts[0].lower() in ("a", "any", "each", "no")
    }
    for phrase in conditions:
        yield from _owned(phrase)
        apart = (phrase.first, phrase.parts[1].lower() if len(phrase.parts) > 1 else "") not in tells
        if apart and phrase.first not in ("", "number", *own) and len(phrase.parts) > 1 and phrase.parts[1][0] != "{":
            someone = Phrase(SOMEONE + phrase.rule, "condition", phrase.parts, phrase.slots)
            yield Further(someone, "closed_fact", False)
    for phrase, told in short:
        if told.result == "which_player" and phrase.parts[0] == "who" and len(phrase.parts) > 1:
            ever = Phrase(EVER + phrase.rule, "ever", ("whoever", *phrase.parts[1:]), phrase.slots)
            yield Further(ever, "several_player", False)
    for phrase, told in short:
        sort = told.result.removeprefix("which_")
        if (
            sort != told.result
            and len(phrase.parts) > 2
            and (phrase.parts[1] not in ("has", "holds") or re.search(r"[a-z](ed|en|ne|id|un|ought)$", phrase.parts[2]))
        ):
            verb, *rest = phrase.parts[1:]
            said = (phrase.parts[0], several(verb), *rest)
            if phrase.parts[0] in ("who", "that") and verb != several(verb):
                yield Further(Phrase(WHICH + phrase.rule, "which", said, phrase.slots), f"whichever_{sort}")
    for phrase, told in short:
        theirs = tuple("their" if part == "your" else part for part in phrase.parts)
        if theirs != phrase.parts and re.search(r"\byou\b", told.means) and not told.said:
            their = Phrase(THEIR + phrase.rule, phrase.result, theirs, phrase.slots)
            yield Further(their, _HEADS.get(phrase.result, phrase.result), phrase.result == "happening")
        if theirs != phrase.parts and told.result.startswith("which_"):
            their = Phrase(THEIR + "the__" + phrase.rule, "which", theirs, phrase.slots)
            yield Further(their, f"the_{told.result}", False)
    yield from adjectives(words, conditions)
    names = {s.name for s in sorts(words) if s.name != "number"}
    for phrase in phrases(words):
        if phrase.result == "number":
            yield from _owned(phrase, "number_phrase")
        if phrase.result == "number" and len(phrase.slots) == 1 and phrase.slots[0][1] in names:
            if phrase.parts[-1].startswith("{"):
                yield Further(phrase_like(phrase, VALUE, phrase.parts), SEVERAL)
        if phrase.result == "deed" and len(phrase.parts) > 1:
            yield from _brief(phrase, any(s.result == "span" for _, s in short))
            yield from _passive(phrase, names) if phrase.parts[1].startswith("{") else ()
            yield from _active(phrase)
    yield from statements(words)
    yield from equal_to((*phrases(words), *(p for p, _ in short)))
    yield from _its_own(words)
    yield from event_forms(words, tuple(p for p, _ in short))


def _of_whom_was_spoken(conditions: tuple[Phrase, ...]) -> Iterator[Further]:
    """Each condition of a thing as it is said of what was spoken of before."""
    of_thing = [p for p in conditions if p.first and len(p.parts) > 1 and not p.parts[1].startswith("{")]
    for phrase in of_thing:
        verb, *rest = phrase.parts[1:]
        if not verb.endswith(("s", "can", "cannot")):
            continue
        if phrase.first == "player":
            lead, said = THEY, ("they", bare(verb), *rest)
        elif sum(p.parts[1:] == phrase.parts[1:] for p in of_thing) == 1:
            lead, said = IT, ("it", verb, *rest)
        else:
            continue
        yield Further(Phrase(lead + phrase.rule, "condition", said, phrase.slots[1:]), "closed_fact", False)


def _its_own(words: Vocabulary) -> Iterator[Further]:
    """Each phrase `the … of …` of a thing as it is said of what was spoken of; of what could be two things, none."""
    found: dict[tuple[str, ...], list[tuple[Phrase, int]]] = {}
    for phrase in phrases(words):
        if phrase.result in ("deed", "happening", "condition") or phrase.parts[0].lower() != "the":
            continue
        at, part = next(((n, p) for n, p in enumerate(phrase.parts) if p.startswith("{")), (0, ""))
        if at and phrase.parts[at - 1] == "of" and dict(phrase.slots)[part[1:-1]] not in ("player", "number"):
            said = ("its", *phrase.parts[1 : at - 1], *phrase.parts[at + 1 :])
            found.setdefault(said, []).append((phrase, [name for name, _ in phrase.slots].index(part[1:-1])))
    for said, alike in found.items():
        (phrase, at), *others = alike
        if not others:
            slots = (*phrase.slots[:at], *phrase.slots[at + 1 :])
            rule = f"{ITS_OWN}{phrase.slots[at][1]}_{at}__{phrase.rule}"
            yield Further(Phrase(rule, "its", said, slots), _HEADS.get(phrase.result, phrase.result), False)


_HEADS = {"number": "number_phrase", "condition": "closed_fact"}


def _owned(phrase: Phrase, head: str = "closed_fact") -> Iterator[Further]:
    """A condition of what is somebody's, as it is said of what is yours and theirs: `in your hand`."""
    for at, (name, sort) in enumerate(phrase.slots):
        gap = phrase.parts.index("{" + name + "}")
        lead = next((n for n in range(gap - 2, 0, -1) if phrase.parts[n] == "the"), 0)
        if sort == "player" and lead and phrase.parts[gap - 1] == "of" and gap == len(phrase.parts) - 1:
            for whose in WHOSE:
                said = (*phrase.parts[:lead], whose, *phrase.parts[lead + 1 : gap - 1])
                slots = (*phrase.slots[:at], *phrase.slots[at + 1 :])
                yield Further(Phrase(f"{OWNED}_{whose}_{at}__{phrase.rule}", phrase.result, said, slots), head, False)


def _brief(phrase: Phrase, spans: bool) -> Iterator[Further]:
    """The deed without what it is done with, or how much of it is done, where all of it is forbidden; a thing stays where
    `spans` of time may follow."""
    verb, *rest = phrase.parts
    gaps = [part for part in rest if part.startswith("{")]
    dropped = rest
    if (
        len(rest) == 3
        and len(gaps) == 2
        and rest[2] == gaps[1]
        and rest[0].startswith("{")
        and not rest[1].startswith("{")
    ) or (len(rest) > 3 and len(gaps) > 1 and rest[0] == gaps[0] and not rest[1].startswith("{")):
        dropped = rest[:1]
    elif len(rest) == 2 and len(gaps) == 1 and rest[1] == gaps[0] and rest[0] in PREPOSITIONS:
        dropped = []
    elif len(gaps) == 1 and ((len(rest) == 1 and not spans) or dict(phrase.slots)[gaps[0][1:-1]] == "number"):
        dropped = [part for part in rest if not part.startswith("{")]
    if len(rest) == 3 and len(gaps) == 2 and rest[1] in PREPOSITIONS and rest[0] in gaps:
        yield Further(ruling(phrase, f"{BRIEF}with__{phrase.rule}", (verb, *rest[1:])), "brief")
        if not spans:
            yield Further(Phrase(f"{BRIEF}alone__{phrase.rule}", "ruling", (verb,), ()), "brief")
    if len(rest) == 1 and len(gaps) == 1 and dict(phrase.slots)[gaps[0][1:-1]] == "number":
        for how, said in (("more", ("more", "than")), ("less", ("less", "than"))):
            than = (verb, *said, gaps[0])
            yield Further(Phrase(f"{BRIEF}{how}__{phrase.rule}", "ruling", than, phrase.slots), "brief")
    if dropped != rest:
        yield Further(ruling(phrase, BRIEF + phrase.rule, (verb, *dropped)), "brief")


def _passive(phrase: Phrase, names: set[str]) -> Iterator[Further]:
    """What may not be done to a thing, of the deed that is done to it."""
    verb, thing, *rest = phrase.parts
    sort = dict(phrase.slots)[thing[1:-1]]
    if sort not in names or phrase.parts.count(thing) > 1:
        return
    ways = [rest, []] if rest and sort != "player" else [rest]
    for number, behind in enumerate(ways):
        for modal, words in MODALS if sort != "player" else MODALS[1::2]:
            said = (thing, *words, done(verb), *behind)
            yield Further(ruling(phrase, f"{PASSIVE}{modal}{number}__{phrase.rule}", said), "ruling")


def _active(phrase: Phrase) -> Iterator[Further]:
    """What a thing may not do, of the deed that is done with it: `attack` where somebody attacks with it."""
    verb, *rest = phrase.parts
    if (
        len(rest) > 1
        and rest[-2] == "with"
        and rest[-1].startswith("{")
        and dict(phrase.slots)[rest[-1][1:-1]] != "player"
    ):
        for modal, words in ACTIVE:
            said = (rest[-1], *words, verb)
            yield Further(ruling(phrase, f"{PASSIVE}{modal}9__{phrase.rule}", said), "ruling")


ACTIVE = (("not", ("may", "not")), ("longer", ("may", "no", "longer")), ("cannot", ("cannot",)))
PREPOSITIONS = ("with", "at", "to", "on", "for", "from", "against", "in")
"""Words before a thing that something is done with, which may go with it."""
MODALS = (
    ("may", ("may", "be")),
    ("not", ("may", "not", "be")),
    ("longer", ("may", "no", "longer", "be")),
    ("cannot", ("cannot", "be")),
)


def phrase_like(phrase: Phrase, lead: str, parts: tuple[str, ...]) -> Phrase:
    """The phrase in other words."""
    return Phrase(lead + phrase.rule, "happening", parts, phrase.slots)


def readable(words: Vocabulary, shared: str, language: Callable[[str], T]) -> T:
    """The language with the rules for sentences as cards say them and with what the vocabulary says in further words, but
    for those that could be read in two ways. Raises InputError if what the vocabulary itself says could be."""
    further = further_phrases(words)
    while True:
        try:
            return language(whole_text(words, shared, further))
        except TwoWays as refused:
            fewer = tuple(f for f in further if f.phrase.rule not in refused.rules)
            if len(fewer) == len(further):
                break
            further = fewer
    try:
        return language(whole_text(words, shared, tuple(f for f in further if f.head in OWN)))
    except TwoWays:
        told = structs.replace(words, shorts=tuple(s for s in words.shorts if DERIVED not in s.name))
        return language(whole_text(told, shared, ()))


def whole_text(words: Vocabulary, shared: str, further: tuple[Further, ...]) -> str:
    """The rules for sentences as cards say them, with the further phrases."""
    tells = telling(words)
    heads: dict[str, list[str]] = {head: [] for head in OWN}
    for one in further:
        rule = grammar_rule(one.phrase, tells if one.about else None)
        if one.phrase.rule.startswith(ADJECTIVE):
            rule = re.sub(r'"(kinds?)"(?= ->)', lambda kind: kind[1].upper(), rule)
        if one.head not in ("happening", "passing"):
            rule = re.sub(r"\b(?:about|object)_", _STANDING.get(one.head, "about_"), rule)
        if f"-> {ALL_DO}" in rule:
            rule = re.sub(r"^(?:about_)?", "many_", rule)
        if rule.startswith("about_player") and f"-> {PASSIVE}" in rule:
            heads.setdefault("claim", []).append(rule.replace("about_player", "groups_player", 1))
            if '"may"' in rule:
                heads.setdefault(one.head, []).append(rule.replace("about_player", "several_player", 1))
                rule = rule.removeprefix("about_")
        if f"_{OF_MANY}" in rule or f"-> {SOMEONE}" in rule:
            rule = re.sub(r"^(?:about_)?", "groups_" if OF_MANY in rule else "someone_", rule)
        heads.setdefault(one.head, []).append(rule)
    own = {p.parts[0].lower() for p in phrases(words) if p.result in ("deed", "happening")}
    lines = [
        line
        for line in natural_text(words, shared).splitlines()
        if not (line.startswith('    | "put"') and "put" in own)
    ]
    denied = {_after_cannot(r) for r in natural_text(words, shared).splitlines() if '"cannot"' in r}
    heads |= {head: list(_told_apart(heads.get(head, ()))) for head in ("happening", "passing")}
    free = [r for r in heads["brief"] if _after_cannot(r) not in denied]
    heads["brief"] = [*(["free_brief"] if free else []), *(r for r in heads["brief"] if r not in free)]
    heads["ruling"] = [r for rule in heads.get("ruling", []) for r in (rule, *_of_groups(rule))]
    lines += [
        f"{'?' if h in OWN or h.startswith('whichever_') else '%extend '}{h}: " + "\n    | ".join(rules)
        for h, rules in heads.items()
        if rules
    ]
    for name in (s.name for s in sorts(words) if s.name != "number"):
        whole = f"whichever_{name}"
        if heads.get(whole):
            lines.append(f'%extend groups_{name}: "{plural(name)}" {whole} -> suches_{name}')
            lines += [f"%extend groups_card: KINDS {whole} -> such_kinds_card"] if name == "card" else []
    lines.append("?free_brief: " + ("\n    | ".join(free) or '"no" "such" "free_brief" -> no_such__free_brief'))
    for head in OWN:
        lines += [] if heads[head] else [f'?{head}: "no" "such" "{head}" -> no_such__{head}']
    return "\n".join(lines) + "\n"


def _told_apart(rules: Iterable[str]) -> Iterator[str]:
    """The rules, in which `it` stands for a thing only where it stands for none of another sort."""
    listed = list(rules)
    ahead: dict[str, set[str]] = {}
    for rule in listed:
        for found in _OBJECT.finditer(rule):
            ahead.setdefault(_OBJECT.sub("…", rule[: found.start()]), set()).add(found[0])
    for rule in listed:
        made, at = "", 0
        for found in _OBJECT.finditer(rule):
            alone = len(ahead[_OBJECT.sub("…", rule[: found.start()])]) == 1
            made, at = made + rule[at : found.start()] + (found[0] if alone else f"about_{found[1]}"), found.end()
        yield made + rule[at:]


_OBJECT = re.compile(r"\bobject_([a-z_]+)")


def _after_cannot(rule: str) -> str:
    """What the rule says, behind `cannot` if it says that; things are as good as others of their sort."""
    said = rule.partition(" -> ")[0].rpartition('"cannot" ')[2]
    return re.sub(r"\b(?:about|object)_", "", said).strip()


def _of_groups(rule: str) -> Iterator[str]:
    """What may not be done to a thing, as it is said of several."""
    if f"-> {PASSIVE}" in rule:
        if rule.startswith("about_") and not rule.startswith("about_player"):
            yield rule.replace("about_", "groups_", 1)
    if f"-> {PASSIVE}may" in rule and rule.startswith("about_card"):
        yield f'"no" {rule.replace("about_", "group_", 1).replace(f"-> {PASSIVE}may", f"-> {PASSIVE}none")}'


def all_said(words: Vocabulary) -> tuple[Phrase, ...]:
    """All phrases that stand for others, but for words before the names of things."""
    further = (one.phrase for one in further_phrases(words) if not one.phrase.rule.startswith(ADJECTIVE))
    return (*said_for_short(words), *further)
