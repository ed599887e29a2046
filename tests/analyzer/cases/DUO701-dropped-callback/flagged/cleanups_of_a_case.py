"""A test case of the project changes how tests are set up, and not how cleanups are run."""

import asyncio
import unittest


class Node:
    async def stop(self) -> None:
        await asyncio.sleep(0)


class QuietCase(unittest.TestCase):
    def setUp(self) -> None:
        self.node = Node()


class NodeTests(QuietCase):
    def test_node(self) -> None:
        self.addCleanup(self.node.stop)  # expect: DUO701
