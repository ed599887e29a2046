"""One of the modules."""

stock = []


async def describe(name: str) -> str:
    return name.upper()


async def prepare() -> None:
    stock.append("metal")
