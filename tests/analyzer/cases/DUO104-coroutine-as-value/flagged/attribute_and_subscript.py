"""A coroutine is used as the object that it would give: attribute, method, subscript."""

import asyncio
from dataclasses import dataclass


@dataclass
class User:
    name: str
    roles: list[str]


class Users:
    async def find(self, key: int) -> User:
        await asyncio.sleep(0)
        return User("root", [])

    async def settings(self, key: int) -> dict[str, str]:
        await asyncio.sleep(0)
        return {}

    async def names(self) -> list[str]:
        await asyncio.sleep(0)
        return []


class Profile:
    def __init__(self, users: Users) -> None:
        self.users = users

    def title(self, key: int) -> str:
        return self.users.find(key).name  # expect: DUO104

    def theme(self, key: int) -> str:
        return self.users.settings(key)["theme"]  # expect: DUO104

    def first(self) -> str:
        return self.users.names()[0]  # expect: DUO104

    async def roles(self, key: int) -> list[str]:
        await asyncio.sleep(0)
        return self.users.find(key).roles.copy()  # expect: DUO104

    async def language(self, key: int) -> str:
        await asyncio.sleep(0)
        return self.users.settings(key).get("language", "en")  # expect: DUO104
