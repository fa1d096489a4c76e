"""The JSON Schemas of all formats, made from the records: `python -m hexcheck.schema_files` writes them anew."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from hexcheck.records import FORMATS

FOLDER = Path(__file__).parent / "schemas"


def schemas() -> dict[str, str]:
    """The text of each schema by the name of its file."""
    found = {name: msgspec.json.schema(record) for name, record in FORMATS.items()}
    return {
        f"{name}-1.json": json.dumps(
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"hexcheck/{name}/1", **one}, indent=1
        )
        + "\n"
        for name, one in found.items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, text in schemas().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
