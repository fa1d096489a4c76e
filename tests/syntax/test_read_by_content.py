"""Clauses read by their content: sloppy ways to say what a game can say, and what must never be read as it."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.ask.game_session import Desk
from checker.catalog import games
from checker.kernel.source import InputError
from checker.syntax.everyday.forms import written
from checker.syntax.everyday.retell import Retold, Unread

COURT = "examples/court"
ACTS = {"earn": "", "claim the taxes": "", "strike": "B", "depose": "B", "block": "", "challenge": "", "feud with": "B"}
"""The acts of a game, and whom each is done to."""
SEATED = {"hexhex": "A B C", "hexx": "Red Black", "horrible": "A B", COURT: "A B"}
PAST = {"strike": "struck", "depose": "deposed", "feud with": "feuded with"}
WORDS = {"may": ("can {} {}", "could {} {}", "is {} allowed to {}", "is {} able to {}", "is it ok for {} to {}")}
WORDS["must"] = ("does {} have to {}", "is {} forced to {}", "has {} to {}", "must {} then {}", "is {} required to {}")


@lru_cache
def desk(game: str) -> Desk:
    """The game, laid ready once."""
    return games.desk(game)


def read(text: str, game: str = COURT) -> str:
    """What the text is read as, without its players and the turn that is taken for granted; nothing if it is not read."""
    found = desk(game).retold(text)
    if not isinstance(found, Retold):
        return ""
    said = found.text.split("\n")[2:]
    granted = f"it is {said[0].split()[0]}'s turn" in found.taken
    return "; ".join(said[granted:])


def meant(statement: str) -> object:
    """What the statement means."""
    return desk(COURT).reader.meaning(statement, ("A", "B", "C"))


acts = st.sampled_from(sorted(ACTS))
modals = st.sampled_from(("may", "must"))


@settings(max_examples=40, deadline=None)
@given(acts, modals, st.data())
def test_a_sloppy_question_is_read_as_the_plain_one(act: str, modal: str, data: st.DataObject) -> None:
    """Whether somebody may and must do something is told apart, and who does it to whom."""
    said = f"{act} {ACTS[act]}".strip()
    sloppy = data.draw(st.sampled_from(WORDS[modal])).format("A", said) + data.draw(st.sampled_from(("?", " now?", "")))
    assert read(f"players A B C. {sloppy}") in (f"{modal} A {said}?", ""), sloppy
    assert read(f"players A B C. {sloppy.rstrip('?')}?") == f"{modal} A {said}?", sloppy
    if ACTS[act]:
        turned = sloppy.replace("A", "?1").replace("B", "A").replace("?1", "B")
        assert read(f"players A B C. {turned}?") != f"{modal} A {said}?", turned


@settings(max_examples=40, deadline=None)
@given(acts, modals, st.sampled_from(("not", "never")))
def test_what_is_denied_is_never_read_as_what_is_asked(act: str, modal: str, denied: str) -> None:
    said = f"{act} {ACTS[act]}".strip()
    for sloppy in (
        f"{modal} A {denied} {said}?",
        f"A {modal} {denied} {said}?",
        f"A {modal} {denied} {said}",
        f"A {said} {denied}",
    ):
        assert f"{modal} A {said}?" != read(f"players A B C. {sloppy}"), sloppy
    for sloppy in (f"A did {denied} {said}", f"A {denied} {said}s", f"A does {denied} {said}"):
        assert not read(f"players A B C. {sloppy}"), sloppy


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(PAST)), st.permutations("ABC"))
def test_who_does_what_to_whom_stays(act: str, who: list[str]) -> None:
    """In the past, in the passive, and with words in between."""
    one, other, _ = who
    verb = act.split()[0]
    plain = f"{one} {verb}s {act.removeprefix(verb).strip()} {other}".replace("  ", " ")
    for sloppy in (f"{one} {PAST[act]} {other}", f"{one} has {PAST[act]} {other}", f"{one} then {PAST[act]} {other}"):
        assert meant(read(f"players A B C. {sloppy}")) == meant(plain), sloppy
    if act != "feud with":
        for sloppy in (f"{other} was {PAST[act]} by {one}", f"{other} gets {PAST[act]} by {one}"):
            assert meant(read(f"players A B C. {sloppy}")) == meant(plain), sloppy
        assert not read(f"players A B C. {other} was {PAST[act]}")
    assert read(f"players A B C. {one} {PAST[act]} {other} twice") == ""


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("A strikes B. Can C block it?", "A strikes B; may C block?"),
        ("It's A's turn and A has got 12 coins. Does she have to depose someone?", "It is A's turn; A has 12 coins; what must A do?"),
        ("A claims the taxes, can anybody challenge that?", "A claims the taxes; who may challenge?"),
        ("A strikes B. How many coins has A got left?", "A strikes B; how many coins has A?"),
        ("A has no coins left. Can she attack B?", "A has no coins; may A strike B?"),
        ("A isn't on turn. Can B be struck by A?", "it is not so that A is on turn; may A strike B?"),
        ("B is out of the game. Who won the game?", "it is not so that B is in the game; who wins?"),
        ("A has 7 coins. Can I depose B?", "A has 7 coins; may A depose B?"),
        ("Can you strike yourself?", "may B strike B?"),
        ("A strikes B. Can C block the strike?", "A strikes B; may C block?"),
        ("a claims the taxes. can b challenge a's claim?", "A claims the taxes; may B challenge?"),
        ("So does that mean A is on turn, right?", "is A on turn?"),
        ("A: strikes B. What options does B have?", "A strikes B; what may B do?"),
        ("Is anybody allowed to block?", "who may block?"),
        ("A's got 7 coins and it's her turn. Can she depose B?", "A has 7 coins; it is A's turn; may A depose B?"),
        ("Is A forced to depose when she has ten coins?", "A has ten coins; what must A do?"),
        ("A strikes B. B claims to be Shield. Can A challenge him?", "A strikes B; B claims to be Shield; may A challenge?"),
        ("B is being struck by A. Now what?", "A strikes B; what happens?"),
        ("A claims the taxes. May A challenge B?", ""),
        ("A's hand is Duck and Shield", ""),
        ("A strikes B. Can C block the tax?", ""),
        ("A claims the taxes. May C challenge B's claim?", ""),
        ("If A claims the taxes and B challenges, who loses a role?", "A claims the taxes; B challenges; who loses a role?"),
        ("A strikes B, who has the Shield, can he block?", "A strikes B; B has the Shield; may B block?"),
        ("B blocks?", "does B block?"),
        ("A would have struck B. May B block?", ""),
        ("A strikes B for C. Who loses a role?", ""),
        ("A has fewer than 3 coins. May A strike B?", ""),
        ("A strikes B. Who doesn't lose a role?", ""),
        ("A can't be struck. May B strike A?", ""),
        ("A blocks the door. What happens?", ""),
        ("A strikes B without a Blade. What happens?", ""),
        ("A has 4 coins more than B. May A strike B?", ""),
        ("May A or B strike C?", ""),
        ("Is A out of the game?", ""),
    ],
)  # fmt: skip
def test_what_is_typed_is_read_as_it_is_meant_or_not_at_all(text: str, form: str) -> None:
    found = read(text)
    assert [meant(s) for s in found.split("; ")] == [meant(s) for s in form.split("; ")], found


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("A's hand is Duck and Null. B casts at A. Must A use Duck?", "hand A: Duck and Null; B casts at A; must A play Duck?"),
        ("A casts at B. B uses his Boost on C. Who lost a point?", "A casts at B; B plays Boost naming C; who loses Voice?"),
        ("A casts at B. B drew Null. Can he play it?", "A casts at B; B draws Null; may B play Null?"),
        ("A casts at B. Has B been targeted?", "A casts at B; who is The Intended?"),
        ("B is hexed by A. Who loses a point?", "Hex: A to B; the Hex goes off on B; who loses Voice?"),
        ("A casts at B. B passes to C with Called Shot. Who has it?", "A casts at B; B plays Called Shot naming C; who is The Intended?"),
        ("A casts at B. B passes three to C with Called Shot. Who has it?", ""),
        ("A casts at B. Must B play Duck if he's holding it?", ""),
        ("A casts at B. B has Deception in play. What does it do?", ""),
    ],
)  # fmt: skip
def test_a_games_own_forms_are_read_by_content_too(text: str, form: str) -> None:
    assert read(text, "hexhex") == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("How many tiles does Black draw after playing?", ""),
        ("After laying, does Black win?", ""),
        ("Does Black win after passing?", "Black passes; who wins?"),
    ],
)
def test_what_was_done_before_happens_or_is_not_read(text: str, form: str) -> None:
    assert read(text, "hexx") == form


@pytest.mark.parametrize("game", ["hexhex", "hexx", "horrible", COURT])
def test_what_is_offered_for_what_cannot_be_read_is_read(game: str) -> None:
    """A form near it, and each of two that it may mean."""
    texts = (
        "A strikes B with a spoon",
        "the cow jumps",
        "must A get the cow home?",
        "who is taller?",
        "A has 3 cows",
        "A passes B",
    )
    for text in texts:
        found = desk(game).retold(text)
        assert isinstance(found, Unread)
        assert not found.word or found.word in text, text
        for form in filter(None, (found.hint, *found.torn)):
            assert isinstance(desk(game).retold(f"players {SEATED[game]}\n{form}"), Retold), (text, form)


@pytest.mark.parametrize("title", ["Duck", "Stun", "Level"])
def test_a_slip_in_a_name_is_mended_in_the_hint(title: str) -> None:
    slip = title[:-2] + title[-1] + title[-2]
    found = desk("hexhex").retold(f"A casts at B. Can he play {slip}")
    assert isinstance(found, Unread) and found.hint == f"may B play {title}?"


def test_a_hint_never_asks_for_leave_where_a_duty_was_asked_for() -> None:
    found = desk("hexhex").retold("A casts at B. B has Null and Duck. Must B pass on the Hexx?")
    assert isinstance(found, Unread) and not found.hint.startswith("may")


UNSEEN = ROOT / "tests" / "judge_questions_unseen.txt"
"""Questions over four games, typed before anything was made to read them, each with the form that it is read as."""


def test_questions_that_nothing_was_made_for_are_read_as_they_are_meant() -> None:
    """Each has the form beside it, and more than half have one."""
    questions = [line.split(" | ") for line in UNSEEN.read_text("utf-8").splitlines()]
    wrong = [(text, form, is_) for game, text, form in questions if (is_ := read(text, game) or "-") != form]
    assert not wrong, wrong
    assert sum(form != "-" for *_, form in questions) > len(questions) / 2


BLIND = ROOT / "tests" / "judge_questions_blind.txt"
"""Questions over nine games, typed in four lists before anything was made to read them, each with what is meant in a
phrase and the form that it is read as."""


def test_questions_typed_blindly_are_read_as_they_are_meant() -> None:
    """Each has the form beside it, none is told where it asks, and seven in ten have one."""
    questions = [line.split(" | ") for line in BLIND.read_text("utf-8").splitlines()]
    wrong = [(text, form, is_) for game, text, _, form in questions if (is_ := read(text, game) or "-") != form]
    assert not wrong, wrong
    assert all(form.endswith("?") for _, text, _, form in questions if form != "-" and text.endswith("?"))
    assert sum(form != "-" for *_, form in questions) >= 0.65 * len(questions)


TILES = "players Red Blue; tile a: circle at 0,0, jump east; tile b: star at 1,0; tile c: circle at 1,-1"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Can a be moved by Red by jumping east?", "may Red move a by jump east?"),
        ("Red moved a by jump to the east. Where's a now?", "Red moves a by jump east; where is a?"),
        ("Does Red have to move a tile?", "Does Red have to move a tile?"),
        ("Can Red move d by jump east?", ""),
        ("Can Red move a by jump north?", ""),
    ],
)
def test_things_are_named_as_the_scene_names_them(text: str, form: str) -> None:
    assert (
        read(f"{TILES}; {text}", "horrible").removeprefix(TILES.removeprefix("players Red Blue; ")).lstrip("; ") == form
    )


def test_a_label_is_not_taken_for_a_word_typed_short() -> None:
    laid = "tile t: circle at 0,0; tile u: star at 1,0, jump west"
    assert read(f"players Red Blue; {laid}; can Red move u by jumping west?", "horrible") == (
        f"{laid}; may Red move u by jump west?"
    )
    assert read("may u play duck", "hexhex") == read("may you play duck", "hexhex") != ""


@pytest.mark.parametrize("game", ["hexhex", "hexx", "horrible", COURT])
def test_a_form_is_shown_in_the_words_of_the_game(game: str) -> None:
    """What the hint shows is a form itself, and what it says is a statement of that game."""
    words = desk(game).game.vocabulary
    with pytest.raises(InputError) as error:
        written(words, "means something", "forms.norm")
    (shown,) = re.findall("`(.*)`", error.value.problems[0].hint)
    (made,) = written(words, shown, "forms.norm").forms
    verb = made.says.split()[1]
    assert any(verb in act.said.split() for act in words.acts)
