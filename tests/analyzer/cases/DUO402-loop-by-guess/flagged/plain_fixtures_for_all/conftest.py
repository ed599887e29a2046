"""What is run for each test is plain, and so sets no loop; the async one is for whoever asks for it."""

import asyncio

import pytest


@pytest.fixture(autouse=True)
def clean_table():
    yield


@pytest.fixture(autouse=False)
async def stove():
    await asyncio.sleep(0)
    return "hot"
