"""A decorator that only says something for type checkers leaves a function as it is, wherever it comes from."""

import asyncio

import typing_extensions


class Manager:
    async def wait_for(self, kind: str) -> str:
        raise NotImplementedError


class Local(Manager):
    @typing_extensions.override
    async def wait_for(self, kind: str) -> str:
        await asyncio.sleep(0)
        return kind


class Bot:
    def __init__(self) -> None:
        self.manager = Local()

    @typing_extensions.override
    async def wait_for(self, kind: str) -> str:
        return self.manager.wait_for(kind)  # expect: DUO107
