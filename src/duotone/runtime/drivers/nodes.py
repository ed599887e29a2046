"""The graph of a workflow while it runs: which steps have settled, what they gave, and which can go on from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from duotone.runtime.drivers.records import Step
from duotone.runtime.drivers.shapes import CellShape, StepShape, WorkflowShape
from duotone.runtime.events import Json

__all__ = ["Fate", "Graph", "Node"]


class Fate(StrEnum):
    """What has become of a step of a workflow, as expressions see it."""

    COMPLETED = "completed"
    FAILED = "failed"
    SKIPPED = "skipped"


class Node:
    """A step of a definition, which may be called as several cells."""

    __slots__ = ("blocked", "cells", "dependents", "failed", "fate", "index", "queue", "step", "waiting")

    def __init__(self, step: StepShape, index: int) -> None:
        self.step = step
        self.index = index
        self.dependents: list[Node] = []
        self.reset()

    def reset(self) -> None:
        """Forget what has become of it."""
        self.waiting = len(self.step.needs)
        """How many of its needs have not settled."""
        self.blocked: str | None = None
        """The first of its needs that gave nothing to go on with, if there is one."""
        self.fate: Fate | None = None
        self.failed: Step | None = None
        """The step because of which the run fails, if it does because of this one."""
        self.cells: dict[str, tuple[int, CellShape]] | None = None
        """Its calls, numbered, by the name of their step, once they are known."""
        self.queue: Iterator[str] = iter(())
        """Cells that wait until others of this step have ended."""

    def block(self, need: str) -> None:
        """Note that a need gave nothing; of several, the one that is named first counts, whichever ended first."""
        place = self.step.needs.index
        if self.blocked is None or place(need) < place(self.blocked):
            self.blocked = need

    @property
    def id(self) -> str:
        """The id of the step."""
        return self.step.id


class Graph:
    """The nodes of a workflow, and what those that have settled gave."""

    def __init__(self, definition: WorkflowShape) -> None:
        place = {name: index for index, name in enumerate(definition.order)}
        steps = sorted(definition.steps, key=lambda step: place[step.id])
        self.nodes = {step.id: Node(step, index) for index, step in enumerate(steps)}
        for node in self.nodes.values():
            for need in node.step.needs:
                self.nodes[need].dependents.append(node)
        self.reset()

    def reset(self) -> list[Node]:
        """Forget what has become of all nodes; returns those that need nothing."""
        for node in self.nodes.values():
            node.reset()
        self.seen: dict[str, Json] = {}
        """What has settled, as expressions see it."""
        self.left = len(self.nodes)
        self.failed: list[Step] = []
        return [node for node in self.nodes.values() if not node.waiting]

    def owner(self, step: str) -> Node | None:
        """Return the node that a step of the run belongs to."""
        return self.nodes.get(step) or self.nodes.get(step.partition("[")[0])

    def settle(self, node: Node, fate: Fate, output: Json, *, failed: Step | None, is_usable: bool) -> list[Node]:
        """Note what has become of a node; returns those that wait for nothing else.

        `is_usable` says whether they can go on from it, otherwise they are blocked.
        """
        node.fate, node.failed = fate, failed
        self.left -= 1
        if failed is not None:
            self.failed.append(failed)
        shown: Mapping[str, Json] = {"outputs": output, "status": fate.value}
        self.seen[node.id] = shown
        free: list[Node] = []
        for dependent in node.dependents:
            dependent.waiting -= 1
            if not is_usable:
                dependent.block(node.id)
            if not dependent.waiting:
                free.append(dependent)
        return free
