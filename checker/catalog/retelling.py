"""Scenes as they were typed, put to the games that cannot read them as they stand."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import msgspec

from checker.ask.ask import Answered, asked_at
from checker.ask.game_session import Desk
from checker.kernel.scene import Raw, Scene
from checker.kernel.source import TYPED_CHARACTERS, InputError, Place, Problem
from checker.kernel.verdict import Verdict
from checker.kernel.vocabulary import Vocabulary
from checker.syntax.everyday.english import spelled_out
from checker.syntax.everyday.retell import AS_ASKED, Retold, Unread, sentences
from checker.syntax.scene_forms import OF_EACH, QUESTION
from checker.syntax.scene_reader import seated, statements
from checker.verdicts.verdict import Answer

IDLE = "what happens?"
"""What is asked of whatever was told."""

NOTHING = frozenset({"nothing", "nobody", "no", "0"})
"""What is answered where nothing has come about."""

IDLE_TOLD = "nothing is told to happen here, and so nothing does"
UNTOLD = "nothing is told from which this follows"
BARE = "nothing more comes of that on a table on which nothing else lies"
TELL_FIRST = "say what somebody does, and ask then what happens"
"""What helps where it is asked what happens, and nothing is told to."""


def retold(desks: Sequence[Desk], text: str, file: str) -> tuple[Desk, Retold] | None:
    """The game in which the text can be told in the grammar's forms, and how; the one that it tells the most in.

    Raises InputError at the first sentence of a scene without a line of players that no game makes anything of, with
    a form near it if there is one, by the game that reads the most before it. Nobody types more than so many characters.
    """
    if len(text) > TYPED_CHARACTERS or not any(map(str.isalpha, text)):
        return None
    before = _asked_before(desks, text, file, loosely=False)
    if before and _is_meant(before[0], desks, text):
        return before
    every = [(at, at.retold(text)) for at in desks]
    found = []
    for at, told in every:
        with suppress(InputError):
            if isinstance(told, Retold) and at.scenes(told.text, file, hinted=False):
                found.append((at, told))
    if found:
        best = max(found, key=lambda one: one[1].weight)
        _refuse_idle(*best, text, file)
        return best
    near = before or _asked_before(desks, text, file, loosely=True)
    if before or (near and _is_meant(near[0], desks, text)):
        return near
    unread = [(at, told) for at, told in every if isinstance(told, Unread)]
    if unread and not any(seated(r.text) for r in statements(text, file)):
        from checker.find import near as finding
        from checker.find.search import RuleSearch

        search = RuleSearch(desks)
        meant = search.game(text)
        at, told = max(unread, key=lambda one: _nearness(one, meant))
        if told.read or meant or told.hint:
            asked = (told.sentence, *(s for s in sentences(text) if s.endswith("?"))) if told.read else (text,)
            game = at.game.name if told.read else meant
            problem = Problem(
                _place(told, text, file), "this cannot be read", _typed(told, text), _hint(at, told, text)
            )
            raise InputError(finding.with_near(problem, search, " ".join(asked), game))
    return None


def _refuse_idle(at: Desk, told: Retold, text: str, file: str) -> None:
    """Raises InputError where nothing was told to happen, nothing does, and it was asked what does, whom it happens to, or
    how much of it, or what nothing states as nothing is told: what follows from the table as it lies is another question,
    of which the rules may speak."""
    said = told.text.split("\n")[2:]
    scenes = at.scenes(told.text, file)
    so_far = all(map(partial(_so_far, at.game.vocabulary), scenes))
    events = [s for s in said if at.reader.happening(s) and not (so_far and ": " in s)]
    nobody_did = bool(events) and all(event.split()[0] not in seated(told.text.split("\n")[1]) for event in events)
    amiss = len(said) == len(events) + 1 and nobody_did and _of_nothing(at.game.vocabulary, said)
    if not ((not events and (len(said) == 1 or so_far)) or (said[-1:] == [IDLE] and len(events) < 2) or amiss):
        return
    alone, answers = len(said) == 1, [one.answer for one in asked_at(at, scenes)]
    untold = alone and (all(map(_untold, answers)) or all(map(_of_nobody, scenes, answers)))
    if (
        untold
        or (amiss and all(one.value in NOTHING for one in answers))
        or all(_empty(answer, alone) or _but_told(answer, events) for answer in answers)
    ):
        message = UNTOLD if untold else BARE if events else IDLE_TOLD
        problem = Problem(Place(file, 1), message, text[:300], TELL_FIRST)
        raise with_near(InputError(problem), [at], statements(text, file))


def refuse_bare(at: Desk, scenes: Sequence[Scene], raws: Sequence[Raw], answers: Sequence[Answered]) -> None:
    """Raises InputError where a scene says who plays and nothing more, and what has come about is asked of it: nothing has."""
    said = [raw for raw in raws if not seated(raw.text) and not raw.text.startswith("game ")]
    if len(said) != 1 or not (said[0].text == IDLE or all(_so_far(at.game.vocabulary, one) for one in scenes)):
        return
    if all(one.answer.value in NOTHING for one in answers):
        asked = said[0]
        raise with_near(InputError(Problem(asked.place, IDLE_TOLD, asked.whole[:300], TELL_FIRST)), [at], raws)


def _of_nothing(words: Vocabulary, said: Sequence[str]) -> bool:
    """It is asked of the thing, as if there were one, and nothing of its sort was told."""
    asked, told = said[-1].casefold(), " ".join(said[:-1]).casefold()
    return any(re.search(rf"\bthe {s.name}\b", asked) and s.name not in told for s in words.sorts)


def _empty(answer: Answer, alone: bool) -> bool:
    """The answer is that there is nothing, nobody, or not so, without a rule that says so; a number of nothing, if nothing
    is said but the question, whatever it rests on."""
    return answer.value in NOTHING and (not answer.deciding or (alone and answer.value == "0"))


def _untold(answer: Answer) -> bool:
    """Nothing states what was asked for, and there are no ways in which it would be stated."""
    return not answer.deciding and bool(answer.outcomes) and all(one.value.startswith("?") for one in answer.outcomes)


def _of_nobody(scene: Scene, answer: Answer) -> bool:
    """It is asked who may do something, or must, and nobody may."""
    return answer.value == "nobody" and scene.items[-1].said.rule.startswith(("ask_who_", OF_EACH))


def _but_told(answer: Answer, events: Sequence[str]) -> bool:
    """Nothing happens but what was told, and no rule says so."""
    only = answer.verdict is Verdict.FORCED and ";" not in answer.value and not answer.deciding
    return only and [answer.value.split()[:2]] == [event.split()[:2] for event in events]


def _so_far(words: Vocabulary, scene: Scene) -> bool:
    """The questions of the scene ask for what has come about until then."""
    rules = [item.said.rule for item in scene.items if item.raw.text.endswith("?")]
    return bool(rules) and all(
        r.startswith(QUESTION) and words.questions[int(r.split("__")[1])].when == "so far" for r in rules
    )


def _asked_before(desks: Sequence[Desk], text: str, file: str, loosely: bool) -> tuple[Desk, Retold] | None:
    """The game in which players ask just this, or what says most of it, on the table of the ruling that answers it; None if two
    games do."""
    if any(seated(r.text) for r in statements(text, file)):
        return None
    from checker.find.asked_before import asked_before

    found = [(at, one) for at in desks if (one := asked_before(at, text, loosely))]
    if len(found) != 1:
        return None
    at, one = found[0]
    asked = f"asked as players ask {'the contrary' if one.contrary else 'it'}, “{one.question}”"
    typed = f"{text.strip().rstrip('?')}?" if one.says != AS_ASKED else ""
    return at, Retold(
        "\n".join((f"game {at.game.name}", *one.scene)),
        (f"{asked}, on the table of the ruling that answers it",),
        0,
        typed,
        one.says,
    )


def answered(told: Retold, answers: Sequence[Answered]) -> list[Answered]:
    """The answers to the scene as it was told; turned round where the contrary was asked."""
    return [msgspec.structs.replace(one, answer=_turned(one.answer, told), told=told) for one in answers]


def _turned(answer: Answer, told: Retold) -> Answer:
    if not told.contrary:
        return answer
    other = dict(zip(AS_ASKED, told.says, strict=True))
    outcomes = tuple(msgspec.structs.replace(one, value=other.get(one.value, one.value)) for one in answer.outcomes)
    value = " or ".join(other.get(word, word) for word in answer.value.split(" or "))
    return msgspec.structs.replace(answer, question=told.contrary, value=value, outcomes=outcomes)


def _is_meant(at: Desk, desks: Sequence[Desk], text: str) -> bool:
    """The game is the only one there is, or the one whose rules say most of the text."""
    from checker.find.search import RuleSearch

    return len(desks) == 1 or RuleSearch(desks).game(text) == at.game.name


def _nearness(one: tuple[Desk, Unread], meant: str) -> tuple[int, bool, bool]:
    """How near a game comes to the text: by the sentences read, whether its rules say most of it, a form near the next."""
    at, unread = one
    return unread.read, at.game.name == meant, bool(unread.hint)


def _place(unread: Unread, text: str, file: str) -> Place:
    """Where the sentence begins."""
    begins = _typed(unread, text)[:20]
    return Place(file, next((n for n, line in enumerate(text.split("\n"), 1) if begins in line), 1))


def _typed(unread: Unread, text: str) -> str:
    """The sentence as it was typed, with its short forms and names: the one that has most words of what could not be read."""
    every = [*sentences(text)]
    if len(every) == 1:
        return text.strip()
    words = Counter(unread.sentence.casefold().split())
    return max(every, key=lambda typed: (words & Counter(spelled_out(typed).casefold().split())).total(), default=text)


def _hint(at: Desk, unread: Unread, text: str) -> str:
    """What may be typed instead: a form near the sentence that is read in its place, else how forms are looked for."""
    near = [form for form in unread.torn or (unread.hint,) if form and _is_read(at, unread, text, form)]
    if near:
        return f"did you mean: {', or: '.join(near)}"
    named = at.name if at.root is None else os.path.join(".", at.root)
    listed = bool(unread.word) and any(re.search(rf"\b{unread.word}", form) for form in at.questions())
    asked = f"questions {unread.word}` lists what can be asked with that word"
    return f"`hexcheck show {named} {asked if listed else 'scenes` lists what a scene can say'}"


_NO_CARD, _PHRASES, _MEANT = "no card is called", "the nearest phrase", re.compile(r"did you mean `([^`]+ [^`]+)`\?")


def hinted(at: Desk, problem: Problem, text: str) -> Problem:
    """The problem; where its hint proposes nothing but phrases, or what is not read in that place, with what may be typed
    instead; where it knows of no such card, with a form that is read there, if there is one."""
    meant, no_card = _MEANT.fullmatch(problem.hint), problem.hint.startswith(_NO_CARD)
    vague = not problem.hint or problem.hint.startswith(_PHRASES) or meant is not None or no_card
    if not vague or len(text) > TYPED_CHARACTERS:
        return problem
    told = at.retold(text)
    if not isinstance(told, Unread) or _place(told, text, problem.place.file).line != problem.place.line:
        return problem
    if meant and _is_read(at, told, text, meant[1]):
        return problem
    hint = _hint(at, told, text)
    return problem if no_card and not hint.startswith("did you mean") else msgspec.structs.replace(problem, hint=hint)


def _is_read(at: Desk, unread: Unread, text: str, form: str) -> bool:
    """The form is read behind what was read before the sentence."""
    before = [*sentences(text)][: unread.read]
    told = at.retold("\n".join((*before, form)))
    with suppress(InputError):
        return isinstance(told, Retold) and bool(at.scenes(told.text, "scene", hinted=False))
    return False


def with_near(error: InputError, desks: Sequence[Desk], raws: Sequence[Raw]) -> InputError:
    """The refusal, with what the games say of the statement that is refused, or of what is asked."""
    from checker.find.near import refused

    place, hint = error.problems[0].place, error.problems[0].hint
    said = [r.text for r in raws if (r.place.line, r.place.column) <= (place.line, place.column)][-1:]
    said += re.findall(r"`([^`]+)`", hint) if hint.startswith(("did you mean", "ask about one")) else []
    return refused(error, desks, " ".join(dict.fromkeys((*said, *(r.text for r in raws if r.text.endswith("?"))))))
