"""A method of the twins in two files has different defaults."""


class Queue:
    def __init__(self, transport) -> None:
        self.transport = transport

    def push(self, item: str, priority: int = 0) -> int:  # either: DUO602
        return self.transport.send("push", item, priority)

    def pop(self) -> str:
        return self.transport.send("pop")
