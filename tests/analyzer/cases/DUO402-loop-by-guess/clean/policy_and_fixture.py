"""Loops come from a policy, a fixture or a factory."""

import asyncio

import pytest


@pytest.fixture
def loop():
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture(scope="session")
def event_loop_policy():
    return asyncio.DefaultEventLoopPolicy()


def test_a_call_later(loop):
    loop.call_later(0, loop.stop)
    loop.run_forever()
