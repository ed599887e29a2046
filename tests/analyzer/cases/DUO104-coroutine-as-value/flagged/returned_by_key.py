"""A dictionary is returned with a coroutine under the name of its result, where everybody else awaits the function."""

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


async def described(user):
    return {**user.shown(), "count": count(user)}  # expect: DUO104


async def described_in_parts(user):
    return {
        "name": user.name,
        "figures": {
            "count": count(user),  # expect: DUO104
        },
    }


async def paired(user, known):
    if user.name in known:
        return await count(user), "known"
    return count(user), user.name  # expect: DUO104
