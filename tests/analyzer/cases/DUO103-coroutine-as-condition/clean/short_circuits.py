"""The awaited operand stands in a longer condition, a default, or a chain of guards."""

import asyncio


class Guard:
    def __init__(self, name: str) -> None:
        self.name = name

    async def allows(self, user: str) -> bool:
        await asyncio.sleep(0)
        return True

    async def reason(self, user: str) -> str | None:
        await asyncio.sleep(0)
        return None


async def check(guards: list[Guard], user: str | None) -> str:
    if user and guards and await guards[0].allows(user):
        return "allowed"
    for guard in guards:
        if not (user and await guard.allows(user)):
            return (await guard.reason(user or "")) or "refused"
    verdicts = await asyncio.gather(*(guard.allows(user or "") for guard in guards))
    assert all(verdicts) or not any(verdicts)
    return "allowed" if all([await guard.allows("root") for guard in guards]) else "refused"
