"""A fixture whose name is that of parameters of helpers, which tests hand it on to, or of tests by another name."""

import asyncio

import pytest


class Kettle:
    async def boil(self, seconds: int) -> None:
        await asyncio.sleep(seconds)


class CampingKettle:
    def boil(self, seconds: int) -> None:
        self.seconds = seconds


@pytest.fixture
async def kettle():
    kettle = Kettle()
    await kettle.boil(1)
    yield kettle
