"""The two faces have the same methods, and nothing is async that has no suspension point."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from duotone import Color, color_of
from duotone.runtime import AsyncHypervisor, Hypervisor, _async

SUSPENDS = ast.Await | ast.AsyncFor | ast.AsyncWith
NAMES = sorted(name for name in vars(Hypervisor) if not name.startswith("_"))


def body_of(function: ast.AsyncFunctionDef) -> Iterator[ast.AST]:
    """What runs when the function runs, without the functions inside it."""
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)


@pytest.mark.parametrize("module", ["acts", "hypervisor", "ledger"])
def test_H1_no_function_is_async_without_a_suspension_point(module: str) -> None:
    tree = ast.parse((Path(_async.__file__).parent / f"{module}.py").read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef)]
    assert functions
    assert [each.name for each in functions if not any(isinstance(node, SUSPENDS) for node in body_of(each))] == []


def test_H1_both_faces_have_the_same_methods() -> None:
    assert sorted(name for name in vars(AsyncHypervisor) if not name.startswith("_")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_H1_a_method_takes_the_same_on_both_faces_and_has_the_color_of_its_face(name: str) -> None:
    sync, other = getattr(Hypervisor, name), getattr(AsyncHypervisor, name)
    assert isinstance(sync, property) == isinstance(other, property)
    if isinstance(sync, property):
        return
    assert inspect.signature(sync).parameters.keys() == inspect.signature(other).parameters.keys()
    assert (color_of(sync), color_of(other)) == (Color.SYNC, Color.ASYNC)


def test_H1_the_names_that_users_know_are_there() -> None:
    known = "create_session join_session activate_session terminate_session verify_behavior monitor_sessions "
    known += "get_session active_sessions sessions session_count"
    assert set(known.split()) <= set(NAMES)
