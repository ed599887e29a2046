"""Every method of a name is async, and its decorator leaves it so."""

import asyncio
from functools import wraps


def logged(function):
    @wraps(function)
    async def wrapper(self, *args):
        print("called")
        return await function(self, *args)

    return wrapper


class States:
    @logged
    async def find_state(self, name: str) -> int:
        await asyncio.sleep(0)
        return len(name)


class View:
    def __init__(self, states) -> None:
        self.states = states

    def show(self) -> int:
        return int(self.states.find_state("lamp"))  # expect: DUO106
