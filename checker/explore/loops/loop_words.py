"""A loop of play in words: where it comes back to, who goes on with it, what changes, what could be done instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.explore.loops.loop_search import CHANCE, Looped
from checker.kernel.trees.paraphrase import generally, in_words
from checker.norms.evaluate import plain
from checker.norms.rulebook import Rulebook

MOST_NAMED = 5
"""So many cards after which play can go on for ever are named at most."""


def for_ever(rules: Rulebook, one: Looped, cards: tuple[str, ...]) -> str:
    """That play can come back there, after which cards, how, and what breaks it."""
    done = _acts(rules, one)
    if one.nobody:
        how = "and nobody decides anything in it"
        how += f": it goes on by {', '.join(one.alone)}" if one.alone else ""
    elif one.forced:
        otherwise = "nobody can lead out of it" if one.decided else "nobody in it can do otherwise"
        how = f"and {otherwise}{f', with nothing done but {done}' * (bool(one.bare) and not one.decided)}"
    else:
        how = f"{_chosen(one)}{f', by {done}' * bool(done)}"
    after = f"after {_any(cards)} " if cards else ""
    grows = f"; each time only this changes: {', '.join(_phrases(rules, one.rising))}" if one.rising else ""
    decided = "".join(f"; {line}" for line in one.decided)
    granted = f"; taken for granted: {', '.join(one.readings)}" if one.readings else ""
    breaks = "no card of the box breaks it" if not one.breaking else f"it can be broken by {', '.join(one.breaking)}"
    return f"{after}play can come back to {one.where} for ever, {how}{_free(rules, one)}{grows}{decided}{granted}; {breaks}"


def seeming(rules: Rulebook, one: Looped) -> str:
    """What looks like a loop, and why it is not told as one."""
    by = f", by {_acts(rules, one)}" if one.done else ""
    other = f"{', '.join(_phrases(rules, one.read))} is another each time, and is read there" if one.read else one.doubt
    return f"whether play can come back to {one.where} for ever{by}, is not known: {other}"


def _acts(rules: Rulebook, one: Looped) -> str:
    return " and ".join(f"`{in_words(rules.game.vocabulary, act)}`" for act in one.done)


def _any(cards: tuple[str, ...]) -> str:
    """The cards by name, of many the first ones."""
    named = [f"`{c}`" for c in cards]
    if len(named) > MOST_NAMED:
        named = [*named[: MOST_NAMED - 1], f"{len(named) - MOST_NAMED + 1} other cards"]
    return " or ".join(named)


def _free(rules: Rulebook, one: Looped) -> str:
    """The acts in the loop that no step waits for, in the words of the rules."""
    acts = (generally(rules.game.vocabulary, plain(rules.acts[a].said)) for a in one.unawaited)
    return "".join(f"; nothing bounds how often this is done: {a}" for a in acts)


def _phrases(rules: Rulebook, fields: Iterable[str]) -> Iterator[str]:
    """The fields in the words of the rules."""
    words = rules.game.vocabulary
    known = {f.name: generally(words, plain(f.phrase)) for f in words.fields}
    known |= {z.name: generally(words, plain(z.phrase)) for z in words.zones}
    return (known.get(name, name) for name in fields)


def _chosen(one: Looped) -> str:
    """Under which condition play goes on for ever."""
    if one.who == CHANCE:
        lasting = "which it has with probability 0" if one.left else "and whether it ever leads out is not known"
        return f"if chance has it so each time, {lasting}"
    return f"if {' and '.join(one.who) or 'somebody'} {'choose' if len(one.who) > 1 else 'chooses'} to go on"
