"""What a vocabulary says for short, by the rules of the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import structs

from checker.kernel.source import InputError, Leaf, Node, Place
from checker.kernel.vocabulary import Act, Short, Vocabulary, sorts
from checker.syntax.grammar import Phrase, ident, phrases
from checker.syntax.lexer import in_figures
from checker.syntax.natural.amounts import EACH_AMOUNT
from checker.syntax.natural.english import plural
from checker.syntax.natural.further import further_phrases
from checker.syntax.natural.kinds_of_things import bringing
from checker.syntax.natural.leads import ADJECTIVE, AT_LEAST, BRIEF, IT, PASSING, PASSIVE, SOMEONE, THEIR, THEY
from checker.syntax.natural.short_forms import (
    own_phrases,
    passive_phrases,
    ruling_phrases,
    short_phrases,
    told_phrases,
    whose_phrases,
)
from checker.syntax.natural.spans import until
from checker.syntax.natural.trees import Tree, effect, filled, letters
from checker.syntax.parser import Language

PLAIN = ("command", "own_command", "event", "of_many", "they_do", "you_each", "also")
PICKED = ("any_other", "any", "any_such", "another", "own_choice", "one_own_choice", "target")
"""You choose it, and have to be who does what is done."""
OWN = ("one", "an", "just_one", "titled")
"""Whoever does what is done chooses it."""
COUNTED = ("so_many", "so_many_others", "up_to", "any_number")
"""Whoever does what is done chooses one after the other."""
EACH = ("each_one", "every_one", "each_other", "every_other", "all_of", "all_others", "everyone", "everyone_else")
GROUPS = (*PICKED, *OWN, *COUNTED, *EACH, "the_such")
OTHER = ("another", "any_other", "each_other", "every_other", "all_others", "so_many_others", "everyone_else")
BARE = ("bare_choose", "bare_chance", "bare_pick", "bare_pickown")
THERE = ("is", "is_another", "are_no", "are_no_other", "are", "are_least", "are_most", "are_more", "are_fewer")
CHOOSING = ("choosing_any_other", "choosing_another", "choosing_any", "choosing_one", "choosing_a")
MANY_CHOSEN = ("choosing_many", "choosing_up_to")
"""Several are chosen, with whom what follows is done."""
THOSE = ("those", "those_kinds")
FOR_EACH = ("for_each", "for_each_other", "for_each_first", "for_each_first_other")
OF_SORTS = {*GROUPS, *BARE, *CHOOSING, *MANY_CHOSEN, *THOSE, *FOR_EACH, "its", "that", "it"}
"""What begins the rules that say something for short of things of each sort."""
MEANT = (
    "one_of",
    "for_amount",
    "chain",
    "then_first",
    "otherwise_first",
    "may_do",
    "if_done",
    "if_they_do",
    "if_or",
    "done_if",
    "done_unless",
    "brought_in",
)
RULINGS: tuple[str, ...] = (
    "nobody_may",
    "nobody_can",
    "may_not",
    "cannot",
    "several_must",
    "several_may",
    "whenever",
    "each_time",
)
RULINGS += (
    "nobody_else_may",
    "others_may_not",
    "players_may_not",
    "then_whenever",
    "then_each_time",
    "whenever_you",
    "each_time_you",
    "may_rather",
    "only_may",
    "then_when",
)
NORMS: tuple[str, ...] = (
    "norm",
    "norm_if",
    "norm_if_before",
    "norm_if_after",
    "holds",
    "holds_if",
    "holds_unless",
    "holds_while",
)
NORMS += ("holds_during", "holds_meanwhile")
HELD = ("holds", "holds_if", "holds_unless", "holds_while", "holds_during", "holds_meanwhile", "kind_holds")
SAID = (
    *RULINGS,
    *HELD,
    "of_kind",
    "kind_before",
    "of_many",
    "they_do",
    "you_each",
    "that_player",
    "them_player",
    "that_many",
    "one_or_player",
    "that_kind_card",
)


OF_THEM = "P9"
"""Stands for whom `their` is said of in what is short for something of `you`."""


def of_them(short: Short) -> Short:
    """What is said for short of whoever was spoken of, where it is said of you."""
    return structs.replace(short, means=re.sub(r"\byou\b", OF_THEM, short.means))


class LeftOpen(ValueError):
    """What a sentence leaves open; `hint` says it in a way that does not."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class ShortForms:
    """What one vocabulary says for short, and what that is short for."""

    def __init__(self, words: Vocabulary, language: Language) -> None:
        self.words = words
        self.language = language
        shorts = (*short_phrases(words), *ruling_phrases(words))
        self.shorts = {phrase.rule: (phrase, short) for phrase, short in shorts if short.result != "span"}
        self.shorts |= {
            f.phrase.rule: (f.phrase, of_them(self.shorts[f.phrase.rule.removeprefix(THEIR).removeprefix("the__")][1]))
            for f in further_phrases(words)
            if f.phrase.rule.startswith(THEIR)
        }
        self.whose = {said.rule: (phrase, at) for said, phrase, at in whose_phrases(words)}
        self.untold = {told.rule: rule for told, rule in told_phrases(words)}
        self.owned = {told.rule: rule for told, rule in own_phrases(words)}
        self.passives = {told.rule: rule for told, rule in passive_phrases(words)}
        self.titled = frozenset(s.name for s in sorts(words) if s.cards)
        self.nouns = {ident(s.name): s for s in words.shorts if s.result.startswith("noun_")}
        self.phrases = {p.rule: p for p in phrases(words)}
        self.lacking = {
            f.phrase.rule: f.phrase
            for f in further_phrases(words)
            if f.phrase.rule.startswith((BRIEF, PASSIVE, PASSING, AT_LEAST))
        }
        self.sorted_ = {
            p.rule: p.slots[0][1]
            for p in (*self.phrases.values(), *(p for p, _ in self.shorts.values()))
            if p.result == "condition" and p.slots
        }
        self.sorts = {s.name: s.letters for s in sorts(words)}
        self.acts = {ident(a.name): a for a in words.acts}
        self.params = {ident(a.name): tuple(n for n, _ in a.params) for a in words.acts}
        inner = ("simple", "sentence", "plain", "then", *(f"choosing_{name}" for name in self.sorts))
        self.sentences = {r.name for r in language.table.rules if r.origin in inner and not r.thin}
        self.sentences |= {r.name for r in language.table.rules if r.origin in inner and r.name != r.origin} | {"chain"}
        self.closed = {r.name for r in language.table.rules if r.origin in ("closed", "closed_fact") and not r.thin}

    def counted(self, cond: Tree) -> Tree:
        """The condition where things are counted by it: after it nothing can go on."""
        inner = cond.parts[0] if isinstance(cond, Node) and cond.rule == "not_" else cond
        return cond if isinstance(inner, Node) and inner.rule in self.closed else Node("group", (cond,))

    def short(self, tree: Tree) -> bool:
        """The tree itself says something for short."""
        if isinstance(tree, Leaf):
            return tree.kind == "INT" and bool(in_figures(tree.text.casefold()))
        head, _, sort = tree.rule.rpartition("_")
        return (
            tree.rule in self.shorts
            or tree.rule in self.whose
            or tree.rule in self.passives
            or tree.rule in self.owned
            or tree.rule.startswith(("that_noun__", THEY, IT, BRIEF, PASSING, AT_LEAST, SOMEONE, "doing_it_"))
            or tree.rule in (*MEANT, *SAID, "raise_each", "lower_each", "move_each", "they_player", "has_kinds")
            or (sort in self.sorts and (head in OF_SORTS or head.startswith(("there_", "number_of"))))
        )

    def until(self, span: Tree) -> Leaf | None:
        """Until what something holds that is said to hold for a time of play; nothing for any other time."""
        leaf = span.parts[0] if isinstance(span, Node) and span.rule in ("span_first", "span_behind") else None
        return Leaf("STRING", f'"{until(self.words, leaf.text)}"') if isinstance(leaf, Leaf) else None

    def place_of_all(self) -> str:
        """The only place of a player's where cards can lie, with a gap for the player; nothing where there are several."""
        zones = [z for z in self.words.zones if z.params]
        if len(zones) != 1 or not zones[0].cards or len(zones[0].params) != 1:
            return ""
        letter = zones[0].params[0]
        said = zones[0].phrase.split(" | ")[0]
        return said.replace("{" + letter + "}", "{}") if letter[0] in self.sorts["player"] else ""

    def brought_in(self, kind: Tree) -> Node:
        """What is done as a new card of the kind comes into play."""
        (way,) = bringing(self.words)
        text = way.format(f"a {kind.text if isinstance(kind, Leaf) else ''}")
        return self.language.parse(text, "effect", Place(f"`{text}`", 1))

    def kind(self, sentence: Node) -> bool:
        """The sentence says of which kind its card is, and nothing else."""
        return sentence.rule == "of_kind" or (
            sentence.rule in self.shorts and self.shorts[sentence.rule][1].result == "kind"
        )

    def body(self, short: Short) -> Node:
        """The text that is said for short."""
        start = {"deed": "effect", "sentence": "effect", "event": "effect", "ruling": "norm"}.get(
            short.result, short.result
        )
        start = "number" if start == EACH_AMOUNT else start
        start = "cond" if start == "condition" or start.startswith(("which_", "noun_")) else start
        try:
            return self.language.parse(short.means, start, Place(f"`{short.name}`", 1))
        except InputError as error:
            raise ValueError(f"what `{short.name}` is short for cannot be read: {error.problems[0].message}") from None

    def shown(self, sentences: Iterable[Node]) -> str:
        """The sentences as they are written."""
        return self.language.show(effect(list(sentences)))

    def singular(self, group: Node) -> Node:
        """The group, of which one is said where several of a kind of card are."""
        kinds, *which = group.parts or (group,)
        of_kinds = group.rule in ("kinds_card", "such_kinds_card") or group.rule.startswith(f"{ADJECTIVE}kinds_")
        if not of_kinds or not isinstance(kinds, Leaf):
            return group
        one = next(
            name for kind, name in self.language.lexicon.names.values() if kind == "KIND" and plural(name) == kinds.text
        )
        return Node(group.rule.replace("kinds", "kind"), (Leaf("KIND", one), *which))

    def without(self, deed: Node) -> tuple[str, Phrase] | None:
        """The deed that one is short of which some things are not said, and as it is said without them."""
        said = self.lacking.get(deed.rule)
        if said is None:
            return None
        kind = "event__" if deed.rule.startswith((PASSING, AT_LEAST)) else "deed__"
        return kind + deed.rule.rpartition(kind)[2], said

    def told(self, deed: Node, doer: Tree) -> Node:
        """What is done, told of somebody. Raises LeftOpen where it is told of nobody."""
        if deed.rule in self.untold:
            return Node(self.untold[deed.rule], (doer, *deed.parts))
        slots = dict(zip((n for n, _ in self._phrase(deed.rule).slots), deed.parts, strict=True))
        kind, name, _ = deed.rule.split("__")
        for rule, phrase in ((r, self._phrase(r)) for r in (*self.phrases, *self.shorts)):
            (_, sort), *rest = phrase.slots or (("", ""),)
            same = rule.startswith(f"{kind.replace('deed', 'event')}__{name}__") and {n for n, _ in rest} == set(slots)
            if same and sort == "player":
                return Node(rule, (doer, *(slots[n] for n, _ in rest)))
        raise LeftOpen(f"`{self.language.show(deed)}` is told of nobody else")

    def _phrase(self, rule: str) -> Phrase:
        return self.shorts[rule][0] if rule in self.shorts else self.phrases[rule]

    def numbers(self, deed: Node) -> list[Tree]:
        """The numbers that it is said with what is done."""
        said = self.shorts[deed.rule][0] if deed.rule in self.shorts else self.phrases.get(deed.rule)
        if said is None or said.result not in ("deed", "happening"):
            return []
        return [part for (_, sort), part in zip(said.slots, deed.parts, strict=True) if sort == "number"]

    def doer(self, event: Node) -> Tree | None:
        """Who does what is told: the first thing that it is told of, if that is a player."""
        slots = self._phrase(event.rule).slots if event.rule in self.phrases or event.rule in self.shorts else ()
        return event.parts[0] if slots and slots[0][1] == "player" else None

    def needed(self, deed: Node, doer: Tree, letter: str) -> list[Tree]:
        """What holds of the thing with the letter wherever the act makes sense."""
        if deed.rule in self.shorts:
            what: Act | Short
            phrase, what = self.shorts[deed.rule]
            first = next(iter(what.params), "")
        elif (act := self.acts.get(deed.rule.split("__")[1])) is not None:
            phrase, what, first = self.phrases[deed.rule], act, act.params[0][0] if act.params else ""
        else:
            return []
        given: dict[str, Tree] = dict(zip((n for n, _ in phrase.slots), deed.parts, strict=True))
        given.setdefault(first, doer)
        own = next((n for n, t in given.items() if isinstance(t, Node) and letters(t) == {letter}), "")
        found = []
        for text in what.wanted:
            need = self.language.parse(text, "cond", Place(f"`{what.name}`", 1))
            if own in (free := letters(need)) and free <= given.keys():
                found.append(filled(need, given, {}))
        return found
