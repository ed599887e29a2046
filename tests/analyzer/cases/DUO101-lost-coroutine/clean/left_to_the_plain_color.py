"""One source for both colors: a flag says which part of it is there for the plain copy."""

import asyncio


class Color:
    is_async_code = True


class Driver:
    is_async = True

    def __init__(self) -> None:
        self.is_closed = False

    async def close(self) -> None:
        await asyncio.sleep(0)
        self.is_closed = True

    def __del__(self, _is_async_code=Color.is_async_code) -> None:
        if self.is_closed:
            return
        if _is_async_code:
            return
        try:
            self.close()
        except OSError:
            pass

    def reset(self) -> None:
        if not Color.is_async_code:
            self.close()

    def leave(self) -> None:
        if self.is_async:
            print("left open")
        else:
            self.close()
