"""A decorator hands on what it is given, and the function that it wraps has no room for a coroutine."""

import asyncio
import functools
import inspect


def traced(function):
    @functools.wraps(function)
    async def wrapper(*args, **kwargs):
        result = await function(*args, **kwargs)
        print(result)
        return result

    @functools.wraps(function)
    def plain_wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper if inspect.iscoroutinefunction(function) else plain_wrapper


def checked(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        inspect.signature(function).bind(*args, **kwargs)
        return function(*args, **kwargs)

    return wrapper


class User:
    name = ""


async def find_user(name: str) -> User:
    await asyncio.sleep(0)
    return User()


class Steps:
    @checked
    @traced
    async def read(self, step: int, actor: User) -> str:
        await asyncio.sleep(0)
        return f"{actor.name}: {step}"


@checked
def greet(actor: User) -> str:
    return f"hello {actor.name}"


async def shown(steps: Steps) -> str:
    return await steps.read(1, actor=find_user("ada"))  # expect: DUO106


async def greeted() -> str:
    return greet(find_user("ada"))  # expect: DUO106


def logged(function):
    @functools.wraps(function)
    async def wrapper(self, *args, **kwargs):
        print(self)
        return await function(self, *args, **kwargs)

    return wrapper


class Visits:
    @logged
    async def count(self, actor: User) -> str:
        await asyncio.sleep(0)
        return actor.name

    async def first(self) -> str:
        return await self.count(find_user("ada"))  # expect: DUO106
