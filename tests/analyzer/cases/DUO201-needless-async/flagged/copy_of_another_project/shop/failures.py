"""Another module of this name, within another package, is what is imported from elsewhere."""


class Failures:
    async def other(self, error: Exception) -> dict[str, str]:  # expect: DUO201
        print(error)
        return {"error": type(error).__name__}


async def tell(error: Exception) -> dict[str, str]:
    return await Failures().other(error)
