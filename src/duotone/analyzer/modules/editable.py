"""Packages that are installed as a link to their source: `.pth` files, egg links and finders, read and never run."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

from duotone.analyzer.modules.paths import join

__all__ = ["Links", "read_links"]

# The finders that setuptools writes hold their table as one literal; those of `editables` make one call per name.
_MAPPING = re.compile(r"^MAPPING(?:\s*:[^=\n]*)?\s*=\s*(\{.*?\})\s*$", re.MULTILINE | re.DOTALL)
_MAP_MODULE = re.compile(r"""map_module\(\s*(['"])(?P<name>.+?)\1\s*,\s*(['"])(?P<path>.+?)\3\s*\)""")


class Links(NamedTuple):
    """Where links lead: further directories to search, and single top-level names with their directory or file."""

    directories: tuple[str, ...]
    names: dict[str, str]


def read_links(site: str) -> Links:
    """Read every link in a site-packages directory; what can't be read leads nowhere."""
    directories: dict[str, None] = {}
    names: dict[str, str] = {}
    for entry in sorted(_entries(site)):
        path = join(site, entry)
        if entry.endswith((".pth", ".egg-link")):
            directories.update(dict.fromkeys(_plain_paths(path, site)))
        elif entry.endswith(".egg"):
            directories[path] = None
        elif entry.startswith(("__editable__", "_editable_impl_")) and entry.endswith(".py"):
            names |= _mapped_names(_text(path))
    return Links(tuple(path for path in directories if Path(path).is_dir()), names)


def _entries(site: str) -> list[str]:
    try:
        return os.listdir(site)  # noqa: PTH208  # names are enough
    except OSError:
        return []


def _plain_paths(path: str, site: str) -> Iterator[str]:
    for line in _text(path).splitlines():
        entry = line.strip()
        if not entry or entry.startswith(("#", "import ", "import\t")) or "\0" in entry:
            continue
        found = join(site, entry)
        if found != os.path.normpath(site):
            yield found


def _mapped_names(text: str) -> dict[str, str]:
    names = {match["name"]: match["path"] for match in _MAP_MODULE.finditer(text)}
    found = _MAPPING.search(text)
    if found:
        try:
            table = ast.literal_eval(found[1])
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            table = {}
        if isinstance(table, dict):
            names |= {str(name): str(path) for name, path in cast("dict[object, object]", table).items()}
    return {name: os.path.normpath(path) for name, path in names.items() if "\0" not in path}


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ""
