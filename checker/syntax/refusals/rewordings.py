"""What people write in the words of a game, and forms of it that may be read: each says one thing otherwise."""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterator

from checker.kernel.vocabulary import Vocabulary, sorts
from checker.syntax.grammar import phrases
from checker.syntax.lexer import pattern
from checker.syntax.natural.english import article, done, plural, singular
from checker.syntax.natural.kinds_of_things import bringing

_TIMES = {"one": "once", "1": "once", "two": "twice", "2": "twice"}


def _often(found: re.Match[str]) -> str:
    """So many things a period as so many times one of them."""
    one, times = singular(found[4]), _TIMES.get(found[3], f"{found[3]} times")
    return f"{found[1]}may {found[2]} {article(one)} {one} only {times} each "


PLAIN = (
    (r"^(.*?)may (\w+) (?:only|at most|up to) (\d+|one|two|three|four|five) (\w+) (?:each|every|per) ", _often),
    (r"^(.*?)may only (\w+) (\d+|one|two|three|four|five) (\w+) (?:each|every|per) ", _often),
    (r"\bcan\b(?! be\b)", "may"),
    (r"^This card may (\w+) ", r"You may \1 with this card "),
    (
        r"\b([Ii]f|[Ww]hile) (the .+?|this card|that card) has (\w+) or (more|less|fewer) (\w+)(?=,)",
        r"\1 the \5 of \2 is \3 or \4",
    ),
    (r"\bmay only (.+?) if ", r"may \1 only if "),
    (
        r"\bmay not (.+?) more than (once|twice|\w+ times) (?:in a|in one|per|each|every|a) (\w+)",
        r"may \1 at most \2 each \3",
    ),
    (
        r"^(?:Each player|Players|A player) (\w+?)s? (.+?) at the (start|beginning|end) of their (\w+)\.",
        r"At the \3 of your \4, you \1 \2.",
    ),
    (r"\bwho (has|have) (more|fewer|less) (\w+)(?=[.,]| if)", r"who \1 \2 \3 than them"),
    (r"\b(has|have) (?:now )?(\d+) (\w+)(?=\.)", r"\1 \3 \2"),
    (r"^(.*?)may not (\w+) more than (\d+|one|two|three|four|five) (\w+) (?:each|every|per) ", _often),
    (r"\b[Pp]layers may (?:not|no longer) ", "no player may "),
    (r"\b(?:[Ww]henever|[Ee]ach time|[Ww]hen) (?=[^,]* would )", "If "),
    (r"^(?:Each|Every|A|An|The) (\w+) must be at least (\w+)", r"Players may not \1 less than \2"),
    (r"^(\w+)s must be at least (\w+)", r"Players may not \1 less than \2"),
    (r"^No (\w+) may be (more|less) than (\w+)", r"Players may not \1 \2 than \3"),
    (r"\bcan['’]t\b", "cannot"),
    (r"\b(do|does|is|are|has|have|may|must)n['’]t\b", r"\1 not"),
    (r"\b(?:is|are) (?:not|no longer) (?:allowed|permitted) to\b", "may not"),
    (r"\b(?:is|are) forbidden to\b", "may not"),
    (r"\b(?:is|are) (?:allowed|permitted|free|able) to\b", "may"),
    (r"\bcannot\b", "may not"),
    (r"^The game (?:ends|is won) (?:when|if|as soon as|once) ", "The game is over if "),
    (r"^The game ends\b", "The game is over"),
    (r"\bthat players?\b (?=wins|loses)", "the player "),
    (r"\b(may|must|may not) not more than\b", r"\1 at most"),
    (r"\bmaximum\b", "limit"),
    (r"\b(?:gets?|has|have) \+(\d+) (\w+)", r"has \1 more \2"),
    (r"\b(?:gets?|has|have) [-−](\d+) (\w+)", r"has \1 less \2"),
    (r"\b(who|that) (has|have|holds|hold|is|are) (.+?) and (a|an|no|the|at|\d+)\b", r"\1 \2 \3 and \1 \2 \4"),
    (r"\b[Yy]our opponents? (?:can['’]t|cannot|may not|must not) ", "No other player may "),
    (r"\b(?:each|every) opponent\b", "each other player"),
    (r"\b(?:an|any|the|your) opponent\b", "another player"),
    (r"(?:^|(?<=, ))[Yy]our opponent(?= [a-z]+s\b)", "each other player"),
    (r"\b(?:all )?(?:your )?opponents\b", "all other players"),
    (r"\b(?:any|some) player who\b", "a player who"),
    (r"\b([Aa])nyone\b", lambda found: f"{'A' if found[1] == 'A' else 'a'} player"),
    (r"\b[Nn]o[ -]?(?:one|body)\b", lambda found: "No player" if found[0][0] == "N" else "no player"),
    (r"\bin addition,? ", ""),
    (r" (?:as well|too|at once|immediately|instantly|also)(?=[,.]| )", ""),
    (r"\b(?:as long as|so long as)\b", "while"),
    (r"\bonce (?=it|they|you|a|the|this)", "when "),
    (r"\b(upon|against|onto|into|over)\b", "on"),
    (r"\b(onto|into|upon|towards?)\b", "to"),
    (r"\brather than\b", "instead of"),
    (r"\b(?:more than|over) (\w+) times\b", r"more than \1 times"),
    (r"\bequal to or (?:more|greater) than\b", "at least"),
    (r"\bgreater than\b", "more than"),
    (r"\b(has|have|with) (\d+|two|three|four|five|six|ten) (?!or )", r"\1 at least \2 "),
    (
        r"^Search (your|the) (\w+) for (an?) (\w+)(?:, reveal it)?,? (?:and )?put (?:it|that card) (in|on)(?:to)? ([\w ]+?)"
        r"(?:[,.] (?:then |and |and then )?[Ss]huffle(?: it| your \w+)?)?\.",
        r"Choose \3 \4 in \1 \2. Put it \5to \6. Shuffle \1 \2.",
    ),
    (r"^Deals? (\d+) (\w+) to ", r"This card deals \1 \2 to "),
    (r"\bis out of (\w+)\b", r"has no \1"),
    (r"\bare out of (\w+)\b", r"have no \1"),
    (r"\bhas run out of (\w+)\b", r"has no \1"),
)
"""What people write in every game, and what says it."""
MOST_TRIED = 90
DEPTH = 3
"""So many things are said otherwise at most."""


class Rewordings:
    """The ways in which one vocabulary may have been meant."""

    def __init__(self, words: Vocabulary, titles: tuple[str, ...]) -> None:
        self._words = words
        self._names = sorted({*titles, *words.kinds}, key=lambda name: (-len(name), name))
        self._titles = titles
        self._phrases = phrases(words)
        self._patterns = [(re.compile(p), form) for p, form in PLAIN]

    def found(self, text: str, unread: Callable[[str], int | None], settled: Callable[[str], str]) -> str:
        """The text as it is read with as little as possible said otherwise; nothing if no form of it is found."""
        seen, todo = {text}, [(0, 0, 0, text)]
        while todo and len(seen) < MOST_TRIED:
            _, depth, _, said = heapq.heappop(todo)
            for other in self.ways(said) if depth < DEPTH else ():
                if other in seen:
                    continue
                seen.add(other)
                left = unread(other)
                if left == 0 and (final := settled(other)):
                    return final
                if left is not None:
                    heapq.heappush(todo, (left, depth + 1, len(seen), other))
        return ""

    def ways(self, text: str) -> Iterator[str]:
        """The text with one thing said otherwise."""
        for said, form in self._patterns:
            other = said.sub(form, text, count=1)
            if other != text:
                yield other[:1].upper() + other[1:] if text[:1].isupper() else other
        for way in (
            self._brought,
            self._killed,
            self._by_name,
            self._of_one,
            self._of_state,
            self._so_many,
            self._units,
            self._placed,
            self._yours,
        ):
            yield from way(text)

    def _by_name(self, text: str) -> Iterator[str]:
        """A name of a card as what is done with it: where somebody does it, or it is done to a card."""
        for name in self._names:
            told = pattern(rf"\b([Yy]ou|[Tt]hey|[Pp]layers|may|may not) {re.escape(name)}\b").sub(
                rf"\1 play {name}", text
            )
            told = pattern(rf"\b(player|who) {re.escape(plural(name))}\b").sub(rf"\1 plays {name}", told)
            if told != text:
                yield told
            passive = rf"^(.+?) may (not|no longer) be {re.escape(done(name.lower()))}\b"
            if found := pattern(passive, True).match(text):
                yield f"Players may {found[2]} play {name} on {found[1]}{text[found.end() :]}"

    def _of_one(self, text: str) -> Iterator[str]:
        """`One` as one of a sort of things."""
        for sort in (s.name for s in sorts(self._words) if s.name not in ("player", "number")):
            other = re.sub(r"\b([a-z]+) one(?= instead| if| when|[.,])", rf"\1 {article(sort)} {sort}", text, count=1)
            if other != text:
                yield other

    def _of_state(self, text: str) -> Iterator[str]:
        """A thing named by what it is: `onto water`, `with tapped creatures`."""
        for phrase in self._phrases:
            lead, *rest = phrase.parts
            if phrase.result != "condition" or len(phrase.slots) != 1 or len(rest) != 2 or rest[0] != "is":
                continue
            word, sort = rest[1], phrase.slots[0][1]
            if lead.startswith("{") and pattern(rf"\b{re.escape(word)}\b").search(text):
                yield re.sub(rf"(?<!is )\b{re.escape(word)}(?=[.,])", f"{article(word)} {word} {sort}", text, count=1)
                kind = r"([a-z]+)"
                found = re.fullmatch(
                    rf"(?:Players|You|A player|Each player) may (.+?) {re.escape(word)} {kind}\.", text
                )
                if found:
                    one = singular(found[2])
                    yield f"You may {found[1]} {article(one)} {one} even if it is {word}."

    def _so_many(self, text: str) -> Iterator[str]:
        """What somebody has done so often, where the game counts it: `they have played at least one card`."""
        said = (
            r"\b(?:they|you|that player) ha(?:ve|s) (\w+) (at least|at most|more than|fewer than|exactly) (\w+) (\w+)"
        )
        if found := re.search(said, text):
            verb, relation, number, noun = found.groups()
            for phrase in self._phrases:
                own = {part.lower() for part in phrase.parts}
                if phrase.result == "number" and not phrase.slots and {verb, plural(singular(noun))} <= own:
                    how = {"fewer than": "is less than", "exactly": "is"}.get(relation, f"is {relation}")
                    yield f"{text[: found.start()]}{' '.join(phrase.parts)} {how} {number}{text[found.end() :]}"

    def _units(self, text: str) -> Iterator[str]:
        """An amount without what it is an amount of, where the game says that of no amount."""
        for phrase in self._phrases:
            if phrase.result == "number" and len(phrase.parts) > 1 and (noun := phrase.parts[1].lower()).endswith("s"):
                either = rf"(?:{re.escape(noun)}|{re.escape(singular(noun))})"
                without = pattern(rf"\b(\d+|or more|or less|[a-z]+ or more) {either}\b").sub(r"\1", text, count=1)
                if without != text:
                    yield without
                much = pattern(rf"\b(gains?|loses?|gets?|takes?|pays?) {either}\b").sub(r"\1 N", text, count=1)
                if much != text:
                    yield much

    def _placed(self, text: str) -> Iterator[str]:
        """An amount of things with where they lie."""
        for phrase in self._phrases:
            said = re.fullmatch(r"the number of ([a-z]+) of \{[^}]+\} ((?:on|in|at|under) .+)", " ".join(phrase.parts))
            if said and phrase.result == "number":
                other = re.sub(
                    rf"\bthe same number of {said[1]}\b(?! {said[2].split()[0]}\b)", rf"\g<0> {said[2]}", text, count=1
                )
                if other != text:
                    yield other

    def _brought(self, text: str) -> Iterator[str]:
        """What is brought into play as what is put there from where such cards begin."""
        told = re.fullmatch(
            r"(?:A new (.+) comes|Create an? (.+?)(?: token)?|Put an? (.+?)(?: token)?)(?: into play)?\.", text
        )
        title = next(filter(None, told.groups()), "") if told else ""
        yield from (way.format(f"{article(title)} {title}") for way in bringing(self._words) if title)

    def _killed(self, text: str) -> Iterator[str]:
        """What is destroyed as what happens to it."""
        said = (re.fullmatch(r"\{\w+\} (\w+)", act.said) for act in self._words.acts if not act.phrase)
        for verb in (found[1] for found in said if found):
            if told := re.search(r"(?:^|(?<=\. ))(?:Destroy|Kill) ([^.]+)\.", text):
                whom = told[1][:1].upper() + told[1][1:]
                yield f"{text[: told.start()]}{whom} {verb}.{text[told.end() :]}"

    def _yours(self, text: str) -> Iterator[str]:
        """What you have or control as what lies in your place for cards."""
        zones = sorted(
            (z for z in self._words.zones if z.cards and len(z.params) == 1), key=lambda z: (z.held, z.ordered)
        )
        for zone in zones:
            place = re.fullmatch(r"the (.+) of \{[^}]+\}", zone.phrase.split(" | ")[0])
            if place:
                other = re.sub(r"\b(?:that )?you (?:control|own)\b", f"in your {place[1]}", text, count=1)
                if other != text:
                    yield other
                for kind in {plural(k).lower() for k in self._words.kinds}:
                    mine = pattern(rf"\b[Yy]our {re.escape(kind)}\b").sub(
                        f"each {singular(kind)} in your {place[1]}", text, count=1
                    )
                    if mine != text:
                        yield mine[:1].upper() + mine[1:]
