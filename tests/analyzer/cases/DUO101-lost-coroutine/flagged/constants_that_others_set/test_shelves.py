"""Turns one switch on for all, and another one for a test."""

from unittest import mock

import shelves

shelves.EAGER = True


async def test_strictly() -> None:
    with mock.patch("shelves.STRICT", True):
        await shelves.shelve()
