"""Its face for plain code, which runs what it stands for to the end."""

import asyncio

from _nodes import Node as _Node
from portal import as_sync


class Node(_Node):
    def cordon(self):
        return as_sync(self.async_cordon)()

    def drain(self, *, hard: bool) -> int:
        return asyncio.run(super().drain(hard=hard))

    def count(self) -> int:
        return 2


class Machine(_Node):
    def cordon(self):
        return as_sync(self.async_cordon)()
