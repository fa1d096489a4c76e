"""Sentences that forbid an act of one kind, or one that does more to things than a number of them: what its procedure goes
through is counted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.kernel.vocabulary import Act, sort_of
from checker.load.plain.patterns import figures
from checker.load.plain.ruled import ChangedNorms
from checker.load.plain.rules_changed import NotRead, whole
from checker.load.plain.spoken_of import words_of
from checker.syntax.natural.english import done, plural

_NOT = re.compile(
    r"(?P<who>.+?) (?:may|can|must) (?:not|no longer|never) (?P<rest>.+)|no (?P<none>.+?) (?:may|can) (?P<rest2>.+)",
    re.I,
)
_LIMIT = re.compile(
    r"(?P<amount>more than|fewer than|less than|at least|exactly) (?P<number>\d+) (?P<what>[a-z -]+)$", re.I
)
_MADE = re.compile(r"\b(?:be )?(?:made|used|performed|done|make|use|perform|carried out|carry out)\b")
_FURTHER = re.compile(r"\b(?:if|when|whenever|while|unless|until|before|after|again|once|twice|only|than)\b", re.I)
"""What says more than how a thing is."""
_LIGHT = words_of("run runs make makes have has lie lies stand stands read reads along").words
"""Words of a state that say no more than the others."""
_IDLE = re.compile(r"\b(?:an?|the|any|one|it|its|by|with|over|past|across|be|to|of)\b|[.,]", re.I)


class KindsOfActs(ChangedNorms):
    """What is forbidden of one kind of an act."""

    def _of_kind_of_act(self, sentence: str, _: NotRead, number: int) -> str:
        """The ban on the one kind of an act that the sentence speaks of; nothing if it says anything else."""
        said = figures(sentence.strip().removesuffix(".").replace("cannot", "may not"))
        said = re.sub(r",? if there (?:are|is) no (?=[a-z ]+$)", " fewer than 1 ", said, flags=re.I)
        found = _NOT.fullmatch(said)
        kinds = [(word, sort) for word, sort in self.words.words if re.search(rf"\b{re.escape(word)}\b", said, re.I)]
        if found is None or len(kinds) != 1 or any(title in sentence for title in self.titles):
            return ""
        word, sort = kinds[0]
        text = re.sub(
            rf"\b{re.escape(word)}\b",
            " ",
            f"{found['who'] or found['none']} | {found['rest'] or found['rest2']}",
            flags=re.I,
        )
        bans = dict.fromkeys(ban for act in self.words.acts if act.phrase for ban in self._bans(act, word, sort, text))
        if len(bans) != 1:
            return ""
        return self._banned(next(iter(bans)), sentence, number)

    def _of_state(self, sentence: str, _: NotRead, number: int) -> str:
        """The ban on what is done to things that are as the sentence says; nothing if no words of the game are just that."""
        found = _NOT.fullmatch(sentence.strip().removesuffix(".").replace("cannot", "may not"))
        if found is None or _FURTHER.search(sentence) or any(title in sentence for title in self.titles):
            return ""
        told = words_of(" ".join(filter(None, found.groups())))
        bans = dict.fromkeys(ban for act in self.words.acts if act.phrase for ban in self._state_bans(act, told.words))
        return self._banned(next(iter(bans)), sentence, number) if len(bans) == 1 and not told.numbers else ""

    def _state_bans(self, act: Act, told: frozenset[str]) -> Iterator[str]:
        """The bans on the act with a thing of which a fact says all the words that are told besides."""
        verb = act.phrase.split()[0]
        verbs = {*words_of(f"{verb} {done(verb)}").words}
        verbs |= {word for group in self.alike if verb in group for word in words_of(" ".join(group)).words}
        told_of = [(x.phrase, x.result) for x in self.words.facts] + [(x.phrase, x.result) for x in self.words.fields]
        conditions = [phrase for phrase, result in told_of if result == "condition"]
        plain = {*re.findall(r"(?<![{\w])[a-z]+", act.phrase.split(" | ")[0])} <= {verb, "by", "at", "on", "to"}
        for letter in (letter for letter, _ in act.params[1:] if plain and told & verbs):
            sort = sort_of(self.words, letter)
            groups = [group for group in self.alike if sort in group]
            nouns = words_of(" ".join((sort, *(word for group in groups for word in group)))).words
            gap = re.compile(rf"\{{(?:{'|'.join(self.words_letters(sort))})\}}")
            called = {
                word
                for one in conditions
                if (n := re.search(r".+ \{\w+\} is an? (\w+)$", gap.sub("{x}", one)))
                for word in words_of(n[1]).words
            }
            left = frozenset(word.removesuffix("ly") for word in told - verbs - nouns - called)
            for one in conditions if left else ():
                says = words_of(gap.sub("", one)).words - nouns - called - _LIGHT
                if len(gap.findall(one)) == one.count("{") == 1 and says == left:
                    state = gap.sub(letter, one.split(" | ")[0])
                    norm = f"{act.params[0][0]} must not {_bare_letters(act.phrase)} if {state}"
                    if self._reads(norm, "norm"):
                        yield norm

    def _banned(self, ban: str, sentence: str, number: int) -> str:
        over = " ".join(self._allowing(self._act_of(ban)))
        lines = [f'clause E-{number} prohibition "Errata"', *([f"  over {over}"] if over else [])]
        return "\n".join((*lines, f"  says {whole(sentence)}", f"  norm {ban}"))

    def _bans(self, act: Act, word: str, sort: str, text: str) -> Iterator[str]:
        """The ban on that act, if it can be of that kind and the text speaks of it and of nothing else."""
        params = [(letter, of or sort_of(self.words, letter)) for letter, of in act.params]
        letter = next((letter for letter, of in params if of == sort), "")
        verb = act.phrase.split()[0]
        verbs = rf"\b(?:be )?(?:{re.escape(verb)}|{re.escape(done(verb))})\b"
        if not letter or params[0][1] != "player":
            return
        before, _, after = text.partition("|")
        doing = bool(re.search(verbs, after)) or bool(_MADE.search(after))
        if not doing:
            return
        left = _MADE.sub(" ", re.sub(verbs, " ", f"{before} {after}")).strip()
        counted = ""
        if limit := _LIMIT.search(left):
            if not (counted := self._counted_things(letter, word, limit["what"])):
                return
            counted += f" is {limit['amount'].replace('fewer', 'less').replace('exactly', '').strip()} {limit['number']}".replace(
                "  ", " "
            )
            left = left[: limit.start()]
        things = {of for _, of in params}
        things |= {other for group in self.alike if things & {*group} for other in group}
        rest = [
            one
            for one in re.findall(r"\w+", _IDLE.sub(" ", left))
            if one.lower() not in {*things, *map(plural, things)}
        ]
        head = act.said.split(" | ")[0].replace("{", "").replace("}", "")
        plain = _bare_letters(act.phrase)
        norm = f"{head[0]} must not {plain} if {letter} is {word}{f' and {counted}' if counted else ''}"
        if not rest and self._reads(norm, "norm"):
            yield norm

    def _counted_things(self, letter: str, word: str, what: str) -> str:
        """How many of such things a step that is taken of that kind goes through."""
        found = dict[str, frozenset[str]]()
        for entry in (entry for key, entry in self.rules.items() if key.startswith("procedure ")):
            for line in entry.all("step"):
                each = re.search(
                    rf": If {letter} is {re.escape(word)}, for each (\w+) ([A-Z]) such that (.+?), [(A-Z]", line.rest
                )
                if each and "was" not in each[3]:
                    clauses = [name for name in line.rest.partition(":")[0].split() if name in self.spoken.clauses]
                    said = " ".join(self.spoken.clauses[name].text("says") for name in clauses)
                    sorts = [each[1], *(one for group in self.alike if each[1] in group for one in group)]
                    known = words_of(f"{said} {each[3]} {' '.join(sorts)}").words
                    nouns = {*sorts, *map(plural, sorts)}
                    if what.split()[-1].lower() in nouns or nouns & {*what.lower().split()}:
                        found[f"the number of {each[1]} {each[2]} such that {each[3]}"] = known
        told = words_of(what).words
        further = self.spoken.missing(told, words_of(" ".join(one for group in self.alike for one in group)).words)
        fitting = [one for one, known in found.items() if further and not self.spoken.missing(told, known)]
        return fitting[0] if len(fitting) == len(found) == 1 else ""


def _bare_letters(phrase: str) -> str:
    return phrase.split(" | ")[0].replace("{", "").replace("}", "")
