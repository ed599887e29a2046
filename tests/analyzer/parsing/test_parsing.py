"""The one entry: the tree of `ast` where it reads a file, silently, and nothing more than that is needed for it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import warnings

import pytest

from duotone.analyzer.parsing import Parsed, parse


def test_a_file_that_ast_reads_has_the_tree_of_ast() -> None:
    source = "import a\n\nasync def f(b: int) -> str:\n    return await a.g(b)\n"
    parsed = parse(source.encode(), path="a.py")
    assert isinstance(parsed, Parsed)
    assert ast.dump(parsed.tree, include_attributes=True) == ast.dump(ast.parse(source), include_attributes=True)
    assert (parsed.text, parsed.faults, parsed.cells) == (source, (), ())


@pytest.mark.parametrize("source", ["'\\d'\n", "1if a else 2\n", "'\\d'\ntype X = int\n", "'\\d' b'\\d' = =\n"])
def test_warnings_about_the_code_are_not_ours_to_give(source: str) -> None:
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        parse(source)
        parse(json.dumps({"cells": [{"cell_type": "code", "source": source}]}), path="a.ipynb")
    assert given == []


def run_without_tree_sitter(source: str) -> str:
    program = f"""
import sys
sys.modules["tree_sitter"] = None
from duotone.analyzer.parsing import parse
from duotone.errors import MissingExtra
try:
    print(len(parse({source!r}).tree.body))
except MissingExtra as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_tree_sitter_is_needed_only_where_ast_gives_up() -> None:
    assert run_without_tree_sitter("x = 1") == "1"
    assert run_without_tree_sitter("x = =").endswith("needs the 'check' extra: pip install 'duotone[check]'")
