"""A factory gives what it declares to give for the classes that it asks for; a class of another one it makes all the same."""

from sheds import AsyncShed, Builder, Shed


class Painted(Shed):
    color = "red"


async def build(place: str) -> None:
    async with Builder(place).begin() as shed:  # expect: DUO123
        shed.fill("spades")


async def build_later(place: str) -> None:
    builder = Builder(place, kind=Painted)
    async with builder.begin() as shed:  # expect: DUO123
        shed.fill("rakes")


async def build_bare(place: str) -> None:
    Builder(place, kind=AsyncShed)().fill("pots")  # expect: DUO101
