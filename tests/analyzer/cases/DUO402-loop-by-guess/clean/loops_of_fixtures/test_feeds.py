"""Fixtures and helpers ask for the loop that is set, since the fixtures before them lead to it."""

import asyncio

import pytest


def prepared(app):
    app.loop = asyncio.get_event_loop()
    return app


def test_a_plain_one(app):
    assert prepared(app) is app


async def test_an_async_one(app):
    assert prepared(app) is app


class TestFeeds:
    @pytest.fixture
    def feed(self, *, app):
        app.feed_loop = asyncio.get_event_loop()
        return app

    @pytest.fixture
    def reader(self, *, feed):
        feed.reader_loop = asyncio.get_event_loop()
        return feed

    async def test_feed(self, *, reader):
        assert reader.feed_loop is reader.reader_loop
