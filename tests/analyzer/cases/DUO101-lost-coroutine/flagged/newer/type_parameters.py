"""The receiver's type is written with type parameters and a type alias of 3.12."""

import asyncio


class Stage:
    async def advance(self) -> None:
        await asyncio.sleep(0)


type Stages = list[Stage]


class Box[T]:
    def __init__(self, item: T) -> None:
        self.item = item

    def open(self) -> T:
        return self.item


def advance_all(stages: Stages) -> None:
    for stage in stages:
        stage.advance()  # expect: DUO101


def advance_first[S: Stage](stage: S) -> S:
    stage.advance()  # expect: DUO101
    return stage


def advance_boxed(box: Box[Stage]) -> None:
    box.open().advance()  # expect: DUO101
    print(f"{box.item!r} in {"quotes of the same kind"}")
