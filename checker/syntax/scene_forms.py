"""The scenes of a game with no grammar of its own: what its words tell, lay out and ask."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TypeAlias

from checker.kernel.effect import Event
from checker.kernel.source import Leaf, Node
from checker.kernel.vocabulary import OFF, Asked, LaidOut, ToldEvent, Vocabulary, sorts
from checker.syntax.grammar import (
    NO_SUCH,
    Phrase,
    phrase_of,
    phrases,
    tells_copies_apart,
    titled_rules,
)
from checker.syntax.natural.english import plural

ASKS, DONE = "asks__", "done__"
"""Begin the names of phrases of the vocabulary in the order of words that questions have, and of acts without their things."""
QUESTION, SETUP, TOLD, THEN = "question__", "setup__", "told__", "then__"
"""Begin the names of the questions, setups and statements of what happened that a game has of its own, before their numbers."""
OF_EACH = "ask_of_each"
"""The name of what asks of each player whether they may do something, or must: its parts ask it of one each."""
AUXILIARIES = frozenset({"is", "has", "can", "may", "must", "was", "are", "will"})


def _infinitive(verb: str) -> str:
    """The verb as it stands behind `does`: `holds`, `passes`, `carries`."""
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if re.search(r"(ss|x|ch|sh|o)es$", verb) else verb[:-1]


def asking(phrase: Phrase) -> Iterator[tuple[str, ...]]:
    """The condition as a question: `is {P} on turn`, `does {P} hold {C}`, `is the round over`."""
    parts = phrase.parts
    at = next((n for n, p in enumerate(parts) if p.lower() in AUXILIARIES), 0)
    if at == 1 or (at and not parts[0].startswith("{")):
        yield (parts[at].lower(), *parts[:at], *parts[at + 1 :])
        if at == 1 and parts[at].lower() == "has" and parts[0].startswith("{"):
            yield ("does", parts[0], "have", *parts[2:])
    elif len(parts) > 1 and parts[0].startswith("{") and re.fullmatch(r"[a-z]+s", parts[1]):
        yield ("does", parts[0], _infinitive(parts[1]), *parts[2:])


def selecting(phrase: Phrase) -> Iterator[tuple[str, ...]]:
    """The condition as a question which things it holds of, without its first gap: `who is on turn`."""
    first, *rest = phrase.parts
    if not first.startswith("{") or not rest:
        return
    sort = dict(phrase.slots)[first[1:-1]]
    yield ("which", sort, *rest)
    several = {"is": "are", "has": "have"}.get(rest[0].lower())
    if several:
        yield ("which", plural(sort), several, *rest[1:])
    if sort == "player":
        yield ("who", *rest)
        if [word.lower() for word in rest] == ["is", "on", "turn"]:
            yield ("whose", "turn", "is", "it")


def counting(phrase: Phrase) -> Iterator[tuple[str, ...]]:
    """The number as a question how many: `how many cards are in the deck`, `how many coins does {P} have`."""
    words = tuple(p.lower() for p in phrase.parts)
    if words[:3] == ("the", "number", "of") and len(words) > 3:
        what, rest = phrase.parts[3], phrase.parts[4:]
        yield ("how", "many", what, "are", *(rest or ("there",)))
        if not rest:
            yield ("how", "many", what, "is", "there")
        if words[4:-1] == ("in", "the", "hand", "of"):
            yield from (("how", "many", what, "does", phrase.parts[-1], verb) for verb in ("hold", "have"))
    elif words[0] == "the" and len(words) > 3 and words[-2] == "of" and words[-1].startswith("{"):
        if dict(phrase.slots)[phrase.parts[-1][1:-1]] == "player":
            for much in ("many", "much"):
                yield ("how", much, *phrase.parts[1:-2], "does", phrase.parts[-1], "have")
                yield ("how", much, *phrase.parts[1:-2], "has", phrase.parts[-1])


def having(phrase: Phrase) -> tuple[str, ...]:
    """What a player has of what the number counts, if it is the number of something of a player: `coins`."""
    words = phrase.parts
    of_player = len(words) > 3 and words[0].lower() == "the" and words[-2] == "of" and words[-1].startswith("{")
    return words[1:-2] if of_player and phrase.slots[-1][1] == "player" and len(phrase.slots) == 1 else ()


def agents(phrase: Phrase) -> Iterator[tuple[str, str]]:
    """What somebody does who is called so, and as it stands behind `does`: `wins` and `win` of the winner."""
    noun = phrase.parts[-1]
    if len(phrase.parts) == 2 and phrase.parts[0].lower() == "the" and re.fullmatch(r"[a-z]{3,}er", noun):
        stem = noun[:-2] if noun[-4:-3] != noun[-3:-2] else noun[:-3]
        stem += "e" if stem.endswith("s") and not stem.endswith("ss") else ""
        yield (stem + "s", stem)


PLAIN = (("KIND", "title"), ("INT", "number"))
WHETHER_OR_PLAIN = (*PLAIN, ('"yes"', "yes"), ('"no"', "no"))
"""What a player can be told to choose besides things: a card of a title, a number, and whether to do what they may."""


def scene_forms(words: Vocabulary, steps: tuple[str, ...] = ()) -> str:
    """The rules for what is laid out, happens and is asked, from the phrases of the vocabulary, and for where play
    stands among the steps of its course. Nothing more is laid out in a game whose own functions lay out its tables."""
    said = [p for p in phrases(words) if not p.rule.startswith(f"fact__{OFF.strip()}_")]
    conditions, numbers = ([p for p in said if p.result == result] for result in ("condition", "number"))
    events = [p for p in said if p.result == "happening"]
    titled = [s.name for s in sorts(words) if s.name != "number"]
    own = {p.parts[1].lower() for p in said if len(p.parts) > 2 and p.parts[2].startswith("{")}
    chosen = [s.name for s in sorts(words) if s.name in titled and not s.cards] if "chooses" not in own else []
    owned = [(p, w) for p in numbers for w in _quantities(having(p)) if "has" not in own]
    seen = set(_shapes(words))
    heads = ["yes_or_no -> ask_fact", "how_many -> ask_number", "came -> ask_came", "who_came -> ask_who_came"]
    rules = {
        "placed_here": [
            *("unit -> placed_true", 'number_phrase "are" INT -> placed_number'),
            *_zones(words),
            *('player "has" cards -> placed_hand' for z in words.zones if z.held and "has" not in own),
            *(f'player "has" {n} {w} -> placed_having__{p.rule}' for p, w in owned for n in ("INT", '"no"')),
            *_standing([*said, *form_phrases(words)], steps),
        ],
        "happened_here": [
            *("happening -> happens", '"nobody" ("responds" | "answers") -> nobody_responds'),
            *(f'player "chooses" {sort} -> chooses_{sort}' for sort in chosen),
            *(f'player "chooses" {said} -> chooses_{name}' for said, name in WHETHER_OR_PLAIN for _ in chosen[:1]),
            *(f'"it" "falls" "on" {said} -> falls_{name}' for said, name in PLAIN),
            *(f'"it" "falls" "on" {sort} -> falls_{sort}' for sort in chosen),
        ],
        "asked_here": ["unit -> ask_fact", *heads, '"does" player agent_does -> ask_agent'],
        "?yes_or_no": _asked("yes", ((p, form) for p in conditions for form in asking(p)), seen),
        "?how_many": _asked("many", ((p, form) for p in numbers for form in counting(p)), seen),
        "?came": _asked("came", ((p, form) for p in events for form in _coming(p)), seen),
    }
    if any(setup.function for setup in words.setups):
        rules["placed_here"] = [f'"no" "such" "statement" -> {NO_SUCH}statement']
    for sort in titled:
        which = [p for p in conditions if p.parts[0] in tuple("{" + name + "}" for name, of in p.slots if of == sort)]
        told = ((p, f) for p in which for f in selecting(p))
        many = ((p, ("how", "many", *f[1:])) for p in which for f in selecting(p) if f[:2] == ("which", plural(sort)))
        rules[f"?which_{sort}"] = _asked(sort, told, seen, "which__")
        rules[f"?many_{sort}"] = _asked(f"many_{sort}", many, seen, "which__")
        rules["asked_here"] += [f"which_{sort} -> ask_those_{sort}", f"many_{sort} -> ask_how_many_{sort}"]
        rules["asked_here"] += [f'"{w}" "is" {sort} -> ask_value_{sort}' for w in (f'which" "{sort}', "what")]
    rules["?who_came"] = _asked("who", ((p, f) for p in events for f in selecting(p) if f[0] == "who"), seen, "which__")
    does = {p.parts[1].lower() for p in events if len(p.parts) > 1}
    agent = [(p, verbs) for p in said if p.result == "player" and not p.slots for verbs in agents(p)]
    named = [(p, verbs) for p, verbs in agent if verbs[0] not in does]
    rules["?agent"] = _asked("agent", ((p, ("who", verb)) for p, (verb, _) in named), seen)
    rules["?agent_does"] = _asked("agent_does", ((p, (verb,)) for p, (_, verb) in named), set())
    rules["asked_here"] += [f'"how" "{much}" "is" number -> ask_number' for much in ("much", "many")]
    rules["asked_here"] += ['"who" "is" player -> ask_value_player', "agent -> ask_value_player"]
    rules["asked_here"] += ['"what" "must" "happen" -> ask_due']
    if ("where", "is", "card") not in seen:
        one = ['"where" "is" one_card -> ask_where_one'] if tells_copies_apart(words) else []
        rules["asked_here"] += ['"where" "is" KIND -> ask_where', *one]
    rules["asked_here"] += [f'"what" "{w}" player "do" -> ask_{w}_do' for w in ("may", "must")]
    for sort in titled:
        done = [p for p in said if p.result == "deed" and [s for _, s in p.slots] == [sort] and p.parts[-1][0] == "{"]
        rules[f"?done_with_{sort}"] = [
            f"player {' '.join(_quoted(' '.join(p.parts[:-1])))} -> {DONE}{p.rule}" for p in done
        ]
        if done:
            rules["asked_here"] += [f"{asked} done_with_{sort} -> ask_which_may" for asked in _asking_which(sort)]
        else:
            del rules[f"?done_with_{sort}"]
    for phrase in numbers:
        for word, how in (("most", "most"), ("least", "least"), ("fewest", "least")):
            what = _quantities(having(phrase))[:1]
            rules["asked_here"] += [f'"who" "has" "the" "{word}" {w} -> ask_{how}__{phrase.rule}' for w in what]
    return "\n".join(f"{head}: " + "\n    | ".join(listed) for head, listed in rules.items()) + "\n"


def _shapes(words: Vocabulary) -> Iterator[tuple[str, ...]]:
    """The words and gaps of the questions that the game has of its own: what is asked so is asked by these."""
    for phrase in form_phrases(words):
        if phrase.rule.startswith(QUESTION):
            slots = dict(phrase.slots)
            yield tuple(slots[p[1:-1]] if p.startswith("{") else p.lower() for p in phrase.parts)


def _standing(said: list[Phrase], steps: tuple[str, ...]) -> Iterator[str]:
    """How it is said whose turn it is and at which step play stands, where the vocabulary says it in no words of its own."""
    own = {tuple(word.lower() for word in p.parts) for p in said}
    if steps and not any(words[:2] == ("it", "is") and words[-2:] == ("'s", "turn") for words in own):
        yield """"it" "is" player "'s" "turn" -> standing_turn"""
    if not any(words[:2] == ("the", "step") for words in own):
        yield from (
            f'"the" "step" "is" {" ".join(_quoted(name))} -> standing_step__{n}' for n, name in enumerate(steps)
        )


def _asking_which(sort: str) -> tuple[str, ...]:
    """How it is asked with which things of the sort a player may do something."""
    asked = (f"which {sort} may", f"which {plural(sort)} may", *(("who may", "whom may") if sort == "player" else ()))
    return tuple(" ".join(_quoted(words)) for words in asked)


def _quantities(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words as they stand in a rule; of several things also as of one."""
    if not words or any(w.startswith("{") for w in words):
        return ()
    one = (*words[:-1], words[-1][:-1]) if re.fullmatch(r"[a-z]{3,}[^s]s", words[-1]) else words
    return tuple(dict.fromkeys(" ".join(_quoted(" ".join(said))) for said in (words, one)))


def _coming(phrase: Phrase) -> Iterator[tuple[str, ...]]:
    """The event as a question whether it came about."""
    for form in asking(phrase):
        yield form
        if form[0] == "does":
            yield ("did", *form[1:])


OwnForm: TypeAlias = Asked | LaidOut | ToldEvent
_HEADS = {QUESTION: "asked_here", SETUP: "placed_here", TOLD: "happened_here"}
"""The parts of the grammar that the forms of a game are alternatives of."""


def told_forms(words: Vocabulary) -> str:
    """The rules for its kinds of card, and for the questions and setups that the game has of its own; by a function a card
    is told by its title."""
    rules: dict[str, list[str]] = {head: [] for head in _HEADS.values()}
    told = ((p.rule.rpartition("__")[0], titled_rules(p, subjects=True)[-1]) for p in behind_phrases(words))
    behind = [(rule, way.replace(" number ", " INT ")) for rule, way in told]
    repeated = {rule for rule, _ in behind}
    for phrase in form_phrases(words):
        kind, number, _ = phrase.rule.split("__")
        again = f" {THEN}{kind}{number}*" if f"{THEN}{kind}{number}" in repeated else ""
        by_title = bool(form_by(words, Node(phrase.rule, ())))
        forms = titled_rules(phrase, subjects=True)[-1 if by_title else 0 :]
        rules[_HEADS[f"{kind}__"]] += (rule.replace(" -> ", f"{again} -> ") for rule in forms)
    kinds = [f"{said} -> kind_told__{n}" for n, kind in enumerate(words.kinds) for said in _kind(words, kind)]
    alike = {rule: " | ".join(way for _, way in ways) for rule, ways in groupby(behind, key=lambda told: told[0])}
    kinds_told = "?kind_told: " + "\n    | ".join(kinds or [f'"no" "such" "kind" -> {NO_SUCH}kind']) + "\n"
    return (
        "".join(f"?{rule}: {ways}\n" for rule, ways in alike.items())
        + kinds_told
        + "".join(f"%extend {head}: " + "\n    | ".join(listed) + "\n" for head, listed in rules.items() if listed)
    )


def _kind(words: Vocabulary, kind: str) -> Iterator[str]:
    """The ways to say of a card that it is of the kind: `draw at once`, `drawn at once`."""
    first, *rest = _quoted(kind)
    yield " ".join((first, *rest))
    if rest and any(act.phrase.split()[:1] == [first.strip('"')] for act in words.acts):
        yield " ".join((first[:-1] + 'ed"', *rest))


def _quoted(text: str) -> list[str]:
    return [f'"{word.lower()}"' for word in text.split()]


def form_phrases(words: Vocabulary) -> Iterator[Phrase]:
    """Each wording of the questions, setups and statements, its rule named for its place among them."""
    for kind, wordings in _forms(words):
        for number, form in enumerate(wordings):
            for other, wording in enumerate(form.phrase.split(" | ")):
                yield phrase_of(words, f"{kind}{number}__{other}", "form", wording.strip())


def form_phrase(words: Vocabulary, rule: str) -> Phrase:
    """The wording of the question, setup or statement, or of what may stand behind one, that has the rule's name."""
    if rule.startswith(THEN):
        return next(p for p in behind_phrases(words) if p.rule == rule)
    form = form_of(words, Node(rule, ()))
    assert form is not None
    return phrase_of(words, rule, "form", form.phrase.split(" | ")[int(rule.rpartition("__")[2])].strip())


def _forms(words: Vocabulary) -> tuple[tuple[str, tuple[OwnForm, ...]], ...]:
    """The questions, setups and statements of the game, each with what the names of their rules begin with."""
    return ((QUESTION, words.questions), (SETUP, words.setups), (TOLD, words.told))


def form_of(words: Vocabulary, said: Node) -> OwnForm | None:
    """The form of the game that the statement is, if it is one."""
    head, _, rest = said.rule.partition("__")
    listed = dict(_forms(words)).get(f"{head}__")
    return listed[int(rest.partition("__")[0])] if listed else None


def act_told(words: Vocabulary, said: Node) -> str:
    """The act that a statement in the words of the game tells, if it tells one."""
    form = form_of(words, said)
    return form.does.act if isinstance(form, ToldEvent) and isinstance(form.does, Event) else ""


def told_by(words: Vocabulary, said: Node) -> str:
    """The function by which a statement tells what happened in words of the game, or the first moment that it ends."""
    form = form_of(words, said)
    return (*form.ends, form.function)[0] if isinstance(form, ToldEvent) else ""


def behind_phrases(words: Vocabulary) -> Iterator[Phrase]:
    """What may stand behind the forms of a game any number of times, its rule named for the place of these."""
    setups = ((f"setup{n}", setup.then.phrase) for n, setup in enumerate(words.setups) if setup.then is not None)
    told = ((f"told{n}", event.then) for n, event in enumerate(words.told) if event.then)
    asked = ((f"question{n}", question.then) for n, question in enumerate(words.questions) if question.then)
    for number, phrase in (*setups, *told, *asked):
        yield from (
            phrase_of(words, f"{THEN}{number}__{n}", "form", wording) for n, wording in enumerate(phrase.split(" | "))
        )


def is_behind(part: Node | Leaf) -> bool:
    """The part is what stands behind a form of the game."""
    return isinstance(part, Node) and part.rule.startswith(THEN)


def form_by(words: Vocabulary, said: Node) -> str:
    """The function by which a form of the game is carried out, if it is."""
    form = form_of(words, said)
    return form.function if form else ""


def _asked(
    none: str, forms: Iterable[tuple[Phrase, tuple[str, ...]]], seen: set[tuple[str, ...]], prefix: str = ""
) -> list[str]:
    """Each wording once that was not seen before, as an alternative of a rule."""
    found: list[Phrase] = []
    for phrase, parts in forms:
        slots = tuple(s for s in phrase.slots if "{" + s[0] + "}" in parts)
        shape = tuple(dict(slots)[p[1:-1]] if p.startswith("{") else p.lower() for p in parts)
        if shape not in seen:
            found.append(Phrase(ASKS + prefix + phrase.rule, phrase.result, parts, slots))
        seen.add(shape)
    listed = [rule for phrase in found for rule in titled_rules(phrase, subjects=True)]
    return listed or [f'"no" "such" "{none}" -> {NO_SUCH}{none}']


def _zones(words: Vocabulary) -> list[str]:
    """What lies in each zone, by its phrase, with `the` or without, or by its name: `hand A: King`, `the deck: nothing`.

    What is the phrase of one zone is not the name of another.
    """
    rules = ['zone ":" cards -> placed_zone', 'zone "is" "empty" -> placed_empty']
    said: dict[tuple[str, ...], int] = {}
    named: dict[tuple[str, ...], int] = {}
    for number, zone in enumerate(words.zones):
        phrase = next(p for p in phrases(words) if p.rule.startswith(_rule(zone.name)))
        slots = dict(phrase.slots)
        bare = [slots[w[1:-1]] if w.startswith("{") else f'"{w.lower()}"' for w in phrase.parts]
        if bare[0] == '"the"':
            said.setdefault(tuple(bare[1:]), number)
        named.setdefault((*(f'"{w.lower()}"' for w in zone.name.split()), *(sort for _, sort in phrase.slots)), number)
    for form, number in {**named, **said}.items():
        if form[:2] != ('"hand"', "player"):
            rules.append(f'{" ".join(form)} ":" cards -> placed_zone__{number}')
    return rules


def _rule(zone: str) -> str:
    return f"zone__{re.sub(r'[^a-z0-9]+', '_', zone.lower())}__0"


def of_whom(words: Vocabulary, said: Node) -> Node | Leaf | None:
    """The player of whom it is asked what they may or must do, if that is asked."""
    asked = said.rule.startswith(("ask_may", "ask_must"))
    if isinstance(form := form_of(words, said), Asked):
        asked = form.phrase.startswith(("may {", "must {", "can {"))
    return said.parts[0] if asked else None


def as_said(tree: Node | Leaf) -> Node | Leaf:
    """The tree of a question as that of the phrase that it asks about; a thing that is asked for is `?`."""
    if isinstance(tree, Leaf) or not tree.rule.startswith(ASKS):
        return tree
    rule = tree.rule.removeprefix(ASKS)
    if not rule.startswith("which__"):
        return Node(rule, tree.parts)
    return Node(rule.removeprefix("which__"), (ASKED, *tree.parts))


ASKED = Node("var_asked", (Leaf("VAR_PLAYER", "?"),))


CHOSEN = ("chooses_", "falls_")
"""How the names of statements begin that tell a choice."""
PLACED = frozenset(
    {
        *(
            "setup",
            "placed_hand",
            "placed_number",
            "placed_true",
            "placed_false",
            "placed_zone",
            "placed_empty",
            "placed_having",
        ),
        *("standing_turn", "standing_step"),
    }
)
"""Statements of every game about the table."""
