"""On every path that uses the value it has been awaited or replaced."""

import asyncio


class Api:
    async def user(self, key: int) -> dict[str, str]:
        await asyncio.sleep(0)
        return {"name": "root"}


async def name(api: Api, key: int, cached: dict[int, dict[str, str]]) -> str:
    user = cached.get(key)
    if user is None:
        user = await api.user(key)
    return user["name"]


async def name_or_default(api: Api, key: int) -> str:
    try:
        user = await asyncio.wait_for(api.user(key), timeout=1)
    except TimeoutError:
        user = {"name": "nobody"}
    else:
        print("in time")
    return user["name"]


async def name_of_task(api: Api, key: int, eager: bool) -> str:
    pending = api.user(key)
    if eager:
        pending = asyncio.ensure_future(pending)
        pending.add_done_callback(print)
    user = await pending
    return user["name"]


async def names(api: Api, keys: list[int]) -> list[str]:
    users = [api.user(key) for key in keys]
    users = await asyncio.gather(*users)
    return [user["name"] for user in users]
