"""The commands in the documents print what stands there."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path

import pytest

from duotone.cli import COMMANDS
from tests.cli.pages import Page, Typed, alike, printed, write_file
from tests.meta.sources import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32" or shutil.which("bash") is None, reason="needs bash")

COMMANDS_PAGE = ROOT / "docs" / "guide" / "commands.md"
MOST_SECONDS = 300.0


@pytest.mark.timeout(240)
@pytest.mark.parametrize("path", [COMMANDS_PAGE], ids=lambda path: path.name)
def test_what_a_page_tells_to_type_prints_what_it_says(path: Path, tmp_path: Path) -> None:
    began = time.monotonic()
    page = Page(path).read()
    assert any(isinstance(step, Typed) for step in page.steps)
    for step in page.steps:
        if isinstance(step, Typed):
            assert alike(printed(step, tmp_path)) == alike(step.output), step.command
        else:
            write_file(step, tmp_path)
    assert time.monotonic() - began < MOST_SECONDS


def test_the_page_of_the_commands_has_every_command() -> None:
    text = COMMANDS_PAGE.read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"`duotone {name}" not in text] == []
