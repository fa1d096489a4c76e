"""Automata read what an Earley parser reads, and refuse no grammar that lark's own construction takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import lark
import pytest
from conftest import ROOT
from hypothesis import example, given
from hypothesis import strategies as st
from lark.exceptions import GrammarError, UnexpectedInput

from checker.catalog import games
from checker.kernel.source import InputError
from checker.syntax.grammar import grammar_text
from checker.syntax.lalr.grammar_rules import grammar_rules
from checker.syntax.lalr.tables import END, Automaton, LalrTables, TwoWays, compiled
from checker.syntax.natural.further import further_phrases, whole_text

PARTS = ("start", "one", "two")
WORDS = ("A", "B", "C")
symbols = st.lists(st.sampled_from((*PARTS[1:], *(f'"{word}"' for word in WORDS))), max_size=3)
grammars = st.fixed_dictionaries({part: st.lists(symbols, min_size=1, max_size=3) for part in PARTS})
TEXTS = tuple("".join(words) for length in range(5) for words in product(WORDS, repeat=length))


def written(rules: dict[str, list[list[str]]]) -> str:
    """Every second way has a name, so that it is taken as it stands."""
    return "".join(
        f"{part}: {' | '.join(' '.join(way) + f' -> {part}_{n}' * (n % 2 == 0) for n, way in enumerate(ways))}\n"
        for part, ways in rules.items()
    )


def reads(made: Automaton, words: Sequence[str]) -> bool:
    tables = LalrTables(made)
    stack = tables.start("start")
    for word in (*words, END):
        further = tables.fed("start", stack, word)
        if further is None:
            return False
        stack = further
    return True


def earley(parser: lark.Lark, text: str) -> bool:
    try:
        parser.parse(text)
    except UnexpectedInput:
        return False
    return True


@example(rules={"start": [["one", "two", '"A"']], "one": [['"C"']], "two": [[], ['"B"']]})
@example(rules={"start": [['"A"', "one", "two"]], "one": [['"B"']], "two": [[], ['"C"']]})
@given(rules=grammars)
def test_what_is_read_is_what_the_grammar_derives(rules: dict[str, list[list[str]]]) -> None:
    text = written(rules)
    try:
        made = compiled(text, ("start",))
    except InputError as refused:
        with pytest.raises(GrammarError, match=r"Reduce/Reduce|Shift/Reduce|Rules defined twice"):
            lark.Lark(text, parser="lalr", lexer="basic", strict=True)
        assert "in two ways" in str(refused) or "told apart" in str(refused) or "defined twice" in str(refused)
        return
    parser = lark.Lark(text, parser="earley")
    assert [t for t in TEXTS if reads(made, t)] == [t for t in TEXTS if earley(parser, t)]


def as_lark_reads(text: str, starts: Sequence[str]) -> Counter[tuple[object, ...]]:
    plugins = {"LALR_Parser": lambda *_, **__: None, "BasicLexer": lambda *_, **__: None}
    read = lark.Lark(text, parser="lalr", start=list(starts), lexer="basic", maybe_placeholders=False, _plugins=plugins)
    said = {t.name: t.pattern.value for t in read.terminals if type(t.pattern).__name__ == "PatternStr"}
    return Counter(
        (
            str(rule.origin.name),
            str(rule.alias or ""),
            bool(rule.options.expand1) and not rule.alias,
            tuple((said.get(s.name, str(s.name)), s.is_term, s.is_term and s.filter_out) for s in rule.expansion),
        )
        for rule in read.rules
    )


@pytest.mark.parametrize("natural", [False, True])
def test_the_grammar_of_a_game_has_the_rules_that_lark_reads_in_it(natural: bool) -> None:
    words = games.desk("quay", root=ROOT / "examples" / "quay").game.vocabulary
    shared = "\n".join((ROOT / "grammar" / f).read_text("utf-8") for f in ("card.lark", "norm.lark"))
    text = grammar_text(words, shared, natural=natural)
    if natural:
        text += whole_text(words, (ROOT / "grammar" / "natural.lark").read_text("utf-8"), further_phrases(words))
    literals, rules = grammar_rules(text, ("effect", "norm"))
    shown = [
        (r.origin, r.alias, r.thin, tuple((literals.get(s.name, s.name), *s[1:]) for s in r.symbols)) for r in rules
    ]
    assert Counter(shown) == as_lark_reads(text, ("effect", "norm"))
    assert [r.alias for r in rules if r.origin == "claim"][:2] == ["may", "must"], "in the order in which they stand"


def test_a_rule_that_is_nowhere_is_told_with_the_one_that_names_it() -> None:
    with pytest.raises(InputError, match="Rule 'nowhere' used but not defined \\(in rule start\\)"):
        compiled('start: "a" nowhere -> gone\n', ("start",))


def test_the_rules_by_which_a_text_could_be_read_in_two_ways_are_named() -> None:
    with pytest.raises(TwoWays) as raised:
        compiled('start: "a" "b" -> one | "a" other -> two\nother: "b" -> three\n', ("start",))
    assert raised.value.rules == {"one", "three"}
    with pytest.raises(TwoWays) as raised:
        compiled('start: first "b" -> one | "a" "b" "c" -> two\nfirst: "a" -> three\n', ("start",))
    assert raised.value.rules == {"two", "three"}, "the one that goes on is named too"
