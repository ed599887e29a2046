"""A class that holds a session of an async library, and one that is named after the library."""

import aiohttp


class Shared:
    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None

    def session(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession()
        return self._session


class AiohttpOptions:
    limit = 3
