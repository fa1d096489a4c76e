"""Changes told to people, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict

from checker.ask.answer_json import overruled_json
from checker.ask.answer_text import wrapped
from checker.ask.colours import columns
from checker.check.finding_formats import finding_json
from checker.errata.diff import Changes
from checker.errata.norm_probes import Probed
from checker.errata.play_diff import ChangedAnswer, Play
from checker.errata.ruling_diff import Changed
from checker.errata.text_diff import ChangedText
from checker.kernel.verdict import Extent, Finding
from checker.load.amended.overruled import clash

MOST_WORDS = 300
MOST_RULINGS = 10
"""So many of the rulings that come out otherwise are told where not all are asked for; the JSON has them all."""


RULING = {"title": "ruling", "what": "changes"}
"""What the JSON calls otherwise of a ruling that comes out otherwise."""
FINDING = ("code", "name", "severity", "message", "clauses", "cards", "fingerprint", "witness")
"""What is told of a finding that came or went."""


def lines(every: list[Changes], all_rulings: bool = False) -> Iterator[str]:
    """The changes in plain text: those that can be seen with their scene, the shortest first, those of reason counted."""
    for one in every:
        yield f"{one.game}: {', '.join(one.amendments) or 'the two versions'}"
        if one.late:
            why = "interrupted before all was looked at" if one.interrupted else "the time ran out"
            more = "" if one.interrupted else " (`--seconds` gives more)"
            said = f"{why}: only a part was looked at of {', '.join(one.late)}{more}"
            yield from wrapped(said, "  ", "    ")
        for clashing in one.clashes:
            yield from wrapped(f"clash: {clash(clashing)}", "  ", "    ")
        yield from _texts(one)
        yield from _play(one)
        yield from _rulings(one, len(one.changed) if all_rulings else MOST_RULINGS)
        yield from _findings(one)


def so_far(one: Changes) -> str:
    """What is known while the rest is still looked at, with the first that a reader would see of it, a line each."""
    found = [
        f"{len(some)} {thing if len(some) == 1 else things}"
        for some, thing, things in (
            (one.answers, "answer of a ruling", "answers of rulings"),
            (one.play.plays, "way to play a card", "ways to play a card"),
            (one.probed, "scene", "scenes"),
        )
    ]
    left = f"; still to look at: {', '.join(one.late)}" if one.late else ""
    seen = [(p.scene, s.question, s.before, s.after) for p in one.play.plays for s in p.seen[:1]]
    seen += [(c.scene, c.question, c.before, c.after) for c in one.answers] + [
        (p.scene, p.question, p.before, p.after) for p in one.probed
    ]
    said = [f"{one.game}: {', '.join(found)} come out otherwise so far{left}"]
    for scene, question, was, now in sorted(seen, key=lambda one: len(one[0]))[:1]:
        told = [*scene.split("\n"), *([question] if not scene.endswith(question) else [])]
        said.append(f"  for instance `{'; '.join(told)}`: {was}, then {now}")
    return "\n".join(said)


def _texts(one: Changes) -> Iterator[str]:
    if not one.texts:
        yield "  nothing stands otherwise"
        return
    yield "  what stands otherwise:"
    named = {clause.name for clause in one.clauses}
    for clause in one.clauses:
        stays = clause.before == clause.after
        yield from wrapped(f"clause {clause.name}: {clause.after if stays else clause.what}", "    ", "      ")
        yield from () if stays else _both(clause, "      ")
        for text in one.texts:
            if text.clause == clause.name and text.kind != "clause":
                yield from _otherwise(text, "      ")
    for text in one.texts:
        if text.clause not in named:
            yield from _otherwise(text, "    ")


def _otherwise(text: ChangedText, margin: str) -> Iterator[str]:
    """What the text is of, and what it said and says."""
    same = " (says the same)" if text.proved else ""
    how = f" ({text.how})" if text.how else ""
    yield from wrapped(f"{text.kind} {text.name}: {text.what}{same}{how}", margin, f"{margin}  ")
    yield from () if text.proved else _both(text, f"{margin}  ")


def _both(text: ChangedText, margin: str) -> Iterator[str]:
    for sign, said in (("-", text.before), ("+", text.after)):
        if said:
            yield from wrapped(f"{sign} {said[:MOST_WORDS]}", margin, f"{margin}  ")


def _scope(one: Changes) -> str:
    asked = f"; what changed norms speak of, in {one.asked} scenes of the catalogue and of rulings" if one.asked else ""
    return one.play.scope + asked


def _play(one: Changes) -> Iterator[str]:
    if not one.observable:
        said = f"no observable change ({one.extent.value}: {_scope(one)}; {one.rulings} rulings)"
        yield from wrapped(
            said if one.extent is not Extent.UNKNOWN else f"nothing observable was seen{said[20:]}", "  ", "    "
        )
    for play in one.play.plays:
        yield from _one_play(play)
    for found in one.probed:
        yield from _probed(found)
    if one.play.hidden:
        more = "further " if one.play.plays else ""
        many = "s" if one.play.hidden > 1 else ""
        yield f"  {one.play.hidden} {more}difference{many} on the table that no question of the catalogue shows"
    if one.play.cut:
        yield f"  {one.play.cut} scene{'s' if one.play.cut > 1 else ''} had more ways to go on than were followed"
    if one.observable:
        yield from wrapped(f"looked at: {_scope(one)}", "  ", "    ")


MOST_SITUATIONS = 4
"""How many of the situations in which a card plays otherwise are named; the JSON names them all."""


def _one_play(play: Play) -> Iterator[str]:
    who = " then ".join(play.cards) if play.cards else "whatever is played"
    where = play.situations[:MOST_SITUATIONS]
    more = len(play.situations) - len(where)
    further = f" and {more} more situation{'s' if more > 1 else ''}" if more else ""
    yield from wrapped(f"{who}: otherwise in {', '.join(where)}{further}", "  ", "    ")
    yield from (f"      {line}" for line in play.scene.split("\n"))
    yield from _side_by_side(play.seen)


def _probed(found: Probed) -> Iterator[str]:
    yield f"  {found.about}: otherwise for instance in" if found.about else "  otherwise for instance in"
    yield from (f"      {line}" for line in found.scene.split("\n"))
    yield from _side_by_side((ChangedAnswer(found.question, found.before, found.after),))


def _side_by_side(seen: tuple[ChangedAnswer, ...]) -> Iterator[str]:
    """The answers in columns; below each other where they are too long for that."""
    wide = max(len(s.question) for s in seen)
    left = max(len("before"), *(len(s.before) for s in seen))
    if 6 + wide + left + max(len(s.after) for s in seen) + 4 <= columns():
        yield f"      {'':{wide}}  {'before':{left}}  after"
        yield from (f"      {s.question:{wide}}  {s.before:{left}}  {s.after}" for s in seen)
        return
    for one in seen:
        yield f"      {one.question}"
        yield from wrapped(f"before: {one.before}", "        ", "          ")
        yield from wrapped(f"after: {one.after}", "        ", "          ")


def _rulings(one: Changes, most: int) -> Iterator[str]:
    outcomes = one.answers
    reasons = [c for c in one.changed if c.what == "reason"]
    counted = f"in {one.rulings} rulings, {_number(len(outcomes), 'question')} answered otherwise"
    if reasons:
        counted += f"; {_number(len(reasons), 'question')} answered as before, but other clauses are relied on"
    yield from wrapped(counted, "  ", "    ")
    for change in outcomes[:most]:
        yield f"  {change.file}:{change.line}: {change.authority.of(change.title)}"
        yield from (f"      {line}" for line in change.scene.split("\n"))
        yield f"    {change.what}: {change.before}  ->  {change.after}"
    if len(outcomes) > most:
        yield f"  and {len(outcomes) - most} more, with longer scenes (`--all` tells them)"
    if reasons:
        titles = list(dict.fromkeys(c.authority.of(c.title) for c in reasons))
        shown = "; ".join(titles[:20]) + ("; …" if len(titles) > 20 else "")
        yield from wrapped(f"other clauses are relied on in: {shown}", "  ", "    ")


def _number(many: int, what: str) -> str:
    """So many of them are."""
    return f"{many} {what}s are" if many > 1 else f"{'one' if many else 'no'} {what} is"


def _findings(one: Changes) -> Iterator[str]:
    told = one.findings
    if told.left:
        why = "not done, or given up, in one of the versions"
        yield from wrapped(f"findings of {', '.join(told.left)} were not compared: {why}", "  ", "    ")
    for gone in told.gone:
        yield from wrapped(f"finding gone: {gone.code} {gone.severity}: {gone.message}", "  ", "    ")
    for new in told.new:
        yield from _found("new", new)
    for both in told.changed:
        yield from _found("changed", both.after)
        yield from wrapped(f"was {both.before.severity}: {both.before.message}", "    ", "      ")


def _found(word: str, found: Finding) -> Iterator[str]:
    yield from wrapped(f"finding {word}: {found.code} {found.severity}: {found.message}", "  ", "    ")
    yield from (f"      {line}" for line in found.witness.split("\n") if found.witness)


# -- for programs ------------------------------------------------------------------------------


def as_json(every: list[Changes]) -> dict[str, object]:
    """The changes of all games: schema hexcheck/changes/1."""
    return {"schema": "hexcheck/changes/1", "games": [_game(one) for one in every]}


def _game(one: Changes) -> dict[str, object]:
    return {
        "game": one.game,
        "amendments": list(one.amendments),
        "late": list(one.late),
        "clashes": overruled_json(one.clashes),
        "observable": one.observable,
        "extent": one.extent.value,
        "scope": _scope(one),
        "text": [_text(t) for t in one.texts],
        "play": [
            {"cards": p.cards, "situations": p.situations, "scene": p.scene, "questions": [asdict(s) for s in p.seen]}
            for p in one.play.plays
        ],
        "asked": [asdict(p) for p in one.probed],
        "rulings": [_ruling(c) for c in one.changed],
        "findings": {
            "gone": [_finding(f) for f in one.findings.gone],
            "new": [_finding(f) for f in one.findings.new],
            "changed": [
                {"before": _finding(both.before), "after": _finding(both.after)} for both in one.findings.changed
            ],
            "not_compared": list(one.findings.left),
        },
    }


def _ruling(one: Changed) -> dict[str, object]:
    told = asdict(one) | asdict(one.authority)
    return {RULING.get(name, name): said for name, said in told.items() if name != "authority"}


def _text(text: ChangedText) -> dict[str, object]:
    told = {"before": text.before, "after": text.after, "says_the_same": text.proved, "how": text.how}
    return {"kind": text.kind, "name": text.name, "change": text.what, **told}


def _finding(found: Finding) -> dict[str, object]:
    told = finding_json(found)
    return {key: told[key] for key in FINDING}
