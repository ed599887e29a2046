"""Real files, damaged at random: `parse` never raises, always has a tree that can be walked, and takes no time."""

from __future__ import annotations

import ast
import json
import time

from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.parsing import parse
from duotone.analyzer.parsing.grammar import convert
from tests.analyzer.parsing.trees import library_files, readable

FILES = [path for path in library_files() if 2_000 < path.stat().st_size < 9_000][::7]
PIECES = ["(", ")", "[", "}", '"', '"""', "'", "\n", "\\", ":", "=", "def ", "class ", "    ", "\t", "{", "f'{", "t'"]
PIECES += [
    "type X = int\n",
    "except A, B:\n",
    "match x:\n  case (",
    "async ",
    "await ",
    "*",
    "@",
    "#",
    "\x0c",
    "é",
    "\x00",
]
# The promise is a second for a thousand lines; tests share their machine, and a file has some cost of its own.
SECONDS_PER_LINE = 0.002
SECONDS = 1.0


@st.composite
def damaged(draw: st.DrawFn) -> str:
    text = readable(draw(st.sampled_from(FILES))) or ""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        removed = draw(st.integers(0, 40))
        text = text[:start] + draw(st.sampled_from(["", *PIECES])) + text[start + removed :]
    return text


def check(text: str, path: str = "") -> None:
    start = time.process_time()
    parsed = parse(text, path=path)
    taken = time.process_time() - start
    assert taken < SECONDS + SECONDS_PER_LINE * text.count("\n")
    lines = parsed.text.split("\n")
    for node in ast.walk(parsed.tree):
        assert 1 <= getattr(node, "lineno", 1) <= getattr(node, "end_lineno", 1) <= len(lines)
    for fault in parsed.faults:
        assert (1, 1) <= (fault.line, fault.column) <= (fault.end_line, fault.end_column)
    ast.unparse(parsed.tree)


@given(damaged())
def test_a_damaged_file_is_read_as_far_as_it_goes(text: str) -> None:
    check(text)


@given(damaged())
def test_a_damaged_file_with_newer_syntax_is_read_as_far_as_it_goes(text: str) -> None:
    check(f"type X = int\n{text}\ndef f[T](): pass\n")


@given(st.text() | st.text(alphabet="()[]{}'\"\\\n :=.,*@#abf01t%!?"))
def test_any_text_is_read(text: str) -> None:
    parse(text)
    convert(text.encode(errors="replace"))


@given(st.binary())
def test_any_bytes_are_read(data: bytes) -> None:
    parse(data)
    parse(data, path="a.ipynb")


@given(st.lists(damaged(), max_size=2))
def test_a_notebook_of_damaged_cells_is_read_as_far_as_it_goes(sources: list[str]) -> None:
    cells = [{"cell_type": "code", "source": f"%magic\n{source}"} for source in sources]
    check(json.dumps({"cells": cells}), path="a.ipynb")
