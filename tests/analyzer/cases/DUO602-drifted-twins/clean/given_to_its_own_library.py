"""What a constructor takes for the library that it talks through, where its twin talks through another one."""

import aiohttp
import requests


class Kitchen:
    def __init__(self, key: str, options: dict[str, object] | None = None) -> None:
        self.key = key
        self.options = options
        self.session = requests.Session()

    def cook(self, dish: str) -> int:
        return self.session.get(f"/{dish}", params={"key": self.key}, **(self.options or {})).status_code


class AsyncKitchen:
    def __init__(
        self,
        key: str,
        options: dict[str, object] | None = None,
        session_options: dict[str, object] | None = None,
        proxy: str | None = None,
    ) -> None:
        self.key = key
        self.proxy = proxy
        if proxy and options is None:
            options = {"proxies": {"https": proxy}}
        self.options = options
        self._session_options = session_options or {}
        self.session = self._open()

    def _open(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(**self._session_options)

    async def cook(self, dish: str) -> int:
        async with self.session.get(f"/{dish}", params={"key": self.key}, proxy=self.proxy) as answer:
            return answer.status
