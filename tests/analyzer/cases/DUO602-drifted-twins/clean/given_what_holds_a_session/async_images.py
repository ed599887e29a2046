"""The async twin may be given what holds its session, and options for it."""

from sessions import AiohttpOptions, Shared


class AsyncImages:
    def __init__(
        self, url: str, limit: int = 3, shared: Shared | None = None, options: AiohttpOptions | None = None
    ) -> None:
        self.url = url
        self.limit = limit
        self._shared = shared or Shared()
        self._options = options

    async def load(self, name: str) -> bytes:
        if not name:
            raise ValueError("no name")
        async with self._shared.session().get(self.url + name, **vars(self._options)) as answer:
            return await answer.content.read(self.limit)
