"""What a ruling expects of an answer: verdict and value, what it cites, what decides it, and steps that led to it;
how players ask its question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from checker.kernel.scene import Expected, Item, Raw
from checker.kernel.source import Problem
from checker.kernel.verdict import Verdict

EXPECTATIONS = r'expect|because|by(?=\s+[A-Z]+-\w)|(?:after|faq|asks(?: not)?)(?=\s*")'
"""How the lines begin that say what is expected of the question above them."""

VERDICTS = tuple(v.value for v in Verdict)


def expecting(items: list[Item], key: str, rest: str, raw: Raw) -> Problem | None:
    """The last of the items expects what the line says besides; or else why that cannot be."""
    if not items or items[-1].tree.parts[0] is items[-1].said:
        where = "after no question" if items else "before any question"
        hint = "it stands below the question that it is about" if items else ""
        return raw.problem(f"`{key}` stands {where}", hint)
    old = items[-1].expected or Expected()
    if key == "faq" and (old.asked or not rest.strip('" ')):
        hint = 'say it once, as players ask it: `faq "May I pass it back?"`'
        return raw.problem("`faq` names one question", hint)
    if key == "expect" and old.verdict:
        return raw.problem("a second `expect` for one question", "take one of them away")
    new = _with(old, key, rest)
    items[-1] = msgspec.structs.replace(items[-1], expected=new)
    if key == "expect" and new.verdict not in VERDICTS:
        hint = "the verdicts are: " + ", ".join(VERDICTS)
        return raw.problem(f"`{new.verdict}` is no verdict", hint)
    return None


def alone(items: list[Item], lines: Iterable[tuple[int, str, Raw]]) -> Iterator[Problem]:
    """A problem for each line, given with the number of its item, that stands without an `expect`."""
    for at, key, raw in lines:
        said = items[at].expected
        if said is None or not said.verdict:
            hint = "say what is expected too, for instance `expect FORCED: yes`"
            yield raw.problem(f"`{key}` without `expect`", hint)


def _with(old: Expected, key: str, rest: str) -> Expected:
    match key:
        case "because":
            return msgspec.structs.replace(old, because=(*old.because, *_groups(rest)))
        case "by":
            return msgspec.structs.replace(old, by=(*old.by, *_groups(rest)))
        case "faq":
            return msgspec.structs.replace(old, asked=rest.strip('"').strip())
        case "asks" | "asks not":
            return old
        case "after":
            return msgspec.structs.replace(old, after=(*old.after, rest.strip('"')))
        case _:
            verdict, _, value = rest.partition(":")
            return msgspec.structs.replace(old, verdict=verdict.strip(), value=value.strip())


def _groups(rest: str) -> tuple[tuple[str, ...], ...]:
    """The clauses, those with `or` between them together."""
    groups: list[tuple[str, ...]] = []
    words = rest.split()
    for at, word in enumerate(words):
        if word != "or":
            follows = at and words[at - 1] == "or" and groups
            groups[-1:] = [(*groups[-1], word)] if follows else [*groups[-1:], (word,)]
    return tuple(groups)
