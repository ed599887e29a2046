"""The async twin has a parameter in both colors, of which the plain one is that of its twin."""

from collections.abc import Awaitable, Callable


class Session:
    def __init__(self, *, url: str, headers: Callable[[], dict[str, str]], retries: int = 2) -> None:
        self.url = url
        self.headers = headers
        self.retries = retries

    def close(self) -> None:
        print(self.url, self.retries)


class AsyncSession:
    def __init__(
        self,
        *,
        url: str,
        headers: Callable[[], dict[str, str]],
        retries: int = 2,
        async_headers: Callable[[], Awaitable[dict[str, str]]] | None = None,
    ) -> None:
        self.url = url
        self.headers = headers
        self.retries = retries
        self.async_headers = async_headers

    async def close(self) -> None:
        print(self.url, self.retries)
