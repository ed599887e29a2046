"""Notebooks: code cells joined, magics taken out, lines kept."""

from __future__ import annotations

import ast
import json

import pytest

from duotone.analyzer.parsing import Cell, parse


def notebook(*sources: str | list[str], **content: object) -> str:
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "source": source, "outputs": [], "metadata": {}} for source in sources
    ]
    return json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, **content})


def lines_of(text: str) -> dict[int, str]:
    """What is left of each line, without `pass`."""
    parsed = parse(text, path="a.ipynb")
    assert parsed.faults == ()
    return {node.lineno: ast.unparse(node) for node in parsed.tree.body if not isinstance(node, ast.Pass)}


def test_code_cells_are_joined_and_keep_their_numbers() -> None:
    parsed = parse(notebook("a = 1\nb = 2", ["c = 3\n", "\n", "d = 4"], ""), path="work/a.ipynb")
    assert parsed.cells == (Cell(1, 2, 1), Cell(3, 5, 2), Cell(6, 6, 3))
    assert parsed.text == "a = 1\nb = 2\nc = 3\n\nd = 4\n"
    assert [node.lineno for node in parsed.tree.body] == [1, 2, 3, 5]


def test_other_cells_are_skipped() -> None:
    content = json.loads(notebook("a = 1"))
    content["cells"][:0] = [{"cell_type": "markdown", "source": "# Not code"}, {"cell_type": "raw", "source": "("}]
    parsed = parse(json.dumps(content).encode(), path="a.ipynb")
    assert parsed.cells == (Cell(1, 1, 1),)
    assert parsed.faults == ()


def test_await_stands_at_the_top() -> None:
    text = notebook("import asyncio", "await asyncio.sleep(1)\nasync with a: pass\nx = [b async for b in c]")
    assert lines_of(text)[2] == "await asyncio.sleep(1)"


@pytest.mark.parametrize(
    "magic",
    [
        "pip install one",
        "conda install -y x",
        "%matplotlib inline",
        "!pip install x",
        "?print",
        "print?",
        "a.b??",
        "%time f()",
        "!ls \\\n  -l",
        "%%time\n",
    ],
)
def test_a_magic_is_left_out(magic: str) -> None:
    source = f"{magic}\nx = 1"
    assert lines_of(notebook(source)) == {source.count("\n") + 1: "x = 1"}


def test_magics_in_blocks_and_assignments_leave_valid_code() -> None:
    source = "if a:\n    !ls\nfiles = !ls\nb, c = %sql select\nd = e % f\ng = '''\n%no magic\n''' % (\n  h\n  % i)"
    assert lines_of(notebook(source)) == {
        1: "if a:\n    pass",
        3: "files = None",
        4: "b, c = None",
        5: "d = e % f",
        6: "g = '\\n%no magic\\n' % (h % i)",
    }


def test_what_a_cell_begins_with_is_taken_off_all_its_lines() -> None:
    text = notebook("\n    if a:\n        b = f(1)\n    !ls\n  \n    c = 2", "d = 3")
    assert lines_of(text) == {2: "if a:\n    b = f(1)", 6: "c = 2", 7: "d = 3"}
    parsed = parse(text, path="a.ipynb")
    assert parsed.text.split("\n")[1] == "    if a:"
    calls = [node for node in ast.walk(parsed.tree) if isinstance(node, ast.Call)]
    assert [(one.lineno, one.col_offset, one.end_col_offset) for one in calls] == [(3, 12, 16)]


def test_a_fault_stands_where_it_is_in_an_indented_cell() -> None:
    (fault,) = parse(notebook("    a = 1\n    b = = 2"), path="a.ipynb").faults
    assert (fault.line, fault.column) == (2, 9)


def test_a_line_that_begins_otherwise_than_its_cell_keeps_its_place() -> None:
    parsed = parse(notebook("\tx = (1,\n2)"), path="a.ipynb")
    assert parsed.faults == ()
    numbers = [node for node in ast.walk(parsed.tree) if isinstance(node, ast.Constant)]
    assert [(one.lineno, one.col_offset) for one in numbers] == [(1, 6), (2, 0)]


def test_the_text_keeps_what_the_tree_leaves_out() -> None:
    assert parse(notebook("%load x\ny = 1"), path="a.ipynb").text == "%load x\ny = 1"


@pytest.mark.parametrize("magic", ["%%bash", "%%html", "%%writefile a.py", "%%javascript", "%%unknown"])
def test_a_cell_of_another_language_is_left_out_whole(magic: str) -> None:
    assert lines_of(notebook("a = 1", f"\n{magic}\nfor i in $(ls); do (\ndone", "b = 2")) == {1: "a = 1", 6: "b = 2"}


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ({"vscode": {"languageId": "shellscript"}}, {1: "a = 1"}),
        ({"polyglot_notebook": {"kernelName": "csharp"}}, {1: "a = 1"}),
        ({"vscode": {"languageId": "python"}}, {1: "a = 1", 2: "b = 2"}),
    ],
)
def test_a_cell_that_an_editor_has_in_another_language_is_left_out(
    metadata: dict[str, object], expected: dict[int, str]
) -> None:
    cells = [{"cell_type": "code", "source": "a = 1"}, {"cell_type": "code", "source": "b = 2", "metadata": metadata}]
    assert lines_of(json.dumps({"cells": cells})) == expected


def test_a_cell_magic_may_stand_after_the_title_of_a_form() -> None:
    titled = '#@title Keep this { display-mode: "form" }\n\n'
    cells = notebook(titled + "%%html\n<audio src=a controls>", titled + "%%time\nb = 2")
    assert lines_of(cells) == {8: "b = 2"}


def test_a_broken_cell_leaves_the_others() -> None:
    parsed = parse(notebook("a = 1", "b = (", "c = 3"), path="a.ipynb")
    assert [fault.line for fault in parsed.faults] == [2]
    assert "c = 3" in ast.unparse(parsed.tree)


def test_a_notebook_of_version_3_has_worksheets() -> None:
    cells = [{"cell_type": "code", "input": ["a = 1\n", "b = 2"]}, {"cell_type": "heading", "source": "c"}]
    assert lines_of(json.dumps({"worksheets": [{"cells": cells}], "nbformat": 3})) == {1: "a = 1", 2: "b = 2"}


def test_another_language_is_left_out() -> None:
    parsed = parse(notebook("x <- 1", metadata={"language_info": {"name": "R"}}), path="a.ipynb")
    assert (parsed.tree.body, parsed.faults) == ([], ())
    assert lines_of(notebook("x = 1", metadata={"kernelspec": {"language": "python"}, "language_info": {}}))


@pytest.mark.parametrize(
    "data", ["{", "[1, 2]", "3", '{"cells": [}', "[" * 100_000, b"\x00", b"\xff\xfe", '{"a": ' + "9" * 5_000 + "}"]
)
def test_what_is_no_notebook_is_a_fault(data: bytes | str) -> None:
    parsed = parse(data, path="a.ipynb")
    assert parsed.faults
    assert (parsed.tree.body, parsed.cells) == ([], ())


@pytest.mark.parametrize(
    "content",
    ["", "{}", '{"cells": 1}', '{"cells": [1, {}, {"cell_type": "code"}, {"cell_type": "code", "source": [1]}]}'],
)
def test_a_strange_notebook_is_read_as_far_as_it_goes(content: str) -> None:
    assert parse(content, path="a.ipynb").faults == ()
