"""What can go wrong with the engine that a runtime runs on."""

from __future__ import annotations

from duotone.errors.roots import DuotoneError

__all__ = ["BadEngine", "EngineDown"]


class BadEngine(DuotoneError, ValueError):
    """A setting names no engine that a runtime could run on."""

    def __init__(self, setting: str, reason: str) -> None:
        super().__init__(f"engine={setting!r} can't be used: {reason}")
        self.setting = setting
        self.reason = reason


class EngineDown(DuotoneError, ConnectionError):
    """An engine can't be reached; what it has accepted goes on once it is back."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(
            f"the engine at {address} can't be reached ({reason}); start it, or name another one with DUOTONE_ENGINE"
        )
        self.address = address
        self.reason = reason
