"""A function that has a limit, and uses what is below, has other defaults by mistake even where the other's is above."""


def pack(books: list[str], size: int = 3) -> list[list[str]]:  # either: DUO602
    if size > 9:
        raise ValueError(size)
    return [books[at : at + size] for at in range(0, len(books), size)]


async def pack_async(books: list[str], size: int = 12) -> list[list[str]]:  # either: DUO602
    if size > 90:
        raise ValueError(size)
    return [books[at : at + size] for at in range(0, len(books), size)]
