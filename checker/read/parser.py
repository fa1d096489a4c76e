"""Text to trees with lark, and trees back to text."""

from __future__ import annotations

import difflib
import io
import re
from typing import Any

import lark
from lark import Lark, Token
from lark.exceptions import UnexpectedToken

from checker.kernel.source import InputError, Place, Problem
from checker.kernel.vocabulary import Vocabulary, sorts
from checker.read import cache
from checker.read.lexer import Lexicon, Word, fold, words
from checker.read.phrases import grammar_text, phrases
from checker.kernel.tree import Leaf, Node

MAX_WORDS = 4000
MAX_DEPTH = 200


class Language:
    """A grammar ready to read and to print: LALR tables, the words it knows, and its templates."""

    def __init__(self, text: str, starts: tuple[str, ...], lexicon: Lexicon, shown: dict[str, tuple[str, ...]]) -> None:
        self.starts = starts
        self._lark = _built(text, starts)
        known = {
            t.pattern.value.casefold(): t.name for t in self._lark.terminals if type(t.pattern).__name__ == "PatternStr"
        }
        self._literals = {name: value for value, name in known.items()}
        self.lexicon = Lexicon({**lexicon.words, **known}, lexicon.names, lexicon.exact, lexicon.variables)
        self._templates = self._printed(shown)

    def with_names(self, exact: dict[str, str]) -> Lexicon:
        """The lexicon with further names that are matched with their case."""
        old = self.lexicon
        return Lexicon(old.words, old.names, {**old.exact, **exact}, old.variables)

    def _printed(self, shown: dict[str, tuple[str, ...]]) -> dict[tuple[str, int], tuple[str | None, ...]]:
        templates: dict[tuple[str, int], tuple[str | None, ...]] = {}
        for rule in self._lark.rules:
            name = rule.alias or str(rule.origin.name)
            if name.startswith("_"):
                continue
            parts: list[str | None] = []
            for symbol in rule.expansion:
                literal = self._literals.get(symbol.name) if symbol.is_term and symbol.filter_out else None
                parts.append(literal)
            if name in shown:
                parts = [None if p.startswith("{") else p for p in shown[name]]
            templates.setdefault((name, sum(p is None for p in parts)), tuple(parts))
        return templates

    def parse(self, text: str, start: str, place: Place, lexicon: Lexicon | None = None, line: str | None = None) -> Node:
        """The tree of the text; raises InputError with the place, what was expected and the nearest phrase.

        `place` is where the text begins; `line` is the whole line it stands in.
        """
        shown = text if line is None else line
        used = lexicon or self.lexicon
        tokens = words(text, used)
        if len(tokens) > MAX_WORDS:
            raise InputError(Problem(place, f"this statement has {len(tokens)} words; {MAX_WORDS} is the most", shown[:200]))
        depth = 0
        for token in tokens:
            depth += {"(": 1, ")": -1}.get(token.text, 0)
            if depth > MAX_DEPTH:
                where = Place(place.file, place.line, place.column + token.start)
                raise InputError(Problem(where, f"parentheses are nested deeper than {MAX_DEPTH}", shown))
        reader = self._lark.parse_interactive("", start=start)
        for number, token in enumerate(tokens):
            accepted = reader.accepts()
            opens = number == 0 or tokens[number - 1].text in ".(,"
            if token.other in accepted and (opens or text[token.start].islower()):
                reader.feed_token(Token(token.other, token.text))
            elif token.terminal in accepted:
                reader.feed_token(Token(token.terminal, token.text))
            elif token.other in accepted:
                reader.feed_token(Token(token.other, token.text))
            else:
                self._refuse(accepted, token, tokens, place, shown)
        try:
            tree = reader.feed_eof()
        except UnexpectedToken:
            end = Word("$END", "the end", len(text), len(text))
            self._refuse(reader.accepts(), end, tokens, place, shown)
        return _plain(tree)

    def _refuse(self, accepted: set[str], token: Word, tokens: list[Word], place: Place, shown: str) -> None:
        expected = sorted(self._in_words(accepted))
        said = "the statement ends here" if token.terminal == "$END" else f"`{token.text}` cannot stand here"
        some = ", ".join(expected[:12]) + (", …" if len(expected) > 12 else "")
        message = f"{said}; expected {some}" if expected else said
        where = Place(place.file, place.line, place.column + token.start)
        raise InputError(Problem(where, message, shown, self._nearest(token, tokens)))

    def _in_words(self, accepted: set[str]) -> set[str]:
        said = {"INT": "a number", "STRING": "words in quotes", "KIND": "a card or kind of card", "$END": "the end"}
        return {
            said.get(t) or (f"`{self._literals[t]}`" if t in self._literals else "a " + t.removeprefix("VAR_").lower())
            for t in accepted
        }

    def _nearest(self, token: Word, tokens: list[Word]) -> str:
        names = {fold(n): n for n in (*(v[1] for v in self.lexicon.names.values()), *self.lexicon.words)}
        if token.terminal == "UNKNOWN":
            close = difflib.get_close_matches(fold(token.text), names, n=1, cutoff=0.6)
            if close:
                return f"did you mean `{names[close[0]]}`?"
        sentence = " ".join(w.text.lower() for w in tokens[:14])
        every = {" ".join(p or "…" for p in parts): None for (_, _), parts in self._templates.items() if len(parts) > 1}
        near = difflib.get_close_matches(sentence, every, n=2, cutoff=0.3)
        return "the nearest phrases are: " + "; ".join(f"`{n}`" for n in near) if near else ""

    def show(self, tree: Node | Leaf) -> str:
        """The canonical text of a tree; parsing it gives the tree back."""
        return _tidy(" ".join(self._shown(tree)))

    def _shown(self, tree: Node | Leaf) -> list[str]:
        if isinstance(tree, Leaf):
            return [tree.text]
        out: list[str] = []
        template = self._templates.get((tree.rule, len(tree.parts)))
        if template is None:
            for part in tree.parts:
                out.extend(self._shown(part))
                if tree.rule == "effect":
                    out.append(".")
                elif tree.rule == "changes" and part is not tree.parts[-1]:
                    out.append(",")
            return out
        parts = iter(tree.parts)
        for piece in template:
            out.extend(self._shown(next(parts)) if piece is None else [piece])
        if tree.rule == "effect":
            out.append(".")
        return out


def _plain(tree: Any) -> Any:
    if isinstance(tree, Token):
        return Leaf(str(tree.type), str(tree))
    return Node(str(tree.data), tuple(_plain(c) for c in tree.children))


def _tidy(text: str) -> str:
    text = re.sub(r" ([.,;:)])", r"\1", text).replace("( ", "(")
    return re.sub(r"(^|\. |\()([a-z])", lambda m: m.group(1) + m.group(2).upper(), text)


def _built(text: str, starts: tuple[str, ...]) -> Lark:
    key = lark.__version__ + repr(starts) + text
    stored = cache.load("grammar", key)
    if stored is not None:
        return Lark.load(io.BytesIO(stored))
    built = Lark(text, parser="lalr", start=list(starts), lexer="contextual", maybe_placeholders=False)
    file = io.BytesIO()
    built.save(file)
    cache.store("grammar", key, file.getvalue())
    return built


def language(words_: Vocabulary, titles: tuple[str, ...], shared: str, starts: tuple[str, ...]) -> Language:
    """The language of a game's cards and norms; `titles` are the names of its cards."""
    names = {fold(n): ("KIND", n) for n in (*words_.kinds, *titles)}
    return _language(words_, names, shared, starts, scene=False)


def scene_language(words_: Vocabulary, titles: tuple[str, ...], counts: tuple[str, ...], shared: str) -> Language:
    """The language of a game's scenes; `counts` are the things whose number is known."""
    names = {fold(n): ("COUNT", n) for n in counts} | {fold(n): ("KIND", n) for n in titles}
    return _language(words_, names, shared, ("line",), scene=True)


def _language(
    words_: Vocabulary, names: dict[str, tuple[str, str]], shared: str, starts: tuple[str, ...], scene: bool
) -> Language:
    variables = {letter: f"VAR_{s.name.upper()}" for s in sorts(words_) for letter in s.letters}
    shown = {p.rule: p.parts for p in phrases(words_)}
    return Language(grammar_text(words_, shared, scene), starts, Lexicon({}, names, {}, variables), shown)
