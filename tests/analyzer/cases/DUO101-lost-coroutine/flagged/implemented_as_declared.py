"""The interface that the annotation names is async, and so is what implements it."""

import asyncio

from zope.interface import Interface, implementer


class ITransaction(Interface):
    async def commit():
        """Commit."""


@implementer(ITransaction)
class Transaction:
    async def commit(self) -> None:
        await asyncio.sleep(0)


async def work(transaction: ITransaction) -> None:
    transaction.commit()  # expect: DUO101
