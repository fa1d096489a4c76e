"""The grammar of a game: the shared grammar files and the phrases of its vocabulary."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from checker.kernel.record import Record
from checker.kernel.vocabulary import OFF, Vocabulary, sort_of, sorts
from checker.kernel.zone_terms import INSIDE

NO_SUCH = "no_such__"
"""Begins the name of the rule that stands where a game has no phrase of a kind; it means nothing."""
VOCABULARIES = 16
"""Of so many vocabularies the phrases are remembered that were made of them."""
_SLOT = re.compile(r"\{([^}]+)\}")


class Phrase(Record):
    """A phrase of the vocabulary: `name` of what it means, the sort it results in, its words and slots."""

    rule: str
    result: str
    parts: tuple[str, ...]
    slots: tuple[tuple[str, str], ...]

    @property
    def first(self) -> str:
        """The sort of the thing that it begins with; nothing if it begins with a word."""
        return self.slots[0][1] if self.slots and self.parts[0] == "{" + self.slots[0][0] + "}" else ""


def phrase_of(words: Vocabulary, rule: str, result: str, template: str) -> Phrase:
    """The phrase that the template says, with its gaps in braces."""
    parts, gaps = _split(template)
    return Phrase(rule, result, parts, tuple((gap, sort_of(words, gap)) for gap in gaps))


@lru_cache(maxsize=8192)
def _split(template: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words and gaps of the template in order, and the letters of its gaps."""
    parts: list[str] = []
    gaps: list[str] = []
    for piece in re.split(r"(\{[^}]+\})", template):
        if gap := _SLOT.fullmatch(piece):
            parts.append(piece)
            gaps.append(gap[1])
        else:
            parts.extend(re.findall(r"[^\s,;:.()]+|[,;:()]", piece))
    return tuple(parts), tuple(gaps)


@lru_cache(maxsize=VOCABULARIES)
def phrases(words: Vocabulary) -> tuple[Phrase, ...]:
    """Every phrase of the vocabulary, one for each alternative wording."""
    found: list[Phrase] = []

    def add(prefix: str, name: str, result: str, wordings: str) -> None:
        for number, wording in enumerate(wordings.split(" | ")):
            rule = f"{prefix}__{ident(name)}__{number}"
            found.append(phrase_of(words, rule, result, wording.strip()))

    for field in words.fields:
        add("field", field.name, field.result, field.phrase)
    for fact in (f for f in words.facts if not f.name.startswith(OFF)):
        add("fact", fact.name, fact.result, fact.phrase)
    for zone in words.zones:
        add("zone", zone.name, "zone", zone.phrase)
    for act in words.acts:
        if act.phrase:
            add("deed", act.name, "deed", act.phrase)
        add("event", act.name, "happening", act.said)
    for word, sort in words.words:
        add("word", word, sort, word)
    return tuple(found)


def ident(name: str) -> str:
    """The name as it stands in the names of grammar rules."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower())


def grammar_text(words: Vocabulary, shared: str, scene: bool = False, natural: bool = False) -> str:
    """The whole grammar for lark: shared rules, one line per sort where marked, and the phrases.

    If `natural`, the rules for sentences as cards say them come behind it.
    """
    names = [s.name for s in sorts(words)]
    titled = {s.name for s in sorts(words) if s.cards}
    written = {s.name: s.written for s in sorts(words)}
    called = {s.name for s in sorts(words) if s.called and not scene}
    by_result: dict[str, list[Phrase]] = {}
    for phrase in phrases(words):
        by_result.setdefault(phrase.result, []).append(phrase)
    lines = list(_expanded(shared.replace("$titled", "KIND" if _of_two_cards(words) else "named_card"), names))
    for sort in names:
        alternatives = [] if sort == "number" or (scene and written[sort]) else [f"VAR_{sort.upper()} -> var_{sort}"]
        if sort == "player":
            alternatives += (
                [
                    '"you" -> you',
                    '"that" "player" -> that_player',
                    '"nobody" -> nobody',
                    '"the" "named" "player" -> named_player',
                ]
                if not scene
                else []
            )
        if sort == "card":
            alternatives += [
                '"this" "card" -> this_card',
                '"that" "card" -> that_card',
                '"nothing" -> nothing',
            ]
        if sort not in ("player", "card", "number"):
            own_one = ("the", sort) in {p.parts for p in by_result.get(sort, ())}
            alternatives += [] if own_one else [f'"the" "{sort}" -> the_{sort}']
            alternatives.append(f'"no" "{sort}" -> none_{sort}')
        if scene and sort == "player":
            alternatives.append("PLAYER -> seat")
        if sort in called:
            alternatives.append(f'"the" "{sort}" STRING -> called_{sort}')
        if scene and sort not in ("player", "card", "number"):
            alternatives.append(f"{written.get(sort) or f'LABEL_{sort.upper()}'} -> label")
        if sort in titled:
            alternatives += [f"KIND -> titled_{sort}"]
        said = by_result.get(sort, ())
        alternatives += [r for p in said for r in (titled_rules(p, False) if scene else [grammar_rule(p)])]
        head = "number_phrase" if sort == "number" else sort
        lines.append(f"?{head}: " + "\n    | ".join(alternatives or [f'"no" "such" "number" -> {NO_SUCH}number']))
    for sort in (n for n in names if natural and n != "number"):
        lines += [f"?{ABOUT}{sort}: {sort}", f"?{OBJECT}{sort}: {ABOUT}{sort}"]
    told = telling(words) if natural else None
    own = set(re.findall(r'"(?:may|must)" player "(\w+)"', shared))
    open_ended = _open_ended(by_result)
    facts = by_result.pop("condition", ())
    by_result["open_fact"] = [p for p in facts if open_ended(p)]
    by_result["closed_fact"] = [p for p in facts if not open_ended(p)]
    for head in ("open_fact", "closed_fact", "deed", "happening", "zone"):
        alternatives = [f'"no" "such" "{head}" -> {NO_SUCH}{head}']
        if by_result.get(head):
            alternatives = [
                rule
                for p in by_result[head]
                for rule in (
                    titled_rules(p, not titled)
                    if scene and not (head == "deed" and p.parts[0] in own)
                    else [grammar_rule(p, told)]
                )
            ]
            alternatives += _titles_lying(by_result[head], words) if scene and titled else []
        lines.append(f"?{head}: " + "\n    | ".join(alternatives))
    if scene:
        lines.append("lying_card: TITLE -> titled_card")
        lines.append("?named_card: KIND -> titled_card" + f" | one_card\n{_ONE_CARD}" * tells_copies_apart(words))
        lines.append("%declare TITLE COPY PLAYER COUNT ANY_WORD " + " ".join(f"LABEL_{n.upper()}" for n in names))
    lines.append("%declare INT STRING KIND " + " ".join(f"VAR_{n.upper()}" for n in names))
    return "\n".join(lines) + "\n"


_ONE_CARD = """?one_card: PLAYER "'s" KIND -> owned_card | "the" "other" KIND -> other_card | COPY -> numbered_card"""


def tells_copies_apart(words: Vocabulary) -> bool:
    """A scene says which one of several cards of a name it means: one can be laid on another, or cards lie before players."""
    before = any(z.cards and not z.held and [sort_of(words, p) for p in z.params] == ["player"] for z in words.zones)
    return before or _of_two_cards(words)


def _of_two_cards(words: Vocabulary) -> bool:
    return any([sort for _, sort in p.slots].count("card") > 1 for p in phrases(words) if p.result == "deed")


def _open_ended(by_result: dict[str, list[Phrase]]) -> Callable[[Phrase], bool]:
    """Whether a phrase may end in an amount, so that `plus 1` behind it would belong to that."""
    ends = {r: {_end(p) for p in listed} for r, listed in by_result.items()}
    found = {"number"}
    while more := {r for r, last in ends.items() if last & found} - found:
        found |= more
    return lambda phrase: _end(phrase) in found


def _end(phrase: Phrase) -> str:
    """The sort of the gap that the phrase ends in, or nothing."""
    last = phrase.parts[-1]
    return dict(phrase.slots)[last[1:-1]] if last.startswith("{") else ""


@lru_cache(maxsize=VOCABULARIES)
def telling(words: Vocabulary) -> frozenset[tuple[str, str]]:
    """The first words of what tells some things of a sort from others, each with the sort."""
    which = (s for s in words.shorts if s.result.startswith("which_"))
    wordings = ((s.result.removeprefix("which_"), w) for s in which for w in s.phrase.split(" | "))
    told = frozenset((sort, wording.split()[0].lower()) for sort, wording in wordings)
    return told | {(IT, lead) for lead in _leading_to_several(words)}


def _leading_to_several(words: Vocabulary) -> Iterator[str]:
    """What is said before a thing of one sort in one phrase, and before one of another sort in another."""
    told = (*((a.phrase, a.said) for a in words.acts), *((s.phrase, s.said) for s in words.shorts if s.said))
    acts = (wording for both in told for said in both for wording in said.split(" | "))
    found: dict[str, set[str]] = {}
    for wording in acts:
        for gap in _SLOT.finditer(wording):
            lead = " ".join(_SLOT.sub("…", wording[: gap.start()]).lower().split())
            for said in (lead, lead.removeprefix("… ")):
                found.setdefault(said, set()).add(sort_of(words, gap[1]))
    return (lead for lead, sorts_ in found.items() if len(sorts_) > 1)


ABOUT = "about_"
"""Begins the name of the rule for a thing of a sort where more may stand for it than elsewhere."""
IT = "it"
OBJECT = "object_"
"""Begins the name of the rule for such a thing that something is done to, which may be `it`."""


def grammar_rule(phrase: Phrase, told: frozenset[tuple[str, str]] | None = None) -> str:
    """The phrase as an alternative of a rule of the grammar.

    In what is done or happens, more may stand for a thing than elsewhere, if words follow that `told` does not have:
    pairs of a sort and the first word of what tells some of it from others. Without it, nothing more may.
    """
    slots = dict(phrase.slots)
    if told is not None and phrase.result in ("deed", "happening", "ruling"):
        after = dict(zip(phrase.parts, (*phrase.parts[1:], ""), strict=True))
        for name, sort in phrase.slots:
            if sort != "number" and (sort, after["{" + name + "}"].lower()) not in told:
                first = phrase.slots.index((name, sort)) >= (phrase.result != "deed")
                lead = " ".join(phrase.parts[: phrase.parts.index("{" + name + "}")]).lower()
                told_apart = (IT, _SLOT.sub("…", lead)) not in told
                slots[name] = f"{OBJECT if first and told_apart else ABOUT}{sort}"
    parts = [slots[p[1:-1]] if p.startswith("{") else f'"{p.lower()}"' for p in phrase.parts]
    return " ".join(parts) + f" -> {phrase.rule}"


def titled_rules(phrase: Phrase, subjects: bool) -> list[str]:
    """The phrase once for each way of naming its cards: by a phrase or by title.

    With `subjects` a title may also be its first word.
    """
    forms = [grammar_rule(phrase)]
    slots = dict(phrase.slots)
    for at, part in enumerate(phrase.parts):
        if slots.get(part[1:-1]) == "card" and part.startswith("{") and (at or subjects):
            forms += [" ".join(_replaced(form.split(" "), at)) for form in forms]
    return forms


def _titles_lying(listed: list[Phrase], words: Vocabulary) -> list[str]:
    """Where a title may stand for other things than cards too: that a card of the title lies in a zone, as a statement."""
    rules = tuple(f"fact__{ident(INSIDE + zone.name)}__" for zone in words.zones if zone.cards)
    found = (
        grammar_rule(p) for p in listed if p.rule.startswith(rules) and dict(p.slots).get(p.parts[0][1:-1]) == "card"
    )
    return [f"lying_card {rule.partition(' ')[2]}" for rule in found]


def _replaced(words: list[str], at: int) -> list[str]:
    return [*words[:at], "named_card", *words[at + 1 :]]


def _expanded(shared: str, names: list[str]) -> Iterator[str]:
    for line in shared.splitlines():
        if "$sort" in line or "$SORT" in line:
            for name in names:
                yield line.replace("$SORT", name.upper()).replace("$sort", name)
        else:
            yield line
