"""The words of a command line before the command-line library sees them, and its complaints in plain words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from checker.kernel.source import UNSEEN

QUICK = {
    "--format": "format",
    "--dictionary": "dictionary",
    "--errata": "errata",
    "--variant": "variant",
    "--game": "game",
}


def quick_ask(words: list[str]) -> dict[str, Any] | None:
    """The arguments of a plain `ask`, so that a question is answered without the command-line library."""
    if words[:1] != ["ask"]:
        return None
    found: dict[str, Any] = {}
    rest = iter(words[1:])
    for word in rest:
        if word == "--why-not":
            found["why_not"] = True
        elif word == "--settle":
            found["settle"] = True
        elif word == "--allow-code":
            found["allow_code"] = True
        elif word in QUICK:
            value = next(rest, None)
            if value is None or value.startswith("--") or (word == "--format" and value not in ("text", "json")):
                return None
            if word in ("--format", "--game"):
                found[QUICK[word]] = value
            elif word == "--dictionary":
                found["dictionary"] = Path(value)
            else:
                found.setdefault(QUICK[word], []).append(Path(value) if word == "--errata" else value)
        elif word.startswith("-") and word != "-":
            return None
        else:
            found.setdefault("scene", []).append(word)
    return found if "scene" in found else None


def joined(words: list[str]) -> list[str]:
    """The words, a `-` joined to the option before it: the command-line library takes it for an option else."""
    found: list[str] = []
    for word in words:
        if word == "-" and found and found[-1] in ("--out", "--output"):
            found[-1] += "=-"
        else:
            found.append(word)
    return found


def with_question_word(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words, those behind `questions` joined to it."""
    at = words.index("questions") if "questions" in words[:2] else len(words)
    return (*words[:at], *([" ".join(words[at:])] if words[at:] else ()))


def plain(error: Exception) -> str:
    """What the library says is wrong, without words of programs and signs that cannot be seen."""
    said = UNSEEN.sub("\N{REPLACEMENT CHARACTER}", " ".join(str(error).split()))
    return re.sub(r"Unused Tokens: \[(.*)\]\.", r"nothing is done with \1", said)
