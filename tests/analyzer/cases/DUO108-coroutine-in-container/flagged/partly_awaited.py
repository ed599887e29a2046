"""One element is awaited and its neighbor is not."""

import asyncio


class Account:
    async def balance(self) -> int:
        await asyncio.sleep(0)
        return 0


async def transfer(source: Account, target: Account) -> int:
    balances = [
        await source.balance(),  # sibling
        target.balance(),  # expect: DUO108
    ]
    return balances[0] + balances[1]  # lost: DUO108
