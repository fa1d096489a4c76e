"""What each analysis finds, why it matters, an example, and how to settle it, as it says itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from checker.ask.answer_text import wrapped
from checker.kernel.source import misused

WHY = "Why it matters"
"""The heading under which an analysis says what its findings do to players."""


def listed() -> list[str]:
    """One line for each kind of finding: its code, its name, and what is wrong."""
    from checker.analyses.registry import ANALYSES

    lines = ((code, f"{code} {name}: {one.doc}") for one in ANALYSES for code, name in one.codes)
    return [text for _, line in sorted(lines) for text in wrapped(line, "", "  ")]


def page(what: str) -> list[str]:
    """The page of the analysis that has this code or name; nothing if none has."""
    from checker.analyses.registry import ANALYSES

    wanted = what.casefold()
    for one in ANALYSES:
        if any(wanted in (code.casefold(), name) for code, name in one.codes):
            return list(_page(one.codes, one.page))
    return []


def about(code: str) -> str:
    """What is wrong where there is such a finding, and why it matters."""
    from checker.analyses.registry import ANALYSES

    one = next(a for a in ANALYSES if code in dict(a.codes))
    why = next((said for head, said in paragraphs(one.page) if head == WHY), "")
    return f"{one.doc} {why[:1].upper()}{why[1:]}".strip()


def names() -> tuple[str, ...]:
    """Every code and every name of a kind of finding."""
    from checker.analyses.registry import ANALYSES

    return tuple(word for one in ANALYSES for codes in one.codes for word in codes)


def known_findings(option: str, given: Iterable[str] | None) -> tuple[str, ...]:
    """The codes, beginnings of codes and names that the option names. Raises InputError for one that fits no finding."""
    words = tuple(word for said in given or () for word in said.replace(",", " ").split())
    every = names()
    for word in words:
        if not any(word == name or (name[-1].isdigit() and name.startswith(word)) for name in every):
            close = get_close_matches(word, every, n=1, cutoff=0.5)
            hint = f"did you mean `{close[0]}`?" if close else "`hexcheck show analyses` lists them"
            raise misused(f"`{option} {word}` names no finding", hint)
    return words


def known(what: str) -> str:
    """The codes that there are, where something is written like one of them; else nothing."""
    codes = sorted(n for n in names() if n[-1].isdigit())
    letters = codes[0].rstrip("0123456789")
    like = re.fullmatch(rf"{letters}\d*", what.strip(), re.IGNORECASE)
    return f"the codes are {', '.join(codes)}; `show analyses` says what they mean" if like else ""


def _page(codes: tuple[tuple[str, str], ...], text: str) -> Iterator[str]:
    yield ", ".join(f"{code} {name}" for code, name in codes)
    for head, said in paragraphs(text):
        if head:
            yield ""
            yield f"  {head}"
        indent = "    " if head else "  "
        yield from wrapped(said, indent, indent)


def paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """The paragraphs of a page, each with its heading, if it has one."""
    for paragraph in text.strip().split("\n\n"):
        whole = " ".join(paragraph.split())
        head, _, rest = whole.partition(": ")
        yield (head, rest) if rest and len(head.split()) <= 4 else ("", whole)
