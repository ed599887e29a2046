"""Who may call which tool: the question that a policy is asked about a call, and what holds where nobody has ruled."""

from __future__ import annotations

from duotone.runtime.messages import ToolCall
from duotone.runtime.sessions.actions import Ask, Risk
from duotone.runtime.sessions.policy import Ruling, Verdict
from duotone.runtime.sessions.rings import Ring
from duotone.runtime.tools.parameters import arguments_of
from duotone.runtime.tools.toolbox import Toolbox

__all__ = ["ask_for", "usual_ruling"]


def ask_for(box: Toolbox, call: ToolCall, session: str, participant: str, ring: Ring = Ring.PRIVILEGED) -> Ask:
    """Return what a policy decides upon before a call; raises `NoSuchTool` or `BadArguments` if it can't be made."""
    one = box[call.name]
    return Ask(session, participant, 1.0, ring, one.action, (), arguments_of(one.name, call.arguments))


def usual_ruling(ask: Ask) -> Ruling:
    """Return what holds where no policy has an opinion: whoever gave the tool wants it called, unless it is risky."""
    risk, name = ask.action.risk, ask.action.name
    if risk in {Risk.IRREVERSIBLE, Risk.ADMIN}:
        return Ruling(Verdict.ASK, f"{name} is {risk}, so a person decides")
    return Ruling(Verdict.ALLOW, f"{name} is a tool of this agent")
