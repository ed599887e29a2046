"""Commands are kept until all of them are executed, and one that is awaited all the same says nothing of the others."""


async def set_state(pipe, key: str, state: str) -> bool:
    pipe.hget(key, "data")
    [data] = await pipe.execute()
    if data is None:
        pipe.hset(key, "data", "{}")
    await pipe.hset(key, "state", state)
    return True
