"""What an interface declares without `async` is done in whatever color its implementers have."""

import asyncio

from zope.interface import Interface, implementer


class ILoaded(Interface):
    def load(create=False):
        """Load it."""


@implementer(ILoaded)
class Row:
    async def load(self, create=False):
        await asyncio.sleep(0)
