"""Callers that know the sink by different names."""

import telemetry.sink
import telemetry.sink as outgoing
from telemetry import sink
from telemetry.sink import publish
from telemetry.sink import publish as emit

from . import sink as near_sink
from .sink import flush


def record(run_id: str) -> None:
    publish("run", {"id": run_id})  # expect: DUO101
    emit("run", {"id": run_id})  # expect: DUO101
    sink.publish("run", {"id": run_id})  # expect: DUO101
    outgoing.publish("run", {"id": run_id})  # expect: DUO101
    telemetry.sink.publish("run", {"id": run_id})  # expect: DUO101
    near_sink.flush()  # expect: DUO101
    flush()  # expect: DUO101


def record_late(run_id: str) -> None:
    from .sink import publish as publish_late

    publish_late("run", {"id": run_id})  # expect: DUO101
