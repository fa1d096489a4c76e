"""The grammars that editors colour texts by, made from the grammars that texts are read by: `python editors/textmate.py`.

The words of a game's vocabulary are known to the language server alone.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SYNTAXES = ROOT / "editors" / "vscode" / "syntaxes"
_LITERAL = re.compile(r'"([a-z]+)"')


def literals(*names: str) -> str:
    """The words of the grammars of these names, any of them."""
    texts = ((ROOT / "grammar" / f"{name}.lark").read_text("utf-8") for name in names)
    code = "\n".join(line for text in texts for line in text.splitlines() if not line.startswith("//"))
    return "|".join(sorted({*_LITERAL.findall(code)} - {"a"}))


def grammar(scope: str, heads: str, keys: str, words: str) -> dict[str, Any]:
    """A TextMate grammar: comments, names of entries, keys of lines, quotes, clauses, numbers, letters, words."""
    found = [
        ("comment.line.number-sign", r"#.*$"),
        ("string.quoted.double", r"\"[^\"]*\""),
        ("keyword.control", rf"^(?:{heads})\b(?:\[[^\]]*\])?"),
        ("storage.type", rf"^\s+(?:{keys})\b(?:\[[^\]]*\])?") if keys else ("", ""),
        ("constant.other.clause", r"\b[A-Z]+-\d+(?:\.\d+)?\b"),
        ("constant.numeric", r"(?<![\w-])-?\d+\b"),
        ("variable.parameter", r"\b[A-Z]\d*\b"),
        ("constant.language", r"\b(?:FORCED|AMBIGUOUS|SILENT|CONTRADICTION)\b"),
        ("keyword.other", rf"\b(?i:{words})\b"),
    ]
    patterns = [{"name": f"{name}.{scope}", "match": match} for name, match in found if name]
    return {"scopeName": f"source.{scope}", "name": scope, "patterns": patterns}


def made() -> dict[str, str]:
    """The text of each file, by its name."""
    from checker.load.entries import ALL_HEADS
    from checker.load.entry_checks import KEYS
    from checker.syntax.expectations import EXPECTATIONS

    heads = "|".join(sorted(ALL_HEADS))
    keys = "|".join(sorted({key for listed in KEYS.values() for key in listed} | {"always", "at", "never", "resting"}))
    scene_heads = f"game|players|hand|card|law|variant|ruling|scene|source|since|disputed|{EXPECTATIONS}"
    both = {
        "hexcheck": grammar("hexcheck", heads, keys, literals("card", "norm", "natural")),
        "hexcheck-scene": grammar("hexcheck-scene", scene_heads, "", literals("card", "scene")),
    }
    return {f"{name}.tmLanguage.json": json.dumps(one, indent=2) + "\n" for name, one in both.items()}


def main() -> None:
    """Writes the files."""
    for name, text in made().items():
        (SYNTAXES / name).write_text(text, "utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
