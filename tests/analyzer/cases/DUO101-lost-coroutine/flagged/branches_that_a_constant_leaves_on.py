"""A constant turns one branch off, and what is lost in the other one is lost."""

import asyncio


class Library:
    if True:  # ASYNC

        async def close(self) -> None:
            await asyncio.sleep(0)

    else:

        def close(self) -> None:
            pass


async def leave(library: Library, is_last: bool) -> None:
    if True:  # ASYNC
        library.close()  # expect: DUO101
    if False:
        pass
    else:
        library.close()  # expect: DUO101
    while True:
        library.close()  # expect: DUO101
        if is_last:
            break
