"""What can go wrong with the call of a tool before it is made; the message is what the agent is answered."""

from __future__ import annotations

from collections.abc import Sequence

from duotone.errors.roots import DuotoneError

__all__ = ["BadArguments", "NoSuchTool"]


class NoSuchTool(DuotoneError, LookupError):
    """An agent has called a tool that it doesn't have; nothing was executed."""

    def __init__(self, tool: str, near: str | None, known: Sequence[str]) -> None:
        meant = f"; did you mean {near!r}?" if near else ""
        tools = f"call one of: {', '.join(known)}" if known else "answer without tools, since there are none"
        super().__init__(f"there is no tool {tool!r}{meant}; {tools}")
        self.tool = tool
        self.near = near
        self.known = tuple(known)


class BadArguments(DuotoneError, ValueError):
    """An agent has called a tool with arguments that it doesn't take; nothing was executed."""

    def __init__(self, tool: str, problems: Sequence[str], remedy: str) -> None:
        super().__init__(f"{tool} was not called: {'; '.join(problems)}; {remedy}")
        self.tool = tool
        self.problems = tuple(problems)
        self.remedy = remedy
