"""Where settings come from: the nearest duotone.toml or pyproject.toml, a file that was named, or `key=value`."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import cast

from duotone.analyzer.settings import BASELINE, CACHE, Settings, settings_from
from duotone.errors import BadSettings

__all__ = ["Change", "Finder", "inline_table", "settings_for", "shown"]

_LISTS = frozenset({"exclude", "ignore", "roots", "select"})
_NAMES = ("duotone.toml", "pyproject.toml")

Change = Callable[[Settings], Settings]


class Finder:
    """Settings for any directory, each file read once.

    `config` replaces every file that would be found, `is_isolated` leaves all of them out, and `change` is what the
    command line has to say on top.
    """

    def __init__(
        self,
        cwd: Path,
        *,
        config: Path | None = None,
        is_isolated: bool = False,
        change: Change | None = None,
    ) -> None:
        self._cwd = cwd
        self._change = change
        self._known: dict[Path, Settings] = {}
        self._plain: Settings | None = None
        self._fixed: Settings | None = None
        if config is not None:
            # Named by hand, it may lie anywhere: paths in it are those of whoever named it.
            self._fixed = self._read(config, _named_table(config, cwd), cwd)
        elif is_isolated:
            self._fixed = self._finished(Settings(root=cwd, cache_dir=cwd / CACHE))

    def for_directory(self, directory: Path) -> Settings:
        """Return the settings of a directory: those of the nearest file in it or above it."""
        if self._fixed is not None:
            return self._fixed
        known = self._known.get(directory)
        if known is None:
            known = self._find(directory)
            self._known[directory] = known
        return known

    def sources(self) -> set[Path]:
        """Return every file that settings were read from."""
        every = [*self._known.values(), *([self._fixed] if self._fixed else [])]
        return {one.source for one in every if one.source is not None}

    def _find(self, directory: Path) -> Settings:
        for name in _NAMES:
            path = directory / name
            table = _table_in(path, self._cwd)
            if table is not None:
                return self._read(path, table, directory)
        parent = directory.parent
        return self._without_file() if parent == directory else self.for_directory(parent)

    def _without_file(self) -> Settings:
        if self._plain is None:
            self._plain = self._finished(_with_baseline(Settings(root=self._cwd, cache_dir=self._cwd / CACHE)))
        return self._plain

    def _read(self, path: Path, table: Mapping[str, object], root: Path) -> Settings:
        ground = _with_baseline(Settings(root=root, cache_dir=root / CACHE, source=path))
        return self._finished(settings_from(table, ground, where=shown(path, self._cwd), base=root))

    def _finished(self, settings: Settings) -> Settings:
        return self._change(settings) if self._change else settings


def settings_for(directory: Path) -> Settings:
    """Return the settings of one directory, as a run without options would find them."""
    return Finder(Path.cwd()).for_directory(directory)


def inline_table(texts: Iterable[str]) -> dict[str, object]:
    """Read `key=value` pairs; what is no TOML value is text, and a list may be written with commas."""
    table: dict[str, object] = {}
    for text in texts:
        key, _, value = (part.strip() for part in text.partition("="))
        table[key] = _value(key, value)
    return table


def _value(key: str, text: str) -> object:
    import tomllib  # noqa: PLC0415  # a run without files and pairs needs none

    try:
        value: object = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text
    if key in _LISTS and isinstance(value, str):
        return [item.strip() for item in value.split(",") if item.strip()]
    return value


def _with_baseline(settings: Settings) -> Settings:
    path = settings.root / BASELINE
    return dataclasses.replace(settings, baseline=path) if path.is_file() else settings


def _named_table(path: Path, cwd: Path) -> Mapping[str, object]:
    if not path.is_file():
        message = f"--config: there is no file {shown(path, cwd)!r}; name a TOML file or write key=value"
        raise BadSettings(message)
    if path.name == "pyproject.toml":
        table = _table_in(path, cwd)
        if table is None:
            message = f"{shown(path, cwd)}: has no [tool.duotone]; add it or name another file"
            raise BadSettings(message)
        return table
    return _parsed(path, path.read_bytes(), cwd)


def _table_in(path: Path, cwd: Path) -> Mapping[str, object] | None:
    """Return the settings in a file; `None` where there is none, or where it is not about duotone."""
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        message = f"{shown(path, cwd)}: can't be read ({error.strerror}); make it readable or use --isolated"
        raise BadSettings(message) from error
    if path.name != "pyproject.toml":
        return _parsed(path, data, cwd)
    # Most belong to others, may be test data and broken, and need no parsing to see that.
    if b"duotone" not in data:
        return None
    tool = _parsed(path, data, cwd).get("tool")
    if not isinstance(tool, dict) or "duotone" not in tool:
        return None
    table = cast("dict[str, object]", tool)["duotone"]
    if not isinstance(table, dict):
        message = f"{shown(path, cwd)}: tool.duotone needs a table, and got {table!r}; write [tool.duotone]"
        raise BadSettings(message)
    return cast("dict[str, object]", table)


def _parsed(path: Path, data: bytes, cwd: Path) -> dict[str, object]:
    import tomllib  # noqa: PLC0415  # a run without files and pairs needs none

    try:
        return tomllib.loads(data.decode("utf-8-sig"))  # with the mark that some editors begin a file with
    except UnicodeDecodeError as error:
        message = f"{shown(path, cwd)}: is not UTF-8; save it as UTF-8"
        raise BadSettings(message) from error
    except tomllib.TOMLDecodeError as error:
        message = f"{shown(path, cwd)}: is no valid TOML: {error}"
        raise BadSettings(message) from error


def shown(path: Path, cwd: Path) -> str:
    """Write a path the short way where it lies below the working directory."""
    return os.path.relpath(path, cwd) if path.is_relative_to(cwd) else str(path)
