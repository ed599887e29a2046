"""What the documents tell people to type is there to be typed."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.meta.sources import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
CODE = re.compile(r"^ *```.*?^ *```|`[^`\n]+`", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"\bmake((?: +[\w./=-]+)*)")


def targets() -> set[str]:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^\.PHONY: ([a-z]+)$", text, re.MULTILINE))


def mentioned(text: str) -> set[str]:
    """The targets that code in a document names; options and variables are left out."""
    words = (word for code in CODE.findall(text) for found in COMMAND.findall(code) for word in found.split())
    return {word for word in words if "=" not in word and not word.startswith("-")}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_make_target_in_a_document_exists(path: Path) -> None:
    assert mentioned(path.read_text(encoding="utf-8")) - targets() == set()


def test_targets_are_found_in_code_and_not_in_prose() -> None:
    text = "Please make sure, or `make sense`.\n```sh\nmake PYTHON=python3.12 -j2 test\n```\n"
    assert mentioned(text) == {"sense", "test"}


def test_contributing_explains_every_target() -> None:
    explained = mentioned((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert targets() - explained - {"help"} == set()


def test_the_ci_script_can_be_run_and_runs_the_checks_and_the_tests() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    words = [line.split() for line in script.read_text(encoding="utf-8").splitlines()]
    assert [line[2] for line in words if line[:2] == ["step", "make"]] == ["check", "test", "docs"]
