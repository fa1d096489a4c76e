"""Trees back to text: the inverse of reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from checker.kernel.source import Leaf, Node
from checker.syntax.lalr.tables import Rule

Printed: TypeAlias = Node | Leaf
Bit: TypeAlias = tuple[str, bool]
"""A piece of text, and whether it is one of the grammar's own words."""

Around: TypeAlias = tuple[tuple[Bit, ...], tuple[Bit, ...]]

_TIGHT_BEFORE = frozenset([".", ",", ";", ":", ")", "?", "'s"])


WHOLE = "short__"
"""Begins the names of phrases that may be whole sentences, whose first word has a capital for that."""


OF_KIND = ("of_kind", "kind_before", "kind_holds")
"""Sentences that begin with the name of a kind, which may be written small."""


class Printer:
    """The canonical text of trees; `spelled` gives the words of the vocabulary's phrases with their case."""

    def __init__(self, rules: tuple[Rule, ...], spelled: Mapping[str, tuple[str, ...]]) -> None:
        capitals = _capitals(parts for rule, parts in spelled.items() if not rule.startswith(WHOLE))
        self._named: dict[str, list[Rule]] = {}
        self._from: dict[str, list[Rule]] = {}
        self._words: dict[Rule, tuple[str, ...]] = {}
        self._around: dict[str, dict[str, Around]] = {}
        for rule in rules:
            self._from.setdefault(rule.origin, []).append(rule)
            self._named.setdefault(rule.name, []).append(rule)
            words = _spelled(rule, capitals)
            own = [w for w in spelled.get(rule.name, ()) if not w.startswith("{")]
            self._words[rule] = (*own, *words[len(own) :]) if len(own) in (len(words), len(words) - 1) else tuple(words)

    def phrases(self, start: str) -> list[str]:
        """Every phrase that a text of this kind can hold, with its gaps, for hints."""
        found: dict[str, None] = {}
        for origin in self._within(start):
            for rule in self._from[origin]:
                if not rule.inner and len(rule.symbols) > 1:
                    words = iter(self._words[rule])
                    said = (next(words) if kind == "word" else "…" for kind, _ in rule.symbols)
                    found["".join(w if w in _TIGHT_BEFORE else f" {w}" for w in said).strip()] = None
        return list(found)

    def _within(self, start: str) -> list[str]:
        """The origins of the rules that a text of this kind can be made by."""
        found = {start: None}
        todo = [start]
        while todo:
            named = [n for rule in self._from[todo.pop()] for _, n in rule.symbols if n in self._from]
            todo += [n for n in dict.fromkeys(named) if n not in found]
            found |= dict.fromkeys(named)
        return list(found)

    def show(self, tree: Printed) -> str:
        """The canonical text of the tree."""
        out = ""
        tight = True
        for text, _ in self._bits(tree):
            out += text if tight or text in _TIGHT_BEFORE else " " + text
            tight = text == "("
        held = isinstance(tree, Node) and tree.rule.startswith("holds")
        return out[:1].upper() + out[1:] if held else out

    def _bits(self, tree: Printed) -> list[Bit]:
        if isinstance(tree, Leaf):
            return [(tree.text, tree.kind == "SPAN")]
        for rule in self._named.get(tree.rule, ()):
            found = self._filled(rule, tree.parts)
            if found is not None:
                return found
        raise ValueError(f"no phrase `{tree.rule}` has these {len(tree.parts)} parts")

    def _filled(self, rule: Rule, parts: tuple[Printed, ...]) -> list[Bit] | None:
        """The text of the rule with the parts in its gaps, or None if they do not fit."""
        out: list[Bit] = []
        words = iter(self._words[rule])
        at = 0
        for number, (kind, name) in enumerate(rule.symbols):
            if kind == "word":
                out.append((next(words), True))
            elif name.startswith("_"):
                left = sum(k != "word" for k, _ in rule.symbols[number + 1 :])
                start, at = at, self._repeated(name, parts, at, len(parts) - left, out)
                if at == start:
                    return None
            elif at < len(parts) and self._put(kind, name, parts[at], out, rule.name == "effect"):
                at += 1
            else:
                return None
        return out if at == len(parts) else None

    def _repeated(self, name: str, parts: tuple[Printed, ...], at: int, until: int, out: list[Bit]) -> int:
        """How far a repetition reaches; its text is added to `out`."""
        turns = [r for r in self._from[name] if ("part", name) not in r.symbols]
        while at < until:
            for turn in turns:
                bits: list[Bit] = []
                end = at
                for kind, symbol in turn.symbols:
                    if kind == "word":
                        bits.append((symbol, True))
                    elif end < until and self._put(kind, symbol, parts[end], bits, symbol == "sentence"):
                        end += 1
                    else:
                        break
                else:
                    out += bits
                    at = end
                    break
            else:
                return at
        return at

    def _put(self, kind: str, name: str, part: Printed, out: list[Bit], sentence: bool) -> bool:
        label = part.kind if isinstance(part, Leaf) else part.rule
        if kind == "leaf":
            if label != name:
                return False
            out += self._bits(part)
            return True
        around = self._reach(name).get(label)
        if around is None:
            return False
        before, after = around
        bits = [*before, *self._bits(part), *after]
        if sentence and (bits[0][1] or label in OF_KIND):
            bits[0] = (bits[0][0][:1].upper() + bits[0][0][1:], True)
        out += bits
        return True

    def _reach(self, symbol: str) -> dict[str, Around]:
        """The phrases and leaves that can stand for the symbol, with the words around them."""
        if symbol not in self._around:
            self._around[symbol] = dict(self._reached(symbol))
        return self._around[symbol]

    def _reached(self, symbol: str) -> Iterator[tuple[str, Around]]:
        todo: list[tuple[str, Around]] = [(symbol, ((), ()))]
        seen = {symbol}
        found: set[str] = set()
        while todo:
            name, (before, after) = todo.pop(0)
            for rule in self._from.get(name, ()):
                kept = [i for i, (kind, _) in enumerate(rule.symbols) if kind != "word"]
                if not (rule.thin and len(kept) == 1):
                    if rule.name not in found:
                        found.add(rule.name)
                        yield rule.name, (before, after)
                    continue
                kind, inner = rule.symbols[kept[0]]
                words = [(w, True) for w in self._words[rule]]
                around = ((*before, *words[: kept[0]]), (*words[kept[0] :], *after))
                if kind == "leaf" and inner not in found:
                    found.add(inner)
                    yield inner, around
                elif kind == "part" and inner not in seen:
                    seen.add(inner)
                    todo.append((inner, around))


def _capitals(phrases: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """The words, and pairs of words, that the phrases always write with a capital."""
    seen: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for phrase in phrases:
        for size in (1, 2):
            for at in range(len(phrase) + 1 - size):
                part = phrase[at : at + size]
                seen.setdefault(tuple(w.lower() for w in part), set()).add(part)
    return {
        key: form
        for key, forms in seen.items()
        for form in forms
        if len(forms) == 1 and all(w[:1].isupper() for w in form)
    }


def _spelled(rule: Rule, capitals: Mapping[tuple[str, ...], tuple[str, ...]]) -> list[str]:
    """The words of the rule; the name of a sort stays small before a variable of it."""
    words: list[str] = []
    before = ""
    for number, (kind, word) in enumerate(rule.symbols):
        after = rule.symbols[number + 1 : number + 2]
        if kind == "word":
            if before and (before.lower(), word) in capitals:
                words[-1], word = capitals[(before.lower(), word)]
            elif not any(k == "leaf" and s.startswith("VAR_") for k, s in after):
                word = capitals.get((word,), (word,))[0]
            words.append(word)
        before = word if kind == "word" else ""
    return words
