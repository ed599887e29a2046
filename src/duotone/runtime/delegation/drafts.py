"""The events of a task in the session of whoever gave it, and which tasks are open after them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from duotone.runtime.delegation.records import Report, Task
from duotone.runtime.events import Draft, Event

__all__ = ["open_tasks", "task_adopted", "task_begun", "task_ended"]


def task_begun(task: Task) -> Draft:
    """Be about to carry it out."""
    return Draft("task.begun", task.to_json())


def task_adopted(task: str, owner: str) -> Draft:
    """Go on with it in the place of a host that is gone."""
    return Draft("task.adopted", {"task": task, "owner": owner})


def task_ended(task: Task, report: Report) -> Draft:
    """Know what has come of it."""
    return Draft("task.ended", {"task": task.id, "state": report.state, "reason": report.reason})


def open_tasks(events: Iterable[Event]) -> dict[str, Task]:
    """Return the tasks of a session that have no end, by their sessions."""
    tasks: dict[str, Task] = {}
    for event in events:
        data: Any = event.data
        if event.kind == "task.begun":
            tasks[data["task"]] = Task.from_json(data)
        elif event.kind == "task.adopted" and data["task"] in tasks:
            tasks[data["task"]] = replace(tasks[data["task"]], owner=data["owner"])
        elif event.kind == "task.ended":
            tasks.pop(data["task"], None)
    return tasks
