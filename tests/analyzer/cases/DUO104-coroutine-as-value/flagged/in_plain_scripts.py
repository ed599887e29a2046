"""A script that was written for plain methods takes what async ones give apart, and gives it away besides."""

import asyncio


class Node:
    def __init__(self, name: str) -> None:
        self.name = name
        self.nodes: list[Node] = []

    async def add(self, name: str) -> "Node":
        await asyncio.sleep(0)
        self.nodes.append(Node(name))
        return self.nodes[-1]

    async def names(self) -> list[str]:
        await asyncio.sleep(0)
        return [node.name for node in self.nodes]


class Mirror:
    def __init__(self, node) -> None:
        self.node = node


if __name__ == "__main__":
    root = Node("root")
    child = root.add("child")  # expect: DUO104
    child.nodes.clear()
    mirror = Mirror(child)
    names = root.names()  # expect: DUO104
    print(names[0], Mirror(names))
