"""A decorator awaits what it is given, before the function that it wraps gets it."""

import asyncio
import functools
import inspect


def resolved(function):
    @functools.wraps(function)
    async def wrapper(*args, **kwargs):
        args = [await one if inspect.isawaitable(one) else one for one in args]
        return await function(*args, **kwargs)

    return wrapper


class User:
    name = ""


async def find_user(name: str) -> User:
    await asyncio.sleep(0)
    return User()


@resolved
async def read(step: int, actor: User) -> str:
    await asyncio.sleep(0)
    return f"{actor.name}: {step}"


async def shown() -> str:
    return await read(1, find_user("ada"))
