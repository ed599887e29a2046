"""A test expects that a block can't be entered in plain code, so that nothing in it is run."""

import pytest


class Oven:
    async def __aenter__(self) -> "Oven":
        return self

    async def __aexit__(self, *error: object) -> None:
        return None

    async def bake(self, loaf: str) -> None: ...


async def test_that_it_is_entered_with_async():
    with pytest.raises(TypeError):
        with Oven() as oven:
            oven.bake("rye")
    with pytest.raises(TypeError), Oven() as oven:
        oven.bake("oat")
