"""A project to run commands on."""

from __future__ import annotations

import dataclasses
import re
import sys
from pathlib import Path

import pytest

from duotone.cli import main

LOSING = """\
import asyncio

async def lose() -> None:
    await asyncio.sleep(0)


async def serve() -> None:
    await asyncio.sleep(0)
    lose()
"""
CLEAN = LOSING.replace("    lose()\n", "    await lose()\n")


@dataclasses.dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str


class Project:
    """A directory with files, in which commands run."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self._capsys = capsys

    def write(self, path: str, text: str = LOSING) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def run(self, *arguments: str) -> Done:
        self._capsys.readouterr()
        code = main(arguments)
        captured = self._capsys.readouterr()
        return Done(code, captured.out, captured.err)

    def places(self, *arguments: str) -> list[str]:
        """Check, and return `path:line CODE` for each finding."""
        done = self.run("check", "--output-format", "concise", "--quiet", *arguments)
        found = re.findall(r"^(.+?):(\d+):\d+: (?:\w+ )?(DUO\d+)", done.out, re.MULTILINE)
        return [f"{path}:{line} {code}" for path, line, code in found]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Project:
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.chdir(root)
    monkeypatch.setenv("DUOTONE_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setattr(sys, "path", list(sys.path))  # commands find modules where they are given
    for name in ("NO_COLOR", "FORCE_COLOR", "DUOTONE_DEBUG", "DUOTONE_LOG", "DUOTONE_SERVER", "DUOTONE_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    return Project(root, capsys)
