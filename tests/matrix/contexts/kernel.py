"""A real Jupyter kernel, in which cells of a notebook run cells of the matrix."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from tests.matrix.cells import Cell
from tests.matrix.contexts.process import environment, wait_until_at_rest
from tests.matrix.probes import SUSPENDED, Outcome

PATIENCE = 30.0
"""Seconds that the kernel has to start, and for each of its messages."""

CODE = """\
from tests.matrix.cells import Cell
from tests.matrix.contexts.process import say
from tests.matrix.probes import observe
say(observe({cell!r}))
"""


class Kernel:
    """One kernel for all cells; Ctrl-C is what a notebook sends when its user presses stop."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._manager: Any = None
        self._client: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._manager is not None:
            self._client.stop_channels()
            self._manager.shutdown_kernel(now=True)

    def observe(self, cell: Cell) -> list[Outcome]:
        """Execute a cell, and return what it printed."""
        if self._manager is None:
            self._start()
        outcomes: list[Outcome] = []
        for message in self._execute(CODE.format(cell=cell)):
            if message == SUSPENDED:
                wait_until_at_rest(self._manager.provisioner.pid)
                self._manager.interrupt_kernel()
            else:
                outcomes.append(message)
        return outcomes

    def _start(self) -> None:
        from jupyter_client.manager import KernelManager

        self._manager = KernelManager(connection_file=str(self._directory / "kernel.json"))
        self._manager.start_kernel(env=environment() | {"IPYTHONDIR": str(self._directory)})
        self._client = self._manager.client()
        self._client.start_channels()
        self._client.wait_for_ready(PATIENCE)

    def _execute(self, code: str) -> Iterator[Any]:
        """Yield what the code prints, until the kernel is idle again."""
        request, printed = self._client.execute(code), ""
        while True:
            message = self._client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") != request:
                continue
            content = message["content"]
            assert message["msg_type"] != "error", "\n".join(content["traceback"])
            if content.get("execution_state") == "idle":
                return
            *lines, printed = (printed + content.get("text", "")).split("\n")
            yield from map(json.loads, lines)
