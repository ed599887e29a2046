"""The tools of an agent: found by their names, described to a model, and bound to the arguments that it wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from duotone.errors import BadUnit, NoSuchTool
from duotone.runtime.binding import Bound
from duotone.runtime.delivery.channels import NOTHING, Abilities
from duotone.runtime.messages import ToolCall
from duotone.runtime.tools.context import ToolContext
from duotone.runtime.tools.invocation import Invocation, Room
from duotone.runtime.tools.parameters import arguments_of
from duotone.runtime.tools.problems import closest
from duotone.runtime.tools.scheduling import Needs, runnable
from duotone.runtime.tools.specs import ToolSpec
from duotone.runtime.tools.tool import Tool, tool_of

__all__ = ["READER", "Toolbox"]

READER = "read_result"
"""The tool with which an agent reads on in a result that was too long to be shown."""


class Toolbox(Mapping[str, Tool]):
    """Tools by their names, in the order in which they were given."""

    def __init__(self, tools: Iterable[Callable[..., Any]] | Toolbox = ()) -> None:
        """Take tools, callables that become tools, or a whole toolbox; raises `BadUnit` for two of the same name."""
        self._tools: dict[str, Tool] = {}
        for one in map(tool_of, tools.values() if isinstance(tools, Toolbox) else tools):
            if one.name in self._tools:
                raise BadUnit(one.name, "is the name of two tools; give one of them another: tool(…, name='…')")
            _ = one.parameters  # a method that nobody has bound is refused here
            self._tools[one.name] = one

    def __getitem__(self, name: str) -> Tool:
        """Return a tool; raises `NoSuchTool`, which says what was meant."""
        found = self._tools.get(name)
        if found is None:
            raise NoSuchTool(name, closest(name, self._tools), tuple(self._tools))
        return found

    def __contains__(self, name: object) -> bool:
        """Tell whether there is a tool of this name."""
        return name in self._tools

    def __iter__(self) -> Iterator[str]:
        """Give the names."""
        return iter(self._tools)

    def __len__(self) -> int:
        """Count the tools."""
        return len(self._tools)

    def specs(self, abilities: Abilities = NOTHING) -> tuple[ToolSpec, ...]:
        """Return what a model is told, where the channel of the turn can do this."""
        return tuple(one.spec(abilities) for one in self._tools.values())

    def bound(self, call: ToolCall, context: ToolContext) -> Bound:
        """Return what a call means; raises `NoSuchTool` or `BadArguments` with what the agent is to be answered."""
        one = self[call.name]
        arguments = arguments_of(one.name, call.arguments)
        given = one.parameters.read(one.name, arguments)
        reader = READER if READER in self._tools else ""
        locks = sorted(set(one.locks) - context.holds)  # a call inside of one that has a lock has it too
        context = replace(context, holds=context.holds.union(one.locks))
        invocation = Invocation(one.unit.function, given, context, Room(one.longest, reader))
        return Bound(replace(one.unit, function=invocation), arguments=arguments, locks=locks, around=context.around)

    def needs(self, call: ToolCall) -> Needs:
        """Return what a call needs for itself; one that can't be made needs nothing."""
        one = self._tools.get(call.name)
        return Needs() if one is None else Needs(frozenset(one.locks), is_alone=not one.parallel)

    def runnable(self, waiting: Sequence[ToolCall], running: Iterable[ToolCall] = ()) -> list[ToolCall]:
        """Return those calls that may start beside the running ones, in order."""
        return runnable(waiting, running, self.needs)
