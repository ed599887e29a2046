"""A plugin runs this for each test, plain ones too, and keeps its loop set."""

import asyncio

import pytest


@pytest.fixture(autouse=True, scope="function")
async def no_tasks_are_left():
    yield
    assert len(asyncio.all_tasks()) == 1
