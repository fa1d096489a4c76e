"""A question that players ask without a table, put on the table of the ruling that answers it: where its `faq` or `asks` asks the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import structs

from checker.ask.game_session import Desk
from checker.find.alike import listed_alike
from checker.find.asking import ASKED_OF_WHOM, NAMED, OTHER, meant
from checker.find.families import (
    LOOSE,
    QUESTION,
    UNSAID,
    Family,
    Fitted,
    TypedQuestion,
    family,
    fit,
    put,
    said_besides,
    said_by,
)
from checker.kernel.record import Record
from checker.kernel.scene import Raw
from checker.store import disk_cache as cache
from checker.store.own_code import code_in
from checker.syntax.everyday.english import in_two_words, plain
from checker.syntax.everyday.forms import FORMS
from checker.syntax.everyday.preamble import unnamed
from checker.syntax.everyday.retell import AS_ASKED
from checker.syntax.everyday.thesaurus import ALWAYS, NOUNS, VERBS, alike_in_english
from checker.syntax.expectations import EXPECTATIONS
from checker.syntax.files import read_text
from checker.syntax.lexer import pattern
from checker.syntax.scene_reader import rulings, statements

KEPT, MOST_GAMES = "asked", 8
"""What the questions of a game are kept as, and of how many games they stay at hand."""
_HEADS = re.compile(rf"(?:ruling|game|source|since|disputed|{EXPECTATIONS})")
_ASKS = re.compile(r"asks\b")
_CALLED = re.compile(r"^called (.+)$", re.MULTILINE)
_WORD = re.compile(r"[^\W_][\w•'&-]*")
_WHEN = re.compile(r"\b(?:if|when|once|after|where)\b", re.IGNORECASE)
_BEFORE_OR_AFTER = re.compile(r",? (?:before or after|after or before) ", re.IGNORECASE)
_OR_AFTER = re.compile(r"(?<=\w),? or (?:is it )?(?:after|afterwards)(?: that)?(?=\W*$)", re.IGNORECASE)
_BEFORE, _BEGINS_WHEN = (
    re.compile(r"\bbefore\b", re.IGNORECASE),
    re.compile(r"\bwhen (?=(?:do|does|must|should|can|may)\b)", re.IGNORECASE),
)
_EITHER = ("before", "after")
"""The two answers that a question may offer of which no comes first by itself."""
_TURNED = ("turn", "rotat", "spin")
SEVERAL = frozenset(["several", "multipl", "many"])


class AskedBefore(Record):
    """A question as players ask it, and the scene that asks it, or its contrary, with the statements of its table."""

    question: str
    scene: tuple[str, ...]
    expected: str = ""
    contrary: bool = False
    rests: str = ""
    says: tuple[str, str] = AS_ASKED
    """What is answered for yes, and for no."""


class QuestionsOfGame(Record):
    """What players ask by the rulings of a game: its families, and what is said in full, each with the question below which it
    stands; the words that say the same, those of its clauses, cards and rulings, and what it is called."""

    families: tuple[tuple[Family, AskedBefore], ...]
    full: tuple[tuple[TypedQuestion, AskedBefore], ...]
    same: dict[str, str]
    known: frozenset[str]
    called: tuple[str, ...] = ()


def asked_before(desk: Desk, text: str, loosely: bool = True) -> AskedBefore | None:
    """The question of players that asks what the text asks, in the same order and of the same things, or with the words of
    its family; None if there is none, or if two do of which something else is expected."""
    of_game = questions_of(desk)
    text = unnamed(in_two_words(text), of_game.called)
    first = _BEFORE_OR_AFTER.sub(" before ", _OR_AFTER.sub("", text))
    either = first != text and _BEFORE.search(first) is not None
    things = frozenset(of_game.same.get(plain(sort.name), plain(sort.name)) for sort in desk.game.vocabulary.sorts)
    asked = put(_BEGINS_WHEN.sub("", first) if either else text, of_game.same, of_game.known)
    if either:
        asked = structs.replace(asked, kind=f"{asked.kind.rpartition(' ')[0]} {UNSAID}")
    if not (loosely or "?" in text) and asked.kind.endswith(UNSAID):
        return None
    if (
        not loosely
        and asked.kind.endswith("who")
        and any(n.casefold() not in of_game.known for n in NAMED.findall(text))
    ):
        return None
    found: dict[object, AskedBefore] = {
        one.scene: one for full, one in of_game.full if _asks_the_same(asked, full, things)
    }
    if not found and not _names_both(desk, text):
        found = _of_a_family(desk, asked, of_game, loosely)
        if _asked_of(text) == "i" and OTHER not in asked.words and not _OF_BOTH.search(text):
            found = {key: one for key, one in found.items() if one.contrary or _asked_of(one.question) != OTHER}
    if len({one.expected for one in found.values()}) != 1:
        return None
    one = next(iter(found.values()))
    return structs.replace(one, says=_EITHER[:: -1 if one.contrary else 1]) if either else one


def questions_of(desk: Desk) -> QuestionsOfGame:
    """What players ask by the rulings of the game."""
    forms = "\n".join(read_text(path) for path in desk.folder.files(desk.folder.specs, FORMS))
    said = "\n".join((*(c.summary for c in desk.game.clauses), *(c.title for c in desk.game.cards)))
    return _read(desk.game.name, tuple((path.name, read_text(path)) for path in desk.ruling_files()), forms, said)


@lru_cache(maxsize=MOST_GAMES)
def _read(name: str, files: tuple[tuple[str, str], ...], forms: str, said: str) -> QuestionsOfGame:
    """What the files of rulings ask, of a game that says so much: from an earlier run where that read the same."""
    content = "\0".join((code_in("find", "syntax"), name, forms, said, *(part for file in files for part in file)))
    kept: QuestionsOfGame | None = cache.kept(KEPT, content, QuestionsOfGame)
    if kept is None:
        same, told = _same(forms), [one for file, text in files for one in _told_in(text, file)]
        kept = QuestionsOfGame(
            tuple((of, one) for line, one in told if (of := family(line, same)) is not None),
            tuple((put(one.question, same), one) for line, one in told if QUESTION.match(line)),
            same,
            frozenset(_WORD.findall("\n".join((said, *(text for _, text in files))).casefold())),
            (name, *(one.replace("_", " ") for called in _CALLED.findall(forms) for one in called.split())),
        )
        cache.keep(KEPT, content, kept)
    return kept


def _names_both(desk: Desk, text: str) -> bool:
    """The text names the card that is played and the one that it is played on: a form asks just this of just these."""
    title = "|".join(re.escape(card.title) for card in desk.game.cards) or "(?!)"
    whose = r"(?:(?:an?|the|my|your|his|her|their|another|(?:\w+ )?\w+'s) )?"
    said = rf"\b(?:play|use|put)\w* {whose}(?:{title})(?: card)? (?:on|onto|against|to) {whose}(?:{title})(?!\w)"
    return pattern(said, True).search(text) is not None


def _of_a_family(
    desk: Desk, asked: TypedQuestion, of_game: QuestionsOfGame, loosely: bool
) -> dict[object, AskedBefore]:
    """What asks the text by the families of the rulings."""
    told, same = of_game.families, of_game.same
    things = frozenset(same.get(plain(sort.name), plain(sort.name)) for sort in desk.game.vocabulary.sorts[:1])
    cards = frozenset(plain(card.title) for card in desk.game.cards).intersection(asked.words)
    fits = [(of, one, at) for of, one in told if (at := fit(of, asked, things - cards, cards - _on_table(one), cards))]
    fits = [each for each in fits if not _turned_round(each[1], asked, same)]
    if asked.outcome:
        fits = [each for each in fits if _is_outcome(*each, same)]
    exact = [((_is_asked(one, asked, same), len(at.covered)), of, one) for of, one, at in fits if not at.left]
    near = [each for each in fits if cards.isdisjoint(asked.words[place] for place in each[2].left)]
    if len({(of.contrary, one.expected) for _, of, one in exact}) > 1:
        much = [len(at.covered & asked.main) for _, _, at in fits if not at.left]
        exact = [each for each, said in zip(exact, much, strict=True) if said == max(much)]
    if not exact and loosely and (found := _nearest(desk, asked, of_game, near)):
        exact = [((True, 0), *found)]
    most = {one.scene: covered for covered, _, one in sorted(exact, key=lambda each: each[0])}
    return {
        (one.scene, of.contrary): structs.replace(
            one,
            contrary=of.contrary,
            expected=f"{of.contrary} {one.expected}",
            says=one.says[:: -1 if of.contrary else 1],
        )
        for covered, of, one in sorted(exact, key=lambda each: each[0], reverse=True)
        if covered == most[one.scene]
    }


_OF_BOTH = re.compile(r"\b(?:we|both|each|all)\b", re.IGNORECASE)


def _asked_of(text: str) -> str:
    """Of whom the text asks whether they do something: of who asks, of the other, or of nobody that is named so."""
    return next(reversed(ASKED_OF_WHOM.findall(meant(text))), "")


def _turned_round(one: AskedBefore, asked: TypedQuestion, same: Mapping[str, str]) -> bool:
    """What the question asks for is only that on which hangs what is asked, and the other way round."""
    last, hangs = _parted(one.question, same)
    main = {word for at, word in enumerate(asked.words) if at in asked.main and word not in LOOSE}
    rest = {word for at, word in enumerate(asked.words) if at not in asked.main}
    return not main & last and bool(main & hangs) and bool(rest & last)


def _is_asked(one: AskedBefore, asked: TypedQuestion, same: Mapping[str, str]) -> bool:
    """The clause that asks has a word with which the question asks."""
    return any(asked.words[at] in _parted(one.question, same)[0] for at in asked.main)


def _parted(question: str, same: Mapping[str, str]) -> tuple[frozenset[str], frozenset[str]]:
    """The words with which it asks, and those on which that hangs."""
    when, _, last = question.rpartition(". ")
    last, *behind = _WHEN.split(last)
    return said_by(last, same), said_by(" ".join((when, *behind)), same)


def _is_outcome(of: Family, one: AskedBefore, how: Fitted, same: Mapping[str, str]) -> bool:
    """What is not told is what the question asks for, which is so, and nothing on which that hangs; or all is told."""
    if not how.untold and "what" in of.kinds:
        return True
    asked, hangs = _parted(one.question, same)
    told = not how.untold or any({*way} <= asked for way in how.untold)
    return (
        told and not any({*way} <= hangs for way in how.untold) and one.expected.endswith(": yes") and not of.contrary
    )


def _nearest(
    desk: Desk,
    asked: TypedQuestion,
    of_game: QuestionsOfGame,
    fits: Sequence[tuple[Family, AskedBefore, Fitted]],
) -> tuple[Family, AskedBefore] | None:
    """The question that what is asked says most of, though no family has all its words."""
    from checker.find.weighed import Weighed, nearest, rarity

    topics: dict[tuple[tuple[str, ...], bool], list[Family]] = {}
    for of, one in of_game.families:
        topics.setdefault((one.scene, of.contrary), []).append(of)
    rare = rarity([{w for of in each for ways in of.needed for way in ways for w in way} for each in topics.values()])

    def weighed(at: int, of: Family, one: AskedBefore, how: Fitted) -> Weighed:
        alike = topics[one.scene, of.contrary]
        rules = " ".join(c.summary for c in desk.game.clauses if re.search(rf"\b{c.id}\b", one.rests))
        ways = (way for each in alike for way in (*each.free, *(w for needed in each.needed for w in needed)))
        said = said_by(f"{rules} {' '.join(one.scene)}", of_game.same)
        return Weighed(at, how, said_besides(ways), said, f"{of.contrary} {one.expected}")

    found = nearest(
        asked, [weighed(at, *each) for at, each in enumerate(fits)], rare, frozenset(map(plain, of_game.known))
    )
    return None if found is None else fits[found][:2]


def _on_table(one: AskedBefore) -> frozenset[str]:
    """The words of the table, and of what is asked of it."""
    return frozenset(map(plain, _WORD.findall(" ".join(one.scene))))


def _told_in(text: str, name: str) -> tuple[tuple[str, AskedBefore], ...]:
    """The lines of the rulings that ask as players do, each with the question below which it stands."""
    if not (QUESTION.search(text) or _ASKS.search(text)):
        return ()
    return tuple(told for scene in rulings(statements(text, name)) for told in _told_of(scene))


def _told_of(scene: Sequence[Raw]) -> Iterator[tuple[str, AskedBefore]]:
    """What the lines `faq` and `asks` of the scene say, with the statements before the question above them."""
    told, said, expected, rests = list[str](), "", "", ""
    for raw in scene:
        faq = QUESTION.match(raw.text)
        if (faq or _ASKS.match(raw.text)) and told and told[-1].endswith("?"):
            said = faq[1] if faq else said or told[-1]
            yield (
                raw.text,
                AskedBefore(said, (*(t for t in told[:-1] if not t.endswith("?")), told[-1]), expected, rests=rests),
            )
        elif raw.text.startswith("expect"):
            expected = raw.text
        elif raw.text.startswith("because"):
            rests = raw.text
        elif not _HEADS.match(raw.text):
            told.append(raw.text)
            said, rests = "", ""


def listed(desk: Desk) -> Iterator[AskedBefore]:
    """The questions of players that the rulings of the game answer."""
    return (one for _, one in questions_of(desk).full)


def _asks_the_same(asked: TypedQuestion, faq: TypedQuestion, things: frozenset[str]) -> bool:
    """Both ask for one thing, with the same words in the same order, but for what the game is about at large."""
    if asked.kind != faq.kind or not faq.words:
        return False
    return _agree(asked.words, faq.words) or any(
        thing in asked.words
        and thing in faq.words
        and _agree(*([w for w in one.words if w != thing] for one in (asked, faq)))
        for thing in things
    )


def _agree(typed: Sequence[str], faq: Sequence[str]) -> bool:
    """The words are the same in the same order; several may be any number above one."""
    return len(typed) == len(faq) and all(
        a == b or (b in SEVERAL and (a in SEVERAL or (a.isdigit() and int(a) > 1))) or a in _alike(b)
        for a, b in zip(typed, faq, strict=True)
    )


def _same(forms: str) -> dict[str, str]:
    """The first word of its group for each word that the game's forms list."""
    groups = [group.split() for group in (*listed_alike(forms), *ALWAYS.split("; "))]
    return {plain(other): plain(first) for first, *others in groups for other in others}


def _alike(word: str) -> frozenset[str]:
    turned = frozenset(_TURNED) if word in _TURNED else frozenset[str]()
    return turned | {*alike_in_english(VERBS).get(word, ()), *alike_in_english(NOUNS).get(word, ())}
