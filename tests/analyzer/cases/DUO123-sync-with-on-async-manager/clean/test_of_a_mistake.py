"""Tests that make the mistake on purpose, to see how it fails."""

import contextlib

import pytest


class Shelf:
    async def __aenter__(self) -> "Shelf":
        return self

    async def __aexit__(self, *error: object) -> None:
        pass

    def __aiter__(self) -> "Shelf":
        return self

    async def __anext__(self) -> str:
        raise StopAsyncIteration


async def test_a_shelf_is_entered_with_async():
    shelf = Shelf()
    with pytest.raises(RuntimeError) as error:
        with shelf:
            pass
    assert "async with" in str(error.value)
    with pytest.raises(TypeError):
        async with contextlib.nullcontext() if shelf is None else contextlib.closing(shelf):
            pass


async def test_a_shelf_is_read_with_async():
    with pytest.raises(TypeError):
        for _ in Shelf():
            pass
