"""The words of a game: sorts, fields, facts, acts, verbs and zones, each with its phrase."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

from checker.kernel.effect import Effect, Nothing
from checker.kernel.norm import May, Must
from checker.kernel.record import Record
from checker.kernel.term import Cond, Expr, Lit, Not, Value, Yes

_SLOT = re.compile(r"\{([^}]+)\}")

Builtin: TypeAlias = Callable[..., Any]


class Sort(Record):
    """A kind of thing; `letters` are the variables that range over it, `cards` if a card title may stand for one.

    In a scene, whatever matches `labels` names one; each takes one of the `piece`, a component that is counted. What is
    `written` there as any word, or as any text in quotes, is one by itself: so its terminal is called.
    """

    name: str
    letters: tuple[str, ...] = ()
    cards: bool = False
    labels: str = ""
    piece: str = ""
    written: str = ""

    @property
    def called(self) -> bool:
        """Its things are there from the start, each by its name: `the letter "E"`."""
        return bool(self.labels) and not self.piece


ANSWERABLE, NAMED, GOAL = "what may be answered", "whom its player named", "where it goes"
"""What a field can be declared to mark, of the thing that it is about: what the kernel has to know of it."""
ROUND, HIDDEN_HAND = "which round it is", "whose hand is not known"
"""What a field can be declared to mark of the table, and of a player."""
UNSEEN = "what nobody sees"
"""What a field marks that stands for nothing on the table: only rules look at it, and it is not drawn."""


class Field(Record):
    """A stored value; `initial` holds where nothing was stored. It `marks` what the kernel has to know, if anything."""

    name: str
    params: tuple[str, ...]
    result: str
    phrase: str
    initial: Value = None
    marks: str = ""


class Fact(Record):
    """A derived value. `result` is a sort, or `condition`.

    A fact is defined by a tree over other facts, or by a function of the game's folder
    (`definition` is None and the function is found by name), or, if `institutional`, by norms.
    The function is called as the fact is, unless the fact names another `function`.
    A number may lie `within` two others, the least and the largest that it can be, given by their names.
    One that may lead back to itself names the facts of its `circle`.
    """

    name: str
    params: tuple[tuple[str, str], ...]
    result: str
    phrase: str
    meaning: str = ""
    definition: Expr | Cond | None = None
    institutional: bool = False
    initial: Value = None
    within: tuple[str, ...] = ()
    function: str = ""
    circle: tuple[str, ...] = ()

    @property
    def meant(self) -> Expr | Cond | None:
        """Its definition, if that can be put in its place as often as it stands somewhere."""
        return None if self.circle else self.definition


class Act(Record):
    """Something that happens or is done.

    `phrase` is the bare verb, done by the first parameter; `said` is the same told of somebody.
    `body` is what the act does before anything that norms attach to it, `last` what it does after;
    `needs` is what holds wherever the act makes sense, which play takes for granted; `wanted` says it in words.
    Where that is not so, `lacking` says it, and `because` are the clauses that demand it.
    Where `otherwise` holds, it is told in the words `other` instead. If `retold`, what it does tells it, and it is not
    told apart.
    """

    name: str
    params: tuple[tuple[str, str], ...]
    phrase: str
    said: str
    body: Effect
    last: Effect = Nothing()
    needs: Cond = Yes()
    other: str = ""
    otherwise: Cond = Not(Yes())
    lacking: str = ""
    because: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    retold: bool = False

    def bound(self, args: tuple[Value, ...]) -> dict[str, Value]:
        """Each parameter with its argument."""
        return {name: value for (name, _), value in zip(self.params, args, strict=True)}


class Zone(Record):
    """A place for cards, one for each value of its parameters; `ordered` if their order makes a difference.

    If `cards`, texts can speak of what lies in it; `starts` says that every card that a scene does not place begins
    there, `shuffled` or as written, every card `of` a kind if one is told, which then begins nowhere else. What lies in
    one that is `held` is in the hand of the player that it is about.
    """

    name: str
    params: tuple[str, ...]
    phrase: str
    ordered: bool = False
    cards: bool = False
    starts: str = ""
    held: bool = False
    of: str = ""


class Short(Record):
    """What is said for short, and the text that it stands for.

    `result` is `deed` (then `said` is the same told of somebody, whom the first of `params` stands for), a sort,
    `condition`, or `which_SORT` and `noun_SORT`: what picks out some things of a sort, for which `params` begins.
    Of what one of several is meant holds what is `wanted`.
    """

    name: str
    result: str
    params: tuple[str, ...]
    phrase: str
    said: str
    means: str
    wanted: tuple[str, ...] = ()


class Reliance(Record):
    """What the answer to a question relies on where the condition holds, besides what it is made of, or why a table is
    not laid out.

    It is `open` what the words say, by the clauses; it `rests` on the clauses; what it `looks` at was looked at; it
    `supposes` what the words say, which also say what it `refuses`; `values` are those of the words that are reckoned, each
    by what stands for it in braces.
    """

    kind: str
    words: str = ""
    clauses: tuple[str, ...] = ()
    looks: Expr | Cond | None = None
    cond: Cond = Yes()
    values: tuple[tuple[str, Expr], ...] = ()


class Asked(Record):
    """A question of scenes, and what it asks for: whether something is so, or the value of an expression of the sort;
    or what norms say of an act `where` something is so.

    It is looked for when all that is forced has come, or `when` it is asked (`during`), or as the scene began (`before`);
    what holds `so far` may still change as play goes on. What is begun and not told of ends before what is asked `late`,
    of what lies at hand alone before what is asked `next`. What no words say is answered by the `function`, from what the
    question sees, what stands in the gaps and what it is `given`. Where there is no such act, it is asked of the act of
    `otherwise`. Behind it what is told `then` may stand any number of times.
    """

    phrase: str
    params: tuple[str, ...]
    result: str = ""
    asks: Expr | Cond | May | Must = Lit(None)
    when: str = "after"
    where: Cond = Yes()
    relies: tuple[Reliance, ...] = ()
    function: str = ""
    given: tuple[str, ...] = ()
    otherwise: Asked | None = None
    then: str = ""


class LaidOut(Record):
    """A statement of scenes about the table, and the effect that lays it out.

    One that can be said `first` alone says where a scene begins. What it `refuses` no table is laid out like. What no
    effect says is laid out by the `function`, from the table and what stands in the gaps: it gives the table, or says
    why there is none. Behind it what is told `then` may stand any number of times.
    """

    phrase: str
    params: tuple[str, ...]
    does: Effect = Nothing()
    first: bool = False
    refuses: tuple[Reliance, ...] = ()
    function: str = ""
    given: tuple[str, ...] = ()
    then: LaidOut | None = None


class ToldEvent(Record):
    """A statement of scenes about what happened: what it `does` is the act that it tells, which may come at `any_time`,
    and another one `instead` where play waits `at` a moment; or it is a way on which something `holds`, or the
    `function` says so; or it is that moments of these names `ends`.

    What it tells may have come about `already`, as the rules forced it; `lacking` says why it may be impossible. What it
    `refuses` hangs on no table. Behind it what is told `then` may stand any number of times.
    """

    phrase: str
    params: tuple[str, ...]
    does: Effect | None = None
    holds: Cond = Yes()
    any_time: bool = False
    function: str = ""
    ends: tuple[str, ...] = ()
    at: str = ""
    instead: Effect | None = None
    already: bool = False
    lacking: str = ""
    refuses: tuple[Reliance, ...] = ()
    then: str = ""


class Vocabulary(Record):
    """The words of a game; `apart` are pairs of kinds of which nothing is both, `apart_by` the clause of each; what is of
    one of the `unkinds` is of no other kind. One that `derives` says more in scenes than its forms have."""

    sorts: tuple[Sort, ...] = ()
    fields: tuple[Field, ...] = ()
    facts: tuple[Fact, ...] = ()
    acts: tuple[Act, ...] = ()
    zones: tuple[Zone, ...] = ()
    kinds: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    apart_by: tuple[str, ...] = ()
    shorts: tuple[Short, ...] = ()
    questions: tuple[Asked, ...] = ()
    setups: tuple[LaidOut, ...] = ()
    told: tuple[ToldEvent, ...] = ()
    unkinds: tuple[str, ...] = ()
    derives: bool = True


Functions: TypeAlias = dict[str, Builtin]
"""The functions of facts by name. `NAME over I` lists, from the other arguments, every value of argument
number I for which the fact NAME can hold, in the order of its sort. `supposed NAME` is what a table leads to suppose
of the field NAME, in words, or nothing if it is told."""


def answering(*modules: ModuleType, begun: str = "") -> Functions:
    """The functions of the modules, each under the name of the fact that it answers, as its own name has it.

    One whose name is `begun` with the kind of a form makes of such a statement what it lays out, tells or asks, from the
    statement and what stands in its gaps; one of what is told also from what stands in those of what was told so before.
    """
    each = ((name, f, m) for m in modules for name, f in vars(m).items() if isinstance(f, FunctionType))
    return {begun + name.replace("_", " "): f for name, f, m in each if f.__module__ == m.__name__ and name[0] != "_"}


def answered_by(words: Vocabulary, function: str) -> frozenset[str]:
    """The facts that the function answers."""
    return frozenset(f.name for f in words.facts if f.function == function)


def under_facts(words: Vocabulary, functions: Functions) -> Functions:
    """The functions, also under the names of the facts that name them."""
    own = [(f.name, f.function) for f in words.facts if f.function not in ("", f.name)]
    found = dict(functions)
    for fact, function in own:
        over = {k: v for k, v in functions.items() if k.startswith(f"{function} over ")}
        found |= {fact + k.removeprefix(function): v for k, v in over.items()}
        found |= {fact: functions[function]} if function in functions else {}
    return found


ANOTHER = "another "
"""Begins the name of a fact that says whether one more thing of a sort can be there for a title."""

OFF = "off "
"""Begins the name of a fact that says where norms do not hold; no phrase says it."""

BUILT_IN = (Sort("player", ("P", "Q", "R", "S")), Sort("card", ("C", "D")), Sort("number", ("N", "M")))


def sorts(words: Vocabulary) -> tuple[Sort, ...]:
    """All sorts of the game, the built-in ones first."""
    return (*BUILT_IN, *words.sorts)


def labelled(words: Vocabulary, text: str) -> dict[str, str]:
    """The labels of things that stand in the text of a scene, each with its terminal."""
    return {
        label: f"LABEL_{sort.name.upper()}"
        for sort in words.sorts
        if sort.labels
        if re.search(sort.labels, text)  # where there is none at all, that is soon found out
        for label in re.findall(rf"(?<![\w,-]){sort.labels}(?!\w)", text)
    }


def labelled_otherwise(words: Vocabulary, text: str) -> dict[str, tuple[str, str]]:
    """What stands in the text of a scene for a label in another case, or with blanks behind its commas: the terminal
    and the label of each."""
    found: dict[str, tuple[str, str]] = {}
    for sort in (s for s in words.sorts if s.labels):
        cases = [t for t in (text.upper(), text.lower()) if len(t) == len(text)]
        ways = [(sort.labels, t) for t in cases] + [(sort.labels.replace(",", r",[^\S\n]*"), text)]
        for labels, said in ((labels, said) for labels, said in ways if re.search(labels, said)):
            for one in re.finditer(rf"(?<![\w,-])(?:{labels})(?!\w)", said):
                typed, label = text[one.start() : one.end()], re.sub(r",\s+", ",", one.group())
                if typed != label and re.fullmatch(sort.labels, label):
                    found.setdefault(typed, (f"LABEL_{sort.name.upper()}", label))
    return found


def addressed(words: Vocabulary) -> dict[str, str]:
    """The words in the text of a card that stand for what a variable does where it is carried out, each with that."""
    named = {f"the {s.name}": s.letters[0] for s in words.sorts if s.letters}
    return {"you": "P", "that card": "D", "named": "Q"} | named


def sort_of(words: Vocabulary, letter: str) -> str:
    """The sort that a variable ranges over: by its first letter; raises KeyError if none does."""
    found = sort_or_nothing(words, letter)
    if not found:
        raise KeyError(letter)
    return found


def sort_named(words: Vocabulary, var: str) -> str:
    """The sort that a variable, or a word that stands for one, ranges over."""
    if var in ("this card", "that card"):
        return "card"
    return var.removeprefix("the ") if var.startswith("the ") else sort_of(words, var)


def sort_or_nothing(words: Vocabulary, letter: str) -> str:
    """The same; nothing if none does."""
    if letter in {"you", "that player", "named", "who"}:
        return "player"
    return next((sort.name for sort in sorts(words) if letter[:1] in sort.letters), "")


@lru_cache(maxsize=1024)
def needed(phrase: str) -> frozenset[str]:
    """The variables that every wording of the phrase names; what one of them leaves out may stay empty."""
    return frozenset.intersection(*(frozenset(_SLOT.findall(w)) for w in phrase.split(" | ")))
