"""The tool with which an agent gives tasks to others: what a model is told of it, and what it is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from duotone.errors import BadInput
from duotone.runtime.delegation.records import COMPLETED, Report, Task
from duotone.runtime.delegation.staff import NAME, Staff
from duotone.runtime.delivery.channels import Abilities
from duotone.runtime.delivery.promises import Refusal, ask_delivery
from duotone.runtime.events import Json
from duotone.runtime.tools.tool import Tool, tool

__all__ = ["begun", "delegate_tool", "done", "texts_of", "with_promises"]

_WHAT: Final = (
    "Give a task, or up to {most} tasks that go on side by side, to other agents, and return what they say. Each works "
    "alone, in a conversation of its own, and knows nothing but the text of its task: say all that it needs."
)
_LATER: Final = (
    " With background=true the answer comes at once, and you are told of each result when it is there, also after this "
    "turn."
)
_NOT_LATER: Final = (
    " Nothing can be delivered to you once this turn has ended, so background=true has no effect: tasks are done before"
    " the answer comes."
)


def delegate_tool(function: Callable[..., Any], staff: Staff, depth: int) -> Tool:
    """Return the tool `delegate_task` for conversations at a depth, where `function` gives the tasks."""
    describe = partial(_describe, staff, depth)
    return tool(function, name=NAME, description=_WHAT.format(most=staff.most), describe=describe)


def _describe(staff: Staff, depth: int, abilities: Abilities) -> str:
    roles = [f"{name} ({_may(staff, name, depth)})" for name in staff.roles]
    who = f" Agents: {', '.join(staff.agents)}. Roles: {', '.join(roles)}. The first of each is meant if none is named."
    return _WHAT.format(most=staff.most) + (_LATER if abilities.can_deliver_late else _NOT_LATER) + who


def _may(staff: Staff, name: str, depth: int) -> str:
    role = staff.roles[name]
    tools = list(staff.tools if role.tools is None else role.tools)
    if role.delegates and depth + 1 < staff.depth:
        tools.append(NAME)
    return f"tools: {', '.join(tools)}" if tools else "no tools"


def texts_of(task: str | None, tasks: Sequence[str] | None, most: int) -> list[str]:
    """Return what is to be done; raises `BadInput` if that is nothing, or too much."""
    texts = [text.strip() for text in ([task] if task else []) + list(tasks or ()) if text.strip()]
    if not texts:
        raise BadInput("task", "is missing; say what is to be done, in 'task' or as a list in 'tasks'")
    if len(texts) > most:
        raise BadInput("tasks", f"has {len(texts)} tasks; give at most {most} at once")
    return texts


def with_promises(tasks: Sequence[Task]) -> list[Task] | Refusal:
    """Ask for the ends of tasks to be delivered: return the tasks with what is promised, or why nothing is."""
    promised: list[Task] = []
    for task in tasks:
        parent = task.parent
        answer = ask_delivery(COMPLETED, task.id, session=parent.session, run=parent.run or None)
        if isinstance(answer, Refusal):
            return answer
        promised.append(replace(task, promise=answer))
    return promised


def begun(tasks: Sequence[Task]) -> Mapping[str, Json]:
    """Return what an agent is told of tasks that go on in the background."""
    told: list[Json] = [{"task": task.text, "session": task.id, "agent": task.agent} for task in tasks]
    return {"begun": told, "note": "they go on in the background, and you are told when each has ended"}


def done(tasks: Sequence[Task], reports: Sequence[Report], refusal: Refusal | None) -> Mapping[str, Json]:
    """Return what an agent is told of tasks that were carried out, and why that was not in the background."""
    told: list[Json] = [report.about(task) for task, report in zip(tasks, reports, strict=True)]
    if refusal is None:
        return {"results": told}
    return {"results": told, "note": f"done inline and not in the background, since {refusal.reason}"}
