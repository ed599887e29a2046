"""No fixture leads to a loop that is set."""

import asyncio

import pytest


class App:
    loop = None


@pytest.fixture
def app():
    return App()


def prepared(app):
    app.loop = asyncio.get_event_loop()  # expect: DUO402
    return app


def test_a_plain_one(app):
    assert prepared(app) is app


@pytest.fixture
def feed(app):
    app.feed_loop = asyncio.get_event_loop()  # expect: DUO402
    return app


def test_feed(feed):
    assert feed.feed_loop is not None
