"""Once awaited, the value is a model without `.get` and `[]`: the fix uncovers the next fault."""

import asyncio
from dataclasses import dataclass


@dataclass
class Quota:
    limit: int
    used: int


class Accounts:
    async def quota(self, account: str) -> Quota:
        await asyncio.sleep(0)
        return Quota(10, 1)


class Limits:
    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts

    async def left(self, account: str) -> int:
        await asyncio.sleep(0)
        quota = self.accounts.quota(account)  # expect: DUO104
        return quota.get("limit", 0)  # next  # lost: DUO104

    async def used(self, account: str) -> int:
        await asyncio.sleep(0)
        try:
            return self.accounts.quota(account)["used"]  # expect: DUO104  # next
        except Exception:  # hides
            return 0
