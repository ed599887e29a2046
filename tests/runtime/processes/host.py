"""A host in a process of its own: starts what it is told to in the background, says so, and waits to be killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from duotone.runtime import Log, Processes, ProcessPolicy
from duotone.runtime.delivery import Abilities, Notice, turn_channel
from tests.meta.sources import ROOT
from tests.runtime.processes.stage import MARK


@contextmanager
def another_host(
    path: Path, mark: str, commands: Sequence[str], *, waits: str = "", promises: bool = False
) -> Generator[Host]:
    """Have a host that has started `commands`, and runs the command `waits` in the foreground if there is one.

    With `promises`, their ends and the lines with "ready" are to be told.
    """
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.runtime.processes.host",
            str(path),
            json.dumps([*commands]),
            waits,
            "promises" * promises,
        ],
        cwd=ROOT,
        env={**os.environ, MARK: mark},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    with process:
        try:
            yield Host(process, json.loads(process.stdout.readline()))
        finally:
            process.kill()


class Host:
    """A host, and the names of the processes that it has started."""

    def __init__(self, process: subprocess.Popen[str], names: list[str]) -> None:
        self.process, self.names = process, names

    def kill(self) -> None:
        """Kill it, as the system would."""
        self.process.kill()
        self.process.wait()


class Board:
    """A channel that outlives its turn."""

    name = "board"
    abilities = Abilities(durable=True)

    def deliver(self, notice: Notice, /) -> None:
        raise AssertionError(notice)


def main(path: str, commands: str, waits: str, promises: str) -> None:
    policy = ProcessPolicy(root=Path(path).parent, passes=("PATH", MARK), grace=0.3)
    told: dict[str, Any] = {"notify": True, "watch": ["ready"]} if promises else {}
    with Log(path) as log, Processes(log, policy) as processes:
        with turn_channel(Board()):
            names = [processes.start(command, session="talk", **told).id for command in json.loads(commands)]
        print(json.dumps(names), flush=True)  # noqa: T201  # whoever has started us reads it
        if waits:
            processes.run(waits)
        sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
