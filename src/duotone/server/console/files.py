"""The files of the console as they are sent: read once, known by their names alone, each with a tag for caches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final

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
        "Cache-Control": "no-cache",
    }
)
"""What is sent with each of them: scripts and styles of our own alone, and no text that becomes markup."""


@dataclass(frozen=True, slots=True)
class File:
    """A file and how it is sent."""

    body: bytes
    media: str
    tag: str


@cache
def console_files() -> MappingProxyType[str, File]:
    """Return all files by their names below the folder; reads the disk the first time."""
    found: dict[str, File] = {}
    _collect(files("duotone.server.console"), "", found)
    return MappingProxyType(found)


def _collect(folder: Traversable, prefix: str, found: dict[str, File]) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            _collect(entry, f"{prefix}{entry.name}/", found)
            continue
        media = _MEDIA.get(f".{entry.name.rpartition('.')[2]}")
        if media is not None:
            body = entry.read_bytes()
            found[prefix + entry.name] = File(body, media, f'"{sha256(body).hexdigest()[:20]}"')
