"""The parameter is annotated as a callable that returns a plain value."""

import asyncio
from collections.abc import Callable


class Button:
    def __init__(self, label: str, on_click: Callable[[], None]) -> None:
        self.label = label
        self.on_click = on_click

    def press(self) -> None:
        self.on_click()


def retry(action: Callable[[], str], times: int) -> str:
    for _ in range(times):
        found = action()
        if found:
            return found
    return ""


async def submit() -> None:
    await asyncio.sleep(0)


async def lookup() -> str:
    await asyncio.sleep(0)
    return "a"


button = Button("send", submit)  # expect: DUO701
other = Button("send", on_click=submit)  # expect: DUO701
print(retry(lookup, 3))  # expect: DUO701
