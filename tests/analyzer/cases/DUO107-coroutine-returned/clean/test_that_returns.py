"""Test runners and frameworks take what a function returns and await it."""

import asyncio
import unittest
from collections.abc import Callable
from typing import Any

from textual.app import App


async def greet(name: str) -> str:
    await asyncio.sleep(0)
    return name


class Shell(App):
    def action_greet(self):
        return greet("shell")


def route(path: str) -> Callable[..., Any]:
    def register(function):
        return function

    return register


@route("/greet")
def handler(request):
    return greet(request.name)


class Greets(unittest.IsolatedAsyncioTestCase):
    async def test_greeting(self) -> None:
        self.assertEqual(await greet("a"), "a")
