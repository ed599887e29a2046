"""The files of the console as they are sent: read once, known by their names alone, and kept by browsers.

The page asks for its scripts and styles below the hash of them all: a browser that has them asks for nothing but the
page, and another release is another address. All scripts are asked for at once, not as one finds the next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final

from duotone.pages import shared_files

__all__ = ["HEADERS", "START", "File", "console_files"]

START: Final = "index.html"
"""The file that a browser asks for first."""

_MEDIA: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)

HEADERS: Final = MappingProxyType(
    {
        "Content-Security-Policy": _POLICY,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }
)
"""What is sent with each of them: scripts and styles of our own alone, and no text that becomes markup."""

_ASKED_AGAIN: Final = "no-cache"
_KEPT: Final = "public, max-age=31536000, immutable"
_FOLDER: Final = b'"console/'
_END: Final = b"</head>"


@dataclass(frozen=True, slots=True)
class File:
    """A file and how it is sent."""

    body: bytes
    media: str
    tag: str
    caching: str = _ASKED_AGAIN


@cache
def console_files() -> MappingProxyType[str, File]:
    """Return all files by their names, with those that the report has as well; reads the disk the first time."""
    found: dict[str, File] = {}
    _collect(files("duotone.server.console"), "", found)
    _collect(shared_files(), "shared/", found)
    whole = _hash("".join(f"{name}{file.tag}" for name, file in sorted(found.items())).encode())
    kept = {f"{whole}/{name}": replace(file, caching=_KEPT) for name, file in found.items()}
    return MappingProxyType({**found, **kept, START: _start(found, whole)})


def _start(found: dict[str, File], whole: str) -> File:
    """Return the page that asks for files which stay what they are."""
    scripts = [name for name in sorted(found) if name.endswith(".js")]
    links = "".join(f'<link rel="modulepreload" href="console/{name}">\n' for name in scripts)
    body = found[START].body.replace(_END, links.encode() + _END).replace(_FOLDER, _FOLDER + f"{whole}/".encode())
    return replace(found[START], body=body, tag=f'"{_hash(body)}"')


def _collect(folder: Traversable, prefix: str, found: dict[str, File]) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            _collect(entry, f"{prefix}{entry.name}/", found)
            continue
        media = _MEDIA.get(f".{entry.name.rpartition('.')[2]}")
        if media is not None:
            body = entry.read_bytes()
            found[prefix + entry.name] = File(body, media, f'"{_hash(body)}"')


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()[:20]
