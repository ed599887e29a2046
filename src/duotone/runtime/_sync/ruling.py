# Made by `duotone mirror` from ../_async/ruling.py: edit that file, and run it again.
"""Whether a call may be made: policies of either color are asked in their order, and the first opinion holds."""

from __future__ import annotations

from collections.abc import Mapping

from duotone.runtime.agents.asking import ask_on_thread
from duotone.runtime.agents.setting import Setting
from duotone.runtime.events import Json
from duotone.runtime.messages import Reply, ToolCall
from duotone.runtime.sessions.actions import Ask
from duotone.runtime.sessions.policy import Policy, Ruling, Verdict, ruling_of
from duotone.runtime.tools.rulings import usual_ruling
from duotone.runtime.units import name_for

__all__ = ["Rulings"]


class Rulings:
    """The policies of a conversation."""

    def __init__(self, setting: Setting) -> None:
        """Ask the policies of this setting."""
        self._setting = setting

    def ruling(self, asked: ToolCall) -> Ruling | None:
        """Return the ruling on a call, None for one that can't be made anyway."""
        ask = self._setting.ask(asked)
        if ask is None:
            return None
        for policy in self._setting.policies:
            found = self._opinion(policy, ask)
            if found is not None:
                return found
        return usual_ruling(ask)

    def _opinion(self, policy: Policy, ask: Ask) -> Ruling | None:
        """Return what a policy says; one that fails allows nothing."""
        name = name_for(policy)
        try:
            return ruling_of(ask_on_thread(policy, ask), name)
        except Exception as error:  # noqa: BLE001  # the agent's reply must not be lost with it
            return Ruling(Verdict.DENY, f"the policy {name} failed: {type(error).__name__}: {error}")

    def on(self, reply: Reply) -> Mapping[str, Json]:
        """Return the rulings on the calls of a reply, as its event keeps them."""
        rulings: dict[str, Json] = {}
        for asked in reply.calls:
            ruling = self.ruling(asked)
            if ruling is not None:
                rulings[asked.id] = {"verdict": ruling.verdict.value, "reason": ruling.reason}
        return rulings
