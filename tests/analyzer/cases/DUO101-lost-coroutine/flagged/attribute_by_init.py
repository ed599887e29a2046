"""The receiver is an attribute that `__init__` sets: by constructor, annotation, parameter, default, `or`."""

from __future__ import annotations

import asyncio


class AuditLog:
    async def append(self, line: str) -> None:
        await asyncio.sleep(0)


class Ledger:
    def __init__(self, audit: AuditLog) -> None:
        self._audit = audit

    def book(self, amount: int) -> None:
        self._audit.append(f"booked {amount}")  # expect: DUO101


class Wallet:
    def __init__(self) -> None:
        self._audit = AuditLog()
        self._backup: AuditLog | None = None

    def pay(self, amount: int) -> None:
        self._audit.append(f"paid {amount}")  # expect: DUO101
        if self._backup is not None:
            self._backup.append(f"paid {amount}")  # expect: DUO101


class Till:
    audit: AuditLog

    def __init__(self, log: AuditLog | None = None, spare=AuditLog()) -> None:
        self.audit = log or AuditLog()
        self.spare = spare
        self.other = log if log is not None else AuditLog()

    def close_day(self) -> None:
        self.audit.append("closed")  # expect: DUO101
        self.spare.append("closed")  # expect: DUO101
        self.other.append("closed")  # expect: DUO101
