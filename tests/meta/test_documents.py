"""The code in the documents and the examples runs as it stands there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.meta.blocks import PYTHON, as_script, read_blocks
from tests.meta.sources import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))

# What Python prints when something was lost that nobody could be told about.
LOST = (
    "Exception ignored",
    "Task exception was never retrieved",
    "was destroyed but it is pending",
    "was never awaited",
)


def run_script(path: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a script on its own, warnings being errors; it has 50 seconds and no input."""
    return subprocess.run(
        [sys.executable, "-W", "error", str(path)],
        cwd=cwd,
        env={**os.environ, "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=50,
        check=False,
    )


def assert_ran(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 0, done.stderr
    assert not any(sign in done.stderr for sign in LOST), done.stderr


def label(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", DOCUMENTS, ids=label)
def test_the_code_of_a_document_runs(path: Path, tmp_path: Path) -> None:
    script = tmp_path / "document.py"
    script.write_text(as_script(path.read_text(encoding="utf-8")), encoding="utf-8")
    assert_ran(run_script(script, tmp_path))


@pytest.mark.parametrize("path", DOCUMENTS, ids=label)
def test_code_that_does_not_run_says_why(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    reasons = [block.not_run for block in read_blocks(text) if block.not_run is not None and block.language in PYTHON]
    assert all(reasons)
    assert len(reasons) == text.count("<!-- not run:"), "a marker stands right before its block of Python"


@pytest.mark.parametrize("path", EXAMPLES, ids=label)
def test_an_example_runs(path: Path, tmp_path: Path) -> None:
    assert_ran(run_script(path, tmp_path))


def test_there_are_examples() -> None:
    assert EXAMPLES


def test_a_block_keeps_the_line_on_which_it_stands() -> None:
    text = "# Title\n\n```python\nx = 1\n```\n\n"
    text += "=== tab\n\n    ```py title='b'\n    assert x == 1\n    ```\n\n```sh\nls\n```\n"
    script = as_script(text).splitlines()
    assert (script[3], script[9]) == ("x = 1", "assert x == 1")
    assert sum(map(bool, script)) == 2


def test_a_block_that_is_marked_is_left_out_with_its_reason() -> None:
    text = "<!-- not run: needs a browser -->\n\n```python\nboom()\n```\n\n```python\nx = 1\n```\n"
    marked, plain = read_blocks(text)
    assert (marked.not_run, marked.is_run) == ("needs a browser", False)
    assert plain.is_run


def test_a_block_that_fails_is_reported_with_its_line(tmp_path: Path) -> None:
    script = tmp_path / "document.py"
    script.write_text(as_script("text\n\n```python\n1 / 0\n```\n"), encoding="utf-8")
    done = run_script(script, tmp_path)
    assert done.returncode == 1
    assert "line 4" in done.stderr


def test_a_lost_coroutine_is_reported_even_though_the_script_ends_well(tmp_path: Path) -> None:
    script = tmp_path / "document.py"
    script.write_text("async def f(): ...\nf()\n", encoding="utf-8")
    done = run_script(script, tmp_path)
    assert done.returncode == 0
    with pytest.raises(AssertionError, match="never awaited"):
        assert_ran(done)
