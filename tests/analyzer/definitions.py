"""Dotted names looked up in stubs and sources, as an import and attributes would find them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from duotone.analyzer.modules import Modules

Node = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign | ast.Module


class Definition(NamedTuple):
    """Where a name leads: the name under which it is defined, and all of its definitions (overloads, versions)."""

    name: str
    nodes: tuple[Node, ...]


class Definitions:
    """The definitions that dotted names lead to, read with `ast` from what `Modules` finds."""

    def __init__(self, modules: Modules) -> None:
        self.modules = modules
        self._scopes: dict[Path, dict[str, list[ast.stmt]]] = {}

    def has_module(self, name: str) -> bool:
        return self.modules.path_of(name.partition(".")[0]) is not None

    def find(self, name: str, depth: int = 0) -> Definition | None:
        """Follow re-exports, aliases and base classes; None if the name leads nowhere."""
        parts = name.split(".")
        for size in range(len(parts), 0, -1):
            module = ".".join(parts[:size])
            path = self.modules.path_of(module)
            if path is not None and depth < 12:
                return self._inside(module, path, parts[size:], depth)
        return None

    def _inside(self, module: str, path: Path, rest: list[str], depth: int) -> Definition | None:
        if not rest:
            return Definition(module, (ast.Module([], []),))
        statements = self._scope(path).get(rest[0], [])
        for statement in statements:
            target = self._target(statement, rest[0], module, path)
            found = target and self.find(".".join([target, *rest[1:]]), depth + 1)
            if found:
                return found
        nodes = tuple(each for each in statements if isinstance(each, Node))
        if nodes and len(rest) == 1:
            return Definition(f"{module}.{rest[0]}", nodes)
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                found = self._member(node, f"{module}.{rest[0]}", rest[1:], module, depth)
                if found:
                    return found
        return None if statements else self._starred(path, module, rest, depth)

    def _member(self, node: ast.ClassDef, name: str, rest: list[str], module: str, depth: int) -> Definition | None:
        own = tuple(each for each in _flat(node.body) if isinstance(each, Node) and rest[0] in _names(each))
        if own:
            return Definition(f"{name}.{rest[0]}", own)
        for base in node.bases:
            text = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
            found = self.find(".".join([module, text, *rest]), depth + 1)
            if found:
                return found
        return None

    def _target(self, statement: ast.stmt, name: str, module: str, path: Path) -> str | None:
        if isinstance(statement, ast.ImportFrom):
            alias = next(each for each in statement.names if (each.asname or each.name) == name)
            return f"{self._source(statement, module, path)}.{alias.name}"
        if isinstance(statement, ast.Import):
            return next(
                (each.name for each in statement.names if (each.asname or each.name.split(".")[0]) == name), None
            )
        value = statement.value if isinstance(statement, ast.Assign) else None
        return f"{module}.{ast.unparse(value)}" if isinstance(value, ast.Name | ast.Attribute) else None

    def _starred(self, path: Path, module: str, rest: list[str], depth: int) -> Definition | None:
        for statement in self._scope(path).get("*", []):
            if isinstance(statement, ast.ImportFrom):
                found = self.find(".".join([self._source(statement, module, path), *rest]), depth + 1)
                if found:
                    return found
        return None

    def _source(self, statement: ast.ImportFrom, module: str, path: Path) -> str:
        if not statement.level:
            return statement.module or ""
        parts = module.split(".")
        base = parts if path.stem == "__init__" else parts[:-1]
        base = base[: len(base) - statement.level + 1]
        return ".".join([*base, *([statement.module] if statement.module else [])])

    def _scope(self, path: Path) -> dict[str, list[ast.stmt]]:
        if path not in self._scopes:
            scope = self._scopes[path] = {}
            for statement in _flat(ast.parse(path.read_text(encoding="utf-8")).body):
                for name in _names(statement):
                    scope.setdefault(name, []).append(statement)
        return self._scopes[path]


def _flat(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, ast.If | ast.Try):
            yield from _flat(statement.body)
            yield from _flat(statement.orelse)
            yield from _flat([each for handler in getattr(statement, "handlers", []) for each in handler.body])
        else:
            yield statement


def _names(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [statement.name]
        case ast.Import():
            return [each.asname or each.name.split(".")[0] for each in statement.names]
        case ast.ImportFrom():
            return [each.asname or each.name for each in statement.names]
        case ast.Assign():
            return [target.id for target in statement.targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []
