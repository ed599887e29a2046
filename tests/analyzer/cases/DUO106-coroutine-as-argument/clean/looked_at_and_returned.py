"""A helper without annotations looks at what it is given and returns it, so that the caller can await it."""

import asyncio


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


def checked(value):
    if value is None:
        raise ValueError("nothing to wait for")
    return value


def unless_text(value):
    if isinstance(value, str):
        return value.strip()
    return value


def first_if(value, is_list):
    return value[0] if is_list else value


def upper(value):
    try:
        return value.upper()
    except AttributeError:
        return value


def sized(value, limit):
    if limit is None:
        return value
    return value[:limit]


def joined(values, is_plain):
    is_plain and len(values)
    return values


async def main() -> None:
    await checked(load("a"))
    await unless_text(load("b"))
    await first_if(load("c"), is_list=False)
    await upper(load("d"))
    await sized(load("e"), None)
    await joined(load("f"), is_plain=False)
    later = [checked(load("g")), unless_text(load("h")), sized(load("i"), None)]
    await asyncio.gather(*later)
