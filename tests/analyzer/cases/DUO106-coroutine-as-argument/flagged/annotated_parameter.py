"""A coroutine is given to a parameter that is annotated as a plain value."""

import asyncio
from dataclasses import dataclass


class Vault:
    async def secret(self, name: str) -> str:
        await asyncio.sleep(0)
        return "s"

    async def port(self) -> int:
        await asyncio.sleep(0)
        return 1


@dataclass
class Credentials:
    user: str
    password: str


class Client:
    def __init__(self, host: str, *, port: int = 80) -> None:
        self.host = host
        self.port = port

    def login(self, *parts: str, **extra: int) -> None:
        print(parts, extra)


def sign(text: str, key: str) -> str:
    return text + key


def connect(vault: Vault) -> Client:
    credentials = Credentials("root", vault.secret("root"))  # expect: DUO106
    client = Client("localhost", port=vault.port())  # expect: DUO106
    client.login(credentials.user, vault.secret("token"))  # expect: DUO106
    client.login(timeout=vault.port())  # expect: DUO106
    sign("hello", key=vault.secret("key"))  # expect: DUO106
    return client
