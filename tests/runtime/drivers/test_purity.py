"""The drivers touch nothing: no clock, no randomness, no files, no loop, no thread."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import duotone.runtime.conversation
import duotone.runtime.drivers

ALLOWED = {
    "__future__", "ast", "bisect", "collections", "contextlib", "copy", "dataclasses", "enum", "functools", "hashlib",
    "heapq", "itertools", "json", "math", "typing",
}  # fmt: skip
RECORDS = ("commands", "conversation", "drivers", "events", "messages", "outcomes", "sessions.lifecycle")
OURS = ("duotone.errors", *(f"duotone.runtime.{name}" for name in RECORDS))


FILES = [
    path
    for package in (duotone.runtime.drivers, duotone.runtime.conversation)
    for path in Path(package.__file__ or "").parent.glob("*.py")
]


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(node.module or "")
    return names


def test_a_driver_imports_nothing_that_could_touch_the_world() -> None:
    for path in FILES:
        for name in imported(path):
            assert name.startswith(OURS) or name.partition(".")[0] in ALLOWED, f"{path.name} imports {name}"
    assert set(sys.stdlib_module_names) >= ALLOWED


def test_no_driver_calls_open_print_or_input() -> None:
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"open", "print", "input", "exec", "eval"}, path.name


def test_no_driver_defines_anything_async() -> None:
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.AsyncFunctionDef | ast.Await), path.name
