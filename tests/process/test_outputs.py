"""What is written where somebody says: whole or not at all, with the rights there were, and said where it cannot be."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from checker.kernel.source import InputError, Place, Problem
from checker.process import outputs

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the system has no such files")


def refused(path: Path, act: Callable[[], object]) -> str:
    """Why that file, and nothing else, cannot be written."""
    with pytest.raises(InputError) as caught:
        act()
    (problem,) = caught.value.problems
    start = "this cannot be written: "
    assert problem == Problem(Place(str(path), 1), problem.message) and problem.message.startswith(start)
    return problem.message.removeprefix(start)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def failing(number: int, words: str) -> Callable[..., Any]:
    """What fails each time so."""

    def fails(*_: object) -> Any:
        raise OSError(number, words)

    return fails


# ---- standard output ---------------------------------------------------------------------------


def test_standard_output_is_its_name_or_the_file_it_goes_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, other = tmp_path / "out", tmp_path / "other"
    other.touch()
    with file.open("w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        named = [outputs.is_standard(path) for path in (Path("-"), file, other, tmp_path / "none", tmp_path / "-")]
        assert named == [True, True, False, False, False]
        outputs.writable(file)
        outputs.written(file, "é")
        outputs.written(Path("-"), b"b")
        outputs.written(other, "c")
    assert (file.read_text(), other.read_text()) == ("éb", "c")
    for closed in (stream, None, io.StringIO()):
        monkeypatch.setattr(sys, "stdout", closed)
        assert outputs.is_standard(file) is False


# ---- regular files -----------------------------------------------------------------------------


def test_a_new_file_has_the_rights_of_any_new_file_and_an_old_one_those_it_had(tmp_path: Path) -> None:
    path = tmp_path / "out"
    for mask, fresh in ((0o022, 0o644), (0o077, 0o600), (0, 0o666)):
        before = os.umask(mask)
        try:
            outputs.written(path, "é\n")
            after = os.umask(mask)
        finally:
            os.umask(before)
        assert (after, rights(path), path.read_bytes()) == (mask, fresh, "é\n".encode())
        path.chmod(0o751)
        outputs.written(path, b"\xff")
        assert (rights(path), path.read_bytes()) == (0o751, b"\xff")
        path.unlink()


def test_no_more_is_left_of_what_cannot_be_written_than_there_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    path.write_text("before")
    for at in (path, tmp_path / "new"):
        with monkeypatch.context() as broken:
            broken.setattr(os, "replace", failing(errno.EIO, "it is broken"))
            assert refused(at, lambda at=at: outputs.written(at, "after")) == "it is broken"
    with monkeypatch.context() as broken:

        def gone(*_: object) -> None:
            (made,) = (one for one in tmp_path.iterdir() if one != path)
            made.unlink()
            raise KeyboardInterrupt

        broken.setattr(os, "replace", gone)
        with pytest.raises(KeyboardInterrupt):
            outputs.written(path, "after")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("out", "before")]


def test_what_is_made_beside_a_file_is_hidden_and_named_for_it_in_short(tmp_path: Path) -> None:
    for name, short in (("out.txt", "out.txt"), ("x" * 99 + "yz", "x" * 99 + "y")):
        handle, beside = outputs._beside(tmp_path / name)
        os.close(handle)
        assert beside.parent == tmp_path
        assert beside.name.startswith(f".{short}.") and "z" not in beside.name[: len(short) + 1]


def test_whether_a_file_can_be_written_is_told_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, link = tmp_path / "out", tmp_path / "link"
    link.symlink_to(path)
    opened = len(os.listdir("/proc/self/fd"))
    for at in (path, link):
        outputs.writable(at)
        assert [one.name for one in tmp_path.iterdir()] == ["link"]
    path.write_text("before")
    outputs.writable(path)
    assert path.read_text() == "before" and len(os.listdir("/proc/self/fd")) == opened
    monkeypatch.setattr(outputs, "is_standard", lambda _: True)
    outputs.writable(tmp_path)


def test_where_nothing_can_be_written_it_is_said_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for act in (outputs.writable, lambda at: outputs.written(at, "x")):
        for path, why in (
            (tmp_path, errno.EISDIR),
            (tmp_path / "none" / "out", errno.ENOENT),
        ):
            assert refused(path, lambda act=act, path=path: act(path)) == os.strerror(why)
        assert refused(Path("a\0b"), lambda act=act: act(Path("a\0b"))) == "embedded null byte"
    monkeypatch.setattr(os, "access", lambda path, how: (path, how) != (Path("/dev/null"), os.W_OK))
    assert refused(Path("/dev/null"), lambda: outputs.writable(Path("/dev/null"))) == os.strerror(errno.EACCES)
    outputs.writable(Path("/dev/zero"))
    monkeypatch.setattr(outputs, "_replaced", lambda _: (_ for _ in ()).throw(OSError("it is so")))
    assert refused(tmp_path, lambda: outputs.writable(tmp_path)) == "it is so", "a fault without a number"


# ---- pipes and devices -------------------------------------------------------------------------


def test_what_goes_into_a_pipe_comes_whole_and_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits, set_blocking = list[bool](), os.set_blocking
    monkeypatch.setattr(os, "set_blocking", lambda file, waiting: (waits.append(waiting), set_blocking(file, waiting)))
    pipe, raw, read = tmp_path / "pipe", bytes(range(256)) * 1_000, list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    outputs.written(pipe, raw)
    reader.join()
    assert read == [raw] and stat.S_ISFIFO(pipe.stat().st_mode)
    assert waits == [True], "whoever reads slowly is not asked over and over"
    outputs.written(Path("/dev/null"), "x")
    assert refused(Path("/dev/full"), lambda: outputs.written(Path("/dev/full"), "x")) == os.strerror(errno.ENOSPC)


def test_a_reader_is_waited_for_so_long_and_looked_for_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, tries = [100.0], list[tuple[float, int]]()

    def slept(seconds: float) -> None:
        clock[0] += seconds

    def opened(_: str, flags: int) -> int:
        tries.append((round(clock[0], 2), flags))
        if clock[0] < 100 + there:
            raise OSError(errno.ENXIO, "nobody")
        return 7

    monkeypatch.setattr(outputs.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(outputs.time, "sleep", slept)
    monkeypatch.setattr(outputs, "PIPE_SECONDS", 1.0)
    monkeypatch.setattr(outputs, "AGAIN", 0.5)
    monkeypatch.setattr(os, "open", opened)
    how = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY
    there = 1.0
    assert outputs._opened("pipe", 0) == 7 and tries == [(100.0, how), (100.5, how), (101.0, how)]
    clock[0], there = 100.0, 9.0
    tries.clear()
    with pytest.raises(OSError, match="nobody reads from this pipe") as caught:
        outputs._opened("pipe", 0)
    assert caught.value.errno == errno.ENXIO and [at for at, _ in tries] == [100.0, 100.5, 101.0, 101.5]
    clock[0], there = 100.0, 0.0
    for flag in ("O_NONBLOCK", "O_NOCTTY"):
        how &= ~getattr(os, flag)
        monkeypatch.delattr(os, flag)
        tries.clear()
        assert outputs._opened("pipe", 0) == 7 and tries == [(100.0, how)]
    monkeypatch.setattr(os, "open", failing(errno.EACCES, "it is locked"))
    with pytest.raises(OSError, match="it is locked"):
        outputs._opened("pipe", 0)


# ---- what is thrown away -----------------------------------------------------------------------


def test_a_folder_of_ones_own_is_the_same_as_long_as_it_is_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outputs.tempfile, "tempdir", str(tmp_path))
    fresh = outputs.own_folder.__wrapped__
    own: Path = fresh("own")
    assert (own.name, own.parent, rights(own)) == (f"own-{os.getuid()}", tmp_path, 0o700)
    for mode, kept in ((0o700, True), (0o755, True), (0o701, True), (0o720, False), (0o702, False)):
        own.chmod(mode)
        assert (fresh("own") == own) is kept
    own.chmod(0o722)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(outputs, "os", SimpleNamespace(name="other", getuid=os.getuid))
        assert fresh("own") == own, "where rights say nothing"
        link = tmp_path / f"linked-{os.getuid()}"
        link.symlink_to(own)
        assert fresh("linked") != link
    with monkeypatch.context() as nobody:
        nobody.delattr(os, "getuid")
        assert outputs._user() == 0
    real = os.lstat
    with monkeypatch.context() as others:
        mine = fresh("mine")
        others.setattr(Path, "lstat", lambda p: SimpleNamespace(st_mode=real(p).st_mode, st_uid=os.getuid() + 1))
        assert fresh("mine") != mine
    (tmp_path / f"file-{os.getuid()}").touch()
    (tmp_path / f"link-{os.getuid()}").symlink_to(own)
    for name in ("file", "link"):
        made = fresh(name)
        assert made.is_dir() and made.name.startswith(f"{name}-") and made.name != f"{name}-{os.getuid()}"
