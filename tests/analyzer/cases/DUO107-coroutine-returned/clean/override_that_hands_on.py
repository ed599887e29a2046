"""An override gives the coroutine of the method below it, to callers who await that; only its annotation differs."""

import asyncio


def allowed(function):
    function.is_allowed = True
    return function


class Loud(asyncio.Queue[str]):
    @allowed
    def put(self, item: str) -> None:
        return super().put(item.upper())

    def join(self) -> None:
        return asyncio.Queue.join(self)
