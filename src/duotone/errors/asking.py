"""What can go wrong when a server is asked: nobody answers, the answer is no, or nobody knows who may ask."""

from __future__ import annotations

from duotone.errors.roots import DuotoneError

__all__ = ["BadTokens", "ServerRefused", "ServerUnreachable"]


class BadTokens(DuotoneError, ValueError):
    """The file with the tokens of a server can't be read or written, or holds what none of ours has written there."""

    def __init__(self, path: str, reason: str, remedy: str) -> None:
        super().__init__(f"the tokens of {path} are of no use ({reason}); {remedy}")
        self.path = path
        self.reason = reason


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
