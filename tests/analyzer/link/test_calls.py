"""What calls give: which overload is chosen, and what a callee calls its arguments with."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duotone.analyzer import work
from duotone.analyzer.link.project import Project
from duotone.analyzer.link.symbols import ModuleSymbol
from duotone.analyzer.link.values import CallableType, Coroutine, FunctionObject, Instance, Value
from duotone.analyzer.modules import Modules

SOURCE = """
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar, overload

T = TypeVar("T")


class Sensor: ...


class Closing(Protocol):
    def close(self) -> None: ...


class File:
    def close(self) -> None: ...


@overload
def opened(target: None) -> int: ...
@overload
def opened(target: Closing) -> str: ...
@overload
async def opened(target: Sensor) -> str: ...


def old() -> Iterator[Sensor]:
    yield Sensor()


def young() -> Generator[Sensor, None, None]:
    yield Sensor()


def each(items: Iterable[T], step: Callable[[T], object], *rest: object) -> T: ...


sensors: list[Sensor] = []
by_name: dict[str, Sensor] = {}
"""
Evaluate = Callable[[str], Value]


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, ModuleSymbol]:
    root = tmp_path_factory.mktemp("linked")
    path = root / "parts.py"
    path.write_text(SOURCE, encoding="utf-8")
    shared = work.Shared(Modules([path], (), None, start=root), root, {})
    shared.take(work.read_files(shared, [str(path)]), {str(path): "parts"})
    module = shared.project.module("parts")
    assert module is not None
    return shared.project, module


@pytest.fixture
def evaluate(linked: tuple[Project, ModuleSymbol]) -> Evaluate:
    project, module = linked
    return lambda text: project.infer(text, module)


def name_of(value: Value) -> str:
    return value.symbol.name if isinstance(value, Instance) else type(value).__name__


@pytest.mark.parametrize("function", ["old", "young"])
def test_a_generator_becomes_a_context_manager_however_it_is_annotated(evaluate: Evaluate, function: str) -> None:
    entered = evaluate(f"contextmanager({function})().__enter__()")
    assert name_of(entered) == "parts.Sensor"


def test_an_overload_for_a_protocol_takes_what_has_its_methods(evaluate: Evaluate) -> None:
    assert name_of(evaluate("opened(File())")) == "builtins.str"
    assert name_of(evaluate("opened(None)")) == "builtins.int"
    assert isinstance(evaluate("opened(Sensor())"), Coroutine)


@pytest.mark.parametrize(
    ("callee", "arguments"),
    [("each", "sensors"), ("max", "sensors"), ("sorted", "sensors"), ("each", "by_name.values()")],
)
def test_a_callee_says_what_it_calls_its_argument_with(
    linked: tuple[Project, ModuleSymbol], evaluate: Evaluate, callee: str, arguments: str
) -> None:
    project, _ = linked
    function, given, step = evaluate(callee), evaluate(arguments), CallableType(evaluate("0"))
    assert isinstance(function, FunctionObject)
    word = "step" if callee == "each" else "key"
    [value] = project.expected(function, [given], {word: step}, step)
    assert name_of(value) == "parts.Sensor"


def test_nothing_is_expected_of_a_callee_without_declaration(
    linked: tuple[Project, ModuleSymbol], evaluate: Evaluate
) -> None:
    project, _ = linked
    step = CallableType(evaluate("0"))
    assert project.expected(evaluate("each"), [evaluate("sensors"), evaluate("old"), step], {}, step) == ()
    assert project.expected(evaluate("unknown"), [step], {}, step) == ()
