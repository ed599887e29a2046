"""The pages of the documentation say what is: outputs, errors, failures and laws."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import duotone
from duotone import errors
from tests.meta.blocks import as_script
from tests.meta.sources import ROOT
from tests.meta.test_failure_rows import LANDED

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
LETTERS = {"agent-hypervisor": "H", "openhands": "O", "agentic-runtime": "R", "hermes-agent": "G"}
SHOWN = re.compile(r"# → (.*)$", re.MULTILINE)
PAGES_WITH_OUTPUT = [page for page in PAGES if SHOWN.search(as_script(page.read_text(encoding="utf-8")))]


def first_cells(page: str) -> list[str]:
    """The first cell of every row of every table of a page, without the quotes of code."""
    rows = re.findall(r"^\| *([^|]+?) *\|", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
    return [cell.strip("`") for cell in rows]


@pytest.mark.parametrize("page", PAGES_WITH_OUTPUT, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_prints_what_stands_behind_its_arrows(page: Path, tmp_path: Path) -> None:
    script = as_script(page.read_text(encoding="utf-8"))
    (tmp_path / "page.py").write_text(script, encoding="utf-8")
    command = [sys.executable, "-X", "utf8", "-W", "error", "page.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=50, check=False)
    assert done.returncode == 0, done.stderr
    # A function prints where it is called and not where it stands, so the order may differ.
    assert sorted(done.stdout.splitlines()) == sorted(SHOWN.findall(script))


def test_the_page_of_errors_has_a_row_for_every_error() -> None:
    named = [cell for cell in first_cells("errors.md") if cell in errors.__all__]
    assert sorted(named) == sorted(set(errors.__all__) - {"DuotoneError", "DuotoneWarning"})


def test_the_page_of_failures_has_a_row_for_each_that_a_test_holds() -> None:
    named = [cell for cell in first_cells("failures.md") if re.fullmatch(r"[A-Z]\d+", cell)]
    assert sorted(named) == sorted(LANDED)


def test_every_failure_is_linked_to_tests_that_hold_it() -> None:
    text = (DOCS / "failures.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z]\d+) \|.* \| ([^|]*) \|$", text, re.MULTILINE)
    assert sorted(row for row, _ in rows) == sorted(LANDED)
    for row, links in rows:
        files = re.findall(r"\]\(([^)]+)\)", links)
        assert files, row
        for file in files:
            assert f"def test_{row}_" in (DOCS / file).read_text(encoding="utf-8"), (row, file)


@pytest.mark.parametrize("page", sorted(LETTERS))
def test_a_page_for_people_from_elsewhere_has_every_row_of_where_they_come_from(page: str) -> None:
    cells = first_cells(f"coming-from/{page}.md")
    named = [row for cell in cells if re.fullmatch(r"[A-Z]\d+(, [A-Z]\d+)*", cell) for row in cell.split(", ")]
    assert sorted(named) == sorted(row for row in LANDED if row.startswith(LETTERS[page]))


def test_the_reference_has_every_public_name() -> None:
    text = (DOCS / "reference" / "contract.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^::: [\w.]+\.(\w+)$", text, re.MULTILINE)) == sorted(duotone.__all__)


def test_the_architecture_names_every_file_of_the_contract() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    files = {path.name for path in (ROOT / "src" / "duotone" / "contract").glob("*.py")} - {"__init__.py"}
    assert {name for name in files if f"`{name}`" not in text} == set()


def test_the_page_of_laws_has_all_nine() -> None:
    assert [cell for cell in first_cells("laws.md") if re.fullmatch(r"L\d", cell)] == [f"L{n}" for n in range(1, 10)]
