"""The coroutine is bound to a name and tested later."""

import asyncio


class Permissions:
    async def may_write(self, user: str) -> bool:
        await asyncio.sleep(0)
        return False


class Wiki:
    def __init__(self, permissions: Permissions) -> None:
        self.permissions = permissions

    async def edit(self, user: str, text: str) -> str:
        allowed = self.permissions.may_write(user)  # expect: DUO103
        await asyncio.sleep(0)
        if not allowed:  # lost: DUO103
            raise PermissionError(user)
        return text

    def preview(self, user: str) -> str:
        if allowed := self.permissions.may_write(user):  # expect: DUO103
            return "writable"
        return "read-only"
