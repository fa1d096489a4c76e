"""What is read from outside: to the bound and no further, without waiting, and refused with what is wrong and where."""

from __future__ import annotations

import errno
import io
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from checker.kernel.source import InputError, Place, Problem
from checker.process import inputs

POSIX = pytest.mark.skipif(os.name != "posix", reason="the system has no such files")


def refused(act: Callable[[], object]) -> Problem:
    """The one problem for which it is refused."""
    with pytest.raises(InputError) as caught:
        act()
    (problem,) = caught.value.problems
    return problem


def piped(folder: Path, raw: bytes) -> Path:
    """A pipe into which these bytes are written."""
    path = folder / "pipe"
    os.mkfifo(path)
    threading.Thread(target=path.write_bytes, args=(raw,), daemon=True).start()
    return path


@POSIX
@pytest.mark.parametrize("most", [1, 5, 70_000])
def test_as_many_bytes_are_read_as_are_allowed_and_one_more_is_too_many(tmp_path: Path, most: int) -> None:
    path = tmp_path / "file"
    raw = bytes(range(256)) * 300
    for size in (0, most - 1, most):
        path.write_bytes(raw[:size])
        assert inputs.content(path, "file", "text", most) == raw[:size]
        assert inputs.content(piped(tmp_path, raw[:size]), "pipe", "text", most) == raw[:size]
        (tmp_path / "pipe").unlink()
    path.write_bytes(b"x" * (most + 1))
    too_large = Problem(Place("it", 1), "the text is larger than 0 MB, which is the most")
    assert refused(lambda: inputs.content(path, "it", "text", most)) == too_large
    assert refused(lambda: inputs.content(piped(tmp_path, b"x" * (most + 1)), "it", "text", most)) == too_large
    assert refused(lambda: inputs.content(Path("/dev/zero"), "it", "text", most)) == too_large


def test_how_much_the_most_is_is_said_in_millions() -> None:
    place = Place("it", 3)
    for most, said in ((1_999_999, 1), (2_000_000, 2), (50_000_000, 50)):
        (problem,) = inputs.too_large(place, "file", most).problems
        assert problem == Problem(place, f"the file is larger than {said} MB, which is the most")


def test_no_more_is_read_of_a_large_file_than_its_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(inputs, "_next")
    path = tmp_path / "large"
    path.write_bytes(b"xx")
    assert "larger than" in refused(lambda: inputs.content(path, "it", "text", 1)).message


@POSIX
def test_a_silent_pipe_is_given_up_and_a_file_or_device_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "PIPE_SECONDS", 0.05)
    os.mkfifo(tmp_path / "pipe")
    holder = os.open(tmp_path / "pipe", os.O_RDWR)
    silent = Problem(Place("it", 1), "nothing was written into this pipe for 0 seconds")
    assert refused(lambda: inputs.content(tmp_path / "pipe", "it")) == silent
    os.write(holder, b"abc")
    assert "larger than" in refused(lambda: inputs.content(tmp_path / "pipe", "it", most=2)).message
    os.close(holder)
    monkeypatch.setattr(inputs.select, "select", lambda *_: pytest.fail("nothing is to be waited for"))
    (tmp_path / "file").write_bytes(b"here")
    assert inputs.content(tmp_path / "file", "it") == b"here"
    assert inputs.content(Path("/dev/null"), "it") == b""


def test_what_has_nothing_yet_is_waited_for_and_not_asked_over_and_over(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[Any] = []
    monkeypatch.setattr(inputs.select, "select", lambda *given: waited.append(given))
    parts = iter((None, None, b"late", None, b""))
    late: Any = SimpleNamespace(read=lambda most: next(parts))
    place = Place("it", 1)
    assert inputs._next(late, 9, False, place) == b"late" and waited == [([late], [], [])] * 2
    assert inputs._next(late, 9, False, place) == b"" and len(waited) == 3


@POSIX
def test_a_system_without_the_flags_of_others_reads_files_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"here")
    for flag in ("O_NONBLOCK", "O_NOCTTY"):
        monkeypatch.delattr(os, flag)
        assert inputs.content(tmp_path / "file", "it") == b"here"


@POSIX
def test_nothing_waits_for_somebody_who_writes_while_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    flags: list[int] = []
    monkeypatch.setattr(inputs.os, "open", lambda _, how: flags.append(how) or -1)
    inputs._opened("it", os.O_RDONLY)
    assert flags == [os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY]


def test_what_cannot_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place("it", 1)
    assert refused(lambda: inputs.content(tmp_path, "it", "law")) == Problem(place, "this is a folder, not a law")
    broken = Problem(place, "the law cannot be read: embedded null byte")
    assert refused(lambda: inputs.content(Path("a\0b"), "it", "law")) == broken
    long = Problem(place, f"the law cannot be read: {os.strerror(errno.ENAMETOOLONG)}")
    assert refused(lambda: inputs.content(tmp_path / ("x" * 5000), "it", "law")) == long
    (tmp_path / "file").write_bytes(b"x")
    monkeypatch.setattr(inputs, "_next", lambda *_: (_ for _ in ()).throw(OSError(errno.EIO, "it is broken")))
    assert refused(lambda: inputs.content(tmp_path / "file", "it")) == Problem(
        place, "the file cannot be read: it is broken"
    )


@pytest.mark.parametrize(
    ("beside", "hint"),
    [
        ((), ""),
        (("other.txt",), ""),
        (("lawz.norm", "laws.norn", "alas.norm"), "did you mean `some/lawz.norm`?"),
        (("war.norm",), "did you mean `some/war.norm`?"),
    ],
)
def test_a_missing_file_is_taken_for_the_nearest_beside_it(tmp_path: Path, beside: tuple[str, ...], hint: str) -> None:
    for name in beside:
        (tmp_path / name).touch()
    problem = refused(lambda: inputs.content(tmp_path / "law.norm", "some/law.norm", "erratum"))
    assert problem == Problem(Place("some/law.norm", 1), "there is no such erratum", "", hint)


@pytest.mark.parametrize("before", [999, 1000])
def test_a_thousand_files_are_looked_through_for_the_nearest(monkeypatch: pytest.MonkeyPatch, before: int) -> None:
    def listed(_: Path) -> Iterator[SimpleNamespace]:
        yield from (SimpleNamespace(name=f"{n}") for n in range(before))
        yield SimpleNamespace(name="laws.norm")

    monkeypatch.setattr(inputs.os, "scandir", listed)
    problem = refused(lambda: inputs.content(Path("none/law.norm"), "law.norm"))
    assert problem.hint == ("did you mean `laws.norm`?" if before < 1000 else "")


def test_a_missing_file_in_a_missing_folder_is_taken_for_none(tmp_path: Path) -> None:
    assert refused(lambda: inputs.content(tmp_path / "none" / "law.norm", "law.norm")).hint == ""


def test_what_somebody_writes_is_read_in_the_place_of_the_file_until_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "law.norm"
    path.write_bytes(b"saved")
    with inputs.in_place({Path("law.norm"): "new é"}):
        assert inputs.content(path, "it") == inputs.content(Path("law.norm"), "it") == "new é".encode()
        assert inputs.content(path, "it", most=6) == "new é".encode()
        assert refused(lambda: inputs.content(path, "it", most=5)) == Problem(
            Place("it", 1), "the file is larger than 0 MB, which is the most"
        )
        with inputs.in_place({path: "newer"}):
            assert inputs.content(path, "it") == b"newer"
        assert inputs.content(path, "it") == "new é".encode()
    assert inputs.content(path, "it") == b"saved"
    with pytest.raises(KeyError), inputs.in_place({path: "new"}):
        raise KeyError
    assert inputs.content(path, "it") == b"saved"


def test_standard_input_is_read_to_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    def given(raw: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw)))

    given("\ufeffone\r\ntwo é".encode())
    assert inputs.standard_input() == "one\ntwo é"
    whole = (b"x" * 19_999 + b"\n") * 100
    given(whole)
    assert inputs.standard_input() == whole.decode() and len(whole) == 2_000_000
    for more in (b"x", b"xx"):
        given(whole + more)
        too_large = Problem(Place("standard input", 1), "the text is larger than 2 MB, which is the most")
        assert refused(inputs.standard_input) == too_large
    given(b"a\nb\xff")
    assert refused(inputs.standard_input) == Problem(Place("standard input", 2, 2), "the text is not UTF-8 text here")
    given(b"a\nb\0")
    assert refused(inputs.standard_input).place == Place("standard input", 2, 2)
    monkeypatch.setattr(sys, "stdin", None)
    assert refused(inputs.standard_input) == Problem(Place("standard input", 1), "it is closed")


@pytest.mark.parametrize(
    ("raw", "line", "column"),
    [
        (b"\xff", 1, 1),
        (b"\n\xff", 2, 1),
        (b"ab\xff", 1, 3),
        (b"a\nbc\xff\n\xff", 2, 3),
        (b"\n\n\xffa\n", 3, 1),
        (b"\na\n\nb\xe9", 4, 2),
    ],
)
def test_bytes_that_are_no_text_are_said_with_their_place(raw: bytes, line: int, column: int) -> None:
    problem = Problem(Place("it", line, column), "the law is not UTF-8 text here")
    assert refused(lambda: inputs.text_of(raw, "it", "law")) == problem


def test_a_text_has_so_many_lines_and_so_long_ones() -> None:
    assert inputs.usable("a\r\nb\rc\n\td", "it") == "a\nb\nc\n\td"
    lines, line = "\n" * 19_999, "x" * 20_000
    assert inputs.usable(lines, "it") == lines and inputs.usable(f"a\n{line}", "it") == f"a\n{line}"
    many = Problem(Place("it", 20_001), "20000 lines are the most that is read")
    assert refused(lambda: inputs.usable(lines + "\n", "it")) == many
    long = Problem(Place("it", 2), "this line has 20001 characters; 20000 is the most", "x" * 200)
    assert refused(lambda: inputs.usable(f"a\n{line}x", "it")) == long


@pytest.mark.parametrize(
    ("text", "line", "column", "sign"),
    [("\0", 1, 1, "0000"), ("a\nb\u202ec\n\0", 2, 2, "202E"), ("\n\nab\x1b", 3, 3, "001B")],
)
def test_a_sign_that_cannot_be_seen_is_said_with_its_place(text: str, line: int, column: int, sign: str) -> None:
    message = f"a sign that cannot be seen (U+{sign}) cannot stand here"
    problem = refused(lambda: inputs.usable(text, "it"))
    assert problem == Problem(Place("it", line, column), message, text.split("\n")[line - 1])
