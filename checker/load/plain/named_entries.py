"""Sentences behind the title of a card, and sentences about the cards whose text does something: what they say is said of those
cards and of nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from checker.load.plain.framed import FramedErrata
from checker.load.plain.rules_changed import NotRead, whole
from checker.load.plain.spoken_of import FEWEST_SHARED, SpokenOf, words_of

_ENTRY = re.compile(r"(?:the |card )?(?P<name>[^:]+?)(?: \((?P<at>\d+)\))?: (?P<said>.+)", re.I)
_THOSE = re.compile(
    r"(?:all |the )?(?P<kind>[a-z ]*cards) (?:that|which) (?P<do>.+?) (?P<rest>(?:may|must|cannot|can|do|are|need|have|lose)\b.+)",
    re.I,
)
_CHANGED = re.compile(r"(?:change norm|remove norm|norm|change clause|remove clause)(?: of)? ([^:\s]+)")
_MUST = re.compile(
    r"^(?:only )?(?P<who>your opponent|each player|you) must (?P<first>\w+)(?P<rest>.*?)(?: and (?P<then>\w+)(?P<last> .+))?$",
    re.I,
)


class NamedEntries(FramedErrata):
    """What is said of cards by their titles, or by what they do."""

    def _of_entry(self, sentence: str, _: NotRead, number: int) -> str:
        """The entries that the sentence says of the card whose title stands in front of it."""
        found = _ENTRY.fullmatch(sentence.strip())
        title = self._title(found["name"], found["at"] or "") if found else ""
        if not found or not title:
            return ""
        said = found["said"][:1].upper() + found["said"][1:]
        clauses = self.rules[f"card {title}"].text("clauses").split()
        alone = type(self)(self.words, self.word_entries, self.rules, self.alike)
        places = (zone.phrase for zone in self.words.zones)
        about = {
            key: entry
            for key, entry in self.rules.items()
            if not key.startswith("clause ") or key.partition(" ")[2] in clauses
        }
        alone.spoken = SpokenOf(about, self.alike, places)
        with suppress(NotRead):
            entries = alone.formal(whole(said), number)
            heads = [line for line in entries.splitlines() if line[:1] != " "]
            changed = [_CHANGED.match(line) for line in heads]
            if all(one and one[1] in clauses for one in changed):
                return entries
        return self._text_anew(title, said, clauses)

    def _title(self, name: str, at: str) -> str:
        """The one title that is so, with its number or without."""
        wanted = name.casefold()
        bare = {title: re.sub(r"^\d+ ", "", title).casefold() for title in self.titles}
        fits = [title for title in self.titles if wanted in (title.casefold(), bare[title])]
        fits = [title for title in fits if not at or title.split()[0].lstrip("0") == at.lstrip("0")]
        return fits[0] if len(fits) == 1 else ""

    def _text_anew(self, title: str, said: str, clauses: list[str]) -> str:
        """The card with the text that the sentence says, if nothing but its text says what it does and the sentence says as much."""
        card = self.rules[f"card {title}"]
        if (
            card.all("norm")
            or not clauses
            or any(self.norms.get(rule, ("",)) for rule in clauses)
            or re.search(r"\balso\b", said)
        ):
            return ""
        told = frozenset(word for rule in clauses for word in words_of(self.rules[f"clause {rule}"].text("says")).words)
        shared = words_of(re.sub(r"^Instead of [^,]+, ", "", said)).words
        if 2 * len(self.spoken.missing(told, shared)) > len(told):
            return ""
        for way in _as_done(said):
            if self._reads(way, "effect"):
                texts = [line.rest for line in card.all("text")]
                first = [one for one in texts[:1] if self._on_others(one.partition(". ")[0], title)]
                kept = [f"  text {one.partition('. ')[0].rstrip('.')}." for one in first]
                anew = [f"change clause {rule}\n  says {whole(said)}" for rule in clauses if len(clauses) == 1]
                return "\n".join(
                    (*anew, f"change card {title}", *kept, f"  text {way}", f"  because {' '.join(clauses)}")
                )
        return ""

    def _on_others(self, text: str, title: str) -> bool:
        """Several cards begin so."""
        begun = [
            entry.text("text")
            for key, entry in self.rules.items()
            if key.startswith("card ") and key != f"card {title}"
        ]
        return sum(one.startswith(text.rstrip(".")) for one in begun) > 1

    def _of_those(self, sentence: str, _: NotRead, number: int) -> str:
        """The entries that say it of each card whose text says that it does so."""
        found = _THOSE.fullmatch(sentence.strip())
        done = words_of(found["do"]).words if found else frozenset[str]()
        if not found or len(done) < FEWEST_SHARED + 1:
            return ""
        texts = {
            title: " ".join(line.rest for line in self.rules[f"card {title}"].all("text")) for title in self.titles
        }
        meant = [title for title, text in texts.items() if text and not self.spoken.missing(done, words_of(text).words)]
        with suppress(NotRead):
            read = [self.formal(f"{title} {found['rest']}", number + at) for at, title in enumerate(meant)]
            return "\n".join(re.sub(r"(?m)^  says .*$", lambda _: f"  says {whole(sentence)}", one) for one in read)
        return ""


def _as_done(said: str) -> Iterator[str]:
    """The text as a card says it: who has to do it does it."""
    text = re.sub(r"^Instead of [^,]+, ", "", said.strip().removesuffix("."))
    text = re.sub(r"\b(?:1|one) (?=[a-z])", "a ", text)
    yield whole(text[:1].upper() + text[1:])
    if found := _MUST.fullmatch(text):
        then = f" and {third_person(found['then'])}{found['last']}" if found["then"] else ""
        done = f"{found['who']} {third_person(found['first'])}{found['rest']}{then}"
        yield whole(done[:1].upper() + done[1:])


def third_person(verb: str) -> str:
    """The verb as one player does it."""
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o")) else f"{verb}s"
