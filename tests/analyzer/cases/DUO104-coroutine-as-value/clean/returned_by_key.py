"""Dictionaries that carry coroutines to those who await them."""

import asyncio


async def count(user) -> int:
    await asyncio.sleep(0)
    return len(user.name)


async def size(user) -> int:
    await asyncio.sleep(0)
    return len(user.name)


async def total(users) -> int:
    return sum([await count(user) for user in users])


async def greet(user) -> str:
    return f"{user.name}: {await count(user)}"


async def smallest(left, right) -> int:
    return min(await count(left), await count(right))


async def begun(user):
    return {"name": user.name, "count_task": count(user), "pending": count(user)}


async def by_name(users):
    return {user.name: count(user) for user in users}


async def parts(user):
    return {"name": user.name, "first": size(user), "second": size(user)}


async def several(user):
    return size(user), count(user)


async def among_others(user):
    return user.name, size(user), count(user)


def planned(user):
    return {"name": user.name, "count": count(user)}


async def finish(user) -> int:
    started = await begun(user)
    sizes = await parts(user)
    await asyncio.gather(*(await by_name([user])).values())
    first = await started["count_task"] + await started["pending"]
    return first + await sizes["first"] + await sizes["second"] + await planned(user)["count"]


async def finish_several(user) -> int:
    left, right = await several(user)
    name, *rest = await among_others(user)
    return await left + await right + len(name) + sum(await asyncio.gather(*rest))
