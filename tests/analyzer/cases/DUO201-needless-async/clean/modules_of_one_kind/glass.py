"""One of the modules."""

stock = []


async def describe(name: str) -> str:
    return "glass " + name


async def prepare() -> None:
    stock.append("glass")
