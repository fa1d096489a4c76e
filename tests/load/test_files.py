"""Files: every way in which one cannot be read has a message with its place; line ends do not matter."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.ask.game_session import Desk
from checker.catalog import games as house
from checker.kernel.source import FILE_BYTES, InputError, Place, Problem
from checker.syntax.files import Entry, entries, read_text, without_comment

HEADS = frozenset({"card", "clause"})


def refused(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read_text(path)
    assert caught.value.problems[0].place.file == str(path)
    return str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "no such file" in refused(tmp_path / "missing.norm")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert "folder" in refused(tmp_path)


def test_a_name_that_no_file_can_have() -> None:
    assert "cannot be read" in refused(Path("a\0b"))
    assert "cannot be read" in refused(Path("x" * 5000))


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "closed.norm"
    path.write_text("card X")
    path.chmod(0)
    assert "cannot be read" in refused(path)


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.norm"
    path.write_bytes(b"x" * (FILE_BYTES + 1))
    assert "larger than" in refused(path)


@given(st.binary(max_size=30), st.binary(max_size=10))
def test_bytes_that_are_no_text_are_shown_with_line_and_column(before: bytes, after: bytes) -> None:
    before = before.decode("latin-1").encode()
    raw = before + b"\xff" + after
    path = Path(os.environ["HEXCHECK_CACHE"]) / f"bytes-{os.getpid()}.norm"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    with pytest.raises(InputError) as caught:
        read_text(path)
    place = caught.value.problems[0].place
    lines = before.decode().split("\n")
    assert (place.line, place.column) == (len(lines), len(lines[-1].encode()) + 1)
    path.unlink()


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n"])
def test_line_ends_do_not_matter(tmp_path: Path, ends: str) -> None:
    path = tmp_path / "ends.norm"
    path.write_bytes(f"\ufeffcard X{ends}  text one{ends}    two{ends}".encode())
    assert read_text(path) == "card X\n  text one\n    two\n"


def test_an_empty_file_has_no_entries(tmp_path: Path) -> None:
    path = tmp_path / "empty.norm"
    path.write_text("")
    assert entries(read_text(path), "empty.norm", HEADS) == ()


def read(text: str) -> tuple[Entry, ...]:
    return entries(text, "x.norm", HEADS)


def test_an_entry_is_a_headline_with_the_lines_below_it() -> None:
    one, two = read("# first\ncard X  # a card\n  text a b\n\n  kinds c\ncard Y\n")
    assert (one.head.key, one.head.rest, one.text("text"), one.text("kinds")) == ("card", "X", "a b", "c")
    assert (two.head.rest, two.lines, two.text("text", "none")) == ("Y", (), "none")
    assert (one.lines[0].place.line, one.lines[0].place.column) == (3, 8)


def test_a_line_goes_on_below_when_it_is_indented_further() -> None:
    (entry,) = read("card X\n  text a\n    b\n     c\n  kinds d\n")
    assert entry.text("text") == "a b c"
    assert entry.text("kinds") == "d"


def test_a_sign_in_quotes_begins_no_comment() -> None:
    assert without_comment('a "b # c" # d') == 'a "b # c" '


def test_everything_that_belongs_to_no_entry_is_reported() -> None:
    with pytest.raises(InputError) as caught:
        read("  text lost\ncard X\n  text a\ncrad Y\n  text b\nclauze Z\n")
    assert [(p.place.line, p.place.column) for p in caught.value.problems] == [(1, 3), (4, 1), (6, 1)]
    assert "`card`" in caught.value.problems[1].hint
    assert "`clause`" in caught.value.problems[2].hint


def test_rules_that_cannot_be_read_are_told_and_not_what_another_game_makes_of_the_scene(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, broken = house.desk, Problem(Place("cards/hexhex/named.cards", 7), "`stepping a side` is no kind of card")

    def desk(name: str, *given: Any, **more: Any) -> Desk:
        if name == "hexhex":
            raise InputError(broken)
        return rules(name, *given, **more)

    monkeypatch.setattr(house, "desk", desk)
    with pytest.raises(InputError) as caught:
        house.asked("players A B C; Hex: A to B; who is The Intended?", None, None, False)
    assert caught.value.problems == (broken,)
    word = "players Red Black; word CARD at -1,0 east black; what is at 0,0?"
    assert house.asked(word, None, None, False)[0].answer.value == "A, black"
