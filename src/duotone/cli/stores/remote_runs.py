"""The runs of a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from duotone.cli.stores.client import Client, path
from duotone.cli.stores.shapes import Row, Rows
from duotone.cli.stores.steps import steps_of
from duotone.errors import WrongUse

__all__ = ["RemoteRuns"]

_GOING = frozenset({"running", "undoing"})
_PATIENCE = 30.0


class RemoteRuns:
    """Asks a server about runs; what it begins or goes on with is waited for."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def list(self, *, kind: str | None, status: str | None, session: str | None, limit: int) -> Rows:
        """Return the last runs, in the order in which they began."""
        found = self._client.every(path("runs"), limit, kind=kind, status=status, session=session)
        return [_row(one) for one in reversed(found)]

    def show(self, run: str) -> Row:
        """Return how a run stands, with its steps."""
        return self._whole(self._client.get(path("runs", run)))

    def events(self, run: str, *, follow: bool) -> Iterator[Row]:
        """Yield the events of a run; with `follow`, as they come, until it has ended."""
        if not follow:
            yield from self._client.every(path("runs", run, "events"))
            return
        for frame in self._client.stream(path("runs", run, "stream"), after=0):
            if not frame.name:
                yield frame.data

    def cancel(self, run: str, reason: str, by: str) -> Row:  # noqa: ARG002  # a server knows who asks
        """Ask for the end of a run, and return how it stands."""
        return self._awaited(self._client.post(path("runs", run, "cancel"), {"reason": reason}))

    def resume(self, run: str) -> Row:
        """Go on with a run, and return how it stands."""
        return self._awaited(self._client.post(path("runs", run, "resume")))

    def branch(self, run: str, step: str, inputs: Mapping[str, Any]) -> Row:
        """Begin a run that has what an older one had before `step`."""
        return self._awaited(self._client.post(path("runs", run, "branch"), {"step": step, "inputs": inputs}))

    def replay(self, run: str) -> Row:
        """Fold the events of a run again, and say what doesn't follow."""
        told = self._client.get(path("runs", run, "replay"), limit=1)
        return {"run": run, "status": told["status"], "events": told["count"], "problems": told["problems"]}

    def decide(self, run: str, step: str, decision: str, result: Any, by: str) -> Row:  # noqa: ARG002  # as above
        """Say what became of a step whose outcome is unknown."""
        said = {"step": step, "decision": decision, "result": result}
        return self._whole(self._client.post(path("runs", run, "decide"), said))

    def recover(self) -> Rows:
        """Refuse: a server does that by itself."""
        message = "a server goes on with such runs when it starts; resume one with `duotone run resume`"
        raise WrongUse(message)

    def start_workflow(self, text: str, inputs: Mapping[str, Any]) -> Row:
        """Run a workflow, and return how it stands."""
        return self._awaited(self._client.post(path("workflows", "runs"), {"workflow": text, "inputs": inputs}))

    def start_saga(self, name: str, inputs: Mapping[str, Any]) -> Row:
        """Call a function of the server as a saga, and return how it stands."""
        return self._awaited(self._client.post(path("sagas", name, "runs"), {"inputs": inputs}))

    def _awaited(self, run: Row) -> Row:
        while run["status"] in _GOING:
            run = self._client.get(path("runs", run["id"], "wait"), seconds=_PATIENCE)
        return self._whole(run)

    def _whole(self, run: Row) -> Row:
        events = self._client.every(path("runs", run["id"], "events"))
        told = {name: run[name] for name in ("outputs", "reason", "todo")} | {"fault": _fault(run["fault"])}
        times = {"started": events[0]["at"], "last": events[-1]["at"]} if events else {}
        return {**_row(run), **told, **times, "steps": steps_of(events)}


def _fault(fault: Row | None) -> Row | None:
    """Return what went wrong as the log has it."""
    if fault is None:
        return None
    return {"type": fault["type"], "message": fault["message"], "retryable": fault["is_retryable"]}


def _row(run: Row) -> Row:
    return {"run": run["id"], **{name: run[name] for name in ("kind", "name", "status", "session")}}
