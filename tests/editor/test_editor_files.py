"""What editors are given beside the language server: an extension, and grammars to colour texts by."""

from __future__ import annotations

import json
import re

import pytest
from conftest import ROOT

EXTENSION = ROOT / "editors" / "vscode"


def test_texts_are_coloured_by_the_grammars_that_they_are_read_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "editors"))
    import textmate

    for name, text in textmate.made().items():
        assert (EXTENSION / "syntaxes" / name).read_text("utf-8") == text, "`python editors/textmate.py` writes it anew"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("clause HH-1 definition", {"keyword.control": "clause", "constant.other.clause": "HH-1"}),
        ("  norm P may cast if not always", {"storage.type": "  norm", "keyword.other": "may"}),
        ("# a comment", {"comment.line.number-sign": "# a comment"}),
    ],
)
def test_words_have_their_colours(line: str, names: dict[str, str]) -> None:
    grammar = json.loads((EXTENSION / "syntaxes" / "hexcheck.tmLanguage.json").read_text("utf-8"))
    found = {
        p["name"].removesuffix(".hexcheck"): m.group()
        for p in grammar["patterns"]
        if (m := re.search(p["match"], line))
    }
    assert names.items() <= found.items()


def test_the_extension_has_all_that_it_names() -> None:
    package = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    given = package["contributes"]
    paths = [
        package["main"],
        *(x["configuration"] for x in given["languages"]),
        *(x["path"] for x in given["grammars"]),
    ]
    assert all((EXTENSION / path).is_file() for path in paths)
    assert {e for x in given["languages"] for e in x["extensions"]} == {".norm", ".cards", ".scene"}
