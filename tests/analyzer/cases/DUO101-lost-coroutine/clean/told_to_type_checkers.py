"""The author knows, and has told the type checker."""

from typing import Any, Protocol


class Cursor(Protocol):
    async def close(self) -> None: ...


class Adapted:
    is_closed_by_awaiting = False

    def __init__(self, cursor: Cursor, wait: Any) -> None:
        self.cursor = cursor
        self.wait = wait

    def close(self) -> None:
        if not self.is_closed_by_awaiting:
            self.cursor.close()  # type: ignore[unused-coroutine]
        else:
            self.wait(self.cursor.close())

    def close_quickly(self) -> None:
        self.cursor.close()  # pyright: ignore[reportUnusedCoroutine]
