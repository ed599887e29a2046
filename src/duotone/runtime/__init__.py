"""Runs that survive: one durable log, pure drivers over it, and two equal faces.

From the bottom up: `events`, `outcomes` and `commands` are records; `log` keeps events; `drivers` decide what follows
from them; `units` are the user's callables, which a `crew` calls; `_async` has the faces, and `_sync` their copies.
The names are loaded when they are first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duotone.runtime._async.hypervisor import AsyncHypervisor
    from duotone.runtime._async.orchestrator import AsyncSagaOrchestrator
    from duotone.runtime._async.outbox import AsyncOutbox
    from duotone.runtime._async.runtime import AsyncRuntime
    from duotone.runtime._async.saga import AsyncSaga
    from duotone.runtime._sync.hypervisor import Hypervisor
    from duotone.runtime._sync.orchestrator import SagaOrchestrator
    from duotone.runtime._sync.outbox import Outbox
    from duotone.runtime._sync.runtime import Runtime
    from duotone.runtime._sync.saga import Saga
    from duotone.runtime.delivery import (
        Abilities,
        Channel,
        Notice,
        Promise,
        Refusal,
        ask_delivery,
        current_channel,
        turn_channel,
    )
    from duotone.runtime.drivers.replaying import Moment
    from duotone.runtime.drivers.retries import Retry
    from duotone.runtime.entry import run_workflow, run_workflow_async
    from duotone.runtime.events import Event
    from duotone.runtime.keys import current_key
    from duotone.runtime.log import AsyncLog, Log, MemoryStore, RunRow, SqliteStore
    from duotone.runtime.outcomes import Fault, Outcome, RunResult, Status
    from duotone.runtime.replays import Replay
    from duotone.runtime.sagas import saga
    from duotone.runtime.sessions import (
        Action,
        Ask,
        Behavior,
        Claim,
        Consistency,
        Issue,
        KillReport,
        Newcomer,
        Rate,
        Ring,
        Risk,
        Rule,
        Ruling,
        Session,
        SessionConfig,
        SessionEntry,
        SessionState,
        Thresholds,
        Verdict,
    )
    from duotone.runtime.tools import Tool, Toolbox, ToolContext, ToolSpec, current_call, tool
    from duotone.runtime.undo import nothing_to_undo
    from duotone.runtime.units import Unit, unit

__all__ = [
    "Abilities",
    "Action",
    "Ask",
    "AsyncHypervisor",
    "AsyncLog",
    "AsyncOutbox",
    "AsyncRuntime",
    "AsyncSaga",
    "AsyncSagaOrchestrator",
    "Behavior",
    "Channel",
    "Claim",
    "Consistency",
    "Event",
    "Fault",
    "Hypervisor",
    "Issue",
    "KillReport",
    "Log",
    "MemoryStore",
    "Moment",
    "Newcomer",
    "Notice",
    "Outbox",
    "Outcome",
    "Promise",
    "Rate",
    "Refusal",
    "Replay",
    "Retry",
    "Ring",
    "Risk",
    "Rule",
    "Ruling",
    "RunResult",
    "RunRow",
    "Runtime",
    "Saga",
    "SagaOrchestrator",
    "Session",
    "SessionConfig",
    "SessionEntry",
    "SessionState",
    "SqliteStore",
    "Status",
    "Thresholds",
    "Tool",
    "ToolContext",
    "ToolSpec",
    "Toolbox",
    "Unit",
    "Verdict",
    "ask_delivery",
    "current_call",
    "current_channel",
    "current_key",
    "nothing_to_undo",
    "run_workflow",
    "run_workflow_async",
    "saga",
    "tool",
    "turn_channel",
    "unit",
]

_HOMES = {
    "Abilities": "delivery",
    "Action": "sessions",
    "Ask": "sessions",
    "AsyncHypervisor": "_async.hypervisor",
    "AsyncLog": "log",
    "AsyncOutbox": "_async.outbox",
    "AsyncRuntime": "_async.runtime",
    "AsyncSaga": "_async.saga",
    "AsyncSagaOrchestrator": "_async.orchestrator",
    "Behavior": "sessions",
    "Channel": "delivery",
    "Claim": "sessions",
    "Consistency": "sessions",
    "Event": "events",
    "Fault": "outcomes",
    "Hypervisor": "_sync.hypervisor",
    "Issue": "sessions",
    "KillReport": "sessions",
    "Log": "log",
    "MemoryStore": "log",
    "Moment": "drivers.replaying",
    "Newcomer": "sessions",
    "Notice": "delivery",
    "Outbox": "_sync.outbox",
    "Outcome": "outcomes",
    "Promise": "delivery",
    "Rate": "sessions",
    "Refusal": "delivery",
    "Replay": "replays",
    "Retry": "drivers.retries",
    "Ring": "sessions",
    "Risk": "sessions",
    "Rule": "sessions",
    "Ruling": "sessions",
    "RunResult": "outcomes",
    "RunRow": "log",
    "Runtime": "_sync.runtime",
    "Saga": "_sync.saga",
    "SagaOrchestrator": "_sync.orchestrator",
    "Session": "sessions",
    "SessionConfig": "sessions",
    "SessionEntry": "sessions",
    "SessionState": "sessions",
    "SqliteStore": "log",
    "Status": "outcomes",
    "Thresholds": "sessions",
    "Tool": "tools",
    "ToolContext": "tools",
    "ToolSpec": "tools",
    "Toolbox": "tools",
    "Unit": "units",
    "Verdict": "sessions",
    "ask_delivery": "delivery",
    "current_call": "tools",
    "current_channel": "delivery",
    "current_key": "keys",
    "nothing_to_undo": "undo",
    "run_workflow": "entry",
    "run_workflow_async": "entry",
    "saga": "sagas",
    "tool": "tools",
    "turn_channel": "delivery",
    "unit": "units",
}


def __getattr__(name: str) -> object:
    """Load what was asked for, and keep it."""
    if name not in _HOMES:
        message = f"module 'duotone.runtime' has no attribute {name!r}"
        raise AttributeError(message)
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List what can be asked for."""
    return sorted({*globals(), *__all__})
