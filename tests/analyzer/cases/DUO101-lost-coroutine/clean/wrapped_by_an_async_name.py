"""One class wraps what somebody gives it: that its own method is async says nothing of what is wrapped."""

import asyncio


class Session:
    def __init__(self, driver):
        self.driver = driver

    async def execute_async(self, text: str) -> None:
        await asyncio.sleep(0)
        self.driver.execute_async(text)


async def main(session: Session) -> None:
    await session.execute_async("a")
