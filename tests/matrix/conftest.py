"""The contexts of the matrix, each started when its first cell needs it and ended after the last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Protocol

import pytest

from tests.matrix.cells import Cell
from tests.matrix.contexts.interpreter import Interpreter
from tests.matrix.contexts.kernel import Kernel
from tests.matrix.contexts.places import PLACES
from tests.matrix.contexts.webserver import WebServer
from tests.matrix.probes import Outcome

NEEDED = {
    "uvloop": ["uvloop"],
    "fastapi-async_handler": ["fastapi", "uvicorn", "httpx"],
    "fastapi-sync_handler": ["fastapi", "uvicorn", "httpx"],
    "jupyter": ["jupyter_client", "ipykernel"],
}


class Context(Protocol):
    def observe(self, cell: Cell) -> list[Outcome]: ...


@pytest.fixture(scope="session")
def contexts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Context]]:
    with ExitStack() as stack:
        interpreter = stack.enter_context(Interpreter())
        webserver = stack.enter_context(WebServer())
        kernel = stack.enter_context(Kernel(tmp_path_factory.mktemp("kernel")))
        yield {
            **dict.fromkeys(PLACES, interpreter),
            "fastapi-async_handler": webserver,
            "fastapi-sync_handler": webserver,
            "jupyter": kernel,
        }


@pytest.fixture
def context(cell: Cell, contexts: dict[str, Context]) -> Context:
    for package in NEEDED.get(cell.context, []):
        pytest.importorskip(package, reason=f"THE CELLS OF {cell.context} DID NOT RUN: {package} is not installed")
    return contexts[cell.context]
