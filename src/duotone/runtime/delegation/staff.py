"""Who may be given tasks: agents by name, roles that say which tools they have, and how far it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from duotone.errors import BadInput, BadUnit
from duotone.runtime.agents.agent import Agent, agent_of
from duotone.runtime.agents.setting import Setting
from duotone.runtime.conversation.limits import Limits
from duotone.runtime.delegation.records import Parent, Task
from duotone.runtime.events import Event
from duotone.runtime.sessions.policy import Policy, policies_of
from duotone.runtime.tools.problems import closest
from duotone.runtime.tools.tool import Tool
from duotone.runtime.tools.toolbox import Toolbox

__all__ = ["NAME", "Staff", "TaskRole", "staff_of"]

NAME = "delegate_task"
"""The tool with which agents give tasks."""


@dataclass(frozen=True, slots=True)
class TaskRole:
    """What somebody who carries out a task may do."""

    tools: Sequence[str] | None = None
    """The names of its tools; None for all that there are."""
    system: str | None = None
    """What it is told before all else."""
    delegates: bool = False
    """Whether it may give tasks in turn, as far as the depth allows."""


_ROLES = {"worker": TaskRole(), "lead": TaskRole(delegates=True)}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Staff:
    """All that may be asked for with `delegate_task`; the first agent and the first role are the usual ones."""

    agents: Mapping[str, Agent]
    tools: Toolbox
    roles: Mapping[str, TaskRole]
    depth: int = 1
    """How many conversations may be below the first one."""
    concurrency: int = 4
    """How many tasks of one call, and how many in the background, go on at once."""
    most: int = 16
    """How many tasks one call may give."""
    limits: Limits = field(default_factory=Limits)
    policies: Sequence[Policy] = ()
    on_event: Sequence[Callable[[Event], object]] = ()

    def task(self, text: str, agent: str | None, role: str | None, parent: Parent, owner: str) -> Task:
        """Return a task for somebody; raises `BadInput` for an agent or a role that nobody is."""
        name = _chosen("agent", agent, self.agents)
        return Task(f"task-{uuid4().hex}", text, name, _chosen("role", role, self.roles), parent, owner)

    def knows(self, task: Task) -> bool:
        """Tell whether a task can be carried out here."""
        return task.agent in self.agents and task.role in self.roles

    def may_delegate(self, task: Task) -> bool:
        """Tell whether whoever carries out a task may give tasks in turn."""
        return self.roles[task.role].delegates and task.parent.depth < self.depth

    def setting(self, task: Task, delegate: Callable[[int], Tool]) -> Setting:
        """Return the setting in which a task is carried out; `delegate` makes the tool for those at a depth."""
        role = self.roles[task.role]
        tools = [one for one in self.tools.values() if role.tools is None or one.name in role.tools]
        if self.may_delegate(task):
            tools.append(delegate(task.parent.depth))
        return Setting(
            session=task.id,
            agent=self.agents[task.agent],
            tools=Toolbox(tools),
            limits=self.limits,
            policies=self.policies,
            system=role.system,
            participant=task.agent,
            on_event=self.on_event,
            parent=task.parent,
        )


def staff_of(
    agents: Mapping[str, object],
    tools: Iterable[Callable[..., Any]] = (),
    roles: Mapping[str, TaskRole] | None = None,
    approve: Policy | Sequence[Policy] | None = None,
    **how: Any,
) -> Staff:
    """Return the staff that somebody has given; raises `BadAgent`, `BadUnit`, `NoSuchTool` and `ValueError`."""
    box, known = Toolbox(tools), roles or _ROLES
    if NAME in box:
        raise BadUnit(NAME, "is the tool that is made here; let a role delegate instead: TaskRole(delegates=True)")
    for role in known.values():
        for name in role.tools or ():
            _ = box[name]
    for what, number in [("agents", len(agents)), ("depth", how.get("depth", 1)), ("tasks", how.get("concurrency", 1))]:
        if number < 1:
            message = f"delegation needs at least one of {what}, and is given {number}"
            raise ValueError(message)
    made = {name: agent_of(agent) for name, agent in agents.items()}
    how["limits"] = how.get("limits") or Limits()
    how["on_event"] = () if how.get("on_event") is None else (how["on_event"],)
    return Staff(agents=made, tools=box, roles=known, policies=policies_of(approve), **how)


def _chosen(what: str, name: str | None, known: Mapping[str, object]) -> str:
    if name is None:
        return next(iter(known))
    if name not in known:
        near = closest(name, known)
        meant = f"; did you mean {near!r}?" if near else ""
        raise BadInput(what, f"is {name!r}, and there is only {', '.join(map(repr, known))}{meant}")
    return name
