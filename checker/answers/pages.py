"""What each analysis finds, why it matters, an example, and how to settle it, as it says itself."""

from __future__ import annotations

from collections.abc import Iterator

from checker.answers.render import wrapped


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


def names() -> tuple[str, ...]:
    """Every code and every name of a kind of finding."""
    from checker.analyses.registry import ANALYSES

    return tuple(word for one in ANALYSES for codes in one.codes for word in codes)


def _page(codes: tuple[tuple[str, str], ...], text: str) -> Iterator[str]:
    yield ", ".join(f"{code} {name}" for code, name in codes)
    for paragraph in text.strip().split("\n\n"):
        head, _, rest = " ".join(paragraph.split()).partition(": ")
        if rest and len(head.split()) <= 4:
            yield ""
            yield f"  {head}"
            yield from wrapped(rest, "    ", "    ")
        else:
            yield from wrapped(" ".join(paragraph.split()), "  ", "  ")
