"""The folder of the judge's page: its files, the program with its data, and the Python that runs in the browser."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import chdir
from importlib.util import find_spec
from pathlib import Path

import msgspec

from checker.ask.game_session import Desk
from checker.find.search import indexed
from checker.kernel.source import InputError, Place, Problem
from checker.load.compiled_game import compiled_forms
from checker.page.game_view import game_view
from checker.store.disk_cache import data_folder

STATIC = Path(__file__).parent / "static"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of Pyodide itself; beside them lies a wheel of msgspec that was built for it."""
MSGSPEC = "msgspec-*-pyemscripten_*.whl"
PURE = ("lark", "kjxqz", "lunr", "segno")
"""The packages that the program needs in the browser and that are the same everywhere."""
INSIDE = __name__.removesuffix(".page.site").replace(".", "/")
"""Where the program lies among what can be imported: `checker`, and inside `hexcheck` in an installed wheel."""
PACKAGE = Path(__file__).parent.parent
IMPORTED = PACKAGE.parents[INSIDE.count("/")]
"""The folder that holds the program, and what it is called by."""
DATA = ("cards", "grammar", "specs")
PACKED = [{"id": lzma.FILTER_LZMA2, "preset": 6, "nice_len": 32, "depth": 8, "dict_size": 1 << 24}]
"""Compiled grammars are some megabytes each, and much alike."""
LIGHT = 0.9
"""A file lies there compressed too if that has at most this part of its size."""


def written(words: Sequence[str], opened: Callable[[str], Desk], out: Path, pyodide: Path) -> Iterator[str]:
    """What was written to the folder, for the games that the words name; it is whole with the last line.

    Raises InputError for a lack of files, and for games that cannot be read.
    """
    out, runtime = out.absolute(), dict(_runtime(pyodide))
    with tempfile.TemporaryDirectory() as there:
        laid = [_laid(word, opened(word), Path(there)) for word in words]
        with chdir(there):  # a game in a folder is compiled where it will lie in the browser
            desks = [opened(word) for word in laid]
            packed = _archived([*_program(desks, Path(there)), *(file for name in PURE for file in _package(name))])
            files = {**dict(_site(desks)), **runtime, "python/program.tar.xz": packed}
    build = hashlib.sha256(b"".join(hashlib.sha256(files[name]).digest() for name in sorted(files))).hexdigest()[:16]
    named = dict(zip((desk.name for desk in desks), laid, strict=True))
    weight = sum(len(content) for name, content in files.items() if name.startswith("python/"))
    files["sw.js"] = files["sw.js"].replace(b"BUILD", build.encode())
    lighter = {name: small for name, content in files.items() if len(small := _gzipped(content)) < len(content) * LIGHT}
    wire = sum(len(lighter.get(name, content)) for name, content in files.items())
    told = {
        "build": build,
        "games": named,
        "titles": {one.name: one.title for one in desks},
        "files": sorted(files),
        "weight": weight,
        "wire": wire,
    }
    files |= {"site.json": json.dumps(told).encode(), **{f"{name}.gz": small for name, small in lighter.items()}}
    for name, content in sorted(files.items()):
        path = out / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            if not name.endswith(".gz") and f"{name}.gz" not in files:
                (out / f"{name}.gz").unlink(missing_ok=True)  # of an earlier page
        except OSError as error:
            raise InputError(Problem(Place(str(path), 1), f"this cannot be written: {error.strerror}")) from None
    yield f"{out}: {len(files)} files, of which a visitor fetches {wire / 1e6:.1f} MB, for {', '.join(named)}"


def _laid(word: str, desk: Desk, there: Path) -> str:
    """The word that names the game on the page; the files of one in a folder of its own lie there too."""
    if desk.root is None:
        return word
    inside = Path("games") / desk.name
    shutil.copytree(desk.root, there / inside, symlinks=True, ignore=lambda _, names: {n for n in names if n[0] == "."})
    return f"./{inside}"


def _site(desks: list[Desk]) -> Iterator[tuple[str, bytes]]:
    for path in sorted(STATIC.iterdir()):
        yield path.name, path.read_bytes()
    for desk in desks:
        yield f"games/{desk.name}.json", msgspec.json.encode(game_view(desk))


def _runtime(pyodide: Path) -> Iterator[tuple[str, bytes]]:
    """Python for browsers, and the packages that the program needs there. Raises InputError for a lack of them."""
    wheels = sorted(pyodide.glob(MSGSPEC))
    missing = [name for name in PYODIDE if not (pyodide / name).is_file()] + ([] if wheels else [MSGSPEC])
    if missing:
        hint = "`make pyodide` fetches them from the npm registry and PyPI; COMMANDS.md says which they are"
        raise InputError(Problem(Place(str(pyodide), 1), f"there is no {', no '.join(missing)}", "", hint))
    for name in PYODIDE:
        yield f"python/{name}", (pyodide / name).read_bytes()
    yield "python/msgspec.zip", wheels[-1].read_bytes()


def _program(desks: list[Desk], there: Path) -> Iterator[tuple[str, bytes]]:
    """The program, its data for these games, and what it would work out first."""
    for path in sorted({*PACKAGE.rglob("*.py"), *(IMPORTED / "hexcheck").rglob("*.py")}):
        yield path.relative_to(IMPORTED).as_posix(), path.read_bytes()
    base = data_folder()
    names = {desk.name for desk in desks if desk.root is None}
    for folder in DATA:
        for path in sorted(p for p in (base / folder).rglob("*") if p.is_file() and p.suffix != ".md"):
            inside = path.relative_to(base)
            if folder == "grammar" or inside.parts[1] in names:
                yield f"{INSIDE}/_data/{inside}", path.read_bytes()
    for path in sorted(p for p in there.rglob("*") if p.is_file() and not p.is_symlink()):
        yield str(path.relative_to(there)), path.read_bytes()
    forms = compiled_forms((desk.key, desk.name, desk.root) for desk in desks)
    for name, form in sorted({**forms, **indexed(desks)}.items()):
        yield f"{INSIDE}/_data/compiled/{name}", form


def _package(name: str) -> Iterator[tuple[str, bytes]]:
    """The files of an installed package. Raises InputError if it is not installed."""
    spec = find_spec(name)
    for folder in map(Path, (spec.submodule_search_locations or ()) if spec else ()):
        for path in sorted(p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts):
            yield f"{name}/{path.relative_to(folder)}", path.read_bytes()
    if spec is None:
        raise InputError(Problem(Place(name, 1), "this package is not installed", "", f"`pip install {name}`"))


def _gzipped(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _archived(files: Iterable[tuple[str, bytes]]) -> bytes:
    """The files as an archive that is the same each time; what is alike far apart in it is stored once."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name, content in files:
            about = tarfile.TarInfo(name)
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    return lzma.compress(made.getvalue(), filters=PACKED)
