"""Every public module says what it offers in `__all__`, in order, and says the truth."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator

import pytest

from tests.meta.sources import Module, read_modules

TYPE_VARIABLES = {"ParamSpec", "TypeVar", "TypeVarTuple"}
SWITCH = "TYPE_CHECKING"
"""A module that can't afford to load `typing` has this of its own, for the checkers alone."""


def is_public(module: Module) -> bool:
    return not any(part.startswith("_") for part in module.name.split("."))


def declared_names(module: Module) -> list[str] | None:
    """What `__all__` lists, its own or that of the module it is taken from, or None where there is none."""
    for node in module.tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.AnnAssign(target=ast.Name(id="__all__")):
                assert isinstance(node.value, ast.List), f"{module.name}: __all__ must be a plain list"
                return [ast.literal_eval(item) for item in node.value.elts]
            case ast.ImportFrom(module=str(origin), level=0, names=names) if any(n.name == "__all__" for n in names):
                return list(importlib.import_module(origin).__all__)
            case _:
                pass
    return None


def defined_names(module: Module) -> set[str]:
    """The public names that a module makes itself; what it imports is not its own."""
    return {name for name in _definitions(module.tree.body) if not name.startswith("_") and name != SWITCH}


def _definitions(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
            case ast.Assign(value=ast.Call(func=ast.Name(id=maker))) if maker in TYPE_VARIABLES:
                pass
            case ast.Assign():
                yield from (target.id for target in node.targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.If() | ast.Try():
                yield from _definitions(node.body)
                yield from _definitions(node.orelse)
            case _:
                pass


def in_order(names: list[str]) -> list[str]:
    """The order that ruff keeps: constants, then classes, then the rest, each by name."""
    return sorted(names, key=lambda name: (not (name.isupper() and len(name) > 1), not name[0].isupper(), name))


PUBLIC = [module for module in read_modules() if is_public(module)]


@pytest.mark.parametrize("module", PUBLIC, ids=lambda module: module.name)
def test_a_public_module_lists_its_names_in_order(module: Module) -> None:
    names = declared_names(module)
    assert names is not None
    assert names == in_order(list(set(names)))


@pytest.mark.parametrize("module", PUBLIC, ids=lambda module: module.name)
def test_every_listed_name_exists(module: Module) -> None:
    loaded = importlib.import_module(module.name)
    assert [name for name in declared_names(module) or [] if not hasattr(loaded, name)] == []


@pytest.mark.parametrize("module", PUBLIC, ids=lambda module: module.name)
def test_every_public_definition_is_listed(module: Module) -> None:
    assert defined_names(module) - set(declared_names(module) or []) == set()


def test_definitions_are_seen_and_imports_are_not() -> None:
    text = "import os\nfrom re import match\nT = TypeVar('T')\nTYPE_CHECKING = False\n"
    text += "LIMIT: int = 1\n_x = 1\nif os:\n    def run(): ...\nclass Pool: ..."
    assert defined_names(Module("duotone.sample", text)) == {"LIMIT", "Pool", "run"}


def test_constants_come_before_classes_and_classes_before_functions() -> None:
    assert in_order(["run", "Pool", "LIMIT", "Color"]) == ["LIMIT", "Color", "Pool", "run"]


def test_the_names_of_the_contract_are_duotones_own() -> None:
    root, contract = importlib.import_module("duotone"), importlib.import_module("duotone.contract")
    assert root.__all__ == contract.__all__
    assert all(getattr(root, name) is getattr(contract, name) for name in root.__all__)
    assert set(root.__all__) <= set(dir(root))


def test_a_name_that_duotone_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        importlib.import_module("duotone").no_such_name  # noqa: B018  # asking is the test
