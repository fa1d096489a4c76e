"""Builds the site of the documents: `make docs`.

The pages lie as they do in the repository, so that each link leads to the same page here and there; what is generated
(docs/generated.py) lies in `reference/`. A link that leads nowhere is an error.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from dressed import coloured, parted
from generated import ROOT, pages

from checker.catalog.named_games import desk
from checker.page.site import written

BUILD = ROOT / "build"
WRITTEN = (
    "README.md",
    "COMMANDS.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "checker/DECISIONS.md",
    "editors/neovim.md",
    "editors/vscode/README.md",
    "grammar/README.md",
    "specs/hexhex/DECISIONS.md",
    "specs/hexx/DECISIONS.md",
    "specs/horrible/DECISIONS.md",
)
"""The pages that lie outside docs/."""
PYODIDE = BUILD / "pyodide"
TRIED = ("hexhex", "hexx", "horrible", "quay", "moat", "tiles")
"""The games that can be tried on the site."""
TRY = (
    """<p><a href="page/">Try it here</a>, in the browser: nothing is installed, and nothing leaves the machine.</p>"""
)
KINDS = ("*.md", "*.css", "*.webp")
"""What a page in docs/ is made of."""


def gathered(out: Path) -> None:
    """The folder has every page of the site, as it is read; beside it lies what the site is built by."""
    shutil.rmtree(out, ignore_errors=True)
    found = [ROOT / page for page in WRITTEN] + [p for kind in KINDS for p in (ROOT / "docs").glob(kind)]
    found += [p for kind in ("*.md", "*.svg") for p in (ROOT / "reports").rglob(kind)]
    for file in found:
        _write(out / file.relative_to(ROOT), file.read_bytes())
    for path, text in pages():
        _write(out / path, text.encode())
    chapters = parted(out)[1:]
    listed = "".join(f'{{ "{one.title}" = "{one.path}" }}, ' for one in chapters)
    plan = (ROOT / "docs" / "zensical.toml").read_text("utf-8")
    _write(
        out.parent / "zensical.toml",
        plan.replace('"grammar/README.md" }', f'["grammar/README.md", {listed}] }}').encode(),
    )


def playground(build: Path, games: Sequence[str] = TRIED) -> None:
    """The site has the judge's page for the games, and its first page leads there; nothing happens without Pyodide."""
    if not (PYODIDE / ".fetched").exists():
        print("no Pyodide (`make pyodide` fetches it): the site is without the judge's page", file=sys.stderr)
        return
    print(*written(games, desk, build / "site" / "page", PYODIDE), sep="\n")
    first = build / "site" / "index.html"
    first.write_text(first.read_text("utf-8").replace("<p>Card texts and", f"{TRY}\n<p>Card texts and", 1), "utf-8")


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def built(build: Path) -> int:
    """The exit code of building `site` from `pages` in the folder, 1 if a link leads nowhere."""
    shutil.rmtree(build / "site", ignore_errors=True)
    run = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", str(build / "zensical.toml")]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    said = re.sub(r"\x1b\[[\d;]*m", "", done.stdout + done.stderr).partition("Traceback")[0]
    if done.returncode:
        print(said, file=sys.stderr)
        return 1
    for page in (build / "site").rglob("*.html"):
        page.write_text(coloured(page.read_text("utf-8")), "utf-8")
    lost = list(broken(build / "site"))
    print("".join(f"{page}: `{link}` leads nowhere\n" for page, link in lost), end="", file=sys.stderr)
    return 1 if lost else 0


class Page(HTMLParser):
    """What a page links to, and the names of its places."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keeps what leads somewhere, and where one can be led to."""
        told = {name: value or "" for name, value in attrs}
        self.places |= {told.get("id", ""), told.get("name", "")}
        self.links += [told[name] for name in ("href", "src") if told.get(name)]


def broken(site: Path) -> Iterator[tuple[str, str]]:
    """Every link of a page of the site, also to a picture or a place on a page, that leads nowhere."""
    found = {file: Page(file.read_text("utf-8")) for file in sorted(site.rglob("*.html"))}
    for file, page in found.items():
        for link in page.links:
            told = urlsplit(link)
            if told.scheme or told.netloc or file.name == "404.html":
                continue
            to = (file.parent / unquote(told.path)).resolve() if told.path else file
            to = to / "index.html" if to.is_dir() else to
            if not to.is_file() or (told.fragment and to in found and unquote(told.fragment) not in found[to].places):
                yield str(file.relative_to(site)), link


if __name__ == "__main__":
    gathered(BUILD / "pages")
    code = built(BUILD)
    playground(BUILD)
    sys.exit(code)
