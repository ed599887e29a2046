"""The trees that the checkers are timed on, and the change that a warm run finds."""

from __future__ import annotations

import ast
import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

from benchmarks.checkers import fetching
from duotone.analyzer.parsing import parse

SIZES = ("small", "medium", "large")


@dataclass(frozen=True)
class Tree:
    """One tree, laid out in a folder."""

    size: str
    folder: Path
    paths: tuple[str, ...]
    python: str
    changed: Path
    files: int
    lines: int


def lay_out(size: str, folder: Path) -> Tree:
    """Put a tree together from its distributions."""
    told = tomllib.loads((Path(__file__).parent / "trees.toml").read_text())[size]
    folder.mkdir(parents=True)
    for part in told["parts"]:
        source = fetching.source(part["name"], part["version"]) / part["from"]
        left_out = shutil.ignore_patterns(*part.get("without", ()))
        shutil.copytree(source, folder / part["to"], symlinks=True, ignore=left_out)
    for name in fetching.SETTINGS:
        for path in folder.rglob(name):
            path.unlink()
    (folder / "pyproject.toml").write_text(fetching.MINIMAL.replace("3.11", told["python"]))
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)  # noqa: S607
    files = list(folder.rglob("*.py"))
    lines = sum(file.read_bytes().count(b"\n") for file in files)
    paths = tuple(sorted({part["to"] for part in told["parts"]}))
    return Tree(size, folder, paths, told["python"], folder / told["changed"], len(files), lines)


def change_interface(file: Path, number: int) -> None:
    """Add a function to a module that many import, which is something that others could see."""
    file.write_text(
        f"{file.read_text()}\n\nasync def added_{number}(count: int = {number}) -> int:\n    return count\n"
    )


def change_body(file: Path, number: int) -> None:
    """Add a statement to the body of a function, which changes what it does and nothing that others see of it."""
    text = file.read_text()
    functions = [node for node in ast.walk(parse(text).tree) if isinstance(node, ast.FunctionDef)]
    statement = max(functions, key=lambda one: len(one.body)).body[-1]
    lines = text.splitlines(keepends=True)
    lines.insert(statement.lineno - 1, f"{' ' * statement.col_offset}print({number})\n")
    file.write_text("".join(lines))
