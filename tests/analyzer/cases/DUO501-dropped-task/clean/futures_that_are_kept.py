"""What an object has begun and keeps is given back as it is, since it is a future already."""

import asyncio
from asyncio import ensure_future
from collections.abc import Callable
from inspect import isawaitable
from typing import Any


class Recipe:
    _result: Any

    def __init__(self, cook: Callable[[], Any]) -> None:
        self._cook = cook
        self._result = None

    def begin(self) -> None:
        result = self._cook()
        self._result = ensure_future(result) if isawaitable(result) else result

    def result(self) -> Any:
        if self._result is None:
            self.begin()
        return self._result


def serve(recipe: Recipe, done: Callable[[asyncio.Future[Any]], None]) -> None:
    result = recipe.result()
    if isawaitable(result):
        future = ensure_future(result)
        future.add_done_callback(done)


def serve_at_once(recipe: Recipe, done: Callable[[asyncio.Future[Any]], None]) -> None:
    ensure_future(recipe.result()).add_done_callback(done)
