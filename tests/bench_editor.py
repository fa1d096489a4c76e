"""How soon an editor shows what is wrong after a change, through a real client: `make bench` runs this.

Medians of changes in a file of the size of the rulebook's clauses; wanted are under 0.2 s.
"""

from __future__ import annotations

import asyncio
import sys
import time
from statistics import median

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import make_test_lsp_client
from test_editor import CLAUSES, SERVER, Open

CHANGES = 20
RIGHT, SLIP = "P may cast at Q", "P may csat at Q"


async def measured() -> tuple[float, float, float]:
    """Seconds until the file is looked at first, and medians until a slip is shown and until it is not any more."""
    client = make_test_lsp_client()
    assert isinstance(client, LanguageClient)
    await client.start_io(*SERVER)
    await client.initialize_session(lsp.InitializeParams(client_capabilities("visual-studio-code")))
    began = time.perf_counter()
    text = Open(client, CLAUSES)
    await text.shows(lambda found: not found)
    first = time.perf_counter() - began
    took: dict[bool, list[float]] = {True: [], False: []}
    for number in range(CHANGES):
        wrong = number % 2 == 0
        began = time.perf_counter()
        text.becomes(*((RIGHT, SLIP) if wrong else (SLIP, RIGHT)))
        await text.shows(lambda found: bool(found) == wrong)  # noqa: B023
        took[wrong].append(time.perf_counter() - began)
        await asyncio.sleep(1.5)
    await client.shutdown_session()
    await client.stop()
    return first, median(took[True]), median(took[False])


def main() -> None:
    """Prints the medians."""
    first, shown, gone = asyncio.run(measured())
    print(f"editor: ready {first:.2f} s, a slip is shown {shown:.3f} s after it, gone {gone:.3f} s after it is mended")


if __name__ == "__main__":
    sys.exit(main())
