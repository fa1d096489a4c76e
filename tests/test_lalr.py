"""Automata read what an Earley parser reads, and refuse no grammar that lark's own construction takes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import lark
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lark.exceptions import GrammarError, UnexpectedInput

from checker.kernel.source import InputError
from checker.syntax.lalr.tables import END, Automaton, LalrTables, compiled

PARTS = ("start", "one", "two")
WORDS = ("A", "B", "C")
symbols = st.lists(st.sampled_from((*PARTS[1:], *(f'"{word}"' for word in WORDS))), max_size=3)
grammars = st.fixed_dictionaries({part: st.lists(symbols, min_size=1, max_size=3) for part in PARTS})
TEXTS = tuple("".join(words) for length in range(5) for words in product(WORDS, repeat=length))


def written(rules: dict[str, list[list[str]]]) -> str:
    return "".join(f"{part}: {' | '.join(' '.join(way) for way in ways)}\n" for part, ways in rules.items())


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
