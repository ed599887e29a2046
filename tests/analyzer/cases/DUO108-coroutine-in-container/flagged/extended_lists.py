"""A list is extended by coroutines and used as one of results."""

import asyncio


class Node:
    async def load(self, key):
        await asyncio.sleep(0)
        return {"key": key}


async def load_all(node: Node, keys):
    rows = []
    rows.extend([node.load(key) for key in keys])  # expect: DUO108
    return [row["key"] for row in rows]


async def load_more(node: Node, keys):
    rows = []
    rows += [node.load(key) for key in keys]  # expect: DUO108
    return [row["key"] for row in rows]


async def first(node: Node, keys):
    return (await node.load(keys[0]))["key"]
