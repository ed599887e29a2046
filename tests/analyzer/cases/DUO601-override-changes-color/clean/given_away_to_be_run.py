"""The method is never called: it is given away, to states that run what they are given in either color."""

import asyncio
import inspect


def made_async(function):
    if inspect.iscoroutinefunction(function):
        return function

    async def wrapped(*args):
        return function(*args)

    return wrapped


class Created:
    def __init__(self, process, step) -> None:
        self.process = process
        self.step = made_async(step)

    async def enter(self) -> None:
        await self.step()


class Process:
    states = {"created": Created}

    def begin(self, state: str):
        return self.states[state](self, self.work)

    async def work(self) -> None:
        await asyncio.sleep(0)


class Greeting(Process):
    def work(self) -> None:
        print("hello")
