"""What can go wrong with the call of a tool before it is made; the message is what the agent is answered."""

from __future__ import annotations

from collections.abc import Sequence

from duotone.errors.roots import DuotoneError

__all__ = ["BadArguments", "NoSuchTool", "OutsideRoot", "ServerFailed", "ToolExited", "ToolFailed", "Unfit"]


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


class ToolExited(DuotoneError, RuntimeError):
    """A tool has called `sys.exit` instead of returning; nothing else was ended by that."""

    def __init__(self, step: str, code: object) -> None:
        super().__init__(f"{step} has called sys.exit({code!r}); let the tool return, or raise what is wrong")
        self.step = step
        self.code = code


class OutsideRoot(DuotoneError, PermissionError):
    """A tool for files was given a path that doesn't stay inside of its root; nothing was opened."""

    def __init__(self, path: str, root: str, reason: str) -> None:
        super().__init__(f"{path!r} {reason}; use a path inside of {root}")
        self.path = path
        self.root = root
        self.reason = reason


class Unfit(DuotoneError, ValueError):
    """A tool was asked for something that it doesn't do with what it found there; nothing was changed."""

    def __init__(self, what: str, reason: str, remedy: str) -> None:
        super().__init__(f"{what} {reason}; {remedy}")
        self.what = what
        self.reason = reason
        self.remedy = remedy


class ToolFailed(DuotoneError, RuntimeError):
    """A tool of a server says that it has failed."""

    def __init__(self, tool: str, reason: str) -> None:
        super().__init__(f"{tool} says: {reason}")
        self.tool = tool
        self.reason = reason


class ServerFailed(DuotoneError, ConnectionError):
    """A server of tools can't be started or reached, or has ended."""

    def __init__(self, server: str, reason: str, remedy: str) -> None:
        super().__init__(f"the server {server!r} {reason}; {remedy}")
        self.server = server
        self.reason = reason
