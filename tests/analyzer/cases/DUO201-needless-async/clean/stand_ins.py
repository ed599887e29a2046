"""Classes that stand in for others have their methods from those."""


class MockStream:
    def __init__(self, content: bytes) -> None:
        self.content = content

    async def read(self, size: int = -1) -> bytes:
        return self.content[:size]


class RequestStub:
    async def text(self) -> str:
        return ""
