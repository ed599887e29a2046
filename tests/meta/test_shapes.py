"""The page that says which checker reports which shape has a line for every rule, and the README has its sums."""

from __future__ import annotations

import re

from benchmarks.shapes.cases import asked
from benchmarks.shapes.judging import OTHERS, Tally
from benchmarks.shapes.page import PAGE, TITLES, out_of_date
from tests.analyzer.catalog import ROWS, STEP_OF_ROW
from tests.meta.sources import ROOT


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def columns(table_with: str) -> dict[str, str]:
    """The last row of the table whose header has these words, by its columns."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page().splitlines() if line[:1] == "|"]
    header = next(row for row in rows if table_with in row)
    sums = next(row for row in rows[rows.index(header) :] if row[0].startswith("**"))
    return dict(zip(header, sums, strict=True))


def test_every_row_of_the_catalog_has_a_title() -> None:
    assert set(TITLES) == {*ROWS, *STEP_OF_ROW}


def test_the_page_has_a_line_for_every_rule_that_has_cases() -> None:
    assert out_of_date(Tally(asked()), page()) == []


def test_a_page_that_lacks_a_rule_is_told_so() -> None:
    without = re.sub(r"^\| A1 \| \[DUO101\].*\n", "", page(), flags=re.MULTILINE)
    assert out_of_date(Tally(asked()), without) == ["DUO101 (A1) is in the cases and not in the page"]


def test_the_readme_has_the_sums_of_the_page() -> None:
    found, wrong = columns("shape"), columns("clean cases")
    sentence = (ROOT / "README.md").read_text(encoding="utf-8").replace("\n", " ")
    assert f"Of {found['places']} places" in sentence
    assert f"it reports {found['duotone']}, and eight other checkers together {found[OTHERS]}" in sentence
    assert f"in {wrong['duotone']} of {wrong['clean cases']} clean" in sentence
