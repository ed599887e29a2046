"""Everything that came after 3.11 in one file: it is read in full, without a word."""

import asyncio

type Pair[T] = tuple[T, T]


class Stack[T: int = int]:
    def push[U](self, item: U) -> U:
        return item


def describe(values: Pair[int]) -> object:
    try:
        return t"{values!r:>10}"
    except ValueError, KeyError:
        return f"{f"{values[0]}"} {'\n'.join(["a"])}"
    finally:
        print("done")


async def main[*Ts, **P](*values: *Ts) -> None:
    await asyncio.sleep(0)
