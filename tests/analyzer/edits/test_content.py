"""Edits of bytes: what is outside of an edit stays, in every encoding, and what would break is refused."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

import pytest

from duotone.analyzer.edits.change import Change, FileChange, change_of, difference
from duotone.analyzer.edits.content import edited
from duotone.analyzer.findings import Edit, Place
from duotone.errors import Broken, MisplacedEdit, NotEditable


def insert(line: int, column: int, text: str, *, path: str = "a.py", cell: int | None = None) -> Edit:
    return Edit(Place(path, line, column, line, column, cell), text)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_stay_and_those_put_in_are_like_them(end: str) -> None:
    data = end.join(["import a", "", "async def f():", "    g()", ""]).encode()
    after = edited(data, "a.py", [insert(4, 5, "await "), insert(2, 1, "import b\n")])
    assert after == end.join(["import a", "import b", "", "async def f():", "    await g()", ""]).encode()


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "shift_jis", "utf-8"])
def test_the_declared_encoding_stays(encoding: str) -> None:
    word = "日本" if encoding == "shift_jis" else "äöü"
    data = f"# coding: {encoding}\nasync def f():\n    x = '{word}'; g()\n".encode(encoding)
    column = data.decode(encoding).splitlines()[2].index("g()") + 1
    assert edited(data, "a.py", [insert(3, column, "await ")]) == data.replace(b"g()", b"await g()")


def test_a_byte_order_mark_stays() -> None:
    data = codecs.BOM_UTF8 + "f()  # ä\n".encode()
    assert edited(data, "a.py", [insert(1, 1, "x = ")]) == codecs.BOM_UTF8 + "x = f()  # ä\n".encode()


@pytest.mark.parametrize("data", [b"x = '\xff'\n", b"# coding: nonsense\nx = 1\n", b"# coding: latin-1\nx = 1\n"])
def test_what_can_not_be_written_back_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(NotEditable, match=r"a\.py can't be edited"):
        edited(data, "a.py", [insert(2, 1, "y = '€'\n")])


def test_an_edit_that_would_break_the_syntax_is_refused() -> None:
    with pytest.raises(Broken, match=r"the edits of a\.py would break its syntax"):
        edited(b"def f():\n    g()\n", "a.py", [insert(2, 5, "await ")])
    with pytest.raises(Broken):
        edited(b"x = 1\n", "a.py", [insert(1, 5, "= = ")])


def test_what_was_broken_before_may_stay_so() -> None:
    assert edited(b"x = = 1\nf()\n", "a.py", [insert(2, 1, "y = ")]) == b"x = = 1\ny = f()\n"


def notebook(*sources: object, ensure_ascii: bool = False, indent: int | None = 1) -> str:
    text: dict[str, object] = {"cell_type": "markdown", "source": ["await f() \\u00e4\n"]}
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "outputs": [{"data": "f()"}], "source": one} for one in sources
    ]
    return json.dumps({"cells": [text, *cells], "nbformat": 4}, ensure_ascii=ensure_ascii, indent=indent)


@pytest.mark.parametrize("ensure_ascii", [True, False])
@pytest.mark.parametrize("indent", [1, 2, None])
@pytest.mark.parametrize("source", [["x = 1\n", "s = 'ä😀'; f()  # ä\n", "y"], "x = 1\ns = 'ä😀'; f()  # ä\ny"])
def test_only_the_changed_line_of_a_cell_is_written_anew(
    source: object, indent: int | None, *, ensure_ascii: bool
) -> None:
    text = notebook("%magic", source, "f()", ensure_ascii=ensure_ascii, indent=indent)
    after = edited(text.encode(), "n.ipynb", [insert(2, 11, "await ", path="n.ipynb", cell=2)]).decode()
    assert after == text.replace("; f()  #", "; await f()  #")


def test_lines_are_added_to_a_cell_in_its_own_format() -> None:
    text = notebook(["import a\n", "f()"], "f()", ["f()"])
    edits = [insert(2, 1, "import b\n", path="n.ipynb", cell=1)]
    edits += [insert(1, 1, "import c\n", path="n.ipynb", cell=cell) for cell in (2, 3)]
    after = edited(text.encode(), "n.ipynb", edits).decode()
    assert after == notebook(["import a\n", "import b\n", "f()"], "import c\nf()", ["import c\n", "f()"])


def test_a_cell_may_await_at_its_top_and_may_not_be_broken() -> None:
    text = notebook(["f()"]).encode()
    assert b'"await f()"' in edited(text, "n.ipynb", [insert(1, 1, "await ", path="n.ipynb", cell=1)])
    with pytest.raises(Broken):
        edited(text, "n.ipynb", [insert(1, 1, "((", path="n.ipynb", cell=1)])


@pytest.mark.parametrize("text", ['{"cells": []}', "not json"])
def test_an_edit_of_a_cell_that_is_not_there_is_refused(text: str) -> None:
    with pytest.raises(MisplacedEdit):
        edited(text.encode(), "n.ipynb", [insert(1, 1, "x", path="n.ipynb", cell=1)])


def test_a_change_has_the_files_that_differ_and_shows_as_a_patch_in_their_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes("# coding: latin-1\nx = 'ä'\n".encode("latin-1"))
    (tmp_path / "b.py").write_bytes(b"y = 1\n")
    edits = [insert(2, 1, "z = "), insert(1, 1, "", path="b.py")]
    change = change_of(tmp_path, "a title", edits)
    after = "# coding: latin-1\nz = x = 'ä'\n".encode("latin-1")
    assert change == Change(
        tmp_path, "a title", (FileChange(tmp_path / "a.py", (tmp_path / "a.py").read_bytes(), after),)
    )
    patch = difference(change, lambda path: path.name)
    assert patch.startswith(b"--- a/a.py\n+++ b/a.py\n")
    assert b"\n+z = x = '\xe4'\n" in patch
