"""What comes after a block that can't be entered, or stands in one that can, is run."""

import pytest


class Oven:
    async def __aenter__(self) -> "Oven":
        return self

    async def __aexit__(self, *error: object) -> None:
        return None

    async def bake(self, loaf: str) -> None: ...


async def test_that_it_fails():
    oven = Oven()
    with pytest.raises(TypeError):
        with oven:
            print("never")
    oven.bake("rye")  # expect: DUO101
    with pytest.raises(ValueError):
        async with oven:
            oven.bake("oat")  # expect: DUO101
