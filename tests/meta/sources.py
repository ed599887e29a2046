"""The modules under src as data: names, trees and imports, read without importing anything."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"


@dataclass(frozen=True)
class Import:
    """One name that a module imports, resolved to the module that it comes from."""

    target: str
    line: int
    is_lazy: bool


@dataclass(frozen=True)
class Module:
    """One file of source code."""

    name: str
    text: str = field(repr=False)
    is_package: bool = False

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.name)

    @property
    def part(self) -> str:
        """The part of the house that it belongs to: `contract` for `duotone.contract.bridge`."""
        return part_of(self.name)

    def imports(self, known: frozenset[str]) -> Iterator[Import]:
        """Every import, whether it runs, is lazy, or is for the type checkers only."""
        for node, is_lazy in _import_nodes(self.tree, is_lazy=False):
            for target in self._targets(node, known):
                yield Import(target, node.lineno, is_lazy)

    def _targets(self, node: ast.Import | ast.ImportFrom, known: frozenset[str]) -> Iterator[str]:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
            return
        origin = node.module or ""
        if node.level:
            parents = self.name.split(".")
            parents = parents[: len(parents) - node.level + (1 if self.is_package else 0)]
            origin = ".".join([*parents, origin] if origin else parents)
        for alias in node.names:
            submodule = f"{origin}.{alias.name}"
            yield submodule if submodule in known else origin


def part_of(name: str) -> str:
    """The part of the house that a dotted name belongs to; the package itself is `duotone`."""
    return name.split(".")[1] if "." in name else name


def is_ours(name: str) -> bool:
    return name.partition(".")[0] == "duotone"


def read_modules() -> list[Module]:
    """Every module of the project."""
    return [_read(path) for path in sorted(SOURCE.rglob("*.py"))]


def names_of(modules: list[Module]) -> frozenset[str]:
    return frozenset(module.name for module in modules)


def _read(path: Path) -> Module:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    name = ".".join(parts[:-1] if is_package else parts)
    return Module(name, path.read_text(encoding="utf-8"), is_package=is_package)


def _import_nodes(node: ast.AST, *, is_lazy: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, is_lazy
        else:
            enters_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from _import_nodes(child, is_lazy=is_lazy or enters_function)
