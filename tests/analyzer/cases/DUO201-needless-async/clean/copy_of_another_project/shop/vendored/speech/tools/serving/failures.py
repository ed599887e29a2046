"""Handlers that a server awaits, which is given them where the copy is run."""


class Failures:
    async def on_http(self, error: Exception) -> dict[str, str]:
        return {"error": str(error)}

    async def other(self, error: Exception) -> dict[str, str]:
        print(error)
        return {"error": type(error).__name__}
