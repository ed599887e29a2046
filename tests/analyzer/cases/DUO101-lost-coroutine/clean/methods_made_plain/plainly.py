"""Puts a plain method in the place of every async one."""

import asyncio
import functools
import inspect

from . import client
from .client import Client


def put_plain(owner, name):
    function = getattr(owner, name)

    @functools.wraps(function)
    def run(*args, **kwargs):
        coroutine = function(*args, **kwargs)
        loop = asyncio.new_event_loop()
        return coroutine if loop.is_running() else loop.run_until_complete(coroutine)

    setattr(owner, name, run)


def make_plain(owner):
    for name in dir(owner):
        if not name.startswith("_") and inspect.iscoroutinefunction(getattr(owner, name)):
            put_plain(owner, name)


make_plain(Client)
put_plain(client, "idle")
