"""A decorator takes the coroutine for the result: it tests it, formats it, stores it as a value."""

import asyncio
import functools
import json


def as_json(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return json.dumps({"result": function(*args, **kwargs)})  # either: DUO703  # may: DUO105, DUO108

    return wrapper


@as_json  # either: DUO703
async def status(name: str) -> str:  # either: DUO703
    await asyncio.sleep(0)
    return name


def main() -> None:
    print(status("a"))
