"""A module beside a script, which imports something else of it."""


async def failure_answer(error: Exception) -> str:
    return str(error)


async def describe(error: Exception) -> str:  # expect: DUO201
    return repr(error)


async def tell(error: Exception, wire) -> None:
    await wire.send(await describe(error))
