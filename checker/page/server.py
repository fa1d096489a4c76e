"""A web server for one folder: what is in it and nothing else, with the headers that keep a page to itself."""

from __future__ import annotations

import io
import ipaddress
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from checker.kernel.source import InputError, Place, Problem

LOOPBACK = "127.0.0.1"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""What a page from the folder may load and run: what comes from the folder, and no text of anybody as a program."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


OPEN = (
    "warning: whoever reaches {host} can open this page; scenes stay in the browser, but there is no encryption, and "
    "without it browsers keep nothing for use offline"
)


class Server(ThreadingHTTPServer):
    """A server that says nothing of visitors who go away."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing: a browser that breaks off is no fault."""


class Handler(SimpleHTTPRequestHandler):
    """Files of the folder, compressed if they lie there so and the visitor takes them so; a folder in it is not listed,
    and requests are not written down."""

    packed = False

    extensions_map = {  # noqa: RUF012 - the base class says so
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
    }

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """The file, or the same compressed."""
        path = self.path.partition("?")[0]
        taken = "gzip" in self.headers.get("Accept-Encoding", "")
        self.packed = taken and Path(self.translate_path(f"{path}.gz")).is_file()
        self.path = f"{path}.gz" if self.packed else self.path
        return super().send_head()

    def guess_type(self, path: str | PathLike[str]) -> str:
        """What the file is, however it is sent."""
        return super().guess_type(str(path).removesuffix(".gz") if self.packed else path)

    def end_headers(self) -> None:
        """The headers, with those of every answer."""
        if self.packed:
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Vary", "Accept-Encoding")
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def list_directory(self, path: object) -> None:
        """Nothing: a folder is not shown."""
        self.send_error(404)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is written down."""


def serving(folder: Path, host: str = LOOPBACK, port: int = 0) -> Server:
    """A server of the folder, which listens; port 0 is one that is free. Raises InputError if it cannot listen."""
    if not (folder / "index.html").is_file():
        hint = f"`hexcheck page --out {folder}` writes it"
        raise InputError(Problem(Place(str(folder), 1), "there is no page in this folder", "", hint))
    try:
        return Server((host, port), partial(Handler, directory=str(folder)))
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", "") or str(error)
        raise InputError(Problem(Place(f"{host}:{port}", 1), f"nothing can be served here: {why}")) from None


def is_loopback(host: str) -> bool:
    """Nobody but this machine reaches the host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def served(folder: Path, host: str, port: int) -> Iterator[str]:
    """Where the page is, then served until it is interrupted. Raises InputError if it cannot be."""
    server = serving(folder, host, port)
    with server:
        if not is_loopback(host):
            yield OPEN.format(host=host)
        yield f"http://{f'[{host}]' if ':' in host else host}:{server.server_port}/ (Ctrl-C ends it)"
        server.serve_forever()
