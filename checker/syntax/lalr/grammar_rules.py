"""The rules of a grammar: lark reads what is written for short in it, plain sequences of symbols are taken as they stand."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from checker.kernel.source import InputError, Place, Problem
from checker.kernel.trees.walk import reachable

PLACE = Place("the phrases of this game", 1)
"""Where a grammar is wrong: it is made of the phrases of a vocabulary."""

_HEAD = re.compile(r"(?:%extend +)?\??([a-z_]\w*) *:(?!:)")
_TOKEN = re.compile(r'"[^"\\]+"|->|\||[A-Za-z_]\w*(?!\w)')
_SYMBOL = re.compile(r'"[^"\\]+"|[A-Za-z_]\w*')
"""What is said as it is, or the name of a terminal or of a rule."""
_TOKENS = re.compile(rf"(?:\s*(?:{_TOKEN.pattern}))*\s*")
_ALIAS = re.compile(r"-> *(\w+)")
_EVERY = "every_rule__"
"""A start of its own under which lark keeps all rules: the others speak of more than lark sees."""
RECENT = 8
"""What lark read in so many grammars is kept: vocabularies differ most in what it does not read."""
_NONE = "no_rule__"
"""Stands for the alternatives of a rule that has none for lark to read."""


class Symbol(NamedTuple):
    """A symbol of a rule: the name of a terminal or of a rule; what is said but not kept is `said`."""

    name: str
    terminal: bool
    said: bool


class GrammarRule(NamedTuple):
    """One alternative of a rule; it is `thin` if it makes nothing of its own where it has a single part."""

    origin: str
    alias: str
    thin: bool
    symbols: tuple[Symbol, ...]


class _Plain(NamedTuple):
    """An alternative that is a sequence of symbols with a name of its own; what is said stands in quotes."""

    origin: str
    symbols: tuple[str, ...]
    alias: str


def grammar_rules(text: str, starts: tuple[str, ...]) -> tuple[dict[str, str], list[GrammarRule]]:
    """The words that are said as they are, by their terminals, and the rules that the starts come to.

    Raises InputError for what is no grammar.
    """
    parted = _parted(text)
    plain = parted.plain
    literals, read = _by_lark(parted.rest, starts)
    terminals = {*literals, *_declared(text), *(s.name for r in read for s in r.symbols if s.terminal)}
    named = _named(literals, terminals, plain)
    origins = {r.origin for r in read} | {p.origin for p in plain}
    for one in plain:
        for symbol in one.symbols:
            if symbol[0] != '"' and symbol not in (terminals if symbol.isupper() else origins):
                raise _wrong(f"Rule '{symbol}' used but not defined (in rule {one.origin})")
    rules = [r for r in read if r.origin != _EVERY and r.alias != _NONE]
    rules += [GrammarRule(p.origin, p.alias, False, tuple(_symbol(s, named) for s in p.symbols)) for p in plain]
    twice = [origin for (origin, _), times in Counter((r.origin, r.symbols) for r in rules).items() if times > 1]
    if twice:
        raise _wrong(f"Rules defined twice: {twice[0]}")
    return {name: said for said, name in named.items()}, _reached(sorted(rules, key=parted.place), starts)


class _Parted(NamedTuple):
    """A grammar without its plain alternatives, these, and where the others stand, by their origins and names."""

    rest: str
    plain: list[_Plain]
    places: dict[tuple[str, str], int]
    origins: dict[str, int]

    def place(self, rule: GrammarRule) -> tuple[int, int]:
        """Where the rule stands among all."""
        return self.origins.get(rule.origin, len(self.origins)), self.places.get((rule.origin, rule.alias), 0)


def _parted(text: str) -> _Parted:
    """The grammar in its two parts."""
    lines: list[str] = []
    plain: list[_Plain] = []
    places: dict[tuple[str, str], int] = {}
    origins: dict[str, int] = {}
    origin = ""
    for number, line in enumerate(text.splitlines()):
        head = _HEAD.match(line)
        if head is not None:
            origin = head[1]
            origins.setdefault(origin, len(origins))
        body = line[head.end() :] if head else line
        if (head or body.lstrip().startswith("|")) and _TOKENS.fullmatch(body):
            left = []
            for alternative in _alternatives(_TOKEN.findall(body))[0 if head else 1 :]:
                alias = alternative[-1] if alternative[-2:-1] == ["->"] else ""
                places.setdefault((origin, alias), number)
                if alias and len(alternative) > 2 and all(map(_SYMBOL.fullmatch, alternative[:-2])):
                    plain.append(_Plain(origin, tuple(alternative[:-2]), alias))
                else:
                    left.append(" ".join(alternative))
            if head:
                lines.append(f"{head[0]} {' | '.join(left) if left else _none()}")
            else:
                lines += [f"    | {one}" for one in left]
        else:
            for alias in _ALIAS.findall(line) or [""]:
                places.setdefault((origin, alias), number)
            lines.append(line)
    lines.append(f"{_EVERY}: " + " | ".join(origins))
    return _Parted("\n".join(lines) + "\n", plain, places, origins)


def _none() -> str:
    return f'"{_NONE}" -> {_NONE}'


def _alternatives(tokens: list[str]) -> list[list[str]]:
    """What stands between the bars."""
    found: list[list[str]] = [[]]
    for token in tokens:
        if token == "|":
            found.append([])
        else:
            found[-1].append(token)
    return found


@lru_cache(maxsize=RECENT)
def _by_lark(text: str, starts: tuple[str, ...]) -> tuple[dict[str, str], tuple[GrammarRule, ...]]:
    """What lark reads in the grammar."""
    import lark
    from lark.exceptions import LarkError

    plugins = {"LALR_Parser": _Unbuilt, "BasicLexer": _Unbuilt}
    try:
        read = lark.Lark(
            text, parser="lalr", start=[*starts, _EVERY], lexer="basic", maybe_placeholders=False, _plugins=plugins
        )
    except LarkError as error:
        raise _wrong(str(error).splitlines()[0][:300]) from None
    literals = {t.name: t.pattern.value for t in read.terminals if type(t.pattern).__name__ == "PatternStr"}
    return literals, tuple(map(_as_read, read.rules))


def _as_read(rule: Any) -> GrammarRule:
    symbols = tuple(Symbol(str(s.name), s.is_term, s.is_term and s.filter_out) for s in rule.expansion)
    thin = bool(rule.options.expand1) and not rule.alias
    return GrammarRule(str(rule.origin.name), str(rule.alias or ""), thin, symbols)


def _named(literals: Mapping[str, str], taken: Iterable[str], plain: Iterable[_Plain]) -> dict[str, str]:
    """The terminal of each word that is said as it is."""
    named = {said: name for name, said in literals.items() if said != _NONE}
    names = {*taken}
    for said in dict.fromkeys(s[1:-1] for p in plain for s in p.symbols if s[0] == '"'):
        if said not in named:
            name = said.upper() if said.isidentifier() and said.upper() not in names else f"__SAID_{len(named)}"
            named[said] = name
            names.add(name)
    return named


def _symbol(token: str, named: Mapping[str, str]) -> Symbol:
    if token[0] == '"':
        return Symbol(named[token[1:-1]], True, True)
    return Symbol(token, token.isupper(), token.isupper() and token[0] == "_")


def _declared(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line.startswith("%declare "):
            yield from line.split()[1:]


def _reached(rules: list[GrammarRule], starts: tuple[str, ...]) -> list[GrammarRule]:
    """The rules that the starts come to, in their order."""
    uses: dict[str, set[str]] = defaultdict(set)
    for rule in rules:
        uses[rule.origin].update(s.name for s in rule.symbols if not s.terminal)
    reached = set(reachable(starts, uses.__getitem__))
    return [rule for rule in rules if rule.origin in reached]


def _wrong(said: str) -> InputError:
    return InputError(Problem(PLACE, f"the grammar cannot be built: {said}"))


class _Unbuilt:
    """Stands where lark would build a parser and a lexer of its own."""

    def __init__(self, *_: object, **__: object) -> None:
        pass
