"""The background processes of a server."""

from __future__ import annotations

import time
from collections.abc import Sequence

from duotone.cli.stores.client import Client, path
from duotone.cli.stores.shapes import Row, Rows

__all__ = ["RemoteProcesses"]

_OVER = frozenset({"ended", "abandoned", "lost"})
_LOOK = 0.3
_SHOWN = 1_000_000


class RemoteProcesses:
    """Asks a server about processes."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def list(self, session: str | None) -> Rows:
        """Return the processes, the oldest first."""
        found = self._client.every(path("processes"))
        return [_row(one) for one in found if session in {None, one["session"]}]

    def show(self, process: str) -> Row:
        """Return how a process stands."""
        return _row(self._client.get(path("processes", process)))

    def start(self, command: str | Sequence[str], session: str, cwd: str | None, timeout: float | None) -> Row:
        """Start a command, as the policy of the server allows it."""
        body = {"command": command, "session": session, "cwd": cwd, "timeout": timeout}
        return _row(self._client.post(path("processes"), body))

    def output(self, process: str, after: int) -> Row:
        """Return what a process has printed past a byte, with `end` for the next time."""
        output: Row = self._client.get(path("processes", process, "output"), after=after, limit=_SHOWN)
        return output

    def write(self, process: str, text: str) -> Row:
        """Write to the input of a process."""
        return _row(self._client.post(path("processes", process, "input"), {"text": text}))

    def wait(self, process: str, timeout: float | None) -> Row:
        """Return how a process stands once it is over, or the time is up."""
        until = None if timeout is None else time.monotonic() + timeout
        while (row := self.show(process))["state"] not in _OVER and (until is None or time.monotonic() < until):
            time.sleep(_LOOK)
        return row

    def kill(self, process: str, by: str, *, at_once: bool) -> Row:  # noqa: ARG002  # a server knows who asks
        """End a process with everything that came from it."""
        return _row(self._client.post(path("processes", process, "kill"), {"at_once": at_once}))


def _row(one: Row) -> Row:
    return {("process" if name == "id" else name): value for name, value in one.items()}
