"""Lets loops nest before anything else runs."""

import nest_asyncio


def prepare() -> None:
    nest_asyncio.apply()
