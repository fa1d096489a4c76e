"""The rules of the grammar for what a vocabulary says for short."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from checker.kernel.vocabulary import Short, Vocabulary, sorts
from checker.syntax.grammar import Phrase, grammar_rule, ident, phrase_of, phrases, telling

YOUR = "your__"
"""Begins the name of a phrase `the … of {P}` said of `you`."""


def short_phrases(words: Vocabulary) -> tuple[tuple[Phrase, Short], ...]:
    """Every phrase that is said for short, with what it is short for."""
    found = []
    for short in words.shorts:
        for head, result, wordings in (
            ("shortdeed", "deed", short.phrase if short.said else ""),
            ("shortevent", "happening", short.said),
            ("short", short.result, "" if short.said else short.phrase),
        ):
            for number, wording in enumerate(wordings.split(" | ") if wordings else ()):
                rule = f"{head}__{ident(short.name)}__{number}"
                found.append((phrase_of(words, rule, result, wording.strip()), short))
    return tuple(found)


def your_phrases(words: Vocabulary) -> tuple[tuple[Phrase, Phrase, int], ...]:
    """Each phrase `the … of {P}` as it is said of you, with the phrase, and which of its gaps `you` fills."""
    found, said = [], set()
    for phrase in phrases(words):
        at = next((n for n, (_, sort) in enumerate(phrase.slots) if sort == "player"), None)
        if at is None or phrase.result in ("deed", "happening", "condition") or phrase.parts[0].lower() != "the":
            continue
        gap = phrase.parts.index("{" + phrase.slots[at][0] + "}")
        if phrase.parts[gap - 1] != "of":
            continue
        parts = ("your", *phrase.parts[1 : gap - 1], *phrase.parts[gap + 1 :])
        slots = (*phrase.slots[:at], *phrase.slots[at + 1 :])
        if (parts, phrase.result) not in said:
            said.add((parts, phrase.result))
            found.append((Phrase(YOUR + phrase.rule, phrase.result, parts, slots), phrase, at))
    return tuple(found)


def said_for_short(words: Vocabulary) -> Iterator[Phrase]:
    """All phrases that stand for others."""
    yield from (phrase for phrase, _ in short_phrases(words))
    yield from (phrase for phrase, _, _ in your_phrases(words))


def plural(word: str) -> str:
    """Several of what the word is one of."""
    if word in _SEVERAL:
        return _SEVERAL[word]
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


_SEVERAL = {"die": "dice", "person": "people", "man": "men", "woman": "women", "wolf": "wolves", "mouse": "mice"}


def natural_text(words: Vocabulary, shared: str) -> str:
    """The rules for sentences as cards say them: the shared ones, and those of the vocabulary."""
    names = [s.name for s in sorts(words) if s.name != "number"]
    told = {s.result.removeprefix("which_") for s in words.shorts if s.result.startswith("which_")}
    choosing = "?choosing: " + " | ".join(f"choosing_{name}" for name in names)
    return "\n".join((*_expanded(shared, names, told), choosing, *_own(words, names))) + "\n"


def _expanded(shared: str, names: list[str], told: Set[str]) -> Iterator[str]:
    """The lines, once for each sort where they speak of sorts; only of some is anything `told` from others."""
    for line in _joined(shared):
        if "$sort" not in line:
            yield line
        for name in names if "$sort" in line else ():
            ways = (w for w in line.split(" | ") if name in told or "which_$sort" not in w)
            yield " | ".join(ways).replace("$sorts", plural(name)).replace("$sort", name).replace("$SORT", name.upper())


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


def _own(words: Vocabulary, names: list[str]) -> Iterator[str]:
    extended: dict[str, list[str]] = {}
    for phrase, _ in short_phrases(words):
        extended.setdefault(phrase.result, []).append(grammar_rule(phrase, telling(words)))
    for phrase, _, _ in your_phrases(words):
        extended.setdefault(phrase.result, []).append(grammar_rule(phrase, telling(words)))
    said = {tuple(part.lower() for part in p.parts) for p in phrases(words)}

    def known(which: Phrase) -> bool:
        """A phrase of the vocabulary says so too."""
        return ("the", which.result.removeprefix("which_"), *(part.lower() for part in which.parts)) in said

    for result, rules in extended.items():
        if result.startswith(("which_", "noun_")):
            continue
        if result == "norm":
            rules = [rule.replace(" ->", ' "." ->') for rule in rules]
        head = {"number": "number_phrase", "condition": "closed_fact", "sentence": "simple"}.get(result, result)
        yield f"%extend {head}: " + "\n    | ".join(rules)
    for name in names:
        if which := extended.get(f"which_{name}"):
            yield f"?which_{name}: " + "\n    | ".join(which)
            fresh = [grammar_rule(p) for p, s in short_phrases(words) if p.result == f"which_{name}" and not known(p)]
            yield f"?the_which_{name}: " + "\n    | ".join(fresh or ['"of" "that" "sort" -> of_that_sort'])
        for noun in (s for s in words.shorts if s.result == f"noun_{name}"):
            rule = ident(noun.name)
            yield f'%extend group_{name}: "{noun.name}" -> noun__{rule}'
            yield f'%extend groups_{name}: "{plural(noun.name)}" -> nouns__{rule}'
            yield f'%extend {name}: "that" "{noun.name}" -> that_noun__{rule}'
        if name not in ("player", "card"):
            yield f'%extend {name}: "that" "{name}" -> that_{name}'
