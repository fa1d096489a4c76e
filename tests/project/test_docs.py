"""The site of the documents is built from what stands here, and a link that leads nowhere is an error."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from page_browser import OTHERS, ask, browsed

from checker.analyses.registry import ANALYSES
from checker.catalog.named_games import known
from checker.kernel.verdict import Verdict
from checker.page.link_code import link_code
from hexcheck.records import FORMATS

WITHOUT = 7
"""So many constructs at most have no example: those of properties, and forms in plurals that the games have no words for."""

pytest.importorskip("zensical", reason="there is no zensical: `make docs` installs it")


@pytest.fixture(scope="module")
def site() -> Any:
    """What builds the site."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs"))
        import build_site
    return build_site


@pytest.fixture(scope="module")
def built(site: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path, int]:
    """What builds the site, the folder in which it did so, and its exit code."""
    folder = tmp_path_factory.mktemp("docs")
    site.gathered(folder / "pages")
    return site, folder, site.built(folder)


def test_the_site_has_a_page_for_all_that_it_tells_of(built: tuple[Any, Path, int]) -> None:
    _, folder, code = built
    assert code == 0
    site = folder / "site"
    assert all((site / "reference" / f"vocabulary-{game}" / "index.html").is_file() for game in (*known(), "court"))
    assert all((site / "reference" / "schemas" / f"{name}-1.json").is_file() for name in FORMATS)
    first = (site / "index.html").read_text("utf-8")
    assert all(f'href="docs/{page.stem}/"' in first for page in (ROOT / "docs").glob("*.md")), "not in the navigation"
    constructs = (folder / "pages" / "reference" / "constructs.md").read_text("utf-8")
    assert constructs.count("\n| `") >= 295
    assert len(re.findall(r"\|  \|$", constructs, re.M)) <= WITHOUT, "a construct without an example"
    for one in ANALYSES:
        told = (site / "reference" / "findings" / one.code / "index.html").read_text("utf-8")
        assert one.name in told and all(f">{head}<" in told for head in ("What it finds", "How to settle it"))
    findings = (folder / "pages" / "reference" / "findings.md").read_text("utf-8")
    printed, accepted = (
        findings.partition(f"\n## {head}\n")[2] for head in ("As it is printed", "Accepting a finding")
    )
    assert re.search(r"```text\n\S+:\d+: \w+ HX\d+", printed) and "[[accepted]]\nfingerprint" in accepted
    python = (folder / "pages" / "reference" / "python.md").read_text("utf-8")
    assert "### Rules.diff" in python
    assert not re.findall(r"^\| `\w+` \| .* \|\s*\|$", python, re.M), "a field without a word"
    assert not any("fonts.g" in page.read_text("utf-8") for page in site.rglob("*.html"))


def test_the_language_has_a_page_a_chapter_and_its_blocks_are_in_colours(built: tuple[Any, Path, int]) -> None:
    _, folder, _ = built
    errata = (folder / "site" / "grammar" / "writing-an-erratum" / "index.html").read_text("utf-8")
    assert '<span class="k">erratum</span> <span class="s">"' in errata
    first = (folder / "site" / "grammar" / "index.html").read_text("utf-8")
    assert 'href="scenes/"' in first and "<h2" not in first
    judge = (folder / "pages" / "docs" / "judge.md").read_text("utf-8")
    assert "(../grammar/scenes.md#scenes)" in judge
    from dressed import coloured

    said = '<div class="language-scene highlight"><pre><span></span><code>players A &lt; B\nhand B: 3 # x\n</code></pre></div>'
    assert re.sub(r"</?span[^>]*>", "", coloured(said)) == re.sub(r"</?span[^>]*>", "", said)
    assert '<span class="k">players</span> <span class="nv">A</span> &lt;' in coloured(said)


def test_the_page_is_tried_on_the_site(built: tuple[Any, Path, int]) -> None:
    site, folder, _ = built
    if not (site.PYODIDE / ".fetched").exists():
        pytest.skip("there is no Pyodide: `make pyodide` fetches it")
    site.playground(folder, ["quay"])
    assert '<p><a href="page/">Try it here</a>' in (folder / "site" / "index.html").read_text("utf-8")
    assert (folder / "site" / "page" / "games" / "quay.json").is_file()
    assert not [*site.broken(folder / "site")]
    with browsed(folder / "site", OTHERS, "page/") as page:
        ask(page, page.get_attribute("#scene", "placeholder"))
        assert page.inner_text(".verdict strong") in {verdict.value for verdict in Verdict}
        page.click("#code")
        page.wait_for_selector("svg.code")
        assert page.get_attribute("svg.code path", "d") == link_code(page.url).path and OTHERS in page.url
        assert "cannot reach" not in page.inner_text("#shown-code"), "as where `--host` gives an address"


@pytest.mark.parametrize(
    "links",
    [
        "[x](nowhere.md) and [x](own-game.md#nowhere)",
        '![x](nowhere.webp) and <a href="nowhere/">x</a>',
    ],
)
def test_each_link_that_leads_nowhere_is_an_error(
    site: Any, tmp_path: Path, links: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = (ROOT / "docs" / "zensical.toml").read_text("utf-8")
    (tmp_path / "zensical.toml").write_text(re.sub(r"(?ms)^nav = \[.*?^\]\n", "", plan), "utf-8")
    told = {
        "README.md": "# Here",
        "docs/own-game.md": "# Own",
        "docs/site.css": "",
        "docs/judge.md": f"# Judge\n\n{links}",
    }
    (tmp_path / "pages" / "docs").mkdir(parents=True)
    for page, text in told.items():
        (tmp_path / "pages" / page).write_text(f"{text}\n", "utf-8")
    assert site.built(tmp_path) == 1
    said = capsys.readouterr().err
    assert said.count("docs/judge") == 2
