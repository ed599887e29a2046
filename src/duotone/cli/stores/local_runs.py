"""The runs of a log on this machine."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, Literal, cast

from duotone.cli.stores.places import Place
from duotone.cli.stores.shapes import Row, Rows
from duotone.cli.stores.steps import event_row, steps_of
from duotone.errors import NoSuchRun
from duotone.runtime import Runtime
from duotone.runtime.events import Event
from duotone.runtime.log import RunRow, Selection
from duotone.runtime.outcomes import RunResult
from duotone.runtime.standing import result_of

__all__ = ["LocalRuns"]


class LocalRuns:
    """Reads runs without a trace; what changes one opens a runtime, which is its owner for that time."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def list(self, *, kind: str | None, status: str | None, session: str | None, limit: int) -> Rows:
        """Return the last runs, in the order in which they began."""
        selection = Selection(kind=kind, status=status, session=session, limit=limit or None)
        with self._place.looked_at() as view:
            return [_row(row) for row in reversed(view.select_runs(selection))]

    def show(self, run: str) -> Row:
        """Return how a run stands, with its steps."""
        with self._place.looked_at() as view:
            row = view.run(run)
            if row is None:
                raise NoSuchRun(run)
            return _whole(row, view.read_run(run))

    def events(self, run: str, *, follow: bool) -> Iterator[Row]:
        """Yield the events of a run; with `follow`, as they come, until it has ended."""
        with self._runtime() as runtime:
            yield from map(event_row, runtime.events(run, follow=follow))

    def cancel(self, run: str, reason: str, by: str) -> Row:
        """Ask for the end of a run, and return how it stands."""
        with self._runtime() as runtime:
            runtime.cancel(run, reason, by=by)
        return self.show(run)

    def resume(self, run: str) -> Row:
        """Go on with a run, and return how it stands."""
        with self._runtime() as runtime:
            runtime.resume(run)
        return self.show(run)

    def branch(self, run: str, step: str, inputs: Mapping[str, Any]) -> Row:
        """Begin a run that has what an older one had before `step`."""
        with self._runtime() as runtime:
            result = runtime.branch(run, step, inputs)
        return self.show(result.run)

    def replay(self, run: str) -> Row:
        """Fold the events of a run again, and say what doesn't follow."""
        with self._runtime() as runtime:
            replay = runtime.replay(run)
        status = str(replay.result.status)
        return {"run": run, "status": status, "events": len(replay.moments), "problems": replay.problems}

    def decide(self, run: str, step: str, decision: str, result: Any, by: str) -> Row:
        """Say what became of a step whose outcome is unknown."""
        with self._runtime() as runtime:
            word = cast("Literal['committed', 'failed', 'retry']", decision)
            runtime.decide(run, step, word, result, by=by)
        return self.show(run)

    def recover(self) -> Rows:
        """Go on with all runs whose process has ended."""
        with self._runtime() as runtime:
            return [_result(result) for result in runtime.recover()]

    @contextlib.contextmanager
    def _runtime(self) -> Generator[Runtime]:
        with Runtime(self._place.existing()) as runtime:
            yield runtime


def _row(row: RunRow) -> Row:
    return {"run": row.run, "kind": row.kind, "name": row.name, "status": row.status, "session": row.session}


def _result(result: RunResult) -> Row:
    fault = None if result.fault is None else result.fault.to_json()
    told = {"outputs": result.outputs, "fault": fault, "reason": result.reason, "todo": list(result.todo)}
    return {"run": result.run, "status": str(result.status), **told}


def _whole(row: RunRow, events: Sequence[Event]) -> Row:
    times = {"started": events[0].at, "last": events[-1].at} if events else {}
    return {**_row(row), **_result(result_of(row.run, events)), **times, "steps": steps_of(map(event_row, events))}
