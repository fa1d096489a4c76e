"""Text to trees, and trees back to text: the language of one game."""

from __future__ import annotations

import re
from collections.abc import Set
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from checker.kernel.source import (
    DIGITS,
    HINTED_CHARACTERS,
    LINE_CHARACTERS,
    STATEMENT_DEPTH,
    STATEMENT_WORDS,
    InputError,
    Leaf,
    Node,
    Place,
    Problem,
)
from checker.kernel.trees.walk import of_kind
from checker.syntax.lalr.tables import END, Automaton, LalrTables, Stack, TooDeep
from checker.syntax.lexer import SPELLING, Lexicon, Piece, fold, in_figures, pieces, words_of
from checker.syntax.refusals.worded import article, named, short
from checker.syntax.tree_cache import Trees

if TYPE_CHECKING:
    from checker.syntax.printer import Printer
    from checker.syntax.refusals.accepted import AcceptedSentences

_LETTER = re.compile(r"[A-Z][0-9]*")
JOINING = frozenset({"and", "or"})
MAX_SHOWN = 200


LABEL = "LABEL_"
"""Begins the terminal of what is named by a label."""


class Language:
    """A grammar ready to read and to print, and the words it knows.

    The `trees` of sentences in these words are those that were read before.
    """

    def __init__(
        self,
        compiled: Automaton,
        starts: tuple[str, ...],
        lexicon: Lexicon,
        spelled: dict[str, tuple[str, ...]],
        trees: Trees | None = None,
    ) -> None:
        self.starts = starts
        self.table = LalrTables(compiled)
        words = words_of(self.table.literals, lexicon.numerals)
        self.lexicon = msgspec.structs.replace(lexicon, words={**lexicon.words, **words})
        self._spelled = spelled
        self._phrases: dict[str, list[str]] = {}
        self._trees = Trees() if trees is None else trees
        self._unread: set[tuple[str, str]] = set()
        self.meanings: dict[tuple[str, str, str], object] = {}
        self.acceptance: AcceptedSentences | None = None

    @cached_property
    def _printer(self) -> Printer:
        from checker.syntax.printer import Printer

        return Printer(self.table.rules, self._spelled)

    def with_names(self, exact: dict[str, str], typed: dict[str, tuple[str, str]] | None = None) -> Lexicon:
        """The lexicon with further names that are matched with their case, and with what is typed for labels."""
        return msgspec.structs.replace(self.lexicon, exact={**self.lexicon.exact, **exact}, typed=typed or {})

    def show(self, tree: Node | Leaf) -> str:
        """The canonical text of a tree; parsing it gives the tree back."""
        return self._printer.show(tree)

    def makes(self, tree: Node | Leaf) -> bool:
        """Each phrase of the tree is one that the language has a rule for, made of words that its rules speak of."""
        leaves = tuple(of_kind(tree, Leaf))
        written = any(leaf.kind == INT and in_figures(leaf.text.casefold()) for leaf in leaves)
        names = {*(leaf.kind for leaf in leaves), *(node.rule for node in of_kind(tree, Node))}
        return not written and names <= self._made

    @cached_property
    def _made(self) -> frozenset[str]:
        rules = self.table.rules
        return frozenset(r.name for r in rules) | {name for r in rules for kind, name in r.symbols if kind == "leaf"}

    def knows(self, word: str) -> bool:
        """The word is one of the language, or one of a name in it."""
        return fold(word) in self.lexicon.words or any(fold(word) in name.split() for name in self.lexicon.names)

    def parse(
        self, text: str, start: str, place: Place, lexicon: Lexicon | None = None, line: str | None = None
    ) -> Node:
        """The tree of the text; raises InputError with the place, what was expected and the nearest phrase.

        `place` is where the text begins; `line` is the whole line it stands in.
        """
        shown = text if line is None else line
        if lexicon is not None:
            return self._tree(text, start, place, lexicon, shown)
        known = self.known(text, start)
        return self._tree(text, start, place, self.lexicon, shown) if known is None else known

    def known(self, text: str, start: str) -> Node | None:
        """The tree of the text, or None if it has none; either is looked for once."""
        if (start, text) not in self._trees.known and (start, text) not in self._unread:
            tree = self.reads(text, start, self.lexicon)
            if tree is None:
                self._unread.add((start, text))
            else:
                self._trees.known[start, text] = tree
        return self._trees.known.get((start, text))

    def reads(self, text: str, start: str, lexicon: Lexicon) -> Node | None:
        """The tree of the text, or None if it has none."""
        raw = pieces(text)
        if len(text) > LINE_CHARACTERS or len(raw) > STATEMENT_WORDS:
            return None
        with suppress(TooDeep):
            return _Reading(self, text, raw, start, lexicon, Place("", 1), text)._search()[0]
        return None

    def reach(self, text: str, start: str) -> int:
        """The column to which a text can be read that has no tree."""
        raw = pieces(text)
        if len(text) > LINE_CHARACTERS or len(raw) > STATEMENT_WORDS:
            return 0
        with suppress(TooDeep):
            at = _Reading(self, text, raw, start, self.lexicon, Place("", 1), text)._search()[1]
            return raw[at][1] if at < len(raw) else len(text)
        return 0

    def leave(self) -> None:
        """What was read is left to later runs, which do not read it again."""
        self._trees.leave()

    def _tree(self, text: str, start: str, place: Place, lexicon: Lexicon, shown: str) -> Node:
        if len(text) > LINE_CHARACTERS:
            message = f"this statement has {len(text)} characters; {LINE_CHARACTERS} is the most"
            raise InputError(Problem(place, message, shown[:MAX_SHOWN]))
        raw = pieces(text)
        if len(raw) > STATEMENT_WORDS:
            message = f"this statement has {len(raw)} words; {STATEMENT_WORDS} is the most"
            raise InputError(Problem(place, message, shown))
        return _Reading(self, text, raw, start, lexicon, place, shown).tree()

    def nearest(self, start: str, piece: str, raw: list[Piece], accepted: Set[str]) -> str:
        """A hint: a word like the piece among those accepted in its place, a name like it, or phrases like the text."""
        if piece in JOINING:
            return f"what `{piece}` joins stands in parentheses where it would not be clear: `(… {piece} …)`"
        if INT in accepted and (figures := in_figures(piece)):
            return f"numbers are written in figures: `{figures}`"
        import difflib

        if len(piece) <= 60:
            literals = self.table.literals
            words = {fold(n): n for kind, n in self.lexicon.names.values() if kind in accepted}
            words |= {fold(literals[t]): literals[t] for t in accepted if t in literals}
            if fold(piece) == "never" and "not" in words:
                return "did you mean `not`?"
            close = difflib.get_close_matches(fold(piece), words, n=1, cutoff=0.7)
            if close and fold(piece) not in words:
                return f"did you mean `{words[close[0]]}`?"
            named = self._like(fold(piece))
            if named and fold(piece) not in {fold(named), *self.lexicon.words}:
                return f"the nearest name is `{named}`"
        if start not in self._phrases:
            self._phrases[start] = self._printer.phrases(start)
        from checker.syntax.refusals.syntax_hints import like

        return like(self._phrases[start], [said for said, _, _ in raw[:14]])

    def _like(self, word: str) -> str:
        """The shortest name of which a word is like this one, or nothing."""
        by_word: dict[str, str] = {}
        for key, (_, name) in sorted(self.lexicon.names.items(), key=lambda pair: (len(pair[0]), pair)):
            for part in key.split():
                by_word.setdefault(part, name)
        import difflib

        close = difflib.get_close_matches(word, by_word, n=1, cutoff=0.85)
        return by_word[close[0]] if close else ""

    def in_words(self, terminals: set[str]) -> list[str]:
        """What the terminals stand for, for people."""
        said = {
            INT: "a number",
            "STRING": "words in quotes",
            "KIND": "a card or kind of card",
            "TITLE": "a card or kind of card",
            "COPY": "a card or kind of card",
            END: "the end",
        }
        said |= {"PLAYER": "a player", "COUNT": "the name of a count", SPELLING: "a word or letter"}
        found = set()
        for terminal in terminals:
            if terminal in said:
                found.add(said[terminal])
            elif terminal in self.table.literals:
                found.add(f"`{self.table.literals[terminal]}`")
            else:
                found.add(article(terminal.partition("_")[2] or terminal))
        return sorted(found)


INT = "INT"


class _Reading(msgspec.Struct):
    """One text being read; where a piece may stand for several words, the first that leads on is taken."""

    language: Language
    text: str
    raw: list[Piece]
    start: str
    lexicon: Lexicon
    place: Place
    shown: str

    def tree(self) -> Node:
        """The tree; raises InputError at the furthest piece that nothing can be made of."""
        try:
            found, furthest, stuck = self._search()
        except TooDeep:
            message = f"this is nested too deeply; {STATEMENT_DEPTH} phrases within each other is the most"
            raise InputError(Problem(self.place, message, self.shown)) from None
        if found is None:
            raise InputError(self._refused(furthest, stuck))
        return found

    def _search(self) -> tuple[Node | None, int, list[Stack]]:
        """The tree if there is one, the furthest piece that was reached, and where the reading got stuck there."""
        table, end = self.language.table, len(self.raw)
        todo: list[tuple[int, Stack]] = [(0, table.start(self.start))]
        furthest = -1
        stuck: list[Stack] = []
        left = 20 * end + 1000
        while todo and left:
            left -= 1
            at, stack = todo.pop()
            if at == end:
                done = table.fed(self.start, stack, END)
                if done is not None:
                    return done[1], at, []
                after = []
            else:
                words = self.lexicon.options(self.text, self.raw, at)
                fed = ((w.then, table.fed(self.start, stack, w.terminal, w.text)) for w in words)
                after = [(then, further) for then, further in fed if further is not None]
            if not after and at >= furthest:
                stuck = [stack] if at > furthest else [*stuck, stack]
                furthest = at
            todo.extend(reversed(after))
        return None, furthest, stuck[:8]

    def _refused(self, at: int, stuck: list[Stack]) -> Problem:
        language = self.language
        accepted = {t for stack in stuck for t in language.table.accepted(self.start, stack)}
        piece, column, _ = self.raw[at] if at < len(self.raw) else ("", len(self.text), len(self.text))
        said = f"{named(piece)} cannot stand here" if piece else "the statement ends here"
        expected = language.in_words(accepted)
        some = ", ".join(expected[:12]) + (", …" if len(expected) > 12 else "")
        where = Place(self.place.file, self.place.line, self.place.column + column)
        message = f"{said}; expected {some}" if expected else said
        if INT in accepted and re.fullmatch(r"-?[0-9]+", piece):
            message = f"`{short(piece)}` is too large; a number has at most {DIGITS} digits"
        if len(self.text) > HINTED_CHARACTERS:
            return Problem(where, message, self.shown)
        hint = self._lettered(piece, accepted) or self._repaired(column, accepted) or self._meant()
        from checker.syntax.refusals.syntax_hints import elsewhere

        hint = hint or elsewhere(self.text, self.start) or self._labelled(accepted)
        hint = hint or (self._whole(stuck) if not piece else self._lacking(column, accepted, stuck))
        hint = hint or self._filled(language.nearest(self.start, piece, self.raw, accepted), piece, column)
        return Problem(where, message, self.shown, hint)

    def _filled(self, hint: str, piece: str, column: int) -> str:
        """The hint; where it proposes a word, the whole text with it, if that is accepted as it stands."""
        proposed = re.fullmatch(r"did you mean `(.+)`\?", hint)
        if proposed is None or self.language.acceptance is None:
            return hint
        whole = f"{self.text[:column]}{proposed[1]}{self.text[column + len(piece) :]}"
        settled = self.language.acceptance.settled(whole, self.start)
        return f"did you mean `{settled}`?" if settled else f"the nearest word is `{proposed[1]}`"

    def _labelled(self, accepted: set[str]) -> str:
        """A hint: the things of the scene that may stand there, if they are told by names of its own."""
        told: dict[str, list[str]] = {}
        for name, kind in self.lexicon.exact.items():
            if kind in accepted and kind.startswith(LABEL) and name.isalpha():
                told.setdefault(kind.removeprefix(LABEL).lower(), []).append(name)
        return "; ".join(f"the scene has the {sort}s {', '.join(names)}" for sort, names in told.items())

    def _lettered(self, piece: str, accepted: set[str]) -> str:
        """A hint: the letters that may stand where another does."""
        variables = self.lexicon.variables
        if not _LETTER.fullmatch(piece) or self.lexicon.spoken:
            return ""
        listed = [
            (sort, [x for x in variables if variables[x] == sort]) for sort in sorted(accepted & {*variables.values()})
        ]
        ways = [
            f"{article(sort.removeprefix('VAR_'))} is {' or '.join(xs)}, a further one {xs[0]}1, {xs[0]}2, …"
            for sort, xs in listed
        ]
        own = variables.get(piece[0])
        stands = f"`{piece}` stands for {article(own.removeprefix('VAR_')) if own else 'nothing'}; "
        return stands + "; ".join(ways) if ways else ""

    def _repaired(self, column: int, accepted: set[str]) -> str:
        """A hint: the text with the one sign that is missing at the column, if that can be read."""
        literals = self.language.table.literals
        for sign in sorted(literals[t] for t in accepted if t in literals and not literals[t][0].isalnum()):
            text = f"{self.text[:column].rstrip()}{sign} {self.text[column:]}".strip()
            if self._other(text) == "":
                return f"did you mean `{short(text)}`?"
        return ""

    def _meant(self) -> str:
        """A hint: the text in another form that is accepted as it stands, if such a form is known or found."""
        hint, acceptance = self._reworded(), self.language.acceptance
        if acceptance is None:
            return hint
        proposed = re.fullmatch(r"did you mean `(.+)`\?", hint)
        if proposed and (settled := acceptance.settled(proposed[1], self.start)):
            return f"did you mean `{settled}`?"
        other = acceptance.meant(self.text, self.start, self._unread)
        return f"did you mean `{other}`?" if other else "" if proposed else hint

    def _reworded(self) -> str:
        """A hint: the text in another form, if that can be read, or could with a few words more."""
        from checker.syntax.refusals.syntax_hints import otherwise, reworded

        for text in reworded(self.text, self.start):
            more = self._other(text)
            if more is not None:
                return _meant(text, more)
        kinds = [name for terminal, name in self.lexicon.names.values() if terminal == "KIND"]
        text = otherwise(self.text, self.lexicon.letters(), kinds, self._unread)
        return _meant(text, self._other(text) or "") if text else ""

    def _unread(self, text: str) -> int | None:
        """How many pieces of another text nothing can be made of; None where it could not be made whole."""
        again = _Reading(self.language, text, pieces(text), self.start, self.lexicon, self.place, text)
        with suppress(TooDeep):
            found, furthest, _ = again._search()
            left = 0 if found is not None else len(again.raw) - furthest
            return left if left or self._other(text) is not None else None
        return None

    def _other(self, text: str) -> str | None:
        """The words that another text lacks, which is none if it can be read; None if it cannot be made whole."""
        again = _Reading(self.language, text, pieces(text), self.start, self.lexicon, self.place, text)
        with suppress(TooDeep):
            found, furthest, stuck = again._search()
            if found is not None:
                return ""
            if furthest == len(again.raw):
                from checker.syntax.refusals.syntax_hints import endings

                return next(iter(endings(self.language.table, self.start, stuck)), None)
        return None

    def _whole(self, stuck: list[Stack]) -> str:
        """A hint: what a text that ends too early may end with."""
        from checker.syntax.refusals.syntax_hints import endings

        ends = endings(self.language.table, self.start, stuck)
        return f"it could end with {' or '.join(f'`{e}`' for e in ends)}" if ends else ""

    def _lacking(self, column: int, accepted: set[str], stuck: list[Stack]) -> str:
        """A hint: what is missing before the column, if the rest can be read once it stands there."""
        literals = self.language.table.literals
        if len(accepted) != 1 or not all(t in literals and literals[t][0].isalpha() for t in accepted):
            return ""
        before, after = self.text[:column].rstrip(), self.text[column:]
        from checker.syntax.refusals.syntax_hints import endings

        ends = [
            f"`{e}`"
            for e in endings(self.language.table, self.start, stuck)
            if self._other(f"{before} {e} {after}") == ""
        ]
        return f"what is missing before it is {' or '.join(ends)}" if ends else ""


def _meant(text: str, more: str) -> str:
    gap = " " if more[:1].isalnum() else ""
    return f"did you mean `{short(f'{text}{gap}{more}', MAX_SHOWN)}`?"
