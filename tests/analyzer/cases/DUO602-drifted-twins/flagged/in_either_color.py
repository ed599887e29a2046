"""The default of a parameter is missing, which the twin has besides one of its own color."""


class Cache:
    def __init__(self, *, size: int, headers: str = "") -> None:
        self.size = size
        self.headers = headers

    def close(self) -> None:
        print(self.size, self.headers)


class AsyncCache:
    def __init__(self, *, size: int, headers: str, async_headers: str = "") -> None:  # expect: DUO602
        self.size = size
        self.headers = headers
        self.async_headers = async_headers

    async def close(self) -> None:
        print(self.size, self.headers)
