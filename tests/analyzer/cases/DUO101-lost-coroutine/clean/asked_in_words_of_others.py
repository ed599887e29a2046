"""A test that is given a function asks about it, whatever it is called; who awaits by the answer knows both colors."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

from toolbox import needs_await


class Addon(ABC):
    @abstractmethod
    async def install(self) -> None: ...


class Entry:
    kind: type[Addon]


async def install(entry: Entry) -> None:
    addon = entry.kind()
    if needs_await(addon.install):
        await addon.install()
    else:
        addon.install()


async def allowed(check: Callable[[int], Awaitable], number: int) -> bool:
    is_good = False
    if needs_await(check):
        is_good = await check(number)
    else:
        is_good = check(number)
    return bool(is_good)


async def called(addon: Addon) -> None:
    if needs_await(addon.install):
        return await addon.install()
    return addon.install()


async def shortly(check: Callable[[int], Awaitable], number: int) -> bool:
    return await check(number) if needs_await(check) else check(number)
