"""What is given for later is run by the case, in either color."""

import asyncio

from ground import LoopCase


class Node:
    async def stop(self) -> None:
        await asyncio.sleep(0)


class NodeTests(LoopCase):
    def test_node(self) -> None:
        node = Node()
        self.addCleanup(node.stop)
