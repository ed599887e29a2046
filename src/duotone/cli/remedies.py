"""Remedies in commands: what the library and the server say to write, as whoever types commands can do it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["COMMANDS_FOR", "in_commands"]

_RUNS: Final = "list them with `duotone run list`"
_SESSIONS: Final = "list them with `duotone session list`"
_EVENTS: Final = "see its events with `duotone run events`"
_WAITING: Final = "see what waits with `duotone session list --waiting`"
_PROCESSES: Final = "list them with `duotone process list`"

COMMANDS_FOR: Final[Mapping[str, str]] = {
    "list them with runtime.runs()": _RUNS,
    "list them with GET /api/runs": _RUNS,
    "make one with create_session(...)": _SESSIONS,
    "list them with GET /api/sessions": _SESSIONS,
    "list() names those that there are": _PROCESSES,
    "list them with GET /api/processes": _PROCESSES,
    "list them with GET /api/promises": "list them with `duotone outbox list`",
    "send 'Authorization: Bearer dt_…'; make one with 'duotone token create'": (
        "set DUOTONE_TOKEN to one that `duotone token create` has made where the server runs"
    ),
    "see its events with runtime.events(run)": _EVENTS,
    "see its events with GET /api/runs/{run}/events": _EVENTS,
    "with POST /api/runs/{run}/decide": "with `duotone run decide`",
    "see what waits with GET /api/approvals": _WAITING,
    "call act(...) again, which asks anew": _WAITING,
}


_DECIDING: Final = re.compile(r"runtime\.decide\('([^']*)', step, 'committed' \| 'failed' \| 'retry'\)")


def in_commands(message: str) -> str:
    """Return a message with commands in the place of calls and routes."""
    message = _DECIDING.sub(r"`duotone run decide \1 STEP committed`, or failed, or retry", message)
    for call, command in COMMANDS_FOR.items():
        message = message.replace(call, command)
    return message
