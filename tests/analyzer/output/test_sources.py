"""Sources: lines of files and of the cells of notebooks, or nothing."""

from __future__ import annotations

import json

import pytest

from duotone.analyzer.output.notebooks import read_cells
from duotone.analyzer.output.sources import Sources
from tests.analyzer.output.samples import context, notebook, place


def test_the_code_cells_are_counted_and_know_their_lines_in_the_file() -> None:
    text = notebook((("markdown", "# x"), ("code", "one\n\ntwo\n"), ("raw", "x"), ("code", "three")))
    first, second = read_cells(text)
    assert first.lines == ["one", "", "two", ""]
    assert [text.split("\n")[row - 1].strip(' ",') for row in first.rows] == ["one\\n", "\\n", "two\\n"]
    assert second.lines == ["three"]
    assert text.split("\n")[second.rows[0] - 1].strip() == '"three"'


def test_a_source_may_be_one_string_and_its_kind_may_come_last() -> None:
    text = '{"metadata": {"a": [1, {"cells": "no"}]},\n "cells": [\n{"source": "one\\ntwo", "cell_type": "code"}]}'
    (cell,) = read_cells(text)
    assert (cell.lines, cell.rows) == (["one", "two"], [3, 3])


def test_pieces_are_put_together_whatever_they_hold() -> None:
    text = '{"cells": [{"cell_type": "code", "source": ["a",\n"b\\n",\n"\\"[{:,\\u00e9\\n",\n"", "c"]}]}'
    (cell,) = read_cells(text)
    assert (cell.lines, cell.rows) == (["ab", '"[{:,é', "c"], [1, 3, 4])


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", '"x"', "{}", '{"cells": 3}', '{"cells": ["x", {}]}', "[" * 100_000, '{"": ["", "a"]}']
)
def test_what_is_no_notebook_has_no_cells(text: str) -> None:
    assert read_cells(text) == []


def test_outputs_and_attachments_are_not_taken_for_source() -> None:
    cell = {"cell_type": "code", "outputs": [{"source": "no", "cell_type": "markdown"}], "source": ["yes"]}
    (found,) = read_cells(json.dumps({"cells": [cell]}))
    assert found.lines == ["yes"]


def test_a_place_finds_its_line_in_a_file_or_a_cell() -> None:
    files = {"a.py": "one\ntwo", "n.ipynb": notebook((("code", "one\n"), ("code", "two\nthree")))}
    sources = Sources(context(files).read)
    assert sources.line(place("a.py", 2, 1, 2)) == "two"
    assert sources.line(place("n.ipynb", 2, 1, 2, cell=2)) == "three"
    assert sources.row(place("a.py", 2, 1, 2)) == 2
    row = sources.row(place("n.ipynb", 2, 1, 2, cell=2))
    assert row
    assert "three" in files["n.ipynb"].split("\n")[row - 1]


@pytest.mark.parametrize(("line", "cell"), [(0, 1), (3, 1), (1, 0), (1, 2), (10**15, 10**15)])
def test_a_place_that_is_nowhere_has_no_line(line: int, cell: int) -> None:
    sources = Sources(context({"n.ipynb": notebook((("code", "one\n"),))}).read)
    assert not sources.line(place("n.ipynb", line, 1, 2, cell=cell))
    assert sources.row(place("n.ipynb", line, 1, 2, cell=cell)) is None
    assert sources.line(place("gone.py", line, 1, 2)) is None


def test_a_file_is_read_once_for_all_its_findings() -> None:
    asked: list[str] = []

    def read(path: str) -> list[str]:
        asked.append(path)
        return ["x"]

    sources = Sources(read)
    for _ in range(3):
        assert sources.line(place("a.py", 1, 1, 2)) == "x"
    assert asked == ["a.py"]
