"""Sentences that say what holds from now on, or no more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.kernel.norm import Gives, May, MustNot
from checker.load.plain.clauses import ChangedClauses
from checker.load.plain.rules_changed import NotRead, kind_of, line_of, same, whole
from checker.load.plain.spoken_of import words_of
from checker.syntax.grammar import phrases
from checker.syntax.natural.english import bare, done


class Unrenewed(NotRead):
    """A period that no procedure of the game is called by; those that are `known`."""

    def __init__(self, message: str, period: str, known: tuple[str, ...]) -> None:
        super().__init__(message)
        self.period, self.known = period, known


class ChangedNorms(ChangedClauses):
    """What holds otherwise."""

    def _ruled(self, sentence: str, said: str, number: int) -> str:
        """A norm that changes the one that gives the value, or a clause of its own."""
        if changed := self._of_card(said):
            return changed
        if kinded := self._of_kind(said):
            return kinded
        text = self._in_full(sentence)
        made = self.sentences.norm(line_of(text))
        if made is None:
            said_ = self.sentences.problems[0].message if self.sentences.problems else "this is not read"
            self.sentences.problems.clear()
            raise NotRead(said_)
        claim, _ = made
        if isinstance(claim, Gives) and (older := self._giving(text)):
            return older
        lines = [f'clause E-{number} {kind_of(claim)} "Errata"']
        given = text.partition(" if ")[0].partition(" is ")[0] + " is "
        older_ = [rule for rule, norms in self.norms.items() if any(one.startswith(given) for one in norms)]
        if isinstance(claim, Gives) and len(older_) == 1:
            lines.append(f"  over {older_[0]}")
        if isinstance(claim, MustNot) and (over := list(self._allowing(claim.act.act))):
            lines.append(f"  over {' '.join(over)}")
        if isinstance(claim, May) and (over := list(self._excepted(claim.act.act, text))):
            lines.append(f"  over {' '.join(over)}")
        return "\n".join((*lines, f"  says {whole(said)}", f"  norm {text}"))

    def _giving(self, text: str) -> str:
        """The one norm that gives the value under the same condition, with the new one in its place."""
        value, _, cond = text.partition(" if ")
        lead, _, _ = value.partition(" is ")
        found = []
        for rule, norms in self.norms.items():
            for one in norms:
                its, _, when = one.partition(" if ")
                if its.partition(" is ")[0].split() == lead.split() and same(when, cond):
                    found.append((rule, one))
        if len(found) > 1:
            raise NotRead(
                f"which norm? {', '.join(n for n, _ in found)} give it",
                f"`change norm of {found[0][0]}: {found[0][1]}` names one",
            )
        return f"change norm of {found[0][0]}: {found[0][1]}\n  norm {text}" if found else ""

    def _excepted(self, act: str, text: str) -> Iterator[str]:
        """The clauses that forbid the act always, or of cards that they name and that the text names all, too."""
        names = "|".join(map(re.escape, sorted(self.titles, key=len, reverse=True))) or "(?!)"
        named = re.compile(rf"\b[A-Z] is (?:{names})(?!\w)")
        told = frozenset(named.findall(text))
        for rule in self.spoken.clauses:
            bans = (
                one
                for one in self.norms[rule]
                if " must not " in one and (told & {*named.findall(one)} or " if " not in one)
            )
            made = [self.sentences.norm(line_of(ban)) for ban in bans if told >= {*named.findall(ban)}]
            if any(one is not None and isinstance(one[0], MustNot) and one[0].act.act == act for one in made):
                yield rule
        self.sentences.problems.clear()

    def _allowing(self, act: str) -> Iterator[str]:
        """The clauses that allow the act."""
        for rule, norms in self.norms.items():
            made = (self.sentences.norm(line_of(one)) for one in norms if not one.startswith("["))
            if any(m is not None and isinstance(m[0], May) and m[0].act.act == act for m in made):
                yield rule
        self.sentences.problems.clear()

    def _once(self, said: str, period: str, most: int, number: int) -> str:
        """What may be done so many times in a period of play is written down, and forbidden until the next one."""
        said = re.sub(r"\bmay only\b", "may", said, count=1)
        if most < 1:
            raise NotRead("may that be done at all?", self._forbidden(said))
        try:
            renewed = self._renewal(period.strip(), number, most)
        except Unrenewed as error:
            begun = next((p for p in error.known if period.startswith(f"{p} ")), "")
            shorter = whole(f"{said} only {_often(most)} each {begun}")
            if begun and self.sentences.once(line_of(whole(said))) is not None:
                rest = period.removeprefix(begun).strip()
                raise NotRead(f"`{rest}` is not read", f"did you mean `{shorter}`?") from None
            raise
        if passive := re.fullmatch(r"(.+) may be (\w+)(.*)", said, re.IGNORECASE):
            raise NotRead("by each player, or by all of them together?", self._by_each(passive, _often(most), period))
        denied = re.sub(r"\bmay\b", "may not", said, count=1)
        found = self.sentences.once(line_of(whole(said))) or self.sentences.once(line_of(whole(denied)))
        if found is None:
            raise NotRead("who may do what only once?", self._hint(whole(said), "norm"))
        who, event, forbidden, cond = found
        often, is_so = _written(most, number)
        done, stored = is_so.format(who), often.format(who)
        field = often.replace("{}", f"{{{who}}}")
        raised = f"set it so that {stored}" if most == 1 else f"raise {stored} by 1"
        lines = [
            f'field done E{number} "{field}": {"condition, starts no" if most == 1 else "number, starts 0"}',
            f'clause E-{number} prohibition "Errata"',
            *((f"  over {' '.join(over)}",) if (over := list(self._allowing(self._act_of(forbidden)))) else ()),
            f"  says {whole(said).removesuffix('.')} only {_often(most)} each {period.strip()}.",
            f"  norm when {event}, {raised}{f' if {cond}' if cond else ''}",
            f"  norm {forbidden} if {done}{f' and ({cond})' if cond else ''}",
            *renewed,
        ]
        return "\n".join(lines)

    def _by_each(self, passive: re.Match[str], often: str, period: str) -> str:
        """A proposal: what may be done so often, done by each player."""
        thing, verb, rest = passive.groups()
        verbs = {p.parts[0] for p in phrases(self.words) if p.result == "deed"}
        plain = next((own for own in sorted(verbs) if done(own) == verb), "")
        only = rest.rstrip().removesuffix(" only")
        return (
            f"did you mean `Each player may {plain} {_small(thing)}{only} only {often} each {period.strip()}.`?"
            if plain
            else ""
        )

    def _act_of(self, forbidden: str) -> str:
        made = self.sentences.norm(line_of(forbidden))
        return made[0].act.act if made is not None and isinstance(made[0], MustNot) else ""

    def _forbidden(self, said: str) -> str:
        """A proposal: that it may not be done at all."""
        made = re.sub(r"^(?:each|every|a) player may ", "No player may ", said, count=1, flags=re.IGNORECASE)
        return f"did you mean `{whole(made)}`?" if self._reads(whole(made), "norm") else ""

    def _renewal(self, period: str, number: int, most: int = 1) -> tuple[str, ...]:
        """The step with which the period begins anew. Raises NotRead for what is no period of the game's play."""
        if period == "game":
            return ()
        procedures = {k.partition(" ")[2]: entry for k, entry in self.rules.items() if k.startswith("procedure ")}
        entry = procedures.get(period)
        if entry is None or not (steps := [line.rest.partition(":")[0].split()[0] for line in entry.all("step")]):
            named = ", ".join(f"`{name}`" for name in procedures)
            raise Unrenewed(
                f"no procedure is called `{period}`; a period is one of {named}", period, ("game", *procedures)
            )
        stored = _written(most, number)[0].format("P")
        free = f"For each player P, {f'set it not so that {stored}' if most == 1 else f'set {stored} to 0'}."
        return (f"step anew-{number} of {period} E-{number} before {steps[0]}: {free}",)

    def _first(self, words: dict[str, str], number: int) -> str:
        """What follows an event the first time in a period is written down of whom it happens to."""
        renewed = self._renewal(words["period"], number)
        if not words["event"].startswith("you "):
            raise NotRead("the first time of all players, or of each of them?", _of_each(words))
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
        denied = re.sub(r"\bmay\b", "may not", said, count=1)
        found = self.sentences.once(line_of(whole(said))) or self.sentences.once(line_of(whole(denied)))
        if found is None:
            raise NotRead("who may do what?", self._hint(whole(said), "norm"))
        act = self._act_of(found[2])
        words = {w for w in re.findall(r"[a-z]{4,}", cond.lower())}
        lines, dropped = list[str](), set[str]()
        for clause in self._allowing(act):
            for norm in self.norms[clause]:
                head, _, conds = norm.partition(" if ")
                told = conds.split(" and ")
                gone = {c for c in told if c.startswith("not ") and words & set(re.findall(r"[a-z]{4,}", c))}
                if " may " in head and gone:
                    kept = " and ".join(c for c in told if c not in gone)
                    lines += [f"change norm of {clause}: {norm}", f"  norm {head} if {kept}"]
                    dropped |= {c.removeprefix("not ") for c in gone}
        for rule, norm in ((rule, norm) for rule, every in self.norms.items() for norm in every):
            barred = dropped & {*norm.partition(" if ")[2].split(" and ")}
            if barred and norm[0] != "[" and self._act_of(norm) == act:
                lines.append(f"remove norm of {rule}: {norm}")
        known = frozenset(word for one in dropped for word in words_of(one).words)
        if left := self.spoken.missing(words_of(cond).words, known):
            raise NotRead(f"`{cond}` says more than need not hold: {', '.join(sorted(left))}")
        if not lines:
            raise NotRead("no norm that allows this has a condition that need not hold")
        return "\n".join(lines)


def _of_each(words: dict[str, str]) -> str:
    """A proposal: the sentence said to each player, if it is said of any player."""
    event = re.fullmatch(r"an? player (\w+)(.*)", words["event"])
    done = re.fullmatch(r"(?:that player|they|you) (\w+)(.*)", words["done"])
    if event is None or done is None:
        return ""
    then = bare(done[1]) if words["done"].startswith("that player") else done[1]
    return f"did you mean `The first time each {words['period']} you {bare(event[1])}{event[2]}, you {then}{done[2]}.`?"


def _written(most: int, number: int) -> tuple[str, str]:
    """How it is written down that somebody has done it, and that they have done it so often, with a gap for whom."""
    if most == 1:
        once = f"{{}} has done it once by E{number}"
        return once, once
    often = f"the times that {{}} has done it by E{number}"
    return often, f"{often} is at least {most}"


def _small(thing: str) -> str:
    """The thing as it stands within a sentence."""
    first, _, more = thing.partition(" ")
    return f"{first.lower()} {more}" if first.lower() in ("a", "an", "the", "any", "each") and more else thing


def _often(most: int) -> str:
    return {1: "once", 2: "twice"}.get(most, f"{most} times")
