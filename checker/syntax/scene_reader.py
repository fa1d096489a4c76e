"""Scene files: rulings with their statements, questions and expectations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType

from msgspec import structs

from checker.boards import RULER
from checker.kernel.effect import Nothing
from checker.kernel.game import Authority, Card, Game
from checker.kernel.scene import Item, Raw, Scene
from checker.kernel.source import LINES, SCENE_PLAYERS, SCENE_STATEMENTS, InputError, Leaf, Node, Place, Problem
from checker.kernel.trees.walk import of_kind
from checker.kernel.vocabulary import Vocabulary, labelled, labelled_otherwise
from checker.syntax.expectations import EXPECTATIONS, alone, expecting
from checker.syntax.files import without_comment
from checker.syntax.grammar import NO_SUCH
from checker.syntax.languages import SceneLanguage, scene_language
from checker.syntax.lexer import Lexicon, fold
from checker.syntax.parser import Language
from checker.syntax.parts import text_of
from checker.syntax.scene_forms import DONE, OF_EACH, SETUP, THEN, TOLD, as_said

MOST_PROBLEMS = 40
NONE: Mapping[str, str] = MappingProxyType({})

_SPECIAL = re.compile(
    rf"^(game|players|card|law|variant|{EXPECTATIONS}|disputed|ruling|scene|(?:source|since)(?=\s*\"))\b\s*(.*)$", re.S
)


_HEAD = re.compile(r"^(?:(?:players|game)(?=\s)|(?:ruling|law)(?=\s*\")|variant(?=\s+\w+$)|card(?=\s[^:]+:))", re.I)
"""How a line begins that says what the scene is about, in whatever case."""

_BOARD = re.compile(r"\s*board:\s*$", re.I)
"""The line above a picture of a board."""

_ASKS = re.compile(r"^(?:who|whose|how|what|where|which|may|must|does|is)\b(?!.*\?$)")
"""How a question begins whose question mark is missing."""

_WHO = re.compile(r"who (may|must|can) (.+)\?", re.I)
"""How it is asked of everybody whether they may do something, or must."""

_STATEMENT = re.compile(r"""(?:"[^"]*(?:"|$)|[^;"?])+\??|\?""")
_EXPECTED = re.compile(r"""(?:"[^"]*(?:"|$)|;(?!\s*(?:because|by|after|faq)\b)|[^;"])+""")
"""What a line that begins with `expect` says: of several things that happen one after the other."""


def statements(text: str, file: str) -> list[Raw]:
    """The statements of a scene text: lines, split at `;` and after `?` outside quotes (but what is expected); a full stop at the end is none.

    Raises InputError if there are more of them than are read.
    """
    found: list[Raw] = []
    for number, whole in _with_pictures(text.split("\n"), file):
        if len(found) > LINES:
            raise InputError(Problem(Place(file, number), f"{LINES} statements are the most that is read", whole))
        line = without_comment(whole)
        for part in (_EXPECTED if line.lstrip().startswith("expect ") else _STATEMENT).finditer(line):
            piece = _HEAD.sub(lambda head: head.group().lower(), part.group().strip(), count=1)
            if not _SPECIAL.match(piece):
                piece = piece.removesuffix(".")
                piece += "?" if _ASKS.match(piece) else ""
            if piece.strip("?"):
                column = part.start() + len(part.group()) - len(part.group().lstrip()) + 1
                found.append(Raw(piece, Place(file, number, column), whole))
    return found


def _with_pictures(lines: list[str], file: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; a picture of a board, what is indented or ruled below its head, is one line that
    says what lies where.

    Raises InputError for a picture whose rows do not lie as hexes do.
    """
    rows: list[tuple[int, str]] = []
    for number, line in (*enumerate(lines, 1), (len(lines) + 1, "")):
        head = rows[0][1] if rows else ""
        if rows and (line.lstrip().startswith(RULER) or _indent(line) > _indent(head)):
            rows.append((number, line))
            continue
        if rows:
            yield rows[0][0], f"{head.rstrip()} {_put(rows[1:], file)}" if rows[1:] else head
            rows = []
        if _BOARD.match(line):
            rows = [(number, line)]
        elif number <= len(lines):
            yield number, line


def _indent(line: str) -> int:
    """How many blanks a line with something in it begins with."""
    return len(line) - len(line.lstrip()) if line.strip() else -1


def _put(rows: list[tuple[int, str]], file: str) -> str:
    """What lies where in the picture."""
    from checker.boards.hexes import label_of
    from checker.boards.pictures import pictured

    return ", ".join(f"{sign} at {label_of(space)}" for space, sign in pictured(rows, file).items())


def named_game(raws: Iterable[Raw]) -> str | None:
    """The game that a `game` line names, or the folder of one."""
    told = (r.text.partition(" ")[2].strip().strip('"') for r in raws if r.text.startswith("game "))
    return next(filter(None, told), None)


def seated(statement: str) -> tuple[str, ...]:
    """The players whom the statement seats, clockwise; none if it says something else."""
    match = re.match(r"players\s+([^.?!:;]+)[.\s]*$", statement)
    return tuple(re.sub(r",|\sand\s", " ", match.group(1)).split()) if match else ()


def rulings(raws: Iterable[Raw], head: str = "ruling ") -> list[list[Raw]]:
    """The statements of each scene: a title line, which begins with the head, begins the next one."""
    groups: list[list[Raw]] = []
    for raw in raws:
        if raw.text.startswith(head) or not groups:
            groups.append([])
        groups[-1].append(raw)
    return groups


def switched_on(raws: Iterable[Raw]) -> tuple[str, ...]:
    """The titles of the laws and variants that the statements of a scene switch on."""
    said = (raw.text for raw in raws if raw.text.startswith(("law ", "variant ")))
    return tuple(text.partition(" ")[2].strip().strip('"') for text in said)


def reader_of(game: Game, made: SceneLanguage) -> SceneReader:
    """What reads the scenes of the game, which are told so."""
    return SceneReader(game.vocabulary, tuple(c.title for c in game.cards), made)


class SceneReader:
    """Reads the scenes of one game; the language is built once."""

    def __init__(self, words: Vocabulary, titles: tuple[str, ...], made: SceneLanguage) -> None:
        self.titles = titles
        self.words = words
        self.kinds = words.kinds
        self.language: Language = scene_language(made)
        self._trees: dict[tuple[str, tuple[tuple[str, str], ...]], Node] = {}

    def scenes(self, raws: list[Raw]) -> list[Scene]:
        """Every scene of the text, in order. Raises InputError with every problem found."""
        found: list[Scene] = []
        problems: list[Problem] = []
        for group in rulings(raws):
            if len(group) > SCENE_STATEMENTS:
                many = group[SCENE_STATEMENTS]
                raise InputError(*problems, many.problem(f"{SCENE_STATEMENTS} statements are the most of one scene"))
            try:
                found.append(self._scene(group))
            except InputError as error:
                problems.extend(error.problems)
                if len(problems) >= MOST_PROBLEMS:
                    break
        if problems:
            raise InputError(*problems)
        return found

    def reads(self, statement: str, players: tuple[str, ...], named: Mapping[str, str] = NONE) -> bool:
        """The statement is one of the grammar, or the head of a scene; things of the scene are named so."""
        special = _SPECIAL.match(statement)
        if special:
            return special.group(1) in ("law", "variant", "card", "players", "game") and bool(special.group(2))
        tree = self._read(statement, players, named)
        return tree is not None and all(x.kind != "PLAYER" or x.text in players for x in of_kind(tree, Leaf))

    def meaning(self, statement: str, players: tuple[str, ...], named: Mapping[str, str] = NONE) -> object:
        """What the statement means: the same for two ways to ask of one phrase."""
        return _phrased(self._read(statement, players, named)) or statement

    def _read(self, statement: str, players: tuple[str, ...], named: Mapping[str, str]) -> Node | None:
        """The tree of the statement alone, whose players are these and whose things are named so."""
        exact = {**named, **labelled(self.words, statement), **{p: "PLAYER" for p in players}}
        lexicon = self.language.with_names(exact, labelled_otherwise(self.words, statement))
        if (tree := self.language.reads(statement, "line", lexicon)) or not (asked := _WHO.fullmatch(statement)):
            return tree
        with suppress(InputError):
            return _of_each(self._apiece(Raw(statement, Place("", 1), ""), asked, p, lexicon) for p in players)
        return None

    def of_game(self, statements: Sequence[str]) -> bool:
        """One of the statements is none that every game has, or speaks of what is counted here."""
        own = {r.name for r in self.language.table.rules if r.origin.endswith("_here")}
        said = (self.language.reads(s, "line", self.language.lexicon) for s in statements)
        return not all(
            tree is not None
            and not {p.rule for p in of_kind(tree, Node)} & own
            and all(leaf.kind != "COUNT" for leaf in of_kind(tree, Leaf))
            for tree in said
        )

    def happening(self, statement: str) -> bool:
        """The statement tells what happens, or lays out one of the things that come and go."""
        first, *rest = statement.rstrip("?").split()
        if statement.endswith("?") or first.rstrip(":").casefold() in {s.name for s in self.words.sorts}:
            return bool(rest) and not statement.endswith("?")
        exact = labelled(self.words, statement) | dict.fromkeys(filter(str.isalpha, statement.split()), "PLAYER")
        tree = self.language.reads(statement, "line", self.language.with_names(exact))
        placings = {r.name for r in self.language.table.rules if r.origin in ("placing", "placed_here")}
        return isinstance(tree, Node) and not {p.rule for p in tree.parts if isinstance(p, Node)} & placings

    def _scene(self, raws: list[Raw]) -> Scene:
        title, disputed, told = "", "", Authority()
        players: tuple[str, ...] = ()
        cards: list[Card] = []
        amendments: list[str] = []
        items: list[Item] = []
        problems: list[Problem] = []
        lines: list[tuple[int, str, Raw]] = []
        for raw in raws:
            players = seated(raw.text) or players
            match = re.match(r"card\s+([^:]+):\s*(.+)$", raw.text)
            if match:
                cards.append(
                    self._checked(_stand_in(match.group(1).strip(), self._kinds(match.group(2)), raw), cards, raw)
                )
        if not players:
            raise InputError(
                raws[0].problem("the scene does not say who plays", "begin with `players A B C`, clockwise")
            )
        if len(players) > SCENE_PLAYERS:
            raise InputError(raws[0].problem(f"{len(players)} players are named; {SCENE_PLAYERS} is the most"))
        if len(set(players)) < len(players):
            raise InputError(raws[0].problem("two players have the same name", "give each a name of their own"))
        exact = {p: "PLAYER" for p in players}
        for raw in raws:
            exact = {**labelled(self.words, raw.text), **exact}
        exact |= {c.title: "KIND" for c in cards}
        typed = labelled_otherwise(self.words, "\n".join(raw.text for raw in raws))
        lexicon = self.language.with_names(exact, typed)
        for raw in raws:
            special = _SPECIAL.match(raw.text)
            key, rest = (special.group(1), special.group(2).strip()) if special else ("", "")
            match key:
                case "ruling" | "scene":
                    title = rest.strip('"')
                case "players" | "game":
                    continue
                case "card" if ":" in rest:
                    continue
                case "law" | "variant":
                    amendments.append(rest.strip('"'))
                case "disputed":
                    disputed = rest or "disputed"
                case "source" | "since":
                    from checker.syntax.authority import authority

                    told, wrong = authority(told, key, rest)
                    problems += [raw.problem(wrong)] if wrong else []
                case "expect" | "because" | "by" | "after" | "faq" | "asks" | "asks not":
                    if not problems:
                        wrong_line = expecting(items, key, rest, raw)
                        problems += [wrong_line] if wrong_line else []
                        lines.append((len(items) - 1, key, raw))
                case _:
                    try:
                        tree = _worded(self._tree(raw, exact, lexicon, players), raw)
                        items.append(Item(raw, _among(players, tree, raw)))
                    except InputError as error:
                        problems.extend(_about_names(p, players, self.titles, self.language) for p in error.problems)
            if len(problems) >= MOST_PROBLEMS:
                break
        problems += () if problems else alone(items, lines)
        if problems:
            raise InputError(*problems)
        return Scene(title, players, tuple(items), tuple(cards), tuple(amendments), raws[0].place, disputed, "", told)

    def _tree(self, raw: Raw, exact: dict[str, str], lexicon: Lexicon, players: Sequence[str]) -> Node:
        """The tree of the statement: the same for the same words with the same names in them; what is asked of whoever may do
        something hangs on all players."""
        key = raw.text, tuple((name, kind) for name, kind in exact.items() if name.split()[0] in raw.text)
        if key not in self._trees:
            try:
                self._trees[key] = self.language.parse(raw.text, "line", raw.place, lexicon, raw.whole)
            except InputError:
                if not (asked := _WHO.fullmatch(raw.text)):
                    raise
                return _of_each(self._apiece(raw, asked, player, lexicon) for player in players)
        return self._trees[key]

    def _apiece(self, raw: Raw, asked: re.Match[str], player: str, lexicon: Lexicon) -> Node:
        """The tree of what is asked of the player. Raises InputError where that cannot be asked, at its place in what was
        asked of everybody."""
        there = structs.replace(raw.place, column=raw.place.column + len("who ") - len(f"{player} "))
        return self.language.parse(f"{asked[1]} {player} {asked[2]}?", "line", there, lexicon, raw.whole)

    def _kinds(self, listed: str) -> tuple[str, ...]:
        """The kinds that are listed, in whatever case; what `cancels a card` is a canceller."""
        said = (kind.strip() for kind in listed.split(","))
        return tuple(next((k for k in self.kinds if _called(k, kind)), kind.lower()) for kind in said)

    def _checked(self, card: Card, others: list[Card], raw: Raw) -> Card:
        """The stand-in. Raises InputError if it has no name or a taken one, or its kind is unknown."""
        if not fold(card.title):
            hint = f"for instance `card Frob{''.join(f': {kind}' for kind in self.kinds[:1])}`"
            raise InputError(raw.problem("this card has no name", hint))
        if any(fold(t) == fold(card.title) for t in (*self.titles, *(c.title for c in others))):
            raise InputError(raw.problem(f"there is a card called `{card.title}` already"))
        for kind in card.kinds:
            if kind not in self.kinds:
                import difflib

                near = difflib.get_close_matches(kind, self.kinds, n=3, cutoff=0.4)
                hint = "known kinds are " + ", ".join(f"`{n}`" for n in near or self.kinds[:6])
                raise InputError(raw.problem(f"`{kind}` is no kind of card", hint))
        return card


def _of_each(asked: Iterable[Node]) -> Node:
    """The tree of what asks each of the players."""
    parts = (part for tree in asked for line in tree.parts if isinstance(line, Node) for part in line.parts)
    return Node("line", (Node("question", (Node(OF_EACH, tuple(parts)),)),))


def _among(players: Sequence[str], tree: Node, raw: Raw) -> Node:
    """The tree. Raises InputError if what is told names a player who is not among these."""
    told = (one for one in tree.parts if isinstance(one, Node) and one.rule.startswith((TOLD, THEN, SETUP, DONE)))
    named = (text_of(who) for one in told for who in one.parts if isinstance(who, Node) and who.rule == "var_player")
    if (strange := next(named, "")) and strange not in players:
        raise InputError(
            raw.problem(f"`{strange}` is no player of this scene", f"the players are {', '.join(players)}")
        )
    return tree


def _worded(tree: Node, raw: Raw) -> Node:
    """The tree. Raises InputError if the game has no words for what it says."""
    if any(node.rule.startswith(NO_SUCH) for node in of_kind(tree, Node)):
        raise InputError(raw.problem("this game has no words for that"))
    return tree


def _phrased(tree: Node | Leaf | None) -> object:
    """The tree with the phrases of the vocabulary that it asks of as they are told."""
    if not isinstance(tree, Node):
        return tree
    said = as_said(tree)
    assert isinstance(said, Node)
    return said.rule.rpartition("__")[0] or said.rule, tuple(map(_phrased, said.parts))


def _about_names(problem: Problem, players: tuple[str, ...], titles: tuple[str, ...], said: Language) -> Problem:
    """The problem, with the card or the players named that the word that does not fit may be meant for."""
    if problem.long:
        return problem
    words = problem.excerpt[problem.place.column - 1 :].split(";")[0].rstrip("?").split()[:6]
    import difflib

    if "a card" in problem.message:
        for many in range(len(words), 0, -1):
            parts = set(fold(" ".join(words[:many])).split())
            if fold(" ".join(words[:many])) in map(fold, titles):
                return problem
            whole = [t for t in titles if parts and parts <= set(fold(t).split())][:3]
            if whole:
                meant = " or ".join(f"`{t}`" for t in whole)
                return Problem(problem.place, problem.message, problem.excerpt, f"did you mean {meant}?")
            close = difflib.get_close_matches(" ".join(words[:many]), titles, n=1, cutoff=0.8)
            if close:
                return Problem(problem.place, problem.message, problem.excerpt, f"did you mean `{close[0]}`?")
    before = problem.excerpt[: problem.place.column - 1].split(";")[-1].split()
    if len(before) == 1 and before[0].isalpha() and not (before[0] in players or said.knows(before[0])):
        close = difflib.get_close_matches(before[0], said.lexicon.words, n=1, cutoff=0.75)
        hint = f"did you mean `{close[0]}`?" if close else _meant(before[0], players)
        return Problem(problem.place, problem.message, problem.excerpt, hint)
    word = re.match(r"`([A-Z]\w*)` cannot", problem.message)
    only = re.search(r"; expected (a card or kind of card|the name of a count|, )+$", problem.message)
    if word is None or word.group(1) in players or said.knows(word.group(1)) or only:
        return problem
    if "did you mean" in problem.hint or "nearest name" in problem.hint:
        return problem
    return Problem(problem.place, problem.message, problem.excerpt, _meant(word.group(1), players))


def _meant(word: str, players: tuple[str, ...]) -> str:
    """The hint that the word may be meant to be a player."""
    return f"if `{word}` is meant to be a player: those of this scene are {', '.join(players)}"


def _called(kind: str, said: str) -> bool:
    """What is said is the kind: by its name, or by what such a card does to another."""
    does = re.fullmatch(r"(\w+)s a card", said.casefold())
    return kind.casefold() == said.casefold() or bool(does and re.fullmatch(rf"{does[1]}\w?er", kind.casefold()))


def _stand_in(title: str, kinds: tuple[str, ...], raw: Raw) -> Card:
    text = Nothing()
    return Card(title, kinds, (), text, "", (), 0, "assumed", ("stand-in",), (), raw.place)
