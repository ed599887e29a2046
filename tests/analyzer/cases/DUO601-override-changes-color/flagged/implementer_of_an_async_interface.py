"""A decorator says which interface a class implements, and one of the two has the wrong color."""

from zope.interface import Interface, implementer


class ITransaction(Interface):
    async def add_hook(hook):
        """Add a hook."""

    async def commit():
        """Commit."""


@implementer(ITransaction)
class Transaction:
    def __init__(self) -> None:
        self.hooks = []

    def add_hook(self, hook) -> None:  # expect: DUO601
        self.hooks.append(hook)

    async def commit(self) -> None:
        for hook in self.hooks:
            await hook()


async def work(transaction: ITransaction, hook) -> None:
    transaction.add_hook(hook)
    await transaction.commit()
