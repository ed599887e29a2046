"""Runs that survive: one durable log, pure drivers over it, and two equal faces.

From the bottom up: `events`, `outcomes` and `commands` are records; `log` keeps events; `drivers` decide what follows
from them; `units` are the user's callables, which a `crew` calls; `agents` and `models` are what conversations are
held with; `_async` has the faces, and `_sync` their copies.
The names are loaded when they are first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duotone.runtime._async.conversation import AsyncConversation
    from duotone.runtime._async.delegation import AsyncDelegation
    from duotone.runtime._async.hypervisor import AsyncHypervisor
    from duotone.runtime._async.orchestrator import AsyncSagaOrchestrator
    from duotone.runtime._async.outbox import AsyncOutbox
    from duotone.runtime._async.runtime import AsyncRuntime
    from duotone.runtime._async.saga import AsyncSaga
    from duotone.runtime._async.turns import AsyncTurn
    from duotone.runtime._sync.conversation import Conversation
    from duotone.runtime._sync.delegation import Delegation
    from duotone.runtime._sync.hypervisor import Hypervisor
    from duotone.runtime._sync.orchestrator import SagaOrchestrator
    from duotone.runtime._sync.outbox import Outbox
    from duotone.runtime._sync.runtime import Runtime
    from duotone.runtime._sync.saga import Saga
    from duotone.runtime._sync.turns import Turn
    from duotone.runtime.agents.agent import Agent, agent_of
    from duotone.runtime.agents.feeds import Part
    from duotone.runtime.conversation.limits import Limits, Patience
    from duotone.runtime.conversation.states import State, TurnResult
    from duotone.runtime.delegation.staff import TaskRole
    from duotone.runtime.delivery import (
        Abilities,
        Backoff,
        Callback,
        Channel,
        InProcess,
        InTurn,
        Iterate,
        Notice,
        Once,
        Promise,
        Refusal,
        ask_delivery,
        current_channel,
        is_signed,
        turn_channel,
    )
    from duotone.runtime.delivery.webhook import Webhook
    from duotone.runtime.drivers.replaying import Moment
    from duotone.runtime.drivers.retries import Retry
    from duotone.runtime.entry import run_workflow, run_workflow_async
    from duotone.runtime.events import Event
    from duotone.runtime.keys import current_key
    from duotone.runtime.log import AsyncLog, Log, MemoryStore, RunRow, SqliteStore
    from duotone.runtime.messages import Message, Reply, Role, ToolCall, Usage
    from duotone.runtime.models import ModelAgent, OpenAIModel, RecordedModel, Request, ScriptedModel
    from duotone.runtime.outcomes import Fault, Outcome, RunResult, Status
    from duotone.runtime.processes import AsyncProcesses, Processes, ProcessInfo, ProcessPolicy, ProcessState
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
    from duotone.runtime.suppressing import Suppressed, suppressed_errors
    from duotone.runtime.tools import Tool, Toolbox, ToolContext, ToolSpec, current_call, tool
    from duotone.runtime.undo import nothing_to_undo
    from duotone.runtime.units import Unit, unit

__all__ = [
    "Abilities",
    "Action",
    "Agent",
    "Ask",
    "AsyncConversation",
    "AsyncDelegation",
    "AsyncHypervisor",
    "AsyncLog",
    "AsyncOutbox",
    "AsyncProcesses",
    "AsyncRuntime",
    "AsyncSaga",
    "AsyncSagaOrchestrator",
    "AsyncTurn",
    "Backoff",
    "Behavior",
    "Callback",
    "Channel",
    "Claim",
    "Consistency",
    "Conversation",
    "Delegation",
    "Event",
    "Fault",
    "Hypervisor",
    "InProcess",
    "InTurn",
    "Issue",
    "Iterate",
    "KillReport",
    "Limits",
    "Log",
    "MemoryStore",
    "Message",
    "ModelAgent",
    "Moment",
    "Newcomer",
    "Notice",
    "Once",
    "OpenAIModel",
    "Outbox",
    "Outcome",
    "Part",
    "Patience",
    "ProcessInfo",
    "ProcessPolicy",
    "ProcessState",
    "Processes",
    "Promise",
    "Rate",
    "RecordedModel",
    "Refusal",
    "Replay",
    "Reply",
    "Request",
    "Retry",
    "Ring",
    "Risk",
    "Role",
    "Rule",
    "Ruling",
    "RunResult",
    "RunRow",
    "Runtime",
    "Saga",
    "SagaOrchestrator",
    "ScriptedModel",
    "Session",
    "SessionConfig",
    "SessionEntry",
    "SessionState",
    "SqliteStore",
    "State",
    "Status",
    "Suppressed",
    "TaskRole",
    "Thresholds",
    "Tool",
    "ToolCall",
    "ToolContext",
    "ToolSpec",
    "Toolbox",
    "Turn",
    "TurnResult",
    "Unit",
    "Usage",
    "Verdict",
    "Webhook",
    "agent_of",
    "ask_delivery",
    "current_call",
    "current_channel",
    "current_key",
    "is_signed",
    "nothing_to_undo",
    "run_workflow",
    "run_workflow_async",
    "saga",
    "suppressed_errors",
    "tool",
    "turn_channel",
    "unit",
]

_HOMES = {
    "Abilities": "delivery",
    "Action": "sessions",
    "Agent": "agents.agent",
    "Ask": "sessions",
    "AsyncConversation": "_async.conversation",
    "AsyncDelegation": "_async.delegation",
    "AsyncHypervisor": "_async.hypervisor",
    "AsyncLog": "log",
    "AsyncOutbox": "_async.outbox",
    "AsyncProcesses": "processes",
    "AsyncRuntime": "_async.runtime",
    "AsyncSaga": "_async.saga",
    "AsyncSagaOrchestrator": "_async.orchestrator",
    "AsyncTurn": "_async.turns",
    "Backoff": "delivery",
    "Behavior": "sessions",
    "Callback": "delivery",
    "Channel": "delivery",
    "Claim": "sessions",
    "Consistency": "sessions",
    "Conversation": "_sync.conversation",
    "Delegation": "_sync.delegation",
    "Event": "events",
    "Fault": "outcomes",
    "Hypervisor": "_sync.hypervisor",
    "InProcess": "delivery",
    "InTurn": "delivery",
    "Issue": "sessions",
    "Iterate": "delivery",
    "KillReport": "sessions",
    "Limits": "conversation.limits",
    "Log": "log",
    "MemoryStore": "log",
    "Message": "messages",
    "ModelAgent": "models",
    "Moment": "drivers.replaying",
    "Newcomer": "sessions",
    "Notice": "delivery",
    "Once": "delivery",
    "OpenAIModel": "models",
    "Outbox": "_sync.outbox",
    "Outcome": "outcomes",
    "Part": "agents.feeds",
    "Patience": "conversation.limits",
    "ProcessInfo": "processes",
    "ProcessPolicy": "processes",
    "ProcessState": "processes",
    "Processes": "processes",
    "Promise": "delivery",
    "Rate": "sessions",
    "RecordedModel": "models",
    "Refusal": "delivery",
    "Replay": "replays",
    "Reply": "messages",
    "Request": "models",
    "Retry": "drivers.retries",
    "Ring": "sessions",
    "Risk": "sessions",
    "Role": "messages",
    "Rule": "sessions",
    "Ruling": "sessions",
    "RunResult": "outcomes",
    "RunRow": "log",
    "Runtime": "_sync.runtime",
    "Saga": "_sync.saga",
    "SagaOrchestrator": "_sync.orchestrator",
    "ScriptedModel": "models",
    "Session": "sessions",
    "SessionConfig": "sessions",
    "SessionEntry": "sessions",
    "SessionState": "sessions",
    "SqliteStore": "log",
    "State": "conversation.states",
    "Status": "outcomes",
    "Suppressed": "suppressing",
    "TaskRole": "delegation.staff",
    "Thresholds": "sessions",
    "Tool": "tools",
    "ToolCall": "messages",
    "ToolContext": "tools",
    "ToolSpec": "tools",
    "Toolbox": "tools",
    "Turn": "_sync.turns",
    "TurnResult": "conversation.states",
    "Unit": "units",
    "Usage": "messages",
    "Verdict": "sessions",
    "Webhook": "delivery.webhook",
    "agent_of": "agents.agent",
    "ask_delivery": "delivery",
    "current_call": "tools",
    "current_channel": "delivery",
    "current_key": "keys",
    "is_signed": "delivery",
    "nothing_to_undo": "undo",
    "run_workflow": "entry",
    "run_workflow_async": "entry",
    "saga": "sagas",
    "suppressed_errors": "suppressing",
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
