"""A class that is the async face of one from elsewhere has its methods from there."""

from io import BytesIO


class AsyncBytesIO:
    def __init__(self, data: bytes) -> None:
        self.plain = BytesIO(data)

    async def seek(self, position: int, whence: int = 0) -> int:
        return self.plain.seek(position, whence)

    async def getvalue(self) -> bytes:
        return self.plain.getvalue()
