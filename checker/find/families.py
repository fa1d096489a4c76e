"""Families of questions that players ask without a table: `asks "may: (slide|push) (onto|over) tile [on turn]"` stands below
the question of a ruling. Such words have to be there in any order, either of `(x|y z)`, perhaps those of `[x|y]`, and
no others that say something; before the colon stands what is asked for, after `not` if the answer is the contrary."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile

from checker.find.asking import ASKED_OF_WHOM, NAMED, OTHER, SUBJECT, kind_and_clause, meant, said_short
from checker.kernel.record import Record
from checker.syntax.everyday.english import is_filler, plain, spelled_out
from checker.syntax.everyday.thesaurus import EVERYWHERE, NOUNS, VERBS, alike_in_english
from checker.syntax.lexer import in_figures

QUESTION = re.compile(r'(?:faq|asks)\s*"([^"]+\?)"')
"""A question of players, said in full below the one of a ruling."""
_ASKS = re.compile(r'asks\s*(not )?"([a-z/ ]+):([^"]+)"')
_LONG, _SLIP = re.compile(r"(?<![\w'•-])[A-Za-z]{6,}(?![\w•-])"), 0.9
"""Words so long may have a slip, if they are so much like another."""
_CAPITALS = re.compile(r"(?<![\w'•-])[A-Z]{3,}(?![\w•-])")
"""A word as it is spelled on a board."""
_ITEM = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|([^\s()\[\]]+)")
_WORD = re.compile(r"[^\W_][\w•&-]*")
_SAID_ANYWAY = (
    "may must do is have he she it they my your his her our their a an the of so too also really as them yours "
    "just will would player one allowed permitt legal possibl ok this that any some who him mine am "
    "what which where when how there if and but onc be to for in at or going even still already anyth someth "
    "person peopl guy somebody anybody everybody each bit because sinc while by with im lik say ever i'm would "
    "actual actually tim whil game many much s d ll re whos whom its"
)
_EMPTY, _NOTHING = frozenset(_SAID_ANYWAY.split()), frozenset([""])
"""Words that every question has; what something is done over, with or without is none of them."""
UNSAID, _UNSAID = "whether", re.compile(r"\?\s*$|\bor (?:not|no|what)\W*$")
"""What is asked by words with nothing but a question mark behind them: leave, a duty, or whether it is so."""
_KEPT = frozenset(["away", "again", "right", "straight", "then"])
_SAID_BESIDES = "i get on up down back too alway new still else yet anymor anyway though mayb current front tabl wher"
LOOSE = frozenset(_SAID_BESIDES.split())
"""Words that say something only together with others."""
LIGHT = frozenset(["go", "get", "tak", "have", "turn", "keep", "giv", "hold", "end", "mov", "play"])
"""Words that say so many things that no other says the same."""
_SENSES = 3
"""Among so many words one has only a sense that another has."""
_ACTS = LIGHT | {"do", "use", "let", "mak", "need", "want"}
"""Words that say of themselves nothing of what is done."""
_SEARCHED = EVERYWHERE.replace(";", " |")
_ORDERED = frozenset(["befor", "after", "then", "first", OTHER])
"""Words that say what comes first, or who does it: what is asked with one of them has its words in their order."""
_DECISIVE = frozenset(
    f"not no never without only nobody noth befor after then unless except until instead last least fewest twice first neither none own another other later meanwhil {OTHER}".split()
)
"""Words on which an answer hangs: none of them is said besides by itself, or by a word that says much the same."""
_TOLD = frozenset(["after", "own", "another", "other", "later", OTHER])
"""Words that may be said besides where a family lists them, though an answer hangs on them: the other only before it is asked."""
_DENIED = frozenset(["not", "no", "never", "without"])
"""Words that say the contrary of a word that may stand in their place."""
_HANGS = frozenset(["if", "when", "onc", "whil", "after", "wher", "becaus", "sinc"])
"""Words before that on which hangs what is asked."""
_PROFORMS = (("do", "it"), ("do", "that"), ("do", "this"))
"""Words that stand for what was done before."""
_AGAIN = frozenset(["again", "twic", "onc", "second", "tim"])
_NEAR = 3
_FEW = 4
_HAPPENS = frozenset(["happen"])
_DUTIES = frozenset(map(plain, ["mandatory", "compulsory", "required", "necessary", "obligatory", "forced"]))
ALL = "all"
_WHICHEVER = frozenset(["any", "each", "everybody", "anybody"])


class TypedQuestion(Record):
    """What a text asks for, before it the other player if it is asked of that one, its words that say something, those of
    them with which it asks, those of the rest that a family may need, and all of them, each with its place among the words;
    the places of the clause that asks, without what hangs behind it, and that of the word that says what is done there."""

    kind: str
    words: tuple[str, ...]
    asking: frozenset[str]
    light: frozenset[str]
    whole: tuple[tuple[str, int], ...] = ()
    main: frozenset[int] = frozenset()
    head: int = -1

    @property
    def kinds(self) -> Iterator[Sequence[str]]:
        """What else it may be that is asked for."""
        if self.kind.endswith(UNSAID):
            yield "may", "must", "does"
            yield ("how", "what") if len(self.words) < _FEW else ()
        if self.outcome:
            yield ("must", "does") if self.asking & _HAPPENS else ("may",)

    @property
    def outcome(self) -> bool:
        """It is asked what happens, whatever that is."""
        return self.kind.endswith("what") and self.asking <= _HAPPENS | LOOSE


class Family(Record):
    """What a question of the family asks for, what it has to say, what it may say, whether it asks for the contrary, and
    which of what it has to say stands in its order: behind what is before it, and before what is behind it."""

    kinds: tuple[str, ...]
    needed: tuple[tuple[tuple[str, ...], ...], ...]
    free: tuple[tuple[str, ...], ...]
    contrary: bool = False
    ordered: tuple[bool, ...] = ()


def family(line: str, same: Mapping[str, str]) -> Family | None:
    """The family that the line of a ruling tells of, each word as the first that says the `same`; None if it tells of none."""
    told = _ASKS.fullmatch(line)
    if told is None:
        return None
    needed, free, ordered = [], list[tuple[str, ...]](), list[bool]()
    for either, perhaps, word in _ITEM.findall(told[3]):
        listed = (either or perhaps or word).split("|")
        among = frozenset(map(plain, listed))
        ways = tuple(way for one in listed for way in _ways(one, same, among, bool(perhaps)))
        if perhaps:
            free += ways
        else:
            needed.append(tuple(way for way in ways if len(way) != 1 or way[0] not in LOOSE) or ways)
            ordered.append({*_stems((either or word).replace("|", " "), same, _EMPTY)} <= _ORDERED)
    return Family(tuple(told[2].replace(" ", "").split("/")), tuple(needed), tuple(free), bool(told[1]), tuple(ordered))


def decisive(word: str) -> bool:
    """An answer hangs on the word, which may be a number above one."""
    return word in _DECISIVE or (word.isdigit() and int(word) > 1)


def said_in(line: str) -> str:
    """The words of the line that a question of its family may have to have."""
    told = _ASKS.fullmatch(line)
    return " ".join(either or word for either, _, word in _ITEM.findall(told[3])).replace("|", " ") if told else ""


def _ways(said: str, same: Mapping[str, str], among: frozenset[str], exactly: bool) -> Iterator[tuple[str, ...]]:
    """The words as they are told; one by itself in the senses, too, that others have which are told `among` several."""
    words = _stems(said, same, _EMPTY)
    if len(words) < min(2, len(said.split())):
        words = _stems(said, same, frozenset())
    yield words
    if len(words) == 1 and words[0] not in LIGHT and not exactly:
        for groups in (VERBS, NOUNS, _SEARCHED):
            others = alike_in_english(groups).get(words[0], ())
            sure = len(among) < _SENSES or not among.isdisjoint(others)
            others = tuple(other for other in others if sure and other not in _DECISIVE | _WHICHEVER | LIGHT)
            yield from ((_same(other, same),) for other in others)


class Fitted(Record):
    """Where the words stand that a family needs, those that it has no place for, and what is not told where it is asked what
    happens."""

    covered: frozenset[int]
    left: frozenset[int]
    untold: tuple[tuple[str, ...], ...] = ()


def fit(
    one: Family, asked: TypedQuestion, things: frozenset[str], strange: frozenset[str], named: frozenset[str]
) -> Fitted | None:
    """How the words, put so, are a question of the family; None if they have not all that it needs: some of those it is asked
    with are needed, and what the game is about at large may be named besides; nothing that is `strange` to the table is.
    Cards that it has to name are `named` in its order: who does what to which hangs on that."""
    who, _, kind = asked.kind.rpartition(" ")
    words, asking = asked.words, asked.asking
    untold: tuple[tuple[str, ...], ...] = ()
    if kind not in one.kinds and not any(one.kinds[0] in kinds for kinds in asked.kinds):
        return None
    if who and not any(OTHER in way for ways in one.needed for way in ways):
        return None
    hangs = frozenset(range(len(words))) - asked.main if asked.main else frozenset[int]()
    covered, last, behind, needed, name, others = set[int](), -1, False, 0, -1, list[frozenset[int]]()
    for ways, ordered in zip(one.needed, one.ordered, strict=True):
        each = [at for way in ways if (at := {*_places(way, asked)})]
        if not each and not ordered and any(way and {*way} <= asked.light for way in ways):
            continue
        if not each and asked.outcome and not untold:
            untold = ways
            continue
        needed += 1
        denied = [at for at in each if any(words[place] in _DENIED for place in at)]
        if any(0 < min(other) - max(at) < _NEAR for at in denied for other in each):
            return None
        found = _once(set[int]().union(*each), asked)
        among = frozenset(at for at in found if words[at] == OTHER)
        others += [among] if all(among & at for at in each) else []
        covered |= found
        name, before = max((at for at in found if words[at] in named), default=name), name
        if name < before:
            return None
        last = min((at for at in found if at > last or not (ordered or behind)), default=len(words))
        behind = ordered
        if last == len(words):
            return None
    free = (way for way in one.free if way != (OTHER,) or OTHER not in asking)
    sure = [(at, way) for way in free for at in _places(way, asked) if words[at] not in strange]
    said = covered | {at for at, way in sure if len(way) > 1 or way[0] in _TOLD or not decisive(way[0]) or at in hangs}
    for here, word in enumerate(words):
        loose = word in (LOOSE | _HAPPENS if asked.outcome else LOOSE) and not (
            word == "on" and {*words[here + 1 : here + 2]} & things
        )
        counted = here > 0 and decisive(words[here - 1]) and words[here - 1].isdigit()
        at_large = word in things and not counted
        said |= {here} if loose or at_large or (kind == "must" and word in _DUTIES) else set()
    if len(frozenset[int]().union(*others)) < len(others) or not _does_the_same(one, asked):
        return None
    sayings = {at for at in asked.main if words[at] not in LOOSE | LIGHT and not decisive(words[at])}
    if sayings and not covered & asked.main and kind in ("may", "must", "does"):
        return None
    meant = not asking - LOOSE - things or any(words[at] in asking for at in covered)
    left = frozenset(range(len(words))) - said
    if asked.head >= 0 and asked.head not in covered and not asked.outcome:
        return None
    enough = len(covered) >= max(needed, 2 * asked.outcome)
    return Fitted(frozenset(covered), left, untold) if (meant or asked.outcome) and enough else None


def _once(found: set[int], asked: TypedQuestion) -> set[int]:
    """The places, of a word on which an answer hangs one alone, or one beside the other: what is told once is not said twice.
    Whoever is the other in what is asked is that once."""
    words = asked.words
    for at in sorted(found):
        if words[at] == OTHER:
            found = {other for other in found if other <= at or words[other] != OTHER or not {at, other} <= asked.main}
        elif decisive(words[at]):
            found = {other for other in found if other <= at + 1 or words[other] != words[at]}
    return found


def _does_the_same(one: Family, asked: TypedQuestion) -> bool:
    """Where it is asked only whether somebody does that again, the family asks for it so."""
    said = [word for word, _ in asked.whole]
    main = {asked.words[at] for at in asked.main}
    again = bool(main & _AGAIN) and all(word in LOOSE | _AGAIN for word in main)
    does = again and any(pair in _PROFORMS for pair in pairwise(said))
    return not does or any(way[:2] in _PROFORMS for ways in one.needed for way in ways)


def _places(way: tuple[str, ...], asked: TypedQuestion) -> Iterator[int]:
    """Where the words of the way stand one behind the other; those that every question has count where it has them."""
    many = len(way)
    if many > 1 and not _EMPTY.isdisjoint(way):
        for at in range(len(asked.whole) - many + 1):
            if all(one[0] == word for one, word in zip(asked.whole[at:], way, strict=False)):
                yield from (place for _, place in asked.whole[at : at + many] if place >= 0)
        return
    for at in range(len(asked.words) - many + 1):
        if asked.words[at : at + many] == way:
            yield from range(at, at + many)


def put(text: str, same: Mapping[str, str], known: Collection[str] = ()) -> TypedQuestion:
    """What the text asks; what is written as a name, and is no word that is `known`, stands for somebody."""
    text = _in_known_words(text, frozenset(known)) if known else text
    low = meant(text)
    who = OTHER if (asked := ASKED_OF_WHOM.findall(low)) and asked[-1] == OTHER else ""
    kind, asking = kind_and_clause(" ".join(said_short(text).casefold().replace("?", " ").split()))
    asked_with = frozenset(_stems(meant(asking, text), same, _EMPTY))
    words, whole = list[str](), list[tuple[str, int]]()
    for word in _stems(low, same, _NOTHING):
        whole.append((word, -1 if word in _EMPTY else len(words)))
        words += () if word in _EMPTY else (word,)
    light = _WHICHEVER.intersection(word for word, _ in whole)
    kind = f"{who} {kind or UNSAID}"
    asked_last = _stems(meant(asking, text), same, _NOTHING)
    alike = takewhile(lambda pair: pair[0] == pair[1][0], zip(reversed(asked_last), reversed(whole), strict=False))
    clause = whole[len(whole) - sum(1 for _ in alike) :]
    main = clause[: next((at for at, (word, _) in enumerate(clause) if at and word in _HANGS), len(clause))]
    places = frozenset(place for _, place in main if place >= 0)
    return TypedQuestion(kind, tuple(words), asked_with, light, tuple(whole), places, _head(main))


def _head(main: Sequence[tuple[str, int]]) -> int:
    """Where the word stands that says what is done, behind who does it; none if no such word is sure."""
    said = [(word, at) for word, at in main if at >= 0]
    if said and said[0][0] in ("i", OTHER):
        said = said[1:]
    elif not {"it", "this", "that", "they"}.intersection(word for word, _ in main[:2]):
        return -1
    sure = ((word, at) for word, at in said if word in _ACTS or not (word in LOOSE or decisive(word)))
    word, at = next(sure, ("", -1))
    return -1 if word in _ACTS else at


def _in_known_words(text: str, known: frozenset[str]) -> str:
    """The text with somebody for names, and without adverbs and slips of the fingers in words that are not known."""
    text = NAMED.sub(lambda found: found[0] if found[0].casefold() in known else "Tom", spelled_out(text))
    text = SUBJECT.sub(
        lambda found: found[0] if found[1].casefold() in known else found[0].replace(found[1], "Tom"), text
    )
    spelled = {one.casefold() for one in _CAPITALS.findall(text) if one.casefold() not in known | _EMPTY}
    text = re.sub(r"[^\W_]+", lambda found: "word" if found[0].casefold() in spelled else found[0], text)
    return _LONG.sub(lambda found: _known_word(found[0], known), text)


@lru_cache(maxsize=4096)
def _known_word(word: str, known: frozenset[str]) -> str:
    low = word.casefold()
    if low in known or plain(low) in known:
        return word
    slips = difflib.get_close_matches(low, (one for one in known if abs(len(one) - len(low)) < 2), 1, _SLIP)
    return slips[0] if slips else " " if low.endswith("ly") else word


def said_by(text: str, same: Mapping[str, str]) -> frozenset[str]:
    """The words of the text on which no answer hangs."""
    return frozenset(word for word in _stems(text.casefold(), same, _EMPTY) if not decisive(word))


def said_besides(ways: Iterable[tuple[str, ...]]) -> frozenset[str]:
    """The words of the ways on which no answer hangs."""
    said = (word for way in ways if not _DENIED.intersection(way) for word in way)
    return frozenset(word for word in said if not decisive(word))


def _stems(text: str, same: Mapping[str, str], empty: Iterable[str]) -> tuple[str, ...]:
    words = (
        w
        for word in _WORD.findall(text)
        if word in _KEPT or not is_filler(word) or not empty
        for w in (in_figures(word) or plain(word)).split()
    )
    told = (in_figures(word) or _same(word, same) for word in words if word not in empty)
    return tuple(word for word in told if word not in empty)


def _same(word: str, same: Mapping[str, str]) -> str:
    return word if word in LIGHT else same.get(word, word)
