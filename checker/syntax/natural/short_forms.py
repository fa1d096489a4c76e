"""The rules of the grammar for what a vocabulary says for short."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import lru_cache
from itertools import pairwise

from checker.kernel.vocabulary import Short, Vocabulary, sorts
from checker.syntax.grammar import VOCABULARIES, Phrase, grammar_rule, ident, phrase_of, phrases, telling
from checker.syntax.natural.english import bare, plural
from checker.syntax.natural.kinds_of_things import bringing
from checker.syntax.natural.leads import NOT_BE
from checker.syntax.natural.spans import PERIOD

WHOSE = ("your", "their")
"""What a phrase `the … of {P}` begins with where it is said of `you`, or of whoever was spoken of."""


@lru_cache(maxsize=VOCABULARIES)
def short_phrases(words: Vocabulary) -> tuple[tuple[Phrase, Short], ...]:
    """Every phrase that is said for short, with what it is short for."""
    found = []
    for short in (s for s in words.shorts if s.result != PERIOD):
        for head, result, wordings in (
            ("shortdeed", "deed", short.phrase if short.said else ""),
            ("shortevent", "happening", short.said),
            ("short", short.result, "" if short.said else short.phrase),
        ):
            for number, wording in enumerate(wordings.split(" | ") if wordings else ()):
                rule, result = f"{head}__{ident(short.name)}__{number}", "happening" if result == "event" else result
                found.append((phrase_of(words, rule, result, wording.strip()), short))
    return tuple(found)


MANY = "many__"
"""Begins the name of a ruling `{P} …s` as it is said of several."""
YOUR = "you__"
"""Begins the name of a ruling `{P} …s` as it is said of you."""


@lru_cache(maxsize=VOCABULARIES)
def ruling_phrases(words: Vocabulary) -> tuple[tuple[Phrase, Short], ...]:
    """What is said for short to hold of a player, said of you and of several."""
    found = []
    for phrase, short in short_phrases(words):
        lead, verb, *rest = *phrase.parts, "", ""
        if phrase.result == "ruling" and phrase.first and verb.endswith("s"):
            said = (bare(verb), *(word for word in rest if word))
            found.append((Phrase(YOUR + phrase.rule, "ruling", ("you", *said), phrase.slots[1:]), short))
            found.append((Phrase(MANY + phrase.rule, "ruling", (lead, *said), phrase.slots), short))
    return tuple(found)


@lru_cache(maxsize=VOCABULARIES)
def own_phrases(words: Vocabulary) -> tuple[tuple[Phrase, str], ...]:
    """Each condition that begins with a player, and each event that says what they are, said of you; with its rule."""
    found: dict[tuple[str, ...], tuple[Phrase, str]] = {}
    said = (*phrases(words), *(p for p, _ in short_phrases(words)))
    for phrase in (p for p in said if p.first == "player" and p.result in ("condition", "happening")):
        verb, *rest = phrase.parts[1:]
        if verb.endswith("s") and (phrase.result == "condition" or verb == "is"):
            parts = ("you", bare(verb), *rest)
            yours = Phrase(YOUR + phrase.rule, phrase.result, parts, phrase.slots[1:])
            found.setdefault((phrase.result, *parts), (yours, phrase.rule))
    return tuple(found.values())


@lru_cache(maxsize=VOCABULARIES)
def whose_phrases(words: Vocabulary) -> tuple[tuple[Phrase, Phrase, int], ...]:
    """Each phrase `the … of {P}` as it is said of you and of others, with the phrase, and which of its gaps they fill."""
    found, said = [], set()
    for phrase in phrases(words):
        at = next((n for n, (_, sort) in enumerate(phrase.slots) if sort == "player"), None)
        if at is None or phrase.result in ("deed", "happening", "condition") or phrase.parts[0].lower() != "the":
            continue
        gap = phrase.parts.index("{" + phrase.slots[at][0] + "}")
        if phrase.parts[gap - 1] != "of":
            continue
        for whose in WHOSE:
            parts = (whose, *phrase.parts[1 : gap - 1], *phrase.parts[gap + 1 :])
            slots = (*phrase.slots[:at], *phrase.slots[at + 1 :])
            if (parts, phrase.result) not in said:
                said.add((parts, phrase.result))
                found.append((Phrase(f"{whose}__{phrase.rule}", phrase.result, parts, slots), phrase, at))
    return tuple(found)


def told_phrases(words: Vocabulary) -> tuple[tuple[Phrase, str], ...]:
    """What is told of somebody without them, where they were just spoken of; with the rule of the whole."""
    told = [p for p in (*phrases(words), *(p for p, _ in short_phrases(words))) if p.result == "happening"]
    doing = (p for p in told if p.first == "player")
    cut = [(Phrase(f"told__{p.rule}", "deed", p.parts[1:], p.slots[1:]), p.rule) for p in doing]
    return tuple({tuple(p.parts): (p, rule) for p, rule in reversed(cut)}.values())


def passive_phrases(words: Vocabulary) -> tuple[tuple[Phrase, str], ...]:
    """What is said to happen to a thing, as it cannot; with the rule of what happens."""
    told = [p for p in phrases(words) if p.result == "happening" and p.first and p.parts[1:2] == ("is",)]
    done = {p.parts for p in phrases(words) if p.result == "deed"}
    found = []
    for phrase in told:
        said = ("be", *phrase.parts[2:])
        if said not in done:
            cannot = Phrase(f"cannot__{phrase.rule}", "ruling", (phrase.parts[0], "cannot", *said), phrase.slots)
            found.append((cannot, phrase.rule))
    return tuple(found)


def said_for_short(words: Vocabulary) -> Iterator[Phrase]:
    """All phrases that stand for others."""
    yield from (phrase for phrase, _ in (*short_phrases(words), *ruling_phrases(words)))
    yield from (phrase for phrase, _, _ in whose_phrases(words))
    yield from (phrase for phrase, _ in (*own_phrases(words), *told_phrases(words), *passive_phrases(words)))


@lru_cache(maxsize=VOCABULARIES)
def natural_text(words: Vocabulary, shared: str) -> str:
    """The rules for sentences as cards say them: the shared ones, and those of the vocabulary."""
    names = [s.name for s in sorts(words) if s.name != "number"]
    told = {s.result.removeprefix("which_") for s in words.shorts if s.result.startswith("which_")}
    choosing = "?choosing: " + " | ".join(f"choosing_{name}" for name in names)
    listed = _expanded(shared, names, told, frozenset(_spoken_for(words, names)))
    return "\n".join((*listed, choosing, *_own(words, names))) + "\n"


def _spoken_for(words: Vocabulary, names: list[str]) -> Iterator[tuple[str, str]]:
    """Words before the name of a sort that a phrase of the vocabulary has where another has a gap for such a thing."""
    every = [p for p in (*phrases(words), *(p for p, _ in short_phrases(words))) if p.result in ("deed", "happening")]
    sorted_ = [
        tuple(dict(p.slots).get(x[1:-1], "") if x.startswith("{") else x.lower() for x in p.parts) for p in every
    ]
    both = list(zip(((*said, "") for said in sorted_), every, strict=True))
    gaps = {said[: at + 2] for said, p in both for at, x in enumerate(p.parts) if x[0] == "{"}
    for said, phrase in both:
        for at, (lead, word) in enumerate(pairwise(said[:-1])):
            name = next((n for n in names if word in (n, plural(n))), "")
            if name and phrase.parts[at][0] != "{" and (*said[:at], name, said[at + 2]) in gaps:
                yield lead, name


def _expanded(shared: str, names: list[str], told: Set[str], own: Set[tuple[str, str]]) -> Iterator[str]:
    """The lines, once for each sort where they speak of sorts; only of some is anything `told` from others, and what
    some words before the name mean is the vocabulary's `own`."""
    for line in _joined(shared):
        if "$sort" not in line:
            yield line
        for name in names if "$sort" in line else ():
            if name == "player" and "-> move_each" in line:
                continue
            ways = (w for w in line.split(" | ") if name in told or "which_$sort" not in w)
            if line.startswith(("?grouped_", "?many_")):
                ways = (w for w in ways if _lead(w) not in _leads(own, name))
            kept = " | ".join(ways) or f'{line.partition(":")[0]}: "no" "such" "$sorts" -> no_such__$sorts'
            yield kept.replace("$sorts", plural(name)).replace("$sort", name).replace("$SORT", name.upper())


def _lies(which: Phrase) -> bool:
    """Where a card lies is told, and behind it nothing can go on."""
    last = dict(which.slots).get(which.parts[-1][1:-1], "")
    return which.parts[0] in ("in", "on", "under") and last != "number"


def _lead(way: str) -> str:
    """The first word that one way begins with."""
    said = way.rpartition(": ")[2]
    return said.split('"')[1] if said.startswith('"') else ""


def _leads(own: Set[tuple[str, str]], name: str) -> frozenset[str]:
    return frozenset(lead for lead, sort in own if sort == name)


def _joined(shared: str) -> Iterator[str]:
    """The lines; a rule whose name has a sort in it is one line with all that it may be."""
    whole = ""
    for line in shared.splitlines():
        if whole and not line.startswith("    |"):
            yield whole
            whole = ""
        head = line.partition(":")[0]
        if whole or ("$sort" in head and not line.startswith((" ", "//"))):
            whole += line.strip() if not whole else " " + line.strip()
        else:
            yield line
    if whole:
        yield whole


_HEADS = {
    "number": "number_phrase",
    "condition": "closed_fact",
    "sentence": "simple",
    "kind": "sentence",
    "span": "during",
}


def _own(words: Vocabulary, names: list[str]) -> Iterator[str]:
    extended: dict[str, list[str]] = {}
    tells, shorts = telling(words), tuple(short_phrases(words))
    for phrase in (*(p for p, _ in shorts), *(p for p, _, _ in whose_phrases(words))):
        extended.setdefault(phrase.result, []).append(grammar_rule(phrase, tells))
    known_ = {tuple(map(str.lower, p.parts)) for p, _ in shorts}
    for phrase, _ in own_phrases(words):
        if tuple(map(str.lower, phrase.parts)) not in known_:
            extended.setdefault(phrase.result, []).append(grammar_rule(phrase, tells))
    told = (grammar_rule(phrase, tells) for phrase, _ in told_phrases(words))
    yield "?told: " + "\n    | ".join(told)
    for phrase, _ in ruling_phrases(words):
        yield f"%extend ruling: {grammar_rule(phrase, tells).replace('about_player', 'many_player', 1)}"
    for phrase, _ in passive_phrases(words):
        rule = grammar_rule(phrase, tells)
        yield f"%extend ruling: {rule}"
        if rule.startswith(("about_player", "player")):
            may_not = rule.replace('"cannot"', '"may" "not"').replace("-> ", f"-> {NOT_BE}")
            yield from (f"%extend ruling: {who} {may_not.partition(' ')[2]}" for who in ("player", "several_player"))
    said = {tuple(part.lower() for part in p.parts) for p in phrases(words)}

    def known(which: Phrase) -> bool:
        """A phrase of the vocabulary says so too."""
        return ("the", which.result.removeprefix("which_"), *(part.lower() for part in which.parts)) in said

    if len(bringing(words)) == 1:
        yield '%extend simple: "a" "new" KIND "comes" "into" "play" -> brought_in'

    for result, rules in extended.items():
        if result.startswith(("which_", "noun_")):
            continue
        if result == "span" and (behind := [rule for rule in rules if rule.startswith('"this"')]):
            yield "%extend meanwhile: " + "\n    | ".join(r.replace(" -> ", " -> behind_") for r in behind)
        if result == "kind":
            rules = [rule.replace(" ->", ' "." ->') for rule in rules]
        yield f"%extend {_HEADS.get(result, result)}: " + "\n    | ".join(rules)
    for name in names:
        if which := extended.get(f"which_{name}"):
            yield f"?which_{name}: " + "\n    | ".join(which)
            if name == "card":
                yield "%extend group_card: KIND which_card -> such_kind_card"
                yield "%extend groups_card: KINDS which_card -> such_kinds_card"
                lying = [grammar_rule(p) for p, s in shorts if p.result == "which_card" and _lies(p)]
                if lying:
                    yield "?lying: " + "\n    | ".join(lying)
                    yield "%extend kinds_group: KINDS lying -> such_kinds_card"
            such = (p for p, _ in shorts if p.result == f"which_{name}")
            fresh = [grammar_rule(p) for p in such if not known(p) and p.parts[0] != "other"]
            yield f"?the_which_{name}: " + "\n    | ".join(fresh or ['"of" "that" "sort" -> of_that_sort'])
        for noun in (s for s in words.shorts if s.result == f"noun_{name}"):
            rule = ident(noun.name)
            if noun.name == name:
                continue
            yield f'%extend group_{name}: "{noun.name}" -> noun_{name}__{rule}'
            yield f'%extend groups_{name}: "{plural(noun.name)}" -> nouns_{name}__{rule}'
            yield f'%extend {name}: "that" "{noun.name}" -> that_noun__{rule}'
        if name not in ("player", "card"):
            yield f'%extend {name}: "that" "{name}" -> that_{name}'
