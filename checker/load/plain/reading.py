"""A sentence of an erratum as the entries that say it formally."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.kernel.norm import Gives, May, Must, MustNot
from checker.kernel.source import InputError, Place
from checker.kernel.vocabulary import Vocabulary
from checker.load.apply_erratum import norms, numbered
from checker.load.plain.patterns import Told, figures, told, without_idle
from checker.syntax.files import Entry, SourceLine
from checker.syntax.lexer import in_figures
from checker.syntax.natural.english import bare, plural
from checker.syntax.natural.tables import LeftOpen
from checker.syntax.sentences import Sentences


class NotRead(Exception):
    """A sentence that is not read, and why; the `hint` proposes one, or entries, that are."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class PlainErrata:
    """The rules as they are where a sentence changes them."""

    def __init__(self, words: Vocabulary, word_entries: dict[str, Entry], rules: dict[str, Entry]) -> None:
        self.words = words
        self.word_entries = word_entries
        self.rules = rules
        self.titles = tuple(k.partition(" ")[2] for k in rules if k.startswith("card "))
        self.sentences = Sentences(words, self.titles)

    def formal(self, sentence: str, number: int) -> str:
        """The entries that the sentence says; `number` is that of the clause it brings, if it does. Raises NotRead."""
        refused: list[NotRead] = []
        for change in told(sentence):
            try:
                return self._changed(change, number)
            except NotRead as error:
                refused.append(error)
        try:
            return self._ruled(without_idle(sentence), sentence, number)
        except NotRead as error:
            raise next((r for r in refused if r.hint or not error.hint), error) from None

    def _changed(self, change: Told, number: int) -> str:
        words = change.words
        match change.kind:
            case "remove":
                return f"remove clause {self._clause(words['id'])}"
            case "swap":
                return self._swapped(self._clause(words["id"]), words["old"], words["new"])
            case "swap anywhere":
                return self._swapped_anywhere(words["old"], words["new"])
            case "instead":
                return self._instead(words)
            case "anew":
                return self._anew(self._clause(words["id"]), words["new"])
            case "added":
                return f"norm of {self._clause(words['id'])}: {self._in_full(_whole(words['new']))}"
            case "add":
                return self.formal(_whole(words["new"]), number)
            case "starts":
                return self._starting(words["number"], words["what"])
            case "copies":
                return self._copies(words["number"], words["what"])
            case "once":
                return self._once(words["said"], words["period"], number)
            case "first":
                return self._first(words, number)
            case _:
                return self._even_if(words["said"], words["cond"])

    # -- clauses -------------------------------------------------------------------------------

    def _clause(self, name: str) -> str:
        known = {k.partition(" ")[2].lower(): k.partition(" ")[2] for k in self.rules if k.startswith("clause ")}
        if name.lower() not in known:
            import difflib

            near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.5)
            raise NotRead(f"there is no rule `{name}`", f"did you mean `{known[near[0]]}`?" if near else "")
        return known[name.lower()]

    def _swapped(self, clause: str, old: str, new: str) -> str:
        """Every norm of the clause with the new words in the place of the old ones, and what it says too."""
        entry = self.rules[f"clause {clause}"]
        old_, new_ = figures(old), figures(new)
        lines = []
        for _, line in numbered(entry):
            if _has(line.rest, old_):
                lines += [f"change norm of {clause}: {line.rest}", f"  norm {_with(line.rest, old_, new_)}"]
        counts = [line.rest for line in entry.all("count") if _has(line.rest, old_)]
        lines += [f"count {_with(one, old_, new_).replace(' cards', ' cards')}" for one in counts]
        if not lines:
            raise NotRead(f"no norm of {clause} has `{old}`", self._nearest_of(clause, new))
        return "\n".join(lines)

    def _nearest_of(self, clause: str, new: str) -> str:
        """A proposal: the only number that the norms of the clause have, changed."""
        entry = self.rules[f"clause {clause}"]
        found = {n for _, line in numbered(entry) for n in re.findall(r"\b\d+\b", line.rest)}
        if len(found) == 1 and figures(new).isdigit():
            return f"did you mean `Change {found.pop()} to {figures(new)} in {clause}.`?"
        return f"`change clause {clause}`, below it all norms that it has, changes it as a whole"

    def _swapped_anywhere(self, old: str, new: str) -> str:
        old_ = figures(old)
        found = [
            k.partition(" ")[2]
            for k, entry in self.rules.items()
            if k.startswith("clause ")
            and (any(_has(line.rest, old_) for _, line in numbered(entry)) or _has(entry.text("says"), old))
        ]
        if len(found) == 1:
            return self._swapped(found[0], old, new)
        which = f"in which rule? {', '.join(found[:6])} have it" if found else f"no rule has `{old}`"
        raise NotRead(which, f"did you mean `Change {old} to {new} in {found[0]}.`?" if found else "")

    def _instead(self, words: dict[str, str]) -> str:
        """Refused, with the change of the number in the rule that says most of the words."""
        old, new = figures(words["old"]), figures(words["new"])
        if not old.isdigit() or not new.isdigit():
            raise NotRead("instead of what? a rule and its number are named")
        said = {w.removesuffix("s") for w in re.findall(r"[a-z]{3,}", f"{words['said']} {words['rest']}".lower())}
        scored = []
        for key, entry in self.rules.items():
            if key.startswith("clause ") and any(_has(line.rest, old) for _, line in numbered(entry)):
                own = {w.removesuffix("s") for w in re.findall(r"[a-z]{3,}", " ".join(x.rest for x in entry.lines).lower())}
                alike = sum(any(o.startswith(w) for o in own) for w in said)
                scored.append((-alike, key.partition(" ")[2]))
        if not scored:
            raise NotRead(f"no rule has {old}")
        best = sorted(scored)[0][1]
        raise NotRead("in which rule?", f"did you mean `Change {old} to {new} in {best}.`?")

    def _anew(self, clause: str, said: str) -> str:
        entry = self.rules[f"clause {clause}"]
        kind = entry.head.rest.partition(" ")[2]
        full = self._in_full(_whole(said))
        kept = [f"  {line.key} {line.rest}" for line in entry.lines if line.key in ("over", "for", "count")]
        return "\n".join((f"clause {clause} {kind}", f"  says {_whole(said)}", *kept, f"  norm {full}"))

    # -- words and cards -----------------------------------------------------------------------

    def _starting(self, number: str, what: str) -> str:
        """The field that players have so much of, with another number that it starts with."""
        amount = figures(number)
        for field in self.words.fields:
            named = re.fullmatch(r"[Tt]he (.+) of \{[^}]+\}", field.phrase.split(" | ")[0])
            if named and field.result == "number" and named[1].lower() in (what.lower(), plural(what).lower()):
                entry = self.word_entries[f"field {field.name}"]
                if amount.isdigit() and (started := re.sub(r"starts \S+?(?=,|$)", f"starts {amount}", entry.head.rest)) != entry.head.rest:
                    return f"field {started}"
        start = next((k.partition(" ")[2] for k in self.rules if k.startswith("clause ") and _starts(self.rules[k], what)), "")
        raise NotRead(f"nothing that players start with is called `{what}`", f"did you mean `Change 1 to {amount} in {start}.`?" if start else "")

    def _copies(self, number: str, what: str) -> str:
        amount = figures(number)
        for title in self.titles:
            if what.lower() in (title.lower(), plural(title).lower()) and amount.isdigit():
                return f"change card {title}\n  copies {amount} errata"
        raise NotRead(f"no card is called `{what}`")

    def _of_card(self, sentence: str) -> str:
        """What a card now also does, as one more sentence of its text."""
        for title in sorted(self.titles, key=len, reverse=True):
            found = re.match(rf"(?:the )?(?:card )?{re.escape(title)} now also (says:? )?(.+?)\.?$", sentence, re.IGNORECASE)
            if found:
                said = found[2]
                if not found[1]:
                    verb, _, rest = said.partition(" ")
                    said = f"{bare(verb)} {rest}"
                said = _whole(said[:1].upper() + said[1:])
                if not self._reads(said, "effect"):
                    raise NotRead("what the card also does is not read", self._hint(said, "effect"))
                entry = self.rules[f"card {title}"]
                texts = [f"  {line.key} {line.rest}" for line in entry.lines if line.key in ("text", "because")]
                return "\n".join((f"change card {title}", *texts, f"  text {said}"))
        return ""

    # -- norms ---------------------------------------------------------------------------------

    def _ruled(self, sentence: str, said: str, number: int) -> str:
        """A norm that changes the one that gives the value, or a clause of its own."""
        if changed := self._of_card(said):
            return changed
        text = self._in_full(sentence)
        made = self.sentences.norm(_line(text))
        if made is None:
            self.sentences.problems.clear()
            raise NotRead("this is not read")
        claim, _ = made
        if isinstance(claim, Gives) and (older := self._giving(text)):
            return older
        lines = [f'clause E-{number} {_kind(claim)} "Errata"']
        if isinstance(claim, MustNot) and (over := list(self._allowing(claim.act.act))):
            lines.append(f"  over {' '.join(over)}")
        return "\n".join((*lines, f"  says {_whole(said)}", f"  norm {text}"))

    def _in_full(self, sentence: str) -> str:
        """The norm that the sentence says, in full. Raises NotRead."""
        sentence = _whole(sentence)
        try:
            language, tree = self.sentences.read(_line(sentence), "norm")
            return self.sentences.card_language.show(self.sentences.unfolded(tree))
        except InputError as error:
            raise NotRead(error.problems[0].message, error.problems[0].hint) from None
        except LeftOpen as error:
            raise NotRead(str(error), error.hint) from None
        except ValueError as error:
            raise NotRead(str(error)) from None

    def _reads(self, text: str, start: str) -> bool:
        try:
            self.sentences.unfolded(self.sentences.read(_line(text), start)[1])
        except (InputError, ValueError):
            return False
        return True

    def _hint(self, text: str, start: str) -> str:
        try:
            self.sentences.read(_line(text), start)
        except InputError as error:
            return error.problems[0].hint
        return ""

    def _giving(self, text: str) -> str:
        """The one norm that gives the value under the same condition, with the new one in its place."""
        value, _, cond = text.partition(" if ")
        lead, is_, _ = value.partition(" is ")
        found = []
        for key, entry in self.rules.items():
            if key.startswith("clause "):
                for _, line in numbered(entry):
                    its, _, when = line.rest.partition(" if ")
                    if its.partition(" is ")[0].split() == lead.split() and _same(when, cond):
                        found.append((key.partition(" ")[2], line.rest))
        if len(found) > 1:
            raise NotRead(f"which norm? {', '.join(n for n, _ in found)} give it", f"did you mean `change norm of {found[0][0]}: {found[0][1]}`?")
        return f"change norm of {found[0][0]}: {found[0][1]}\n  norm {text}" if found else ""

    def _allowing(self, act: str) -> Iterator[str]:
        """The clauses that allow or demand the act."""
        for key, entry in self.rules.items():
            if key.startswith("clause "):
                made = (self.sentences.norm(line) for _, line in numbered(entry) if not line.rest.startswith("["))
                if any(m is not None and isinstance(m[0], May | Must) and m[0].act.act == act for m in made):
                    yield key.partition(" ")[2]
        self.sentences.problems.clear()

    def _once(self, said: str, period: str, number: int) -> str:
        """What may be done once in a period of play is written down, and forbidden until the next one."""
        renewed = self._renewal(period.strip(), number)
        found = self.sentences.once(_line(_whole(said)))
        if found is None:
            raise NotRead("who may do what only once?", self._hint(_whole(said), "norm"))
        who, event, forbidden, cond = found
        done = f"{who} has done it once by E{number}"
        lines = [
            f'field done E{number} "{{{who}}} has done it once by E{number}": condition, starts no',
            f'clause E-{number} prohibition "Errata"',
            *((f"  over {' '.join(over)}",) if (over := list(self._allowing(self._act_of(forbidden)))) else ()),
            f"  says {_whole(said)}",
            f"  norm when {event}, set it so that {done}{f' if {cond}' if cond else ''}",
            f"  norm {forbidden} if {done}{f' and ({cond})' if cond else ''}",
            *renewed,
        ]
        return "\n".join(lines)

    def _act_of(self, forbidden: str) -> str:
        made = self.sentences.norm(_line(forbidden))
        return made[0].act.act if made is not None and isinstance(made[0], MustNot) else ""

    def _renewal(self, period: str, number: int) -> tuple[str, ...]:
        """The step with which the period begins anew. Raises NotRead for what is no period of the game's play."""
        if period == "game":
            return ()
        procedures = {k.partition(" ")[2]: entry for k, entry in self.rules.items() if k.startswith("procedure ")}
        entry = procedures.get(period)
        if entry is None or not (steps := [line.rest.partition(":")[0].split()[0] for line in entry.all("step")]):
            named = ", ".join(f"`{name}`" for name in procedures)
            raise NotRead(f"no procedure is called `{period}`; a period is one of {named}")
        free = f"For each player P, set it not so that P has done it once by E{number}."
        return (f"step anew-{number} of {period} E-{number} before {steps[0]}: {free}",)

    def _first(self, words: dict[str, str], number: int) -> str:
        """What follows an event the first time in a period is written down of whom it happens to."""
        renewed = self._renewal(words["period"], number)
        full = self._in_full(f"Whenever {words['event']}, {words['done']}.")
        found = re.fullmatch(r"when (\w+) (.+?), (.+?)(?: if (.+))?", full)
        if found is None:
            raise NotRead("what is that follows the first time?")
        who, event, done, cond = found.groups()
        once = f"{who} has done it once by E{number}"
        also = f" and ({cond})" if cond else ""
        return "\n".join(
            (
                f'field done E{number} "{{{who}}} has done it once by E{number}": condition, starts no',
                f'clause E-{number} effect "Errata"',
                f"  says The first time each {words['period']} {words['event']}, {words['done']}.",
                f"  norm when {who} {event}, if not {once}{also}, ({done[:1].upper()}{done[1:]}. Set it so that {once}.)",
                *renewed,
            )
        )

    def _even_if(self, said: str, cond: str) -> str:
        """Refused, with the norms that allow it, without what need not hold."""
        found = self.sentences.once(_line(_whole(said)))
        if found is None:
            raise NotRead("who may do what?", self._hint(_whole(said), "norm"))
        lowered = self.sentences.norm(_line(found[2]))
        act = lowered[0].act.act if lowered is not None and isinstance(lowered[0], MustNot) else ""
        words = {w for w in re.findall(r"[a-z]{4,}", cond.lower())}
        lines = []
        for clause in self._allowing(act):
            for _, line in numbered(self.rules[f"clause {clause}"]):
                head, _, conds = line.rest.partition(" if ")
                kept = [c for c in conds.split(" and ") if not (c.startswith("not ") and words & set(re.findall(r"[a-z]{4,}", c)))]
                if " may " in head and len(kept) < len(conds.split(" and ")):
                    lines += [f"change norm of {clause}: {line.rest}", f"  norm {head} if {' and '.join(kept)}"]
        if not lines:
            raise NotRead("no norm that allows this has a condition that need not hold")
        return "\n".join(lines)


def _line(text: str) -> SourceLine:
    return SourceLine("norm", text, Place("an erratum", 1), text)


def _whole(said: str) -> str:
    said = said.strip()
    return said if said.endswith(".") else said + "."


def _has(text: str, words: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(words)}(?![\w-])", text) is not None


def _with(text: str, old: str, new: str) -> str:
    return re.sub(rf"(?<![\w-]){re.escape(old)}(?![\w-])", new.replace("\\", ""), text)


def _same(one: str, other: str) -> bool:
    """The conditions are the same but for their letters."""
    return re.sub(r"\b[A-Z]\d*\b", "#", one).split() == re.sub(r"\b[A-Z]\d*\b", "#", other).split()


def _starts(entry: Entry, what: str) -> bool:
    return what.lower() in entry.text("says").lower() and bool(norms(entry))


def _kind(claim: object) -> str:
    match claim:
        case May():
            return "permission"
        case Must():
            return "obligation"
        case MustNot():
            return "prohibition"
        case Gives():
            return "definition"
    return "effect"


__all__ = ["NotRead", "PlainErrata", "in_figures"]
