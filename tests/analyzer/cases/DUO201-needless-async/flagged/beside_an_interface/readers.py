"""Whoever uses the shelves."""

from shelves import Shelf


async def show(shelf: Shelf) -> None:
    print(await shelf.load_first(), await shelf.load_last())
    print(await shelf.get_title(0), await shelf.get_size(1), shelf.get_names())
