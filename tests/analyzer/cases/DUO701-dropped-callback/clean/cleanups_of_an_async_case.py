"""A test case with a loop of its own runs its cleanups in either color."""

import asyncio
import unittest


class Node:
    async def stop(self) -> None:
        await asyncio.sleep(0)


class QuietCase(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.node = Node()


class NodeTests(QuietCase):
    def test_node(self) -> None:
        async def forget() -> None:
            await self.node.stop()

        self.addCleanup(forget)
        self.addCleanup(self.node.stop)

    async def test_node_again(self) -> None:
        self.addCleanup(self.node.stop)
