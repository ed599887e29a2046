"""Every method of a name is async, and a decorator makes a plain one of it."""

import asyncio
from functools import wraps


def waiting(function):
    @wraps(function)
    def wrapper(self, *args):
        return asyncio.run(function(self, *args))

    return wrapper


class States:
    @waiting
    async def find_state(self, name: str) -> int:
        await asyncio.sleep(0)
        return len(name)


class View:
    def __init__(self, states) -> None:
        self.states = states

    def show(self) -> int:
        return int(self.states.find_state("lamp"))
