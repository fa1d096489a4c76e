"""Games of which every key is another one: what a field, a fact, an act, a zone or a sort is called in the data alone."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

HEADLINE = re.compile(r"^((?:field|fact|act|zone|keeps|short) )([A-Za-z][\w -]*?)(?= \")", re.MULTILINE)
SORTS = re.compile(r"^sort ([a-z]+)", re.MULTILINE)
MOMENT = re.compile(r'((?:act|respond|pause|owe) "[^":]*: )([^"]*)(?=")')
WITHIN = re.compile(r"^(  within )(.*?) to (.*)$", re.MULTILINE)
FUNCTION = re.compile(r"^(fact )([A-Za-z][\w -]*?)( \"[^\n]*\n(?:  (?!by\b)[^\n]*\n)*  by function)$", re.MULTILINE)
OF_ZONE = re.compile(r"^(  by function (?:cards )?in )([\w -]+)$", re.MULTILINE)
ONCE_MEANT = (
    "coming", "can bring", "no card", "named by", "destination", "hand", "deck", "round", "turn", "seats", "names",
    "things", "zone", "made", "printed", "plays", "picks", "winner", "space", "stated", "option", "holds", "over",
    "unknown hand", "at work", "play", "game", "player of", "told lying", "foreseen", "illegal", "permission", "effect",
)  # fmt: skip
"""Words that meant something to the program, or still stand for what it keeps itself."""


def keys(texts: Iterable[str]) -> list[str]:
    """What the fields, facts, acts and zones of the texts are called, in their order."""
    return list(dict.fromkeys(m[2] for text in texts for m in HEADLINE.finditer(text)))


def sorts(texts: Iterable[str]) -> list[str]:
    """The sorts of which no phrase speaks."""
    listed = list(texts)
    said = " ".join(re.sub(r"\{.*?\}", "", q) for text in listed for q in re.findall(r'"[^"\n]*"', text)).split()
    return [m[1] for text in listed for m in SORTS.finditer(text) if m[1] not in said]


def at_random(seed: int, names: list[str], kinds: list[str]) -> dict[str, str]:
    """A name that means nothing for each."""
    drawn = random.Random(seed)
    fresh = ["".join(drawn.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in (*names, *kinds)]
    assert len({*fresh}) == len(fresh)
    return dict(zip((*names, *kinds), fresh, strict=True))


def respelled(names: Iterable[str]) -> dict[str, str]:
    """For each name one in capitals, which is called alike in the grammar: no tables need to be made anew."""
    return {name: name.upper().replace(" ", "-") for name in names}


def told_by_name(texts: Iterable[str]) -> list[str]:
    """The zones that scenes tell by their names, since each is somebody's."""
    return [
        m[1] for text in texts for m in re.finditer(r'^zone ([\w -]+) "[^"\n]*\{', text, re.MULTILINE) if m[1] != "hand"
    ]


def once_meant(seed: int, names: list[str], told: list[str]) -> dict[str, str]:
    """For each name one that meant something once, or that another has; for zones told by their names plain ones."""
    drawn = random.Random(seed)
    pool = sorted({*ONCE_MEANT, *names})
    new = dict(zip(names, drawn.sample(pool, len(names)), strict=True))
    return new | {zone: "place " + "abcdefgh"[at] for at, zone in enumerate(told)}


def said(text: str, new: Mapping[str, str]) -> str:
    """The text of a file of scenes, in which zones are told by their names, with other keys."""
    return re.sub(r"^([a-z][a-z ]*?)(?= [A-Z]\w*: )", lambda m: new.get(m[1], m[1]), text, flags=re.MULTILINE)


def renamed(text: str, new: Mapping[str, str], kinds: Iterable[str] = ()) -> str:
    """The text of a file of rules with other keys."""
    text = OF_ZONE.sub(lambda m: m[1] + new.get(m[2], m[2]), text)
    text = FUNCTION.sub(lambda m: f"{m[1]}{m[2]}{m[3]} {m[2]}", text)
    text = HEADLINE.sub(lambda m: m[1] + new.get(m[2], m[2]), text)
    text = MOMENT.sub(lambda m: m[1] + ", ".join(new.get(a, a) for a in m[2].split(", ")), text)
    text = WITHIN.sub(lambda m: f"{m[1]}{new.get(m[2], m[2])} to {new.get(m[3], m[3])}", text)
    for sort in kinds:
        text = re.sub(
            rf"\b{sort}\b(?= [A-Z]\d?\b| letters)|(?<=: ){sort}$|(?<=: ){sort}(?=, )", new[sort], text, flags=re.M
        )
    return text


def copied(folders: Mapping[Path, Path], new: Mapping[str, str], kinds: Iterable[str] = ()) -> None:
    """The folders are there under their new paths, with other keys."""
    spoken = {old: name for old, name in new.items() if old != "hand"}
    for old, fresh in folders.items():
        shutil.copytree(old, fresh, ignore=shutil.ignore_patterns("errata"))
        for path in [p for p in fresh.rglob("*") if p.suffix in (".norm", ".cards", ".scene")]:
            path.chmod(0o644)
            text = path.read_text(encoding="utf-8")
            text = said(text, spoken) if path.suffix == ".scene" else renamed(text, new, kinds)
            path.write_text(text, encoding="utf-8")


def unnamed(names: Iterable[str], python: Iterable[Path]) -> list[str]:
    """Those of the names that do not stand in the Python of a game, put together or in one piece."""
    quoted = re.findall(r'"([^"\n]*)"', " ".join(p.read_text(encoding="utf-8") for p in python))
    quoted = [q.replace("_", " ") for q in quoted if re.search(r"[a-zA-Z]{2}", re.sub(r"\{.*?\}", "", q))]
    known = re.compile("|".join(dict.fromkeys(re.sub(r"\\\{.*?\\\}", ".+", re.escape(q)) for q in quoted)))
    return [name for name in names if not known.fullmatch(name)]
