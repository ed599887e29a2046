"""What can go wrong with commands: they are refused, can't be started, aren't there, or don't listen."""

from __future__ import annotations

from duotone.errors.roots import DuotoneError

__all__ = ["CommandNotStarted", "CommandRefused", "InputClosed", "NoSuchProcess", "ProcessesUnsupported"]


class CommandRefused(DuotoneError, PermissionError):
    """The policy doesn't allow a command, its directory or its environment; nothing was started."""

    def __init__(self, command: str, reason: str, remedy: str) -> None:
        super().__init__(f"{command!r} was not started: {reason}; {remedy}")
        self.command = command
        self.reason = reason


class CommandNotStarted(DuotoneError, OSError):
    """The system could not start a command; nothing of it runs."""

    def __init__(self, command: str, reason: str) -> None:
        super().__init__(f"{command!r} could not be started ({reason}); check the program, its path and its directory")
        self.command = command
        self.reason = reason


class NoSuchProcess(DuotoneError, LookupError):
    """No process of this name is known here: it never was, or its output is no longer kept."""

    def __init__(self, process: str) -> None:
        super().__init__(f"there is no process {process!r}; list() names those that there are")
        self.process = process


class InputClosed(DuotoneError, RuntimeError):
    """A process can't be written to: it has ended, its input was closed, or it doesn't read."""

    def __init__(self, process: str, reason: str) -> None:
        super().__init__(
            f"nothing was written to process {process!r}, since {reason}; poll({process!r}) says how it stands"
        )
        self.process = process
        self.reason = reason


class ProcessesUnsupported(DuotoneError, NotImplementedError):
    """Commands can't be kept on this system; nothing was started."""

    def __init__(self, system: str, reason: str) -> None:
        super().__init__(f"commands can't be run on {system}, since {reason}; run them on Linux, macOS or in WSL")
        self.system = system
        self.reason = reason
