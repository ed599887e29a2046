"""A small package in a directory of its own, and its mirror."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from duotone.analyzer.mirror import Mirror, Plan, Rules, plan

Mirrored = Callable[..., Plan]


@pytest.fixture
def mirrored(tmp_path: Path) -> Mirrored:
    """Write sources below `package/_async`, and plan their copies in `package/_sync`."""

    def make(
        sources: dict[str, str] | str, *, mode: str = "copy", others: dict[str, str] | None = None, **rules: object
    ) -> Plan:
        files = {"client.py": sources} if isinstance(sources, str) else sources
        _write(tmp_path / "package", {"__init__.py": "", **(others or {})})
        _write(tmp_path / "package" / "_async", {"__init__.py": "", **files})
        mirror = Mirror("package/_async", "package/_sync", mode, Rules(**rules), "none")  # type: ignore[arg-type]
        return plan([mirror], tmp_path)

    return make


@pytest.fixture
def copy(mirrored: Mirrored) -> Callable[..., str]:
    """Return the copy of one source, without its header."""

    def make(source: str, **rules: object) -> str:
        made = mirrored(source, **rules)
        assert made.refusals == ()
        text = next(one.text for one in made.made if one.twin.target.name == "client.py")
        header, _, rest = text.partition("\n")
        assert header == "# Made by `duotone mirror` from ../_async/client.py: edit that file, and run it again."
        return rest

    return make


def _write(directory: Path, files: dict[str, str]) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (directory / name).write_text(textwrap.dedent(text), encoding="utf-8")
