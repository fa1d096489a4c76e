"""Numbers and other values of which some may be unknown: how they are reckoned with, compared and told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from checker.kernel.lying_cards import title_of
from checker.kernel.position import Key, Store
from checker.kernel.term import COMPARING, Arith, Call, Expr, Kind, Lit, Option, Point, Undecided, Value, Var
from checker.kernel.vocabulary import Fact
from checker.norms.evaluation_protocol import Binding, Here, RuleWords

RIGID = "option"
"""Under what the options are kept that were chosen once for the whole scene."""

UNKNOWN = "?"
"""The value of what nothing states; it spreads through arithmetic, and whether a comparison with it holds is open."""
COMPARED: Key = (RIGID, "compared")
"""Under what is kept how unknown values compare: which with which, and as which number does with 0."""

ToldValue = Callable[[Here, Binding], Value]
"""What an expression speaks of, told so that the same unknown value is always told alike."""


def not_stated(name: str, args: tuple[Value, ...]) -> Value:
    """The value of the field or fact, which nothing states; whatever becomes of it still tells what is not stated."""
    return (UNKNOWN, name, *args)


def unknown(value: Value) -> bool:
    """The value is one that nothing states, or was made of one."""
    return value == UNKNOWN or (isinstance(value, tuple) and value[:1] == (UNKNOWN,))


def told(value: Value) -> Value:
    """What the unknown value is, told as an expression of the same is; nothing if it does not tell."""
    if not isinstance(value, tuple) or value[:1] != (UNKNOWN,):
        return None if value == UNKNOWN else value
    return tuple(map(told, _made_of(value))) if _made_of(value) else value[1:]


def missing(value: Value) -> Value:
    """The field or fact which nothing states, and of whom, that the unknown value was made of first, if it tells."""
    if not isinstance(value, tuple) or value[:1] != (UNKNOWN,):
        return None
    parts = map(missing, _made_of(value))
    return next((p for p in parts if p is not None), None) if _made_of(value) else value[1:]


def _made_of(value: Value) -> tuple[Value, ...]:
    """The operation and its two sides, if the unknown value is one that was reckoned."""
    return value[2:] if isinstance(value, tuple) and value[:2] == (UNKNOWN, "") else ()


def arithmetic(op: str, left: Value, right: Value) -> Value:
    """`left op right`, unknown if either is no number."""
    if not isinstance(left, int) or not isinstance(right, int):
        return _unknown(op, left, right)
    match op:
        case "plus":
            return left + right
        case "minus":
            return left - right
        case _:
            return left * right


def compare(op: str, left: Value, right: Value) -> bool:
    """Whether `left op right`, both being known."""
    numbers = isinstance(left, int) and isinstance(right, int)
    return (numbers or op in ("is", "is-not")) and COMPARING[op](left, right)


def plus(left: Value, right: Value) -> Value:
    """The sum, unknown if either is no number."""
    return arithmetic("plus", left, right)


MOST_PARTS = 40
"""What an unknown value was made of is told up to so many parts."""


def _unknown(op: str, left: Value, right: Value) -> Value:
    """What comes of two of which one is no number, made as short as it can be."""
    if not all(isinstance(v, int) or unknown(v) for v in (left, right)) or UNKNOWN in (left, right):
        return UNKNOWN
    if op == "times" and 0 in (left, right):
        return 0
    if op != "times" and isinstance(right, int):
        by, base = right if op == "plus" else -right, left
        match _made_of(left):
            case ("plus" | "minus" as before, inner, int(already)):
                base, by = inner, by + (already if before == "plus" else -already)
        return base if by == 0 else (UNKNOWN, "", "plus" if by > 0 else "minus", base, abs(by))
    match _made_of(right):
        case ("minus", 0, less) if op == "plus":
            return arithmetic("minus", left, less)
    made: Value = (UNKNOWN, "", op, left, right)
    return made if _parts(made) <= MOST_PARTS else UNKNOWN


def _parts(value: Value) -> int:
    return sum(map(_parts, value)) if isinstance(value, tuple) else 1


def naming(expr: Expr) -> ToldValue:
    """What the expression speaks of: the field or fact and of whom, a number, or a word."""
    match expr:
        case Lit(value):
            return lambda here, env: value
        case Var(name):
            return lambda here, env: env.get(name)
        case Call(fact, args):
            parts = tuple(naming(a) for a in args)
            return lambda here, env: (fact, *(p(here, env) for p in parts))
        case Arith(op, left, right):
            one, other = naming(left), naming(right)
            return lambda here, env: (op, one(here, env), other(here, env))
        case _:
            return lambda here, env: repr(expr)


def untold(here: Here, words: RuleWords, op: str, one: tuple[Value, Value], other: tuple[Value, Value]) -> bool:
    """Whether the comparison holds of two values, each given with what it is the value of, of which one is unknown.

    Raises Undecided unless it is decided how the two compare.
    """
    left, right = (
        value if not unknown(value) else named if value == UNKNOWN else told(value) for value, named in (one, other)
    )
    if left == right:
        return op in ("is", "least", "most")
    swapped = repr(left) > repr(right)
    first, second = (right, left) if swapped else (left, right)
    chosen = _decided(here.store, first, second)
    if chosen is None:
        raise Undecided(_point(here, words, first, second))
    return compare(op, -chosen if swapped else chosen, 0)


def uncompared(point: Point) -> bool:
    """The point is how an unknown value compares with another one."""
    return point.key == COMPARED


def some_word(words: RuleWords, fact: Fact, here: Here, args: tuple[Value, ...]) -> Value:
    """The word that the fact is, of which no clause says which; nothing, if a clause says that, or if it is of nobody.

    Raises Undecided unless it is decided.
    """
    if None in args or here.giving(fact, args):
        return None
    key: Key = (RIGID, "value", fact.name, *args)
    chosen = here.store.get(key)
    if chosen is None:
        options = tuple(Option(word, f"it is {word}") for word in here.things(fact.result))
        about = said(here, words, (fact.name, *args))
        raise Undecided(Point(f"which {about} is", Kind.SILENT, key, options, text=f"nothing states {about}"))
    return chosen


def with_unknown(store: Store, key: Key, value: Value = UNKNOWN) -> Store:
    """The table on which nobody knows any more what is kept there, nor how it compares with anything unless it tells."""
    return (store.drop(COMPARED) if value == UNKNOWN else store).put(key, value)


def what_is_missing(here: Here, words: RuleWords, value: Value) -> str:
    """What nothing states, of which the unknown value was made, in words; none if it does not tell."""
    found = missing(value)
    return said(here, words, found) if found is not None else ""


def _known(store: Store) -> tuple[tuple[Value, Value, int], ...]:
    known: Any = store.get(COMPARED, ())
    return tuple(known)


def _decided(store: Store, first: Value, second: Value) -> int | None:
    """More than 0 if the first is the greater by what was decided, less if the second is; None if that leaves it open."""
    known = _known(store)
    below: dict[Value, int] = {first: 0}
    above: dict[Value, int] = {first: 0}
    for found, sign in ((below, 1), (above, -1)):
        todo = [first]
        while todo:
            one = todo.pop()
            for other, by in _next(known, one, sign, second):
                strictly = max(found[one], by)
                if strictly > found.get(other, -1):
                    found[other] = strictly
                    todo.append(other)
    if second in below:
        return below[second]
    return -above[second] if second in above else None


def _next(
    known: tuple[tuple[Value, Value, int], ...], one: Value, sign: int, second: Value
) -> Iterator[tuple[Value, int]]:
    """What is at most the one value, or at least it for the sign -1, by one decision or as a number, and 1 if it is not it."""
    for a, b, v in (*known, *((b, a, -v) for a, b, v in known)):
        if a == one and v * sign >= 0:
            yield b, abs(v)
    if isinstance(one, int):
        numbers = {x for pair in known for x in pair[:2]} | {second}
        yield from ((n, 1) for n in numbers if isinstance(n, int) and (one - n) * sign > 0)


def _point(here: Here, words: RuleWords, first: Value, second: Value) -> Point:
    one, other = (said(here, words, told) for told in (first, second))
    known = _known(here.store)
    more, same, less = ((*known, (first, second, sign)) for sign in (1, 0, -1))
    if isinstance(first, str):
        either = (Option(more, f"{other} is not {one}"), Option(same, f"{other} is {one}"))
        name = f"whether {other} is {one}"
        return Point(name, Kind.SILENT, COMPARED, either, text=f"nobody can tell {name}")
    how = ((more, "is more than"), (same, "is"), (less, "is less than"))
    options = tuple(Option(value, f"{one} {word} {other}") for value, word in how)
    text = f"nobody can tell how {one} compares with {other}"
    return Point(f"how {one} compares with {other}", Kind.SILENT, COMPARED, options, text=text)


def said(here: Here, words: RuleWords, told: Value) -> str:
    """What is told, in the words of the game: a field or fact and of whom, a number, or a word."""
    if not isinstance(told, tuple):
        return str(told)
    name, *args = told
    known = words.fields.get(str(name)) or words.facts.get(str(name))
    if known is None:
        return " ".join(said(here, words, part) for part in (*args[:1], name, *args[1:]))
    text = known.phrase.split(" | ")[0]
    seats = here.store.get(("names",))
    for arg in args:
        before, _, rest = text.partition("{")
        sort = words.sorts.get(rest[:1], "")
        naming = words.functions.get(f"name of {sort}")
        if arg is None:
            arg = "nobody" if sort == "player" else "nothing"
        elif naming is not None:
            arg = naming(here, arg)
        elif sort == "player" and isinstance(seats, tuple) and isinstance(arg, int) and 0 <= arg < len(seats):
            arg = seats[arg]
        elif sort == "card":
            arg = title_of(arg)
        text = f"{before}{said(here, words, arg)}{rest.partition('}')[2]}"
    return text
