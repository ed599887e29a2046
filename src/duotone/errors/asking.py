"""What can go wrong when a command asks a server: nobody answers, or the answer is no."""

from __future__ import annotations

from duotone.errors.roots import DuotoneError

__all__ = ["ServerRefused", "ServerUnreachable"]


class ServerRefused(DuotoneError, RuntimeError):
    """A server has answered that it won't do what it was asked for, and why."""

    def __init__(self, status: int, detail: str, remedy: str = "") -> None:
        super().__init__(f"{detail}; {remedy}" if remedy else f"{detail} ({status})")
        self.status = status
        self.detail = detail
        self.remedy = remedy


class ServerUnreachable(DuotoneError, ConnectionError):
    """No server answers at an address."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"no server answers at {url} ({reason}); start one with `duotone serve`, or name another one")
        self.url = url
        self.reason = reason
