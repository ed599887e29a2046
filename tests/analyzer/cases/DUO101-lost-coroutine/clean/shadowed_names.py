"""A parameter, a local, a loop variable, an import or a rebinding hides the async function of that name."""

import asyncio
import contextlib


async def save(text: str) -> None:
    await asyncio.sleep(0)


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


def save_now(text: str) -> None:
    print(text)


def with_parameter(save) -> None:
    save("text")


def with_local(text: str) -> None:
    save = save_now
    save(text)


def with_loop(text: str) -> None:
    for save in (print, save_now):
        save(text)


def with_import(text: str) -> None:
    from pickle import load

    with contextlib.suppress(EOFError):
        load(text)


def with_nested(text: str) -> None:
    def save(text: str) -> None:
        print(text)

    save(text)


def with_comprehension(writers: list) -> list:
    return [save("text") for save in writers]


class Notebook:
    def save(self, text: str) -> None:
        print(text)

    def close(self) -> None:
        self.save("end")


def with_lambda() -> None:
    save = lambda text: print(text)  # noqa: E731
    save("text")
