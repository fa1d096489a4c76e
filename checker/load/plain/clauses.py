"""Sentences that change what clauses, words and cards of a game have written down."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.kernel.vocabulary import sorts
from checker.load.apply_erratum import edges
from checker.load.plain.patterns import figures
from checker.load.plain.restated import Restated
from checker.load.plain.rules_changed import ChangedRules, NotRead, has, starts_with, times, whole, with_words
from checker.load.plain.spoken_of import words_of
from checker.syntax.files import Entry, SourceLine
from checker.syntax.lexer import NUMBERS, pattern
from checker.syntax.natural.english import bare, plural

_SOME_NUMBER = r"\d+"


class ChangedClauses(ChangedRules):
    """What is written otherwise."""

    def _clause(self, name: str) -> str:
        known = {rule.lower(): rule for rule in self.norms}
        if name.lower() not in known:
            import difflib

            near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.5)
            raise NotRead(f"there is no rule `{name}`", f"the nearest is `{known[near[0]]}`" if near else "")
        return known[name.lower()]

    def _again(self, said: Restated, sentence: str) -> str:
        """What the sentence does to the rules that it says again. Raises NotRead where they cannot be changed so."""
        if said.how == "number":
            changed = list[str]()
            for rule in said.rules:
                if self._counts(rule, said.old):
                    changed += [self._swapped(rule, said.old, said.new, said), *self._says(rule, said, sentence)]
            if not changed:
                raise NotRead(f"{' and '.join(said.rules)} says {said.old}, which no norm of it counts")
            return "\n".join(dict.fromkeys((*changed, *self._alike_norms(said, sentence))))
        rule = said.rules[0]
        entry = self.rules[f"clause {rule}"]
        claims = [*self.norms[rule]]
        bans = [one for one in claims if " must not " in one]
        moved = [one for one in claims if said.how != "allowed" or " may " not in one]
        if said.how == "allowed" and (gone := self._liftable(moved)):
            return "\n".join((self._lifted(rule, gone), *self._but(rule, [one for one in gone if _prevents(one)])))
        turned = {one: self._turned(rule, one, said.how) for one in moved}
        told = [one for one in moved if one != turned[one]] if said.how == "withdrawn" else moved
        told = [] if said.how == "denied" and self._on_cards(rule) else told
        but = "" if said.how == "same" else "".join(f"\n{one}" for one in self._but(rule, told))
        match said.how:
            case "same":
                raise NotRead(f"{rule} says so already: {entry.text('says')}")
            case "struck" | "denied" if 0 < len(bans) < len(claims) and entry.head.rest.split()[1] == "prohibition":
                return "\n".join(f"remove norm of {rule}: {one}" for one in bans) + but
            case "allowed" | "withdrawn" | "denied" if (
                moved
                and all(now if said.how == "denied" else now is not None for now in turned.values())
                and any(one != now for one, now in turned.items())
            ):
                return (
                    f"change clause {rule}\n  says {whole(sentence)}\n"
                    + "\n".join(
                        f"change norm of {rule}: {one}\n  norm {now}" if now else f"remove norm of {rule}: {one}"
                        for one, now in turned.items()
                        if one != now
                    )
                    + but
                )
            case "denied" if claims and all(one[0] == "[" or " may " in one for one in claims):
                raise NotRead(f"what holds instead of {rule}: {entry.text('says')}")
            case "struck" | "denied" if claims or self._gone(rule) != f"remove clause {rule}":
                return self._gone(rule) + but
            case _:
                raise NotRead(f"what becomes of {rule}: {entry.text('says')}")

    def _on_cards(self, rule: str) -> bool:
        """Some card has a line of its text for nothing but the rule."""
        return any(_without(entry, rule) is not None for key, entry in self.rules.items() if key.startswith("card "))

    def _liftable(self, claims: list[str]) -> list[str]:
        """The bans, duties and preventions among the norms, if the others of them bind nobody."""
        binding = [one for one in claims if " must " in one or _prevents(one)]
        others = [one for one in claims if one not in binding]
        return (
            binding
            if all(
                re.match(r"the value of |it (?:counts|does not count) that (?!.* (?:has to|owes) )", one)
                for one in others
            )
            else []
        )

    def _but(self, rule: str, claims: list[str]) -> list[str]:
        """The norms of other clauses that say more than these do, with what these say apart. Raises NotRead where others say just that."""
        found = [*self._elsewhere(rule, claims)]
        same_ = [*dict.fromkeys(other for other, _, apart in found if not apart)]
        if any({*self.norms[other]} - {*claims} for other in same_) or (same_ and {*claims} != {*self.norms[rule]}):
            raise NotRead(f"{rule} says so, and others do much the same: {', '.join(same_)}; which are meant?")
        return [self._gone(other) for other in same_] + [
            f"change norm of {other}: {norm}\n  norm {norm}{' and ' if ' if ' in norm else ' if '}{apart}"
            for other, norm, apart in found
            if apart
        ]

    def _says(self, rule: str, said: Restated, sentence: str) -> Iterator[str]:
        """The clause in words with the new number, where it says the old one once or all are meant; else the sentence."""
        words = re.findall(r"\w+", says := self.rules[f"clause {rule}"].text("says"))
        old = [word for word in words if figures(word) == said.old]
        if old and not (len({*old}) == 1 and (len(old) == 1 or said.every)):
            yield f"change clause {rule}\n  says {whole(sentence)}"
        elif old:
            spelled = not old[0].isdigit() and 0 < int(said.new) <= len(NUMBERS)
            new = NUMBERS[int(said.new) - 1] if spelled else said.new
            new = new.capitalize() if old[0][0].isupper() else new
            yield f"change clause {rule}\n  says {with_words(says, old[0], new)}"

    def _lifted(self, rule: str, bans: list[str]) -> str:
        """The bans and duties are gone, also where other clauses have just the same, or oblige to the same with things of that kind."""
        alike = {
            *bans,
            *(one for ban in bans for every in self.norms.values() for one in every if self._as_duty(ban, one)),
        }
        gone = [(name, one) for name, every in self.norms.items() for one in every if one in alike]
        if {name for name, _ in gone} == {rule} and len(bans) == len(self.norms[rule]):
            return self._gone(rule)
        return "\n".join(f"remove norm of {name}: {one}" for name, one in gone)

    def _as_duty(self, duty: str, norm: str) -> bool:
        """Both oblige to the same with things of one kind."""
        head, _, conds = duty.partition(" if ")
        mine, _, theirs = norm.partition(" if ")
        kinds = [
            {one for one in when.split(" and ") if one[1:5] == " is " and one[5:] in self.words.kinds}
            for when in (conds, theirs)
        ]
        return " must " in head and " must not " not in head and head == mine and kinds[0] == kinds[1] != set()

    def _turned(self, rule: str, norm: str, how: str) -> str | None:
        """The norm where what it forbids is allowed, or what it allows withdrawn: nothing where it is gone, None where that is not plain."""
        if how == "allowed" and (" must " in norm or _prevents(norm)):
            return ""
        if how == "withdrawn" and " may " in norm and " or " not in norm:
            return norm.replace(" may ", " must not ", 1)
        found = re.fullmatch(r"it (counts|does not count) that (.+?)( if .+)?", norm)
        if found and found[1] != "counts" and (how == "denied" or (how == "withdrawn" and " has to " not in norm)):
            return norm
        if found and (how != "allowed" or found[1] != "counts") and self.spoken.known_words(found[3] or "", rule, 1):
            return f"it {'counts' if found[1] != 'counts' else 'does not count'} that {found[2]}{found[3] or ''}"
        return norm if how == "withdrawn" and norm.startswith(("the value of ", "no card alters ")) else None

    def _elsewhere(self, rule: str, claims: list[str]) -> Iterator[tuple[str, str, str]]:
        """The norms of other clauses that state the same wherever that holds, with what would not be the same: of any card where this
        one names one, and under no further condition."""
        names = re.compile("|".join(map(re.escape, sorted(self.titles, key=len, reverse=True))) or "(?!)")
        told = [one.partition(" if ") for one in claims]
        for other in self.spoken.clauses:
            for norm in self.norms[other] if other != rule else ():
                head, _, conds = norm.partition(" if ")
                for mine, _, when in told:
                    named = names.search(mine)
                    any_ = named and re.fullmatch(names.sub("([A-Z])", mine), head)
                    if any_ or (head == mine and {*conds.split(" and ")} <= {*when.split(" and "), ""}):
                        yield other, norm, f"{any_[1]} is not {named[0]}" if any_ and named else ""
                        break

    def _counts(self, rule: str, number: str) -> bool:
        """The norms of the clause have the number where it says so: once only and as more than one, or of things that it speaks of."""
        entry = self.rules[f"clause {rule}"]
        atoms = [one for norm in self.norms[rule] for one in re.split(r" if | and | or |[()]", norm)]
        having = [one for one in atoms if has(one, number)]
        alone = len(having) == 1 and int(number) > 1
        return bool(entry.all("count") and not having) or (
            bool(having) and (alone or all(self.spoken.known_words(one, rule) for one in having))
        )

    def _apart(self, rule: str, cond: str, card: str) -> str:
        """The norms of the clause where that is not so, or not of that card. Raises NotRead where one cannot be so."""
        changed = []
        for norm in self.norms[rule]:
            letter = next(iter(re.findall(rf"\b[{''.join(self.words_letters('card'))}]\b", norm)), "") if card else ""
            apart = f"{letter} is {card}" if letter else cond
            if letter and (other := next((t for t in self.titles if t != card and f"{letter} is {t}" in norm), "")):
                raise NotRead(f"`{norm}` is about {other}, and not about {card}")
            if apart:
                head, when, conds = norm.partition(" if ")
                whole_ = f"({conds})" if " or " in conds else conds
                now = f"{head} if {f'{whole_} and ' if when else ''}not ({apart})"
                if not self._reads(now, "norm"):
                    raise NotRead(f"`{apart}` is not read of `{norm}`", self._hint(now, "norm"))
                changed.append(f"change norm of {rule}: {norm}\n  norm {now}")
        if not changed:
            raise NotRead(f"{rule} has no norm that speaks of " + (f"the card {card}" if card else "anything"))
        return "\n".join(changed)

    def words_letters(self, sort: str) -> tuple[str, ...]:
        """The letters that stand for things of the sort."""
        return next((s.letters for s in sorts(self.words) if s.name == sort), ())

    def _alike_norms(self, said: Restated, sentence: str) -> Iterator[str]:
        """The norms of other clauses that read just as one that has the number, with the new one, and their words."""
        meant = {one for rule in said.rules for one in self.norms[rule] if has(one, said.old)}
        for rule in (rule for rule in self.norms if rule not in said.rules):
            for one in (one for one in self.norms[rule] if one in meant):
                yield f"change norm of {rule}: {one}\n  norm {with_words(one, said.old, said.new)}"
                yield from self._says(rule, said, sentence)

    def _gone(self, rule: str) -> str:
        """What takes the clause away, with the steps and the lines of cards that nothing but it asks for."""
        lines = [f"remove clause {rule}"]
        for key, entry in self.rules.items():
            kind, _, name = key.partition(" ")
            if kind == "procedure":
                told = [edges(line) for line in entry.all("step")]
                gone = [step.name for step in told if step.clauses == (rule,)]
                if gone and len(gone) == len(told):
                    raise NotRead(f"nothing would be left of the procedure `{name}`")
                lines += [f"remove step {step} of {name}" for step in gone]
            if kind == "card" and (left := _without(entry, rule)) is not None:
                if not left:
                    raise NotRead(f"nothing would be left of the text of {name}")
                lines += [f"change card {name}", *(f"  {line.key} {line.rest}" for line in left)]
        return "\n".join(lines)

    def _swapped(self, clause: str, old: str, new: str, told: Restated | None = None) -> str:
        """The norms and counts of the clause with the new words in the place of the old ones. Raises NotRead where these
        stand nowhere in it; and where the clause says them more than once: which are meant is not ours to choose."""
        entry = self.rules[f"clause {clause}"]
        old_, new_ = figures(old), figures(new)
        norms = [one for one in self.norms[clause] if has(one, old_)]
        counts = [line.rest for line in entry.all("count") if has(line.rest, old_)]
        if not norms and not counts:
            raise NotRead(f"no norm of {clause} has `{old}`", self._nearest_of(clause, old, new))
        said = times(figures(entry.text("says")), old_) or sum(times(one, old_) for one in (*norms, *counts))
        if said > 1 and told and not told.every:
            counted = [one for one in norms if self.spoken.share(told.beside, words_of(one.partition(" if ")[0]).words)]
            norms, said = (counted, 1) if 0 < len(counted) < len(norms) else (norms, said)
        if said > 1 and not (told and told.every):
            hint = f"`change norm of {clause}: {norms[0]}`, below it `norm` and the norm as it is now" if norms else ""
            raise NotRead(f"{clause} has `{old}` {said} times: which is meant?", hint)
        changed = [f"change norm of {clause}: {one}\n  norm {with_words(one, old_, new_)}" for one in norms]
        return "\n".join((*changed, *(f"count {with_words(one, old_, new_)}" for one in counts)))

    def _nearest_of(self, clause: str, old: str, new: str) -> str:
        """A proposal: the only number that the norms of the clause have, changed, or the only clause that has the words."""
        found = {n for one in self.norms[clause] for n in re.findall(r"\b\d+\b", one)}
        if len(found) == 1 and figures(new).isdigit():
            return f"did you mean `Change {found.pop()} to {figures(new)} in {clause}.`?"
        having = self._having(old)
        if len(having) == 1:
            return f"did you mean `Change {old} to {new} in {having[0]}.`?"
        return f"`change clause {clause}`, below it all norms that it has, changes it as a whole"

    def _swapped_anywhere(self, old: str, new: str) -> str:
        found = self._having(old)
        if len(found) == 1:
            return self._swapped(found[0], old, new)
        which = f"in which rule? {', '.join(found[:6])} have it" if found else f"no rule has `{old}`"
        raise NotRead(which, f"did you mean `Change {old} to {new} in {found[0]}.`?" if found else "")

    def _having(self, words: str) -> list[str]:
        """The clauses that have the words, in a norm or in what they say."""
        return [
            rule
            for rule, norms in self.norms.items()
            if any(has(one, figures(words)) for one in norms) or has(self.rules[f"clause {rule}"].text("says"), words)
        ]

    def _anew(self, clause: str, said: str) -> str:
        entry = self.rules[f"clause {clause}"]
        kind = entry.head.rest.partition(" ")[2]
        full = self._in_full(whole(said))
        kept = [f"  {line.key} {line.rest}" for line in entry.lines if line.key in ("over", "for", "count")]
        return "\n".join((f"clause {clause} {kind}", f"  says {whole(said)}", *kept, f"  norm {full}"))

    def _starting(self, number: str, what: str, was: str) -> str:
        """The value and the field that players have so much of, with another number that they start with; that `was` their
        number, if it is told."""
        amount, changed = figures(number), list[str]()
        for rule in self.spoken.clauses if amount.isdigit() else ():
            for norm in self.norms[rule]:
                found = re.fullmatch(rf"(the value of the starting (.+) is ){was or _SOME_NUMBER}", norm)
                if found and found[2].lower() == what.lower():
                    changed.append(f"change norm of {rule}: {norm}\n  norm {found[1]}{amount}")
        for field in self.words.fields:
            named = re.fullmatch(r"[Tt]he (.+) of \{[^}]+\}", field.phrase.split(" | ")[0])
            if named and field.result == "number" and named[1].lower() in (what.lower(), plural(what).lower()):
                entry = self.word_entries[f"field {field.name}"]
                begun = rf"starts {was or _SOME_NUMBER}\b"
                if amount.isdigit() and re.search(begun, entry.head.rest):
                    changed.append("field " + re.sub(begun, f"starts {amount}", entry.head.rest))
        if changed:
            return "\n".join(changed)
        start = next((rule for rule in self.norms if starts_with(self.rules[f"clause {rule}"], what)), "")
        raise NotRead(
            f"nothing that players start with is called `{what}`",
            f"did you mean `Change 1 to {amount} in {start}.`?" if start else "",
        )

    def _copies(self, number: str, what: str) -> str:
        amount = figures(number)
        for title in self.titles:
            if what.lower() in (title.lower(), plural(title).lower()) and amount.isdigit():
                return f"change card {title}\n  copies {amount} errata"
        raise NotRead(f"no card is called `{what}`")

    def _of_card(self, sentence: str) -> str:
        """What a card now also does, as one more sentence of its text."""
        for title in sorted(self.titles, key=len, reverse=True):
            own = rf"(?:the )?(?:card )?{re.escape(title)} now also (says:? )?(.+?)\.?$"
            found = pattern(own, True).match(sentence)
            if found:
                said = found[2]
                if not found[1]:
                    verb, _, rest = said.partition(" ")
                    said = f"{bare(verb)} {rest}"
                said = whole(said[:1].upper() + said[1:])
                if not self._reads(said, "effect"):
                    raise NotRead("what the card also does is not read", self._hint(said, "effect"))
                entry = self.rules[f"card {title}"]
                texts = [f"  {line.key} {line.rest}" for line in entry.lines if line.key in ("text", "because")]
                return "\n".join((f"change card {title}", *texts, f"  text {said}"))
        return ""

    def _of_kind(self, sentence: str) -> str:
        """What kind a card is of from now on, beside those that it is of."""
        said = "(?:you|players|a player) may (?:also )?play (?P<card>.+?) (?P<kind>{kinds})|(?P<this>.+?) is (?:now |also )+(?:an? )?(?P<as>{kinds})"
        kinds = "|".join(re.escape(k) for k in sorted(self.words.kinds, key=len, reverse=True)) or "(?!)"
        found = re.fullmatch(said.format(kinds=kinds), sentence.removesuffix("."), re.IGNORECASE)
        if found is None:
            return ""
        card, kind = (found["card"] or found["this"]).lower(), (found["kind"] or found["as"]).lower()
        title = next((t for t in self.titles if t.lower() == card), "")
        name = next(k for k in self.words.kinds if k.lower() == kind)
        if not title:
            return ""
        before = [k for k in self.rules[f"card {title}"].text("kinds").split(", ") if k and k != name]
        return f"change card {title}\n  kinds {', '.join((*before, name))}"


def _without(card: Entry, rule: str) -> list[SourceLine] | None:
    """The text of the card without the lines that nothing but the rule asks for; None if it has none."""
    texts: list[list[SourceLine]] = []
    for line in card.lines:
        if line.key == "text":
            texts.append([line])
        elif line.key == "because" and texts:
            texts[-1].append(line)
    left = [one for one in texts if len(one) == 1 or {x for line in one[1:] for x in line.rest.split()} != {rule}]
    return [line for one in left for line in one] if left != texts else None


def _prevents(norm: str) -> bool:
    return norm.partition(" if ")[0].endswith(" is prevented")
