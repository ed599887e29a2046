"""Each of those that a star takes is what its annotation says."""


async def summed(*rows: list[int]) -> int:
    total = 0
    for row in rows:
        total += await row  # expect: DUO121
    return total
