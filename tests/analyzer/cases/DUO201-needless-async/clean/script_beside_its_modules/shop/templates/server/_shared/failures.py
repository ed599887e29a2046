"""Handlers that a server awaits, which a script gives to it."""


async def failure_answer(error: Exception) -> dict[str, str]:
    return {"error": str(error)}


class Refusals:
    async def refusal_answer(self, error: Exception) -> dict[str, str]:
        print(error)
        return {"error": type(error).__name__}
