"""Sentences in words near to those of norms: what such a norm says of an act or a value, the sentence says otherwise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from checker.kernel.record import Record
from checker.load.plain.framed import FramedErrata
from checker.load.plain.restated import RuleSaid, restated, said
from checker.load.plain.rules_changed import NotRead, has, whole
from checker.load.plain.spoken_of import FEWEST_SHARED, words_of
from checker.load.plain.values_said import ValuesSaid
from checker.syntax.everyday.english import in_two_words, plain

_CHANGES = {"permit": " must not ", "forbid": " may ", "exempt": " must "}
_OTHERWISE = {"permit": "forbid", "forbid": "permit", "oblige": "exempt"}
_NEGATED = re.compile(r"\b(?:before|unless|until|without|no|not|never|nobody|none|only if)\b", re.I)
_MODAL = re.compile(
    r"\b(?:may|must|can|need) (?:not|never|no longer)\b|\bno longer\b|\bnot (?=allowed|permitted)", re.I
)
_KEPT = re.compile(r"^instead of |^no card alters | is prevented\b")
"""A norm that holds whatever is allowed."""
_EXCEPT = re.compile(
    r"(?P<said>.+?),? (?:(?:unless|(?:except|but not) (?:if|when|while|in|during|with)) (?P<cond>.+)|(?:except|other than|but not)(?: for)? (?P<card>.+))",
    re.I,
)
_OWN = r"(?:on|during) (?:your|their|his or her|its player's) (?:own )?turn"
_NOT_OWN = rf"(?:out of turn|(?:if|when) it is not (?:your|their) turn|(?:on|during) (?:another|any other) player's turn|unless it is (?:your|their) (?:own )?turn|except {_OWN})"
_ON_TURN = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"(?P<who>.+?) may only (?P<be>be )?(?P<done>.+?) {_OWN}",
        rf"(?P<who>.+?) may (?P<be>be )?(?P<done>.+?) only {_OWN}",
        rf"(?P<who>.+?) may (?:not|no longer) (?P<be>be )?(?P<done>.+?) {_NOT_OWN}",
    )
)
_WHICH = re.compile(r"[A-Z] is [a-z]+")
ANY = 2
"""A norm is about every card."""
COMMON = 2
"""A condition that norms of so many clauses name goes without saying."""
_IN_FORMULAS = frozenset(
    map(
        plain,
        ["such", "there", "always", "somebody", "under", "beside", "lie", "lies", "number", "least", "most", "value"],
    )
)


class _Meant(Record):
    """A norm of which the sentence speaks: what it says of the conditions, and the cards that it names, by their letters."""

    rule: str
    norm: str
    told: tuple[str, ...]
    cards: tuple[tuple[str, str], ...]
    exact: bool


class Analogies(ValuesSaid, FramedErrata):
    """What is said in the words of norms."""

    def _by_analogy(self, sentence: str, number: int) -> str:
        """The entries that the sentence says so, if it says just one thing; else nothing."""
        told = said(sentence)
        again = restated(sentence, self.spoken)
        acts, apart = self._of_acts(told, sentence, number), self._of_exceptions(sentence)
        turns = self._of_turns(
            re.sub(r"\bcan only\b", "may only", in_two_words(sentence)).removesuffix("."), sentence, number
        )
        values = self._of_values(told), self._of_named(told, again, sentence), self._of_degrees(told, sentence)
        read = dict.fromkeys(filter(None, (acts, apart, turns, *values)))
        return next(iter(read)) if len(read) == 1 else ""

    def _of_exceptions(self, sentence: str) -> str:
        """The rule that the sentence says again, without what it excepts, if its norms are of one kind and nothing else says so."""
        text = sentence.strip().removesuffix(".")
        found = _EXCEPT.fullmatch(text)
        base, case = self.only_case(text)
        base, cond = (base, "") if base else (found["said"], found["cond"] or "") if found else ("", "")
        again = restated(base, self.spoken) if base else None
        if again is None or again.how != "same":
            return ""
        rule = again.rules[0]
        named_ = (found["card"] or "").casefold() if found and not case else ""
        card = next((title for title in self.titles if title.casefold() == named_), "")
        others = "|".join(map(re.escape, {*self.titles} - {card}))
        named = any(re.search(rf"\b[A-Z] is (?:{others})(?!\w)", norm) for norm in self.norms[rule])
        binds = {
            bool(re.search(r" (?:may|must) ", norm.partition(" if ")[0])) + (" may " in norm)
            for norm in self.norms[rule]
        }
        if (
            len(binds) != 1
            or (card and named)
            or not (card or cond or case)
            or [*self._elsewhere(rule, [*self.norms[rule]])]
        ):
            return ""
        try:
            return self._apart(rule, f"not {case}" if case else self.circumstance(cond) or cond, card)
        except NotRead:
            return ""

    def _of_turns(self, text: str, sentence: str, number: int) -> str:
        """What may be done only by the player whose turn it is, forbidden to the others."""
        found = next(filter(None, (one.fullmatch(text) for one in _ON_TURN)), None)
        turns = [*self._said_turns()]
        if found is None or len(turns) != 1:
            return ""
        try:
            ban, _, cond = self._in_full(f"{found['who']} may not {found['be'] or ''}{found['done']}.").partition(
                " if "
            )
        except NotRead:
            return ""
        norm = f"{ban} if {f'({cond})' if ' or ' in cond else cond}{' and ' if cond else ''}not {turns[0].format(ban.split()[0])}"
        over = " ".join(self._allowing(self._act_of(ban)))
        lines = [
            f'clause E-{number} prohibition "Errata"',
            f"  over {over}",
            f"  says {whole(sentence)}",
            f"  norm {norm}",
        ]
        return "\n".join(lines if over else (lines[0], *lines[2:])) if self._reads(norm, "norm") else ""

    def _said_turns(self) -> Iterator[str]:
        """How the game says that it is somebody's turn."""
        fields = ((one.phrase, one.result) for one in self.words.fields)
        for phrase, result in (*fields, *((one.phrase, one.result) for one in self.words.facts)):
            if words_of(re.sub(r"\{\w+\}", "", phrase)).words == {"turn"} and "|" not in phrase:
                if result == "condition" and phrase.count("{") == 1:
                    yield re.sub(r"\{\w+\}", "{}", phrase)
                elif result == "player" and "{" not in phrase:
                    yield f"{phrase} is {{}}"

    def _of_acts(self, told: RuleSaid, sentence: str, number: int) -> str:
        """The norms about an act that say of it, in the same circumstances, what does not hold any more."""
        mode = _OTHERWISE.get(told.mode, "") if told.struck else told.mode
        meant = [*self._meant(told, _CHANGES[mode])] if mode in _CHANGES else []
        shared = frozenset[str].intersection(*(frozenset(map(_shape, one.told)) for one in meant)) if meant else ()
        if not meant or len({one.cards for one in meant}) > 1 or (len(meant) > 1 and not shared):
            return ""
        first = meant[0]
        if mode == "forbid" and first.cards:
            head, apart = first.norm.partition(" if ")[0].replace(" may ", " must not ", 1), [*first.told]
            apart += [f"{letter} is {title}" for letter, title in first.cards]
            over = " ".join(dict.fromkeys(one.rule for one in meant))
            norm = f"{head} if {' and '.join(apart)}"
            lines = [f'clause E-{number} prohibition "Errata"', f"  over {over}", f"  says {whole(sentence)}"]
            return "\n".join((*lines, f"  norm {norm}")) if self._reads(norm, "norm") else ""
        others = [(one, norm) for one in meant for norm in self.norms[one.rule]]
        if any(_KEPT.search(norm) and _same_things(norm, one) for one, norm in others):
            return ""
        refusals = [
            f"remove norm of {one.rule}: {norm}"
            for one, norm in others
            if mode == "exempt"
            and " must not " in norm
            and norm.split()[3] != one.norm.split()[2]
            and _same_things(norm, one)
        ]
        return "\n".join(dict.fromkeys((*(self._otherwise_said(one, mode, sentence) for one in meant), *refusals)))

    def _otherwise_said(self, one: _Meant, mode: str, sentence: str) -> str:
        if mode == "forbid":
            now = one.norm.replace(" may ", " must not ", 1)
            return f"change clause {one.rule}\n  says {whole(sentence)}\nchange norm of {one.rule}: {one.norm}\n  norm {now}"
        if one.exact:
            return f"remove norm of {one.rule}: {one.norm}"
        apart = " and ".join(f"{letter} is not {title}" for letter, title in one.cards)
        return f"change norm of {one.rule}: {one.norm}\n  norm {one.norm} and {apart}"

    def _meant(self, told: RuleSaid, modal: str) -> Iterator[_Meant]:
        """The norms with that word of which the sentence speaks."""
        text = f"{told.lead} {told.text}"
        cards = [title for title in sorted(self.titles, key=len, reverse=True) if has(text, title)]
        for title in cards:
            text = text.replace(title, " ")
        words = words_of(text)
        if len(words.words) + len(cards) < FEWEST_SHARED:
            return
        subject = words_of(re.split(r"\b(?:may|must|need|can)\b", text, maxsplit=1)[0]).words
        negated = _NEGATED.search(_MODAL.sub(" ", text)) is not None
        for rule, norms in self.norms.items():
            for norm in norms:
                head, _, conds = norm.partition(" if ")
                if modal in head and norm[0] != "[" and not (modal == " must " and " must not " in head):
                    if found := self._spoken_of(rule, norm, _atoms(conds), words.words, cards, negated, modal):
                        who = (role for one in found.told for role in _roles(one, head[0]))
                        left = frozenset(word for role in who for word in words_of(role).words if len(word) > 1)
                        same = not self.spoken.missing(left - frozenset(map(plain, self._sorts(norm))), subject)
                        if same and {*words.numbers} <= {*words_of(norm).numbers}:
                            yield found

    def _spoken_of(
        self, rule: str, norm: str, atoms: list[str], words: frozenset[str], cards: list[str], negated: bool, modal: str
    ) -> _Meant | None:
        head = norm.partition(" if ")[0]
        placed = [self._place(title, head, atoms) for title in cards]
        if None in placed or len({letter for letter, _, _ in filter(None, placed)}) < len(cards):
            return None
        named = {letter: title for title, one in zip(cards, placed, strict=True) if one for letter in one[0]}
        about = [atom for atom in atoms if not (atom.strip("(")[:1] in named and self._names(atom))]
        known = frozenset(w for w in words_of(head).words if len(w) > 1) | frozenset(map(plain, self._sorts(norm)))
        verb = re.split(r" (?:may|must) (?:not )?", head)[-1].split(" ")[0]
        contents = {
            atom: frozenset(w for w in words_of(atom).words if len(w) > 1) - known - _IN_FORMULAS for atom in about
        }
        missing = {atom: self.spoken.missing(content, words) for atom, content in contents.items()}
        told = [
            atom
            for atom in about
            if contents[atom]
            and _mostly(atom, len(contents[atom]), len(missing[atom]))
            and not any(_state(part) and self.spoken.missing(_state(part), words) for part in re.split(r" and ", atom))
        ]
        unsaid = [atom for atom in about if atom not in told and self._usual[_shape(atom)] < COMMON]
        every = known.union(*(contents[atom] for atom in told))
        left = self.spoken.missing(words, every)
        own = words_of(self.spoken.main(rule)).words if rule in self.spoken.clauses else frozenset[str]()
        if (
            unsaid
            or (self.spoken.missing({plain(verb)}, words) and not any(_WHICH.fullmatch(atom) for atom in told))
            or len(left) > bool(told)
            or any(self.spoken.missing({word}, own) and not self.spoken.against(word, rule) for word in left)
            or negated != any(atom.startswith("not ") or atom.endswith(" is 0") for atom in told)
        ):
            return None
        exact = all(one is None or one[1] == 0 for one in placed)
        some = [one[0] for one in placed if one and one[1] == ANY]
        held = f"{head[0]} holds"
        if modal == " may " and any(
            has(atom, x) and held not in atom for x in some for atom in about if atom not in told
        ):
            return None  # whether the card is such is not said
        if modal == " must not " and (negated or (about and not told) or any(one and one[1] == ANY for one in placed)):
            return None  # that it is not forbidden does not allow it: what allows it asks for other circumstances, or another card
        return _Meant(rule, norm, tuple(told), tuple(sorted(named.items())), exact)

    def _place(self, title: str, head: str, atoms: list[str]) -> tuple[str, int, str] | None:
        """The letter of the norm that the card may be, and whether it is the only one (0), of its kind (1) or ANY."""
        kinds = {k for k in self.rules[f"card {title}"].text("kinds").split(", ") if k}
        found = []
        for letter in (x for x in self.words_letters("card") if re.search(rf"\b{x}\b", head)):
            about = [atom for atom in atoms if atom.strip("(")[:1] == letter and self._names(atom)]
            fits = [self._fits(atom, title, kinds) for atom in about]
            if None not in fits:
                found.append((max((one for one in fits if one is not None and one < ANY), default=ANY), letter))
        best = [one for one in found if one[0] == min(found)[0]]
        return (best[0][1], best[0][0], title) if len(best) == 1 else None

    def _fits(self, atom: str, title: str, kinds: set[str]) -> int | None:
        """Whether the card is what the condition names: it (0), or one of its kind or of several (1), or ANY but others; None if it is not."""
        named = [one.partition(" is ")[2] for one in atom.strip("()").split(" or ")]
        if len(named) == 1 and named[0].startswith("not "):
            return None if named[0][4:] in {title, *kinds} else ANY
        return (0 if named == [title] else 1) if {title, *kinds} & {*named} else None

    def _names(self, atom: str) -> bool:
        """The condition says only which card, or of which kind, a letter is."""
        names = {*self.titles, *self.words.kinds}
        parts = [one.partition(" is ")[2].removeprefix("not ") for one in atom.strip("()").split(" or ")]
        return {*parts} <= names

    def _sorts(self, norm: str) -> Iterator[str]:
        """The sorts of things that the letters of the norm stand for."""
        from checker.kernel.vocabulary import sort_or_nothing

        for letter in dict.fromkeys(re.findall(r"\b[A-Z]\b", norm)):
            yield sort_or_nothing(self.words, letter) or ""

    @cached_property
    def _usual(self) -> Counter[str]:
        """How many clauses have each condition in a norm about an act."""
        acts = {
            (rule, _shape(atom))
            for rule, norms in self.norms.items()
            for norm in norms
            if re.search(r" (?:may|must) ", norm.partition(" if ")[0])
            for atom in _atoms(norm.partition(" if ")[2])
        }
        return Counter(shape for _, shape in acts)


def _same_things(norm: str, one: _Meant) -> bool:
    """The norm speaks of things that the sentence names, or that are so."""
    stand = [*one.told, *(title for _, title in one.cards)]
    return any(_shape(atom) in re.sub(r"\b[A-Z]\b", "#", norm) for atom in stand)


def _roles(atom: str, who: str) -> Iterator[str]:
    """What the condition says that the player is who does it."""
    for one in re.split(r" and | or |[()]", atom):
        if found := re.fullmatch(rf"(?:not )?(?:{who} is (.+)|(.+) is {who})", one):
            yield found[1] or found[2]


def _mostly(atom: str, every: int, missing: int) -> bool:
    """The sentence says the condition: of several that may hold each."""
    return not missing if " or " in atom else 2 * missing <= every


def _state(part: str) -> frozenset[str]:
    """What a thing is that has to be so, of which nothing else is said."""
    found = re.fullmatch(r".*\b[A-Z] is ([a-z]+)\)*", part)
    return words_of(found[1]).words if found else frozenset()


def _shape(atom: str) -> str:
    return re.sub(r"\b[A-Z]\b", "#", atom.removeprefix("not "))


def _atoms(conds: str) -> list[str]:
    """The conditions that all have to hold."""
    found, depth = [""], 0
    for part in re.split(r"( and |[()])", conds):
        depth += (part == "(") - (part == ")")
        if part == " and " and depth == 0:
            found.append("")
        else:
            found[-1] += part
    return [one for one in found if one]
