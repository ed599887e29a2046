"""Copies are formatted as their project formats its code, and sorted where it sorts."""

from __future__ import annotations

from pathlib import Path

import pytest

from duotone.analyzer.mirror.formatting import Formatter
from duotone.errors import FormattingFailed

COPY = """\
from package import Zone, Client
import os

__all__ = ["Zone", "Client"]
x = [ os,Zone, Client ]
"""


def formatted(folder: Path, settings: str, text: str = COPY) -> str:
    (folder / "pyproject.toml").write_text(settings, encoding="utf-8")
    return Formatter(folder)(text, folder / "copy.py")


def test_names_that_were_put_out_of_order_are_sorted_where_the_project_asks_for_it(tmp_path: Path) -> None:
    text = formatted(tmp_path, '[tool.ruff.lint]\nselect = ["I", "RUF022"]\n')
    assert text.splitlines() == [
        "import os",
        "",
        "from package import Client, Zone",
        "",
        '__all__ = ["Client", "Zone"]',
        "x = [os, Zone, Client]",
    ]


def test_where_the_project_does_not_ask_for_it_the_order_stays(tmp_path: Path) -> None:
    text = formatted(tmp_path, '[tool.ruff.lint]\nselect = ["E"]\n')
    assert text.startswith("from package import Zone, Client\nimport os\n")
    assert '__all__ = ["Zone", "Client"]' in text


def test_nothing_else_is_fixed(tmp_path: Path) -> None:
    text = formatted(tmp_path, '[tool.ruff.lint]\nselect = ["ALL"]\n', "import os\nx = not 1 == 2\n")
    assert "import os" in text
    assert "not 1 == 2" in text


def test_without_settings_the_text_stays_as_it_is(tmp_path: Path) -> None:
    assert formatted(tmp_path, "") == COPY


def test_a_text_that_can_not_be_formatted_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormattingFailed):
        formatted(tmp_path, "[tool.ruff]\n", "def (\n")
