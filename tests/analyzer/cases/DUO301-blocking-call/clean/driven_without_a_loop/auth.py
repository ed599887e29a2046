"""Another file that has its coroutines driven there."""

import time

import blocking


class Auth(blocking.Base):
    async def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    async def _sign_in(self, name: str) -> str:
        await self.start()
        return name

    def sign_in(self, name: str) -> str:
        return blocking.finished(self._sign_in(name))
