"""A dictionary that is written down is one of those whose keys a class names, so it tells which overload is meant."""

import typing
from collections.abc import Coroutine


class Options(typing.TypedDict, total=False):
    strict: bool


@typing.overload
def load(*, options: Options | None = None) -> Coroutine[typing.Any, typing.Any, str]: ...


@typing.overload
def load(name: str, /) -> str: ...


def load(name=None, /, *, options=None): ...


async def main() -> None:
    load("atlas")
    load(options={"strict": True})  # expect: DUO101
