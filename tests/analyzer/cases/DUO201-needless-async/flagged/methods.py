"""Methods that only touch their own state."""

import asyncio


class Session:  # may: DUO203
    def __init__(self) -> None:
        self.members: list[str] = []
        self.state = "new"

    async def join(self, name: str) -> int:  # expect: DUO201
        self.members.append(name)
        return len(self.members)

    async def close(self) -> None:  # expect: DUO201
        if self.state == "closed":
            raise RuntimeError("closed twice")
        self.state = "closed"

    @classmethod
    async def restore(cls, members: list[str]) -> "Session":  # expect: DUO201
        session = cls()
        session.members = members
        return session

    @staticmethod
    async def describe(name: str) -> str:  # expect: DUO201
        return name.title()


async def run() -> None:
    session = await Session.restore([])
    await session.join(await Session.describe("root"))
    await asyncio.sleep(0)
    await session.close()
