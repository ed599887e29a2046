"""Events as rows, and how far the steps of a run have come, which they tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from duotone.cli.stores.shapes import Row, Rows

if TYPE_CHECKING:
    from duotone.runtime.events import Event

__all__ = ["event_row", "steps_of"]


def event_row(event: Event) -> Row:
    """Return an event as JSON has it."""
    return {
        "id": event.id,
        "session": event.session,
        "seq": event.seq,
        "kind": event.kind,
        "at": event.at,
        "run": event.run,
        "data": event.data,
        "hash": event.hash,
    }


def steps_of(events: Iterable[Row]) -> Rows:
    """Return the steps in the order of their starts."""
    steps: dict[str, Row] = {}
    for event in events:
        kind, data = event["kind"], event["data"]
        if kind.partition(".")[0] not in {"step", "undo"} or "step" not in data:
            continue
        step = steps.setdefault(data["step"], {"step": data["step"], "state": "", "attempts": 0, "seconds": None})
        match kind:
            case "step.started":
                step |= {"state": "running", "attempts": data["attempt"]}
            case "step.ended":
                step |= {"state": data["outcome"], "seconds": data.get("seconds"), "error": _fault(data)}
            case "step.skipped":
                step |= {"state": "skipped", "error": data.get("reason")}
            case "step.decided":
                step |= {"state": data["decision"]}
            case "undo.ended":
                step |= {"undo": data["outcome"]}
            case _:
                pass
    return list(steps.values())


def _fault(data: Mapping[str, Any]) -> str | None:
    fault = data.get("fault")
    return f"{fault['type']}: {fault['message']}" if isinstance(fault, Mapping) else None
