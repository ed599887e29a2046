"""The async twin, which may be given a session of a library, and settings for it."""

from aiohttp import (
    BasicAuth,
    ClientSession,
)


class AsyncClient:
    def __init__(
        self,
        url: str,
        timeout: int = 30,
        session: ClientSession | None = None,
        trust_env_in_session: bool = False,
        auth: BasicAuth | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.url = url
        self.timeout = timeout
        self.session = session or ClientSession(trust_env=trust_env_in_session, auth=auth)
        self.headers = headers or {}

    async def send(self, text: str) -> bytes:
        if not text:
            raise ValueError(self.url)
        return await (await self.session.post(self.url, data=text)).read()

    async def check(self) -> bool:
        return bool(await self.send("check"))
