"""What a factory declares to give is about the classes that it asks for, and not about a class of the other color."""

from sheds import AsyncShed, Builder


class Painted(AsyncShed):
    color = "red"


async def build(place: str) -> None:
    async with Builder(place, kind=AsyncShed).begin() as shed:
        await shed.fill("spades")


async def build_later(place: str) -> None:
    builder = Builder(place, kind=Painted)
    async with builder.begin() as shed:
        await shed.fill("rakes")


async def build_given(builder: Builder[AsyncShed]) -> None:
    async with builder.begin() as shed:
        await shed.fill("pots")
