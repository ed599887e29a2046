"""One of the modules."""

stock = []


async def describe(name: str) -> str:
    return "paper " + name


async def prepare() -> None:
    stock.append("paper")
