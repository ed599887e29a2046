"""What a driver has to know of an agent and its tools, as data: so that a turn can be decided on where neither is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from duotone.contract.color import Color
from duotone.errors import NoSuchTool
from duotone.runtime.binding import Bound
from duotone.runtime.commands import Call
from duotone.runtime.conversation.limits import Limits
from duotone.runtime.drivers.retries import Retry
from duotone.runtime.drivers.rounds import CallTerms
from duotone.runtime.drivers.turn import AGENT, TurnDriver
from duotone.runtime.engines.sheets import unit_from, unit_to_json
from duotone.runtime.events import Json
from duotone.runtime.messages import ToolCall
from duotone.runtime.tools.parameters import arguments_of
from duotone.runtime.tools.problems import closest
from duotone.runtime.units import AnyUnit

if TYPE_CHECKING:
    from duotone.runtime.agents.setting import Setting

__all__ = ["Cast", "cast_of"]


@dataclass(frozen=True, slots=True)
class Cast:
    """The contracts of an agent and of all its tools, by their names."""

    agent: AnyUnit
    retry: Retry
    timeout: float | None
    tools: Mapping[str, AnyUnit]
    agreed: Mapping[str, CallTerms]

    def driver(self, limits: Limits) -> TurnDriver:
        """Return a driver for a turn of this agent."""
        return TurnDriver(limits, self.terms, retry=self.retry, timeout=self.timeout)

    def terms(self, call: ToolCall) -> CallTerms:
        """Return on which terms a call is made."""
        return self.agreed.get(call.name) or CallTerms()

    def bound(self, driver: TurnDriver, call: Call) -> Bound:
        """Return what a call means, as far as its events tell; it is made elsewhere.

        Raises `NoSuchTool` and `BadArguments` for what nobody could make.
        """
        if call.step.startswith(AGENT):
            return Bound(self.agent)
        asked = driver.call(call.step)
        unit = self.tools.get(asked.name)
        if unit is None:
            raise NoSuchTool(asked.name, closest(asked.name, self.tools), tuple(self.tools))
        return Bound(unit, arguments=arguments_of(asked.name, asked.arguments))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Cast:
        """Return the cast that `cast_of` has written."""
        agent, tools = data["agent"], data["tools"]
        return cls(
            unit_from(agent["unit"]),
            Retry.from_json(agent["retry"]),
            agent["timeout"],
            {name: unit_from(one["unit"]) for name, one in tools.items()},
            {name: _terms_from(one) for name, one in tools.items()},
        )


def cast_of(setting: Setting) -> Mapping[str, Json]:
    """Return the cast of a conversation."""
    agent = setting.agent
    color = Color.ASYNC if agent.can_async else Color.SYNC
    unit: dict[str, Json] = {"name": agent.name, "color": color.value, "blocking": None, "idempotent": True}
    unit |= {"effect": False, "undo": None, "nothing_to_undo": False}
    taken: dict[str, Json] = {"unit": unit, "retry": agent.retry.to_json(), "timeout": agent.timeout}
    tools: dict[str, Json] = {}
    for name, tool in setting.tools.items():
        terms = setting.terms(ToolCall("", name))
        plain: dict[str, Json] = {"retry": terms.retry.to_json(), "timeout": terms.timeout}
        plain |= {"locks": list(terms.locks), "is_parallel": terms.is_parallel}
        tools[name] = {"unit": unit_to_json(tool.unit), **plain}
    return {"agent": taken, "tools": tools}


def _terms_from(data: Mapping[str, Any]) -> CallTerms:
    locks = tuple(data["locks"])
    return CallTerms(Retry.from_json(data["retry"]), data["timeout"], locks, is_parallel=data["is_parallel"])
