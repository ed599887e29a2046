"""Python calls the helper itself: to read a property, to enter a block, to finish a dataclass."""

import asyncio
import dataclasses
import time
from functools import cached_property


class Disk:
    @property
    def free(self) -> int:
        time.sleep(0.1)
        return 0

    @cached_property
    def label(self) -> str:
        return self._read()

    def _read(self) -> str:
        time.sleep(0.1)
        return ""

    def __enter__(self) -> "Disk":
        self._read()
        return self

    def __exit__(self, *details: object) -> None:
        print(details)


@dataclasses.dataclass
class Image:
    disk: Disk

    def __post_init__(self) -> None:
        time.sleep(0.1)


async def back_up(disk: Disk) -> int:
    await asyncio.sleep(0)
    print(disk.label)  # expect: DUO302
    with disk:  # expect: DUO302
        image = Image(disk)  # expect: DUO302
    return image.disk.free  # expect: DUO302
