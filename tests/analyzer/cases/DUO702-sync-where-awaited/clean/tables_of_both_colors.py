"""A table has functions of both colors, and whoever uses it knows which is which."""

import asyncio
import inspect
from dataclasses import KW_ONLY, dataclass, field
from collections.abc import Awaitable, Callable


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


def show(name: str) -> str:
    return name


def hide(name: str) -> str:
    return name


def later(name: str) -> Awaitable[str]:
    return asyncio.ensure_future(load(name))


TABLE = {"load": load, "show": show}
CAUGHT = [load, hide]
AWAITED = {"load": load, "later": later}
CHECKED = {"load": load, "hide": hide, "show": show}
LOAD = "load"
MARKED = {"load": load, "show": show, "later": later}


async def by_constant(name: str) -> str:
    return await MARKED["load"](name) + await MARKED[LOAD](name)


async def by_color(command: str, name: str, is_async: bool) -> str:
    if is_async:
        return await TABLE[command](name)
    return TABLE[command](name)


async def with_care(name: str) -> None:
    for function in CAUGHT:
        try:
            await function(name)
        except TypeError:
            print("is plain")


async def awaited(command: str, name: str) -> str:
    return await AWAITED[command](name)


async def checked(command: str, name: str) -> str:
    function = CHECKED[command]
    if inspect.iscoroutinefunction(function):
        return await function(name)
    return ""


@dataclass
class Route:
    count: int = field(init=False, default=0)
    check: Callable[[str], str] = show
    _: KW_ONLY
    endpoint: Callable[[str], Awaitable[str]] = load


ROUTES = [Route(show), Route(show, endpoint=load), Route(check=show, endpoint=later)]
NAMED = [Route(lambda name: name, endpoint=lambda name: load(name))]
