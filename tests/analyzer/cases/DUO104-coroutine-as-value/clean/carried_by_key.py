"""A page of figures, each of which whoever shows it awaits: one function's coroutine goes out as another's does."""

import asyncio


async def count(user) -> int:
    await asyncio.sleep(0)
    return len(user.name)


async def total(users) -> int:
    return sum([await count(user) for user in users])


async def greet(user) -> str:
    return f"{user.name}: {await count(user)}"


async def largest(left, right) -> int:
    return max(await count(left), await count(right))


async def page(users):
    if len(users) == 1:
        return {"letters": count(users[0])}
    return {"letters": total(users)}
